"""The site that a request comes from: pages of other sites may link to tables, no more.

Every current browser names it in headers that no script can set (`Sec-Fetch-*`), on https and on
this machine. On plain http from elsewhere it does not; there the address of the requesting page
(`Origin`, `Referer`) has to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

OURS = {"same-origin", "none"}  # none: typed, a bookmark, a link in a mail
FRAMES = {"iframe", "frame"}


def refusal(headers: Mapping[str, str], host: str, framed_by: tuple[str, ...] = ()) -> str:
    """Return a sentence that tells why a page is not opened for this request; '' if it is.

    `host` is the server's name in the request. Pages of the sites in `framed_by` (such as
    ``https://moodle.uni.example``) may embed tables.

    >>> moodle = {"Sec-Fetch-Site": "cross-site", "Referer": "https://moodle.uni.example/"}
    >>> link = {**moodle, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    >>> frame = {**moodle, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    >>> refusal(link, "games.uni.example")
    ''
    >>> refusal(frame, "games.uni.example", ("https://moodle.uni.example",))
    ''
    >>> refusal(frame, "games.uni.example")
    'A page of another site asks for this table. Open it by a link of its own.'
    """
    if "prefetch" in headers.get("Sec-Purpose", headers.get("Purpose", "")):
        return "A table is opened when it is looked at, not ahead of that."
    site = headers.get("Sec-Fetch-Site")
    if not is_of(headers.get("Origin", ""), host):
        welcome = False  # following a link sends no Origin
    elif site is None:
        linked = "text/html" in headers.get("Accept", "")  # no picture, no script
        welcome = linked or is_of(headers.get("Referer", ""), host)
    elif site in OURS:
        welcome = True
    elif headers.get("Sec-Fetch-Mode") != "navigate":
        welcome = False
    else:
        within = headers.get("Sec-Fetch-Dest")
        welcome = within == "document" or (
            within in FRAMES and site_of(headers.get("Referer", "")) in framed_by
        )
    if welcome:
        return ""
    return "A page of another site asks for this table. Open it by a link of its own."


def is_framed(headers: Mapping[str, str]) -> bool:
    """Return True if the page is shown inside a page of another site."""
    within = headers.get("Sec-Fetch-Dest") in FRAMES
    return within and headers.get("Sec-Fetch-Site") not in OURS


def is_of(address: str, host: str) -> bool:
    """Return True if an address is of this host, or empty."""
    return not address or site_of(address).partition("://")[2] == host.lower()


def site_of(address: str) -> str:
    """Return the site of an address, such as ``https://moodle.uni.example``; '' if it has none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}".lower()
