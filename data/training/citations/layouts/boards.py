"""Tables of results, a model in each row, and programmes, a talk in each row."""

from __future__ import annotations

from dataclasses import replace

from .columns import Cell, Columns
from .hand import Hand
from .heads import head_of
from .links import Links
from .papers import Paper
from .titles import Titles
from .writer import Piece, mark

Row = tuple[int, list[Piece]]
"""Cells with the number of their paper, -1 for none."""
_SOURCES = "Paper / Source|Paper / Source|Paper|Source|Reference|Paper/Source|Title|Paper Title|Publication|From"
_CODES = "Code|Code|Implementation|Official code|Repo|GitHub|Code link"
_REPOS = ["Official", "Link", "Official", "Github", "GitHub", "PyTorch", "link", "code", "Code", "TensorFlow", "Repo"]
_LINKED = {"link": 70, "": 16, "link italic": 3, "bold link": 3, "quoted link": 2, "italic": 3, "html": 2, "quoted": 3}
_BEHIND = [
    " + {m}",
    "+{m}",
    " w/ {t}",
    " w/o {t}",
    "-large",
    " with {m}",
    " + {t} + {m}",
    "-base",
    " {n}B",
]
_ASIDES = ["baseline", "ours", "single model", "ensemble", "reported", "unpublished", "our run", "test", "anonymous"]
_CITED = [" (n, y)", " (n, y)", " (n, y)", " (n y)", " [n, y]", " n (y)", " - n y", " (n)", ", n, y", "<br>(n, y)"]
_PLAIN = [
    "Random",
    "Majority",
    "Human",
    "Lead-3",
    "Oracle",
    "Baseline",
    "Ours",
    "SVM",
    "LSTM",
    "TF-IDF",
    "Human performance",
]
_PROGRAMMES = {
    "date title presenter": 4,
    "date presenter title": 4,
    "time presenter title": 4,
    "time title presenter room": 2,
    "date title+links presenter": 2,
    "week title presenter links": 2,
    "date presenter title discussant": 2,
    "date title authors presenter": 3,
    "time title authors": 3,
    "date time presenter title room": 1.5,
    "number time presenter title": 1,
    "date title+ref presenter remark": 1.5,
    "time authors title": 2,
    "date presenter title url": 2,
    "presenter title date": 2,
    "week date title+authors presenter links": 1,
    "time number title authors room": 1,
}
_BREAKS = "Coffee break|Lunch|Registration|Opening remarks|No meeting|Holiday|TBA|tba|Break|Welcome|Poster session|Dinner|cancelled|Exam week|Closing|–"


def board(hand: Hand, papers: list[Paper]) -> tuple[list[str], list[Row], str]:
    """Write rows of models with their results and the papers they come from; gives heads, rows and names of columns."""
    dice = hand.dice
    _repeat(hand, papers)
    hand.titles = Titles(dice, hand.language, _LINKED)
    columns = Columns(hand)
    names = ["model", *["score"] * dice.pick([0, 1, 1, 2, 3, 3, 4, 6])]
    if dice.chance(0.12):
        dice.shuffle(names)
    names.append("title")
    for name, often in {
        "year": 0.12,
        "venue": 0.1,
        "task": 0.06,
        "dataset": 0.06,
        "authors": 0.05,
        "remark": 0.08,
    }.items():
        if dice.chance(often):
            names.insert(dice.randint(1, len(names)), name)
    if dice.chance(0.7):
        names.append("repo")
    elif dice.chance(0.3):
        names.append("links")
    if dice.chance(0.12):
        names.insert(0, "number")
    own = {"model": lambda: _model(hand, columns), "repo": lambda: _repo(hand)}
    cells = [own[name]() if name in own else columns.draw(name) for name in names]
    heads = {"title": _SOURCES, "repo": _CODES}
    told = [
        dice.pick(heads[name].split("|")) if name in heads and dice.chance(0.85) else columns.head(name)
        for name in names
    ]
    rows: list[Row] = []
    strange = dice.pick([0.0, 0.0, 0.15, 0.4])
    for number, paper in enumerate(papers):
        if dice.chance(strange):
            rows.append((-1, _stranger(hand, names, cells, paper)))
        rows.append((number, [cell(paper) for cell in cells]))
    return told, rows, "board: " + " | ".join(names)


