"""IP addresses of visitors: grouping by household, loopback, and sets of networks."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

IPV6_PREFIX_BITS = 64
"""Bits of an IPv6 network prefix. All addresses of a household have the same prefix."""

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def normalize_address(address: str) -> str:
    """Normalize an address for counting: an IPv4 address, or the network of an IPv6 address.

    Text that is not an address is returned unchanged.

    >>> (normalize_address("10.0.0.7"), normalize_address("::ffff:10.0.0.7"),
    ...  normalize_address("2001:db8:1:2:3::4"))
    ('10.0.0.7', '10.0.0.7', '2001:db8:1:2::')
    >>> normalize_address("::1")
    '::1'
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])  # drop the network interface
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return str(
                ipaddress.ip_network((found, IPV6_PREFIX_BITS), strict=False).network_address
            )
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


class NetworkSet:
    """A set of IP addresses and networks. Raises ValueError for any other text.

    >>> proxies = NetworkSet(["127.0.0.1", "10.8.0.0/16"])
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


def get_lan_address() -> str:
    """Return this machine's first IPv4 address, without loopback and container networks, or ''."""
    import psutil  # needed only here

    found = [
        one.address
        for name, addresses in psutil.net_if_addrs().items()
        for one in addresses
        if one.family.name == "AF_INET"
        and not is_loopback(one.address)
        and not name.startswith(("docker", "br-", "veth", "virbr"))
    ]
    return found[0] if found else ""
