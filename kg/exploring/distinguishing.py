"""Words that tell things of the same name apart: their kinds, broader topics, or notes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from kg import terms
from kg.asking.knowledge import Knowledge
from kg.asking.wording import kind_word
from kg.text import cut

LONGEST = 40
"""Characters of a broader topic, or a note."""
MOST = 50
"""Things of one name that are told apart."""


def distinguish(
    knowledge: Knowledge, things: Iterable[str], *, shown: Iterable[str] = (), with_kinds: bool = True
) -> dict[str, str]:
    """Return what to add to the names of those things that share a name with another one.

    Args:
        things: IRIs of what a page lists.
        shown: IRIs of what the page names elsewhere, such as its subject.
        with_kinds: say kinds; not needed where the page shows them anyway.
    """
    named: dict[str, set[str]] = defaultdict(set)
    listed, others = set(things), set(shown)
    knowledge.names.learn(sorted(listed | others))
    for iri in listed | others:
        named[knowledge.names(iri).casefold()].add(iri)
    found: dict[str, str] = {}
    for same in named.values():
        if len(same) > 1:
            found |= _words(knowledge, sorted(same)[:MOST], others, with_kinds=with_kinds)
    return {iri: words for iri, words in found.items() if iri in listed}


def broader(knowledge: Knowledge, topic: str) -> list[tuple[str, str]]:
    """Return the IRIs and names of the broader topics of a topic, in the order of their names."""
    found = [(iri, knowledge.names(iri)) for iri in knowledge.store.values(topic, terms.BROADER)]
    return sorted(found, key=lambda one: (one[1], one[0]))


def _words(knowledge: Knowledge, same: list[str], shown: Collection[str], *, with_kinds: bool) -> dict[str, str]:
    """Say the kind where it differs from the others', and else where the thing belongs."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for iri in same:
        kinds[knowledge.names.kind(iri)].append(iri)
    found: dict[str, str] = {}
    for kind, some in kinds.items():
        told = [kind_word(kind)] if with_kinds and len(kinds) > 1 and kind else []
        places = _places(knowledge, some, shown) if len(some) > 1 else {}
        found |= {iri: ", ".join([*told, *([f"in {places[iri]}"] if places.get(iri) else [])]) for iri in some}
    return {iri: words for iri, words in found.items() if words}


def _places(knowledge: Knowledge, same: list[str], shown: Collection[str]) -> dict[str, str]:
    """Return a broader topic of each, or a note if these do not differ."""
    above = {iri: [name for one, name in broader(knowledge, iri) if one not in shown][:1] for iri in same}
    if len({tuple(names) for names in above.values()}) < len(same):
        above = {iri: [path for path, *_ in knowledge.notes_naming(iri, limit=1)] for iri in same}
    told = {iri: names[0] for iri, names in above.items() if names}
    return {iri: cut(name, limit=LONGEST) for iri, name in told.items()} if len(set(told.values())) > 1 else {}
