"""What a name means: one thing, or several that are one subject to whoever types it.

Most papers give their method its name, a heading names what the papers below it are about, and a note has the name of
the person it is about. These are several things in the graph, and one subject in every answer: of `VideoJAM`, whoever
asks wants what is known of the paper and of the method that it introduces. Things that have nothing to do with each
other but share a name, such as two people, are several subjects, among which the person who asks has to choose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kg import terms
from kg.asking.finding import Directory, Found, Lookup, look_up, misspelled, only, seen
from kg.asking.wording import Names, kind_word
from kg.kinds import LITERATURE, Kind
from kg.rdf import Askable
from kg.text import name_key

if TYPE_CHECKING:
    from kg.asking.knowledge import Knowledge

CONCEPTS = (Kind.METHOD, Kind.DATASET, Kind.TASK)
_HEADED = {Kind.PERSON, Kind.ORG, Kind.VENUE, Kind.EDITION, Kind.AWARD, Kind.SESSION}
"""Kinds of things that a topic of their name is about. A journal is not: `Biology` publishes papers on anything."""
_ORDER = (
    *(Kind.PERSON, Kind.ORG, Kind.VENUE, Kind.EDITION, Kind.PERIODICAL, Kind.AWARD, *LITERATURE, *CONCEPTS),
    *(Kind.TOPIC, Kind.SESSION, Kind.CANDIDATE, Kind.NOTE),
)
_RANK = {kind.value: place for place, kind in enumerate(_ORDER)}
_STEPS = 2
"""From a name to a method of that name, and on to the paper that introduces it."""
_HIGHEST = 20
"""Broader topics of a topic that are looked at, one above the other."""
_LISTED = 20
_COUNTED = (*CONCEPTS, Kind.TOPIC)
"""Kinds of which one may be called in the singular and the other in the plural: `transformers`, a topic, is what the
method `Transformer` is."""
_COUNTING = (*_COUNTED, *LITERATURE)
"""Kinds of things beside which these stand so: a paper that is called `Reed Beds` is on the topic `reed bed`."""
_SHORTEST = 3
"""Letters of a name that may end in the s of a plural."""
_NAMES = 12
"""Names of a thing by which its subject is looked for, the short ones first."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a name means."""

    name: str
    says: str
    """What it is: `a paper and the method it introduces`; "" if it is one thing."""
    things: tuple[Found, ...]
    """At least one; the first is what its page begins with."""
    typed: str = ""
    """What was typed, if the name is the nearest to that; "" if it was typed without an error."""
    also: tuple[Found, ...] = ()
    """Other things that have the name only as another name."""

    @property
    def iri(self) -> str:
        """The IRI of the first thing."""
        return self.things[0].iri

    @property
    def iris(self) -> tuple[str, ...]:
        """The IRIs of all its things."""
        return tuple(one.iri for one in self.things)

    @property
    def kind(self) -> str:
        """The kind of the first thing."""
        return self.things[0].kind

    @property
    def told(self) -> tuple[str, ...]:
        """What has to be said of how the name was understood: lines that stand before an answer."""
        lines = [f"Showing {self.name!r}: {self.typed!r} may be a typo"] if self.typed else []
        if self.also:
            more = f" and {len(self.also) - _LISTED} more" if len(self.also) > _LISTED else ""
            lines.append(f"Not included, though called so too: {'; '.join(map(str, self.also[:_LISTED]))}{more}")
        return tuple(lines)

    def __str__(self) -> str:
        """Tell it apart from others of its name."""
        return f"{self.name}: {self.says}" if self.says else str(self.things[0])


def find_subject(store: Askable, wanted: str, *, kind: str = "") -> Subject:
    """Find the one subject that is meant; of a name with a typing error, what has the name.

    Args:
        wanted: what a person calls it; see `find`.
        kind: of its things, "" for any.

    Raises:
        AmbiguousError: several subjects match; the message lists them.
        UsageError: nothing matches; the message has the nearest names.
    """
    kinds = (kind,) if kind else ()
    return only(find_subjects(store, wanted, kinds=kinds), Directory(store), wanted, kinds)


