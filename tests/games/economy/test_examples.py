"""The worked examples 1 to 22 of the rules file, with their exact figures."""

from __future__ import annotations

import pytest

import classkit
from classkit.games.economy.presentation.metric_components import compute_herfindahl

from .tables import (
    WHERE,
    asked,
    at_turn,
    go,
    last,
    names,
    owned,
    points,
    reach,
    refused,
    told,
    with_facts,
)


def test_1_entering():
    """E2.4, E3.1: 12 spaces by three steps from any corner; A names a3 and takes food-3."""
    m = at_turn([3]).answer("roll")
    assert reach(m) == ["a3", "a6", "b2", "b7", "c1", "c8", "f1", "f8", "g2", "g7", "h3", "h6"]
    m.answer("a3")
    assert m.ledger.holder("food-3") == "player:A"
    assert m.ledger.holder("piece:A") == "space:a3"
    assert asked(m) == ("B", "roll")


def test_2_a_one():
    """E2.4, E3.2: the corners only, all of them empty here."""
    m = at_turn([1]).answer("roll")
    assert reach(m) == ["a1", "a8", "h1", "h8"]
    m.answer("h8")
    assert told(m, "property_taken") == []
    assert last(m, "nothing_happened").facts["why"] == "empty"


def test_3_two_steps():
    """E2.2: 8 spaces by two steps from d4, 22 by four, never d4 itself."""
    m = at_turn([2], A={"at": "d4"}).answer("roll")
    assert reach(m) == ["b4", "c3", "c5", "d2", "d6", "e3", "e5", "f4"]
    m = at_turn([4], A={"at": "d4"}).answer("roll")
    assert len(reach(m)) == 22 and "d4" not in reach(m)


def test_4_around_a_piece():
    """E2.3: a path may end on a piece, not pass it."""
    m = at_turn([2], A={"at": "a1"}, B={"at": "b2"}).answer("roll")
    assert reach(m) == ["a3", "b2", "c1"]
    m = at_turn([3], A={"at": "a1"}, B={"at": "b2"}).answer("roll")
    assert reach(m) == ["a4", "b3", "c2", "d1"]
    m = at_turn([3], A={"at": "a1"}).answer("roll")
    assert reach(m) == ["a2", "a4", "b1", "b3", "c2", "d1"]


@pytest.mark.parametrize("roll", [2, 3, 4, 5, 6])
def test_5_hemmed_in(roll):
    """E2.3, E2.6: a 1 puts one out; 2 or more is no path, and A stays."""
    around = {"A": {"at": "a1"}, "B": {"at": "a2"}, "C": {"at": "b1"}}
    m = at_turn([1], **around).answer("roll")
    assert reach(m) == ["a2", "b1"]
    m.answer("a2")
    assert asked(m) == ("A", "choose_corner")
    m = at_turn([roll], **around).answer("roll")
    assert asked(m) == ("B", "roll") and m.table.piece("A") == "a1"
    assert last(m, "no_move").facts == {"seat": "A", "value": roll, "part": 1}


def test_6_occupied_entry():
    """E2.3, E2.4, E2.6: with a 1 A lands on the piece; with a 2 it stays outside."""
    sent = {"A": {"corner": "a1"}, "B": {"at": "a1"}}
    m = at_turn([1], **sent).answer("roll")
    assert reach(m) == ["a1"]
    m.answer("a1").answer("h8")
    assert m.table.piece("A") == "a1" and m.table.get_piece_place("B") == "outside:h8"
    m = at_turn([2], **sent).answer("roll")
    assert asked(m) == ("B", "roll") and m.table.get_piece_place("A") == "outside:a1"


def test_7_one_closed_corner():
    """E2.3, E2.4: first entry with a 3 while a piece stands on h8."""
    m = at_turn([3], B={"at": "h8"}).answer("roll")
    assert reach(m) == ["a3", "a6", "b2", "b7", "c1", "c8", "f1", "g2", "h3"]


def test_8_putting_out_in_part_1():
    """E3.3, E3.4: A goes to the corner B names, a3 turns face-down, and stays so."""
    m = go(at_turn([3, 3, 2, 3]), "a3")
    go(m, "a3", "h1")
    assert m.table.get_piece_place("A") == "outside:h1"
    assert list(m.table.face_down) == ["a3"]
    assert m.ledger.holder("food-3") == "player:A" and m.table.properties("B") == []
    assert names(m) == ["die_rolled", "piece_moved", "piece_put_out", "location_turned_down"]
    m = at_turn([3], mover="C", A={"properties": ["food-3"], "corner": "h1"}, face_down=["a3"])
    go(m, "a3")
    assert list(m.table.face_down) == ["a3"]
    assert last(m, "nothing_happened").facts["why"] == "face_down_part1"


