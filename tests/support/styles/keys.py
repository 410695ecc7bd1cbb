"""Notes that call papers by citation keys."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from . import decoys
from .papers import Listed, Paper
from .sheet import REMARKS, Rendered, Row, Sheet, pick, sections, single

VERBS = (
    "introduces a method that {}", "proposes to {}", "shows how to {}", "finds that one can {}", "studies the problem of how to {}", "extends earlier work to {}", ": {}", "- {}",
)  # fmt: skip
DEEDS = (
    "train with half of the memory", "learn from very few labels", "predict the outcome of a trial without a control group", "explain the decisions of a black box",
    "merge two models without retraining", "measure agreement between raters", "search a large space in logarithmic time", "keep accuracy while pruning 90% of the weights",
)  # fmt: skip


def latin(text: str) -> str:
    """Write a name in plain letters, as keys do."""
    text = text.replace("ł", "l").replace("Ł", "L").replace("ø", "o").replace("ß", "ss")
    return re.sub(r"[^A-Za-z0-9]", "", unicodedata.normalize("NFKD", text))


def _stop_word(paper: Paper) -> str:
    words = re.findall(r"[^\W_]+", paper.title)
    return next(
        (
            word
            for word in words
            if word.casefold() not in {"a", "an", "the", "on", "in", "of", "for", "to", "and", "is"}
        ),
        words[0],
    )


def _abbreviated(paper: Paper) -> str:
    """`Nature`, `PNAS`, `IROS`: the venue as keys hold it."""
    words = re.findall(r"[A-Z][A-Za-z]*", unicodedata.normalize("NFKD", paper.series.replace("IEEE ", "")))
    if paper.event or len(words) < 2:
        return latin(paper.series.replace("IEEE ", "")) or "arXiv"
    return "".join(word[0] for word in words)


def camel(paper: Paper) -> str:
    """`AshishVaswani2017NeurIPS`."""
    name = paper.names[0]
    given = (
        "".join(
            word.capitalize() for word in re.findall(r"[A-Za-z]+", unicodedata.normalize("NFKD", name.given.split()[0]))
        )
        if name.given
        else ""
    )
    return given + latin(name.family.title()) + str(paper.year) + _abbreviated(paper)


def better_bibtex(paper: Paper) -> str:
    """`vaswani2017attention`."""
    return latin(paper.names[0].family).lower() + str(paper.year) + latin(_stop_word(paper)).lower()


def zotero(paper: Paper) -> str:
    """`vaswaniAttentionAllYou2017`."""
    words = [
        word
        for word in re.findall(r"[A-Za-z0-9]+", paper.title)
        if word.casefold() not in {"a", "an", "the", "is", "of", "for", "in", "on", "and", "to", "with"}
    ]
    return (
        latin(paper.names[0].family).lower()
        + "".join(word[:1].upper() + word[1:].lower() for word in words[:3])
        + str(paper.year)
    )


def surname_year(paper: Paper) -> str:
    """`vaswani2017`."""
    return latin(paper.names[0].family).lower() + str(paper.year)


def capital_short_year(paper: Paper) -> str:
    """`Vaswani17`."""
    return latin(paper.names[0].family.title()) + f"{paper.year % 100:02}"


def underscored(paper: Paper) -> str:
    """`Vaswani_2017`, as publishers' exports name entries."""
    return latin(paper.names[0].family.title()) + f"_{paper.year}"


def colon_year(paper: Paper) -> str:
    """`Vaswani:2017aa`, `vaswani-etal-2017-attention`."""
    last = latin(paper.names[0].family).lower()
    tail = "-etal" if len(paper.names) > 2 else "".join("-" + latin(name.family).lower() for name in paper.names[1:])
    return f"{last}{tail}-{paper.year}-{latin(_stop_word(paper)).lower()}"


def dblp(paper: Paper) -> str:
    """`DBLP:conf/nips/VaswaniSPUJGKP17`."""
    where = {"NeurIPS": "nips", "": "corr"}.get(paper.series, _abbreviated(paper).lower())
    rest = "".join(latin(name.family)[:1].upper() for name in paper.names[1:10])
    return f"DBLP:{'conf' if paper.event else 'journals'}/{where}/{latin(paper.names[0].family.title())}{rest}{paper.year % 100:02}"


KEYS: dict[str, Callable[[Paper], str]] = {
    "camel": camel, "bbt": better_bibtex, "zotero": zotero, "year": surname_year, "short-year": capital_short_year,
    "underscore": underscored, "anthology": colon_year, "dblp": dblp,
}  # fmt: skip


def put_keyed(sheet: Sheet, paper: Paper, key: str, text: str, form: str, **more: object) -> Row:
    """Append text about a keyed paper; a key states first author and year, and CamelCase keys the venue."""
    name = paper.names[0]
    first = f"{name.given.split()[0].replace('.', '')} {name.family}" if form == "camel" and name.given else name.last
    soft = (
        ["venue", "authors", "year"]
        if form != "camel"
        else ["authors"]
        if len(name.family.split()) > 1 or not name.full.isascii()
        else []
    )
    if not paper.event:
        soft = [*soft, "venue"]
    says = "year venue" if form == "camel" else "year"
    return sheet.put(paper, text, says, citekey=key, authors=Listed(first, (first,), complete=False), soft=soft, **more)


