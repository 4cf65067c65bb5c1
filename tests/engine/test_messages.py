"""What is refused where people guess: each refusal says what is possible, or what was meant."""

from __future__ import annotations

import copy
import inspect
import pickle
import pydoc
import re
from typing import Any

import pytest

import classkit
from classkit import study, widgets
from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError, IllegalMove, UnknownName
from classkit.engine.moves import Amount, Move, SomeOf
from classkit.engine.registry import MatchArguments
from classkit.hosting.session import open_table
from classkit.widgets.live_table import (
    MATCH_ATTRIBUTES,
    RENAMED_METHODS,
    SETTING_NAMES,
    TableSettings,
)
from classkit.widgets.match_controller import MatchController


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        (Amount(10_000, 540_000, 10_000, also=(0,)), 15_000,
         "must be a whole number from 10,000 to 540,000 in steps of 10,000, or 0, not 15,000."),
        (Amount(10, 90, also=(0,)), 5, "must be a whole number from 10 to 90, or 0, not 5."),
        (Amount(5, 95, 10, also=(0, 1)), 2,
         "must be a whole number from 5 to 95 in steps of 10, or 0, or 1, not 2."),
        (Amount(10, 90, unit="$"), 100, "must be a whole number from $10 to $90, not $100."),
        (Amount(0, 2**64), 2.5, f"must be a whole number from 0 to {2**64:,}, not 2.5."),
        (Amount(4, 4), 5, "must be 4, not 5."),
        (Amount(1, 10**15), 0, "must be a whole number, 1 or more, not 0."),
        (Amount(100, 100, unit="$"), 2.0, "must be $100, not 2.0."),
        (Amount(1, 200), 500.0, "must be a whole number from 1 to 200, not 500.0."),
        (Amount(1, 200), 2.0, "must be a whole number from 1 to 200, not 2.0: write 2."),
        (Amount(1, 10**15), 10**15 + 1,
         "must be at most 1,000,000,000,000,000, not 1,000,000,000,000,001."),
    ],
)  # fmt: skip
def test_an_amount_that_is_refused_says_all_that_is_possible(
    field: Amount, value: int, words: str
) -> None:
    assert field.refuse(value) == words


def test_a_list_of_nothing_has_nothing_to_choose_from() -> None:
    assert SomeOf(()).refuse(-1) == SomeOf(()).refuse(["I07"]) == "No choices are available now."
    assert SomeOf(("I07",)).refuse(-1) == "must be a list of at most 1 entry, not -1."
    ruled = SomeOf(("I07",), rule=lambda square: f"{square} is not A's (P13.2).")
    assert ruled.refuse(["I07"]) == "I07 is not A's (P13.2)."


def test_so_does_a_bid() -> None:
    bid = Decision("A", "bid", [Move("bid", amount=Amount(10, 50, 10, also=(0,)))], "P8.2", "bid")
    with pytest.raises(
        IllegalMove, match=r"amount: must be .* in steps of 10, or 0, not 5 \(P8.2\)\."
    ):
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
        lambda m: MatchController(m).hand("Bo", "saver"),
        lambda m: MatchController(m).rename("Bo", "Di"),
    ],
)
def test_a_name_where_a_seat_is_meant_leads_to_the_seat(verb: Any) -> None:
    with pytest.raises(UnknownName, match=r"Bo plays seat B: write 'B'. Choose from: A, B, C"):
        verb(named())


def test_goto_says_how_it_is_told_where_to_go() -> None:
    m = named().play("round")
    for somebody in (m, classkit.table(m)):
        with pytest.raises(ClasskitError, match=r"by name: goto\(turn=5\) or goto\(step=5\)"):
            somebody.goto(5)
        with pytest.raises(ClasskitError, match=r"by name: goto\(turn=5\) or goto\(step=5\)"):
            somebody.goto()


def test_a_misspelt_argument_of_play_or_of_a_table_is_told_what_was_meant() -> None:
    with pytest.raises(UnknownName, match=r"play\(\) argument 'botz'. Did you mean 'bots'"):
        named().play(botz="saver")
    for game in ("poleconomy", named()):
        with pytest.raises(UnknownName, match=r"table\(\) argument 'botz'. Did you mean 'bots'"):
            classkit.table(game, botz="saver")
    with pytest.raises(UnknownName, match=r"option 'quick_strat'. Did you mean 'quick_start'"):
        classkit.table("poleconomy", options={"quick_strat": True})
    with pytest.raises(UnknownName, match=r"'sead'. Did you mean 'seed'"):
        classkit.table("poleconomy", sead=7)


