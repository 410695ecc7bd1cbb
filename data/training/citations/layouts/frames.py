"""Slides, mails and minutes in which papers are named: what frames them belongs to no paper."""

from __future__ import annotations

from compose import titlecase

from .around import Around
from .bystanders import Bystanders
from .citing import Citer
from .hand import Hand
from .papers import Paper
from .writer import Piece, join, mark


def lay_frame(hand: Hand, papers: list[Paper]) -> tuple[Piece, str]:
    """Write slides, a mail or minutes; the second value says which."""
    kind = hand.dice.draw({"slides": 4, "e-mail": 4, "minutes": 3})
    return {"slides": _slides, "e-mail": _mail, "minutes": _minutes}[kind](hand, papers), kind


def _cited(hand: Hand, papers: list[Paper], lead: str, start: int = 0) -> list[Piece]:
    citer = Citer(hand)
    return [(lead.replace("n", str(n + 1)) + citer.write(p)).of(start + n) for n, p in enumerate(papers)]


def _slides(hand: Hand, papers: list[Paper]) -> Piece:
    dice, around, beside = hand.dice, Around(hand), Bystanders(hand)
    whole = dice.chance(0.5)
    """Whether a paper has a slide of its own."""
    level = dice.pick(["# ", "## ", "## ", "### "])
    first = join(
        ["# " + around.head(), dice.pick([hand.remarks.person(), f"{hand.remarks.person()}, {hand.papers.org()}"])],
        "\n\n",
    )
    slides: list[Piece | str] = [first] if dice.chance(0.8) else []
    if dice.chance(0.4):
        topics = [titlecase(dice.pick(hand.remarks.slots["noun"])) for _ in range(3)]
        slides.append(level + dice.pick(["Outline", "Agenda", "Plan"]) + "\n\n" + "\n".join(f"- {t}" for t in topics))
    shown = dice.some(["authors", "venue", "links", "affiliation", "url"], 1, 3)
    joint = dice.pick(["\n", "\n\n", "  \n", ", "])
    number = 0
    while number < len(papers):
        if dice.chance(0.35):
            points = [dice.pick([beside.claim, hand.remarks.bullet])() for _ in range(dice.randint(1, 4))]
            slides.append(level + around.head() + "\n\n" + "\n".join(f"- {p}" for p in points))
        if whole:
            paper = papers[number]
            title = mark("title", paper.title).wrap(*dice.pick([("", ""), ("", ""), ("[", f"]({paper.url})")]))
            fields = [value for name in shown if (value := hand.write(name, paper))]
            points = [mark("remark", hand.remarks.bullet()) for _ in range(dice.randint(0, 4))]
            body = join(["- " + p for p in points], "\n")
            image = f"![](img/{paper.key}.png)" if dice.chance(0.15) else ""
            slides.append(join([level + title, join(fields, joint), body, image], "\n\n").of(number))
            number += 1
            continue
        count = dice.randint(1, 4)
        cited = _cited(hand, papers[number : number + count], dice.pick(["- ", "* ", "1. "]), number)
        slides.append(level + around.head() + "\n\n" + join(cited, "\n"))
        number += count
    if dice.chance(0.4):
        slides.append(level + dice.pick(["Questions?", "Thanks!", "Thank you", "Backup", "Discussion"]))
    return join(
        slides,
        dice.pick(["\n\n---\n\n", "\n\n---\n\n", "\n\n----\n\n", "\n\n***\n\n", "\n---\n\n"]).replace(
            "\n---\n", "\n\n---\n", 1
        ),
    )


_GREETINGS = {
    "en": ["Hi {family},", "Dear all,", "Hello everyone,", "Hi {who},", "Dear Prof. {family},", "Hey,"],
    "de": ["Hallo {who},", "Liebe alle,", "Sehr geehrte Frau {family},"],
    "fr": ["Bonjour {who},", "Chers tous,"],
    "es": ["Hola {who}:", "Estimados colegas:"],
    "it": ["Ciao {who},", "Cari tutti,"],
    "pt": ["Olá {who},", "Caros colegas,"],
    "ru": ["Здравствуйте, {who}!", "Коллеги, добрый день!"],
    "zh": ["各位老师同学好：", "{who} 你好，"],
    "ja": ["{who} 様", "皆様"],
    "ko": ["안녕하세요 {who} 님,", "여러분께,"],
}
_BYES = {
    "en": ["Best,", "Best regards,", "Cheers,", "Thanks!", "--", "Best wishes", "See you on Monday"],
    "de": ["Viele Grüße", "Gruß,", "Beste Grüße"],
    "fr": ["Bien à vous,", "Cordialement,"],
    "es": ["Saludos,", "Un abrazo,"],
    "it": ["Un saluto,", "A presto,"],
    "pt": ["Abraços,", "Atenciosamente,"],
    "ru": ["С уважением,", "Всего доброго,"],
    "zh": ["祝好，", "此致敬礼"],
    "ja": ["よろしくお願いします。", "以上"],
    "ko": ["감사합니다.", "드림"],
}


