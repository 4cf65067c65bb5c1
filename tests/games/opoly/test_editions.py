"""Tests of editions: custom boards and decks, and errors with file, key and reason."""

from __future__ import annotations

import copy
import tomllib

import pytest

import classkit
from classkit.engine.errors import EditionError
from classkit.games.opoly.edition.edition_loader import EDITIONS

from .tables import on, payments

FOLDER = EDITIONS.shipped["classic_us"]


def data():
    """Return a mutable copy of the data of the shipped edition."""
    found = {}
    for file in sorted(FOLDER.glob("*.toml")):
        found |= tomllib.loads(file.read_text(encoding="utf-8"))
    return copy.deepcopy(found)


def row(found, deck, card):
    """Return the row of a card."""
    return next(entry for entry in found[deck]["cards"] if entry["id"] == card)


def test_the_edition_shipped():
    """Q1: 40 spaces, 28 deeds, 28 external and 20 internal cards."""
    rules = EDITIONS.read().rules
    assert len(rules.board) == 40 and len(rules.properties) == 28
    assert len(rules.external) == 28 and len(rules.internal) == 20
    assert all(lot.mortgage == lot.price // 2 for lot in rules.board)


def test_a_deck_edited_by_an_instructor():
    """Counts, amounts, and a new card made of known effects work as TOML."""
    found = data()
    row(found, "external", "tax_rebate")["amount"] = 75
    row(found, "external", "recession")["count"] = 0
    found["external"]["cards"].append({
        "id": "carbon_price", "name": "Carbon Price", "count": 2, "effect": "charge_property",
        "amount": 7, "after": "removed",
    })  # fmt: skip
    m = on("chance_external", (3, 4), luck=["tax_rebate"], edition=found)
    assert payments(m, "card_grant")[0][2] == 75
    m = on("chance_external", (3, 4), luck=["carbon_price_2"], A={"properties": ["boardwalk"]},
           edition=found)  # fmt: skip
    assert payments(m) == [("A", "bank", 7, "card_charge")]
    assert m.ledger.holder("carbon_price_2") == "removed"
    assert m.say().space("carbon_price_2") == "Carbon Price"


def test_a_folder_and_a_file_based_on_an_edition(tmp_path):
    """An edition reads the same from a folder of TOML files and from one file based on another."""
    for file in FOLDER.glob("*.toml"):
        (tmp_path / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    assert EDITIONS.read(str(tmp_path)).rules.properties == EDITIONS.read().rules.properties
    own = tmp_path / "mine.toml"
    own.write_text('based_on = "classic_us"\n[edition]\ngo_pay = 300\n', encoding="utf-8")
    m = classkit.new("opoly", seats=3, seed=1, edition=str(own), position={
        "pawn": "boardwalk", "luck": [(4, 6)]})  # fmt: skip
    assert payments(m, "go")[0][2] == 300
    again = classkit.load(m.save(tmp_path / "match.classkit.json"))
    assert again.digest() == m.digest()


def spoil(change):
    """Assert that a changed edition raises an error, and return it."""
    found = data()
    change(found)
    with pytest.raises(EditionError) as error:
        EDITIONS.read(found)
    return str(error.value)


def drop(table, key):
    table.pop(key)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: row(d, "external", "tax_rebate").update(effect="grant_eech"),
         ["external.cards[15].effect", "grant_eech", "did you mean 'grant_each'"]),
        (lambda d: drop(row(d, "external", "tax_rebate"), "after"),
         ["external.cards[15].after", "state where the card goes"]),
        (lambda d: row(d, "internal", "land_bank").update(after="bottom"),
         ["internal.cards[8].after", "stays in the hand"]),
        (lambda d: row(d, "internal", "bernanke_put").pop("after"),
         ["internal.cards[1].after", "is missing"]),
        (lambda d: drop(d["board"]["spaces"][1], "rent"),
         ["board.spaces[1].rent", "is missing"]),
        (lambda d: d["board"]["spaces"][1].update(rent=[2, 10]),
         ["board.spaces[1].rent", "6 amounts", "not 2"]),
        (lambda d: drop(d["group_house_cost"], "green"),
         ["board.spaces[31].group", "not 'green'", "group_house_cost"]),
        (lambda d: d["board"]["spaces"][1].update(group="brwon"),
         ["board.spaces[1].group", "group_house_cost", "did you mean 'brown'"]),
        (lambda d: d["group_house_cost"].update(gren=5), ["group_house_cost.gren", "green"]),
        (lambda d: drop(d["board"]["spaces"][5], "price"), ["board.spaces[5].price", "missing"]),
        (lambda d: row(d, "external", "luxury_boom").update(space=40),
         ["external.cards[11].space", "0 to 39"]),
        (lambda d: row(d, "external", "tax_rebate").update(amount="50"),
         ["external.cards[15].amount", "whole number"]),
        (lambda d: row(d, "external", "tax_rebate").update(pct=5), ["pct", "not a known key"]),
        (lambda d: row(d, "external", "tax_rebate").update(count=61), ["count", "0 to 60"]),
        (lambda d: row(d, "internal", "land_bank").update(id="boardwalk"), ["boardwalk"]),
        (lambda d: row(d, "internal", "land_bank").update(id="treasury_desk"),
         ["id", "already"]),
        (lambda d: d["edition"].update(recession_space=11), ["recession_space", "soft_landing"]),
        (lambda d: d["edition"].update(initial_properties=29), ["initial_properties", "28"]),
        (lambda d: d["edition"].update(rail_rent=[25, 50]), ["rail_rent", "4 values"]),
        (lambda d: d["slots"].pop("4"), ["slots.4", "is missing"]),
        (lambda d: d["diversification_lines"].update(rail=["rails"]),
         ["diversification_lines.rail[0]", "railroad"]),
        (lambda d: d["board"]["spaces"].pop(), ["board.spaces", "multiple of 4"]),
        (lambda d: d["board"]["spaces"][0].update(kind="free_parking"), ["exactly one Go"]),
        (lambda d: d.update(decks={}), ["decks", "not a known key"]),
        (lambda d: row(d, "external", "merger_fever").update(count=2), ["count", "at most 1"]),
        (lambda d: row(d, "external", "tax_rebate").update(id="A"),
         ["external.cards[15].id", "lower-case"]),
        (lambda d: row(d, "external", "tax_rebate").update(id="recession_2"),
         ["external.cards[15].id", "'recession_2'", "'Recession'"]),
        (lambda d: row(d, "internal", "bernanke_put").update(id="pass"),
         ["internal.cards[1].id", "reserved word"]),
        (lambda d: d["board"]["spaces"][1].update(name="Hotel"),
         ["board.spaces[1].name", "reserved word"]),
        (lambda d: d["edition"].update(mortgage_pct=60),
         ["edition.mortgage_pct", "Mediterranean Avenue: 30 of 60"]),
    ],
)  # fmt: skip
def test_what_is_refused(change, words):
    """Errors have file, key and reason."""
    message = spoil(change)
    for word in words:
        assert word in message, message