def cautious(view: Any, decision: Any) -> Any:
    """A policy that answers what is usual."""
    return decision.default


@pytest.mark.parametrize(
    "call",
    [
        lambda **given: classkit.new("poleconomy", **given),
        lambda **given: classkit.table("poleconomy", **given),
        lambda **given: widgets.table("poleconomy", **given),
        lambda **given: classkit.Table("poleconomy", **given),
        lambda **given: open_table("poleconomy", **given),
        lambda **given: classkit.table(named()).new(**given),
        lambda **given: classkit.room("poleconomy", **given),
        lambda **given: study.simulate("poleconomy", **given),
        lambda **given: study.tournament([cautious], "poleconomy", seats=2, **given),
        lambda **given: study.check_policy(cautious, "poleconomy", **given),
    ],
)
def test_an_option_that_stands_by_itself_is_told_where_it_belongs(call: Any) -> None:
    """Options are given in one way, so that type checkers know all keywords."""
    with pytest.raises(UnknownName, match=r"an option of the game: options={'quick_start': True}"):
        call(quick_start=True)
    with pytest.raises(UnknownName, match="Did you mean the option 'quick_start'"):
        call(quick_strat=True)
    with pytest.raises(UnknownName, match=r"There is no \w+\(\) argument"):
        call(them="dark")
    with pytest.raises(ClasskitError, match="options must be a mapping from names to values, not"):
        call(options=["quick_start"])
    with pytest.raises(UnknownName, match=r"There is no option 'quick_strat'\. Did you mean"):
        call(options={"quick_strat": True})


@pytest.mark.parametrize(
    "call",
    [classkit.new, classkit.table, classkit.room, study.simulate],
    ids=lambda one: one.__name__,
)
def test_a_game_that_is_given_by_name_is_told_how_it_stands(call: Any) -> None:
    first = next(iter(inspect.signature(call).parameters))
    with pytest.raises(
        UnknownName, match=rf"Pass it without its name: {call.__name__}\('poleconomy'\)"
    ):
        call(**{first: "poleconomy"})
    with pytest.raises(TypeError, match=f"missing 1 required positional argument: '{first}'"):
        call()
    with pytest.raises(UnknownName, match=r"\w+\(\) argument 'them'"):
        call(them="dark")


@pytest.mark.parametrize("late", ["seats", "seed", "options"])
def test_what_begins_a_match_comes_too_late_for_a_table_of_one(late: str) -> None:
    with pytest.raises(UnknownName, match=rf"{late} can be set only for a new match"):
        classkit.table(named(), **{late: 2})


def test_bots_named_at_the_beginning_are_told_where_they_belong() -> None:
    with pytest.raises(UnknownName, match=r"'bots'\. Set the players later: m\.play"):
        classkit.new("poleconomy", bots="saver")


def test_a_chapter_is_read_as_a_whole() -> None:
    m = named()
    lines = m.rule("P4").splitlines()
    assert lines[0] == "P4 Inflation Index"
    assert lines[3] == f"P4.3 {m.rule('P4.3')}"
    assert [line.split()[0] for line in lines[1:]] == [f"P4.{n}" for n in range(1, len(lines))]
    with pytest.raises(UnknownName, match="no clause 'P99'"):
        m.rule("P99")


def test_help_fits_five_screens_and_lists_all_names() -> None:
    told = pydoc.plain(pydoc.render_doc(classkit))
    assert len(told.splitlines()) <= 5 * 50
    for name in (*classkit.__all__, "Match", "Table", "study", "ClasskitError", "IllegalMove"):
        assert name in told


def test_who_looks_has_public_names() -> None:
    live = classkit.table("poleconomy", seats=2, seed=7, seen_as=classkit.INSTRUCTOR)
    assert live.see_as(classkit.EVERYBODY).seen_as == "everybody"
    assert named().view(classkit.INSTRUCTOR).seat == classkit.INSTRUCTOR


