"""Our spaCy pipeline: blank English, sentences, and the trained component; rules over prose read what it makes.

No model is downloaded. spaCy sees the prose of a block, never Markdown. Rules report characters.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from kg.errors import SettingsError
from kg.model import Kind
from kg.untrusted import shown

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

PROBABILITIES = "kg probabilities"
"""Where the trained component leaves how probable each name is, by its first token."""
_ASKED = ("LOWER", "NORM", "PREFIX", "SUFFIX", "SHAPE", "IS_SPACE", "IS_PUNCT")
"""What is asked of words; to work out the rest of each takes spaCy a third of its time."""
_TEXT = "kg text"
_LONGEST_RUN = 400
_ENDLESS = re.compile(rf"\S{{{_LONGEST_RUN}}}|([^\w\s])\1{{39}}")
_NO_PROSE = re.compile(rf"[!-~]{{{_LONGEST_RUN},}}")
"""A run of ASCII without a blank, longer than any word or address: code, coded pictures, sums."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a rule finds in prose: `doc.text[start:end]` names a thing of this kind."""

    kind: Kind
    start: int
    end: int
    rule: str
    confidence: float
    text: str = ""
    """The name to show, when it is not what is printed."""
    probability: float = 0.0
    """What the trained component holds of it, from 0 to 1; 0 if another rule found it."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule over prose: its name in the evidence, and how it finds names in a block."""

    name: str
    find: Callable[[Doc], Iterable[Found]]


def make_nlp(model: str = "") -> Language:
    """Build the pipeline.

    Args:
        model: a pipeline of the user's own, by package or folder, to find names with; "" takes the one that comes
            with kg.

    Raises:
        SettingsError: there is no such pipeline, or it cannot be loaded.
    """
    with _without_commands():
        from spacy.attrs import IDS  # type: ignore[import-not-found] # compiled, without types
        from spacy.lang.en import English

    nlp = _loaded(model) if model else English()
    getters = nlp.vocab.lex_attr_getters  # type: ignore[attr-defined] # the stubs leave it out
    for attribute in () if model else getters.keys() - map(IDS.get, _ASKED):
        del getters[attribute]
    nlp.max_length = 100_000_000
    nlp.tokenizer = _guarded(nlp.tokenizer)
    if not {"senter", "sentencizer", "parser"} & set(nlp.pipe_names):
        nlp.add_pipe("sentencizer")
    if not model:
        from kg.extraction import recogniser

        recogniser.add(nlp)
    return nlp


def text_of(doc: Doc) -> str:
    """Return the text of a document for the rules over prose, joined once: spaCy joins it anew at every access.

    Runs that are no prose are blank in it: patterns of words in a row try each place of a run, and read to its end.
    """
    known: str | None = doc.user_data.get(_TEXT)
    return _with_text(doc, doc.text) if known is None else known


def _with_text(doc: Doc, text: str) -> str:
    """Leave the text of a document with it."""
    known = doc.user_data[_TEXT] = _NO_PROSE.sub(lambda run: " " * len(run.group()), text)
    return known


@contextmanager
def _without_commands() -> Iterator[None]:
    """Spare spaCy its own commands while it is imported: they and what they import take a third of its time.

    The package imports one of them, `spacy.info`; whoever calls it gets the real one.
    """
    if "spacy" in sys.modules:
        yield
        return
    spared = {name: ModuleType(name) for name in ("spacy.cli", "spacy.cli.info")}
    vars(spared["spacy.cli.info"])["info"] = _info
    sys.modules.update(spared)
    try:
        yield
    finally:
        for name in spared:
            sys.modules.pop(name, None)
        if (loaded := sys.modules.get("spacy")) is not None:
            vars(loaded).pop("cli", None)


def _info(*arguments: object, **named: object) -> object:
    from spacy.cli.info import info

    return info(*arguments, **named)  # type: ignore[arg-type]


def _loaded(model: str) -> Language:
    import spacy

    try:
        return spacy.load(model)
    except (OSError, ValueError, ImportError) as error:
        first = str(error).partition("\n")[0]
        raise SettingsError(
            f"spacy_model = {shown(model)} cannot be loaded: {first} Install it (python -m spacy download NAME), give "
            "the folder of a pipeline, or leave the setting out"
        ) from error