def _mail(hand: Hand, papers: list[Paper]) -> Piece:
    dice, fill = hand.dice, hand.remarks.fill
    own = hand.language if dice.chance(0.8) else "en"
    bold = dice.pick(["", "", "**", "> "])
    before, after = ("**", "**") if bold == "**" else (bold, "")
    heads = [
        f"{before}From:{after} " + fill("{who} <{a}@{b}.edu>"),
        f"{before}To:{after} " + fill(dice.pick(["{who} <{a}@{b}.org>", "{a}-list@{b}.edu", "{who}; {who2}"])),
        f"{before}Cc:{after} " + fill("{who2}"),
        f"{before}Subject:{after} "
        + fill(dice.pick(["Re: {noun}", "papers on {task}", "{title}", "reading for {month} {m}"])),
        f"{before}Date:{after} "
        + fill(dice.pick(["Mon, {m} {month} {year} 1{m}:0{m}", "{month} {m}, {year}", "{year}-11-0{m}"])),
    ]
    chosen = sorted(dice.sample(range(5), dice.randint(2, 5)))
    parts: list[Piece | str] = [dice.pick(["\n", "\n", "  \n"]).join(heads[n] for n in chosen)]
    if dice.chance(0.8):
        parts.append(fill(dice.pick(_GREETINGS[own])))
    if dice.chance(0.85):
        parts.append(hand.remarks.paragraph(1, 3))
    lead = dice.pick(["- ", "- ", "* ", "", "", "n) ", "[n] ", "1. ", "> "])
    cited = _cited(hand, papers, lead)
    if dice.chance(0.3):
        cited = [
            c + "\n" * (1 if lead else 2) + ("  " if lead else "") + mark("remark", hand.remarks.sentence()).of(n)
            for n, c in enumerate(cited)
        ]
    parts.append(join(cited, "\n" if lead in {"- ", "* ", "1. "} else "\n\n"))
    if dice.chance(0.5):
        parts.append(hand.remarks.paragraph(1, 2))
    parts.append(fill(dice.pick(_BYES[own])) + dice.pick(["\n", "\n\n", "  \n"]) + fill("{who}"))
    if dice.chance(0.3):
        parts.append(fill("--  \n{who}\n{org}\n+49 {n} {n}{n}{n}, https://{a}.edu/~{b}"))
    if dice.chance(0.35):
        quoted = [hand.remarks.sentence() for _ in range(dice.randint(1, 3))]
        said = fill(dice.pick(["On {month} {m}, {year}, {who} wrote:", "{who} wrote:", "{who} <{a}@{b}.org> schrieb:"]))
        parts.append(said + "\n\n" + "\n>\n".join("> " + line for line in quoted))
    return join(parts, "\n\n")


def _minutes(hand: Hand, papers: list[Paper]) -> Piece:
    dice, fill, beside = hand.dice, hand.remarks.fill, Bystanders(hand)
    bold = dice.pick(["**", "", "*"])
    heads = [
        f"{bold}Date:{bold} {hand.remarks.date()}",
        f"{bold}Present:{bold} " + fill("{who}, {who2}, {family}"),
        f"{bold}Excused:{bold} " + fill("{family2}"),
        f"{bold}Place:{bold} " + fill("room {n}, {org}"),
    ]
    parts: list[Piece | str] = [
        "# " + dice.pick(["Group meeting", "Minutes", "Reading group", "Call notes", Around(hand).head()])
    ]
    parts.append(dice.pick(["\n", "  \n"]).join(dice.some(heads, 1, 4)))
    number = 0
    lead = dice.pick(["- ", "* ", "1. "])
    while number < len(papers):
        parts.append(
            "## " + fill(dice.pick(["{noun}", "{who}: {task}", "Topic {m}: {method}", "Papers", "{coined}", "Status"]))
        )
        said = [fill(dice.pick(_SAID)) for _ in range(dice.randint(1, 4))]
        count = dice.pick([1, 1, 2, 3])
        cited = _cited(hand, papers[number : number + count], lead, number)
        notes = mark("remark", hand.remarks.sentence())
        if dice.chance(0.4):
            cited[-1] = cited[-1] + "\n    " + lead + notes.of(number + len(cited) - 1)
        number += count
        if dice.chance(0.5):
            parts.append(join([*(lead + s for s in said), *cited], "\n"))
        else:
            parts += [
                "\n".join(lead + s for s in said),
                dice.pick(["Papers mentioned:", "To read:", "Links:", "Literature"]),
                join(cited, "\n"),
            ]
    if dice.chance(0.5):
        parts += [dice.pick(["## Action items", "**Next steps**", "## TODO"]), beside.errands()]
    return join(parts, "\n\n")


_SAID = [
    "{who} showed {noun}; {family2} asked about {other}",
    "{family} will rerun {coined} until {month} {m}",
    "we agreed on {method}",
    "{who}: {adj} {noun} look wrong, check {thing}",
    "plots for {venue} {year} are missing",
    "no progress on {task}",
    "{family} mentioned a paper from {org} on {noun}, will send the link",
    "decision: {coined} instead of {coined2}",
    "deadline {month} {m}, {year}",
    "{who2} joins in {month}",
]
