"""Records as machines print them: mails and pages of arXiv, alerts, listings of databases, pasted into a note."""

from __future__ import annotations

from .dice import Dice
from .hand import Hand
from .names import Names
from .papers import Paper
from .words import month
from .writer import Piece, join, mark

_SUBJECTS = [
    "cs.CL",
    "cs.LG",
    "cs.CV",
    "cs.AI",
    "stat.ML",
    "cs.RO",
    "cs.IR",
    "eess.AS",
    "math.OC",
    "quant-ph",
    "q-bio.NC",
    "cs.SE",
    "hep-th",
    "econ.EM",
    "cs.HC",
    "stat.ME",
]


def lay_digest(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write records as some service does; the second value names it."""
    dice = hand.dice
    sorts = {
        "mail": (_mail, 4),
        "listing": (_listing, 5),
        "alert": (_alert, 5),
        "pubmed": (_pubmed, 3),
        "openreview": (_openreview, 3),
        "session": (_session, 3),
        "dblp": (_dblp, 3),
        "export": (_export, 3),
        "library": (_library, 2),
        "program": (_program, 3),
        "kindle": (_highlights, 3),
    }
    name = dice.draw({name: weight for name, (_, weight) in sorts.items()})
    habit = dice.getrandbits(32)
    entries = [sorts[name][0](hand, Dice(habit), paper, n).of(n) for n, paper in enumerate(papers)]
    gap = "\n" if name in {"dblp", "program"} and dice.chance(0.5) else "\n\n"
    if name == "mail":
        gap = "\n" + "-" * 78 + "\n"
        head = f"From: {hand.remarks.person()} <no-reply@{dice.pick(hand.composer.plain)}.org>\nSubject: {dice.pick(_SUBJECTS)} daily\n\n"
        return (head if dice.chance(0.5) else "") + join(entries, gap), name
    return join(entries, gap), name


def _full(hand: Hand, form: str = "direct") -> Names:
    names = Names(hand.dice, "en", form)
    names.most, names.signs, names.places, names.links, names.style = 99, "", "", "", ""
    names.separator = names.last = ", "
    return names


def _mail(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    lines = [
        Piece("\\\\"),
        mark("identifier", f"arXiv:{paper.arxiv}"),
        Piece(
            f"Date: {dice.pick(['Mon', 'Tue', 'Fri'])}, {paper.day} {month(paper.month, short=True)} {paper.year} 0{hand.dice.randint(1, 9)}:{hand.dice.randint(10, 59)}:12 GMT   ({hand.dice.randint(20, 9000)}kb)"
        ),
        Piece(""),
        (mark("label", "Title") + ": " + mark("title", paper.title)).wrapped(76).indented("  "),
        (mark("label", "Authors") + ": " + _full(hand).write(paper)).wrapped(76).indented("  "),
        mark("label", "Categories") + ": " + mark("keyword", " ".join(hand.dice.some(_SUBJECTS, 1, 3))),
    ]
    if dice.chance(0.5):
        lines.append(mark("label", "Comments") + ": " + mark("remark", hand.remarks.fill(hand.dice.pick(_COMMENTS))))
    lines += [Piece("\\\\"), ("  " + mark("remark", hand.remarks.abstract())).wrapped(76)]
    lines.append(
        "\\\\ ( " + mark("url", f"https://arxiv.org/abs/{paper.arxiv}") + f" ,  {hand.dice.randint(20, 9000)}kb)"
    )
    text = lines[0]
    for line in lines[1:]:
        text = text + "\n" + line
    return text


_COMMENTS = [
    "{n} pages, {m} figures",
    "Accepted to {venue} {year}",
    "{n} pages; code at https://github.com/{a}/{b}",
    "To appear in {venue}",
    "Preprint. Under review",
    "{venue} {year} camera ready",
    "Project page: https://{a}.github.io",
]


def _listing(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    first = mark("identifier", f"arXiv:{paper.arxiv}") + dice.pick(
        [
            " [pdf, other]",
            " [pdf, html, other]",
            " [pdf]",
            "",
            f" (cross-list from {dice.pick(_SUBJECTS)}) [pdf, ps, other]",
        ]
    )
    if dice.chance(0.5):
        first = f"[{number + 1}] " + first
    lines = [
        first,
        mark("label", "Title") + ": " + mark("title", paper.title) if dice.chance(0.8) else mark("title", paper.title),
        mark("label", "Authors") + ": " + _full(hand).write(paper) if dice.chance(0.6) else _full(hand).write(paper),
    ]
    if dice.chance(0.5):
        lines.append(mark("label", "Comments") + ": " + mark("remark", hand.remarks.fill(hand.dice.pick(_COMMENTS))))
    if dice.chance(0.3):
        lines.append(
            mark("label", "Journal-ref")
            + ": "
            + mark("venue", paper.place)
            + " ("
            + mark("year", str(paper.year))
            + ")"
        )
    if dice.chance(0.6):
        lines.append(mark("label", "Subjects") + ": " + mark("keyword", "; ".join(hand.dice.some(_SUBJECTS, 1, 3))))
    if dice.chance(0.2):
        lines.append(mark("label", "Abstract") + ": " + mark("remark", hand.remarks.abstract()))
    return join(lines, dice.pick(["\n", "\n", "  \n"]))


def _alert(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    lead = (
        mark("label", dice.pick(["[PDF]", "[HTML]", "[BOOK]"]).strip("[]")).wrap("[", "] ")
        if dice.chance(0.5)
        else Piece()
    )
    title = mark("title", paper.title)
    if dice.chance(0.3):
        title = title.wrap("[", f"]({paper.url})")
    names = _full(hand, "bare initials")
    names.most = dice.pick([3, 4, 5])
    names.before_etal, names.etal = ("", "…") if dice.chance(0.5) else (", ", "...")
    source = mark("venue", paper.place) + ", " + mark("year", str(paper.year))
    if dice.chance(0.4):
        source = (
            mark("venue", "arXiv preprint")
            + " "
            + mark("identifier", f"arXiv:{paper.arxiv}")
            + ", "
            + mark("year", str(paper.year))
        )
    second = names.write(paper) + " - " + source
    if dice.chance(0.3):
        second = (
            second
            + " - "
            + mark(
                "publisher",
                dice.pick(
                    ["Springer", "Elsevier", "ieeexplore.ieee.org", "dl.acm.org", "Wiley Online Library", "arxiv.org"]
                ),
            )
        )
    third = mark(
        "remark", dice.pick(["", "… ", "... "]) + hand.remarks.abstract()[:180].strip() + dice.pick(["", " …", " ..."])
    )
    last = (
        mark(
            "remark", f"Cited by {hand.dice.randint(2, 4000)} Related articles All {hand.dice.randint(2, 30)} versions"
        )
        if dice.chance(0.3)
        else Piece()
    )
    return join([lead + title, second, third if dice.chance(0.8) else Piece(), last], dice.pick(["\n", "\n", "  \n"]))


def _pubmed(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    stop = "" if paper.title[-1] in "?!." else "."
    volume = f"{hand.dice.randint(2, 400)}({hand.dice.randint(1, 12)}):{hand.dice.randint(10, 900)}-{hand.dice.randint(901, 1200)}"
    text = (
        _full(hand, "vancouver").write(paper)
        + ". "
        + mark("title", paper.title)
        + stop
        + " "
        + mark("venue", paper.venue)
    )
    text = (
        text
        + ". "
        + mark("year", str(paper.year))
        + f" {month(paper.month, short=True)} {paper.day};"
        + mark("volume", volume)
    )
    text = text + ". " + mark("identifier", f"doi: {paper.doi}") + "."
    if dice.chance(0.6):
        text = (
            text
            + " "
            + mark("identifier", f"PMID: {hand.dice.randint(10**7, 4 * 10**7)}")
            + dice.pick([".", "; " + "PMCID: PMC1234567.", "."])
        )
    return (f"{number + 1}: " if dice.chance(0.3) else f"{number + 1}. " if dice.chance(0.3) else "") + text


def _openreview(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    lines = [_headed(dice, mark("title", paper.title)), _full(hand).write(paper)]
    days = f"{paper.day} {month(paper.month, short=True)} {paper.year}, Last Modified: {hand.dice.randint(1, 28)} Apr {paper.year}"
    published = mark("label", dice.pick(["Published", "Submitted", "Uploaded"])) + ": " + days
    venue = mark("venue", paper.venue) + " " + mark("year", str(paper.year)) + " "
    venue = venue + mark("presentation", paper.presentation)
    more = [word for word in ("Everyone", "Revisions", "BibTeX", "CC BY 4.0") if dice.chance(0.6)]
    if dice.chance(0.4):
        lines.append(join([published, venue, *more], dice.pick([" · ", " · ", " | ", " • "])))
    else:
        lines += [published, venue] if dice.chance(0.5) else [venue]
    if dice.chance(0.5):
        lines.append(mark("label", "Keywords") + ": " + mark("keyword", ", ".join(paper.keywords)))
    if dice.chance(0.4):
        lines.append(mark("label", "TL;DR") + ": " + mark("remark", hand.remarks.sentence()))
    if dice.chance(0.3):
        lines.append(mark("label", "Abstract") + ": " + mark("remark", hand.remarks.abstract()))
    return join(lines, dice.pick(["\n", "  \n"]))


def _headed(dice: Dice, title: Piece) -> Piece:
    """Write a title as a heading, in bold, or plainly."""
    return title.wrap(*dice.pick([("### ", ""), ("## ", ""), ("#### ", ""), ("**", "**"), ("", ""), ("", "")]))


def _session(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    """Write an entry of a conference's site: kind, title, authors, room, time, abstract."""
    title = mark("title", paper.title)
    title = title.wrap("[", f"]({paper.url})") if dice.chance(0.6) else _headed(dice, title)
    names = _full(hand)
    names.separator = names.last = dice.pick([" · ", " · ", ", ", " ⋅ ", "; ", " • "])
    rooms = "Hall {}|Exhibit Hall {}|East Hall {}|West Ballroom {}|Room {}|Level {}|Hall {} Foyer|Great Hall|Grand Ballroom|Zoom"
    letter = dice.pick(["A", "C-D", "A-B", "1", "203", "B #1204", "3-4"])
    room = dice.pick(rooms.split("|")).replace("{}", letter) + dice.pick(["", "", f" #{hand.dice.randint(100, 4000)}"])
    room = dice.pick(["[ x ]", "[x]", "x", "(x)", "Location: x", "📍 x", "@ x", "_x_"]).replace("x", room)
    time = f"{dice.pick(['Tue', 'Wed', 'Thu'])} {paper.day} {month(paper.month, short=True)} {hand.dice.randint(9, 12)}:{dice.pick(['00', '30'])} a.m. PDT"
    kind = mark("presentation", paper.presentation)
    lines = [kind, title] if dice.chance(0.6) else [title, kind] if dice.chance(0.4) else [title]
    lines.append(names.write(paper))
    lines += [Piece(line) for line in (room, time) if dice.chance(0.7)]
    text = join(lines, dice.pick(["\n", "\n", "  \n", "\n\n"]))
    if dice.chance(0.6):
        text = text + "\n\n" + mark("remark", hand.remarks.abstract())
    return text


def _dblp(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    stop = "" if paper.title[-1] in "?!." else "."
    text = _full(hand).write(paper) + ":" + dice.pick([" ", "\n"]) + mark("title", paper.title) + stop + " "
    text = (
        text
        + mark("venue", paper.venue)
        + " "
        + mark("year", str(paper.year))
        + ": "
        + mark("volume", f"{hand.dice.randint(1, 900)}-{hand.dice.randint(901, 1900)}")
    )
    return (f"[c{90 - number}] " if dice.chance(0.4) else dice.pick(["", "", "- "])) + text


def _export(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    """Write what a plugin exports from a library of references."""
    lines = [mark("label", "Title") + ": " + mark("title", paper.title)]
    if dice.chance(0.5):
        names = [_full(hand, "inverted")._one(paper, n, "inverted", None) for n in range(len(paper.people))]  # noqa: SLF001
        lines += [
            mark("label", dice.pick(["Author", "FirstAuthor"]) if not n else "Author") + ": " + name
            for n, name in enumerate(names)
        ]
    else:
        names_hand = _full(hand, "inverted")
        names_hand.separator = names_hand.last = "; "
        lines.append(mark("label", "Authors") + ": " + names_hand.write(paper))
    rest = [
        mark("label", "Item Type")
        + ": "
        + mark("remark", dice.pick(["Journal Article", "Conference Paper", "Preprint", "Book Section"])),
        mark("label", dice.pick(["Date", "Year"])) + ": " + mark("year", str(paper.year)),
        mark("label", dice.pick(["Publication Title", "Journal", "Proceedings Title"]))
        + ": "
        + mark("venue", paper.place),
        mark("label", "DOI") + ": " + mark("identifier", paper.doi),
        mark("label", "URL") + ": " + mark("url", paper.url),
        mark("label", "Citekey") + ": " + mark("key", paper.key),
        mark("label", "Publisher") + ": " + mark("publisher", paper.publisher),
        mark("label", "Date Added") + ": " + mark("date", hand.remarks.date()),
        mark("label", "Pages") + ": " + mark("volume", f"{hand.dice.randint(1, 99)}-{hand.dice.randint(100, 200)}"),
        mark("label", "Tags") + ": " + mark("keyword", ", ".join(paper.keywords)),
        mark("label", "Abstract") + ": " + mark("remark", hand.remarks.abstract()),
    ]
    rest = [line for line in rest if dice.chance(0.5) and not hand.dice.chance(0.1)]
    bullet = dice.pick(["", "- ", "* ", "> ", "- "])
    return join([bullet + line for line in [*lines, *rest]], "\n")


def _library(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    """Write an entry as a reading app shows it."""
    lines = [
        "# " + mark("title", paper.title),
        "## Metadata",
        "- " + mark("label", "Author") + ": " + _full(hand).write(paper),
        "- " + mark("label", "Category") + ": " + mark("keyword", dice.pick(["#articles", "#papers", "#books"])),
        "- " + mark("label", "URL") + ": " + mark("url", paper.url),
        "## Highlights",
        *("- " + mark("remark", hand.remarks.sentence()) for _ in range(hand.dice.randint(1, 3))),
    ]
    return join(lines, "\n")


def _program(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    """Write a line of a programme: time, title, speakers."""
    time = mark("date", f"{9 + number}:{dice.pick(['00', '15', '30', '45'])}") + dice.pick([" ", " – ", "  ", ": "])
    names = _full(hand).write(paper)
    title = mark("title", paper.title).wrap(*dice.pick([("", ""), ("**", "**"), ("*", "*"), ("“", "”")]))
    if dice.chance(0.5):
        return time + title + dice.pick(["\n", "  \n", ", ", " – "]) + names
    return time + names + dice.pick(["\n", "  \n", ": ", " – "]) + title


def _highlights(hand: Hand, dice: Dice, paper: Paper, number: int) -> Piece:
    """Write a title with quotations and their pages."""
    family = paper.people[0]["family"]
    tail = (
        f" ({family} et al., {paper.year}, p. {hand.dice.randint(1, 40)})"
        if dice.chance(0.6)
        else f" (p. {hand.dice.randint(2, 300)})"
    )
    head = dice.pick(["# ", "## ", ""]) + mark("title", paper.title)
    names = dice.pick(["by ", "", "*by* "]) + hand.names.write(paper)
    lead = dice.pick(["", "> ", "- "])
    quotes = [
        mark("remark", "“" + hand.remarks.abstract()[:150].strip() + "”" + tail) for _ in range(hand.dice.randint(1, 3))
    ]
    return join([head, names, *(lead + quote for quote in quotes)], "\n\n")
