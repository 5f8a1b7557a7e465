"""What is known at each point of the flow: names, cases, the auction's winner, roles and sides
enter the scope where they become known, so that no expression asks for what comes later.
"""

from __future__ import annotations

from difflib import get_close_matches

from ddz.compiled.findings import Findings
from ddz.compiled.rules import Mark, Role, Value
from ddz.condition import Expression, Scope, Type
from ddz.diagnostics import Span
from ddz.source import Scalar
from ddz.variant import model
from ddz.variant.model import Variant

__all__ = ["RESERVED", "Knowledge"]

RESERVED = frozenset(
    [
        "any",
        "every",
        "no",
        "in",
        "where",
        "or",
        "and",
        "not",
        "won",
        "went",
        "out",
        "ended",
        "by",
        "next",
        "holder",
        "holders",
        "size",
        "left",
        "plays",
        "holds",
        "splits",
        "bombs",
        "after",
        "end",
        "played",
        "said",
        "spends",
        "over",
        "all",
        "none",
        "rest",
        "winner",
        "bid",
        "N",
        "n",
        "case",
    ]
)
_BUILT_IN: dict[str, Type] = {"all": "seats", "none": "seats"}


class Knowledge:
    """Grows as the flow is walked; `names`, `cases` and `case_stage` are what it made."""

    def __init__(
        self, variant: Variant, marks: list[Mark], bombs: list[str], findings: Findings
    ) -> None:
        self.variant, self.findings = variant, findings
        self.marks = {mark.name: mark.cards for mark in marks}
        self.bombs = frozenset(bombs)
        self.known: dict[str, Type] = dict(_BUILT_IN)
        self.later: dict[str, str] = {}
        self.ends: list[str] = []
        self.names: dict[str, Value] = {}
        self.cases: dict[str, Expression] = {}
        self.case_stage = 0
        self.roles: tuple[Role, ...] = ()
        self._look_ahead()

    def now_known(self, name: str, kind: Type) -> None:
        """From here on the name may be used."""
        self.known[name] = kind
        self.later.pop(name, None)

    def _look_ahead(self) -> None:
        """List every name there will be, so that one used too early is told from one that is
        not.
        """
        taken: dict[str, Span] = {}
        for name, (key, _) in self.variant.names.items():
            self._take(name, key, taken)
            self.later[name] = "it needs what comes later"
        for name, (key, _) in self.variant.cases.items():
            self._take(name, key, taken)
            self.later[name] = "the cases need what comes later"
        for name, step in self.variant.steps.items():
            if isinstance(step.spec, model.AuctionSpec):
                for word in ("winner", "bid"):
                    self.later[word] = f"the auction is step '{name}'"
            if isinstance(step.spec, tuple):
                for role in step.spec:
                    self._take(role.key.text, role.key, taken)
                    self.later[role.key.text] = f"roles are given in step '{name}'"
                    side = role.side.text
                    if side in taken and self.later.get(side) != "side":
                        self._take(side, role.side, taken)
                    self.later.setdefault(side, f"sides are known from step '{name}' on")
        for mark, spec in self.variant.marks.items():
            if mark in RESERVED:
                self._take(mark, spec.key, taken)

    def _take(self, name: str, key: Scalar, taken: dict[str, Span]) -> None:
        if name in RESERVED:
            self.findings.report(
                "DDZ503", f"'{name}' is a word of the condition language", key.span
            )
        elif name in taken:
            self.findings.report(
                "DDZ503",
                f"'{name}' stands for two things",
                key.span,
                "take another name for one of them",
                related=(("the other one", taken[name]),),
            )
        taken.setdefault(name, key.span)

    def learn(self, stage: int) -> None:
        """Take in the names and cases whose ingredients are known by now."""
        progress = True
        while progress:
            progress = False
            for name, (_, value) in self.variant.names.items():
                if name not in self.names and self._ready(value):
                    self._learn_name(name, value)
                    progress = True
            if self.variant.cases and not self.cases and self._cases_ready():
                for case, (_, text) in self.variant.cases.items():
                    found = self.findings.expression(text, self.scope(), "truth")
                    if found is not None:
                        self.cases[case] = found
                for case in self.variant.cases:
                    self.now_known(case, "truth")
                self.case_stage = stage
                progress = bool(self.cases)

    def _learn_name(self, name: str, value: model.Value) -> None:
        kinds = {self._kind(text) for text in _texts(value)}
        kind = kinds.pop() if len(kinds) == 1 else None
        kind = kind or "seats"
        self.names[name] = self.value(value, self.scope(), kind) or Value(None, {}, value.span)
        self.now_known(name, kind)

    def _kind(self, text: Scalar) -> Type | None:
        found = Findings().expression(text, self.scope(), None)
        return found.type if found is not None else None

    def _ready(self, value: model.Value) -> bool:
        if value.table and self.variant.cases and not self.cases:
            return False
        return all(self._reads_now(text) for text in _texts(value))

    def _cases_ready(self) -> bool:
        return all(self._reads_now(text) for _, text in self.variant.cases.values())

    def _reads_now(self, text: Scalar) -> bool:
        """Whether the text needs nothing that comes later."""
        trial = Findings()
        trial.expression(text, self.scope(), None)
        return not any(finding.code == "DDZ404" for finding in trial.all)

    def report_unknown(self) -> None:
        for name, (_, value) in self.variant.names.items():
            if name not in self.names:
                self.value(value, self.scope(), "seats")
        if self.variant.cases and not self.cases:
            for _, text in self.variant.cases.values():
                self.findings.expression(text, self.scope(), "truth")

    def scope(self, over: bool = False) -> Scope:
        """What an expression may use at this point of the flow."""
        return Scope(
            dict(self.known),
            dict(self.later),
            self.marks,
            self.bombs,
            frozenset(self.ends),
            over,
        )

    def value(self, value: model.Value, scope: Scope, kind: Type) -> Value | None:
        if value.plain is not None:
            plain = self.findings.expression(value.plain, scope, kind)
            return Value(plain, {}, value.span) if plain else None
        table: dict[str, Expression] = {}
        if not self.cases and self.variant.cases:
            self.findings.report(
                "DDZ404", "the cases are not known here yet", value.span, "compare with the flow"
            )
            return None
        good = True
        for case, entry in value.table.items():
            if case not in self.variant.cases:
                near = get_close_matches(case, list(self.variant.cases), 1)
                hint = f"did you mean '{near[0]}'?" if near else "cases are listed under 'cases:'"
                self.findings.report(
                    "DDZ401", f"there is no case '{case[:40]}'", entry.key.span, hint
                )
                good = False
                continue
            self.findings.used.add(case)
            node = entry.node
            if not isinstance(node, Scalar):
                good = False
                continue
            found = self.findings.expression(node, scope, kind)
            if found is None:
                good = False
            else:
                table[case] = found
        return Value(None, table, value.span) if good else None


def _texts(value: model.Value) -> list[Scalar]:
    if value.plain is not None:
        return [value.plain]
    return [entry.node for entry in value.table.values() if isinstance(entry.node, Scalar)]
