"""Reading the names of persons as people print them: lists of authors, inverted names, initials, any script.

Only the form is looked at. Nothing here knows a person, so a team ("OpenAI") in a list of authors is a name too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kg import lexicons
from kg.extraction.citations.people import GROUPS, MONTHS, is_given
from kg.personal_names import COMPANIES, is_family_first, is_site, joined

PARTICLES = lexicons.words("name particle")
"""Small words inside family names."""
SUFFIXES = lexicons.words("name suffix")
"""What may follow a name behind a comma."""
ORGANISATION_WORDS = lexicons.words("organisation word")
"""Words in names of organisations."""
TITLE_WORDS = lexicons.words("title word")
"""Words that titles and headings are made of, and no name."""
ADMIN = ("admin", "administrator")
"""Who runs a site: the template of a page has them for its author."""


MOST_CHARACTERS = 70
MOST_TOKENS = 6
MOST_NAME = 9
"""Words of a name, those of groups among them."""

_TITLE_ENDINGS = re.compile(
    r"(?:[a-z]{3}(?:tions?|izations?|abilit(?:y|ies)|icity|ularity|ology|ometry|formers?|works))$"
)

_LABEL = re.compile(
    r"\s*(?:(?:authors?(?:\(s\))?|author\(s\)|autor(?:en|es|in)?|auteurs?|авторы?|作者|著者|저자)\s{0,3}[:：]|by\s)\s{0,3}",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r",?\s{0,3}(?:\bet\.?\s{0,2}al(?:ii|ia|\b)\.?|(?:\band|&|,)\s{0,3}(?:\d{1,4}\s{1,3}|many\s{1,3})?(?:other(?:s|\sauthors)?|more)\b"
    r"|(?<![\d+])\+\s?\d{1,4}(?:\s(?:more|others))?|等人?|\bи\sдр\b\.?|\by\sotros\b|외(?:\s\d{1,3}명)?|ほか|他|\bu\.\s?a\.|\band\s(?:colleagues|co-?authors)\b|,?\setc\b\.?)",
    re.IGNORECASE,
)
_GAP = re.compile(r"(?:,\s?)?(?:…|\.\s?\.\s?\.|\[\s?\.\.\.\s?\])(?:\s?,)?")
_QUOTED = re.compile(r'^"(?P<name>[^"]{1,60})"(?=,)')
"""A family name in quotation marks, as some programs keep its words together."""
_NOISE = re.compile(
    r"(?<=\s)(?:\"[^\W\d_]{2,20}\"|“[^\W\d_]{2,20}”|'[^\W\d_]{2,20}')(?=\s|$)"  # a nickname
    r"|\([^()]{0,200}\)|\[[^\[\]]{0,200}\]|\$[^$]{0,60}\$|<[^<>]{0,60}>|\S{1,60}@[\w-]{1,60}\.\S{1,60}"
    r"|(?<![^\W_])(?<!-)(?!\d(?:nd|rd|th)\b)\d{1,30}|(?<![\d-])\d{1,30}(?![^\W_-])|[*†‡§¶∗⋆★♠♣♥♦✉#^~°¹²³⁴-⁹₀-₉\u200b\ufe0f]"
    r"|(?<=\w),? Ph\.? ?D\b\.?"
)
_STRONG = re.compile(
    r"(?:[;；|•/]|(?<![\u3400-\u9fff])·|·(?![\u3400-\u9fff]))(?:\s{0,3}(?:and|&)\s)?|(?<=[\u3400-\u9fff])・(?=[\u3400-\u9fff])"
)
_AND = re.compile(
    r"(?:[,，、]\s{0,5})?(?:(?<=\s)|(?<=,))(?:and|und|et|и)(?=\s)|"
    r"(?:[,，、]\s{0,5})?(?:&(?!(?:(?<=\b\w&)|(?<=\b\w\w&))\w\b(?!\.))|＆|(?<=\s)with(?=\s))"  # but AT&T
)
_SPANISH_AND = re.compile(r"(?<=\s)[ye](?=\s)")
_COMMA = re.compile(r"[,，、]")
_NUMERAL = re.compile(r"(?=[IVX]{3})X{0,3}(?:IX|IV|V?I{0,3})")
"""The number of a king or a pope, as long as no initials are."""
_ORDINALS = frozenset(["2nd", "3rd", "4th"])
_TWO_NAMES = 4
"""Pieces of two names that are turned round."""
_DIGRAPHS = frozenset(["Ch", "Th", "Ph", "Sh", "Zh", "Kh", "Chr", "Wm", "Yu", "Ya"])
_HAN = re.compile(r"[\u3400-\u9fff\uac00-\ud7af\u3040-\u30ff·]{2,6}")
_NO_COMMAS = str.maketrans("", "", ",，")
_WORD = re.compile(r"[^\W\d_][^\W\d_'’`.\-‐‑]*(?:['’`.\-‐‑][^\W\d_]*)*", re.UNICODE)


@dataclass(frozen=True, slots=True)
class NameList:
    """The names in a text, in order."""

    names: tuple[tuple[int, int, str], ...]
    """Start and end in the text, and the form to show, given name first."""
    complete: bool
    """False when the text says that there are more ("et al.", "and others", an ellipsis)."""


def split_names(text: str, *, field: bool = False) -> NameList:
    """Split a list of authors into its names; brackets, figures and footnote marks are no part of a name.

    Args:
        text: the list.
        field: whether it is the value of a field of a bibliography, where no family name stands alone.

    >>> [name for _, _, name in split_names("Vaswani, A., van der Maaten, L., & Parmar, N.").names]
    ['A. Vaswani', 'L. van der Maaten', 'N. Parmar']
    >>> [name for _, _, name in split_names("Novak, Ana, Petrov, Karel").names]
    ['Ana Novak', 'Karel Petrov']
    >>> split_names("Vaswani et al.")
    NameList(names=((0, 7, 'Vaswani'),), complete=False)
    """
    readable, complete = _readable(text)
    if _STRONG.search(readable):
        parts = _ranges(readable, _STRONG, (0, len(readable)))
        names = [name for part in parts for name in _weak(readable, part, field=field, alone=False)]
    else:
        names = _weak(readable, (0, len(readable)), field=field)
    kept = [(start, end, display(turned or readable[start:end])) for start, end, turned in names]
    return NameList(tuple(name for name in kept if _possible(name[2])), complete)


def display(name: str, *, straight: bool = False) -> str:
    """Bring one name into the form to show: given name first, initials with dots, no marks around it.

    Args:
        name: of a person.
        straight: whether without a comma it is known to have the given name first: `Hongjin SU`.

    >>> display("Maaten, Laurens van der")
    'Laurens van der Maaten'
    >>> display("Vaswani AN"), display("Lind O. B."), display("佐藤, 健"), display("王, 小明")
    ('A. N. Vaswani', 'O. B. Lind', '佐藤 健', '王小明')
    >>> display("van der Berg, Jan Jr")
    'Jan van der Berg Jr'
    """
    name = " ".join(_NOISE.sub(" ", name).replace("{", "").replace("}", "").split()).strip(" ,;:，、[(")
    name = name.replace('"', "") if name.count('"') == 1 else _QUOTED.sub(r"\g<name>", name)  # or around a family name
    if is_family_first(name.translate(_NO_COMMAS)):
        family, blank, given = name.replace(",", " ").replace("，", " ").partition(" ")
        foreign = _HANGUL.search(family) is not None and not _KOREAN.fullmatch(f"{family}{given}".replace(" ", ""))
        return joined(family, given.strip()) if blank and " " not in given.strip() and not foreign else name
    family, comma, given = name.partition(",")
    given, _, later = given.partition(",")
    names, _, last = given.strip().rpartition(" ")
    if names and not later and len(last) > 1 and _is_suffix(last):
        given, later = names, last
    if comma and family.strip() and given.strip():
        if given.strip(" .").lower() in COMPANIES:
            return name
        if given.strip().lower() in SUFFIXES or (later.strip() and given.strip()[:1].islower()):
            return _stop(f"{later.strip()} {family.strip()} {given.strip()}".strip())
        given = given.strip() if family.strip().casefold() in GROUPS else _spread(given.strip())
        return _stop(f"{given} {family.strip()} {later.strip()}".strip())
    words = name.split(" ")
    suffix = f" {words.pop()}" if len(words) > 2 and _is_suffix(words[-1]) and _is_trailing_initials(words[-2]) else ""
    acronyms = words[0].isupper() and len(words[-1].strip(".")) > 1
    behind = len(words) > 1 and _is_trailing_initials(words[-1]) and not _is_initials(words[0])
    behind = behind and all(not word[0].islower() or word in PARTICLES for word in words)  # `Centre for AI`
    if behind and not acronyms and not straight:
        first = next(at for at in range(len(words), 0, -1) if not _is_trailing_initials(words[at - 1]))
        return f"{_spread(' '.join(words[first:]))} {' '.join(words[:first])}{suffix}"
    return _stop(name)


def is_group(name: str) -> bool:
    """Return whether a name of several words has a noun for groups, or is an address of a site, and is of no person.

    >>> [is_group(name) for name in ("Fern Lab", "Ministério da Saúde", "ferns. org", "Lab", "Ana Roe")]
    [True, True, True, False, False]
    """
    words = name.split() if " " in name else ()
    return is_site(name) or any(word.strip(".,;:()").casefold() in GROUPS for word in words)


def tells_others(text: str) -> bool:
    """Return whether what stands in the place of a name says that there are more: `others`, `et al.`, `…`, `等`.

    >>> [tells_others(text) for text in ("others", "et al.", "...", "[et al]", "等", "et alia", "Ana Others")]
    [True, True, True, True, True, True, False]
    """
    text = text.strip(" ,;.[](){}\n")
    return (
        not text
        or text.casefold() in ("others", "coauthors", "co-authors")
        or _OTHERS.fullmatch(text) is not None
        or _GAP.fullmatch(text) is not None
    )


@lru_cache(maxsize=1 << 16)
def looks_like_person(text: str) -> bool:
    """Return whether a short text has the form of one person's full name.

    Two to five capitalised words, initials and particles, no figure and no word that titles are made of; or two to
    four characters of a Chinese, Japanese or Korean name. A surname alone does not: too many things look so.

    >>> [looks_like_person(text) for text in ("Ashish Vaswani", "L. van der Maaten", "Layer Normalization", "BERT")]
    [True, True, False, False]
    """
    text = text.strip(" ,;*†‡")
    if _HAN.fullmatch(text):
        return len(text) <= 4 and may_be_name(text)
    words = text.split()
    if not 2 <= len(words) <= 5 or len(text) > MOST_CHARACTERS:
        return False
    full = [word for word in words if not _is_initials(word) and word not in PARTICLES and word.lower() not in SUFFIXES]
    if not full or not all(_is_name_word(word) for word in full) or text.isupper():
        return False
    if sum(word.isupper() and len(word) > 1 for word in full) > 1 or words[-1] in PARTICLES:
        return False
    return len(words) >= 2 and not any(_is_title_word(word) for word in full)


_BYLINE_MARKS = re.compile(r"(?<=\w)\d{1,2}\b|[*∗†‡§¶#^0-9]+")


def byline(text: str) -> list[str]:
    """Cut a line of names at commas and at `and`, without the marks and numbers of affiliations.

    >>> byline("Jane Roe*, Bo Li1,2 & Ann Poe")
    ['Jane Roe', 'Bo Li', 'Ann Poe']
    """
    parts = re.split(r",|;| and | & ", _BYLINE_MARKS.sub("", text))
    return [part.strip() for part in parts if part.strip()]


_KANA = re.compile(r"[\u3040-\u30ff]")
_SIGNS = re.compile(r"[\u3400-\u9fff]")
_HANGUL = re.compile(r"[\uac00-\ud7af]")
CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MIXED = re.compile(r"[A-Za-z]{2} ?[\u3400-\u9fff]|[\u3400-\u9fff] ?[A-Za-z]{2}")
_CLAUSE = re.compile(r"[的了是這这那吗嗎呢很需把被はがをにで。、，：]")
"""Signs of Chinese and Japanese sentences that no name is written with."""
_KOREAN = re.compile(
    r"(?:[김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진지엄채원천방공현함변염석선설마길"
    r"연위표명기반라왕금옥육인맹제모탁국어은편용] ?|남궁 ?|황보 ?|제갈 ?|선우 ?|독고 ?)[\uac00-\ud7af]{2}"
    r"|(?:[\uac00-\ud7af]{1,5}[ ·]){1,3}[\uac00-\ud7af]{2,5}"
)
"""A Korean name, the family name first, or one of another language in Korean letters, in several pieces."""
_KOREAN_CLAUSE = re.compile(r"[을를에는의와며면히된될로고게과](?= |$)")
"""How words of Korean sentences end, and names do not."""
_PIECE, _JAPANESE, _TRANSCRIBED = 5, 7, 16
"""Characters of a name in Chinese signs, of one with kana among them, and of one transcribed in kana, at most."""
_UNCOUNTED = PARTICLES | ORGANISATION_WORDS
_SMALL_WORDS = 1
"""Words in small letters, besides particles, that a name may have; `bell hooks` is all small letters."""


@lru_cache(maxsize=1 << 12)
def may_be_name(text: str) -> bool:
    """Return whether a text can be the name of somebody, a person or a group, and not a clause.

    >>> [may_be_name(text) for text in ("Jane Roe", "bell hooks", "李明", "通过NN", "see if it", "roe.org", "admin")]
    [True, True, True, False, False, False, False]
    >>> [may_be_name(text) for text in ("김민수", "얀 르쿤", "구조는", "따라서", "데이터를 보면")]
    [True, True, False, False, False]
    """
    if is_site(text) or any(word.isdigit() for word in text.split()) or text in ADMIN:
        return False
    if _HANGUL.search(text):
        return _KOREAN.fullmatch(text) is not None and _KOREAN_CLAUSE.search(text) is None
    if CJK.search(text):
        longest = max((len(piece) for piece in re.split(r"[\s·・,.]", text) if CJK.search(piece)), default=0)
        most = _TRANSCRIBED if not _SIGNS.search(text) else _JAPANESE if _KANA.search(text) else _PIECE
        return 0 < longest <= most and not _CLAUSE.search(text) and not _MIXED.search(text)
    words = text.split()
    small = [word for word in words if word.islower() and word not in _UNCOUNTED and len(word) > 1]
    return len(words) <= MOST_NAME and (len(small) <= _SMALL_WORDS or len(small) == len(words) == _SMALL_WORDS + 1)


_PREFIX = re.compile(
    r"(?:Mc|Mac|Van|Vander|Von|De|Den|Der|Del|Della|Di|Du|Da|La|Le|Les|Fitz|St|San|Saint|Ben|Ter|[OD]['’])(?=[^\W\d_a-z])"
)
_COINED = re.compile(r"\w*[\d_]|[^\W\d_A-Z]*+[A-Z]?[^\W\d_A-Z]++[A-Z]")


def is_no_surname(name: str) -> bool:
    """Return whether one word is written as no family name is, but as names of data, programs and sites are.

    A company may be called so: `EleutherAI`.

    >>> [is_no_surname(name) for name in ("KubeCon", "McAuliffe", "Unfair-ToS", "Goodman-Bacon", "T5", "LeCun", "x_1")]
    [True, False, True, False, True, False, True]
    """
    return (
        " " not in name
        and not name.endswith("AI")
        and any(_COINED.match(_PREFIX.sub("", part)) for part in re.split(r"[-‐‑]", name))
    )


def is_clause(text: str) -> bool:
    """Return whether Chinese, Japanese or Korean signs are a piece of a sentence, and no name or piece of one.

    >>> [is_clause(text) for text in ("데이터를", "김", "민수", "看这里的")]
    [True, False, False, True]
    """
    if _HANGUL.search(text):
        return len(text) > 1 and _KOREAN_CLAUSE.search(text) is not None
    return not may_be_name(text)


def _readable(text: str) -> tuple[str, bool]:
    """Blank out what is no name, at equal length, and say whether the list is whole."""
    complete = True
    label = _LABEL.match(text)
    if label:
        text = " " * label.end() + text[label.end() :]
    others = _OTHERS.search(text)
    if others and text[: others.start()].strip():
        text, complete = text[: others.start()], False
    gap = _GAP.search(text)
    if gap and text[: gap.start()].strip():
        complete = False
        text = text[: gap.start()] + ",".ljust(gap.end() - gap.start()) + text[gap.end() :]
    text = _NOISE.sub(_blank, text)
    if "\n" in text and not _COMMA.search(text) and not _AND.search(text):
        text = text.replace("\n", ";")
    return text, complete


def _blank(hit: re.Match[str]) -> str:
    return " " * (hit.end() - hit.start())


def _ranges(text: str, separator: re.Pattern[str], within: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the ranges between separators, trimmed, without empty ones."""
    start, found = within[0], []
    for hit in separator.finditer(text, *within):
        found.append((start, hit.start()))
        start = hit.end()
    found.append((start, within[1]))
    trimmed = (_trim(text, *place) for place in found)
    return [place for place in trimmed if place[0] < place[1]]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and (text[start].isspace() or text[start] in ",.:-–—"):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in ",:;-–—"):
        end -= 1
    last = text[start:end].rsplit(None, 1)[-1] if start < end else ""
    if last.endswith(".") and not _is_initials(last) and last.lower() not in SUFFIXES:
        end -= 1
    return start, end


