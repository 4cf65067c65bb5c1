"""Positions of Economicon, and its metrics, board and texts."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

import classkit
from classkit.engine.errors import EditionError, PositionError
from classkit.games.economicon.edition.edition_loader import EDITIONS
from classkit.games.economicon.presentation.outcomes import describe_outcomes
from classkit.games.economicon.rules.measures import MARKET_MEASURES, MEASURES
from classkit.games.economicon.rules.noun_text import describe_measure
from classkit.widgets.state_snapshot import build_timeline
from tests.every_game import TESTS
from tests.widgets.pages import Page

from .tables import at_phase, buy, by_default, edition_with, event, held, law, told, trading


@pytest.mark.parametrize(
    ("facts", "fact", "reason"),
    [
        ({"phase": 11}, "phase", "1 to 10"),
        ({"round": 11}, "round", "1 to 10"),
        ({"order": ["A"]}, "order", "N0.5"),
        ({"weather": "fine"}, "weather", "not a fact"),
        ({"A": 5}, "A", "table of facts"),
        ({"A": {"silver": 5}}, "A.silver", "not a fact"),
        ({"A": {"reserves": {"gold": 400}}}, "A.reserves.gold", "in total"),
        ({"A": {"reserves": {"gold": -1}}}, "A.reserves.gold", "must be a whole number from 0"),
        ({"A": {"reserves": {"gold": 1.5}}}, "A.reserves.gold", "whole number from 0"),
        ({"A": {"reserves": {"silver": 1}}}, "A.reserves.silver", "one of"),
        ({"A": {"peg": "cur:A"}}, "A.peg", "N3.6"),
        ({"A": {"peg": "silver"}}, "A.peg", "one of"),
        ({"A": {"peg": "cur:B"}, "B": {"peg": "cur:A"}}, "peg", "N3.5"),
        ({"A": {"tokens": 25}}, "A.tokens", "0 to 24"),
        ({"A": {"laws": ["L99"]}}, "A.laws", "one of"),
        ({"A": {"laws": [["L04", b"x"]]}}, "A.laws", "whole number"),  # one that stays (N7.2)
        ({"A": {"laws": ["L01"]}, "B": {"laws": ["L01"]}}, "laws", "twice"),
        ({"A": {"counter": "no"}}, "A.counter", "true or false"),
        ({"A": {"staged": {"grain": 2}}, "phase": 6}, "A.staged.grain", "N8.7"),
        ({"market": {"grain": 0}}, "market.grain", "must be a whole number from 1"),
        ({"market": {"grain": 400}}, "market.grain", "in total"),
        ({"event": "E01", "phase": 1}, "event", "N5.1"),
        ({"event": "E99", "phase": 3}, "event", "one of"),
        ({"A": {"counted": {"smiles": 1}}}, "A.counted.smiles", "not a known key"),
    ],
)
def test_what_cannot_be(facts, fact: str, reason: str):
    """Refused with the fact and the reason."""
    with pytest.raises(PositionError, match=reason) as error:
        classkit.new("economicon", seats=2, position=facts)
    assert fact in str(error.value)


def test_a_peg_without_a_counter_comes_back():
    """N3.3: where the supply was empty when the peg was chosen, no counter is placed later."""
    market = {"oil": 360 - 4 * 5}
    m = at_phase(3, market=market).answer("oil")
    assert m.ledger.balance("supply", "oil") == m.ledger.balance("peg:A", "oil") == 0
    by_default(m, "order_production")
    stated = m.position()
    assert stated["A"]["counter"] is False and "counter" not in stated["B"]
    back = classkit.new("economicon", seats=4, seed=1, position=stated)
    assert back.position() == stated
    assert back.ledger.balance("peg:A", "oil") == 0 and back.view(None).peg("A") == "oil"


def test_what_follows_from_the_goods_produced():
    """N8.1: the requirement is measured on what was produced, where a position states that."""
    cards = edition_with(laws=[law("Y1", standing=[{"do": "require", "unit": "oil", "n": 3}])])
    made = {"grain": 1, "oil": 2, "tech": 0}
    m = at_phase(7, edition=cards, A={"counted": {"produced": made}, "laws": ["Y1"]},
                 B={"counted": {"produced": made}},
                 C={"counted": {"produced": made, "unmet_production": 0}})  # fmt: skip
    unmet = [m.view(None).measure(seat, "unmet.production") for seat in "ABCD"]
    assert unmet == [2, 1, 0, 0]


@pytest.mark.parametrize(("phase", "changed"), [(3, 0), (6, 1), (7, 1)])
def test_what_follows_from_the_round_of_a_change(phase: int, changed: int):
    """N17.2: who changed its peg in this round has, once pegs have been chosen."""
    view = at_phase(phase, round=4, A={"changed_in": 4}, B={"changed_in": 3}).view(None)
    assert [view.measure(seat, "changed_peg") for seat in "AB"] == [changed, 0]


@pytest.mark.parametrize("phase", [1, 2, 3, 5, 6, 7])
def test_positions_come_back(phase: int):
    """m.position() states any table at the start of a phase."""
    m = classkit.new("economicon", seats=3, seed=8).play(until="round", bots="commodity_trader")
    while m.table.phase < phase and len(m.requests()) and m.table.phase != phase:
        for decision in m.requests():
            m.answer(decision.default.move, seat=decision.seat, **decision.default.fields)
    position = json.loads(json.dumps(m.position()))
    again = classkit.new("economicon", seats=3, seed=8, position=position)
    assert again.position() == position
    assert again.ledger.balances == m.ledger.balances and again.standings() == m.standings()


# --- figures --------------------------------------------------------------------------------------


def test_prices_and_inflation():
    """Section 7: prices in gold, their index, and its change on the round before."""
    m = at_phase(3, market={"gold": 120})
    row = m.metrics()
    assert (row["price_grain"], row["price_oil"], row["price_tech"]) == (0.8333, 1.0, 1.25)
    assert row["price_gold"] == 1 and row["price_index"] == 200 and row["inflation"] == 100
    m = at_phase(3, market={"gold": 120})
    m.table.index_before = Fraction(37, 18)
    assert m.metrics()["inflation"] == pytest.approx(50, abs=0.1)


def test_money_supply():
    """Section 7: currency afloat, own issue, exchange rate, gold in the world."""
    m = trading(A={"peg": "none"}, B={"reserves": {"cur:A": 4}})
    m.aside("float_money", seat="A", amount=10)
    row = m.metrics()
    assert row["currency_afloat"]["A"] == 70 + 10 + 4 and row["own_issue"]["A"] == 10
    assert row["exchange_rate"]["A"] == round(60 / 70, 4)
    assert row["gold_stock"] == 60 + 20 + 19 + 18 + 17


def test_trade_volume():
    """Section 7: payments at their gold price just before, direct deals included."""
    m = trading(A={"peg": "oil"})
    buy(m, "grain", 12, "cur:A")  # 10 notes, each worth half a gold
    assert m.metrics()["trade_volume"] == 5
    buy(m, "grain", 6, "gold")
    assert m.metrics()["trade_volume"] == 5 + told(m, "bought")[-1]["cost"]


def test_worth_parts_add_up():
    """Section 7: worth by kind of unit."""
    row = at_phase(3).metrics()
    for seat in "ABCD":
        assert sum(row["worth_parts"][seat].values()) == pytest.approx(row["worth"][seat], abs=0.05)


def test_only_currencies_that_exist():
    """A table of two has no figure of cur:C."""
    row = classkit.new("economicon", seats=2, seed=1).metrics()
    assert "price_cur:B" in row and "price_cur:C" not in row


def test_charts_that_the_kit_draws():
    """Log axes for prices, a scatter of money and price, a timeline of pegs."""
    charts = {chart.key: chart for chart in at_phase(3).game.active_charts(at_phase(3).table)}
    assert charts["prices"].log and charts["currencies"].log
    assert charts["quantity"].kind == "scatter"
    assert charts["quantity"].metrics == ("currency_afloat", "exchange_rate")
    assert charts["pegs"].kind == "timeline"
    m = at_phase(3, options={"disqualify_at": 4})
    tokens = next(chart for chart in m.game.active_charts(m.table) if chart.key == "tokens")
    assert tokens.lines == ((4, "cannot win"),)


def test_production_and_consumption_by_round():
    """N8.7, N12.1: all nations together, at the end of each round."""
    m = classkit.new("economicon", seats=3, seed=4).play(until="end", bots="commodity_trader")
    ends = {row["round"]: row for row in m.history}
    assert sorted(ends) == list(range(11))
    for kind, reason in (("produced", "produced"), ("consumed", "consumed")):
        for number, row in ends.items():
            moves = [f for f in told(m, "moved") if f["reason"] == reason and f["round"] == number]
            for good, units in row[f"{kind}_in_all"].items():
                assert units == sum(f["qty"] for f in moves if f["unit"] == good)
    short = [sum(row["short_in_all"].values()) for row in ends.values()]
    assert sum(short) == sum(facts["short"] for facts in told(m, "shortage")) > 0
    charts = {chart.key: chart for chart in m.game.active_charts(m.table)}
    for key in ("production", "consumption", "shortage"):
        assert (charts[key].kind, charts[key].per) == ("stacked_bar", "round")


def test_goods_have_the_colours_of_the_board():
    """On the charts of the market and of reserves; no two units share one."""
    m = at_phase(3, seats=6)
    metrics = {metric.key: metric for metric in m.game.active_metrics(m.table)}
    looks = m.game.scene(m.table).looks
    for key in ("market", "worth_parts", "produced"):
        colours = metrics[key].colours(m.table)
        assert len(set(colours.values())) == len(colours) >= 3
        for good in {"gold", "grain", "oil", "tech"} & set(colours):
            assert colours[good] == looks[good].colour


def test_the_pegs_of_the_timeline_are_words():
    m = at_phase(3, A={"peg": "cur:B"}, B={"peg": "oil"}, C={"peg": "none"})
    assert m.metrics()["peg"] == {"A": "notes B", "B": "oil", "C": "floats", "D": "gold"}


# --- the board ------------------------------------------------------------------------------------


def rows(look):
    """What is written on a list, row by row; a badge as the letter of its seat."""
    return [f"{row.seat} {row.text}" if row.seat else row.text for row in look.rows]


def test_the_market_is_the_board():
    """Stacks as high as the stocks, prices in words beside them, pegs as links and in words."""
    m = at_phase(3, A={"peg": "cur:B", "laws": ["L01"]}, B={"peg": "oil"}, C={"peg": "none"})
    scene = m.game.scene(m.table)
    assert scene.looks["grain"].level == 1 and scene.looks["gold"].level == round(60 / 144, 3)
    assert rows(scene.looks["grain"]) == ["Grain", "144 units", "0.417 gold each"]
    assert rows(scene.looks["cur:A"]) == ["A notes", "60 units", "0.5 gold each", "pegged to {B}"]
    assert scene.looks["cur:A"].subtitle == "counts as 120"
    links = {link.seat: (link.source, link.target) for link in scene.links}
    assert links == {"A": ("cur:A", "cur:B"), "B": ("cur:B", "oil"), "D": ("cur:D", "gold")}
    assert rows(scene.looks["cur:C"])[-1] == "floats", "N3.1"
    nation = scene.looks["nation:A"]
    assert rows(nation)[-1] == "Gold cover", "laws by their short names"
    assert nation.subtitle == "Gold Cover Act: End the round with at least 5 gold.", "in full"
    signs = {sign.id: sign.text for sign in scene.signs}
    assert signs["round"] == "Round 2 of 10: pegs"
    assert signs["order"] == "Order of play: " + " ".join(f"{{{seat}}}" for seat in m.table.order)


def test_reserves_tokens_and_notes_are_seen():
    """N15.1: how many tokens a nation has; whose notes its reserves hold; goods by their names."""
    m = at_phase(3, A={"tokens": 1}, C={"tokens": 2, "peg": "none", "reserves": {"cur:A": 4}})
    looks = m.game.scene(m.table).looks
    assert rows(looks["nation:A"])[:5] == ["20 gold", "5 grain", "5 oil", "5 tech", "1 token"]
    assert rows(looks["nation:C"])[4:] == ["2 tokens", "notes", "A 4", "C 10"]
    assert not [text for text in rows(looks["nation:B"]) if "token" in text]
    assert looks["nation:B"].subtitle == "no law yet"
    legend = dict(m.game.board(m.table).legend)
    assert legend["token"] == "Volatility token: with 3 a nation cannot win", "N16.2"


def test_a_nation_without_notes_leaves_their_room_to_its_goods():
    """Issue 19, item 3: "no notes" beside them squeezed "13 gold" into two lines."""
    m = at_phase(3, B={"reserves": {"cur:B": 0}})
    look = m.game.scene(m.table).looks["nation:B"]
    assert rows(look) == ["19 gold", "5 grain", "5 oil", "5 tech"]
    assert not [row for row in look.rows if row.column == 2]


def test_notes_of_many_nations_can_be_read():
    """N0.6: all of them, each with its badge; numbers go without words that stand in the legend."""
    stated = {"reserves": {f"cur:{seat}": 2 for seat in "BCDEF"}, "laws": ["L01"]}
    m = at_phase(3, seats=6, A=stated)
    look = m.game.scene(m.table).looks["nation:A"]
    assert rows(look) == ["20", "5", "5", "5", "A 10", *(f"{s} 2" for s in "BCDEF"), "Gold cover"]
    legend = {words for _, words in m.game.board(m.table).legend}
    assert {"Gold", "Grain", "Oil", "Tech"} <= legend
    notes = ", ".join(["10 of {A}", *(f"2 of {{{s}}}" for s in "BCDEF")])
    assert f"20 gold, 5 grain, 5 oil, 5 tech, notes: {notes}" in look.note


def test_how_far_the_goal_is():
    """The event, and how far its goal is from being met now."""
    m = at_phase(7, event="E10")

    def told():
        return rows(m.game.scene(m.table).looks["event"])

    def meter():
        return m.game.scene(m.table).looks["event"].rows[2].meter

    released = "Commodities released, all nations together"
    assert told()[0] == "World's Fair"
    assert told()[1].startswith("Each nation's people want 1 more tech.")
    assert told()[2] == f"{released}: 0 so far, at least 8 needed." and meter() == 0
    assert told()[3] == "If met, all receive 2 gold; if missed, all lose 1 gold.", "N5.1: open"
    m.answer("release", grain=3, oil=0, tech=0)
    assert told()[2].startswith(f"{released}: 3 so far") and meter() == 3 / 8
    assert m.view(None).goal == (3, 8, False)
    m.answer("release", grain=5, oil=0, tech=0)
    assert told()[2].endswith("needed. Met as it stands.") and meter() == 1


def test_a_match_opens_in_round_1_and_says_so():
    """Turns of the kernel are phases, which nobody counts ("Turn 3")."""
    shown = Page.of(classkit.new("economicon", seats=4, seed=3), bots="passive")
    desk = shown.desk
    assert desk.match.turn == 3 and build_timeline(desk, [])["moment"] == "Round 1 of 10: pegs"
    signs = {sign.id: sign.text for sign in desk.match.game.scene(desk.match.table).signs}
    assert signs["round"] == build_timeline(desk, [])["moment"], "board and controls agree"
    shown.do("step", until="round")
    assert shown.now["timeline"]["moment"] == "Round 2 of 10: pegs"
    assert build_timeline(desk, [])["moment"] == "Round 2 of 10: pegs"
    desk.bookmark()
    assert [mark["label"] for mark in build_timeline(desk, [])["marks"]] == ["Round 2 of 10: pegs"]
    shown.do("back", until="turn")
    assert shown.now["said"].startswith("Back at round 1 of 10: ")


def test_production_says_that_it_costs_gold():
    """N8.4: in the question with what a unit costs, beside the form, and on its button."""
    m = at_phase(6)
    asked = m.requests()[0]
    question = m.say().decision_question(asked.name, asked.seat, asked.about)
    assert question == (
        "Cost per unit, in gold: grain 0.21, oil 0.25, tech 0.31 (the total is rounded). "
        "How many units of each do you order?"
    )
    assert m.say().move_label("order_production", "order") == "Order and pay"
    shown = asked.moves[0].preview({"grain": 2, "oil": 0, "tech": 4})
    assert shown.columns == ("", "units", "cost in gold")
    assert shown.note.startswith("In all 2 gold; ")


def test_every_law_has_a_short_name_for_the_board():
    """Whole words, each its own; an edition that names none has the whole name written."""
    laws = at_phase(3).edition.rules.laws.values()
    assert len({law.short for law in laws}) == len(laws) == 24
    assert all(len(law.short) <= 16 and not law.short.endswith(".") for law in laws)
    m = at_phase(3, edition=edition_with(laws=[law("Y1"), law("Y2", short="Bread")]))
    assert [m.edition.rules.laws[card].short for card in ("Y1", "Y2")] == ["Law Y1", "Bread"]


def test_the_outcomes_of_every_event_have_words():
    """N5.1: both are open to all; no card shows a reader the vocabulary of its file."""
    cards = at_phase(3).edition.rules.events
    said = {id: describe_outcomes(card) for id, card in cards.items()}
    assert said["E06"] == (
        "If met, all receive 1 gold; if missed, those with at least 1 peg changed gain 1 token, "
        "10% of the gold leaves the market"
    )
    assert said["E07"].startswith("If met, all lose 1 token and receive 1 gold; if missed, those")
    assert said["E04"].startswith("If met, all receive 1 grain, 1 oil, 1 tech; if missed")
    for text in said.values():
        assert "_" not in text and "None" not in text and len(text) < 170


def test_without_an_event_the_board_says_so():
    m = at_phase(3)
    assert m.game.scene(m.table).looks["event"].title == "No event in play"


def test_every_measure_of_a_goal_has_words():
    """N17.2, N17.3: no card shows a reader the vocabulary of its file."""
    for measure in {*MEASURES, *MARKET_MEASURES} - {"peg_kind"}:  # a goal measures numbers
        assert "." not in describe_measure(measure) and "_" not in describe_measure(measure), (
            measure
        )


# --- editions -------------------------------------------------------------------------------------


def test_cards_are_changed_and_added():
    """By their ids; the others stay."""
    edition = edition_with([event("E01"), event("X1")], [law("L01"), law("Y1")])
    rules, classic = (
        classkit.new("economicon", edition=chosen).edition.rules for chosen in (edition, None)
    )
    assert {*rules.events} == {*classic.events, "X1"} and rules.events["E01"].name == "Event E01"
    assert {*rules.laws} == {*classic.laws, "Y1"} and rules.laws["L02"].name == "Granary Act"


def test_the_classic_edition_keeps_what_matches_were_played_with():
    """Golden records carry the edition of their time: cards may come to it, but none changes.

    Only the words of a card may be improved: what it does is stated beside them.
    """

    def facts(card):
        return {key: value for key, value in card.items() if key != "text"}

    now = classkit.new("economicon").edition.data
    for path in (TESTS / "records").glob("economicon-*.json"):
        then = json.loads(path.read_text(encoding="utf-8"))["edition"]["data"]
        for table, stated in then.items():
            if table in ("event", "law"):
                known = [facts(card) for card in now[table]]
                assert all(facts(card) in known for card in stated), (path.name, table)
            else:
                assert now[table] == stated, (path.name, table)


def test_a_file_of_ones_own(tmp_path):
    """A TOML file based on the classic edition, and its errors by file, key and reason."""
    file = tmp_path / "mine.toml"
    file.write_text('based_on = "economicon-classic"\n[reward]\ngold = 3\n', encoding="utf-8")
    assert classkit.new("economicon", edition=file).edition.rules.reward.gold == 3
    file.write_text('based_on = "economicon-classic"\n[reward]\nsilver = 3\n', encoding="utf-8")
    with pytest.raises(EditionError, match=r"mine.toml: reward.silver: is not a known key"):
        classkit.new("economicon", edition=file)


def test_a_folder_of_ones_own(tmp_path):
    """The package's files copied, and one word of the vocabulary misspelt."""
    for source in EDITIONS.shipped["economicon-classic"].iterdir():
        text = source.read_text(encoding="utf-8").replace('do="keep"', 'do="keeps"')
        (tmp_path / source.name).write_text(text, encoding="utf-8")
    with pytest.raises(EditionError, match=r"laws.toml: law\[18\].standing\[0\].do.*'keeps'"):
        classkit.new("economicon", edition=tmp_path)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"edition": {"commodities": ["grain"]}}, "as on the cards"),
        ({"edition": {"phases": [1, 2]}}, "N6.4"),
        ({"counters": {"gold": 10}}, "the set-up needs"),
        ({"counters": {"each_currency": 15}}, "the set-up needs"),
        ({"counters": {"peg_tokens_per_nation": 2}}, "must be 1, not 2"),
        ({"laws": {"rounds": [3, 1]}}, "ascending"),
        ({"mining": {"die": 0}}, "2 to 20"),
        ({"opening_market": {"grain": 0}}, "1 to"),
        ({"weather": {}}, "not a known key"),
        ({"event": []}, "1 to 200"),
    ],
)
def test_editions_that_cannot_be_played(changes, reason: str):
    """Refused with key and reason."""
    with pytest.raises(EditionError, match=reason):
        classkit.new("economicon", edition={"based_on": "economicon-classic", **changes})


