"""One writer's hand: all habits of a sheet, and the fields of a paper written in them."""

from __future__ import annotations

from collections.abc import Callable

from compose import Composer

from .asides import PHRASES, WORDS_OF_LINKS, Asides
from .dice import Dice
from .links import Links
from .names import Names
from .papers import Paper, Papers
from .remarks import Remarks
from .surnames import Surnames
from .titles import Titles
from .venues import Venues
from .words import TITLES, WORDS
from .writer import Piece, join, mark

_LABELS = {
    "**L:** ": 16,
    "**L**: ": 18,
    "L: ": 30,
    "*L*: ": 4,
    "*L:* ": 2,
    "L:: ": 4,
    "**L**:: ": 1.5,
    "L - ": 1.5,
    "**L** ": 1.5,
    "__L__: ": 1,
    "`L`: ": 1,
    "<b>L</b>: ": 0.7,
    "[L] ": 1,
    "L = ": 0.4,
    "L | ": 0.4,
    "_L_: ": 1,
    "***L***: ": 0.4,
    "**L** - ": 1,
    "(L) ": 0.3,
    "@L: ": 0.1,
    "L： ": 0.1,
    "L : ": 0.8,
    "📌 L: ": 0.3,
    "**[L]** ": 0.5,
    "L → ": 0.2,
    "L\t": 0.2,
    "L:": 0.7,
    "**L :** ": 0.3,
    "• L: ": 0.2,
    "==L==: ": 0.2,
    "L\n: ": 0.6,
    "**L**\n: ": 0.3,
}