def find_subjects(store: Askable, wanted: str, *, kinds: Collection[str] = ()) -> list[Subject]:
    """Find what a name may mean, of some kinds if any are given; see `find`.

    `BERT#2` means the second of several subjects, or else the second thing of the one there is.
    """
    directory = Directory(store)
    return find_exactly(directory, wanted, kinds=kinds) or find_misspelled(directory, wanted, kinds=kinds)


def find_exactly(directory: Directory, wanted: str, *, kinds: Collection[str] = ()) -> list[Subject]:
    """Find what a name may mean that was typed without an error."""
    looked = look_up(directory, wanted, kinds)
    found = _subjects(directory, looked, kinds) if looked.found else []
    if not looked.number:
        return found
    things = dict.fromkeys([*looked.found, *(thing for one in found for thing in one.things)])
    several = found if len(found) > 1 else [_subject([one], {}) for one in things]
    return several[looked.number - 1 : looked.number]


def find_misspelled(directory: Directory, wanted: str, *, kinds: Collection[str] = ()) -> list[Subject]:
    """Find the one subject whose name was typed with an error; none if there may be several."""
    meant = misspelled(directory, wanted, kinds=kinds)
    found = find_exactly(directory, meant, kinds=kinds) if meant else []
    return [replace(found[0], typed=wanted)] if len(found) == 1 else []


def count_notes(store: Askable, subject: Subject) -> int:
    """Count the notes that mention a thing of a subject."""
    things = " ".join(f"<{iri}>" for iri in subject.iris)
    query = f"SELECT DISTINCT ?path {{ VALUES ?thing {{ {things} }} ?note schema:mentions ?thing ; kg:path ?path }}"
    return sum(1 for _ in store.query(query).texts())


def alone(store: Askable, iri: str) -> Subject:
    """Return one thing as a subject."""
    return _subject(seen(store, [iri]), {})


def as_subject(store: Askable, meant: Subject | str) -> Subject:
    """Return a subject, or the one thing of an IRI as a subject."""
    return alone(store, meant) if isinstance(meant, str) else meant


def subject_of(knowledge: Knowledge, iri: str) -> Subject:
    """Return the subject of a thing: of what its names mean, the most that it belongs to."""
    indexed = _Indexed(knowledge)
    if knowledge.names.kind(iri) == Kind.NOTE:
        return alone(knowledge.store, iri)
    first, *others = indexed.keys(iri)
    called = {first: {iri} | indexed.bearing([first])}
    called |= {key: things for key in others if len(things := indexed.bearing([key])) > 1}
    several = sorted(set[str]().union(*called.values()))
    known = {one.iri: one for one in seen(knowledge.store, several, knowledge.names)}
    best = _subject([known[iri]], {})
    for key, things in called.items():
        found = sorted(known[one] for one in things if known[one].kind != Kind.NOTE)
        for one in _subjects(indexed, Lookup(key, found), ()):
            if iri in one.iris and len(one.iris) > len(best.iris):
                best = replace(one, also=())
    return best