def _weak(text: str, within: tuple[int, int], *, field: bool, alone: bool = True) -> list[tuple[int, int, str]]:
    """Read a part divided by commas and "and", in which a comma may also turn a name round.

    Blanks alone divide Chinese and Korean names, if stronger signs divide none.
    """
    parts = [_joined(text, _ranges(text, _COMMA, part)) for part in _spanish(text, _ranges(text, _AND, within))]
    parts = [part for part in parts if part]
    if parts and all(len(part) == 2 for part in parts) and sum(_turns(text, *part) for part in parts) * 2 > len(parts):
        return [_turn(text, *part) for part in parts]
    if _are_pairs(text, parts, field=field):
        return [_turn(text, *pair) for part in parts for pair in _two_by_two(part)]
    pieces = [piece for part in parts for piece in part]
    han = alone and len(pieces) == 1 and text[slice(*pieces[0])].split()
    foreign = han and _HANGUL.search(han[0]) and not all(map(_KOREAN.fullmatch, han))
    if han and len(han) > 1 and not foreign and all(_HAN.fullmatch(word) for word in han):
        return [(*place, "") for place in _ranges(text, re.compile(r"\s"), within)]
    return _pairs(text, pieces)


def _spanish(text: str, parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Divide at a lone "y" or "e" only between full names: `Ramón y Cajal` is one person."""
    divided: list[tuple[int, int]] = []
    for part in parts:
        halves = _ranges(text, _SPANISH_AND, part)
        whole = len(halves) < 2 or any(len(text[start:end].rpartition(",")[2].split()) < 2 for start, end in halves)
        divided.extend([part] if whole else halves)
    return divided


def _joined(text: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Join "Jr." behind a comma to its name."""
    joined: list[tuple[int, int]] = []
    for start, end in pieces:
        if joined and text[start:end].lower() in SUFFIXES:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _are_pairs(text: str, parts: list[list[tuple[int, int]]], *, field: bool) -> bool:
    """Return whether commas alone divide `Family, Given, Family, Given`."""
    if not parts or any(len(part) % 2 for part in parts) or max(map(len, parts)) < _TWO_NAMES:
        return False
    pairs = [pair for part in parts for pair in _two_by_two(part)]
    if all(is_family_first(text[start:end]) for pair in pairs for start, end in pair):
        return any(end - start == 1 for pair in pairs for start, end in pair)
    given = [text[slice(*pair[1])].split() for pair in pairs]
    told = sum(is_given(words[0]) or _is_initials(words[-1]) for words in given)
    families = not any(is_given(text[slice(*pair[0])]) for pair in pairs)
    return all(_turns(text, *pair) for pair in pairs) and (field or (3 if families else 2) * told >= len(pairs))


def _two_by_two(pieces: Sequence[tuple[int, int]]) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    return zip(pieces[::2], pieces[1::2], strict=True)


def _pairs(text: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int, str]]:
    names: list[tuple[int, int, str]] = []
    words = [len(text[start:end].split()) for start, end in pieces]
    place = 0
    if len(pieces) > 2 and _turns(text, *pieces[:2]) and min(words[2:]) > 1 and _is_given(text[slice(*pieces[1])]):
        names.append(_turn(text, *pieces[:2]))
        place = 2
    while place < len(pieces):
        here = text[slice(*pieces[place])]
        after = text[slice(*pieces[place + 1])] if place + 1 < len(pieces) else ""
        if after and _is_initials(after) and not _is_initials(here):
            names.append(_turn(text, pieces[place], pieces[place + 1]))
            place += 2
        else:
            names.append((*pieces[place], ""))
            place += 1
    return names


