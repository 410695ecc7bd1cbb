"""What a graph says about one thing: its names, its facts and where they stand, what is denied, where it occurs."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg import terms
from kg.asking.subjects import Subject, as_subject
from kg.asking.wording import Names, rank_of, words
from kg.graph import Place, authors_of, in_values
from kg.model import Iri
from kg.rdf import TOPICAL, TOPICAL_CONFIDENCE, Store
from kg.telling import word_keys
from kg.text import cut, name_key

NAMING = {
    str(terms.NAME): "name",
    str(terms.PREF_LABEL): "name",
    str(terms.ALTERNATE_NAME): "other name",
    str(terms.ALT_LABEL): "other name",
    str(terms.CITATION_KEY): "citation key",
}
"""Predicates of names -> what such a name is."""
IN_VOCABULARY = "in a vocabulary"
"""What a name is that no note gives."""
_SORTS = (*NAMING.values(), IN_VOCABULARY)
NEGATED = "negated"
QUOTE_LENGTH = 100
"""Characters of a quote on a line of a table."""
_LONGEST = 400
"""Characters of a quote that are read."""
_HIDDEN = {
    *(terms.TYPE, terms.LABEL, terms.AUTHOR_LIST, terms.IN_SCHEME, terms.WAS_GENERATED_BY, terms.FIRST),
    *(terms.PATH, terms.CONTENT_HASH, terms.RATING_SCALE, terms.RATING_TEXT),
}
"""Said by the head of the page or beside another fact, or not for people."""
_OF_TERMS = {
    str(terms.PRESENTATION_TYPE): "papers",
    str(terms.READING_STATE): "papers",
    str(terms.SESSION_KIND): "sessions",
}
_EVIDENCE = {terms.SUBJECT, terms.PREDICATE, terms.OBJECT, terms.NAMES, terms.HAS_SOURCE, terms.REST}
_OF_EVIDENCE = _HIDDEN | _EVIDENCE | {terms.MENTIONS}
"""What ties other nodes to a thing and is no fact about it."""
_FEW = 2
"""Places of a fact, where not all are wanted."""
_MENTIONS, _LOOKED_AT = 30, 2_000
"""Mentions that are read then, and evidence of which these places are chosen."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a thing, from its side."""

    words: str
    """The predicate, from the side of the thing."""
    predicate: str
    value: str
    """What stands on the other side: an IRI, or a value."""
    name: str
    """The same for people."""
    kind: str
    """Of the other thing; "" when it is a value."""
    places: tuple[Place, ...]
    """The surest first; none for what was derived."""
    order: int = 0
    """Of an author: the place in the list of authors, from 1."""


@dataclass(frozen=True, slots=True)
class Name:
    """A name under which a thing was seen."""

    text: str
    sort: str
    """`name`, `other name`, `citation key`, `in a vocabulary`, or `as written`: the raw text of a mention."""
    count: int
    """Mentions written so, or else statements of the name."""


@dataclass(frozen=True, slots=True)
class Thing:
    """Everything that is shown of a subject: of one thing, or of several as if they were one."""

    iri: str
    kind: str
    name: str
    subject: Subject
    names: tuple[Name, ...]
    facts: tuple[Fact, ...]
    """Those of which it is the subject."""
    facts_of_others: tuple[Fact, ...]
    """Those of which it is the object."""
    denied: tuple[Fact, ...]
    """What notes say is not so; in both directions."""
    notes: Mapping[str, tuple[int, ...]]
    """Note -> the lines on which the thing occurs."""


_Key = tuple[str, str]
Order = Callable[[Collection[str]], Iterable[str]]
_Witness = Mapping[_Key, tuple[Place, ...]]


