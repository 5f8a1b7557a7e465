"""A rule file from name to model: found, read, merged with what it extends, held against the
schema.
"""

from ddz.variant.extends import Layered, flatten
from ddz.variant.find import find_variant, names_of_shipped
from ddz.variant.model import Variant, build
from ddz.variant.schema import schema_findings

__all__ = [
    "Layered",
    "Variant",
    "build",
    "find_variant",
    "flatten",
    "names_of_shipped",
    "schema_findings",
]
