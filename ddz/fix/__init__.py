"""Mending rule files: the edits that findings carry, made in the file and nowhere else.

Enters: a file's bytes and a way to check them. Leaves: the bytes with every edit made that leaves
no doubt, what was done, and what is still found. A finding's places are those of the text that was
checked, so edits are text at a place; comments, layout, line ends and the byte order mark stay.
`witness` has a second reader, ruamel.yaml, confirm that nothing else changed.
"""

from ddz.fix.edits import Applied, apply_fixes
from ddz.fix.mending import Done, Mended, mend
from ddz.fix.writing import write_whole

__all__ = ["Applied", "Done", "Mended", "apply_fixes", "mend", "write_whole"]
