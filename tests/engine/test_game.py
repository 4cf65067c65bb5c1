"""The contract of a game, the registry, the rulebook and the words."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest

import classkit
from classkit.cli import main
from classkit.engine import game as game_module
from classkit.engine import registry
from classkit.engine.errors import FigureError, PositionError, UnknownName, UnusableGame
from classkit.engine.events import Event
from classkit.engine.game import Game, rank_scores
from classkit.engine.metrics import Metric
from classkit.engine.registry import find, installed_games, list_games, usable_games
from classkit.engine.rulebook_text import Rulebook, TextFormatter, Words
from classkit.engine.views import View
from classkit.hosting import installation_checks
from tests.toy import GAME

from .tiny import Tiny, ask


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Entry points as another package would bring them."""

    def install(*points: tuple[str, str]) -> None:
        found = {
            name: EntryPoint(name, value, registry.ENTRY_POINT_GROUP) for name, value in points
        }
        monkeypatch.setattr(installed_games, "list_entry_points", lambda: found)

    return install


def test_a_game_of_another_package_is_found_by_its_name(installed: Any) -> None:
    installed(("harbour", "tests.toy:GAME"))
    assert list_games() == ["harbour"]
    assert find("harbour") is GAME
    m = classkit.new("harbour", seats=2, seed=1)
    assert m.game is GAME and classkit.bots("harbour") == ["patient", "hasty", "random", "passive"]
    assert classkit.editions("harbour") == {"harbour": "Harbour"}
    assert classkit.options("harbour")["rounds"].default == 4