class _Indexed:
    """The names in a graph, as the index for searching has them: a few are found without reading all."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.store, self.names = knowledge.store, knowledge.names
        self._index = knowledge.index

    def bearing(self, keys: Collection[str]) -> set[str]:
        """Return the things that have a name with one of some keys."""
        marks = ", ".join("?" * len(keys))
        query = f"SELECT DISTINCT t.iri FROM calls c JOIN things t ON t.id = c.thing WHERE c.key IN ({marks})"
        return {str(one) for (one,) in self._index.execute(query, [*keys])}

    def keys(self, iri: str) -> list[str]:
        """Return the keys of some names of a thing, its own name first."""
        columns = self._index.execute("SELECT names, titles FROM things WHERE iri = ?", (iri,)).fetchone() or ()
        others = sorted({name_key(name) for names in columns for name in names.split("\n")} - {""}, key=len)
        return [*dict.fromkeys([name_key(self.names(iri)), *others[:_NAMES]])]


def _subjects(directory: Directory | _Indexed, looked: Lookup, kinds: Collection[str]) -> list[Subject]:
    store, names, key = directory.store, directory.names, name_key(looked.name)
    found, iris = list(looked.found), {one.iri for one in looked.found}
    if not looked.is_exact:
        more = _around(directory, iris) - iris
        found += seen(store, sorted(one for one in more if not kinds or names.kind(one) in kinds), names)
    introduced = {one.iri: {*store.values(one.iri, terms.INTRODUCES)} for one in found if one.kind in LITERATURE}
    groups = [some for some in _grouped(store, _owning(found, key), introduced) if {*some} & {*looked.found}]
    owned = [group for group in groups if any(_owns(one, key) for one in group)]
    if len(owned) == 1:
        groups = owned
    if len(groups) > 1:
        return [_subject(group, introduced) for group in groups]
    also = sorted({*looked.found} - {*groups[0]}, key=lambda one: (-one.notes, one))
    return [replace(_subject([*groups[0], *looked.notes], introduced), also=tuple(also))]


def _around(directory: Directory | _Indexed, things: Collection[str]) -> set[str]:
    """Add what has the name of a thing as its own name, and what a paper introduces under its name, from both sides."""
    store, names = directory.store, directory.names
    found, new = set(things), set(things)
    for _ in range(_STEPS):
        names.learn(new)
        called = {key for one in new for key in _keys(store, names, one)}
        plain = {key for one in new if names.kind(one) in _COUNTING for key in _keys(store, names, one)}
        near = {*directory.bearing(called | {form for key in plain for form in _numbers(key)})}
        near |= {other for one in new for other in store.values(one, terms.INTRODUCES)}
        near |= {str(other) for one in new for other in store.having(terms.INTRODUCES, one)}
        names.learn(near)
        keys = {key for one in new for key in _keys(store, names, one, heads=True)}
        found |= new
        new = {one for one in near - found if names.kind(one) not in ("", Kind.NOTE)}
        new = {one for one in new if _called(one, store, names, keys, plain)}
    return found | new


def _called(thing: str, store: Askable, names: Names, keys: Collection[str], plain: Collection[str]) -> bool:
    """Return whether a thing has one of some names; those of methods, tasks and topics may be in the other number."""
    own = _keys(store, names, thing, heads=True)
    in_other = names.kind(thing) in _COUNTED and any(form in plain for key in own for form in _numbers(key))
    return in_other or not own.isdisjoint(keys)


def _numbers(key: str) -> tuple[str, str]:
    """Return a name in the singular and in the plural."""
    single = key.removesuffix("s") if len(key) > _SHORTEST else key
    return single, f"{single}s"


def _keys(store: Askable, names: Names, thing: str, *, heads: bool = False) -> set[str]:
    """Return the keys of what a thing is called first of all: its name; of a paper also what it is called for short.

    With heads, also what stands before the colon of its title.
    """
    called = [names(thing)]
    if names.kind(thing) in LITERATURE:
        called += [*store.values(thing, terms.ALTERNATE_NAME), *([called[0].partition(":")[0]] if heads else [])]
    return {name_key(one) for one in called} - {""}


def _owns(one: Found, key: str) -> bool:
    """Return whether a thing has a name, or its plural, as its own name."""
    return name_key(one.name).removesuffix("s") == key.removesuffix("s")


def _owning(found: Iterable[Found], key: str) -> Iterator[Found]:
    """Yield of each kind the one thing that has a name as its own name, or else all that have it."""
    for same in _by_kind(found).values():
        owners = [one for one in same if _owns(one, key)]
        yield from owners if len(owners) == 1 else same


def _by_kind(found: Iterable[Found]) -> dict[str, list[Found]]:
    kinds: dict[str, list[Found]] = defaultdict(list)
    for one in found:
        kinds[one.kind].append(one)
    return kinds


class _Groups:
    """Things that are joined step by step."""

    def __init__(self, found: Iterable[Found]) -> None:
        self._group = {one: [one] for one in found}

    def join(self, *several: Found) -> None:
        """Make some things one subject, with all to which they were joined."""
        joined = list(dict.fromkeys(one for some in several for one in self._group[some]))
        self._group |= dict.fromkeys(joined, joined)

    def all(self) -> list[list[Found]]:
        """Return the subjects, the one with the thing that most notes mention first."""
        groups = {id(group): group for group in self._group.values()}.values()
        return sorted(groups, key=lambda group: min((-one.notes, one.kind, one.name, one) for one in group))


def _grouped(store: Askable, found: Iterable[Found], introduced: Mapping[str, Collection[str]]) -> list[list[Found]]:
    """Join things of one name that are one subject.

    A method, a data set and a task of one name are one; a paper is one with what it introduces, and with what has its
    name if it is the only one. So is a topic, with these or else with a person or an event of that name: a heading is
    about what it names. A candidate is only a name, so it tells nothing apart.
    """
    kinds = _by_kind(found)
    works, concepts, headed = (
        [one for kind in some for one in kinds.get(kind, ())] for some in (LITERATURE, CONCEPTS, _HEADED)
    )
    groups = _Groups(one for some in kinds.values() for one in some)
    for concept in concepts:
        by = [one for one in works if concept.iri in introduced[one.iri]]
        groups.join(concept, *(by if len(by) == 1 else ()))
    topics, sessions, candidates = (kinds.get(kind, []) for kind in (Kind.TOPIC, Kind.SESSION, Kind.CANDIDATE))
    first = concepts or (works if len(works) == 1 else headed)
    if concepts and all(len(kinds.get(kind, ())) < 2 for kind in CONCEPTS):
        groups.join(*concepts, *topics, *(works if len(works) == 1 else ()))
    elif topics:
        for same in (same_topics := _same_topics(store, topics)):
            groups.join(*same)
        groups.join(topics[0], *(first if len(first) == len(same_topics) == 1 and not concepts else ()))
    if len(sessions) == 1:
        groups.join(sessions[0], *(works if len(works) == 1 else ()))
    if candidates:
        others = [one for group in groups.all() for one in group if one.kind != Kind.CANDIDATE]
        groups.join(*candidates, *others[:1])
    return groups.all()


def _same_topics(store: Askable, topics: Sequence[Found]) -> list[list[Found]]:
    """Join topics of one name where one stands above the other, or above both stands a topic of one name."""
    groups, labels = _Groups(topics), Names(store)
    above = {one: list(_above(store, one.iri)) for one in topics} if len(topics) > 1 else {}
    labels.learn(iri for some in above.values() for iri in some[:1])
    for place, one in enumerate(topics):
        for other in topics[place + 1 :]:
            parents = {name_key(labels(some[0])) for some in (above[one], above[other]) if some}
            is_below = one.iri in above[other] or other.iri in above[one]
            if is_below or (above[one] and above[other] and len(parents) == 1):
                groups.join(one, other)
    return groups.all()


def _above(store: Askable, topic: str) -> Iterator[str]:
    """Yield the broader topics of a topic, the nearest first."""
    for _ in range(_HIGHEST):
        topic = min(store.values(topic, terms.BROADER), default="")
        if not topic:
            return
        yield topic


def _subject(things: Iterable[Found], introduced: Mapping[str, Collection[str]]) -> Subject:
    ordered = tuple(sorted(things, key=lambda one: (_RANK.get(one.kind, len(_RANK)), -one.notes, one)))
    named = [one for one in ordered if one.kind != Kind.NOTE] or ordered[:1]
    name = min(named, key=lambda one: (len(one.name), -one.notes)).name
    return Subject(name, _says(ordered, introduced) if len(ordered) > 1 else "", ordered)


def _says(things: Sequence[Found], introduced: Mapping[str, Collection[str]]) -> str:
    """Say what things of one name are: `a paper, the method it introduces and a topic of that name`."""
    works = [one for one in things if one.kind in LITERATURE]
    its = introduced.get(works[0].iri, ()) if len(works) == 1 else ()
    new, other = list[str](), list[str]()
    for kind, same in _by_kind(things).items():
        word, number = kind_word(kind, len(same)), len(same)
        if all(one.iri in its for one in same):
            new.append(word if number == 1 else f"{number} {word}")
        else:
            other.append(f"{number} {word}" if number > 1 else f"{'an' if word[0] in 'aeiou' else 'a'} {word}")
    told = [*other[:1], *([f"the {' and '.join(new)} it introduces"] if new else []), *other[1:]]
    named = " of that name" if other[1:] or not new else ""
    return f"{', '.join(told[:-1])}{' and ' if told[1:] else ''}{told[-1]}{named}"
