"""Titled works that are no papers: posts of blogs, videos, books, courses, talks; and pages about a conference."""

from __future__ import annotations

from compose import titlecase

from .hand import Hand

_TITLES = [
    "How {Org} {does} {noun}",
    "Introducing {coined}: {adj} {method} for {thing}",
    "{Noun} at {Org}",
    "{Noun} at Scale",
    "{Method} Explained",
    "{Noun}, Explained in {m} Minutes",
    "The Unexpected {Adj} Side of {Noun}",
    "Open-Sourcing {coined}, a {method} Library",
    "Understanding {Noun}",
    "A Gentle Introduction to {Method}",
    "{coined}: {Org}'s Platform for {Task}",
    "Building {Thing} with {Method}",
    "Why {Noun} {a}",
    "{Method} from Scratch",
    "{m} Lessons from {Noun} in Production",
    "Improving {Task} with {Method} (Part {m})",
    "The Illustrated {coined}",
    "{Noun} for {Thing}",
    "Scaling {Noun} to {n} Million {Thing}",
    "What Is {Method}?",
    "{Method}: Theory and Practice",
    "Evolution of {Noun} at {Org}",
    "Foundations of {Method}",
    "{Task} without {Noun}",
]
_DOES = ["Builds", "Scales", "Uses", "Measures", "Monitors", "Rewrote", "Serves", "Tests", "Labels"]
_SITES = [
    "https://eng.{a}.com/{b}-{n}",
    "https://{a}.com/blog/{b}",
    "https://www.{a}.com/blog/{year}/{b}.html",
    "https://medium.com/@{a}/{b}-{n}{d}f{m}",
    "https://medium.com/{a}-engineering/{b}-{n}c{d}",
    "https://{a}.github.io/{b}/",
    "https://{a}.substack.com/p/{b}",
    "https://towardsdatascience.com/{a}-{b}-{n}",
    "https://www.youtube.com/watch?v={a}{n}{b}",
    "https://youtu.be/{b}{n}{a}",
    "https://www.coursera.org/learn/{a}",
    "https://www.{a}.org/{b}/",
    "https://{a}.ai/{b}",
    "https://blog.{a}.io/{year}/0{d}/{b}/",
    "https://www.oreilly.com/library/view/{a}/",
    "https://engineering.{a}.com/{b}",
    "https://ocw.{a}.edu/courses/{b}",
    "{b}.md",
    "https://colab.research.google.com/drive/{n}{a}",
]
_FORMS = {
    "[t](u)": 16,
    "[t](u) `o`": 3,
    "[t](u) `o` `y`": 2,
    "[t](u) (o)": 4,
    "[t](u) (o, y)": 2,
    "[t](u) - o": 3,
    "[t](u) by w": 2,
    "**[t](u)** by w": 1,
    "[t](u) - w": 1,
    "w: [t](u)": 2,
    "w - [t](u)": 1,
    "t - u": 3,
    "t: u": 2,
    "t (k) u": 2,
    "[t](u) (k)": 3,
    "k: [t](u)": 4,
    "[k] [t](u)": 2,
    "[k](u) t": 1,
    "[t](u) [k]": 1,
    "[t](u), d": 2,
    "d [t](u)": 1,
    "[t](u): r": 5,
    "[t](u) - r": 5,
    "[t](u). r": 2,
    "[t](u) | o | d": 1,
    "o: [t](u)": 1,
}
_KINDS = ["blog", "Blog post", "video", "Video", "book", "Book", "talk", "slides", "course", "podcast", "tutorial"]
_KINDS += ["Article", "post", "lecture", "Lecture notes", "docs", "thread", "📺", "📝", "demo", "newsletter"]
_TALKS = [
    "Keynote: {who} ({org})",
    "Keynote – {who}: {Noun} and {Thing}",
    "Invited talk: {who}, {org}",
    "Invited Talk {m}: {Noun} ({who})",
    "Panel: {Noun}",
    "Tutorial: {Method} for {Thing}",
    "Opening remarks",
    "Welcome ({who}, {who2})",
    "Business meeting",
    "Coffee break and posters",
    "Test of time award",
    "Workshop on {Noun}",
    "Social event",
    "Closing session",
    "Mentoring lunch with {who}",
]
_PAGES = [
    "{venue} {year}",
    "{venue}'{yy}",
    "{venue} {year} notes",
    "{venue}'{yy} Notes",
    "{venue} '{yy} trip report",
    "Trip report: {venue} {year}",
    "Notes from {venue} {year}",
    "List of accepted papers, {venue} {year}",
    "Accepted Papers",
    "{venue} {year} accepted papers",
    "{venue} {year} Papers on {Noun}",
    "Best papers of {venue} {year}",
    "Papers about {noun} I read in {year}",
    "Reading list: {Noun}",
    "Summary of {venue} {year} ({month} {m}–{n})",
    "{venue} {year}: my highlights",
    "What I saw at {venue} {year}",
    "Publications of {who}",
    "{who}",
    "Bibliography: {Noun}, {year}",
    "{n} papers on {Method}",
    "A week at {venue}",
    "Session {m}: {Noun}",
    "Session {m} - {Noun} and {Thing}",
    "Track {m}: {Task}",
    "Day {m}",
    "Day {m}: {month} {n}",
    "{month} {n}: {Noun}",
    "Poster Session {m}",
    "Oral Session {m}: {Noun}",
    "{Noun} ({who})",
]
_PLACES = [
    "Conference notes, {org}, {month} {m}–{n}, {year}.",
    "{venue} was held in {month} {year}; the full program is [here](https://{a}.org/{b}/program).",
    "My notes of the talks that I watched at {venue} {year}.",
    "Proceedings: https://dl.acm.org/doi/proceedings/10.1145/{n}{n}{n}{m}",
    "{n} papers were accepted out of {n}{m}.",
    "All papers are on the [website](https://{a}.org/{venue}{yy}/).",
    "Location: {org}. Chairs: {who}, {who2}.",
    "[Program](https://{a}.org/{b}/technical-sessions) | [Proceedings](https://{b}.org/{a}) | [Videos](https://www.youtube.com/playlist?list={a}{n})",
]


