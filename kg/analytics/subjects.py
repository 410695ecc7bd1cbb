"""What papers are about: the subjects to which they are linked, and the words that recur in their titles.

Topics, tasks, methods and data sets of a paper are subjects. So are groups of up to three words that several titles
share, for notes on chemistry or history name few methods and stand below few headings. A name in a title and the topic
of that name are one subject.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import networkx as nx

from kg import lexicons, terms
from kg.analytics.project import WEIGHTS
from kg.analytics.tables import name_of
from kg.model import LITERATURE, Kind
from kg.telling import broadest, can_be_in_name, can_name, is_one_key, pieces_of, tells, word_keys, words_of
from kg.vocabularies import reached

KINDS: Mapping[str, float] = {
    Kind.TOPIC.value: 1.0,
    Kind.TASK.value: 1.0,
    Kind.METHOD.value: 0.7,
    Kind.DATASET.value: 0.3,
}
"""How much the names of a kind say about the papers that are linked with them."""
PHRASE, ACRONYM, WORD = 0.9, 0.7, 0.6
"""The same for what recurs in titles: several words, a word of capitals, another word of the word lists."""
UNSUPPORTED, IN_TITLES = 0.35, 0.1
"""How much a thing counts whose name is in no word list and in less than this share of its papers' titles."""
FOREIGN, SEVERAL = 0.1, 12
"""The same if it has several papers, and hardly a title has even one word of the name."""
PLAIN = 0.5
"""How much less a thing counts that is called by a common word, such as `Recognition`."""
RECURRING = 3
"""Fewest titles with a group of words that is a subject."""
FULLER, FEWEST = 0.5, 2
"""Least share of the titles with a name, and fewest of them, that must have a longer name for it to be the name."""
ENDING = 0.25
"""Least share of the places of a group of words where no longer name continues: what never ends there is cut off."""
CONTAINED = 0.6
"""Share of the titles with some words in which longer words around them stand, so that the longer ones are the name."""
JOINED, _JOINT = 0.85, 3
"""The same for two names that a small word joins, and the letters that such a word has at most."""
FIELD, BROADEST = 0.4, 0.3
"""How much a field of science says that stands above what papers are about, and how much one of the broadest."""
MINOR = 0.1
"""Share of the papers in one of the broadest fields up to which it says something: `Education`, among much physics.

Only papers that are filed under it are about it then."""
_LISTS = ("topics", "tasks", "methods")
_SHORTEST = 3
"""Characters of a key; shorter names of methods mean other things too."""
LONGEST = 3
"""Most words of a group."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that papers are about."""

    name: str
    weight: float
    """How much the name says, between 0 and 1."""
    thing: str
    """IRI of the thing of that name, "" if titles alone name it."""
    is_vague: bool = False
    """Whether the name says little alone: a common word (`Recognition` of what?) or one of the broadest fields."""


@dataclass(frozen=True, slots=True)
class Subjects:
    """The subjects of the papers of a network."""

    things: nx.Graph
    """With a `kind` and a `name` of each node."""
    named: Mapping[str, Subject]
    """By the key of the name."""
    of: Mapping[str, Mapping[str, float]]
    """Paper -> keys of its subjects, with how surely it is about them: less than 1 if the notes only name them with it.
    """
    titled: Mapping[str, frozenset[str]]
    """The same, of the subjects that only its title names."""
    fields: Mapping[str, Mapping[str, float]]
    """The same, of the fields of science to which its subjects belong."""
    groups: Mapping[str, Mapping[str, str]]
    """Paper -> the groups of words of its title that can be names, by key."""

    def fuller(self, key: str, papers: Iterable[str]) -> str:
        """Return the longer name of which a name is a part in most titles of some papers that have it, or "".

        Where titles are on speech recognition, "Recognition" is a part of the name.
        """
        forms = defaultdict[str, Counter[str]](Counter)
        having = Counter[str]()
        total = 0
        for paper in papers:
            groups = self.groups.get(paper, {})
            if key in groups:
                total += 1
                longer = {
                    other: form
                    for other, form in groups.items()
                    if other != key and key in _inner(form) and not _is_joined(form)
                }
                having.update(longer.keys())
                for other, form in longer.items():
                    forms[other][form] += 1
        best = [other for other, count in having.items() if count >= max(FEWEST, FULLER * total)]
        if not best:
            return ""
        longest = min(best, key=lambda other: (-max(len(form.split()) for form in forms[other]), -having[other], other))
        return min(forms[longest], key=lambda form: (-forms[longest][form], form))

    def above(self, key: str) -> str:
        """Return the name of the nearest topic above a subject that says something alone, or ""."""
        over = reached(self.named[key].thing, self.things.graph.get("broader", {}))
        known = (self.named.get(key_of(name_of(self.things, one))) for one in over if one in self.things)
        return next((one.name for one in known if one and not one.is_vague and one.weight >= UNSUPPORTED), "")


