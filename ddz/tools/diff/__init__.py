"""What differs between two games, and what comes of it.

Enters: the rules and the merged files of both. Leaves: a `Comparison`: what the files say
otherwise, key by key with the places (`meaning`); which cards are plays in one game only or are
read otherwise (`cards`), what beats what no longer (`order`), and which plays raise the multiplier
otherwise (`raises`).
"""

from ddz.tools.diff.compare import compare
from ddz.tools.diff.records import Against, Comparison, Difference, Found, Order, Raise, Written

__all__ = [
    "Against",
    "Comparison",
    "Difference",
    "Found",
    "Order",
    "Raise",
    "Written",
    "compare",
]