def _guarded(tokenize: Callable[[str], Doc]) -> Callable[[str], Doc]:
    """Leave runs undivided that are longer than a word can be, or have one sign many times.

    spaCy strips prefixes and suffixes of a run one by one, which takes quadratic time on 16 kB of brackets, and gives
    the network each of a thousand back-ticks to think about.
    """

    def run(text: str) -> Doc:
        from spacy.tokens import Doc as Document

        if not _ENDLESS.search(text):
            doc = tokenize(text)
            _with_text(doc, text)
            return doc
        words: list[str] = []
        spaces: list[bool] = []
        for piece in re.findall(r"\S+|\s+", text):
            if piece.isspace():
                first = piece[0] == " " and bool(words)
                if first:
                    spaces[-1] = True
                more = [piece[first:]] if piece[first:] else []
            elif _ENDLESS.search(piece):
                more = [piece[at : at + _LONGEST_RUN] for at in range(0, len(piece), _LONGEST_RUN)]
            else:
                more = [token.text for token in tokenize(piece)]
            words += more
            spaces += [False] * len(more)
        return Document(vocab, words=words, spaces=spaces)

    vocab = tokenize("").vocab
    return run


def sentences(doc: Doc, prose: str, _block: int) -> Iterator[tuple[int, int]]:
    """Yield where the sentences of a block begin and end, mended where the tokenizer glues or tears them."""
    whole = _whole(prose, ((sentence.start_char, sentence.end_char) for sentence in doc.sents))
    return (part for sentence in whole for part in _split(prose, *sentence))


_STOP = re.compile(r"(?<=[\w)\]\"”’%])[.!?][\"”’)]?\s+(?=[A-Z\"“*(]|@[^\W\d_]|\[[^\[\]\n]{1,60}\]\s[a-z])")
"""A sentence may begin with what it cites: `[3] shows ...`; brackets without a small letter behind them close one."""
_GOES_ON = re.compile(r"\s*(?:[,;)\]]|\((?:https?:|arxiv))", re.IGNORECASE)
_BROKEN = re.compile(r"[,;(\[]\s*$")
"""How no sentence ends, and how the one behind it does not begin."""
_ABBREVIATED = re.compile(
    r"(?:\b(?:al|e\.g|i\.e|vs|cf|dr|prof|mr|mrs|ms|fig|figs|eq|eqs|sec|no|nos|vol|pp?|chap|bd|nr|ed|eds|st|jr|sr|inc|ltd|corp|univ|dept|approx|"
    r"ca|resp|etc|dec|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|tue|wed|thu|fri|sat|sun|mon)|\b[A-Z])$",
    re.IGNORECASE,
)


def _whole(text: str, bounds: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Put together what was divided at an abbreviation, or before a sign that begins no sentence.

    >>> text = "X (Doe et al., 2021) wins. So be it."
    >>> [text[a:b] for a, b in _whole(text, [(0, 14), (14, 27), (27, 36)])]
    ['X (Doe et al., 2021) wins. ', 'So be it.']
    """
    first = last = -1
    for start, end in bounds:
        if first >= 0 and not (_GOES_ON.match(text, start) or _breaks_off(text[max(first, last - 12) : last])):
            yield first, last
            first = -1
        first, last = (start if first < 0 else first), end
    if first >= 0:
        yield first, last


def _breaks_off(end: str) -> bool:
    """Return whether a sentence cannot end so: open, or with an abbreviation."""
    stripped = end.rstrip()
    return bool(_BROKEN.search(end)) or (stripped.endswith(".") and bool(_ABBREVIATED.search(stripped[:-1])))


def _split(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Divide a range at the ends of sentences inside it; an abbreviation ends none.

    >>> text = "It is tested on GSM8K. Chase et al. (2025) agree, and so does J. Doe."
    >>> [text[a:b] for a, b in _split(text, 0, len(text))]
    ['It is tested on GSM8K. ', 'Chase et al. (2025) agree, and so does J. Doe.']
    """
    first = start
    for stop in _STOP.finditer(text, start, end):
        word = text[max(first, stop.start() - 8) : stop.start()]
        if not (_GOES_ON.match(text, stop.end()) or _ABBREVIATED.search(word)):
            yield first, stop.end()
            first = stop.end()
    if first < end:
        yield first, end