def test_9_own_location():
    """E3.3: the mover's own location turns face-down all the same."""
    m = at_turn([1], A={"at": "f4", "properties": ["motor-2"]}, C={"at": "f3"})
    go(m, "f3", "a8")
    assert list(m.table.face_down) == ["f3"] and m.ledger.holder("motor-2") == "player:A"


def test_10_change_of_parts():
    """E3.7: the landing that takes the last card scores nothing; part 2 begins with B."""
    facts = owned(rest="D")
    facts["D"]["properties"].remove("construction-2")
    m = at_turn([1], **with_facts(facts, A={"at": "h8"}))
    assert m.table.part == 1
    go(m, "h7")
    assert m.ledger.holder("construction-2") == "player:A"
    assert points(m) == [0, 0, 0, 0]
    assert m.table.part == 2 and asked(m) == ("B", "roll")
    facts = last(m, "part_started").facts
    assert facts == {"part": 2, "first_turn": 2, "reason": "all_taken"}


TEXTILE = {"A": "textile-3", "B": "textile-2 textile-1a", "C": "textile-1b"}


def test_11_the_rulebooks_case():
    """E4.1: D lands on e6; A +3, B +3, C +1, D 0, and the bank creates 7 points."""
    facts = with_facts(owned(**TEXTILE, rest="D"), D={"at": "e7"})
    m = go(at_turn([1], mover="D", **facts), "e6")
    assert points(m) == [3, 3, 1, 0]
    assert m.ledger.balance("bank", "points") == -7
    assert last(m, "sector_scored").facts["total"] == 7


HEALTH = {"A": "health-3 health-1a", "B": "health-2", "C": "health-1b"}


def test_12_take_over():
    """E4.2: health-3 goes from A to B, then B +5, A +1, C +1."""
    facts = with_facts(owned(**HEALTH), B={"at": "d2"})
    m = go(at_turn([1], mover="B", face_down=["d3"], **facts), "d3")
    assert m.ledger.holder("health-3") == "player:B" and m.table.face_down == {}
    assert points(m) == [1, 5, 1, 0]
    taken = last(m, "property_taken_over").facts
    assert (taken["from"], taken["to"], taken["card"]) == ("player:A", "player:B", "health-3")


def test_13_safe_again():
    """E4.2: the mover's own card stays, and the sector scores."""
    facts = with_facts(owned(**HEALTH), A={"at": "d2"})
    m = go(at_turn([1], face_down=["d3"], **facts), "d3")
    assert m.ledger.holder("health-3") == "player:A" and m.table.face_down == {}
    assert points(m) == [4, 2, 1, 0]
    assert told(m, "property_secured") and not told(m, "property_taken_over")


MOTOR = {"A": "motor-2 motor-3", "C": "motor-1a", "D": "motor-1b"}


def test_14_piece_on_a_face_up_location():
    """E4.3: C out, f3 face-down, nobody scores."""
    facts = with_facts(owned(**MOTOR, rest="B"), B={"at": "f2"}, C={"at": "f3"})
    m = go(at_turn([1, 6, 1], mover="B", **facts), "f3", "a1")
    assert m.table.get_piece_place("C") == "outside:a1"
    assert list(m.table.face_down) == ["f3"] and points(m) == [0, 0, 0, 0]
    assert told(m, "sector_scored") == []


def test_15_piece_on_a_face_down_location():
    """E4.4: B out, f3 up, motor-2 from A to D, then A +3, D +3, C +1."""
    facts = with_facts(owned(**MOTOR, rest="B"), B={"at": "f3"}, D={"at": "f2"})
    m = go(at_turn([1], mover="D", face_down=["f3"], **facts), "f3", "h8")
    assert m.table.get_piece_place("B") == "outside:h8" and m.table.face_down == {}
    assert m.ledger.holder("motor-2") == "player:D"
    assert points(m) == [3, 0, 1, 3]
    assert names(m) == [
        "die_rolled", "piece_moved", "piece_put_out", "location_turned_up",
        "property_taken_over", "sector_scored", "points_scored", "points_scored", "points_scored",
    ]  # fmt: skip


def test_16_face_down_still_pays():
    """E4.6: A gets 2 for the factory that lies face-down."""
    facts = with_facts(owned(A="electronics-2", rest="D"), B={"at": "d7"})
    m = go(at_turn([1], mover="B", face_down=["f8"], **facts), "d8")
    assert points(m) == [2, 0, 0, 5] and list(m.table.face_down) == ["f8"]


