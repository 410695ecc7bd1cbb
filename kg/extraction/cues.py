"""Words before a name that state how something relates to it, and what that something is by the grammar.

`using X`, `outperforms X`, `for X`, `by X`; the subject is the name right before such words, else what the clause
begins with. A description for the trained reader (`relating`), which learns how far to believe it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_WORDS = {
    "outperforms": (
        r"outperform\w*|beats?|beaten|beating|surpass\w*|exceed\w*|superior to|(?:better|higher|faster|stronger|"
        r"sharper|cleaner|safer|smoother|lower|"
        r"cheaper|smaller|fewer|less|more)(?: [\w-]+){0,4} than|improv\w+ over|wins? (?:over|against)|ahead of|"
        r"overtakes?|defeats?|above|improvements? over|gains? over|than|outscor\w+|trounc\w+|edges? out"
    ),
    "based_on": (
        r"based (?:up)?on|bas(?:es|ing)(?: \w+){1,3} on|built (?:up)?on(?: top of)?|inspired by|derived from|"
        r"building (?:up)?on|adapted from|grounded in|(?:an? )?integration of|distilled from|fine-?tuned from|"
        r"initiali[sz]ed (?:from|with)|starts? from|starting from|borrow\w*(?: \w+){0,3} from|adapts?|"
        r"adapting|on top of|instantiat\w+|follows?|following|rooted in|motivated by|modell?ed (?:on|after)|"
        r"in the style of|tak(?:es|ing) (?:\w+ )?inspiration from|inspiration from|"
        r"grew out of|(?:is|was|are)(?: (?:just|basically|essentially|still|simply|really))?(?: an?)?|"
        r"descend\w* (?:from|of)|successor (?:of|to)|fine-?tuned version of"
    ),
    "extends": (
        r"extend\w*|generali[sz]\w+|(?:variant|generali[sz]ation|extension|version|modification|relative|cousin|"
        r"form|family|simplification|improvement|adaptation) (?:of|on)|improv\w+ (?:up)?on|builds? (?:up)?on|"
        r"refin\w+|augment(?:s|ed|ing)?|modif(?:y|ies|ied|ying)|simplif(?:y|ies|ied|ying)|scal(?:es|ed|ing) up|"
        r"speeds? up|accelerat\w+"
    ),
    "compares_with": (
        r"compar\w+(?: \w+){0,2} (?:with|to|against)|versus|vs\.?|unlike|in contrast (?:to|with)|as opposed to|"
        r"rather than|instead of|on par with|match(?:es|ed|ing)?|rival(?:s|ed|ing)?|similar to|competitive with|"
        r"compet(?:es?|ing) with|replac(?:es?|ed|ing)|as (?:good|well|fast|strong|accurate|cheap) as|close to|"
        r"differs? from|alternative to|where|contrasts?(?: \w+){0,2} with|against|behind|falls? short of|than"
    ),
    "evaluated_on": (
        r"evaluat\w+(?: \w+){0,3} (?:on|with|against|in)|test(?:s|ed|ing)?(?: \w+){0,3} on|benchmarked on|"
        r"(?:results?|performance|experiments?|sota|accuracy|scores?|gains?|numbers?|points?|record|%)"
        r"(?: \w+){0,2} (?:on|in|across)|validated on|measured on|shown on|state of the art on|"
        r"reach\w*(?: \S+){1,3} on|"
        r"scor\w+(?: \S+){1,3} on|tops?|holds? on|works? on|across"
    ),
    "uses": (
        r"us(?:es|ed|e|ing)|fine-?tun(?:es|ed|ing)|utili[sz]\w+|leverag\w+|employ\w*|incorporat\w+|integrat\w+|"
        r"combin\w+|exploit\w*|"
        r"rel(?:ies|ied|ying|y) on|adopt\w*|powered by|trained (?:on|with|by|from)|train(?:s|ing)?|via|through|with|"
        r"appl(?:y|ies|ying)|by introducing|joins|marr(?:ies|ying)|fus(?:es|ing)|feed\w*(?: \w+){0,4} (?:in)?to|"
        r"prompt(?:s|ing)|asks?|call(?:s|ing)|quer(?:ies|ying)|pre-?trained on|optimi[sz]ed (?:by|with)|"
        r"equipped with|together with|paired with|by means of|runs? on|takes?|hands?(?: \w+){0,4} to|"
        r"start(?:s|ed) with|beg[ai]n\w* with|built with|made with|help of|lets?|mak(?:es|ing)|plugs?|"
        r"buil(?:ds?|ding|t) an?|"
        r"(?:augmented|enriched|enhanced|supported|guided|driven|aided|initiali[sz]ed|conditioned|trained|followed|"
        r"steered) (?:with|by)|"
        r"in combination with|alternat\w+|consist\w* of|made of|composed of|contain\w*"
    ),
    "developed_by": (
        r"(?:developed|introduced|proposed|created|released|built|made|designed|trained|published|written|started|"
        r"founded|maintained|open-?sourced|devised|invented|implemented|presented)"
        r" (?:by|at)|by|from|at"
    ),
    "part_of": (
        r"(?:part|component|module|subset|member|portion|track|family|type|kind|split) of|included in|belongs to"
    ),
    "applied_to": (
        r"for|appl\w+ (?:to|in)|tackl\w+|address\w*|solv\w+|to (?:improve|boost|enhance|solve|tackle|perform|do|"
        r"handle|support|mitigate|evaluate|enable|defend against|study|analy[sz]e|predict|accelerate|conduct|"
        r"compress|train|"
        r"align|speed up|steer|edit|scale|understand|explain|detect|generate|learn|run|make|guide|control|reduce|"
        r"avoid|ease|"
        r"automate|model|simulate|estimate|recogni[sz]e|plan|optimi[sz]e)|"
        r"improv(?:es|ing)|boosts?|boosting|enhanc\w+|enabl\w+|on|in|to|mitigat\w+|reduc\w+|transfers? to|"
        r"aimed at|targets?|designed for|suited (?:to|for)|as|perform(?:s|ing)?|does|do|covers?|support\w*|"
        r"problems? of|task of|challenge of|cast(?:s|ing)?|framed? as|approach to"
    ),
}
"""Words in small letters by what they state, the more special first."""
_VAGUE = frozenset(
    "by from at with for on in to as where against behind above across than follows takes works is was are".split()
)
"""Words of the table that can mean anything."""


Place = tuple[int, int]

_CUES = {name: re.compile(rf"\b(?:{words})(?!\w)") for name, words in _WORDS.items()}
"""Looked for in small letters, which is three times as fast as to ignore the case."""
_DESCRIBED = re.compile(
    r"(?:[\s\"“”'’`*_(,]|\b(?:the|an?|its|their|our|his|her|new|novel|both|several|various|different|existing|standard|"
    r"classical|traditional|contemporary|recent|popular|strong|simple|modified|pre-?trained|frozen|large|small|sparse|"
    r"dense|scaled|structured|complex|principles?|specifically|namely|called|i\.e\.|e\.g\.|such as|including|like|of|"
    r"better|more|real|enterprise|nonlinear|th(?:at|ose) of|techniques?|methods?|models?|architecture|framework|for|"
    r"task|problem|two|three|experts?|so-called|particular|certain|specific|some|(?:sets?|forms?|variants?|versions?|series|"
    r"kinds?|types?|number|variety|combinations?|mixtures?) of)\b)*",
    re.IGNORECASE,
)
"""Words that may describe a name between the cue and it."""
_PLAIN = r"(?!(?:and|or|but|to|for|on|in|with|by|from|of|at|as|which|that|is|are|was|were|while|than|it|we|they)\b)"
_LOOSE = re.compile(
    rf"\s+(?:{_PLAIN}(?:[\w’'*_`\"“-]+|\([^()\s]+\))\s+){{0,4}}"
    # One thing before it that has no name, or what kind of thing it is.
    rf"(?:{_PLAIN}[\w’'*_`\"“-]+(?:\s\([^()]*\))?(?:,?\s(?:and|or)\s|,\s(?:specifically,?\s|namely,?\s|i\.e\.,?\s)?)"
    r"(?:the\s|an?\s)?)?[\"“'`*_(]{0,3}",
    re.IGNORECASE,
)
"""A few words of any kind between the cue and the name, none of which begins another phrase."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Words before a name: `text[start:end]`, what they state, and whether only describing words lie between."""

    relation: str
    start: int
    end: int
    close: bool
    clear: bool
    """Whether they are more than a preposition, which can mean anything."""


