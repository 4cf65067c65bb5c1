"""Editions: other boards and prices as TOML, and what is refused."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.engine.errors import EditionError, UnknownName
from classkit.engine.registry import loads
from classkit.games.poleconomy import GAME
from classkit.games.poleconomy.edition.edition_loader import EDITIONS

from .tables import asked, cash

CANADA = EDITIONS.read()


def changed(*path: Any, to: Any = None, drop: bool = False) -> dict[str, Any]:
    """The data of the Canadian edition with one value changed or dropped."""
    data = copy.deepcopy(dict(CANADA.data))
    place: Any = data
    for key in path[:-1]:
        place = place[key]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return data


def test_the_shipped_edition():
    """Section 2 of the rules file: counts, and the names that are fixed."""
    assert dict(GAME.editions()) == {"poleconomy-canada": "Poleconomy: the Game of Canada"}
    rules = CANADA.rules
    assert (len(rules.companies), len(rules.adverts)) == (20, 25)
    assert rules.squares["I07"].name == "I.P. Sharp Associates"
    assert rules.squares["I00"].start and rules.squares["I00"].number == 4
    assert [s.id for s in rules.squares.values() if s.savings] == ["I04", "I12", "I20", "I28"]
    assert [s.number for s in rules.squares.values() if s.opportunity] == [10, 10, 10]
    assert rules.squares["O00"].number == 20
    assert rules.bank.cash == 59_800_000
    assert rules.length.rounds == {2: 12, 3: 12, 4: 12, 5: 10, 6: 8}
    assert rules.index.kinds[0] == "election" and rules.index.numbers[0] == 1
    assert CANADA.built_in and classkit.editions("poleconomy")


def test_one_file_based_on_an_edition(tmp_path: Path):
    """Tables key by key: no Python is needed."""
    file = tmp_path / "australia.toml"
    file.write_text(
        """
        based_on = "poleconomy-canada"
        edition = { id = "australia", title = "The Game of Australia", notes = [] }
        bank = { cash = 40_000_000 }
        price = { company_per_point = 200_000 }
        length = { rounds = { 2 = 3, 3 = 3, 4 = 3, 5 = 3, 6 = 3 } }
        """
    )
    m = classkit.new("poleconomy", seats=2, seed=1, edition=str(file), options={"game": 1})
    assert m.edition.id == "australia" and not m.edition.built_in
    assert m.ledger.totals()["dollars"] == 40_000_000
    assert m.table.company_price == 200_000 and m.table.advert_price == 20_000
    m.play(bots="tycoon")
    assert m.turn == 6
    m = classkit.new(
        "poleconomy", seats=2, seed=1, edition=file, options={"game": 1, "bank_cash": 30_000_000}
    )
    assert m.ledger.totals()["dollars"] == 30_000_000
    m = classkit.new(
        "poleconomy", seats=2, seed=1, edition=file, options={"game": 1, "bank_cash": 59_800_000}
    )
    assert m.ledger.totals()["dollars"] == 59_800_000, "also the figure of the usual edition"
    earlier = classkit.new(
        "poleconomy", seats=2, seed=1, edition=file, options={"game": 1}
    ).to_record()
    earlier["rules"], earlier["options"]["bank_cash"] = "2", 59_800_000
    assert loads(json.dumps(earlier)).ledger.totals()["dollars"] == 40_000_000, "as it was meant"


def test_a_folder_of_files(tmp_path: Path):
    """Three files like the package's own, with another board and a longer index."""
    source = (
        Path(__file__).parents[3] / "classkit/games/poleconomy/edition/shipped/poleconomy-canada"
    )
    for file in source.iterdir():
        text = file.read_text()
        if file.name == "board.toml":
            text = text.replace("Loon Lake Lumber", "Kauri Timber")
            text = text.replace('salary"]  # house', 'salary", "bonds", "bonds"]')
            text = text.replace("4, 3, 2]  # house", "4, 3, 2, 9, 9]")
        (tmp_path / file.name).write_text(text.replace("poleconomy-canada", "aotearoa"))
    m = classkit.new(
        "poleconomy",
        seats=3,
        seed=2,
        edition=tmp_path,
        position={"marker": 15},
        options={"game": 1},
    )
    assert m.edition.id == "aotearoa" and m.edition.rules.squares["I02"].name == "Kauri Timber"
    assert m.table.number == 9
    m.play(bots="politician")
    assert m.is_over and len(GAME.board(m.table).spaces) == 32 + 44 + 4 + 16


