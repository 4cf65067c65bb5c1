"""An attack on the memory game: name face-down cards from what one seat is shown in part 1.

It knows the deck, all that lies face-up, who placed and who took what lies face-down, what it was
dealt itself, and who holds which property; and it tries which cards would have made the courses of
all figures that it is given. Nothing is remembered of what was seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from classkit.engine.match import Match
from classkit.engine.metrics.formulas import get_shares as compute_shares
from classkit.games.economy.presentation.metric_components import compute_herfindahl
from classkit.games.economy.rules.stakes import OwnerPoints
from classkit.games.economy.state import PLAYER_ACCOUNTS, EconomyState, get_space_account

COURSES = (
    "property_worth",
    "market_hhi",
    "overall_hhi",
    "cards_held",
    "sector_hhi",
    "sector_share",
)
Row = dict[str, Any]
Cards = dict[str, str]
"""Space -> the card supposed to be there."""


class Attack:
    """Inference from a seat's view and from the rows of metrics that it is given."""

    def __init__(self, m: Match, seat: str, rows: Sequence[Row]) -> None:
        view: Any = m.view(seat)
        self.view, self.rows = view, {row["turn"]: row for row in rows}
        self.down = view.face_down
        dealt = [e.facts["cards"] for e in view.events if e.name == "hand_dealt"]
        mine = set(dealt[0]) if dealt else set()
        placed = {e.facts["space"]: e.seat for e in view.events if e.name == "location_placed"}
        self.taken = {
            e.facts["from"].removeprefix("space:"): (e.turn, e.facts["to"], e.facts["card"])
            for e in view.events
            if e.name == "property_taken"
        }
        hidden = set(view.cards) - set(view.shown.values())
        self.could_be = {
            space: sorted(
                card
                for card in hidden
                if PLAYER_ACCOUNTS.get(view.holder(card) or "") == self.taken[space][1]
                and (not dealt or (card in mine) == (placed[space] == seat))
            )
            for space in self.down
        }
        self.order = sorted(self.down, key=lambda space: self.taken[space][0])

    def named(self) -> Cards:
        """Return the face-down cards that are the same in all consistent worlds."""
        found: Cards | None = None
        for cards in self.worlds({}):
            same = cards.items() if found is None else found.items() & cards.items()
            found = dict(same)
            if not found:
                break
        return found or {}

    def worlds(self, supposed: Cards) -> Iterator[Cards]:
        """Yield all placements of the cards that are consistent with the metrics."""
        if len(supposed) == len(self.order):
            yield dict(supposed)
            return
        space = self.order[len(supposed)]
        for card in self.could_be[space]:
            if card not in supposed.values():
                more = {**supposed, space: card}
                if self.fits(self.taken[space][0], more):
                    yield from self.worlds(more)

    def fits(self, turn: int, supposed: Cards) -> bool:
        """Return whether the supposed cards reproduce the metrics after a turn."""
        row = self.rows.get(turn)
        told = [key for key in COURSES if row is not None and key in row]
        if not told:
            return True
        view = self.view
        owner = dict.fromkeys(view.cards, get_space_account("a1"))
        for space, (when, to, card) in self.taken.items():
            if when <= turn:
                known = supposed.get(space) if space in self.down else card
                assert known is not None, "what was taken earlier is supposed earlier"
                owner[known] = to
        held = {
            seat: [view.cards[card] for card, to in owner.items() if to == PLAYER_ACCOUNTS[seat]]
            for seat in view.seats
        }
        worth = {seat: sum(card.points for card in cards) for seat, cards in held.items()}
        owned: dict[str, OwnerPoints] = {
            sector: {
                seat: sum(card.points for card in held[seat] if card.sector == sector)
                for seat in view.seats
            }
            for sector in view.deck.sectors
        }
        hhi = {sector: compute_herfindahl(of) for sector, of in owned.items()}
        shares_by_sector = {sector: compute_shares(of) for sector, of in owned.items()}
        known = [one for one in hhi.values() if one is not None]
        given: Row = {
            "property_worth": worth, "sector_hhi": hhi, "overall_hhi": compute_herfindahl(worth),
            "market_hhi": sum(known) / len(known) if known else None,
            "sector_share": {
                seat: {
                    sector: shares.get(seat) if any(shares.values()) else None
                    for sector, shares in shares_by_sector.items()
                }
                for seat in view.seats
            },
            "cards_held": {
                seat: {
                    category: [card.category for card in cards].count(category)
                    for category in view.categories
                }
                for seat, cards in held.items()
            },
        }  # fmt: skip
        return all(given[key] == row[key] for key in told)  # type: ignore[index]  # told of a row


def right(m: Match, named: Cards) -> bool:
    """Return whether the attack named the right cards."""
    t: EconomyState = m.table
    return all(t.cards[space] == card for space, card in named.items())
