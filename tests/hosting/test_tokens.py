"""Guessing a token is slow; knowing it never is for long (issue 15, item 14)."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from tornado.web import HTTPError

from classkit.hosting.tokens import (
    FREE,
    FREE_IN_ALL,
    MOST_ADDRESSES,
    MOST_WAITING,
    REMEMBERED,
    SLOWEST,
    Guesses,
    TokenKeeper,
)


def test_whoever_guesses_waits_longer_and_longer_and_others_do_not() -> None:
    clock = [0.0]
    guesses = Guesses(clock=lambda: clock[0])
    for _ in range(FREE):
        guesses.wrong("10.0.0.7")
    assert guesses.delay("10.0.0.7") == 0, "people mistype"
    waits = []
    for _ in range(30):
        guesses.wrong("10.0.0.7")
        waits.append(guesses.delay("10.0.0.7"))
    assert waits == sorted(waits) and waits[0] > 0 and waits[-1] == SLOWEST
    assert guesses.delay("10.0.0.8") == 0
    clock[0] = REMEMBERED + 1
    assert guesses.delay("10.0.0.7") == 0


def test_guesses_from_many_addresses_slow_down_in_all_and_use_little_memory() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    for n in range(FREE_IN_ALL + 50):
        guesses.wrong(f"address {n}")
    assert 0 < guesses.delay("another") < SLOWEST
    for n in range(MOST_ADDRESSES + 1_000):
        guesses.wrong(f"address {n}")
    assert len(guesses.counts) == MOST_ADDRESSES
    assert guesses.delay("another") == SLOWEST


TOKEN = "a-token-for-the-tests"


def keeper_after(wrong: int) -> TokenKeeper:
    """One to whom so many wrong tokens have come from one address."""
    keeper = TokenKeeper(token=TOKEN)
    keeper.guesses = Guesses(clock=lambda: 0.0)
    for _ in range(wrong):
        keeper.guesses.wrong("10.0.0.7")
    return keeper


def test_tokens_sent_at_once_are_looked_at_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keeper, slept, asleep, pause = keeper_after(0), [], [0], asyncio.sleep

    async def sleep(seconds: float) -> None:
        asleep[0] += 1
        assert asleep[0] == 1, "two wait out the same delay"
        slept.append(seconds)
        await pause(0)
        asleep[0] -= 1

    async def come() -> list[object]:
        return await asyncio.gather(
            *(keeper.knows(f"guess {n}", "10.0.0.7") for n in range(FREE + 1 + MOST_WAITING + 9)),
            return_exceptions=True,
        )

    monkeypatch.setattr(asyncio, "sleep", sleep)
    said = asyncio.run(come())
    unseen = [one for one in said if isinstance(one, HTTPError) and one.status_code == 429]
    assert len(unseen) == 9 and said.count(False) == len(said) - 9
    assert len(slept) == MOST_WAITING and slept == sorted(slept) and slept[-1] == SLOWEST
    assert keeper.guesses.turns == {}


def test_a_class_does_not_wait_for_who_mistyped() -> None:
    keeper = keeper_after(FREE + 1)
    slept: list[float] = []

    async def come() -> list[bool]:
        return await asyncio.gather(*(keeper.knows(TOKEN, "10.0.0.7") for _ in range(20)))

    delay = keeper.guesses.delay
    keeper.guesses.delay = lambda address: slept.append(delay(address)) or 0.0  # type: ignore[method-assign, func-returns-value]
    assert all(asyncio.run(come()))
    assert [seconds for seconds in slept if seconds] == slept[:1]


def test_nobody_is_locked_out_by_others_guesses() -> None:
    keeper = keeper_after(FREE)

    async def come() -> None:
        assert not await keeper.knows("a-token", "10.0.0.7")
        assert not await keeper.knows("ä" * 30, "10.0.0.8")
        assert keeper.guesses.delay("10.0.0.7") > 0
        assert await keeper.knows(TOKEN, "10.0.0.7"), "later, but let in"
        assert keeper.guesses.delay("10.0.0.7") == 0, "those beside them need not wait"

    asyncio.run(come())
    assert not keeper.is_token_authenticated(SimpleNamespace(_token_authenticated=True))
