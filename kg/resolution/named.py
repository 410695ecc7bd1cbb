"""Which mentions name one method, dataset, task, organisation or award.

These are of one form, an alias that the word lists know, or a short form that a note defines. Two short forms with two
expansions, or from two papers, are two things; one that says neither is the only one there is, or a thing of its own.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.fuzz import ratio

from kg import terms
from kg.model import Kind, Mention
from kg.resolution.components import Key, beside
from kg.resolution.merge import Keys, Match, Pair, Partition, Thing, best_name, blocks
from kg.resolution.name_forms import usual_names
from kg.resolution.paper_facts import ByPredicate
from kg.text import bare, form_key, slug

LISTS = {
    Kind.METHOD: "methods",
    Kind.DATASET: "datasets",
    Kind.TASK: "tasks",
    Kind.ORG: "organisations",
    Kind.AWARD: "awards",
}
"""The word list that knows the aliases of a kind."""
KINDS = (*LISTS, Kind.CANDIDATE)
_SEEN = 0.7
"""How sure it is that a name is that of a thing that another note tells more of."""
_ALIKE = 88
"""Likeness, up to 100, of two names that one paper introduces and that are one."""
_LEGAL = re.compile(r"(?:,\s|(?<!\s)\s)\s*(?:inc|ltd|llc|gmbh|ag|corp|corporation|co|plc|s\.?a)\.?$", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?(?=\s)")


class NameSaid(NamedTuple):
    """What a note says of a name at one mention; what has no order is sorted."""

    kind: Kind
    form: str
    stands_for: tuple[str, ...] = ()
    """Forms of its expansions."""
    introduced: tuple[tuple[Mention, str], ...] = ()
    """Mentions of papers that introduce it, with the keys of these."""

    def facts(self) -> NameFacts:
        """Return this as facts that can absorb others."""
        return NameFacts(self.kind, {self.form}, set(self.stands_for), {paper for _, paper in self.introduced})


@dataclass(slots=True)
class NameFacts:
    """What is known of a thing from some of its mentions."""

    kind: Kind
    forms: set[str]
    stands_for: set[str]
    papers: set[str]
    """Keys of the papers that introduce it."""

    def absorb(self, other: NameFacts) -> None:
        """Take over what is known of another part; a candidate becomes what the other is."""
        self.kind = other.kind if self.kind is Kind.CANDIDATE else self.kind
        self.forms |= other.forms
        self.stands_for |= other.stands_for
        self.papers |= other.papers


Names = Partition[NameFacts]


def read(mentions: Iterable[Mention], claims: ByPredicate) -> dict[Mention, NameSaid]:
    """Collect what a note says of each mention; which papers introduce it is not known by their keys yet."""
    forms = {mention: _printed(mention.kind, mention.text) for mention in mentions}
    stands_for: dict[Mention, set[str]] = defaultdict(set)
    for claim in (*claims.get(terms.ALT_LABEL, ()), *claims.get(terms.ALTERNATE_NAME, ())):
        subject, other = claim.subject, claim.object
        if subject in forms and isinstance(other, str) and len(other) > len(subject.text):
            form = _printed(subject.kind, other)
            if form != forms[subject]:
                stands_for[subject].add(form)
    introduced: dict[Mention, dict[Mention, str]] = defaultdict(dict)
    for claim in claims.get(terms.INTRODUCES, ()):
        if isinstance(claim.object, Mention) and claim.object in forms:
            introduced[claim.object][claim.subject] = ""
    return {
        mention: NameSaid(
            *(mention.kind, form, tuple(sorted(stands_for.get(mention, ())))),
            tuple(introduced.get(mention, {}).items()),
        )
        for mention, form in forms.items()
    }


def keys(mention: Mention, said: NameSaid) -> Iterator[Key]:
    """Yield the keys of a mention: its forms, what it stands for, and the papers that introduce it."""
    if mention.kind is Kind.CANDIDATE:
        yield from (Key(f"{kind} of form {_form(kind, mention.text)}") for kind in LISTS)
    yield Key(f"{mention.kind} of form {_form(mention.kind, mention.text)}")
    yield Key(f"{mention.kind} {said.form}")
    for form in said.stands_for:
        yield Key(f"{mention.kind} {form}")
    for paper, key in said.introduced:
        yield Key(f"{mention.kind} introduced by {key}")
        yield beside(paper)


def cluster(
    said: Mapping[Mention, NameSaid], *, same: Iterable[Pair] = (), apart: Iterable[Pair] = ()
) -> tuple[list[Thing], list[Match]]:
    """Partition mentions of these kinds, and tell why.

    Args:
        same: pairs that the user said are one thing.
        apart: pairs that the user said are two.
    """
    facts = {mention: one.facts() for mention, one in said.items()}
    parts = Partition(facts, contradiction=contradiction, same=same, apart=apart)
    if len(facts) > 1:
        _join(parts, list(facts))
    return _named(parts), parts.matches


def _join(parts: Names, own: Sequence[Mention]) -> None:
    forms: dict[str, list[Mention]] = defaultdict(list)
    for mention in own:
        forms[f"{mention.kind} {_form(mention.kind, mention.text)}"].append(mention)
    for form in sorted(forms):
        parts.join(((m.span.note, m) for m in forms[form]), "the same name in one note")
    _join_expansions(parts, own)
    for form in sorted(forms):
        _join_form(parts, forms[form])
    _join_introduced(parts)
    _join_candidates(parts)


def contradiction(one: NameFacts, other: NameFacts) -> str:
    """Return what speaks against two names being of one thing, "" when nothing does."""
    if one.kind is not other.kind and Kind.CANDIDATE not in (one.kind, other.kind):
        return f"one is a {one.kind}, the other a {other.kind}"
    if one.stands_for and other.stands_for and not _stand_for_one(one, other):
        return f"they stand for {min(one.stands_for)} and {min(other.stands_for)}"
    if (
        one.papers
        and other.papers
        and one.stands_for.isdisjoint(other.stands_for)
        and one.papers.isdisjoint(other.papers)
        and any(form.startswith("=") for form in (*one.forms, *other.forms))
    ):
        return f"two papers introduce them: {min(one.papers)}, {min(other.papers)}"
    return ""


def _stand_for_one(one: NameFacts, other: NameFacts) -> bool:
    same = not (one.stands_for.isdisjoint(other.stands_for) and one.stands_for.isdisjoint(other.forms))
    if same or not other.stands_for.isdisjoint(one.forms):
        return True
    return any(ratio(a, b, score_cutoff=_ALIKE) for a in one.stands_for for b in other.stands_for)


def _join_expansions(parts: Names, own: Sequence[Mention]) -> None:
    """Merge a short form with the name that it stands for, as a note defines it."""
    printed: dict[tuple[Kind, str], Mention] = {}
    for mention in own:
        printed.setdefault((mention.kind, _printed(mention.kind, mention.text)), mention)
    for root in parts.roots():
        for form in sorted(parts.of(root).stands_for):
            if (parts.of(root).kind, form) in printed:
                parts.unite(root, printed[parts.of(root).kind, form], "a note defines one by the other")
    keyed = ((f"{parts.of(m).kind} {form}", m) for m in parts.roots() for form in sorted(parts.of(m).stands_for))
    parts.join(keyed, "they stand for the same")


def _join_form(parts: Names, group: Sequence[Mention]) -> None:
    """Merge the names of one form; one of which nothing is known only when there is one thing of that form."""
    roots = sorted({parts.find(m) for m in group})
    told = [root for root in roots if parts.of(root).stands_for or parts.of(root).papers]
    plain = [root for root in roots if not (parts.of(root).stands_for or parts.of(root).papers)]
    parts.join((("", root) for root in told), "the same name")
    parts.join((("", root) for root in plain), "the same name")
    things = sorted({parts.find(root) for root in told})
    if plain and len(things) == 1:
        parts.unite(things[0], plain[0], "the same name")
    elif plain:
        for thing in things:
            parts.doubt(thing, plain[0], "the same name, which several things have", score=0.5)


def _join_introduced(parts: Names) -> None:
    """Merge two spellings of what one paper introduces."""
    keyed = ((f"{parts.of(root).kind} {paper}", root) for root in parts.roots() for paper in parts.of(root).papers)
    for block in blocks(keyed):
        for at, one in enumerate(block):
            for other in block[at + 1 :]:
                if parts.find(one) is not parts.find(other) and _one_spelling(parts.of(one), parts.of(other)):
                    parts.unite(one, other, "one paper introduces both, spelled alike", score=0.85)


def _join_candidates(parts: Names) -> None:
    """Merge what only the trained component saw with the one thing that has the name in another note."""
    things: dict[str, list[Mention]] = defaultdict(list)
    for root in parts.roots():
        if parts.of(root).kind is not Kind.CANDIDATE:
            for form in parts.of(root).forms:
                things[form].append(root)
    for root in parts.roots():
        facts = parts.of(root)
        if facts.kind is Kind.CANDIDATE:
            named = {thing for form in facts.forms for thing in things.get(form, ())}
            if len(named) == 1:
                parts.unite(named.pop(), root, "the name of a thing in another note", score=_SEEN)


def _one_spelling(one: NameFacts, other: NameFacts) -> bool:
    return any(
        min(len(a), len(b)) > 4 and _digits(a) == _digits(b) and ratio(a, b) >= _ALIKE
        for a in one.forms
        for b in other.forms
    )


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _named(parts: Names) -> list[Thing]:
    """Give each part a key made of its usual name, first those of which is known what they stand for."""
    own = Keys()
    things: list[Thing] = []
    for group in sorted(parts.parts(), key=lambda g: (not parts.of(g[0]).stands_for, g[0])):
        facts = parts.of(group[0])
        longest = sorted((f for f in facts.forms if not f.startswith("=")), key=lambda f: (-len(f), f)) or [
            min(facts.forms)
        ]
        shown = sorted({m.text for m in group}, key=lambda text: (slug(text), text))
        text = next((text for text in shown if _printed(facts.kind, text) == longest[0]), shown[0])
        key = own.take(facts.kind, slug(text), group[0])
        things.append(Thing(facts.kind, key, best_name(_of_itself(facts.kind, [m.text for m in group])), group))
    return things


def _of_itself(kind: Kind, texts: Sequence[str]) -> Sequence[str]:
    """Leave out the names that also say who made the thing, and those in the genitive, where there are others."""
    own = [text for text in texts if _unowned(kind, text) == text and not text.endswith(("'s", "’s"))]
    return own or texts


@lru_cache(maxsize=1 << 16)
def _form(kind: Kind, text: str) -> str:
    """Return the form of a name: that of its usual name where a word list knows it."""
    text = _organisation(text) if kind is Kind.ORG else _unowned(kind, text)
    known = usual_names(LISTS[kind]) if kind in LISTS else {}
    usual = known.get(form_key(text)) or known.get(form_key(bare(text)))
    return form_key(bare(usual)) if usual else form_key(bare(text))


@lru_cache(maxsize=1 << 16)
def _printed(kind: Kind, text: str) -> str:
    """Return the form of a name as it is printed."""
    return form_key(bare(_organisation(text) if kind is Kind.ORG else _unowned(kind, text)))


def _unowned(kind: Kind, text: str) -> str:
    """Leave out the maker before a known name: `Google's BERT`."""
    maker, _, rest = text.partition(" ")
    own = form_key(_POSSESSIVE.sub("", f"{maker} ").strip()) in usual_names(LISTS[Kind.ORG])
    known = own and kind in LISTS and form_key(bare(rest)) in usual_names(LISTS[kind])
    return rest if known else text


def _organisation(text: str) -> str:
    """Leave out the legal form and the possessive of an organisation."""
    return _POSSESSIVE.sub("", _LEGAL.sub("", text.strip()))
