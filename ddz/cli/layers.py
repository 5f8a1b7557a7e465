"""What a command needs of a file besides its rules: the merged nodes, each with its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ddz.cli.console import complain, print_findings, read_rules
from ddz.diagnostics import Diagnostic, VariantError

if TYPE_CHECKING:
    from ddz.front import Rules
    from ddz.variant import Layered

__all__ = ["read_layers", "rules_and_layers"]

_STDIN = "<stdin>"


def read_layers(variant: str, text: bytes | None = None) -> Layered | None:
    """The merged file of a name, a path or standard input; None after saying why not."""
    from ddz.variant import flatten
    from ddz.variant.find import NotFoundError, find_variant, place_of_text

    if variant == "-":
        text = read_rules() if text is None else text
    if "\0" in variant:
        complain("a name has no null character")
        return None
    try:
        place = find_variant(variant) if variant != "-" else place_of_text(_STDIN)
    except NotFoundError as error:
        print_findings([Diagnostic("DDZ100", str(error))], stderr=True)
        return None
    layered = flatten(place, text)
    errors = [finding for finding in layered.found if finding.severity == "error"]
    if layered.root is None or errors:
        print_findings(errors or list(layered.found), stderr=True)
        return None
    return layered


def rules_and_layers(variant: str) -> tuple[Rules, Layered] | None:
    """The rules of a name, a path or standard input, and the merged file they were made from; None
    after saying why not."""
    from ddz.front import load

    text = read_rules() if variant == "-" else None
    try:
        rules = load(_STDIN, text) if text is not None else load(variant)
    except VariantError as error:
        print_findings(error.diagnostics, stderr=True)
        return None
    layered = read_layers(variant, text)
    return (rules, layered) if layered is not None else None
