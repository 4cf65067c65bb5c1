"""Page that shows the film of a match, and the Chromium that takes its screenshots.

The page is the ordinary page of a table, with its end screen. All its files are served from memory,
and nothing is fetched.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from classkit.engine.errors import ClasskitError
from classkit.hosting.data_files import build_plotly_script
from classkit.jinja_templates import render_template
from classkit.widgets.asset_loader import PAGE_FOLDER
from classkit.widgets.js_bundler import bundle_page
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView, Theme
from classkit.widgets.state_snapshot import build_constants, build_state

from .site_theme import POLICY

if TYPE_CHECKING:
    from playwright.sync_api import Page, Playwright, Route

    from classkit.engine.match import Match

ADDRESS = "http://film.invalid/"
"""Address of the page. The domain ``.invalid`` never resolves (RFC 2606)."""
ROOT, PAGE, PLOTLY = "film.js", "page.js", "plotly.min.js"
BROWSER_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER_VARIABLE = "CLASSKIT_CHROMIUM"
REMEDY = "Install what films need with: pip install 'classkit[film]'."
READY_SECONDS = 60
"""Maximum number of seconds to wait for the page to draw all charts."""
MIN_WIDTH = 960
"""Minimum width of the page in CSS pixels. A smaller film shows the page scaled down, because a
narrower page would get the phone layout, with the charts below its edge.
"""
LAST_SECONDS = 2.5
"""Number of seconds for which the end is shown after the film."""


class FilmFrame(NamedTuple):
    """A picture in the film, as PNG, and the number of seconds to show it."""

    picture: bytes
    seconds: float


def record_frames(
    match: Match, size: tuple[int, int], rate: int, theme: Theme
) -> Iterator[FilmFrame]:
    """Yield the frames of a finished match's film.

    The frames depend on positions in the film and not on a clock, so the frames of a match are
    always the same. Consecutive positions that look alike become one frame.

    Args:
        match: A match that is over.
        size: Width and height in pixels.
        rate: Frames per second.
        theme: Theme of the page.
    """
    with open_film(match, size, theme) as page:
        length = page.evaluate("() => classkitFilm.length")
        held, shown, picture = 0, "", b""
        for number in range(round(length * rate) + 1):
            moment = page.evaluate("position => classkitFilm.show(position)", number / rate)
            if moment != shown:
                if held:
                    yield FilmFrame(picture, held / rate)
                picture, shown, held = page.screenshot(animations="disabled"), moment, 0
            held += 1
        yield FilmFrame(picture, LAST_SECONDS)


@contextmanager
def open_film(match: Match, size: tuple[int, int], theme: Theme) -> Iterator[Page]:
    """Open the page of a film in a headless Chromium."""
    require_playwright()
    from playwright.sync_api import sync_playwright

    files = build_files(match, theme)
    with sync_playwright() as playwright:
        browser = launch_browser(playwright)
        try:
            scale = min(1, size[0] / MIN_WIDTH)
            context = browser.new_context(
                viewport={"width": round(size[0] / scale), "height": round(size[1] / scale)},
                device_scale_factor=scale,
                reduced_motion="reduce",
            )
            page = context.new_page()
            page.route("**/*", lambda route: answer_request(route, files))
            page.goto(ADDRESS)
            page.wait_for_function("() => window.classkitFilm", timeout=READY_SECONDS * 1000)
            wait_for_charts(page)
            yield page
        finally:
            browser.close()


def wait_for_charts(page: Page) -> None:
    """Wait until the page has drawn all charts.

    Raises:
        ClasskitError: The page has not drawn them after READY_SECONDS.
    """
    from playwright.sync_api import TimeoutError as LateError

    try:
        page.wait_for_function("() => classkitFilm.ready()", timeout=READY_SECONDS * 1000)
    except LateError as error:
        raise ClasskitError(
            f"The charts of the film were not drawn within {READY_SECONDS} seconds. Try again "
            "when this computer is less busy, or choose a larger size."
        ) from error


def answer_request(route: Route, files: Mapping[str, tuple[str, bytes]]) -> None:
    """Answer a request of the page from memory; abort any other request."""
    found = files.get(route.request.url.removeprefix(ADDRESS))
    if found is None:
        route.abort()
    else:
        route.fulfill(content_type=found[0], body=found[1])


def build_files(match: Match, theme: Theme) -> dict[str, tuple[str, bytes]]:
    """Return the page's files and their content types by address."""
    text = render_template(
        __package__, "film.html.j2", title=match.game.title, policy=POLICY, plotly=PLOTLY,
        page=PAGE, told=build_snapshot(match, theme),
    )  # fmt: skip
    return {
        "": ("text/html; charset=utf-8", text.encode()),
        PAGE: ("text/javascript", bundle_page(PAGE_FOLDER, ROOT).encode()),
        PLOTLY: ("text/javascript", build_plotly_script()),
    }


def build_snapshot(match: Match, theme: Theme) -> dict[str, Any]:
    """Return the state of a finished match with the charts of its end screen, as everybody sees it.

    Raises:
        ClasskitError: The match is not over.
    """
    view = PageView(MatchController(match))
    view.set_theme(theme)
    end = view.get_end()
    if end is None:
        raise ClasskitError(
            "This match is not over: a film shows a whole match. Play it to its end first, for "
            "example in a table."
        )
    now = build_state(view, [*end["courses"], *end["below"]])
    return {"kind": "snapshot", "seq": 1, "reply": None, "fixed": build_constants(view), "now": now}


# --- requirements of a film ---------------------------------------------


def require_playwright() -> None:
    """Raise a ClasskitError that states the remedy if Playwright is not installed."""
    if find_spec("playwright") is None:
        raise ClasskitError(
            f"Films are recorded with Playwright, which is not installed here. {REMEDY}"
        )


def launch_browser(playwright: Playwright) -> Any:
    """Start the Chromium named by CLASSKIT_CHROMIUM, Playwright's own, or an installed one.

    Raises:
        ClasskitError: No Chromium was found, or it does not start.
    """
    path = find_browser(playwright.chromium.executable_path)
    try:
        return playwright.chromium.launch(executable_path=path)
    except Exception as error:
        reason = str(error).strip().partition("\n")[0].rpartition("launch: ")[2].rstrip(".")
        raise ClasskitError(
            f"The browser {path} does not start: {reason}. Install another with: python -m "
            f"playwright install chromium. Or name one in the environment variable "
            f"{BROWSER_VARIABLE}."
        ) from error


def find_browser(own: str) -> str:
    """Return the path of a Chromium executable. ``own`` is where Playwright installs its copy."""
    stated = os.environ.get(BROWSER_VARIABLE)
    installed = (shutil.which(name) for name in BROWSER_NAMES)
    for path in (stated, own if os.path.isfile(own) else None, *installed):
        if path:
            return path
    raise ClasskitError(
        "Films are recorded in Chromium, and none was found here. Install it with: python -m "
        "playwright install chromium. Or name one in the environment variable "
        f"{BROWSER_VARIABLE}."
    )
