"""Tests of refusals: each illegal choice has its own reason with a clause."""

from __future__ import annotations

import pytest

import classkit

from .tables import at_turn, refused

FAR = "h8 is 7 spaces from f3, but the roll is 3 (E2.1)."
ODD = "A move is exactly 3 spaces, and every path from f3 to f5 takes an even number (E2.1)."
START = "The piece is on f3, and a path may not return to its start (E2.2)."
HELD = "Every path of 3 spaces from a1 to a2 crosses b2, where another piece is (E2.3)."
EITHER = "crosses one of a2, b1, where another piece is (E2.3)."
OUT = "A move must end on the board: only pieces put out go outside (E3.3)."


@pytest.mark.parametrize(
    ("at", "others", "aim", "reason"),
    [
        ("f3", {}, "h8", FAR),
        ("f3", {}, "f5", ODD),
        ("f3", {}, "f3", START),
        ("f3", {}, "outside", OUT),
        ("f3", {}, "outside:a1", OUT),
        ("a1", {"B": "b2"}, "a2", HELD),
        ("a1", {"B": "a2", "C": "b1"}, "c2", None),
        ("f3", {}, "z9", "'z9'"),
    ],
)
def test_a_space_that_cannot_be_reached(at, others, aim, reason):
    """E2.1 to E2.3: by name, as a bare answer and as the field: distance, or a piece in the way."""
    m = at_turn([3], A={"at": at}, **{seat: {"at": space} for seat, space in others.items()})
    m.answer("roll")
    if reason is None:  # no way at all: the piece stays (E2.6)
        assert m.request.seat == "B"
        return
    refused(m, aim, reason)
    refused(m, "go", reason, space=aim)


def test_a_way_in_that_is_closed():
    """E2.3, E2.4: from outside likewise, by the corner that one was sent to or by any."""
    m = at_turn([3], A={"corner": "a1"}, B={"at": "b1"}, C={"at": "h8"}).answer("roll")
    refused(m, "c1", "from outside, by a1 to c1 crosses b1, where another piece is (E2.3).")
    refused(m, "h7", "h7 is 14 spaces from outside, by a1, but the roll is 3 (E2.1).")
    m = at_turn([3], C={"at": "h8"}).answer("roll")
    refused(m, "g8", "A move is exactly 3 spaces, and every path from outside to g8 takes an even")
    refused(m, "d4", "d4 is 7 spaces from outside, but the roll is 3 (E2.1).")


def test_two_pieces_in_the_way():
    """E2.3: each way is closed by another piece."""
    m = at_turn([2], A={"at": "a1"}, B={"at": "a2"}, C={"at": "h1"}).answer("roll")
    refused(m, "a3", "Every path of 2 spaces from a1 to a3 crosses a2, where another piece")
    m = at_turn([3], A={"at": "b2"}, B={"at": "b3"}, C={"at": "c2"}, D={"at": "a1"}).answer("roll")
    refused(m, "c4", "Every path of 3 spaces from b2 to c4 crosses one of b3, c2, where another")


def test_only_corners_wait():
    """E3.3: a piece is sent to a corner, and to nothing else."""
    m = at_turn([1], A={"at": "f4"}, C={"at": "f3"}).answer("roll").answer("f3")
    for space in ("d4", "outside:a1"):
        reason = f"{space} is not a corner: a piece that is put out re-enters at a1, a8, h1 or h8"
        refused(m, space, reason)
        refused(m, "send", reason, corner=space)


def test_placing():
    """E1.3, E1.4: a bare space or card says what is missing; others' cards and taken spaces why."""
    m = classkit.new("economy", seats=3, seed=1, options={"first_player": "seat_a"})
    mine, theirs = m.table.hands["A"][0], m.table.hands["B"][0]
    refused(m, "d4", "'d4' is the space of place; card is missing (E1.3).")
    refused(m, mine, f"{mine!r} is the card of place; space is missing (E1.3).")
    refused(m, theirs, f"{theirs} is not in the hand of A (E1.3).")
    refused(m, "place", f"{theirs} is not in the hand of A (E1.3).", card=theirs, space="d4")
    refused(m, "place", "Choose a space of the board (E1.3).", card=mine, space="outside")
    m.answer("place", card=mine, space="d4")
    refused(m, "d4", "d4 already has a card (E1.3).")
    refused(m, "place", "d4 already has a card (E1.3).", card=theirs, space="d4")
    refused(m, mine, f"{mine} is not in the hand of B (E1.3).")


def test_nothing_that_is_a_space():
    """Values that are not names are refused with a sentence too."""
    m = at_turn([3], A={"at": "f3"}).answer("roll")
    for odd in (None, 5, ["d4"], {"space": "d4"}, "x" * 5000):
        refused(m, odd, "(E2.5)")
        refused(m, "go", "(E2.5)", space=odd)
