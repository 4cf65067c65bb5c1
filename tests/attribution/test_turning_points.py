"""Turning points, chosen and explained a second time from history, ledger and prices."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest

import classkit
from classkit.attribution.contributions import Contribution, ContributionSource
from classkit.attribution.decomposition import (
    Decomposition,
    decompose_metric,
    to_amount,
    to_fraction,
)
from classkit.attribution.explanation_text import ExplanationWriter
from classkit.attribution.metric_selection import MetricOfSeat, race_metrics
from classkit.attribution.race_series import build_races
from classkit.attribution.turning_points import TurningPoint, seat_points, turning_points
from classkit.engine.events import INSTRUCTOR, Transfer
from classkit.engine.match import Match

from .referee import Parts
from .test_decomposition import FEW, MATCHES, RACES, played

BARRED = re.compile(r", despite finishing with | and finishes with ")
"""Stands in the points of those who have most and cannot win."""
ONE_RACE = ("poleconomy", "economicon", "economy")
FIGURES = {game: [RACES[game][0]] for game in ONE_RACE} | {"opoly": ["asset_score", "future_score"]}
"""What the races of each game go by, in the order in which it names them."""


def course(m: Match, figure: str) -> tuple[list[int], dict[str, list[Fraction]]]:
    """The last turn of each moment, a turn or in Economicon a round, and all scores there."""
    rows = m.history
    if m.game.name == "economicon":
        rows = [
            row for row, after in pairwise([*rows, {"round": 0}]) if row["round"] != after["round"]
        ]
    turns = [row["turn"] for row in rows]
    return turns, {seat: [to_fraction(row[figure][seat]) for row in rows] for seat in m.seats}


def expected(m: Match, race: str, figure: str, most: int) -> dict[int, Fraction]:
    """What lasted in each moment that ought to be told of a race, by its turn; at most so many.

    A gain of the first over its best rival, as far as it was never lost again, or a fall of a
    leader who is not the first, as far as it was never made good. Rivals are those who can still
    win: who cannot at the end is one until that has come. The largest gain of the first is always
    among them, and that over all others, whether they can win or not.
    """
    turns, scores = course(m, figure)
    lines = m.as_seen_by(None).races[race]
    first = next(line.seat for line in lines if line.place == 1)
    since = barred_since(m, race, first)

    def rivals(at: int) -> list[str]:
        free = [seat for seat in m.seats if since.get(seat, len(turns)) > at]
        return free if len(free) > 1 else list(m.seats)

    def level(seat: str, at: int, among: list[str]) -> Fraction:
        return scores[seat][at] - max(scores[other][at] for other in among if other != seat)

    ahead = {seat: [level(seat, at, rivals(at)) for at in range(len(turns))] for seat in m.seats}
    found: dict[int, Fraction] = {}
    gains: dict[int, Fraction] = {}
    over_all = [level(first, at, list(m.seats)) for at in range(len(turns))]
    of_all = {at: min(over_all[at:]) - over_all[at - 1] for at in range(1, len(turns))}
    for at in range(1, len(turns)):
        best = gains[at] = min(ahead[first][at:]) - level(first, at - 1, rivals(at))
        for seat in rivals(at - 1):
            if seat != first and ahead[seat][at - 1] > 0:
                fell = min(
                    level(seat, at - 1, rivals(at)) - max(ahead[seat][at:]),
                    scores[seat][at - 1] - scores[seat][at],
                )
                best = max(best, fell)
        if best > 0:
            found[at] = best

    def lead_start(bars: dict[str, int]) -> int:
        def free(at: int) -> list[str]:
            able = [seat for seat in m.seats if bars.get(seat, len(turns)) > at]
            return able if len(able) > 1 else list(m.seats)

        course = [level(first, at, free(at)) for at in range(len(turns))]
        lead = len(turns)
        while lead > 0 and course[lead - 1] >= 0:
            lead -= 1
        while lead < len(turns) and course[lead] <= 0:
            lead += 1
        return lead

    lead = lead_start(since)
    by_law = {
        at
        for seat, at in since.items()
        if scores[seat][-1] >= scores[first][-1]
        or (at == lead != lead_start({one: bar for one, bar in since.items() if one != seat}))
    }
    own = scores[first]
    of_own = {
        at: (min(own[at:]) - own[at - 1], max(gains[at], Fraction(0)))
        for at in range(1, len(turns))
    }
    always = {lead} - by_law if 1 < lead < len(turns) else set()
    for some in (gains, of_all):
        largest = max(some, key=lambda at: some[at])
        always |= {largest} if some[largest] > 0 else set()
    largest = max(of_own, key=lambda at: of_own[at])
    as_large = [
        at for at in always - {lead} if own[at] - own[at - 1] >= own[largest] - own[largest - 1]
    ]
    always |= {largest} if of_own[largest][0] > 0 and not as_large else set()
    order = sorted(found.keys() - by_law - always, key=lambda at: (-found[at], at))
    room = max(most - len([*since_told(m, since, by_law)]) - len(always), 0)
    wanted = {at: max(gains[at], Fraction(0)) for at in always}
    return {
        turns[at]: lasted
        for at, lasted in (wanted | {at: found[at] for at in order[:room]}).items()
    }


def since_told(m: Match, since: dict[str, int], by_law: set[int]) -> list[str]:
    """The seats whose bars are told."""
    return [seat for seat, at in since.items() if at in by_law]


def barred_since(m: Match, race: str, first: str) -> dict[str, int]:
    """Who could not win in the end though not first, and from which moment on (Q11.4, N16.2)."""
    turns, _ = course(m, FIGURES[m.game.name][0])
    held = [line.seat for line in m.as_seen_by(None).races[race] if line.held_back]
    tokens = [row.get("tokens", {}) for row in m.history if row["turn"] in turns]
    found = {}
    for seat in held:
        if seat == first:
            continue
        if m.game.name == "economicon":
            free = [row[seat] < 3 or row[seat] == min(row.values()) for row in tokens]
            found[seat] = 1 + max(at for at, one in enumerate(free) if one)
        else:
            ruin = [e.turn for e in m.events if e.name == "seat_bankrupt" and e.seat == seat]
            found[seat] = turns.index(ruin[-1])
    return found


@pytest.mark.parametrize("game", FIGURES)
def test_the_moments_told_are_those_that_lasted_most(game: str, deep: bool) -> None:
    """And each says by how much its seat moved in the figure of the race."""
    looked_at = 0
    for seed in range(MATCHES if deep else 2 * FEW):
        m = played(game, seed)
        if not m.winners:
            continue  # what ended the match is told instead of its races
        points = turning_points(m, m.say(), None)
        most = 3 if len(FIGURES[game]) == 1 else 2
        for (race, lines), figure in zip(
            m.as_seen_by(None).races.items(), FIGURES[game], strict=True
        ):
            if len([line for line in lines if line.place == 1]) != 1:
                continue
            told = {
                point.turn: point
                for point in points
                if point.split and point.figure == figure and point.kind != "bar"
            }
            wanted = expected(m, race, figure, most)
            assert told.keys() == wanted.keys(), (seed, wanted)
            turns, scores = course(m, figure)
            winners = {line.seat for line in lines if line.place == 1}
            for turn, point in told.items():
                at = turns.index(turn)
                own = scores[point.seat]
                assert to_fraction(point.change) == own[at] - own[at - 1]
                assert to_fraction(point.score) == own[at]
                assert to_fraction(point.lasting) == to_fraction(to_amount(wanted[turn]))
                assert_moved(m, point, winners)
                looked_at += 1
    assert looked_at > 2 * FEW


TOLD_SEEDS = 13
"""Matches of each game in which what must be told is looked for."""


@pytest.mark.parametrize("game", FIGURES)
def test_the_largest_lasting_gain_the_lead_and_each_bar_are_told(game: str, deep: bool) -> None:
    """Seen: C went from 33 to 1,079 gold and won, and no sentence said so.

    The text names the seat and the amount; that the turn is listed is not enough.
    """
    gains = leads = bars = 0
    for seed in range(1, (MATCHES if deep else TOLD_SEEDS) + 1):
        m = classkit.new(game, seats=4, seed=seed).play(until="end")
        if not m.winners:
            continue
        points = turning_points(m, m.say(), None)
        assert not any("…" in point.text for point in points), "a cut sentence loses its cause"
        for (race, lines), figure in zip(
            m.as_seen_by(None).races.items(), FIGURES[game], strict=True
        ):
            first = [line.seat for line in lines if line.place == 1]
            if len(first) != 1:
                continue
            turns, scores = course(m, figure)
            own, unit = scores[first[0]], lines[0].unit
            kept = [min(own[at:]) - own[at - 1] for at in range(1, len(own))]
            of_race = [point for point in points if point.figure == figure]
            if max(kept) > 0:
                largest = {turns[at + 1]: at + 1 for at, one in enumerate(kept) if one == max(kept)}
                least = min(own[at] - own[at - 1] for at in largest.values())
                changes = {turn: own[at] - own[at - 1] for at, turn in enumerate(turns) if at}
                told = [
                    point
                    for point in of_race
                    if point.kind == "gain"
                    and changes[point.turn] >= least
                    and f"{m.seat_names[first[0]]} gains "
                    f"{m.say().format_quantity(to_amount(changes[point.turn]), unit, 2)}"
                    in point.text
                ]
                assert told, (seed, race, largest, [point.text for point in of_race])
                gains += 1
            since = barred_since(m, race, first[0])
            if not since:
                best = [max(score[at] for score in scores.values()) for at in range(len(turns))]
                if own[-1] == best[-1]:
                    assert any(
                        f"{m.seat_names[first[0]]} leads" in point.text for point in points
                    ), seed
                    leads += 1
            for seat in since:
                if scores[seat][-1] >= own[-1]:
                    assert any(
                        point.kind == "bar"
                        and f"{m.seat_names[seat]} therefore " in point.text
                        and "despite finishing with " in point.text
                        for point in points
                    ), (seed, seat)
                    bars += 1
    assert gains > 5 and leads
    assert bars or game != "economicon"


def test_a_gain_in_the_round_of_a_bar_is_told() -> None:
    """Seen: B is barred in the round in which C gains most, and only the bar was told."""
    m = classkit.new("economicon", seats=4, seed=1).play(until="end")
    (race,), teller = build_races(m, None), ExplanationWriter(m, m.say(), None)
    gain = next(one for one in seat_points(race, m, teller, 3, []) if one.kind == "gain")
    with_bar = seat_points(race, m, teller, 3, [race.moments.index(gain.turn)])
    told = [one for one in with_bar if one.turn == gain.turn]
    assert [one.kind for one in told] == ["gain"]
    assert told[0].text.partition(" gold")[0] == gain.text.partition(" gold")[0]


def test_a_bar_is_told_with_the_count_of_its_event() -> None:
    """Seen: "now has 3. B has 5 volatility tokens and cannot win", two more in the round."""
    m = classkit.new("economicon", seats=4, seed=14, options={"final_valuation": "spot"})
    bars = [one for one in turning_points(m.play("end"), m.say(), None) if one.kind == "bar"]
    assert bars
    for point in bars:
        counts = re.search(r"making (\d+) in all\. \w+ therefore cannot win", point.text)
        assert counts, point.text
        token = [m.events[number - 1] for number in point.evidence.events]
        assert any(
            event.name == "token_changed" and str(event.facts["total"]) == counts[1]
            for event in token
        )


def test_each_point_has_the_events_and_rows_of_its_seat_and_moment(deep: bool) -> None:
    for game in FIGURES:
        for seed in range(MATCHES if deep else 2):
            m = classkit.new(game, seats=4, seed=seed).play(until="end")
            events, rows = m.events, m.transfers
            for point in turning_points(m, m.say(), INSTRUCTOR):
                if point.kind in ("bar", "course"):
                    continue
                found = point.evidence
                wanted = {
                    number
                    for number, row in enumerate(rows, 1)
                    if point.since < row.turn <= point.turn
                    and point.seat in (row.source.split(":")[-1], row.target.split(":")[-1])
                }
                assert wanted <= {*found.transfers} and (wanted or found.events or not point.change)
                numbers = [events[number - 1].turn for number in found.events]
                numbers += [rows[number - 1].turn for number in found.transfers]
                assert all(point.since < turn <= point.turn for turn in numbers)


def assert_moved(m: Match, point: TurningPoint, winners: set[str]) -> None:
    """The first gains, or a rival loses, and the text says how much."""
    verb = "gains" if point.change > 0 else "loses"
    amount = m.say().format_quantity(abs(point.change), point.split.metric.unit)  # type: ignore[union-attr]
    assert point.text.startswith(f"{m.seat_names[point.seat]} {verb} {amount}")
    if point.seat not in winners and point.change > 0:
        raise AssertionError(f"{point.text}: a rival's gain brings the first no further")


@pytest.mark.parametrize("game", ONE_RACE)
def test_the_cause_is_the_largest_part_by_ledger_and_prices(game: str, deep: bool) -> None:
    _, reckon = RACES[game]
    causes = 0
    for seed in range(MATCHES if deep else 2 * FEW):
        m = played(game, seed)
        turns = [row["turn"] for row in m.history]
        for point in turning_points(m, m.say(), None):
            if point.split is None or not point.change or not point.seat:
                continue
            parts: Parts = {}
            for since, turn in pairwise(turns):
                if point.split.since < turn <= point.split.turn:
                    for name, amount in reckon(m, point.seat, turn, since).items():
                        parts[name] = parts.get(name, Fraction(0)) + amount
            along = {
                name: amount
                for name, amount in parts.items()
                if amount * to_fraction(point.change) > 0
            }
            cause = point.split.main_cause
            assert cause is not None
            name = f"worth {cause.name}" if cause.kind == "worth" else cause.name
            largest = max(abs(amount) for amount in along.values())
            assert abs(along[name]) == largest, (seed, point.text, along)
            causes += 1
            if cause.amount != point.change:
                writer, unit = ExplanationWriter(m, m.say(), None), point.split.metric.unit
                told = all(
                    f"{writer.format_quantity(abs(one.amount), unit)} {one.phrase}" in point.text
                    for one in writer.list_causes(point.split, cause)
                )
                assert told or BARRED.search(point.text), "a law is told in place of its cause"
    assert causes >= FEW


@pytest.mark.parametrize("game", RACES)
def test_a_loss_is_never_told_as_overtaking(game: str, deep: bool) -> None:
    """Seen: "B loses $360,000. B overtakes A and stays ahead", while B's line jumped up."""
    for seed in range(MATCHES if deep else FEW):
        m = played(game, seed)
        points = turning_points(m, m.say(), None)
        assert 1 <= len(points) <= 7, "every match has some"
        for point in points:
            assert "overtakes" not in point.text
            loser = re.match(r"(\w) loses ", point.text)
            if loser:
                assert point.change < 0
                assert f"{loser[1]} leads" not in point.text
            assert point.text.endswith((".", "…"))


