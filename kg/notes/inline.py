"""Markdown's inline parser, made to remember the place of every token, with the marks that note takers add.

markdown-it keeps lines for blocks and nothing for what stands in them; evidence needs code points. A rule of its inline
parser starts at `state.pos` and leaves `state.pos` behind what it read, so that the loop that calls the rules knows
the place of everything they push.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Scanned
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin

from kg.notes.addresses import address_end
from kg.notes.blockparser import DeepBlocks
from kg.notes.programs import is_furniture

_WIKI = re.compile(r"!?\[\[([^\[\]\n|]{1,2000})(?:\|([^\[\]\n]{0,2000}))?\]\](?!\()")
_HIGHLIGHT = re.compile(r"==(?=[^\s=])([^=\n]{1,5000})(?<=\S)==(?!=)|\^\^(?=[^\s^])([^^\n]{1,5000})(?<=\S)\^\^(?!\^)")
_STOPS = re.compile(r"[\n!#$%&*+\-:<=>@\[\\\]^_`{}~]|\((?=[(\[])")
"""What text may end before, as in markdown-it, and the brackets of a block reference."""
_UID = r"(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?=[\w-]{0,8}?(?:[\d_-]|[a-z][A-Z]))[\w-]{9})"
_UNSHOWN = re.compile(
    rf"\(\({_UID}\)\)"
    r"|\{\{ ?(?:\[\[)?(?:embed|query|renderer|table|kanban|cards|word-count|slider|pdf|"
    r"zotero-(?:linked|imported)-file)\b"
    r"(?:[^{}\n]|\{[^{}\n]{0,200}\}){0,300}\}\}"
    r"|\[\[Full Document Contents/[^\[\]\n]{1,500}\]\]"
    r"|(?<!\S)\^(?=[A-Za-z0-9-]{0,39}?[A-Za-z])[A-Za-z0-9-]{3,40}[ \t]*\Z"
)
"""What Logseq, Roam, Obsidian and Readwise put into the text: block references, components, names of blocks, files."""
_LINK = re.compile(
    r"(?P<open>\()?\[(?P<label>(?:[^\[\]\n]|\[[^\[\]\n]{0,40}\]){0,200})\]\((?P<target>[^()\s]{5,2000})\)(?(open)\))"
)
_CITATION = re.compile(r"\{(?:foot)?cite[a-z:]{0,20}\}(`{1,3})(?P<keys>[^`\n]{1,2000})\1")
"""A citation in the Markdown of MyST: `{cite:p}` and its keys in back quotes."""
_STATE = re.compile(r"\{\{ ?(?:\[\[)?(TO(?:DO)|DONE)(?:\]\])? ?\}\}")
_PROGRAMMED = re.compile(
    r"(?<=\]\()\{(?:\{(?![<%])[^{}\n]{1,200}\}|%[^{}%\n]{1,200}%)\}(?=[^\s()]{0,400}(?:\)|[ \t]+[\"']))"
)
"""The beginning of the destination of a link that Jekyll fills in; of Hugo's `{{< ref >}}` only the text is kept."""
_FILLER = "\ue000"
"""What is read for a blank in it, since a destination ends at one."""
_FILE = re.compile(r"\{(?:\{[\"']/?([^\"'{}]{1,200})[\"']\|\w{1,20}\}|%link/?([^{}%]{1,200})%)\}")
"""A file of the site, with the blanks taken out: `{{ "/a.pdf" | relative_url }}`, `{% link a.pdf %}`."""
_DEFINITION = re.compile(r"\[[^\[\]\n^][^\[\]\n]{0,200}\]:[ \t]{0,8}<?(?:https?|ftp)://", re.IGNORECASE)
_SCHEME = re.compile(r"(?:https?|ftp)\Z", re.IGNORECASE)

_WIDE = "\u2e80"
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp")


