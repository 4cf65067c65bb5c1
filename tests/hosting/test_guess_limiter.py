"""Guessing is limited for each address alone, and a right guess ends the limit."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tornado.web import HTTPError

from classkit.classroom.codes import CODE_LENGTH, LETTERS
from classkit.hosting.guess_limiter import (
    CLEAR_BURST,
    GUESS_BURST,
    GUESS_RATE,
    MAX_WAIT_SECONDS,
    GuessLimiter,
)
from classkit.hosting.token_bucket import MAX_ADDRESSES

from .timeless import Loop

CLASS, STRANGER = "10.0.0.7", "203.0.113.9"
LESSON = 7_200.0


async def right() -> bool | None:
    """Find something."""
    await asyncio.sleep(0)
    return True


async def wrong() -> bool | None:
    """Find nothing."""
    await asyncio.sleep(0)
    return None


def run(conversation: Callable[[GuessLimiter], Awaitable[None]]) -> None:
    """Guess by a clock that passes at once."""
    loop = Loop()

    async def whole() -> None:
        await conversation(GuessLimiter("codes", clock=loop.time))

    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(whole())


async def is_refused(guesses: GuessLimiter, address: str) -> bool:
    """Whether a wrong guess is not looked up."""
    try:
        await guesses.check_guess(address, wrong)
    except HTTPError as error:
        assert error.status_code == 429
        return True
    return False


def test_some_wrong_codes_of_a_class_delay_nobody() -> None:
    async def conversation(guesses: GuessLimiter) -> None:
        for number in range(200):
            if number % 5 == 0:
                assert not await is_refused(guesses, CLASS)
            assert await guesses.check_guess(CLASS, right)
        assert guesses.clock() < 0.1
        came = await asyncio.gather(*(guesses.check_guess(CLASS, right) for _ in range(200)))
        assert all(came) and guesses.clock() < 0.1

    run(conversation)


def test_a_stranger_delays_nobody_at_another_address() -> None:
    async def conversation(guesses: GuessLimiter) -> None:
        refused = await asyncio.gather(*(is_refused(guesses, STRANGER) for _ in range(400)))
        refused += await asyncio.gather(*(is_refused(guesses, STRANGER) for _ in range(9)))
        assert any(refused)
        begun = guesses.clock()
        assert await guesses.check_guess(CLASS, right)
        assert guesses.clock() - begun < 0.01

    run(conversation)


def test_a_right_guess_waits_a_little_at_an_address_with_many_wrong_ones_and_clears_them() -> None:
    async def conversation(guesses: GuessLimiter) -> None:
        for _ in range(int(GUESS_BURST) + 1):
            guesses.count_wrong_guess(CLASS)
        begun = guesses.clock()
        assert await guesses.check_guess(CLASS, right)
        assert 0 < guesses.clock() - begun < MAX_WAIT_SECONDS
        assert guesses.get_delay(CLASS) == 0

    run(conversation)


def test_many_at_once_are_no_more_than_one_after_the_other() -> None:
    async def conversation(guesses: GuessLimiter) -> None:
        for _ in range(int(GUESS_BURST) + 1):
            guesses.count_wrong_guess(STRANGER)
        looked_up = 0
        while guesses.clock() < 600:
            refused = await asyncio.gather(*(is_refused(guesses, STRANGER) for _ in range(50)))
            looked_up += refused.count(False)
            await asyncio.sleep(1)
        assert looked_up <= 600 * GUESS_RATE + 3

    run(conversation)


def test_somebody_who_knows_a_code_cannot_clear_the_limit_at_any_rate() -> None:
    async def conversation(guesses: GuessLimiter) -> None:
        tried = 0
        for _ in range(2_000):
            while not guesses.get_delay(STRANGER):
                guesses.count_wrong_guess(STRANGER)
                tried += 1
            guesses.clear_wrong_guesses(STRANGER)
        assert tried <= (GUESS_BURST + 1) * (CLEAR_BURST + 1)

    run(conversation)


def test_an_exempt_address_may_guess_and_memory_is_bounded() -> None:
    guesses = GuessLimiter("codes", lambda address: address == CLASS, lambda: 0.0)
    for number in range(MAX_ADDRESSES + 500):
        guesses.count_wrong_guess(CLASS)
        guesses.count_wrong_guess(f"address {number}")
    assert guesses.get_delay(CLASS) == 0 and len(guesses.counts) == MAX_ADDRESSES


def test_room_codes_cannot_be_found_within_a_lesson() -> None:
    """As the module states, for a thousand addresses."""
    tried = 1_000 * (GUESS_BURST + GUESS_RATE * LESSON)
    assert tried / len(LETTERS) ** CODE_LENGTH < 1 / 18_000
