"""Known visitors: clients whose cookie cannot be forged.

A whole class may be behind one address, together with a stranger. Limits for an address must not
delay visitors who have already been admitted. A cookie counts as known in three cases; a forged
cookie never does:

- It belongs to a phone that has joined a room.
- It belongs to a visitor whose page has connected to a kernel.
- It was signed by this server for a client that knew the token.
"""

from __future__ import annotations

import re
from collections.abc import Container
from hashlib import blake2b
from itertools import islice
from threading import Lock

from tornado.web import decode_signed_value

from .session_cookie import MAX_SIGNATURE_DAYS, SIGNATURE_VERSION, read_visitor_cookie
from .token_bucket import evict_oldest

COOKIE_PATTERN = re.compile(r"[\w-]{32}")
ROOM_COOKIE_PATTERN = re.compile(
    r"(?:^|;)\s*classkit_room_([A-Z\d]{1,12})(?:_\d+)?=([\w-]{32})(?=;|\s|$)"
)
LOGIN_COOKIE_PATTERN = re.compile(r'(?:^|;)\s*(username-[\w-]+)="?([^;\s"]+)')
MAX_COOKIES = 8
"""Maximum number of cookies of each kind that are checked in one request."""


def get_person_id(cookie: str | None) -> str:
    """Return the id of a cookie's owner, or '' for an invalid cookie.

    The id appears in the log and on the desk. The cookie cannot be derived from it.

    >>> len(get_person_id("a" * 32)), get_person_id("short"), get_person_id(None)
    (24, '', '')
    """
    if not COOKIE_PATTERN.fullmatch(cookie or ""):
        return ""
    return blake2b((cookie or "").encode(), digest_size=12).hexdigest()


class KnownVisitors:
    """The visitors that a server knows.

    >>> known = KnownVisitors("a secret")
    >>> cookie = "classkit_room_ABC2345=" + "a" * 32
    >>> known.identify_visitor(cookie)
    ''
    >>> known.remember_phone("ABC2345", get_person_id("a" * 32))
    >>> (known.identify_visitor(cookie) != "",
    ...  known.identify_visitor(cookie.replace("a" * 32, "b" * 32)))
    (True, '')
    """

    def __init__(
        self, secret: str | bytes, connected: Container[str] = (), *, has_token: bool = False
    ) -> None:
        """Create a set without phones.

        Args:
            secret: The key with which the server signs its cookies.
            connected: Names of visitors whose page has connected to a kernel.
            has_token: Whether a login cookie proves that its owner knew a token.
        """
        self.secret, self.connected_names, self.has_token = secret, connected, has_token
        self.lock = Lock()
        self.phones: dict[tuple[str, str], None] = {}
        """Rooms and the phones that have joined them. The oldest is dropped first."""

    def remember_phone(self, code: str, person: str) -> None:
        """Record that a phone is in a room."""
        with self.lock:  # phones join in the thread of the rooms
            self.phones.pop((code, person), None)
            self.phones[code, person] = None
            evict_oldest(self.phones)

    def identify_visitor(self, cookies: str) -> str:
        """Return a name for the sender of these cookies, or '' for an unknown visitor."""
        for code, cookie in islice(ROOM_COOKIE_PATTERN.findall(cookies), MAX_COOKIES):
            if (code, get_person_id(cookie)) in self.phones:
                return f"phone {code}/{get_person_id(cookie)}"
        if (
            visitor := read_visitor_cookie(cookies, self.secret)
        ) in self.connected_names and visitor:
            return f"visitor {visitor}"
        if self.has_token:
            for name, value in islice(LOGIN_COOKIE_PATTERN.findall(cookies), MAX_COOKIES):
                user = decode_signed_value(
                    self.secret,
                    name,
                    value,
                    max_age_days=MAX_SIGNATURE_DAYS,
                    min_version=SIGNATURE_VERSION,
                )
                if user:
                    return f"login {get_login_id(user)}"
        return ""


def get_login_id(user: bytes) -> str:
    """Return a short name derived from the content of a login cookie."""
    return blake2b(user, digest_size=12).hexdigest()
