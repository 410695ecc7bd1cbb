"""What stands beside papers and is none: errands, contents, badges, menus, changes, updates, claims, software, settings."""

from __future__ import annotations

from compose import titlecase

from .hand import Hand

_ERRANDS = {
    "en": [
        "ask {who} about {noun}",
        "buy {a} and {b}",
        "answer {family}'s mail",
        "fix the {a} script",
        "meeting with {who}, {m}:30",
        "rerun {coined} with {n} seeds",
        "clean the lab, room {n}",
        "reviews for {venue} due {month} {m}",
        "[book the trip](https://{a}.com/{b})",
        "call the {a} office",
        "write the introduction",
        "groceries",
        "watch [the lecture on {noun}](https://www.youtube.com/watch?v={a}{n}{b})",
        "update the [wiki page](https://wiki.{a}.edu/{b})",
        "send slides to {who}",
        "gym, dentist",
        "try the [{coined} tutorial](https://{a}.io/docs/{b})",
        "issue [#{n}](https://github.com/{a}/{b}/issues/{n})",
        "grade homework {m}",
        "push to [[{a}]]",
    ],
    "de": [
        "{who} anrufen",
        "Einkaufen",
        "Folien für {month}",
        "Termin mit {family}, {m}:30",
        "Antrag fertig schreiben",
    ],
    "fr": ["appeler {who}", "courses", "réunion avec {family}, {m}h30", "finir les diapos", "relancer {coined}"],
    "es": ["llamar a {who}", "comprar {a}", "reunión con {family}", "terminar la sección {m}"],
    "it": ["chiamare {who}", "spesa", "riunione con {family}", "finire la sezione {m}"],
    "pt": ["ligar para {who}", "compras", "reunião com {family}", "terminar a seção {m}"],
    "ru": ["позвонить {who}", "купить хлеб", "встреча с {family}, {m}:30", "дописать раздел {m}", "починить {coined}"],
    "zh": ["给 {who} 回邮件", "买菜", "{m}:30 组会", "改第{m}节", "跑 {coined} 实验", "整理{native}"],
    "ja": ["{who} さんにメール", "買い物", "{m}:30 ゼミ", "第{m}章を書く", "{coined} を動かす", "{native}を整理"],
    "ko": ["{who} 에게 메일", "장보기", "{m}:30 회의", "{m}장 쓰기", "{coined} 실험 돌리기"],
}
_CLAIMS = [
    "{noun} are {adj}, as [shown here](https://arxiv.org/abs/{arxiv}), but only for {thing}",
    "{method} needs {n}x more data than [{coined}](https://arxiv.org/abs/{arxiv}) and is slower",
    "There is evidence ([{family} et al.](https://doi.org/10.1{n}/{arxiv})) that {noun} help {task}",
    "We could use {method} ([{year}](https://arxiv.org/abs/{arxiv})) instead of {other}",
    "{thing} do not follow {noun} ({family} & {family2}, {year}; {who}, {year})",
    "Unlike [{coined}](https://arxiv.org/abs/{arxiv}), {method} has no {noun}",
    "according to [this paper](https://arxiv.org/pdf/{arxiv}) {task} is solved; I doubt it",
    "Is {noun} the same as what [{family}](https://{a}.edu/{b}.pdf) calls {other}?",
    "most {thing} are {adj} [1, {m}], some are {adj2} [{n}]",
    "the {a} of {noun} is {p} in [{coined}](https://openreview.net/forum?id={a}{n}) and {p2} in ours",
    "{coined} (see [their blog](https://{a}.com/blog/{b})) is cheaper than [{coined2}](https://arxiv.org/abs/{arxiv})",
    "**{noun}**: at least {m} kinds, {adj} and {adj2} ([source](https://en.wikipedia.org/wiki/{a}))",
]
_CHANGES = [
    "v{m}.{n}: faster {method}",
    "{year}-0{d}-1{d}: added {n} entries on {noun}",
    "[{year}/{m}] new section on {task}",
    "{month} {m}, {year}: fixed links, thanks to @{a}{b}",
    "- **{m}.0.{d}** – drop support for {coined}",
    "Added `--{a}` to `{b}`",
    "{year}.{m}.{d} First version",
    "[{year}-1{d}-2{d}] {coined} is supported now",
    "Removed duplicates (#{n})",
]
_UPDATES = [
    "Update {m}: {said}",
    "**Update {m}:** {said}",
    "UPDATE ({month} {year}): {said}",
    "*Edit:* {said}",
    "Update, {month} {m}: [{coined}](https://{a}.com/{b}) does this now. {said}",
    "**Edit {m}** {said}",
]
_SOFTWARE = [
    "[{x}](u) - {What}.",
    "[{x}](u) – {What}",
    "**[{x}](u)** - {What}. *(Python)*",
    "[{x}](u): {what}",
    "[{x}](u) ⭐{n}k - {What}.",
    "[{x}](u) - {What} by {org}.",
    "[{x}](u)",
    "`{x}` ([docs](u)) {what}",
    "[{x}](u) | {what} | C++",
    "{x}: {what} (<u>)",
]
_WHAT = [
    "{adj} {method} library",
    "a framework for {task}",
    "command line tool for {thing}",
    "{method} in Rust",
    "simple {task} with {m} lines of code",
    "GUI to annotate {thing}",
    "bindings of {coined}",
    "plots {noun}",
    "collection of {n} {thing}",
    "server for {noun} and {other}",
]
_MENU = [
    "Home",
    "Papers",
    "Code",
    "Data",
    "About",
    "News",
    "People",
    "Contact",
    "Teaching",
    "Blog",
    "Contents",
    "Index",
]
_FENCED = [
    "title: {title}",
    "author: {who}",
    "date: {year}-0{d}-1{d}",
    "tags: [{a}, {b}]",
    "{a}: {n}",
    "url: https://arxiv.org/abs/{arxiv}",
    "venue: {venue}",
    "- {a}: {coined}",
    "{a}_{b}: true",
    "# {noun}",
]


