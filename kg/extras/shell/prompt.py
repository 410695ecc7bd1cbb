"""The prompt: lines that are edited, coloured and completed until what they say is whole, and those typed before."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.formatted_text.utils import split_lines
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from kg.extras.shell.offers import Offers
from kg.extras.shell.statements import is_query, is_whole
from kg.rdf.diagnosis import FUNCTIONS, KEYWORDS
from kg.rdf.lexing import TokenKind, tokens

PROMPT, GOING_ON = "kg> ", "... "
_RESERVED = {*KEYWORDS, *FUNCTIONS}
_STYLE = Style.from_dict(
    {
        "sparql.comment": "ansibrightblack",
        "sparql.string": "ansigreen",
        "sparql.iri": "ansicyan",
        "sparql.variable": "ansimagenta",
        "sparql.name": "ansiblue",
        "sparql.word": "bold",
    }
)


def prompt(offers: Offers, history: History) -> Callable[[], str]:
    """Make the function that lets a person type a query or a command, and gives it when it is whole.

    It raises EOFError at Ctrl-D in an empty line, and KeyboardInterrupt at Ctrl-C.

    Args:
        offers: what can come next.
        history: of what was typed.
    """
    session: PromptSession[str] = PromptSession(
        PROMPT,
        multiline=True,
        prompt_continuation=GOING_ON,
        key_bindings=_keys(),
        completer=_Offered(offers),
        complete_while_typing=False,
        lexer=_Colours(),
        style=_STYLE,
        history=history,
        include_default_pygments_style=False,
    )
    return session.prompt


def _keys() -> KeyBindings:
    keys = KeyBindings()

    @keys.add("enter")
    def _enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        is_last = not buffer.document.text_after_cursor.strip() or "\n" not in buffer.text
        if is_last and (not buffer.text.strip() or is_whole(buffer.text)):
            buffer.validate_and_handle()
        else:
            buffer.newline()

    @keys.add("escape", "enter")
    def _newline(event: KeyPressEvent) -> None:
        event.current_buffer.newline()

    return keys


class _Offered(Completer):
    """Gives what can come next as the library wants it."""

    def __init__(self, offers: Offers) -> None:
        self._offers = offers

    def get_completions(
        self,
        document: Document,
        complete_event: CompleteEvent,  # noqa: ARG002 - the library gives it
    ) -> Iterable[Completion]:
        """Yield what can come next."""
        for offer in self._offers(document.text_before_cursor):
            yield Completion(offer.text, -offer.length, display=offer.shown, display_meta=offer.told)


class _Colours(Lexer):
    """Colours queries; commands are plain."""

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return the coloured pieces of each line."""
        lines = list(split_lines(_coloured(document.text)))
        return lambda number: lines[number] if number < len(lines) else []


def _coloured(text: str) -> StyleAndTextTuples:
    if not is_query(text):
        return [("", text)]
    pieces: StyleAndTextTuples = []
    end = 0
    for token in tokens(text):
        plain = token.kind is TokenKind.WORD and token.text.upper() not in _RESERVED
        pieces += [("", text[end : token.start]), ("" if plain else f"class:sparql.{token.kind}", token.text)]
        end = token.start + len(token.text)
    return [*pieces, ("", text[end:])]


FILE_NAME = "shell-history"


def history_file() -> Path:
    """Return the file of what was typed: in `$XDG_STATE_HOME/kg`, or else in `~/.local/state/kg`."""
    state = Path(os.environ.get("XDG_STATE_HOME") or "")
    return (state if state.is_absolute() else Path.home() / ".local" / "state") / "kg" / FILE_NAME


def history(path: Path) -> History:
    """Open the history, and make its file if there is none; where it cannot be written, it ends with the program."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_APPEND | os.O_RDWR, 0o600))
        path.chmod(0o600)
    except OSError:
        return InMemoryHistory()
    return _Private(path)


class _Private(FileHistory):
    """A history that takes whatever a terminal sends."""

    def store_string(self, string: str) -> None:
        super().store_string(string.encode("utf-8", "replace").decode("utf-8"))
