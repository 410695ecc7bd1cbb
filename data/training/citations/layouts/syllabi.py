"""Courses and resources: weeks with what is to be read, among lectures, homework, videos and other things to look at."""

from __future__ import annotations

from compose import titlecase

from .around import Around
from .bystanders import Bystanders
from .citing import Citer
from .decoys import Decoys
from .hand import Hand
from .journals import Days
from .papers import Paper
from .writer import Piece, join, mark

_READ = {
    "en": ["Required", "Recommended", "Optional", "Readings", "Background", "Further reading", "Suggested", "Read"],
    "de": ["Pflichtlektüre", "Literatur", "Zusätzlich", "Zur Vertiefung"],
    "fr": ["Lectures obligatoires", "À lire", "Pour aller plus loin"],
    "es": ["Lecturas", "Obligatorio", "Opcional"],
    "it": ["Letture", "Obbligatorio", "Facoltativo"],
    "pt": ["Leituras", "Obrigatório", "Opcional"],
    "ru": ["Обязательно", "Дополнительно", "Литература"],
    "zh": ["必读", "选读", "参考文献"],
    "ja": ["必読", "参考", "課題文献"],
    "ko": ["필수", "선택", "읽을거리"],
}
_OTHERS = [
    "Homework {m} due {month} {m}",
    "HW{m} out",
    "Lecture slides: [{noun}](https://{a}.edu/{b}/lec{m}.pdf)",
    "[Lecture {m}](https://www.youtube.com/watch?v={a}{n}{b}) (video, {n} min)",
    "Video: [{noun}](https://youtu.be/{a}{n})",
    "Guest lecture: {who} ({org})",
    "Quiz {m} in class",
    "Project proposal due, {month} {m} at 11:59pm",
    "Lab {m}: {method} on {thing} ([notebook](https://colab.research.google.com/{a}{n}))",
    "Textbook, chapter {m} ({noun})",
    "{family}, chapters {m}–{n}",
    "Blog post: [{noun} by example](https://{a}.com/blog/{b})",
    "Demo of [{coined}](https://github.com/{a}/{b})",
    "[Tutorial on {method}](https://{a}.io/{b})",
    "Recitation: {noun}",
    "No class ({a} day)",
    "[Course notes of {who}](https://{a}.edu/~{b}/notes)",
    "Discussion lead: {who}",
    "Exam {m}, room {n}",
    "[{coined} docs](https://{a}.readthedocs.io/{b})",
    "Wikipedia on [{noun}](https://en.wikipedia.org/wiki/{a})",
    "Podcast: {who} on {noun}",
    "Bring your laptop; we install {coined}",
]
_WEEKS = [
    "Week n: T",
    "Week n (D): T",
    "n. T",
    "D: T",
    "Session n – T",
    "Lecture n: T",
    "Module n",
    "T (week n)",
    "Class n, D",
]


