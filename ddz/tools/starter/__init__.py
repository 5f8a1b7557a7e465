"""A file to start a house rule from.

Enters: the game it changes. Leaves: the text of a sound rule file that changes nothing yet, with
tests that hold, and in comments the changes people make most, taken from what the game says.
"""

from ddz.tools.starter.file import starter
from ddz.tools.starter.suggestions import Suggestion, suggestions

__all__ = ["Suggestion", "starter", "suggestions"]
