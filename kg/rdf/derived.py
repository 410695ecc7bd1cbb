"""The derived graph: what follows from all notes together and no single note says, marked as the work of a run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import NamedTuple, Protocol, Self

from kg import terms
from kg.iris import mint, part
from kg.model import LITERATURE, Entity, Extraction, Iri, Kind, Mention, Resolution, Run
from kg.rdf.provenance import activity
from kg.rdf.statements import NAMING, name_predicates
from kg.rdf.values import Fact, Term, decimal, line, node, string, term

IDENTITY = "identity"
"""Name of the activity behind the derived graph itself; an analysis has a graph and an activity of its own."""
TOPICAL = "named-topics"
"""Name of the rule that finds names of topics in titles and remarks, of its graph and of its activity."""
TOPICAL_CONFIDENCE = 0.9
"""A little less than the share that was right of 200 facts drawn at random from six graphs."""


class Stated(Protocol):
    """A fact that an analysis computed: any value with these three attributes."""

    @property
    def subject(self) -> Iri:
        """What the fact is about."""

    @property
    def predicate(self) -> Iri:
        """What it says."""

    @property
    def value(self) -> str | int | Decimal:
        """A number, a text, or the IRI of a thing, as the range of the predicate has it."""


class MentionDetails(NamedTuple):
    """What one mention says about its thing, as far as it matters for labels and the order of authors."""

    mention: Mention
    keys: tuple[str, ...] = ()
    """Citation keys."""
    shorts: tuple[str, ...] = ()
    authors: tuple[Mention, ...] = ()
    """In the order in which they stand."""
    complete: bool = False
    """Whether these are said to be all."""


def derived_graph(base: str) -> Iri:
    """Return the name of the graph of what follows from all notes together."""
    return mint("graph", "derived", base=base)


def derived_lines(
    extractions: Iterable[Extraction], resolution: Resolution, run: Run, *, base: str
) -> dict[Iri, list[str]]:
    """Write what resolution adds: labels, the order of authors, the scheme of the topics; and the run that read notes.

    Names are stated here only if no note has exactly the chosen form.
    """
    claims = _Claims.read(extractions, resolution)
    entities = sorted(resolution.entities, key=lambda entity: entity.iri)
    facts = head_facts(run, base=base, topics=any(entity.kind is Kind.TOPIC for entity in entities))
    for entity in entities:
        facts += thing_facts(entity, claims.of(entity), resolution.iris, base=base)
    for entity in entities:
        if (entity.iri, entity.name) in claims.unnamed:
            facts.append((node(entity.iri), name_predicates(entity.kind)[0], string(entity.name)))
    return {derived_graph(base): list(map(line, facts))}


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
    entity: Entity, details: Iterable[MentionDetails], iris: Mapping[Mention, Iri], *, base: str
) -> Iterator[Fact]:
    """Write what follows for one thing.

    Args:
        entity: the thing.
        details: at its mentions, in order.
        iris: of the things that mentions of authors name.
        base: where IRIs begin.
    """
    if entity.kind is Kind.NOTE:
        return
    known = list(details)
    yield (node(entity.iri), terms.LABEL, string(entity.name or _called(known) or _identifier(entity.iri)))
    if entity.kind is Kind.TOPIC:
        yield (node(entity.iri), terms.IN_SCHEME, _scheme(base))
    yield from _author_list(entity.iri, _authors(known, iris))


def _called(details: Sequence[MentionDetails]) -> str:
    """Return what a thing without a name is called, "" when no mention says anything."""
    least = (min(((one.mention, t) for one in details for t in texts(one) if t), default=None) for texts in _CALLED)
    return next((found[1] for found in least if found), "")


_CALLED: tuple[Callable[[MentionDetails], tuple[str, ...]], ...] = (lambda one: one.shorts, lambda one: one.keys)
"""By what a thing can be called, the better first."""
_WRITTEN = {"arxiv-": "arXiv:", "doi-": "doi:"}
"""How people begin the identifiers that a key begins so."""


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


def topical_lines(topics: Mapping[Iri, Iterable[Iri]], *, base: str) -> list[str]:
    """Write that graph, with the rule and how sure it is.

    Args:
        topics: of each paper.
        base: where IRIs begin.
    """
    of_run = activity_of(TOPICAL, node(topical_graph(base)), base=base)
    sure = (node(mint("run", TOPICAL, base=base)), terms.CONFIDENCE, decimal(TOPICAL_CONFIDENCE))
    return [*map(line, [*of_run, sure]), *sorted(topical_facts(topics))]


def topical_facts(topics: Mapping[Iri, Iterable[Iri]]) -> set[str]:
    """Write what papers are about, as lines of N-Triples.

    Args:
        topics: of each paper.
    """
    return {line((node(paper), terms.ABOUT, node(topic))) for paper, some in topics.items() for topic in some}


def analysis_graph(name: str, *, base: str) -> Iri:
    """Return the name of the graph of what an analysis computed."""
    return mint("graph", f"derived/{name}", base=base)


def analysis_lines(name: str, facts: Iterable[Stated], *, base: str) -> dict[Iri, set[str]]:
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


@dataclass(slots=True)
class _Claims:
    """What is needed of the claims of all notes."""

    unnamed: set[tuple[Iri | None, str]]
    """Things with names that no note states."""
    texts: dict[Iri, dict[Mention, list[str]]] = field(
        default_factory=lambda: {terms.CITATION_KEY: defaultdict(list), terms.ALTERNATE_NAME: defaultdict(list)}
    )
    """Of things without a name."""
    authors: dict[Mention, set[Mention]] = field(default_factory=lambda: defaultdict(set))
    complete: set[Mention] = field(default_factory=set)
    speaking: set[Mention] = field(default_factory=set)
    """Mentions of which texts or authors are known."""

    @classmethod
    def read(cls, extractions: Iterable[Extraction], resolution: Resolution) -> Self:
        """Read claims, those of one note after the other."""
        found = cls({(one.iri, one.name) for one in resolution.entities if one.name and not _stated(one)})
        nameless = {one.iri for one in resolution.entities if not one.name}
        for claim in (claim for extraction in extractions for claim in extraction.claims):
            if claim.predicate == terms.AUTHOR and isinstance(claim.object, Mention) and claim.qualifier != "negated":
                found.authors[claim.subject].add(claim.object)
            elif claim.predicate == terms.AUTHORS_COMPLETE and claim.object is True:
                found.complete.add(claim.subject)
            elif claim.predicate in NAMING and isinstance(claim.object, str):
                found.unnamed.discard((resolution.iris.get(claim.subject), claim.object))
            elif claim.predicate not in found.texts or not isinstance(claim.object, str):
                continue
            elif resolution.iris.get(claim.subject) in nameless:
                found.texts[claim.predicate][claim.subject].append(claim.object)
        found.speaking = {*found.authors, *(mention for texts in found.texts.values() for mention in texts)}
        return found

    def of(self, entity: Entity) -> list[MentionDetails]:
        """Return what the mentions of a thing say."""
        keys, shorts = self.texts.values()
        return [
            MentionDetails(
                *(mention, tuple(keys.get(mention, ())), tuple(shorts.get(mention, ()))),
                *(tuple(sorted(self.authors.get(mention, ()))), mention in self.complete),
            )
            for mention in entity.mentions
            if mention in self.speaking
        ]


def _stated(entity: Entity) -> bool:
    """Return whether the name of a thing need not be stated, as a mention has it, or as it is that of a note."""
    named = entity.kind not in LITERATURE and any(mention.text == entity.name for mention in entity.mentions)
    return named or entity.kind is Kind.NOTE


def _authors(details: Iterable[MentionDetails], iris: Mapping[Mention, Iri]) -> list[Iri]:
    """Choose the list with most authors; of equal ones a complete one, then the first."""
    best: tuple[int, bool, list[Iri]] = (0, False, [])
    for one in details:
        people = list(dict.fromkeys(iri for author in one.authors if (iri := iris.get(author))))
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

    >>> _identifier(Iri("https://kg.example/paper/arxiv-2405.13063")), _identifier(Iri("https://kg.example/paper/x1"))
    ('arXiv:2405.13063', 'x1')
    """
    end = iri.rsplit("/", 1)[-1]
    return next((written + end.removeprefix(key) for key, written in _WRITTEN.items() if end.startswith(key)), end)