def test_record_carries_its_edition(tmp_path: Path):
    """An edition of one's own is in the record; opening it needs no file."""
    data = {"based_on": "poleconomy-canada", "price": {"advert_per_point": 50_000}}
    m = classkit.new("poleconomy", seats=2, seed=5, edition=data, options={"game": 1})
    m.play(until="round", bots="passive")
    m.save(tmp_path / "match.classkit.json")
    again = classkit.load(tmp_path / "match.classkit.json")
    assert again.digest() == m.digest() and again.table.advert_price == 50_000 * again.table.number


def test_players_of_an_edition():
    """P2.1: an edition may be for fewer players."""
    data = changed("edition", "players_max", to=3)
    assert asked(classkit.new("poleconomy", seats=3, seed=1, edition=data, options={"game": 1}))
    with pytest.raises(ValueError, match="for 2 to 3 players, not 4"):
        classkit.new("poleconomy", seats=4, edition=data, options={"game": 1})


def test_capital_that_the_bank_cannot_pay():
    """P1.1, P2.4: refused before the match begins."""
    data = changed("start", "capital", to=40_000_000)
    with pytest.raises(ValueError, match="must be at least 80,980,000 for 2 players"):
        classkit.new("poleconomy", seats=2, edition=data, options={"game": 1})


@pytest.mark.parametrize(
    ("option", "value"), [("bank_cash", 50_010_000), ("second_takeover_fee", 30_000)]
)
def test_options_in_the_unit_of_the_edition(option: str, value: int):
    """P1.1, P12.3: where money comes in 20,000s, so do the Bank's cash and a fee."""
    data = in_units_of_20_000(copy.deepcopy(dict(CANADA.data)))
    data["edition"]["notes"] = []
    assert classkit.new(
        "poleconomy", seats=2, edition=data, options={"game": 1, "bank_cash": 50_000_000}
    )
    with pytest.raises(ValueError, match=rf"option {option}: must be a multiple of 20,000"):
        classkit.new("poleconomy", seats=2, edition=data, options={"game": 1, option: value})


def in_units_of_20_000(data: Any) -> Any:
    """Edition data with every amount of money doubled."""
    if isinstance(data, dict):
        return {key: in_units_of_20_000(value) for key, value in data.items()}
    if isinstance(data, list):
        return [in_units_of_20_000(value) for value in data]
    return data * 2 if type(data) is int and data >= 10_000 else data


@pytest.mark.parametrize("bot", ["saver", "tycoon", "politician"])
def test_bots_where_every_income_square_is_an_opportunity(bot: str):
    """P9.2: such a square is no target, so that none is left to go to for income."""
    data = copy.deepcopy(dict(CANADA.data))
    for square in (*data["inner"], *data["outer"]):
        if square["kind"] == "income":
            square["opportunity"] = True
    position = {"prime_minister": "B", "mover": "A", "A.at": "I01", "luck": [(1, 2)]}
    m = classkit.new(
        "poleconomy", seats=2, seed=1, edition=data, position=position, options={"game": 1}
    )
    m.answer("throw")
    assert asked(m) == ("A", "opportunity")
    m.play(until="decision", bots=bot)
    assert asked(m) == ("A", "end_turn")


def test_other_functions_of_corners():
    """A corner has the function the edition gives it."""
    corners = copy.deepcopy(CANADA.data["corners"])
    corners[0]["function"], corners[1]["function"] = "life", "savings_and_bonds"
    m = classkit.new(
        "poleconomy", seats=2, seed=1,
        edition={"based_on": "poleconomy-canada", "corners": corners},
        position={"mover": "A", "prime_minister": "B"}, options={"game": 1},
    )  # fmt: skip
    m.answer("C0")
    assert asked(m) == ("A", "buy_life")
    assert classkit.new(
        "poleconomy", seats=2, seed=1, edition=m.edition.data, options={"game": 1}
    ).play(bots="saver")
    assert cash(m, "bank") > 0