def _turn(text: str, family: tuple[int, int], given: tuple[int, int]) -> tuple[int, int, str]:
    return family[0], given[1], f"{text[slice(*family)]}, {text[slice(*given)]}"


def _turns(text: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Return whether two neighbours at a comma read as family name and given name."""
    family, given = text[slice(*first)].split(), text[slice(*second)].split()
    if family[-1].lower() in SUFFIXES and len(family) > 1:
        family = family[:-1]
    if _is_initials(" ".join(given)):
        return not _is_initials(" ".join(family))
    if len(given) > 3 or any(_is_initials(word) for word in family) or _HAN.fullmatch(family[0]):
        return False
    return len(family) == 1 or family[0].lower() in PARTICLES or (len(family) == 2 and len(given) == 1)


def _is_given(text: str) -> bool:
    """Return whether this can be the given names behind a turned family name, and not a full name."""
    words = text.split()
    return len(words) == 1 or _is_initials(words[-1]) or words[-1].lower() in PARTICLES


@lru_cache(maxsize=1 << 16)
def _is_initials(text: str) -> bool:
    """Return whether a text is initials: `A.`, `A. N.`, `J.-B.`, `AN`, `Ch.`; a lone capital counts."""
    if len(text) > 16 or _HAN.fullmatch(text):
        return False
    parts = [part for part in re.split(r"[\s.’'-]+", text) if part]
    dotted = "." in text and all(
        (part.isupper() and len(part) <= 2) or (part in _DIGRAPHS and f"{part}." in text) for part in parts
    )
    joined = len(parts) <= 3 and all(
        part.isupper() and part.isalpha() and len(part) <= (3 if len(parts) == 1 else 1) for part in parts
    )
    return 1 <= len(parts) <= 4 and (dotted or joined)


def _is_suffix(word: str) -> bool:
    return word.lower() in SUFFIXES or word in _ORDINALS


def _is_trailing_initials(word: str) -> bool:
    bare = word.replace(".", "").replace("-", "")
    letters = (
        1 <= len(bare) <= 3
        and bare.isupper()
        and bare.isalpha()
        and (bare.isascii() or len(bare) == 1 or word.endswith("."))
    )
    return letters and bare.lower() not in SUFFIXES | ORGANISATION_WORDS and not _NUMERAL.fullmatch(word)


def _spread(given: str) -> str:
    """Write initials that run together, or stand bare, with dots: `AN` and `A N` are `A. N.`."""
    letters = given.replace(" ", "").rstrip(".")
    together = " " not in given or set(map(len, given.rstrip(".").split(" "))) == {1}
    if together and letters.isascii() and letters.isalpha() and letters.isupper() and len(letters) <= 3:
        return " ".join(f"{letter}." for letter in letters)
    return given


def _stop(name: str) -> str:
    """Drop a full stop that ends a sentence and no initial."""
    last = name.rsplit(" ", 1)[-1]
    ends = name.endswith(".") and not _is_initials(last) and last.lower() not in SUFFIXES
    return name[:-1] if ends else name


def _is_name_word(word: str) -> bool:
    return bool(_WORD.fullmatch(word)) and (
        word[0].isupper() or any(part[:1].isupper() for part in re.split(r"['’-]", word))
    )


def _is_title_word(word: str) -> bool:
    plain = word.lower().rstrip(".")
    return plain in TITLE_WORDS or plain in ORGANISATION_WORDS or bool(_TITLE_ENDINGS.search(plain))


def _possible(name: str) -> bool:
    words = name.split()
    if not words or len(words) > MOST_TOKENS or len(name) > MOST_CHARACTERS or not any(c.isalpha() for c in name):
        return False
    if is_site(name):
        return False
    if len(words) == 1:
        return words[0].casefold() not in MONTHS
    return not all(word.lower() in ORGANISATION_WORDS or word.lower() in TITLE_WORDS for word in words)
