"""Names that the trained component of the pipeline reads from their form and the words around them.

It was trained on `data/training/prose`; a setting puts another spaCy model in its place. What it finds alone is
believed only with a second sign (`kg.extraction.naming.signs`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kg.extraction import shapes
from kg.extraction.card import is_header
from kg.extraction.citations.people import is_given, is_surname
from kg.extraction.gazetteer import is_place, known
from kg.extraction.names import looks_like_person
from kg.extraction.nlp import PROBABILITIES, Found, Rule, text_of
from kg.model import Kind

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "learned-name"
_OPENERS = frozenset(
    "whereas while currently any although though since because if when where however instead unlike like with without "
    "using for in on at from by as the a an our their this that these those every each some no and or but then thus "
    "agentic nonlinear recent modern early also later earlier recently lately meanwhile afterwards eventually "
    "finally subsequently previously formerly originally initially yesterday however moreover furthermore additionally "
    "nevertheless nonetheless therefore consequently similarly likewise interestingly unfortunately apparently "
    "später danach anschließend kürzlich außerdem ensuite récemment".split()
)
"""Words at the beginning of a sentence or before a name that belong to no name."""
_PRAISE = frozenset("awesome great nice interesting useful beautiful excellent detailed recommended".split())
"""Words before a name or a common word, with which the writer of a list praises what is listed: `Great article`."""
_DOING = re.compile(
    r"(?:(?:compar|combin|analy[sz]|prov|defin|us|introduc|explor|evaluat|describ|reproduc|replicat|visuali[sz]|finetun|"
    r"fine-tun)(?:e|es|ing)|(?:implement|install|understand|extend|discuss|explain|debug|revisit|recall|train)(?:s|ing)?|"
    r"apply(?:ing)?|applies|try(?:ing)?|see|watch)\s+(?=\S)",
    re.IGNORECASE,
)
"""Verbs before a name, which say what is done with it: `Comparing BERT`."""
_CLAUSE = re.compile(
    r"^(?:your|our|their|its|the|this|these|a|an|which|that)?\b.*\b"
    r"(?:perform|performs|does|do|is|are|was|were|can|will|must|should|requires?|needs?|has|have)\s+(?=\S+\s\S)",
    re.IGNORECASE,
)
"""The beginning of a clause that ends in a name of a task: `your model must perform discrete prediction`."""
_SORTS = frozenset("deep linear nonlinear shallow small large big modern dense sparse neural open local".split())
"""Words that tell sorts of such classes: `Deep NN`."""
_STOP = re.compile(r"(?<=[\w)])\.\s+(?=[A-Z])")
"""The end of a sentence inside what was marked as a name: `H-Net. It`."""
_COMPOUND = re.compile(r"-[a-z]")
"""What stands behind the first half of a word."""
_MADE = (Kind.METHOD, Kind.DATASET, Kind.TASK)
_TEAM = re.compile(r"\s(?:team|group|lab|division|department|unit|folks)\b")
"""What stands behind the name of people who work together: `Meta's GenAI team`."""
LABELS = {
    "method": Kind.METHOD,
    "dataset": Kind.DATASET,
    "task": Kind.TASK,
    "person": Kind.PERSON,
    "organisation": Kind.ORG,
    "award": Kind.AWARD,
    # What spaCy's own models call them.
    "PERSON": Kind.PERSON,
    "PER": Kind.PERSON,
    "ORG": Kind.ORG,
}
"""Labels of the component, and of the models that a user may put in its place."""
_FIELD = re.compile(r"\w(?:ology|ologies|ologists?)$")
"""How words for a field of study end."""
_AMOUNT = re.compile(
    r"\d[\d.,]*\s?[BMKT]?[ -](?:tokens?|param\w*|images?|samples?|hours?|GPUs?|examples?)\b", re.IGNORECASE
)
CONFIDENCE, SMALL = 0.7, 0.4
"""Of each name, and of one in small letters, before its signs in the whole note are weighed."""
_UNTOLD = 0.9
"""Probability of a name that a component of the user marked, which tells none."""


def find(doc: Doc) -> Iterator[Found]:
    """Find each name that the component has marked."""
    text = text_of(doc)
    for entity in doc.ents:
        kind = LABELS.get(entity.label_)
        if kind is None:
            continue
        start, end = entity.start_char, _without_half(text, entity.start_char, entity.end_char)
        if is_header(text[start:end]):
            continue
        while end > start and text[end - 1] in " .,;:*_’'\"”":
            end -= 1
        while start < end and text[start] in ' *_"“(':
            start += 1
        if kind in _MADE and text[start:end].endswith(("'s", "’s")):
            end -= 2
        stop = _STOP.search(text, start, end) if kind is not Kind.PERSON else None
        end = stop.start() if stop else end
        start = _without_doing(text, _without_verb(text, start, end), end, kind)
        end = _without_rest(text, start, end)
        if start >= end or _is_class(text, start, end) or (kind in _MADE and _is_owner(text, start, end)):
            continue
        if (kind is Kind.ORG and _is_place(text, start, end)) or (
            kind is Kind.PERSON and _is_journal(text, start, end)
        ):
            continue
        who = text[start:end] if kind in _MADE and text.endswith(" by ", 0, start) else ""
        if who and (looks_like_person(who) or is_given(who)):
            continue
        probability = doc.user_data.get(PROBABILITIES, {}).get(entity.start, _UNTOLD)
        confidence = SMALL if kind in _MADE and text[start:end].islower() else CONFIDENCE
        yield Found(kind, start, end, NAME, confidence, probability=probability)


def _without_half(text: str, start: int, end: int) -> int:
    """Leave out the first half of a word on the line below a name: `Ann Poe`, `E-mail`."""
    line = text.rfind("\n", start, end)
    return line if line > 0 and _COMPOUND.match(text, end) else end


_PART = re.compile(r"\W{0,2}[IVX]{1,4}\. (?P<first>[^\W\d_][\w-]*)")
_ABBREVIATED = re.compile(r"(?:[A-Z]\. ?){1,4}[A-Z][a-z]{1,9}(?=\.(?: [A-Z][a-z]{0,9}\.|,? ?(?:vol\. )?\d))")


def _is_journal(text: str, start: int, end: int) -> bool:
    """Return whether what looks like a person is a journal cut short, or a part: `Am. J. Phys. 33`, `I. Books`."""
    found, part = _ABBREVIATED.match(text, start), _PART.match(text, 0, end)
    numbered = part is not None and part.start("first") > start and not is_surname(part["first"])
    return numbered or (found is not None and found.end() == end)


def _is_owner(text: str, start: int, end: int) -> bool:
    """Return whether a name is of people, who have a team or something else: `Meta's GenAI team`, `Anna's Archive`."""
    owner = text.startswith(("'s", "’s"), end) and is_given(text[start:end]) and known(text[start:end]) is None
    return owner or _TEAM.match(text, end) is not None


_IN_A_COUNTRY = re.compile(r", (?P<country>[A-Z]\w+(?: [A-Z]\w+)?)")


def _is_place(text: str, start: int, end: int) -> bool:
    """Return whether a name is a country, or a town with its country behind it, where a conference was held."""
    name = text[start:end]
    behind = _IN_A_COUNTRY.match(text, end)
    if behind is not None and name.isalpha() and name.istitle() and is_place(behind["country"]):
        return True
    return is_place(name)


def _without_verb(text: str, start: int, end: int) -> int:
    """Leave out small words before a name with capitals inside: `create RL`, `the frozen CLIP`."""
    words = list(re.finditer(r"\S+", text[start:end]))
    shaped = next((n for n, word in enumerate(words) if shapes.is_name_shaped(word.group())), 0)
    if shaped and all(word.group().islower() and "-" not in word.group() for word in words[:shaped]):
        return start + words[shaped].start()
    if len(words) > 1 and words[0].group().casefold() in _OPENERS:
        return start + words[1].start()
    return start


def _without_doing(text: str, start: int, end: int, kind: Kind) -> int:
    """Leave out what is done with a thing, or what is thought of it; what is left must be a name without it."""
    if kind not in _MADE:
        return start
    doing = _DOING.match(text, start, end)
    first = text[start:end].partition(" ")[0]
    place = doing.end() if doing else start + len(first) + 1 if first.casefold() in _PRAISE else start
    clause = _CLAUSE.match(text[place:end]) if kind is Kind.TASK else None
    place += clause.end() if clause else 0
    if place in (start, start + len(first)) or place >= end:
        return start
    words = shapes.words(text[place:end])
    if kind is Kind.TASK:
        return place if len(words) > 1 else end
    capital = sum(not word[0].islower() for word in words)
    return place if capital > 1 or any(map(shapes.is_name_shaped, words)) else end


def _without_rest(text: str, start: int, end: int) -> int:
    """Leave out small words behind a name with capitals inside or a number: `Grok 4 coming`, `LoRA adapters`."""
    words = list(re.finditer(r"\S+", text[start:end]))
    while len(words) > 1 and words[-1].group().casefold() in _OPENERS:
        words.pop()
        end = start + words[-1].end()
    last = len(words)
    while last > 1 and words[last - 1].group().isalpha() and words[last - 1].group().islower():
        last -= 1
    shaped = any(shapes.is_name_shaped(word.group()) or word.group().isdigit() for word in words[:last])
    return start + words[last - 1].end() if words and shaped else end


def _opens(text: str, start: int) -> bool:
    """Return whether a sentence begins at a place."""
    while start > 0 and text[start - 1].isspace():
        start -= 1
    return start == 0 or text[start - 1] in ".!?:;•"


def _is_class(text: str, start: int, end: int) -> bool:
    """Return whether the only capitals of a name are of a class (`LLM training`) or of the beginning of a sentence."""
    words = shapes.words(text[start:end])
    capital = [word for word in words if not word.islower()]
    if capital and (all(map(shapes.is_quality, capital)) or _FIELD.search(words[-1]) or _AMOUNT.match(text[start:end])):
        return True
    rest = [word for word in words if not shapes.is_class(word)]
    opens = _opens(text, start)
    told = [word for word in rest[1 if opens else 0 :] if word.casefold() not in _SORTS]
    return len(rest) < len(words) and all(word[0].islower() for word in told)


RULE = Rule(NAME, find)
