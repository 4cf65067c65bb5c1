"""Authentication by the server's token.

A token of 128 bits or more cannot be guessed at any rate that a server can answer, so wrong guesses
are not limited. Only a shorter token, which a host chose, is protected by a limit for each address
(guess_limiter.py).
"""

from __future__ import annotations

import hmac
from typing import Any

from jupyter_core.utils import ensure_async
from jupyter_server.auth.decorator import allow_unauthenticated
from tornado.web import HTTPError
from voila.voila_identity_provider import VoilaIdentityProvider, VoilaLoginHandler

from .config import is_strong_token
from .guess_limiter import GuessLimiter
from .ip_addresses import normalize_address


class TokenIdentityProvider(VoilaIdentityProvider):  # type: ignore[misc]  # voila ships no types
    """Compares tokens in constant time, and limits wrong guesses of a short token."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.guesses = GuessLimiter("tokens")

    async def check_token(self, given: str, guesser: str) -> bool:
        """Return True for the right token. Raise HTTPError 429 after too many wrong guesses."""
        if is_strong_token(self.token):
            return self.is_valid_token(given)

        async def find() -> bool | None:
            return self.is_valid_token(given) or None

        return bool(await self.guesses.check_guess(guesser, find))

    def is_valid_token(self, given: str) -> bool:
        """Compare a token with the right one in constant time."""
        return hmac.compare_digest(given.encode(), self.token.encode())

    def is_teacher(self, user: Any) -> bool:
        """Return True, because everybody who knows the token may open and lead rooms."""
        return True

    async def get_user_token(self, handler: Any) -> Any:
        """Return the user if the URL or a header contains the token, or None otherwise.

        A visitor with a login cookie is already authenticated, even if the URL has a wrong token.
        """
        given = self.get_token(handler) if self.token else ""
        if not given:
            return None
        if (user := await ensure_async(self.get_user_cookie(handler))) is not None:
            return user if self.is_valid_token(given) else None
        if not await self.check_token(given, identify_guesser(handler)):
            return None
        return self.generate_anonymous_user(handler)

    def set_login_cookie(self, handler: Any, user: Any) -> None:
        """Set the login cookie of a visitor who knew the token, if the server has a token.

        Jupyter would set a cookie with a random identity for each visitor, which is not used here.
        """
        if self.auth_enabled:
            super().set_login_cookie(handler, user)

    def is_token_authenticated(self, handler: Any) -> bool:
        """Return False, so that a token in the URL does not skip the cross-site checks.

        Jupyter would treat the client as a program and skip them.
        """
        return False

    def get_handlers(self) -> list[tuple[str, object]]:
        """Return no handlers, because the server has its own login page."""
        return []


def identify_guesser(handler: Any) -> str:
    """Return a name for the client that sends a token: a known visitor, or the address."""
    known = handler.settings["known_visitors"].identify_visitor(
        handler.request.headers.get("Cookie", "")
    )
    return known or normalize_address(handler.request.remote_ip)


class TokenLoginHandler(VoilaLoginHandler):  # type: ignore[misc]  # voila ships no types
    """The login page, which asks for the token."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Log in a visitor who has entered the token."""
        keeper = self.identity_provider
        typed = self.get_body_argument("password", default="")
        try:
            is_known = not keeper.token or await keeper.check_token(typed, identify_guesser(self))
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
