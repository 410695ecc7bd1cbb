"""Names in the titles of papers, by the form of titles: `Name of a Method for Name of a Task`.

A title is written unlike prose, so no rule over prose reads it; what stands before and behind `for`, `via` and a colon
tells what the paper makes and what it is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.extraction import gazetteer, logs, shapes
from kg.extraction.entries import Field, Page
from kg.extraction.nlp import Found
from kg.extraction.task_words import TITLE_HEADS
from kg.model import Kind

NAME = "title-name"

_FOR = re.compile(
    r"\b[Ff]or\s+(?P<what>[^\s,:;.?!()]+(?:\s+[^\s,:;.?!()]+){1,5}?)"
    r"(?=\s+(?:[Vv]ia|[Ww]ith|[Uu]sing|[Ii]n|[Uu]nder|[Ff]rom|[Tt]hrough|[Bb]y|[Ww]ithout|[Oo]n|[Oo]f|[Aa]t|[Aa]cross|[Aa]nd|"
    r"[Bb]eyond|[Bb]ased|[Ff]or|[Tt]o)\b|\s*[,:;.?!(]|\s*$)"
)
_QUALITIES = frozenset(
    "efficient effective robust scalable fast faster accurate improved improving enhanced enhancing better "
    "reliable general generalizable generalized large-scale high-quality high-performance state-of-the-art "
    "practical optimal provable provably unified universal adaptive dynamic incremental advanced automatic "
    "automated new novel real-world high-dimensional stable safe flexible simple strong trustworthy powerful "
    "versatile faithful".split()
)
"""Words that praise a task and belong to no name."""
_MAKES = frozenset(
    "model models transformer transformers network networks flow flows process processes autoencoder autoencoders "
    "tokenization tokenizer preconditioning initialization regularizer regularization attention embeddings embedding "
    "encoding encodings matching sampling sampler decoding quantization prompting experts machines forests bandits "
    "diffusion optimizer solver solvers distillation augmentation pooling normalization dropout descent estimator "
    "kernels operators operator policies tuning".split()
)
"""Last words of the names of methods."""
_OPENS = re.compile(
    r"(?P<what>[^\W\d_][\w/+-]*(?:\s[^\W\d_][\w/+-]*){1,5}?)"
    r"(?=\s+(?:for|via|with|under|using|by)\s|\s*,\s|\s*$|:\s)",
)
_VERBAL = re.compile(
    r"(?:learning|understanding|towards?|rethinking|revisiting|improving|exploring|training|scaling|evaluating|measuring|"
    r"on|the|a|an|how|why|what|when|is|are|do|does|can|beyond|from|in|deep|large|investigating|assessing|connecting|"
    r"analy[sz]ing|generating|making|using|building|predicting|optimal|survey|introduction|some)$",
    re.IGNORECASE,
)
_SMALL = frozenset("of and the a an in on to from is are as at or not can do does be beyond your our their".split())
_KNOWN, _LIKELY, _MADE = 0.9, 0.6, 0.6
_FEWEST, _LONG, _MOST = 2, 4, 5


def find(page: Page) -> Iterator[tuple[int, Found]]:
    """Find the names in the titles of the papers of a note: the block, and the find in it."""
    for entry in page.entries:
        title = entry.title
        if title is None or title.end - title.start > len(title.text) + 2 or not logs.is_set_off(entry):
            continue
        prose = page.note.blocks[title.block].prose
        for match in _FOR.finditer(prose, title.start, title.end):
            task = _task(prose, *match.span("what"))
            if task is not None and (task.confidence >= _KNOWN or entry.rule != logs.NAME):
                yield title.block, task
        made = _made(prose, title)
        if made is not None:
            yield title.block, made


def _task(prose: str, start: int, end: int) -> Found | None:
    """Read what stands behind `for` as a task: two words or more, the last of which tells one."""
    words = list(re.finditer(r"\S+", prose[start:end]))
    while words and words[0].group().casefold() in _QUALITIES:
        words.pop(0)
    if not _FEWEST <= len(words) <= _MOST or words[-1].group().casefold() not in TITLE_HEADS:
        return None
    if any(word.group().casefold() in _SMALL for word in words):
        return None
    first, last = start + words[0].start(), start + words[-1].end()
    hits = [hit for hit in gazetteer.find(prose[first:last]) if hit.known.kind is Kind.TASK]
    known = any(hit.end == last - first and not hit.known.caution for hit in hits)
    return Found(Kind.TASK, first, last, NAME, _KNOWN if known else _LIKELY)


def _made(prose: str, title: Field) -> Found | None:
    """Read the beginning of a title as what the paper makes: `Neural Spline Flows`, `Sparse Attention for ...`."""
    match = _OPENS.match(prose, title.start, title.end)
    if match is None or (match.end() < title.end and prose[match.end()] == ":"):
        return None
    words = match["what"].split()
    apart = match.end() >= title.end or prose[match.end()] == ","
    coined = shapes.is_name_shaped(words[-1]) and not shapes.is_class(words[-1])
    if len(words) < _FEWEST + (not apart) or _VERBAL.match(words[0]):
        return None
    hits = [hit for hit in gazetteer.find(match["what"]) if hit.known.kind is Kind.METHOD]
    known = any(hit.end == len(match["what"]) for hit in hits)
    if words[-1].casefold() not in _MAKES and not (coined and not apart):
        return None
    if not (apart or known or coined) and len(words) < _LONG:
        return None
    plain = any(word.casefold() in _SMALL for word in words) or gazetteer.known(match["what"]) is not None
    if plain or not shapes.is_title_case(match["what"]):
        return None
    return Found(Kind.METHOD, match.start(), match.end("what"), NAME, _KNOWN if known else _MADE)