def test_table_names_its_settings() -> None:
    named_there = inspect.signature(classkit.table).parameters
    assert {*TableSettings.__annotations__} <= set(named_there)
    assert [*MatchArguments.__annotations__] == list(inspect.signature(classkit.new).parameters)[1:]
    about = classkit.table.__doc__ or ""
    assert all(name in about for name in (*SETTING_NAMES, "options"))


@pytest.mark.parametrize("game", classkit.list_games())
def test_every_chapter_has_a_heading_and_clauses(game: str) -> None:
    book = classkit.new(game, seed=1).game.rulebook
    chapters = {clause.partition(".")[0] for clause in book.clauses}
    assert chapters <= set(book.chapters)
    for chapter in chapters:
        assert len(book.clause(chapter).splitlines()) > 1


# --- what an economist guessed first (each refusal says what was meant) ---------------


def test_the_public_view_goes_by_its_public_name_too() -> None:
    m = named()
    assert m.view(classkit.EVERYBODY) is m.view(None)
    assert m.view(classkit.EVERYBODY).seat is None
    assert m.as_seen_by(classkit.EVERYBODY).view.seat is None


def test_an_answer_is_taken_as_it_is() -> None:
    """``request.default`` is one, and policies return them."""
    m = named()
    default = m.request.default
    assert m.fork().answer(default).answers[-1].name == default.move
    live = classkit.table(m)
    assert live.answer(default).match.answers[-1].name == default.move


def test_a_move_is_not_what_is_answered() -> None:
    m = named()
    move = m.legal_moves()[0]
    with pytest.raises(IllegalMove, match=f"is a move: answer with its name, '{move.name}'"):
        m.answer(move)
    with pytest.raises(IllegalMove, match="is a move: answer with its name"):
        classkit.table(m).answer(move)


def test_a_field_of_another_name_is_said_before_one_that_is_missing() -> None:
    thrown = classkit.new("poleconomy", seats=2, seed=7, luck="by_hand")
    with pytest.raises(IllegalMove, match="'values' is not a field; the fields are: dice"):
        thrown.answer("roll", values=[3, 4])


def test_a_whole_number_with_a_point_is_told_how_to_be_written() -> None:
    """As pandas has them where a column has gaps."""
    assert Amount(0, 90).refuse(20.0) == "must be a whole number from 0 to 90, not 20.0: write 20."
    assert Amount(0, 90).refuse(20.5) == "must be a whole number from 0 to 90, not 20.5."
    assert Amount(0, 90).refuse(float("inf")) == "must be a whole number from 0 to 90, not inf."


@pytest.mark.parametrize("begin", [classkit.new, classkit.table], ids=["match", "table"])
def test_a_round_to_go_to_is_refused_with_what_there_is(begin: Any) -> None:
    with pytest.raises(UnknownName, match=r"no goto\(\) argument 'round'.*back\(\"round\"\)"):
        begin("poleconomy", seats=2, seed=7).goto(round=2)
    with pytest.raises(UnknownName, match="Did you mean 'turn'"):
        begin("poleconomy", seats=2, seed=7).goto(trun=2)


@pytest.mark.parametrize("begin", [classkit.new, classkit.table], ids=["match", "table"])
@pytest.mark.parametrize(
    ("wrong", "remedy"),
    [("sed", "Did you mean 'seed'"), ("players", "seats=4"), ("names", r"seats=\[")],
)
def test_a_beginning_by_another_name_is_meant(begin: Any, wrong: str, remedy: str) -> None:
    with pytest.raises(UnknownName, match=remedy):
        begin("poleconomy", **{wrong: 3})


@pytest.mark.parametrize("begin", [classkit.new, classkit.table], ids=["match", "table"])
def test_a_saved_match_is_no_game(begin: Any) -> None:
    with pytest.raises(UnknownName, match=r"saved match, use classkit\.load"):
        begin("monday.classkit.json")


def test_a_table_says_what_its_match_has() -> None:
    live = classkit.table("poleconomy", seats=2, seed=7)
    for name in MATCH_ATTRIBUTES:
        assert hasattr(live.match, name)
        assert not hasattr(live, name)
    with pytest.raises(AttributeError, match=r"use table\.match\.standings"):
        live.standings()  # type: ignore[attr-defined]
    for name, other in RENAMED_METHODS.items():
        assert hasattr(live, other)
        with pytest.raises(AttributeError, match=rf"use table\.{other}\(\)"):
            getattr(live, name)
    with pytest.raises(AttributeError, match=r"a table has no 'stpe'$"):
        live.stpe()  # type: ignore[attr-defined]


