"""`kg about`, `kg timeline`, `kg next`: a topic on one screen, what there is by date, and what to read next."""

from __future__ import annotations

import dataclasses
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from kg import screen, untrusted
from kg.asking.overview import About, Counted, NoteAbout, Remark, about, papers_of
from kg.asking.reading import Suggestion, read_next
from kg.asking.relations import Relations
from kg.asking.subjects import Subject
from kg.asking.timeline import Event, Timeline, timeline
from kg.commands import layout
from kg.commands.command import kind_of
from kg.commands.picking import pick_subject, words
from kg.errors import UsageError
from kg.library.graphs import open_knowledge

_GAP = 6
"""Years from one with papers to the next from which on empty years are left out."""
_SAID = {"published": "published", "held": "takes place", "noted": "note", "read": "read"}


def show_about(asked: Namespace) -> int:
    """Print an overview of a topic."""
    kind = kind_of(asked)
    with open_knowledge(asked.graph) as knowledge:
        one = pick_subject(knowledge.store, asked.topic, kind=kind, line=("about", ""), graph=asked.graph)
        found = about(knowledge, one, limit=asked.limit)
    print(screen.as_json(dataclasses.asdict(found)) if asked.json else "\n".join(_about(found, asked.limit)))
    return 0


def show_timeline(asked: Namespace) -> int:
    """Print the contents of the notes by date."""
    first, last = asked.first, asked.last
    for year in (first, last):
        if year and not (year.isascii() and year.isdigit() and len(year) == 4):
            raise UsageError(f"{year!r} is not a year. Give four digits, for example 2025")
    with open_knowledge(asked.graph) as knowledge:
        one: Subject | str = ""
        if asked.thing:
            one = pick_subject(knowledge.store, asked.thing, line=("timeline", ""), graph=asked.graph)
        found = timeline(knowledge, one, first=first, last=last)
    told = dataclasses.asdict(found)
    print(screen.as_json(told) if asked.json else "\n".join(_timeline(found, asked.limit, first, last)))
    return 0


def show_next(asked: Namespace) -> int:
    """Print what to read next, of all papers or of those about a topic."""
    with open_knowledge(asked.graph) as knowledge:
        subject = None
        if asked.topic:
            subject = pick_subject(knowledge.store, asked.topic, line=("next", "--topic", ""), graph=asked.graph)
        found, number = read_next(knowledge, subject, limit=asked.limit)
        read = len(papers_of(knowledge, subject, Relations(knowledge))) if subject and not found else 0
    if asked.json:
        told = {"suggestions": [dataclasses.asdict(one) for one in found], "number": number}
        print(screen.as_json(told))
    else:
        print("\n".join([*(layout.notices(subject) if subject else ()), *_next(found, number, subject, read)]))
    return 0


def _about(found: About, limit: int) -> Iterator[str]:
    quotes = layout.Quotes()
    yield from layout.subject(found.subject)
    if found.above:
        yield from layout.wrapped(screen.clean(f"part of {', '.join(one.name for one in found.above)}"))
    if found.papers:
        yield ""
        yield layout.heading("papers", len(found.papers), found.all_papers)
        for one in found.papers:
            under = (
                f"under {one.topic}" if one.topic else "" if one.relation in ("", "is about") else f"{one.relation} it"
            )
            notes = f"{one.paper.notes} notes" if one.paper.notes > 1 else ""
            told = (
                one.paper.year,
                f"rated {one.paper.rated}" if one.paper.rated else "",
                one.paper.state,
                notes,
                under,
            )
            yield from layout.item(one.paper.name, told)
            yield from quotes.quote(one.passage)
    if found.years:
        yield ""
        yield layout.heading("papers by year")
        yield from layout.bars(_with_gaps(found.years))
    for title, things in (
        ("topics below", found.topics),
        ("people", found.people),
        ("methods, datasets and tasks", found.methods),
    ):
        yield from _counted(title, things, limit)
    yield from _notes_and_remarks(found, limit, quotes)


