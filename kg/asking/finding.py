"""Find a thing by what a person calls it: an IRI, an address, an identifier, a citation key or a name."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple, Protocol, TypeVar

from kg import iris, terms
from kg.asking.wording import Names, kind_word
from kg.citation_keys import in_words
from kg.errors import AmbiguousError, UsageError
from kg.graph import pairs
from kg.identifiers import ARXIV_ID
from kg.links import read_link
from kg.model import Kind
from kg.rdf import Askable
from kg.text import form_key, name_key

_NAMING = (
    terms.LABEL,
    terms.NAME,
    terms.PREF_LABEL,
    terms.ALTERNATE_NAME,
    terms.ALT_LABEL,
    terms.CITATION_KEY,
    terms.PATH,
)
_ADDRESSES = (terms.URL, terms.SAME_AS, terms.CODE_REPOSITORY)
_BARE_ARXIV = re.compile(rf"{ARXIV_ID}(?:v\d+)?", re.IGNORECASE)
_KEY_MARKS = re.compile(r"^\[*@?|\+{0,9}\]{0,9}$")
_NUMBERED = re.compile(r"(?P<name>.+)#(?P<number>[1-9]\d?)", re.DOTALL)
_ALIKE = 0.5
"""Likeness from which on a name may be the one that was meant."""
_MISSPELLED = 0.9
"""Likeness from which on it is what was typed with an error."""
_DIGITS = re.compile(r"\d+")
_AUTHOR_AND_YEAR = re.compile(r"(?P<names>[^\d(\[]{2,80}+)[(\[]?(?P<year>(?:1[5-9]|20)\d\d)[a-z]?[)\]]?")
_BEHIND_FIRST = re.compile(r",| et al\b|\s(?:&|and)\s", re.IGNORECASE)
"""What follows the family name of a first author."""
_FIRST_AUTHORS = """SELECT ?paper ?name { ?paper schema:datePublished ?date ; kg:authorList/rdf:first/rdfs:label ?name
    FILTER(SUBSTR(STR(?date), 1, 4) = "%s") }"""
_LISTED = 20
"""Matches that a message lists."""
_SEEN = """SELECT ?thing ?path ?above { VALUES ?thing { %s }
    { ?note schema:mentions ?thing ; kg:path ?path } UNION { ?thing skos:broader/rdfs:label ?above } }"""


@dataclass(frozen=True, slots=True, order=True)
class Found:
    """A matching thing."""

    iri: str
    kind: str
    name: str
    notes: int
    """How many mention it."""
    place: str = ""
    """A broader topic, or else the first of these notes."""

    @property
    def things(self) -> tuple[Found, ...]:
        """The thing alone; a subject may have several."""
        return (self,)

    def __str__(self) -> str:
        """Tell it apart from others of its name."""
        notes = f", {self.notes} note{'' if self.notes == 1 else 's'}" if self.notes else ""
        return f"{self.name} ({kind_word(self.kind)}{notes}{f', in {self.place}' if self.place else ''})"


class Match(Protocol):
    """What a name may mean: a thing, or a subject of several things."""

    @property
    def things(self) -> tuple[Found, ...]:
        """Its things, at least one."""


_Match = TypeVar("_Match", bound=Match)


class Lookup(NamedTuple):
    """What has a name, and how it was found."""

    name: str
    """Without the kind and the number that may have been typed with it."""
    found: Sequence[Found] = ()
    """Most notes first; notes themselves only if nothing else has the name, as a note about a paper has its title."""
    notes: Sequence[Found] = ()
    """Notes of that name, beside other things."""
    number: int = 0
    """Place in the list that was typed, from 1; 0 for all."""
    is_exact: bool = False
    """Whether one thing was meant: by its IRI or an address, or as one of a kind."""


class Directory:
    """The names in a graph, all of them read at once when the first is needed."""

    def __init__(self, store: Askable) -> None:
        self.store = store
        self.names = Names(store)

    @cached_property
    def rows(self) -> list[tuple[str, str, str]]:
        """Every name: the thing, the name, its key."""
        named = [row for predicate in _NAMING for row in pairs(self.store, predicate)]
        keyed = pairs(self.store, terms.CITATION_KEY)
        named += [(iri, shown) for iri, key in keyed if (shown := in_words(key)) != key]
        keys = {name: name_key(name) for name in {name for _, name in named}}
        return [(iri, name, keys[name]) for iri, name in named]

    def bearing(self, keys: Collection[str]) -> set[str]:
        """Return the things that have a name with one of some keys."""
        return {iri for iri, _, key in self.rows if key in keys}


def find(store: Askable, wanted: str, *, kinds: Collection[str] = ()) -> list[Found]:
    """Find the matching things, of some kinds if any are given.

    An IRI, an address or an identifier means what has it. A name means everything with that name, whatever the case,
    accents and punctuation, or else but for the plural; a title may end at its colon, and `Roe 2019` means what the
    first author published that year. If nothing is called so, `method:BERT` means the methods of that name, and
    `BERT#2` the second in the list: most notes first, then what is written exactly so. Notes are left out if there are
    also things, because a note about a paper has its title.
    """
    looked = look_up(Directory(store), wanted, kinds)
    return list(looked.found[looked.number - 1 : looked.number] if looked.number else looked.found)


def look_up(directory: Directory, wanted: str, kinds: Collection[str] = ()) -> Lookup:
    """Look a name up, in each way to call a thing; see `find`."""
    for name, among, number in _readings(wanted.strip(), kinds):
        for way in _WAYS:
            fitting = set(way(directory, name))
            if found := _of_kinds(directory.names, fitting, among):
                things = [iri for iri in found if directory.names.kind(iri) != Kind.NOTE] or found
                notes = sorted(seen(directory.store, [iri for iri in found if iri not in things], directory.names))
                ranked = sorted(
                    seen(directory.store, things, directory.names),
                    key=lambda one: (-one.notes, one.name != name, one.kind, one.name, one),
                )
                is_exact = way in (_by_iri, _by_address) or len(among) == 1
                return Lookup(name, ranked, notes, number, is_exact)
    return Lookup(wanted)


def _of_kinds(names: Names, things: Collection[str], kinds: Collection[str]) -> list[str]:
    names.learn(sorted(things))
    return [iri for iri in things if names.kind(iri) and (not kinds or names.kind(iri) in kinds)]


def _readings(wanted: str, kinds: Collection[str]) -> Iterator[tuple[str, Collection[str], int]]:
    """Yield what may be meant: a name, its kinds, and a place in the list of what has it, 0 for all."""
    readings = [(wanted, kinds)]
    kind, colon, name = wanted.partition(":")
    if colon and kind.lower() in set(Kind) and kind.lower() in (kinds or set(Kind)):
        readings.append((name.strip(), (kind.lower(),)))
    yield from ((text, among, 0) for text, among in readings)
    for text, among in readings:
        numbered = _NUMBERED.fullmatch(text)
        if numbered:
            yield numbered["name"].strip(), among, int(numbered["number"])


def only(found: Sequence[_Match], directory: Directory, wanted: str, kinds: Collection[str] = ()) -> _Match:
    """Return the one match of a name.

    Args:
        found: what has the name: things or subjects.
        kinds: those that were looked for, none for any.

    Raises:
        AmbiguousError: several match; the message lists them.
        UsageError: nothing matches; the message has the nearest names.
    """
    if len(found) == 1:
        return found[0]
    if not found:
        raise nothing(directory, wanted, kinds)
    listed = "; ".join(f"{place}. {each}" for place, each in enumerate(found[:_LISTED], start=1))
    narrower = by_kind(found, wanted)
    way = f"{wanted + '#1'!r}{f' or {narrower!r}' if narrower else ''}"
    raise AmbiguousError(f"{len(found)} things are called {wanted!r}: {listed}. Choose one, such as {way}")


def nothing(directory: Directory, wanted: str, kinds: Collection[str]) -> UsageError:
    """Make the error that nothing has a name, with the nearest names."""
    near = [f"{each.name} ({each.kind})" for each in nearest(directory, wanted, kinds=kinds)]
    hint = f" The nearest names: {', '.join(near)}." if near else ""
    return UsageError(f"nothing in the graph is called {wanted!r}.{hint}")


def by_kind(found: Sequence[Match], wanted: str) -> str:
    """Return a name with the kind that things of only one match have: `method:BERT`; "" if there is none."""
    counts = Counter(kind for one in found for kind in {thing.kind for thing in one.things})
    kinds = (thing.kind for one in found for thing in one.things)
    return next((f"{kind}:{wanted}" for kind in kinds if counts[kind] == 1), "")


def nearest(directory: Directory, wanted: str, *, kinds: Collection[str] = (), limit: int = 5) -> list[Found]:
    """Return the things with the most similar names, best first."""
    from rapidfuzz import fuzz, process

    key, scores = name_key(wanted), dict[str, float]()
    keys = {other for _, _, other in directory.rows if other}
    alike = process.extract(key, keys, scorer=fuzz.ratio, score_cutoff=100 * _ALIKE, limit=None) if key else ()
    likeness = {other: score / 100 for other, score, _ in alike}
    likeness |= {other: max(likeness.get(other, 0), _MISSPELLED) for other in keys if key and key in other}
    for iri, _, other in directory.rows:
        if other in likeness:
            scores[iri] = max(scores.get(iri, 0.0), likeness[other])
    best = sorted(scores, key=lambda iri: (-scores[iri], iri))
    names = directory.names
    fitting = (iri for iri in best if names.kind(iri) and (not kinds or names.kind(iri) in kinds))
    return seen(directory.store, list(islice(fitting, limit)), names)


def misspelled(directory: Directory, wanted: str, *, kinds: Collection[str] = ()) -> str:
    """Return the one name that was typed with an error; "" if there is none, or there are several.

    The first letter and the numbers of what was typed count as right: `unsupervised` is not `supervised`, and 2024
    not 2025.
    """
    from rapidfuzz import fuzz, process

    key = name_key(wanted)
    keys = {other for _, _, other in directory.rows if other[:1] == key[:1]} if key and "://" not in wanted else set()
    alike = process.extract(key, keys, scorer=fuzz.ratio, score_cutoff=100 * _MISSPELLED, limit=None)
    near = {other for other, _, _ in alike if _DIGITS.findall(other) == _DIGITS.findall(key)}
    names = {other: (iri, name) for iri, name, other in sorted(directory.rows, reverse=True) if other in near}
    fitting = set(_of_kinds(directory.names, {iri for iri, _ in names.values()}, kinds))
    meant = [name for iri, name in names.values() if iri in fitting]
    return meant[0] if len(meant) == 1 else ""


def _by_iri(directory: Directory, wanted: str) -> Iterator[str]:
    text = wanted.removeprefix("<").removesuffix(">")
    prefix, colon, local = text.partition(":")
    if colon and prefix in terms.PREFIXES:
        text = terms.PREFIXES[prefix] + local
    store = directory.store
    known = (iri for iri in (text, store.base + text) if _is_there(store, iri))
    yield from islice(known, 1)


def _is_there(store: Askable, iri: str) -> bool:
    pointing = (terms.PRESENTATION_TYPE, terms.SESSION_KIND) if iri.startswith(terms.PREFIXES["kg"]) else ()
    return bool(store.values(iri, terms.TYPE)) or any(store.having(predicate, iri) for predicate in pointing)


def _by_address(directory: Directory, wanted: str) -> Iterator[str]:
    store, bare = directory.store, _BARE_ARXIV.fullmatch(wanted)
    address = read_link(f"arxiv:{wanted}" if bare else wanted)
    for key in (address.key, f"openreview-{wanted}"):
        yield from _paper(store, key)
    if not address.key and ("/" not in wanted or " " in wanted):
        return
    exact = {thing for predicate in _ADDRESSES for thing in store.having(predicate, iris.link(wanted) or wanted)}
    yield from exact
    if not exact:
        key = _address_key(wanted)
        rows = (row for predicate in _ADDRESSES for row in pairs(store, predicate))
        yield from (thing for thing, url in rows if _address_key(url) == key)


def _address_key(url: str) -> str:
    """Return one key for the many addresses of a page."""
    return read_link(url).key or url.rstrip("/").split("://", 1)[-1].removeprefix("www.").casefold()


def _paper(store: Askable, key: str) -> Iterator[str]:
    """Yield the paper with a key, if there is one."""
    iri = iris.mint(Kind.PAPER, key, base=store.base) if key else ""
    if iri and _is_there(store, iri):
        yield iri


def _by_name(directory: Directory, wanted: str) -> Iterator[str]:
    """Take what is called so; what is written with other punctuation or accents only if its kind has nothing else."""
    key, typed = name_key(wanted), {wanted.casefold(), _KEY_MARKS.sub("", wanted).casefold()} - {""}
    store, names = directory.store, directory.names
    files = (note for note, path in pairs(store, terms.PATH) if path.endswith(f"/{wanted}"))
    exact, alike = {*_paper(store, wanted), *files}, set[str]()
    for iri, name, other in directory.rows:
        if name.casefold() in typed:
            exact.add(iri)
        elif key and other == key:
            alike.add(iri)
    names.learn(sorted(exact | alike))
    kinds = {names.kind(iri) for iri in exact}
    yield from exact
    yield from (iri for iri in alike if names.kind(iri) not in kinds)


def _by_head_of_title(directory: Directory, wanted: str) -> Iterator[str]:
    """Take what stands before the colon of a title for its short name."""
    key = name_key(wanted)
    rows = directory.rows if key else ()
    yield from (iri for iri, name, _ in rows if ":" in name and name_key(name.split(":")[0]) == key)


def _by_form(directory: Directory, wanted: str) -> Iterator[str]:
    """Take what is called so but for the plural or a hyphen."""
    form, begin = form_key(wanted), name_key(wanted)[:2]
    if begin and "://" not in wanted:
        yield from (iri for iri, name, key in directory.rows if key[:2] == begin and form_key(name) == form)


def _by_author_and_year(directory: Directory, wanted: str) -> Iterator[str]:
    """Take the papers of a year whose first author has a family name: `Miller 2019`, `Miller et al. (2019)`."""
    meant = _AUTHOR_AND_YEAR.fullmatch(wanted)
    if meant is None:
        return
    family = _BEHIND_FIRST.split(meant["names"], maxsplit=1)[0].split()
    key, length = name_key(" ".join(family)), len(family)
    for paper, name in directory.store.query(_FIRST_AUTHORS % meant["year"]).texts() if key else ():
        if name_key(" ".join(name.split()[-length:])) == key:
            yield paper


_WAYS: tuple[Callable[[Directory, str], Iterable[str]], ...] = (
    _by_iri,
    _by_address,
    _by_name,
    _by_form,
    _by_head_of_title,
    _by_author_and_year,
)
"""Every way to call a thing, in the order tried."""


def seen(store: Askable, things: Sequence[str], names: Names | None = None) -> list[Found]:
    """Say of things how many notes mention them, and where they belong."""
    if not things:
        return []
    names = names or Names(store)
    names.learn(things)
    paths, above = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    rows = store.query(_SEEN % " ".join(f"<{iri}>" for iri in things)).texts()
    for iri, path, topic in rows:
        (paths if path else above)[iri].add(path or topic)
    return [
        Found(iri, names.kind(iri), names(iri), len(paths[iri]), min(above[iri] or paths[iri], default=""))
        for iri in things
    ]