def test_one_long_lead_is_told_as_one() -> None:
    bots = dict(zip("ABCD", ["appraiser", "empire_builder", "banker", "appraiser"], strict=True))
    m = classkit.new("opoly", seats=4, seed=1).play(until="end", bots=bots)
    first = turning_points(m, m.say(), None)[0]
    assert first.turn == 1
    assert first.text == (
        "Chiara leads in ASSET from the beginning to the end, never by less than $34."
    )
    asset = [row["asset_score"] for row in m.history if row["turn"] >= 1]
    gaps = [row["C"] - max(row[seat] for seat in "ABD") for row in asset]
    assert min(gaps) == 34


def test_a_bankrupt_leader_is_told_with_the_clause() -> None:
    """Q11.4: D has most, is bankrupt and drops a place; N16.2: tokens bar a nation."""
    m = classkit.new("opoly", seats=4, seed=2).play(until="end", bots="empire_builder")
    text = next(p.text for p in turning_points(m, m.say(), None) if "bankrupt" in p.text)
    assert text == (
        "Dov owes $400, can pay $254, and is bankrupt. Dov therefore drops a place (Q11.4), "
        "despite finishing with $3,878 in ASSET and $1,086.97 in FUTURE EARNINGS."
    )
    bankrupt = next(event for event in m.events if event.name == "seat_bankrupt")
    told = next(p for p in turning_points(m, m.say(), None) if "bankrupt" in p.text)
    assert told.turn == bankrupt.turn
    m = classkit.new("economicon", seats=4, seed=6).play(until="end")
    barred = next(p for p in turning_points(m, m.say(), None) if "N16.2" in p.text)
    worth = next(line.score for line in m.standings() if line.seat == "B")
    assert barred.text == (
        "Bruno fails to meet a requirement and gets a volatility token, making 3 in all. Bruno "
        f"therefore cannot win (N16.2), despite finishing with {worth:,.2f} gold."
    )
    tokens = {row["turn"]: row["tokens"]["B"] for row in m.history}
    assert tokens[barred.turn] == 3


