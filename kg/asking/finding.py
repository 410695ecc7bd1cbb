"""Find a thing by what a person calls it: an IRI, an address, an identifier, a citation key or a name."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from kg import iris, terms
from kg.asking.wording import Names
from kg.errors import AmbiguousError, UsageError
from kg.links import read_link
from kg.model import Kind
from kg.rdf import Askable
from kg.sites import ARXIV_ID
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
_TOLD = 20
_LOOKED_AT = 200
"""Names compared letter by letter, of those that share most with what was typed."""


class Found(NamedTuple):
    """A matching thing."""

    iri: str
    kind: str
    name: str
    notes: int
    """How many mention it."""


def find(store: Askable, wanted: str, *, kind: str = "") -> list[Found]:
    """Find the matching things, of one kind if one is given.

    The first way that finds something decides: IRI (full, with a prefix, or relative), address or identifier,
    exact name, name without regard to case, accents and punctuation, title up to its colon.
    """
    names = Names(store)
    for way in _WAYS:
        fitting = {iri for iri in way(store, wanted.strip()) if names.kind(iri) and kind in ("", names.kind(iri))}
        if fitting:
            found = (Found(iri, names.kind(iri), names(iri), _notes(store, iri)) for iri in fitting)
            return sorted(found, key=lambda one: (-one.notes, one.kind, one.name, one.iri))
    return []


def find_one(store: Askable, wanted: str, *, kind: str = "") -> Found:
    """Find the one thing that is meant; if a note has the same name, the thing.

    Raises:
        AmbiguousError: several things match; the message lists them.
        UsageError: nothing matches; the message has the nearest names.
    """
    found = find(store, wanted, kind=kind)
    found = things_first(found)
    if len(found) == 1:
        return found[0]
    if found:
        told = [f"{each.name} ({each.kind}, in {each.notes} notes): {each.iri}" for each in found[:_TOLD]]
        raise AmbiguousError(wanted, told)
    near = [f"{each.name} ({each.kind})" for each in nearest(store, wanted, kind=kind)]
    hint = f" The nearest names: {', '.join(near)}." if near else ""
    raise UsageError(f"nothing in the graph is called {wanted!r}.{hint}")


def things_first(found: list[Found]) -> list[Found]:
    """Leave out notes if there are also things: a note about a paper has the title of the paper."""
    return [one for one in found if one.kind != Kind.NOTE] or found


def nearest(store: Askable, wanted: str, *, kind: str = "", limit: int = 5) -> list[Found]:
    """Return the things with the most similar names, best first."""
    key, names = name_key(wanted), Names(store)
    parts = _parts(key)
    shared = Counter({(iri, name): len(parts & _parts(other)) for iri, name, other in _keyed(store)})
    likely = [(iri, name_key(name)) for (iri, name), n in shared.most_common(_LOOKED_AT) if 2 * n >= len(parts)]
    scores: dict[str, float] = {}
    for iri, other in likely:
        alike = difflib.SequenceMatcher(None, key, other, autojunk=False).ratio()
        inside = 0.9 if key and key in other else 0.0
        scores[iri] = max(scores.get(iri, 0.0), alike, inside)
    best = sorted((iri for iri in scores if scores[iri] >= 0.5), key=lambda iri: (-scores[iri], iri))
    fitting = (iri for iri in best if names.kind(iri) and kind in ("", names.kind(iri)))
    return [Found(iri, names.kind(iri), names(iri), _notes(store, iri)) for iri in islice(fitting, limit)]


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
    for key in (address.key, wanted, f"openreview-{wanted}"):
        iri = iris.mint(Kind.PAPER, key, base=store.base) if key else ""
        if iri and _is_there(store, iri):
            yield iri
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


def _by_exact_name(store: Askable, wanted: str) -> Iterator[str]:
    for text in {wanted, _KEY_MARKS.sub("", wanted)} - {""}:
        for predicate in _NAMING:
            yield from store.having(predicate, text)


def _by_loose_name(store: Askable, wanted: str) -> Iterator[str]:
    key = name_key(wanted)
    yield from (iri for iri, _, other in _keyed(store) if key and other == key)


def _by_head_of_title(store: Askable, wanted: str) -> Iterator[str]:
    """Take what stands before the colon of a title for its short name."""
    key = name_key(wanted)
    yield from (iri for iri, name, _ in _keyed(store) if key and ":" in name and name_key(name.split(":")[0]) == key)


def _by_file_name(store: Askable, wanted: str) -> Iterator[str]:
    rows = store.query("SELECT ?note ?path { ?note kg:path ?path }").texts()
    yield from (note for note, path in rows if path.endswith(f"/{wanted}"))


_WAYS: tuple[Callable[[Askable, str], Iterable[str]], ...] = (
    _by_iri,
    _by_address,
    _by_exact_name,
    _by_file_name,
    _by_loose_name,
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


def _notes(store: Askable, iri: str) -> int:
    rows = store.query(f"SELECT (COUNT(DISTINCT ?note) AS ?n) {{ ?note schema:mentions <{iri}> }}").texts()
    return int(next(rows)[0])
