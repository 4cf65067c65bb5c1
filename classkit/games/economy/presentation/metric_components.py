"""Components of the metrics of property, concentration and points."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from classkit.engine.decisions import Seat
from classkit.engine.events import Transfer
from classkit.engine.metrics import (
    AmountsByPlace,
    Components,
    CountedComponents,
    DerivedComponents,
    ExactNumber,
    Holding,
)
from classkit.engine.rulebook_text import Sentence, TextFormatter

from ..state import (
    PIECE_TITLES,
    PLAYER_ACCOUNTS,
    POINTS,
    SCORE_ACCOUNTS,
    SPACE_PREFIX,
    EconomyState,
    get_account_space,
)
from .ownership_metrics import get_sector_metrics

SHARE_KIND, CONCENTRATION_KIND, OWNED_KIND, LANDINGS_KIND, SWING_KIND = (
    "share",
    "hhi",
    "owned",
    "landings",
    "swing",
)
OWN_POINTS, RIVAL_POINTS = "own", "rival"


# --- the cards of a seat ------------------------------------------------------------------------


def get_card_components(t: EconomyState, seat: Seat, cards: Collection[str]) -> Components:
    """Return a makeup of these property cards in which each that the seat holds counts 1."""
    titles, account = t.ledger.titles, PLAYER_ACCOUNTS[seat]
    return Components((account,), [Holding(card, int(titles[card] == account)) for card in cards])


def get_property_components(t: EconomyState, seat: Seat) -> Components:
    """Return what the worth of property is made of: each card, at its points (E5.3)."""
    made, cards = get_card_components(t, seat, t.deck.ids), t.deck.cards
    return made._replace(
        holdings=[one._replace(worth=cards[one.unit].points) for one in made.holdings]
    )


def get_category_components(t: EconomyState, seat: Seat, category: str) -> Components:
    """Return the cards of a category that a seat holds."""
    of_category = [card for card in t.deck.ids if t.deck.cards[card].category == category]
    return get_card_components(t, seat, of_category)


def get_share_components(t: EconomyState, seat: Seat, sector: str) -> Components:
    """Return what a share of a sector is made of: each card, in per cent of all owned there."""
    total = sum(t.get_sector_worth(sector).values())
    made, cards = get_card_components(t, seat, t.deck.of_sector[sector]), t.deck.cards
    return made._replace(
        holdings=[
            one._replace(
                worth=Fraction(100 * cards[one.unit].points, total) if total else Fraction(0),
                kind=OWNED_KIND,
            )
            for one in made.holdings
        ],
        prices={"total": total},
    )


# --- concentration ------------------------------------------------------------------------------


def get_card_places(t: EconomyState, cards: Collection[str]) -> dict[tuple[str, str], int]:
    """Return (account, card) -> 1 if that player holds the card, else 0."""
    titles = t.ledger.titles
    return {
        (PLAYER_ACCOUNTS[seat], card): int(titles[card] == PLAYER_ACCOUNTS[seat])
        for seat in t.seats
        for card in cards
    }


def sum_owner_worth(
    t: EconomyState, places: AmountsByPlace, cards: Collection[str]
) -> dict[Seat, int]:
    """Return the points of these cards by their owners."""
    points = t.deck.cards
    return {
        seat: sum(places[PLAYER_ACCOUNTS[seat], card] * points[card].points for card in cards)
        for seat in t.seats
    }


def square_shares(worth: Mapping[Seat, int]) -> dict[str, ExactNumber]:
    """Return the square of each owner's share in per cent.

    >>> {seat: int(square) for seat, square in square_shares({"A": 3, "B": 1}).items()}
    {'A': 5625, 'B': 625}
    """
    total = sum(worth.values()) or 1
    return {seat: Fraction(100 * own, total) ** 2 for seat, own in worth.items()}


def get_concentration_components(t: EconomyState, cards: Collection[str]) -> DerivedComponents:
    """Return what the concentration of some cards is made of: whose share is how large."""
    places = get_card_places(t, cards)
    worth = sum_owner_worth(t, places, cards)
    total = sum(worth.values()) or 1
    shares = {seat: 100 * own / total for seat, own in worth.items()}
    return DerivedComponents(
        places, lambda at: square_shares(sum_owner_worth(t, at, cards)), SHARE_KIND, shares
    )


def get_sector_components(t: EconomyState, sector: str) -> DerivedComponents:
    return get_concentration_components(t, t.deck.of_sector[sector])


def get_overall_components(t: EconomyState) -> DerivedComponents:
    """Return what the concentration of all property is made of."""
    return get_concentration_components(t, t.deck.ids)


def get_market_components(t: EconomyState) -> DerivedComponents:
    """Return what the mean concentration is made of: that of each sector with an owner."""
    of_sector = t.deck.of_sector

    def means(places: AmountsByPlace) -> dict[str, ExactNumber]:
        found = {sector: sum_owner_worth(t, places, cards) for sector, cards in of_sector.items()}
        known = {sector: worth for sector, worth in found.items() if any(worth.values())}
        return {
            sector: Fraction(sum(square_shares(worth).values()), len(known))
            for sector, worth in known.items()
        }

    return DerivedComponents(
        get_card_places(t, t.deck.ids), means, CONCENTRATION_KIND, get_sector_metrics(t).hhi
    )


def get_swing_components(t: EconomyState, seat: Seat, sector: str) -> DerivedComponents:
    """Return what a swing is made of: own points, less those of the best rival (E4.1)."""
    cards = t.deck.of_sector[sector]

    def both(places: AmountsByPlace) -> dict[str, ExactNumber]:
        worth = sum_owner_worth(t, places, cards)
        best = max((own for other, own in worth.items() if other != seat), default=0)
        return {OWN_POINTS: worth[seat], RIVAL_POINTS: -best}

    places = get_card_places(t, cards)
    now = both(places)
    return DerivedComponents(
        places, both, SWING_KIND, {OWN_POINTS: now[OWN_POINTS], RIVAL_POINTS: -now[RIVAL_POINTS]}
    )


# --- the board ----------------------------------------------------------------------------------


def get_free_components(t: EconomyState) -> CountedComponents:
    """Return the property cards that lie on the board: they come with their locations (E3.7)."""
    pieces = frozenset(PIECE_TITLES[seat] for seat in t.seats)

    def laid(moved: Transfer, _: AmountsByPlace) -> int:
        is_card = moved.unit not in pieces
        return is_card * (
            moved.target.startswith(SPACE_PREFIX) - moved.source.startswith(SPACE_PREFIX)
        )

    return CountedComponents(get_sector_metrics(t).free, laid)


def get_board_components(t: EconomyState, sector: str) -> Components:
    """Return the cards of a sector that lie on the board and belong to nobody (E1.3, E3.7)."""
    titles = t.ledger.titles
    cards = t.deck.of_sector[sector]
    accounts = tuple(account for account in t.ledger.accounts() if get_account_space(account))
    return Components(
        accounts, [Holding(card, bool(get_account_space(titles[card]))) for card in cards]
    )


def get_takeover_components(t: EconomyState, seat: Seat, part: str) -> CountedComponents:
    """Return the properties that a seat has taken over, or lost so (E4.2)."""
    done = part == "done"

    def taken(moved: Transfer, _: AmountsByPlace) -> int:
        whose = moved.target if done else moved.source
        return moved.reason == "taken_over" and whose == PLAYER_ACCOUNTS[seat]

    return CountedComponents(t.take_overs[seat][0 if done else 1], taken)


# --- points -------------------------------------------------------------------------------------


def get_points_components(t: EconomyState, seat: Seat, sector: str) -> CountedComponents:
    """Return the points that a seat has scored in a sector, by landings (E4.1)."""

    def scored(moved: Transfer, _: AmountsByPlace) -> int:
        at = t.deck.sector_of.get(t.cards.get(moved.reason, ""))
        return moved.amount * (
            (moved.unit, moved.target, at) == (POINTS, SCORE_ACCOUNTS[seat], sector)
        )

    return CountedComponents(t.scored[seat][sector], scored)


def get_income_components(t: EconomyState, seat: Seat) -> Components:
    """Return what points per landing are made of: points, over all landings so far (E4.1)."""
    each = Fraction(1, t.scorings) if t.scorings else Fraction(0)
    held = [Holding(POINTS, t.points(seat), each, LANDINGS_KIND)]
    return Components((SCORE_ACCOUNTS[seat],), held, {"landings": t.scorings})


# --- in words -----------------------------------------------------------------------------------


def tell_concentration_change(say: TextFormatter, facts: Mapping[str, float | None]) -> str:
    """Tell what a sector does to the mean of the concentrations."""
    before, after = facts["before"], facts["after"]
    name = say.space(str(facts["of"]))
    if before == after:
        return f"{name}, at {after:,.0f} as before: the sectors with an owner are more or fewer"
    if not before:
        return f"{name} has an owner now: its concentration is {after:,.0f}"
    return f"the concentration of {name} goes from {before:,.0f} to {after or 0:,.0f}"


def tell_swing_change(say: TextFormatter, facts: Mapping[str, int | str]) -> str:
    """Tell whose points in a sector have changed."""
    whose = "its own points" if facts["of"] == OWN_POINTS else "the best rival's points"
    return f"{whose} there go from {facts['before']} to {facts['after']}"


WORTH_SENTENCES: Mapping[str, str | Sentence] = {
    SHARE_KIND: "{of:seat}'s share goes from {before:.1f}% to {after:.1f}%",
    OWNED_KIND: (
        "what it held already is a {more:?larger}{more:!smaller} share, as the points owned there "
        "go from {total_before} to {total_after}"
    ),
    CONCENTRATION_KIND: tell_concentration_change,
    LANDINGS_KIND: (
        "what it had is spread over {landings_after} landings in place of {landings_before}"
    ),
    SWING_KIND: tell_swing_change,
}
