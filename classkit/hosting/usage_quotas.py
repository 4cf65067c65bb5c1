"""Usage quotas of visitors: server time and bytes, and the time to wait when they are used up.

The server has one thread for pages and one for rooms. Work for one visitor delays all others, so
all traffic from and to a page is charged with the time that it takes. Received bytes are charged
too, because a busy kernel keeps them in memory. A visitor may go into debt. The server stops
reading from a page in debt until the debt is paid off; no data is lost.

Each visitor has one balance for all their tables and connections. So has each address, and the
server as a whole. A step costs about 2 ms and 300 bytes: a student may play 50 steps a second, and
a class of 80 behind one address 200. Opening a record costs up to 10 ms and 5 MB, and a visitor may
send three in a row. Visitors with at least half of their own quota never wait, so a class does not
pay for a stranger at its address. Requests for pages and files have separate shares
(fair_queue.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

from .ip_addresses import is_loopback
from .token_bucket import TokenBucket


class UsageQuota(NamedTuple):
    """Limits on bytes and seconds: a rate per second and a burst for each."""

    bytes_a_second: float
    bytes_at_once: float
    seconds_a_second: float
    seconds_at_once: float


USER_QUOTA = UsageQuota(100_000, 15_000_000, 0.1, 1.0)
ADDRESS_QUOTA = UsageQuota(1_000_000, 150_000_000, 0.4, 4.0)
SERVER_QUOTA = UsageQuota(3_000_000, 450_000_000, 0.7, 7.0)


class QuotaBalance:
    """The remaining quota in bytes and seconds, which is negative for a debt."""

    def __init__(self, share: UsageQuota, now: float) -> None:
        self.bytes = TokenBucket(share.bytes_a_second, share.bytes_at_once, now)
        self.seconds = TokenBucket(share.seconds_a_second, share.seconds_at_once, now)

    def debit_balance(self, size: int, seconds: float, now: float) -> None:
        """Subtract bytes and seconds, going into debt if necessary."""
        self.bytes.debit_tokens(size, now)
        self.seconds.debit_tokens(seconds, now)

    def get_wait_seconds(self, now: float) -> float:
        """Return the seconds until the debt is paid off, or 0 if there is none."""
        return max(self.bytes.get_wait_seconds(now), self.seconds.get_wait_seconds(now))

    def has_share(self, part: float, now: float) -> bool:
        """Return True if this share of the quota, from 0 to 1, is left."""
        return all(one.has_tokens(part, now) for one in (self.bytes, self.seconds))


class UsageCosts:
    """The balances of a server's visitors.

    >>> costs = UsageCosts(clock=lambda: 0.0)
    >>> costs.charge("ada", "10.0.0.7", seconds=2.0)
    >>> costs.get_wait_seconds("ada", "10.0.0.7"), costs.get_wait_seconds("bo", "10.0.0.7")
    (10.0, 0.0)
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        is_shared_address: Callable[[str], bool] = is_loopback,
    ) -> None:
        """Create full balances.

        Args:
            clock: Returns the time in seconds.
            is_shared_address: Returns True for an address that many visitors share.
        """
        self.clock, self.is_shared_address = clock, is_shared_address
        self.server_balance = QuotaBalance(SERVER_QUOTA, clock())
        self.visitors: dict[str, QuotaBalance] = {}
        self.addresses: dict[str, QuotaBalance] = {}

    def charge(self, visitor: str, address: str, *, seconds: float, size: int = 0) -> None:
        """Charge a visitor for seconds of the server's time, and for bytes received."""
        now = self.clock()
        for purse in self.list_balances(visitor, address, now):
            purse.debit_balance(size, seconds, now)

    def get_wait_seconds(self, visitor: str, address: str) -> float:
        """Return the seconds that this visitor must wait, or 0 if there is no debt."""
        now = self.clock()
        own, *shared = self.list_balances(visitor, address, now)
        if own.has_share(0.5, now):
            return 0.0
        return max(purse.get_wait_seconds(now) for purse in (own, *shared))

    def list_balances(self, visitor: str, address: str, now: float) -> Iterator[QuotaBalance]:
        """Yield the balances of a visitor, of the server, and of the visitor's address.

        Visitors behind an unnamed proxy have no individual address.
        """
        yield get_balance(self.visitors, visitor, USER_QUOTA, now)
        yield self.server_balance
        if not self.is_shared_address(address):
            yield get_balance(self.addresses, address, ADDRESS_QUOTA, now)


def get_balance(
    purses: dict[str, QuotaBalance], name: str, share: UsageQuota, now: float
) -> QuotaBalance:
    """Return a balance by name. Missing balances count as full, so full balances are dropped."""
    if name not in purses:
        for full in [other for other, purse in purses.items() if purse.has_share(1, now)]:
            del purses[full]
        purses[name] = QuotaBalance(share, now)
    return purses[name]
