"""Lists of files: papers of a directory, by the names of the files or with the names as links to wherever they lie."""

from __future__ import annotations

import re
from urllib.parse import quote

from .around import Around
from .hand import Hand
from .papers import Paper
from .writer import Piece, join, mark

_WHERE = {
    "p/F": 5,
    "./p/F": 2,
    "F": 2,
    "../p/q/F": 1,
    "https://github.com/a/b/blob/master/p/F": 5,
    "https://github.com/a/b/raw/main/F": 1.5,
    "https://drive.google.com/file/d/H/view?usp=sharing": 3,
    "https://drive.google.com/open?id=H": 1,
    "https://www.dropbox.com/s/h/F?dl=0": 1.5,
    "http://www.a.edu/~b/papers/f": 2.5,
    "http://a.b.ac.uk/p/f": 1.5,
    "https://b.github.io/assets/f": 1.5,
    "https://link-springer-com.proxy.lib.a.edu/article/D": 1.5,
    "https://ieeexplore-ieee-org.ezproxy.a.edu/document/N": 1.5,
    "https://pan.a.com/s/h": 1,
    "https://q.a.net/static/N/f": 1.5,
    "file:///Users/b/Papers/F": 1,
    "https://1drv.ms/b/s!h": 0.7,
    "https://web.archive.org/web/N/http://a.org/f": 0.7,
}
_NAMED = {
    "[t](u)": 12,
    "[t.pdf](u)": 4,
    "t.pdf": 5,
    "[[t.pdf]]": 1.5,
    "`t.pdf`": 1,
    "[y - t](u)": 2,
    "y - t.pdf": 1.5,
    "n y - t.pdf": 1.5,
    "[n - y - t.pdf](u)": 1.5,
    "t (y).pdf": 1,
    "n (y) t.pdf": 1,
    "[t](u) (v y)": 2,
    "[v y] t.pdf": 1,
    "[t](u) - a": 2,
    "n et al. - y - t.pdf": 2,
    "v y: [t](u)": 1,
    "![[t.pdf]]": 0.5,
}


def lay_files(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write the papers of a directory; the second value says how."""
    dice = hand.dice
    while len(papers) < dice.pick([3, 5, 8]):
        papers.append(hand.papers.paper())
    wheres = list(dict.fromkeys(dice.draw(_WHERE) for _ in range(dice.pick([1, 1, 2, 4]))))
    named = dice.draw(_NAMED)
    bullet = dice.draw({"* ": 6, "- ": 8, "1. ": 3, "": 3, "- [ ] ": 1, "+ ": 1})
    folder = dice.pick(hand.composer.plain)
    tagged = dice.pick([0.0, 0.0, 0.0, 0.4, 0.9])
    tag = dice.pick(["[x] ", "[x] ", "\\[x\\] ", "(x) ", "**[x]** ", "【x】"])
    told = dice.pick([0.0, 0.0, 0.3, 0.7, 1.0])
    below = dice.pick([" ", " - ", " – ", "\n  - ", "\n    * ", "\n  ", "  \n  ", "\n  > "])
    if bullet in {"", "1. "}:
        below = dice.pick(["  \n", " - ", " ", "<br>"]) if not bullet else "\n   - "
    lines: list[Piece] = []
    for number, paper in enumerate(papers):
        paper.url = _address(hand, dice.pick(wheres), folder, paper)
        text = _named(hand, named, paper)
        if dice.chance(tagged):
            first, last = tag.split("x")
            text = first + mark("affiliation", dice.pick(paper.orgs)) + last + text
        if dice.chance(told):
            text = text + below + mark("remark", hand.remarks.remark().replace("\n", " "))
        lines.append((bullet + text).of(number))
    gap = dice.pick(["  \n", "\n\n", "<br>\n"]) if not bullet else dice.pick(["\n", "\n", "\n", "\n\n"])
    text = join(lines, gap)
    if dice.chance(0.3) and bullet in {"* ", "- "}:
        head = dice.pick([f"{folder}/", f"**{folder}**", Around(hand).head(), f"`{folder}/`"])
        text = f"- {head}\n    " + text.indented("    ")
    return text, f"files {named}"


def _address(hand: Hand, where: str, folder: str, paper: Paper) -> str:
    dice, plain = hand.dice, hand.composer.plain
    name = quote(_filed(paper.title) + ".pdf")
    short = dice.pick([f"{paper.key}.pdf", f"{dice.pick(plain)}{paper.year % 100:02d}.pdf", f"{dice.pick(plain)}.pdf"])
    digits = str(dice.randint(10**6, 10**8))
    known = {
        "F": name,
        "f": short,
        "p": dice.pick(["papers", "pdf", "pdfs", "Papers", folder]),
        "q": folder,
        "a": dice.pick(plain),
        "b": dice.pick(plain),
        "H": f"{dice.getrandbits(120):x}",
        "h": f"{dice.getrandbits(60):x}",
        "D": paper.doi,
        "N": digits,
    }
    return re.sub(r"(?<![a-zA-Z0-9_])[FfpqabHhDN](?![a-zA-Z0-9:])", lambda found: known[found[0]], where)


def _filed(title: str) -> str:
    """Spell a title as a file may be called."""
    return re.sub(r"\s+", " ", re.sub(r"[:/?*|\"<>\[\]`$\\^{}#]", "", title)).strip(" .")


def _named(hand: Hand, form: str, paper: Paper) -> Piece:
    title = paper.title if "pdf" not in form else _filed(paper.title)
    known = {
        "t": lambda: mark("title", title),
        "u": lambda: Piece(paper.url),
        "y": lambda: mark("year", str(paper.year)),
        "v": lambda: mark("venue", paper.venue),
        "n": lambda: mark("family", paper.people[0]["family"], 0),
        "a": lambda: hand.names.write(paper),
        "et al.": lambda: mark("etal", "et al."),
    }
    paper.cut = "n" in form and len(paper.people) > 1
    words = re.findall(r"et al\.|\.pdf|[a-z]|[^a-z]+?(?=\.pdf|[a-z]|$)", form)
    return join([known[word]() if word in known else word for word in words])
