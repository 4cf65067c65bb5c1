"""A site as a host of files serves it, below a folder, and how it is played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import nbformat
from playwright.sync_api import Page, expect
from pytest import MonkeyPatch

from classkit.lessons.lesson_build import make_class_version
from classkit.site import docs
from classkit.site.build import write_site
from classkit.site.docs.lessons import write_notebook
from classkit.site.docs.markdown import format_toctree
from classkit.site.docs.source_tree import SourceTree
from tests.browser.classroom import COLD, Seen, seen
from tests.browser.servers import started
from tests.browser.waiting import eventually
from tests.site.pieces import fetched

STORE = "document.querySelector('classkit-table').store"
DRAWN = """[...document.querySelectorAll('classkit-chart')].filter((one) => one.inSight)
    .every((one) => one.covered || (one.drawing && !one.stale && !one.drawing.busy))"""


BELOW = "deep/pages/"
"""The folder of a host in which a site lies."""


LESSON = "01-inflation-and-the-price-of-everything"
"""The lesson that the sites of tests have."""


def written_site(folder: Path, lessons: bool = False) -> Path:
    """Write the tables of a site below a folder, and return it; with ``lessons`` one of those."""
    fetched()
    with MonkeyPatch.context() as patched:
        patched.setattr(docs, "copy_guide", one_page)
        patched.setattr(docs, "write_pages", one_lesson)
        parts = ["tables", *["docs"][:lessons]]
        write_site(folder / BELOW, parts, run=False)
    return folder


def one_page(repository: Path, folder: Path) -> None:
    """Lay the sources of a guide that has one page."""
    folder.mkdir()
    (folder / "index.md").write_text(f"# Lessons\n\n{format_toctree([f'lessons/{LESSON}'])}\n")


def one_lesson(tree: SourceTree, *, run: bool) -> None:
    """Write the page of one lesson."""
    book = nbformat.read(tree.repository / "lessons" / f"{LESSON}.ipynb", as_version=4)
    write_notebook(tree, f"lessons/{LESSON}", make_class_version(book))


@contextmanager
def serving(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder as a host of files does; gives the address of the site in it."""
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with started(command, r"(http://[\d.:]+/)", folder, PYTHONUNBUFFERED="1") as host:
        yield host + BELOW


@dataclass
class SiteTable:
    """A table of a site in a page. Its policy forbids to wait by a function in the page itself."""

    page: Page

    def ask(self, script: str) -> Any:
        """What the page says to an expression, in which `store` is the table's."""
        return self.page.evaluate(f"(() => {{ const store = {STORE}; return {script}; }})()")

    def open(self, address: str) -> SiteTable:
        """Open it; what is there at once is drawn before Python is there."""
        self.page.goto(address)
        return self.arrived()

    def arrived(self) -> SiteTable:
        """Wait until its page is there."""
        expect(self.page.locator("classkit-board")).to_be_visible(timeout=COLD)
        return self

    def ready(self) -> Seen:
        """Wait until Python plays."""
        eventually(self.page, lambda: self.ask("Boolean(store.local.starting)"), False)
        eventually(self.page, lambda: self.ask("store.state.seq > 0"), True)
        assert not self.ask("store.local.notice")
        return seen(self.page)

    def send(self, **action: Any) -> Any:
        """Send an action as the page would, and return its answer, without bytes."""
        return self.page.evaluate(f"(action) => {STORE}.send(action)", action)

    def record(self) -> str:
        """The match as its file."""
        return str(self.send(do="save")["data"]["text"])

    def charts_are_drawn(self) -> None:
        """Wait until every chart in sight shows what the page knows."""
        eventually(self.page, lambda: self.page.evaluate(DRAWN), True)
