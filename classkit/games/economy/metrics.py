"""The figures that a class looks at, and the charts they belong to (section 7).

All of them follow from property cards, points and counts, which are open to all: none changes
with what lies face-down.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from classkit.engine.metrics import Chart, Metric
from classkit.engine.requests import Seat

from .holdings import Stakes, stakes_by_sector
from .state import PLAYER, Economy


def points(t: Economy, seat: Seat) -> int:
    """The score list (E0.5)."""
    return t.points(seat)


def points_by_sector(t: Economy, seat: Seat) -> dict[str, int]:
    """Points ever scored, by sector (E4.1)."""
    return dict(t.scored[seat])


def stakes(t: Economy) -> Mapping[str, Stakes]:
    """Sector -> who would score how much there (E4.1)."""
    return stakes_by_sector(t.deck, t.owners())


def property_worth(t: Economy, seat: Seat) -> int:
    """Worth of the property cards held (E5.3)."""
    return sum([held.worth.get(seat, 0) for held in stakes(t).values()])


def cards_held(t: Economy, seat: Seat) -> dict[str, int]:
    """Property cards held, by category."""
    cards, account = t.deck.cards.values(), PLAYER[seat]
    held = [card.category for card, holder in zip(cards, t.owners(), strict=True)
            if holder == account]  # fmt: skip
    return {category: held.count(category) for category in t.edition.categories}


def sector_share(t: Economy, seat: Seat) -> dict[str, float | None]:
    """Own worth as a percentage of the owned cards of each sector; None where none is owned."""
    return {sector: share(held.worth, seat) for sector, held in stakes(t).items()}


def share(worth: Mapping[Seat, int], seat: Seat) -> float | None:
    """The percentage of all worth that is a seat's; None of nothing.

    >>> share({"A": 3, "B": 3, "C": 1}, "C")
    14.285714285714286
    """
    total = sum(worth.values())
    return 100 * worth.get(seat, 0) / total if total else None


def herfindahl(worth: Mapping[Seat, int]) -> float | None:
    """The Herfindahl–Hirschman index: the sum of squared percentage shares; None of nothing.

    >>> round(herfindahl({"A": 3, "B": 3, "C": 1}), 1), herfindahl({"A": 7}), herfindahl({})
    (3877.6, 10000.0, None)
    """
    total = sum(worth.values())
    return sum((100 * own / total) ** 2 for own in worth.values()) if total else None


def sector_hhi(t: Economy) -> dict[str, float | None]:
    """The concentration of each sector, 0 to 10,000; None where no card is owned."""
    return {sector: herfindahl(held.worth) for sector, held in stakes(t).items()}


def market_hhi(t: Economy) -> float | None:
    """The mean of the sectors' concentrations that exist."""
    known = [hhi for hhi in sector_hhi(t).values() if hhi is not None]
    return sum(known) / len(known) if known else None


def overall_hhi(t: Economy) -> float | None:
    """The concentration of all worth owned, whatever the sector; None before any is."""
    return herfindahl({seat: property_worth(t, seat) for seat in t.seats})


def swing_in(worth: Mapping[Seat, int], seat: Seat) -> int:
    """Own points less the best rival's if a sector were landed on now.

    >>> swing_in({"A": 3, "B": 2}, "A"), swing_in({"A": 3, "B": 2}, "C")
    (1, -3)
    """
    best = max([amount for other, amount in worth.items() if other != seat], default=0)
    return worth.get(seat, 0) - best


def swing(t: Economy, seat: Seat) -> dict[str, int]:
    """By sector: own points less the best rival's if it were landed on now (E4.1)."""
    return {
        sector: held.worth.get(seat, 0) - held.best_rival(seat)
        for sector, held in stakes(t).items()
    }


def cards_free(t: Economy) -> int:
    """Property cards still on the board (E3.7)."""
    titles = t.ledger.titles
    return sum(titles[card].startswith("space:") for card in t.deck.ids)


