"""Editions: other boards and sectors as TOML, and what is refused."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path

import pytest

import classkit
from classkit.engine.errors import EditionError, OptionError
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.games.economy import GAME
from classkit.games.economy.edition.edition_loader import EDITIONS, choose_sign

CLASSIC = EDITIONS.read()


def changed(*path, to=None, drop=False):
    """The data of the classic edition with one value changed or dropped."""
    data = copy.deepcopy(dict(CLASSIC.data))
    place = data
    for key in path[:-1]:
        place = place[key]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return data


SMALL = {"columns": 3, "rows": 3, "corners": ["a1", "a3", "c1", "c3"]}


def test_the_shipped_edition():
    """Section 2 of the rules file."""
    assert dict(GAME.editions()) == {"economy-classic": "Economy"}
    rules = CLASSIC.rules
    assert len(rules.grid.spaces) == 64 and rules.die == 6
    assert [c.points for c in rules.categories.values()] == [3, 2, 1]
    assert [c.emblem for c in rules.categories.values()] == ["bulb", "factory", "shop"]
    assert len(rules.sectors) == 12 and set(rules.decks) == {4, 3}
    assert rules.targets == {2: 60, 3: 45, 4: 36, 5: 32, 6: 30}
    signs = [sector.sign for sector in rules.sectors.values()]
    assert len(set(signs)) == 12 and all(len(sign) == 2 for sign in signs)
    assert CLASSIC.built_in


def test_every_sector_has_a_picture_of_its_own():
    """It says on the board what the colour says; a sector that names none gets a plain form."""
    emblems = [sector.emblem for sector in CLASSIC.rules.sectors.values()]
    assert len(set(emblems)) == 12 and all(emblems)
    data = changed("sector", 0, "emblem", drop=True)
    sectors = list(GAME.edition(data).rules.sectors.values())
    assert sectors[0].emblem == "disc" and [s.emblem for s in sectors[1:]] == emblems[1:]
    with pytest.raises(EditionError, match=r"sector\[0\].emblem: .*each needs its own"):
        GAME.edition(changed("sector", 0, "emblem", to="shirt"))
    with pytest.raises(EditionError, match=r"sector\[0\].emblem"):
        GAME.edition(changed("sector", 0, "emblem", to="dragon"))


def test_cards_are_written_by_short_names():
    """Whole words of at most some nine letters; what is not listed is written in full."""
    cards = {id: card for deck in CLASSIC.rules.decks.values() for id, card in deck.cards.items()}
    assert cards["motor-3"].short == "Engine" and cards["motor-1b"].short == "Garage"
    assert all(len(card.short) <= 10 and "." not in card.short for card in cards.values())
    for deck in CLASSIC.rules.decks.values():
        assert len({card.short for card in deck.cards.values()}) == len(deck.cards)
    with pytest.raises(EditionError, match=r"sector\[0\].short.9: no product has this slot"):
        GAME.edition(changed("sector", 0, "short", to={"9": "Wheels"}))


def test_signs_stay_different():
    """Up to forty sectors whose names begin alike."""
    taken = []
    for _ in range(30):
        taken.append(choose_sign("Motor", taken))
    assert len(set(taken)) == 30


def test_one_file_based_on_an_edition(tmp_path: Path):
    """A smaller board of three sectors: no Python is needed."""
    file = tmp_path / "village.toml"
    file.write_text(
        """
        based_on = "economy-classic"
        edition = { id = "village", title = "The village" }
        board = { columns = 4, rows = 3, corners = ["a1", "a3", "d1", "d3"] }
        deck = { sectors = 2 }
        target = { 3 = 12 }
        die = { sides = 4 }
        """
    )
    m = classkit.new("economy", seats=3, seed=1, edition=str(file))
    assert m.edition.id == "village" and len(m.table.deck.ids) == 8 and m.table.target == 12
    m.play(bots="insider")
    assert m.is_over and len(GAME.board(m.table).spaces) == 12 + 5
    assert {f.facts["value"] for f in m.events if f.name == "die_rolled"} <= {1, 2, 3, 4}
    with pytest.raises(OptionError, match="has no deck of 3"):
        classkit.new("economy", seats=3, edition=str(file), options={"cards_per_sector": 3})
    with pytest.raises(OptionError, match="its layout does not fit this edition"):
        classkit.new("economy", seats=3, edition=str(file), options={"placement": "demo"})


@pytest.mark.parametrize("name", ["edition.toml", "demo_layout.toml"])
def test_a_file_may_be_named_like_one_of_the_package(tmp_path: Path, name: str):
    """Section 2: what an edition only inherits need not fit it, whatever its file is called."""
    file = tmp_path / name
    board = 'board = { columns = 4, rows = 3, corners = ["a1", "a3", "d1", "d3"] }\n'
    head = 'based_on = "economy-classic"\nedition = { id = "village", title = "The village" }\n'
    file.write_text(f"{head}{board}deck = {{ sectors = 2 }}\n")
    m = classkit.new("economy", seats=3, seed=1, edition=str(file))
    assert len(m.table.deck.ids) == 8 and set(m.edition.rules.decks) == {4}
    file.write_text(f"{head}{board}deck = {{ sectors = 2 }}\ndeck_three = {{ sectors = 12 }}\n")
    with pytest.raises(EditionError, match="36 cards do not fit on a board of 12 spaces"):
        classkit.new("economy", seats=3, edition=str(file))


def test_a_folder_of_files(tmp_path: Path):
    """Files like the package's own, with a layout of one's own."""
    source = Path(__file__).parents[3] / "classkit/games/economy/edition/shipped/economy-classic"
    for file in source.iterdir():
        text = file.read_text().replace("economy-classic", "other").replace("Showroom", "Dealer")
        text = text.replace('b1="chemicals-1b"', 'a1="chemicals-1b"')
        (tmp_path / file.name).write_text(text)
    m = classkit.new("economy", seats=3, seed=1, edition=tmp_path, options={"placement": "demo"})
    assert m.table.cards["a1"] == "chemicals-1b" and "b1" not in m.table.cards
    assert m.table.deck.cards["motor-1a"].title == "Dealer"


def test_a_record_carries_its_edition(tmp_path: Path):
    """An edition of one's own is in the record."""
    data = {"based_on": "economy-classic", "target": {"4": 20}}
    m = classkit.new("economy", seats=4, seed=5, edition=data, options={"placement": "random"})
    m.play(bots="harvester").save(tmp_path / "m.json")
    again = classkit.load(tmp_path / "m.json")
    assert again.digest() == m.digest() and again.table.target == 20


