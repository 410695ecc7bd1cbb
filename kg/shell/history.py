"""What was typed before: a file of the person that nobody else may read."""

from __future__ import annotations

import os
from pathlib import Path

from prompt_toolkit.history import FileHistory, History, InMemoryHistory

FILE_NAME = "shell-history"


def place() -> Path:
    """Return the file, in the folder for such things: `$XDG_STATE_HOME/kg`, or else `~/.local/state/kg`."""
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