def test_notes_are_named_by_nations():
    """Units and accounts bear the names of the seats."""
    m = classkit.new("economicon", seats=["Ada", "Bo"], seed=1)
    say = m.say()
    assert say.unit("cur:A") == "Ada's notes" and say.account("reserve:B") == "Bo's reserves"
    assert say.move_label("choose_peg", "cur:B") == "Peg to Bo's currency"
    assert held(m, "A", "cur:A") == 10


def test_counters_of_the_round_are_of_one_nation():
    """Each nation counts for itself: what is stated, released or short is of no other (N17.2)."""
    counted = {name: {"oil": 2} for name in ("produced", "sent", "consumed", "short")}
    m = at_phase(7, A={"counted": counted}).answer("release", grain=1, oil=3, tech=0)
    a, b = m.table.nations["A"], m.table.nations["B"]
    assert a.sent == {"grain": 1, "oil": 5, "tech": 0}
    assert a.produced == a.consumed == a.short == {"grain": 0, "oil": 2, "tech": 0}
    nothing = {"grain": 0, "oil": 0, "tech": 0}
    assert b.sent == b.produced == b.consumed == b.short == nothing
    fresh = at_phase(7).table.nations["A"]
    assert fresh.sent == fresh.produced == fresh.consumed == fresh.short == nothing
