"""Sheets without papers: links, tools, people, tasks, minutes, recipes, contents, settings, glossaries, prose."""

from __future__ import annotations

from collections.abc import Callable

from compose import titlecase
from refusals import Refuser

from .around import Around
from .bystanders import Bystanders
from .dice import Dice
from .hand import Hand
from .posts import Posts
from .thoughts import Thoughts


class Decoys:
    """A source of what notes hold besides papers."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.dice: Dice = hand.dice
        self.around = Around(hand)
        self.posts = Posts(hand)
        self.fill = hand.remarks.fill
        self.bullet = self.dice.pick(["- ", "- ", "* ", "+ ", "1. ", "- [ ] ", "• "])
        self.link = self.dice.pick(["[{}]({})", "**[{}]({})**", "{}: {}", "[{}]({})", "{} <{}>", "[**{}**]({})"])
        self.dash = self.dice.pick([" - ", " – ", ": ", " — ", ". ", " "])

    def blocks(self) -> list[str]:
        """Write some blocks of one sort or another."""
        sorts: list[Callable[[], str]] = [
            self.tools,
            self.people,
            self.tasks,
            self.minutes,
            self.contents,
            self.settings,
            self.glossary,
            self.prose,
            self.remarks,
            self.recipe,
        ]
        sorts += [self.links, self.events, self.log, self.scores, self.questions, self.courses, self.news, self.card]
        sorts += [self.lines, self.lines, self.schedule, self.sections, self.outline, self.code, self.chat]
        beside, thoughts, posts = Bystanders(self.hand), Thoughts(self.hand), self.posts
        sorts += [posts.posts, posts.posts, posts.posts, posts.talks]
        sorts += [beside.block, beside.block, beside.claims, beside.software, thoughts.outline, thoughts.outline]
        chosen = self.dice.some(sorts, 1, 3)
        blocks = []
        for number, sort in enumerate(chosen):
            if number or self.dice.chance(0.7):
                blocks.append("#" * (1 if not number else 2) + " " + self.around.head())
            blocks.append(sort())
        return blocks

    def line(self) -> str:
        """Write one line that could stand among papers and is none."""
        if self.dice.chance(0.5):
            return self.posts.line()
        return self.fill(self.dice.pick([*_LINKS, *_COURSES, *_NEWS, *_TASKS, *_EVENTS, *_QUESTIONS]))

    def block(self) -> str:
        """Write one block to stand beside records."""
        return self.dice.pick(
            [
                self.tools,
                self.people,
                self.tasks,
                self.contents,
                self.links,
                self.events,
                self.news,
                self.glossary,
                self.courses,
                self.posts.posts,
                self.posts.posts,
                self.posts.talks,
            ]
        )()

    def _many(self, patterns: list[str], least: int = 3, most: int = 9, bullet: str | None = None) -> str:
        mark = self.bullet if bullet is None else bullet
        chosen = (
            self.dice.some(patterns, 1, 2) if self.dice.chance(0.25) else self.dice.some(patterns, 3, len(patterns))
        )
        lines = [self.fill(self.dice.pick(chosen)) for _ in range(self.dice.randint(least, most))]
        return "\n".join(mark + line for line in dict.fromkeys(lines))

    def tools(self) -> str:
        """List software and data."""
        lines = []
        for _ in range(self.dice.randint(3, 9)):
            name = self.hand.composer.coined()
            url = self.fill("https://github.com/{a}/") + name.replace(" ", "")
            what = self.fill(self.dice.pick(_TOOLS))
            lines.append(self.bullet + self.link.format(name, url) + self.dash + what)
        return "\n".join(lines)

    def people(self) -> str:
        """List people."""
        return self._many(_PEOPLE)

    def lines(self) -> str:
        """Write lines of all kinds, as a list or as paragraphs."""
        refuser = Refuser(self.dice.getrandbits(32))
        marks = self.dice.pick(["- ", "* ", "", "", "1. ", "> "])
        lines = [marks + refuser.line().lstrip("-*•> ") for _ in range(self.dice.randint(2, 9))]
        return ("\n" if marks and marks != "> " else "\n\n").join(lines)

    def schedule(self) -> str:
        """Write a table of days, topics and people."""
        heads = self.dice.pick(
            [
                "Date | Topic | Speaker",
                "Week | Topic | Homework",
                "Name | Affiliation | Role",
                "Name | URL | What",
                "Day | Time | Room",
            ]
        )
        cells = {
            "Date": ["{month} {m}", "{m}.{m}.", "{year}-0{m}-1{m}"],
            "Week": ["{m}", "Week {m}"],
            "Topic": ["{noun}", "{method} and {task}", "{adj} {noun}", "holiday", "–"],
            "Speaker": ["{who}", "{who} ({org})", "tba", "{family}"],
            "Homework": ["sheet {m}", "", "read chapter {m}", "{method} for {thing}"],
            "Name": ["{who}", "{coined}", "{family}"],
            "Affiliation": ["{org}"],
            "Role": ["PhD student", "PI", "{noun}", "postdoc"],
            "URL": ["https://{a}.org/{b}", "[{a}](https://{a}.io)"],
            "What": ["{adj} {noun}", "data of {thing}", "{method} library", "blog of {who}"],
            "Day": ["Monday", "Friday", "{month} {m}"],
            "Time": ["{m}:00", "{m}:30"],
            "Room": ["{n}", "{a} hall", "online"],
        }
        names = heads.split(" | ")
        rows = [[self.fill(self.dice.pick(cells[name])) for name in names] for _ in range(self.dice.randint(2, 9))]
        table = [names, ["---"] * len(names), *rows]
        return "\n".join("| " + " | ".join(row) + " |" for row in table)

    def sections(self) -> str:
        """Write sections of prose."""
        remarks = self.hand.remarks
        parts = []
        for _ in range(self.dice.randint(2, 5)):
            name = self.fill(
                self.dice.pick(
                    [
                        "{noun}",
                        "{method}",
                        "Introduction",
                        "Why {noun}?",
                        "{coined}",
                        "Open questions",
                        "Results",
                        "{adj} {noun}",
                        "What I learned",
                        "Next steps",
                    ]
                )
            )
            parts.append("#" * self.dice.pick([2, 3]) + " " + name[0].upper() + name[1:])
            parts.append(remarks.paragraph() if self.dice.chance(0.7) else self.remarks())
        return "\n\n".join(parts)

    def outline(self) -> str:
        """Write an outline of topics."""
        lines = []
        for _ in range(self.dice.randint(2, 5)):
            lines.append("- " + titlecase(self.fill("{noun}")))
            lines += [
                "  - "
                + self.fill(
                    self.dice.pick(["{adj} {noun}", "{method} ({family})", "{task}", "{coined}", "{a} and {b}"])
                )
                for _ in range(self.dice.randint(1, 4))
            ]
        return "\n".join(lines)

    def code(self) -> str:
        """Write some code with a sentence above."""
        lines = [
            self.fill(
                self.dice.pick(
                    [
                        "import {a}",
                        "{a} = {b}({n})",
                        "# {noun}, see {family} et al. ({year})",
                        "print({a}_{b})",
                        "def {a}({b}):",
                        "    return {n}",
                        "pip install {a}",
                    ]
                )
            )
            for _ in range(self.dice.randint(2, 6))
        ]
        return (
            self.hand.remarks.sentence()
            + "\n\n```"
            + self.dice.pick(["python", "", "bash"])
            + "\n"
            + "\n".join(lines)
            + "\n```"
        )

    def chat(self) -> str:
        """Write who said what."""
        people = [self.hand.remarks.person() for _ in range(2)]
        form = self.dice.pick(["**{}**: {}", "{}: {}", "[00:{n}:0{d}] {}: {}", "*{}* – {}"])
        lines = []
        for number in range(self.dice.randint(2, 7)):
            said = self.hand.remarks.sentence()
            head = form.replace("{n}", f"{10 + number}").replace("{d}", str(number % 10))
            lines.append(head.format(people[number % 2], said))
        return self.dice.pick(["\n\n", "\n", "  \n"]).join(lines)

    def tasks(self) -> str:
        """List what is to be done."""
        return self._many(_TASKS, bullet=self.dice.pick(["- [ ] ", "- [x] ", "* ", "- ", "TODO "]))

    def minutes(self) -> str:
        """Write minutes of a meeting."""
        head = self.fill(
            self.dice.pick(
                [
                    "Present: {who}, {who2}",
                    "**Attendees:** {who}, {who2}, {family}",
                    "Date: {month} {m}, {year}\nPresent: {who}; {who2}",
                    "Room {n}, {m}:00",
                ]
            )
        )
        return head + "\n\n" + self._many(_MINUTES)

    def contents(self) -> str:
        """Write a table of contents."""
        lines = []
        for number in range(self.dice.randint(3, 12)):
            name = titlecase(
                self.fill(self.dice.pick(["{noun}", "{method}", "{task}", "{adj} {noun}", "{noun} and {other}"]))
            )
            anchor = name.lower().replace(" ", "-")
            lead = self.dice.pick(["", "", "", "  "]) if number else ""
            lines.append(lead + self.dice.pick(["- ", "- "]) + f"[{name}](#{anchor})")
        return "\n".join(lines)

    def settings(self) -> str:
        """Write a table of settings."""
        rows = [self.fill(self.dice.pick(_SETTINGS)) for _ in range(self.dice.randint(3, 8))]
        head = self.dice.pick(
            [
                "| Parameter | Value | Note |",
                "| Name | Default | |",
                "| Setting | Value | Comment |",
                "| Option | Type | Description |",
            ]
        )
        return "\n".join([head, "|---|---|---|", *rows])

    def scores(self) -> str:
        """Write a table of results."""
        heads = [self.hand.composer.coined() for _ in range(self.dice.randint(2, 4))]
        rows = [
            [self.hand.composer.coined(), *(self.fill("{p}") for _ in heads)] for _ in range(self.dice.randint(2, 7))
        ]
        lines = [[self.dice.pick(["Model", "Method", "", "System"]), *heads], ["---"] * (len(heads) + 1), *rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines)

    def glossary(self) -> str:
        """Define words."""
        return self._many(_TERMS, bullet=self.dice.pick(["- ", "* ", "", "- "])).replace(
            "\n", self.dice.pick(["\n", "\n\n"])
        )

    def prose(self) -> str:
        """Write paragraphs with names and years."""
        return "\n\n".join(self.hand.remarks.paragraph(2, 6) for _ in range(self.dice.randint(1, 4)))

    def remarks(self) -> str:
        """Write remarks as a list, with some nested ones."""
        lines = []
        for number in range(self.dice.randint(3, 9)):
            lead = "  " if number and self.dice.chance(0.3) else ""
            lines.append(lead + "- " + self.hand.remarks.bullet())
        return "\n".join(lines)

    def recipe(self) -> str:
        """Write steps."""
        return self._many(_STEPS, bullet=self.dice.pick(["1. ", "- ", "* "]))

    def links(self) -> str:
        """List pages, videos and blogs."""
        return self._many(_LINKS)

    def events(self) -> str:
        """List talks and dates."""
        return self._many(_EVENTS)

    def log(self) -> str:
        """Keep a log of days."""
        lines = []
        for _ in range(self.dice.randint(2, 5)):
            lines.append(self.dice.pick(["### ", "**", "## ", ""]) + self.hand.remarks.date())
            lines[-1] += "**" if lines[-1].startswith("**") else ""
            lines.append(self._many(_LOG, 1, 4))
        return "\n\n".join(lines)

    def questions(self) -> str:
        """Ask questions."""
        return self._many(_QUESTIONS)

    def courses(self) -> str:
        """List the weeks of a course."""
        return self._many(_COURSES)

    def news(self) -> str:
        """List news."""
        return self._many(_NEWS)

    def card(self) -> str:
        """Write a card of labelled lines about something else."""
        lines = [self.fill(pattern) for pattern in self.dice.some(_CARD, 3, 7)]
        label = self.dice.pick(["**{}:** {}", "{}: {}", "- {}: {}", "- **{}**: {}", "{}:: {}"])
        return self.dice.pick(["\n", "  \n"]).join(label.format(*line.split(": ", 1)) for line in lines)


_TOOLS = [
    "{adj} {method} in Python",
    "a library for {task}",
    "dataset of {n},000 {thing}",
    "Fast {method} on GPUs, by {org}.",
    "toolkit for {task}, written by {who}",
    "{n}k examples of {thing}, CC-BY",
    "command line tool",
    "Benchmark for {noun} and {other}.",
    "annotation tool; see also {coined2}",
    "R package for {noun} (version {m}.{m})",
    "web app",
]
_PEOPLE = [
    "{who} ({org})",
    "{who}, {org}",
    "**{who}** – professor at {org}, works on {noun}",
    "{who} - PhD student, {noun}",
    "{who}: {task}, met at {venue} {year}",
    "[{who}](https://{a}.github.io), {org}",
    "{who} <{b}@{a}.edu>",
    "{who}, {who2}",
    "Organizers: {who}, {who2}",
    "{family} lab ({org}): {noun}, {other}",
    "{who} | {org} | {noun}",
]
_TASKS = [
    "ask {who} about {noun}",
    "email {family}",
    "run {coined} on {thing}",
    "rewrite section {m}",
    "submit to {venue} {year} (deadline {month} {m})",
    "fix the plots",
    "read about {method}",
    "book flights to {venue}",
    "compare {coined} with {coined2}",
    "buy milk",
    "review for {venue}",
    "call {who}, {m} pm",
    "prepare slides on {noun}",
    "clean up the code for {task}",
    "reply to {who2}",
    "check Table {m} again",
]
_MINUTES = [
    "{who}: {noun} finished, {other} next",
    "{family} will look at {coined} until {month} {m}",
    "We decided to use {method}.",
    "Discussion about {adj} {noun}: no result",
    "Action: {who2} writes to {org}",
    "{venue} deadline is {month} {m}",
    "Next meeting: {month} {m}, {m}:30",
    "{who} presents {noun} next week",
    "Budget: {n},000 EUR left",
    "The cluster at {org} is down until {month}.",
]
_SETTINGS = [
    "| learning rate | 0.00{m} | tuned on {coined} |",
    "| {a}_size | {n} | |",
    "| epochs | {n} | as in {family} ({year}) |",
    "| {coined} | {p} | {p2} |",
    "| seed | {n} | |",
    "| {a} | bool | whether to {b} the {a} |",
    "| batch | {n} | per GPU |",
    "| {noun} | {n} | {adj} |",
    "| {a}_{b} | `{coined}` | see docs |",
]
_TERMS = [
    "**{noun}**: {adj} {other} used for {task}",
    "{coined}: {adj} {method}",
    "*{method}* – what {family} calls {noun}",
    "{noun} = {adj} {other}",
    "**{coined}** ({adj} {noun}): introduced by {family} in {year}",
    "`{a}` – the {b} of the {a}",
    "{task}: see {noun}",
    "**{adj}** means that {noun} do not {a}.",
]
_STEPS = [
    "Mix {n} g of {a} with {b}.",
    "Install {coined} {m}.{m}.",
    "Run `make {a}`.",
    "Download the {thing} from {org}.",
    "Wait {n} minutes.",
    "Add the {a} and stir.",
    "Open the {b} and set {a} to {n}.",
    "Train {coined} for {n} epochs.",
    "Repeat for {thing}.",
    "Bake at {n}0 degrees.",
]
_LINKS = [
    "[{coined} documentation](https://{a}.readthedocs.io)",
    "Video: {noun} explained in {n} minutes, https://www.youtube.com/watch?v={a}{n}{b}",
    "[Blog of {who}](https://{a}.{b}.com)",
    "Course: {method} for {thing} ({org}, fall {year})",
    "https://{a}.org/{b} – {adj} {noun}",
    "[{org}](https://www.{a}.edu/{b})",
    "Podcast with {who} about {noun}",
    "[Tutorial](https://{a}.io/{b}) on {method}",
    "Wikipedia: [{noun}](https://en.wikipedia.org/wiki/{a})",
    "Slides of {who}: https://{a}.edu/~{b}/slides.pdf",
    "[{coined} demo](https://huggingface.co/spaces/{a}/{b})",
    "Twitter thread by @{a}{b}",
]
_EVENTS = [
    "{month} {m}, {year}: {who} ({org}), talk on {noun}",
    "{venue} {year}, {month} {m}–{n}, Vienna",
    "{m}:00 – {m}:45 Keynote: {who}",
    "**{month} {m}**: reading group, {family} presents",
    "Workshop on {noun} at {venue} {year} (organizers: {who}, {who2})",
    "{m}:30 Coffee",
    "Poster session {m}",
    "Seminar: {who}, “{adj} {noun}”, room {n}",
    "Deadline {venue} {year}: {month} {m}",
]
_LOG = [
    "tried {method}, {p} on {coined}",
    "meeting with {who}",
    "{coined} crashed after {n} steps",
    "started writing section {m}",
    "talked to {family} about {noun}",
    "loss down to {p}",
    "moved the data of {thing} to {org}",
    "rewrote {a}.py",
    "nothing",
]
_QUESTIONS = [
    "Why are {noun} {adj}?",
    "What does {family} mean by {noun}?",
    "Does {method} help {task}?",
    "How many {thing} do we need?",
    "Who invented {method}? ({who}?)",
    "Is {coined} better than {coined2}?",
    "What about {adj} {noun} in {year}?",
]
_COURSES = [
    "Week {m}: {noun} and {other}",
    "Lecture {m} – {method} ({who})",
    "{month} {m}: {task}, homework {m} due",
    "Session {m}: introduction to {noun} [slides](https://{a}.edu/{b}.pdf)",
    "Exercise {m}: {method} on {thing}",
    "{m}.{m} {noun}",
    "Module {m}: {adj} {noun} | {who} | {m}:00",
]
_NEWS = [
    "[{month} {year}] Our paper on {noun} was accepted at {venue} {year}!",
    "{year}/{m}: {coined} {m}.0 is released.",
    "🔥 {coined} reaches {n}k stars.",
    "**{month} {m}, {year}** – I joined {org}.",
    "{month} {year}: talk at {org}, thanks to {who}",
    "We got the {venue} best paper award!",
    "I am looking for a PhD student to work on {noun}.",
]
_CARD = [
    "Name: {who}",
    "Affiliation: {org}",
    "Date: {month} {m}, {year}",
    "Place: {org}, room {n}",
    "Dataset: {coined}",
    "License: MIT",
    "Status: running",
    "Version: {m}.{n}",
    "Owner: {family}",
    "GPU: {m} x {coined}",
    "Notes: {adj} {noun}, {other}",
    "Speaker: {who}",
    "Topic: {noun}",
    "Result: {p} / {p2}",
    "Participants: {who}, {who2}",
    "Task: {task}",
    "Size: {n},000 {thing}",
    "Contact: {a}@{b}.org",
    "Created: {year}-0{m}-1{m}",
    "Tags: {noun}, {other}",
    "Model: {coined}",
    "Deadline: {month} {m}",
]
