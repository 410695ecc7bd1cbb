"""Lines that are no records whatever they look like: quotations with their page, degrees, pointers, printed lists."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from kg.extraction import citation_forms, occasion_lines
from kg.extraction.entries import Entry, Field
from kg.extraction.linking import OF_CODE
from kg.extraction.ranges import links_near, marks_near
from kg.extraction.records.lines import Line
from kg.extraction.shapes import is_title_case
from kg.extraction.shelf_words import is_of_other_arts
from kg.links import PROGRAM, Role, read_link
from kg.model import BlockKind, LinkKind, MarkKind, Note

OTHER_ARTS = "the heading above it tells of films, music or pictures"
"""Why a record is no paper, which whoever wrote it may deny."""
_IN_PROGRAM = re.compile(rf"\d\)?\]\({PROGRAM}")
"""A page with the address at which a program shows it: `[(p. 4)](zotero://open-pdf/...)`."""
_MARKS, _PAGE = ('"', "“", "„", "«", "「"), 60
_BEHIND_PAGE = re.compile(
    r"[\W_]{0,4}(?:pp?|pg|s|seite|page|pág|стр)\.?\s?\d{1,4}(?:\s?f{1,2}\b|\s?[–-]\s?\d{1,4})?"
    r"\.?[\s:,–—-]{0,4}[\"“„«][^\n]{0,900}",
    re.IGNORECASE,
)
"""A quotation behind its page: `p. 50 "eyes on the street"`."""
_QUOTATION = re.compile(
    r"\A\W{0,4}[“\"„«][^“”\"„«»\n]{10,2000}[”\"»“]\s{0,3}\((?:(?:[^()\n]{3,120},\s)?(?:pp?|S|s|page|Seite)\.?\s?\d{1,5}"
    r"|[^()\n]{2,100}\s(?:1[6-9]|20)\d\d[a-z]?:\s?\d{1,4}(?:[-–]\d{1,4})?\))"
)
"""Words in quotation marks, and where they stand: `“...” (Lind et al., 2019, p. 5)`, `"..." (Lind 2019:5)`."""
_CITED_PAGE = (
    r"[^\s\"“„«\n\d(][^\"“„«\n]{1,80}?\s\(?(?:1[6-9]|20)\d\d[a-z]?"
    r"\)?(?:[,:]\s(?:pp?|S|s|c|str|pág|page|Seite)\.?\s?|:\s?)\d{1,4}(?:\s?[-–]\s?\d{1,4}|f{1,2}\.?)?"
)
_BEHIND_SOURCE = re.compile(rf"[\W_]{{0,4}}{_CITED_PAGE}[)\]]{{0,2}}\s?[:：,–—-]?\s{{0,2}}[\"“„«]")
"""The other way round: `(Lind 2019, p. 5) "..."`, `Lind et al. (2019: 33): "..."`."""
_SOURCE = re.compile(rf"[\s—–(\[-]{{0,4}}{_CITED_PAGE}[)\]]?[\s.]{{0,3}}")
"""The source below a quotation that is set off: `— Lind 2019, p. 5`."""
_SAYING = re.compile(
    r"\A\W{0,4}[^\n]{10,2000}?[.!?…][”\"»“]{0,2}\s{0,2}(?:\n\s{0,3})?[—–―-]{1,2}\s?[^\W\d_a-z][^\n\d]{2,160}\Z"
)
"""A sentence, and behind a dash who said it: `"Forever is composed of nows." — Emily Dickinson`."""
_LITERAL = re.compile(r"\[\s?(?:nan\b|[\"'](?:[^\"'\[\]]{0,80}[\"']\s?,\s{0,2}[\"'])|[\"']\\n)")
"""The beginning of a list of texts as programs print it."""
_ATTENDANCE = re.compile(rf"\W{{0,4}}{occasion_lines.ATTENDANCE}[^:：\n]{{0,20}}[:：]")
"""The beginning of a line that tells who is at a meeting."""
_QUESTION = re.compile(
    r"\W{0,4}(?:Q(?:uestion)?|Frage|Pregunta|Pergunta|Domanda|Вопрос|[问問]题?|質問|문제)\s?\d{0,3}\s?[:：.)]",
    re.IGNORECASE,
)
_LABEL = 20
_ANSWER = re.compile(
    r"\s{0,3}\W{0,4}(?:A(?:nswer)?|Antwort|Respuesta|Resposta|Risposta|Ответ|R|[答]案?|답)\s?\d{0,3}\s?[:：.)]"
)
_ASKS = re.compile(
    r"(?:who|whom|whose|what|which|when|where|why|how|wer|was|wie|wann|wo|warum|welche[rs]?|qui|que|quoi|quel(?:le)?s?|"
    r"quién|qué|cuál|cuándo|chi|che|quale|кто|что|как|когда|где|почему)\b[^\n]{8,300}[?？]\s{0,3}\Z",
    re.IGNORECASE,
)
"""A question, which the answer of a flashcard follows."""
_BACK = re.compile(
    r"\W{0,4}(?:(?:vgl|see|cf|siehe|voir|ver|véase|см)\.?\s)?(?:[^\n,.;:()]{2,40},\s)?"
    r"(?:ibid(?:em)?|idem|id\.|eadem|op\.\s?cit|loc\.\s?cit|ebd|ebenda|a\.\s?a\.\s?O|там же|указ\. соч)(?![^\W\d_])",
    re.IGNORECASE,
)
"""What refers to the reference before, or to one above: `Ibid., 45`, `Lind, op. cit., 12`, `Ebd., S. 3`."""
_SHORT, _IN_BRACKETS, _FEWEST, _AGAIN = 2, 5, 4, 0.5
"""Words of a value of a column, and of one in brackets, at most; rows in which such values come again, and their share
of a table, at least."""
_IN_YEARS = re.compile(
    r"\W{0,4}(?:After|Before|Between|By|During|From|In|Since|Until) "
    r"(?:(?:19|20)\d\d(?: ?(?:and|to|until|[-–—]) ?)?){1,2},? "
)
"""How a sentence begins, and no reference: `Between 2013 and 2018, ...`."""
_DEGREE = re.compile(
    r"\W{0,4}(?:[\w.]{1,12}\s){0,2}"
    r"(?:(?:[BM]\.?\s?Sc\.?|[BM]\.\s?[AS]\.|[BM](?:Eng|Phil|Ed|Tech|Res|BA)|Ph\.?\s?D\.?|D\.?\s?Phil\.?)"
    r"(?=\s(?:in|of|student|candidate|degree|Student|Candidate|Degree)\b|,\s)"
    r"|(?:Bachelor|Master|Doctor)(?:['’]s)?\s(?:degree|of\s(?:Arts|Science|Engineering|Philosophy|Laws)\b)"
    r"|Exchange\s(?:[Ss]emester|[Yy]ear|[Ss]tudent)|Licence\sen\b|Licenciatura\sen\b|Diplom(?:studium)?\sin\b)[^\n]{0,160}?"
    r"(?:\b(?:19|20)\d\d\b|[Uu]niversi|[Cc]ollege|[Ii]nstitut|[Ss]chool|[Hh]ochschule|[Pp]olitec|[Pp]olytech)"
)
"""A line of a curriculum vitae: `M.Sc. in Forestry, University of Lund, 2019-2021`."""
_INNER = frozenset(
    "and or but nor with by of from as that which whose than is are was were has have his her he".split()
)
_OPEN = frozenset("the a an of and or in on for with to by from their its our".split())
"""Words with which no title begins, and with which none ends."""
_LONGEST_TITLE = 400
"""Characters of a title, at most."""
_LONG_TITLE, _TWO_SENTENCES = 240, re.compile(r"[^\W\d_]{4}[.!]\s[A-ZÀ-Þ]")
"""Characters from which on two sentences are a text: of 876,000 titles 52 are longer, and have two."""
_ARTICLES, _FEW, _BEGUN = ("a", "an", "the", "this", "some"), (2, 3), ("on", "about", "with", "from", "for", "at")
"""Words that begin a piece of a sentence: the first ones if so few words follow in small letters."""
_BREAK = re.compile(r"\w[.!]\s[A-ZÀ-Þ]")


def none_by_form(note: Note, line: Line, entry: Entry) -> str:
    """Return why the line that a record would begin with is none by its form; "" when it may be one.

    Args:
        note: the note.
        line: the line.
        entry: what was read in the record.
    """
    text = note.blocks[line.index].prose[line.start : line.end]
    paged = _BEHIND_PAGE.fullmatch(text) or _BEHIND_SOURCE.match(text) or _QUOTATION.search(text)
    if paged or _is_annotation(note, line, text) or _is_sourced(note, line):
        return "it is a quotation with its page"
    quoted = note.blocks[line.index].quote > 0 or text.lstrip().startswith(_MARKS)
    if quoted and _SAYING.search(text) and not (entry.title and is_title_case(entry.title.text)):
        return "it is a quotation with its speaker"
    if _DEGREE.match(text) and not any(
        read_link(one.target).role is Role.PAPER for one in note.blocks[line.index].links
    ):
        return "it is a degree of somebody"
    asked, title = _QUESTION.match(text), entry.title
    behind = note.blocks[line.index].prose[line.end : line.end + _LABEL]
    answered = asked and _ANSWER.match(behind) and title is not None and title.start < line.start + asked.end()
    if answered or (asked and _ASKS.match(title.text if title is not None else "")):
        return "it is a question to be answered"
    if OF_CODE.match(text) and entry.year is None and not entry.authors:
        return "it is a repository of code"
    if opening := _opening(text, title.start - line.start if title is not None else 0):
        return opening
    if is_of_other_arts(note, line.index) and not (entry.venue or entry.links or entry.citekey):
        return OTHER_ARTS
    if _names_file(note, entry) or (title is not None and _is_embedded(note, title)):
        return "it names a file, a folder or a part of a note"
    return "it is a list of values, as programs print it" if _LITERAL.search(text) else ""


def _opening(text: str, title: int) -> str:
    """Return why a line that begins so is no reference, "" if it may be one; `title` is where its title begins."""
    if _BACK.match(text):
        return "it refers to a work above"
    if _ATTENDANCE.match(text):
        return "it tells who was at a meeting"
    since = _IN_YEARS.match(text)
    return "it is a sentence" if since is not None and title >= since.end() else ""


def repeated_values(note: Note, titles: Sequence[Field | None]) -> set[int]:
    """Return which titles are short values of a column, or in brackets of a list, in which most come again.

    So it is with the country in `Lind | 2019 | Brazil`, and with the field in `Lind2019: (Botany) https://doi.org/...`.

    Args:
        note: the note.
        titles: what was read as the title of each record.
    """
    columns: dict[tuple[int, int], list[str]] = defaultdict(list)
    for block in note.blocks if any(titles) else ():
        for column, cell in enumerate(block.cells if block.kind is BlockKind.ROW else ()):
            columns[block.group, column].append(block.prose[slice(*cell)].strip())
    for title in titles:
        place = _column(note, title) if title is not None else None
        if title is not None and place is not None and place[1] < 0:
            columns[place].append(title.text)
    again = {
        place for place, values in columns.items() if _come_again(values, _SHORT if place[1] >= 0 else _IN_BRACKETS)
    }
    return {n for n, title in enumerate(titles) if title is not None and _column(note, title) in again}


def _come_again(values: Sequence[str], longest: int) -> bool:
    """Return whether the values of a column are of few words, and most are those of other rows, too."""
    counted = Counter(value for value in values if value)
    repeated = sum(count for count in counted.values() if count > 1)
    short = all(len(value.split()) <= longest for value in counted)
    return short and repeated >= max(_FEWEST, _AGAIN * len(values))


def _column(note: Note, title: Field) -> tuple[int, int] | None:
    """Return the table and the number of the column that a title stands in, or its list and -1 if it is in brackets."""
    block = note.blocks[title.block]
    found = (n for n, (start, end) in enumerate(block.cells) if start <= title.start < end)
    column = next(found, None)
    if block.kind is BlockKind.ITEM and block.prose[max(0, title.start - 1) : title.end + 1] == f"({title.text})":
        column = -1
    return (block.group, column) if column is not None else None


def _is_annotation(note: Note, line: Line, text: str) -> bool:
    """Return whether a line is a quotation behind which a link leads to its page in a program."""
    block = note.blocks[line.index]
    if not text or not (block.quote > 0 or text.lstrip().startswith(_MARKS)):
        return False
    end = block.source(line.start, line.end)[1]
    return _IN_PROGRAM.search(note.text, max(end - _PAGE, 0), end + _PAGE) is not None


def _names_file(note: Note, entry: Entry) -> bool:
    """Return whether a title that nothing stands beside has a path in the type of code: `the `out/png` directory`."""
    title = entry.title
    if title is None or entry.authors or entry.year or entry.links:
        return False
    block = note.blocks[title.block]
    marks = (mark for mark in marks_near(block, title.start, title.end) if mark.kind is MarkKind.CODE)
    return any("/" in block.prose[mark.start : mark.end] for mark in marks)


def _is_sourced(note: Note, line: Line) -> bool:
    """Return whether a line is a quotation that is set off, and the line or the block below its source with a page."""
    block = note.blocks[line.index]
    below = block.prose[line.end :]
    if not block.quote or line.start:
        return False
    following = note.blocks[line.index + 1].prose if line.index + 1 < len(note.blocks) else ""
    return _SOURCE.fullmatch(below or following) is not None


_POINTS = re.compile(
    r"(?:(?i:this|that|their|our|his|her|the)(?: (?:recent|new|original|same|first))?|[A-Z]{3,10}[ '’-]?(?:\d\d){1,2})"
    r" (?:work|paper|study|article|report|thesis|preprint)|(?:YYYY|MM|DD|HH)(?:[-/.:](?:YYYY|MM|DD|HH)){1,3}"
)
"""Words that only point to a work, and a place for a day."""


def is_no_title(text: str) -> bool:
    """Return whether a text is longer than titles are, a word in small letters, a piece of a sentence, or a citation.

    >>> [is_no_title(text) for text in ("well", "Roe and Lind 2017", "and XLNet", "on the", "Logic", "For whom")]
    [True, True, True, True, False, False]
    >>> is_no_title("This work"), is_no_title("ICML'19 paper"), is_no_title("The Lost Paper")
    (True, True, False)
    >>> [is_no_title(text) for text in ("a lake", "on lakes. Two of them froze, and more", "On lakes. A study of ice")]
    [True, True, False]
    """
    words = text.split()
    inner = bool(words) and (words[0] in _INNER or words[-1] in _OPEN)
    word = text.isalpha() and text.islower() and text.isascii()
    long = len(text) > _LONGEST_TITLE or (len(text) > _LONG_TITLE and bool(_TWO_SENTENCES.search(text)))
    cut = len(words) in _FEW and text.islower() and words[0] in _ARTICLES
    cut = cut or (text[:1].islower() and words[0] in _BEGUN and bool(_BREAK.search(text)))
    inner = inner or _POINTS.fullmatch(text) is not None
    return inner or word or long or len(text) == 1 or cut or citation_forms.BARE.fullmatch(text) is not None


_FORMULA = re.compile(r"\$[^$]{0,400}\$|\\[A-Za-z]+|[_^]\{[^{}]{0,60}\}|\b\w\b|[_^]\w+")
_SUPPOSES = re.compile(r"(?:Let|Suppose|Assume|Where|Consider|Denote|Define|Given) \$")
_WORDED = re.compile(r"[^\W\d_]{3}")
_SIGNS = frozenset("+=<>|/\\;,")
"""With which no title begins."""


def is_fragment(title: str) -> bool:
    r"""Return whether words begin with a sign that no title begins with, end a sentence amid, or are of a formula.

    >>> [is_fragment(text) for text in ("何だろう。値を持つ", "+BEGIN (and", "iPhone Forensics")]
    [True, True, False]
    >>> is_fragment(r"A^{(1)} = I + \mathbb{E}"), is_fragment("Let $x$ be a state of the world")
    (True, True)
    """
    formula = ("\\" in title or "$" in title) and not _WORDED.search(_FORMULA.sub(" ", title))
    return title[:1] in _SIGNS or "。" in title[:-1] or formula or _SUPPOSES.match(title) is not None


_FINITE = re.compile(
    r"\b(?:ist|sind|wird|werden|hat|haben|kann|können|muss|müssen|soll|sollen|gibt|ergibt|besteht|bestehen|dient|dass|est|sont|peut|peuvent|puede|"
    r"pueden|está|están|fueron|são|pode|podem|foram|può|possono|zijn|wordt|worden|kunnen|является|являются)\b"
)
_STOP = re.compile(r"[^\W\d_]{3}[.!]\s[A-ZÀ-Þ]")
_PROSE, _STATEMENT = 10, 7
"""Words of a text of two sentences, and of one with a verb of another language than English, at least."""


def is_prose(text: str) -> bool:
    """Return whether a text without marks is a sentence of a text, or more than one: no title has so many words of it.

    >>> is_prose("Gemeinsam ist den Kennungen, dass sie jeweils eine Syntax haben"), is_prose("Was ist Aufklärung?")
    (True, False)
    """
    count = len(text.split())
    return (count >= _STATEMENT and bool(_FINITE.search(text))) or (count >= _PROSE and bool(_STOP.search(text)))


def _is_embedded(note: Note, title: Field) -> bool:
    """Return whether a title is the link to a part of a note: `![[Reading map#Moss]]`."""
    near = links_near(note.blocks[title.block], title.start, title.end)
    return any(link.kind is LinkKind.WIKI and "#" in title.text and link.start <= title.start for link in near)


_LIST = re.compile(r"\b(?:sources|references|papers|readings|publications|bibliography|literature)$", re.IGNORECASE)


def heads_list(lines: Sequence[Line], title: str) -> bool:
    """Return whether a heading says that works follow, and another heading stands below it: `Sources`, `Consulted`."""
    heads = [line.kind == "h" for line in lines]
    return heads[0] and sum(heads) > 1 and _LIST.search(title) is not None
