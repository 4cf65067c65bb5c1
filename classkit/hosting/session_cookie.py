"""Session cookie that identifies a visitor; a kernel starts only once it has come back.

A visitor without a cookie gets one and is redirected to the same address, once (`RETRY_FLAG`). If
it does not come back, the visitor gets an explanation. So a client that drops the cookie starts no
kernel, and one that takes a new cookie each time is a new visitor each time: limits for all
visitors of one address are in kernel_slots.py. The name is random, and signed against forgery. Only
the visitor's slots are stored under it.

A page inside a page of another site (`--framed-by`) gets a cookie that browsers accept there. It
works only over https. If it does not come back, the page offers to open in a new tab.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

from tornado.web import decode_signed_value

from .cross_origin import is_framed

COOKIE_NAME = "classkit_visitor"
RETRY_FLAG = f"{COOKIE_NAME}=new"
"""The end of the address to which a visitor with a new cookie is redirected."""
SIGNATURE_VERSION = 2
"""The version of Tornado's signature. Version 1 would log every cookie that it refuses."""
MAX_SIGNATURE_DAYS = 3_650.0
"""Days for which a signature is valid, long enough for a wrong clock."""


def get_visitor(handler: Any) -> str:
    """Return the visitor's name; '' until a cookie of this server has come back."""
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
    if is_framed(handler.request.headers):
        kept = "; SameSite=None; Secure; Partitioned"
    else:
        kept = "; SameSite=Lax" + ("; Secure" if handler.request.protocol == "https" else "")
    # as a header: http.cookies of Python 3.11 does not support Partitioned
    handler.add_header(
        "Set-Cookie", f"{COOKIE_NAME}={name}; Path={handler.base_url}; HttpOnly{kept}"
    )


def add_retry_flag(address: str) -> str:
    """Return the address to which a visitor with a new cookie is redirected.

    >>> add_retry_flag("/voila/render/table.ipynb?code=abc")
    '/voila/render/table.ipynb?code=abc&classkit_visitor=new'
    """
    return f"{address}{'&' if '?' in address else '?'}{RETRY_FLAG}"


def strip_retry_flag(address: str) -> str:
    """Return the address that the visitor requested first.

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
