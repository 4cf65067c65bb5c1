"""Futures that a second Python of a page helps to play: the same, whoever plays what."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

import classkit
from classkit import platform_features
from classkit.study import futures
from classkit.study.processes.web_worker import HelperKernel, SharedQueue
from classkit.study.processes.worker import JobError
from classkit.widgets.match_controller import MatchController


class Helping:
    """A second Python that answers at once, or is lost after some answers."""

    def __init__(self, lost_after: int = 1_000) -> None:
        self.second, self.answers, self.lost_after = HelperKernel(), 0, lost_after
        self.rested = False

    async def request(self, message: bytes) -> bytes:
        await asyncio.sleep(0)
        if self.answers == self.lost_after:
            raise ConnectionError
        self.answers += 1
        return self.second.answer(message)

    def stop(self) -> None:
        self.rested = True


@pytest.fixture
def helper(monkeypatch: pytest.MonkeyPatch) -> Iterator[Helping]:
    """A browser's Python that has a second one beside it."""
    helping = Helping()
    monkeypatch.setattr(platform_features, "in_browser", lambda: True)
    monkeypatch.setattr(platform_features, "helper", helping)
    yield helping


def square(number: int) -> int:
    if number == 13:
        raise ValueError("thirteen")
    return number * number


async def gathered(together: SharedQueue, alone_after: int = 1_000) -> dict[int, int]:
    found: dict[int, int] = {}
    for one in together.results():
        if one is not None:
            assert one[0] not in found
            found[one[0]] = one[1]
        if len(found) == alone_after:
            together.play_alone()
        await asyncio.sleep(0)
    return found


@pytest.mark.parametrize(
    ("lost_after", "alone_after"), [(1_000, 1_000), (0, 1_000), (2, 1_000), (1_000, 3)]
)
def test_each_job_is_played_once_whoever_is_there(lost_after: int, alone_after: int) -> None:
    helping = Helping(lost_after)
    found = asyncio.run(gathered(SharedQueue(range(12), square, helping), alone_after))
    assert found == {number: number * number for number in range(12)}
    assert (helping.answers > 0) is (lost_after > 0)


@pytest.mark.parametrize("lost_after", [0, 1_000])
def test_a_job_that_breaks_ends_it(lost_after: int) -> None:
    with pytest.raises(JobError, match="thirteen"):
        asyncio.run(gathered(SharedQueue(range(20), square, Helping(lost_after))))


def test_what_cannot_be_sent_is_played_here() -> None:
    helping = Helping()
    held = (one for one in ())  # which no pickle holds
    found = asyncio.run(gathered(SharedQueue(range(3), lambda number: (number, held)[0], helping)))
    assert found == {0: 0, 1: 1, 2: 2} and helping.answers == 0


def test_a_table_has_its_futures_from_the_second_python(helper: Helping) -> None:
    desk = MatchController(classkit.new("poleconomy", seats=3, seed=4))
    desk.step("turn")

    async def ahead() -> None:
        desk.studies.start_futures(desk, None, n=12, horizon=2)
        while desk.studies.is_running:
            desk.collect_outcomes()
            await asyncio.sleep(0.001)

    asyncio.run(ahead())
    told = desk.studies.build_forecast(desk.match, None)["futures"]
    assert (told["state"], told["done"]) == ("done", 12)
    assert helper.answers > 0
    alone = futures(
        desk.match, n=12, bots=desk.get_policies(), horizon=2, processes=1, sealed=False
    )
    assert told["words"] == alone.short_sentence()


def test_a_cell_that_waits_for_all_needs_no_second_python(helper: Helping) -> None:
    """Nothing comes from elsewhere while a cell waits: what is left is played here."""
    table = MatchController(classkit.new("poleconomy", seats=3, seed=4))

    async def waits() -> int:
        table.studies.start_futures(table, None, n=5, horizon=1)
        asked = table.studies.futures
        assert asked is not None
        return asked.study.wait().done

    assert asyncio.run(waits()) == 5
