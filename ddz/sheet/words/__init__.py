"""What a rule file says, in the words of a card player: `Words` is the door to all of it."""

from ddz.sheet.words.sentences import Words

__all__ = ["Words"]
