"""Second implementation of decompositions, from the rows of the ledger and printed prices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.events import Transfer
from classkit.engine.match import Match

Parts = dict[str, Fraction]
"""Contribution of each cause: the name of a reason, or "worth NAME" for a kind of things."""


def holdings(m: Match, accounts: set[str], turn: int) -> Counter[str]:
    """Return the contents of accounts at the end of a turn: the present less what came since."""
    held = Counter[str]()
    for unit, balances in m.ledger.balances.items():
        held[unit] = sum(balances.get(account, 0) for account in accounts)
    for title, holder in m.ledger.titles.items():
        held[title] = int(holder in accounts)
    for moved in m.transfers:
        if moved.turn > turn:
            held[moved.unit] -= signed(moved, accounts)
    return held


def signed(moved: Transfer, accounts: set[str]) -> int:
    """Return how much came into some accounts; below 0 if it went."""
    return moved.amount * ((moved.target in accounts) - (moved.source in accounts))


def reckoned(
    m: Match,
    accounts: set[str],
    before: Mapping[str, Fraction],
    after: Mapping[str, Fraction],
    kinds: Mapping[str, str],
    turn: int,
    since: int,
    same: Mapping[str, str],
) -> Parts:
    """Return the parts of a change in one turn, from the prices before it and after it."""
    parts: Parts = {}

    def add(name: str, amount: Fraction) -> None:
        parts[name] = parts.get(name, Fraction(0)) + amount

    held = holdings(m, accounts, since)
    for unit, price in after.items():
        if price != before[unit]:
            add(f"worth {kinds.get(unit, unit)}", held[unit] * (price - before[unit]))
    for moved in m.transfers:
        if since < moved.turn <= turn and moved.unit in after:
            reason = same.get(moved.reason, moved.reason)
            add(reason, signed(moved, accounts) * after[moved.unit])
    return {name: amount for name, amount in parts.items() if amount}


# --- prices, game by game ------------------------------------------------------------------------


def poleconomy(m: Match, seat: str, turn: int, since: int) -> Parts:
    """Return the parts of net worth, from the Number of two rows and printed prices (P15.3)."""
    edition, rows = m.edition.rules, {row["turn"]: row for row in m.history}

    def prices(at: int) -> dict[str, Fraction]:
        row, one = rows[at], edition.prices
        return {
            "dollars": Fraction(1), "savings": Fraction(one.savings), "bond": Fraction(one.bond),
            "life": Fraction(one.life_at_end),
            **{square: Fraction(row["company_price"]) for square in edition.companies},
            **{square: Fraction(row["advert_price"]) for square in edition.adverts},
        }  # fmt: skip

    kinds = dict.fromkeys(edition.companies, "company") | dict.fromkeys(edition.adverts, "advert")
    loans = rows[turn]["worth_split"][seat]["loans"] - rows[since]["worth_split"][seat]["loans"]
    parts = reckoned(
        m,
        {seat},
        prices(since),
        prices(turn),
        kinds,
        turn,
        since,
        {"trade": "bargains", "loan_repaid": "bargains"},
    )
    parts["bargains"] = parts.get("bargains", Fraction(0)) + loans
    return {name: amount for name, amount in parts.items() if amount}


def economicon(m: Match, seat: str, turn: int, since: int) -> Parts:
    """Return the parts of the worth in gold, from market and pegs of two rows (N2, N16.1)."""
    same = {
        "payment": "purchase", "direct_payment": "direct_purchase",
        "production_cost": "production", "kept": "production",
    }  # fmt: skip
    ends = prices_in_gold(m, since), prices_in_gold(m, turn)
    return reckoned(m, {f"reserve:{seat}"}, *ends, {}, turn, since, same)


def prices_in_gold(m: Match, turn: int) -> dict[str, Fraction]:
    """Return the worth of each unit at the end of a turn, from its row (N2)."""
    row = next(row for row in m.history if row["turn"] == turn)

    def anchor(pegs: Mapping[str, str], unit: str) -> str:
        passed = set()
        while unit.startswith("cur:") and unit not in passed and m.options.peg_values == "both":
            peg = pegs[unit[-1]]
            if peg == "floats":
                break
            passed.add(unit)
            unit = f"cur:{peg[-1]}" if peg.startswith("notes ") else peg
        return unit

    market, pegs = row["market"], row["peg"]
    gold = market["gold"] or 1
    return {unit: Fraction(gold, market[anchor(pegs, unit)] or 1) for unit in market}


def economy(m: Match, seat: str, turn: int, since: int) -> Parts:
    """Return the parts of points, from the spaces landed on (E4.1)."""
    one = {"points": Fraction(1)}
    return reckoned(m, {f"points:{seat}"}, one, one, {}, turn, since, {})


def opoly(m: Match, seat: str, turn: int, since: int) -> Parts:
    """Return the parts of ASSET without mortgages and buildings: cash, lots and cards (Q11.1)."""
    edition = m.edition.rules
    printed = {
        "dollars": Fraction(1),
        **{space: Fraction(edition.spaces[space].price) for space in edition.properties},
        **{card: Fraction(edition.cards[card].appraised) for card in edition.internal},
    }
    same = {"poach_fee": "poached"}
    return reckoned(m, {seat}, printed, printed, {}, turn, since, same)


PROPERTY_CHANGES = frozenset({
    "mortgage", "mortgage_lift", "mortgages", "build", "building_sale", "unsupported",
})  # fmt: skip
"""Reasons of 487-opoly that change mortgages and buildings, which the ledger does not value."""
