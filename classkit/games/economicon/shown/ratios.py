"""What prices, indices and what is counted in a round are made of: ratios of the market (N2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from classkit.engine.log import Transfer
from classkit.engine.metrics import Counted, Exact, Holding, Makeup, Places, Reckoned
from classkit.engine.requests import Seat
from classkit.engine.words import Say, Sentence

from ..accounts import CURRENCY, MARKET, RESERVE, STAGED, SUPPLY
from ..contents import COMMODITIES
from ..rules.nouns import Facts, from_to
from ..rules.prices import gold_price, held_by
from ..state import Economicon
from .figures import opening_sum
from .makeup import PAID_FOR, worth_made_of

PRICE, PEG = "price", "peg"
PAYMENTS = ("payment", "direct_payment")


def in_the_market(t: Economicon) -> dict[tuple[str, str], int]:
    """Return how much of each unit lies in the market."""
    return {(MARKET, unit): t.in_market(unit) for unit in t.units}


def pricing(t: Economicon, unit: str) -> Callable[[Places], Fraction]:
    """Return how a unit is priced from what lies in the market, by its present peg (N2.1, N2.2)."""
    by = held_by(t, unit)
    return lambda places: Fraction(places[MARKET, "gold"] or 1, places[MARKET, by] or 1)


# --- prices -------------------------------------------------------------------------------------


def price_made_of(t: Economicon, unit: str) -> Reckoned:
    """Return what a price is made of: the gold in the market over the units that count (N2.2).

    It changes with all that comes to the market or goes, and for a currency with its peg.
    """
    price = pricing(t, unit)
    return Reckoned(
        in_the_market(t), lambda places: {"": price(places)}, PEG, {"by": held_by(t, unit)}
    )


def rate_made_of(t: Economicon, seat: Seat) -> Reckoned:
    """Return what a nation's exchange rate is made of: the price of its currency."""
    return price_made_of(t, CURRENCY[seat])


def index_in_percent(t: Economicon, base: Fraction, less: int = 0) -> Reckoned:
    """Return what an index is made of: the price of each commodity, in per cent of a base."""
    prices = {good: pricing(t, good) for good in COMMODITIES}

    def points(places: Places) -> dict[str, Exact]:
        return {
            **{good: 100 * price(places) / base for good, price in prices.items()},
            "base": -less,
        }

    return Reckoned(
        in_the_market(t), points, PRICE, {good: gold_price(t, good) for good in COMMODITIES}
    )


def index_made_of(t: Economicon) -> Reckoned:
    """Return what the price index is made of: what each commodity adds to it."""
    return index_in_percent(t, opening_sum(t.edition.market))


def inflation_made_of(t: Economicon) -> Reckoned:
    """Return what inflation in this round is made of: what each commodity adds to it."""
    return index_in_percent(t, t.index_before or opening_sum(t.edition.market), less=100)


# --- sums ---------------------------------------------------------------------------------------


def lying_in_market(t: Economicon, unit: str) -> Makeup:
    """Return what of a unit lies in the market."""
    return Makeup((MARKET,), [Holding(unit, t.in_market(unit))])


def gold_in_the_world(t: Economicon) -> Makeup:
    """Return the gold in the market and in all reserves (N0.3)."""
    return afloat(t, "gold")


def currency_afloat(t: Economicon, seat: Seat) -> Makeup:
    """Return the nation's currency in the market and in all reserves (N11.2)."""
    return afloat(t, CURRENCY[seat])


def afloat(t: Economicon, unit: str) -> Makeup:
    """Return what of a unit lies in the market and in all reserves."""
    accounts, held = (MARKET, *(RESERVE[seat] for seat in t.seats)), t.ledger.balances[unit]
    return Makeup(accounts, [Holding(unit, sum(held[one] for one in accounts))])


def worth_of_unit(t: Economicon, seat: Seat, unit: str) -> Makeup:
    """Return what the worth of one unit in the reserves is made of (N16.1)."""
    made = worth_made_of(t, seat)
    return made._replace(
        holdings=[one for one in made.holdings if one.unit == unit], paid_for=PAID_FOR
    )


# --- what is counted ----------------------------------------------------------------------------


def issue_made_of(t: Economicon, seat: Seat) -> Counted:
    """Return what a nation has created of its currency, less what it has destroyed (N11.3)."""
    signs = {"currency_created": 1, "currency_destroyed": -1}

    def issued(moved: Transfer, _: Places) -> int:
        return moved.amount * signs.get(moved.reason, 0) * (moved.unit == CURRENCY[seat])

    return Counted(t.nations[seat].issue, issued)


def trade_made_of(t: Economicon) -> Counted:
    """Return the payments for purchases in this round, in gold just before each (N9.3)."""
    prices = {unit: pricing(t, unit) for unit in t.units}

    def paid(moved: Transfer, places: Places) -> Exact:
        return moved.amount * prices[moved.unit](places) if moved.reason in PAYMENTS else 0

    return Counted(Fraction(*t.trade_volume), paid, in_the_market(t))


def produced_by(t: Economicon, seat: Seat, good: str) -> Counted:
    """Return what a nation has produced of a commodity in this round (N8.7)."""
    made = t.nations[seat].produced.get(good, 0)
    return Counted(made, moving("produced", good, {SUPPLY}, {STAGED[seat]}))


def consumed_by(t: Economicon, seat: Seat, good: str) -> Counted:
    """Return what a nation's people have consumed of a commodity in this round (N12.1)."""
    eaten = t.nations[seat].consumed.get(good, 0)
    return Counted(eaten, moving("consumed", good, {RESERVE[seat]}, {SUPPLY}))


def produced_by_all(t: Economicon, good: str) -> Counted:
    """Return what all nations have produced of a commodity in this round (N8.7)."""
    made = sum(nation.produced.get(good, 0) for nation in t.nations.values())
    return Counted(made, moving("produced", good, {SUPPLY}, {STAGED[one] for one in t.seats}))


def consumed_by_all(t: Economicon, good: str) -> Counted:
    """Return what all peoples have consumed of a commodity in this round (N12.1)."""
    eaten = sum(nation.consumed.get(good, 0) for nation in t.nations.values())
    return Counted(eaten, moving("consumed", good, {RESERVE[one] for one in t.seats}, {SUPPLY}))


def moving(
    reason: str, unit: str, sources: set[str], targets: set[str]
) -> Callable[[Transfer, Places], int]:
    """Return how much each transfer moves of a unit, for a reason, from and to such accounts."""

    def amount(moved: Transfer, _: Places) -> int:
        counts = (moved.reason, moved.unit) == (reason, unit)
        return moved.amount * (counts and moved.source in sources and moved.target in targets)

    return amount


# --- in words -----------------------------------------------------------------------------------


def tell_good(say: Say, facts: Facts) -> str:
    """Tell how the price of a commodity has changed."""
    prices = from_to(Fraction(facts["before"]), Fraction(facts["after"]))
    verb = "rises" if facts["more"] else "falls"
    return f"the price of {say.unit(facts['of'])} {verb} {prices} gold"


def tell_peg(say: Say, facts: Facts) -> str:
    """Tell by whose count a currency is valued now (N3.4)."""
    before, after = (say.unit(facts[f"by_{when}"]) for when in ("before", "after"))
    return f"it is counted by {after} in place of {before}, as pegs have changed"


RATIOS: Mapping[str, str | Sentence] = {PRICE: tell_good, PEG: tell_peg}
