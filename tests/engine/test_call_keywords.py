"""Keywords that a call does not take: each is told what to write instead, and that works."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit import study, widgets
from classkit.engine.errors import ClasskitError, UnknownName
from classkit.engine.options import Option
from classkit.engine.registry import usable_games
from classkit.hosting.session import open_table
from classkit.study.pettingzoo import env, parallel_env

Call = Callable[..., Any]
CALLS: dict[str, Call] = {
    "new": classkit.new,
    "table": classkit.table,
    "widgets.table": widgets.table,
    "Table": classkit.Table,
    "open_table": open_table,
    "Table.new": lambda game, /, **given: classkit.table(game).new(**given),
    "room": classkit.room,
    "simulate": partial(study.simulate, n=1, horizon=1, processes=1, progress=False),
    "env": env,
    "parallel_env": parallel_env,
}


def cautious(view: Any, decision: Any) -> Any:
    """A policy that answers what is usual."""
    return decision.default


ARENA: dict[str, Call] = {
    "tournament": lambda game, /, **given: study.tournament([cautious], game, n=1, **given),
    "check_policy": lambda game, /, **given: study.check_policy(cautious, game, n=1, **given),
}
"""Calls that start processes: what they refuse is tried with every option, the remedy with few."""

OPTIONS = [(game.name, option.name) for game in usable_games() for option in game.options]
SHOWN = re.compile(r"options=(\{.*?\})[.?)]")


@pytest.fixture(autouse=True)
def rooms(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep rooms that are opened apart."""
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{tmp_path}/rooms.sqlite")


def find_option(game: str, name: str) -> Option:
    return classkit.options(game)[name]


def pick_value(game: str, name: str) -> Any:
    """Return a value of an option with which a match can begin, preferably not the default."""
    option = find_option(game, name)
    for value in option.values.suggest():
        if value != option.default:
            try:
                classkit.new(game, options={name: value})
            except ClasskitError:
                continue
            return value
    return option.default


def read_refusal(call: Call, game: str, name: str, value: Any, /) -> str:
    with pytest.raises(UnknownName) as caught:
        call(game, **{name: value})
    return str(caught.value)


def evaluate_remedy(said: str) -> dict[str, Any]:
    """Return the options that a message tells to give."""
    shown = SHOWN.search(said)
    assert shown, said
    options: dict[str, Any] = eval(shown[1], {})
    return options


@pytest.mark.sweep(20)
@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_an_option_that_is_given_as_a_keyword_is_told_where_it_belongs(
    game: str, name: str
) -> None:
    """In every call; what the message says to write is then accepted by that call."""
    value = pick_value(game, name)
    for title, call in {**CALLS, **ARENA}.items():
        said = read_refusal(call, game, name, value)
        assert re.match(
            rf"There is no \w+\(\) argument '{name}'\. It is an option of the game", said
        )
        assert evaluate_remedy(said) == {name: value}, title
        if title in CALLS:
            call(game, options=evaluate_remedy(said))


@pytest.mark.parametrize("title", ARENA)
def test_what_a_message_says_works_where_policies_play(title: str) -> None:
    said = read_refusal(ARENA[title], "poleconomy", "game", 1)
    played = ARENA[title]("poleconomy", options=evaluate_remedy(said), seats=2)
    assert played is not None


@pytest.mark.parametrize(
    ("call", "value"),
    [
        (lambda **given: study.tournament([cautious], **given), 1),
        (lambda **given: study.check_policy(cautious, **given), 2),
        (classkit.new, 2),
    ],
)
def test_the_option_that_is_named_like_the_argument_for_the_game(call: Call, value: int) -> None:
    """A number names no game, so the option of Poleconomy is meant."""
    with pytest.raises(UnknownName, match=rf"'game'\. .*options={{'game': {value}}}"):
        call(game=value)
    with pytest.raises(ClasskitError, match=r"no game 'chess'|without its name: new\('chess'\)"):
        call(game="chess")


