"""Login of JupyterHub from an LMS, by LTI 1.3. The hub loads this module; the server does not.

The protocol is that of `jupyterhub-ltiauthenticator`. Added are names that fit a system and that no
other login can have, the role of a teacher, and a suggestion for the name at a room's door.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from jupyterhub.utils import url_path_join
from ltiauthenticator.lti13.auth import LTI13Authenticator
from ltiauthenticator.lti13.handlers import LTI13LoginInitHandler
from traitlets import Bool, Unicode

from .name_suggestion import build_name_cookie

ROLES_CLAIM = "https://purl.imsglobal.org/spec/lti/claim/roles"
INSTRUCTOR = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"
"""The role of who teaches the course from which a visitor comes."""
NAME_BYTES = 10


class LMSLoginHandler(LTI13LoginInitHandler):  # type: ignore[misc]  # it ships no types
    """Starts a login, with cookies that browsers return although the LMS is another site."""

    def _set_oauth_cookie(self, key: str, value: str) -> None:
        """Set a cookie of the login. By default, a form from another site would not return it."""
        secure = self.authenticator.get_uri_scheme(self.request) == "https"
        across = {"samesite": "None", "secure": True} if secure else {}
        self._set_cookie(key, value, expires_days=1, httponly=True, encrypted=True, **across)


class LMSAuthenticator(LTI13Authenticator):  # type: ignore[misc]  # it ships no types
    """Logs in who comes from the LMS. Who teaches the course there is a teacher here."""

    login_handler = LMSLoginHandler
    teachers_group = Unicode(
        "classkit-teachers", config=True, help="Group of the hub whose members are teachers."
    )
    suggest_names = Bool(
        False, config=True, help="Whether a room suggests the student's name from the LMS."
    )
    rooms_path = Unicode(
        "services/classkit/class/", config=True, help="Path of rooms below the hub's base URL."
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.manage_groups = True

    def get_username(self, token: Mapping[str, Any]) -> str:
        """Return a name that is the same for a person in each course, and reveals nothing.

        An LMS may call people anything, also "root". Their names and addresses there can change.
        """
        person = f"{token['iss']} {token['sub']}".encode()
        return f"lms-{hashlib.blake2b(person, digest_size=NAME_BYTES).hexdigest()}"

    async def authenticate(self, handler: Any, data: Mapping[str, Any] | None = None) -> Any:
        """Return the name and the groups of a visitor whom the LMS has confirmed."""
        claims = data or {}
        if not claims.get("sub"):
            return None  # an anonymous launch
        if self.suggest_names and (name := claims.get("given_name") or claims.get("name")):
            path = url_path_join(handler.base_url, self.rooms_path)
            protocol = self.get_uri_scheme(handler.request)  # as the browser sees it
            handler.add_header("Set-Cookie", build_name_cookie(str(name), path, protocol))
        groups = [self.teachers_group] if INSTRUCTOR in claims.get(ROLES_CLAIM, []) else []
        return {"name": self.get_username(claims), "groups": groups}