def test_17_both_shops():
    """E4.1: each Media scoring brings A 2."""
    facts = with_facts(owned(A="media-1a media-1b", rest="D"), B={"at": "c7"})
    m = go(at_turn([1, 1], mover="B", **facts), "c8")
    assert points(m) == [2, 0, 0, 5]


def test_18_winner_is_not_the_mover():
    """E5.1, E5.2: both have passed the target of 36, and A wins."""
    facts = owned(A="motor-3 motor-2 motor-1a", B="motor-1b", rest="C")
    facts = with_facts(
        facts, A={"points": 33}, B={"points": 35}, C={"points": 20, "at": "f2"}, D={"points": 8}
    )
    m = go(at_turn([1], mover="C", **facts), "f3")
    assert points(m) == [39, 36, 20, 8]
    assert m.is_over and m.winners == ("A",) and m.ending == "target"


@pytest.mark.parametrize(("tie_break", "winners"), [("property", ("B",)), ("shared", ("A", "B"))])
def test_19_tie(tie_break, winners):
    """E5.3: 37 each; worth 19 and 21; B wins, with `shared` both."""
    a = "motor-3 textile-3 food-3 energy-3 chemicals-3 electronics-2 construction-2"
    b = (
        "motor-2 motor-1a textile-2 textile-1a food-2 food-1a energy-2 energy-1a "
        "chemicals-2 chemicals-1a electronics-3 construction-3"
    )
    facts = with_facts(
        owned(A=a, B=b, rest="C"), A={"points": 34}, B={"points": 34}, C={"at": "f2"}
    )
    m = at_turn([1], mover="C", options={"tie_break": tie_break}, **facts)
    assert (m.table.worth("A"), m.table.worth("B")) == (19, 21)
    go(m, "f3")
    assert points(m, "AB") == [37, 37]
    assert m.is_over and m.winners == winners
    assert last(m, "game_ended").facts["tie_break"] == tie_break


def test_20_herfindahl():
    """Section 7: Textile of example 11 is 3877.6; one owner of all four 10,000."""
    m = at_turn(**owned(**TEXTILE, rest="D"))
    row = m.metrics()
    assert [round(row["sector_share"][seat]["textile"], 2) for seat in "ABCD"] == [
        42.86, 42.86, 14.29, 0,
    ]  # fmt: skip
    assert round(row["sector_hhi"]["textile"], 1) == 3877.6
    assert row["sector_hhi"]["motor"] == 10_000 == compute_herfindahl({"D": 7})


def test_21_dealing():
    """E1.2, E1.3: five players, B starts: B holds 8 cards, all others 7; the 36th is B's."""
    m = classkit.new("economy", seats=5, luck=start_with(5, "B"))
    assert asked(m) == ("B", "place_location")
    assert [m.view(seat).hand_size(seat) for seat in "BCDEA"] == [8, 7, 7, 7, 7]
    placed = []
    while m.table.part == 0:
        placed.append(m.request.seat)
        m.play(until="decision")
    assert placed == list("BCDEA") * 7 + ["B"]
    assert asked(m) == ("B", "roll")


def start_with(seats: int, first: str) -> list[object]:
    """Luck by which a seat starts, and cards are dealt in the order of the deck."""
    deck = list(classkit.new("economy", seats=3, seed=1).table.deck.ids)
    rolls = [[6] if seat == first else [2] for seat in "ABCDEF"[:seats]]
    few, more = divmod(len(deck), seats)
    hands, at = [], 0
    for place in range(seats):
        count = few + (place < more)
        hands.append(deck[at : at + count])
        at += count
    pile = [hand[turn] for turn in range(few + 1) for hand in hands if turn < len(hand)]
    return [*rolls, pile]


@pytest.mark.parametrize("spacing", ["orthogonal", "king"])
def test_22_spacing(spacing):
    """E1.4: motor-2 lies on f3: not f2, f4, e3 or g3; g4 unless the king bars it."""
    m = classkit.new("economy", seats=3, luck=start_with(3, "A"), options={"spacing": spacing})
    m.answer("place", card="motor-2", space="f3")
    m.goto(step=1)
    assert WHERE["motor-2"] == "f3" and m.table.cards == {"f3": "motor-2"}
    for _ in range(2):
        m.play(until="decision")
    lying = dict(m.table.cards)
    for space in ("f2", "f4", "e3", "g3", *(["g4"] if spacing == "king" else [])):
        if space not in lying:
            refused(m, "place", "(E1.4)", card="motor-1a", space=space)
    free = next(s for s in (["g4"] if spacing == "orthogonal" else ["h6", "h7"]) if s not in lying)
    m.answer("place", card="motor-1a", space=free)
    assert m.table.cards[free] == "motor-1a"
