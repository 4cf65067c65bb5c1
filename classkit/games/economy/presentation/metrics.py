"""The metrics of Economy, and the charts that show them (section 7).

They are computed from property cards, points and counts, which are public. Their current values do
not depend on face-down cards, but the history of some would reveal these (E6.5).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from classkit.engine.decisions import Seat
from classkit.engine.metrics import Chart, Metric

from ..state import EconomyState
from . import metric_components
from .ownership_metrics import get_holdings, get_sector_metrics


def property_worth(t: EconomyState, seat: Seat) -> int:
    """Return the worth of the property cards held, in points (E5.3)."""
    return get_holdings(t).worth[seat]


def cards_held(t: EconomyState, seat: Seat) -> Mapping[str, int]:
    """Return the property cards held, by category."""
    return get_holdings(t).categories[seat]


def sector_share(t: EconomyState, seat: Seat) -> Mapping[str, float | None]:
    """Return own worth as a percentage of each sector's owned cards; None if none is owned."""
    return get_sector_metrics(t).share[seat]


def sector_hhi(t: EconomyState) -> Mapping[str, float | None]:
    """Return the concentration of each sector, 0 to 10,000; None if no card is owned."""
    return get_sector_metrics(t).hhi


def market_hhi(t: EconomyState) -> float | None:
    """Return the mean concentration of the sectors that have one."""
    return get_sector_metrics(t).mean_hhi


def overall_hhi(t: EconomyState) -> float | None:
    """Return the concentration of all worth owned, whatever the sector; None of nothing."""
    return get_holdings(t).hhi


def swing(t: EconomyState, seat: Seat) -> Mapping[str, int]:
    """Return own points less the best rival's by sector, if it were landed on now (E4.1)."""
    return get_sector_metrics(t).swing[seat]


def cards_free(t: EconomyState) -> int:
    """Return the property cards still on the board (E3.7)."""
    return get_sector_metrics(t).free


def on_board(t: EconomyState) -> Mapping[str, int]:
    """Return the cards of each sector that are placed and that nobody owns (E1.3, E3.7)."""
    return get_sector_metrics(t).on_board if t.part else count_placed(t)


def count_placed(t: EconomyState) -> dict[str, int]:
    """Return how many locations of each sector are placed; nobody owns any until all are (E1.6)."""
    found = dict.fromkeys(t.deck.of_sector, 0)
    for card in t.cards.values():
        found[t.deck.sector_of[card]] += 1
    return found


def take_overs(t: EconomyState, seat: Seat) -> dict[str, int]:
    """Return properties taken over from others, and lost to them (E4.2)."""
    done, suffered = t.take_overs[seat]
    return {"done": done, "suffered": suffered}


def put_outs(t: EconomyState, seat: Seat) -> dict[str, int]:
    """Return pieces put out, and how often one's own was (E3.3)."""
    done, suffered = t.put_outs[seat]
    return {"done": done, "suffered": suffered}


def income_per_landing(t: EconomyState, seat: Seat) -> float | None:
    """Return points for each sector scored so far in the game; None before the first (E4.1)."""
    return t.points(seat) / t.scorings if t.scorings else None


def get_sector_colours(t: EconomyState) -> dict[str, str]:
    """Return the colours that the sectors in use have on the board."""
    return {name: t.edition.sectors[name].colour for name in t.deck.of_sector}


