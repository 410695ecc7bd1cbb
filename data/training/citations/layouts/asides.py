"""What stands close to a title and is none of it: words that lead to it, and tags, labs and remarks behind it."""

from __future__ import annotations

import re

from compose import Composer, titlecase

from .dice import Dice
from .papers import Paper
from .remarks import Remarks
from .words import WORDS
from .writer import Piece, mark

_SORTS = """Paper|Paper|Original paper|Original paper|Article|Blog post + paper|Blog post|Main reference|Main paper|Read|Required|Optional|Reference
|Ref|Book|Preprint|Tutorial|Survey|Thesis|Further reading|Reading|See|See also|Seminal paper|Key paper|Follow-up|Recent work|Source|Review|Background
|Position paper|Short paper|Slides + paper|Classic|Must read|Related|Also|Extra|Primary|Recommended|Example|Theory|Application|Suggested reading
|Foundational paper|Companion paper|Paper + code|Assigned paper|Discussion paper|Research paper|Link to the paper|Overview|Textbook|New paper""".replace(
    "\n", ""
).split("|")
_ABOUTS = """Article on|Article about|Paper on|Paper about|Paper describing|Paper introducing|The paper introducing|The paper on|A good survey of|Good overview of
|Chapter {m} of|Section {m} of|See also|See|cf.|Introduced in|Based on|Follow-up to|Proposed in|Inspired by|Described in|Original idea in|First described in
|Implementation of|Reproduction of|Slides for|Code for|Talk about|The original paper,|Part {m} of|Read|Reread|Also read|also|Also see|Builds on|Extension of
|A nice paper:|A classic:|Another one:|The proof is in|More details in|Details in|Summary of|Notes on|Review of|My notes on|Introduction to {noun}:|As in|Compare with
|e.g.|Start with|then read|This is explained in|The authors of|Appendix of|Figure {m} in|Taken from|From|This paper:|The main paper is|Recommended:|We discuss
|Paper describing {noun}:|Article on {noun}:|The paper introducing {coined}:|Blog post on {noun}:|Original {coined} paper:|Survey of {noun}:|A good intro to {noun} is|For {task}, see
|For {noun} see|For {task}:|On {noun}:|If you like {noun}:|{coined} was introduced in|{noun} were first used in|The idea of {noun} comes from|Proof of {noun}:""".replace(
    "\n", ""
).split("|")
_TOPICS = """{noun}|{noun} in {thing}|{method} for {task}|{adj} {noun}|{noun} vs. {other}|{noun} and {other}|{task}|{method}|{noun} tradeoff in the general case
|{coined} and {noun}|{noun} (general)|why {noun} matter|{adj} case|{noun}, {adj} case|the {a} {b} problem|{coined}|how {noun} work|application to {task}|{noun} without {other}
|history of {noun}|connection to {noun}|{a}|{a} {b}|more on {noun}|{noun} for beginners|proof for {adj} {noun}|lower bounds|upper bounds|theory|practice""".replace(
    "\n", ""
).split("|")
_COUNTS = """Week n - |Week n: |Week n. |Q{n}. |Chapter n: |Ch. n - |Lecture n: |Lec n — |Day n - |Session n: |Part n - |Module n: |Unit n: |Topic n - |Meeting n: |Task n: |Homework n:
|Step n: |Paper n - |Talk n: |Class n – |W{n}: |L{n}: |P{n} - |HW n: |Question n: |Reading n. |No. n: |Block n |Seminar n: |Exercise n: |§n """.replace(
    "\n", ""
).split("|")
_NUMBERS = [
    "1.2.n ",
    "3.n ",
    "2.n. ",
    "#n ",
    "(n) ",
    "A.n ",
    "4.1.n - ",
    "n/ ",
    "1.n) ",
    "n | ",
    "[1.n] ",
    "0n. ",
    "0n - ",
]
_TAGS = """Rev|MM|R|new|classic|survey|must read|theory|NLP|CV|RL|review|book|intro|Theory|Survey|Book|Classic|seminal|T|A|optional|required|opt|exam|baseline
|Blog|Video|long|short|easy|hard|advanced|skip|old|draft|GAN|GNN|ML|stats|bio|math|LLM|HCI|DB|core|extra|SOTA|to read|WIP|1|2|fun|important|Industry|Applied""".replace(
    "\n", ""
).split("|")
_NEWS = [
    "NEW!",
    "NEW",
    "New!",
    "new",
    "UPDATED",
    "Update:",
    "HOT",
    "Hot!",
    "News:",
    "TODO",
    "WIP",
    "!!",
    "(New!)",
    "Just out:",
]
_SIGNS = ["📄", "🔥", "⭐", "👉", "➡️", "⚠️", "📌", "💡", "✅", "🆕", "✨", "📚", "🎓", "❗", "→", "»", "★", "🔖", "📎"]
_FRAMEWORKS = (
    "PyTorch|TensorFlow|JAX|Keras|C++|MATLAB|R|Julia|Caffe|Python|Theano|Chainer|MXNet|Stan|scikit-learn".split("|")
)
_LANGUAGES = "Chinese|German|French|Russian|Japanese|Spanish|Italian|Korean|Portuguese|English|Dutch|Polish".split("|")
_SAID = """in {language}|{language}|cited by {n}|{n} citations|~{n} pages|{n} pages|{n}pp|{n} pp.|must read|must-read|optional|required|baseline|survey|review|classic
|video|slides|book|draft|v{m}|long|short|skim|free|open access|paywall|updated version|see also Week {m}|chapter {m}|Chapters 1-{m}|section {m}|Sections 2 and {m}|read by Monday
|{n} min read|theory|toy example|workshop version|extended version|journal version|tutorial|position paper|negative results|intro only|skip the appendix|with code|no code
|not peer-reviewed|best so far|very short|technical|easy read|for fun|recommended|highly recommended|the original|the one with the {a}|cited {n} times|GS: {n}|{n}+ citations
|my favourite|our paper|my paper|translated from {language}|2nd edition|also on YouTube|lecture notes|blog|talk|with appendix|great figures|popular|influential|old but good|PDF, {n} pages
|{noun}|{task}|{method}|{adj} {noun}|uses {coined}|see {coined}|same as {coined}|data: {coined}|{coined} dataset|on {coined}|{coined} data|tested on {thing}""".replace(
    "\n", ""
).split("|")
_LEADS = {
    "": 76,
    "sort": 3.5,
    "about": 4,
    "topic": 3.5,
    "count": 3,
    "number": 2,
    "tags": 3.5,
    "news": 2.2,
    "maker": 2.8,
    "sign": 1,
}
_TAILS = {"": 74, "lab": 6, "tag": 5, "said": 8, "hash": 1.5, "two": 2, "framework": 1.5, "format": 1.5}


