"""A browser without a window, for pages as a person sees them."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
CHROMEDRIVER = shutil.which("chromedriver")
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage"
)


@contextlib.contextmanager
def browsing(profile: Path, *hosts: str, size: tuple[int, int] = (1400, 900)) -> Iterator[Any]:
    """Give the driver of a browser that logs what it does.

    Args:
        profile: a folder of its own.
        hosts: the only ones that it reaches.
        size: of its window.
    """
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in (*_FLAGS.split(), f"--window-size={size[0]},{size[1]}", f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.add_argument(", ".join(("--host-resolver-rules=MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in hosts))))
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(CHROMEDRIVER)))
    try:
        driver.set_page_load_timeout(120)
        yield driver
    finally:
        driver.quit()


def wait(driver: Any, script: str, *given: object, seconds: int = 120) -> None:
    """Wait until a script says yes."""
    from selenium.webdriver.support.ui import WebDriverWait

    WebDriverWait(driver, seconds, poll_frequency=0.05).until(lambda driver: driver.execute_script(script, *given))