_JOINT = re.compile(
    r"(?:\s(?:\w+ )?(?:models?|methods?|architecture|algorithm|framework|module|loss|network|data ?set|benchmark|"
    r"objective|encoder|decoder|backbone|head|layers?))?(?:\sby\s[\d.]+\s?(?:%|points?))?\s*(?:,(?:\se\.g\.,?)?|,?\s*(?:and|or|&|\+|/))\s*"
    r"(?:(?:the|an?|its|structured)\s+)?[\"“'`*_]*$",
    re.IGNORECASE,
)
_SIGHT = 90
_MADE_OF = re.compile(r"[- ]based\b(?! on\b)")
_PRESENTED = re.compile(
    r"\b(?:propos|introduc|present|develop|us|employ|design|buil|is an?|are|with an?)\w*\b(?:(?!\bto\b)[^.,;:]){0,40}$",
    re.IGNORECASE,
)
"""Words before `X-based method` with which that is what is presented."""
_MADE_IN = re.compile(
    r"[- ](?:(?:re-?)?implementations?|bindings?|baselines?|wrappers?|ports?|interfaces?|scripts?|code|notebooks?|"
    r"plug-?ins?|add-?ons?|packages?|librar(?:y|ies)|apps?|programs?)\b",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"(?:\s\([^()]*\))?(?:\s(?:model|method|data ?set|algorithm|network|benchmark|loss|framework)s?)?\s"
    r"(?:is|are|was|were)\s(?!widely|commonly|usually|typically|frequently)(?:\w+ly\s|then\s|also\s)?(?:used|employed|adopted|utili[sz]ed|leveraged|fine-?tuned|incorporated|integrated|"
    r"exploited)\b(?!\s(?:by|in)\s(?:the\s)?[A-Z])"
)
"""Behind a name that something uses which is not said there: `X is used to ...`."""

