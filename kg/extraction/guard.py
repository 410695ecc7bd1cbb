"""The net under the rules of extraction: a rule that raises on a note costs its own finds there, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from kg.extraction import align
from kg.extraction.context import Sentence
from kg.extraction.entries import Entry, Field, Occasion
from kg.extraction.nlp import FAILED
from kg.model import Note, Problem, Span
from kg.net import caught, described

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

CODE = "rule-failed"
T = TypeVar("T")


@dataclass(slots=True)
class Guard:
    """Calls the rules on one note, and keeps what they raise as problems of the note."""

    note: Note
    failed: dict[str, tuple[Problem, int]] = field(default_factory=dict)
    """Rule -> what it raised first, and how often it raised: a rule may raise on each of a thousand lines."""

    def each(self, rule: Callable[..., Iterable[T]], *given: Any) -> Iterator[T]:
        """Return what a rule finds, up to where it raises; the last thing given tells the place."""
        return caught(lambda: rule(*given), lambda error: self._tell(_name(rule), described(error), given[-1]))

    def one(self, rule: Callable[..., T], *given: Any, otherwise: T) -> T:
        """Return what a rule makes, or something else when it raises."""
        made = caught(lambda: [rule(*given)], lambda error: self._tell(_name(rule), described(error), given[-1]))
        return next(made, otherwise)

    def documents(self, nlp: Language, texts: Sequence[tuple[str, int]]) -> Iterator[tuple[Doc, int]]:
        """Run the components over the prose of blocks.

        What is no rule of ours may raise there, too. Then the blocks that were not read yet are read one by one, so
        that only the one to blame is left out.
        """
        left = dict(enumerate(texts))
        for number, (document, index) in enumerate(caught(lambda: nlp.pipe(texts, as_tuples=True), lambda _: None)):
            del left[number]
            yield self._checked(document, index), index
        for text, index in left.values():
            for document in self.each(_through, nlp, text, index):
                yield self._checked(document, index), index

    def problems(self) -> tuple[Problem, ...]:
        """Return a problem for each rule that raised, at the first place where it did."""
        return tuple(
            replace(problem, message=f"{problem.message} (it failed {count} times in this note)")
            if count > 1
            else problem
            for problem, count in self.failed.values()
        )

    def _checked(self, document: Doc, index: int) -> Doc:
        """Take over what the rules over prose have raised on a block."""
        for name, raised in document.user_data.get(FAILED, ()):
            self._tell(name, raised, index)
        return document

    def _tell(self, name: str, raised: str, given: object) -> None:
        if name in self.failed:
            first, count = self.failed[name]
            self.failed[name] = first, count + 1
            return
        message = (
            f"the rule {name!r} failed here ({raised}). What it reads is missing, all else was kept; this is an error "
            "of kg: please report it with the lines around"
        )
        place = next(caught(lambda: self._places(given), _silent), None)
        line, column = self.note.position(place.start) if place is not None else (0, 0)
        self.failed[name] = Problem(CODE, message, self.note.id, place, line, column), 1

    def _places(self, given: object) -> Iterator[Span]:
        """Yield the place in the note of what a rule was called with, when it has one."""
        if isinstance(given, Entry):
            yield align.span(self.note, given.anchor)
        elif isinstance(given, Occasion):
            yield align.span(self.note, given.title)
        elif isinstance(given, Sentence):
            yield align.span(self.note, Field(given.text, given.block, given.start, given.end))
        elif isinstance(given, int):
            yield align.block_span(self.note, given)


def _through(nlp: Language, text: str, _index: int) -> Iterator[Doc]:
    yield nlp(text)


def _name(rule: Callable[..., object]) -> str:
    """Name a rule by its module, and by its function where that is not the one function of a rule."""
    module = rule.__module__.removeprefix("kg.extraction.").removeprefix("rules.")
    return module if rule.__name__ in ("find", "make") else f"{module}.{rule.__name__.strip('_')}"


def _silent(error: Exception) -> None:
    """Say nothing: there is no place to name, which is no reason to name no problem."""
