"""Put the editor of the SPARQL page into the package when it is built: a file of npm's, of one version, checked.

Without npm, or without a network, the package is built without it, and the page has a plain field instead.
"""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "@zazuko/yasqe"
VERSION = "4.6.2"
INTEGRITY = "sha512-83iCLuBIgU04KBIaibxZTjKvrXD6sEe/+aqsHxLb4+ZVD4eaUwh5hFJEetuWkiKBY6WxTjVOmhKXvh2AAOR14g=="
FILES = ("package/build/yasqe.min.js", "package/build/yasqe.min.css", "package/package.json")
FOLDER = Path("kg/serving/static/yasqe")


class EditorHook(BuildHookInterface):  # type: ignore[type-arg, misc]
    """Fetches the editor before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fetch the editor unless it is there."""
        folder = Path(self.root) / FOLDER
        mark = folder / "VERSION"
        if self.target_name != "wheel" or (mark.is_file() and mark.read_text(encoding="utf-8") == VERSION):
            return
        try:
            with tempfile.TemporaryDirectory() as place:
                fetch(Path(place), folder)
            mark.write_text(VERSION, encoding="utf-8")
        except (OSError, subprocess.SubprocessError, tarfile.TarError, ValueError, KeyError) as error:
            self.app.display_warning(f"the SPARQL page gets a plain field, because {PACKAGE} was not fetched: {error}")


def fetch(place: Path, folder: Path) -> None:
    """Fetch the package into a place, check it, and unpack the files that the page needs into a folder.

    Raises:
        OSError: there is no npm, or the folder cannot be written.
        SubprocessError: npm does not get the package.
        ValueError: what npm got is not the package that is meant.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("there is no npm")
    command = [npm, "pack", f"{PACKAGE}@{VERSION}", "--silent", "--pack-destination", str(place)]
    subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=place)
    packed = next(place.glob("*.tgz")).read_bytes()
    if f"sha512-{base64.b64encode(hashlib.sha512(packed).digest()).decode()}" != INTEGRITY:
        raise ValueError("it is not the version that was checked")
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(next(place.glob("*.tgz"))) as archive:
        for name in FILES:
            content = archive.extractfile(name)
            if content is None:
                raise ValueError(f"there is no {name} in it")
            (folder / Path(name).name).write_bytes(content.read())
