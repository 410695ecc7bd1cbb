"""The derived graph: what follows from all notes together and no single note says, marked as the work of a run."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol
from urllib.parse import unquote

from kg import terms
from kg.iris import mint, part
from kg.model import LITERATURE, Entity, Extraction, Iri, Kind, Mention, Resolution, Run
from kg.personal_names import divide
from kg.rdf.provenance import activity
from kg.rdf.statements import NAMING, name_predicates
from kg.rdf.values import Fact, Term, decimal, line, node, string, term

IDENTITY = "identity"
"""Name of the activity behind the derived graph itself; an analysis has a graph and an activity of its own."""
TOPICAL = "named-topics"
"""Name of the rule that finds names of topics in titles and remarks, of its graph and of its activity."""
TOPICAL_CONFIDENCE = 0.9
"""A little less than the share that was right of 200 facts drawn at random from six graphs."""


@dataclass(frozen=True, slots=True, order=True)
class DerivedFact:
    """A fact that no note states, computed by an analysis from all of them."""

    subject: Iri
    predicate: Iri
    value: int | Decimal | str
    """A number, a text, or the IRI of a thing, as the range of the predicate has it."""


class Said(Protocol):
    """What one mention says about its thing, as far as it matters for labels and the order of authors."""

    @property
    def citekeys(self) -> Sequence[str]:
        """Citation keys."""

    @property
    def shorts(self) -> Sequence[str]:
        """Short names."""

    @property
    def listed(self) -> Sequence[Mention]:
        """The authors, in the order in which they stand."""

    @property
    def complete(self) -> bool:
        """Whether these are said to be all."""

    @property
    def years(self) -> Sequence[int]:
        """Years in which the thing appeared."""


def derived_graph(base: str) -> Iri:
    """Return the name of the graph of what follows from all notes together."""
    return mint("graph", "derived", base=base)


def derived_lines(
    entities: Iterable[Entity], said: Iterable[Mapping[Mention, Said]], iris: Mapping[Mention, Iri], *, base: str
) -> Iterator[str]:
    """Write what follows for things: labels, the order of authors, the scheme of the topics.

    Args:
        said: what is said at mentions of papers and other works: all mentions of one thing together.
        iris: of the things that these mentions, and those of authors, name.
    """
    works = {}
    for entity in entities:
        if entity.kind in LITERATURE:
            works[entity.iri] = entity
        else:
            yield from map(line, thing_facts(entity, {}, iris, base=base))
    for some in said:
        for iri in dict.fromkeys(iris[mention] for mention in some if mention in iris):
            own = {mention: some[mention] for mention in works[iri].mentions}
            yield from map(line, thing_facts(works[iri], own, iris, base=base))


def unstated(extractions: Iterable[Extraction], resolution: Resolution, renamed: Collection[Iri]) -> dict[Iri, str]:
    """Return those of some things whose names no note states in exactly that form, each with a line that states it.

    Args:
        renamed: things to which the user gave names; all others have one that notes state.
    """
    if not renamed:
        return {}
    named = [one for one in resolution.entities if one.iri in renamed and one.name and one.kind is not Kind.NOTE]
    claims = (claim for extraction in extractions for claim in extraction.claims if claim.predicate in NAMING)
    stated = {(resolution.iris.get(claim.subject), claim.object) for claim in claims}
    stated |= {(one.iri, m.text) for one in named if one.kind not in LITERATURE for m in one.mentions}
    return {
        one.iri: line((node(one.iri), name_predicates(one.kind)[0], string(one.name)))
        for one in named
        if (one.iri, one.name) not in stated
    }


def head_facts(run: Run, *, base: str, topics: bool) -> list[Fact]:
    """Return what made this graph and those of the notes, and, if there are topics, to which scheme they belong."""
    facts = [*activity_of(IDENTITY, node(derived_graph(base)), base=base), *activity(run, base=base)]
    if topics:
        scheme = _scheme(base)
        facts += [
            (scheme, terms.TYPE, node(terms.CONCEPT_SCHEME_CLASS)),
            (scheme, terms.PREF_LABEL, string("Topics of the notes")),
            (scheme, terms.LABEL, string("Topics of the notes")),
        ]
    return facts


def thing_facts(
    entity: Entity, said: Mapping[Mention, Said], iris: Mapping[Mention, Iri], *, base: str
) -> Iterator[Fact]:
    """Write what follows for one thing.

    Args:
        said: at its mentions, in order; of papers and other works.
        iris: of the things that mentions of authors name.
    """
    if entity.kind is Kind.NOTE:
        return
    yield (node(entity.iri), terms.LABEL, string(entity.name or _called(entity.iri, said)))
    if entity.kind is Kind.TOPIC:
        yield (node(entity.iri), terms.IN_SCHEME, _scheme(base))
    yield from _author_list(entity.iri, _authors(said.values(), iris))


def _called(iri: Iri, said: Mapping[Mention, Said]) -> str:
    """Return what a thing without a name is called: by a short name, a key, authors and year, or its number."""
    shorts = [(mention, text) for mention, one in said.items() for text in one.shorts if text]
    keys = [(mention, text) for mention, one in said.items() for text in one.citekeys if text]
    if shorts or keys:
        return min(shorts or keys)[1]
    cited = min(((mention, _cited(one)) for mention, one in said.items() if one.listed and one.years), default=None)
    identifier = _identifier(iri)
    if cited is None:
        return identifier
    return f"{cited[1]} ({identifier})" if ":" in identifier else cited[1]


def _cited(said: Said) -> str:
    """Return authors and year as a text cites them: `Lind 2014`, `Lind & Roe 2014`, `Lind et al. 2014`."""
    divided = [divide(author.text) for author in said.listed[:_CITED]]
    first, *others = [f"{name.particle} {name.family}".strip() or name.given for name in divided]
    if len(said.listed) > _CITED or (not others and not said.complete):
        return f"{first} et al. {min(said.years)}"
    return f"{' & '.join((first, *others))} {min(said.years)}"


_CITED = 2
"""Authors that a citation names."""


def activity_of(name: str, graph: Term, *, base: str) -> list[Fact]:
    """Return which activity made a derived graph."""
    ran = node(mint("run", name, base=base))
    return [
        (graph, terms.TYPE, node(terms.ENTITY_CLASS)),
        (graph, terms.WAS_GENERATED_BY, ran),
        (ran, terms.TYPE, node(terms.ACTIVITY_CLASS)),
        (ran, terms.RULE, string(name)),
    ]


def topical_graph(base: str) -> Iri:
    """Return the name of the graph of the topics of papers that their titles and the remarks on them name."""
    return mint("graph", TOPICAL, base=base)


def topical_head(base: str) -> list[str]:
    """Write of that graph the rule and how sure it is."""
    of_run = activity_of(TOPICAL, node(topical_graph(base)), base=base)
    sure = (node(mint("run", TOPICAL, base=base)), terms.CONFIDENCE, decimal(TOPICAL_CONFIDENCE))
    return [*map(line, [*of_run, sure])]


def topical_facts(topics: Mapping[Iri, Iterable[Iri]], same: Iterable[tuple[Iri, Iri]]) -> set[str]:
    """Write what papers are about and which things have the name of a topic, as lines of N-Triples."""
    about = {line((node(paper), terms.ABOUT, node(topic))) for paper, some in topics.items() for topic in some}
    return about | {line((node(topic), terms.CLOSE_MATCH, node(other))) for topic, other in same}


def analysis_graph(name: str, *, base: str) -> Iri:
    """Return the name of the graph of what an analysis computed."""
    return mint("graph", f"derived/{name}", base=base)


def analysis_lines(name: str, facts: Iterable[DerivedFact], *, base: str) -> dict[Iri, set[str]]:
    """Spell what an analysis computed, and the activity that did it, as lines of N-Triples in its graph."""
    graph = analysis_graph(name, base=base)
    lines = set(map(line, activity_of(name, node(graph), base=base)))
    for fact in facts:
        value = fact.value
        found = term(fact.predicate, float(value) if isinstance(value, Decimal) else value)
        if found is not None:
            lines.add(line((node(fact.subject), fact.predicate, found)))
    return {graph: lines}


def _scheme(base: str) -> Term:
    return node(mint("graph", "topics", base=base))


def _authors(said: Iterable[Said], iris: Mapping[Mention, Iri]) -> list[Iri]:
    """Choose the list with most authors; of equal ones a complete one, then the first."""
    best: tuple[int, bool, list[Iri]] = (0, False, [])
    for one in said:
        people = list(dict.fromkeys(iri for author in one.listed if (iri := iris.get(author))))
        if people and (len(people), one.complete) > best[:2]:
            best = (len(people), one.complete, people)
    return best[2]


def _author_list(paper: Iri, people: Sequence[Iri]) -> Iterator[Fact]:
    cells = [node(part(paper, f"author-{place}")) for place in range(1, len(people) + 1)]
    if not cells:
        return
    yield (node(paper), terms.AUTHOR_LIST, cells[0])
    for cell, person, after in zip(cells, people, [*cells[1:], node(terms.NIL)], strict=True):
        yield (cell, terms.FIRST, node(person))
        yield (cell, terms.REST, after)


def _identifier(iri: Iri) -> str:
    """Return the identifier at the end of an IRI, as people write it.

    >>> ends = ("arxiv-2405.13063", "doi-10.1234/a%28b%29", "x1")
    >>> [_identifier(Iri(f"https://kg.example/paper/{end}")) for end in ends]
    ['arXiv:2405.13063', 'doi:10.1234/a(b)', 'x1']
    """
    shown = unquote(iri) if unquote(iri).isprintable() else iri
    _, scheme, doi = shown.partition("/doi-10.")
    if scheme:
        return f"doi:10.{doi}"
    end = shown.rsplit("/", 1)[-1]
    return f"arXiv:{end.removeprefix('arxiv-')}" if end.startswith("arxiv-") else end
