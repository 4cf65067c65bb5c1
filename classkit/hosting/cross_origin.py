"""Cross-origin checks: pages of other sites may only link to tables.

Current browsers name the requesting site in headers that scripts cannot set (`Sec-Fetch-*`), but
only over https and on this machine. Over plain http from other machines, the address of the
requesting page (`Origin`, `Referer`) is used instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

OWN_SITE_VALUES = {"same-origin", "none"}  # "none": typed, or opened from a bookmark or an email
FRAME_VALUES = {"iframe", "frame"}


def get_refusal(headers: Mapping[str, str], host: str, framed_by: tuple[str, ...] = ()) -> str:
    """Return a sentence that explains why this request is refused, or '' if it is allowed.

    Args:
        headers: The headers of the request.
        host: The server's name in the request.
        framed_by: Sites that may embed tables, such as ``https://moodle.uni.example``.

    Returns:
        The sentence.

    >>> moodle = {"Sec-Fetch-Site": "cross-site", "Referer": "https://moodle.uni.example/"}
    >>> link = {**moodle, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    >>> frame = {**moodle, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    >>> get_refusal(link, "games.uni.example")
    ''
    >>> get_refusal(frame, "games.uni.example", ("https://moodle.uni.example",))
    ''
    >>> get_refusal(frame, "games.uni.example")
    'A page of another site requests this table. Open the table by its own link.'
    """
    if "prefetch" in headers.get("Sec-Purpose", headers.get("Purpose", "")):
        return "A table is not opened in advance. Follow the link to open it."
    site = headers.get("Sec-Fetch-Site")
    if not is_same_host(headers.get("Origin", ""), host):
        welcome = False  # browsers send no Origin when following a link
    elif site is None:
        linked = "text/html" in headers.get("Accept", "")  # false for images and scripts
        welcome = linked or is_same_host(headers.get("Referer", ""), host)
    elif site in OWN_SITE_VALUES:
        welcome = True
    elif headers.get("Sec-Fetch-Mode") != "navigate":
        welcome = False
    else:
        within = headers.get("Sec-Fetch-Dest")
        welcome = within == "document" or (
            within in FRAME_VALUES and get_site(headers.get("Referer", "")) in framed_by
        )
    if welcome:
        return ""
    return "A page of another site requests this table. Open the table by its own link."


def is_framed(headers: Mapping[str, str]) -> bool:
    """Return True if the page is shown inside a page of another site."""
    within = headers.get("Sec-Fetch-Dest") in FRAME_VALUES
    return within and headers.get("Sec-Fetch-Site") not in OWN_SITE_VALUES


def is_same_host(address: str, host: str) -> bool:
    """Return True if an address belongs to this host, or is empty."""
    return not address or get_site(address).partition("://")[2] == host.lower()


def get_site(address: str) -> str:
    """Return an address's site, such as ``https://moodle.uni.example``, or '' if it is invalid."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.netloc}".lower()