class Posts:
    """A source of titled works that are no papers, as one person lists them."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.dice = hand.dice
        self.form = self.dice.draw(_FORMS)
        self.varied = self.dice.chance(0.35)
        self.sites = self.dice.some(_SITES, 1, 3) if self.dice.chance(0.4) else _SITES
        self.papery = self.dice.pick([0.0, 0.3, 0.6])
        """How often a title is one that a paper could have."""

    def fill(self, pattern: str) -> str:
        """Fill a pattern; slots in capitals begin with a capital."""
        fill = self.hand.remarks.fill
        for slot in ("noun", "method", "task", "thing", "adj", "org"):
            name = "{" + slot.capitalize() + "}"
            while name in pattern:
                word = fill("{" + slot + "}")
                pattern = pattern.replace(name, titlecase(word) if slot != "org" else self.org(), 1)
        pattern = pattern.replace("{does}", self.dice.pick(_DOES)).replace("{d}", str(self.dice.randint(1, 9)))
        pattern = pattern.replace("{yy}", f"{self.dice.randint(10, 26)}")
        return fill(pattern)

    def org(self) -> str:
        """Name a company."""
        return self.dice.pick([self.hand.composer.coined(), self.hand.remarks.fill("{a}").capitalize()])

    def title(self) -> str:
        """Write the title of a post, a book or a video."""
        text = self.hand.papers.paper().title if self.dice.chance(self.papery) else self.fill(self.dice.pick(_TITLES))
        return text.replace("[", "(").replace("]", ")")

    def line(self) -> str:
        """Write one of them as the line of a list."""
        form = self.dice.draw(_FORMS) if self.varied else self.form
        parts = {
            "t": self.title,
            "u": lambda: self.fill(self.dice.pick(self.sites)),
            "o": self.org,
            "y": lambda: str(self.dice.randint(2012, 2026)),
            "w": self.hand.remarks.person,
            "k": lambda: self.dice.pick(_KINDS),
            "d": self.hand.remarks.date,
            "r": self.dice.pick([self.hand.remarks.phrase, self.hand.remarks.sentence]),
        }
        written = "".join("\0" + sign + "\0" if sign in parts else sign for sign in form.replace("by", "\1"))
        for sign, write in parts.items():
            written = written.replace("\0" + sign + "\0", write(), 1)
        return written.replace("\1", "by")

    def posts(self) -> str:
        """List posts, videos and books."""
        bullet = self.dice.pick(["- ", "- ", "* ", "1. ", "+ ", "- [ ] ", ""])
        lines = dict.fromkeys(self.line() for _ in range(self.dice.randint(2, 9)))
        return ("\n" if bullet else "\n\n").join(bullet + line for line in lines)

    def talks(self) -> str:
        """Write sections or items about parts of a conference that are no papers."""
        dice, remarks = self.dice, self.hand.remarks
        form = dice.pick(["### {}", "#### {}", "## {}", "**{}**", "- {}", "* **{}**"])
        parts = []
        for _ in range(dice.randint(1, 4)):
            parts.append(form.format(self.fill(dice.pick(_TALKS))))
            if form[0] in "#*" and form[:2] != "* " and dice.chance(0.7):
                parts.append(remarks.paragraph() if dice.chance(0.5) else f"- {remarks.bullet()}\n- {remarks.bullet()}")
            elif form[0] in "-*" and dice.chance(0.5):
                parts[-1] += f"\n    - {remarks.bullet()}"
        return ("\n" if form[:2] in {"- ", "* "} else "\n\n").join(parts)

    def page(self) -> str:
        """Write the heading of a page or a section about a conference."""
        return self.fill(self.dice.pick(_PAGES))

    def place(self) -> str:
        """Say of a conference where it was, and where its papers are."""
        return self.fill(self.dice.pick(_PLACES))
