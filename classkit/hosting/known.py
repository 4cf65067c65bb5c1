"""Known visitors: cookies that nobody else could have, whatever comes from the same address.

A whole class is behind one address, and so may a stranger be. Limits for an address must not delay
those who are in. A cookie counts as known in three cases, and a forged one in none of them:

- it is that of a phone that has joined a room;
- it is that of a visitor whose page has connected to a kernel;
- it is signed by this server for somebody who knew the token.
"""

from __future__ import annotations

import re
from collections.abc import Container
from hashlib import blake2b
from itertools import islice
from threading import Lock

from tornado.web import decode_signed_value

from .allowance import forget_the_first
from .visitors import LONGEST_SIGNED, SIGNED, name_in

COOKIE = re.compile(r"[\w-]{32}")
ROOM = re.compile(r"(?:^|;)\s*classkit_room_([A-Z\d]{1,12})(?:_\d+)?=([\w-]{32})(?=;|\s|$)")
LOGIN = re.compile(r'(?:^|;)\s*(username-[\w-]+)="?([^;\s"]+)')
MAX_TRIED = 8
"""Maximum number of cookies of one kind that are looked at in one request."""


def person_of(cookie: str | None) -> str:
    """Return the id of whoever has a cookie; an empty text for what is none.

    The id stands in the log and on the desk, and nobody gets the cookie from it.

    >>> len(person_of("a" * 32)), person_of("short"), person_of(None)
    (24, '', '')
    """
    if not COOKIE.fullmatch(cookie or ""):
        return ""
    return blake2b((cookie or "").encode(), digest_size=12).hexdigest()


class KnownVisitors:
    """The visitors that a server knows.

    >>> known = KnownVisitors("a secret")
    >>> cookie = "classkit_room_ABC2345=" + "a" * 32
    >>> known.name_in(cookie)
    ''
    >>> known.remember("ABC2345", person_of("a" * 32))
    >>> known.name_in(cookie) != "", known.name_in(cookie.replace("a" * 32, "b" * 32))
    (True, '')
    """

    def __init__(
        self, secret: str | bytes, connected: Container[str] = (), *, has_token: bool = False
    ) -> None:
        """Begin with no phones.

        Args:
            secret: What the server signs its cookies with.
            connected: Names of visitors whose page has connected to a kernel.
            has_token: Whether a login cookie is only for those who know a token.
        """
        self.secret, self.connected, self.has_token = secret, connected, has_token
        self.lock = Lock()
        self.phones: dict[tuple[str, str], None] = {}
        """Rooms and phones that have joined them; the oldest is dropped first."""

    def remember(self, code: str, person: str) -> None:
        """Note that a phone is in a room."""
        with self.lock:  # phones join in the thread of the rooms
            self.phones.pop((code, person), None)
            self.phones[code, person] = None
            forget_the_first(self.phones)

    def name_in(self, cookies: str) -> str:
        """Return a name for whoever sends these cookies; '' for somebody who is not known."""
        for code, cookie in islice(ROOM.findall(cookies), MAX_TRIED):
            if (code, person_of(cookie)) in self.phones:
                return f"phone {code}/{person_of(cookie)}"
        if (visitor := name_in(cookies, self.secret)) in self.connected and visitor:
            return f"visitor {visitor}"
        if self.has_token:
            for name, value in islice(LOGIN.findall(cookies), MAX_TRIED):
                user = decode_signed_value(
                    self.secret, name, value, max_age_days=LONGEST_SIGNED, min_version=SIGNED
                )
                if user:
                    return f"login {person_of_login(user)}"
        return ""


def person_of_login(user: bytes) -> str:
    """Return a short name for what a login cookie contains."""
    return blake2b(user, digest_size=12).hexdigest()
