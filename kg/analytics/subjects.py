"""What papers are about: the subjects to which they are linked, and the words that recur in their titles.

Topics, tasks, methods and data sets of a paper are subjects. So are groups of up to three words that several titles
share, for notes on chemistry or history name few methods and stand below few headings. A name in a title and the topic
of that name are one subject.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import networkx as nx

from kg import lexicons, terms
from kg.analytics.project import WEIGHTS
from kg.analytics.tables import name_of
from kg.model import LITERATURE, Kind
from kg.telling import can_name, is_one_key, pieces_of, plain_words, tells, word_key, words_of

KINDS: Mapping[str, float] = {
    Kind.TOPIC.value: 1.0,
    Kind.TASK.value: 1.0,
    Kind.METHOD.value: 0.7,
    Kind.DATASET.value: 0.3,
}
"""How much the names of a kind say about the papers that are linked with them."""
PHRASE, ACRONYM, WORD = 0.9, 0.7, 0.34
"""The same for what recurs in titles: several words, a word of capitals, another word."""
UNSUPPORTED = 0.35
"""How much a topic counts whose name stands in no title and in no word list: it may be any heading."""
PLAIN = 0.5
"""How much less a thing counts that is called by a common word, such as `Recognition`."""
RECURRING = 3
"""Fewest titles with a group of words that is a subject."""
CONTAINED = 0.6
"""Share of the titles with some words in which longer words around them stand, so that the longer ones are the name."""
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


def find_subjects(things: nx.Graph) -> Subjects:
    """Find the subjects of papers. A paper is also about the topics above its topics.

    Args:
        things: papers and what they are linked with; the attribute `broader` of the network maps a topic to those
            right above it.

    >>> network = nx.Graph([("t", "p1")])
    >>> network.add_nodes_from((f"p{n}", {"kind": "paper", "name": f"{n} gas sensors"}) for n in range(1, 4))
    >>> network.add_node("t", kind="topic", name="Diffusion models")
    >>> found = find_subjects(network)
    >>> sorted(found.named[key].name for key in found.of["p1"])
    ['Diffusion models', 'gas sensors']
    """
    papers = sorted(node for node, kind in things.nodes(data="kind") if kind in LITERATURE)
    untitled = {paper for paper in papers if things.nodes[paper].get("untitled")}
    titles = {paper: list(_groups(name_of(things, paper))) if paper not in untitled else [] for paper in papers}
    linked = _linked(things, papers, things.graph.get("broader", {}))
    keys = {key_of(name_of(things, thing)): thing for thing in sorted(linked, key=lambda one: _rank(things, one))}
    phrases = _recurring(titles)
    in_titles = {key for groups in titles.values() for key, _ in groups}
    named, titled = dict[str, Subject](), dict[str, frozenset[str]]()
    of = {paper: dict[str, float]() for paper in papers}
    for key, thing in keys.items():
        name = name_of(things, thing)
        if key and tells(name):
            supported = key in in_titles or key in _known()
            weight = 1.0 if key in phrases else KINDS[things.nodes[thing]["kind"]] * (1 if supported else UNSUPPORTED)
            named[key] = Subject(name, weight * (PLAIN if _is_plain(name, key) else 1.0), thing)
    for thing, near in linked.items():
        key = key_of(name_of(things, thing))
        if key in named:
            for paper, strength in near.items():
                of[paper][key] = max(strength, of[paper].get(key, 0.0))
    for key, name in phrases.items():
        named.setdefault(key, Subject(name, _weight(name), ""))
    for paper, groups in titles.items():
        found = {key for key, _ in groups if key in named}
        titled[paper] = frozenset(found - of[paper].keys())
        of[paper].update(dict.fromkeys(found, 1.0))
    return Subjects(
        things,
        named,
        {paper: found for paper, found in of.items() if found},
        {paper: found for paper, found in titled.items() if found},
    )


def _is_plain(name: str, key: str) -> bool:
    """Return whether a name is one word that is no known name and no acronym."""
    return name.isalpha() and name.isascii() and name[1:].islower() and key not in _known()


def _rank(things: nx.Graph, thing: str) -> tuple[float, str]:
    """Return the order of things of one name: the last one stands for all."""
    return KINDS[things.nodes[thing]["kind"]], thing


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
                for each in (thing, *_above(thing, broader)):
                    if each in linked:
                        linked[each][paper] = max(strength, linked[each].get(paper, 0.0))
    return linked


def _weight_between(things: nx.Graph, one: str, other: str) -> float:
    """Return the weight of the link of two things, in either direction; that of a topic if links have none."""
    link = things.get_edge_data(one, other) or things.get_edge_data(other, one) or {}
    return float(link.get("weight", WEIGHTS[terms.ABOUT]))


def _above(topic: str, broader: Mapping[str, Iterable[str]]) -> set[str]:
    """Return all topics above a topic."""
    found: set[str] = set()
    left = list(broader.get(topic, ()))
    while left:
        above = left.pop()
        if above not in found:
            found.add(above)
            left += broader.get(above, ())
    return found


@lru_cache(maxsize=65536)
def key_of(name: str) -> str:
    """Reduce a name to what capitals, plurals of any of its words, spaces and hyphens do not change.

    >>> key_of("Gas sensors") == key_of("gas-sensor"), key_of("Neural Nets of rats") == key_of("neural nets of rats")
    (True, True)
    """
    return "".join(map(word_key, plain_words(name)))


def _groups(title: str) -> Iterator[tuple[str, str]]:
    """Yield the groups of words of a title that can be names, each with its key."""
    if is_one_key(title):
        return
    for part in pieces_of(title):
        words = words_of(part)
        for start, end in ((i, j) for i in range(len(words)) for j in range(i + 1, min(i + LONGEST, len(words)) + 1)):
            if can_name(words[start:end]):
                form = " ".join(words[start:end])
                yield key_of(form), form


def _recurring(titles: Mapping[str, Iterable[tuple[str, str]]]) -> dict[str, str]:
    """Return the groups of words in several titles, by their keys, each in the form that most titles have."""
    having = defaultdict[str, set[str]](set)
    forms = defaultdict[str, Counter[str]](Counter)
    for paper, groups in titles.items():
        for key, form in groups:
            having[key].add(paper)
            forms[key][form] += 1
    several = {key for key, papers in having.items() if len(papers) >= RECURRING}
    form_of = {key: min(forms[key], key=lambda form: (-forms[key][form], form)) for key in several}
    part = set()
    for key in several:
        words = form_of[key].split()
        inner = {key_of(" ".join(words[i:j])) for i in range(len(words)) for j in range(i + 1, len(words) + 1)}
        for shorter in (inner & several) - {key}:
            if len(having[key] & having[shorter]) >= CONTAINED * len(having[shorter]):
                part.add(shorter)
    return {key: form_of[key] for key in sorted(several - part) if tells(form_of[key])}


def _weight(name: str) -> float:
    """Return how much a name from titles says."""
    if " " in name or "-" in name:
        return PHRASE
    return ACRONYM if name.isupper() else WORD


@cache
def _known() -> frozenset[str]:
    """Return the keys of the names of the word lists."""
    return frozenset(key_of(row["name"]) for one in ("topics", "tasks", "methods") for row in lexicons.rows(one))
