"""What kg reads in rendered notes, as flat papers to compare with gold rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg import extraction, notes, resolution, terms
from kg.asking.wording import words
from kg.extraction.claims import published
from kg.model import Claim, Entity, Extraction, Kind, Mention, Problem, Resolution
from kg.pipeline.extracting import _pipeline
from kg.resolution.name_forms import is_full
from kg.settings import Settings


@dataclass
class Found:
    """A paper as kg gives it."""

    names: list[str] = field(default_factory=list)
    """The title to show first, then others that notes gave."""
    short: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    same: set[str] = field(default_factory=set)
    """Canonical addresses."""
    authors: list[str] = field(default_factory=list)
    years: set[str] = field(default_factory=set)
    venues: set[str] = field(default_factory=set)
    presentations: set[str] = field(default_factory=set)
    topics: set[str] = field(default_factory=set)
    ratings: set[str] = field(default_factory=set)
    scales: set[str] = field(default_factory=set)
    """The highest ratings that could have been given."""
    printed: set[str] = field(default_factory=set)
    """The ratings as they are written."""
    states: set[str] = field(default_factory=set)
    """How far the reading has come: to read, reading, read."""
    read: set[str] = field(default_factory=set)
    """When it was read."""
    remarks: set[str] = field(default_factory=set)
    abstracts: set[str] = field(default_factory=set)
    highlights: set[str] = field(default_factory=set)
    complete: list[bool] = field(default_factory=list)
    rules: set[str] = field(default_factory=set)

    @property
    def label(self) -> str:
        """A name for people to recognise it by."""
        return next(iter([*self.names, *sorted(self.keys | self.short | self.links)]), "?")


def read_notes(vault: Path) -> tuple[list[Extraction], Resolution, list[Problem]]:
    """Read and resolve all notes of a folder."""
    extractions, problems = [], []
    for reading in notes.read_all(vault, settings=Settings()):
        problems += reading.problems
        if reading.note is not None:
            extractions.append(extraction.extract(reading.note, _pipeline("")))
    return extractions, resolution.resolve(extractions), problems


def predict(vault: Path) -> list[Found]:
    """List the papers that kg finds in a folder of notes, in the order of their IRIs."""
    extractions, resolved, _ = read_notes(vault)
    called: dict[Any, set[str]] = {}
    claims: dict[str, list[Claim]] = defaultdict(list)
    for found in extractions:
        for claim in (one for one in found.claims if one.subject in resolved.iris):
            claims[resolved.iris[claim.subject]].append(claim)
    for entity in resolved.entities:
        more = [str(claim.object) for claim in claims[entity.iri] if claim.predicate == terms.ALTERNATE_NAME]
        called[entity.iri] = {entity.name, *more, *(mention.text for mention in entity.mentions)}
    papers = [entity for entity in resolved.entities if entity.kind is Kind.PAPER]
    return [_flat(entity, claims[entity.iri], called, resolved) for entity in papers]


_STATED = {
    terms.INTRODUCES: "introduces",
    terms.USES: "uses",
    terms.EXTENDS: "extends",
    terms.BASED_ON: "based on",
    terms.OUTPERFORMS: "outperforms",
    terms.COMPARED_WITH: "compared with",
    terms.APPLIED_TO: "applied to",
    terms.EVALUATED_ON: "evaluated on",
    terms.DEVELOPED_BY: "developed by",
    terms.AFFILIATION: "affiliation",
    terms.PERFORMER: "performer",
    terms.START_DATE: "date",
    terms.IS_PART_OF: "part of",
    terms.AWARD: "has award",
    terms.RECIPIENT: "recipient",
    terms.SUPER_EVENT: "part of event",
    terms.WORK_FEATURED: "featured",
    terms.CITATION: "cites",
    terms.LINKS_TO: "links to",
    terms.MENTIONS: "mentions",
    terms.KEYWORDS: "keywords",
    terms.ABOUT: "about",
    terms.DATE_CREATED: "date created",
    **{predicate: words(predicate)[0] for predicate in (*published.TEXTS.values(), terms.FAMILY_NAME)},
    **{predicate: words(predicate)[0] for predicate, _ in published.THINGS.values()},
}


def told(vault: Path) -> dict[str, set[str]]:
    """List what prose names and states: kind -> names, relation -> `subject > object`, `also` -> `name = other name`.

    What is denied, doubted or asked stands under `negated`, `hedged` and `question`.
    """
    extractions, resolved, _ = read_notes(vault)
    shown = {entity.iri: entity.name for entity in resolved.entities}
    found: dict[str, set[str]] = defaultdict(set)
    for entity in resolved.entities:
        found[entity.kind.value].add(entity.name)
        others = {m.text for m in entity.mentions} - {entity.name}
        if entity.kind is not Kind.PAPER:
            found["also"] |= {f"{entity.name} = {other}" for other in others}
    for claim in (claim for one in extractions for claim in one.claims):
        name = _STATED.get(claim.predicate)
        named = [end for end in (claim.subject, claim.object) if isinstance(end, Mention)]
        if name is not None and all(end in resolved.iris for end in named):
            subject = shown[resolved.iris[claim.subject]] or claim.subject.text
            other = shown[resolved.iris[claim.object]] if isinstance(claim.object, Mention) else str(claim.object)
            found[claim.qualifier or name].add(f"{subject} > {other or getattr(claim.object, 'text', '')}")
    return found


def _flat(paper: Entity, claims: Iterable[Claim], called: dict[Any, set[str]], resolved: Resolution) -> Found:
    out = Found(rules={mention.rule for mention in paper.mentions})
    shown = {entity.iri: entity.name for entity in resolved.entities}
    ordered: dict[Mention, list[str]] = defaultdict(list)
    for claim in claims:
        if isinstance(claim.object, Mention) and claim.predicate == terms.AUTHOR:
            printed = claim.object.text
            ordered[claim.subject].append(printed if is_full(printed) else shown[resolved.iris[claim.object]])
        elif isinstance(claim.object, Mention) and claim.object in resolved.iris:
            _take(out, claim, called[resolved.iris[claim.object]])
        elif not isinstance(claim.object, Mention):
            _take(out, claim, {str(claim.object)})
    if ordered:
        most = max(ordered.values(), key=len)
        rest = [name for names in ordered.values() for name in names if name not in most]
        out.authors = [*dict.fromkeys(most), *dict.fromkeys(rest)]
    if paper.name in out.names:
        out.names.remove(paper.name)
        out.names.insert(0, paper.name)
    return out


_STATES = {str(terms.TO_READ): "to read", str(terms.READING): "reading", str(terms.READ): "read"}


def _take(out: Found, claim: Claim, names: set[str]) -> None:
    if claim.predicate == terms.NAME:
        out.names += [name for name in names if name not in out.names]
    elif claim.predicate == terms.PRESENTATION_TYPE:
        out.presentations |= {name.rsplit("#", 1)[-1].lower() for name in names}
    elif claim.predicate == terms.AUTHORS_COMPLETE:
        out.complete.append(claim.object is True)
    elif claim.predicate == terms.READING_STATE:
        out.states |= {_STATES[name] for name in names}
    elif claim.predicate == terms.RATING:
        out.ratings |= names
    else:
        place = {
            terms.ALTERNATE_NAME: out.short, terms.CITATION_KEY: out.keys, terms.URL: out.links, terms.SAME_AS: out.same,
            terms.DATE_PUBLISHED: out.years, terms.PRESENTED_AT: out.venues, terms.IS_PART_OF: out.venues, terms.ABOUT: out.topics,
            terms.CODE_REPOSITORY: out.links, terms.REMARK: out.remarks, terms.ABSTRACT: out.abstracts, terms.HIGHLIGHT: out.highlights,
            terms.RATING_SCALE: out.scales, terms.RATING_TEXT: out.printed, terms.READ_ON: out.read,
        }.get(claim.predicate)  # fmt: skip
        if place is not None:
            place |= names
