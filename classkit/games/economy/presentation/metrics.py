"""The metrics of Economy, and the charts that show them (section 7).

They are computed from property cards, points and counts, all of which are public. Their current
values do not depend on face-down cards, but the history of some metrics would reveal these cards
(E6.5).
"""

from __future__ import annotations

from functools import lru_cache

from classkit.engine.metrics import Chart, Metric
from classkit.engine.metrics.counters import set_by

from ..state import EconomyState
from . import metric_components


def get_sector_colours(t: EconomyState) -> dict[str, str]:
    """Return the board colours of the sectors in use."""
    return {name: t.edition.sectors[name].colour for name in t.deck.of_sector}


METRICS = (
    Metric(
        "points", "Points", "points", "seat", metric_components.SCORE, "E0.5",
        "A player's points on the score list at this moment.",
    ),
    Metric(
        "points_by_sector", "Points by sector", "points", "seat_parts",
        metric_components.POINTS_BY_SECTOR, "E4.1",
        "The points that a player has scored since the match began, by sector.",
        window="since the match began", colours=get_sector_colours,
    ),
    Metric(
        "property_worth", "Worth of property", "points", "seat",
        metric_components.PROPERTY_WORTH, "E5.3",
        "The worth of the property cards that a player holds at this moment, in points, which is "
        "the income from one landing in every sector.",
    ),
    Metric(
        "sector_worth", "Worth by sector", "points", "parts",
        metric_components.SECTOR_WORTH, "E5.3",
        "The worth of the property cards of each sector that are owned at this moment, in points.",
        colours=get_sector_colours,
    ),
    Metric(
        "cards_held", "Cards held", "cards", "seat_parts", metric_components.CARDS_HELD, "E0.5",
        "The property cards that a player holds at this moment, by category; as printed, 3 is an "
        "invention, 2 a factory and 1 a shop.",
    ),
    Metric(
        "sector_share", "Share of the sector", "%", "seat_parts",
        metric_components.SECTOR_SHARE, "E4.1",
        "The worth of a player's cards in each sector at this moment, as a percentage of the "
        "worth of the cards there that are owned; empty if none is owned.",
        relative_to="the worth of the cards there that are owned",
    ),
    Metric(
        "sector_hhi", "Concentration (HHI)", "", "parts", metric_components.SECTOR_HHI, "E4.1",
        "The sum of the players' squared percentage shares of the worth owned in each sector at "
        "this moment: a plain number up to 10,000, which means a single owner; empty if no card "
        "is owned.", relative_to="the worth owned in each sector", colours=get_sector_colours,
    ),
    Metric(
        "market_hhi", "Mean of the sectors (HHI)", "", "table",
        metric_components.MARKET_HHI, "E4.1",
        "The mean of the sectors' concentrations at this moment, with equal weight for all "
        "sectors with an owner: a plain number up to 10,000; empty if no card is owned.",
    ),
    Metric(
        "overall_hhi", "All property (HHI)", "", "table", metric_components.OVERALL_HHI, "E5.3",
        "The sum of the players' squared percentage shares of all worth owned at this moment, in "
        "any sector: a plain number up to 10,000, which means a single owner; empty if no card "
        "is owned.", relative_to="all worth owned",
    ),
    Metric(
        "swing", "Swing", "points", "seat_parts", metric_components.SWING, "E4.1",
        "A player's points minus those of the best rival, for a landing in the sector at this "
        "moment.", relative_to="the best rival",
    ),
    Metric(
        "cards_free", "Cards still free", "cards", "table", metric_components.CARDS_FREE, "E3.7",
        "The property cards that are on the board at this moment.",
    ),
    Metric(
        "on_board", "On the board", "cards", "parts", metric_components.ON_BOARD, "E1.3",
        "The cards of each sector that are on the board and belong to nobody at this moment.",
        colours=get_sector_colours,
    ),
    Metric(
        "face_down", "Locations face-down", "locations", "table",
        set_by(
            "location_turned_down", "location_turned_up", "location_placed",
            value=lambda t: len(t.face_down),
        ), "E6.1",
        "The locations that are face-down at this moment.",
    ),
    Metric(
        "take_overs", "Take-overs", "take-overs", "seat_parts",
        metric_components.TAKE_OVERS, "E4.2",
        "The take-overs since the match began: properties that a player has taken from others "
        "(done) and lost to them (suffered).", window="since the match began",
    ),
    Metric(
        "put_outs", "Pieces put out", "pieces", "seat_parts", metric_components.PUT_OUTS, "E3.3",
        "The pieces that a player has put out since the match began (done), and how often the "
        "player's own was put out (suffered).", window="since the match began",
    ),
    Metric(
        "income_per_landing", "Points per landing", "points", "seat",
        metric_components.INCOME_PER_LANDING, "E4.1",
        "A player's points divided by the landings that have scored a sector since the match "
        "began, whoever landed; empty before the first.",
        window="since the match began", relative_to="the landings that have scored a sector",
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
    """Return the charts of a table with this target (E5.1)."""
    lines = () if target is None else ((float(target), f"the target, {target}"),)
    return (
        # Points are 0 throughout part 1, but these two metrics change from the first turn on.
        Chart("property_worth", "Worth of property", "line", ("property_worth",), "points",
              note="Points that all held cards would earn from one landing in every sector."),
        Chart("sector_worth", "Worth by sector", "line", ("sector_worth",), "points",
              note="Points that one landing in each sector would pay to all its owners together."),
        Chart("sector_share", "Who owns each sector", "heat_map", ("sector_share",), "%",
              note="Share of the worth of the sector's cards that are owned."),
        Chart("points", "Points: the race to the target", "line", ("points",), "points",
              lines=lines),
        Chart("points_by_sector", "Points by sector", "stacked_bar", ("points_by_sector",),
              "points so far", now=True),
        Chart("cards_held", "Cards held", "stacked_bar", ("cards_held",), "cards", now=True),
        Chart("swing", "What a landing would bring", "heat_map", ("swing",), "points",
              note="Own points minus the best rival's, for a landing in the sector now."),
        Chart("sector_hhi", "Concentration by sector", "bar", ("sector_hhi",), "HHI",
              note="Sum of squared shares: 10,000 is one owner.", now=True),
        Chart("concentration", "Concentration of the market", "line",
              ("market_hhi", "overall_hhi"), "HHI", lines=((10_000.0, "one owner"),)),
        Chart("progress", "Cards still free", "step", ("cards_free", "face_down"), "cards",
              names=("Cards", "Face-down")),
        Chart("on_board", "Cards on the board, by sector", "bar", ("on_board",), "cards",
              note="Each placement adds a card, and the player who reaches it takes it.", now=True),
        Chart("take_overs", "Take-overs done and suffered", "stacked_bar", ("take_overs",),
              "take-overs", now=True),
        Chart("put_outs", "Pieces put out", "stacked_bar", ("put_outs",), "pieces", now=True),
        Chart("income_per_landing", "Points per landing", "line", ("income_per_landing",),
              "points"),
    )  # fmt: skip


CHARTS = build_charts(None)
"""All charts, for a table without a target."""
