"""P20: confidence."""

from __future__ import annotations

from .tables import asked, everybody, in_country, last, moves, refused, told

FOUR = {"seats": 4, "votes": {"A": 9, "B": 8, "C": 7, "D": 6}}


def at_end_of_turn(luck=None, mover="D", **facts):
    """The mover sits at Canada Life and is asked whether his turn is done."""
    m = in_country(luck, mover=mover, **{**FOUR, "government": ["A", "B"], **facts})
    return m.answer("C1").answer("no")


def test_any_mover_but_the_pm_may_move_it():
    """P20.1: in end_turn; all but the PM are asked, the mover too."""
    m = at_end_of_turn()
    assert moves(m) == ["done", "propose_end", "no_confidence"]
    m.answer("no_confidence")
    assert [(d.seat, d.name) for d in m.requests()] == [
        (seat, "support_pm") for seat in ("B", "C", "D")
    ]
    assert [m.requests(s)[0].default.move for s in "BCD"] == ["yes", "no", "no"]
    assert m.requests("B")[0].about["needed"] == 16
    m = in_country(**FOUR, government=["A", "B"])
    m.answer("done").answer("C1").answer("no")
    refused(m, "no_confidence", "cannot call a vote of no confidence in themselves (P20.1)")


def test_one_motion_between_the_pms_turns():
    """P20.1: by anybody, from the start of one turn of the PM to the start of the next."""
    m = at_end_of_turn(mover="B")
    m.answer("no_confidence")
    everybody(m, B="yes")
    assert asked(m) == ("B", "end_turn") and moves(m) == ["done", "propose_end"]
    refused(m, "no_confidence", "since the Prime Minister's last turn (P20.1)")
    m.answer("done").answer("C1").answer("no")
    refused(m, "no_confidence", "(P20.1)")
    assert asked(m)[0] == "C"
    m.answer("done").answer("C1").answer("no").answer("done")
    m.answer("done").answer("C1").answer("no").answer("done")  # A's own turn
    m.answer("C2").answer("pass")
    assert asked(m) == ("B", "end_turn") and "no_confidence" in moves(m)


def test_none_in_a_turn_with_an_election():
    """P20.1: the new Government has just been chosen."""
    throws = [(4, 5), (6, 5), (1, 2), (1, 2), (1, 2)]
    m = in_country(throws, mover="D", **FOUR, government=["A", "B"], marker=13)
    m.answer("throw")
    for _ in range(4):
        m.answer("independent")
    assert asked(m) == ("D", "end_turn")
    refused(m, "no_confidence", "There has already been an election in this turn (P20.1)")


def test_none_by_option():
    """P20.1: no_confidence = false."""
    m = at_end_of_turn(options={"no_confidence": False})
    refused(m, "no_confidence", "no votes of no confidence at this table (P20.1)")


def test_exactly_half_is_not_enough():
    """P20.2, P20.3, P16.4: the supporters need more than half of all votes."""
    votes = {"A": 9, "B": 8, "C": 6, "D": 7}  # A and C hold 15 of 30
    m = at_end_of_turn(votes=votes, mover="D")
    m.answer("no_confidence")
    everybody(m, C="yes")
    assert last(m, "confidence_vote").facts["survived"] is False
    assert told(m, "election_started") == [{"cause": "no_confidence"}]


def test_the_government_is_now_the_pm_and_his_supporters():
    """P20.2: ministers against him lose posts and salaries; those who stay keep them."""
    m = at_end_of_turn(
        government=["A", "B", "C"], B={"post": "Finance", "salary": 90_000},
        C={"post": "Energy", "salary": 10_000},
    )  # fmt: skip
    m.answer("no_confidence")
    everybody(m, C="yes", D="yes")
    t = m.table
    assert t.government == ("A", "C", "D") and t.cabinet == {"C": "Energy"}
    assert t.salaries == {"A": 100_000, "C": 10_000}
    assert last(m, "cabinet_changed").facts == {"seat": "B", "position": None}
    assert last(m, "government_formed").facts == {"members": ["A", "C", "D"], "forced": False}
    assert last(m, "government_formed").rule == "P20.2"


def test_support_of_the_same_members_changes_nothing():
    """P20.2: no new Government is told where it is the old one."""
    m = at_end_of_turn()
    m.answer("no_confidence")
    everybody(m, B="yes")
    assert m.table.government == ("A", "B") and told(m, "government_formed") == []


def test_an_election_by_motion_ends_the_turn():
    """P20.3, P3.1, P3.9: the marker does not move and has no effect; the new PM moves next."""
    throws = [(1, 2), (1, 2), (6, 5), (1, 2)]
    m = at_end_of_turn(throws, mover="B", marker=3)
    m.answer("no_confidence")
    everybody(m)
    assert asked(m) == ("A", "choose_party") and m.table.marker == 3
    assert told(m, "marker_moved") == []
    for _ in range(4):
        m.answer("independent")
    assert asked(m) == ("C", "pm_action") and m.table.prime_minister == "C"
    assert m.table.motion_made is False