def find_subjects(things: nx.Graph) -> Subjects:
    """Find the subjects of papers. A paper is also about the topics above its topics, and about the fields above these.

    Args:
        things: papers and what they are linked with; the attribute `broader` of the network maps a topic to those
            right above it.

    >>> network = nx.Graph([("t", "p1")])
    >>> network.add_nodes_from((f"p{n}", {"kind": "paper", "name": f"{n} gas sensors"}) for n in range(1, 4))
    >>> network.add_node("t", kind="topic", name="Crystallography")
    >>> found = find_subjects(network)
    >>> sorted(found.named[key].name for key in found.of["p1"])
    ['Crystallography', 'analytical chemistry', 'chemistry', 'gas sensors']
    """
    papers = sorted(node for node, kind in things.nodes(data="kind") if kind in LITERATURE)
    untitled = {paper for paper in papers if things.nodes[paper].get("untitled")}
    titles = {paper: list(_groups(name_of(things, paper))) if paper not in untitled else [] for paper in papers}
    linked = _linked(things, papers, things.graph.get("broader", {}))
    keys = {
        key_of(name_of(things, thing)): thing
        for thing in sorted(linked, key=lambda one: (KINDS[things.nodes[one]["kind"]], one))
    }
    phrases = _recurring(titles)
    in_titles = {paper: {key: form for key, form, _ in groups} for paper, groups in titles.items()}
    titled = dict[str, frozenset[str]]()
    of = {paper: dict[str, float]() for paper in papers}
    named = {
        key: _thing_as_subject(things, thing, key, phrases.get(key), [in_titles[one] for one in linked[thing]])
        for key, thing in keys.items()
        if key and tells(name_of(things, thing))
    }
    for thing, near in linked.items():
        key = key_of(name_of(things, thing))
        if key in named:
            for paper, strength in near.items():
                of[paper][key] = max(strength, of[paper].get(key, 0.0))
    for key, name in phrases.items():
        named.setdefault(key, Subject(name, _weight(name), "", _is_vague(name, key)))
    for paper, groups in in_titles.items():
        found = {key for key, form in groups.items() if key in named and _can_be(named[key].name, form)}
        titled[paper] = frozenset(found - of[paper].keys())
        of[paper].update(dict.fromkeys(found, 1.0))
    phrased = {paper: {key: 1.0 for key, form in forms.items() if " " in form} for paper, forms in in_titles.items()}
    fields = {paper: _fields_of(keys | phrased[paper]) for paper, keys in of.items()}
    for paper, above in fields.items():
        for key, strength in above.items():
            named.setdefault(key, _as_subject(key))
            of[paper].setdefault(key, strength)
    _tell_minor(of, named, fields)
    return Subjects(things, named, {paper: found for paper, found in of.items() if found}, titled, fields, in_titles)


def _tell_minor(
    of: Mapping[str, dict[str, float]], named: dict[str, Subject], fields: Mapping[str, Mapping[str, float]]
) -> None:
    """Let the broadest fields say something if few papers are in them, of the papers that are filed there."""
    sizes = Counter(key for keys in of.values() for key in keys)
    for key in sorted(broadest() & named.keys() & _field_names().keys()):
        if sizes[key] <= MINOR * len(of):
            named[key] = replace(named[key], weight=max(FIELD, named[key].weight), is_vague=False)
            for paper in (one for one in of if key in fields[one]):
                del of[paper][key]