WRONG: list[tuple[dict[str, Any], str, str, str]] = [
    (changed("corners", 2, drop=True), "edition", "corners", "must have 4 Corner Squares, not 3"),
    (changed("corners", drop=True), "", "corners", "this list is missing"),
    (
        changed("corners", 0, "function", to="life"),
        "edition",
        "corners[1].function",
        "already the function",
    ),
    (changed("corners", 0, "inner", to="I01"), "edition", "corners[0].inner", "must be one of I00"),
    (changed("corners", 1, "id", to="C0"), "edition", "corners[1].id", "must be one of C1"),
    (
        changed("price", "bond", to=-10_000),
        "edition",
        "price.bond",
        "must be a whole number from 10,000 to",
    ),
    (
        changed("price", "bond", to=0),
        "edition",
        "price.bond",
        "must be a whole number from 10,000 to",
    ),
    (changed("price", "life", to=15_000), "edition", "price.life", "steps of 10,000"),
    (changed("price", "bond", to="100"), "edition", "price.bond", "must be a whole number"),
    (changed("price", "bond", drop=True), "edition", "price.bond", "is missing"),
    (changed("price", "bnod", to=1), "edition", "price.bnod", "did you mean 'bond'?"),
    (changed("price", drop=True), "edition", "price", "this table is missing"),
    (changed("prices", to={}), "edition", "prices", "did you mean 'price'?"),
    (changed("weather", to={}), "edition", "weather", "is not a known key"),
    (changed("inner", 31, drop=True), "edition", "inner", "must have 32 squares, not 31"),
    (changed("inner", to=5), "edition", "inner", "must be a list of tables"),
    (changed("inner", 3, "id", to="I04"), "edition", "inner[3].id", "must be one of I03"),
    (changed("inner", 3, "kind", to="prison"), "edition", "inner[3].kind", "must be one of income"),
    (
        changed("inner", 3, "number", to=7),
        "edition",
        "inner[3].number",
        "must be a whole number from 1 to 6",
    ),
    (changed("inner", 3, "name", to="x"), "edition", "inner[3].name", "is not a known key"),
    (
        changed("inner", 2, "name", to="x" * 61),
        "edition",
        "inner[2].name",
        "at most 60 characters long",
    ),
    (changed("inner", 2, "name", to="a\u202eb"), "edition", "inner[2].name", "control characters"),
    (
        changed("inner", 2, "name", to="Loonwing Tea"),
        "edition",
        "inner[2].name",
        "already the name of I01",
    ),
    (
        changed("inner", 0, "start", to=False),
        "edition",
        "inner and outer",
        "must have one Start, not 0",
    ),
    (
        changed("inner", 8, "start", to=True),
        "edition",
        "inner and outer",
        "must have one Start, not 2",
    ),
    (
        changed("inner", 4, to={"id": "I04", "kind": "inflation", "number": 2}),
        "edition",
        "inner",
        "must have 8 income squares, not 7",
    ),
    (
        changed("inner", 1, to={"id": "I01", "kind": "inflation", "number": 2}),
        "edition",
        "inner",
        "must have 6 inflation squares, not 7",
    ),
    (
        changed("inner", 1, to={"id": "I01", "kind": "company", "name": "x", "sector": "y"}),
        "edition",
        "inner and outer",
        "must have 20 squares of kind company together, not 21",
    ),
    (changed("inner", 9, "number", to=2), "edition", "inner", "no inflation square with number 1"),
    (
        changed("supply", "adverts", to=24),
        "edition",
        "supply.adverts",
        "must be 25, the number on the board, not 24",
    ),
    (
        changed("edition", "notes", 0, "count", to=21),
        "edition",
        "edition.notes",
        "add up to 59,810,000",
    ),
    (
        changed("edition", "players_min", to=1),
        "edition",
        "edition.players_min",
        "must be a whole number from 2 to 6",
    ),
    (changed("length", "rounds", "3", drop=True), "edition", "length.rounds.3", "is missing"),
    (
        changed("index", "numbers", to=[1, 2]),
        "edition",
        "index.numbers",
        "must have 4 to 40 positions",
    ),
    (
        changed("index", "numbers", 3, to=0),
        "edition",
        "index.numbers[3]",
        "must be a whole number from 1 to 20",
    ),
    (
        changed("index", "kinds", 3, to="holiday"),
        "edition",
        "index.kinds[3]",
        "must be one of election",
    ),
    (changed("index", "kinds", 13, drop=True), "edition", "index.kinds", "must have 14 entries"),
    (
        changed("index", "colours", "bonds", to="mauve"),
        "edition",
        "index.colours.bonds",
        "must be one of",
    ),
    (
        changed("index", "start_position", to=14),
        "edition",
        "index.start_position",
        "must be a whole number from 0 to 13",
    ),
    (changed("parties", to=["Maple"]), "edition", "parties", "must list at least 6"),
    (changed("cabinet", to=["a", "a"]), "edition", "cabinet[1]", "is listed twice"),
    (changed("purposes", to="all"), "edition", "purposes", "must be a list"),
    (changed("default_law", to=3), "edition", "default_law", "must be a table"),
    (changed("example_law", to={}), "edition", "example_law", "must be a list of tables"),
    (
        {"based_on": "poleconomy-mars"},
        "edition",
        "based_on",
        "there is no edition 'poleconomy-mars'",
    ),
]