class PlacedState(StateInline):
    """The state of markdown-it, with the place where the text not yet pushed begins."""

    pending_from = 0

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803, FBT001 - upstream's names
        """See what a run of `*` or `_` can do; between Chinese or Japanese letters there are no spaces to tell by."""
        scanned = super().scanDelims(start, canSplitWord)
        before = self.src[start - 1] if start > 0 else " "
        behind = self.src[start + scanned.length] if start + scanned.length < self.posMax else " "
        if not canSplitWord or max(before, behind) < _WIDE:
            return scanned
        return Scanned(not behind.isspace(), not before.isspace(), scanned.length)

    def pushPending(self) -> Token:  # noqa: N802 - upstream's name
        """Push the waiting text as a token that knows its place."""
        token = super().pushPending()
        token.meta["at"] = (self.pending_from, self.pending_from + len(token.content))
        return token


class PlacedInline(ParserInline):
    """The inline parser of markdown-it; every token gets `meta["at"]`, its place in the text parsed."""

    def tokenize(self, state: StateInline) -> None:
        """Run the rules from here to the end, as upstream does, and note the places."""
        rules = self.ruler.getRules("")
        end = state.posMax
        deepest = state.md.options["maxNesting"]
        while state.pos < end:
            start, count = state.pos, len(state.tokens)
            if not state.pending:
                state.pending_from = start  # type: ignore[attr-defined]
            for rule in rules if state.level < deepest else ():
                if rule(state, False):
                    if len(state.tokens) > count:
                        _stamp(state.tokens[count:], start, state.pos)
                    break
            else:
                state.append_pending(state.src[state.pos])
                state.pos += 1
        if state.pending:
            state.pushPending()

    def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
        """Parse inline text into placed tokens."""
        state = PlacedState(src, md, env, tokens)
        self.tokenize(state)
        for rule in self.ruler2.getRules(""):
            rule(state)
        return state.tokens


def _stamp(tokens: list[Token], start: int, end: int) -> None:
    place = start + (1 if tokens[0].markup == "autolink" or tokens[-1].markup == "autolink" else 0)
    for token in tokens:
        if "at" in token.meta:
            continue
        if token.type == "text":
            token.meta["at"] = (place, place + len(token.content))
            place += len(token.content)
        else:
            token.meta["at"] = (start, end)


