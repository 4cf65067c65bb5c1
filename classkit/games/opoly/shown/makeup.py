"""What the scores and other figures of money are made of, and why rents count for more or less."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from classkit.engine.metrics import Holding, Makeup
from classkit.engine.requests import Seat
from classkit.engine.words import Say, Sentence, how_many

from ..edition.contents import percent
from ..rules.rents import base_rent, with_cards
from ..rules.scores import Race, exact_scores, future_of
from ..state import BANK, PAID, Opoly

Facts = Mapping[str, object]
MORTGAGE, BUILDING = "mortgage", "build"
PAID_FOR = {
    "mortgage_lift": MORTGAGE, "building_sale": BUILDING, "unsupported": BUILDING,
    "poach_fee": "poached",
}  # fmt: skip


def goes_by_holdings(t: Opoly, seat: Seat) -> bool:
    """Return whether a score follows from what a seat holds now (Q8.4, Q9.3).

    After a merger it is a share of the survivor's, and a busted company keeps what it had.
    """
    return not t.mergers and t.companies[seat].status in PAID


def given_score(t: Opoly, seat: Seat, race: Race) -> Makeup:
    """Return the makeup of a score that a merger or a scandal has given to a seat."""
    reason = "merger" if t.mergers else "busted"
    return Makeup((seat,), [Holding("score", exact_scores(t, race)[seat], reason=reason)])


def asset_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what ASSET is made of: cash, properties, mortgages, buildings and cards (Q11.1)."""
    if not goes_by_holdings(t, seat):
        return given_score(t, seat, "asset")
    edition, titles = t.edition, t.ledger.titles
    holdings = [Holding("dollars", t.cash(seat))]
    for space in edition.properties:
        lot, own = edition.spaces[space], int(titles[space] == seat)
        holdings.append(Holding(space, own, lot.price, "property"))
        owed = own * (space in t.mortgaged)
        holdings.append(Holding(f"mortgage:{space}", -owed, lot.price, "", MORTGAGE, space))
        if t.level(space):
            worth = percent(edition.house_cost[lot.group] * t.level(space), 50)
            holdings.append(Holding(f"built:{space}", own * worth, 1, "", BUILDING, space))
    holdings += [
        Holding(card, int(titles[card] == seat), edition.cards[card].appraised, "card")
        for card in edition.internal
    ]
    return Makeup((seat,), holdings, {}, PAID_FOR)


def future_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what FUTURE EARNINGS is made of: each property's rent, times their number (Q11.2).

    So each property brings its own rent times all of them, and makes the others count for more.
    """
    if not goes_by_holdings(t, seat):
        return given_score(t, seat, "future")
    _, adjusted, count = future_of(t, seat)
    each = Fraction(count, t.edition.future_divisor)
    holdings = [
        Holding(space, 1, 0 if space in t.mortgaged else landing(t, space) * each, "rents")
        for space in t.properties_of(seat)
    ]
    return Makeup((seat,), holdings, {"rents": adjusted, "properties": count}, PAID_FOR)


def landing(t: Opoly, space: str) -> int:
    """Return the rent of one landing on a property, as FUTURE EARNINGS counts it (Q11.2)."""
    roll, allied = t.edition.future_utility_roll, t.options.future_double
    return with_cards(t, space, base_rent(t, space, roll, allied=allied))


def cash_made_of(t: Opoly, seat: Seat) -> Makeup:
    """Return what a company's cash is made of."""
    return Makeup((seat,), [Holding("dollars", t.cash(seat))])


def bank_made_of(t: Opoly) -> Makeup:
    """Return what the bank's cash is made of (Q5.6)."""
    return Makeup((BANK,), [Holding("dollars", t.cash(BANK))])


def tell_rents(say: Say, facts: Mapping[str, int]) -> str:
    """Tell why properties held count for more or less in FUTURE EARNINGS (Q11.2)."""
    rents, properties = (
        (facts[f"{what}_before"], facts[f"{what}_after"]) for what in ("rents", "properties")
    )
    told = []
    if rents[0] != rents[1]:
        told.append(f"its rents go from {say.money(rents[0])} to {say.money(rents[1])}")
    if properties[0] != properties[1]:
        owned = how_many(properties[1], "property", "properties")
        told.append(f"are multiplied by {owned} in place of {properties[0]}")
    words = say.listing(told) or "count differently"
    return words if words.startswith("its") else f"its rents {words}"


WORTH: Mapping[str, str | Sentence] = {"rents": tell_rents}
