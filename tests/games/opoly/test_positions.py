"""Tests of positions: facts stated and returned, and errors with reasons."""

from __future__ import annotations

import json

import pytest

import classkit
from classkit.engine.errors import PositionError

from .tables import BLUES, ORANGE, act, at_turn, do, on, skip_to

RICH = {
    "A": {"properties": [*BLUES, "short_line"], "mortgaged": ["short_line"], "cash": 900,
          "cards": ["flagship_property", "diversification_1"],
          "basis": {"boardwalk": "soul", "park_place": 275}},
    "B": {"properties": ORANGE[:2], "status": "bankrupt", "cash": 3},
    "C": {"properties": ORANGE[2:], "limit": 7, "cards": ["second_mover_advantage"]},
    "alliances": [{"group": "orange", "split": {"B": 40, "C": 60}, "building": "level",
                   "note": "until turn 30", "signed": 4, "ends": 13, "noticed_by": "C"}],
    "buildings": {"boardwalk": 5, "park_place": 4, "st_james_place": 1, "tennessee_avenue": 1},
    "flagships": {"flagship_property": "boardwalk"},
    "lines": {"diversification_1": "rail"},
    "copies": {"second_mover_advantage": "land_bank"},
    "on_table": ["fiscal_stimulus_2"], "removed": ["deregulation_1"], "under": ["tax_rebate"],
    "actors": ["A"], "no_building_until": 12, "doubles": 1, "turn": 12,
}  # fmt: skip


def test_a_position_is_given_back():
    """With contracts, buildings, choices, decks and cost bases."""
    m = on("free_parking", **RICH)
    given = json.loads(json.dumps(m.position()))
    other = classkit.new("opoly", seats=4, seed=1, position=given)
    assert repr(other.request) == repr(m.request)
    assert other.ledger.totals() == m.ledger.totals()
    assert other.ledger.titles == m.ledger.titles
    assert other.position() == given
    assert other.view(None).basis("boardwalk") == "soul"


def test_a_position_in_the_middle_of_a_turn():
    """The answers given since the turn began lead into it."""
    m = on("free_parking", A={"properties": BLUES})
    do(m, act("mortgage", space="boardwalk"))
    skip_to(m, "propose", "B")
    other = classkit.new("opoly", seats=4, seed=1, position=json.loads(json.dumps(m.position())))
    assert repr(other.request) == repr(m.request)
    assert other.view(None).mortgaged("boardwalk")


def test_luck_of_a_turn_that_was_changed():
    """The pawn elsewhere: the card that was drawn is refused, and without it chance goes on."""
    m = on("community_chest_internal", luck=["land_bank"])
    position = m.position()
    assert position["luck"][1:] == [["land_bank"]] and position["then"] == []
    changed = {**position, "pawn": "go"}
    with pytest.raises(PositionError, match=r"luck\[1\]: .* do not use \['land_bank'\]"):
        classkit.new("opoly", seats=4, seed=1, position=changed)
    kept = {**changed, "luck": changed["luck"][:1]}
    assert classkit.new("opoly", seats=4, seed=1, position=kept).play("round").turn > m.turn


def test_from_a_file(tmp_path):
    """As TOML."""
    path = tmp_path / "crisis.toml"
    path.write_text(
        'recession = "recession"\npayments = 2\nluck = [[1, 2], "tax_rebate", [4, 6]]\n'
        '[A]\nproperties = ["boardwalk"]\ncash = 5\n', encoding="utf-8",
    )  # fmt: skip
    m = classkit.new("opoly", seats=4, seed=1, position=str(path))
    assert m.view(None).status("A") == "bankrupt"


