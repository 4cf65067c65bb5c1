"""What is refused where people guess: each refusal says what is possible, or what was meant."""

from __future__ import annotations

import inspect
import pydoc
from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, IllegalMove, UnknownName
from classkit.engine.moves import Amount, Move
from classkit.engine.registry import BEGINNINGS
from classkit.engine.requests import Decision
from classkit.widgets.desk import Desk
from classkit.widgets.live import SETTINGS


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (Amount(10_000, 540_000, 10_000, also=(0,)), 5,
         "5 is neither 0 nor a multiple of 10,000 from 10,000."),
        (Amount(10_000, 540_000, 10_000, also=(0,)), 15_000,
         "15,000 is neither 0 nor a multiple of 10,000 from 10,000."),
        (Amount(10, 90, also=(0,)), 5, "5 is neither 0 nor 10 or more."),
        (Amount(5, 95, 10, also=(0, 1)), 2, "2 is neither 0 nor 1 nor 5 plus a multiple of 10."),
        (Amount(10, 90, 10), 5, "5 is less than 10, the least that is possible."),
        (Amount(10, 90, 10, also=(0,)), 100, "100 is more than 90, the most that is possible."),
    ],
)  # fmt: skip
def test_an_amount_that_is_refused_says_all_that_is_possible(
    field: Amount, value: int, words: str
) -> None:
    assert field.refuse(value) == words


def test_so_does_a_bid() -> None:
    bid = Decision("A", "bid", [Move("bid", amount=Amount(10, 50, 10, also=(0,)))], "P8.2", "bid")
    with pytest.raises(IllegalMove, match=r"5 is neither 0 nor a multiple of 10 from 10. \(P8.2\)"):
        bid.read(5)


def named() -> Any:
    return classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7)


@pytest.mark.parametrize(
    "verb",
    [
        lambda m: m.rename("Bo", "Di"),
        lambda m: m.rename("bo ", "Di"),
        lambda m: m.withdraw("Bo"),
        lambda m: m.view("Bo"),
        lambda m: m.requests("Bo"),
        lambda m: m.legal_moves("Bo"),
        lambda m: m.asides("Bo"),
        lambda m: m.aside("cash_in", seat="Bo"),
        lambda m: m.answer("keep", seat="Bo"),
        lambda m: m.play(bots={"Bo": "saver"}),
        lambda m: Desk(m).hand("Bo", "saver"),
        lambda m: Desk(m).rename("Bo", "Di"),
    ],
)
def test_a_name_where_a_seat_is_meant_leads_to_the_seat(verb: Any) -> None:
    with pytest.raises(UnknownName, match=r"Bo sits in seat B: say 'B'. There are: A, B, C"):
        verb(named())


def test_goto_says_how_it_is_told_where_to_go() -> None:
    m = named().play("round")
    for somebody in (m, classkit.table(m)):
        with pytest.raises(ClasskitError, match=r"by its name: goto\(turn=5\) or goto\(step=5\)"):
            somebody.goto(5)


def test_a_misspelt_argument_of_play_or_of_a_table_is_told_what_was_meant() -> None:
    with pytest.raises(UnknownName, match=r"argument of play 'botz'. Did you mean 'bots'"):
        named().play(botz="saver")
    for game in ("poleconomy", named()):
        with pytest.raises(UnknownName, match=r"setting of a table 'botz'. Did you mean 'bots'"):
            classkit.table(game, botz="saver")
    with pytest.raises(UnknownName, match=r"'quick_strat'. Did you mean 'quick_start'"):
        classkit.table("poleconomy", quick_strat=True)
    with pytest.raises(UnknownName, match=r"'sead'. Did you mean 'seed'"):
        classkit.table("poleconomy", sead=7)


@pytest.mark.parametrize("late", ["seats", "seed", "quick_start"])
def test_what_begins_a_match_comes_too_late_for_a_table_of_one(late: str) -> None:
    with pytest.raises(UnknownName, match=rf"{late} belongs to the beginning of a match"):
        classkit.table(named(), **{late: 2})


def test_bots_named_at_the_beginning_are_told_where_they_belong() -> None:
    with pytest.raises(UnknownName, match=r"'bots'. Who plays is said where they play: m.play"):
        classkit.new("poleconomy", bots="saver")


def test_a_chapter_is_read_as_a_whole() -> None:
    m = named()
    lines = m.rule("P4").splitlines()
    assert lines[0] == "P4 Inflation Index"
    assert lines[3] == f"P4.3 {m.rule('P4.3')}"
    assert [line.split()[0] for line in lines[1:]] == [f"P4.{n}" for n in range(1, len(lines))]
    with pytest.raises(UnknownName, match="no clause 'P99'"):
        m.rule("P99")


def test_help_fits_three_screens_and_names_what_there_is() -> None:
    told = pydoc.plain(pydoc.render_doc(classkit))
    assert len(told.splitlines()) <= 3 * 50
    for name in (*classkit.__all__, "Match", "Table", "study", "ClasskitError", "IllegalMove"):
        assert name in told


def test_who_looks_has_public_names() -> None:
    live = classkit.table("poleconomy", seats=2, seed=7, seen_as=classkit.INSTRUCTOR)
    assert live.see_as(classkit.EVERYBODY).seen_as == "everybody"
    assert named().view(classkit.INSTRUCTOR).seat == classkit.INSTRUCTOR


def test_table_names_its_settings() -> None:
    named_there = inspect.signature(classkit.table).parameters
    assert {*SETTINGS, *BEGINNINGS} <= set(named_there)
    about = classkit.table.__doc__ or ""
    assert all(name in about for name in (*SETTINGS, "options"))


@pytest.mark.parametrize("game", classkit.list_games())
def test_every_chapter_has_a_heading_and_clauses(game: str) -> None:
    book = classkit.new(game, seed=1).game.rulebook
    chapters = {clause.partition(".")[0] for clause in book.clauses}
    assert chapters <= set(book.chapters)
    for chapter in chapters:
        assert len(book.clause(chapter).splitlines()) > 1


def test_who_looks_may_be_called_by_name_and_is_told_the_letter() -> None:
    """Issue 18.7: a frame asked for by the name of a seat says which letter is meant."""
    m = classkit.new("poleconomy", seats=["Ada", "Bo"], seed=7)
    for frame in (m.history_frame, m.events_frame, m.ledger_frame, m.answers_frame):
        with pytest.raises(UnknownName, match=r"no viewer 'bo'\. Bo sits in seat B: say 'B'"):
            frame(seen_as="bo")
