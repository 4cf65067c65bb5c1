"""Login by JupyterHub, for a server that runs as a service of the hub (``--hub-login``).

The hub decides who its users are, and by its roles who of them is a teacher (`TEACHER_SCOPE`). A
visitor without a login is sent to the hub and returns with a code (OAuth). The server exchanges it
for a token of that user, keeps the token in a signed cookie, and asks the hub whose token it is. So
the login ends when the hub says so: at a logout, when the token expires, or when the hub removes
the user or the role. The hub's replies are cached for `CACHE_SECONDS`.

Only these calls of JupyterHub's client are used. Its `HubOAuth.get_user` would replace Jupyter's
check of forms in the handlers. Phones need no login.
"""

from __future__ import annotations

import hmac
import json
import secrets
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from jupyter_server.auth.decorator import allow_unauthenticated
from jupyter_server.auth.identity import User
from tornado.web import HTTPError
from voila.voila_identity_provider import VoilaLoginHandler

from .request_handlers import MessagePage
from .session_cookie import MAX_SIGNATURE_DAYS, SIGNATURE_VERSION
from .token_auth import TokenIdentityProvider

TEACHER_SCOPE = "custom:classkit:teach"
"""Scope of JupyterHub that makes a user a teacher."""
CALLBACK_PATH = "oauth_callback"
"""Path below the base URL to which the hub returns a visitor. The hub prescribes it."""
CACHE_SECONDS = 60
STATE_COOKIE, STATE_SECONDS = "classkit_hub_state", 600
"""The cookie of a login that has started, and how long it may take."""
MAX_NEXT_LENGTH = 1_000
SESSION_COOKIE = "jupyterhub-session-id"
"""The hub's cookie that names a login there. It changes at a logout."""


@dataclass
class HubUser(User):
    """A user of the hub.

    Attributes:
        token: The hub's token of this user for this server.
        is_teacher: Whether the hub gives this user the scope of teachers.
    """

    token: str = field(default="", repr=False)
    is_teacher: bool = False


class HubIdentityProvider(TokenIdentityProvider):
    """Asks the hub who a visitor is. The server's own token works as well if there is one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        from jupyterhub.services.auth import HubOAuth

        self.hub = HubOAuth(cache_max_age=CACHE_SECONDS)

    @property
    def auth_enabled(self) -> bool:
        """Return True, because the hub always asks who a visitor is."""
        return True

    async def get_user_token(self, handler: Any) -> Any:
        """Return the user if a header contains a token of the hub, or the server's own token."""
        if (user := await super().get_user_token(handler)) is not None:
            # the server's token counts for more than the login of a student
            return self.generate_anonymous_user(handler) if isinstance(user, HubUser) else user
        found = self.auth_header_pat.match(handler.request.headers.get("Authorization", ""))
        return await self.find_user(found[2], handler) if found else None

    async def get_user_cookie(self, handler: Any) -> Any:
        """Return the user whose token is in the login cookie, if the hub still knows it."""
        cookie = handler.get_signed_cookie(
            self.get_cookie_name(handler),
            max_age_days=MAX_SIGNATURE_DAYS,
            min_version=SIGNATURE_VERSION,
        )
        token = json.loads(cookie).get("hub") if cookie else None
        if token:
            return await self.find_user(token, handler)
        return super().get_user_cookie(handler) if self.token else None

    async def find_user(self, token: str, handler: Any) -> HubUser | None:
        """Return the user of a token of the hub, or None if it gives no access to this server.

        Raises:
            HTTPError: 503 if the hub does not respond.
        """
        session = handler.get_cookie(SESSION_COOKIE, "")
        try:
            model = await self.hub.user_for_token(token, session_id=session, sync=False)
        except HTTPError as error:
            raise HTTPError(503, "JupyterHub, which knows the users, does not respond.") from error
        if not model or not self.hub.check_scopes(self.hub.access_scopes, model):
            return None
        name = str(model["name"])
        return HubUser(name, token=token, is_teacher=TEACHER_SCOPE in model["scopes"])

    def is_teacher(self, user: Any) -> bool:
        """Return True for a user with the teacher's scope, and for who knows the server's token."""
        return user.is_teacher if isinstance(user, HubUser) else True

    def set_login_cookie(self, handler: Any, user: Any) -> None:
        """Set the login cookie, except for a program that sent a token of the hub in a header."""
        if not isinstance(user, HubUser):
            super().set_login_cookie(handler, user)

    def set_hub_cookie(self, handler: Any, user: HubUser) -> None:
        """Set the login cookie of a user whom the hub has sent."""
        super().set_login_cookie(handler, user)

    def user_to_cookie(self, user: Any) -> str:
        """Return the content of the login cookie."""
        if isinstance(user, HubUser):
            return json.dumps({"hub": user.token})
        return str(super().user_to_cookie(user))


