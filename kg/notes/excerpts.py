"""What readers copy out of programs for reading: the notes of a book in WeRead (微信读书), excerpts of Apple Books."""

from __future__ import annotations

import re

from kg.notes.draft import Content, Source
from kg.notes.lines import Lines
from kg.notes.marked import Work, go_on, piece_of, written
from kg.notes.outline import Outline

_TOP = 2000
"""Characters in which notes of WeRead show what they are."""
_OF_PLUGIN = re.compile(
    r"(?s:.{0,1500}?)\n[> \t]{0,4}- 书名[：:][ \t]{0,4}(?P<title>[^\n]{1,200})"
    r"\n[> \t]{0,4}- 作者[：:][ \t]{0,4}(?P<author>[^\n]{1,120})"
)
"""The card of a book that the plugin for Obsidian writes: labels in a box."""
_CARD = {"出版社": "publisher", "ISBN": "isbn", "出版时间": "date", "简介": "abstract", "分类": "keywords"}
_ON_CARD = re.compile(rf"(?<=\n)[> \t]{{0,4}}- (?P<label>{'|'.join(_CARD)})[：: \t]{{1,4}}(?P<value>[^\n]{{1,2000}})")
"""What stands below title and author on that card."""
_OF_WEREAD = re.compile(
    r"[\ufeff\s]{0,8}《(?P<title>[^《》\r\n]{1,200})》[ \t]{0,4}(?:\r\n|\n|\r)[\s]{0,8}"
    r"(?:(?P<author>[^\r\n◆]{1,120})(?:\r\n|\n|\r)\s{0,8})?\d{1,5}\s?[个個条條][笔筆][记記]"
)
_ITEM = re.compile(r"\s{0,8}(?:[-*>] )?(?P<sign>◆|>>|📌|💭|⏱)\s{0,4}(?P<text>[^^]*)(?:\^[\w-]{1,60})?\s*")
_KINDS = {">>": "mark", "📌": "mark", "💭": "note"}
"""What some signs stand before; behind a `◆` is anything, and a time has no kind."""
_NOTED = re.compile(
    r"(?:\d{4}[/年.-]\d{1,2}[/月.-]\d{1,2}日?\s?)?(?:发表想法|發表想法|写下想法|认为.{0,8}|点评.{0,8})\s*"
)
"""What stands behind the sign where the reader's own words begin."""
_ORIGINAL = re.compile(r"\s{0,4}原文[：:]\s{0,4}(?P<text>.*)")
_END = re.compile(r"\s{0,4}-{1,3}\s?来自微信[读讀][书書].*")
_OF_BOOKS = re.compile(
    r"(?:^|(?<=\n))[“\"«](?P<mark>[^\r\n“”\"«»]{2,4000}(?:\r?\n[^\r\n“”\"«»]{1,4000}){0,20})[”\"»]\s{1,8}"
    r"Excerpt From(?::\s{0,4}(?P<by>[^\r\n“”]{2,120}?)\.? “(?P<named>[^\r\n“”]{1,200}?)\.?”"
    r"|\s{0,4}\n(?P<title>[^\r\n]{1,200})\r?\n(?P<author>[^\r\n]{2,120}))"
)
"""A passage that was copied, with its book: `Excerpt From: Ola Lind. “Soft Paths.” iBooks.`, or a line each."""
_BEHIND = re.compile(r"[^\r\n]*(?:\r?\n(?:https?://\S{1,300}|This material may be protected by copyright\.?))*")


def is_weread(text: str) -> bool:
    """Return whether a text is the notes of a book as WeRead copies them: its title in 《》, and how many notes."""
    return _head(text) is not None


def _head(text: str) -> re.Match[str] | None:
    return _OF_WEREAD.match(text[:_TOP]) or (_OF_PLUGIN.match(text[:_TOP]) if "📌" in text else None)


def read_weread(source: Source) -> Content:
    """Read the notes of a book: behind a `◆` is what was marked, or a chapter if `>>` stands before that."""
    head = _head(source.text)
    top = head.end() if head is not None else 0
    title, author = (
        piece_of(source.text, head.span(part)) if head and head[part] else () for part in ("title", "author")
    )
    work = Work(title, author)
    work.fields = [
        (_CARD[one["label"]], piece_of(source.text, one.span("value")))
        for one in _ON_CARD.finditer(source.text, top, top + _TOP)
    ]
    chapters = "\n>>" in source.text
    kind = ""
    lines = Lines.of(source.text, start=top)
    for line, start in zip(lines.texts, lines.starts, strict=True):
        item, original = _ITEM.fullmatch(line), _ORIGINAL.fullmatch(line)
        if original is not None:
            kind = "mark"
            work.said.append((kind, piece_of(source.text, (start + original.start("text"), start + len(line)))))
        elif item is not None:
            noted = _NOTED.fullmatch(item["text"])
            of_sign = ("" if chapters else "mark") if item["sign"] == "◆" else _KINDS.get(item["sign"], "")
            kind = "note" if noted else of_sign
            begin = item.end("text") if noted else item.start("text")
            work.said += [(kind, piece_of(source.text, (start + begin, start + item.end("text"))))] if kind else []
        elif _END.fullmatch(line) or (not line.strip() and kind == "mark"):
            kind = ""
        else:
            go_on(source.text, work, kind, (start, start + len(line)))
    work.said = [(kind, said) for kind, said in work.said if said]
    return written(Outline(source), {"": work})


def excerpts(text: str) -> list[re.Match[str]]:
    """Return what was copied out of Apple Books into a text that begins so."""
    found = list(_OF_BOOKS.finditer(text)) if "Excerpt From" in text else []
    return found if found and not text[: found[0].start()].strip("\ufeff \t\r\n") else []


def read_excerpts(source: Source, found: list[re.Match[str]]) -> Content:
    """Read passages of books; what stands between them is what was noted of the passage above."""
    works: dict[str, Work] = {}
    for number, one in enumerate(found):
        title, author = ("title", "author") if one["title"] else ("named", "by")
        work = works.setdefault(
            one[title].strip(),
            Work(piece_of(source.text, one.span(title)), piece_of(source.text, one.span(author))),
        )
        work.said.append(("mark", piece_of(source.text, one.span("mark"))))
        behind = _BEHIND.match(source.text, one.end())
        following = found[number + 1].start() if number + 1 < len(found) else len(source.text)
        noted = piece_of(source.text, (behind.end() if behind else one.end(), following))
        work.said += [("note", noted)] if noted else []
    return written(Outline(source), works)