class Hand:
    """How one person writes on one sheet."""

    def __init__(self, dice: Dice, composer: Composer, language: str) -> None:
        self.dice = dice
        self.composer = composer
        self.language = language
        self.words = WORDS[language]
        self.papers = Papers(dice, composer, language)
        self.names = Names(dice, language)
        self.venues = Venues(dice, language)
        self.links = Links(dice, language)
        self.titles = Titles(dice, language)
        self.remarks = Remarks(dice, composer, language, self.papers)
        self.own: dict[str, Callable[[Paper], Piece]] = {}
        """Fields that only this sheet has, such as those of its table."""
        self.surnames = Surnames(dice, language)
        self.links.phrases = self._phrases()
        self.links.said = self.remarks.fill
        self.asides = Asides(dice, composer, language, self.remarks, plain=self.titles.style in {"", "caps", "lower"})
        self.missing = dice.pick([0.0, 0.04, 0.08, 0.08, 0.15, 0.3])
        """How often a field that the others have is missing."""
        self.remarked = dice.pick([0.25, 0.6, 0.9, 1.0])
        self.label_form = dice.draw(_LABELS)
        if language in {"zh", "ja"} and dice.chance(0.6):
            self.label_form = dice.pick(["L：", "**L**：", "**L：** ", "【L】", "[L] ", "L:", "■ L："])
        if language == "fr" and ":" in self.label_form and dice.chance(0.6):
            self.label_form = self.label_form.replace(":", " :", 1)
        labels = WORDS["en"] if dice.chance(0.15) else self.words
        self.label_words = {name: dice.pick(labels[name]) for name in labels if name in _LABELLED}
        self.lower_labels = dice.chance(0.07)
        cues = {
            "de": ["Referent", "Vorgestellt von"],
            "fr": ["Présenté par"],
            "zh": ["报告人", "主讲"],
            "ja": ["発表者"],
            "ko": ["발표자"],
            "ru": ["Докладчик"],
        }
        self.cue = dice.pick(
            cues.get(
                language,
                [
                    "Presenter",
                    "Presenter",
                    "Discussant",
                    "Presented by",
                    "presented by",
                    "Led by",
                    "Speaker",
                    "Reader",
                    "Assigned to",
                    "Advisor",
                    "Supervisor",
                    "Moderator",
                    "with",
                    "Discussion led by",
                    "talk by",
                    "Host",
                    "Guest",
                    "Recommended by",
                    "Shepherd",
                    "via",
                    "h/t",
                ],
            )
        )
        self.guests = dice.draw({"": 80, "org": 14, "presenter": 2, "discussant": 2, "online": 1, "PhD student": 1})
        """What stands in brackets behind somebody who presents."""
        self.wraps = {
            "key": dice.pick(["[@k]", "@k", "[k]", "`k`", "k", "[[@k]]", "[^k]", "(k)", "\\[k\\]", "**k**", "[[k]]"]),
            "identifier": dice.pick(
                ["arXiv:n", "arXiv:n", "n", "arxiv:n", "arXiv n", "DOI", "doi:", "arXiv: n", "nv2"]
            ),
            "tags": dice.pick(["#", "#", "#", "`", "[", "**", ",", "(", "#[["]),
            "short": dice.pick(["**", "**", "**", "", "", "`", "*", "[l]", "[]", "__", "***", "[**l**]", "<b>"]),
            "affiliation": dice.pick(["", "", "*", "(", "_"]),
            "remark": dice.pick(["", "", "", "", "", "*", "_", "(", "> ", "<sub>", "**", '"', "[", "`", "<!--", "~"]),
            "status": dice.pick(["", "", "(", "[", "`", "*", "#", "**"]),
        }

    def _phrases(self) -> list[str]:
        """Draw what links say that are named by no label: `paper describing X`; then the title is no link."""
        dice = self.dice
        if not dice.chance(0.05) or self.language in {"zh", "ja", "ko", "ru"}:
            return []
        if self.titles.linked:
            self.titles.style = dice.pick(["", "", "bold", "quoted", "italic"])
        if dice.chance(0.25):
            return dice.some(WORDS_OF_LINKS, 1, 3)
        return dice.some(PHRASES, 1, 8)

    def write(self, name: str, paper: Paper) -> Piece:
        """Write a field of a paper; nothing where this paper has none."""
        if name in {"title", "linked title"}:
            return self.titles.write(paper)
        if name in self.own:
            return self.own[name](paper)
        rare = name in {"rating", "presentation", "status", "tags", "date"}
        if self.dice.chance(max(self.missing, 0.15) if rare else self.missing):
            return Piece()
        if name == "remark" and not self.dice.chance(self.remarked):
            return Piece()
        fields: dict[str, Callable[[Paper], Piece]] = {
            "authors": lambda p: self.names.styled(p, self.papers.own),
            "surnames": self.surnames.styled,
            "cite": self.surnames.cite,
            "venue": self.venues.write,
            "place": lambda p: self.venues.write(p, year=False),
            "year": self.venues.year,
            "links": lambda p: self.links.write(p, own=not self.titles.linked or self.dice.chance(0.1)),
            "all links": self.links.write,
            "url": self.links.bare,
            "code": self.links.code_only,
            "presentation": lambda p: mark("presentation", p.presentation),
            "keyword": lambda p: mark("keyword", self.dice.pick([", ", "; ", ", "]).join(p.keywords)),
            "publisher": lambda p: mark("publisher", p.publisher),
            "volume": lambda p: mark("volume", ", ".join(p.details.values())) if p.details else Piece(),
            "editor": lambda p: mark(
                "editor", ", ".join(f"{e.get('given', '')} {e['family']}".strip() for e in p.editors)
            ),
            "rating": lambda _: mark("rating", self.remarks.rating()),
            "date": lambda _: mark("date", self.remarks.date()),
            "abstract": lambda _: mark("remark", self.remarks.abstract()),
            "month year": self.venues.year,
        }
        return fields[name](paper) if name in fields else getattr(self, "_" + name)(paper)

    def _key(self, paper: Paper) -> Piece:
        before, after = self.wraps["key"].split("k")
        return before + mark("key", paper.key) + after

    def _identifier(self, paper: Paper) -> Piece:
        form = self.wraps["identifier"]
        if form in {"DOI", "doi:"}:
            return mark("identifier", paper.doi if form == "DOI" else f"doi:{paper.doi}")
        return mark("identifier", form.replace("n", paper.arxiv, 1))

    def _tags(self, paper: Paper) -> Piece:
        form = self.wraps["tags"]
        words = paper.keywords if form != "#" else self.remarks.tags(paper.keywords)
        if form == "#":
            return mark("keyword", " ".join(words))
        if form == ",":
            return mark("keyword", ", ".join(words))
        before, after = {"`": ("`", "`"), "[": ("[", "]"), "**": ("**", "**"), "(": ("(", ")"), "#[[": ("#[[", "]]")}[
            form
        ]
        return join([before + mark("keyword", word) + after for word in words], " ")

    def _short(self, paper: Paper) -> Piece:
        form = self.wraps["short"]
        text = mark("short", paper.short)
        if "[" in form:
            stars = "**" if "*" in form else ""
            return f"{stars}[" + text + f"]{stars}" if form == "[]" else f"[{stars}" + text + f"{stars}]({paper.url})"
        return text.wrap(form, form.replace("<", "</"))

    def _affiliation(self, paper: Paper) -> Piece:
        form = self.wraps["affiliation"]
        orgs = list(dict.fromkeys(paper.orgs))[: self.dice.pick([1, 1, 2, 3])]
        return mark("affiliation", ", ".join(orgs)).wrap(form, ")" if form == "(" else form)

    def _remark(self, _paper: Paper) -> Piece:
        form = self.wraps["remark"]
        text = self.remarks.remark()
        marked = form in {"*", "_", "**", "`"} and any(c in text for c in "*_`[")
        if marked or form in {"> ", "<!--"}:
            form = ""
        after = {"(": ")", "<sub>": "</sub>", "[": "]", "~": ""}.get(form, form)
        return mark("remark", text).wrap("" if form == "~" else form, after)

    def _opening(self, _paper: Paper) -> Piece:
        """Write what leads to the title: `Today we read`."""
        return mark("remark", self.remarks.opening())

    def _word(self, _paper: Paper) -> Piece:
        """Write what sort of thing it is: `Paper`."""
        return mark("label", self.label_words["title"])

    def _translation(self, paper: Paper) -> Piece:
        """Write the title once more in the language of the note."""
        if paper.native or self.language not in {"zh", "ja", "ko"}:
            return Piece()
        first, second = (self.dice.pick(half.split("|")) for half in TITLES[self.language].split(";"))
        return mark("remark", first + " " * (self.language == "ko") + second)

    def _presenter(self, paper: Paper) -> Piece:
        """Write who presents it, and that this is no author."""
        return (
            mark("label", self.cue)
            + (" " if self.cue.endswith(("by", "от", "von", "par", "with", "via", "h/t")) else ": ")
            + self._person(paper)
        )

    def _person(self, _paper: Paper) -> Piece:
        """Name somebody of the group."""
        name = self.remarks.person()
        first = name.split()[0]
        if self.guests:
            role = self.papers.org() if self.guests == "org" else self.guests
            return mark("remark", f"{name} ({role})")
        return mark("remark", first if len(first) > 2 and self.dice.chance(0.4) else name)

    def _status(self, _paper: Paper) -> Piece:
        form = self.wraps["status"]
        text = self.remarks.status()
        if form == "#":
            return mark("remark", "#" + text.replace(" ", "-"))
        return mark("remark", text).wrap(form, {"(": ")", "[": "]"}.get(form, form))

    def label(self, name: str) -> tuple[str, str, str]:
        """Give what stands before a label, the label and what stands behind it."""
        word = self.label_words.get(name, name.capitalize())
        if name == "remark" and self.dice.chance(0.3):
            word = self.dice.pick(self.words["remark"])
        before, _, after = self.label_form.partition("L")
        return before, word.lower() if self.lower_labels else word, after

    def labelled(self, name: str, value: Piece) -> Piece:
        """Put the label of a field before its value."""
        if not value:
            return value
        before, word, after = self.label(_LABEL_OF.get(name, name))
        return before + mark("label", word) + after + value


_LABEL_OF = {
    "place": "venue",
    "url": "links",
    "all links": "links",
    "tags": "keyword",
    "abstract": "remark",
    "linked title": "title",
    "month year": "year",
    "surnames": "authors",
    "cite": "authors",
}
_LABELLED = frozenset(
    "title authors year venue volume links code identifier keyword affiliation remark rating status date presentation short key editor publisher".split()
)