def test_a_match_that_nobody_wins_is_turned_by_what_ended_it() -> None:
    """P17.5: the country is bankrupt; seen was a race that nobody won."""
    m = classkit.new("poleconomy", seats=4, seed=36, options={"game": 2}).play(until="end")
    assert m.ending == "bankrupt" and not m.winners
    points = turning_points(m, m.say(), None)
    rows = {row["turn"]: row for row in m.history}
    assert [point.turn for point in points] == [29, 32, 38]
    for point in points:
        interest = rows[point.turn]["next_interest"] - rows[point.turn - 1]["next_interest"]
        assert point.change == interest > 0 and point.score == rows[point.turn]["next_interest"]
    assert points[-1].text == (
        "Short of cash, the Treasury issues 15 bonds to the Bank, leaving none to issue. "
        "The largest loss: interest on bonds, $1,500,000."
    )


def test_a_turn_in_which_the_treasury_lost_nothing_has_no_cost() -> None:
    """Issuing bonds brings the Treasury money: seen was "The largest loss: bonds issued"."""
    bots = dict(zip("ABCDE", ["tycoon", "random", "random", "financier", "random"], strict=True))
    m = classkit.new("poleconomy", seats=5, seed=5001, options={"game": 2, "round_limit": 40}).play(
        bots=bots
    )
    assert m.ending == "bankrupt"
    told = []
    for point in turning_points(m, m.say(), None):
        parts = decompose_metric(m, "treasury_cash", None, point.turn, point.turn - 1).parts
        told.append(any(part.amount < 0 for part in parts))
        assert ("The largest loss" in point.text) == told[-1], point.text
    assert False in told


