"""Words that lead to a name, by what they state of it and something else: the table that `cues` looks words up in."""

from __future__ import annotations

WORDS = {
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
        r"architecture|form|family|"
        r"simplification|improvement|adaptation) (?:of|on)|improv\w+ (?:up)?on|builds? (?:up)?on|refin\w+|augment\w*|"
        r"modif(?:y|ies|ied|ying)|simplif(?:y|ies|ied|ying)|scal(?:es|ed|ing) up|speeds? up|accelerat\w+"
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
VAGUE = frozenset(
    "by from at with for on in to as where against behind above across than follows takes works is was are".split()
)
"""Words of the table that can mean anything."""