@pytest.mark.parametrize(
    ("facts", "fact", "reason"),
    [
        ({"pawn": "moon"}, "pawn", "one of"),
        ({"weather": 1}, "weather", "not a fact"),
        ({"A": {"colour": 1}}, "A.colour", "not a fact"),
        ({"A": {"properties": ["go"]}}, "A.properties[0]", "one of"),
        ({"A": {"properties": BLUES}, "B": {"properties": BLUES}}, "B.properties", "belongs to A"),
        ({"A": {"mortgaged": BLUES}}, "A.mortgaged", "not belong to A"),
        ({"A": {"cards": ["tax_rebate"]}}, "A.cards[0]", "one of"),
        ({"A": {"cards": ["land_bank"]}, "removed": ["land_bank"]}, "removed", "elsewhere"),
        ({"A": {"cash": 10**6}}, "A.cash", "Q5.7"),
        ({"A": {"cash": -1}}, "A.cash", "must be"),
        ({"buildings": {"boardwalk": 1}}, "buildings.boardwalk", "bank"),
        ({"buildings": {"short_line": 1}}, "buildings.short_line", "not a street"),
        ({"A": {"properties": BLUES[:1]}, "buildings": {"park_place": 1}}, "buildings", "Q6.15"),
        ({"A": {"properties": BLUES, "mortgaged": BLUES[:1]}, "buildings": {"boardwalk": 1}},
         "buildings", "Q6.3"),
        ({"alliances": [{"group": "dark_blue"}]}, "alliances", "Q7.1"),
        ({"alliances": [{"group": "mauve"}]}, "alliances[0].group", "one of brown"),
        ({"recession": "boom"}, "recession", "one of"),
        ({"recession": "recession", "pawn": "go"}, "pawn", "Q4.1"),
        ({"recession": "recession", "payments": 3}, "payments", "Q4.6"),
        ({"payments": 1}, "payments", "Q4.5"),
        ({"printed": 5}, "printed", "unlimited"),
        ({"flagships": {"flagship_property": "boardwalk"}}, "flagships", "not in a hand"),
        ({"A": {"properties": [*ORANGE, *BLUES, "short_line"]}}, "A.properties", "Q6.9"),
        ({"A": {"status": "disgraced"}}, "A.frozen", "missing"),
        ({"A": {"status": "destroyed", "properties": BLUES, "cash": 0}}, "A.status", "anything"),
        ({s: {"status": "bankrupt"} for s in "ABC"}, "status", "Q10.1"),
        ({"turn": 0}, "turn", "must be a whole number from 1"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(facts, fact, reason):
    """With the fact and the reason."""
    with pytest.raises(PositionError) as error:
        classkit.new("opoly", seats=4, seed=1, position=facts)
    assert error.value.fact == fact and reason in error.value.reason, str(error.value)


def test_unlimited_money_in_a_position():
    """Q5.6: printed money comes back too."""
    m = at_turn([(4, 6)], printed=100, options={"bank_limit": "unlimited"})
    assert m.ledger.totals()["dollars"] == 20680 and m.position()["printed"] == 100


def test_streets_and_assets_go_by_their_names_everywhere():
    """Buildings and cost bases take the words of the rules, as properties do."""
    stated = {
        "A": {"properties": ["Boardwalk", "Park Place"], "basis": {"Park Place": 90}},
        "buildings": {"Boardwalk": 2, "Park Place": 1},
        "building_costs": {"Boardwalk": [200, 300]},
    }
    facts = classkit.new("opoly", seats=3, seed=7, position=stated).position()
    assert facts["buildings"] == {"boardwalk": 2, "park_place": 1}
    assert facts["building_costs"]["boardwalk"] == [200, 300]
    assert facts["A"]["basis"]["park_place"] == 90


@pytest.mark.parametrize(
    ("buildings", "said"),
    [
        ({"Bordwalk": 1}, "buildings.Bordwalk: must be one of .*did you mean 'Boardwalk'"),
        ({"Boardwalk": 1, "boardwalk": 2}, "buildings.boardwalk: is listed twice"),
        ({"Go": 1}, "buildings.go: is not a street"),
    ],
)
def test_a_street_is_named_once_and_rightly(buildings, said):
    stated = {"A.properties": ["Boardwalk", "Park Place"], "buildings": buildings}
    with pytest.raises(PositionError, match=said):
        classkit.new("opoly", seats=3, position=stated)
