"""Who a visitor is: the name in a cookie, which must have come back before a kernel starts.

A visitor who brings no cookie is given one and sent to the same address again, once (`MARK`). One
who comes back without it gets a page in words. So whoever drops the cookie starts no kernel, and
whoever takes a new one each time is a new visitor each time: what all of one address may have is
counted in places.py. The name is random, and signed, so that it cannot be made elsewhere; only the
places that it holds are kept under it.

A page inside a page of another site (`--framed-by`) gets a cookie that browsers may keep there. It
works only by https; where it does not come back, the page offers to open in a tab of its own.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from tornado.web import decode_signed_value

from .sites import is_framed

COOKIE = "classkit_visitor"
MARK = f"{COOKIE}=new"
"""The end of the address to which a visitor with a new cookie is sent."""
SIGNED = 2
"""The version of Tornado's signature; version 1 would log every cookie that it refuses."""
LONGEST_SIGNED = 3_650.0
"""Days for which a signature counts: so many that a wrong clock turns nobody away."""


def name_of(handler: Any) -> str:
    """Return the visitor's name; '' as long as no cookie of this server has come back."""
    name = handler.get_signed_cookie(COOKIE, max_age_days=LONGEST_SIGNED, min_version=SIGNED)
    return name.decode() if name else ""


def name_in(cookies: str, secret: str | bytes) -> str:
    """Return the visitor's name in a header of cookies; '' without one signed by this server.

    >>> from tornado.web import create_signed_value
    >>> signed = create_signed_value("a secret", COOKIE, "ada", version=SIGNED).decode()
    >>> name_in(f"a=b; {COOKIE}={signed}; c=d", "a secret"), name_in(f"{COOKIE}=ada", "a secret")
    ('ada', '')
    """
    for value in re.findall(rf"(?:^|;)\s*{COOKIE}=([^;\s]*)", cookies)[-1:]:
        name = decode_signed_value(
            secret, COOKIE, value, max_age_days=LONGEST_SIGNED, min_version=SIGNED
        )
        if name:
            return name.decode()
    return ""


def give_name(handler: Any) -> None:
    """Set a cookie with a new name."""
    name = handler.create_signed_value(COOKIE, secrets.token_urlsafe(16), version=SIGNED).decode()
    if is_framed(handler.request.headers):
        kept = "; SameSite=None; Secure; Partitioned"
    else:
        kept = "; SameSite=Lax" + ("; Secure" if handler.request.protocol == "https" else "")
    # by hand: http.cookies of Python 3.11 does not know Partitioned
    handler.add_header("Set-Cookie", f"{COOKIE}={name}; Path={handler.base_url}; HttpOnly{kept}")


def marked(address: str) -> str:
    """Return the address to which a visitor is sent with the cookie.

    >>> marked("/voila/render/table.ipynb?code=abc")
    '/voila/render/table.ipynb?code=abc&classkit_visitor=new'
    """
    return f"{address}{'&' if '?' in address else '?'}{MARK}"


def unmarked(address: str) -> str:
    """Return the address as the visitor first asked for it.

    >>> unmarked(marked("/voila/render/table.ipynb?code=abc")), unmarked(marked("/voila/"))
    ('/voila/render/table.ipynb?code=abc', '/voila/')
    """
    return address.removesuffix(MARK).rstrip("?&") if is_marked(address) else address


def is_marked(address: str) -> bool:
    """Return True if the visitor was sent here with a cookie.

    >>> is_marked("/voila/?classkit_visitor=new"), is_marked("/voila/?x=classkit_visitor=new")
    (True, False)
    """
    return address.endswith((f"?{MARK}", f"&{MARK}"))
