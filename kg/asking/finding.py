"""Find a thing by what a person calls it: an IRI, an address, an identifier, a citation key or a name."""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from kg import iris, terms
from kg.asking.wording import Names, kind_word
from kg.errors import AmbiguousError, UsageError
from kg.identifiers import ARXIV_ID
from kg.links import read_link
from kg.model import Kind
from kg.rdf import Askable
from kg.text import name_key

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
_TOLD = 20
_LOOKED_AT = 200
"""Names compared letter by letter, of those that share most with what was typed."""
_SEEN = """SELECT ?thing ?path ?above { VALUES ?thing { %s }
    { ?note schema:mentions ?thing ; kg:path ?path } UNION { ?thing skos:broader/rdfs:label ?above } }"""


class Found(NamedTuple):
    """A matching thing."""

    iri: str
    kind: str
    name: str
    notes: int
    """How many mention it."""
    place: str = ""
    """A broader topic, or else the first of these notes."""

    def __str__(self) -> str:
        """Tell it apart from others of its name."""
        notes = f", {self.notes} note{'' if self.notes == 1 else 's'}" if self.notes else ""
        return f"{self.name} ({kind_word(self.kind)}{notes}{f', in {self.place}' if self.place else ''})"


def find(store: Askable, wanted: str, *, kinds: Collection[str] = ()) -> list[Found]:
    """Find the matching things, of some kinds if any are given.

    An IRI, an address or an identifier means what has it. A name means everything with that name, whatever the case,
    accents and punctuation; a title may end at its colon. If nothing is called so, `method:BERT` means the methods of
    that name, and `BERT#2` the second in the list: most notes first, then what is written exactly so. Notes are left
    out if there are also things, because a note about a paper has its title.
    """
    for name, among, number in _readings(wanted.strip(), kinds):
        found = _found(store, name, among)
        if found:
            return found[number - 1 : number] if number else found
    return []


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


def _found(store: Askable, wanted: str, kinds: Collection[str]) -> list[Found]:
    names = Names(store)
    for way in _WAYS:
        fitting = set(way(store, wanted))
        names.learn(sorted(fitting))
        found = [iri for iri in fitting if names.kind(iri) and (not kinds or names.kind(iri) in kinds)]
        if found:
            things = [iri for iri in found if names.kind(iri) != Kind.NOTE] or found
            return sorted(
                seen(store, things), key=lambda one: (-one.notes, one.name != wanted, one.kind, one.name, one)
            )
    return []


def find_one(store: Askable, wanted: str, *, kind: str = "") -> Found:
    """Find the one thing that is meant.

    Raises:
        AmbiguousError: several things match; the message lists them.
        UsageError: nothing matches; the message has the nearest names.
    """
    kinds = (kind,) if kind else ()
    found = find(store, wanted, kinds=kinds)
    if len(found) == 1:
        return found[0]
    if found:
        listed = "; ".join(f"{place}. {each}" for place, each in enumerate(found[:_TOLD], start=1))
        kind = by_kind(found, wanted)
        way = f"{wanted + '#1'!r}{f' or {kind!r}' if kind else ''}"
        raise AmbiguousError(f"{len(found)} things are called {wanted!r}: {listed}. Choose one, such as {way}")
    near = [f"{each.name} ({each.kind})" for each in nearest(store, wanted, kinds=kinds)]
    hint = f" The nearest names: {', '.join(near)}." if near else ""
    raise UsageError(f"nothing in the graph is called {wanted!r}.{hint}")


def by_kind(found: Sequence[Found], wanted: str) -> str:
    """Return a name with the kind that only one of some things has: `method:BERT`; "" if there is none."""
    counts = Counter(one.kind for one in found)
    return next((f"{one.kind}:{wanted}" for one in found if counts[one.kind] == 1), "")


def nearest(store: Askable, wanted: str, *, kinds: Collection[str] = (), limit: int = 5) -> list[Found]:
    """Return the things with the most similar names, best first."""
    key, names = name_key(wanted), Names(store)
    parts = _parts(key)
    shared = Counter({(iri, name): len(parts & _parts(other)) for iri, name, other in _keyed(store)})
    likely = [(iri, name_key(name)) for (iri, name), n in shared.most_common(_LOOKED_AT) if 2 * n >= len(parts)]
    scores: dict[str, float] = {}
    for iri, other in likely:
        matcher = difflib.SequenceMatcher(None, key, other, autojunk=False)
        # Two bounds that are found at once: names of thousands of letters take seconds to compare.
        near = matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE
        inside = 0.9 if key and key in other else 0.0
        scores[iri] = max(scores.get(iri, 0.0), matcher.ratio() if near else 0.0, inside)
    best = sorted((iri for iri in scores if scores[iri] >= _ALIKE), key=lambda iri: (-scores[iri], iri))
    fitting = (iri for iri in best if names.kind(iri) and (not kinds or names.kind(iri) in kinds))
    return seen(store, list(islice(fitting, limit)))


