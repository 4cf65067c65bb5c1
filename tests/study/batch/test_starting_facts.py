"""What each match of a study began with, as columns of its frame."""

from __future__ import annotations

import pytest

import classkit
from classkit import study
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.registry import find
from tests.toy import GAME as TOY

GAMES = ("poleconomy", "opoly", "economicon", "economy")


def played(name: str, seed: int, **settings: object) -> Match:
    bots = list(find(name).policies)
    match = classkit.new(name, seats=3, seed=seed, **settings)
    return match.play("end", {seat: bots[n % len(bots)] for n, seat in enumerate(match.seats)})


@pytest.mark.parametrize("name", ["poleconomy", "economy"])
def test_the_first_mover_takes_the_first_turn(name: str) -> None:
    """P2.7 and E1.1, as the first turn of the match told it."""
    movers = set()
    for seed in range(1, 9):
        match = played(name, seed)
        first = next(event for event in match.events if event.turn == 1 and event.seat)
        assert match.starting_facts()["first_mover"] == first.seat
        movers.add(first.seat)
    assert len(movers) > 1


def test_the_first_to_lead_is_the_first_mover_of_487_opoly() -> None:
    """Q0.2, also where a position begins at another turn."""
    assert played("opoly", 1).starting_facts()["first_mover"] == "A"
    for turn in (2, 3, 4):
        match = classkit.new("opoly", seats=3, seed=1, position={"turn": turn})
        lead = next(e for e in match.events if e.name == "turn_started").facts["lead"]
        assert match.starting_facts()["first_mover"] == lead == "ABCA"[turn - 1]


def test_basic_income_is_that_of_set_up_and_not_of_opportunity() -> None:
    """P2.3, whatever P9.4 changes afterwards."""
    changed = 0
    bots = {"A": "tycoon", "B": "random", "C": "saver"}
    for seed in range(10, 16):
        match = classkit.new("poleconomy", seats=3, seed=seed).play("end", bots)
        thrown = [event for event in match.events if event.name == "basic_income_set"]
        stated = {e.facts["seat"]: e.facts["amount"] for e in thrown if e.turn == 0}
        assert match.starting_facts()["basic_income"] == stated
        changed += len(thrown) > 3
    assert changed


@pytest.mark.parametrize("name", GAMES)
def test_facts_of_the_opening_are_those_of_the_first_row_of_history(name: str) -> None:
    match, same = played(name, 4), {
        "start_worth": {"poleconomy": "net_worth", "economicon": "worth"},
        "start_cash": {"opoly": "cash"},
        "start_properties": {"opoly": "properties"},
        "start_asset": {"opoly": "asset_score"},
        "start_gold": {"economicon": "treasury_gold"},
        "start_peg": {"economicon": "peg"},
        "start_number": {"poleconomy": "inflation_number"},
        "start_points": {"economy": "points"},
        "start_property": {"economy": "property_worth"},
    }  # fmt: skip
    facts = match.starting_facts()
    assert set(facts) == {fact.key for fact in match.game.starting_facts}
    compared = 0
    for key, metrics in same.items():
        if name in metrics:
            assert facts[key] == match.history[0][metrics[name]]
            compared += 1
    assert compared >= 2


@pytest.mark.parametrize("name", GAMES)
def test_they_are_the_same_from_everywhere_and_whatever_is_kept(name: str) -> None:
    match = played(name, 4)
    facts, step, digest = match.starting_facts(), match.step, match.digest()
    assert (match.step, match.digest()) == (step, digest)
    assert match.fork().starting_facts() == facts
    match.goto(turn=3)
    assert match.starting_facts() == facts
    lean = classkit.new(name, seats=3, seed=4, keep=Keep.nothing())
    bots = list(find(name).policies)
    lean.play("end", {seat: bots[n % len(bots)] for n, seat in enumerate(lean.seats)})
    assert lean.starting_facts() == facts


def test_there_are_none_while_a_match_is_set_up() -> None:
    match = classkit.new("opoly", seats=3, seed=4)
    assert match.turn == 0 and match.starting_facts() == {}
    assert match.play("turn", "random").starting_facts()["start_cash"]


def test_a_position_states_them() -> None:
    position = {"marker": 4, "mover": "B", "A.basic_income": 90_000, "A.squares": ["I07"]}
    facts = classkit.new("poleconomy", seats=2, seed=1, position=position).starting_facts()
    assert facts["basic_income"]["A"] == 90_000 and facts["first_mover"] == "B"
    assert facts["start_squares"] == {"A": 1, "B": 0} and facts["start_number"] == 5


def test_a_study_has_them_as_columns() -> None:
    runs = study.simulate("poleconomy", n=6, seats=3, progress=False)
    for row in runs.to_dict("records"):
        match = played("poleconomy", int(row["seed"]))
        facts = match.starting_facts()
        assert row["first_mover"] == facts["first_mover"]
        assert {s: row[f"basic_income.{s}"] for s in match.seats} == facts["basic_income"]
    stated = runs.attrs["columns"]["basic_income.B"]
    assert (stated["unit"], stated["window"], stated["clause"]) == ("$", "the opening", "P2.3")
    assert "Opportunity may change it later" in stated["about"]


def test_a_seats_row_has_its_own() -> None:
    runs = study.simulate("poleconomy", n=3, seats=3, by="seat", progress=False)
    for row in runs.to_dict("records"):
        facts = played("poleconomy", int(row["seed"])).starting_facts()
        assert row["basic_income"] == facts["basic_income"][row["seat"]]
        assert row["first_mover"] == facts["first_mover"]
    assert "basic_income.A" not in runs


def test_a_turns_row_has_them_too() -> None:
    runs = study.simulate(
        "poleconomy", n=2, seats=2, by="turn", metrics=["bank_cash"], progress=False
    )
    assert runs.groupby("match")["basic_income.A"].nunique().tolist() == [1, 1]
    assert runs.groupby("first_mover")["bank_cash"].count().sum() == len(runs)


def test_a_game_that_declares_none_has_no_such_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "starting_facts", ())
    assert classkit.new(TOY, seats=3, seed=1).play("end").starting_facts() == {}
