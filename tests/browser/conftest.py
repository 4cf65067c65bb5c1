"""Shared by the browser tests: a Chromium, servers with notebooks, pages that report themselves.

Required, never skipped except with ``--no-install``: where there is no Chromium, one is installed
(tests/browser_binary.py).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect, sync_playwright

from tests.browser.desks import served
from tests.browser.servers import Place, jupyter, voila
from tests.browser.tabs import EMPTY, FAILED, Tab, as_opened, profile, watched

expect.set_options(timeout=60_000)  # what is waited for comes late on a machine that is busy


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    """Playwright, started once: two at a time do not go together.

    It ends with these tests: as long as it lives, an event loop runs, and tests elsewhere that
    begin one of their own would find it.
    """
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def in_voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Voila with the package's own settings, serving a folder of the tests."""
    with voila(tmp_path_factory.mktemp("voila"), tmp_path_factory.mktemp("data")) as place:
        yield place


@pytest.fixture(scope="session")
def in_lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """JupyterLab."""
    with jupyter(tmp_path_factory.mktemp("lab"), tmp_path_factory.mktemp("data")) as place:
        yield place


@pytest.fixture(scope="session")
def in_notebook(in_lab: Place) -> Place:
    """Notebook 7, which JupyterLab's server serves as well wherever both are installed."""
    return replace(in_lab, kind="notebook")


@pytest.fixture(scope="session")
def harness() -> Iterator[str]:
    """The address of `tests/page`: the page without Jupyter."""
    with served() as address:
        yield address


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let the fixture of a page see whether its test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture(scope="package")
def tab(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    """The tab that most tests share."""
    with profile(playwright, tmp_path_factory.mktemp("profile")) as context:
        yield Tab(context)


@pytest.fixture
def page(tab: Tab, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """The shared tab. After a test that failed in it, it is another one.

    Pieces are where they go at once: their motion draws sixty frames a second that nobody looks at.
    Who looks at it, and whoever comes as a visitor, has a page of its own.
    """
    shown = tab.fresh()
    shown.emulate_media(reduced_motion="reduce")
    with watched(shown, request, tmp_path):
        yield shown
    if request.node.stash.get(FAILED, False):
        tab.close()
    else:
        tab.leave()


@pytest.fixture
def own_page(tab: Tab, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A page of this test alone, for what outlasts a visit: scripts that are laid into it.

    What the browser has read and translated it shares with the tab.
    """
    with tab.another() as opened, watched(opened, request, tmp_path):
        yield opened


@pytest.fixture(scope="module")
def tab_to_patch(tab: Tab) -> Iterator[Page]:
    """The tab of one file for what its tests patch."""
    with tab.another() as opened:
        yield opened


@pytest.fixture
def patched_page(
    tab_to_patch: Page, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Page]:
    """A page for tests that patch it, and take off again what they have patched.

    One for each file: to open one costs more than a test. A test that failed leaves nothing in it.
    """
    with watched(tab_to_patch, request, tmp_path):
        yield tab_to_patch
    if request.node.stash.get(FAILED, False):
        tab_to_patch.goto(EMPTY)
    as_opened(tab_to_patch)


@pytest.fixture
def fresh_page(patched_page: Page) -> Iterator[Page]:
    """The page of the file for tests that patch it, with nothing in it before and afterwards.

    To read the table anew costs half as much as to open a page for it.
    """
    patched_page.goto(EMPTY)
    yield patched_page
    patched_page.goto(EMPTY)
