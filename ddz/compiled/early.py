"""Names used before they are known: told once for each step, with what they wait for."""

from __future__ import annotations

from ddz.compiled.findings import Early, Findings
from ddz.compiled.knowledge import Knowledge
from ddz.diagnostics import Span
from ddz.source import Scalar

__all__ = ["report_early"]


def report_early(knowledge: Knowledge, findings: Findings) -> None:
    """Report what `findings` kept back, now that the whole flow is known."""
    _Reporter(knowledge, findings).run()


class _Reporter:
    def __init__(self, knowledge: Knowledge, findings: Findings) -> None:
        self.knowledge, self.findings = knowledge, findings
        self.variant = knowledge.variant
        self.top = self.variant.files[0]
        self.flow = {word.text: word for word in self.variant.flow}
        self.told: set[str] = set()

    def run(self) -> None:
        uses = list(self.findings.early)
        for name in [*self.knowledge.defined, *self.variant.cases]:
            if name in self.knowledge.later:
                key = self._definition(name)
                assert key is not None
                root = self.knowledge.root_of(name)
                uses.append(Early(name, key.span, "", root))
                self._circle(name)
        groups: dict[tuple[str, str], list[Early]] = {}
        for use in uses:
            if use.root is not None:
                step = self._step_of(use.root)
                here = use.step if step in self.flow else ""
                groups.setdefault((here, step), []).append(use)
        for (_, step), found in groups.items():
            if step in self.variant.steps and step not in self.flow:
                self._absent(step, found)
            else:
                self._early(found)

    def _step_of(self, word: str) -> str:
        return self.knowledge.steps_of.get(word) or self.findings.absent.get(word, "")

    def _definition(self, name: str) -> Scalar | None:
        if name in self.knowledge.defined:
            return self.knowledge.defined[name][0]
        return self.variant.cases[name][0] if name in self.variant.cases else None

    def _circle(self, name: str) -> None:
        """Report names that wait for each other, or one for itself."""
        cases = [*self.variant.cases]
        circle: list[str] = []
        word: str | None = name
        while word and word not in circle:
            circle.append(word)
            word = self.knowledge.next_of(word)
        if not word or self._definition(word) is None:
            return
        circle = circle[circle.index(word) :]
        if self.told.intersection(circle):
            return
        self.told.update(circle, cases if set(circle) & set(cases) else ())
        keys = [key for key in map(self._definition, circle) if key is not None]
        first = next((key for key in keys if key.span.file == self.top), keys[0])
        others = [key for key in keys if key is not first]
        sentence = f"'{first.text}' needs itself"
        if others:
            names = " and ".join(f"'{key.text}'" for key in others)
            sentence = f"'{first.text}' and {names} need each other"
        self.findings.report(
            "DDZ404",
            sentence,
            first.span,
            "a name is made of what is known before it",
            related=tuple((f"'{key.text}' stands here", key.span) for key in others[:3]),
        )

    def _absent(self, step: str, uses: list[Early]) -> None:
        """A step that is defined, used and not in the flow."""
        span = self.variant.flow_span
        words = list(dict.fromkeys(use.word for use in uses))
        self.findings.report(
            "DDZ404",
            f"'{words[0]}' comes from the step '{step}', which is not in the flow",
            span,
            f"name '{step}' in the flow, or take out what needs it",
            related=_places(uses),
        )

    def _early(self, uses: list[Early]) -> None:
        first = next((use for use in uses if use.place.file == self.top), uses[0])
        rest = [use for use in uses if use is not first]
        root = first.root or first.word
        reason = self.knowledge.reasons.get(root, "")
        if root != first.word:
            reason = f"it needs '{root}', and {reason}"
        sentence = f"'{first.word}' is not known here yet: {reason}"
        place = first.place
        definition = self._definition(first.word)
        step = self.flow.get(first.step)
        if place.file != self.top:
            if definition is not None and definition.span.file == self.top:
                place, rest = definition.span, uses
                sentence = f"'{first.word}' is used before it is known: {reason}"
            elif step is not None and step.span.file == self.top:
                place, rest = step.span, uses
                sentence = f"the step '{step.text}' needs '{first.word}', too early: {reason}"
        self.findings.report(
            "DDZ404", sentence, place, "compare with the order of 'flow:'", related=_places(rest)
        )


def _places(uses: list[Early]) -> tuple[tuple[str, Span], ...]:
    return tuple(("it is used here", use.place) for use in uses[:3])
