"""E3: part 1, its landings, putting out, and how it ends."""

from __future__ import annotations

import pytest

from .tables import DEMO, asked, at_turn, go, last, names, owned, points, refused, told, with_facts


def test_taking():
    """E3.1: the property card that lies there goes to the player."""
    m = go(at_turn([3]), "a3")
    assert last(m, "property_taken").facts == {
        "card": "food-3", "from": "space:a3", "to": "player:A", "part": 1,
    }  # fmt: skip
    assert names(m) == ["die_rolled", "piece_moved", "property_taken"]
    assert m.ledger.holder("food-3") == "player:A"


@pytest.mark.parametrize(("space", "why"), [("a3", "owned"), ("c1", "empty")])
@pytest.mark.parametrize("owner", ["A", "B"])
def test_nothing_to_take(space, why, owner):
    """E3.2: owned by anyone, or an empty space: nothing happens."""
    m = go(at_turn([3], **{owner: {"properties": ["food-3"]}}), space)
    assert last(m, "nothing_happened").facts == {
        "seat": "A", "space": space, "why": why, "part": 1,
    }  # fmt: skip
    assert m.ledger.holder("food-3") == f"player:{owner}" and m.table.face_down == {}


def test_putting_out_on_an_empty_space():
    """E3.3: nothing is turned where no location lies."""
    m = go(at_turn([1], A={"at": "c1"}, B={"at": "c2"}), "c2", "a8")
    assert m.table.get_piece_place("B") == "outside:a8" and m.table.face_down == {}
    assert names(m) == ["die_rolled", "piece_moved", "piece_put_out"]
    assert last(m, "piece_put_out").facts == {
        "seat": "B", "by": "A", "from": "c2", "to": "a8", "part": 1,
    }  # fmt: skip


def test_any_corner_may_be_chosen():
    """E3.3: occupied corners, and corners already waited at, are allowed; nothing else is."""
    around = {"B": {"at": "c2"}, "C": {"at": "a1"}, "D": {"corner": "h8"}}
    for corner in ("a1", "a8", "h1", "h8"):
        m = at_turn([1], A={"at": "c1"}, **around).answer("roll").answer("c2")
        assert asked(m) == ("A", "choose_corner") and m.request.rule == "E3.3"
        assert m.request.default.fields == {"corner": "a1"}
        refused(m, "send", "c2 is not a corner", corner="c2")
        m.answer(corner)
        assert m.table.get_piece_place("B") == f"outside:{corner}"


def test_face_down_stays_face_down():
    """E3.4: alone, or putting a piece out; the property does not change hands."""
    m = at_turn([1, 1], A={"at": "a2"}, B={"properties": ["food-3"]}, face_down=["a3"])
    go(m, "a3")
    assert last(m, "nothing_happened").facts["why"] == "face_down_part1"
    m = at_turn([1], A={"at": "a2"}, C={"at": "a3"}, B={"properties": ["food-3"]}, face_down=["a3"])
    go(m, "a3", "a1")
    assert list(m.table.face_down) == ["a3"] and m.ledger.holder("food-3") == "player:B"
    assert names(m) == ["die_rolled", "piece_moved", "piece_put_out"]


@pytest.mark.parametrize("seed", range(5))
def test_face_down_cards_are_owned(seed):
    """E3.5: whatever is played, no turning over locks a free card away."""
    m = at_turn(seats=6)
    for _ in range(400):
        if m.is_over or m.table.part == 2:
            break
        m.play(until="decision", bots="random")
        for space in m.table.face_down:
            assert m.table.holder(DEMO[space]) is not None
    assert told(m, "location_turned_down")


def test_a_free_card_on_a_face_down_location():
    """E3.6: of an edited position: the first to land there takes it, and it stays face-down."""
    m = go(at_turn([1], A={"at": "a2"}, face_down=["a3"]), "a3")
    assert m.ledger.holder("food-3") == "player:A" and list(m.table.face_down) == ["a3"]
    assert last(m, "property_taken").rule == "E3.6"