def test_an_edition_for_few_players():
    """Section 2: a target for every permitted number of players."""
    data = changed("edition", "players_max", to=4)
    with pytest.raises(OptionError, match="for 3 to 4 players, not 5"):
        classkit.new("economy", seats=5, edition=data)
    data = changed("target", "2", drop=True)
    with pytest.raises(OptionError, match="has no target for 2 players"):
        classkit.new("economy", seats=2, edition=data, options={"allow_two_players": True})


@pytest.mark.parametrize(
    ("data", "key", "reason"),
    [
        (
            changed("board", "columns", to=27),
            "board.columns",
            "must be a whole number from 2 to 26, not 27",
        ),
        (changed("board", "rows", to=1), "board.rows", "must be a whole number from 2 to 9, not 1"),
        (changed("board", to={**SMALL, "columns": 5}), "board.corners", "a1, a3, e1, e3"),
        (changed("board", to=SMALL), "deck.sectors", "36 cards do not fit on a board of 9 spaces"),
        (changed("board", "corners", to=["a1", "a8", "h1", "h7"]), "board.corners", "four corner"),
        (changed("board", "corners", to="a1"), "board.corners", "must be a list"),
        (changed("board", "colour", to="red"), "board.colour", "is not a known key"),
        (changed("deck", "sectors", to=13), "deck.sectors", "is 13, but 12 sectors are listed"),
        (changed("deck", "sectors", to=10), "deck.slots", "tourism has no product for slot 1b"),
        (changed("deck", "slots", to=["3", "4"]), "deck.slots[1]", "begin with a category: 3, 2"),
        (changed("deck", "slots", to=["3", "3"]), "deck.slots[1]", "is listed twice"),
        (changed("deck_three", "sectors", to=40), "deck_three.sectors", "12 sectors are listed"),
        (changed("category", "3", "points", drop=True), "category.3.points", "is missing"),
        (changed("category", "2", "points", to="two"), "category.2.points", "a whole number"),
        (changed("target", "5", drop=True), "target.5", "is missing"),
        (changed("target", "3", to=0), "target.3", "must be a whole number from 1 to 1,000"),
        (changed("die", "sides", to=1), "die.sides", "must be a whole number from 2 to 10"),
        (changed("sector", 0, "id", to="Motor!"), "sector[0].id", "a lowercase word"),
        (changed("sector", 0, "id", to="bank"), "sector[0].id", "not a reserved one"),
        (changed("sector", 1, "id", to="motor"), "sector[1].id", "motor is listed twice"),
        (changed("sector", 0, "colour", to="red"), "sector[0].colour", "must be like"),
        (changed("sector", 0, "products", "3", to=""), "sector[0].products.3", "must not be empty"),
        (changed("sector", to=[]), "sector", "must have 1 to 40 sectors"),
        (changed("sector", drop=True), "sector", "this list is missing"),
        (changed("demo", "b1", to="toys-3"), "demo.b1", "'toys-3' is not a card of this edition"),
        (changed("demo", "b1", to="motor-3"), "demo.a7", "motor-3 is already on b1"),
        (changed("demo", "z1", to="motor-3"), "demo.z1", "is not a space of this board"),
        (changed("demo", "b1", drop=True), "demo", "chemicals-1b is not on any space"),
        (changed("colour", to={}), "colour", "is not a known key"),
        (
            changed("edition", "players_min", to=1),
            "edition.players_min",
            "must be a whole number from 2 to 6",
        ),
    ],
)
def test_what_cannot_be_played_is_refused(data, key, reason):
    """EditionError names file, key and reason."""
    with pytest.raises(EditionError) as error:
        EDITIONS.read(data)
    assert error.value.key == key and error.value.file
    assert reason in str(error.value), str(error.value)


def test_a_match_goes_on_in_another_process():
    """What is sent there has the board of its size that is known there, and plays alike."""
    m = classkit.new("economy", seats=3, seed=3).play(until="round", bots="raider")
    m.play(until="round", bots="raider")
    point = m.point()
    there = pickle.loads(pickle.dumps(point))
    assert there.edition.rules.grid is m.edition.rules.grid
    one, other = (Match.at(at, 5, Keep()).play(bots="insider") for at in (point, there))
    assert one.digest() == other.digest() and one.winners == other.winners
