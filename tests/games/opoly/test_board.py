"""Tests of the board: spaces, the middle, and the line below."""

from __future__ import annotations

import itertools
import json

import pytest

import classkit
from classkit.games.opoly import GAME

from .tables import BLUES, ORANGE, RAILS, asked, at_turn, cash, on


def test_the_board_is_a_frame():
    """Forty spaces without overlap, Go at the bottom right."""
    m = classkit.new("opoly", seats=3, seed=1)
    spaces = GAME.board(m.table).spaces
    assert len(spaces) == 40 and json.dumps(GAME.board(m.table).to_dict())
    go = spaces[0]
    assert go.x == max(s.x for s in spaces) and go.y == max(s.y for s in spaces)
    for at, one in enumerate(spaces):
        for other in spaces[at + 1 :]:
            apart = max(abs(one.x - other.x) - (one.w + other.w) / 2,
                        abs(one.y - other.y) - (one.h + other.h) / 2)  # fmt: skip
            assert apart >= -0.01, (one.id, other.id)


def test_the_two_groups_of_an_edge_differ_without_colour():
    """Neighbouring groups differ by patterns on their bars."""
    m = classkit.new("opoly", seats=3, seed=1)
    looks = GAME.scene(m.table).looks
    rules = GAME.edition().rules
    for edge in range(4):
        row = [space for space in rules.board if space.number // 10 == edge and space.is_ownable]
        patterns = {space.group: looks[space.id].pattern for space in row}
        assert len(set(patterns.values())) == len(patterns), patterns


def test_what_is_to_be_seen():
    """Owners, houses, hotels, mortgages, alliances, and the path of the pawn."""
    m = on(
        "free_parking", A={"properties": [*BLUES, "short_line"], "mortgaged": ["short_line"]},
        B={"properties": ORANGE[:1]}, C={"properties": ORANGE[1:]},
        alliances=[{"group": "orange", "split": {"B": 30, "C": 70}}],
        buildings={"boardwalk": 5, "park_place": 4},
    )  # fmt: skip
    scene = GAME.scene(m.table)
    boardwalk, park = scene.looks["boardwalk"], scene.looks["park_place"]
    assert (boardwalk.owner, boardwalk.emblem, boardwalk.count) == ("A", "hotel", 1)
    assert (park.emblem, park.count) == ("house", 4)
    short_line = scene.looks["short_line"]
    assert (short_line.emblem, short_line.note) == ("lock", "railroads, mortgaged")
    assert (boardwalk.text, park.text) == ("+2000", "+1300")
    assert scene.looks[ORANGE[0]].text == "+28"
    assert scene.looks[ORANGE[0]].note == "orange, a landing brings $28"
    assert scene.looks["b_o_railroad"].text == "$200"
    assert scene.looks["b_o_railroad"].note != scene.looks["kentucky_avenue"].note
    (shares,) = [gauge for gauge in scene.gauges if gauge.id == "contract.orange"]
    assert [(part.seat, part.share, part.text) for part in shares.parts] == [
        ("B", 30, "{B} 30%"), ("C", 70, "{C} 70%"),
    ]  # fmt: skip
    assert scene.path[0] == "st_james_place" and scene.path[-1] == "free_parking"
    assert json.dumps(scene.to_dict())


def test_the_middle_of_the_board():
    """The economy, the clock, every company, and each contract with its end (Q7.6, Q10.3)."""
    m = on(
        "free_parking", B={"properties": ORANGE[:1], "cards": ["patent_portfolio"]},
        C={"properties": ORANGE[1:]}, D={"status": "bankrupt", "cash": 0},
        alliances=[{"group": "orange", "split": {"B": 30, "C": 70}, "ends": 9}],
        no_building_until=5, on_table=["fiscal_stimulus_1"],
    )  # fmt: skip
    signs = middle(m)
    assert signs["state"] == "No recession" and signs["clock"] == "Turn 1 of 75"
    assert signs["bank"] == f"Bank ${cash(m, 'bank'):,} · 32 houses, 12 hotels left"
    assert signs["shortage"] == "No building before turn 6" and "1" in signs["table"]
    assert company(m, "B") == ["{B}", "1 of 5", "1", "$10"]
    assert [signs[f"head.{n}"] for n in (1, 2, 3)] == ["slots used", "cards", "recession costs"]
    assert company(m, "D") == ["{D}", "bankrupt"]
    assert signs["contract.orange"] == "Orange" and signs["ends.orange"] == "ends turn 9"
    shares = gauges(m)["contract.orange"]
    assert shares.words == "Orange: {B} 30%, {C} 70%, ends in turn 9"
    assert_apart(m)


def test_the_recession_clock_runs_with_the_payments():
    """Q4.5, Q4.6: the ring has a part for each payment made, and none without a recession."""
    m = at_turn([(1, 3)], recession="depression", payments=1)
    clock = gauges(m)["recession"]
    assert [part.on for part in clock.parts] == [True, True, False] and clock.shape == "ring"
    assert middle(m)["state"] == clock.words == "Depression: 2 of 3 payments made"
    assert middle(m)["payments"] == "2 of 3"
    assert not any(part.on for part in gauges(on("free_parking"))["recession"].parts)


def test_the_time_is_a_bar_while_nothing_is_for_sale():
    """Q10.3: the bar shows the turns played out of all turns."""
    bar = gauges(on("free_parking", turn=30))["time"]
    assert [(part.share, part.on) for part in bar.parts] == [(30, True), (45, False)]
    m = on("boardwalk")
    assert "time" not in gauges(m) and middle(m)["clock"] == "Turn 1 of 75"


def test_a_property_that_does_not_count_has_room():
    """Q6.9: with Diversification nobody seems to hold more than it may."""
    a = {"properties": [*RAILS, "boardwalk", "park_place"], "cards": ["diversification_1"]}
    m = on("free_parking", A=a, lines={"diversification_1": "rail"})
    assert company(m, "A")[:3] == ["{A}", "6 of 6", "1"]


def middle(m):
    """Return the texts of the signs in the middle of the board, by name."""
    return {sign.id: sign.text for sign in GAME.scene(m.table).signs}


def gauges(m):
    """Return the gauges in the middle of the board, by name."""
    return {gauge.id: gauge for gauge in GAME.scene(m.table).gauges}


def company(m, seat):
    """Return the texts in the line of a company, from left to right."""
    signs = GAME.scene(m.table).signs
    line = [sign for sign in signs if sign.id.startswith(f"company.{seat}")]
    assert len({sign.y for sign in line}) == 1
    return [sign.text for sign in sorted(line, key=lambda sign: sign.x)]


def assert_apart(m):
    """Assert that lines of the middle overlap neither each other nor the pawn's lane."""
    board, signs = GAME.board(m.table), GAME.scene(m.table).signs
    rows = sorted({round(sign.y, 3) for sign in signs if sign.id != "payments"})
    assert all(below - above >= board.least * 1.1 for above, below in itertools.pairwise(rows))
    inside = next(space for space in board.spaces if space.id == "free_parking").h + 24
    assert rows[0] - board.least > inside and rows[-1] + board.least / 2 < board.height - inside
    for sign in signs:
        assert inside <= sign.x and sign.x + sign.room / 2 <= board.width - inside, sign
    for gauge in GAME.scene(m.table).gauges:
        assert gauge.w > 0 and gauge.x + gauge.w / 2 <= board.width - inside, gauge
        assert gauge.y + gauge.h / 2 <= board.height - inside, gauge


def test_a_shortage_is_shown_while_it_lasts():
    """Q8.15: in its last turn nobody may build either."""
    for turn, shown in ((5, True), (6, False)):
        m = on("free_parking", turn=turn, no_building_until=5, A={"properties": ORANGE})
        assert ("shortage" in middle(m)) is shown
        questions = []
        while m.turn == turn:
            questions += [request.name for request in m.requests()]
            m.answer("pass", seat=m.requests()[0].seat)
        assert ("build_order" in questions) is not shown


def test_the_clock_of_minutes():
    """Q10.3: the minutes of play, a time-out until the next roll, and the end of time."""
    m = on("free_parking", options={"clock": "minutes"})
    assert middle(m)["clock"] == "Turn 1 · 90 minutes of play"
    m.signal("time_out")
    assert middle(m)["clock"] == "Turn 1 · 90 minutes of play, time-out"
    m.signal("time_up")
    assert "time is up" in middle(m)["clock"]


@pytest.mark.parametrize(("cards", "words"), [([], "4×dice"), (["marketing_genius"], "5×dice")])
def test_a_utility_shows_what_its_owner_gets(cards, words):
    """Q3.8, Q3.9: the owner's cards count."""
    a = {"properties": ["water_works"], "cards": cards}
    m = on("free_parking", A=a)
    assert GAME.scene(m.table).looks["water_works"].text == words


def test_an_open_auction_is_shown_in_the_middle():
    """Q2.2: the lot, the standing bid and the bidders are shown during the auction only."""
    m = on("boardwalk", D={"cash": 100})
    assert middle(m)["lot"] == "Boardwalk"
    assert middle(m)["terms"] == "for sale · appraised at $400 · from $200"
    assert gauges(m)["bid"].words == "No bid yet, from $200"
    assert parts_in_auction(m) == ["to bid now", "in", "in", "not in"], "D cannot pay"
    m.answer("pass").answer("bid", amount=220)
    assert gauges(m)["bid"].words == "$220 by {B}"
    assert parts_in_auction(m) == ["passes", "bids $220", "to bid now", "not in"]
    m.answer("pass")
    assert not {"lot", "terms", "company.A.0"} & set(middle(m)) and "bid" not in gauges(m)
    m.undo()
    assert parts_in_auction(m) == ["passes", "bids $220", "to bid now", "not in"]


def parts_in_auction(m):
    """Return what each company does in the auction, in the order of seats."""
    return [middle(m)[f"company.{seat}.0"] for seat in "ABCD"]


def test_the_bid_is_on_a_ruler():
    """Q2.2, Q2.5: from nothing over the least bid to the appraised value, and on."""
    m = on("boardwalk")
    ruler = gauges(m)["bid"]
    assert ruler.shape == "ruler"
    assert [(part.share, part.text) for part in ruler.parts] == [
        (0, "$0"), (0.5, "half $200"), (1.0, "appraised $400"),
    ]  # fmt: skip
    m.answer("bid", amount=500)
    assert gauges(m)["bid"].parts[-1].seat == "A" and gauges(m)["bid"].parts[-1].share == 1
    assert gauges(m)["bid"].parts[2].share == 0.8, "the ruler reaches to the bid"
    assert gauges(m)["lot.card"].colour, "the card has the colour of its group"


def test_a_trustee_who_joins_is_in():
    """Q2.10: the middle of the board lists a trustee after its first bid."""
    m = on("boardwalk", B={"status": "bankrupt", "cash": 900}, C={"cash": 0}, D={"cash": 0})
    m.answer("bid", amount=200)
    assert middle(m)["company.B.0"] == "bankrupt" and asked(m) == ("B", "trustee_bid")
    m.answer("bid", amount=210)
    assert gauges(m)["bid"].words == "$210 by {B}"


@pytest.mark.parametrize("form", ["first_price", "second_price", "third_price"])
def test_a_sealed_auction_shows_no_bid(form):
    """Q2.3: the middle of the board shows the lot, but no sealed bid."""
    m = on("boardwalk", options={"auction_format": form})
    before = middle(m)
    assert gauges(m)["bid"].words == "Sealed bids, from $200"
    assert parts_in_auction(m) == ["in"] * 4
    m.answer("bid", amount=390, seat="A")
    assert middle(m) == before
    assert not any(part.seat for part in gauges(m)["bid"].parts)


def test_the_middle_of_a_full_table_fits():
    """Eight companies with contracts and an auction fit without overlap."""
    groups = GAME.edition().rules.groups
    lots = [group[:2] for name, group in groups.items() if len(group) == 2] + [RAILS]
    seats = {s: {"properties": []} for s in "ABCDEFGH"}
    for number, lot in enumerate(lots):
        for at, space in enumerate(lot[:3]):
            seats["ABCDEFGH"[(number + 3 * at) % 8]]["properties"].append(space)
    seats["A"]["properties"].append(RAILS[3])
    pacts = [{"group": group} for group in ("brown", "dark_blue", "utility", "railroad")]
    m = on("new_york_avenue", seats=8, alliances=pacts, on_table=["fiscal_stimulus_1"],
           no_building_until=5, **seats)  # fmt: skip
    named = {sign.id for sign in GAME.scene(m.table).signs}
    assert {"lot", "contract.railroad", "company.H", "shortage"} <= named
    contracts = {f"contract.{pact['group']}" for pact in pacts}
    assert set(gauges(m)) == {"recession", "lot.card", "bid", *contracts}
    assert_apart(m)


def test_the_headline_shows_a_sale_or_a_rent():
    """Q2.3: the price, the second bid and the money left; Q7.4: the shares of a rent."""
    m = on("boardwalk")
    m.answer("bid", amount=220).answer("bid", amount=300).answer("pass").answer("pass")
    m.answer("pass")
    sold = "{B} buys Boardwalk for $300 (second-highest bid $220, so $80 left on the table)."
    assert GAME.scene(m.table).told == sold
    m = on("boardwalk")
    m.answer("bid", amount=220).answer("pass").answer("pass").answer("pass")
    assert GAME.scene(m.table).told == "{A} buys Boardwalk for $220 (nobody else bid)."
    m = on("park_place", A={"properties": BLUES[:1]}, B={"properties": BLUES[1:]},
           alliances=[{"group": "dark_blue", "split": {"A": 60, "B": 40}}])  # fmt: skip
    assert GAME.scene(m.table).told == "Park Place: the bank pays {A} $42 and {B} $28."
