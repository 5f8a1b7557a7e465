"""YAML read once, every key and value with its place.

Enters: a file's text and the name to call it by. Leaves: a tree of `Mapping`, `Listing` and
`Scalar` nodes, and the findings. Scalars resolve as YAML 1.2 core does (`no` and `on` are text,
`2:4` too); the text as written stays beside the value. Anchors, aliases, tags, merge keys,
duplicate keys and several documents are findings, and size, depth and node count are bounded, so
that a file from a stranger costs little.
"""

from ddz.source.faults import wide_brackets
from ddz.source.nodes import UNKNOWN, Entry, Listing, Mapping, Node, Scalar, find
from ddz.source.reader import read, read_file

__all__ = [
    "UNKNOWN",
    "Entry",
    "Listing",
    "Mapping",
    "Node",
    "Scalar",
    "find",
    "read",
    "read_file",
    "wide_brackets",
]
