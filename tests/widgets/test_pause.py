"""What waits for the pause after an answer: a step is shown before (section 7, "Budgets")."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Iterator

import pytest

import classkit
from classkit.widgets import gc_pause as collecting
from tests.widgets.pages import Page

LONG = 1.0
"""Seconds of pause, within which a busy machine too has made the steps of a test."""


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    """The garbage collector as it was, whatever a test leaves behind."""
    was_on = gc.isenabled()
    yield
    (gc.enable if was_on else gc.disable)()


@pytest.fixture
def page() -> Page:
    return Page.of(classkit.new("poleconomy", seats=3, seed=7))


def on_while_sending(page: Page) -> list[bool]:
    """Return, for each message to come, whether the collector may run when it is sent."""
    found: list[bool] = []
    send = page.channel.send

    def noting(*given: object, **named: object) -> None:
        found.append(gc.isenabled())
        send(*given, **named)

    page.channel.send = noting
    return found


def test_the_garbage_collector_waits_until_the_page_has_its_answer(page: Page) -> None:
    """It looks through all that a kernel has loaded: longer than a whole step takes."""
    gc.enable()
    found = on_while_sending(page)
    page.do("step", until="turn")
    assert found == [False] and gc.isenabled(), "a plain program has no pause to wait for"


def test_in_a_kernel_it_goes_on_in_the_pause_also_after_several_steps_at_once(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collecting, "COLLECTOR_DELAY", LONG)
    gc.enable()
    found = on_while_sending(page)

    async def clicks() -> None:
        for _ in range(3):
            page.do("step", until="turn")
            assert not gc.isenabled(), "the answer is still on its way"
        while not gc.isenabled():
            await asyncio.sleep(0.005)

    asyncio.run(asyncio.wait_for(clicks(), 20))
    assert found == [False] * 3


def test_a_cell_that_keeps_the_loop_waiting_or_a_loop_that_ends_leaves_it_on(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cell that computes for minutes right after a Step needs its collector."""
    monkeypatch.setattr(collecting, "COLLECTOR_DELAY", LONG)

    async def click(cell: Callable[[], None]) -> None:
        page.do("step", until="turn")
        assert not gc.isenabled()
        cell()

    def on_again() -> None:
        late = time.monotonic() + 20
        while not gc.isenabled() and time.monotonic() < late:
            time.sleep(0.005)
        assert gc.isenabled()

    gc.enable()
    asyncio.run(click(on_again))
    asyncio.run(click(lambda: None))
    on_again()


def test_what_goes_wrong_leaves_it_on_and_who_has_switched_it_off_keeps_it_off(page: Page) -> None:
    gc.enable()
    page.do("goto", turn=-1)
    assert gc.isenabled()
    gc.disable()
    page.do("step", until="turn")
    assert not gc.isenabled()