def test_things_with_money_beside_them_are_worth_both() -> None:
    """Seen: "Electric Company, worth $336, for Indiana Avenue", where $186 came with it."""
    m = classkit.new("opoly", seats=3, seed=1)
    say = m.say()
    company = next(one for one, title in say.spaces.items() if title == "Electric Company")
    avenue = next(one for one, title in say.spaces.items() if title == "Indiana Avenue")
    figure = MetricOfSeat(
        next(one for one in m.game.active_metrics(m.table) if one.key == "asset_score")
    )
    moved = ((company, 1, 150), ("dollars", 186, 186), (avenue, -1, -220))
    lines = [
        ContributionSource(
            9, worth, Transfer(unit, abs(held), "A", "B", "trade", "Q8", 9), unit, held
        )
        for unit, held, worth in moved
    ]
    part = Contribution("moved", "trade", 116, 116, lines)
    split = Decomposition(figure, 8, 9, 1500, 1616, 116, [part])
    assert ExplanationWriter(m, say, None).describe_causes(split) == (
        " by exchanging Indiana Avenue, worth $220, for $186 and Electric Company, worth $336"
    )


def test_the_sum_of_places_is_not_told_in_dollars() -> None:
    """Q11.3: the standings are sums of places then; seen was "$230 in Sum of places"."""
    m = classkit.new("opoly", seats=4, seed=1, options={"combined_score": "sum_of_places"})
    assert [*race_metrics(m, None)] == ["ASSET", "FUTURE EARNINGS"]