METRICS = (
    Metric(
        "points", "Points", "points", "seat", EconomyState.points, "E0.5",
        "A player's points on the score list at this moment.",
    ),
    Metric(
        "points_by_sector", "Points by sector", "points", "seat_parts",
        lambda t, seat: t.scored[seat], "E4.1",
        "The points that a player has scored since the match began, by sector.",
        window="since the match began", colours=get_sector_colours,
        made_of=metric_components.get_points_components,
    ),
    Metric(
        "property_worth", "Worth of property", "points", "seat", property_worth, "E5.3",
        "The worth of the property cards that a player holds at this moment, in points: what "
        "one landing in every sector would bring.",
        made_of=metric_components.get_property_components,
    ),
    Metric(
        "cards_held", "Cards held", "cards", "seat_parts", cards_held, "E0.5",
        "The property cards that a player holds at this moment, by category; as printed, 3 is an "
        "invention, 2 a factory and 1 a shop.", made_of=metric_components.get_category_components,
    ),
    Metric(
        "sector_share", "Share of the sector", "%", "seat_parts", sector_share, "E4.1",
        "The worth of a player's cards in each sector at this moment, in per cent of the worth "
        "of the cards there that are owned; empty if none is.",
        relative_to="the worth of the cards there that are owned",
        made_of=metric_components.get_share_components,
    ),
    Metric(
        "sector_hhi", "Concentration (HHI)", "", "parts", sector_hhi, "E4.1",
        "The players' shares in per cent of the worth owned in each sector at this moment, "
        "squared and added: a plain number up to 10,000, which means one owner; empty if no "
        "card is owned.", relative_to="the worth owned in each sector", colours=get_sector_colours,
        made_of=metric_components.get_sector_components,
    ),
    Metric(
        "market_hhi", "Mean of the sectors (HHI)", "", "table", market_hhi, "E4.1",
        "The mean of the sectors' concentrations at this moment, all sectors with an owner "
        "counting alike: a plain number up to 10,000; empty if no card is owned.",
        made_of=metric_components.get_market_components,
    ),
    Metric(
        "overall_hhi", "All property (HHI)", "", "table", overall_hhi, "E5.3",
        "The players' shares in per cent of all worth owned at this moment, whatever the "
        "sector, squared and added: a plain number up to 10,000, which means one owner; empty "
        "if no card is owned.", relative_to="all worth owned",
        made_of=metric_components.get_overall_components,
    ),
    Metric(
        "swing", "Swing", "points", "seat_parts", swing, "E4.1",
        "A player's points less those of the best rival if the sector were landed on at this "
        "moment.", relative_to="the best rival", made_of=metric_components.get_swing_components,
    ),
    Metric(
        "cards_free", "Cards still free", "cards", "table", cards_free, "E3.7",
        "The property cards that lie on the board at this moment.",
        made_of=metric_components.get_free_components,
    ),
    Metric(
        "on_board", "On the board", "cards", "parts", on_board, "E1.3",
        "The cards of each sector that lie on the board and belong to nobody at this moment.",
        colours=get_sector_colours, made_of=metric_components.get_board_components,
    ),
    Metric(
        "face_down", "Locations face-down", "locations", "table",
        lambda t: len(t.face_down), "E6.1",
        "The locations that lie face-down at this moment.",
        told_by=("location_turned_down", "location_turned_up", "location_placed"),
    ),
    Metric(
        "take_overs", "Take-overs", "take-overs", "seat_parts", take_overs, "E4.2",
        "The take-overs since the match began: properties that a player has taken from others "
        "(done) and lost to them (suffered).", window="since the match began",
        made_of=metric_components.get_takeover_components,
    ),
    Metric(
        "put_outs", "Pieces put out", "pieces", "seat_parts", put_outs, "E3.3",
        "The pieces that a player has put out since the match began (done), and how often the "
        "player's own was put out (suffered).", window="since the match began",
        told_by=("piece_put_out",),
    ),
    Metric(
        "income_per_landing", "Points per landing", "points", "seat", income_per_landing, "E4.1",
        "A player's points divided by the landings that have scored a sector since the match "
        "began, whoever landed; empty before the first.",
        window="since the match began", relative_to="the landings that have scored a sector",
        made_of=metric_components.get_income_components,
    ),
)  # fmt: skip


STARTING_FACTS = (
    Metric(
        "first_mover", "Takes the first turn", "", "table", lambda t: t.mover, "E1.1",
        "The seat that takes the first turn after the opening, by letter.", window="the opening",
    ),
    Metric(
        "start_points", "Points at the opening", "points", "seat", EconomyState.points, "E1.6",
        "A player's points at the opening: none, unless a position says otherwise.",
        window="the opening",
    ),
    Metric(
        "start_property", "Property at the opening", "points", "seat", EconomyState.worth, "E5.3",
        "The worth of the property cards that a player holds at the opening, in points: none, "
        "unless a position says otherwise.", window="the opening",
    ),
)  # fmt: skip


@lru_cache(maxsize=64)
def build_charts(target: int | None) -> tuple[Chart, ...]:
    """Return the charts of a table that plays to this target (E5.1)."""
    lines = () if target is None else ((float(target), f"the target, {target}"),)
    return (
        # Points stay at 0 through all of part 1: these two move from the first turn on.
        Chart("property_worth", "Worth of property", "line", ("property_worth",), "points",
              note="What all cards held would earn if every sector were landed on once."),
        Chart("sector_share", "Who owns each sector", "heat_map", ("sector_share",), "%",
              note="Share of the worth of the sector's cards that are owned."),
        Chart("points", "Points: the race to the target", "line", ("points",), "points",
              lines=lines),
        Chart("points_by_sector", "Points by sector", "stacked_bar", ("points_by_sector",),
              "points so far", now=True),
        Chart("cards_held", "Cards held", "stacked_bar", ("cards_held",), "cards", now=True),
        Chart("swing", "What a landing would bring", "heat_map", ("swing",), "points",
              note="Own points less the best rival's, if the sector were landed on now."),
        Chart("sector_hhi", "Concentration by sector", "bar", ("sector_hhi",), "HHI",
              note="Sum of squared shares: 10,000 is one owner.", now=True),
        Chart("concentration", "Concentration of the market", "line",
              ("market_hhi", "overall_hhi"), "HHI", lines=((10_000.0, "one owner"),)),
        Chart("progress", "What is still free", "line", ("cards_free", "face_down"), "cards"),
        Chart("on_board", "Cards on the board, by sector", "bar", ("on_board",), "cards",
              note="They come with each placement, and go to whoever reaches them.", now=True),
        Chart("take_overs", "Take-overs done and suffered", "stacked_bar", ("take_overs",),
              "take-overs", now=True),
        Chart("put_outs", "Pieces put out", "stacked_bar", ("put_outs",), "pieces", now=True),
        Chart("income_per_landing", "Points per landing", "line", ("income_per_landing",),
              "points"),
    )  # fmt: skip


CHARTS = build_charts(None)
"""Every chart, as a table without a target has it."""
