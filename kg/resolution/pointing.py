"""Which paper words point at: "(Lind et al., 2017)", `[@lind2017]`, `[[Lind 2017]]`, "the BERT paper".

A reference joins the one paper that all of it fits. Where several fit, those described in its own note come first, and
where still several do, it joins none: a citation of the wrong paper is worse than none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from kg import untrusted
from kg.model import Mention, Reference
from kg.resolution.components import Key
from kg.resolution.merge import MANY, Partition
from kg.resolution.paper_facts import PaperFacts, PaperSaid, name_parts, other_names, surnames
from kg.text import name_key

_NOT, _LOOSELY, _WELL = 0, 1, 2
"""How a reference fits a paper; loosely when its number of authors is another one, as people write in haste."""


def keys(reference: Reference) -> Iterator[Key]:
    """Yield the keys of a reference, which bind all papers that it could point at."""
    if reference.key:
        yield Key(f"citation key {reference.key}")
    if reference.note:
        yield Key(f"note {reference.note}")
    if reference.called:
        yield Key(f"called {name_key(reference.called)}")
    if reference.surnames:
        for name in dict.fromkeys(map(_last, reference.surnames[:2])):
            yield Key(f"by {name} {reference.year}" if reference.year else f"first {name}")


def join(parts: Partition[PaperFacts], own: Mapping[Mention, PaperSaid]) -> None:
    """Join each reference with the paper that it points at.

    Args:
        parts: the papers as far as they are one.
        own: what is said at each mention.
    """
    pointing = {mention: facts.references[0] for mention, facts in own.items() if facts.references}
    if not pointing:
        return
    index: dict[str, list[Mention]] = defaultdict(list)
    for mention, facts in own.items():
        for key in () if facts.references else _found_by(facts):
            index[key].append(mention)
    known: dict[Reference, _Fitting] = {}
    """What fits a reference, for all that are written alike: with the first mention in place of their own."""
    anywhere = next(iter(pointing))
    first: dict[tuple[Reference, str], Mention] = {}
    for mention, reference in pointing.items():
        alike = replace(reference, mention=anywhere)
        if alike not in known:
            known[alike] = _fitting(parts, own, _candidates(reference, index), reference)
        _join(parts, known[alike], reference)
        described = own[mention]
        if described.authors and not (known[alike].papers or described.shorts or described.links):
            before = first.setdefault((alike, mention.span.note), mention)
            if before != mention:
                parts.unite(before, mention, _reason(reference), score=0.9)


def _found_by(facts: PaperSaid) -> Iterator[str]:
    yield from (f"key {key}" for key in facts.citekeys)
    yield from (f"note {name}" for name in facts.notes)
    yield from {f"by {part}" for first in facts.firsts for part in surnames([first])}
    yield from {f"called {name_key(name)}" for name in (*facts.shorts, *facts.titles)}
    yield from {f"called {name_key(title.partition(':')[0])}" for title in facts.titles if ":" in title}
    yield from {f"called {name}" for name in facts.introduced}


def _candidates(reference: Reference, index: Mapping[str, Sequence[Mention]]) -> list[Mention]:
    if reference.key:
        return list(index.get(f"key {reference.key}", ()))
    if reference.note:
        return list(index.get(f"note {reference.note}", ()))
    if reference.surnames:
        named = (index.get(f"by {name}", ()) for name in dict.fromkeys(map(_last, reference.surnames[:2])))
        return [one for some in named for one in some]
    return list(index.get(f"called {name_key(reference.called)}", ()))


class _Fitting(NamedTuple):
    """The papers that a reference fits best, each by the first of its mentions."""

    papers: list[Mention]
    described: Mapping[str, list[Mention]]
    """Those that each note describes."""


def _fitting(
    parts: Partition[PaperFacts],
    own: Mapping[Mention, PaperSaid],
    candidates: Sequence[Mention],
    reference: Reference,
) -> _Fitting:
    fullest: dict[Mention, Mention] = {}
    for one in candidates:
        root = parts.find(one)
        if root not in fullest or len(own[one].authors) > len(own[fullest[root]].authors):
            fullest[root] = one
    fits = {root: _fit(reference, own[one], parts.of(one)) for root, one in fullest.items()}
    if not any(fits.values()) and len(reference.surnames) > 1:
        # A word before the names was taken for one: `across the Atlantic, Lind (2017)`.
        less = replace(reference, surnames=reference.surnames[1:])
        fits = {root: _fit(less, own[one], parts.of(one)) for root, one in fullest.items()}
    best = max(fits.values(), default=_NOT)
    papers: dict[Mention, Mention] = {}
    described: dict[str, dict[Mention, None]] = defaultdict(dict)
    for one in candidates if best > _NOT else ():
        root = parts.find(one)
        if fits[root] == best:
            described[one.span.note][papers.setdefault(root, one)] = None
    return _Fitting(list(papers.values()), {note: list(some) for note, some in described.items()})


def _join(parts: Partition[PaperFacts], fitting: _Fitting, reference: Reference) -> None:
    """Join a reference with the one paper that it fits, or the one of these that its own note describes."""
    mention = reference.mention
    papers = fitting.described.get(mention.span.note, fitting.papers)[:MANY]
    known = parts.of(mention)
    if reference.surnames and (known.shorts or known.links):
        papers = [one for one in papers if not other_names(known, parts.of(one))]
    roots = sorted({parts.find(one) for one in papers})
    if len(roots) == 1:
        parts.unite(papers[0], mention, _reason(reference), score=0.9)
    elif roots:
        parts.doubt(roots[0], mention, f"{_reason(reference)}, and {len(papers) - 1} more fit", score=0.5)


def _fit(reference: Reference, described: PaperSaid, known: PaperFacts) -> int:
    """Return how a description of a paper fits authors and year of a reference.

    Args:
        reference: what points at it; one by key, name or link fits all that were found by that.
        described: at one place.
        known: of the paper from all places.
    """
    if not reference.surnames:
        return _WELL
    if reference.year and untrusted.integer(reference.year) not in (described.years or known.years):
        return _NOT
    first = _last(reference.surnames[0])
    if not any(first in name_parts(name) for name in described.firsts):
        return _NOT
    others = surnames(described.authors[1:]) or known.surnames
    if any(_last(name) not in others for name in reference.surnames[1:]):
        return _NOT
    named, listed = len(reference.surnames), len(described.authors)
    if reference.others:
        return _WELL if listed > named + (named == 1) or not described.complete else _LOOSELY
    if listed == named or (not described.complete and listed <= named):
        return _WELL
    return _LOOSELY if named == 1 or not described.complete else _NOT


def _last(surname: str) -> str:
    return name_parts(surname)[-1]


def _reason(reference: Reference) -> str:
    if reference.key:
        return "cited by its key"
    if reference.note:
        return "the note about it is linked"
    return "cited by authors and year" if reference.surnames else "called by its name"
