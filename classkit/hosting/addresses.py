"""The addresses of visitors: which belong to one household, and which belong to a proxy."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

HOUSEHOLD = 64
"""Bits that name a network of IPv6; a visitor is given all addresses that begin with them."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def network_of(address: str) -> str:
    """Return what counts as one address: an address of IPv4, or a whole household of IPv6.

    Text that is no address stays as it is.

    >>> network_of("10.0.0.7"), network_of("::ffff:10.0.0.7"), network_of("2001:db8:1:2:3::4")
    ('10.0.0.7', '10.0.0.7', '2001:db8:1:2::')
    >>> network_of("::1")
    '::1'
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])  # without the interface
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return str(ipaddress.ip_network((found, HOUSEHOLD), strict=False).network_address)
    return str(found)


def is_loopback(address: str) -> bool:
    """Return True if only this machine can reach a server that listens on `address`.

    >>> [is_loopback(a) for a in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "", "10.0.0.4")]
    [True, True, True, False, False, False]
    """
    if address == "localhost":
        return True
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


class Networks:
    """A set of addresses, stated as single ones and as networks. ValueError if one is neither.

    >>> proxies = Networks(["127.0.0.1", "10.8.0.0/16"])
    >>> "10.8.3.4" in proxies, "::ffff:127.0.0.1" in proxies, "10.9.0.1" in proxies, "x" in proxies
    (True, True, False, False)
    """

    def __init__(self, stated: Iterable[str]) -> None:
        self.networks: list[Network] = [ipaddress.ip_network(one, strict=False) for one in stated]

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return False
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped:
            found = found.ipv4_mapped
        return any(found in network for network in self.networks)

    def __bool__(self) -> bool:
        return bool(self.networks)
