"""How far a push has come: a file in the folder of the graph while it is under way, from which it can be taken up."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from kg import untrusted
from kg.errors import PushError
from kg.writing import write_text

FILE_NAME = "push.json"


@dataclass(frozen=True, slots=True)
class Progress:
    """Batches that the target has accepted."""

    address: str
    digest: str
    """Of everything that is to be sent."""
    done: int
    """How many of the batches, in their order."""


def read(graph: Path) -> Progress | None:
    """Return the progress of a push; None if none was interrupted.

    Raises:
        PushError: kg did not write the file.
    """
    path = graph / FILE_NAME
    try:
        value = untrusted.json_of_kg(path.read_text(encoding="utf-8"))
        return Progress(str(value["address"]), str(value["digest"]), int(value["done"]))
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError) as error:
        raise PushError.bad_state(str(path)) from error


def write(graph: Path, progress: Progress) -> None:
    """Save the progress of a push; if the folder is not writable, the push cannot be resumed."""
    with suppress(PermissionError):
        write_text(graph / FILE_NAME, [json.dumps(asdict(progress)) + "\n"])


def forget(graph: Path) -> None:
    """Remove the saved progress, because everything has been sent."""
    with suppress(PermissionError):
        (graph / FILE_NAME).unlink(missing_ok=True)