class HubLoginHandler(VoilaLoginHandler):  # type: ignore[misc]  # voila ships no types
    """Sends a visitor to the hub's login, and remembers where the visitor wanted to go."""

    @allow_unauthenticated
    def get(self) -> None:
        """Redirect to the hub, or to the page if the visitor is logged in already."""
        wanted = self.get_argument("next", default=self.base_url)
        if len(wanted) > MAX_NEXT_LENGTH or not wanted.isprintable():
            wanted = self.base_url
        if self.current_user:
            self._redirect_safe(wanted)
            return
        hub, state = self.identity_provider.hub, secrets.token_urlsafe(24)
        self.set_signed_cookie(
            STATE_COOKIE,
            json.dumps({"state": state, "next": wanted}),
            expires_days=None,
            max_age=STATE_SECONDS,
            version=SIGNATURE_VERSION,
            path=f"{self.base_url}{CALLBACK_PATH}",
            httponly=True,
            samesite="Lax",
            secure=self.request.protocol == "https",
        )
        query = urlencode(
            {
                "client_id": hub.oauth_client_id,
                "redirect_uri": hub.oauth_redirect_uri,
                "response_type": "code",
                "state": state,
            }
        )
        self.set_header("Cache-Control", "no-store")
        self.redirect(f"{hub.oauth_authorization_url}?{query}")

    @allow_unauthenticated
    async def post(self) -> None:
        """Refuse a form, because the hub has its own."""
        raise HTTPError(405)


class HubCallbackHandler(MessagePage, VoilaLoginHandler):  # type: ignore[misc]  # voila: no types
    """Receives a visitor from the hub, and sets the login cookie."""

    @allow_unauthenticated
    async def get(self) -> None:
        """Log in the visitor whose code the hub has sent, if that login was started here."""
        started = self.get_signed_cookie(
            STATE_COOKIE, max_age_days=STATE_SECONDS / 86_400, min_version=SIGNATURE_VERSION
        )
        self.clear_cookie(STATE_COOKIE, path=f"{self.base_url}{CALLBACK_PATH}")
        login = json.loads(started) if started else {"state": "", "next": self.base_url}
        given, code = self.get_argument("state", ""), self.get_argument("code", "")
        if not given or not hmac.compare_digest(given.encode(), login["state"].encode()):
            self.render_refusal("It was started in another window, or took longer than 10 minutes.")
            return
        if not code:
            self.render_refusal("JupyterHub did not allow it.")
            return
        keeper = self.identity_provider
        try:
            token = await keeper.hub.token_for_code(code, sync=False)
        except HTTPError:  # its reason is in the log
            self.render_refusal("JupyterHub did not confirm it.")
            return
        user = await keeper.find_user(token, self)
        if user is None:
            self.render_refusal("JupyterHub gives you no access to this server.")
            return
        self.current_user = user
        keeper.set_hub_cookie(self, user)
        self._redirect_safe(login["next"])

    def render_refusal(self, reason: str) -> None:
        """Explain why the login failed, and offer to try again."""
        again = f"{self.base_url}login"
        self.render_message(403, "The login was not completed", reason, again=again)


def build_handlers(base_url: str) -> list[Any]:
    """Return the handlers of the login and their URL patterns."""
    return [
        (f"{base_url}login", HubLoginHandler),
        (f"{base_url}{CALLBACK_PATH}", HubCallbackHandler),
    ]
