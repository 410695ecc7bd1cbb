"""Sheets with an outline: records in one layout under topics of several levels, with other sections between them."""

from __future__ import annotations

from collections.abc import Iterator

from layouts.around import Around
from layouts.bystanders import Bystanders
from layouts.containers import Container
from layouts.decoys import Decoys
from layouts.described import Described
from layouts.hand import Hand
from layouts.libraries import Library
from layouts.notices import Notices
from layouts.papers import Paper
from layouts.plans import Entry, Plan
from layouts.posts import Posts
from layouts.sheets import _SORTS, Layouter, finished
from layouts.untitled import Untitled
from layouts.words import LANGUAGES
from layouts.writer import Piece, Sheet, join

_NESTED = ("bullets", "bullet lines", "numbers")


class Outliner(Layouter):
    """A source of sheets that are divided into topics; equal seeds give equal sheets."""

    def outline(self) -> Sheet:
        """Make a sheet with records under several headings, or under the items of a list."""
        dice = self.dice
        language = dice.draw(LANGUAGES)
        hand = Hand(dice, self.composer, language)
        plan: Plan | Described = Plan(hand, dice.draw({"row": 60, "spread": 30, "card": 10}))
        if dice.chance(0.04):
            plan = Described(hand)
        sort = dice.draw(_SORTS[plan.sort])
        deepest = dice.pick([2, 2, 3, 3, 4])
        container = Container(dice, sort, min(6, deepest + 1))
        groups = dice.randint(2, 7)
        papers: list[Paper] = []
        pieces: list[Piece | str] = []
        nested = sort in _NESTED and dice.chance(0.25)
        few = dice.chance(0.4)
        untitled = Untitled(hand) if dice.chance(0.12) else None
        level = 2
        for number in range(groups):
            level = min(deepest, level + 1) if dice.chance(0.4) else dice.randint(2, deepest) if number else 2
            pieces += self._section(hand, level, number)
            count = dice.pick([1, 1, 2, 3]) if few else dice.pick([0, 1, 2, 2, 3, 4, 6])
            entries = list(self._entries(hand, plan, untitled, count, papers))
            if entries and nested:
                pieces.append(self._under_topics(hand, container, entries))
            elif entries:
                pieces.append(container.lay(entries))
            if dice.chance(0.1):
                pieces += Decoys(hand).blocks()
            if dice.chance(0.03):
                pieces.append(Bystanders(hand).block())
            if dice.chance(0.06):
                pieces.append(Posts(hand).talks())
        if dice.chance(0.7):
            pieces.insert(0, "# " + Around(hand).head())
        definitions = [*hand.links.references, *hand.titles.references]
        pieces.append("\n".join(f"[{name}]: {url}" for name, url in definitions))
        return finished(join(pieces, "\n\n") + "\n", papers, f"{language} outline of {plan.sort} in {sort}")

    def library(self) -> Sheet:
        """Make a sheet with shelves of books, which have a title and an author."""
        dice = self.dice
        language = dice.draw(LANGUAGES)
        hand = Hand(dice, self.composer, language)
        library = Library(hand)
        papers: list[Paper] = []
        pieces: list[Piece | str] = []
        for _ in range(dice.pick([1, 1, 1, 2, 4])):
            books = [hand.papers.paper() for _ in range(dice.pick([1, 2, 4, 6, 9]))]
            if dice.chance(0.85):
                pieces.append(dice.pick(["# ", "## ", "### "]) + library.heading())
            pieces.append(library.shelf(books, len(papers)))
            papers += books
        if dice.chance(0.3):
            pieces.append(Around(hand).aside())
        return finished(join(pieces, "\n\n") + "\n", papers, f"{language} library")

    def notices(self) -> Sheet:
        """Make a sheet of what is laid out as papers are, and is something else."""
        language = self.dice.draw(LANGUAGES)
        hand = Hand(self.dice, self.composer, language)
        notices = Notices(hand)
        sections = [self.dice.pick([notices.section] * 4 + [notices.day])() for _ in range(self.dice.randint(1, 4))]
        return Sheet("\n\n".join(sections) + "\n", (), (), f"{language} notices")

    def _section(self, hand: Hand, level: int, number: int) -> list[Piece | str]:
        around, dice = Around(hand), self.dice
        bold = dice.chance(0.06)
        head = around.head()
        pieces: list[Piece | str] = [f"**{head}**" if bold else "#" * level + " " + head]
        if dice.chance(0.15):
            pieces.append(around.intro())
        elif dice.chance(0.08):
            pieces.append(around.aside())
        if number == 0 and dice.chance(0.1):
            pieces += Decoys(hand).blocks()
        return pieces

    def _entries(
        self, hand: Hand, plan: Plan | Described, untitled: Untitled | None, count: int, papers: list[Paper]
    ) -> Iterator[Entry]:
        for _ in range(count):
            paper = hand.papers.paper()
            papers.append(paper)
            chosen = untitled if untitled and self.dice.chance(0.3) else plan
            yield chosen.entry(paper).of(len(papers) - 1)

    def _under_topics(self, hand: Hand, container: Container, entries: list[Entry]) -> Piece:
        """Put records below items that name topics."""
        pieces: list[Piece | str] = []
        mark = container.child + " "
        while entries:
            count = self.dice.pick([1, 2, 3])
            topic = Around(hand).head()
            topic = f"**{topic}**" if self.dice.chance(0.3) else topic + (":" if self.dice.chance(0.3) else "")
            body = container.lay(entries[:count])
            pieces.append(mark + topic + "\n    " + body.indented("    "))
            entries = entries[count:]
        return join(pieces, "\n")