LEADS = re.compile(
    r"(\w+) leads(?: or shares the lead)?(?: in [A-Z ]+)? "
    r"(?:from here to the end|from the beginning to the end|from turn 1 to the end|"
    r"at the end of each round(?: from here on)?)(\.|,| )"
)


@pytest.mark.parametrize("game", FIGURES)
def test_who_is_said_to_lead_to_the_end_is_passed_by_nobody(game: str, deep: bool) -> None:
    """Seen: C "leads from here to the end" as the third of four, behind one who went bankrupt."""
    leads = 0
    for seed in range(MATCHES if deep else 5 * FEW):
        m = played(game, seed)
        for point in turning_points(m, m.say(), None):
            said = LEADS.search(point.text)
            if said is None or "bankrupt" in point.text:  # which may name two races
                continue
            turns, scores = course(m, point.figure)
            name, at = said[1], turns.index(point.turn)
            seat = next(key for key, own in m.seat_names.items() if own == name)
            passed = [
                turns[later]
                for later in range(at, len(turns))
                if max(scores[other][later] for other in m.seats) > scores[seat][later]
            ]
            among = "of the players who can still win" in point.text.lower()
            assert bool(passed) is among, (seed, point.text, passed)
            leads += 1
    assert leads >= FEW


def test_a_first_place_that_is_empty_has_turning_points_too() -> None:
    """Q11.4, plain: who would be first drops a place, and the next keeps its own."""
    empty = 0
    for seed in range(12):
        m = classkit.new("opoly", seats=4, seed=seed, options={"place_penalty": "plain"})
        m.play(until="end", bots="random")
        points = turning_points(m, m.say(), None)
        assert {point.figure for point in points} == {"asset_score", "future_score"}
        for title, lines in m.as_seen_by(None).races.items():
            if not any(line.place == 1 for line in lines):
                empty += 1
                held = {line.seat for line in lines if line.held_back}
                told = [p for p in points if p.seat in held or "Nobody is first" in p.text]
                assert any(title in point.text for point in told), points
    assert empty


