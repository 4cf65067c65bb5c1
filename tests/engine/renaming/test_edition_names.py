"""An edition names money and units: people read and type the new names, and the rules stay."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.engine.errors import EditionError
from classkit.engine.events import Event
from classkit.engine.registry import find, loads
from classkit.engine.renaming.edition_names import NARROW_SPACE
from classkit.engine.renaming.renamed_game import name_for_edition
from classkit.engine.rulebook_text import TextFormatter
from classkit.engine.serialization import format_record
from classkit.study import simulate

EURO = {"sign": "€", "one": "euro", "many": "euros", "after": True, "thousands": "."}
NAMED = {
    "based_on": "poleconomy-canada",
    "edition": {"id": "euros", "title": "Poleconomy in euros"},
    "currency": EURO,
    "units": {"bond": ["obligation", "obligations"], "company": ["firm", "firms"]},
}
FILE = """
based_on = "poleconomy-canada"

[edition]
id = "euros"
title = "Poleconomy in euros"

[currency]
sign = "€"
one = "euro"
many = "euros"
after = true
thousands = "."

[units]
bond = ["obligation", "obligations"]
company = ["firm", "firms"]
"""


def play(edition: Any = None, names: list[str] | None = None) -> classkit.Match:
    """Play two rounds of Poleconomy."""
    seats = names or ["Ada", "Bo", "Cy"]
    m = classkit.new("poleconomy", seats=seats, seed=4, edition=edition)
    return m.play(until="round").play(until="round")


def test_a_file_names_money_and_units(tmp_path: Path) -> None:
    path = tmp_path / "euros.toml"
    path.write_text(FILE, encoding="utf-8")
    m = play(path)
    say = m.say()
    assert (say.money(1_250_000), say.format_amount(3, "bond")) == (
        "1.250.000\u00a0€", "3 obligations",
    )  # fmt: skip
    told = " ".join(filter(None, map(say.event_sentence, m.events)))
    assert "€" in told and "$" not in told and "dollar" not in told
    assert repr(m.standings()[0]).endswith("\u00a0€>")
    price = next(one for one in m.game.metrics if one.key == "company_price")
    assert price.definition.startswith("The price of a firm") and "euros" in price.definition


def test_the_rules_do_not_change() -> None:
    plain, named = play(), play(NAMED)
    assert plain.history == named.history and plain.game.name == named.game.name
    assert [event.name for event in plain.events] == [event.name for event in named.events]
    assert plain.ledger.balances == named.ledger.balances


def test_a_record_keeps_the_names_and_a_game_without_them_has_none() -> None:
    m = play(NAMED)
    opened = loads(format_record(m.to_record()))
    assert opened == m and opened.say().money(5) == "5\u00a0€"
    assert loads(format_record(m.to_record()), game=m.game).game.currency == "€"
    assert m.fork().game is m.game
    assert classkit.new(m.game, seats=3, seed=1).say().money(5) == "$5"
    assert find("poleconomy").currency == "$"


def tell(say: TextFormatter, facts: Mapping[str, Any]) -> str:
    return f"{say.seat('B')} has a bond of {say.space('I07')}, a company."


class Telling(type(find("poleconomy"))):  # type: ignore[misc]
    """Composes a sentence in a function."""

    words = replace(find("poleconomy").words, events={"told": tell})


def test_names_of_players_and_of_an_edition_are_kept() -> None:
    edition = {**NAMED, "inner": [{"id": "I07", "name": "Bond Company"}]}
    m = classkit.new(Telling(), seats=["Ada", "James Bond", "Cy"], edition=edition)
    told = m.say().event_sentence(Event("told", {}, "P1.1", 1))
    assert told == "James Bond has an obligation of Bond Company, a firm."


@pytest.mark.parametrize("space", [" ", "\u00a0", "\u2009", NARROW_SPACE])
def test_a_space_between_thousands_never_breaks_a_line(space: str) -> None:
    edition = {**NAMED, "currency": {**EURO, "thousands": space}}
    m = classkit.new("poleconomy", seats=3, seed=4, edition=edition)
    assert m.say().money(1_250) == "1\u202f250\u00a0€"
    assert m.say().money(1_250.5) == "1\u202f250,50\u00a0€"


@pytest.mark.parametrize(
    ("tables", "words"),
    [
        ({"currency": 5}, "currency: must be a table, not 5"),
        ({"currency": {**EURO, "sign": "5"}}, "currency.sign: must be a sign such as € or kr"),
        ({"currency": {**EURO, "sign": "<b>"}}, "currency.sign: must be a sign such as € or kr"),
        ({"currency": {"sign": "€", "one": "euro"}}, "currency.many: is missing"),
        ({"currency": {**EURO, "thousands": "x"}}, 'currency.thousands: must be "," or "."'),
        ({"currency": {**EURO, "decimals": 9}}, "decimals: must be a whole number from 0 to 3"),
        ({"currency": {**EURO, "side": "left"}}, "currency.side: is not a known key"),
        ({"curency": EURO}, "curency: is not a known key; did you mean 'currency'"),
        ({"units": []}, r"units: must be a table, not \[\]"),
        ({"units": {"bnd": ["a", "b"]}}, "units.bnd: is not a unit of .*did you mean 'bond'"),
        ({"units": {"dollars": ["a", "b"]}}, "units.dollars: is not a unit of .*Choose from: adv"),
        ({"units": {"bond": ["x"]}}, "units.bond: must be a noun, or its singular and plural"),
        ({"units": {"bond": ["<b>", "x"]}}, "units.bond: must be a noun of letters"),
        ({"units": {"bond": [5, "x"]}}, "units.bond: must be a noun of letters, not 5"),
        ({"units": {"bond": "x" * 40}}, "units.bond: must be at most 30 letters long, not 40"),
        ({"units": {"bond": ["company", "c"]}}, "bond: cannot be 'company': .* noun for company"),
        ({"units": {"bond": ["n", "ns"], "vote": ["n", "ns"]}}, "cannot be 'n': .* for bond"),
        ({"units": {f"u{at}": "x" for at in range(61)}}, "has 61 entries. Rename at most 60"),
    ],
)
def test_wrong_names_are_refused(tables: dict[str, Any], words: str) -> None:
    with pytest.raises(EditionError, match=words):
        find("poleconomy").edition({"based_on": "poleconomy-canada", **tables})


def test_a_game_without_money_has_no_currency_to_rename() -> None:
    edition = {"based_on": "economy-classic", "currency": EURO}
    edition["based_on"] = next(iter(find("economy").editions()))
    with pytest.raises(EditionError, match="currency: cannot be changed: Economy has no currency"):
        find("economy").edition(edition)


def test_an_error_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(FILE.replace("bond =", "bnd ="), encoding="utf-8")
    with pytest.raises(EditionError, match=r"wrong.toml: units.bnd: is not a unit"):
        classkit.new("poleconomy", seats=3, edition=path)


def test_a_study_plays_an_edition_with_names() -> None:
    found = simulate("poleconomy", n=2, seats=2, edition=NAMED, processes=1)
    assert len(found) == 2


def test_a_game_with_names_is_sent_to_other_processes() -> None:
    m = play(NAMED)
    game, edition = pickle.loads(pickle.dumps((m.game, m.edition)))
    assert game.words.units["bond"] == m.game.words.units["bond"] and game.currency == "€"
    assert name_for_edition(game, edition) is game


def test_the_names_are_data() -> None:
    record = play(NAMED).to_record()
    assert record["edition"]["data"]["units"]["bond"] == ["obligation", "obligations"]
