"""Words right before a name that state how the sentence relates to it: `using X`, `outperforms X`, `for X`, `by X`.

A second opinion beside the trained reader (`relating`), which needs no training to know that `based on` means that.
"""

from __future__ import annotations

import re

_SKIPPED = (
    r"(?:[\s\"“”'’`*_(,]|\b(?:the|an?|its|their|our|his|her|new|novel|both|several|various|different|existing|standard|"
    r"classical|traditional|contemporary|recent|popular|strong|simple|modified|pre-?trained|frozen|large|small|sparse|"
    r"dense|scaled|structured|complex|principles?|specifically|namely|called|i\.e\.|e\.g\.|such as|including|like|of|"
    r"better|more|real|enterprise|nonlinear|techniques?|methods?|models?|architecture|framework|for|task|problem|two|"
    r"three|experts?|so-called)\b)*$"
)
_WORDS = {
    "outperforms": (
        r"outperform\w*|beats?|beating|surpass\w*|exceed\w*|superior to|(?:better|higher|faster|stronger|lower)"
        r"(?: \w+){0,3} than|improv\w+ over|wins? over|ahead of"
    ),
    "based_on": (
        r"based on|built (?:up)?on(?: top of)?|inspired by|derived from|building (?:up)?on|adapted from|"
        r"grounded in|(?:an? )?integration of|distilled from|fine-?tuned from|initiali[sz]ed (?:from|with)"
    ),
    "extends": (
        r"extend\w*|generali[sz]\w+|(?:variant|generali[sz]ation|extension|version|modification) of|"
        r"improv\w+ (?:up)?on|builds? (?:up)?on"
    ),
    "compares_with": (
        r"compar\w+(?: \w+){0,2} (?:with|to|against)|versus|vs\.?|unlike|in contrast to|as opposed to|rather than|"
        r"instead of|on par with|matches|matching|rivals|similar to|competitive with"
    ),
    "evaluated_on": (
        r"evaluat\w+(?: \w+){0,3} (?:on|with|against)|test(?:s|ed|ing)?(?: \w+){0,2} on|benchmarked on|"
        r"(?:results?|performance|experiments?|SOTA|accuracy|scores?|gains?)(?: \w+){0,2} (?:on|in)|validated on"
    ),
    "uses": (
        r"us(?:es|ed|e|ing)|utili[sz]\w+|leverag\w+|employ\w*|incorporat\w+|integrat\w+|combin\w+|exploit\w*|"
        r"rel(?:ies|ied|ying|y) on|adopt\w*|powered by|trained on|via|through|with|appl(?:y|ies|ying)|"
        r"by introducing"
    ),
    "developed_by": (
        r"(?:developed|introduced|proposed|created|released|built|made|designed|trained|published|written)"
        r" (?:by|at)|by"
    ),
    "part_of": r"(?:part|component|module|subset|member) of",
    "applied_to": (
        r"for|appl\w+ (?:to|in)|tackl\w+|address\w*|solv\w+|to (?:improve|boost|enhance|solve|tackle|perform|do|"
        r"handle|support|mitigate|evaluate|enable|defend against)|improv(?:es|ing)|boosts?|boosting|enhanc\w+|"
        r"enabl\w+|on|in"
    ),
}
"""Words before the object by what they state, the more special first."""
_CUES = {name: re.compile(rf"\b(?:{words}){_SKIPPED}", re.IGNORECASE) for name, words in _WORDS.items()}
_JOINT = re.compile(r"\s*(?:,|,?\s*(?:and|or|&|\+|/))\s*(?:(?:the|an?|its|structured)\s+)?[\"“'`*_(]*$", re.IGNORECASE)
_SIGHT = 90


def before(text: str, names: list[tuple[int, int]], at: int) -> str:
    """Give the relation that the words before a name state, "" when none.

    A name joined to others (`X, Y and Z`) has the relation of the first.

    Args:
        text: a sentence.
        names: the places of its names, in order.
        at: which of them.

    >>> text = "It leverages CRISPR and Cas9 for gene editing"
    >>> [before(text, [(13, 19), (24, 28), (33, 45)], at) for at in (0, 1, 2)]
    ['uses', 'uses', 'applied_to']
    """
    while at > 0 and _is_joined(text[names[at - 1][1] : names[at][0]]):
        at -= 1
    start = names[at - 1][1] if at else 0
    words = text[max(start, names[at][0] - _SIGHT) : names[at][0]]
    found = [(match.start(), relation) for relation, cue in _CUES.items() for match in [cue.search(words)] if match]
    # The cue nearest to the name counts; of two that end there, the more special, which begins earlier or comes first.
    return max(found, key=lambda hit: hit[0], default=(0, ""))[1] if found else ""


def _is_joined(between: str) -> bool:
    between = re.sub(r"^\s*\([^()]{0,60}\)|^[)\"”'`*_]+", "", between)
    return _JOINT.fullmatch(between) is not None or not between.strip(" ()")