def test_turning_points_keep_what_is_hidden() -> None:
    """E6.2: everybody knows the space of a landing, and not the card that lies face-down there."""
    m = classkit.new("economy", seats=4, seed=3).play(until="end")
    public = [point.text for point in turning_points(m, m.say(), None)]
    assert any(
        "from Bruno's landing on a3" in text or "from landing on a3" in text for text in public
    )
    hides = type(
        "Hides",
        (type(m.game.secrecy),),
        {"metrics_without_history": lambda self, table: ("points",)},
    )
    m.game = type("Hiding", (type(m.game),), {"secrecy": hides()})()
    assert turning_points(m, m.say(), None) == []


def test_names_stand_in_turning_points() -> None:
    m = classkit.new(
        "poleconomy", seats=["Ada", "Bo", "Cy", "Di"], seed=0, options={"game": 1}
    ).play(until="end")
    assert [point.text for point in turning_points(m, m.say(), None)][1] == (
        "Di gains $1,400,000 in interest on bonds. Di leads from here to the end."
    )


def test_a_lead_that_is_shared_for_a_time_is_told_so() -> None:
    """Regression: "Ada leads from here to the end", while Bruno had as much some turns later."""
    shared = 0
    for seed in range(12):
        m = classkit.new("economy", seats=4, seed=seed).play(until="end", bots="random")
        for point in turning_points(m, m.say(), None):
            if " from here to the end" in point.text:
                after = [row["points"] for row in m.history if row["turn"] >= point.turn]
                tied = any([*one.values()].count(max(one.values())) > 1 for one in after)
                assert ("leads or shares the lead" in point.text) is tied, (seed, point.text)
                shared += tied
    assert shared


def test_a_lead_at_the_ends_of_rounds_is_told_so() -> None:
    """Regression: "never by less than 7.58 gold", while the lead was 5 within a round."""
    options = {"final_valuation": "liquidation"}
    told = 0
    for seed in range(7260, 7270):
        m = classkit.new("economicon", seats=2, seed=seed, options=options).play(until="end")
        for point in turning_points(m, m.say(), None):
            assert " leads from" not in point.text
            told += " leads at the end of each round" in point.text
    assert told
