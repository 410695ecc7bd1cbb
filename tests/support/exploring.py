"""A vault with text that attacks, and pages read as a browser would: for tests of the explorer."""

from __future__ import annotations

import shutil
from html.parser import HTMLParser
from pathlib import Path

from places import NOTES

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
STRANGE = 'we "ird" <b>#1?.md'
"""A name of a file that is markup, and an address of something else, wherever it is not quoted."""
ATTACKS = """@article{evil2024,
  title = {<script>document.title="hacked"</script> and {{ 7 * 191 }}},
  author = {Eve "><svg onload=alert(1)> and Mallory ' onmouseover='alert(1)},
  year = {2024},
  url = {javascript:alert(1)},
  journal = {</a><img src=x onerror=alert(1)>}
}
"""
_VOID = {"meta", "link", "input", "br", "img"}


def write_vault(folder: Path) -> Path:
    """Write a few of the sample notes, and notes that attack."""
    folder.mkdir()
    for name in ("llm-outline.md", "graph-learning-references.md", "embeddings.ipynb"):
        shutil.copy(NOTES / name, folder / name)
    (folder / "evil.bib").write_text(ATTACKS, encoding="utf-8")
    text = "# Notes\n\nWe tried BERT <script>alert(1)</script> on <b onclick=alert(1)>CIFAR-10</b> & {{ 7 * 191 }}.\n"
    (folder / STRANGE).write_text(text, encoding="utf-8")
    return folder


class Page(HTMLParser):
    """The elements of a page, its text, and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, (tag, self.open)

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def links(self) -> list[str]:
        return [attributes["href"] for tag, attributes in self.elements if tag == "a"]

    def fields(self, form: str) -> dict[str, str]:
        """Give the hidden fields behind the form with an address."""
        found, inside = {}, False
        for tag, attributes in self.elements:
            inside = (attributes.get("action") == form) if tag == "form" else inside
            if inside and tag == "input" and attributes.get("type") == "hidden":
                found[attributes["name"]] = attributes["value"]
        return found


def assert_harmless(page: Page) -> None:
    """See that nothing of a note has become code, or an address that runs code."""
    for tag, attributes in page.elements:
        assert tag not in {"img", "iframe", "object", "embed", "base", "b-onclick"}, attributes
        assert not [name for name in attributes if name.startswith("on") or name == "style"], (tag, attributes)
        if tag == "script":
            assert attributes["src"].startswith("/static/")
        for name in ("href", "src", "action"):
            address = attributes.get(name, "/")
            programs = ("vscode://file/", "obsidian://open?path=")
            assert address.startswith(("/", "#", "http://", "https://", *programs)) or address in ("", "data:,"), (
                address
            )
            assert not address.startswith("//")
        if attributes.get("href", "").startswith("http"):
            assert "noopener" in attributes["rel"]
    assert page.open == []
    assert "1337" not in page.text