_BRIDGE = re.compile(
    r"(?:\([^()]{0,80}\)|\[[^\[\]]{0,60}\]|[\s*_`\"“”’'+]|\b(?:is|are|was|were|has|have|had|been|be|being|also|then|thus|"
    r"further|only|even|still|simply|just|both|can|could|does|do|did|not|never|itself|again|first|now|model|method|"
    r"algorithm|framework|system|architecture|approach|models|methods|network|to|\w{2,30}ly)\b){0,200}$",
    re.IGNORECASE,
)
"""What may stand between a name and the words that say something of it."""
_RELATIVE = re.compile(r"[,\s]{0,100}\b(?:which|that|who)$", re.IGNORECASE)
_BOUND = re.compile(
    r"[;:]\s|\s[–—-]\s|,?\s\b(?:while|whereas|but|although|though|because|since|if|when)\b|,\sand\s|\.\s"
)
_VERBAL = re.compile(
    r"\s{3,}(?:also\s|then\s)?[a-z]+(?:s|ed)\b|[\s•*-]*(?:[Pp]ropos|[Ii]ntroduc|[Pp]resent|[Uu]s|[Ll]everag|[Ee]xtend|[Cc]ombin|[Ss]how|"
    r"[Ii]nvestigat|[Rr]eplac|[Tt]rain|[Aa]ppl[yi]|[Aa]dapt|[Ii]ntegrat|[Ee]mploy|[Bb]uild|[Tt]est|[Ee]valuat|[Ll]earn|"
    r"[Ii]mprov|[Oo]utperform|[Bb]eat|[Cc]ompar|[Aa]ddress|[Tt]ackl|[Ss]olv|[Gg]enerali[sz]|[Rr]el[yi]|[Aa]dd|[Rr]equir)\w{0,3}\b"
)
"""How a sentence begins with its verb; what it is about stands above, or is a key that was blanked out."""
_FRONTED = re.compile(r"(?:\s\([^()]*\))?[^,.;:]{0,40},\s(?:the |our |their )?")
"""Between what a sentence begins with and what it is about: `Compared to X on Y, Z ...`."""
_OPENS = re.compile(r"\W*(?:on|in|for|with|at|from|under|across|besides?)\s+(?:(?:the|both|all)\s+)?\W*", re.IGNORECASE)
"""Before a name that a sentence begins with and is not about: `On GLUE it ...`."""
_IT = re.compile(r"\s*(?:and\s+|but\s+)?(?:it|they)\b", re.IGNORECASE)
"""How a clause begins that goes on about what the sentence began with."""
_MARKS = ' \t"“*_•-'
_UNDER = re.compile(
    r"(?:\b(?:of|in|on|with|for|to|from|by|via|than|like|unlike|using|over|against|at|as|into|between|beyond|under|after)\s+"
    r"(?:(?:the|an?|its|their|our|this|that|both|each|every|several)\s+)?(?:[a-z-]+\s+)?|['’]s\s+)[\"“'`*_(]*$",
    re.IGNORECASE,
)
"""Words before a name that cannot be what its clause is about."""


