"""Tokens: whoever knows the token may come in, and guessing it is slow."""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from tornado.web import HTTPError
from voila.voila_identity_provider import VoilaIdentityProvider, VoilaLoginHandler

from .addresses import network_of

FREE = 5
"""Wrong tokens from one address without a delay, since people mistype."""
FREE_IN_ALL = 100
SLOWEST = 3.0
"""The longest delay in seconds before a token is checked."""
MOST_WAITING = 40
"""The most tokens from one address waiting to be checked; others are refused unchecked."""
REMEMBERED = 600.0
MOST_ADDRESSES = 10_000


class Guesses:
    """The wrong tokens of the last ten minutes, by address and in all, and the delay they cause.

    A token from an address that has sent wrong ones is checked after a delay, right or wrong: an
    immediate answer would tell which it was. Tokens are checked one after the other, so that many
    sent at once are no quicker. A right one clears the wrong ones before it: a class behind one
    address does not wait because somebody mistyped. A visitor who is already in (by cookie) never
    waits.

    >>> guesses = Guesses(clock=lambda: 0.0)
    >>> for _ in range(7): guesses.wrong("10.0.0.7")
    >>> guesses.delay("10.0.0.7"), guesses.delay("10.0.0.8")
    (1.0, 0.0)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.counts: dict[str, int] = {}
        self.turns: dict[str, tuple[asyncio.Lock, int]] = {}
        self.begun = clock()

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for earlier tokens from this address; refuse with 429 if there are too many."""
        lock, waiting = self.turns.get(address, (asyncio.Lock(), 0))
        if waiting >= MOST_WAITING:
            raise HTTPError(429, reason="Many Tokens Are Being Tried From Here")
        self.turns[address] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self.turns.pop(address)
            if waiting > 1:
                self.turns[address] = lock, waiting - 1

    def wrong(self, address: str) -> None:
        """Note a wrong token from this address."""
        self.forget()
        if address in self.counts or len(self.counts) < MOST_ADDRESSES:
            self.counts[address] = self.counts.get(address, 0) + 1

    def right(self, address: str) -> None:
        """Note the right token from this address."""
        self.counts.pop(address, None)

    def delay(self, address: str) -> float:
        """Return the delay in seconds before the next token from this address is checked."""
        self.forget()
        beyond = max(self.counts.get(address, 0) - FREE, 0)
        beyond_in_all = max(sum(self.counts.values()) - FREE_IN_ALL, 0)
        return min(0.5 * beyond + 0.01 * beyond_in_all, SLOWEST)

    def forget(self) -> None:
        """Clear all counts every ten minutes."""
        if self.clock() - self.begun > REMEMBERED:
            self.counts.clear()
            self.begun = self.clock()


class TokenKeeper(VoilaIdentityProvider):  # type: ignore[misc]  # voila ships no types
    """Compares tokens in constant time, and counts the wrong ones."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.guesses = Guesses()

    async def knows(self, given: str, address: str) -> bool:
        """Return True for the right token, after the delay that the address has earned."""
        if self.guesses.delay(address):
            async with self.guesses.turn(address):
                await asyncio.sleep(self.guesses.delay(address))
                return self.is_right(given, address)
        return self.is_right(given, address)

    def is_right(self, given: str, address: str) -> bool:
        """Compare a token with the right one, and note the result."""
        right = hmac.compare_digest(given.encode(), self.token.encode())
        (self.guesses.right if right else self.guesses.wrong)(address)
        return right

    async def get_user_token(self, handler: Any) -> Any:
        """Return the visitor whose address or header has the token; None for all others."""
        given = self.get_token(handler) if self.token else ""
        if not given or not await self.knows(given, network_of(handler.request.remote_ip)):
            return None
        return self.get_user_cookie(handler) or self.generate_anonymous_user(handler)

    def is_token_authenticated(self, handler: Any) -> bool:
        """Return False: a token in the address lets a visitor in but does not vouch for them.

        Jupyter would take it for a program, and skip the checks that keep pages of other sites
        from using a visitor's browser.
        """
        return False

    def get_handlers(self) -> list[tuple[str, object]]:
        """Return none of Jupyter's pages: the server has its own for the token, below its base."""
        return []


class TokenPage(VoilaLoginHandler):  # type: ignore[misc]  # voila ships no types
    """Asks for the token."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Let in a visitor who has typed the token."""
        keeper = self.identity_provider
        typed = self.get_body_argument("password", default="")
        if keeper.token and not await keeper.knows(typed, network_of(self.request.remote_ip)):
            self.set_status(401)
            self._render(message={"error": "wrong"})
            return
        self.current_user = keeper.generate_anonymous_user(self)
        keeper.set_login_cookie(self, self.current_user)
        self._redirect_safe(self.get_argument("next", default=self.base_url))
