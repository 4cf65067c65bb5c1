"""Games on paper: every part that the rules name is there, in the right number."""

from __future__ import annotations

import re
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.cli import main
from classkit.commands.print_and_play import PAGE_HEIGHT, PAGE_WIDTH, render_kit
from classkit.engine.currency import Currency
from classkit.engine.errors import ClasskitError
from classkit.engine.history import make_first_state
from classkit.engine.renaming.renamed_game import rename_game
from tests.every_game import for_every_game
from tests.toy import GAME as TOY

STARTER = Path(classkit.__file__).parent / "testing" / "starter"
MARGINS = 2 * 10
PAPERS = {"A4": (210, 297), "Letter": (215.9, 279.4)}


class Paper(HTMLParser):
    """The parts, the spaces, the text and the tags of the pages."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.parts: Counter[str] = Counter()
        self.backs: Counter[str] = Counter()
        self.spaces: Counter[str] = Counter()
        self.tags: Counter[str] = Counter()
        self.kinds: list[str] = []
        self.addresses: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, value in attrs:
            assert not name.startswith("on"), f"a handler on {tag}"
            if name in ("src", "href"):
                self.addresses.append(value or "")
            for key, counted in (
                ("data-part", self.parts), ("data-back", self.backs), ("data-space", self.spaces),
            ):  # fmt: skip
                if name == key:
                    counted[value or ""] += 1
            if name == "data-kind":
                self.kinds.append(value or "")

    def count(self, start: str) -> int:
        """The number of parts whose name starts with a text."""
        return sum(count for name, count in self.parts.items() if name.startswith(start))


def play(game: Any, **about: Any) -> tuple[Any, Any, Paper]:
    """The match, its first state and its pages."""
    match = classkit.new(game, seed=0, **about)
    table = make_first_state(
        match.game, lambda: match.game.set_up(match.seats, match.options, match.edition)
    )
    return match, table, Paper(render_kit(match))


@for_every_game
def test_every_part_of_a_game_is_on_paper_once(game: Any) -> None:
    """Cards, notes, counters, pieces and spaces are as many as the game declares."""
    match, table, paper = play(game)
    kit = match.game.print_kit(table)
    declared = sum(cards.total for cards in kit.cards) + sum(note.count for note in kit.notes)
    declared += sum(one.total for one in (*kit.counters, *kit.pieces))
    assert sum(paper.parts.values()) == declared
    assert paper.spaces == Counter(space.id for space in kit.board.spaces)
    backs = sum(cards.total for cards in kit.cards if cards.has_backs)
    assert sum(paper.backs.values()) == backs
    assert paper.kinds.count("record") == sum(sheet.copies for sheet in kit.records)
    assert not paper.addresses and not paper.tags["script"] and not paper.tags["link"]


@for_every_game
def test_backs_follow_their_fronts_on_an_even_page(game: Any) -> None:
    kinds = play(game)[2].kinds
    for number, kind in enumerate(kinds, start=1):
        if kind == "backs":
            assert number % 2 == 0 and kinds[number - 2] == "cells"


def test_a_row_of_backs_is_a_mirror_of_its_fronts() -> None:
    """After a turn over the long edge, each back lies behind its own front."""
    page = render_kit(classkit.new("opoly", seed=0))
    fronts, backs = (re.findall(rf'data-{kind}="(Deed: [^"]*)"', page) for kind in ("part", "back"))
    columns = int(re.findall(r"repeat\((\d+),", page[: page.index("data-part")])[-1])
    assert backs[:columns] == fronts[columns - 1 :: -1] and columns > 1
    assert sorted(backs) == sorted(fronts)


def test_pages_fit_on_both_papers() -> None:
    """A page is a block that fits between the margins of A4 and of Letter."""
    for width, height in PAPERS.values():
        assert width - MARGINS >= PAGE_WIDTH and height - MARGINS >= PAGE_HEIGHT
    style = render_kit(classkit.new("economy", seed=0))
    assert "@page { margin: 10mm }" in style and " size:" not in style.split("</style>")[0]


def test_economy_has_each_card_as_a_location_and_as_a_property() -> None:
    """E0.2, E5.1: with three cards per sector as well, for six players."""
    _, table, paper = play("economy")
    assert paper.count("Location: ") == paper.count("Property: ") == 36
    assert {paper.parts[f"Property: {card}"] for card in table.deck.ids} == {1}
    assert len(paper.spaces) == 64 + 4 + 1  # the spaces, and where pieces wait
    _, table, paper = play("economy", seats=6, options={"cards_per_sector": 3})
    assert paper.count("Location: ") == 36 and len(table.deck.sectors) == 12
    assert paper.count("counter: Piece") == 6


def test_opoly_has_its_deeds_decks_money_and_buildings() -> None:
    """Q1.2: two sets of notes with six players."""
    _, table, paper = play("opoly")
    assert paper.count("Deed: ") == 28 == len(table.edition.properties)
    assert (paper.count("External card: "), paper.count("Internal card: ")) == (28, 20)
    assert {paper.parts[f"External card: {card}"] for card in table.edition.external} == {1}
    assert (paper.parts["counter: house × 1"], paper.parts["counter: hotel × 1"]) == (32, 12)
    assert count_money(paper, "$") == 20_580
    assert count_money(play("opoly", seats=6)[2], "$") == 41_160


def count_money(paper: Paper, sign: str) -> int:
    """The worth of all notes."""
    notes = {name: n for name, n in paper.parts.items() if name.startswith("note: ")}
    return sum(int(re.sub(r"\D", "", name)) * n for name, n in notes.items() if sign in name)


def test_poleconomy_has_its_squares_supplies_and_notes() -> None:
    """P2.2; parties and the Cabinet are in Game 2 only."""
    _, table, paper = play("poleconomy")
    supply = table.edition.supply
    assert paper.count("Companies: ") == supply.companies == 20
    assert paper.count("Advertising: ") == supply.adverts == 25
    for name, count in (("Savings", 20), ("Bond", 30), ("Life policy", 6), ("Business policy", 6)):
        assert paper.parts[f"Savings, bonds and policies: {name}"] == count
    assert count_money(paper, "$") == table.edition.bank.cash == 59_800_000
    assert paper.count("Parties and Cabinet: ") == 11
    assert not play("poleconomy", options={"game": 1})[2].count("Parties and Cabinet: ")


def test_economicon_has_every_counter_of_the_supply() -> None:
    """N0.2, N1.3, N1.4: together, the counters are worth the supply."""
    for seats in (3, 4):
        _, table, paper = play("economicon", seats=seats)
        assert paper.count("Event: ") == 10 and paper.count("Law: ") == 24
        assert paper.parts["counter: volatility token × 1"] == 24
        names = {f"cur:{seat}": f"note of {seat}" for seat in table.seats}
        for unit in table.units:
            start = f"counter: {names.get(unit, unit)} × "
            worth = sum(
                int(name.removeprefix(start)) * count
                for name, count in paper.parts.items() if name.startswith(start)
            )  # fmt: skip
            assert worth == sum(table.ledger.balances[unit].values())
    text = render_kit(classkit.new("economicon", seed=0))
    assert "OPEN GAME LICENSE Version 1.0a" in text  # section 10: with every copy


def test_an_edition_decides_what_is_printed() -> None:
    edition = {
        "based_on": "poleconomy-canada",
        "edition": {"id": "more-savings"},
        "supply": {"savings": 33},
        "inner": [{"id": "I07", "name": "Sharp & Daughters"}],
    }
    page = render_kit(classkit.new("poleconomy", seed=0, edition=edition))
    assert Paper(page).parts["Savings, bonds and policies: Savings"] == 33
    assert "Sharp &amp; Daughters" in page and "I.P. Sharp" not in page


def test_hostile_names_stay_text() -> None:
    hostile = "<img src=x onerror=alert(1)>"
    edition = {
        "based_on": "economy-classic",
        "edition": {"id": "hostile", "title": '"><script>alert(1)</script>'},
        "sector": [{"id": "motor", "name": hostile, "products": {"3": "'\"><b>", "2": "W" * 40}}],
    }
    page = render_kit(classkit.new("economy", seed=0, edition=edition))
    paper = Paper(page)
    assert not paper.tags["img"] and not paper.tags["script"]
    assert "&lt;img" in page
    assert paper.count("Location: ") == 36


def test_money_is_written_in_the_currency_of_the_game() -> None:
    krone = Currency("kr", "krone", "kroner", after=True, thousands=" ")
    paper = play(rename_game(classkit.new("poleconomy", seed=0).game, krone))[2]
    assert count_money(paper, "kr") == 59_800_000 and not count_money(paper, "$")


def test_a_game_without_a_board_gets_money_counters_and_records(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The starter of the tutorial declares nothing for paper."""
    monkeypatch.syspath_prepend(str(STARTER))
    monkeypatch.delitem(sys.modules, "orchard", raising=False)
    from orchard.game import Orchard  # type: ignore[import-not-found, unused-ignore]

    paper = play(Orchard(), seats=3)[2]
    assert "board" not in paper.kinds and "record" in paper.kinds
    assert paper.parts["note: $20"] and paper.parts["counter: good × 1"] == 40