def test_parts_say_what_they_are_and_of_what() -> None:
    live = classkit.table("poleconomy", seats=2, seed=7)
    assert repr(widgets.board(live)).startswith("<The board of <Match of poleconomy")
    assert repr(widgets.chart(live, "inflation")).startswith("<The chart 'inflation' of <Match")
    with pytest.raises(ClasskitError, match="needs a table or a match, not 'poleconomy'"):
        widgets.board("poleconomy")  # type: ignore[arg-type]


def test_studies_are_listed_before_they_are_loaded() -> None:
    """A notebook completes by ``dir``."""
    assert set(study.__all__) <= set(dir(study))
    assert "TYPE_CHECKING" not in dir(study)


@pytest.mark.parametrize("take", [copy.copy, copy.deepcopy])
def test_a_copy_of_a_match_is_a_fork(take: Any) -> None:
    m = classkit.new("poleconomy", seats=2, seed=7).play("round")
    before = m.digest()
    twin = take(m)
    assert twin.digest() == before
    twin.play("round")
    assert (m.digest(), m.can_redo) == (before, False)
    assert twin.digest() != before


def test_whoever_pickles_a_match_reads_how_it_is_handed_on() -> None:
    with pytest.raises(TypeError, match=r"m\.save\(path\).*classkit\.load\(path\)"):
        pickle.dumps(named())


@pytest.mark.parametrize("go_on", [study.futures, study.compare_moves])
def test_a_study_of_what_comes_goes_on_from_a_match(go_on: Any) -> None:
    live = classkit.table("poleconomy", seats=2, seed=7)
    for wrong in ("poleconomy", live):
        with pytest.raises(ClasskitError, match=r"need a match, such as .* table\.match"):
            go_on(wrong, n=3)


def test_a_table_of_a_table_is_refused() -> None:
    live = classkit.table("poleconomy", seats=2, seed=7)
    with pytest.raises(ClasskitError, match=r"already a table\. .* table\.match"):
        classkit.table(live)  # type: ignore[arg-type]


def test_capital_letters_are_no_other_name() -> None:
    assert "Did you mean 'n'?" in str(UnknownName("option", "N", ["bots", "n"]))
    assert "Did you mean 'opoly'?" in str(UnknownName("game", "OPOLY", classkit.list_games()))


def test_cents_are_written_in_full() -> None:
    """FUTURE EARNINGS is a sum in dollars that is shown to two decimals (Q11.2)."""
    lines = classkit.new("opoly", seats=3, seed=1).play().races()["FUTURE EARNINGS"]
    assert all(re.fullmatch(r"<\d\. seat [A-C]: \$[\d,]+\.\d\d>", repr(line)) for line in lines)
    assert repr(classkit.Standing("C", 538.3, 3, "$")) == "<3. seat C: $538.30>"
    assert repr(classkit.Standing("C", 1_538, 3, "$")) == "<3. seat C: $1,538>"


def test_what_begins_so_is_meant_rather_than_what_looks_alike() -> None:
    with pytest.raises(UnknownName, match=r"'quick'\. Did you mean 'quick_start'"):
        classkit.new("poleconomy", options={"quick": True})
    assert "Did you mean" not in str(UnknownName("bot", "sa", ["saver", "sailor"]))


def test_a_file_is_no_bot() -> None:
    with pytest.raises(UnknownName, match=r"Import a policy .*`classkit policy check`"):
        named().play(bots="my.py")


def test_who_looks_may_be_called_by_name_and_is_told_the_letter() -> None:
    """A frame asked for by the name of a seat says which letter is meant."""
    m = classkit.new("poleconomy", seats=["Ada", "Bo"], seed=7)
    for frame in (m.history_frame, m.events_frame, m.ledger_frame, m.answers_frame):
        with pytest.raises(UnknownName, match=r"no viewer 'bo'\. Bo plays seat B: write 'B'"):
            frame(seen_as="bo")
