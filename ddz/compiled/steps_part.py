"""The steps of the flow, compiled one by one with what is known when each comes."""

from __future__ import annotations

from difflib import get_close_matches

from ddz.cards import CardsError, Deck
from ddz.compiled.findings import Findings
from ddz.compiled.knowledge import Knowledge
from ddz.compiled.plays import PlayTable
from ddz.compiled.rules import (
    AuctionStep,
    CardTest,
    ChoiceStep,
    Effect,
    EndStep,
    KittyStep,
    PlayStep,
    Role,
    RolesStep,
    Step,
    Value,
)
from ddz.condition import Played, Scope
from ddz.diagnostics import Span
from ddz.source import Scalar
from ddz.variant import model

__all__ = ["StepCompiler"]


class StepCompiler:
    """Compiles steps in the order of the flow. `options` and `play_scope` keep, for the multiplier,
    what was known where an answer was given and where the play began.
    """

    def __init__(
        self, knowledge: Knowledge, deck: Deck, table: PlayTable, findings: Findings
    ) -> None:
        self.knowledge, self.deck, self.table, self.findings = knowledge, deck, table, findings
        self.variant = knowledge.variant
        self.options: dict[str, Scope] = {}
        self.play_scope: Scope | None = None

    def compile(self, step: model.StepSpec) -> Step | None:
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
        scope = self.knowledge.scope()
        when = self.findings.expression(spec.when, scope, "truth") if spec.when else None
        start = self.knowledge.value(spec.start, scope, "seats")
        asked = self.knowledge.value(spec.asked, scope, "seats")
        barred = self.knowledge.value(spec.barred, scope, "seats") if spec.barred else None
        seat = self.knowledge.value(spec.seat, scope, "seats") if spec.seat else None
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
        self.knowledge.now_known("winner", "seats")
        self.knowledge.now_known("bid", "number")
        if start is None or asked is None:
            return None
        return AuctionStep(
            name, span, when, start, asked, barred, spec.bids, spec.turns, spec.passed == "out",
            spec.redeal, seat, spec.seat_bid, spec.lot, spec.void,
        )  # fmt: skip

    def _roles(self, spec: tuple[model.RoleSpec, ...], name: str, span: Span) -> Step | None:
        scope = self.knowledge.scope()
        roles: list[Role] = []
        for role in spec:
            rest = role.who.plain is not None and role.who.plain.text.strip() == "rest"
            who = None if rest else self.knowledge.value(role.who, scope, "seats")
            if rest and any(other.who is None for other in roles):
                self.findings.report("DDZ507", "two roles are the rest", role.key.span)
            reveal = self._reveal(role) if role.hidden_until else None
            roles.append(Role(role.key.text, role.side.text, who, reveal, role.key.span))
        for made in roles:
            for word in (made.name, made.side):
                self.knowledge.now_known(word, "seats")
        self.knowledge.roles = tuple(roles)
        return RolesStep(name, span, self.knowledge.roles)

    def _reveal(self, role: model.RoleSpec) -> str | None:
        assert role.hidden_until is not None
        found = self.findings.until(role.hidden_until)
        if found is None:
            return None
        mark, place = found
        if mark not in self.knowledge.marks:
            near = get_close_matches(mark, list(self.knowledge.marks), 1)
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
        scope = self.knowledge.scope()
        shares: list[tuple[str, Value]] = []
        for role, (key, value) in spec.to.items():
            if self.known_role(key):
                self.findings.used.add(role)
                count = self.knowledge.value(value, scope, "number")
                if count is not None:
                    shares.append((role, count))
        if self.variant.kitty == 0:
            self.findings.report("DDZ504", "the deal keeps no kitty back to hand out", span)
        return KittyStep(name, span, spec.shown == "all", tuple(shares))

    def known_role(self, key: Scalar) -> bool:
        names = [role.name for role in self.knowledge.roles]
        if key.text in names:
            return True
        near = get_close_matches(key.text, names, 1)
        hint = (
            f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names) or 'none yet'}"
        )
        self.findings.report("DDZ508", f"there is no role '{key.text[:40]}' here", key.span, hint)
        return False

    def _end(self, spec: model.EndSpec, name: str, span: Span) -> Step | None:
        scope = self.knowledge.scope()
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
        self.knowledge.ends.append(name)
        return EndStep(name, span, each, tuple(conditions), side)

    def _side(self, text: Scalar) -> str:
        sides = sorted({role.side for role in self.knowledge.roles})
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
        ask = self.knowledge.value(spec.ask, self.knowledge.scope(), "seats")
        if spec.default.text not in spec.options:
            self.findings.report(
                "DDZ508",
                f"the default '{spec.default.text[:40]}' is none of the options",
                spec.default.span,
                "there are: " + ", ".join(spec.options),
            )
        for option, key in spec.options.items():
            if option in self.options:
                self.findings.report("DDZ503", f"'{option}' is an option of two choices", key.span)
            if option.lower() in ("pass", "bid"):
                self.findings.report("DDZ503", f"'{option}' is an action already", key.span)
            self.options[option] = self.knowledge.scope()
        if ask is None:
            return None
        options = tuple(spec.options)
        return ChoiceStep(name, span, ask, options, spec.opens, spec.default.text, spec.seconds)

    def _play(self, spec: model.PlaySpec, name: str, span: Span) -> Step | None:
        scope = self.knowledge.scope()
        self.play_scope = scope
        lead = self.knowledge.value(spec.lead, scope, "seats")
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
        test = self.card_test(event, spec.at)
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

    def card_test(self, event: Played, text: Scalar) -> CardTest | None:
        cards = event.cards
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
