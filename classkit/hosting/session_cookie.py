"""Session cookie that identifies a visitor; no kernel starts before the browser has returned it.

A visitor without a cookie gets one and is redirected to the same URL, once (`RETRY_FLAG`). If
the browser does not return it, the visitor gets an explanation. So a client that discards the
cookie starts no kernel, and a client that requests a new cookie each time is a new visitor each
time: limits for all visitors of one address are in kernel_slots.py. The name is random, and signed
against forgery. Only the visitor's slots are stored under it.

A page embedded in another site (`--framed-by`) gets a cookie that browsers accept there. It works
only over https. If the browser does not return it, the page offers to open in a new tab.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from tornado.web import decode_signed_value

from .cross_origin import is_framed

COOKIE_NAME = "classkit_visitor"
RETRY_FLAG = f"{COOKIE_NAME}=new"
"""The query parameter of the URL to which a visitor with a new cookie is redirected."""
SIGNATURE_VERSION = 2
"""The version of Tornado's signature. Version 1 would log every refused cookie."""
MAX_SIGNATURE_DAYS = 3_650.0
"""Number of days for which a signature is valid, large enough for a wrong clock."""


def get_visitor(handler: Any) -> str:
    """Return the visitor's name; '' until the browser has returned a cookie of this server."""
    name = handler.get_signed_cookie(
        COOKIE_NAME, max_age_days=MAX_SIGNATURE_DAYS, min_version=SIGNATURE_VERSION
    )
    return name.decode() if name else ""


def read_visitor_cookie(cookies: str, secret: str | bytes) -> str:
    """Return the visitor's name in a Cookie header; '' unless this server has signed it.

    >>> from tornado.web import create_signed_value
    >>> signed = (
    ...     create_signed_value("a secret", COOKIE_NAME, "ada", version=SIGNATURE_VERSION).decode()
    ... )
    >>> (read_visitor_cookie(f"a=b; {COOKIE_NAME}={signed}; c=d", "a secret"),
    ...  read_visitor_cookie(f"{COOKIE_NAME}=ada", "a secret"))
    ('ada', '')
    """
    for value in re.findall(rf"(?:^|;)\s*{COOKIE_NAME}=([^;\s]*)", cookies)[-1:]:
        name = decode_signed_value(
            secret,
            COOKIE_NAME,
            value,
            max_age_days=MAX_SIGNATURE_DAYS,
            min_version=SIGNATURE_VERSION,
        )
        if name:
            return name.decode()
    return ""


def set_visitor_cookie(handler: Any) -> None:
    """Set a cookie with a new name."""
    name = handler.create_signed_value(
        COOKIE_NAME, secrets.token_urlsafe(16), version=SIGNATURE_VERSION
    ).decode()
    framed = is_framed(handler.request.headers)
    add_cookie(handler, f"{COOKIE_NAME}={name}; Path={handler.base_url}", framed=framed)


def add_cookie(handler: Any, cookie: str, *, framed: bool) -> None:
    """Set a cookie that scripts cannot read.

    Args:
        handler: The handler that answers.
        cookie: Its name, value, path and age.
        framed: Whether its page is shown inside a page of another site. Browsers then accept only a
            cookie that is bound to that other site, and only over https.
    """
    if framed:
        kept = "SameSite=None; Secure; Partitioned"
    else:
        kept = "SameSite=Lax" + ("; Secure" if handler.request.protocol == "https" else "")
    # set as a header, because http.cookies of Python 3.11 does not support Partitioned
    handler.add_header("Set-Cookie", f"{cookie}; HttpOnly; {kept}")


def add_retry_flag(address: str) -> str:
    """Return the URL to which a visitor with a new cookie is redirected.

    >>> add_retry_flag("/voila/render/table.ipynb?code=abc")
    '/voila/render/table.ipynb?code=abc&classkit_visitor=new'
    """
    return f"{address}{'&' if '?' in address else '?'}{RETRY_FLAG}"


def strip_retry_flag(address: str) -> str:
    """Return the URL that the visitor originally requested.

    >>> (strip_retry_flag(add_retry_flag("/voila/render/table.ipynb?code=abc")),
    ...  strip_retry_flag(add_retry_flag("/voila/")))
    ('/voila/render/table.ipynb?code=abc', '/voila/')
    """
    return address.removesuffix(RETRY_FLAG).rstrip("?&") if has_retry_flag(address) else address


def has_retry_flag(address: str) -> bool:
    """Return True if the visitor was redirected here with a cookie.

    >>> (has_retry_flag("/voila/?classkit_visitor=new"),
    ...  has_retry_flag("/voila/?x=classkit_visitor=new"))
    (True, False)
    """
    return address.endswith((f"?{RETRY_FLAG}", f"&{RETRY_FLAG}"))
