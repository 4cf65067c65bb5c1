"""Tokens: visitors who know the token may come in.

Nobody guesses a token of 128 bits or more, at any rate that a server can answer. So wrong ones
cost nothing, and delay nobody. Only a shorter token, which a host chose, is protected by a limit
for each address (guesses.py).
"""

from __future__ import annotations

import hmac
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from tornado.web import HTTPError
from voila.voila_identity_provider import VoilaIdentityProvider, VoilaLoginHandler

from .addresses import network_of
from .config import is_strong
from .guesses import Guesses


class TokenKeeper(VoilaIdentityProvider):  # type: ignore[misc]  # voila ships no types
    """Compares tokens in constant time, and limits wrong ones if the token is short."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.guesses = Guesses("tokens")

    async def knows(self, given: str, guesser: str) -> bool:
        """Return True for the right token. HTTPError 429 for too many wrong ones of a short one."""
        if is_strong(self.token):
            return self.is_right(given)

        async def find() -> bool | None:
            return self.is_right(given) or None

        return bool(await self.guesses.check(guesser, find))

    def is_right(self, given: str) -> bool:
        """Compare a token with the right one."""
        return hmac.compare_digest(given.encode(), self.token.encode())

    async def get_user_token(self, handler: Any) -> Any:
        """Return the visitor whose address or header has the token; None for all others.

        A visitor with a login cookie is in already, whatever token the address has.
        """
        given = self.get_token(handler) if self.token else ""
        if not given:
            return None
        if (user := self.get_user_cookie(handler)) is not None:
            return user if self.is_right(given) else None
        if not await self.knows(given, guesser_of(handler)):
            return None
        return self.generate_anonymous_user(handler)

    def is_token_authenticated(self, handler: Any) -> bool:
        """Return False: a token in the address lets a visitor in but does not vouch for them.

        Jupyter would take it for a program, and skip the checks that keep pages of other sites
        from using a visitor's browser.
        """
        return False

    def get_handlers(self) -> list[tuple[str, object]]:
        """Return none of Jupyter's pages: the server has its own for the token, below its base."""
        return []


def guesser_of(handler: Any) -> str:
    """Return who tries a token: a visitor who is known, or else an address."""
    known = handler.settings["known_visitors"].name_in(handler.request.headers.get("Cookie", ""))
    return known or network_of(handler.request.remote_ip)


class TokenPage(VoilaLoginHandler):  # type: ignore[misc]  # voila ships no types
    """Asks for the token."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Let in a visitor who has typed the token."""
        keeper = self.identity_provider
        typed = self.get_body_argument("password", default="")
        try:
            is_known = not keeper.token or await keeper.knows(typed, guesser_of(self))
        except HTTPError as error:
            self.set_status(error.status_code)
            self._render(message={"error": "many"})
            return
        if not is_known:
            self.set_status(401)
            self._render(message={"error": "wrong"})
            return
        self.current_user = keeper.generate_anonymous_user(self)
        keeper.set_login_cookie(self, self.current_user)
        self._redirect_safe(self.get_argument("next", default=self.base_url))
