"""What the heads of columns say."""

from __future__ import annotations

from .hand import Hand
from .words import WORDS

_HEADS = {
    "number": "ID|No.|No|Paper ID|Poster|Poster #|#|Nr.|Paper #|Session|Board|Number|Submission||Paper No.|Id|Slot",
    "surnames": "Authors|Author|Who|By|Author(s)|First author|Names|Ref",
    "ref": "Reference|Ref.|Citation|Authors|Source|Who|Study|Cite|Paper|Author (year)|Authors, year",
    "cite": "Reference|Ref.|Citation|Authors|Source|Who",
    "presenter": "Presenter|Speaker|Presented by|Assigned to|Who reads|Owner|Who|Lead|Name",
    "discussant": "Discussant|Opponent|Scribe|Moderator|Second reader|Chair",
    "week": "Week|Wk|#|Session|Meeting||Date",
    "time": "Time|When|Slot|Start|Time (CET)||Hour",
    "room": "Room|Where|Place|Location|Hall",
    "tick": "Read?|Read|Done|✓|Read it?|Have|PDF?|Done?|Include?|Relevant?|Seen",
    "type": "Type|Kind|Pub. type|Item type|Format|Type of paper|Category",
    "count": "Citations|Cites|# cites|Pages|Cited by|Params|Stars|#citations|pp.|Size|N|Upvotes",
    "task": "Task|Tasks|Problem|Application|Use case|Downstream task",
    "dataset": "Dataset|Datasets|Data|Benchmark|Corpus|Training data|Evaluated on",
    "domain": "Domain|Area|Topic|Field|Subject|Theme|Keywords",
    "approach": "Method|Approach|Technique|Architecture|Methods|Backbone|How",
    "model": "Model|Method|Approach|System|Algorithm|Name|Models",
    "short+cite": "Model|Method|Approach|System",
}
_ODD = {
    "title": "Name|Item|What|Ref|Paper|Citation|Details|Entry|Reading|Source|Text|Reference|Thing",
    "authors": "Who|Name|People|From|Ref|Details",
    "surnames": "Who|Name|People|Ref",
    "ref": "What|Item|Source|Key|Details",
    "cite": "What|Item|Source|Details",
    "presenter": "Who|Name|Person",
    "year": "When|Date|Pub|Y|'",
    "venue": "Where|From|Outlet|Place|Details|Appeared",
    "links": "Ref|Here|Where|Get it|↗|🔗",
    "remark": "What|Details|Why|Gist|So what?|My take|Other",
    "short": "Name|Thing|What|Item",
    "date": "When|Day|Week",
}
_METRICS = (
    "F1|Acc.|Accuracy|BLEU|R-1|R-2|R-L|ROUGE-1|EM|mAP|AUC|Params|FPS|Top-1|Top-5|Score|dev|test|PPL|UAS|LAS|METEOR|"
    "PSNR|SSIM|FID|MRR|Hits@10|NDCG@10|RMSE|WER|MOS|IoU|mIoU|Dice|CIDEr|Avg.|Time (s)|k=1|Micro-F1|Kendall"
).split("|")


def head_of(hand: Hand, name: str, *, odd: bool) -> str:
    """Name a column by the fields it holds; an odd name says little."""
    dice, words = hand.dice, hand.words
    names = {"place": "venue", "url": "links", "abstract": "remark"}
    first, *rest = (names.get(part, part) for part in name.split("+"))
    if odd and first in _ODD:
        return dice.pick(_ODD[first].split("|"))
    if name == "score":
        return dice.pick(_METRICS) if dice.chance(0.6) else hand.composer.coined()
    if name in _HEADS:
        return dice.pick(_HEADS[name].split("|"))
    if first == "links" and dice.chance(0.4):
        return dice.pick(["Paper", "PDF", "Paper link", "arXiv", "Link", ""])
    if first == "affiliation" and dice.chance(0.4):
        return dice.pick(["Organization", "Company", "Group", "Lab", "Institute", "Team", "Org.", "Where"])
    if first in _HEADS:
        text = dice.pick(_HEADS[first].split("|"))
    else:
        text = dice.pick(words.get(first, WORDS["en"].get(first, [first.capitalize()])))
    if rest and dice.chance(0.4):
        rest = ["authors" if part in {"surnames", "ref"} else part for part in rest]
        text += dice.pick([" / ", " & ", ", ", " and "]) + dice.pick(words.get(rest[0], [rest[0]]))
    text = {0: text.lower(), 1: text.upper(), 2: f"**{text}**"}.get(dice.randrange(40), text)
    return text.replace("|", "/")
