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
        "redeal",
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
MAX_NAMES = 200
_BUILT_IN: dict[str, Type] = {"all": "seats", "none": "seats"}


class Knowledge:
    """Grows as the flow is walked; `names`, `cases` and `case_stage` are what it made. `later` says
    of what is not known yet when it will be, `reasons` the same of all there ever was, `waits` what
    each name and case waits for ('' where its own text is at fault), and `steps_of` which step
    makes a word known."""

    def __init__(
        self, variant: Variant, marks: list[Mark], bombs: list[str], findings: Findings
    ) -> None:
        self.variant, self.findings = variant, findings
        self.marks = {mark.name: mark.cards for mark in marks}
        broken = set(variant.marks) - set(self.marks)
        self.marks |= dict.fromkeys(broken, 1)
        self.bombs = frozenset(bombs)
        self.known: dict[str, Type] = dict(_BUILT_IN)
        self.later: dict[str, str] = {}
        self.ends: list[str] = []
        self.names: dict[str, Value] = {}
        self.cases: dict[str, Expression] = {}
        self.cases_known = False
        self.case_stage = 0
        self.roles: tuple[Role, ...] = ()
        self.waits: dict[str, str] = {}
        self.steps_of: dict[str, str] = {}
        self.defined = self._defined()
        findings.players = variant.players
        findings.doubtful |= broken
        findings.defined = {
            name: value.span
            for name, (_, value) in self.defined.items()
            if value.span.file == variant.files[0]
        }
        findings.root_of = self.root_of
        self._look_ahead()
        self.reasons = dict(self.later)

    def _defined(self) -> dict[str, tuple[Scalar, model.Value]]:
        """The file's names, no more than a file may have; the others count as told."""
        names = list(self.variant.names.items())
        if len(names) > MAX_NAMES:
            self.findings.report(
                "DDZ405",
                f"a file may have {MAX_NAMES} names",
                names[MAX_NAMES][1][0].span,
                "leave some of them out",
            )
        for name, _ in names[MAX_NAMES:]:
            self.findings.doubtful.add(name)
            self.known[name] = "seats"
        return dict(names[:MAX_NAMES])

    def now_known(self, name: str, kind: Type) -> None:
        """From here on the name may be used."""
        self.known[name] = kind
        self.later.pop(name, None)

    def _look_ahead(self) -> None:
        """List every name there will be, so that one used too early is told from one that is
        not.
        """
        taken: dict[str, Span] = {}
        flow = {word.text for word in self.variant.flow}
        for name, (key, _) in self.defined.items():
            self._take(name, key, taken)
            self.later[name] = "it needs what comes later"
        for name, (key, _) in self.variant.cases.items():
            self._take(name, key, taken)
            self.later[name] = "the cases need what comes later"
        given = any(isinstance(self.variant.steps[n].spec, tuple) for n in self._in_flow())
        for name, step in self.variant.steps.items():
            if name in ("deal", "settle"):
                self.findings.report(
                    "DDZ503",
                    f"'{name}' is a step of every game already",
                    step.key.span,
                    "take another name",
                )
            if isinstance(step.spec, model.AuctionSpec):
                for word in ("winner", "bid"):
                    self._from_step(word, f"the auction is step '{name}'", name)
            if isinstance(step.spec, tuple) and (name in flow or not given):
                self._look_at_roles(name, step.spec, taken)
            if isinstance(step.spec, model.EndSpec) and name not in flow:
                self.findings.absent[name] = name
            if isinstance(step.spec, model.ChoiceSpec) and name not in flow:
                for option in step.spec.options:
                    self.findings.absent.setdefault(option, name)
        for mark, spec in self.variant.marks.items():
            self._take(mark, spec.key, taken)

    def _in_flow(self) -> list[str]:
        return [word.text for word in self.variant.flow if word.text in self.variant.steps]

    def _look_at_roles(
        self, name: str, roles: tuple[model.RoleSpec, ...], taken: dict[str, Span]
    ) -> None:
        sides: set[str] = set()
        for role in roles:
            self._take(role.key.text, role.key, taken)
            self._from_step(role.key.text, f"roles are given in step '{name}'", name)
        for role in roles:
            side = role.side.text
            if side not in sides and (side in taken or side in RESERVED):
                self._take(side, role.side, taken)
            if side not in taken:
                self._from_step(side, f"sides are known from step '{name}' on", name)
            sides.add(side)

    def _from_step(self, word: str, reason: str, step: str) -> None:
        """The word becomes known in this step, or in an earlier one of the flow."""
        flow = self._in_flow()
        if word in self.steps_of and (step not in flow or self.steps_of[word] in flow):
            return
        self.steps_of[word] = step
        self.later[word] = reason

    def is_reserved(self, name: str, key: Scalar) -> bool:
        """Whether the name is a word of the condition language, which is reported."""
        if name in RESERVED:
            self.findings.report(
                "DDZ503",
                f"'{name}' is a word of the condition language",
                key.span,
                "take another name",
            )
        return name in RESERVED

    def _take(self, name: str, key: Scalar, taken: dict[str, Span]) -> None:
        if not self.is_reserved(name, key) and name in taken:
            here, other = key.span, taken[name]
            top = self.variant.files[0]
            if here.file != top and other.file == top:
                here, other = other, here
            self.findings.report(
                "DDZ503",
                f"'{name}' stands for two things",
                here,
                "take another name for one of them",
                related=(("the other one", other),),
            )
        taken.setdefault(name, key.span)

    def learn(self, stage: int) -> None:
        """Take in the names and cases whose ingredients are known by now."""
        self.findings.step = ""
        progress = True
        while progress:
            progress = False
            for name, (_, value) in self.defined.items():
                if name not in self.names and self._ready(name, value):
                    self._learn_name(name, value)
                    progress = True
            if self.variant.cases and not self.cases_known and self._cases_ready():
                for case, (_, text) in self.variant.cases.items():
                    found = self.findings.expression(text, self.scope(), "truth")
                    if found is not None:
                        self.cases[case] = found
                        self.findings.costs[case] = 1 + len(self.variant.cases)
                for case in self.variant.cases:
                    self.now_known(case, "truth")
                self.case_stage = stage
                self.cases_known = progress = True

    def _learn_name(self, name: str, value: model.Value) -> None:
        kinds = {self._kind(text) for text in _texts(value)} - {None}
        kind: Type = kinds.pop() or "seats" if len(kinds) == 1 else "seats"
        found = self.value(value, self.scope(), kind)
        if found is None:
            self.findings.doubtful.add(name)
        self.names[name] = found or Value(None, {}, value.span)
        self.findings.costs[name] = self.findings.cost([text.text for text in _texts(value)])
        self.now_known(name, kind)

    def _kind(self, text: Scalar) -> Type | None:
        found = Findings().expression(text, self.scope(), None)
        return found.type if found is not None else None

    def _ready(self, name: str, value: model.Value) -> bool:
        if value.table and self.variant.cases and not self.cases_known:
            self.waits[name] = next(iter(self.variant.cases))
            return False
        return all(self._reads_now(name, text) for text in _texts(value))

    def _cases_ready(self) -> bool:
        return all(self._reads_now(case, text) for case, (_, text) in self.variant.cases.items())

    def _reads_now(self, name: str, text: Scalar) -> bool:
        """Whether the text needs nothing that comes later; what it waits for is kept."""
        trial = Findings()
        trial.expression(text, self.scope(), None)
        if trial.early:
            self.waits[name] = trial.early[0].word
        elif any(finding.code == "DDZ404" for finding in trial.all):
            self.waits[name] = ""
        else:
            self.waits.pop(name, None)
            return True
        return False

    def next_of(self, name: str) -> str | None:
        """What a name or case waits for; '' where its own text is at fault; None for nothing."""
        if name in self.variant.cases:
            waits = [self.waits[case] for case in self.variant.cases if case in self.waits]
            return "" if "" in waits else waits[0] if waits else None
        return self.waits.get(name)

    def root_of(self, word: str) -> str | None:
        """The word of a step that a word waits for in the end; None where there is none."""
        seen: set[str] = set()
        while word in self.defined or word in self.variant.cases:
            following = self.next_of(word)
            if word in seen or not following:
                return None
            seen.add(word)
            word = following
        return word

    def report_unknown(self) -> None:
        """What is wrong with the names and cases that never became known."""
        self.findings.step = ""
        kept = len(self.findings.early)
        for name, (_, value) in self.defined.items():
            if name not in self.names:
                self.value(value, self.scope(), "seats")
        if not self.cases_known:
            for _, text in self.variant.cases.values():
                self.findings.expression(text, self.scope(), "truth")
        del self.findings.early[kept:]

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
        if not self.cases_known and self.variant.cases:
            self.findings.too_early(next(iter(self.variant.cases)), value.span)
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
