"""A long token cannot be guessed, so wrong ones delay nobody; a short one is guessed slowly."""

from __future__ import annotations

import asyncio
import secrets
from types import SimpleNamespace

import pytest
from tornado.web import HTTPError

from classkit.hosting.config import is_strong_token
from classkit.hosting.guess_limiter import GUESS_BURST
from classkit.hosting.token_auth import TokenIdentityProvider

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
    assert is_strong_token(token) == strong


def test_wrong_tokens_delay_nobody_where_the_token_is_strong(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sleep(seconds: float) -> None:
        raise AssertionError("somebody waits")

    monkeypatch.setattr(asyncio, "sleep", sleep)
    keeper = TokenIdentityProvider(token=secrets.token_urlsafe(24))

    async def come() -> None:
        for _ in range(1_000):
            assert not await keeper.check_token("ä guess", CLASS)
        assert await keeper.check_token(keeper.token, CLASS)

    asyncio.run(come())
    assert not keeper.guesses.counts, "nothing is counted"


def test_a_short_token_is_limited_at_the_address_that_guesses_alone() -> None:
    keeper = TokenIdentityProvider(token=SHORT)

    async def come() -> None:
        with pytest.raises(HTTPError, match="429"):
            await asyncio.gather(*(keeper.check_token(f"{n}", STRANGER) for n in range(400)))
            await keeper.check_token("one more", STRANGER)
        assert await keeper.check_token(SHORT, CLASS)
        for _ in range(int(GUESS_BURST)):
            assert not await keeper.check_token("mistyped", CLASS)
        assert await keeper.check_token(SHORT, CLASS)
        assert keeper.guesses.counts[CLASS].wrong_bucket.tokens == GUESS_BURST, (
            "success clears them"
        )

    asyncio.run(come())


def test_a_token_in_the_address_vouches_for_nobody() -> None:
    keeper = TokenIdentityProvider(token=SHORT)
    assert not keeper.is_token_authenticated(SimpleNamespace(_token_authenticated=True))
