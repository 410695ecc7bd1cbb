"""Which mentions name one method, dataset, task, organisation or award.

These are of one form, an alias that the word lists know, or a short form that a note defines. A short form with two
expansions in the vault is decided in each note by the expansion that the note gives.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from kg import terms
from kg.lexicons import rows
from kg.model import Claim, Kind, Mention
from kg.text import bare, form_key, slug

KINDS = {
    Kind.METHOD: "methods",
    Kind.DATASET: "datasets",
    Kind.TASK: "tasks",
    Kind.ORG: "organisations",
    Kind.AWARD: "awards",
}
"""The word list that knows the aliases of a kind."""

_Form = tuple[Kind, str]


def keys(mentions: Sequence[Mention], claims: Iterable[Claim]) -> dict[Mention, tuple[Kind, str]]:
    """Give the key of each thing of these kinds."""
    own = [mention for mention in mentions if mention.kind in KINDS]
    expanded = _expansions(claims)
    shown: dict[_Form, str] = {}
    for mention in own:
        form = _form(mention.kind, mention.text)
        shown[form] = min(shown.get(form, mention.text), mention.text, key=lambda text: (slug(text), text))
    found: dict[Mention, tuple[Kind, str]] = {}
    for mention in own:
        form = _decided(_form(mention.kind, mention.text), mention.span.note, expanded)
        found[mention] = (mention.kind, _slug(form, shown))
    return found


def _slug(form: _Form, shown: Mapping[_Form, str]) -> str:
    return slug(shown.get(form) or form[1].lstrip("="))


def _form(kind: Kind, text: str) -> _Form:
    """Give the form of a name: that of its usual name where a word list knows it."""
    usual = _listed(kind).get(form_key(text)) or _listed(kind).get(form_key(bare(text)))
    key = form_key(bare(text))
    return kind, form_key(bare(usual)) if usual else key


def _expansions(claims: Iterable[Claim]) -> dict[_Form, dict[str, set[_Form]]]:
    """Collect what the notes say short forms stand for: short form -> note -> expansions."""
    found: dict[_Form, dict[str, set[_Form]]] = defaultdict(lambda: defaultdict(set))
    for claim in claims:
        subject, other = claim.subject, claim.object
        if claim.predicate not in (terms.ALT_LABEL, terms.ALTERNATE_NAME) or subject.kind not in KINDS:
            continue
        if isinstance(other, str) and len(other) > len(subject.text):
            short, long = _form(subject.kind, subject.text), _form(subject.kind, other)
            if short != long:
                found[short][subject.span.note].add(long)
    return found


def _decided(form: _Form, note: str, expanded: Mapping[_Form, Mapping[str, set[_Form]]]) -> _Form:
    """Give the expansion that a form stands for: the one of its note, else the only one of the vault, else itself."""
    by_note = expanded.get(form)
    if not by_note:
        return form
    here = by_note.get(note, set())
    if len(here) == 1:
        return min(here)
    everywhere = set().union(*by_note.values())
    return min(everywhere) if not here and len(everywhere) == 1 else form


@cache
def _listed(kind: Kind) -> dict[str, str]:
    """Map the form of each alias of a word list to the usual name; a form of two names is left out."""
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows(KINDS[kind]):
        for text in (row["name"], *filter(None, row["aliases"].split("|"))):
            found[form_key(text)].add(row["name"])
    return {key: min(names) for key, names in found.items() if len(names) == 1}