def read(
    store: Store, meant: Subject | str, *, names: Names | None = None, most: int = 0, order: Order = sorted
) -> Thing:
    """Read everything about a subject, in the order to show it.

    Args:
        names: of other things, if already known.
        most: facts of one type to read about other things, and then only some places of each fact; 0 for all.
        order: of other things, if there are more than that.
    """
    names, subject = names or Names(store), as_subject(store, meant)
    iris = subject.iris
    pattern = f"{in_values('this', iris)} ?e rdf:subject ?this ; rdf:predicate ?p ; rdf:object ?o"
    said = _few(store, pattern, "object") if most else _places(store, pattern)
    mentions = _mentions(store, iris, f"LIMIT {_MENTIONS}" if most else "")
    mentioned = [place for _, place in mentions]
    facts = _own(store, subject)
    said = {**said, **_names(mentions, facts - said.keys())}
    of_others = {(p, other) for p, other in _of_others(store, iris, most, order) if other not in iris}
    told = _evidence_of_others(store, iris, of_others if most else None)
    names.learn([*(other for _, other in (*facts, *of_others)), *(other for _, other in (*said, *told))])
    denied = (
        *_facts(_chosen(said, said, denied=True), names),
        *_facts(_chosen(told, told, denied=True), names, side=1),
    )
    numbers = {who: place for iri in reversed(iris) for place, who in enumerate(authors_of(store, iri), start=1)}
    placed = _with_named_topics(_facts(_chosen(said, facts), names), said)
    own = [_scaled(_placed(fact, numbers), said) for fact in placed]
    return Thing(
        subject.iri,
        subject.kind,
        subject.name,
        subject,
        tuple(_named(said, mentioned, (name for p, name in facts - said.keys() if p == terms.ALT_LABEL))),
        tuple(sorted(own, key=_order)),
        tuple(sorted(_facts(_chosen(told, of_others), names, side=1), key=_order)),
        tuple(sorted((fact for fact in denied if fact.places), key=_order)),
        _lines(mentioned),
    )


def stated_of(store: Store, iri: str, predicate: str, others: Collection[str], names: Names) -> list[Fact]:
    """Read where notes state one fact about a thing of some other things, in the order to show them."""
    pairs = {(predicate, other) for other in others}
    names.learn(others)
    return sorted(_facts(_chosen(_evidence_of_others(store, [iri], pairs), pairs), names, side=1), key=_order)


def count_of_others(store: Store, *iris: str) -> dict[str, int]:
    """Count the facts of other things about some things, by predicate in words."""
    others = f"?o ?p ?this FILTER (?o NOT IN ({', '.join(f'<{iri}>' for iri in iris)}))"
    query = f"SELECT ?p (COUNT(DISTINCT ?o) AS ?n) {{ {in_values('this', iris)} {others} }} GROUP BY ?p"
    rows = store.query(query).texts()
    return {_words(p, 1): int(n) for p, n in rows if p not in _OF_EVIDENCE}


def _own(store: Store, subject: Subject) -> set[_Key]:
    """Read the facts of a subject; what a note of its name mentions besides is not about it."""
    things = [one.iri for one in subject.things if one.kind != "note"]
    notes = [one.iri for one in subject.things if one.kind == "note"]
    facts = _pairs(store, f"{in_values('this', things or notes)} ?this ?p ?o", hidden=_HIDDEN)
    if things and notes:
        facts |= _pairs(store, f"{in_values('this', notes)} ?this ?p ?o", hidden=_HIDDEN | {terms.MENTIONS})
    return {(p, o) for p, o in facts if o not in subject.iris or p == terms.INTRODUCES}


def _of_others(store: Store, iris: Sequence[str], most: int, order: Order) -> set[_Key]:
    """Read facts of other things; with a bound those of each predicate, of which there may be any number."""
    if not most:
        return _pairs(store, f"{in_values('this', iris)} ?o ?p ?this", hidden=_OF_EVIDENCE)
    rows = store.query(f"SELECT DISTINCT ?p {{ {in_values('this', iris)} ?o ?p ?this }}").texts()
    found: set[_Key] = set()
    for predicate in (p for (p,) in rows if p not in _OF_EVIDENCE):
        others = {str(other) for iri in iris for other in store.having(Iri(predicate), iri)}
        found |= {(predicate, other) for other in (others if len(others) <= most else list(order(others))[:most])}
    return found


