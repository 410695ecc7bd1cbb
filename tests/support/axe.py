"""axe-core, which finds what keeps people from using a page: a file of npm's, of one version, checked."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PACKAGE, VERSION = "axe-core", "4.14.1"
INTEGRITY = "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ=="
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that look at colours: what is left to check of a page that has others and is otherwise as it was."""
_RUN = """
const rules = arguments[0], told = arguments[arguments.length - 1];
const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
axe.run({ resultTypes: ["violations"], selectors: false, ...only }).then((found) => told(found.violations.map((one) => [one.impact, one.id, one.nodes[0].html])), (error) => told([String(error)]));
"""


def fetch(folder: Path) -> str:
    """Give the script.

    Raises:
        OSError: there is no npm.
        SubprocessError: npm does not get the package.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise FileNotFoundError("there is no npm")
    command = [npm, "pack", f"{PACKAGE}@{VERSION}", "--silent", "--pack-destination", str(folder)]
    subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=folder)
    packed = next(folder.glob("*.tgz"))
    assert f"sha512-{base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()}" == INTEGRITY
    with tarfile.open(packed) as archive:
        member = archive.extractfile("package/axe.min.js")
        assert member is not None
        return member.read().decode("utf-8")


def faults(driver: Any, script: str, rules: Sequence[str] = ()) -> list[Any]:
    """Give what a serious fault of the page is, with the first element that has it.

    Args:
        driver: of the browser that shows the page.
        script: axe-core.
        rules: the names of those to check; none for all.
    """
    if not driver.execute_script("return !!window.axe"):
        driver.execute_script(script)
    found = driver.execute_async_script(_RUN, list(rules))
    return [one for one in found if one[0] in ("serious", "critical") or len(one) == 1]