def lay_syllabus(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write the weeks of a course with readings in them."""
    dice, days = hand.dice, Days(hand)
    days.form = dice.pick(["m/d", "Mon d, y", "d.m.", "ymd", "Month d"])
    week, nested = dice.pick(_WEEKS), dice.chance(0.35)
    bullet = dice.pick(["- ", "- ", "* "])
    step = dice.pick(["  ", "    "])
    words = dice.some(_READ[hand.language if dice.chance(0.8) else "en"], 1, 2)
    form = dice.pick(["**w:**", "**w**", "w:", "*w:*", "### w", "_w_"])
    apart = dice.pick([0.3, 0.7, 1.0])
    """How often the readings have a list of their own."""
    others = dice.pick([0, 1, 2, 4])
    citer, number = Citer(hand), 0
    lead = dice.pick(["", "", "", "", "Read: ", "Reading: ", "[R] ", "📄 ", "Paper: "])
    parts: list[Piece | str] = []
    for n in range(1, 30):
        if number >= len(papers):
            break
        topic = titlecase(hand.remarks.fill(dice.pick(["{noun}", "{method}", "{adj} {noun} and {task}"])))
        days.step()
        name = week.replace("T", "\0").replace("n", str(n)).replace("D", days.text()).replace("\0", topic)
        cited: list[Piece] = []
        for _ in range(dice.pick([0, 1, 1, 2, 3])):
            if number < len(papers):
                first = (
                    mark("label", lead.strip(" :")) + lead[len(lead.strip(" :")) :]
                    if lead[:1].isalpha()
                    else Piece(lead)
                )
                cited.append((first + citer.write(papers[number])).of(number))
                number += 1
        rest = [Piece(hand.remarks.fill(dice.pick(_OTHERS))) for _ in range(dice.randint(0, others))]
        if nested:
            parts.append(_nested(name, cited, rest, words, bullet, step, apart=dice.chance(apart)))
            continue
        parts.append(dice.pick(["## ", "### "]) + name if "#" not in form else "## " + name)
        if dice.chance(0.2):
            parts.append(hand.remarks.paragraph(1, 2))
        if not dice.chance(apart):
            mixed = [*cited, *rest]
            dice.shuffle(mixed)
            parts.append(join([bullet + item for item in mixed], "\n"))
            continue
        cut = dice.randint(0, len(cited)) if len(words) > 1 else len(cited)
        for word, some in zip(words, [cited[:cut], cited[cut:]], strict=False):
            if some:
                parts += [form.replace("w", word, 1), join([bullet + item for item in some], "\n")]
        parts.append(join([bullet + item for item in rest], "\n"))
    return join(parts, "\n" if nested else "\n\n"), f"syllabus {'nested' * nested}"


def _nested(
    name: str, cited: list[Piece], rest: list[Piece], words: list[str], bullet: str, step: str, *, apart: bool
) -> Piece:
    below = [step + bullet + item for item in rest]
    if cited and apart:
        below.append(step + bullet + Piece(words[0] + ":"))
        below += [step * 2 + bullet + item for item in cited]
    else:
        below += [step + bullet + item for item in cited]
    return join([Piece(bullet + name), *below], "\n")


def lay_resources(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write lists of things to look at, of which a few are papers."""
    dice, beside, decoys = hand.dice, Bystanders(hand), Decoys(hand)
    del papers[dice.pick([1, 1, 2, 3]) :]
    citer = Citer(hand)
    bullet = dice.pick(["- ", "* ", "- ", "1. ", "+ ", "- [ ] "])
    linked = dice.chance(0.5)
    """Whether papers look as the other items do: a title that is a link, and a remark."""
    dash = dice.pick([" - ", " – ", ": ", " — ", ". "])
    lists: list[list[Piece]] = [[] for _ in range(dice.pick([1, 1, 2, 3]))]
    for some in lists:
        for _ in range(dice.randint(3, 8)):
            line = dice.pick([decoys.line, lambda: hand.remarks.fill(dice.pick(_OTHERS)), beside.claim])()
            some.append(Piece(line))
    for number, paper in enumerate(papers):
        text = citer.write(paper)
        if linked:
            text = mark("title", paper.title).wrap("[", f"]({paper.url})")
            tail = dice.pick(["authors", "cite", "venue", "remark", "remark", ""])
            text = join([text, hand.write(tail, paper) if tail else Piece()], dash)
        if dice.chance(0.2):
            text = mark("label", dice.pick(["Paper", "Original paper", "Article"])) + ": " + text
        some = dice.pick(lists)
        some.insert(dice.randint(0, len(some)), text.of(number))
    parts: list[Piece | str] = []
    for some in lists:
        if len(lists) > 1:
            parts.append(
                "## " + dice.pick(["Videos", "Blogs", "Resources", "Tools", "Links", "Misc", Around(hand).head()])
            )
        parts.append(join([bullet + line for line in some], "\n"))
    if dice.chance(0.2):
        parts.append(beside.software())
    return join(parts, "\n\n"), "resources"
