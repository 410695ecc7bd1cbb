"""Decisions about a thing, shown for confirmation as they would be written; nothing is written here.

Also the reasons why the mentions of a thing were joined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

from kg.asking import finding
from kg.asking.knowledge import Knowledge
from kg.errors import UsageError
from kg.exploring.rendering import as_json, written
from kg.exploring.things import iri_of
from kg.model import DECIDABLE, Kind, Mention
from kg.rdf import Answer, string
from kg.resolution.decisions import Decision, DecisionType, Designator, plain
from kg.resolution.merge import Match

PLACES = 3
"""Most pairs of mentions that are shown for a reason."""
LONGEST = 500
_SAID = {
    DecisionType.RENAME: "{one} will be shown as “{value}”.",
    DecisionType.SAME: "{one} and {other} are the same thing.",
    DecisionType.DIFFERENT: "{one} and {other} are different things.",
    DecisionType.IGNORE: "{one} is not a thing: its mentions and all facts about it are left out.",
}


def proposal(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Preview a decision: in a sentence, and as it would be written into the file.

    Raises:
        UsageError: the decision is not possible; the message says why.
        AmbiguousError: several things have the name of the other thing.
    """
    iri = iri_of(knowledge, given["key"])
    if iri is None or knowledge.names.kind(iri) not in DECIDABLE:
        return None
    sort = next((one for one in _SAID if one == given["sort"]), None)
    if sort is None:
        raise UsageError(f"there is no decision {given['sort']!r} here. Choose one of: {', '.join(_SAID)}")
    other = _other(knowledge, iri, given["other"]) if sort in (DecisionType.SAME, DecisionType.DIFFERENT) else ""
    value = plain(given["name"][:LONGEST]) if sort is DecisionType.RENAME else ""
    if sort is DecisionType.RENAME and not value:
        raise UsageError("the new name is empty")
    decision = _decision(knowledge, sort, iri, other, value)
    from kg.pipeline.deciding import as_table  # which imports what reads notes: only for those who decide

    told = {"one": f"“{knowledge.names(iri)}”", "other": f"“{knowledge.names(other)}”" if other else "", "value": value}
    return as_json({"table": as_table(decision), "told": _SAID[sort].format(**told)})


def _other(knowledge: Knowledge, iri: str, wanted: str) -> str:
    """Find the other thing that a person names."""
    if not wanted.strip():
        raise UsageError("the other thing is missing. Type its name")
    name, kinds = wanted[:LONGEST], (knowledge.names.kind(iri),)
    fitting = finding.find(knowledge.store, name, kinds=kinds)
    found = finding.only(fitting, finding.Directory(knowledge.store), name, kinds).iri
    if found == iri:
        raise UsageError("these are already one thing in the graph")
    return found


def _decision(knowledge: Knowledge, sort: DecisionType, iri: str, other: str, value: str) -> Decision:
    called, short = _called(knowledge, iri)
    if sort in (DecisionType.RENAME, DecisionType.IGNORE):
        return Decision(sort, called[:1] if sort is DecisionType.RENAME else called, value)
    sides = (short, _called(knowledge, other)[1])
    things = tuple(dict.fromkeys(one for side in sides for one in side))
    if len(things) < 2:
        raise UsageError(f"these are the same name: {things[0]}")
    several = sort is DecisionType.DIFFERENT and len(things) > 2
    return Decision(sort, things, sizes=tuple(map(len, sides)) if several else ())


def _called(knowledge: Knowledge, iri: str) -> tuple[tuple[Designator, ...], tuple[Designator, ...]]:
    """Return how to call a thing, looking only at things that bear a name of its."""
    from kg.publishing.seen import call, names  # the same

    kind = Kind(knowledge.names.kind(iri))
    own = {row.name for row in names(knowledge.store, kind, [iri])}
    rows = knowledge.index.execute(
        "SELECT DISTINCT t.iri FROM things mine JOIN calls m ON m.thing = mine.id JOIN calls c ON c.key = m.key "
        "JOIN things t ON t.id = c.thing WHERE mine.iri = ? AND t.kind = ?",
        (iri, kind.value),
    )
    near = {str(one) for (one,) in rows} | _written_so(knowledge, own) | {iri}
    called, short = call(names(knowledge.store, kind, near), iri)
    if not called:
        raise UsageError(f"no name distinguishes {knowledge.names(iri)!r} from other things in its notes, so a "
                         "decision cannot be about it alone")  # fmt: skip
    return called, short


def _written_so(knowledge: Knowledge, own: Iterable[str]) -> set[str]:
    """Return the things that are written as one of some names anywhere."""
    texts = " ".join(string(name) for name in sorted(own))
    rows = knowledge.store.query(
        f"SELECT DISTINCT ?thing {{ VALUES ?text {{ {texts} }} {{ ?m kg:form ?text }} UNION "
        "{ ?at kg:quote ?text . ?m prov:wasDerivedFrom ?at } ?m kg:names ?thing }"
    ).texts()
    return {thing for (thing,) in rows}


def why(knowledge: Knowledge, given: Mapping[str, str]) -> Answer | None:
    """Show why the mentions of a thing were joined."""
    iri = iri_of(knowledge, given["key"])
    if iri is None:
        return None
    from kg.pipeline.deciding import reasons  # the same

    found = reasons(knowledge.graph_folder, iri, base=knowledge.store.base)
    matches = (*found.matches, *found.doubts) if found else ()
    lines = _lines(knowledge, {m for match in matches for m in (match.one, match.other)})
    return written(
        "why.html",
        knowledge,
        given,
        iri=iri,
        name=knowledge.names(iri),
        kind=knowledge.names.kind(iri),
        found=found,
        joined=_by_reason(found.matches if found else (), lines),
        doubted=_by_reason(found.doubts if found else (), lines),
    )


def _by_reason(
    matches: Iterable[Match], lines: Mapping[Mention, int]
) -> list[tuple[str, float, int, list[tuple[tuple[Mention, int], ...]]]]:
    """Return reasons: in words, how sure, how many pairs, and some of these, each mention with its line."""
    told = []
    for reason, group in groupby(matches, key=lambda match: match.reason):
        same = list(group)
        pairs = [tuple((m, lines.get(m, 0)) for m in (match.one, match.other)) for match in same[:PLACES]]
        told.append((reason, same[0].score, len(same), pairs))
    return told


def _lines(knowledge: Knowledge, mentions: Iterable[Mention]) -> dict[Mention, int]:
    """Return the lines on which mentions stand, as far as the index knows."""
    found = {}
    for mention in mentions:
        row = knowledge.index.execute(
            "SELECT z.line FROM sentences z JOIN notes n ON n.id = z.note WHERE n.path = ? AND z.start <= ? "
            "ORDER BY z.start DESC LIMIT 1",
            (mention.span.note, mention.span.start),
        ).fetchone()
        found[mention] = int(row[0]) if row else 0
    return found
