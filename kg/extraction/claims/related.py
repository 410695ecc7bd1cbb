"""What a sentence states of two named things: uses, extends, outperforms, is applied to, is evaluated on ...

`kg.extraction.relating` reads the relation from the words; here it is given its things. A sentence below a paper, or
below a heading that is a name, may be about that without naming it. What is denied, doubted or asked keeps that as a
qualifier.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from kg import lexicons, terms
from kg.extraction import constructions, cues, misstated, network, relating, topics
from kg.extraction.context import Context, Sentence
from kg.extraction.naming import Named
from kg.extraction.network import logit
from kg.extraction.ranges import Ranges, links_near
from kg.model import Claim, Iri, Kind, Mention
from kg.text import name_key

RULE = "stated-relation"
PREDICATES: dict[str, Iri] = {
    "uses": terms.USES,
    "extends": terms.EXTENDS,
    "based_on": terms.BASED_ON,
    "outperforms": terms.OUTPERFORMS,
    "compares_with": terms.COMPARED_WITH,
    "applied_to": terms.APPLIED_TO,
    "evaluated_on": terms.EVALUATED_ON,
    "developed_by": terms.DEVELOPED_BY,
    "part_of": terms.IS_PART_OF,
}
_WORKS = (Kind.METHOD, Kind.DATASET)
_THINGS = (*_WORKS, Kind.TASK)
_STANDS_FOR = {Kind.PAPER: Kind.METHOD}
"""A paper is spoken of as the method that it is about."""
_RANGES: dict[str, tuple[Kind, ...]] = {
    "evaluated_on": (Kind.DATASET,),
    "developed_by": (Kind.ORG, Kind.PERSON),
    "part_of": _WORKS,
}
"""Kinds of things that a relation can lead to, where they are not methods, datasets and tasks."""
MADE, AIM, TESTED = relating.MADE, relating.AIM, relating.TESTED
_SURE = 0.85
ENOUGH = 0.4
"""Probability from which on a relation is claimed."""
PAPERS_NAME = "short-name"
"""Rule of the names by which papers are called."""
WEIGHTS = "related.csv"
BELIEVED = 0.69
"""Probability by all signs from which on a statement is claimed."""

_HEDGE = re.compile(
    r"\b(?:may|might|could|perhaps|probably|possibly|seems?|appears?|claim(?:s|ed)?|would|apparently|supposedly|"
    r"presumably|likely|maybe|potentially|hopefully|arguably)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:(?<!or )not(?!\s(?:only|just|merely)\b)|never|neither|nor|no longer|fail(?:s|ed)? to|cannot|hardly|"
    r"lacks?)\b|n['’]t\b",
    re.IGNORECASE,
)
_SEEN = ("compares_with", "evaluated_on")
"""Relations that hold whatever comes out: `X is not as good as Y` compares them."""
_NOT_SEEN = re.compile(
    r"(?:\b(?:not|never)|n['’]t)\s(?:\w+\s){0,2}(?:evaluat|test|compar|benchmark|report)", re.IGNORECASE
)
_REACH = 400
"""Characters before a name within which it can be denied or doubted."""
_HOW = re.compile(r"\bhow\s+(?:the\s+)?$")
"""The same, where nothing is said of the name itself: `similar to how X works`."""
_ASIDE = re.compile(
    r"\b(?:when|while|limitations?|problems?|issues?|risks?|drawbacks?|instead|rather than|cost)"
    r"(?:\s(?:of|with|when|in))?\s(?:\w+ly\s)?(?:using|applying|training|fine-?tuning|employing|relying)\b[^.;:]*$",
    re.IGNORECASE,
)
"""Words before a name that something else uses: `the limitation of using X`."""
_RIVALS: dict[tuple[Kind, str], tuple[Kind, ...]] = {
    (Kind.DATASET, "outperforms"): (Kind.METHOD, Kind.TASK, Kind.DATASET),
    (Kind.DATASET, "compares_with"): (Kind.METHOD, Kind.TASK),
    (Kind.DATASET, "evaluated_on"): (Kind.DATASET,),
    (Kind.DATASET, "uses"): (Kind.METHOD,),
    (Kind.METHOD, "extends"): (Kind.DATASET,),
    (Kind.METHOD, "outperforms"): (Kind.DATASET,),
}
"""What things of a kind are not compared with, do not use or extend: `On GLUE as good as BERT` is said of others."""
_METRICS = frozenset(
    "fid bleu rouge meteor map miou iou psnr ssim lpips wer cer auc auroc mos crps rmse mae f1 mrr ndcg elo clipscore "
    "perplexity bertscore chrf comet".split()
)
"""Measures, which are written like names, and do nothing themselves."""
_DOES = ("uses", "based_on", AIM)
_WITHOUT = re.compile(
    r"\b(?:without|avoid\w*|bypass\w*|free of|no|drop(?:s|ped|ping)?|remov\w+|needs? no|rid of|instead of|rather than|"
    r"replac\w+)\s+(?:[\w-]+\s+){0,8}$",
    re.IGNORECASE,
)
"""Words before a name which is left out and not used."""
_LONGER = re.compile(
    r"-(?!(?:based|style|like|type|trained|tuned|specific|powered|driven|guided|only|level)\b)[A-Za-z]"
)
"""Behind a name that is a part of another one: `CLIP-adapter`."""
_WORD = re.compile(r"[^\W\d_]{1,40}")
_BRACKETED = re.compile(r"\([^()]*\)")
_GLUE = re.compile(
    r"(?:[\s,;/&+\"“”'`*_()]|\b(?:and|or|the|an?|models?|methods?|algorithms?|networks?|architectures?)\b){1,200}"
)
_PARTS = re.compile(r"\([^()]*\)|[/,&\]]|\sand\s")
"""What several names in front of a description stand apart by."""
_KEYWORDS = re.compile(r"\W*(?:key ?words?|tags?|topics?)\s?:", re.IGNORECASE)
"""How a line begins that names things and states nothing of them."""
_OWNS = re.compile(r"['’]s\s\w|\s(?:[A-Z][a-z]|(?:cloud|accounts?|users?|servers?|hardware)\b)")
"""Behind somebody, before what is theirs: `Poe's nets`, `Poe Translate`."""
_BY = re.compile(r"\b(?:by|from|at)\s(?:[^,.;:()]{1,60}(?:,|\sand|\s&)\s)?(?:the\s)?$")
_TEACHES = re.compile(
    r"\b(?:gett?(?:ing)? started|introduc(?:tion|tory)|books?|textbooks?|courses?|tutorials?|lectures?|guide|overview|"
    r"surveys?|review|workshop|conference|journal)\b",
    re.IGNORECASE,
)
"""Before what something is about, and not applied to: `a first book for parsing`."""
_USES = re.compile(
    r"\b(?:us(?:e[sd]?|ing)|utili[sz]\w+|employ\w*|leverag\w+)\s(?:(?!for|to|in|on|as|by)\w+\s)?$", re.IGNORECASE
)
_BESIDE = 1
"""Words that a name in front of a description may have beside it: `Qiskit SDK - ...`."""
_OTHERS = re.compile(
    r"\b(?:other|previous|prior|existing|earlier|traditional|conventional|current|these|those|most|many)\s"
    r"(?:[\w-]+\s){0,4}?(?:models|methods|approaches|works|systems|mechanisms|algorithms|networks)\b(?![^.;]*,\s"
    r"(?:it|they|we|this|the|our)\b)[^.;]*$",
    re.IGNORECASE,
)
"""Of whom something is said in a sentence that does not name what it is about."""
_WORSE = re.compile(
    r"\b(?:more (?:expensive|costly|difficult|complex|complicated|prone|popular|flexible|general|common|"
    r"sensitive|often)|"
    r"(?:accuracy|performance|quality|score) (?:is|was) (?:\w+ly )?(?:lower|worse)|"
    r"(?:decreased|degraded|inferior|lower) (?:performance|accuracy|quality|results)|"
    r"(?:less|fewer) (?:accurate|effective|efficient|robust|powerful|popular|common|reliable)|worse|slower|weaker)\b"
)
"""What is said of something that is no better than another."""
_OTHER_SCRIPT = re.compile(
    r"[\u0400-\u052f\u0590-\u07bf\u0900-\u0dff\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}"
)
"""Two letters of a script that English is not written in; one is a symbol."""
_ENGLISH = lexicons.words("function word")
_ABROAD = lexicons.words("small word abroad") - _ENGLISH
_MARKS = " \t\"“*_•-'`("
_APPOSED = re.compile(r",\s(?:an?|the)\s$")
_TASK = re.compile(r"\s(?:tasks?|problems?|settings?)\b")


def make(context: Context, sentence: Sentence) -> Iterator[Claim]:
    """Claim what a sentence states of the things in it."""
    named = {place: context.mention(one) for place, one in _by_place(context, sentence).items()}
    named = dict(sorted({**named, **dict(_papers(context, sentence, named))}.items()))
    if not named or not _is_learned(sentence.text) or _KEYWORDS.match(sentence.text):
        return
    about = topics.about(context, sentence)
    text = _keyless(context, sentence)
    names = [relating.Name(*place, _stands_for(text, place[1], one)) for place, one in named.items()]
    titles = _titles(context, sentence)
    unnamed = (about is not None or sentence.block in context.owners) and not _is_linked(context, sentence)
    seen: set[tuple[Mention, Mention]] = set()
    for stated in _stated(text, names, about=unnamed, lead=topics.lead(context, sentence)):
        subject = about if stated.subject is None else named[stated.subject.start, stated.subject.end]
        object_ = named[stated.object.start, stated.object.end]
        if subject is None or not _holds(stated, subject, object_) or (subject, object_) in seen:
            continue
        if _is_of_others(text, stated, titles) or _is_aside(context, text, stated, (subject, object_)):
            continue
        if stated.relation == MADE and (
            _is_no_maker(text, stated, (subject, object_)) or _is_made_otherwise(text, stated)
        ):
            continue
        qualifier, sure = _qualified(sentence.text, stated)
        if qualifier == "hedged" and stated.subject is None and not stated.clear:
            continue
        seen.add((subject, object_))
        probability = network.probability(signs(context, sentence, stated, (subject, object_)), __package__, WEIGHTS)
        if probability < BELIEVED:
            continue
        confidence = round(probability * sure, 2)
        predicate = PREDICATES[stated.relation]
        yield Claim(subject, predicate, object_, (context.place(sentence),), RULE, confidence, qualifier)


def _is_linked(context: Context, sentence: Sentence) -> bool:
    """Return whether all of a sentence is the text of a link: the title of something else than what stands above."""
    links = links_near(context.note.blocks[sentence.block], sentence.start, sentence.end)
    end = sentence.start + len(sentence.text.rstrip(" ."))
    return any("://" in link.target and link.start <= sentence.start and end <= link.end for link in links)


def _is_learned(text: str) -> bool:
    """Return whether a sentence is in English, the language whose verbs were learned.

    >>> [_is_learned(text) for text in ("MoCo improves BYOL", "MoCo は BYOL に劣る", "MoCo ist ein Teil von BYOL")]
    [True, False, False]
    """
    words = [word.casefold() for word in _WORD.findall(text)]
    foreign = sum(word in _ABROAD for word in words)
    return not _OTHER_SCRIPT.search(text) and foreign <= sum(word in _ENGLISH for word in words)


def signs(
    context: Context, sentence: Sentence, stated: relating.Stated, ends: tuple[Mention, Mention]
) -> dict[str, float]:
    """Return what speaks for a statement and against it: the terms of `WEIGHTS`."""
    unnamed = stated.subject is None
    places = sorted(
        place for end in (stated.subject, stated.object) if end is not None for place in (end.start, end.end)
    )
    found = {
        "bias": 1.0,
        "probability": logit(stated.probability),
        "clear": float(stated.clear),
        "constructed": float(stated.constructed),
        "unnamed": float(unnamed),
        "unnamed probability": unnamed * logit(stated.probability),
        "unnamed going on": float(unnamed and topics.goes_on(sentence)),
        "unnamed owned": float(unnamed and sentence.block in context.owners),
        "density": context.names.density,
        "names": min(len(sentence.names), 8) / 8,
        "far": min(places[-1] - places[0], 200) / 200,
        f"relation {stated.relation}": 1.0,
        f"block {context.note.blocks[sentence.block].kind.value}": 1.0,
        f"subject {ends[0].kind.value}": 1.0,
        f"object {ends[1].kind.value}": 1.0,
    }
    for end, name in zip(ends, ("subject", "object"), strict=True):
        found[f"{name} learned"] = float(end.rule == "learned-name")
    return found


def _stands_for(text: str, end: int, mention: Mention) -> str:
    """Return what kind of thing a name stands for in a sentence: `the RAG task` is one, though RAG is a method."""
    is_task = mention.kind is Kind.METHOD and _TASK.match(text, end)
    return Kind.TASK.value if is_task else _STANDS_FOR.get(mention.kind, mention.kind).value


def _stated(
    text: str, names: list[relating.Name], *, about: bool, lead: tuple[int, int] | None
) -> Iterator[relating.Stated]:
    """Yield what the words state: first by constructions with one meaning, the rest as the reader takes it."""
    made = [(thing, maker) for thing, maker in constructions.find_makers(text, names) if _is_of_lead(text, lead, thing)]
    yield from (relating.Stated(thing, MADE, maker, _SURE, constructed=True) for thing, maker in made)
    things = {thing for thing, _ in made}
    found = relating.read(text, names, about=about)
    for stated in _likeliest(text, (one for one in found if _is_of_lead(text, lead, one.subject))):
        listed = stated.relation in (AIM, "outperforms", *misstated.BUILDS) and _listed(text, names, stated)
        listed = listed and _APPOSED.search(text[: stated.object.start]) is None
        if not listed and (stated.relation != MADE or stated.subject not in things):
            yield stated


def _likeliest(text: str, found: Iterable[relating.Stated]) -> Iterator[relating.Stated]:
    """Keep of several subjects of one relation to one thing the likeliest, and what stands joined to it."""
    groups: dict[tuple[str, relating.Name], list[relating.Stated]] = {}
    for stated in found:
        groups.setdefault((stated.relation, stated.object), []).append(stated)
    for group in groups.values():
        best = max(group, key=lambda stated: stated.probability)
        if best.relation == AIM and cues.begins_with_verb(text):
            # `uses Adam for parsing`: what it is for is said of what uses it, which the line leaves out.
            best = next((one for one in group if one.subject is None and one.probability >= ENOUGH), best)
        for stated in group:
            if stated is best or _joined(text, stated.subject, best.subject):
                yield stated


def _joined(text: str, one: relating.Name | None, other: relating.Name | None) -> bool:
    if one is None or other is None:
        return False
    first, last = sorted((one, other), key=lambda name: name.start)
    return cues.are_joined(text, first.end, last.start)


def _listed(text: str, names: Sequence[relating.Name], stated: relating.Stated) -> bool:
    """Return whether two names stand in one list, with nothing but names, signs and brackets between them."""
    if stated.subject is None:
        return False
    first, last = sorted((stated.subject, stated.object), key=lambda name: name.start)
    between, place = "", first.end
    for name in (name for name in names if first.end <= name.start and name.end <= last.start):
        between, place = between + text[place : name.start], name.end
    between += text[place : last.start]
    return _GLUE.fullmatch(_BRACKETED.sub("", between)) is not None


def _keyless(context: Context, sentence: Sentence) -> str:
    """Return the text of a sentence with the citation key of its paper blanked out."""
    owner = context.owners.get(sentence.block)
    key = owner.citekey if owner is not None else None
    if key is None or key.block != sentence.block or not sentence.start <= key.start < sentence.end:
        return sentence.text
    text, first, last = sentence.text, key.start - sentence.start, key.end - sentence.start
    last += len(text[last:]) - len(text[last:].lstrip("+"))
    return text[:first] + " " * (last - first) + text[last:]


def _by_place(context: Context, sentence: Sentence) -> dict[tuple[int, int], Named]:
    """Return the names of a sentence that relations can hold between, by their places in it."""
    kinds = (*_THINGS, Kind.PERSON, Kind.ORG)
    own = [n for n in sentence.names if n.kind in kinds]
    found: dict[tuple[int, int], Named] = {}
    end = -1
    for name in own:
        longer = _LONGER.match(sentence.text, name.end - sentence.start) is not None
        if name.start >= end and not longer and name.text.casefold() not in _METRICS and not _is_short(context, name):
            found[name.start - sentence.start, name.end - sentence.start] = name
            end = name.end
    return found


def _is_short(context: Context, name: Named) -> bool:
    """Return whether a name is the short form in brackets behind its expansion, which already stands for both."""
    return any(long.end <= name.start <= long.end + 3 for long in context.names.expansions.get(name, ()))


def _papers(
    context: Context, sentence: Sentence, named: Iterable[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], Mention]]:
    """Yield the papers that a sentence calls by name or title, by their places in it, where it names nothing else."""
    taken = Ranges(named)
    for entry in context.passing_in(sentence):
        called = entry.short or entry.title
        if called is not None and sentence.start <= called.start and called.end <= sentence.end:
            start, end = called.start - sentence.start, called.end - sentence.start
            if not taken.touch(start, end):
                taken.add(start, end)
                yield (start, end), context.subject(entry)


def _holds(stated: relating.Stated, subject: Mention, object_: Mention) -> bool:
    kinds = _RANGES.get(stated.relation, _THINGS)
    subjects = _WORKS if stated.relation == "part_of" else (*_WORKS, Kind.PAPER)  # a paper is part of what publishes it
    return (
        stated.probability >= ENOUGH
        and object_.kind in kinds
        and subject.kind in subjects
        and _one_name(subject.text.partition(":")[0]) != _one_name(object_.text)
        and object_.kind not in _RIVALS.get((subject.kind, stated.relation), ())
    )


def _one_name(text: str) -> str:
    return name_key(text).removesuffix("s")


def _titles(context: Context, sentence: Sentence) -> Ranges:
    """Return where a sentence has the title of its paper, which states something of it only to `introduced`."""
    owner = context.owners.get(sentence.block)
    title = owner.title.text if owner is not None and owner.title is not None else ""
    start = sentence.text.find(title) if title else -1
    return Ranges([(start, start + len(title))] if start >= 0 else [])


def _is_of_lead(text: str, lead: tuple[int, int] | None, subject: relating.Name | None) -> bool:
    """Return whether something is said of what a line describes: `Rex - a parser for Java that uses Bison`."""
    if lead is None or subject is None:
        return True
    own, name = text[subject.start : subject.end].casefold(), text[slice(*lead)].casefold()
    inside = lead[0] <= subject.start and subject.end <= lead[1]
    if not inside and name.startswith(own):
        return True
    parts = (part.replace(own, "", 1) for part in (name, *_PARTS.split(name)) if own in part)
    return any(len(part.split()) <= (_BESIDE if inside else 0) for part in parts)


def _is_of_others(text: str, stated: relating.Stated, titles: Ranges) -> bool:
    """Return whether a sentence states something, but not of what it seems to be about."""
    if stated.subject is None and (titles.touch(stated.object.start, stated.object.end) or text.rstrip().endswith("?")):
        return True
    if stated.subject is not None and (
        cues.tells_kind(text, stated.subject.start, stated.subject.end)
        or (stated.relation == "uses" and _USES.search(text[: stated.subject.start]))  # `use X here, and Y there`
    ):
        return True
    ahead = text[: stated.object.start]
    if stated.subject is None and stated.relation in (AIM, *misstated.BUILDS) and _OTHERS.search(ahead):
        return True
    if stated.relation == AIM and (
        _USES.search(ahead) or _TEACHES.search(ahead, stated.subject.end if stated.subject else 0)
    ):
        return True
    return misstated.is_of_another(text, stated) or _HOW.search(ahead) is not None


def _is_aside(context: Context, text: str, stated: relating.Stated, ends: tuple[Mention, Mention]) -> bool:
    """Return whether the words only seem to relate two names: two forms of one, what others use."""
    if stated.relation == "uses" and _ASIDE.search(text[: stated.object.start]):
        return True
    if stated.relation == "outperforms" and _WORSE.search(text, 0, stated.object.start):
        return True
    if stated.subject is None and not stated.clear and not text[: stated.object.start].strip(_MARKS):
        return True
    said = {end.text.casefold() for end in ends}
    return frozenset(said) in context.names.forms


def _is_no_maker(text: str, stated: relating.Stated, ends: tuple[Mention, Mention]) -> bool:
    """Return whether a person is named as author or speaker of a paper, or an organisation as where it appeared."""
    paper = ends[0].kind is Kind.PAPER
    if ends[1].kind is Kind.PERSON:
        return paper or ends[0].rule == PAPERS_NAME
    return paper and not stated.constructed and _BY.search(text[: stated.object.start]) is None


def _is_made_otherwise(text: str, stated: relating.Stated) -> bool:
    """Return whether people made something about a thing, or something else: `X, Poe's Y`."""
    if stated.subject is not None and constructions.is_talked_about(text, stated.subject):
        return True
    apart = _OWNS.match(text, stated.object.end) and not text[: stated.object.start].endswith(
        (": ", "- ", "– ", "— ", "> ")
    )
    return bool(apart) and not stated.constructed


def _qualified(text: str, stated: relating.Stated) -> tuple[str, float]:
    """Read whether a statement is denied, asked or doubted, and how much of the confidence that leaves."""
    if text.rstrip().endswith("?"):
        return "question", 0.4
    first = stated.subject.start if stated.subject is not None else 0
    start, end = sorted((first, stated.object.start))
    between = text[max(start, end - _REACH) : end]
    denied = _NOT_SEEN if stated.relation in _SEEN else _NEGATION
    if denied.search(between) or (stated.relation in _DOES and _WITHOUT.search(between)):
        return "negated", 0.8
    return ("hedged", 0.6) if _HEDGE.search(between) else ("", 1.0)
