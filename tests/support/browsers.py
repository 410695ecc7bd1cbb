"""A browser that reaches no host but those it may."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM, CHROMEDRIVER = shutil.which("chromium"), shutil.which("chromedriver")
_FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --window-size=1400,900 --disable-dev-shm-usage"
)


@contextmanager
def chromium(profile: Path, *hosts: str) -> Iterator[Any]:
    """Open a browser and close it again; it keeps a log of its console and of its requests.

    Args:
        profile: folder for its data.
        hosts: it may connect to; no name but these resolves.
    """
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    for flag in _FLAGS.split():
        options.add_argument(flag)
    rules = ["MAP * ~NOTFOUND", *(f"EXCLUDE {host}" for host in hosts)]
    options.add_argument(f"--host-resolver-rules={', '.join(rules)}")
    options.add_argument(f"--user-data-dir={profile}")
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(CHROMEDRIVER)))
    driver.set_page_load_timeout(120)
    try:
        yield driver
    finally:
        driver.quit()
