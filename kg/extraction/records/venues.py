"""Which fields labelled as venues are venues: a company, a person or "working paper" beside a title is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

from kg.extraction import gazetteer, names, shapes
from kg.extraction.citations.people import is_given, is_person, is_surname
from kg.extraction.entries import Field
from kg.extraction.venues import read_venue
from kg.model import Kind

_NONE = re.compile(
    r"(?:working|discussion|technical|conference|research)?\s*(?:paper|report|manuscript|article)s?|"
    r"(?:the|this|our|original) .{1,60} (?:paper|report|article)|"
    r"(?:ph\.?d\.?|master'?s?|bachelor'?s?|doctoral|diploma)?\s*(?:thesis|dissertation)|"
    r"(?:master|bachelor|diplom|magister)arbeit|habilitationsschrift|thèse(?: de doctorat)?|tesis doctoral|"
    r"tesi di (?:laurea|dottorato)|"
    r"(?:\w+ ){0,3}(?:school|faculty|department|college) of "
    r"(?!.{1,60}\b(?:journal|reports?|review|papers|bulletin)\b).{1,80}|"
    r"(?:the )?(?:[\w.'’-]+ ){1,4}(?:school|university|college)|"
    r"preprint|unpublished.*|forthcoming|(?:my |reading )?notes (?:on|of)|"
    r"(?:\d{1,2}(?:st|nd|rd|th|ª|a|º|e|ème|\.)|revised|second|third) "
    r"(?:ed(?:n|ition|ição|ición|izione)?|aufl(?:age)?|[ée]dition)|"
    r"in (?:press|preparation|submission)|submitted.*|under review|(?:part|chapter) [ivx\d]+|accepted|published|online",
    re.IGNORECASE,
)
_JUDGED = re.compile(
    r"(?:[Ff]ar |[Mm]uch )?(?i:too|quite|very|rather|not|pretty|fairly|hardly|barely|really)(?:| [a-z].*)"
    r"|[^\W\d_]+ (?:[a-z-]+ ){0,3}(?:paper|study|work|read|book|idea|methods?|results?|evaluation|data|"
    r"figures?|intro|introduction|overview|survey|review|code|theory|proof|examples?|writing|but [a-z]+|and [a-z]+)"
)
"""What people say of a paper: `Too short`, `Method paper`, `Old but good`."""
_MOST_WORDS = 14
_SHORT = 8
"""Letters of a word in the short form of the name of a journal, at most."""


def names_person(text: str) -> bool:
    """Return whether a text is the full name of a person, who told of the paper or wrote it."""
    return names.looks_like_person(text) and is_person(text) and len(text.rsplit(maxsplit=1)[-1]) > 1


def is_family_name(name: str) -> bool:
    """Return whether a name is a family name alone, and no venue."""
    first, *more = name.split()
    alone = not more or first.islower()
    return alone and not name.isupper() and not names.is_no_surname(name) and read_venue(name) is None


_NAMES_FIRST = re.compile(
    r"(?P<turned>(?:[^\W\d_a-z][\w'’-]{1,30}, (?:[^\W\d_a-z]\.[ -]?){1,3}(?:, |,? ?& |,? ?and )?){1,8})"
    r"(?:et al\.,? )?(?:\(?(?:1[5-9]|20)\d\d[a-z]?(?:, [^\W\d_]{3,9})?\)?[.:,]{0,2} )?(?=[^\W\d_a-z][^\W\d_]* \S)"
    r"|(?P<who>[^\W\d_a-z][^:;()\n\d]{2,80}?)"
    r"(?:(?<![\s.][^\W\d_])[.:] |,? (?P<year>\(?(?:19|20)\d\d[a-z]?[).:,]{1,2} ))(?=[\"“«]?[^\W\d_])"
)
"""Names before a title: with initials behind them, or with a sign or the year behind the last."""
_QUOTED = re.compile(
    r"(?P<names>[^\"“„«\n\d]{5,300}?)[,.:]?\s{1,3}(?:\(?(?:1[5-9]|20)\d\d[a-z]?\)?[.:,]?\s{1,3})?(?=[\"“„«][^\s\"”“»]{1,40}(?:\s|(?<=[.,!?])[\"”“»]|[\"”“»](?:[.,]|\W{0,3}$)))"
)
_TURNED = 2
"""Parts of a name with the family name first."""
_LISTED, _TITLE = 2, 3
"""Persons of a list, and words of the title behind it, at least."""


def title_behind_names(text: str) -> int | None:
    """Return where the title begins in the text of a link that is a reference, with its authors first; None if not.

    >>> title_behind_names("Ann Lind. On moss. Nature"), title_behind_names("Lind, A., Roe, B. On moss in peat")
    (10, 18)
    >>> title_behind_names("Blonder 2017. Hypervolumes in ecology"), title_behind_names("Lind et al. (2017) On moss")
    (14, 19)
    >>> title_behind_names("Lind, Ann, and Bo Roe. “Moss.” Oikos"), title_behind_names("Jo Roe, Max Berg, On wet moss")
    (23, 18)
    >>> title_behind_names("Deep Sets: A survey"), title_behind_names("Data Science Bowl 2017: Can it be won?")
    (None, None)
    """
    quoted = quoted_behind_names(text)
    if quoted is not None:
        return quoted
    found = _NAMES_FIRST.match(text)
    if found is None or found["turned"]:
        return found.end() if found is not None else _behind_list(text)
    people = names.byline(re.sub(r",? et al\.?$", "", found["who"]))
    called = all(names_person(name) and (is_given(name.split()[0]) or "." in name) for name in people)
    called = called or (len(people) == _TURNED and is_given(people[1].split()[0]))  # `Lind, Ann. 2012. On moss`
    named = called or (found["year"] and all(map(is_family_name, people)))
    return found.end() if people and named else _behind_list(text)


def quoted_behind_names(text: str) -> int | None:
    """Return where a title in quotation marks begins behind names, and a year; None where there is none.

    >>> quoted_behind_names('Lind, A., and Roe, B. "Moss"'), quoted_behind_names("Ann Lind 2012. “Moss”")
    (22, 15)
    >>> quoted_behind_names('It is on "Moss"') is None
    True
    """
    found = _QUOTED.match(text)
    shown = names.split_names(found["names"]).names if found is not None else ()
    called = [name for _, _, name in shown]
    sure = any(is_person(name) or name[1:2] == "." for name in called)
    return found.end() if found is not None and sure and all(map(names.looks_like_person, called)) else None


def _behind_list(text: str) -> int | None:
    """Return where the words begin behind several full names with commas; None where there are no such names."""
    people = list(takewhile(names.looks_like_person, text.split(", ")))
    behind = sum(map(len, people)) + 2 * len(people)
    known = len(people) >= _LISTED and any(map(is_person, people[: len(people) - _LISTED + 1]))
    return behind if known and len(text[behind:].split()) >= _TITLE else None


_PAGES = re.compile(r"[^\W\d_][^,]{1,60}, ?(?:\d{1,4}(?:\(\d{1,3}\))?, ?)?\d{1,5}[-–]\d{1,5}\W{0,3}")


def is_paged(text: str) -> bool:
    """Return whether a text is a journal with pages, and no title: `Oikos, 177-192.`, `Ecology, 36(6), 141-149`."""
    return _PAGES.fullmatch(text) is not None


def is_stage(text: str) -> bool:
    """Return whether words say what a text is, or how far it has come: `PhD thesis`, `Under review`."""
    return _NONE.fullmatch(text) is not None


def is_venue(field: Field, *, labelled: bool) -> bool:
    """Return whether a field that was labelled as a venue names one.

    Args:
        field: the words.
        labelled: whether a label of the note says so: `Journal: ...`.
    """
    text = field.text.strip(" .,;:()[]")
    if read_venue(text) is not None:
        return True
    if (
        is_stage(text)
        or is_stage(text.rpartition("(")[2])
        or _JUDGED.fullmatch(text)
        or not any(c.isalpha() for c in text)
    ):
        return False
    if names_person(text):
        return False
    if labelled:
        return True
    if is_surname(text):
        return False
    if any(hit.known.kind is Kind.ORG and hit.end - hit.start > len(text) * 0.6 for hit in gazetteer.find(text)):
        return False
    if shapes.is_sentence(text) or len(text.split()) > _MOST_WORDS:
        return False
    return text[0].isupper() or text[0].isdigit() or not text[0].isascii()


_SURNAMES = re.compile(
    r"[^\W\d_a-z][\w'’-]+(?:(?:, (?:and |& )?| and | & | und | et | y )[^\W\d_a-z][\w'’-]+)+(?: et al\.?)?|"
    r"[^\W\d_a-z][\w'’-]+ et al\.?|[\w .-]{2,60} (?:Collaboration|Consortium|Team)"
)


def is_authors(text: str) -> bool:
    """Return whether what was taken for a venue is a list of family names, or a group.

    >>> [is_authors(text) for text in ("Hubel and Wiesel", "ATLAS Collaboration", "Nature", "Science and Engineering")]
    [True, True, False, False]
    >>> [is_authors(text) for text in ("Papers, Tutorials, and Surveys", "Cambridge, UK", "Planet, DLR")]
    [False, False, False]
    """
    text = text.strip(" .,;:()[]")
    if not _SURNAMES.fullmatch(text) or read_venue(text) is not None:
        return False
    words = re.findall(r"[^\W\d_][\w'’-]+", text)
    grouped = words[-1] in ("Collaboration", "Consortium", "Team")
    return grouped or "et al" in text or any(is_surname(word) for word in words) or not any(map(_is_common, words))


_CAPITALS = re.compile(r"(?!(?:Ma?c|O['’]|De|Di|Du|La|Le|Van)[A-Z])\w+[A-Z]")


def _is_common(word: str) -> bool:
    """Return whether a word is none that a family name is: an ordinary one, or one with capitals inside."""
    ending = ("ing", "tion", "ics", "ogy", "ience", "ces", "ment", "ity", "pers", "ters", "als", "eys")
    return word.casefold().endswith(ending) or _CAPITALS.match(word) is not None


def is_journal(words: Sequence[str]) -> bool:
    """Return whether words are the name of a journal, or can be a short form of one: `J Clin Invest`."""
    short = [word for word in words if word != "."]
    abbreviated = len(short) > 1 and all(word[0].isupper() and len(word) <= _SHORT for word in short)
    return abbreviated or read_venue(" ".join(words).replace(" .", ".")) is not None


def is_listed(text: str) -> bool:
    """Return whether a text is the full name of a journal that the list of venues has."""
    venue = read_venue(text)
    return venue is not None and not venue.event and text.casefold() in (venue.series.casefold(), venue.name.casefold())


_ABBREVIATED = re.compile(
    r"(?:[^\W\d_a-z][^\W\d_]{0,9}\.? ){0,5}[^\W\d_a-z][^\W\d_]{0,9}\. [^\W\d_a-z][^\W\d_]{0,9}\.?"
)
"""The name of a journal with words cut short: `Aust. J. Chem.`."""


def is_cut_short(text: str) -> bool:
    """Return whether a text is the name of a journal with words cut short."""
    return _ABBREVIATED.fullmatch(text) is not None