def _thing_as_subject(
    things: nx.Graph, thing: str, key: str, phrase: str | None, titles: Sequence[Mapping[str, str]]
) -> Subject:
    """Return a thing as a subject, given its name as it recurs in titles, and the titles of its papers."""
    name, vague = name_of(things, thing), _is_vague(name_of(things, thing), key)
    recurs = phrase is not None and _can_be(name, phrase)
    weight = 1.0 if recurs else KINDS[things.nodes[thing]["kind"]] * _support(name, key, titles)
    return Subject(name, weight * (PLAIN if vague else 1.0), thing, vague)


def _support(name: str, key: str, titles: Sequence[Mapping[str, str]]) -> float:
    """Return how much a thing counts by what speaks for its name: a word list, or the titles of its papers."""
    least = max(1, IN_TITLES * len(titles))
    if key in _known() or sum(key in groups for groups in titles) >= least:
        return 1.0
    words = set(word_keys(name))
    near = sum(any(not words.isdisjoint(word_keys(form)) for form in groups.values()) for groups in titles)
    return UNSUPPORTED if near >= least or len(titles) < SEVERAL else FOREIGN


def _fields_of(keys: Mapping[str, float]) -> dict[str, float]:
    """Return the keys of the fields of science above some subjects, with how surely a paper on these is in each."""
    found = dict[str, float]()
    for key, strength in keys.items():
        for field in fields_above(key):
            found[field] = max(strength, found.get(field, 0.0))
    return {key: strength for key, strength in found.items() if key not in keys}


@cache
def _fields() -> Mapping[str, tuple[str, ...]]:
    """Map the key of each name of the word lists to those of the fields right above it.

    Names that are common words too are left out.
    """
    return {
        key: tuple(map(key_of, row["broader"].split("|")))
        for kind in reversed(_LISTS)  # topics last: they decide
        for row in lexicons.rows(kind)
        if row["broader"] and not row.get("caution")
        for name in lexicons.forms(row)
        if name == row["name"] or not name.islower() or " " in name
        if len(key := key_of(name)) >= _SHORTEST or kind == _LISTS[0]
    }


def fields_above(key: str) -> frozenset[str]:
    """Return the keys of the fields of science above what the word lists know by a key."""
    return frozenset(reached(key, _fields()))


def is_field(key: str) -> bool:
    """Return whether a key is that of a field of science with others below it."""
    return key in _parents()


@cache
def _parents() -> frozenset[str]:
    return frozenset(above for some in _fields().values() for above in some)


@cache
def _field_names() -> Mapping[str, str]:
    return {key_of(row["name"]): row["name"] for row in lexicons.rows("topics")}


def _can_be(name: str, form: str) -> bool:
    """Return whether words of a title can be a name: an acronym of some capitals is another word without these."""
    return " " in name or sum(map(str.isupper, name)) < 2 or any(map(str.isupper, form[1:]))


def _as_subject(field: str) -> Subject:
    """Return a field of science as a subject that is no thing."""
    vague = field in broadest()
    return Subject(_field_names()[field], BROADEST if vague else FIELD, "", vague)


def _is_vague(name: str, key: str) -> bool:
    """Return whether a name says little alone: one of the broadest fields, a place, or a word that is no field."""
    is_word = name.isalpha() and name.isascii() and name[1:].islower()
    return (is_word and key not in _field_names()) or key in broadest() or name.casefold() in lexicons.words("place")


