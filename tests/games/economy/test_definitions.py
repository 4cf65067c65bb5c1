"""Metrics recomputed from events and transfers, following their definitions."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.match import Match


@pytest.fixture(scope="module", params=[5, 6])
def match(request: pytest.FixtureRequest) -> Match:
    """A finished match of the game's own bots."""
    bots = ["harvester", "raider", "insider", "random"]
    match = classkit.new("economy", seats=4, seed=request.param)
    return match.play("end", dict(zip(match.seats, bots, strict=True)))


def test_points_by_sector_are_those_scored_since_the_match_began(match: Match) -> None:
    scored: dict[str, dict[str, int]] = {seat: {} for seat in match.seats}
    for row in match.history:
        for event in match.events:
            if event.turn == row["turn"] and event.name == "points_scored":
                mine, sector = scored[event.facts["payee"][-1]], event.facts["reason"]
                mine[sector] = mine.get(sector, 0) + event.facts["amount"]
        for seat in match.seats:
            shown = {
                name: points for name, points in row["points_by_sector"][seat].items() if points
            }
            assert shown == scored[seat]
            assert row["points"][seat] == sum(scored[seat].values())


def test_points_per_landing_count_every_scoring(match: Match) -> None:
    landings = 0
    for row in match.history:
        landings += sum(
            event.turn == row["turn"] and event.name == "sector_scored" for event in match.events
        )
        for seat in match.seats:
            wanted = row["points"][seat] / landings if landings else None
            assert row["income_per_landing"][seat] == wanted
    assert landings > 5


def test_take_overs_and_pieces_put_out_are_counted_both_ways(match: Match) -> None:
    done = {seat: {"take_overs": [0, 0], "put_outs": [0, 0]} for seat in match.seats}
    for row in match.history:
        for event in match.events:
            if event.turn == row["turn"] and event.name == "property_taken_over":
                done[event.facts["to"][-1]]["take_overs"][0] += 1
                done[event.facts["from"][-1]]["take_overs"][1] += 1
            if event.turn == row["turn"] and event.name == "piece_put_out":
                done[event.facts["by"]]["put_outs"][0] += 1
                done[event.seat or ""]["put_outs"][1] += 1
        for seat in match.seats:
            for key in ("take_overs", "put_outs"):
                shown = row[key][seat]
                assert [shown["done"], shown["suffered"]] == done[seat][key]


def worths(match: Match) -> dict[str, dict[str, int]]:
    """Sector -> seat -> the points of its cards there: 3, 2 or 1, as their names say."""
    deck = match.table.deck
    found: dict[str, dict[str, int]] = {}
    for card, holder in match.ledger.titles.items():
        if holder.startswith("player:"):
            sector, _, points = card.rpartition("-")
            assert deck.cards[card].sector == sector
            mine = found.setdefault(sector, {})
            mine[holder[-1]] = mine.get(holder[-1], 0) + int(points[0])
    return found


def test_concentration_is_of_the_worth_owned(match: Match) -> None:
    """In each sector, as their mean, and of all together; two figures that differ (E4.1, E5.3)."""
    row, sectors = match.metrics(), worths(match)

    def index(worth: dict[str, int]) -> float:
        return sum((100 * own / sum(worth.values())) ** 2 for own in worth.values())

    for sector, worth in sectors.items():
        assert row["sector_hhi"][sector] == pytest.approx(index(worth))
        for seat in match.seats:
            share = 100 * worth.get(seat, 0) / sum(worth.values())
            assert row["sector_share"][seat][sector] == pytest.approx(share)
    means = [index(worth) for worth in sectors.values()]
    assert row["market_hhi"] == pytest.approx(sum(means) / len(means))
    together = {seat: sum(worth.get(seat, 0) for worth in sectors.values()) for seat in match.seats}
    assert row["overall_hhi"] == pytest.approx(index(together))
    assert row["property_worth"] == together
    assert abs(row["market_hhi"] - row["overall_hhi"]) > 100


def test_swing_is_against_the_best_rival(match: Match) -> None:
    for sector, worth in worths(match).items():
        for seat in match.seats:
            rivals = [points for other, points in worth.items() if other != seat]
            assert match.metrics()["swing"][seat][sector] == worth.get(seat, 0) - max(
                rivals, default=0
            )
