"""The names of the units, and the accounts that hold them (N0.2)."""

from __future__ import annotations

from .contents import COMMODITIES

SEATS = "ABCDEF"
MARKET, SUPPLY, STOCK = "market", "supply", "stock"
"""The accounts that belong to no nation; ``stock`` is the common stock of volatility tokens."""
RESERVE = {seat: f"reserve:{seat}" for seat in SEATS}
PEG = {seat: f"peg:{seat}" for seat in SEATS}
STAGED = {seat: f"staged:{seat}" for seat in SEATS}
NATION_OF = {f"{kind}:{seat}": seat for seat in SEATS for kind in ("reserve", "peg", "staged")}
"""Account -> the nation to which it belongs (N0.2)."""
CURRENCY = {seat: f"cur:{seat}" for seat in SEATS}
ISSUER = {unit: seat for seat, unit in CURRENCY.items()}
"""Currency -> the nation that issues it."""
TOKEN = "token"
UNITS_OF = {
    count: ("gold", *COMMODITIES, *(CURRENCY[seat] for seat in SEATS[:count]))
    for count in range(2, 7)
}
"""Number of nations -> gold, the commodities, and the currency of every nation."""