@pytest.mark.parametrize(("data", "file", "key", "reason"), WRONG)
def test_refused_with_file_key_and_reason(data, file, key, reason):
    """Whatever cannot be played."""
    with pytest.raises(EditionError) as error:
        EDITIONS.read(data)
    assert error.value.key == key and reason in error.value.reason, str(error.value)
    if file:
        assert error.value.file == file


def test_kinds_of_the_index():
    """Every kind occurs, and none is rarer than Election."""
    kinds = CANADA.data["index"]["kinds"]
    without = ["salary" if kind == "bonds" else kind for kind in kinds]
    many = ["election" if kind == "bonds" else kind for kind in kinds]
    many[1] = "bonds"
    for listed, reason in (
        (without, "must include bonds"),
        (many, "at least as often as election"),
    ):
        with pytest.raises(EditionError, match=reason):
            EDITIONS.read(changed("index", "kinds", to=listed))


def test_corner_of_a_circuit_must_be_income():
    """The square beside a Corner Square."""
    data = changed("inner", 8, to={"id": "I08", "kind": "inflation", "number": 1})
    data["inner"][9] = {"id": "I09", "kind": "income", "number": 6}
    with pytest.raises(EditionError, match=r"inner\[8\].kind: must be income"):
        EDITIONS.read(data)


def test_files_that_cannot_be_read(tmp_path: Path):
    """The file is named."""
    with pytest.raises(UnknownName, match="poleconomy-canada"):
        EDITIONS.read("poleconomy-mars")
    (tmp_path / "broken.toml").write_text("price = [")
    with pytest.raises(EditionError, match=r"broken\.toml"):
        EDITIONS.read(tmp_path / "broken.toml")
    (tmp_path / "large.toml").write_text("# " + "x" * 2_000_000)
    with pytest.raises(EditionError, match=r"large\.toml"):
        EDITIONS.read(tmp_path / "large.toml")


@pytest.mark.parametrize(
    ("data", "key", "reason"),
    [
        (changed("parties", 0, to="B"), "parties", "B cannot name a party"),
        (changed("parties", 0, to="x" * 41), "parties[0]", "at most 40 characters long"),
        (changed("purposes", to=[]), "purposes", "must have 1 to 100 names"),
        (changed("condition", "fields", to=["seat"]), "condition.fields[0]", "one of basic_income"),
        (changed("condition", "fields", to=[]), "condition.fields", "must have 1 to 8 figures"),
        (
            changed("condition", "brackets_max", to=0),
            "condition.brackets_max",
            "must be a whole number from 1 to 20",
        ),
        (changed("limits", "flat", to=5), "limits.flat", "steps of 10,000"),
        (changed("limits", "flta", to=0), "limits.flta", "did you mean 'flat'?"),
        (changed("limits", "flat", drop=True), "limits.flat", "is missing"),
        (
            changed("default_law", "bracket", to=[]),
            "default_law.bracket",
            "must have 1 to 7 entries",
        ),
        (changed("default_law", "name", drop=True), "default_law.name", "is missing"),
        (
            changed("example_law", 0, "bracket", 0, "when", 0, "field", to="seat"),
            "example_law[0].bracket[0].when[0].field",
            "not 'seat': a law can use only these",
        ),
        (
            changed("example_law", 1, "name", to="1 Low incomes pay nothing"),
            "example_law[1].name",
            "is already the name of another law",
        ),
        (
            changed("example_law", 4, "relief", "life_deduction", to=5),
            "example_law[4].relief.life_deduction",
            "in steps of $10,000, not $5",
        ),
        (
            changed("example_subsidy", 0, "purpose", to="fun"),
            "example_subsidy[0].purpose",
            ", not 'fun'",
        ),
        (
            changed("salary", "total_max", to=50_000),
            "salary.total_max",
            "at least pm_min, 100,000",
        ),
        (changed("treasury", "bonds", to=-1), "treasury.bonds", "must be a whole number from 0 to"),
        (changed("treasury", "redeem_from_bank", to=0), "treasury.redeem_from_bank", "10,000 to"),
    ],
)
def test_politics_is_judged(data, key, reason):
    """What Game 2 could not be played with is refused when the edition is read (P19.2, P19.3)."""
    with pytest.raises(EditionError) as error:
        EDITIONS.read(data)
    assert error.value.key == key and reason in error.value.reason, str(error.value)
