"""Multiplier rows and settlement rows."""

from __future__ import annotations

import re
from difflib import get_close_matches

from ddz.compiled.early import report_early
from ddz.compiled.findings import Findings
from ddz.compiled.knowledge import Knowledge
from ddz.compiled.rules import MultiplierRow, SettleRow, Value
from ddz.compiled.steps_part import StepCompiler
from ddz.condition import Event, Played, Redealt, Said, Scope, Type
from ddz.diagnostics import Span
from ddz.source import Mapping
from ddz.variant import model

__all__ = ["ScoreCompiler"]

_NAME = re.compile(r"[A-Za-z_]\w*")


class ScoreCompiler:
    """Compiles what is scored, after all steps; what it made stands in its attributes."""

    def __init__(self, knowledge: Knowledge, steps: StepCompiler, findings: Findings) -> None:
        self.knowledge, self.steps, self.findings = knowledge, steps, findings
        self.variant = knowledge.variant
        self.rows: list[MultiplierRow] = []
        self.settle_names: dict[str, Value] = {}
        self.settle_rows: list[SettleRow] = []

    def multiplier(self) -> None:
        """Compile the multiplier rows."""
        self.findings.step = ""
        most, start = self.variant.most, self.variant.start
        if most is not None and start > most:
            self.findings.report(
                "DDZ509",
                f"N starts at {start}, above the most of {most}",
                self._start_or_most(),
                "start lower, or allow more",
            )
        for spec in self.variant.rows:
            event = self.findings.event(spec.at)
            if event is None:
                continue
            row = self._multiplier_row(spec, event)
            if row is not None:
                self.rows.append(row)

    def _start_or_most(self) -> Span:
        """Where N's start stands, or its most where the file itself says only that."""
        entry = self.variant.root.entries["multiplier"]
        numbers = entry.node.entries if isinstance(entry.node, Mapping) else {}
        found = [numbers[name].key.span for name in ("start", "most") if name in numbers]
        own = [place for place in found if place.file == self.variant.files[0]]
        return (own or found or [entry.key.span])[0]

    def _multiplier_row(self, spec: model.RowSpec, event: Event) -> MultiplierRow | None:
        test, option = None, None
        scope = self.steps.play_scope or self.knowledge.scope()
        if isinstance(event, Played):
            test = self.steps.card_test(event, spec.at)
            if test is None:
                return None
            scope = _with(scope, {"n": "number", "N": "number"})
        elif isinstance(event, Said):
            option = event.option
            if option not in self.steps.options:
                if option in self.findings.absent:
                    self.findings.too_early(option, spec.at.part(*event.at))
                    return None
                near = get_close_matches(option, list(self.steps.options), 1)
                known = ", ".join(self.steps.options)
                hint = f"did you mean '{near[0]}'?" if near else f"there are: {known or 'none'}"
                self.findings.report(
                    "DDZ401", f"no choice has the option '{option}'", spec.at.part(*event.at), hint
                )
                return None
            scope = _with(self.steps.options[option], {"N": "number"})
        elif isinstance(event, Redealt):
            if not self._redeals():
                self.findings.report(
                    "DDZ509",
                    "in this game nothing is dealt anew",
                    spec.at.span,
                    "say how often under 'unbid' of the auction, as in unbid: {redeal: 3, …}",
                )
                return None
            if self._asks_too_early(spec, scope):
                return None
            scope = Scope({"N": "number"})
        else:
            scope = _with(self.knowledge.scope(True), {"N": "number"})
        if (spec.add is None) == (spec.times is None):
            self.findings.report(
                "DDZ509",
                "a row has one of 'add' and 'times'",
                spec.span,
                "as in {at: played bombs, times: 2}",
            )
            return None
        expression = self.findings.expression
        when = expression(spec.when, scope, "truth") if spec.when else None
        add = expression(spec.add, scope, "number") if spec.add else None
        times = expression(spec.times, scope, "number") if spec.times else None
        if add is None and times is None:
            return None
        redealt = isinstance(event, Redealt)
        return MultiplierRow(test, option, when, add, times, spec.span, redealt)

    def _asks_too_early(self, spec: model.RowSpec, scope: Scope) -> bool:
        """Whether a row for a new deal asks for more than N, which is all that is known then."""
        texts = [text for text in (spec.when, spec.add, spec.times) if text is not None]
        for text in texts:
            for word in _NAME.finditer(text.text):
                if word[0] != "N" and (word[0] in scope.names or word[0] in scope.later):
                    self.findings.report(
                        "DDZ404",
                        f"'{word[0]}' is not known yet when all has just been dealt anew",
                        text.part(*word.span()),
                        "a row for 'redeal' can ask for N alone",
                    )
                    return True
        return False

    def _redeals(self) -> bool:
        """Whether an auction without a bid leads to a new deal."""
        specs = [step.spec for step in self.variant.steps.values()]
        return any(isinstance(s, model.AuctionSpec) and s.redeal for s in specs)

    def settle(self) -> None:
        """Compile the settlement."""
        self.knowledge.known["N"] = "number"
        for name, (key, value) in self.variant.settle_names.items():
            if self.knowledge.is_reserved(name, key):
                continue
            if name in self.knowledge.known or name in self.knowledge.later:
                self.findings.report(
                    "DDZ503",
                    f"'{name}' stands for two things",
                    key.span,
                    "take another name for one of them",
                )
                continue
            compiled = self.knowledge.value(value, self.knowledge.scope(True), "number")
            if compiled is None:
                self.findings.doubtful.add(name)
            self.settle_names[name] = compiled or Value(None, {}, value.span)
            self.knowledge.known[name] = "number"
        for row in self.variant.settle_rows:
            shares = {}
            for role, (key, share) in row.shares.items():
                if self.steps.known_role(key):
                    self.findings.used.add(role)
                    shares[role] = share
            when = (
                self.findings.expression(row.when, self.knowledge.scope(True), "truth")
                if row.when
                else None
            )
            times = (
                self.findings.expression(row.times, self.knowledge.scope(True), "number")
                if row.times
                else None
            )
            self.settle_rows.append(SettleRow(when, times, shares, row.why, row.span))
        report_early(self.knowledge, self.findings)


def _with(scope: Scope, names: dict[str, Type]) -> Scope:
    return Scope(
        {**scope.names, **names}, scope.later, scope.marks, scope.bombs, scope.ends, scope.over
    )
