"""The examples of a rule file: read, run by its rules, and held against what they say.

Enters: a file's model, and its rules as far as they are right. Leaves: a `Result` for each example,
and the findings of all.
"""

from ddz.check.examples.result import Difference, Result, Verdict
from ddz.check.examples.run import Bench, findings_of, run_examples

__all__ = ["Bench", "Difference", "Result", "Verdict", "findings_of", "run_examples"]