def test_what_is_registered_but_is_no_game_is_refused(
    installed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(
        ("broken", "tests.toy.rules_that_are_not_there:GAME"),
        ("odd", "tests.toy:__all__"),
        ("kind", "tests.toy.game:Harbour"),
        ("port", "tests.toy:GAME"),
        ("bare", "tests.engine.test_game:BARE"),
        ("harbour", "tests.toy:GAME"),
    )
    for name, reason in REASONS.items():
        with pytest.raises(UnusableGame, match=rf"The game {name} = 'tests\..*' {reason}"):
            find(name)
    assert [game.name for game in usable_games()] == ["harbour"]
    assert main(["games"]) == 1
    listed = capsys.readouterr()
    assert "harbour        Harbour, " in listed.out
    assert [line.split()[0] for line in listed.err.splitlines()] == sorted(REASONS)
    found = {finding.what: finding for finding in installation_checks.check_games()}
    assert found["game harbour"].good and "is a class" in found["game kind"].found
    with pytest.raises(
        UnusableGame, match=r"Harbour is a game class: pass an instance, Harbour\(\)"
    ):
        classkit.new(type(GAME), seats=2)


class Slipped(Tiny):
    """A game with a mistake in a metric."""

    name = "slipped"
    metrics = (Metric("fish", "Fish", "", "table", lambda t: t.fisch),)


SLIPPED = Slipped(ask("A"))


def test_a_slip_in_a_figure_is_told_with_its_key(
    installed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(FigureError, match=r"The metric 'fish' cannot be computed .*AttributeError"):
        classkit.new(SLIPPED, seats=2).metrics()
    installed(("slipped", "tests.engine.test_game:SLIPPED"))
    assert main(["play", "slipped", "--seats", "2"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("classkit play: The metric 'fish' cannot be computed")


class Full(Tiny):
    """A game that keeps a set on its table."""

    name = "full"

    def set_up(self, *given: Any) -> Any:
        table = super().set_up(*given)
        table.notes.append({1, 2})
        return table


FULL = Full(ask("A"), ask("B"))


def test_a_table_that_cannot_be_copied_ends_in_a_sentence(
    installed: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    installed(("full", "tests.engine.test_game:FULL"))
    assert main(["play", "full", "--seats", "2"]) == 1
    told = capsys.readouterr().err
    assert (
        told.startswith("classkit play: the rules of full raised an error")
        and "not contain a set" in told
    )


class Bare(Game[Any]):
    """A game that forgets to say how many may play."""

    name = "bare"
    title = "Bare"
    rulebook = Tiny.rulebook

    def set_up(self, *given: Any) -> Any:
        raise NotImplementedError

    def segment(self, table: Any) -> Any:
        raise NotImplementedError


BARE = Bare()
REASONS = {
    "broken": r"cannot be loaded \(ModuleNotFoundError: No module named",
    "odd": "is not a Game, but",
    "kind": r"is a class, not an instance: write GAME = Harbour\(\)",
    "port": "has the name 'harbour', which is stored in its records",
    "bare": r"lacks seat_numbers\.",
}


@pytest.mark.parametrize("name", [None, 5, "", "../x", ["poleconomy"]])
def test_a_name_that_is_no_game_is_refused(name: Any) -> None:
    with pytest.raises(UnknownName, match=r"There is no game"):
        find(name)


def test_a_numbered_game_is_told_as_an_option() -> None:
    """P2.1: Poleconomy has two games in one rulebook."""
    with pytest.raises(UnknownName, match=r'options=\{"game": 1\}'):
        find("poleconomy-1")


def test_equal_scores_share_the_better_place() -> None:
    lines = rank_scores({"A": 3, "B": 9, "C": 3, "D": 1})
    assert [(line.seat, line.place) for line in lines] == [("B", 1), ("A", 2), ("C", 2), ("D", 4)]


def test_a_game_without_positions_says_so() -> None:
    class NoPositions(Tiny):
        place = game_module.Game.place

    with pytest.raises(PositionError, match=r"coins: Tiny does not support positions"):
        classkit.new(NoPositions(ask("A")), seats=2, position={"coins": 5})


def test_nobody_has_won_before_the_end() -> None:
    m = classkit.new(Tiny(ask("A")), seats=2, seed=1)
    assert m.winners == () and GAME.winners(classkit.new(GAME, seats=2).table) == ()
    assert m.answer("yes").winners == ("A", "B")


def test_a_rulebook_is_read_clause_by_clause() -> None:
    book = Rulebook.from_text(
        "# Title\n\n- **X1.1 Toss.** A coin.\n  It has *two* sides.\n\nNot a clause.\n"
        "- **X1.2** Heads wins.\n- **Remark** nothing.\n- **X2** Alone.\n"
    )
    assert list(book.clauses) == ["X1.1", "X1.2", "X2"]
    assert book.clause("X1.1") == "Toss. A coin. It has *two* sides."
    with pytest.raises(UnknownName, match=r"no clause 'X1.3'. Did you mean 'X1"):
        book.clause("X1.3")


def test_words_fall_back_to_names() -> None:
    say = TextFormatter(
        {"A": "Ada"}, {"Q1": "North dock"}, Words(moves={"bid": "Bid", "x.bid": "Offer"})
    )
    assert say.move_label("x", "bid") == "Offer" and say.move_label("y", "bid") == "Bid"
    assert say.move_label("y", "Q1") == "North dock" and say.move_label("y", "do_it") == "Do it"
    assert (
        say.account("A") == "Ada" and say.account("bank") == "bank" and say.seat(None) == "nobody"
    )
    assert say.money(-5) == "-$5" and say.money(1_000) == "$1,000"
    assert say.format_list([]) == "" and say.format_list(["a", "b", "c"]) == "a, b and c"
    assert say.event_sentence(Event("unheard", {}, "X1", 1)) is None
    assert say.decision_question("do_it", "A", {}) == "do it"
    assert say.reason("first_load") == "first load" and say.unit("Q1") == "North dock"


def test_a_name_with_html_stays_text() -> None:
    """Words never interpret: what is shown is escaped where it is shown."""
    say = TextFormatter({"A": "<b>{seat}</b> %s"}, {}, GAME.words)
    event = Event("rested", {}, "T3.3", 1, "A")
    assert say.event_sentence(event) == "<b>{seat}</b> %s rests."


def test_figures_and_charts_may_depend_on_the_table() -> None:
    """By default a table has all those of its game."""
    table = classkit.new(GAME, seats=2, seed=1).table
    assert GAME.active_metrics(table) == GAME.metrics and GAME.active_charts(table) == GAME.charts


def test_a_game_without_a_board_shows_its_seats_side_by_side() -> None:
    """What the standings say of each is on its space."""
    m = classkit.new(Tiny(ask("A")), seats=3, seed=1)
    board, scene = m.game.board(m.table), m.game.scene(m.table)
    assert [space.title for space in board.spaces] == ["A", "B", "C"]
    assert {space: (look.owner, look.text) for space, look in scene.looks.items()} == {
        "seat:A": ("A", "10"),
        "seat:B": ("B", "10"),
        "seat:C": ("C", "10"),
    }
    for space in board.spaces:
        assert space.x - space.w / 2 >= 0 and space.x + space.w / 2 <= board.width
        assert space.y - space.h / 2 >= 0 and space.y + space.h / 2 <= board.height


def test_a_game_names_the_window_through_which_seats_look() -> None:
    """Without one, the engine's default is used."""

    class Window(View):
        __slots__ = ()

    class Windowed(Tiny):
        view_type = Window

    assert type(classkit.new(Windowed(ask("A")), seats=2, seed=1).view("A")) is Window
    assert type(classkit.new(Tiny(ask("A")), seats=2, seed=1).view("A")) is View
