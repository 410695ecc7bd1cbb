"""Records as programs for notes and references write them: properties, inline fields, tagged lines, highlights."""

from __future__ import annotations

from .dice import Dice
from .hand import Hand
from .names import Names, print_name
from .papers import Paper
from .writer import Piece, join, mark

_KINDS = {"readwise": 3, "logseq": 4, "dataview": 3, "notion": 3, "endnote": 1.5, "ris": 1.5, "zotero": 3}
_KEPT = {"journal": "JOUR", "conference": "CONF"}


def lay_export(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write records as a program does; the second value names it."""
    dice = hand.dice
    sorts = {
        "readwise": _readwise,
        "logseq": _logseq,
        "dataview": _dataview,
        "notion": _notion,
        "endnote": _endnote,
        "ris": _ris,
        "zotero": _zotero,
    }
    kind = dice.draw(_KINDS)
    if kind in {"readwise", "notion", "zotero"} and dice.chance(0.7):
        del papers[1:]
    habit = dice.getrandbits(32)
    entries = [sorts[kind](hand, Dice(habit), paper).of(n) for n, paper in enumerate(papers)]
    return join(entries, "\n" if kind == "logseq" and dice.chance(0.5) else "\n\n"), f"export {kind}"


def _all(hand: Hand, paper: Paper, form: str = "direct", separator: str = ", ", around: str = "") -> Piece:
    names = [print_name(person, n, form) for n, person in enumerate(paper.people)]
    names = [name.wrap(around, around.replace("[", "]")) for name in names]
    paper.cut = False
    return join(names, separator)


def _field(word: str, value: Piece, colon: str = ": ") -> Piece:
    return mark("label", word) + colon + value if value else value


def _highlights(hand: Hand, tail: str, least: int = 1, most: int = 5) -> list[Piece]:
    write = hand.remarks.abstract if hand.remarks.english else hand.remarks.paragraph
    found = []
    for _ in range(hand.dice.randint(least, most)):
        text = hand.remarks.sentence() if hand.dice.chance(0.5) else write()
        found.append(mark("remark", text) + tail.replace("N", str(hand.dice.randint(10**6, 10**8))))
    return found


def _readwise(hand: Hand, dice: Dice, paper: Paper) -> Piece:
    """Write highlights with a section of metadata above."""
    titled = dice.chance(0.5)
    cite = print_name(paper.people[0], 0, "family") + ", " + mark("year", str(paper.year))
    head = mark("title", paper.title) if titled else dice.pick([mark("key", paper.key), cite])
    names = _all(hand, paper, separator=", ")
    if dice.chance(0.5):
        names = names.wrap("[[", "]]")
    meta = [
        _field(dice.pick(["Author", "Authors"]), names),
        Piece() if titled else _field(dice.pick(["Full Title", "Title"]), mark("title", paper.title)),
        _field("Category", mark("keyword", dice.pick(["#articles", "#papers", "#supplementals", "#books"]))),
        _field("Document Note", mark("remark", hand.remarks.sentence())) if dice.chance(0.2) else Piece(),
        _field("Document Tags", mark("keyword", "[[" + "]] [[".join(paper.keywords) + "]]"))
        if dice.chance(0.3)
        else Piece(),
        _field("URL", mark("url", paper.url)) if dice.chance(0.8) else Piece(),
        _field("Published", mark("year", str(paper.year))) if dice.chance(0.2) else Piece(),
    ]
    cover = f"![rw-book-cover](https://readwise-assets.example/{paper.key}.png)" if dice.chance(0.5) else ""
    tail = dice.pick(
        [
            "",
            " ([View Highlight](https://read.readwise.io/read/N))",
            " ([Location N](https://readwise.io/open/N))",
            " ^rwN",
        ]
    )
    quotes = join(["- " + quote for quote in _highlights(hand, tail)], "\n")
    words = dice.pick([("Metadata", "Highlights"), ("Metadata", "Highlights"), ("Details", "Highlights from PDF")])
    meta_text = join(["- " + row for row in meta if row], "\n")
    return join(["# " + head, cover, "## " + words[0] + "\n" + meta_text, "## " + words[1] + "\n" + quotes], "\n\n")


def _properties(hand: Hand, dice: Dice, paper: Paper, colon: str) -> list[Piece]:
    """Write fields that a program keeps, the title first."""
    wiki = dice.chance(0.6)
    rows = [
        _field("title", mark("title", paper.title), colon),
        _field(dice.pick(["authors", "author", "creators"]), _all(hand, paper, around="[[" if wiki else ""), colon),
    ]
    more = [
        _field("item-type", mark("remark", "[[" + dice.pick(["journalArticle", "preprint"]) + "]]"), colon),
        _field("date", mark("year", str(paper.year)), colon),
        _field("year", mark("year", str(paper.year)), colon),
        _field(dice.pick(["publication-title", "venue", "journal"]), mark("venue", paper.place), colon),
        _field("doi", mark("identifier", paper.doi), colon),
        _field(dice.pick(["url", "links", "link"]), mark("url", paper.url), colon),
        _field("tags", mark("keyword", ", ".join(f"[[{word}]]" for word in paper.keywords)), colon),
        _field("citekey", mark("key", paper.key), colon),
        _field("status", mark("remark", dice.pick(["reading", "read", "queue"])), colon),
        _field("rating", mark("rating", str(dice.randint(1, 5))), colon),
        _field("abstract", mark("remark", hand.remarks.abstract()), colon),
        _field("summary", mark("remark", hand.remarks.sentence()), colon),
    ]
    if dice.chance(0.5):
        del more[1]
    else:
        del more[2]
    chosen = sorted(dice.sample(range(len(more)), dice.randint(2, 7)))
    rows += [more[n] for n in chosen]
    return [row for row in rows if not hand.dice.chance(0.08) or row is rows[0]]


def _logseq(hand: Hand, dice: Dice, paper: Paper) -> Piece:
    """Write properties as lines of a block or as blocks below it."""
    rows = _properties(hand, dice, paper, ":: ")
    shape = dice.pick(["page", "block", "children", "keyed"])
    quotes = _highlights(hand, "", 0, 3)
    if shape == "page":
        return join([join(rows, "\n"), join(["- " + quote for quote in quotes], "\n")], "\n\n")
    if shape == "block":
        return join(["- " + join(rows, "\n  "), *("\t- " + quote for quote in quotes)], "\n")
    step = dice.pick(["\t", "  "])
    if shape == "keyed":
        rows.insert(0, "[[" + dice.pick(["@", ""]) + mark("key", paper.key) + "]]")
    else:
        rows = [Piece(rows[0].text, rows[0].marks), *rows[1:]]
    return join(["- " + rows[0], *(step + "- " + row for row in [*rows[1:], *quotes])], "\n")


def _dataview(hand: Hand, dice: Dice, paper: Paper) -> Piece:
    """Write inline fields below a heading or within items."""
    colon = dice.pick([":: ", ":: ", "::"])
    rows = _properties(hand, dice, paper, colon)
    around = dice.pick(["", "", "", "[]", "()"])
    before, after = (around[:1], around[1:]) if around else ("", "")
    bold = dice.chance(0.2)
    if bold and not around:
        rows = [Piece("**") + _starred(row, colon) for row in rows]
    bullet = dice.pick(["", "", "- ", "> "])
    if dice.chance(0.5):
        head = "#" * dice.pick([1, 2, 3]) + " " + mark("title", paper.title)
        rows = rows[1:]
    else:
        head = Piece()
    rows = [row if "[[" in row.text and around == "[]" else row.wrap(before, after) for row in rows]
    body = join([bullet + row for row in rows], "\n")
    return join([head, body, join(_highlights(hand, "", 0, 2), "\n\n")], "\n\n")


def _starred(row: Piece, colon: str) -> Piece:
    """Close the stars that were opened before a label, behind it."""
    cut = row.text.index(colon)
    head = Piece(row.text[:cut], tuple(m for m in row.marks if m.end <= cut))
    tail = row.text[cut:]
    moved = tuple(type(m)(m.start - cut, m.end - cut, m.part, m.record, m.person) for m in row.marks if m.start >= cut)
    return head + "**" + Piece(tail, moved)


def _notion(hand: Hand, dice: Dice, paper: Paper) -> Piece:
    """Write a page with a line for each property."""
    rows = [
        _field(dice.pick(["Authors", "Author"]), _all(hand, paper)),
        _field("Year", mark("year", str(paper.year))),
        _field(dice.pick(["Venue", "Publisher", "Conference", "Journal"]), mark("venue", paper.venue)),
        _field(dice.pick(["URL", "Link", "PDF"]), mark("url", paper.url)),
        _field(dice.pick(["Status", "Read"]), mark("remark", dice.pick(["Done", "Not started", "Yes", "No"]))),
        _field(dice.pick(["Tags", "Topics"]), mark("keyword", ", ".join(paper.keywords))),
        _field(
            "Created",
            mark("date", f"{dice.pick(['May', 'June'])} {dice.randint(1, 28)}, 2023 4:{dice.randint(10, 59)} PM"),
        ),
        _field("Type", mark("remark", dice.pick(["Paper", "Academic Journal", "Preprint"]))),
        _field("DOI", mark("identifier", paper.doi)),
        _field("Priority", mark("rating", dice.pick(["High", "Low", "P1"]))),
    ]
    chosen = sorted(dice.sample(range(len(rows)), dice.randint(3, 8)))
    picked = [rows[n] for n in chosen if not hand.dice.chance(0.08)]
    if dice.chance(0.3):
        dice.shuffle(picked)
    head = dice.pick(["# ", "# ", "## "]) + mark("title", paper.title)
    text = [mark("remark", hand.remarks.paragraph()) for _ in range(hand.dice.randint(0, 3))]
    heads = [mark("label", word) for word in dice.some(hand.words["remark"], 3, 3)]
    if dice.chance(0.5):
        text = ["# " + word + "\n\n" + one for word, one in zip(heads, text, strict=False)]
    return join([head, join(picked, "\n"), *text], "\n\n")


def _endnote(hand: Hand, dice: Dice, paper: Paper) -> Piece:
    """Write lines that begin with a percent sign and a letter."""
    rows = [
        _field("%0", mark("remark", dice.pick(["Journal Article", "Conference Proceedings"])), " "),
        *(_field("%A", print_name(p, n, "inverted"), " ") for n, p in enumerate(paper.people)),
        _field("%T", mark("title", paper.title), " "),
        _field(dice.pick(["%J", "%B"]), mark("venue", paper.place), " "),
        _field("%D", mark("year", str(paper.year)), " "),
        _field("%R", mark("identifier", paper.doi), " ") if dice.chance(0.6) else Piece(),
        _field("%U", mark("url", paper.url), " ") if dice.chance(0.6) else Piece(),
        _field("%I", mark("publisher", paper.publisher), " ") if dice.chance(0.4) else Piece(),
        _field("%X", mark("remark", hand.remarks.abstract()), " ") if dice.chance(0.3) else Piece(),
    ]
    return join(rows, dice.pick(["\n", "\n", "  \n"]))


def _ris(hand: Hand, dice: Dice, paper: Paper) -> Piece:
    """Write lines that begin with two capitals."""
    title = _field(dice.pick(["TI", "T1"]), mark("title", paper.title), "  - ")
    names = [_field(dice.pick(["AU"]), print_name(p, n, "inverted"), "  - ") for n, p in enumerate(paper.people)]
    first = [*names, title] if dice.chance(0.5) else [title, *names]
    rows = [
        _field("TY", mark("remark", _KEPT["journal" if paper.details else "conference"]), "  - "),
        *first,
        _field(dice.pick(["JO", "T2", "JF"]), mark("venue", paper.place), "  - "),
        _field(dice.pick(["PY", "Y1"]), mark("year", str(paper.year)), "  - "),
        _field("DO", mark("identifier", paper.doi), "  - ") if dice.chance(0.6) else Piece(),
        _field("UR", mark("url", paper.url), "  - ") if dice.chance(0.6) else Piece(),
        _field("AB", mark("remark", hand.remarks.abstract()), "  - ") if dice.chance(0.3) else Piece(),
        mark("label", "ER") + "  -",
    ]
    return join(rows, "\n")


def _zotero(hand: Hand, dice: Dice, paper: Paper) -> Piece:
    """Write annotations with links back to their pages, below a citation or below a title."""
    family = paper.people[0]["family"]
    tail = f" ({family} et al., {paper.year}, p. N) "
    link = f"](zotero://open-pdf/library/items/{dice.getrandbits(40):X}))"
    pages = [Piece(tail.replace("N", str(hand.dice.randint(1, 30)))) for _ in range(5)]
    title = mark("title", paper.title)
    names = Names(hand.dice, "en", dice.pick(["direct", "inverted", "inverted initials"]))
    names.most, names.signs, names.places, names.links, names.style = 99, "", "", "", ""
    cited = names.write(paper) + " (" + mark("year", str(paper.year)) + "). "
    shape = dice.pick(["title", "cited", "labelled"])
    if shape == "title":
        head = "# " + title + "\n\n" + names.write(paper)
    elif shape == "cited":
        head = cited + title + ". " + mark("venue", paper.place) + "."
    else:
        rows = [
            _field("Title", title),
            _field("Authors", names.write(paper)),
            _field("Year", mark("year", str(paper.year))),
        ]
        rows.append(_field("Zotero link", "[" + mark("label", "PDF") + f"](zotero://select/items/@{paper.key})"))
        head = join(["- " + row for row in rows], "\n") if dice.chance(0.5) else join(rows, "  \n")
    word = dice.pick(
        ["## Annotations", "# Annotations  \n(2023-05-04, 10:21:14)", "## Notes", "**Extracted annotations**"]
    )
    quotes = [
        "“" + mark("remark", quote.text) + "”" + mark("remark", page.text) + "([" + mark("label", "pdf") + link
        for quote, page in zip(_highlights(hand, "", 1, 4), pages, strict=False)
    ]
    lead = dice.pick(["", "> ", "- "])
    return join([head, word if dice.chance(0.7) else "", *(lead + quote for quote in quotes)], "\n\n")
