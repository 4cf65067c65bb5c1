"""Facts of positions: their list, their wording, and an example that opens.

Positions accept the words of the rules. ``classkit games NAME --facts`` lists the facts with an
example.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.cli import main
from classkit.commands.position_facts import COMMON_FACTS, build_fact_lines
from classkit.engine.errors import PositionError
from classkit.engine.registry import find
from classkit.engine.schema import PositionSchema

GAMES = {"economicon": {}, "economy": {}, "opoly": {}, "poleconomy": {"game": 2}}


def kinds_of(game: str) -> tuple[Any, PositionSchema]:
    m = classkit.new(game, seats=3, seed=1, options=GAMES[game])
    kinds = m.game.fact_kinds(m.table)
    assert kinds is not None
    return m, kinds


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_is_told_in_words(game: str) -> None:
    m, kinds = kinds_of(game)
    lines = build_fact_lines(kinds, m.seats, m.table)
    names = [line.name.removeprefix("A.") for line in lines]
    assert len(names) == len(set(names)) and set(names) == set(kinds.meanings), (
        "neither more nor less"
    )
    for line in (*lines, *COMMON_FACTS):
        assert len(line.about) > 8 and len(line.about) <= 90, line
        assert line.values and "object at" not in line.values and len(line.values) < 300, line


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_cited_exists(game: str) -> None:
    m, kinds = kinds_of(game)
    for sentence in kinds.meanings.values():
        for clause in re.findall(r"\b[PQNE]\d+(?:\.\d+)?\b", sentence):
            assert m.rule(clause) if "." in clause else find(game).rulebook, clause


@pytest.mark.parametrize("game", GAMES)
def test_all_that_a_match_states_is_listed(game: str) -> None:
    m, kinds = kinds_of(game)
    m.play("end", bots="random")
    for turn in range(2, m.last_turn, max(1, m.last_turn // 6)):
        m.goto(turn=turn)
        listed = {*kinds.list_names(m.seats), *(line.name for line in COMMON_FACTS)}
        for name, value in m.position().items():
            stated = [f"{name}.{fact}" for fact in value] if name in m.seats else [name]
            assert set(stated) <= listed


@pytest.mark.parametrize("game", GAMES)
def test_the_example_is_shown_and_opens(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["games", game, "--facts"]) == 0
    told = capsys.readouterr().out
    _, _, rest = told.partition("For example, in a file monday.toml:")
    example, _, ways = rest.partition("and then ")
    file = tmp_path / "monday.toml"
    file.write_text(example)
    assert tomllib.loads(example), "an example is shown"
    m = classkit.new(game, seats=3, seed=5, position=file)
    assert m.position()
    command = re.search(r"classkit (play .*)", ways)
    assert command
    words = command[1].replace("monday.toml", str(file)).split()
    assert main([*words, "--turns", "1", "--seed", "5"]) == 0


def test_the_facts_of_game_2_are_listed_with_its_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "poleconomy", "--facts", "--set", "game=1"]) == 0
    assert "treasury" not in capsys.readouterr().out
    assert main(["games", "poleconomy", "--facts"]) == 0
    assert "treasury" in capsys.readouterr().out
    assert main(["games", "--facts"]) == 1
    assert "--facts needs a game's name" in capsys.readouterr().err


# --- in the words of the rules --------------------------------------------------------------------


def marker(position: dict[str, Any]) -> int:
    return int(classkit.new("poleconomy", seats=2, position=position).table.marker)


def test_the_inflation_number_may_be_stated_for_the_markers_position() -> None:
    """P4.2: the number at the marker's position is the Inflation Number."""
    index = classkit.new("poleconomy").edition.rules.index
    for number in range(1, 9):
        m = classkit.new("poleconomy", seats=2, position={"number": number})
        assert m.metrics()["inflation_number"] == number
        assert m.table.marker == index.numbers.index(number), "the first of them"
    assert marker({"number": 5, "word": "salary"}) == 10 and marker({"number": 5}) == 4
    assert marker({"word": "bonds"}) == index.kinds.index("bonds")
    assert marker({"number": 5, "marker": 10}) == 10


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"number": 9}, "number: must be one of 1, 2, 3, 4, 5, 6, 7, 8, not 9"),
        ({"number": 0}, "number: must be a whole number from 1 to 100, not 0"),
        ({"number": "five"}, "number: must be a whole number from 1 to 100, not 'five'"),
        ({"number": 5, "word": "election"}, "word: must be bonds or salary where the number is 5"),
        ({"word": "elections"}, "word: must be one of .*did you mean 'election'"),
        ({"number": 5, "marker": 3}, "marker: position 3 has the number 4 and the word taxation"),
        ({"number": [5]}, "number: must be a whole number"),
    ],
)
def test_a_number_that_is_nowhere_is_refused(position: dict[str, Any], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        marker(position)


def test_squares_are_called_by_their_names_too() -> None:
    position = {"A.squares": ["i.p. sharp associates", "I02"], "B.at": "The Royal Bank of Canada"}
    m = classkit.new("poleconomy", seats=2, position=position)
    assert m.ledger.holder("I07") == "A" and m.table.players["B"].at == "C0"
    with pytest.raises(PositionError, match=r"A.squares\[0\]: .*did you mean 'I.P. Sharp Assoc"):
        classkit.new("poleconomy", position={"A.squares": ["I.P. Sharp Asociates"]})
    twice = {"A.squares": ["I07"], "B.squares": ["I.P. Sharp Associates"]}
    with pytest.raises(PositionError, match=r"B.squares: I07 already belongs to A"):
        classkit.new("poleconomy", position=twice)


def test_spaces_are_called_by_their_names_and_numbers_too() -> None:
    for pawn in ("Boardwalk", "boardwalk", 39, "39"):
        assert classkit.new("opoly", position={"pawn": pawn}).position()["pawn"] == "boardwalk"
    m = classkit.new("opoly", position={"A.properties": ["Park Place", 1, "baltic_avenue"]})
    m2 = classkit.new("opoly", position={"A.cards": ["Bernanke Put", "greenspan_put"]})
    assert set(m2.table.hand("A")) == {"bernanke_put", "greenspan_put"}
    assert m.table.get_properties("A") == ["mediterranean_avenue", "baltic_avenue", "park_place"]
    for wrong in (40, "Chance", "Boardwlk", True, 2.5):
        with pytest.raises(PositionError, match=r"pawn: must be one of go"):
            classkit.new("opoly", position={"pawn": wrong})


def test_cards_are_called_by_their_names_too() -> None:
    position = {"phase": 7, "event": "Drought", "A.laws": ["Granary Act", ["Oil Act", 3]]}
    with pytest.raises(PositionError, match=r"A.laws\[1\]: must be one of L01"):
        classkit.new("economicon", position=position)
    position["A.laws"] = ["Granary Act", "L01"]
    m = classkit.new("economicon", position=position)
    assert m.table.event == "E01" and [law for law, _ in m.table.nations["A"].laws] == [
        "L02",
        "L01",
    ]
    m = classkit.new("economy", seats=3, position={"A.properties": ["Engine patent", "food-2"]})
    assert m.ledger.holder("motor-3") == m.ledger.holder("food-2") == "player:A"


# --- luck -----------------------------------------------------------------------------------------


def test_luck_of_a_position_leads_into_it_and_luck_of_a_match_is_all_of_it() -> None:
    """The difference has a reason, and both docstrings say it."""
    position = {"mover": "B", "prime_minister": "A", "then": ["throw"], "luck": [[3, 4]]}
    m = classkit.new("poleconomy", seats=2, seed=7, position=position)
    place = m.table.players["B"].at
    m.play(until="round")
    assert m.turn > 2, "seeded luck goes on"
    alone = {key: value for key, value in position.items() if key != "luck"}
    both = classkit.new("poleconomy", seats=2, position=alone, luck=[[3, 4]])
    assert both.table.players["B"].at == place == "I07"
    with pytest.raises(classkit.LuckError, match="the script has only 1 outcome, but"):
        both.play(until="end")
    one_then_the_other = classkit.new("poleconomy", seats=2, position=position, luck=[[1, 1]])
    assert one_then_the_other.table.players["B"].at == place
    with pytest.raises(PositionError, match=r'luck: must be a list of outcomes .* luck="by_hand"'):
        classkit.new("poleconomy", position={"luck": "by_hand"})