def test_the_toy_gets_cards_from_its_titles_and_money_from_its_ledger() -> None:
    _, table, paper = play(TOY)
    assert paper.count("Cards: ") == len(table.ledger.titles)
    assert paper.count("note: ₡") and not paper.count("counter: coins")


RECORD = """
A 3 a3
B 4 h4
C 1 a8
D 6 c8
A 2 a5
B 5 c4
C 3 b6
D 2 c6
A 4 b6 h1
B 1 c5
C 2 h2
D 3 d4
"""
"""Three rounds of Economy, as played on paper: player, die, space, and corner of a piece sent."""


def test_a_record_on_paper_can_be_typed_in() -> None:
    """The charts come, and what the players took on paper is what they have."""
    cards = dict(classkit.new("economy").game.edition().rules.demo)
    m = classkit.new(
        "economy", seats=["Ada", "Bo", "Cy", "Di"], luck="by_hand",
        position={"cards": cards, "mover": "A"},
    )  # fmt: skip
    for line in RECORD.strip().splitlines():
        player, die, space, *corner = line.split()
        assert m.request is not None and m.request.seats == (player,)
        m.answer("roll").answer([int(die)]).answer("go", space=space)
        for name in corner:
            m.answer("send", corner=name)
    assert m.turn == 13
    assert [m.history[-1]["property_worth"][seat] for seat in "ABCD"] == [4, 5, 1, 2]
    assert m.table.properties("A") == ["textile-1a", "food-3"]


def test_the_command_writes_a_new_file_and_names_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "economy.html"
    ask = ["games", "economy", "--print-and-play", str(path), "--seats", "3"]
    assert main([*ask, "--set", "cards_per_sector=3"]) == 0
    assert "for 3 players, cards_per_sector = 3" in path.read_text(encoding="utf-8")
    assert main(ask) != 0 and "already exists" in capsys.readouterr().err
    assert main(["games", "--print-and-play", str(tmp_path / "x.html")]) != 0
    assert "needs a game" in capsys.readouterr().err


def test_too_many_parts_are_refused() -> None:
    edition = {
        "based_on": "poleconomy-canada",
        "edition": {"id": "many", "notes": [{"value": 10_000, "count": 5_980}]},
    }
    with pytest.raises(ClasskitError, match="the maximum is 4,000"):
        render_kit(classkit.new("poleconomy", seed=0, edition=edition))