def _linked(
    things: nx.Graph, papers: Iterable[str], broader: Mapping[str, Iterable[str]]
) -> dict[str, dict[str, float]]:
    """Return the papers linked with each thing that can be a subject, and with a topic those of the topics below.

    Each paper comes with the strength of its link: 1 is that of a paper with its topic.
    """
    linked = {node: dict[str, float]() for node, kind in things.nodes(data="kind") if kind in KINDS}
    for paper in papers:
        for thing in nx.all_neighbors(things, paper):
            if things.nodes[thing].get("kind") in KINDS:
                strength = min(1.0, _weight_between(things, paper, thing) / WEIGHTS[terms.ABOUT])
                for each in (thing, *reached(thing, broader)):
                    if each in linked:
                        linked[each][paper] = max(strength, linked[each].get(paper, 0.0))
    return linked


def _weight_between(things: nx.Graph, one: str, other: str) -> float:
    """Return the weight of the link of two things, in either direction; that of a topic if links have none."""
    link = things.get_edge_data(one, other) or things.get_edge_data(other, one) or {}
    return float(link.get("weight", WEIGHTS[terms.ABOUT]))


@lru_cache(maxsize=65536)
def key_of(name: str) -> str:
    """Reduce a name to what capitals, plurals of any of its words, spaces and hyphens do not change.

    >>> key_of("Gas sensors") == key_of("gas-sensor"), key_of("Neural Nets of rats") == key_of("neural nets of rats")
    (True, True)
    """
    key = "".join(word_keys(name))
    return _first_forms().get(key, key)


@cache
def _first_forms() -> Mapping[str, str]:
    """Map the keys of other forms of the topics of the word list to that of the first form."""
    rows = [[("".join(word_keys(form)), form) for form in lexicons.forms(row)] for row in lexicons.rows("topics")]
    return {key: row[0][0] for row in rows for key, form in row[1:] if not form.islower() or " " in form}


def _groups(title: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the groups of words of a title that can be names: key, form, and whether no longer name continues there."""
    if is_one_key(title):
        return
    for part in pieces_of(title):
        words = words_of(part)
        for start, end in ((i, j) for i in range(len(words)) for j in range(i + 1, min(i + LONGEST, len(words)) + 1)):
            if can_name(words[start:end]):
                form = " ".join(words[start:end])
                yield key_of(form), form, not any(map(can_be_in_name, words[end : end + 1]))


def _recurring(titles: Mapping[str, Iterable[tuple[str, str, bool]]]) -> dict[str, str]:
    """Return the groups of words in several titles, by their keys, each in the form that most titles have."""
    having = defaultdict[str, set[str]](set)
    forms = defaultdict[str, Counter[str]](Counter)
    ends = Counter[str]()
    for paper, groups in titles.items():
        for key, form, is_end in groups:
            having[key].add(paper)
            forms[key][form] += 1
            ends[key] += is_end
    several = {
        key for key, papers in having.items() if len(papers) >= RECURRING and ends[key] >= ENDING * forms[key].total()
    }
    form_of = {key: min(forms[key], key=lambda form: (-forms[key][form], form)) for key in several}
    part = set()
    for key in several:
        for shorter in (_inner(form_of[key]) & several) - {key}:
            if len(having[key] & having[shorter]) >= CONTAINED * len(having[shorter]):
                part.add(shorter)
    return {key: form_of[key] for key in sorted(several - part) if tells(form_of[key])}


def _is_joined(form: str) -> bool:
    """Return whether a name has a small word: two names, as in `Erosion in study`, rather than one."""
    return any(len(word) <= _JOINT and word.islower() for word in form.split())


def _inner(form: str) -> set[str]:
    """Return the keys of all groups of words in a name."""
    words = form.split()
    return {key_of(" ".join(words[i:j])) for i in range(len(words)) for j in range(i + 1, len(words) + 1)}


def _weight(name: str) -> float:
    """Return how much a name from titles says."""
    if " " in name or "-" in name:
        return JOINED if _is_joined(name) else PHRASE
    return ACRONYM if name.isupper() else WORD if key_of(name) in _known() else 0.0


@cache
def _known() -> frozenset[str]:
    """Return the keys of the names of the word lists, in all their forms."""
    return frozenset(key_of(name) for one in _LISTS for row in lexicons.rows(one) for name in lexicons.forms(row))
