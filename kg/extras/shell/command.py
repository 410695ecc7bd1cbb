"""What `kg shell` does with what is typed: queries and commands, each in a process that can be ended."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TextIO

from kg import screen
from kg.commands.command import Command, limits_of
from kg.commands.completing import complete
from kg.commands.completion import quoted, taken_apart
from kg.commands.querying import as_table, is_nothing, print_answer, warn
from kg.errors import KgError, UsageError
from kg.extras.conversation import Conversation
from kg.extras.shell.offers import Offer, first_words, in_query
from kg.extras.shell.statements import is_query, statements
from kg.library.graphs import tell_indexing
from kg.library.places import VARIABLE
from kg.rdf import Question, RowFormat, Rows
from kg.rdf.lexing import uncovered

_MAIN = "import sys; sys.path[:] = {path!r}; from kg.cli import run; run()"
_LEAVING = ("exit", "quit")
_INTERRUPTED = 130
_ELSEWHERE = ("shell", "mcp")
"""Commands that want standard input for themselves."""
_HELP = """\
A query in SPARQL runs with Enter when its brackets are closed; Alt-Enter begins another line before that.
The commands of kg work here without the word kg, such as: find diffusion; ask authors-by-papers; show BERT
  help COMMAND   what a command takes
  help           this text; the commands are listed by: help commands
  exit           leave, as Ctrl-D does
Tab completes keywords, terms, variables and things: for the beginning of a name the IRI, in quotes the name.
Ctrl-C stops a query or empties the line. Up and Down go through what was typed before, Ctrl-R searches it;
it is kept in {history}"""


def shell(asked: Namespace) -> int:
    """Talk with a person at a terminal, or do what is read from a pipe."""
    with Conversation(asked.graph, limits_of(asked), tell_indexing) as conversation:
        conversation.knowledge()  # what is wrong with the graph is said at once
        prompted = Prompted(conversation, asked.commands, iris=asked.iris, is_paged=not asked.no_pager)
        return prompted.talk() if sys.stdin.isatty() else prompted.read(sys.stdin)


class Prompted:
    """Runs queries and commands on one graph, one after another; no error ends it.

    Args:
        conversation: with the graph.
        commands: those of `kg`.
        iris: whether to print IRIs instead of names.
        is_paged: whether to page what is longer than the screen.
    """

    def __init__(self, conversation: Conversation, commands: Sequence[Command], *, iris: bool, is_paged: bool) -> None:
        self._conversation = conversation
        self._known = commands
        self._iris = iris
        self._is_paged = is_paged
        self._commands = {each.name: each.summary for each in commands if each.name not in _ELSEWHERE}
        self._own = {"help": "commands and keys", "exit": "leave"}

    def talk(self) -> int:
        """Let a person type until they leave."""
        from kg.extras.shell.prompt import history, history_file, prompt

        knowledge = self._conversation.knowledge()
        assert knowledge.index  # noqa: S101 - it is made now, as completion reads names from it
        print(f"{self._conversation.graph}: {len(knowledge.store.notes()):,} notes. Type SPARQL, or a command such as: "
              "find WORDS. Type help for more, Ctrl-D to leave.")  # fmt: skip
        typed = prompt(self.offers, history(history_file()))
        while True:
            try:
                self.run(typed())
            except KeyboardInterrupt:
                continue
            except EOFError:
                return 0
            except OSError as error:
                _complain(str(error))

    def read(self, stream: TextIO) -> int:
        """Run what is read from a pipe or a file; return the highest exit code."""
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
        worst = 0
        for text in statements(stream, {*self._commands, *self._own, *_LEAVING, *_ELSEWHERE}):
            try:
                worst = max(worst, self.run(text, is_typed=False))
            except EOFError:
                break
            sys.stdout.flush()
        return worst

    def offers(self, text: str) -> Iterator[Offer]:
        """Yield what can come next after a text."""
        line = text.lstrip()
        typed = taken_apart(line, "")
        if typed.words and not is_query(line):
            words = typed.words[1:] if typed.words[0] in ("kg", "help") else typed.words
            for each in complete(self._known, words, typed.begin, self._conversation.graph):
                yield Offer(quoted(each.text, typed), len(line) - typed.start, each.text, each.told)
        else:
            yield from first_words(line, (self._commands | self._own).items())
            yield from in_query(text, self._conversation.graph)

    def run(self, text: str, *, is_typed: bool = True) -> int:
        """Run a query or command, and return an exit code.

        Args:
            text: a query or a command.
            is_typed: whether a person typed it, whom commands may ask something.

        Raises:
            EOFError: it is the command to leave.
        """
        try:
            if not uncovered(text).strip():
                return 0  # nothing, or comments alone
            if is_query(text):
                return self._query(text.rstrip().removesuffix(";"))
            return self._command(text, is_typed=is_typed)
        except KgError as error:
            _complain(str(error))
            return error.exit_code
        except KeyboardInterrupt:
            _complain("stopped")
            return _INTERRUPTED

    def _query(self, text: str) -> int:
        answer = self._conversation.query(Question(text))
        names = self._conversation.knowledge().names
        assert answer is not None  # noqa: S101 - only a question for a graph has none
        if answer.media_type == RowFormat.JSON:
            shown = as_table(names, Rows.read(answer.content), iris=self._iris)
        else:
            shown = answer.content.decode()
        print_answer(shown, is_paged=self._is_paged)
        return warn(answer.hints, is_empty=is_nothing(shown))

    def _command(self, text: str, *, is_typed: bool) -> int:
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise UsageError(
                f"{error}: put a name that contains a quote in quotes, or a backslash before the quote"
            ) from error
        words = words[1:] if words[:1] == ["kg"] else words
        if not words or words[0] in _LEAVING:
            raise EOFError
        if words[0] == "help":
            if len(words) == 1:
                from kg.extras.shell.prompt import history_file

                print(_HELP.format(history=history_file()))
                return 0
            words = ["--help"] if words[1] == "commands" else [words[1], "--help"]
        if words[0] in _ELSEWHERE and "--help" not in words:
            raise UsageError(
                f"kg {words[0]} needs its own terminal. Leave the prompt with Ctrl-D, or open another terminal"
            )
        sys.stdout.flush()
        graph = str(self._conversation.graph.absolute())
        done = subprocess.run(  # noqa: S603 - our own program; the words are arguments and go through no shell
            [sys.executable, "-P", "-c", _MAIN.format(path=sys.path), *words],
            env={**os.environ, VARIABLE: graph},
            stdin=None if is_typed else subprocess.DEVNULL,
            check=False,
        )
        return done.returncode


def _complain(message: str) -> None:
    print("kg:", "\n".join(map(screen.clean, message.split("\n"))), file=sys.stderr, flush=True)
