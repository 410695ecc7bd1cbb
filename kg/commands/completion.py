"""`kg completion`: completion in the shell of the person, and the answer to the shell when a key is pressed."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from kg.commands.command import Command
from kg.errors import KgError

ASKED = "_KG_COMPLETE"
"""Of the environment: the shell that asks what could come next. Its question is in the arguments."""
_PLAIN = "_-./%+,="
"""What beside letters and digits stands for itself in bash, also where bash divides words for completion."""
_ESCAPED = '"\\$`'
"""What a backslash takes its meaning from inside double quotes."""


def print_script(asked: Namespace) -> int:
    """Print the script for a shell."""
    print(Path(__file__).with_name(f"completion.{asked.shell}").read_text(encoding="utf-8"), end="")
    return 0


class Typed(NamedTuple):
    """A partly typed command line."""

    words: list[str]
    """Those that are whole, without the quotes of the shell."""
    begin: str
    """Of the word at the cursor, without them."""
    quote: str
    """The quote that it opens and does not close."""
    opened: int
    """How much of the word stands before that quote."""
    cut: int
    """How much of the word stands before what the shell replaces."""
    start: int
    """Where the word begins in the line."""


def reply(commands: Sequence[Command], words: Sequence[str]) -> int:
    """Print what can come next, one per line, spelled as the asking shell needs it."""
    from kg.commands.completing import complete

    shell, last = os.environ[ASKED], words[-1] if words else ""
    try:
        if shell == "bash":
            typed = taken_apart(*(*words, "", "")[:2])
            if typed.opened in (0, typed.cut):  # bash replaces what stands behind the quote, which must be all of it
                for each in complete(commands, typed.words[1:], typed.begin):
                    print(quoted(each.text, typed))
        else:
            # zsh takes its quotes away; fish gives the word as it is typed.
            for each in complete(commands, words[:-1], last if shell == "zsh" else taken_apart(last, "").begin):
                print(each.text, each.told, sep="\t")
    except (KgError, OSError, ValueError):
        return 1  # nobody asked for a message in the middle of a line
    return 0


def taken_apart(line: str, breaks: str) -> Typed:
    r"""Parse a command line as bash does, up to its end, where the cursor is.

    Args:
        breaks: characters after which bash completes part of a word (`COMP_WORDBREAKS`).

    >>> taken_apart("kg show --kind=paper 'Attention Is", ":=")
    Typed(words=['kg', 'show', '--kind=paper'], begin='Attention Is', quote="'", opened=0, cut=0, start=21)
    >>> taken_apart(r"kg show BERT:\ Pre", ":=")
    Typed(words=['kg', 'show'], begin='BERT: Pre', quote='', opened=0, cut=5, start=8)
    """
    words, word, quote, opened, cut = list[str](), "", "", 0, 0
    start: int | None = None
    signs: Iterator[tuple[int, str]] = iter(enumerate(line))
    for place, sign in signs:
        if quote and sign == quote:
            quote, opened = "", 0
            cut = len(word) if sign in breaks else cut
        elif quote == "'":
            word += sign
        elif sign == "\\":
            _, after = next(signs, (0, ""))
            word += after if not quote or after in _ESCAPED else f"\\{after}"
        elif quote:
            word += sign
        elif sign in "'\"":
            quote, opened = sign, len(word)
        elif sign in " \t\n":
            words += [word] if start is not None else []
            word, cut, start = "", 0, None
            continue
        else:
            word += sign
            cut = len(word) if sign in breaks else cut
        start = place if start is None else start
    return Typed(words, word, quote, opened, cut, len(line) if start is None else start)


def quoted(text: str, typed: Typed) -> str:
    r"""Spell a word for bash, in the quotes that are open, without the part that bash keeps.

    >>> typed = taken_apart("kg show 'What", ":=")
    >>> print(quoted("What's $(this)", typed), quoted("What's $(this)", typed._replace(quote="")))
    'What'\''s $(this)' What\'s\ \$\(this\)
    """
    rest = text[typed.cut :]
    if typed.quote == "'":
        return "'" + rest.replace("'", "'\\''") + "'"
    if typed.quote:
        escaped = "".join(f"\\{sign}" if sign in _ESCAPED else sign for sign in rest)
        return '"' + escaped.replace("!", "\"'!'\"") + '"'
    return "".join(sign if sign.isalnum() or sign in _PLAIN else f"\\{sign}" for sign in rest)