@pytest.mark.parametrize("title", CALLS)
def test_a_value_that_the_option_refuses_is_told_so(title: str) -> None:
    said = read_refusal(CALLS[title], "poleconomy", "game", 3)
    assert "options={'game': 2}. It must be one of 1, 2, not 3." in said
    CALLS[title]("poleconomy", options=evaluate_remedy(said))


@pytest.mark.parametrize("title", CALLS)
def test_a_misspelt_option_is_told_what_may_be_meant(title: str) -> None:
    said = read_refusal(CALLS[title], "poleconomy", "quick_strat", True)
    assert "Did you mean the option 'quick_start': options={'quick_start': True}?" in said
    CALLS[title]("poleconomy", options=evaluate_remedy(said))
    said = read_refusal(CALLS[title], "opoly", "bid_incremnt", "much")
    assert evaluate_remedy(said) == {"bid_increment": 5}, "a value that it takes"


@pytest.mark.parametrize("title", CALLS)
def test_an_option_of_another_game_is_told_whose_it_is(title: str) -> None:
    for game, name, owner in (
        ("economy", "quick_start", "poleconomy"),
        ("opoly", "game", "poleconomy"),
        ("poleconomy", "final_valuation", "economicon"),
    ):
        said = read_refusal(CALLS[title], game, name, pick_value(owner, name))
        assert f"'{name}'. It is an option of {owner}, but {game} does not have it." in said


def test_a_match_that_has_begun_is_told_where_its_options_were_said() -> None:
    m = classkit.new("poleconomy", seats=2)
    for call in (classkit.table, widgets.table, classkit.Table, classkit.table(m).__class__):
        with pytest.raises(UnknownName, match="set when a match begins") as caught:
            call(m, quick_start=True)
        assert "classkit.new('poleconomy', options={'quick_start': True})" in str(caught.value)


FIXED: dict[str, Call] = {
    "bots": classkit.bots,
    "editions": classkit.editions,
    "options": classkit.options,
    "play": lambda game, /, **given: classkit.new(game).play(**given),
    "goto": lambda game, /, **given: classkit.new(game).goto(**given),
    "step": lambda game, /, **given: classkit.table(game).step(**given),
    "show_futures": lambda game, /, **given: classkit.table(game).show_futures(**given),
    "table of a match": lambda game, /, **given: classkit.table(classkit.new(game), **given),
    "futures": lambda game, /, **given: study.futures(classkit.new(game), **given),
    "compare_moves": lambda game, /, **given: study.compare_moves(classkit.new(game), **given),
}
"""Calls that take no options."""
BEGUN = re.compile(r"set when a match begins: (classkit\.new\(.*?\}\))")


@pytest.mark.parametrize(("game", "name"), OPTIONS)
def test_a_call_without_options_says_which_call_takes_them(game: str, name: str) -> None:
    """What the message says to write begins a match with this option."""
    value = pick_value(game, name)
    for title, call in FIXED.items():
        shown = BEGUN.search(said := read_refusal(call, game, name, value))
        assert shown, (title, said)
        begun = eval(shown[1], {"classkit": classkit})
        assert begun.game.name == game
        assert begun.options[name] == value, title


def test_a_record_has_its_options(tmp_path: Path) -> None:
    path = classkit.new("poleconomy", options={"game": 1}).save(tmp_path / "match.json")
    with pytest.raises(UnknownName, match="set when a match begins") as caught:
        classkit.load(path, game=2)  # type: ignore[arg-type]
    assert "classkit.new('poleconomy', options={'game': 2})" in str(caught.value)


@pytest.mark.parametrize("title", CALLS)
def test_a_number_in_quotes_is_told_as_the_number(title: str) -> None:
    said = read_refusal(CALLS[title], "poleconomy", "game", "1")
    assert "It must be one of 1, 2, not '1'; did you mean 1? Choose from" in said
    assert evaluate_remedy(said) == {"game": 1}