def _evidence_of_others(store: Store, iris: Sequence[str], among: Collection[_Key] | None) -> _Witness:
    """Read the places of facts of other things: of some, and of what is denied, or of all."""
    these = in_values("this", iris)
    pattern = f"{these} ?e rdf:object ?this ; rdf:predicate ?p ; rdf:subject ?o"
    if among is None:
        return _places(store, pattern)
    pairs = " ".join(f"(<{p}> <{o}>)" for p, o in sorted(among))
    denied = _places(store, f'{pattern} ; kg:qualifier "{NEGATED}"', f"LIMIT {_MENTIONS}")
    stated = f"{these} VALUES (?p ?o) {{ {pairs} }} ?e rdf:subject ?o ; rdf:object ?this ; rdf:predicate ?p"
    return {**denied, **(_few(store, stated, "subject") if pairs else {})}


def _few(store: Store, pattern: str, other: str) -> _Witness:
    """Read a few places of each fact, the first by the IRIs of their evidence.

    Args:
        pattern: of the evidence.
        other: `subject` or `object`, what stands on the other side.
    """
    evidence: dict[_Key, list[str]] = defaultdict(list)
    for p, o, e in store.query(f"SELECT ?p ?o ?e {{ {pattern} }} LIMIT {_LOOKED_AT}").texts():
        evidence[p, o].append(e)
    chosen = " ".join(f"<{e}>" for some in evidence.values() for e in sorted(some)[:_FEW])
    return _places(store, f"VALUES ?e {{ {chosen} }} ?e rdf:predicate ?p ; rdf:{other} ?o") if chosen else {}


def _pairs(store: Store, pattern: str, *, hidden: Collection[str]) -> set[_Key]:
    return {(p, o) for p, o in store.query(f"SELECT ?p ?o {{ {pattern} }}").texts() if p not in hidden}


def _places(store: Store, pattern: str, bound: str = "") -> _Witness:
    """Read the evidence of facts: (predicate, other side) -> places, the surest first."""
    rows = store.query(
        f"SELECT ?p ?o ?path ?line ?quote ?rule ?sure ?how {{ {pattern} ; kg:rule ?rule ; kg:confidence ?sure ; "
        "prov:wasDerivedFrom ?at . ?at kg:line ?line ; kg:quote ?quote ; oa:hasSource ?note . ?note kg:path ?path "
        f"OPTIONAL {{ ?e kg:qualifier ?how }} }} {bound}"
    ).texts()
    found: dict[_Key, set[Place]] = defaultdict(set)
    for p, o, path, line, quote, rule, sure, how in rows:
        found[p, o].add(Place(path, int(line), cut(quote, limit=_LONGEST), rule, float(sure), how))
    return {key: tuple(sorted(places, key=lambda p: (p.qualifier, -p.confidence, p))) for key, places in found.items()}


def _mentions(store: Store, iris: Sequence[str], bound: str) -> list[tuple[str, Place]]:
    """Read where things are named, each time with the name as it was read; words that name several count once."""
    query = (
        f"SELECT DISTINCT ?form ?path ?line ?quote ?rule ?sure ?at ?this {{ {in_values('this', iris)} "
        "?m kg:names ?this ; kg:rule ?rule ; kg:confidence ?sure ; prov:wasDerivedFrom ?at . "
        "?at kg:line ?line ; kg:quote ?quote ; "
        f"oa:hasSource/kg:path ?path OPTIONAL {{ ?m kg:form ?form }} }} {bound}"
    )
    rows = list(store.query(query).texts())
    first: dict[str, str] = {}
    for *_, at, thing in rows:
        first[at] = min(first.get(at, thing), thing, key=iris.index)
    return sorted(
        (form or quote, Place(path, int(line), cut(quote, limit=QUOTE_LENGTH), rule, float(sure), ""))
        for form, path, line, quote, rule, sure, at, thing in rows
        if first[at] == thing
    )


def _names(mentions: Iterable[tuple[str, Place]], facts: Collection[_Key]) -> dict[_Key, tuple[Place, ...]]:
    """Return the places of the names among some facts, which follow from mentions."""
    places: dict[str, set[Place]] = defaultdict(set)
    for form, place in mentions:
        places[form].add(place)
    return {(p, o): tuple(sorted(places[o])) for p, o in facts if p in NAMING and o in places}


