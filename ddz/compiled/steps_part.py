"""The steps of the flow, compiled one by one with what is known when each comes."""

from __future__ import annotations

import re
from difflib import get_close_matches

from ddz.cards import CardsError, Deck
from ddz.compiled.findings import Findings
from ddz.compiled.knowledge import Knowledge
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
from ddz.plays.table import PlayTable
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
        self.findings.step = name
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
            said = [w for w, is_said in zip(_OUTCOMES, outcomes, strict=True) if is_said]
            hint = f"keep one; '{said[0]}: null' takes out the other" if said else ""
            self.findings.report(
                "DDZ505",
                "'unbid' needs just one of 'seat', 'lot' and 'void', also behind 'redeal'",
                spec.unbid_span,
                hint or "say what happens when all pass: 'seat', 'lot' or 'void'",
            )
        if spec.barred is not None and _all_barred(spec):
            self.findings.report(
                "DDZ603",
                "all who are asked are barred, so nobody can bid",
                spec.barred.span,
                "leave out of 'barred' whoever can bid",
            )
        if spec.seat_bid and spec.seat is None:
            self.findings.report(
                "DDZ505",
                "'bid' goes with 'seat'",
                spec.unbid_span,
                "'lot: 1' is a lot at the bid 1",
            )
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
        rests: list[model.RoleSpec] = []
        for role in spec:
            rest = role.who.plain is not None and role.who.plain.text.strip() == "rest"
            who = None if rest else self.knowledge.value(role.who, scope, "seats")
            if rest:
                rests.append(role)
            reveal = self._reveal(role) if role.hidden_until else None
            roles.append(Role(role.key.text, role.side.text, who, reveal, role.key.span))
        self._check_rests(rests)
        for made in roles:
            for word in (made.name, made.side):
                self.knowledge.now_known(word, "seats")
        self.knowledge.roles = tuple(roles)
        return RolesStep(name, span, self.knowledge.roles)

    def _check_rests(self, rests: list[model.RoleSpec]) -> None:
        """One role at most is everybody without one."""
        if len(rests) < 2:
            return
        top = self.variant.files[0]
        own = [role for role in rests if role.who.span.file == top]
        here = own[-1] if own else rests[-1]
        other = next(role for role in rests if role is not here)
        self.findings.report(
            "DDZ507",
            f"'{here.key.text}' and '{other.key.text}' are both the rest",
            here.who.span,
            "one role is everybody without a role; say who the other is",
            related=(("the other one", other.who.span),),
        )

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
        dealt = self.variant.players * self.variant.each + self.variant.aside
        if self.variant.kitty == 0 and dealt == self.deck.size:
            self.findings.report(
                "DDZ504",
                "the deal keeps no kitty back to hand out",
                span,
                "take the step out of the flow, or write 'kitty:' under 'deal:'",
            )
        return KittyStep(name, span, spec.shown == "all", tuple(shares))

    def known_role(self, key: Scalar) -> bool:
        names = [role.name for role in self.knowledge.roles]
        if key.text in names:
            return True
        if key.text in self.knowledge.later and key.text in self.knowledge.steps_of:
            self.findings.too_early(key.text, key.span)
            return False
        near = get_close_matches(key.text, names, 1)
        hint = (
            f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(names) or 'none yet'}"
        )
        self.findings.report("DDZ508", f"there is no role '{key.text[:40]}' here", key.span, hint)
        return False

    def _end(self, spec: model.EndSpec, name: str, span: Span) -> Step | None:
        scope = self.knowledge.scope()
        self.knowledge.ends.append(name)
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
        return EndStep(name, span, each, tuple(conditions), side)

    def _side(self, text: Scalar) -> str:
        sides = sorted({role.side for role in self.knowledge.roles})
        if text.text in self.knowledge.later and text.text in self.knowledge.steps_of:
            self.findings.too_early(text.text, text.span)
        elif text.text not in sides:
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
                _near(spec.default.text, list(spec.options)),
            )
        for option, key in spec.options.items():
            if option in self.options:
                self.findings.report(
                    "DDZ503",
                    f"'{option}' is an option of two choices",
                    key.span,
                    "take another name for one of them",
                )
            if option.lower() in ("pass", "bid"):
                self.findings.report(
                    "DDZ503", f"'{option}' is an action already", key.span, "take another name"
                )
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
        return PlayStep(name, span, lead, spec.bound_by, tuple(effects))

    def _effect(self, spec: model.EffectSpec) -> Effect | None:
        event = self.findings.event(spec.at)
        if event is None:
            return None
        if not isinstance(event, Played):
            self.findings.report(
                "DDZ509",
                "an effect follows a play: 'played …'",
                spec.at.span,
                "as in 'played bombs'",
            )
            return None
        test = self.card_test(event, spec.at)
        ranks = []
        good = True
        for match in re.finditer(r"\S+", spec.freeze.text):
            ranks.append(match[0])
            if match[0] not in self.deck.index:
                good = False
                self.findings.report(
                    "DDZ301",
                    f"the deck has no rank '{match[0][:20]}'",
                    spec.freeze.part(*match.span()),
                    f"it has {' '.join(self.deck.ranks)}",
                )
        if test is None or not good:
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
            start = text.text.index(cards.over, text.text.index("over", event.at[1]) + 4)
            place = text.part(start, start + len(cards.over))
            try:
                play = self.table.classify(self.deck.tally(cards.over))
            except CardsError as error:
                ranks = f"the deck has {' '.join(self.deck.ranks)}"
                self.findings.report("DDZ301", str(error), place, ranks)
                return None
            if play is None and self.findings.bombs_doubtful:
                return None
            if play is None:
                self.findings.report(
                    "DDZ509",
                    f"{cards.over} is no play, so nothing beats it",
                    place,
                    "write cards that can be played",
                )
                return None
            over = play.reading
        name = None if cards.name == "bombs" else cards.name
        test = CardTest(name, cards.low, cards.high, over)
        if over is None and not self._can_be(test):
            self.findings.report(
                "DDZ509",
                f"no bomb is '{text.text[event.at[0] :]}', so this never happens",
                text.part(event.at[0], len(text.text)),
                "compare it with 'bombs:' and the deck",
            )
            return None
        return test

    def _can_be(self, test: CardTest) -> bool:
        """Whether some bomb of the table fits; of patterns this is not asked."""
        if test.name is not None and test.name not in self.table.bomb_names:
            return True
        bombs = self.table.bombs
        if not any(test.name in (None, bomb.pattern) for bomb in bombs):
            return True  # there are none for a reason told already
        return any(test.fits(bomb) for bomb in bombs)


_OUTCOMES = ("seat", "lot", "void")


def _all_barred(spec: model.AuctionSpec) -> bool:
    """Whether the same text, or everybody, is asked and barred."""
    assert spec.barred is not None
    barred, asked = spec.barred.plain, spec.asked.plain
    if barred is None:
        return False
    return barred.text.strip() in ("all", asked.text.strip() if asked is not None else "all")


def _near(word: str, known: list[str]) -> str:
    near = get_close_matches(word, known, 1)
    return f"did you mean '{near[0]}'?" if near else f"there are: {', '.join(known)}"