def _by_iri(store: Askable, wanted: str) -> Iterator[str]:
    text = wanted.removeprefix("<").removesuffix(">")
    prefix, colon, local = text.partition(":")
    if colon and prefix in terms.PREFIXES:
        text = terms.PREFIXES[prefix] + local
    known = (iri for iri in (text, store.base + text) if _is_there(store, iri))
    yield from islice(known, 1)


def _is_there(store: Askable, iri: str) -> bool:
    pointing = (terms.PRESENTATION_TYPE, terms.SESSION_KIND) if iri.startswith(terms.PREFIXES["kg"]) else ()
    return bool(store.values(iri, terms.TYPE)) or any(store.having(predicate, iri) for predicate in pointing)


def _by_address(store: Askable, wanted: str) -> Iterator[str]:
    bare = _BARE_ARXIV.fullmatch(wanted)
    address = read_link(f"arxiv:{wanted}" if bare else wanted)
    for key in (address.key, f"openreview-{wanted}"):
        yield from _paper(store, key)
    if not address.key and ("/" not in wanted or " " in wanted):
        return
    exact = {thing for predicate in _ADDRESSES for thing in store.having(predicate, iris.link(wanted) or wanted)}
    yield from exact
    if not exact:
        key = _address_key(wanted)
        rows = store.query(f"SELECT ?thing ?url {{ ?thing {'|'.join(f'<{p}>' for p in _ADDRESSES)} ?url }}").texts()
        yield from (thing for thing, url in rows if _address_key(url) == key)


def _address_key(url: str) -> str:
    """Return one key for the many addresses of a page."""
    return read_link(url).key or url.rstrip("/").split("://", 1)[-1].removeprefix("www.").casefold()


def _paper(store: Askable, key: str) -> Iterator[str]:
    """Yield the paper with a key, if there is one."""
    iri = iris.mint(Kind.PAPER, key, base=store.base) if key else ""
    if iri and _is_there(store, iri):
        yield iri


def _by_name(store: Askable, wanted: str) -> Iterator[str]:
    """Take what is called so; what is written with other punctuation or accents only if its kind has nothing else."""
    key, typed = name_key(wanted), {wanted.casefold(), _KEY_MARKS.sub("", wanted).casefold()} - {""}
    exact, alike = {*_paper(store, wanted), *_by_file_name(store, wanted)}, set[str]()
    for iri, name, other in _keyed(store):
        if name.casefold() in typed:
            exact.add(iri)
        elif key and other == key:
            alike.add(iri)
    names = Names(store)
    names.learn(sorted(exact | alike))
    kinds = {names.kind(iri) for iri in exact}
    yield from exact
    yield from (iri for iri in alike if names.kind(iri) not in kinds)


def _by_file_name(store: Askable, wanted: str) -> Iterator[str]:
    rows = store.query("SELECT ?note ?path { ?note kg:path ?path }").texts()
    yield from (note for note, path in rows if path.endswith(f"/{wanted}"))


def _by_head_of_title(store: Askable, wanted: str) -> Iterator[str]:
    """Take what stands before the colon of a title for its short name."""
    key = name_key(wanted)
    yield from (iri for iri, name, _ in _keyed(store) if key and ":" in name and name_key(name.split(":")[0]) == key)


_WAYS: tuple[Callable[[Askable, str], Iterable[str]], ...] = (
    _by_iri,
    _by_address,
    _by_name,
    _by_head_of_title,
)
"""Every way to call a thing, in the order tried."""


def _keyed(store: Askable) -> Iterator[tuple[str, str, str]]:
    """Yield every name in the graph: the thing, the name, its key."""
    for predicate in _NAMING:
        for iri, name in store.query(f"SELECT ?thing ?name {{ ?thing <{predicate}> ?name }}").texts():
            yield iri, name, name_key(name)


def _parts(key: str) -> set[str]:
    """Cut a key into runs of three letters, by which likeness is seen fast."""
    return {key[at : at + 3] for at in range(max(len(key) - 2, 1))}


def seen(store: Askable, things: Sequence[str]) -> list[Found]:
    """Say of things how many notes mention them, and where they belong."""
    names = Names(store)
    names.learn(things)
    paths, above = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    rows = store.query(_SEEN % " ".join(f"<{iri}>" for iri in things)).texts()
    for iri, path, topic in rows:
        (paths if path else above)[iri].add(path or topic)
    return [
        Found(iri, names.kind(iri), names(iri), len(paths[iri]), min(above[iri] or paths[iri], default=""))
        for iri in things
    ]