class Asides:
    """What stands close to titles on one sheet."""

    def __init__(self, dice: Dice, composer: Composer, language: str, remarks: Remarks, *, plain: bool) -> None:
        self.dice = dice
        self.composer = composer
        self.remarks = remarks
        self.lead_kind = dice.draw(_LEADS)
        if plain and self.lead_kind in {"about", "topic"}:  # nothing would tell them from the title
            self.lead_kind = ""
        if language != "en" and self.lead_kind in {"about", "topic", "count"} and not dice.chance(0.3):
            self.lead_kind = ""
        self.often = dice.pick([0.3, 0.6, 0.9, 1.0, 1.0])
        self.sorts = dice.some(_SORTS, 1, 4) if dice.chance(0.7) else _SORTS
        self.after_sort = dice.pick([": ", ": ", ": ", " - ", " – ", ". ", " → "] + [" "] * (not plain))
        self.sort_style = dice.pick(["", "", "", "**", "*", "_", "[", "("])
        self.after_about = dice.pick([" ", " ", " ", ": "])
        self.after_topic = dice.pick([": ", ": ", ": ", " - ", " — ", " → ", " -> "])
        self.topic_style = dice.pick(["", "", "", "", "**", "*"])
        self.count = dice.pick(_COUNTS)
        self.number = dice.pick(_NUMBERS)
        self.at = dice.pick([0, 0, dice.randint(1, 20)])
        self.tags = dice.some(_TAGS, 1, 6)
        self.tag_form = dice.pick(
            [
                "[x] ",
                "[x] ",
                "[x] ",
                "(x) ",
                "(x) ",
                "**[x]** ",
                "`x` ",
                "**(x)** ",
                "*[x]* ",
                "\\[x\\] ",
                "[x]",
                "[x]",
                "{x} ",
            ]
        )
        self.many = dice.chance(0.4)
        self.news = dice.pick(_NEWS)
        self.news_style = dice.pick(["", "", "**", "*", "`"])
        self.signs = dice.some(_SIGNS, 1, 3)
        self.maker = dice.pick(["company", "company topic", "company topic", "topic", "company", "task"])
        self.maker_form = dice.pick(
            ["[x] ", "[x] ", "[x]", "[x]", "**[x]** ", "(x) ", "[x] " if plain else "x: ", "【x】", "`[x]` "]
        )
        self.tail_kind = dice.draw(_TAILS)
        self.tail_often = dice.pick([0.2, 0.5, 0.8, 1.0])
        self.last = dice.chance(0.4)
        """Whether the tags end the line and do not stand right behind the title."""
        self.lab_form = dice.pick(
            [
                " [x]",
                " [x]",
                " (x)",
                " (x)",
                " (x)",
                " - x",
                " - x",
                " @ x",
                " @x",
                " `x`",
                " **x**",
                ", x",
                " — x",
                " – x",
                " | x",
                " *x*",
                " [**x**]",
                " **(x)**",
                " **[x]**",
                " `[x]`",
            ]
        )
        self.tail_form = dice.pick(
            [
                " (x)",
                " (x)",
                " (x)",
                " [x]",
                " [x]",
                " - x",
                " `x`",
                " *(x)*",
                " — x",
                " **[x]**",
                " | x",
                ", x",
                " [*x*]",
                " **x**",
                " {x}",
                " – x",
                " <sub>x</sub>",
            ]
        )

    def lead(self, paper: Paper) -> Piece:
        """Write what leads to a title."""
        if not self.lead_kind or not self.dice.chance(self.often):
            return Piece()
        self.at += 1
        return getattr(self, "_" + self.lead_kind)(paper)

    def behind(self, paper: Paper) -> Piece:
        """Write what stands right behind a title."""
        return Piece() if self.last else self._tail(paper)

    def end(self, paper: Paper) -> Piece:
        """Write what stands at the end of a line."""
        return self._tail(paper) if self.last else Piece()

    def _sort(self, _paper: Paper) -> Piece:
        word, style = self.dice.pick(self.sorts), self.sort_style
        text = mark("label" if word in WORDS["en"]["title"] else "remark", word)
        colon = self.after_sort.rstrip()
        after = {"[": "]", "(": ")"}.get(style, style)
        if style in {"**", "*"} and colon == ":" and self.many:
            return text.wrap(style, ":" + after) + " "
        if style in {"[", "("}:
            return text.wrap(style, after) + " "
        return text.wrap(style, after) + self.after_sort

    def _about(self, _paper: Paper) -> Piece:
        words = self.remarks.fill(self.dice.pick(_ABOUTS))
        return mark("remark", words) + (" " if words.endswith((":", ",")) else self.after_about)

    def _topic(self, _paper: Paper) -> Piece:
        words = self.remarks.fill(self.dice.pick(_TOPICS))
        words = words[0].upper() + words[1:] if self.many else words
        return mark("remark", words).wrap(self.topic_style, self.topic_style) + self.after_topic

    def _count(self, _paper: Paper) -> Piece:
        form = re.sub(r"\{n\}|(?<= )n(?=\W)|(?<=§)n", str(self.at), self.count)
        end = len(form.rstrip(" -:.—–"))
        return mark("remark", form[:end]) + form[end:]

    def _number(self, _paper: Paper) -> Piece:
        return Piece(self.number.replace("n", str(self.at)))

    def _tags(self, _paper: Paper) -> Piece:
        found = self.dice.some(self.tags, 1, 2 if self.many else 1)
        before, after = self.tag_form.split("x")
        text = Piece()
        for tag in found:
            text = text + before + mark("remark", tag) + after
        return text if text.text.endswith(" ") else text + " "

    def _news(self, _paper: Paper) -> Piece:
        style = self.news_style
        sign = self.dice.pick(self.signs) + " " if self.many else ""
        return sign + mark("remark", self.news).wrap(style, style) + " "

    def _sign(self, _paper: Paper) -> Piece:
        return Piece(self.dice.pick(self.signs) + " ")

    def _maker(self, paper: Paper) -> Piece:
        topic = titlecase(self.dice.pick(self.remarks.slots[self.dice.pick(["noun", "task"])]))
        text = {
            "company": mark("affiliation", paper.orgs[0]),
            "company topic": mark("remark", f"{paper.orgs[0]} {topic}"),
            "topic": mark("remark", topic),
            "task": mark("remark", f"{topic} + {self.composer.coined()}"),
        }[self.maker]
        before, after = self.maker_form.split("x")
        return before + text + after

    def _tail(self, paper: Paper) -> Piece:
        kind = self.tail_kind
        if not kind or not self.dice.chance(self.tail_often):
            return Piece()
        if kind == "two":
            return self._behind("lab", paper) + self._behind("said", paper)
        return self._behind(kind, paper)

    def _behind(self, kind: str, paper: Paper) -> Piece:
        dice = self.dice
        if kind == "lab":
            orgs = list(dict.fromkeys(paper.orgs))[: dice.pick([1, 1, 1, 2])]
            text, form = mark("affiliation", dice.pick([", ", " + ", "/", " & "]).join(orgs)), self.lab_form
        elif kind == "hash":
            words = self.remarks.tags(paper.keywords)
            return " " + mark("keyword", " ".join(words))
        elif kind == "format":
            word = dice.pick(["PDF", "pdf", "PDF", "video", "slides", "html", "ps", "epub", "poster", "talk"])
            text, form = mark("label", word), self.tail_form
        else:
            words = {
                "tag": dice.pick([*self.tags, *paper.keywords]).strip("*") or "new",
                "framework": dice.pick(_FRAMEWORKS),
                "said": self.remarks.fill(dice.pick(_SAID).replace("{language}", dice.pick(_LANGUAGES))),
            }[kind]
            text, form = mark("remark", words), self.tail_form
        before, after = form.split("x")
        return before + text + after


PHRASES = """Original paper|original paper|Article on {noun}|Article on {coined}|article on {adj} {noun}|Paper describing {noun}|paper describing {coined}|Nice article|nice article
|Good overview|The paper introducing {coined}|the {coined} paper|{coined} paper|Paper on {noun}|paper on {task}|A survey of {noun}|survey|original article|the classic|A good introduction
|blog post on {noun}|Paper introducing {noun}|explained here|Detailed article|this article|this nice paper|great paper|original publication|a paper about {noun}|the first paper|the follow-up
|technical report|longer version|read this|interesting read|published version|Article by {org}|paper by {family}|{family}'s paper|{family} et al. paper|proof|derivation|summary of {noun}""".replace(
    "\n", ""
).split("|")
"""Texts of links that say what is behind them, and are no titles."""
WORDS_OF_LINKS = [
    "PDF1",
    "info",
    "here",
    "this paper",
    "link to arXiv",
    "Link to paper",
    "pdf link",
    "source",
    "1",
    "more",
    "open",
    "read",
    "arXiv link",
    "PDF 2",
    "preprint version",
    "publisher's page",
]