def _chosen(witness: _Witness, keys: Iterable[_Key], *, denied: bool = False) -> _Witness:
    """Keep the places of some facts: those that state them, or those that deny them."""
    return {key: tuple(p for p in witness.get(key, ()) if (p.qualifier == NEGATED) == denied) for key in keys}


def _facts(said: _Witness, names: Names, *, side: int = 0) -> Iterator[Fact]:
    for (p, o), places in said.items():
        yield Fact(_words(p, side), p, o, names(o), names.kind(o), places)


def _words(predicate: str, side: int) -> str:
    """Return a predicate in words, from the side of the thing."""
    if predicate == terms.MENTIONS:
        return "mentions"
    return words(predicate)[side] or _OF_TERMS.get(predicate) or f"{words(predicate)[0]} of"


def _order(fact: Fact) -> tuple[int, str, int, str, str]:
    return rank_of(fact.predicate), fact.words, fact.order, fact.name, fact.value


def _placed(fact: Fact, order: Mapping[str, int]) -> Fact:
    return replace(fact, order=order.get(fact.value, 0)) if fact.predicate == terms.AUTHOR else fact


def _scaled(fact: Fact, said: _Witness) -> Fact:
    """Return a rating with the scale that stands at one of its places: `4 of 5`."""
    if fact.predicate != terms.RATING:
        return fact
    scales = {scale for (p, scale), places in said.items() if p == terms.RATING_SCALE and {*places} & {*fact.places}}
    return replace(fact, name=" or ".join(f"{fact.name} of {scale}" for scale in sorted(scales, key=int)) or fact.name)


def _lines(mentioned: Iterable[Place]) -> dict[str, tuple[int, ...]]:
    lines: dict[str, set[int]] = defaultdict(set)
    for place in mentioned:
        lines[place.note].add(place.line)
    return {note: tuple(sorted(lines[note])) for note in sorted(lines)}


def _named(said: _Witness, mentioned: Iterable[Place], untold: Iterable[str]) -> list[Name]:
    """Count the names: those of the graph by the mentions written so, then what else stands in the notes.

    Args:
        said: what is stated, with its places.
        mentioned: where the thing is named.
        untold: names that no note gives.
    """
    given = {text: (NAMING[p], len(places)) for (p, text), places in sorted(said.items(), reverse=True) if p in NAMING}
    by_key = {name_key(text): text for text in sorted(given)}
    counts = Counter[str]()
    for place in mentioned:
        known = place.quote if place.quote in given else by_key.get(name_key(place.quote), "")
        counts[known or place.quote] += 1
    found = [Name(text, sort, counts.pop(text, 0) or stated) for text, (sort, stated) in given.items()]
    found += [Name(text, IN_VOCABULARY, 0) for text in untold if text not in given]
    found.sort(key=lambda name: (_SORTS.index(name.sort), -name.count, name.text))
    return [*found, *(Name(text, "as written", n) for text, n in sorted(counts.items(), key=lambda c: (-c[1], c[0])))]


_TEXTS = (terms.NAME, terms.REMARK)


def _with_named_topics(facts: Iterable[Fact], said: Mapping[tuple[str, str], tuple[Place, ...]]) -> Iterator[Fact]:
    """Yield facts of a paper; topics that no note states have the place of the title or remark that names them.

    Args:
        facts: with a name for people.
        said: the places of what notes say of the paper, by predicate and value.
    """
    texts = [(_word_keys(text), places) for (predicate, text), places in sorted(said.items()) if predicate in _TEXTS]
    for fact in facts:
        if fact.predicate == terms.ABOUT and not fact.places:
            name = _word_keys(fact.name)
            found = [places[0] for words, places in texts if places and name in words]
            yield replace(fact, places=tuple(replace(p, rule=TOPICAL, confidence=TOPICAL_CONFIDENCE) for p in found))
        else:
            yield fact


def _word_keys(text: str) -> str:
    """Reduce a text to its words: one of its parts is in it where the words of that part are."""
    return f" {' '.join(word_keys(text))} "
