"""No shipped bot always wins or never: shares over fewer matches than the bench plays."""

from __future__ import annotations

import pytest

from tests.bench.bots import CASES, list_arrangements, measure_shares

MATCHES = 48
LEAST, MOST = 5, 50
"""Wider than the 15 to 35 % of 600 matches, because 48 leave much to chance."""


def test_every_bot_sits_in_every_seat_equally_often() -> None:
    for bots in (list("abc"), list("abcd"), list("abcde")):
        orders = list_arrangements(bots)
        assert len(set(orders)) == len(orders) and all(len(order) == 4 for order in orders)
        for seat in range(4):
            seated = [order[seat] for order in orders]
            assert len({seated.count(bot) for bot in bots}) == 1


@pytest.mark.parametrize("name", ["poleconomy-2", "economicon-liquidation"])
def test_no_bot_wins_too_often_or_too_seldom(name: str) -> None:
    """The financier won 8 %, the speculator 45 % and the printing press 10 % once."""
    game, options = CASES[name]
    shares = measure_shares(game, options, MATCHES, 901)
    assert all(LEAST <= share <= MOST for share in shares.percents.values()), shares.percents
    assert shares.endings.get("bankrupt", 0) <= MATCHES // 6
