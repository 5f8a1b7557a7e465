"""From a variant to the tables a game runs on.

`compile_variant` reads every text of the model, checks what can be checked without playing, and
returns the rules, or None and the findings.
"""

from ddz.compiled.compiler import compile_variant
from ddz.compiled.rules import Compiled
from ddz.plays import Play, PlayTable, Reading

__all__ = ["Compiled", "Play", "PlayTable", "Reading", "compile_variant"]
