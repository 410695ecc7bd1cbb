"""How two printed names of persons relate: spelling, order, initials, given-name variants, suffixes.

Only the form is compared. Whether two people who could be one are one is decided in `persons` from evidence.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from functools import cache, lru_cache
from typing import NamedTuple

from rapidfuzz.fuzz import ratio

from kg.lexicons import forms, rows
from kg.personal_names import family_names, is_family_first
from kg.text import form_key, name_key

_STEM, _LONGEST_STEM = 3, 12
"""Letters of a given name that can stand for a longer one, and how many of them are looked up at most."""
_ALIKE = 75
_DEGREE = re.compile(r"(?:,\s|(?<!\s)\s)\s*(?:ph\.?\s?d|m\.?d|msc|phd|dphil|mba)\.?$", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:,\s|(?<!\s)\s)\s*(jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)
_TITLES = re.compile(r"^(?:(?:prof|professor|dr|mr|mrs|ms|sir|dame)\.?\s+)+", re.IGNORECASE)
_PARTICLES = frozenset("van von der den de del della di da dos du la le el al bin ibn ter ten zu af".split())
_SPELLED = (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ø", "oe"), ("å", "aa"), ("ß", "ss"), ("æ", "ae"), ("ł", "l"))
_FOLDED = (("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a"))


class Parts(NamedTuple):
    """A name taken apart, each part reduced to what decides (`name_key`)."""

    given: tuple[str, ...]
    family: str
    suffix: str


SYLLABLE = (
    r"(?:(?:[csz]?h|[bcdfgj-np-tw-z])?(?:[iu]?ang|i?ong|[ei]ng|ia[no]?|ua[ni]?|a[ino]?|e[inr]?|i[enu]?|ou?|u[eino]?|v))"
)
_PINYIN = re.compile(SYLLABLE + "{1,2}")
_RARE = 5  # letters of a family name that few people have


@cache
def _groups() -> dict[str, frozenset[int]]:
    """Map given names to numbers: people called by one go by the others of its number."""
    found: dict[str, set[int]] = {}
    for number, row in enumerate(rows("given_names")):
        for word in row["names"].split("|"):
            found.setdefault(word, set()).add(number)
    return {word: frozenset(numbers) for word, numbers in found.items()}


@lru_cache(maxsize=1 << 16)
def read(name: str) -> Parts:
    """Take a name apart; particles belong to the family name. One with the family name first stays whole.

    >>> read("Prof. Laurens van der Maaten"), read("C. Zhou"), read("Sammy Davis Jr.")
    (Parts(given=('laurens',), family='vandermaaten', suffix=''), Parts(given=('c',), family='zhou', suffix=''), \
Parts(given=('sammy',), family='davis', suffix='jr'))
    """
    if is_family_first(name):
        return Parts((), name_key(name), "")
    name = _DEGREE.sub("", _TITLES.sub("", name.strip()))
    suffix = _SUFFIX.search(name)
    if suffix:
        name = name[: suffix.start()]
    words = [w for w in name.replace(".", ". ").split() if name_key(w)]
    if not words:
        return Parts((), name_key(name), "")
    first = len(words) - 1
    while first > 1 and words[first - 1].strip(".").casefold() in _PARTICLES:
        first -= 1
    family = "".join(name_key(word) for word in words[first:])
    given = tuple(key for word in words[:first] for part in re.split("[-‐‑]", word) if (key := name_key(part)))
    return Parts(given, family, suffix.group(1).casefold() if suffix else "")


@lru_cache(maxsize=1 << 16)
def full_keys(name: str) -> tuple[str, ...]:
    """Return the keys of a full name: two full names with a key in common are spellings of one.

    A name with umlauts is also written without dots, and with an `e` behind the vowel; only it can tell that both are
    one name, as Bauer is not Baur and Michael not Michal.

    >>> full_keys("Bernhard Schölkopf")
    ('bernhardscholkopf', 'bernhardschoelkopf')
    >>> full_keys("BERNHARD SCHOELKOPF")
    ('bernhardschoelkopf',)
    """
    spelled = name.casefold()
    for sign, letters in _SPELLED:
        spelled = spelled.replace(sign, letters)
    return tuple(dict.fromkeys(_joined(read(text)) for text in (name, spelled)))


def _joined(parts: Parts) -> str:
    return "".join((*parts.given, parts.family, parts.suffix))


@lru_cache(maxsize=1 << 16)
def is_full(name: str) -> bool:
    """Return whether a name is complete enough to be one person wherever it stands.

    >>> [is_full(n) for n in ("Adelaide Byron", "A. Byron", "Byron", "张三", "J. R. R. Tolkien", "John Q Public")]
    [True, False, False, True, False, True]
    """
    if is_family_first(name):
        return len(name_key(name)) > 1
    parts = [part for part in name.replace(".", ". ").split() if any(c.isalpha() for c in part)]
    if len(parts) == 1:
        letters = [c for c in parts[0] if c.isalpha()]
        return len(letters) >= 2 and all(unicodedata.category(c) == "Lo" for c in letters)
    return len([p for p in parts if len(p.strip(".")) > 1]) >= 2 and len(parts[0].strip(".-")) > 1


def is_rare(family: str) -> bool:
    """Return whether few people have a family name, by its form: it is long and no syllables of Chinese.

    >>> is_rare("lindqvist"), is_rare("zhang"), is_rare("roe")
    (True, False, False)
    """
    return len(family) >= _RARE and _PINYIN.fullmatch(family) is None


def fits(short: str, full: str) -> bool:
    """Return whether two names on one paper can be of one person: one surname, initials that agree, accents aside.

    >>> fits("P. Dollár", "Piotr Dollar"), fits("P. R. Montague", "P. Read Montague"), fits("Kohn", "W. Kohn")
    (True, True, True)
    >>> fits("佐藤", "佐藤 健"), fits("佐藤健", "佐藤 健"), fits("佐藤 健", "佐藤 太郎")
    (True, True, False)
    >>> fits("A. Smith", "B. Smith"), fits("Wei Li", "Wen Li"), fits("Wei Li", "Li Wei")
    (False, False, True)
    >>> fits("Bob Tibshirani", "Robert Tibshirani"), fits("Jun Zhu", "Jun Zhu Jr.")
    (True, True)
    """
    if is_family_first(short) and is_family_first(full):
        return read(short) == read(full) or short in family_names(full) or full in family_names(short)
    mine, its = read(short), read(full)
    if not mine.family or not its.family or {mine.suffix, its.suffix} in ({"jr", "sr"}, {"ii", "iii"}):
        return False
    if folded(mine.family) == folded(its.family):
        return not mine.given or not its.given or _given_fit(mine.given, its.given)
    return is_turned(short, full)


class Meetings(NamedTuple):
    """Keys of a name, so that of two names that fit each one looks under a key under which the other is found."""

    found_under: tuple[str, ...]
    looks_under: tuple[str, ...]


@lru_cache(maxsize=1 << 13)
def meetings(name: str) -> Meetings:
    """Return the keys by which the names that fit a name are found without a look at all others.

    >>> set(meetings("J. Smith").looks_under) & set(meetings("Jun Smith").found_under)
    {'smith j*'}
    >>> set(meetings("Jun Smith").looks_under) & set(meetings("Jan Smith").found_under)
    set()
    """
    if is_family_first(name):
        whole, told = name_key(name), family_names(name)
        return Meetings((whole, *told), (whole, *told))
    form = read(name)
    family, given, whole = folded(form.family), form.given, "".join(form.given)
    turned = " ".join(sorted((whole, form.family)))
    if not given:
        return Meetings((turned, f"{family} *", family), (turned, f"{family} *"))
    first, initial = given[0], f"{family} {given[0][0]}"
    initials = "".join(part[0] for part in given) if len(given) > 1 else first
    alike = [
        turned,
        *(f"{family} {key}" for key in (whole, first, f"-{given[-1]}", f"={initials}", *callings(first)[1:])),
    ]
    stem = f"{family} {_stem(first)[:_LONGEST_STEM]}"
    longer = [f"{family} {first[:end]}" for end in range(_STEM, min(len(first), _LONGEST_STEM) + 1)]
    short = len(first) == 1
    return Meetings(
        (*alike, f"{family} *", f"{initial}*", *[f"{initial}."] * short, f"{stem}|", *(f"{part}-" for part in longer)),
        (*alike, family, f"{initial}*" if short else f"{initial}.", f"{stem}-", *(f"{part}|" for part in longer)),
    )


def is_turned(one: str, other: str) -> bool:
    """Return whether one name is the other with the family name in front.

    >>> is_turned("Lin Chih-Jen", "Chih-Jen Lin"), is_turned("Chih-Jen Lin", "Chih-Jen Lin")
    (True, False)
    """
    mine, its = read(one), read(other)
    given, whole = "".join(mine.given), "".join(its.given)
    return given == its.family and whole == mine.family and given != mine.family


def folded(key: str) -> str:
    """Fold the ways to write umlauts in a reduced name: what can be one name, not what is."""
    for pair, single in _FOLDED:
        key = key.replace(pair, single)
    return key


def _given_fit(mine: tuple[str, ...], its: tuple[str, ...]) -> bool:
    if "".join(mine) == "".join(its):
        return True
    if len(mine) == 1 and len(mine[0]) == len(its) > 1 and all(len(mine[0]) <= 3 for _ in its):
        return mine[0] == "".join(part[0] for part in its)
    short, long = sorted((mine, its), key=len)
    if len(short[0]) > 1 and long[-len(short) :] == short:
        return True  # a first name that is left out
    return all(agree(a, b) for a, b in zip(mine, its, strict=False))


def _stem(given: str) -> str:
    """Return what a longer given name begins with: Russ stands for Ruslan."""
    return given[:-1] if given[-2:-1] == given[-1:] else given


def _is_syllables(short: str, long: str) -> bool:
    """Return whether two names are whole Chinese syllables: Zheng is no short form of Zhengyan, nor Min of Mingyue."""
    return bool(long.startswith(short) and _PINYIN.fullmatch(short) and _PINYIN.fullmatch(long))


def agree(one: str, other: str) -> bool:
    """Return whether two given names can be of one person: equal, an initial of the other, or its short form.

    >>> agree("j", "jun"), agree("mike", "michael"), agree("russ", "ruslan"), agree("jun", "jing")
    (True, True, True, False)
    """
    if len(one) == 1 or len(other) == 1:
        return one[:1] == other[:1]
    short, long = sorted((one, other), key=len)
    stem = _stem(short)
    if len(stem) >= _STEM and len(long) > len(stem) + 1 and long.startswith(stem) and not _is_syllables(short, long):
        return True
    return one == other or not _groups().get(one, frozenset()).isdisjoint(_groups().get(other, ()))


def middle_differs(one: str, other: str) -> bool:
    """Return whether both names have a middle name, and these cannot be one.

    >>> middle_differs("Michael I. Jordan", "Michael B. Jordan"), middle_differs("Michael Jordan", "Michael I. Jordan")
    (True, False)
    """
    mine, its = read(one).given[1:], read(other).given[1:]
    return bool(mine and its) and not all(agree(a, b) for a, b in zip(mine, its, strict=False))


def callings(given: str) -> tuple[str, ...]:
    """Return the keys under which a given name and what stands for it meet: its initial, and its short forms.

    >>> set(callings("bob")) & set(callings("robert")) != set(), callings("r")
    (True, ('r',))
    """
    return (given[:1], *(f"~{number}" for number in sorted(_groups().get(given, ()))))


def related(one: str, other: str) -> bool:
    """Return whether two names at one place of a list of authors can be one: another script, a shared part, likeness.

    >>> related("Jian Sun", "孙剑"), related("Lei Jimmy Ba", "Jimmy Ba"), related("Ann Lee", "Tom Gray")
    (True, True, False)
    """
    if script(one) != script(other):
        return True
    mine, its = read(one), read(other)
    if {*mine.given, mine.family} & {*its.given, its.family}:
        return True
    return ratio("".join((*mine.given, mine.family)), "".join((*its.given, its.family))) >= _ALIKE


def script(name: str) -> str:
    """Return the script of a name by its first letter, as Unicode calls it.

    >>> script("Jian Sun"), script("孙剑")
    ('LATIN', 'CJK')
    """
    letter = next((c for c in name if c.isalpha()), "")
    return unicodedata.name(letter, "").split(" ")[0] if letter else ""


@cache
def usual_names(list_name: str) -> dict[str, str]:
    """Map the form of each name in a word list to the usual name; a form that two things share is left out.

    Args:
        list_name: name of a list with the columns `name` and `aliases`, such as `methods`.

    >>> usual_names("topics")["=NLP"]
    'natural language processing'
    """
    found: dict[str, set[str]] = defaultdict(set)
    for row in rows(list_name):
        for text in forms(row):
            found[form_key(text)].add(row["name"])
    return {form: min(names) for form, names in found.items() if len(names) == 1}
