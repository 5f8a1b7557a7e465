"""What a deck's patterns can play: recognised, compared, listed and counted.

`PlayTable` is made from the heads of patterns and bombs (see `ddz.pattern`) and the ladder.
"""

from ddz.plays.reading import Play, Reading
from ddz.plays.table import PlayTable

__all__ = ["Play", "PlayTable", "Reading"]
