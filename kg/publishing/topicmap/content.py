"""What a map shows: things and notes, the facts about them, and the evidence of each fact with its sentence."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import chain
from pathlib import Path

from kg import terms, untrusted
from kg.asking.papers import appraise
from kg.asking.plain import plain, suffix_of
from kg.asking.sentences import Library
from kg.asking.wording import shown_name, words
from kg.graph import Place, Rating, author_lists, labels, mentions, passages, ratings, statements, things_with_years
from kg.model import THINGS, Kind
from kg.rdf import Askable, Store
from kg.text import cut, file_title

QUOTE_LENGTH = 280
EVIDENCE_LIMIT = 3
"""Most places shown for a fact; the others are counted."""
LABEL_LENGTH = 34
REMARK_LENGTH = 120
"""Of the first words of a remark, which stand beside its paper in lists."""

HIDDEN = {terms.TYPE, terms.LABEL, terms.NAME, terms.PREF_LABEL, terms.AUTHOR_LIST, terms.IN_SCHEME}
HIDDEN |= {terms.COMMUNITY, terms.COMMUNITY_NAME, terms.PAGE_RANK}
"""In the heading of the panel already, or not for readers; communities of an analysis are not the themes here."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact about a thing of the map; the object is another thing, or text to show."""

    subject: str
    predicate: str
    object: str
    linked: bool
    places: tuple[Place, ...]
    more: int
    """Places that are not listed."""


@dataclass(frozen=True, slots=True)
class Content:
    """Everything a map shows."""

    things: Mapping[str, Mapping[str, str | float]]
    """IRI -> kind and name; notes have a path. Papers have year, rating, key and short name where the notes give them;
    what their key says, as the name `shown`, where they give no title; the first words of a remark; and what `appraise`
    tells: the rating as `share` of the best, `stars`, and the state of `reading`."""
    facts: tuple[Fact, ...]
    noted: Mapping[str, tuple[str, ...]]
    """IRI of a thing -> IRIs of the notes that mention it."""

    def broader(self) -> dict[str, list[str]]:
        """Return the topics right above each topic."""
        found = defaultdict[str, list[str]](list)
        for fact in self.facts:
            if fact.predicate == terms.BROADER and fact.linked:
                found[fact.subject].append(fact.object)
        return found

    def links(self) -> list[tuple[str, str, str]]:
        """Return subject, predicate and object of the facts between two things."""
        return [(f.subject, f.predicate, f.object) for f in self.facts if f.linked]


def read(store: Askable) -> Content:
    """Read a whole map; everything in order, so that the same graph gives the same bytes."""
    things = things_with_years(store)
    evidence = _evidence(store)
    notes = _notes(store)
    names = labels(store)
    lists = author_lists(store).items()
    order = {(paper, who): place for paper, people in lists for place, who in enumerate(people)}
    facts = []
    statements = _statements(store, things)
    _appraise(things, statements, ratings(store), evidence)
    for s, p, o in sorted(statements, key=lambda fact: (*fact[:2], order.get(fact[::2], 0), fact[2])):
        shown = names.get(o, words(o)[0]) if p in _NAMED else o
        facts.append(Fact(s, p, shown, o in things, *_shown(evidence.get((s, p, o), set()))))
    for thing in things:
        if mentioned := evidence.get(("", str(terms.MENTIONS), thing)):
            count = f"{len(mentioned)} place{'s' if len(mentioned) > 1 else ''}"
            facts.append(Fact(thing, terms.MENTIONS, count, False, *_shown(mentioned)))
    for fact in reversed(facts):
        if fact.predicate in _FIELDS:
            name, convert = _FIELDS[fact.predicate]
            things[fact.subject][name] = convert(fact.object)
            if name == "key" and fact.object == things[fact.subject]["name"]:
                things[fact.subject]["shown"] = shown_name(fact.object, [fact.object])
    noted = _noted(facts, evidence, {str(note["path"]): iri for iri, note in notes.items()})
    return Content({**things, **notes}, tuple(facts), noted)


def called(thing: Mapping[str, str | float]) -> str:
    """Return the name of a thing as people read it."""
    return str(thing.get("shown", thing["name"]))


def short(name: str, *, limit: int = LABEL_LENGTH) -> str:
    """Shorten a name to fit on a node, at a word boundary if possible.

    >>> short("Direct Preference Optimization: Your Language Model is Secretly a Reward Model")
    'Direct Preference Optimization'
    >>> short("a" * 40, limit=10)
    'aaaaaaaaa…'
    """
    line = " ".join(name.split())
    before, colon, _ = line.partition(": ")
    return before if colon and len(before) <= limit < len(line) else cut(line, limit=limit)


def _number(text: str) -> float:
    """Read a number, whole where it is written so."""
    return untrusted.integer(text) if text.isdecimal() else untrusted.number(text)


_NAMED = {terms.PRESENTATION_TYPE, terms.READING_STATE, terms.SESSION_KIND}
_FIELDS: Mapping[str, tuple[str, Callable[[str], str | float]]] = {
    str(terms.RATING): ("rating", _number),
    str(terms.CITATION_KEY): ("key", str),
    str(terms.ALTERNATE_NAME): ("short", str),
}


