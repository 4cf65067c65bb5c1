"""Names of units, and of the accounts that contain them (N0.2)."""

from __future__ import annotations

from .rules_data import COMMODITIES

SEATS = "ABCDEF"
MARKET, SUPPLY, STOCK = "market", "supply", "stock"
"""Accounts that belong to no nation. ``stock`` is the common stock of volatility tokens."""
RESERVE = {seat: f"reserve:{seat}" for seat in SEATS}
PEG = {seat: f"peg:{seat}" for seat in SEATS}
STAGING = {seat: f"staged:{seat}" for seat in SEATS}
ACCOUNT_NATIONS = {
    f"{kind}:{seat}": seat for seat in SEATS for kind in ("reserve", "peg", "staged")
}
"""The nation that owns each account (N0.2)."""
CURRENCY = {seat: f"cur:{seat}" for seat in SEATS}
ISSUER = {unit: seat for seat, unit in CURRENCY.items()}
"""The nation that issues each currency."""
TOKEN = "token"
UNITS_BY_COUNT = {
    count: ("gold", *COMMODITIES, *(CURRENCY[seat] for seat in SEATS[:count]))
    for count in range(2, 7)
}
"""Units in play by number of nations: gold, the commodities and every nation's currency."""
