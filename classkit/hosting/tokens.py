"""Who may come in: whoever knows the token. Guessing it is slow; knowing it never is for long."""

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

FREE = 5
"""Wrong tokens of one address that cost nothing: people mistype."""
FREE_IN_ALL = 100
SLOWEST = 3.0
"""The longest time, in seconds, that a token is looked at only after."""
MOST_WAITING = 40
"""Tokens of one address that wait to be looked at; those that come beyond are refused unseen."""
REMEMBERED = 600.0
MOST_ADDRESSES = 10_000


class Guesses:
    """Wrong tokens of the last ten minutes, by address and in all, and how they slow down the next.

    Whoever comes with a token from an address that has sent wrong ones waits before it is looked
    at, whether it is right or not: an answer that comes at once would tell which it was. They are
    looked at one after the other, so that many sent at once are no quicker. A right one makes good
    for the wrong ones before it: a class behind one address does not wait for who mistyped. Who is
    in already (by cookie) never waits.

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
        """Wait for those before it from this address; refused with 429 where they are many."""
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
        """A wrong token has come from this address."""
        self.forget()
        if address in self.counts or len(self.counts) < MOST_ADDRESSES:
            self.counts[address] = self.counts.get(address, 0) + 1

    def right(self, address: str) -> None:
        """The right token has come from this address."""
        self.counts.pop(address, None)

    def delay(self, address: str) -> float:
        """For how long the next token from this address is not looked at, in seconds."""
        self.forget()
        beyond = max(self.counts.get(address, 0) - FREE, 0)
        beyond_in_all = max(sum(self.counts.values()) - FREE_IN_ALL, 0)
        return min(0.5 * beyond + 0.01 * beyond_in_all, SLOWEST)

    def forget(self) -> None:
        """Begin anew every ten minutes."""
        if self.clock() - self.begun > REMEMBERED:
            self.counts.clear()
            self.begun = self.clock()


class TokenKeeper(VoilaIdentityProvider):  # type: ignore[misc]  # voila ships no types
    """Compares tokens without telling by the time it takes, and knows how many were wrong."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.guesses = Guesses()

    async def knows(self, given: str, address: str) -> bool:
        """Whether the token given is the one, said after the delay that the address has earned."""
        if self.guesses.delay(address):
            async with self.guesses.turn(address):
                await asyncio.sleep(self.guesses.delay(address))
                return self.is_right(given, address)
        return self.is_right(given, address)

    def is_right(self, given: str, address: str) -> bool:
        """Compare a token with the one there is, and note how that went."""
        right = hmac.compare_digest(given.encode(), self.token.encode())
        (self.guesses.right if right else self.guesses.wrong)(address)
        return right

    async def get_user_token(self, handler: Any) -> Any:
        """The visitor who brings the token in the address or a header; None for all others."""
        given = self.get_token(handler) if self.token else ""
        if not given or not await self.knows(given, handler.request.remote_ip):
            return None
        return self.get_user_cookie(handler) or self.generate_anonymous_user(handler)

    def is_token_authenticated(self, handler: Any) -> bool:
        """Never: a token in the address opens the door, and does not vouch for who uses it.

        Jupyter takes it for the sign of a program, and lets it past the checks that keep pages of
        other sites from using a visitor's browser.
        """
        return False

    def get_handlers(self) -> list[tuple[str, object]]:
        """None of Jupyter's: the server has the page for the token itself, below its base."""
        return []


class TokenPage(VoilaLoginHandler):  # type: ignore[misc]  # voila ships no types
    """Asks for the token."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Let in whoever has typed it."""
        keeper = self.identity_provider
        typed = self.get_body_argument("password", default="")
        if keeper.token and not await keeper.knows(typed, self.request.remote_ip):
            self.set_status(401)
            self._render(message={"error": "wrong"})
            return
        self.current_user = keeper.generate_anonymous_user(self)
        keeper.set_login_cookie(self, self.current_user)
        self._redirect_safe(self.get_argument("next", default=self.base_url))
