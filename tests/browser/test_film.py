"""The film of a match: as it is shown at a table, and as it is exported."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import av
import pytest
from PIL import Image, ImageChops, ImageSequence
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests import browser_binary
from tests.browser.classroom import Seen
from tests.browser.desks import open_desk
from tests.browser.waiting import charts_are_drawn, eventually, resize

LARGEST = 1_500_000
"""Bytes of a film of the default size."""
STATE = "() => document.querySelector('classkit-ending').film.state"
SHOW = "position => document.querySelector('classkit-ending').film.show(position)"


@pytest.fixture(scope="module")
def match() -> Any:
    return classkit.new("poleconomy", seats=4, seed=39, options={"game": 2}).play(until="end")


def opened(page: Page, harness: str, match: Any) -> Seen:
    page.emulate_media(reduced_motion="no-preference")
    resize(page, 1366, 768)
    open_desk(page, harness, MatchController(match.fork()))
    charts_are_drawn(page)
    table = Seen(page, page.locator("classkit-table"))
    expect(table.root.get_by_role("button", name="Replay the match (14 s)")).to_be_visible()
    return table


def test_any_key_stops_the_film_and_the_space_bar_goes_on(
    page: Page, harness: str, match: Any
) -> None:
    table = opened(page, harness, match)
    ending = table.root.locator("classkit-ending")
    table.root.get_by_role("button", name="Replay the match").click()
    expect(ending.locator(".ck-film-turn-name")).to_have_text(re.compile(r"Turn \d+"))
    table.root.focus()
    page.keyboard.press("x")
    expect(table.root.get_by_role("button", name="Go on")).to_be_visible()
    stood = ending.locator(".ck-film-turn-name").inner_text()
    page.wait_for_timeout(400)
    assert ending.locator(".ck-film-turn-name").inner_text() == stood
    page.keyboard.press(" ")
    expect(ending.locator(".ck-film-words")).to_have_text(
        "Ada loses $920,000. Northern Spark Hydro, Toboggan Motors and $120,000, business disaster."
    )
    page.keyboard.press("x")
    page.keyboard.press("Escape")
    expect(ending.locator("h2")).to_have_text("Bruno wins")
    assert page.evaluate(STATE) == ""
    assert table.turn == match.turn, "the match itself did not move"


BESIDE = """chart => chart.querySelector('.ck-end').getBoundingClientRect().left
    - chart.querySelector('.ck-course-now').getBoundingClientRect().left"""
"""How far the labels of a chart are from the end of what is drawn of its lines."""


def test_a_long_reason_leaves_the_standings_in_view(page: Page, harness: str) -> None:
    """A sentence is read in two seconds; what is longer stands below the course alone."""
    over = classkit.new("opoly", seats=4, seed=5).play(until="end")
    resize(page, 960, 540)
    open_desk(page, harness, MatchController(over))
    charts_are_drawn(page)
    ending = page.locator("classkit-ending")
    expect(ending).to_be_visible()
    stops = len(page.evaluate("() => document.querySelector('classkit-ending').now.end.turns"))
    for number in range(1, stops + 1):
        page.evaluate(
            """number => {
                const { film } = document.querySelector('classkit-ending');
                film.become('rests');
                let at = 0;
                while (film.ending.moment?.stop !== number) film.show(at += 0.5);
            }""",
            number,
        )
        assert ending.locator(".ck-film-words").inner_text()
        assert ending.locator("classkit-course").first.evaluate(BESIDE) < 60
        side = ending.locator(".ck-ending-side")
        assert side.evaluate("one => one.scrollHeight - one.clientHeight") <= 0, number


def test_the_room_the_standings_and_the_timeline_run_along(
    page: Page, harness: str, match: Any
) -> None:
    table = opened(page, harness, match)
    ending = table.root.locator("classkit-ending")
    heat = page.evaluate("() => document.querySelector('classkit-table').store.now.timeline.heat")
    page.evaluate(SHOW, 6.5)  # at rest on the second turning point
    expect(ending.locator(".ck-film-turn-name")).to_have_text("Turn 26")
    expect(table.root).to_have_attribute("data-heat", str(heat[26]))
    expect(table.root.locator(".ck-slider")).to_have_value("26")
    row = match.history[26]["net_worth"]
    leader = max(row, key=row.get)
    first = ending.locator("li[data-seat]").evaluate_all(
        "rows => rows.find((one) => one.style.order === '0').dataset.seat"
    )
    assert first == leader
    shown = ending.locator(".ck-course-mark").evaluate_all(
        "marks => marks.filter((one) => one.getAttribute('visibility') !== 'hidden').length"
    )
    assert shown == 2
    page.evaluate(SHOW, 14)
    expect(ending.locator("h2")).to_be_visible()
    expect(table.root).to_have_attribute("data-heat", str(heat[-1]))
    expect(table.root.locator(".ck-slider")).to_have_value(str(match.turn))
    expect(ending.locator('li[data-seat="B"] .ck-ending-score')).to_have_text("$4,860,000")


def test_without_motion_the_film_is_stills(page: Page, harness: str, match: Any) -> None:
    table = opened(page, harness, match)
    page.emulate_media(reduced_motion="reduce")
    name = table.root.locator(".ck-film-turn-name")
    table.root.get_by_role("button", name="Replay the match").click()
    table.root.focus()
    for turn in (17, 26, 46):
        expect(name).to_have_text(f"Turn {turn}")
        page.wait_for_timeout(200)
        expect(name).to_have_text(f"Turn {turn}")
        page.keyboard.press("Enter")
    expect(table.root.locator("classkit-ending h2")).to_be_visible()
    eventually(page, lambda: page.evaluate(STATE), "")


# --- the exported film ---------------------------------------------


def export(record: Path, film: Path, *more: str) -> None:
    """Export in a process of its own: one Playwright at a time."""
    environment = {**os.environ, "CLASSKIT_CHROMIUM": browser_binary.find() or ""}
    command = [sys.executable, "-m", "classkit", "export", str(record), "--film", str(film), *more]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def record(match: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "match.json"
    match.fork().rename("B", "Zoë").save(path)
    return path


def differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one, other).getbbox() is not None


def winner_colour(picture: Image.Image) -> bool:
    """Whether the left of the picture is in the orange of seat B, and its band."""
    found = picture.convert("RGB").getpixel((picture.width // 8, picture.height // 2))
    assert isinstance(found, tuple)
    red, green, blue = found
    return red > 230 and 215 < green < 240 and 170 < blue < 205


def test_a_film_is_exported_as_a_gif(record: Path, tmp_path: Path) -> None:
    """Its pictures differ, and the last one is the end."""
    film = tmp_path / "film.gif"
    export(record, film)
    content = film.read_bytes()
    assert len(content) < LARGEST
    with Image.open(io.BytesIO(content)) as opened:
        frames = [
            (one.convert("RGB"), one.info["duration"]) for one in ImageSequence.Iterator(opened)
        ]
    assert frames[0][0].size == (960, 540)
    assert all(differ(one, other) for (one, _), (other, _) in pairwise(frames))
    assert sum(seconds for _, seconds in frames) == pytest.approx(16_500, abs=200)
    assert [seconds for _, seconds in frames].count(2_000) == 3, "it rests at the turning points"
    assert winner_colour(frames[-1][0]) and not winner_colour(frames[0][0])


@pytest.mark.deep
def test_two_exports_are_the_same(record: Path, tmp_path: Path) -> None:
    films = [tmp_path / "film.gif", tmp_path / "again.gif"]
    for film in films:
        export(record, film)
    assert films[0].read_bytes() == films[1].read_bytes()


def test_a_film_is_exported_as_a_video(record: Path, tmp_path: Path) -> None:
    film = tmp_path / "film.webm"
    export(record, film, "--film-size", "640x400", "--film-theme", "projector")
    with av.open(str(film), "r") as opened:
        frames = [
            frame.to_image()  # type: ignore[no-untyped-call]
            for frame in opened.decode(video=0)
        ]
    assert frames[0].size == (640, 400) and len(frames) == pytest.approx(16.5 * 25, abs=5)
    assert differ(frames[0], frames[100]) and differ(frames[100], frames[-1])
    assert winner_colour(frames[-1]) and not winner_colour(frames[0])
