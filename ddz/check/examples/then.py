"""What an example says of a game, held against the game."""

from __future__ import annotations

from collections.abc import Iterator

from ddz.check.examples.forms import Act, Then, Word
from ddz.check.examples.result import Difference, Stopped, differs, known, seat_of
from ddz.compiled.rules import AuctionStep, ChoiceStep, EndStep
from ddz.diagnostics import Span
from ddz.game.actions import Refusal
from ddz.game.position import Outcome
from ddz.game.state import State
from ddz.seats import bits

__all__ = ["held_against", "seats_of", "sentence_of"]

NOBODY = "none"
VOID = "void"


def held_against(then: Then, state: State, place: Span) -> list[Difference]:
    """What is otherwise; `place` is where the bids stand, or the deal. Stopped where the game has
    not got as far as that."""
    return _Held(then, state, place).differences()


def seats_of(act: Act, players: int) -> list[int]:
    """The seats that an action names, in turn. Stopped where there is no such seat."""
    for seat in (act.first, act.last):
        seat_of(Word(str(seat), act.span), players)
    return [(act.first + turn) % players for turn in range((act.last - act.first) % players + 1)]


def sentence_of(refusal: Refusal) -> str:
    """Why an action is refused, without the place of the rule."""
    return Refusal(refusal.key, refusal.values, refusal.rules).text()