def _repeat(hand: Hand, papers: list[Paper]) -> None:
    """Let some rows be about variants of the model of the row before, from the same paper."""
    dice, slots = hand.dice, hand.remarks.slots
    often = dice.pick([0.0, 0.1, 0.25, 0.5])
    behind = dice.pick([0.0, 0.15, 0.4])
    for n, paper in enumerate(papers):
        if n and dice.chance(often):
            papers[n] = paper = replace(papers[n - 1], short=papers[n - 1].short.split(" ")[0])
        if dice.chance(behind) or (n and paper.title == papers[n - 1].title):
            form = dice.pick(_BEHIND)
            paper.short += form.format(m=dice.pick(slots["method"]), t=dice.pick(slots["task"]), n=dice.randint(1, 70))


def _model(hand: Hand, columns: Columns) -> Cell:
    """Draw how a model is named: with the names of its authors, or with what it is, in brackets behind it."""
    dice = hand.dice
    cite = columns.citing(dice.pick(_CITED))
    cited = dice.pick([0.0, 0.0, 0.7, 1.0, 1.0])
    aside = dice.pick([0.0, 0.1, 0.3])
    if cited and hand.wraps["short"] in {"`", "[l]", "[]"}:
        hand.wraps["short"] = dice.pick(["", "**"])
    linked = dice.chance(0.06)

    def cell(paper: Paper) -> Piece:
        text = hand.write("short", paper) or mark("short", paper.short)
        if dice.chance(aside):
            more = dice.pick([*_ASIDES, *_ASIDES, f"w/ {dice.pick(hand.remarks.slots['task'])}"])
            text = text + " (" + mark("remark", more) + ")"
        elif dice.chance(cited):
            told = cite(paper)
            text = text + (_linked(told, paper.url) if linked and "[" not in told.text else told)
        return text + dice.pick(["*", "†"]) if dice.chance(0.02) and "*" not in text.text else text

    return cell


def _linked(text: Piece, url: str) -> Piece:
    """Make a link of what stands behind the name of a model."""
    lead = len(text.text) - len(text.text.lstrip())
    marks = tuple(replace(m, start=m.start - lead, end=m.end - lead) for m in text.marks)
    return " [" + Piece(text.text[lead:], marks) + f"]({url})"


def _repo(hand: Hand) -> Cell:
    """Draw the column of addresses of programs."""
    label, given = hand.dice.pick(_REPOS), hand.dice.pick([0.3, 0.7, 1.0])
    links: Links = hand.links
    form = hand.dice.draw({"[l](u)": 9, "": 2, "[[l](u)]": 1})

    def cell(paper: Paper) -> Piece:
        word = label if hand.dice.chance(0.8) else hand.dice.pick(_REPOS)
        return links.one(word, paper.urls["code"], paper, form) if hand.dice.chance(given) else Piece()

    return cell


def _stranger(hand: Hand, names: list[str], cells: list[Cell], paper: Paper) -> list[Piece]:
    """Write the row of a model that no paper is named for."""
    dice = hand.dice
    row = []
    for name, cell in zip(names, cells, strict=True):
        text = ""
        if name == "model":
            text = dice.pick(_PLAIN) if dice.chance(0.6) else hand.composer.coined()
            text += dice.pick(["", "", " (baseline)", f" ({hand.composer.person()['family']} et al., {paper.year})"])
        elif name in {"score", "number"}:
            text = cell(paper).text
        row.append(Piece(text))
    return row


def programme(hand: Hand, papers: list[Paper]) -> tuple[list[str], list[Row], str]:
    """Write rows of talks, and breaks between them; gives heads, rows and names of columns."""
    dice = hand.dice
    columns = Columns(hand)
    names = dice.draw(_PROGRAMMES).split()
    cells = [columns.draw(name) for name in names]
    heads = [head_of(hand, name, odd=columns.odd and dice.chance(0.5)) for name in names]
    rows: list[Row] = []
    breaks = dice.pick([0.0, 0.1, 0.3])
    for number, paper in enumerate(papers):
        rows.append((number, [cell(paper) for cell in cells]))
        if dice.chance(breaks):
            rows.append((-1, _break(hand, names, cells, paper)))
    return heads, rows, "programme: " + " | ".join(names)


def _break(hand: Hand, names: list[str], cells: list[Cell], paper: Paper) -> list[Piece]:
    """Write a row of a programme in which there is no talk."""
    text = hand.dice.pick(_BREAKS.split("|"))
    row = []
    for name, cell in zip(names, cells, strict=True):
        said = text if name.startswith("title") else ""
        row.append(Piece(cell(paper).text if name in {"date", "time", "week", "number", "room"} else said))
    return row
