"""The part of a variant that is about what happens: names, cases, steps, multiplier, settlement."""

from __future__ import annotations

from difflib import get_close_matches

from ddz.cards import CardsError, Deck
from ddz.compiled.findings import Findings
from ddz.compiled.plays import PlayTable
from ddz.compiled.rules import (
    AuctionStep,
    CardTest,
    ChoiceStep,
    Effect,
    EndStep,
    KittyStep,
    Mark,
    MultiplierRow,
    PlayStep,
    Role,
    RolesStep,
    SettleRow,
    Step,
    Value,
)
from ddz.condition import Expression, Over, Played, Said, Scope, Type
from ddz.condition.expression import BombSet
from ddz.diagnostics import Span
from ddz.source import Scalar
from ddz.variant import model
from ddz.variant.model import Variant

__all__ = ["FlowPart"]

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


class FlowPart:
    """Compiles the flow, step by step; what it made stands in its attributes."""

    def __init__(
        self,
        variant: Variant,
        deck: Deck,
        table: PlayTable,
        marks: list[Mark],
        findings: Findings,
    ) -> None:
        self.variant, self.deck, self.table = variant, deck, table
        self.marks = {mark.name: mark.cards for mark in marks}
        self.findings = findings
        self.known: dict[str, Type] = dict(_BUILT_IN)
        self.later: dict[str, str] = {}
        self.ends: list[str] = []
        self.names: dict[str, Value] = {}
        self.cases: dict[str, Expression] = {}
        self.case_stage = 0
        self.steps: list[Step] = []
        self.roles: tuple[Role, ...] = ()
        self.rows: list[MultiplierRow] = []
        self.settle_names: dict[str, Value] = {}
        self.settle_rows: list[SettleRow] = []
        self._options: dict[str, Scope] = {}
        self._play_scope: Scope | None = None
        self._marks_spent: set[str] = set()

    def compile(self) -> None:
        """Walk the flow from deal to settle."""
        self._look_ahead()
        if not self._check_flow():
            return
        self._learn()
        for word in self.variant.flow[1:-1]:
            step = self._step(self.variant.steps[word.text])
            if step is not None:
                self.steps.append(step)
            self._learn()
        self._report_unknown()
        self._multiplier()
        self._settle()

    # --- what is known when

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

    def _learn(self) -> None:
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
                    self.known[case] = "truth"
                    self.later.pop(case, None)
                self.case_stage = len(self.steps)
                progress = bool(self.cases)

    def _learn_name(self, name: str, value: model.Value) -> None:
        kinds: list[Type] = ["seats", "number", "truth"]
        texts = [value.plain] if value.plain else [e.node for e in value.table.values()]
        first = texts[0]
        assert isinstance(first, Scalar)
        kind: Type = "seats"
        for kind in kinds:
            trial = Findings()
            if trial.expression(first, self.scope(), kind) is not None:
                break
        else:
            kind = "seats"
        compiled = self._value(value, self.scope(), kind)
        self.names[name] = compiled or Value(None, {}, value.span)
        self.known[name] = kind
        self.later.pop(name, None)

    def _ready(self, value: model.Value) -> bool:
        texts = [value.plain] if value.plain else [e.node for e in value.table.values()]
        if value.table and self.variant.cases and not self.cases:
            return False
        return all(self._reads_now(text) for text in texts if isinstance(text, Scalar))

    def _cases_ready(self) -> bool:
        return all(self._reads_now(text) for _, text in self.variant.cases.values())

    def _reads_now(self, text: Scalar) -> bool:
        """Whether the text needs nothing that comes later; a text that is wrong otherwise is
        ready.
        """
        kinds: list[Type] = ["truth", "number", "seats"]
        for kind in kinds:
            trial = Findings()
            trial.expression(text, self.scope(), kind)
            if not trial.all or any(d.code == "DDZ404" for d in trial.all):
                return not trial.all
        return True

    def _report_unknown(self) -> None:
        for name, (_, value) in self.variant.names.items():
            if name not in self.names:
                self._value(value, self.scope(), "seats")
        if self.variant.cases and not self.cases:
            for _, text in self.variant.cases.values():
                self.findings.expression(text, self.scope(), "truth")

    def scope(self, over: bool = False) -> Scope:
        """What an expression may use at this point of the flow."""
        return Scope(
            dict(self.known),
            dict(self.later),
            self.marks,
            frozenset(self.table.bomb_names),
            frozenset(self.ends),
            over,
        )

    # --- the order of steps

    def _check_flow(self) -> bool:
        report = self.findings.report
        flow = [word.text for word in self.variant.flow]
        good = True
        if flow[0] != "deal" or flow[-1] != "settle":
            report(
                "DDZ501",
                "the flow starts with 'deal' and ends with 'settle'",
                self.variant.flow_span,
            )
            good = False
        kinds: dict[str, str] = {}
        for at, word in enumerate(self.variant.flow):
            name = word.text
            if name in ("deal", "settle"):
                if flow.index(name) != at:
                    report("DDZ501", f"'{name}' stands twice in the flow", word.span)
                    good = False
                continue
            if name not in self.variant.steps:
                near = get_close_matches(name, list(self.variant.steps), 1)
                hint = f"did you mean '{near[0]}'?" if near else "steps are defined under 'steps:'"
                report("DDZ502", f"there is no step '{name[:40]}'", word.span, hint)
                good = False
                continue
            step = self.variant.steps[name]
            if flow.index(name) != at:
                report("DDZ501", f"the step '{name}' stands twice in the flow", word.span)
                good = False
            elif step.kind in kinds and step.kind in ("auction", "roles", "kitty", "play"):
                report(
                    "DDZ501",
                    f"the flow has two steps of the kind '{step.kind}'",
                    word.span,
                    f"the first is '{kinds[step.kind]}'",
                )
                good = False
            kinds.setdefault(step.kind, name)
        if good and "play" not in kinds:
            report("DDZ501", "the flow has no step of the kind 'play'", self.variant.flow_span)
            good = False
        if good and flow[-2] != kinds["play"]:
            report(
                "DDZ501",
                f"'{flow[-2]}' comes after the play, when the game is over",
                self.variant.flow[-2].span,
                "the play is the last step before 'settle'",
            )
            good = False
        if good and "roles" not in kinds:
            report(
                "DDZ501",
                "the flow has no step of the kind 'roles', so nobody is on a side",
                self.variant.flow_span,
            )
            good = False
        return good

    # --- steps

    def _step(self, step: model.StepSpec) -> Step | None:
        spec, name, span = step.spec, step.key.text, step.key.span
        if isinstance(spec, model.AuctionSpec):
            return self._auction(spec, name, span)
        if isinstance(spec, tuple):
            return self._roles(spec, name, span)
        if isinstance(spec, model.KittySpec):
            return self._kitty(spec, name, span)
        if isinstance(spec, model.EndSpec):
            return self._end(spec, name, span)
        if isinstance(spec, model.ChoiceSpec):
            return self._choice(spec, name, span)
        return self._play(spec, name, span)

    def _auction(self, spec: model.AuctionSpec, name: str, span: Span) -> Step | None:
        scope = self.scope()
        when = self.findings.expression(spec.when, scope, "truth") if spec.when else None
        start = self._value(spec.start, scope, "seats")
        asked = self._value(spec.asked, scope, "seats")
        barred = self._value(spec.barred, scope, "seats") if spec.barred else None
        seat = self._value(spec.seat, scope, "seats") if spec.seat else None
        if list(spec.bids) != sorted(set(spec.bids)):
            self.findings.report("DDZ505", "the bids must rise", spec.bids_span, "as in [1, 2, 3]")
        outcomes = [spec.seat is not None, spec.lot is not None, spec.void]
        if sum(outcomes) != 1:
            self.findings.report(
                "DDZ505",
                "'unbid' needs just one of 'seat', 'lot' and 'void', also behind 'redeal'",
                spec.unbid_span,
                "so that a game can always end",
            )
        if spec.seat_bid and spec.seat is None:
            self.findings.report("DDZ505", "'bid' goes with 'seat'", spec.unbid_span)
        self.known["winner"], self.known["bid"] = "seats", "number"
        self.later.pop("winner", None)
        self.later.pop("bid", None)
        if start is None or asked is None:
            return None
        return AuctionStep(
            name, span, when, start, asked, barred, spec.bids, spec.turns, spec.passed == "out",
            spec.redeal, seat, spec.seat_bid, spec.lot, spec.void,
        )  # fmt: skip

    def _roles(self, spec: tuple[model.RoleSpec, ...], name: str, span: Span) -> Step | None:
        scope = self.scope()
        roles: list[Role] = []
        for role in spec:
            rest = role.who.plain is not None and role.who.plain.text.strip() == "rest"
            who = None if rest else self._value(role.who, scope, "seats")
            if rest and any(other.who is None for other in roles):
                self.findings.report("DDZ507", "two roles are the rest", role.key.span)
            reveal = self._reveal(role) if role.hidden_until else None
            roles.append(Role(role.key.text, role.side.text, who, reveal, role.key.span))
        for made in roles:
            for word in (made.name, made.side):
                self.known[word] = "seats"
                self.later.pop(word, None)
        self.roles = tuple(roles)
        return RolesStep(name, span, self.roles)

    def _reveal(self, role: model.RoleSpec) -> str | None:
        assert role.hidden_until is not None
        found = self.findings.until(role.hidden_until)
        if found is None:
            return None
        mark, place = found
        if mark not in self.marks:
            near = get_close_matches(mark, list(self.marks), 1)
            hint = f"did you mean '{near[0]}'?" if near else "marks are listed under 'deal:'"
            self.findings.report(
                "DDZ401", f"there is no mark '{mark}'", role.hidden_until.part(*place), hint
            )
            return None
        if self.variant.marks[mark].known == "nobody":
            self.findings.report(
                "DDZ507",
                f"nobody knows the mark '{mark}', so its holder cannot choose to spend it",
                role.hidden_until.part(*place),
                "write 'known: holder' at the mark",
            )
        self.findings.used.add(mark)
        return mark

    def _kitty(self, spec: model.KittySpec, name: str, span: Span) -> Step | None:
        scope = self.scope()
        shares: list[tuple[str, Value]] = []
        for role, (key, value) in spec.to.items():
            if self._known_role(key):
                self.findings.used.add(role)
                count = self._value(value, scope, "number")
                if count is not None:
                    shares.append((role, count))
        if self.variant.kitty == 0:
            self.findings.report("DDZ504", "the deal keeps no kitty back to hand out", span)
        return KittyStep(name, span, spec.shown == "all", tuple(shares))

    def _known_role(self, key: Scalar) -> bool:
        names = [role.name for role in self.roles]
        if key.text in names:
            return True
        near = get_close_matches(key.text, names, 1)
        hint = (
            f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names) or 'none yet'}"
        )
        self.findings.report("DDZ508", f"there is no role '{key.text[:40]}' here", key.span, hint)
        return False

    def _end(self, spec: model.EndSpec, name: str, span: Span) -> Step | None:
        scope = self.scope()
        each = self.findings.each(spec.any, scope) if spec.any else None
        if spec.any and each is None:
            return None
        inner = scope.with_seat(each.seat) if each else scope
        conditions = []
        for label, (_, text) in spec.when.items():
            found = self.findings.expression(text, inner, "truth")
            if found is not None:
                conditions.append((label, found))
        side = self._side(spec.won)
        self.ends.append(name)
        return EndStep(name, span, each, tuple(conditions), side)

    def _side(self, text: Scalar) -> str:
        sides = sorted({role.side for role in self.roles})
        if text.text not in sides:
            near = get_close_matches(text.text, sides, 1)
            hint = (
                f"did you mean '{near[0]}'?"
                if near
                else f"there are: {', '.join(sides) or 'none yet'}"
            )
            self.findings.report(
                "DDZ508", f"there is no side '{text.text[:40]}' here", text.span, hint
            )
        return text.text

    def _choice(self, spec: model.ChoiceSpec, name: str, span: Span) -> Step | None:
        ask = self._value(spec.ask, self.scope(), "seats")
        if spec.default.text not in spec.options:
            self.findings.report(
                "DDZ508",
                f"the default '{spec.default.text[:40]}' is none of the options",
                spec.default.span,
                "there are: " + ", ".join(spec.options),
            )
        for option, key in spec.options.items():
            if option in self._options:
                self.findings.report("DDZ503", f"'{option}' is an option of two choices", key.span)
            if option.lower() in ("pass", "bid"):
                self.findings.report("DDZ503", f"'{option}' is an action already", key.span)
            self._options[option] = self.scope()
        if ask is None:
            return None
        options = tuple(spec.options)
        return ChoiceStep(name, span, ask, options, spec.opens, spec.default.text, spec.seconds)

    def _play(self, spec: model.PlaySpec, name: str, span: Span) -> Step | None:
        scope = self.scope()
        self._play_scope = scope
        lead = self._value(spec.lead, scope, "seats")
        effects = [effect for each in spec.effects if (effect := self._effect(each)) is not None]
        if lead is None:
            return None
        return PlayStep(name, span, lead, tuple(effects))

    def _effect(self, spec: model.EffectSpec) -> Effect | None:
        event = self.findings.event(spec.at)
        if event is None:
            return None
        if not isinstance(event, Played):
            self.findings.report("DDZ509", "an effect follows a play: 'played …'", spec.at.span)
            return None
        test = self._card_test(event, spec.at)
        ranks = spec.freeze.text.split()
        for rank in ranks:
            if rank not in self.deck.index:
                self.findings.report(
                    "DDZ301", f"the deck has no rank '{rank[:20]}'", spec.freeze.span
                )
                return None
        if test is None:
            return None
        frozen = frozenset(self.deck.index[rank] for rank in ranks)
        return Effect(test, frozen, spec.others, spec.at.span)

    def _card_test(self, event: Played, text: Scalar) -> CardTest | None:
        cards: BombSet = event.cards
        names = [*self.table.pattern_names, *self.table.bomb_names]
        if cards.name not in names and cards.name != "bombs":
            near = get_close_matches(str(cards.name), names, 1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names)}"
            self.findings.report(
                "DDZ401", f"there is no pattern or bomb '{cards.name}'", text.part(*event.at), hint
            )
            return None
        over = None
        if cards.over is not None:
            try:
                play = self.table.classify(self.deck.tally(cards.over))
            except CardsError as error:
                self.findings.report("DDZ301", str(error), text.span)
                return None
            if play is None:
                self.findings.report(
                    "DDZ509", f"{cards.over} is no play, so nothing beats it", text.span
                )
                return None
            over = play.reading
        name = None if cards.name == "bombs" else cards.name
        return CardTest(name, cards.low, cards.high, over)

    # --- multiplier and settlement

    def _multiplier(self) -> None:
        for spec in self.variant.rows:
            event = self.findings.event(spec.at)
            if event is None:
                continue
            row = self._multiplier_row(spec, event)
            if row is not None:
                self.rows.append(row)

    def _multiplier_row(
        self, spec: model.RowSpec, event: Played | Said | Over
    ) -> MultiplierRow | None:
        test, option = None, None
        scope = self._play_scope or self.scope()
        if isinstance(event, Played):
            test = self._card_test(event, spec.at)
            if test is None:
                return None
            scope = _with(scope, {"n": "number", "N": "number"})
        elif isinstance(event, Said):
            option = event.option
            if option not in self._options:
                near = get_close_matches(option, list(self._options), 1)
                hint = f"did you mean '{near[0]}'?" if near else ""
                self.findings.report(
                    "DDZ401", f"no choice has the option '{option}'", spec.at.part(*event.at), hint
                )
                return None
            scope = _with(self._options[option], {"N": "number"})
        else:
            scope = _with(self.scope(True), {"N": "number"})
        if (spec.add is None) == (spec.times is None):
            self.findings.report("DDZ509", "a row has one of 'add' and 'times'", spec.span)
            return None
        expression = self.findings.expression
        when = expression(spec.when, scope, "truth") if spec.when else None
        add = expression(spec.add, scope, "number") if spec.add else None
        times = expression(spec.times, scope, "number") if spec.times else None
        if add is None and times is None:
            return None
        return MultiplierRow(test, option, when, add, times, spec.span)

    def _settle(self) -> None:
        self.known["N"] = "number"
        for name, (key, value) in self.variant.settle_names.items():
            if name in self.known or name in RESERVED:
                self.findings.report("DDZ503", f"'{name}' stands for two things", key.span)
                continue
            compiled = self._value(value, self.scope(True), "number")
            self.settle_names[name] = compiled or Value(None, {}, value.span)
            self.known[name] = "number"
        for row in self.variant.settle_rows:
            shares = {}
            for role, (key, share) in row.shares.items():
                if self._known_role(key):
                    self.findings.used.add(role)
                    shares[role] = share
            when = (
                self.findings.expression(row.when, self.scope(True), "truth") if row.when else None
            )
            times = (
                self.findings.expression(row.times, self.scope(True), "number")
                if row.times
                else None
            )
            self.settle_rows.append(SettleRow(when, times, shares, row.why, row.span))

    # --- values

    def _value(self, value: model.Value, scope: Scope, kind: Type) -> Value | None:
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


def _with(scope: Scope, names: dict[str, Type]) -> Scope:
    return Scope(
        {**scope.names, **names}, scope.later, scope.marks, scope.bombs, scope.ends, scope.over
    )
