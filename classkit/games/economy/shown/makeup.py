"""What figures of property, concentration and points are made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from classkit.engine.log import Transfer
from classkit.engine.metrics import Counted, Exact, Holding, Makeup, Places, Reckoned
from classkit.engine.requests import Seat
from classkit.engine.words import Say, Sentence

from ..state import ON_SPACE, PIECE, PLAYER, POINTS, SCORE, Economy, space_of
from .owned import sectors

SHARE, CONCENTRATION, OWNED_THERE, LANDINGS, SWING = "share", "hhi", "owned", "landings", "swing"
OWN, RIVAL = "own", "rival"


# --- the cards of a seat ------------------------------------------------------------------------


def cards_of(t: Economy, seat: Seat, cards: Collection[str]) -> Makeup:
    """Return a makeup of these property cards in which each that the seat holds counts 1."""
    titles, account = t.ledger.titles, PLAYER[seat]
    return Makeup((account,), [Holding(card, int(titles[card] == account)) for card in cards])


def property_made_of(t: Economy, seat: Seat) -> Makeup:
    """Return what the worth of property is made of: each card, at its points (E5.3)."""
    made, cards = cards_of(t, seat, t.deck.ids), t.deck.cards
    return made._replace(
        holdings=[one._replace(worth=cards[one.unit].points) for one in made.holdings]
    )


def category_made_of(t: Economy, seat: Seat, category: str) -> Makeup:
    """Return the cards of a category that a seat holds."""
    of_category = [card for card in t.deck.ids if t.deck.cards[card].category == category]
    return cards_of(t, seat, of_category)


def share_made_of(t: Economy, seat: Seat, sector: str) -> Makeup:
    """Return what a share of a sector is made of: each card, in per cent of all owned there."""
    total = sum(t.worth_in(sector).values())
    made, cards = cards_of(t, seat, t.deck.of_sector[sector]), t.deck.cards
    return made._replace(
        holdings=[
            one._replace(
                worth=Fraction(100 * cards[one.unit].points, total) if total else Fraction(0),
                kind=OWNED_THERE,
            )
            for one in made.holdings
        ],
        prices={"total": total},
    )


# --- concentration ------------------------------------------------------------------------------


def lie_with(t: Economy, cards: Collection[str]) -> dict[tuple[str, str], int]:
    """Return (account, card) -> 1 if that player holds the card, else 0."""
    titles = t.ledger.titles
    return {
        (PLAYER[seat], card): int(titles[card] == PLAYER[seat])
        for seat in t.seats
        for card in cards
    }


def worth_at(t: Economy, places: Places, cards: Collection[str]) -> dict[Seat, int]:
    """Return the points of these cards by their owners."""
    points = t.deck.cards
    return {
        seat: sum(places[PLAYER[seat], card] * points[card].points for card in cards)
        for seat in t.seats
    }


def squares(worth: Mapping[Seat, int]) -> dict[str, Exact]:
    """Return the square of each owner's share in per cent.

    >>> {seat: int(square) for seat, square in squares({"A": 3, "B": 1}).items()}
    {'A': 5625, 'B': 625}
    """
    total = sum(worth.values()) or 1
    return {seat: Fraction(100 * own, total) ** 2 for seat, own in worth.items()}


def concentration_of(t: Economy, cards: Collection[str]) -> Reckoned:
    """Return what the concentration of some cards is made of: whose share is how large."""
    places = lie_with(t, cards)
    worth = worth_at(t, places, cards)
    total = sum(worth.values()) or 1
    shares = {seat: 100 * own / total for seat, own in worth.items()}
    return Reckoned(places, lambda at: squares(worth_at(t, at, cards)), SHARE, shares)


def sector_made_of(t: Economy, sector: str) -> Reckoned:
    return concentration_of(t, t.deck.of_sector[sector])


def overall_made_of(t: Economy) -> Reckoned:
    """Return what the concentration of all property is made of."""
    return concentration_of(t, t.deck.ids)


def market_made_of(t: Economy) -> Reckoned:
    """Return what the mean concentration is made of: that of each sector with an owner."""
    of_sector = t.deck.of_sector

    def means(places: Places) -> dict[str, Exact]:
        found = {sector: worth_at(t, places, cards) for sector, cards in of_sector.items()}
        known = {sector: worth for sector, worth in found.items() if any(worth.values())}
        return {
            sector: Fraction(sum(squares(worth).values()), len(known))
            for sector, worth in known.items()
        }

    return Reckoned(lie_with(t, t.deck.ids), means, CONCENTRATION, sectors(t).hhi)


def swing_made_of(t: Economy, seat: Seat, sector: str) -> Reckoned:
    """Return what a swing is made of: own points, less those of the best rival (E4.1)."""
    cards = t.deck.of_sector[sector]

    def both(places: Places) -> dict[str, Exact]:
        worth = worth_at(t, places, cards)
        best = max((own for other, own in worth.items() if other != seat), default=0)
        return {OWN: worth[seat], RIVAL: -best}

    places = lie_with(t, cards)
    now = both(places)
    return Reckoned(places, both, SWING, {OWN: now[OWN], RIVAL: -now[RIVAL]})


# --- the board ----------------------------------------------------------------------------------


def free_made_of(t: Economy) -> Counted:
    """Return the property cards that lie on the board: they come with their locations (E3.7)."""
    pieces = frozenset(PIECE[seat] for seat in t.seats)

    def laid(moved: Transfer, _: Places) -> int:
        is_card = moved.unit not in pieces
        return is_card * (moved.target.startswith(ON_SPACE) - moved.source.startswith(ON_SPACE))

    return Counted(sectors(t).free, laid)


def on_board_made_of(t: Economy, sector: str) -> Makeup:
    """Return the cards of a sector that lie on the board and belong to nobody (E1.3, E3.7)."""
    titles = t.ledger.titles
    cards = t.deck.of_sector[sector]
    accounts = tuple(account for account in t.ledger.accounts() if space_of(account))
    return Makeup(accounts, [Holding(card, bool(space_of(titles[card]))) for card in cards])


def take_overs_of(t: Economy, seat: Seat, part: str) -> Counted:
    """Return the properties that a seat has taken over, or lost so (E4.2)."""
    done = part == "done"

    def taken(moved: Transfer, _: Places) -> int:
        whose = moved.target if done else moved.source
        return moved.reason == "taken_over" and whose == PLAYER[seat]

    return Counted(t.take_overs[seat][0 if done else 1], taken)


# --- points -------------------------------------------------------------------------------------


def sector_points_of(t: Economy, seat: Seat, sector: str) -> Counted:
    """Return the points that a seat has scored in a sector, by landings (E4.1)."""

    def scored(moved: Transfer, _: Places) -> int:
        at = t.deck.sector_of.get(t.cards.get(moved.reason, ""))
        return moved.amount * ((moved.unit, moved.target, at) == (POINTS, SCORE[seat], sector))

    return Counted(t.scored[seat][sector], scored)


def per_landing_made_of(t: Economy, seat: Seat) -> Makeup:
    """Return what points per landing are made of: points, over all landings so far (E4.1)."""
    each = Fraction(1, t.scorings) if t.scorings else Fraction(0)
    held = [Holding(POINTS, t.points(seat), each, LANDINGS)]
    return Makeup((SCORE[seat],), held, {"landings": t.scorings})


# --- in words -----------------------------------------------------------------------------------


def tell_sector(say: Say, facts: Mapping[str, float | None]) -> str:
    """Tell what a sector does to the mean of the concentrations."""
    before, after = facts["before"], facts["after"]
    name = say.space(str(facts["of"]))
    if before == after:
        return f"{name}, at {after:,.0f} as before: the sectors with an owner are more or fewer"
    if not before:
        return f"{name} has an owner now: its concentration is {after:,.0f}"
    return f"the concentration of {name} goes from {before:,.0f} to {after or 0:,.0f}"


def tell_swing(say: Say, facts: Mapping[str, int | str]) -> str:
    """Tell whose points in a sector have changed."""
    whose = "its own points" if facts["of"] == OWN else "the best rival's points"
    return f"{whose} there go from {facts['before']} to {facts['after']}"


WORTH: Mapping[str, str | Sentence] = {
    SHARE: "{of:seat}'s share goes from {before:.1f}% to {after:.1f}%",
    OWNED_THERE: (
        "what it held already is a {more:?larger}{more:!smaller} share, as the points owned there "
        "go from {total_before} to {total_after}"
    ),
    CONCENTRATION: tell_sector,
    LANDINGS: "what it had is spread over {landings_after} landings in place of {landings_before}",
    SWING: tell_swing,
}