def before(text: str, names: Sequence[Place], at: int) -> Cue | None:
    """Return the words before a name that state a relation to it.

    A name joined to others (`X, Y and Z`) has the words of the first.

    Args:
        text: a sentence.
        names: the places of its names, in order.
        at: which of them.

    >>> text = "It leverages CRISPR and Cas9 for gene editing"
    >>> [before(text, [(13, 19), (24, 28), (33, 45)], at).relation for at in (0, 1, 2)]
    ['uses', 'uses', 'applied_to']
    """
    if _PASSIVE.match(text, names[at][1]):
        return Cue("uses", names[at][0], names[at][0], close=True, clear=True)
    while at > 0 and _is_joined(text[names[at - 1][1] : names[at][0]]):
        at -= 1
    start = names[at - 1][1] if at else 0
    start = max(start, names[at][0] - _SIGHT)
    words = text[start : names[at][0]]
    if _MADE_OF.match(text, names[at][1]) and _PRESENTED.search(text, 0, names[at][0]):
        return Cue("based_on", names[at][0], names[at][0], close=True, clear=True)
    # The cue nearest to the name counts; of two that end there, the longer, then the more special.
    found = sorted(_found(_in_small_letters(words)), reverse=True)
    comma = words.rstrip(_MARKS).endswith(",")
    for rest in (_DESCRIBED, _LOOSE):
        for last, first, _, relation in found:
            fronted = comma and relation == "compares_with" and not text[: start - first].strip(_MARKS)
            if rest.fullmatch(words, last) and not (fronted and rest is _LOOSE):
                clear = words[-first:last].casefold() not in _VAGUE
                return Cue(relation, start - first, start + last, rest is _DESCRIBED, clear)
    return None


def _found(words: str) -> Iterator[tuple[int, int, int, str]]:
    """Yield the cues in some words: end, start and rank, the latter two negative, with what they state."""
    for order, (relation, cue) in enumerate(_CUES.items()):
        for match in cue.finditer(words):
            yield match.end(), -match.start(), -order, relation


def _in_small_letters(text: str) -> str:
    """Return a text in small letters, each in its place: there are capitals whose small form is two characters."""
    small = text.lower()
    return small if len(small) == len(text) else "".join(character.lower()[0] for character in text)


def subject(text: str, things: Sequence[Place], cue: int, end: int) -> tuple[Place | None, bool]:
    """Return what the words at a place are said of, by the grammar, and whether it stands right before them.

    Args:
        text: a sentence.
        things: the places of the names in it that something can be said of, in order.
        cue: where the words begin.
        end: where the name ends that they lead to.

    >>> text = "Unlike ELMo, BERT, which extends GPT, is beaten by T5; XLNet uses two streams"
    >>> places = [(7, 11), (13, 17), (33, 36), (51, 53), (55, 60)]
    >>> [text[slice(*subject(text, places, *at)[0])] for at in ((0, 11), (25, 36), (61, 77))]
    ['BERT', 'BERT', 'XLNet']
    """
    if not text[:cue].strip(_MARKS):
        later = (thing for thing in things if thing[0] >= end and _FRONTED.fullmatch(text, end, thing[0]))
        fronted = next(later, None)
        if fronted is not None:
            return fronted, True
    ahead = [thing for thing in things if thing[1] <= cue and not _OPENS.fullmatch(text, 0, thing[0])]
    if not ahead:
        return None, False
    bridge = _BRIDGE.search(text, ahead[-1][1], cue)
    reached = bridge.start() if bridge else cue
    relative = _RELATIVE.search(text, ahead[-1][1], reached)
    if relative:
        bridge = _BRIDGE.search(text, ahead[-1][1], relative.start())
        reached = bridge.start() if bridge else reached
    if reached <= ahead[-1][1]:
        return ahead[-1], True
    return _leading(text, ahead, cue), False


def _leading(text: str, ahead: Sequence[Place], cue: int) -> Place | None:
    """Return the name that the nearest clause before some words begins with."""
    bounds = [bound.end() for bound in _BOUND.finditer(text, 0, cue)]
    if not begins_with_verb(text):
        bounds.insert(0, 0)
    for first in reversed(bounds):
        if _IT.match(text, first):
            continue
        leading = [t for t in ahead if t[0] >= first and not _UNDER.search(text, 0, t[0])]
        if leading:
            return leading[0]
    return None


def tells_kind(text: str, start: int, end: int) -> bool:
    """Return whether a name only tells in what something is made: `a Moss package for parsing`, `[Moss] Fern parses`.

    >>> tells_kind("a Moss package for parsing", 2, 6), tells_kind("The Moss package parses", 4, 8)
    (True, False)
    """
    if text[start - 1 : start] == "[" and text[end : end + 1] == "]":
        return True
    return _MADE_IN.match(text, end) is not None and not text[:start].casefold().endswith("the ")


def begins_with_verb(text: str) -> bool:
    """Return whether a sentence begins with its verb, so that what it is about is left out.

    >>> begins_with_verb("uses Adam for parsing"), begins_with_verb("BERT uses Adam")
    (True, False)
    """
    return _VERBAL.match(text) is not None


def are_joined(text: str, start: int, end: int) -> bool:
    """Return whether two names are joined (`X, Y and Z`) by what stands between them."""
    return _is_joined(text[start:end])


def _is_joined(between: str) -> bool:
    between = re.sub(r"^\s*\([^()]{0,60}\)|^[)\"”'`*_]+", "", between)
    return _JOINT.fullmatch(between) is not None or not between.strip(" ()")
