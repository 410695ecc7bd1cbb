"""String functions that two stages need: repair of broken text, keys to match names by, slugs for IRIs."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache
from pathlib import PurePosixPath
from urllib.parse import unquote

SLUG_LENGTH = 80
_COMMON_HEAD = re.compile(
    r"(?<=\S)\s+(?:models?|methods?|algorithms?|architectures?|frameworks?|systems?|benchmarks?|datasets?|approach|"
    r"networks?|workflow|library|package|metric|score|loss|optimi[sz]er)$"
)


GREEK = dict(
    zip(
        "αβγδεζηθικλμνξπρστυφχψω×",
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi "
        "omega x".split(),
        strict=True,
    )
)
"""Greek letters and the multiplication sign, as people type them."""
MARKDOWN = (".md", ".markdown", ".mdx", ".rmd", ".qmd")
"""Suffixes of Markdown files, in lower case."""
_NOTE_FILE = re.compile(rf"(?:{'|'.join(map(re.escape, (*MARKDOWN, '.txt', '.org', '.rst', '.tex')))})$", re.IGNORECASE)
_ACRONYM = 5
"""Letters of capitals alone that are an acronym whose case counts."""
_AMPERSAND = re.compile(r"\s?&\s?")
_SHORT_FORM = re.compile(r"(?P<words>\S.*\S)\s*\((?P<short>[A-Z][A-Za-z]*?)s?\)")
_THE = re.compile(r"^(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_SPELLINGS = (
    ("++", re.compile(r"\+\+"), " plusplus"),
    ("+", re.compile(r"\+(?=\s|$)"), " plus"),
    ("isation", re.compile(r"isation(s?)\b"), r"ization\1"),
    (".", re.compile(r"\bv(?=\d+\.\d)|(?<=\d)\.0$"), ""),
)
"""What a spelling holds that is replaced, where it is, and what by."""


_NOTION = re.compile(r"(?<=\S)[ _-]{1,40}[0-9a-f]{32}(?=_all\Z|\Z)")
_DAY = re.compile(r"(\d{4})_(\d\d)_(\d\d)")
_LONGEST_TITLE = 200


def repair(text: str) -> str:
    """Repair text that was decoded wrongly once; leave good text as it is.

    Curly quotes, ligatures and width are the author's own and stay.

    >>> repair("SchrÃ¶dinger bridges â€” a tour")
    'Schrödinger bridges — a tour'
    """
    if text.isascii():
        return text
    import ftfy

    return ftfy.fix_text(
        text,
        uncurl_quotes=False,
        fix_latin_ligatures=False,
        fix_character_width=False,
        fix_line_breaks=False,
        unescape_html=False,
        normalization="NFC",
    )


@lru_cache(maxsize=1 << 14)
def name_key(text: str) -> str:
    """Reduce a name to what decides whether two spellings are the same: letters and digits, no case, no accents.

    >>> name_key("Pre-Training with Schrödinger's Σ") == name_key("PRE TRAINING WITH SCHRODINGERS Σ")
    True
    """
    if text.isascii():
        return "".join(filter(str.isalnum, text.lower()))
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(c for c in decomposed.casefold() if c.isalnum() and not unicodedata.combining(c))


def without_ampersand(name: str) -> str:
    """Write `&` in the name of a journal or an event as `and`: both are printed.

    >>> without_ampersand("Plants & Soil"), without_ampersand("Plants&Soil")
    ('Plants and Soil', 'Plants and Soil')
    """
    return _AMPERSAND.sub(" and ", name) if "&" in name else name


def note_key(text: str) -> str:
    """Reduce what a link calls a note to what decides which note it is: no heading, no suffix of a file, no case.

    >>> note_key("Papers/Attention is all you need.md#Results"), note_key("  BERT "), note_key("log.Rmd")
    ('papers/attention is all you need', 'bert', 'log')
    """
    plain = unicodedata.normalize("NFC", text.split("#", 1)[0].split("^", 1)[0]).strip().strip("/")
    return " ".join(_NOTE_FILE.sub("", plain).casefold().split())


def file_title(note_id: str) -> str:
    """Return the title that the name of a file is, as Logseq, Notion and Obsidian write it.

    >>> file_title("pages/A%3A B___C.md"), file_title("journals/2024_03_05.md")
    ('A: B/C', '2024-03-05')
    >>> file_title("Reading List 3f2a9c1b7d7e4c0e8d5b6a7c8e9f0a1b.csv")
    'Reading List'
    """
    stem = _NOTION.sub("", PurePosixPath(note_id).stem).removesuffix("_all")
    day = _DAY.fullmatch(stem)
    return "-".join(day.groups()) if day else " ".join(unquote(stem.replace("___", "/")).split())[:_LONGEST_TITLE]


def slug(text: str) -> str:
    """Make the readable key of an IRI: letters and digits of every script, `-` for the rest.

    Longer ones than 80 characters are cut and closed with eight hex digits of the SHA-256 of the whole, so that two
    long titles with one beginning stay two. A text without any letter or digit is named by its hash alone.

    >>> slug("Direct Preference Optimization: Your LM is ...")
    'direct-preference-optimization-your-lm-is'
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    kept = "".join(c if c.isalnum() or unicodedata.category(c) in ("Mn", "Mc") else " " for c in folded)
    joined = "-".join(kept.split())
    if joined and len(joined) <= SLUG_LENGTH:
        return joined
    digest = hashlib.sha256(folded.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{joined[: SLUG_LENGTH - 9].rstrip('-')}-{digest}" if joined else digest


@lru_cache(maxsize=1 << 13)
def form_key(name: str) -> str:
    """Reduce the name of a method, dataset or task to what plural, hyphens, spaces and case do not change.

    The case of an acronym counts: SAM is not Sam.

    >>> form_key("sparse auto-encoders") == form_key("Sparse Autoencoder"), form_key("SAEs") == form_key("SAE")
    (True, True)
    >>> form_key("GPT-4") == form_key("GPT-4o"), form_key("SAM") == form_key("Sam")
    (False, False)
    >>> form_key("the L-BFGS") == form_key("LBFGS"), form_key("GPT4") == form_key("GPT-4"), form_key("MMLU+") == "=MMLU"
    (True, True, False)
    """
    name = _spelled(name)
    words = name.replace("-", " ").replace("–", " ").split()
    if not words:
        return name_key(name)
    last = words[-1]
    if last.endswith("ies") and len(last) > 4 and last[:-3].islower():
        last = last[:-3] + "y"
    elif last.endswith("s") and len(last) > 2 and not last.endswith(("ss", "us", "is", "SS", "os")) and last[-2] != "S":
        last = last[:-1]
    joined = "".join([*words[:-1], last])
    # One written word of capitals with nothing else: its case is all it has.
    short = " " not in name and 2 <= len(joined) <= _ACRONYM
    return f"={joined}" if short and joined.isalpha() and joined.isupper() else name_key(joined)


def _spelled(name: str) -> str:
    """Write a name without article and in one spelling: American, Greek letters and signs as words, versions bare."""
    name = _THE.sub("", name.strip())
    if not name.isascii():
        for sign, letters in GREEK.items():
            name = name.replace(sign, letters)
    for piece, pattern, written in _SPELLINGS:
        if piece in name:
            name = pattern.sub(written, name)
    return name


def plain_form(name: str) -> str:
    """Reduce the name of a topic to what its plural, hyphens, spaces and case do not change, also if it is an acronym.

    >>> plain_form("LLMs") == plain_form("llm")
    True
    """
    return form_key(name).removeprefix("=").casefold()


def label_key(name: str) -> str:
    """Reduce a label of a vocabulary to what decides whether a name is this label: not case and hyphens, but plural.

    >>> label_key("Auto-encoders") == label_key("autoencoders"), label_key("autoencoder") == label_key("autoencoders")
    (True, False)
    >>> label_key("Natural language processing (NLP)") == label_key("natural-language processing")
    True
    """
    return name_key(_spelled(without_short_form(name)))


def without_short_form(label: str) -> str:
    """Leave out a short form in brackets whose letters stand in order in the words before it.

    >>> without_short_form("Sparse autoencoders (SAEs)"), without_short_form("Robots (2019)")
    ('Sparse autoencoders', 'Robots (2019)')
    """
    found = _SHORT_FORM.fullmatch(label) if "(" in label else None
    if not found:
        return label
    letters = iter(found["words"].casefold())
    return found["words"] if all(letter in letters for letter in found["short"].casefold()) else label


def bare(text: str) -> str:
    """Leave a common word behind a name out: `Transformer architecture`.

    >>> bare("OaK architecture"), bare("language model")
    ('OaK', 'language model')
    """
    head = _COMMON_HEAD.search(text)
    return text[: head.start()] if head and any(c.isupper() for c in text[: head.start()]) else text


def cut(text: str, *, limit: int) -> str:
    """Cut text at a word, where there is one near the limit, and put white space in order.

    >>> cut("one  two three", limit=9)
    'one two…'
    """
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    word = cut.rpartition(" ")[0]
    return f"{word if len(word) > limit // 2 else cut}…"
