"""Citation keys as people read them: who wrote a paper, when, and what else a key says."""

from __future__ import annotations

import re

_YEAR = r"(?:1[6-9]\d\d|20[0-4]\d)"
_WORD = r"[^\W\d_]{1,60}+"
_WORDS = rf"{_WORD}(?:[-'’]{_WORD}){{0,3}}+"
_FORMS = (
    # vaswaniAttentionAllYou2017 (Better BibTeX)
    re.compile(
        rf"(?P<name>[a-z]{{1,40}}+)(?P<rest>(?:[A-Z][a-z]{{0,40}}+){{1,40}}+)(?P<year>{_YEAR})(?P<letter>[a-z])?"
    ),
    # AnnaMcKay2025ICLR, Vaswani2017a, vaswani2017attention, devlin-etal-2019-bert
    re.compile(
        rf"(?P<name>{_WORDS})[-_:]?(?P<year>{_YEAR})(?:(?P<letter>[a-z])(?![^\W_]))?[-_:]?(?P<rest>[^\W_][\w-]{{0,80}})?"
    ),
    # vaswani_attention_2017, vaswani_et_al_2017, berners-lee_linked_2006
    re.compile(
        rf"(?P<name>(?:{_WORDS}(?=_\D)|{_WORD})(?:_et_al)?)[-_:](?:(?P<rest>[^\W_][\w-]{{0,80}}?)[-_:])?(?P<year>{_YEAR})(?P<letter>[a-z])?"
    ),
    # 2015-vaswani-attention-needed
    re.compile(rf"(?P<year>{_YEAR})(?P<letter>[a-z])?[-_](?P<name>{_WORD})(?:[-_](?P<rest>[^\W_][\w-]{{0,80}}))?"),
)
_DIGITS = "0123456789"
_OF_A_SERVICE = "tag:"
"""What Manubot writes before the keys of an author."""
_GLUED_ET_AL = "EtAl|Etal|etal|ETAL"
_ET_AL = re.compile(rf"(?<=[^\W\d_])(?:[-_]et[-_]?al|{_GLUED_ET_AL})$")
_GLUED = re.compile(r"(?:[A-Z][a-z]+){3,}")
"""Words of a title written as one, and no venue."""
_GROUP = re.compile(
    r"[a-z](?:collaboration|consortium|committee|organi[sz]ation|association|initiative)$", re.IGNORECASE
)
"""How the name of a group ends, which is glued together in a key."""
_PARTICLES = ("de", "di", "del", "della", "da", "van", "von", "den", "der", "la", "le", "mc", "mac", "el", "al", "o")


def in_words(key: str) -> str:
    """Write a citation key as a reference in running text; one of another form as it is.

    All that the key says is kept, so that different keys rarely read alike.

    >>> in_words("AnnaMcKay2025ICLR"), in_words("vaswani2017attention"), in_words("Vaswani2017a")
    ('Anna McKay 2025, ICLR', 'Vaswani 2017, attention', 'Vaswani 2017a')
    >>> in_words("devlin-etal-2019-bert"), in_words("Abdill2024HowToShareCode")
    ('Devlin et al. 2019, bert', 'Abdill 2024, How To Share Code')
    >>> in_words("smith_gentle_steps_2019"), in_words("smithGentleSteps2019"), in_words("DBLP:conf/nips/Smith19")
    ('Smith 2019, gentle steps', 'Smith 2019, Gentle Steps', 'DBLP:conf/nips/Smith19')
    >>> in_words("garcia-marquez_gentle_steps_2019")
    'Garcia-Marquez 2019, gentle steps'
    """
    text = key.removeprefix(_OF_A_SERVICE)
    forms = _FORMS[1:] if text.startswith(_PARTICLES) or _GROUP.search(text.rstrip(_DIGITS)) else _FORMS
    found = next(filter(None, (form.fullmatch(text) for form in forms)), None)
    if found is None:
        return key
    name = _ET_AL.sub("", found["name"])
    who = person(name) or name
    others = " et al." if name != found["name"] else ""
    rest = found["rest"] or ""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", rest) if _GLUED.fullmatch(rest) or found.re is _FORMS[0] else rest
    words = " ".join(re.split(r"[-_:\s]+", spaced)).strip()
    return f"{who}{others} {found['year']}{found['letter'] or ''}{f', {words}' if words else ''}"


def person(name: str) -> str:
    """Split the name in a key where its capitals say how; capitals throughout stay as they are.

    >>> [person(n) for n in ("JohnQPublic", "JohnMcAuley", "ANNAKARENINA", "smith", "VaswaniEtAl", "garcia-marquez")]
    ['John Q Public', 'John McAuley', 'ANNAKARENINA', 'Smith', 'Vaswani', 'Garcia-Marquez']
    >>> person("opensciencecollaboration")
    ''
    """
    if _GROUP.search(name):
        return ""
    name = re.sub(rf"(?<=[a-z])(?:{_GLUED_ET_AL})$", "", name)
    if name.isupper():
        return name
    if name[:1].islower() and not name.startswith(_PARTICLES):
        name = re.split(r"(?=[A-Z])", name, maxsplit=1)[0] or name
    name = re.sub(r"(?:^|(?<=-))[a-z]", lambda first: first[0].upper(), name)
    parts = re.sub(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][^\W\d_A-Z])", " ", name).split(" ")
    joined = ""
    for part in parts:
        glued = not joined or joined.endswith(("Mc", "-", "'", "’"))
        joined += part if glued else f" {part}"
    return joined
