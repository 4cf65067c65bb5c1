"""Refusals and labels with names in place of letters and ids."""

import pytest

import classkit
from classkit.cli import main
from classkit.engine.errors import IllegalMove


def test_a_refusal_keeps_its_ids_and_has_a_note_with_names() -> None:
    """Moves are answered in ids, and a notebook shows the note below them."""
    match = classkit.new("poleconomy", seats=3, seed=3)
    for _ in range(300):
        moves = [move for one in match.requests() for move in one.moves if move.name == "C1"]
        if moves and "C1" in moves[0].barred:
            break
        match.play(until="decision")
    with pytest.raises(IllegalMove) as refused:
        match.answer("C1")
    assert str(refused.value) == "The beaver is already on C1 (P3.5)."
    named = "The beaver is already on The Canada Life Assurance Company (P3.5)."
    assert refused.value.named == named
    assert refused.value.__notes__ == [f"In names: {named}"]


def test_the_refusal_of_a_bot_names_its_seat() -> None:
    match = classkit.new("poleconomy", seats=3, seed=3)
    with pytest.raises(IllegalMove) as refused:
        match.play(bots={"B": lambda view, decision: "nonsense"})
    assert "answer of B (" in str(refused.value)
    assert "answer of Bruno (" in refused.value.named


def test_the_price_of_notes_is_called_by_the_name_of_their_nation(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = classkit.new("economicon", seats=3, seed=3).play(until="round")
    assert str(match.why("price_cur:A")).startswith("Price of Ada's notes: ")
    assert str(match.why("market_cur:B")).startswith("In the market: Bruno's notes: ")
    assert main(["play", "economicon", "--seats", "3", "--seed", "3", "--turns", "2"]) == 0
    printed = capsys.readouterr().out
    assert "Price of Chiara's notes" in printed and "nation C" not in printed
