"""Keys of venues, sessions and topics: what a label decides."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from kg import iris, terms
from kg.kinds import LISTED
from kg.lexicons import forms, is_general, rows
from kg.model import Claim, Iri, Kind, Mention
from kg.resolution.components import Key
from kg.resolution.merge import Keys, Match, Pair, Partition, Thing, best_name
from kg.resolution.name_forms import usual_names
from kg.resolution.titles import title_key
from kg.text import name_key, plain_form, slug, without_ampersand, without_short_form
from kg.vocabularies import NO_VOCABULARIES, Vocabularies, field_of

KINDS = frozenset({Kind.VENUE, Kind.EDITION, Kind.PERIODICAL, Kind.SESSION, Kind.TOPIC})

_LISTS = ("topics", "tasks", "methods")
"""Word lists that know by which names a topic goes."""
_PUBLISHED_IN = frozenset({Kind.VENUE, Kind.EDITION, Kind.PERIODICAL})
"""Kinds of which one name is printed with `&` and with `and`."""
_SUREST = (Kind.EDITION, Kind.VENUE, Kind.PERIODICAL, Kind.SESSION, Kind.TOPIC)
"""What a venue is that notes take for several: an event is known by name, a journal often by its place in an entry."""


class Label(NamedTuple):
    """What is known of a thing that its label decides: this and its kind."""

    kind: Kind
    key: str
    """The label as a key of IRIs."""
    form: str
    """What labels of the same thing have in common."""
    concepts: tuple[str, ...] = ()
    """IRI of the concept that it means in each vocabulary of the user, "" where it means none; () if in no one."""


class _Known:
    """What is known of a part: a label, and the concepts of all its labels."""

    def __init__(self, label: Label) -> None:
        self.kind = label.kind
        self.concepts = label.concepts

    def absorb(self, other: _Known) -> None:
        """Take over what is known of another part."""
        self.concepts = common(self.concepts, other.concepts)


def keys(mention: Mention, label: Label) -> Iterator[Key]:
    """Yield the keys of a mention: its label decides, and the concepts that this means."""
    yield Key(_decisive(label))
    yield from (Key(f"concept {concept}") for concept in filter(None, label.concepts))


def cluster(
    labels: Mapping[Mention, Label], *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> tuple[list[Thing], list[Match]]:
    """Partition mentions of these kinds, and tell why.

    Args:
        same: pairs that the user said are one thing.
        apart: pairs that the user said are two.
    """
    known = {mention: _Known(label) for mention, label in labels.items()}
    parts = Partition(known, contradiction=contradiction, same=same, apart=apart)
    parts.join(((_decisive(label), m) for m, label in labels.items()), "the same label")
    for concept in sorted({concept for label in labels.values() for concept in filter(None, label.concepts)}):
        meaning = ((concept, m) for m, label in labels.items() if concept in label.concepts)
        parts.join(meaning, f"labels of one concept, {concept}")
    taken = Keys()
    things: list[Thing] = []
    for group in parts.parts():
        kind = min((mention.kind for mention in group), key=_SUREST.index)
        key = min(labels[mention].key for mention in group)
        own = [mention.text for mention in group if mention.rule not in LISTED]
        name = (usual_form if kind is Kind.TOPIC else best_name)(own or [mention.text for mention in group])
        things.append(Thing(kind, taken.take(kind, key, group[0]), name, group))
    return things, parts.matches


def usual_form(labels: Iterable[str]) -> str:
    """Choose the label of a topic to show: what most notes call it, written with capitals if any note does so.

    >>> usual_form(["LLMs", "LLM", "large language models", "llm"])
    'LLM'
    """
    counted = Counter(labels)
    names = Counter[str]()
    for label, count in counted.items():
        names[name_key(label)] += count
    order = list(counted)
    return min(order, key=lambda label: (-names[name_key(label)], label.islower(), -counted[label], order.index(label)))


def _decisive(label: Label) -> str:
    return f"{iris.path(label.kind)} {label.form}"


def contradiction(one: Label | _Known, other: Label | _Known) -> str:
    """Return what speaks against two labels being of one thing, "" when nothing does."""
    if iris.path(one.kind) != iris.path(other.kind):
        return f"one is a {one.kind}, the other a {other.kind}"
    pairs = zip(one.concepts, other.concepts, strict=False)
    return next((f"one is {mine}, the other {its}" for mine, its in pairs if mine and its and mine != its), "")


def common(some: tuple[str, ...], others: tuple[str, ...]) -> tuple[str, ...]:
    """Return what labels of one thing mean in each vocabulary: what the first that means anything does.

    >>> common((), ("urn:a", "")), common(("urn:a", ""), ("", "urn:b"))
    (('urn:a', ''), ('urn:a', 'urn:b'))
    """
    if not (some and others):
        return some or others
    return tuple(mine or its for mine, its in zip(some, others, strict=True))


def read(
    own: Sequence[Mention],
    claims: Mapping[Iri, Sequence[Claim]],
    vocabularies: Vocabularies = NO_VOCABULARIES,
) -> dict[Mention, Label]:
    """Give each mention its label: that of a session names the event too, that of a topic maybe its path."""
    broader, events = (
        [(claim.subject, claim.object) for claim in claims.get(predicate, ()) if isinstance(claim.object, Mention)]
        for predicate in (terms.BROADER, terms.SUPER_EVENT)
    )
    event = {session: event.text for session, event in reversed(events)}
    topics = _topics([m for m in own if m.kind is Kind.TOPIC], dict(broader), vocabularies)
    found: dict[Mention, Label] = {}
    for mention in own:
        whose = f"{event.get(mention, mention.span.note)} " if mention.kind is Kind.SESSION else ""
        text = without_ampersand(mention.text) if mention.kind in _PUBLISHED_IN else mention.text
        key = _slug(f"{whose}{text}")
        form = _published(text) if mention.kind in _PUBLISHED_IN else key
        found[mention] = topics.get(mention) or _label(mention.kind, key, form)
    return found


@lru_cache(maxsize=1 << 12)
def _published(text: str) -> str:
    """Return what the names of one journal have in common: the first article aside, in short or in full.

    >>> _published("The Analyst") == _published("Analyst"), _published("J. Mach. Learn. Res.")
    (True, 'JMLR')
    """
    form = _slug(text) if "(" in text else title_key(text)  # what stands in brackets may be a series
    return _journals().get(form, form)


@cache
def _journals() -> dict[str, str]:
    """Map each name of a journal that the word list knows to its short one; a name of two is left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows("venues"):
        for name in (row["series"], *forms(row)) if row["kind"] == "journal" else ():
            found[title_key(without_ampersand(name))].add(row["series"])
    return {form: min(names) for form, names in found.items() if len(names) == 1}


