"""Shared by the browser tests: a Chromium, servers with notebooks, pages that report themselves.

Required, never skipped: where there is no Chromium, one is installed (tests/browser_binary.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.browser.servers import Place, jupyter, voila
from tests.browser_binary import find_or_install

ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, started once: two at a time do not go together.

    It ends with these tests: as long as it lives, an event loop runs, and tests elsewhere that
    begin one of their own would find it.
    """
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """The Chromium of this machine."""
    launched = playwright.chromium.launch(executable_path=find_or_install(), args=ARGUMENTS)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def in_voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Voila with the package's own settings, serving a folder of the tests."""
    with voila(tmp_path_factory.mktemp("voila"), tmp_path_factory.mktemp("data")) as place:
        yield place


@pytest.fixture(scope="session")
def in_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """JupyterLab."""
    with jupyter(tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("data"), "lab") as place:
        yield place


@pytest.fixture(scope="session")
def in_notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Notebook 7."""
    folder, data = tmp_path_factory.mktemp("notebook"), tmp_path_factory.mktemp("data")
    with jupyter(folder, data, "notebook") as place:
        yield place


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let the fixture of a page see whether its test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


FAILED = pytest.StashKey[bool]()


@pytest.fixture
def page(browser: Browser, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A page of 1366x768. A script that fails in it fails the test, and leaves a picture."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    opened = context.new_page()
    failed: list[str] = []
    opened.on("pageerror", lambda error: failed.append(str(error)))
    yield opened
    if request.node.stash.get(FAILED, False):
        opened.screenshot(path=tmp_path / "failed.png")
        print(f"a picture of the page: {tmp_path / 'failed.png'}")
    context.close()
    ours = [error for error in failed if "classkit" in error or "ck-" in error]
    assert not ours, ours
