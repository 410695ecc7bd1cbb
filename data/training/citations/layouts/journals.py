"""Logs of reading: days with what was read on them, cards of long remarks, tasks of which some are papers."""

from __future__ import annotations

import datetime as dt

from .bystanders import Bystanders
from .containers import Container
from .hand import Hand
from .papers import Paper
from .plans import Entry, Plan
from .words import month
from .writer import Piece, join, mark

_DAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
    "pt": "segunda terça quarta quinta sexta sábado domingo",
    "ru": "понедельник вторник среда четверг пятница суббота воскресенье",
    "zh": "周一 周二 周三 周四 周五 周六 周日",
    "ja": "月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
    "ko": "월요일 화요일 수요일 목요일 금요일 토요일 일요일",
}
_VERBS = {
    "en": ["read ", "Read ", "read: ", "finish ", "skim ", "reread ", "Read: ", "review "],
    "de": ["lesen: ", "Lesen: ", "fertig lesen: "],
    "fr": ["lire ", "Lire : ", "relire "],
    "es": ["leer ", "Leer: "],
    "it": ["leggere ", "Leggere: "],
    "pt": ["ler ", "Ler: "],
    "ru": ["прочитать ", "Прочитать: ", "читать: "],
    "zh": ["读 ", "阅读：", "看论文："],
    "ja": ["読む：", "論文を読む: "],
    "ko": ["읽기: ", "논문 읽기: "],
}
_FORMS = ["ymd", "ymd", "d.m.y", "dd.mm.y", "Mon d, y", "Month d", "d Month y", "D", "D d.m.", "D, Month d", "m/d"]
_FORMS += ["[[ymd]]", "ymd D", "y/m/d", "yyyymmdd", "Day n", "Week w", "Month y", "y.m.d", "ymd (D)"]
_MARKS = {"# ": 1, "## ": 7, "### ": 5, "**x**": 2, "x": 2, "- ": 2, "#### ": 1, "__x__": 0.5, "x:": 0.5, "*x*": 0.5}
_SORTS = {
    "row": {"bullets": 6, "paragraphs": 3, "bullet lines": 2, "numbers": 2},
    "spread": {"bullets": 4, "bullet lines": 2, "paragraphs": 4, "headings": 3, "blocks": 2},
    "card": {"paragraphs": 4, "bullets": 3, "headings": 4, "blocks": 2},
}


class Days:
    """Dates that go on, in one form."""

    def __init__(self, hand: Hand) -> None:
        self.dice = hand.dice
        start = dt.date(hand.dice.randint(2014, 2026), hand.dice.randint(1, 12), hand.dice.randint(1, 28))
        self.day = start
        self.number = hand.dice.randint(1, 40)
        self.form = hand.dice.pick(_FORMS)
        self.names = _DAYS[hand.language if hand.dice.chance(0.8) else "en"].split()
        self.back = hand.dice.pick([1, 1, -1])
        self.marks = hand.dice.draw(_MARKS)
        self.twice = hand.dice.chance(0.15)
        """Whether a day has two dates, one below the other."""

    def step(self) -> None:
        """Go on to the next day of the log."""
        self.day += dt.timedelta(days=self.back * self.dice.pick([1, 1, 2, 3, 7]))
        self.number += 1

    def text(self, form: str = "") -> str:
        """Write the day."""
        day, form = self.day, form or self.form
        known = {
            "ymd": day.isoformat(),
            "yyyymmdd": day.strftime("%Y%m%d"),
            "dd": f"{day.day:02d}",
            "mm": f"{day.month:02d}",
            "Month": month(day.month, short=False),
            "Mon": month(day.month, short=True),
            "Day": "Day",
            "Week": "Week",
            "D": self.names[day.weekday()],
            "d": str(day.day),
            "m": str(day.month),
            "y": str(day.year),
            "n": str(self.number),
            "w": str(day.isocalendar()[1]),
        }
        text, place = "", 0
        while place < len(form):
            word = next((w for w in known if form.startswith(w, place)), "")
            text += known[word] if word else form[place]
            place += len(word) or 1
        return text

    def heads(self, *, level: str = "") -> list[str]:
        """Write what stands above the papers of a day."""
        marks = level or self.marks
        first = marks.replace("x", self.text()) if "x" in marks else marks + self.text()
        if not self.twice:
            return [first]
        second = self.text("ymd" if self.form != "ymd" else "D")
        return [first, _deeper(marks, second)]


def _deeper(marks: str, text: str) -> str:
    """Put the marks of a heading, one level further down, around a text."""
    return marks.replace("x", text) if "x" in marks else "#" + marks + text if "#" in marks else marks + text