_slug = lru_cache(maxsize=1 << 12)(slug)
_label = lru_cache(maxsize=1 << 12)(Label)
"""Notes use the same labels again and again: these share them."""


def _topics(
    mentions: Sequence[Mention], above: dict[Mention, Mention], vocabularies: Vocabularies
) -> dict[Mention, Label]:
    """Label topics by their names, or by their paths where a name alone does not tell which topic it is.

    That is so for a name at several places of the outline of its note, and for a heading that any note could have, such
    as "Analysis", below another topic. What has a path means no concept: it is a part of what stands above it.
    """
    paths = {mention: _path(mention, above) for mention in mentions}
    places: dict[tuple[str, str], set[tuple[str, ...]]] = defaultdict(set)
    for mention, path in paths.items():
        if len(path) > 1:
            places[mention.span.note, form_of(mention.text)].add(tuple(form_of(one) for one in path))
    labels = {}
    for mention, path in paths.items():
        several = len(places[mention.span.note, form_of(mention.text)]) > 1
        shown = path if several or is_general(mention.text) else path[-1:]
        concepts = vocabularies.concepts(mention.text) if len(shown) == 1 else ()
        labels[mention] = _label(Kind.TOPIC, _slug(" ".join(shown)), " ".join(map(form_of, shown)), concepts)
    return labels


@lru_cache(maxsize=1 << 12)
def form_of(label: str) -> str:
    """Return what the labels of one topic have in common, whatever their number, hyphens, case and abbreviations.

    >>> form_of("LLMs") == form_of("Large language model"), form_of("Sparse autoencoders (SAEs)") == form_of("sae")
    (True, True)
    """
    form = plain_form(without_short_form(label))
    return _known().get(form, form)


@cache
def _known() -> dict[str, str]:
    """Map each name of a topic that the word lists know to its usual name."""
    found: dict[str, str] = {}
    for one in _LISTS:
        for form, usual in sorted(usual_names(one).items()):
            found.setdefault(form.removeprefix("=").casefold(), plain_form(usual))
    return found


def concepts_of(labels: Iterable[Label]) -> list[str]:
    """Return what the labels of one topic mean: concepts of vocabularies, and fields of the word list."""
    several = list(labels)
    means: tuple[str, ...] = ()
    for one in several:
        means = common(means, one.concepts)
    known = {concept for one in several if (concept := field_of(one.form)) is not None}
    return [*dict.fromkeys(filter(None, means)), *sorted(known)]


def _path(mention: Mention, above: dict[Mention, Mention]) -> list[str]:
    """Return the names from the broadest topic down; one that stands below its own name does not count twice."""
    path = [mention.text]
    seen = {mention}
    while mention in above and above[mention] not in seen:
        mention = above[mention]
        seen.add(mention)
        if form_of(mention.text) != form_of(path[0]):
            path.insert(0, mention.text)
    return path