def test_the_file_is_named(tmp_path):
    """Errors name the file and the row, so that an instructor finds the place."""
    for file in FOLDER.glob("*.toml"):
        text = file.read_text(encoding="utf-8").replace('effect="ethics"', 'effect="ethix"')
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    with pytest.raises(EditionError, match=r"cards\.toml: external\.cards\[2\]\.effect"):
        EDITIONS.read(str(tmp_path))


def test_a_smaller_board_is_played():
    """Sixteen spaces, two groups, three cards: bots play it to the end."""
    found = data()
    keep = [0, 1, 3, 2, 10, 5, 6, 8, 20, 7, 9, 12, 30, 4, 38, 15]
    spaces = [dict(found["board"]["spaces"][n]) for n in keep]
    for number, space in enumerate(spaces):
        space["n"] = number
    found["board"]["spaces"] = spaces
    found["edition"] |= {"recession_space": 4, "initial_properties": 4, "play_rolls": 20}
    found["group_house_cost"] = {"brown": 50, "light_blue": 50}
    found["diversification_lines"] = {"rail": ["railroad"], "homes": ["brown", "light_blue"]}
    row(found, "external", "luxury_boom")["space"] = 2
    m = classkit.new("opoly", seats=4, seed=5, edition=found)
    m.play(bots={"A": "appraiser", "B": "empire_builder", "C": "banker", "D": "random"})
    assert m.is_over and m.ledger.totals()["dollars"] == 20580
