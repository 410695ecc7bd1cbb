"""The picture of the topic map in README.md: `make picture` takes it anew, with the chromium of the system.

It shows the themes of the sample notes, as a person sees them who opens the map.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from browsers import browsing, wait
from places import NOTES, ROOT

from kg.cli import main as kg

PICTURE = ROOT / "docs" / "topic-map.png"
_SIZE = (1200, 770)


def main() -> None:
    """Build the sample notes, open their map, and keep what is to be seen."""
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder, "graph")
        if kg(["build", str(NOTES), "--graph", str(graph), "--map"]):
            raise RuntimeError("the sample notes could not be built")
        with browsing(Path(folder, "profile"), size=_SIZE) as driver:
            driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
            driver.get((graph / "map.html").as_uri())
            wait(driver, "return document.body.dataset.drawn === 'yes'")
            # The whole page stands still two frames after the last change.
            driver.execute_async_script(
                "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done));"
            )
            driver.find_element("css selector", "main").screenshot(str(PICTURE))


if __name__ == "__main__":
    main()
