"""A long token cannot be guessed, so wrong ones delay nobody; a short one is guessed slowly."""

from __future__ import annotations

import asyncio
import secrets
from types import SimpleNamespace

import pytest
from tornado.web import HTTPError

from classkit.hosting.config import is_strong
from classkit.hosting.guesses import AT_ONCE
from classkit.hosting.tokens import TokenKeeper

CLASS, STRANGER = "10.0.0.7", "203.0.113.9"
SHORT = "a-token-of-a-host"


@pytest.mark.parametrize(
    ("token", "strong"),
    [
        (secrets.token_urlsafe(24), True),
        (secrets.token_hex(16), True),
        (secrets.token_hex(15), False),
        (SHORT, False),
        ("ab" * 50, False),
        ("1234567890" * 3, False),
        ("", False),
    ],
    ids=["base64", "hex", "hex-of-120-bits", "words", "two-signs", "digits", "empty"],
)
def test_a_token_of_128_bits_is_strong(token: str, strong: bool) -> None:
    assert is_strong(token) == strong


def test_wrong_tokens_delay_nobody_where_the_token_is_strong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sleep(seconds: float) -> None:
        raise AssertionError("somebody waits")

    monkeypatch.setattr(asyncio, "sleep", sleep)
    keeper = TokenKeeper(token=secrets.token_urlsafe(24))

    async def come() -> None:
        for _ in range(1_000):
            assert not await keeper.knows("ä guess", CLASS)
        assert await keeper.knows(keeper.token, CLASS)

    asyncio.run(come())
    assert not keeper.guesses.counts, "nothing is counted"


def test_a_short_token_is_limited_at_the_address_that_guesses_alone() -> None:
    keeper = TokenKeeper(token=SHORT)

    async def come() -> None:
        with pytest.raises(HTTPError, match="429"):
            await asyncio.gather(*(keeper.knows(f"{n}", STRANGER) for n in range(400)))
            await keeper.knows("one more", STRANGER)
        assert await keeper.knows(SHORT, CLASS)
        for _ in range(int(AT_ONCE)):
            assert not await keeper.knows("mistyped", CLASS)
        assert await keeper.knows(SHORT, CLASS)
        assert keeper.guesses.counts[CLASS].wrong.left == AT_ONCE, "success clears them"

    asyncio.run(come())


def test_a_token_in_the_address_vouches_for_nobody() -> None:
    keeper = TokenKeeper(token=SHORT)
    assert not keeper.is_token_authenticated(SimpleNamespace(_token_authenticated=True))