class Bystanders:
    """A source of what is no paper, in the hand of the sheet."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.dice = hand.dice
        self.bullet = self.dice.pick(["- ", "- ", "* ", "1. ", "+ "])

    def fill(self, pattern: str) -> str:
        """Fill a pattern; `{d}` is a digit."""
        return self.hand.remarks.fill(pattern.replace("{d}", str(self.dice.randint(1, 9))))

    def block(self) -> str:
        """Write one block of any sort."""
        return self.dice.pick(
            [
                self.contents,
                self.badges,
                self.menu,
                self.changes,
                self.updates,
                self.claims,
                self.software,
                self.errands,
                self.fenced,
                self.vault,
            ]
        )()

    def errand(self) -> str:
        """Write something to do that is no paper."""
        language = self.hand.language if self.dice.chance(0.7) else "en"
        return self.fill(self.dice.pick(_ERRANDS[language]))

    def errands(self) -> str:
        """List what is to be done."""
        box = self.dice.pick(["- [ ] ", "- ", "* ", "- [x] ", "", "- TODO "])
        lines = dict.fromkeys(self.errand() for _ in range(self.dice.randint(1, 5)))
        return ("\n" if box else "  \n").join(box + line for line in lines)

    def contents(self) -> str:
        """Write a table of contents with anchors, of one or two levels."""
        dice = self.dice
        numbered, counted = dice.chance(0.4), dice.chance(0.3)
        bullet = dice.pick(["- ", "* ", "", "1. "])
        lines = [dice.pick(["## Contents", "**Table of Contents**", "# Table of contents", "Jump to:", ""])]
        for number in range(dice.randint(3, 9)):
            name = titlecase(self.fill(dice.pick(["{noun}", "{task}", "{adj} {noun}", "{method} for {thing}"])))
            anchor = name.lower().replace(" ", "-")
            text = f"[{number + 1}. {name}](#{number + 1}-{anchor})" if numbered else f"[{name}](#{anchor})"
            lines.append(bullet + text + (f" ({dice.randint(2, 60)})" if counted else ""))
            if bullet in {"- ", "* "} and dice.chance(0.3):
                inner = titlecase(self.fill("{noun}"))
                lines.append(f"    {bullet}[{inner}](#{inner.lower().replace(' ', '-')})")
        head, *rest = lines
        return (head + "\n\n" if head else "") + (" | " if not bullet and counted else "\n").join(rest)

    def badges(self) -> str:
        """Write a row of badges."""
        names = [
            "Build",
            "License",
            "PRs welcome",
            "Awesome",
            "Stars",
            "Python",
            "Docs",
            "DOI",
            "arXiv",
            "Made with love",
        ]
        found = []
        for name in self.dice.some(names, 1, 5):
            image = f"![{name}](https://img.shields.io/badge/{name.split()[0]}-{self.fill('{a}')}-green.svg)"
            url = self.fill("https://github.com/{a}/{b}")
            found.append(image if self.dice.chance(0.3) else f"[{image}]({url})")
        return self.dice.pick([" ", "\n", ""]).join(found)

    def menu(self) -> str:
        """Write a row of links to other pages."""
        dice = self.dice
        if dice.chance(0.3):
            before, behind = (titlecase(self.fill("{noun}")) for _ in range(2))
            return dice.pick(
                [
                    f"[← {before}](../{self.fill('{a}')}.md) | [Home](/) | [{behind} →](../{self.fill('{b}')}.md)",
                    f"<< [[{before}]] | [[{behind}]] >>",
                    f"Up: [[{before}]]  \nNext: [[{behind}]]",
                    f"Previous: [{before}](./{self.fill('{a}')}.html)",
                ]
            )
        links = [f"[{word}]({dice.pick(['/', './', '#'])}{word.lower()})" for word in dice.some(_MENU, 3, 6)]
        return dice.pick([" | ", " · ", " / ", " - ", " • "]).join(links)

    def changes(self) -> str:
        """Write a log of changes."""
        head = self.dice.pick(["## Changelog\n\n", "**News**\n\n", "### Updates\n\n", "", "## What's new\n\n"])
        lines = [self.fill(self.dice.pick(_CHANGES)).lstrip("- ") for _ in range(self.dice.randint(2, 6))]
        return head + "\n".join(self.bullet + line for line in lines)

    def updates(self) -> str:
        """Write paragraphs that were added later."""
        found = [
            self.fill(self.dice.pick(_UPDATES).replace("{said}", "")) + self.hand.remarks.paragraph(1, 3)
            for _ in range(self.dice.randint(1, 3))
        ]
        return "\n\n".join(found)

    def claim(self) -> str:
        """Write a claim that mentions a paper."""
        text = self.fill(self.dice.pick(_CLAIMS))
        return text if text[-1] in "?." else text + self.dice.pick(["", ".", "."])

    def claims(self) -> str:
        """List claims."""
        lines = []
        for number in range(self.dice.randint(2, 7)):
            lead = "  " if number and self.bullet != "1. " and self.dice.chance(0.3) else ""
            said = self.claim() if self.dice.chance(0.7) else self.hand.remarks.bullet()
            lines.append(lead + self.bullet + said)
        return "\n".join(lines)

    def software(self) -> str:
        """List software, as lists of awesome things do."""
        pattern = self.dice.pick(_SOFTWARE)
        lines = []
        for _ in range(self.dice.randint(3, 12)):
            name = self.hand.composer.coined()
            form = pattern if self.dice.chance(0.8) else self.dice.pick(_SOFTWARE)
            what = self.fill(self.dice.pick(_WHAT))
            form = form.replace("{What}", what[0].upper() + what[1:]).replace("{what}", what).replace("{x}", name)
            form = form.replace("(u)", "({u})").replace("<u>", "<{u}>")
            address = self.fill(
                self.dice.pick(["https://github.com/{a}/", "https://{a}.org/", "https://gitlab.com/{b}/"])
            )
            lines.append(self.bullet + self.fill(form.replace("{u}", address + name.replace(" ", "-"))))
        return "\n".join(dict.fromkeys(lines))

    def fenced(self) -> str:
        """Write fields in a fence of code, as a template."""
        lines = [self.fill(pattern) for pattern in self.dice.some(_FENCED, 2, 6)]
        lead = self.dice.pick(["Template for new notes:\n\n", "", self.hand.remarks.sentence() + "\n\n"])
        return lead + "```" + self.dice.pick(["yaml", "yml", ""]) + "\n" + "\n".join(lines) + "\n```"

    def vault(self) -> str:
        """List links to other notes of the vault."""
        forms = ["[[{x}]]", "[[{x}]]", "[[{x}|{a}]]", "![[{x}]]", "[[{x}#{A}]]", "[[{x}]] – {said}", "see [[{x}]]"]
        form = self.dice.pick(forms)
        lines = []
        for _ in range(self.dice.randint(2, 7)):
            name = self.fill(self.dice.pick(["{noun}", "{method}", "{coined}", "{native}", "{adj} {noun}", "{who}"]))
            name = name or self.fill("{noun}")
            said = self.hand.remarks.phrase().replace("[", "").replace("]", "")
            text = form.replace("{x}", name).replace("{said}", said).replace("{A}", titlecase(self.fill("{other}")))
            lines.append(self.bullet + text.replace("{a}", self.fill("{a}")))
        return "\n".join(dict.fromkeys(lines))
