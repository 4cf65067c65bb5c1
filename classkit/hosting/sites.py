"""Where a request comes from: pages of other sites may link to tables, and nothing else.

Every current browser says so in headers that no script can set (`Sec-Fetch-*`), on https and on
this machine. On plain http from elsewhere it does not; there the address of the page that asked
(`Origin`, `Referer`) has to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

OURS = {"same-origin", "none"}  # none: typed, a bookmark, a link in a mail


def refusal(headers: Mapping[str, str], host: str, framed_by: tuple[str, ...] = ()) -> str:
    """Why a page is not opened for this request, as a sentence; '' when it is.

    `host` is the name under which the server was asked. Pages of the sites in `framed_by` (as
    ``https://moodle.uni.example``) may show tables inside their own.

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
        welcome = False  # whoever follows a link brings none
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
            within in {"iframe", "frame"} and site_of(headers.get("Referer", "")) in framed_by
        )
    if welcome:
        return ""
    return "A page of another site asks for this table. Open it by a link of its own."


def is_of(address: str, host: str) -> bool:
    """Whether an address, if there is one, is of this host."""
    return not address or site_of(address).partition("://")[2] == host.lower()


def site_of(address: str) -> str:
    """The site of an address: ``https://moodle.uni.example`` of a page there; '' if it is none."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}".lower()
