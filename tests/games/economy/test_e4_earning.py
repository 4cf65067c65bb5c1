"""E4: part 2, where every landing on a location pays all owners in its sector."""

from __future__ import annotations

import pytest

import classkit

from .tables import WHERE, asked, at_turn, go, last, names, owned, points, told, with_facts


@pytest.mark.parametrize("slot", ["3", "2", "1a", "1b"])
def test_it_does_not_matter_which_card_is_landed_on(slot):
    """E4.1: the whole sector scores, whoever lands on whichever of its locations."""
    facts = owned(A="textile-3", B="textile-2 textile-1a", C="textile-1b", rest="D")
    space = WHERE[f"textile-{slot}"]
    grid = at_turn().table.edition.grid
    m = at_turn([1], mover="D", **with_facts(facts, D={"at": grid.neighbours[space][0]}))
    go(m, space)
    assert points(m) == [3, 3, 1, 0]
    assert names(m)[2:] == ["sector_scored"] + ["points_scored"] * 3
    assert last(m, "sector_scored").facts == {
        "space": space, "sector": "textile", "mover": "D", "total": 7, "part": 2,
    }  # fmt: skip


def test_owners_are_credited_in_order_of_the_seats():
    """E4.1, section 6: from A on, whoever the mover is."""
    facts = owned(D="motor-3", B="motor-2", A="motor-1a", C="motor-1b", rest="D")
    m = go(at_turn([1], mover="C", **with_facts(facts, C={"at": "f2"})), "f3")
    scored = told(m, "points_scored")
    assert [(f["payee"], f["amount"], f["total"]) for f in scored] == [
        ("points:A", 1, 1), ("points:B", 2, 2), ("points:C", 1, 1), ("points:D", 3, 3),
    ]  # fmt: skip
    assert {(f["payer"], f["space"], f["reason"]) for f in scored} == {("bank", "f3", "motor")}
    rows = [(r.source, r.target, r.amount) for r in m.transfers if r.unit == "points"]
    assert rows[-1] == ("bank", "points:D", 3)


def test_take_over_without_payment():
    """E4.2: the loser gets nothing for it, and scores no more with it."""
    facts = with_facts(owned(A="motor-2", rest="B"), C={"at": "f2"}, A={"points": 4})
    m = go(at_turn([1], mover="C", face_down=["f3"], **facts), "f3")
    assert m.ledger.holder("motor-2") == "player:C"
    assert points(m) == [4, 5, 2, 0]
    assert names(m)[2:4] == ["location_turned_up", "property_taken_over"]
    assert last(m, "location_turned_up").rule == "E4.2"
    assert m.table.take_overs == {"A": [0, 1], "B": [0, 0], "C": [1, 0], "D": [0, 0]}


def test_ones_own_is_safe_again():
    """E4.2: it counts as no take-over."""
    facts = with_facts(owned(A="motor-2", rest="B"), A={"at": "f2"})
    m = go(at_turn([1], face_down=["f3"], **facts), "f3")
    assert last(m, "property_secured").facts == {
        "seat": "A", "space": "f3", "card": "motor-2", "part": 2,
    }  # fmt: skip
    assert m.table.take_overs["A"] == [0, 0] and points(m) == [2, 5, 0, 0]


def test_piece_on_a_face_up_location():
    """E4.3: no points, no property moves, also where it is the mover's own."""
    facts = with_facts(owned(A="motor-2", rest="B"), A={"at": "f2"}, C={"at": "f3"})
    m = at_turn([1], **facts).answer("roll").answer("f3")
    assert asked(m) == ("A", "choose_corner")
    assert m.request.about == {"victim": "C", "space": "f3"}
    m.answer("h8")
    assert names(m)[2:] == ["piece_put_out", "location_turned_down"]
    assert last(m, "piece_put_out").rule == "E4.3"
    assert m.ledger.holder("motor-2") == "player:A" and points(m) == [0] * 4


def test_piece_on_a_face_down_location_of_ones_own():
    """E4.4: put out, turned up, kept, and the sector scores."""
    facts = with_facts(owned(A="motor-2", rest="B"), A={"at": "f2"}, C={"at": "f3"})
    m = go(at_turn([1], face_down=["f3"], **facts), "f3", "a1")
    assert last(m, "piece_put_out").rule == "E4.4"
    assert m.table.face_down == {} and points(m) == [2, 5, 0, 0]


def test_empty_spaces():
    """E4.5: a piece is put out, and nothing else; alone nothing happens."""
    facts = with_facts(owned(rest="D"), A={"at": "c1"}, B={"at": "c2"})
    m = go(at_turn([1], **facts), "c2", "a1")
    assert names(m)[2:] == ["piece_put_out"] and last(m, "piece_put_out").rule == "E4.5"
    m = go(at_turn([1], **with_facts(owned(rest="D"), A={"at": "c1"})), "c2")
    assert last(m, "nothing_happened").facts["why"] == "empty"
    assert last(m, "nothing_happened").rule == "E4.5"


def test_turning_down_changes_neither_ownership_nor_worth():
    """E4.6: while another location of the sector is landed on."""
    facts = with_facts(owned(A="motor-3", rest="B"), C={"at": "f2"})
    down = [WHERE["motor-3"], WHERE["motor-1a"], WHERE["motor-1b"]]
    m = go(at_turn([1], mover="C", face_down=down, **facts), "f3")
    assert points(m) == [3, 4, 0, 0] and list(m.table.face_down) == down


def test_a_property_changes_hands_again_and_again():
    """E4.7: taken over, turned down, taken over again; and no card is lost to the game."""
    facts = owned(A="motor-2", rest="C")
    facts = with_facts(
        facts, A={"at": "g3"}, B={"at": "f2"}, C={"at": "f4"}, D={"at": "e3"}
    )  # fmt: skip
    m = at_turn([1, 1, 1, 1], mover="B", face_down=["f3"], **facts)
    holders = []
    for corner in (None, "a1", "a8", "h8"):  # B takes it, C turns it down, D takes it, A again
        go(m, "f3", corner)
        holders.append(m.ledger.holder("motor-2"))
    assert holders == ["player:B", "player:B", "player:D", "player:D"]
    assert [f["to"] for f in told(m, "property_taken_over")] == ["player:B", "player:D"]
    assert list(m.table.face_down) == ["f3"]  # and may be taken over once more
    m = classkit.new("economy", seats=6, seed=3, options={"placement": "random"}).play(
        bots="raider"
    )
    assert all(m.ledger.holder(card).startswith("player:") for card in m.table.deck.ids)