def lay_journal(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write a log of days; the second value says of what kind."""
    dice = hand.dice
    kind = dice.draw({"days": 5, "cards": 3, "tasks": 3})
    days, beside = Days(hand), Bystanders(hand)
    if days.marks == "- " and kind != "tasks":
        days.marks = "## "
    if kind == "tasks":
        return _tasks(hand, papers, days, beside), "journal of tasks"
    plan = Plan(hand, dice.draw({"row": 5, "spread": 3, "card": 2}))
    container = Container(dice, dice.draw(_SORTS[plan.sort]), 3 if days.marks in {"# ", "## "} else 5)
    card = _Card(hand)
    others = dice.pick([0.0, 0.0, 0.2, 0.5])
    parts: list[Piece | str] = []
    number = 0
    while number < len(papers):
        parts += days.heads()
        days.step()
        count = dice.pick([1, 1, 1, 2, 3])
        entries = [plan.entry(p).of(number + n) for n, p in enumerate(papers[number : number + count])]
        if dice.chance(others):
            parts.append(dice.pick([beside.errands, hand.remarks.paragraph])())
        if kind == "cards":
            parts += [card.write(p).of(number + n) for n, p in enumerate(papers[number : number + count])]
        else:
            parts.append(container.lay(entries))
        number += count
        if dice.chance(others * 0.6):
            parts += [*days.heads(), beside.errands()]
            days.step()
    return join(parts, "\n\n"), f"journal of {kind}"


class _Card:
    """A paragraph of labelled fields, of which some are long remarks."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        dice = hand.dice
        self.form = dice.pick(["**L:** ", "**L:** ", "**L**: ", "*L*: ", "L: ", "__L:__ ", "**L** – "])
        self.joint = dice.pick(["\n", "\n", "  \n", "\n\n", "<br>\n", "\n- "])
        self.fields = dice.some(["authors", "url", "venue", "code", "keyword", "year"], 1, 4)
        if "venue" in self.fields and "year" in self.fields:
            self.fields.remove("year")
        words = hand.words["remark"]
        if hand.language == "en":
            words = [*words, "Motivation", "Contribution", "Solution", "Problem", "Benefits", "Thoughts"]
        self.words = dice.some(words, 2, 5)
        self.title = dice.pick(["**x**", "**[x](u)**", "[x](u)", "#### x", "x", "**L:** x", "##### [x](u)"])

    def write(self, paper: Paper) -> Piece:
        hand, dice = self.hand, self.hand.dice
        rows = []
        for name in self.fields:
            value = hand.write(name, paper)
            if value:
                rows.append(self._labelled(hand.label(name if name != "url" else "links")[1], value))
        for word in self.words:
            if dice.chance(0.9):
                write = dice.pick([hand.remarks.paragraph, hand.remarks.paragraph, hand.remarks.sentence])
                rows.append(self._labelled(word, mark("remark", write())))
        before, after = self.title.split("x")
        if "L" in before:
            head = self._labelled(hand.label_words["title"], mark("title", paper.title))
        else:
            head = before + mark("title", paper.title) + after.replace("(u)", f"({paper.url})")
        gap = "\n\n" if "#" in before or self.joint == "\n\n" else self.joint
        if self.joint == "\n- ":
            return head + "\n\n- " + join(rows, "\n- ")
        return join([head, join(rows, self.joint)], gap)

    def _labelled(self, word: str, value: Piece) -> Piece:
        before, after = self.form.split("L")
        return before + mark("label", word) + after + value


def _tasks(hand: Hand, papers: list[Paper], days: Days, others: Bystanders) -> Piece:
    """Write lists of things to do, with papers to read among them."""
    dice = hand.dice
    verb = dice.pick(_VERBS[hand.language if dice.chance(0.8) else "en"]) if dice.chance(0.7) else ""
    said = dice.pick([0.4, 0.8, 1.0])
    plan = Plan(hand, "row")
    box = dice.pick(["- [ ] ", "- [ ] ", "* [ ] ", "- ", "- TODO "])
    level = days.marks if days.marks not in {"x", "x:", "- "} else "### "
    parts: list[Piece | str] = []
    number = 0
    errands = dice.pick([1, 2, 4])
    while number < len(papers):
        count = dice.pick([1, 1, 2, 3])
        items: list[Piece] = []
        for paper in papers[number : number + count]:
            entry = plan.entry(paper)
            lead = mark("remark", verb) if verb and dice.chance(said) else Piece()
            done = box.replace("[ ]", "[x]") if dice.chance(0.3) else box
            items.append((done + lead + _flat(entry)).of(number + len(items)))
        for _ in range(dice.randint(0, errands)):
            done = box.replace("[ ]", "[x]") if dice.chance(0.3) else box
            items.insert(dice.randint(0, len(items)), Piece(done + others.errand()))
        parts += [*days.heads(level=level), join(items, "\n")]
        days.step()
        number += count
    return join(parts, "\n\n")


def _flat(entry: Entry) -> Piece:
    return join([entry.head, *entry.lines], " ")