def test_a_free_card_under_a_piece():
    """E3.6: after putting out and turning over."""
    m = go(at_turn([1], A={"at": "a2"}, B={"at": "a3"}), "a3", "h1")
    assert names(m) == [
        "die_rolled", "piece_moved", "piece_put_out", "location_turned_down", "property_taken",
    ]  # fmt: skip
    assert m.ledger.holder("food-3") == "player:A" and list(m.table.face_down) == ["a3"]


def test_the_end_of_part_1_changes_nothing_else():
    """E3.7: pieces, corners and face-down cards stay as they are."""
    facts = owned(rest="D")
    facts["D"]["properties"].remove("construction-2")
    facts = with_facts(facts, A={"at": "h8"}, B={"corner": "a8"}, C={"at": "e1"})
    m = go(at_turn([1], face_down=["f3"], **facts), "h7")
    t = m.table
    assert (t.part, t.piece("C"), t.get_piece_place("B")) == (2, "e1", "outside:a8")
    assert list(t.face_down) == ["f3"] and points(m) == [0] * 4


def test_the_last_card_may_be_taken_in_an_edited_position():
    """E3.7: with no card free at the start of a turn of part 1, the turn after it is of part 2."""
    m = go(at_turn([1], part=1, **owned(rest="D")), "a1")
    assert m.table.part == 2 and last(m, "part_started").rule == "E3.7"


def test_limit_of_part_1():
    """E3.8: after that many turns part 2 starts anyway; the free cards stay on their spaces."""
    m = at_turn([1, 1, 1, 1], seats=3, options={"part1_turn_limit": 2})
    go(m, "a1")
    assert m.table.part == 1
    go(m, "a8")
    assert m.table.part == 2 and m.metrics()["cards_free"] == 36
    assert last(m, "part_started").facts == {"part": 2, "first_turn": 3, "reason": "turn_limit"}
    assert last(m, "part_started").rule == "E3.8"


def test_all_taken_before_the_limit():
    """E3.8: the limit changes nothing then."""
    facts = owned(rest="D")
    facts["D"]["properties"].remove("construction-2")
    m = at_turn([1], options={"part1_turn_limit": 1}, **with_facts(facts, A={"at": "h8"}))
    go(m, "h7")
    assert last(m, "part_started").facts["reason"] == "all_taken"


def test_a_free_card_in_part_2():
    """E3.8: taken before the scoring; free cards score for nobody."""
    m = go(at_turn([1], part=2, A={"at": "e5"}, B={"properties": ["textile-2"]}), "e6")
    assert m.ledger.holder("textile-1b") == "player:A"
    assert points(m) == [1, 2, 0, 0]
    assert names(m) == [
        "die_rolled", "piece_moved", "property_taken", "sector_scored", "points_scored",
        "points_scored",
    ]  # fmt: skip
    assert last(m, "property_taken").rule == "E3.8"


def test_a_free_card_on_a_face_down_location_in_part_2():
    """E3.8: in place of the take-over, after turning up."""
    m = go(at_turn([1], part=2, A={"at": "e5"}, face_down=["e6"]), "e6")
    assert m.ledger.holder("textile-1b") == "player:A" and points(m) == [1, 0, 0, 0]
    assert names(m) == [
        "die_rolled", "piece_moved", "location_turned_up", "property_taken", "sector_scored",
        "points_scored",
    ]  # fmt: skip


def test_a_free_card_under_a_piece_in_part_2():
    """E3.8, E4.3: put out, turn down, take; nobody scores."""
    m = go(at_turn([1], part=2, A={"at": "e5"}, B={"at": "e6"}), "e6", "a1")
    assert m.ledger.holder("textile-1b") == "player:A" and points(m) == [0] * 4
    assert list(m.table.face_down) == ["e6"]
    assert names(m) == [
        "die_rolled", "piece_moved", "piece_put_out", "location_turned_down", "property_taken",
    ]  # fmt: skip