def face_down(t: Economy) -> int:
    """Locations that lie face-down (E6.1)."""
    return len(t.face_down)


def take_overs(t: Economy, seat: Seat) -> dict[str, int]:
    """Properties taken over from others, and lost to them (E4.2)."""
    done, suffered = t.take_overs[seat]
    return {"done": done, "suffered": suffered}


def put_outs(t: Economy, seat: Seat) -> dict[str, int]:
    """Pieces put out, and how often one's own was (E3.3)."""
    done, suffered = t.put_outs[seat]
    return {"done": done, "suffered": suffered}


def income_per_landing(t: Economy, seat: Seat) -> float | None:
    """Points for each sector scored so far in the game; None before the first (E4.1)."""
    return t.points(seat) / t.scorings if t.scorings else None


METRICS = (
    Metric("points", "Points", "points", "seat", points, "E0.5"),
    Metric("points_by_sector", "Points by sector", "points", "seat_parts", points_by_sector,
           "E4.1"),
    Metric("property_worth", "Worth of property", "points", "seat", property_worth, "E5.3"),
    Metric("cards_held", "Cards held", "cards", "seat_parts", cards_held, "E0.5"),
    Metric("sector_share", "Share of the sector", "%", "seat_parts", sector_share, "E4.1"),
    Metric("sector_hhi", "Concentration (HHI)", "", "parts", sector_hhi, "E4.1"),
    Metric("market_hhi", "Mean of the sectors (HHI)", "", "table", market_hhi, "E4.1"),
    Metric("overall_hhi", "All property (HHI)", "", "table", overall_hhi, "E5.3"),
    Metric("swing", "Swing", "points", "seat_parts", swing, "E4.1"),
    Metric("cards_free", "Cards still free", "cards", "table", cards_free, "E3.7"),
    Metric("face_down", "Locations face-down", "locations", "table", face_down, "E6.1"),
    Metric("take_overs", "Take-overs", "", "seat_parts", take_overs, "E4.2"),
    Metric("put_outs", "Pieces put out", "", "seat_parts", put_outs, "E3.3"),
    Metric("income_per_landing", "Points per landing", "points", "seat", income_per_landing,
           "E4.1"),
)  # fmt: skip


@lru_cache(maxsize=64)
def charts_for(target: int | None) -> tuple[Chart, ...]:
    """The charts of a table that plays to this target (E5.1)."""
    lines = () if target is None else ((float(target), f"the target, {target}"),)
    return (
        Chart("points", "Points: the race to the target", "line", ("points",), "points",
              lines=lines),
        Chart("points_by_sector", "Points by sector", "stacked_bar", ("points_by_sector",),
              "points so far", now=True),
        Chart("property_worth", "Worth of property", "line", ("property_worth",), "points",
              note="What all cards held would earn if every sector were landed on once."),
        Chart("cards_held", "Cards held", "stacked_bar", ("cards_held",), "cards", now=True),
        Chart("sector_share", "Who owns each sector", "heat_map", ("sector_share",), "%",
              note="Share of the worth of the sector's cards that are owned."),
        Chart("swing", "What a landing would bring", "heat_map", ("swing",), "points",
              note="Own points less the best rival's, if the sector were landed on now."),
        Chart("sector_hhi", "Concentration by sector", "bar", ("sector_hhi",), "HHI",
              note="Sum of squared shares: 10,000 is one owner.", now=True),
        Chart("concentration", "Concentration of the market", "line",
              ("market_hhi", "overall_hhi"), "HHI", lines=((10_000.0, "one owner"),)),
        Chart("progress", "What is still free", "line", ("cards_free", "face_down"), "cards"),
        Chart("take_overs", "Take-overs done and suffered", "stacked_bar", ("take_overs",),
              "take-overs", now=True),
        Chart("put_outs", "Pieces put out", "stacked_bar", ("put_outs",), "pieces", now=True),
        Chart("income_per_landing", "Points per landing", "line", ("income_per_landing",),
              "points"),
    )  # fmt: skip