def _wikilink(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - upstream's signature
    start = state.pos
    if not state.src.startswith(("[[", "![["), start):
        return False
    match = _WIKI.match(state.src, start, state.posMax)
    if match is None or not match[1].strip():
        return False
    if not silent:
        token = state.push("wikilink", "", 0)
        token.content = match[1].strip()
        label = match.span(2 if match[2] and match[2].strip() else 1)
        block = match[1].find("#^")
        if block > 0 and label == match.span(1):  # the name of a block says nothing to a reader
            label = (label[0], label[0] + block)
        if match.group()[0] == "!" and token.content.lower().endswith(_PICTURES):
            token.markup = "image"
            # What stands behind the bar of a picture is its width, unless it is text.
            label = label if match[2] and match[2].strip(" 0123456789x") else (match.end(), match.end())
        token.meta["label"] = label
    state.pos = match.end()
    return True


def _highlight(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - upstream's signature
    match = _HIGHLIGHT.match(state.src, state.pos, state.posMax) if state.src[state.pos] in "=^" else None
    if match is None:
        return False
    if not silent:
        maximum = state.posMax
        state.push("highlight_open", "mark", 1)
        state.pos, state.posMax = match.span(match.lastindex or 1)
        state.md.inline.tokenize(state)
        state.push("highlight_close", "mark", -1)
        state.posMax = maximum
    state.pos = match.end()
    return True


def _text(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - upstream's signature
    """Pass text up to what could mean something."""
    stop = _STOPS.search(state.src, state.pos, state.posMax)
    end = stop.start() if stop else state.posMax
    if end == state.pos:
        return False
    if not silent:
        state.append_pending(state.src[state.pos : end])
    state.pos = end
    return True


def _unshown(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - upstream's signature
    """Leave out what a program put into the text for itself; its word for what is to be done stays."""
    if state.src[state.pos] not in "({^[":
        return False
    match = _UNSHOWN.match(state.src, state.pos)
    said = None if match else _STATE.match(state.src, state.pos)
    found = match or said
    if found is None or found.end() > state.posMax:
        return False
    if not silent:
        if state.pending:
            state.pushPending()
        if said is not None:
            token = state.push("text", "", 0)
            token.content = said[1]
            token.meta["at"] = said.span(1)
    state.pos = found.end()
    return True


def _cited(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - upstream's signature
    match = _CITATION.match(state.src, state.pos, state.posMax) if state.src[state.pos] == "{" else None
    if match is None:
        return False
    if not silent:
        token = state.push("citation", "", 0)
        token.content = match["keys"]
        token.meta["keys"] = match.start("keys")
    state.pos = match.end()
    return True


def _program_link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - upstream's signature
    """Leave out a link into a program whose text says only where it leads, unless it is the value of a label."""
    if state.src[state.pos] not in "([" or state.src[max(state.pos - 4, 0) : state.pos].rstrip(" *_").endswith(":"):
        return False
    match = _LINK.match(state.src, state.pos, state.posMax)
    if match is None or not is_furniture(match["label"], match["target"]):
        return False
    if not silent and state.pending:
        state.pushPending()
    state.pos = match.end()
    return True


def _address(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - upstream's signature
    """Read an address standing in the text, from its `://`; what stands before may be glued to it."""
    place = state.pos
    if not state.src.startswith("://", place) or state.linkLevel:
        return False
    scheme = _SCHEME.search(state.src, max(place - 5, 0), place)
    if scheme is None or not (silent or len(state.pending) >= place - scheme.start()):
        return False
    start = scheme.start()
    end = address_end(state.src, start, state.posMax)
    if end <= place + 3:
        return False
    if not silent:
        state.pending = state.pending[: len(state.pending) - (place - start)]
        token = state.push("address", "", 0)
        token.content = state.src[start:end]
        token.meta["at"] = (start, end)
    state.pos = end
    return True


def readable(text: str) -> str:
    """Return a text of the same length in which a destination with blanks in braces is one: `[x]({{ site.url }}/a)`."""
    if "]({" not in text:
        return text
    return _PROGRAMMED.sub(lambda found: found[0].replace(" ", _FILLER).replace("\t", _FILLER), text)


def _definition_stop(state: StateBlock, line: int, _end: int, silent: bool) -> bool:  # noqa: FBT001 - upstream's names
    """End a paragraph before `[label]: https://...`: people write definitions right under a text or a footnote."""
    start = state.bMarks[line] + state.tShift[line]
    return silent and _DEFINITION.match(state.src, start, state.eMarks[line]) is not None


@cache
def parser() -> MarkdownIt:
    """Return the Markdown parser of kg: CommonMark, and what Obsidian, GitHub and Pandoc add to it.

    Indented code is off: in notes four spaces are an outline or a wrapped line, not a program.
    """
    md = MarkdownIt("commonmark", {"maxNesting": 100, "html": True}).enable(["table", "strikethrough"])
    rules = md.inline.ruler.get_active_rules()
    md.inline = PlacedInline()
    md.inline.ruler.enableOnly(rules)
    md.inline.ruler2.enableOnly([name for name in md.inline.ruler2.get_active_rules() if name != "fragments_join"])
    md.block = DeepBlocks(md.block)
    dollarmath_plugin(md, allow_space=False, allow_digits=False, allow_labels=False, double_inline=True)
    footnote_plugin(md, inline=False, move_to_end=False, always_match_refs=True)
    md.block.ruler.before("reference", "definition_stop", _definition_stop, {"alt": ["paragraph"]})
    md.inline.ruler.at("text", _text)
    md.inline.ruler.before("link", "unshown", _unshown)
    md.inline.ruler.before("link", "citation", _cited)
    md.inline.ruler.before("link", "program_link", _program_link)
    md.inline.ruler.before("link", "wikilink", _wikilink)
    md.inline.ruler.before("link", "highlight", _highlight)
    md.inline.ruler.before("newline", "address", _address)
    md.validateLink = _any_link  # type: ignore[method-assign, assignment]
    md.normalizeLink = _destination  # type: ignore[method-assign]
    md.normalizeLinkText = str  # type: ignore[method-assign, assignment]
    return md


def _destination(url: str) -> str:
    """Write a destination that a program fills in without blanks, and in the one way to write a file of the site."""
    return _FILE.sub(r"{{site}}/\1\2", url.replace(_FILLER, ""))


def _any_link(_url: str) -> bool:
    return True
