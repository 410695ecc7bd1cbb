"""Reference strings as people print them, written by hand from the style guides' examples and from real lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .papers import Listed, Paper, listed


@dataclass(frozen=True)
class Cited:
    """A reference string and what it states."""

    text: str
    authors: Listed
    urls: tuple[str, ...] = ()
    says: str = "title year venue"


def _pages(paper: Paper, dash: str = "–") -> str:
    return paper.page.replace("-", dash)


def _stop(title: str) -> str:
    return title if title.endswith(("?", "!", ".")) else title + "."


def _doi(paper: Paper) -> tuple[str, tuple[str, ...]]:
    if paper.doi:
        return f" https://doi.org/{paper.doi}.", (f"https://doi.org/{paper.doi}",)
    return "", ()


def _preprint(paper: Paper) -> str:
    return f"arXiv:{paper.arxiv}" if paper.arxiv else ""


def chicago(paper: Paper, rng: Random) -> Cited:
    """`Kingma, Diederik P., and Jimmy Ba. “Adam: A Method for Stochastic Optimization.” ...`"""
    who = listed(paper, "full", first="inverted", final=", and ", limit=10, keep=7)
    doi, urls = _doi(paper)
    head = f"{who.text.rstrip('.')}. “{_stop(paper.title)}” "
    if paper.event:
        at = (
            f"In *{paper.container}*"
            + (f" {paper.volume}" if paper.volume else "")
            + (f", {_pages(paper)}" if paper.page else "")
        )
        return Cited(f"{head}{at}, {paper.year}.{doi}", who, urls)
    if not paper.venue:
        return Cited(f"{head}arXiv preprint {_preprint(paper)} ({paper.year}).", who, says="title year")
    issue = f", no. {paper.issue}" if paper.issue else ""
    pages = f": {_pages(paper)}" if paper.page else ""
    return Cited(f"{head}*{paper.container}* {paper.volume}{issue} ({paper.year}){pages}.{doi}", who, urls)


def apa(paper: Paper, rng: Random) -> Cited:
    """`Kingma, D. P., & Ba, J. (2015). Adam: A method for stochastic optimization. ...`"""
    who = listed(paper, "inverted_short", final=", & ", limit=20, keep=19, more="...")
    doi, urls = _doi(paper)
    head = f"{who.text} ({paper.year}). {_stop(paper.plain)} "
    if paper.event:
        pages = f" (pp. {_pages(paper)})" if paper.page else ""
        return Cited(f"{head}In *{paper.container}*{pages}.{doi.rstrip('.')}", who, urls)
    if not paper.venue:
        return Cited(f"{head}*arXiv preprint {_preprint(paper)}*.", who, says="title year")
    issue = f"({paper.issue})" if paper.issue else ""
    pages = f", {_pages(paper)}" if paper.page else ""
    return Cited(f"{head}*{paper.container}, {paper.volume}*{issue}{pages}.{doi.rstrip('.')}", who, urls)


def mla(paper: Paper, rng: Random) -> Cited:
    """`Kingma, Diederik P., and Jimmy Ba. "Adam: A Method for Stochastic Optimization." ...`"""
    who = listed(paper, "full", first="inverted", final=", and ", limit=2, keep=1)
    who = Listed(who.text.replace(" et al.", ", et al."), who.names, who.complete)
    head = f'{who.text.rstrip(".")}. "{_stop(paper.title)}" '
    where = f"*{paper.container}*" if paper.container else "*arXiv*"
    volume = f", vol. {paper.volume}" if paper.volume else ""
    issue = f", no. {paper.issue}" if paper.issue else ""
    pages = f", pp. {_pages(paper, '-')}" if paper.page else ""
    return Cited(
        f"{head}{where}{volume}{issue}, {paper.year}{pages}.",
        who,
        says="title year venue" if paper.venue else "title year",
    )


def ieee(paper: Paper, rng: Random) -> Cited:
    """`D. P. Kingma and J. Ba, “Adam: a method for stochastic optimization,” in ...`"""
    who = listed(paper, "short", final=", and ", limit=6, keep=1)
    tail = "" if paper.plain.endswith(("?", "!")) else ","
    head = f"{who.text}, “{paper.plain}{tail}” "
    pages = f", pp. {_pages(paper)}" if paper.page else ""
    doi, urls = (
        (f", doi: {paper.doi}", (f"https://doi.org/{paper.doi}",)) if paper.doi and rng.random() < 0.5 else ("", ())
    )
    if paper.event:
        return Cited(f"{head}in *{paper.container}*, {paper.year}{pages}{doi}.", who, urls)
    if not paper.venue:
        return Cited(f"{head}*arXiv preprint {_preprint(paper)}*, {paper.year}.", who, says="title year")
    issue = f", no. {paper.issue}" if paper.issue else ""
    return Cited(f"{head}*{paper.container}*, vol. {paper.volume}{issue}{pages}, {paper.year}{doi}.", who, urls)


def acl(paper: Paper, rng: Random) -> Cited:
    """`Diederik P. Kingma and Jimmy Ba. 2015. Adam: A Method for Stochastic Optimization. In ...`"""
    who = listed(paper, "full", final=", and ")
    linked = bool(paper.link) and rng.random() < 0.5
    title = f"[{paper.title}]({paper.link})" if linked else paper.title
    urls = (paper.link,) if linked else ()
    head = f"{who.text}. {paper.year}. {_stop(title)} "
    if paper.event:
        pages = f", pages {_pages(paper)}" if paper.page else ""
        return Cited(f"{head}In *{paper.container}*{pages}.", who, urls)
    if not paper.venue:
        return Cited(f"{head}*arXiv preprint {_preprint(paper)}*.", who, urls, says="title year")
    issue = f"({paper.issue})" if paper.issue else ""
    return Cited(
        f"{head}*{paper.container}*, {paper.volume}{issue}" + (f":{_pages(paper)}" if paper.page else "") + ".",
        who,
        urls,
    )


def harvard(paper: Paper, rng: Random) -> Cited:
    """`Kingma, D.P. and Ba, J., 2015. Adam: A method for stochastic optimization. ...`"""
    who = listed(paper, "inverted_short", final=" and ", limit=6, keep=3)
    text = who.text.replace(". ", ".") if rng.random() < 0.5 else who.text
    text = text.replace(".and ", ". and ").replace(".et al", ". et al")
    where = f"*{paper.container}*" if paper.venue else f"*arXiv preprint {_preprint(paper)}*"
    volume = f", {paper.volume}" + (f"({paper.issue})" if paper.issue else "") if paper.volume else ""
    pages = f", pp.{_pages(paper, '-')}" if paper.page else ""
    says = "title year venue" if paper.venue else "title year"
    return Cited(f"{text}, {paper.year}. {_stop(paper.plain)} {where}{volume}{pages}.", who, says=says)


def harvard_quoted(paper: Paper, rng: Random) -> Cited:
    """`Kingma, D.P. and Ba, J. (2015) 'Adam: a method for stochastic optimization', ...`"""
    who = listed(paper, "inverted_short", final=" and ", limit=3, keep=1, more="*et al.*")
    where = f"*{paper.container}*" if paper.venue else "*arXiv*"
    volume = f", {paper.volume}" + (f"({paper.issue})" if paper.issue else "") if paper.volume else ""
    pages = f", pp. {_pages(paper)}" if paper.page else ""
    url = f" Available at: {paper.link}" if paper.link else ""
    says = "title year venue" if paper.venue else "title year"
    end = f" (Accessed: {rng.randint(1, 28)} March 2024)." if url else ""
    urls = (paper.link,) if url else ()
    return Cited(f"{who.text} ({paper.year}) ‘{paper.plain}’, {where}{volume}{pages}.{url}{end}", who, urls, says)


def vancouver(paper: Paper, rng: Random) -> Cited:
    """`Kingma DP, Ba J. Adam: a method for stochastic optimization. ...`"""
    who = listed(paper, "medical", limit=6, keep=rng.choice((3, 6)))
    issue = f"({paper.issue})" if paper.issue else ""
    where = (
        f"In: {paper.container}; {paper.year}"
        if paper.event
        else f"{paper.container}. {paper.year};{paper.volume}{issue}"
    )
    if not paper.venue:
        where = f"arXiv [Preprint]. {paper.year}. {_preprint(paper)}"
    pages = (". p. " if paper.event else ":") + _pages(paper, "-") if paper.page else ""
    doi, urls = (f" doi:{paper.doi}", (f"https://doi.org/{paper.doi}",)) if paper.doi else ("", ())
    says = "title year venue" if paper.venue else "title year"
    return Cited(f"{who.text.rstrip('.')}. {_stop(paper.plain)} {where}{pages}.{doi}", who, urls, says)


def nature(paper: Paper, rng: Random) -> Cited:
    """`Kingma, D. P. & Ba, J. Adam: a method for stochastic optimization. ... (2015).`"""
    who = listed(paper, "inverted_short", final=" & ", limit=5, keep=1, more="*et al.*")
    head = f"{who.text} {_stop(paper.plain)} "
    if paper.event:
        pages = f" {_pages(paper)}" if paper.page else ""
        return Cited(f"{head}in *{paper.container}*{pages} ({paper.year}).", who)
    if not paper.venue:
        return Cited(f"{head}Preprint at {paper.link} ({paper.year}).", who, (paper.link,), "title year")
    return Cited(f"{head}*{paper.container}* **{paper.volume}**, {_pages(paper)} ({paper.year}).", who)


def acm(paper: Paper, rng: Random) -> Cited:
    """`Diederik P. Kingma and Jimmy Ba. 2015. Adam: ... In Proceedings of ... (ICLR ’15), 1–15.`"""
    who = listed(paper, "full", final=", and ")
    doi, urls = _doi(paper)
    head = f"{who.text}. {paper.year}. {_stop(paper.title)} "
    if paper.event:
        pages = f", {_pages(paper)}" if paper.page else ""
        return Cited(
            f"{head}In *{paper.container} ({paper.series} ’{paper.year % 100:02})*{pages}.{doi.rstrip('.')}", who, urls
        )
    if not paper.venue:
        return Cited(f"{head}{_preprint(paper)}. Retrieved from {paper.link}", who, (paper.link,), "title year")
    issue = f", {paper.issue}" if paper.issue else ""
    return Cited(
        f"{head}*{paper.container}* {paper.volume}{issue} ({paper.year}), {_pages(paper)}.{doi.rstrip('.')}", who, urls
    )


def lncs(paper: Paper, rng: Random) -> Cited:
    """`Kingma, D.P., Ba, J.: Adam: A method for stochastic optimization. In: ... (2015)`"""
    who = listed(paper, "inverted_short", limit=8, keep=3)
    where = (
        f"In: {paper.container}"
        if paper.event
        else f"{paper.container} **{paper.volume}**" + (f"({paper.issue})" if paper.issue else "")
    )
    if not paper.venue:
        where = f"arXiv preprint {_preprint(paper)}"
    pages = (", pp. " if paper.event else ", ") + _pages(paper) if paper.page else ""
    says = "title year venue" if paper.venue else "title year"
    return Cited(f"{who.text}: {_stop(paper.plain)} {where}{pages} ({paper.year})", who, says=says)


def gbt(paper: Paper, rng: Random) -> Cited:
    """`KINGMA D P, BA J. Adam: a method for stochastic optimization[C]//...: 1-15.`"""
    shown = [
        f"{name.last.upper()} {name.initials(dot='')}".strip() if name.given and name.full[:1].isascii() else name.full
        for name in paper.names
    ]
    stated = tuple(name.short for name in paper.names)
    who = Listed(", ".join(shown), stated, complete=True)
    if len(shown) > 3:
        who = Listed(", ".join(shown[:3]) + ", et al", stated[:3], complete=False)
    pages = f": {_pages(paper, '-')}" if paper.page else ""
    if paper.event:
        return Cited(f"{who.text}. {paper.plain}[C]//{paper.container}. {paper.year}{pages}.", who)
    if not paper.venue:
        return Cited(f"{who.text}. {paper.plain}[J/OL]. {_preprint(paper)}, {paper.year}.", who, says="title year")
    issue = f"({paper.issue})" if paper.issue else ""
    return Cited(f"{who.text}. {paper.plain}[J]. {paper.container}, {paper.year}, {paper.volume}{issue}{pages}.", who)


def plainnat(paper: Paper, rng: Random) -> Cited:
    """`Diederik P. Kingma and Jimmy Ba. Adam: A method for stochastic optimization. In ..., 2015.`"""
    who = listed(paper, "full", final=", and ")
    head = f"{who.text}. {_stop(paper.plain)} "
    pages = f", pages {_pages(paper)}" if paper.page else ""
    if paper.event:
        return Cited(f"{head}In *{paper.container}*{pages}, {paper.year}.", who)
    if not paper.venue:
        return Cited(f"{head}*arXiv preprint {_preprint(paper)}*, {paper.year}.", who, says="title year")
    issue = f"({paper.issue})" if paper.issue else ""
    return Cited(f"{head}*{paper.container}*, {paper.volume}{issue}:{_pages(paper)}, {paper.year}.", who)


def dblp(paper: Paper, rng: Random) -> Cited:
    """`Diederik P. Kingma, Jimmy Ba: Adam: A Method for Stochastic Optimization. ICLR 2015`"""
    who = listed(paper, "full")
    pages = f": {_pages(paper, '-')}" if paper.page else ""
    where = (
        f"{paper.series} {paper.year}{pages}"
        if paper.event
        else f"{paper.container} {paper.volume}({paper.issue or 1}){pages} ({paper.year})"
    )
    if not paper.venue:
        where = f"CoRR abs/{paper.arxiv} ({paper.year})"
    return Cited(
        f"{who.text}: {_stop(paper.title)} {where}", who, says="title year venue" if paper.venue else "title year"
    )


def wikipedia(paper: Paper, rng: Random) -> Cited:
    """`Kingma, Diederik P.; Ba, Jimmy (2015). "Adam: A Method for Stochastic Optimization". ...`"""
    who = listed(paper, "inverted", glue="; ", limit=8, keep=4)
    where = f"*{paper.container}*" if paper.container else _preprint(paper)
    volume = f". **{paper.volume}**" + (f" ({paper.issue})" if paper.issue else "") if paper.volume else ""
    pages = f": {_pages(paper)}" if paper.page else ""
    doi, urls = (
        (f". doi:[{paper.doi}](https://doi.org/{paper.doi})", (f"https://doi.org/{paper.doi}",))
        if paper.doi
        else ("", ())
    )
    says = "title year venue" if paper.venue else "title year"
    return Cited(f'{who.text} ({paper.year}). "{paper.title}". {where}{volume}{pages}{doi}.', who, urls, says)


def german(paper: Paper, rng: Random) -> Cited:
    """`Kingma, Diederik P.; Ba, Jimmy (2015): Adam: ... In: ..., S. 1–15.`"""
    who = listed(paper, "inverted", glue="; ", limit=3, keep=1, more="u. a.")
    where = f"In: {paper.container}" if paper.container else _preprint(paper)
    volume = f" {paper.volume}" + (f" ({paper.issue})" if paper.issue else "") if paper.volume else ""
    pages = f", S. {_pages(paper)}" if paper.page else ""
    says = "title year venue" if paper.venue else "title year"
    return Cited(f"{who.text} ({paper.year}): {_stop(paper.title)} {where}{volume}{pages}.", who, says=says)


FORMATS: dict[str, Callable[[Paper, Random], Cited]] = {
    "chicago": chicago, "apa": apa, "mla": mla, "ieee": ieee, "acl": acl, "harvard": harvard, "harvard-quoted": harvard_quoted,
    "vancouver": vancouver, "nature": nature, "acm": acm, "lncs": lncs, "gbt": gbt, "plainnat": plainnat, "dblp": dblp,
    "wikipedia": wikipedia, "german": german,
}  # fmt: skip
