"""The net under the rules of extraction: a rule that raises costs what it finds in one block, and nothing else.

A rule sees a whole note, and what raises on one entry of a bibliography would end it for all behind. So the rule is
called again without the block that made it raise (`kg.net.Spared`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from kg.errors import KgError
from kg.extraction import align
from kg.extraction.citing import Citation
from kg.extraction.context import Context, Sentence
from kg.extraction.entries import Entry, Field, Occasion, Page
from kg.extraction.nlp import Found, Rule
from kg.model import Block, Note, Problem, Span
from kg.net import Spared, attempted, caught, described

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

CODE = "rule-failed"
OVER_BUDGET = "over-budget"
MOST = 2_000_000
"""Things that rules may find in a note, far above those of any bibliography: more are products of one another."""
T = TypeVar("T")


class OverBudgetError(KgError):
    """The rules find more in a note than it can say."""


@dataclass(slots=True)
class Guard:
    """Calls the rules on one note, and keeps what they raise as problems of the note."""

    note: Note
    failed: dict[str, tuple[Problem, int]] = field(default_factory=dict)
    """Rule -> what it raised first, and how often it raised: a rule may raise on each of a thousand lines."""
    left: int = field(default_factory=lambda: MOST)
    """Things that may still be found."""

    def each(self, rule: Callable[..., Iterable[T]], *given: Any) -> Iterator[T]:
        """Return what a rule finds; where it raises on a note, what it finds without the blocks to blame."""
        return iter(self._found(rule, rule, given))

    def one(self, rule: Callable[..., T], *given: Any, otherwise: T) -> T:
        """Return what a rule makes, or something else when it raises."""
        return next(iter(self._found(lambda *these: (rule(*these),), rule, given)), otherwise)

    def _found(self, rule: Callable[..., Iterable[T]], named: Callable[..., object], given: tuple[Any, ...]) -> list[T]:
        found, error = self._attempted(rule, given)
        if error is None:
            return found
        name = _name(named)
        if self._place(given[-1]) is None:
            spared = Spared(lambda hidden: list(rule(*_without(given, hidden))), len(self.note.blocks))
            for block, raised in spared.blamed():
                self._tell(name, described(raised), block)
            if spared.made is not None:
                if spared.left < spared.count:
                    self._stop(name, spared.left)
                return [_seeing(self.note, one) for one in spared.made]
        self._tell(name, described(error), given[-1])
        return found

    def _attempted(self, rule: Callable[..., Iterable[T]], given: Sequence[Any]) -> tuple[list[T], Exception | None]:
        """Return what a rule finds, up to where it raises, and what it raises.

        Raises:
            OverBudgetError: all rules together find too much.
        """
        found: list[T] = []
        raised = attempted(lambda: islice(rule(*given), self.left + 1), found)
        self.left -= len(found)
        if self.left < 0:
            raise OverBudgetError(
                f"kg found more than {MOST:,} names and facts in this note and keeps none of them; its text can be "
                "searched. Split the note"
            )
        return found, raised

    def names(self, rule: Rule, document: Doc, block: int) -> Iterator[Found]:
        """Yield what a rule over prose finds in a block, up to where it raises."""
        found, error = self._attempted(rule.find, (document,))
        if error is not None:
            self._tell(rule.name, described(error), block)
        yield from found

    def documents(self, nlp: Language, texts: Sequence[tuple[str, int]]) -> Iterator[tuple[Doc, int]]:
        """Run spaCy over the prose of blocks.

        It may raise, too. Then the blocks that were not read yet are read one by one, so that only the one to blame is
        left out.
        """
        left = dict(enumerate(texts))
        for number, (document, index) in enumerate(caught(lambda: nlp.pipe(texts, as_tuples=True), lambda _: None)):
            del left[number]
            yield document, index
        for text, index in left.values():
            for document in self.each(_through, nlp, text, index):
                yield document, index

    def problems(self) -> tuple[Problem, ...]:
        """Return a problem for each rule that raised, at the first place where it did."""
        return tuple(
            replace(problem, message=f"{problem.message} (it failed {count} times in this note)")
            if count > 1
            else problem
            for problem, count in self.failed.values()
        )

    def _tell(self, name: str, raised: str, given: object) -> None:
        if name in self.failed:
            first, count = self.failed[name]
            self.failed[name] = first, count + 1
            return
        message = (
            f"the rule {name!r} failed here ({raised}). What it reads is missing, all else was kept; this is an error "
            "of kg: please report it with the lines around"
        )
        place = self._place(given)
        line, column = self.note.position(place.start) if place is not None else (0, 0)
        self.failed[name] = Problem(CODE, message, self.note.id, place, line, column), 1

    def _stop(self, name: str, block: int) -> None:
        """Say that a rule has raised too often to be tried on the blocks behind."""
        problem, count = self.failed[name]
        line = self.note.line(align.block_span(self.note, block).start)
        self.failed[name] = replace(problem, message=f"{problem.message}. From line {line} on it was left out"), count

    def _place(self, given: object) -> Span | None:
        return next(caught(lambda: self._places(given), _silent), None)

    def _places(self, given: object) -> Iterator[Span]:
        """Yield the place in the note of what a rule was called with, when it has one."""
        if isinstance(given, Entry):
            yield align.span(self.note, given.anchor)
        elif isinstance(given, Occasion):
            yield align.span(self.note, given.title)
        elif isinstance(given, Citation):
            yield align.span(self.note, given.place)
        elif isinstance(given, Sentence):
            yield align.span(self.note, Field(given.text, given.block, given.start, given.end))
        elif isinstance(given, int):
            yield align.block_span(self.note, given)


def _without(given: Sequence[Any], hidden: Collection[int]) -> list[Any]:
    """Hide some blocks in what a rule is given: there are blanks in the place of their text."""

    def hide(one: Any) -> Any:
        if isinstance(one, Note):
            return replace(one, blocks=tuple(_blank(b) if n in hidden else b for n, b in enumerate(one.blocks)))
        if isinstance(one, dict):
            return {block: known for block, known in one.items() if block not in hidden}
        return replace(one, note=hide(one.note)) if isinstance(one, Page | Context) else one

    return list(map(hide, given))


def _blank(block: Block) -> Block:
    return replace(block, prose=" " * len(block.prose), links=(), marks=(), fields=())


def _seeing(note: Note, made: T) -> T:
    """Put the whole note back into what a rule has made of it."""
    return replace(made, note=note) if isinstance(made, Page | Context) else made


def _through(nlp: Language, text: str, _index: int) -> Iterator[Doc]:
    yield nlp(text)


def _name(rule: Callable[..., object]) -> str:
    """Name a rule by its module, and by its function where that is not the one function of a rule."""
    module = rule.__module__.removeprefix("kg.extraction.").removeprefix("rules.")
    return module if rule.__name__ in ("find", "make") else f"{module}.{rule.__name__.strip('_')}"


def _silent(error: Exception) -> None:
    """Say nothing: there is no place to name, which is no reason to name no problem."""