def _unique(chosen: list[Paper], make: Callable[[Paper], str]) -> list[tuple[Paper, str]]:
    seen: dict[str, Paper] = {}
    for paper in chosen:
        seen.setdefault(make(paper), paper)
    return [(paper, key) for key, paper in seen.items()]


def outline(papers: Sequence[Paper], rng: Random, *, form: str, frame: str = "{key}") -> Rendered:
    """Write an outline whose leaves start with a key, some with a rating, a short name or remarks."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Outline")
    for topic, chosen in sections(pick(papers, rng, 24), rng, 4):
        sheet.heading("##", topic)
        for paper, key in _unique(chosen, KEYS[form]):
            pluses = "+" * rng.choice((0, 0, 0, 1, 2)) if form == "camel" else ""
            linked = bool(paper.link) and rng.random() < 0.6 and frame == "{key}"
            shown = (
                f"[{key}{pluses}]({paper.link})"
                if linked
                else frame.format(key=key, label=paper.title.split(":")[0]) + pluses
            )
            short = paper.title.split(":")[0] if ":" in paper.title and " " not in paper.title.split(":")[0] else ""
            named = f"{short} " if short and frame == "{key}" and rng.random() < 0.7 else ""
            verb = rng.choice(VERBS).format(rng.choice(DEEDS))
            text = f"- {named}{shown} {verb}".replace(" :", ":")
            if rng.random() < 0.3:
                text += f"\n  _{rng.choice(REMARKS)}_"
            more = {"rating": len(pluses), "urls": [paper.link] if linked else []} | (
                {"short": paper.title.split(":")[0] if "{label}" in frame else short}
                if named or "{label}" in frame
                else {}
            )
            put_keyed(sheet, paper, key, text, form, **more)
    return single(sheet)


def nested(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Nest topics in an outline by tabs; leaves have keys with links, ratings, remarks and tags."""
    sheet = Sheet()
    sheet.write("# ICLR notes", "", "_These are my own words, some text is from the abstracts._", "", "## Domain", "")
    for topic, chosen in sections(_events(pick(papers, rng, 40, having="link")), rng, 4):
        sheet.write(f"- {topic}")
        for label, part in (
            ("Analysis", chosen[: len(chosen) // 2]),
            (rng.choice(("Optimization", "Data")), chosen[len(chosen) // 2 :]),
        ):
            sheet.write(f"\t- {label}")
            sheet.topics = ("Domain", topic, label)
            for paper, key in _unique(part, camel):
                pluses = "+" * rng.choice((0, 0, 1, 2))
                tail = rng.choice(
                    ("", "", " #🧠", " #🚀", f"\n\t\t  _{rng.choice(REMARKS)}_", f"\n\t\t\t- {rng.choice(REMARKS)}")
                )
                text = f"\t\t- [{key}{pluses}]({paper.link}) {rng.choice(VERBS[:6]).format(rng.choice(DEEDS))}{tail}"
                put_keyed(sheet, paper, key, text, "camel", rating=len(pluses), urls=[paper.link])
    return single(sheet)


def _events(chosen: list[Paper]) -> list[Paper]:
    return [paper for paper in chosen if paper.event][:20]


def pandoc(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Cite with Pandoc keys, one paper described per paragraph or item: `[@vaswani2017attention]`."""
    sheet = Sheet()
    decoys.front(sheet, rng, "Draft of related work")
    form = rng.choice(("bbt", "year", "zotero", "anthology"))
    for topic, chosen in sections(pick(papers, rng, 20), rng, 4):
        sheet.heading("##", topic)
        for paper, key in _unique(chosen, KEYS[form]):
            deed = rng.choice(DEEDS)
            shape = rng.randrange(4)
            if shape == 0:
                text = f"- [@{key}] introduces a way to {deed}."
            elif shape == 1:
                text = f"Earlier work showed how to {deed} [@{key}, p. {rng.randint(2, 40)}].\n"
            elif shape == 2:
                text = f"@{key} proposes to {deed}, which is costly.\n"
            else:
                text = f"- [@{key}]: {rng.choice(REMARKS)}"
            put_keyed(sheet, paper, key, text, form)
    return single(sheet)


def clusters(papers: Sequence[Paper], rng: Random) -> Rendered:
    """Cite several keys in one bracket: `[@a; @b; see also @c]`."""
    sheet = Sheet()
    sheet.write("# Introduction", "")
    keyed = _unique(pick(papers, rng, 21), KEYS["bbt"])
    for place in range(0, len(keyed) - 2, 3):
        trio = keyed[place : place + 3]
        line = f"It is well known how to {rng.choice(DEEDS)} [@{trio[0][1]}; @{trio[1][1]}; see also @{trio[2][1]}, chap. 3]. {rng.choice(REMARKS)}\n"
        first = sheet.write(line)
        for paper, key in trio:
            row = put_keyed(Sheet(), paper, key, "", "bbt")
            row["lines"] = [first]
            sheet.rows.append(row)
    return single(sheet)


STYLES = {f"key-{form}": partial(outline, form=form) for form in KEYS} | {
    "key-wiki": partial(outline, form="camel", frame="[[{key}|{label}]]"), "key-wiki-at": partial(outline, form="bbt", frame="[[@{key}]]"),
    "key-wiki-bare": partial(outline, form="bbt", frame="[[{key}]]"), "key-nested": nested,
    "pandoc": pandoc, "pandoc-clusters": clusters,
}  # fmt: skip
