"""Shelves of books, and lists of works that won: a title with who wrote it, and little else."""

from __future__ import annotations

from .hand import Hand
from .papers import Paper
from .writer import Piece, join, mark

_FORMS = {
    "[t](u) - a": 6,
    "[t](u) by a": 3,
    "[t](u) – a": 2,
    "[t](u), a": 1,
    "[t](u) (a)": 1,
    "[**t**](u) - a": 1,
    "[a - t](u)": 1,
    "a - t": 3,
    "a: t": 2,
    "a, *t*": 4,
    "a – *t*": 2,
    "*t*, a": 3,
    "*t* by a": 3,
    "*t* (a)": 2,
    "**t** - a": 2,
    "**t** by a": 2,
    "t - a": 3,
    "t by a": 3,
    "t — a": 2,
    "t (a)": 1,
    "t, a (y)": 2,
    "a, *t* (y)": 3,
    "*t* (y), a": 1,
    "a (y) *t*": 1,
    "a. t. p, y.": 5,
    "a. *t*. p, y.": 5,
    "a (y). *t*. p.": 4,
    "a, *t* (p, y)": 4,
    "a. y. *t*. p.": 3,
    "a: t, p y.": 2,
    "a, t, p, y": 2,
    "w: t - a": 2,
    "w: t, a": 1,
    "**w**: *t*, a": 1,
    "w – t (a)": 1,
}
_PRIZES = (
    "Best Paper|Best Paper Award|Outstanding Paper|Honorable Mention|{coined} Prize|Test of Time Award|Runner-up|Winner"
)
_PLACES = "London|New York|Cambridge|Berlin|Paris|Frankfurt am Main|Oxford|Leiden|München|Madrid|Torino|São Paulo|Москва|北京|東京|서울"
_SHELVES = {
    "en": [
        "Books",
        "Reading",
        "My library",
        "Read in {year}",
        "Novels",
        "Free books",
        "Textbooks",
        "Bookshelf",
        "Bibliography",
        "References",
        "Literature",
    ],
    "de": ["Bücher", "Gelesen", "Leseliste", "Romane", "Sachbücher", "Lehrbücher", "Literatur", "Literaturverzeichnis"],
    "fr": ["Livres", "Lectures", "À lire", "Romans", "Manuels", "Bibliographie"],
    "es": ["Libros", "Lecturas", "Novelas", "Para leer", "Bibliografía"],
    "it": ["Libri", "Letture", "Romanzi", "Da leggere", "Bibliografia"],
    "pt": ["Livros", "Leituras", "Romances", "Referências"],
    "ru": ["Книги", "Прочитано", "Что почитать", "Учебники", "Литература"],
    "zh": ["书单", "书籍", "读书", "教材", "参考文献"],
    "ja": ["本", "読書", "読んだ本", "教科書", "参考文献"],
    "ko": ["책", "독서", "도서 목록", "참고 문헌"],
}
_SHOPS = [
    "https://www.{a}.com/books/{b}",
    "https://leanpub.com/{b}",
    "https://{b}.readthedocs.io/",
    "https://www.{a}.org/{b}.pdf",
    "https://{a}.github.io/{b}/",
    "https://www.goodreads.com/book/show/{n}-{b}",
    "https://openlibrary.org/works/OL{n}W",
    "https://www.{a}.de/buch/{b}.html",
    "https://archive.org/details/{b}",
]
_BULLETS = {"- ": 10, "* ": 6, "1. ": 2, "+ ": 1, "": 3}


class Library:
    """How one person writes down books."""

    def __init__(self, hand: Hand) -> None:
        dice = hand.dice
        self.hand = hand
        self.form = dice.draw(_FORMS)
        self.bullet = dice.draw(_BULLETS)
        self.shops = dice.some(_SHOPS, 1, 4)
        self.remarked = dice.pick([0.0, 0.0, 0.0, 0.2, 0.6])

    def book(self, paper: Paper) -> Piece:
        """Write a book as a line; it has one or two authors, seldom more."""
        dice, hand = self.hand.dice, self.hand
        if "w" not in self.form:
            paper.people = paper.people[: dice.pick([1, 1, 1, 1, 2, 2, 3])]
        paper.orgs = paper.orgs[: len(paper.people)]
        paper.url = hand.remarks.fill(dice.pick(self.shops))
        paper.urls = {}
        parts = {
            "t": lambda: mark("title", paper.title.replace("[", "(").replace("]", ")")),
            "a": lambda: hand.names.write(paper),
            "y": lambda: mark("year", str(paper.year)),
            "u": lambda: Piece(paper.url),
            "p": self._publisher,
            "w": lambda: mark("label", hand.remarks.fill(dice.pick(_PRIZES.split("|")))),
        }
        text = Piece()
        for sign in self.form.replace("by", "\1"):
            text = text + (parts[sign]() if sign in parts else sign.replace("\1", "by"))
        if dice.chance(self.remarked):
            text = text + dice.pick([". ", " - ", ": ", " | "]) + mark("remark", hand.remarks.phrase())
        return text

    def _publisher(self) -> Piece:
        """Print where a book appeared."""
        dice, remarks = self.hand.dice, self.hand.remarks
        house = remarks.fill(dice.pick(["{a}", "{a} Press", "{a} University Press", "{a} & {b}", "{org}"])).title()
        place = dice.pick(_PLACES.split("|"))
        return dice.pick([place + ": ", place + ", ", ""]) + mark("publisher", house)

    def shelf(self, papers: list[Paper], first: int) -> Piece:
        """Write books below each other; the number of the first is given."""
        lines = [self.book(paper).of(first + n).wrap(self.bullet, "") for n, paper in enumerate(papers)]
        return join(lines, "\n" if self.bullet else "\n\n")

    def heading(self) -> str:
        """Name a shelf."""
        hand, dice = self.hand, self.hand.dice
        if "w" in self.form and dice.chance(0.7):
            return dice.pick(["Awards", "Best papers", "Awarded papers", "Test of time"])
        if dice.chance(0.4):
            return hand.remarks.fill(dice.pick(["{noun}", "{method}", "{task}", "{a}"])).capitalize()
        return dice.pick(_SHELVES[hand.language]).replace("{year}", str(dice.randint(2010, 2026)))
