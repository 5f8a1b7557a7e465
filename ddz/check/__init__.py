"""Whether a rule file is sound: reading, schema, compiling, and the proofs that may play the
game.
"""

from ddz.check.checker import check_place

__all__ = ["check_place"]