def _appraise(
    things: Mapping[str, dict[str, str | float]],
    statements: Iterable[tuple[str, str, str]],
    rated: Mapping[str, Sequence[Rating]],
    evidence: Mapping[tuple[str, str, str], set[Place]],
) -> None:
    """Add to each paper what the notes think of it."""
    told: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for subject, predicate, value in sorted(statements):
        if predicate in _APPRAISING and things[subject]["kind"] == Kind.PAPER:
            told[subject][predicate].append(value)
    for paper, given in told.items():
        seen, thing = appraise(given, rated.get(paper, ())), things[paper]
        is_read = seen.rating or any(given.get(one) for one in (terms.READ_ON, terms.REMARK, terms.HIGHLIGHT))
        if state := seen.state or ("read" if is_read else ""):
            thing["reading"] = state
        if seen.stars:
            thing |= {"share": seen.rating, "stars": seen.stars}
        if remarks := given.get(terms.REMARK):
            first = min(remarks, key=lambda one: (sorted(evidence.get((paper, terms.REMARK, one), ()))[:1], one))
            thing["remark"] = cut(first, limit=REMARK_LENGTH)


_APPRAISING = (*(terms.RATING, terms.READING_STATE, terms.READ_ON, terms.REMARK, terms.HIGHLIGHT),)


def _notes(store: Askable) -> dict[str, dict[str, str | float]]:
    """Read the notes: IRI to kind, path, name, and the year of its date where it has one."""
    notes: dict[str, dict[str, str | float]] = {}
    for iri, path, name, date in sorted(set(store.query(_NOTES).texts()), reverse=True):
        notes[iri] = {"kind": Kind.NOTE.value, "name": name or file_title(path), "path": path}
        if date[:4].isdecimal():
            notes[iri]["year"] = untrusted.integer(date[:4])
    return dict(sorted(notes.items()))


def _noted(
    facts: Iterable[Fact], evidence: Mapping[tuple[str, str, str], set[Place]], notes: Mapping[str, str]
) -> dict[str, tuple[str, ...]]:
    """Tell which notes mention each thing, or state something about it."""
    noted: dict[str, set[str]] = defaultdict(set)
    for (subject, predicate, target), places in evidence.items():
        thing = target if predicate == terms.MENTIONS and not subject else subject
        noted[thing].update(notes[place.note] for place in places if place.note in notes)
    for fact in facts:
        if fact.linked:
            noted[fact.object].update(notes[place.note] for place in fact.places if place.note in notes)
    return {thing: tuple(sorted(found)) for thing, found in sorted(noted.items())}


def _statements(store: Askable, things: Mapping[str, object]) -> set[tuple[str, str, str]]:
    hidden = {str(predicate) for predicate in HIDDEN}
    classes = " ".join(f"<{terms.CLASSES[kind]}>" for kind in (*THINGS, Kind.NOTE))
    rows = store.query(f"SELECT ?s ?p ?o WHERE {{ VALUES ?class {{ {classes} }} ?s a ?class ; ?p ?o }}").texts()
    return {(s, p, o) for s, p, o in rows if s in things and p not in hidden}


def _evidence(store: Askable) -> dict[tuple[str, str, str], set[Place]]:
    """Read the places of each fact; those of a mention stand under the thing, whichever note mentions it."""
    quoted = {
        passage: (path, line, cut(quote, limit=QUOTE_LENGTH))
        for passage, (path, line, quote) in passages(store, with_quotes=True).items()
    }
    found: dict[tuple[str, str, str], set[Place]] = defaultdict(set)
    for one in chain(statements(store), mentions(store)):
        if one.passage in quoted:
            place = Place(*quoted[one.passage], one.rule, one.confidence, one.qualifier)
            found[one.subject, one.predicate, one.object].add(place)
    return found


_NOTES = """SELECT ?note ?path ?name ?date { ?note kg:path ?path
    OPTIONAL { ?note schema:name ?name } OPTIONAL { ?note schema:dateCreated ?date } }"""


def _shown(places: set[Place]) -> tuple[tuple[Place, ...], int]:
    """Choose the places to show, the surest first, and count the others."""
    ordered = sorted(places, key=lambda p: (-p.confidence, p.note, p.line, p.quote, p.rule, p.qualifier))
    return tuple(ordered[:EVIDENCE_LIMIT]), len(ordered[EVIDENCE_LIMIT:])


def find_sentences(store: Store, notes: Path, content: Content) -> Mapping[Place, str]:
    """Return the sentence around each place that a map shows, without markup, if it is longer than the quote."""
    places: dict[str, set[Place]] = defaultdict(set)
    for fact in content.facts:
        for place in fact.places:
            places[place.note].add(place)
    library = Library(store, notes)
    found: dict[Place, str] = {}
    for path, here in sorted(places.items()):
        lines: dict[int, list[str]] = defaultdict(list)
        for sentence in library.of(path):
            for line in range(sentence.line, sentence.line + sentence.raw.count("\n") + 1):
                lines[line].append(sentence.raw)
        words = cache(partial(plain, suffix=suffix_of(path)))  # a sentence may hold a thousand places
        for place in here:
            raw = next((raw for raw in lines[place.line] if place.quote.removesuffix("…") in raw), "")
            said = _around(words(raw), place.quote) if raw else ""
            if len(said) > len(place.quote):
                found[place] = said
    return found


def _around(sentence: str, quote: str) -> str:
    """Cut a long sentence to what stands around a quote.

    >>> _around("a " * 200 + "LoRA works.", "LoRA")[-12:]
    ' LoRA works.'
    """
    begin = max(sentence.find(quote) - QUOTE_LENGTH // 2, 0) if len(sentence) > QUOTE_LENGTH else 0
    return f"{'… ' if begin else ''}{cut(sentence[begin:], limit=QUOTE_LENGTH)}"