def _notes_and_remarks(found: About, limit: int, quotes: layout.Quotes) -> Iterator[str]:
    def note_lines(note: NoteAbout) -> Iterator[str]:
        yield from layout.item(note.note, [f"{note.places:,} place" + "s" * (note.places != 1)])
        yield from quotes.quote(note.first)

    def remark_lines(remark: Remark) -> Iterator[str]:
        yield from layout.item(remark.paper, ())
        yield from quotes.quote(remark.passage)

    yield from layout.section("notes", found.notes, limit, note_lines)
    if any(one.kind != "topic" for one in found.subject.things):
        said = [one for one in found.sentences if len(one.sentence) > len(found.name) + 10]
        yield from layout.section("remarks on it", said, limit, partial(quotes.quote, indent=2))
    shown = {one.passage for one in found.papers}
    remarks = [one for one in found.remarks if one.passage not in shown]
    yield from layout.section("remarks on its papers", remarks, limit, remark_lines)


def _counted(title: str, things: Sequence[Counted], limit: int) -> Iterator[str]:
    if not things:
        return
    most = 2 * limit if limit else len(things)
    yield ""
    yield layout.heading(title, min(most, len(things)), len(things))
    said = ", ".join(f"{screen.clean(one.name)} ({one.papers})" if one.papers else one.name for one in things[:most])
    yield from layout.wrapped(said, indent=2, hanging=2)


def _with_gaps(years: Mapping[str, int]) -> dict[str, int]:
    """Put years without papers between others, unless there are many of them."""
    counts = dict(years)
    numbers = sorted(untrusted.integer(year) for year in counts if year.isdigit())
    filled: dict[str, int] = {}
    for year, after in zip(numbers, [*numbers[1:], *numbers[-1:]], strict=True):
        filled[f"{year:04}"] = counts[f"{year:04}"]
        if after - year > _GAP:
            return counts
        filled |= {f"{empty:04}": 0 for empty in range(year + 1, after)}
    return filled


def _timeline(found: Timeline, limit: int, first: str, last: str) -> Iterator[str]:
    if found.subject:
        yield from layout.subject(found.subject)
    if not (found.papers or found.events):
        between = (f"since {first}" if first else "", f"until {last}" if last else "")
        bounds = " and ".join(filter(None, between))
        told = f" {bounds}; the latest date is {found.latest}" if bounds and found.latest else ""
        yield f"The notes have nothing with a date{told}."
        return
    if found.papers:
        yield layout.heading("papers by year")
        yield from layout.bars(_with_gaps(found.papers))
        if found.undated:
            yield f"  {found.undated:,} without a year"
    events = found.events[: limit or None]
    if events:
        if found.papers:
            yield ""
        yield layout.heading("by date", len(events), len(found.events))
        for date, group in groupby(events, key=lambda event: event.date):
            yield f"  {date}"
            for event in group:
                yield from _event(event)


def _event(event: Event) -> Iterator[str]:
    yield from layout.item(event.name, [_SAID[event.sort] if event.kind != "session" else "session"], indent=4)
    passage = event.dated if event.sort in ("noted", "read") else event.passage
    yield from layout.quote(passage or event.passage, indent=8)


def _next(found: Sequence[Suggestion], number: int, subject: Subject | None, read: int) -> Iterator[str]:
    if not found and subject is not None:
        told = f"all {read} papers" if read > 1 else "the one paper" if read else "no paper"
        rest = "as read, rated, or with a remark" if read else "and none that goes with it"
        see = f" See them: {words('kg', 'about', subject.name)}" if read else ""
        yield from layout.wrapped(screen.clean(f"Your notes show {told} on {subject.name!r} {rest}.{see}"))
        return
    if not found:
        told = (
            "The notes give no reason to read one paper rather than another: of the papers that you seem not to have "
        )
        told += (
            "read, none is marked to be read, named in several notes, by an author that you rated, or close to others."
        )
        yield from layout.wrapped(told)
        return
    yield layout.heading("to read", len(found), number)
    quotes = layout.Quotes()
    for place, one in enumerate(found, start=1):
        yield from layout.item(f"{place}. {one.name}", [one.year, f"score {one.score:g}"])
        for reason in one.reasons:
            line = screen.clean(f"{reason.points:+g}  {reason.words}")
            yield from layout.wrapped(line, indent=6, hanging=12)
            yield from quotes.quote(reason.passage, indent=12)
