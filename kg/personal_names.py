"""The names of persons in the parts that bibliographies print: given name, particle, family name, suffix.

Chinese, Japanese and Korean names in their own scripts have the family name first, with or without a blank behind it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

_SUFFIX = re.compile(r"(?i)(?:jr|sr|ii|iii|iv)\.?")
_CAPITAL_PARTICLES = frozenset("Van Von De Del Della Der Den Di Du Da Dos Le La Ter Ten Mac".split())
"""Particles that some families write with a capital; what is in small letters needs no list."""


_OF_GROUPS = frozenset("of on at and for the & für".split())
"""Words of the names of institutions that stand in no name of a person."""
COMPANIES = frozenset("inc ltd llc llp plc corp co gmbh".split())
"""What stands behind a comma in the name of a company; `AG` and `SA` there are initials of a person."""
_DOMAIN = "com|org|net|io|ai|edu|gov|dev|info|blog|tech|space|email"
SITE = re.compile(rf"(?i)(?<![\w@.-])(?:[\w-]{{2,40}}\.){{1,4}}(?:{_DOMAIN}|me|app|xyz|de|co|co\.\w\w)(?![\w-])")
"""The address of a site without `https:`, which exports give for the author of a page."""
_PARTED = re.compile(rf"[a-z][a-z\d-]{{1,40}}(?:\.[a-z\d-]{{1,40}})?(?: ?\. ?| )(?:{_DOMAIN})\b")
_SIGNS = r"\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ffff\uac00-\ud7af\u3041-\u309f"
_OWN_SCRIPT = re.compile(rf"[{_SIGNS}\u30a1-\u30ff\s]*+(?<=\S)")
_SIGN = re.compile(rf"[{_SIGNS}]")
_KOREAN = re.compile(r"[\uac00-\ud7af]+")
_DOUBLE = frozenset(
    "欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 东方 東方 夏侯 端木 轩辕 軒轅 独孤 獨孤 "
    "南宫 南宮 宇文 长孙 長孫 남궁 황보 제갈 선우 독고 사공 서문 동방".split()
)
"""Family names of two signs, besides those of Japan."""
_LONGEST_FAMILY = 3
_LONG = frozenset(
    "長谷川 長谷部 五十嵐 佐々木 大久保 小笠原 久保田 宇都宮 海老原 日比野 宇佐美 小野寺 東海林 二階堂 曽我部 西園寺 "
    "大河内 小早川 阿久津 加賀谷 波多野 三田村 小比賀 宇田川 伊集院 勅使河原 長宗我部 武者小路 勘解由小路".split()
)
"""Family names of Japan of three signs or more."""


def is_site(text: str) -> bool:
    """Return whether a text is the address of a site, parted or not, and no name.

    >>> [is_site(text) for text in ("ferns.org", "ferns. org", "Ferns.ai", "J. Roe", "Ferns")]
    [True, True, True, False, False]
    """
    return SITE.fullmatch(text) is not None or _PARTED.fullmatch(text) is not None


def is_family_first(name: str) -> bool:
    """Return whether a name is written in a script of East Asia, and no foreign name in katakana.

    >>> [is_family_first(name) for name in ("佐藤 健", "김철수", "王小明", "モーガン", "Wang Xiaoming", "")]
    [True, True, True, False, False, False]
    """
    return bool(_OWN_SCRIPT.fullmatch(name) and _SIGN.search(name))


def is_whole(name: str) -> bool:
    """Return whether signs of East Asia without a blank are too many to be a family name alone.

    >>> [is_whole(name) for name in ("山田太郎", "王小明", "長谷川", "欧阳", "佐藤", "Yamada")]
    [True, True, False, False, False, False]
    """
    return is_family_first(name) and " " not in name and len(name) >= _LONGEST_FAMILY and name not in _LONG


def joined(family: str, given: str) -> str:
    """Write a name in the order of its script; a Japanese family name keeps its blank, without which it is not told.

    >>> joined("佐藤", "健"), joined("王", "小明"), joined("김", "철수"), joined("Sato", "Ken")
    ('佐藤 健', '王小明', '김철수', 'Ken Sato')
    """
    if not is_family_first(family + given):
        return f"{given} {family}"
    close = len(family) == 1 or family in _DOUBLE or _KOREAN.fullmatch(family)
    return family + given if close else f"{family} {given}"


def family_names(name: str) -> tuple[str, ...]:
    """Return what the family name can be of a name that has it first: without a blank, its first sign or two.

    >>> family_names("佐藤 健"), family_names("王小明"), family_names("長谷川健"), family_names("佐藤")
    (('佐藤',), ('王', '王小'), ('長', '長谷', '長谷川'), ('佐',))
    """
    family, blank, _ = name.partition(" ")
    return (family,) if blank else tuple(name[:end] for end in range(1, min(len(name), _LONGEST_FAMILY + 1)))


def has_no_parts(name: str, surname: str = "") -> bool:
    """Return whether a name is that of an institution, which has no family name, by its words.

    Args:
        name: of a person or an institution.
        surname: where it is known.

    >>> [has_no_parts(name) for name in ("House of Moss", "Moss, Inc.", "more moss!", "Anna van der Berg")]
    [True, True, True, False]
    """
    _, comma, behind = name.rpartition(",")
    if comma and behind.strip(" .").casefold() in COMPANIES:
        return True
    return not surname and (not _OF_GROUPS.isdisjoint(name.split()) or name.endswith("!"))


class PersonalName(NamedTuple):
    """A name in its parts; one that has no parts, such as that of an organisation, is a family name alone."""

    given: str
    particle: str
    family: str
    suffix: str

    @property
    def surname(self) -> str:
        """The family name with its particle."""
        return f"{self.particle} {self.family}".strip()


def divide(name: str, surname: str = "") -> PersonalName:
    """Divide a name that is written with the given name first.

    Without more to go by, the family name begins at a word in small letters, else at a particle with a capital, else
    it is the last word.

    Args:
        surname: with its particle, where it is known; the whole name when it has no parts.

    >>> divide("Aäron van den Oord"), divide("Guy L. Steele Jr.").suffix
    (PersonalName(given='Aäron', particle='van den', family='Oord', suffix=''), 'Jr.')
    >>> divide("Anna ’t Berg").surname, divide("van den Berg").given
    ('’t Berg', '')
    >>> divide("Gabriel García Márquez", "García Márquez").given
    'Gabriel'
    >>> divide("佐藤 健").surname, divide("王小明", "王").given, divide("王小明").family
    ('佐藤', '小明', '王小明')
    >>> divide("Barnes and Noble", "Barnes and Noble").surname
    'Barnes and Noble'
    """
    name = " ".join(name.split())
    if surname == name:
        return PersonalName("", "", name, "")
    if is_family_first(name):
        return _divided(name, surname)
    family, comma, given = name.partition(",")
    if comma and given.strip() and "," not in given and not _SUFFIX.fullmatch(given.strip()):
        name = f"{given} {family}"
    words, suffix = [word for word in name.replace(",", " ").split() if word] or [name], ""
    if len(words) > 2 and _SUFFIX.fullmatch(words[-1]):
        suffix = words.pop()
    known = surname.split()
    if known and list(map(_folded, words[-len(known) :])) == list(map(_folded, known)):
        first = len(words) - len(known)
    else:
        first = _first_of_surname(words)
    last = first
    while last < len(words) - 1 and _is_small(words[last]):
        last += 1
    return PersonalName(" ".join(words[:first]), " ".join(words[first:last]), " ".join(words[last:]), suffix)


TYPED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ø": "oe", "å": "aa", "ß": "ss"}
)
"""Letters and how they are typed without them."""
_GIVEN = re.compile(r"[^\W\d_]+")
_INITIAL = 2
"""Letters of what stands for a given name, at most: `J`, `Yu`."""


def completed(printed: PersonalName, name: str) -> PersonalName:
    """Return a name with its initials written out and the accents of another form of it, if that says all that it says.

    Where a given name is printed whole, no other is added: who has more of them may be somebody else.

    >>> completed(divide("A. van den Oord"), "Aäron van den Oord").given, completed(divide("N. Thuerey"), "Nils Thürey")
    ('Aäron', PersonalName(given='Nils', particle='', family='Thürey', suffix=''))
    >>> completed(divide("B. J. Maughan"), "Ben Maughan").given, completed(divide("Roe", "Roe"), "Jim Roe").given
    ('B. J.', 'Jim')
    >>> completed(divide("Tom Roe"), "Tom B. Roe").given, completed(divide("Matt Roe"), "Matthew Roe").given
    ('Tom', 'Matt')
    """
    full = divide(name, printed.surname)
    its = [_plain(part) for part in _GIVEN.findall(full.given)]
    mine = [_plain(part) for part in _GIVEN.findall(printed.given)]
    same = _plain(full.surname) == _plain(printed.surname) and full.suffix == printed.suffix
    says = len(mine) <= len(its) and all(
        long.startswith(short) if len(short) <= _INITIAL else long == short
        for long, short in zip(its, mine, strict=False)
    )
    whole = len(mine) < len(its) and any(len(short) > _INITIAL for short in mine)
    return full if same and says and full.given and not whole else printed


def _plain(text: str) -> str:
    return _folded(text.casefold().translate(TYPED))


def _divided(name: str, surname: str) -> PersonalName:
    """Divide a name with the family name first; without a blank, it is told by what is known alone."""
    family, blank, given = name.partition(" ")
    if surname and not blank and name.startswith(surname):
        family, given = surname, name[len(surname) :]
    return PersonalName(given, "", family, "")


def _folded(word: str) -> str:
    """Reduce a word to what is left of it where a note has no accents."""
    return "".join(sign for sign in unicodedata.normalize("NFD", word) if not unicodedata.combining(sign)).casefold()


def _is_small(word: str) -> bool:
    """Return whether a word begins with a small letter, as particles do: `van`, `'t`."""
    return word.lstrip("'’‘`")[:1].islower()


def _first_of_surname(words: list[str]) -> int:
    begins = words[0].title() not in _CAPITAL_PARTICLES  # `van den Berg` alone has no given name
    small = next((at for at, word in enumerate(words[:-1]) if at >= begins and _is_small(word)), None)
    if small is not None:
        return small
    first = len(words) - 1
    while first > 1 and words[first - 1] in _CAPITAL_PARTICLES:
        first -= 1
    return first