class _Held:
    def __init__(self, then: Then, state: State, place: Span) -> None:
        self.then, self.state, self.place = then, state, place
        self.rules, self.facts = state.rules, state.facts

    def differences(self) -> list[Difference]:
        return [
            *self._case(),
            *self._auction(),
            *self._roles(),
            *self._turn(),
            *self._multiplier(),
            *self._actions(),
            *self._end(),
            *self._scores(),
        ]

    # --- up to the play

    def _case(self) -> Iterator[Difference]:
        word, case = self.then.case, self.facts.case
        if word is None:
            return
        wanted = known(word, [name for name, _ in self.rules.cases], "case")
        if case is None:
            raise self._not_yet("which case holds is not known yet", word.span)
        if case != wanted:
            lines = [("the cases are defined here", self.rules.spans["cases"])]
            yield differs("the case is", wanted, case, word.span, related=lines)

    def _auction(self) -> Iterator[Difference]:
        then, facts = self.then, self.facts
        for wanted, what in ((then.winner, "the winner is"), (then.bid, "the bid is")):
            if wanted is None:
                continue
            if isinstance(self.state.now, AuctionStep):
                raise self._not_yet("the auction is not over", wanted.span)
            if wanted is then.winner:
                seat_of(wanted, self.rules.players)
                got = str(bits(facts.winner)[0]) if facts.winner else "nobody"
            else:
                got = str(facts.bid)
            if got != str(wanted.value):
                steps = (step for step in self.rules.flow if isinstance(step, AuctionStep))
                lines = [("the auction is defined here", step.span) for step in steps]
                yield differs(what, str(wanted.value), got, wanted.span, related=lines)

    def _roles(self) -> Iterator[Difference]:
        rules, given = self.rules, self.facts.roles
        spans = {role.name: role.span for role in rules.roles}
        for name, (key, words) in (self.then.roles or {}).items():
            known(key, spans, "role")
            none = [word.text for word in words] == [NOBODY]
            seats = [] if none else [seat_of(word, rules.players) for word in words]
            if not given:
                raise self._not_yet("nobody has a role yet", key.span)
            got = [s for s, r in enumerate(given) if r >= 0 and rules.roles[r].name == name]
            if sorted(seats) != got:
                place = words[0].span if words else key.span
                line = [(f"'{name}' is given here", spans[name])]
                yield differs(f"{name} is", _seats(sorted(seats)), _seats(got), place, related=line)

    def _turn(self) -> Iterator[Difference]:
        step, turn, state = self.then.step, self.then.turn, self.state
        if step is not None:
            wanted = known(step, [*(each.name for each in self.rules.flow), "settle"], "step")
            if wanted != state.step:
                yield differs("the step is", wanted, state.step, step.span)
        if turn is not None:
            seat = seat_of(turn, self.rules.players)
            if seat not in state.waiting:
                got = "nobody's" if state.seat is None else f"seat {state.seat}'s"
                yield differs("the turn is", f"seat {seat}'s", got, turn.span)

    # --- in the play

    def _multiplier(self) -> Iterator[Difference]:
        wanted, got = self.then.multiplier, self.state.multiplier
        if wanted is not None and wanted.value != got:
            yield differs("N is", str(wanted.value), str(got), wanted.span, related=self._rows())

    def _rows(self) -> list[tuple[str, Span]]:
        """The rows of the multiplier that were taken since the last deal."""
        taken: list[tuple[str, Span]] = []
        for node in self.state.history():
            for note in node.notes:
                if note[0] == "dealt":
                    taken = []
                if note[0] == "multiplier":
                    _, _, _, before, after, row = note
                    taken.append((f"N goes from {before} to {after}", self.rules.rows[row].span))
        return taken[:8]

    def _actions(self) -> Iterator[Difference]:
        state, players = self.state, self.rules.players
        for act in self.then.allowed:
            for seat in seats_of(act, players):
                refusal = state.refusal(act.action, seat)
                if refusal is not None:
                    why = sentence_of(refusal)
                    lines = [("by this rule", refusal.span)] if refusal.span else []
                    words = f"'{act.action}' of seat {seat} is"
                    yield differs(words, "allowed", f"refused: {why}", act.span, related=lines)
        for each in self.then.refused:
            for seat in seats_of(each.act, players):
                yield from self._refused(each.act, seat, each.reason)

    def _refused(self, act: Act, seat: int, reason: Word | None) -> Iterator[Difference]:
        refusal = self.state.refusal(act.action, seat)
        if refusal is None:
            yield differs(f"'{act.action}' of seat {seat} is", "refused", "allowed", act.span)
        elif reason is not None and refusal.key != reason.text:
            what = f"'{act.action}' of seat {seat} is refused for"
            got = f"'{refusal.key}' ({sentence_of(refusal)})"
            lines = [("by this rule", refusal.span)] if refusal.span else []
            yield differs(what, f"'{reason.text}'", got, reason.span, related=lines)

    # --- at the end

    def _end(self) -> Iterator[Difference]:
        won, out, ended = self.then.won, self.then.out, self.then.ended
        if won is not None:
            known(won, dict.fromkeys(role.side for role in self.rules.roles), "side")
            side = self._outcome(won.span).side
            if side != won.text:
                yield differs("the winners are", won.text, side or "nobody", won.span)
        if out is not None:
            seat = seat_of(out, self.rules.players)
            outcome = self._outcome(out.span)
            got = f"seat {outcome.seat}" if outcome.kind == "out" else "nobody"
            if got != f"seat {seat}":
                yield differs("out of cards is", f"seat {seat}", got, out.span)
        if ended is not None:
            yield from self._ended(ended)

    def _ended(self, word: Word) -> Iterator[Difference]:
        """The step that ended the game, or the condition under it."""
        steps = [step for step in self.rules.flow if isinstance(step, EndStep)]
        names = [name for step in steps for name in (step.name, *(n for n, _ in step.conditions))]
        known(word, dict.fromkeys([*names, VOID]), "step or condition that ends a game")
        outcome = self._outcome(word.span)
        if outcome.kind in (VOID, "stuck"):
            got, ways = outcome.kind, {outcome.kind}
        elif outcome.kind == "out":
            got, ways = f"seat {outcome.seat} out of cards", set()
        else:
            got, ways = outcome.reason, {outcome.reason, outcome.step}
        if word.text not in ways:
            lines = [(f"'{step.name}' is defined here", step.span) for step in steps]
            yield differs("the game is ended by", word.text, got, word.span, related=lines)

    def _scores(self) -> Iterator[Difference]:
        wanted, place = self.then.scores, self.then.scores_span
        if wanted is None or place is None:
            return
        rules, outcome = self.rules, self._outcome(place)
        row = [("by this row", rules.settle_rows[outcome.row].span)] if outcome.row >= 0 else []
        lines = [*row, *self._rows()]
        if isinstance(wanted, tuple):
            if len(wanted) != rules.players:
                sentence = f"there are {len(wanted)} scores for {rules.players} seats"
                raise Stopped("DDZ701", sentence, place, "write one for each seat, from seat 0 on")
            got, says = _scores(outcome.scores), _scores([number.value for number in wanted])
            if got != says:
                at = next(n for n, s in zip(wanted, outcome.scores, strict=True) if n.value != s)
                yield differs("the scores are", says, got, at.span, related=lines)
            return
        by_role: dict[str, str] = {}
        for name, (key, _) in wanted.items():
            known(key, [role.name for role in rules.roles], "role")
            seats = [s for s, r in enumerate(self.facts.roles) if rules.roles[r].name == name]
            if not seats:
                void = outcome.kind == VOID
                hint = "write a score for each seat" if void else "leave it out"
                raise Stopped("DDZ702", f"nobody is {name} in this game", key.span, hint)
            by_role[name] = _scores(sorted({outcome.scores[seat] for seat in seats}))
        wrong = [n for n, (_, number) in wanted.items() if by_role[n] != _scores([number.value])]
        if wrong:
            got = ", ".join(f"{name} {scores}" for name, scores in by_role.items())
            says = ", ".join(f"{n} {_scores([number.value])}" for n, (_, number) in wanted.items())
            place = wanted[wrong[0]][1].span
            yield differs("the scores are", says, got, place, related=lines)

    def _outcome(self, span: Span) -> Outcome:
        outcome = self.state.outcome
        if outcome is None:
            raise self._not_yet("the game is not over", span)
        return outcome

    def _not_yet(self, sentence: str, span: Span) -> Stopped:
        """What the example speaks of is still to come."""
        state = self.state
        who = f"seat {state.seat} is to act, in the step '{state.step}'"
        if state.seat is None:
            who = f"the game is over, by '{state.outcome.step}'" if state.outcome else "it is over"
        more = "'bids'" if isinstance(state.now, AuctionStep) else "'play'"
        hint = f"go on under {more}, or leave this out"
        if isinstance(state.now, ChoiceStep):
            hint = f"answer under 'play', as in '{state.seat} {state.default}'"
        stopped = Stopped("DDZ705", f"{sentence}: {who}", span, hint)
        return stopped.by("the example goes as far as this", self.place)


def _seats(seats: list[int]) -> str:
    if not seats:
        return "nobody"
    return f"seat{'s' * (len(seats) > 1)} {' '.join(map(str, seats))}"


def _scores(scores: list[int] | tuple[int, ...]) -> str:
    return " ".join(f"{score:+d}" if score else "0" for score in scores)
