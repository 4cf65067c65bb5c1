"""The Match: how it begins, what it refuses in words, and what it tells."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest

import classkit
from classkit.engine.errors import (
    ClasskitError,
    EditionError,
    IllegalMove,
    NothingToDo,
    OptionError,
    RecordError,
    UnknownName,
)
from classkit.engine.registry import loads
from tests.toy import GAME

from .tiny import ask, match


def test_what_is_unknown_is_named_with_what_was_meant() -> None:
    with pytest.raises(UnknownName, match=r"no game 'polconomy'. Did you mean 'poleconomy'"):
        classkit.new("polconomy")
    with pytest.raises(UnknownName, match=r"no option 'rownds'. Did you mean 'rounds'"):
        classkit.new(GAME, options={"rownds": 3})
    with pytest.raises(UnknownName, match=r"no edition 'harbor'. Did you mean 'harbour'"):
        classkit.new(GAME, edition="harbor")
    m = classkit.new(GAME, seats=2)
    with pytest.raises(UnknownName, match=r"no bot 'hastie'. Did you mean 'hasty'"):
        m.play(bots="hastie")
    for verb in (m.view, m.withdraw, lambda s: m.rename(s, "x"), lambda s: m.play(bots={s: None})):
        with pytest.raises(UnknownName, match=r"There is no seat 'Q'. Choose from: A, B."):
            verb("Q")
    with pytest.raises(UnknownName, match=r"no clause 'T9.9'"):
        m.rule("T9.9")
    with pytest.raises(UnknownName, match=r"no until value 'never'"):
        m.play(until="never")
    with pytest.raises(ClasskitError, match=r"until takes one argument, the match: '<lambda>'"):
        m.play(until=lambda: True)


@pytest.mark.parametrize("where", ["two", 1.0, True, [1]])
def test_places_in_a_match_are_whole_numbers(where: Any) -> None:
    m = classkit.new(GAME, seats=2, seed=2).play(until="turn", bots="random")
    before = m.digest()
    for go in (
        lambda: m.goto(turn=where),
        lambda: m.goto(step=where),
        lambda: m.undo(where),
        lambda: m.redo(where),
    ):
        with pytest.raises(ClasskitError, match=r"(turn|step|steps) must be a whole number, "):
            go()
    assert m.digest() == before


@pytest.mark.parametrize("bots", [3, [], ["random"] * 3, [3], {"A": 3}])
def test_what_is_no_bot_is_refused(bots: Any) -> None:
    m = classkit.new(GAME, seats=2, seed=2)
    with pytest.raises(
        ClasskitError, match=r"a bot must be a name or a policy|bots must have 1 to 2"
    ):
        m.play(bots=bots)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        (1, "seats must be a whole number from 2 to 6, not 1"),
        (7, "seats must be a whole number from 2 to 6, not 7"),
        (-1, "from 2 to 6, not -1"),
        (True, "seats must be a whole number from 2 to 6, not True"),
        ("Ada", "from 2 to 6, or a list of names, not 'Ada': seats=4 or"),
        (2.0, "seats must be a whole number from 2 to 6, not 2.0: write 2"),
        (["Ada"], "seats must have 2 to 6 names, not 1"),
        (["Ada", "Ada"], "two seats have the name 'Ada'"),
        (["Ada", " Ada "], "two seats have the name 'Ada'"),
        (["Ada", ""], "must not be empty"),
        (["Ada", "x" * 10_000], "at most 60 characters long, not 10,000"),
        (["Ada", "B\u202eo"], "invisible|control"),
        (["Ada", 5], "a name must be text"),
    ],
)
def test_seats_that_cannot_be_are_refused(seats: Any, words: str) -> None:
    with pytest.raises(ClasskitError, match=words):
        classkit.new(GAME, seats=seats)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "7", True, None.__class__])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    with pytest.raises(ClasskitError, match=r"a seed must be a whole number"):
        classkit.new(GAME, seed=seed)
    assert classkit.new(GAME, seed=2**64 - 1).seed == 2**64 - 1
    assert classkit.new(GAME).seed != classkit.new(GAME).seed


def test_options_are_checked_by_value() -> None:
    with pytest.raises(
        OptionError, match=r"option rounds: must be .* from 1 to 200, not 0 \(T1.5\)"
    ):
        classkit.new(GAME, options={"rounds": 0})
    with pytest.raises(OptionError, match=r"option goal: must be .* from 20 to 1,000, or 0, not 5"):
        classkit.new(GAME, options={"goal": 5})
    with pytest.raises(OptionError, match=r"option open_hands: must be true or false, not 1"):
        classkit.new(GAME, options={"open_hands": 1})
    with pytest.raises(
        OptionError, match=r"option first_seat: must be one of A, B, not 'C' \(T1.4\)"
    ):
        classkit.new(GAME, seats=2, options={"first_seat": "C"})
    with pytest.raises(OptionError, match=r"one of first, second, open, not 'dutch'"):
        classkit.new(GAME, options={"auction": "dutch"})


def test_after_the_end_nothing_is_asked_any_more() -> None:
    m = match(ask("A")).answer("yes")
    assert m.is_over and m.winners and m.request is None and m.legal_moves() == []
    with pytest.raises(NothingToDo, match=r"The match is over: no decision is open."):
        m.answer("yes")
    with pytest.raises(ClasskitError):
        m.aside("note")
    with pytest.raises(IllegalMove):
        m.withdraw("A")
    assert m.play(until="end").is_over
    assert m.undo().answer("no").is_over
    assert repr(m) == "<Match of tiny, 1 seats, over>" or "over" in repr(m)


def test_answers_do_not_change_with_what_was_given() -> None:
    """A list that is changed afterwards is not the answer that was given."""
    m = classkit.new(GAME, seats=2, seed=3)
    fields = {"grain": 0, "oil": 0, "spice": 0}
    m.answer("sell", seat="A", **fields)
    entry = m.answers[-1]
    fields["grain"] = 5
    assert entry.value == {"grain": 0, "oil": 0, "spice": 0}


def test_views_and_metrics_and_words() -> None:
    m = classkit.new(GAME, seats=["Ada", "Bo"], seed=3)
    assert set(m.metrics()) >= {"turn", "round", "coins", "bank"}
    assert m.view("A") is m.view("A") and m.view(None).seat is None
    assert m.view(None).others == ("A", "B") and m.view("A").others == ("B",)
    assert m.say().seat("A") == "Ada" and m.rename("A", "Zoë").say().seat("A") == "Zoë"
    with pytest.raises(ClasskitError, match=r"another seat already has the name 'Bo'"):
        m.rename("A", "Bo")
    assert m.rule("T2.1").startswith("At the start of each round")
    assert "harbour" in repr(m)
    other = m.fork()
    other.rename("A", "Cy")
    assert m.names["A"] == "Zoë"


def test_a_table_that_was_replaced_by_undo_is_what_views_see() -> None:
    m = match(ask("A"), ask("B"))
    view = m.view("B")
    m.answer("yes")
    assert [event.facts["move"] for event in view.events] == ["yes"]
    m.undo()
    assert view.events == [] or m.view("B").events == []
    assert [d.seat for d in m.view("A").requests] == ["A"]


@pytest.mark.parametrize(
    "module", ["pandas", "numpy", "plotly", "IPython", "ipywidgets", "anywidget", "tornado"]
)
def test_a_match_needs_the_standard_library_only(module: str) -> None:
    """Importing classkit and playing a match brings in none of the large packages."""
    code = (
        "import sys, classkit; from tests.toy import GAME;"
        "classkit.new(GAME, seed=1).play();"
        f"sys.exit({module!r} in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_playing_a_match_loads_nothing_that_only_shows_it() -> None:
    """Design, section 7: a new match in 0.08 s, and the dozen classes of a board take 6 ms."""
    code = (
        "import sys, classkit;"
        "classkit.new('poleconomy', seats=4, seed=1).play();"
        "print([name for name in sys.modules if name.endswith(('engine.board', 'shown.board'))],"
        " [name for name in ('difflib', 'fractions') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[] []"


def test_all_errors_are_of_one_family() -> None:
    for error in (IllegalMove, RecordError, EditionError, OptionError, UnknownName, NothingToDo):
        assert issubclass(error, ClasskitError) and issubclass(error, ValueError)


def test_play_goes_on_until_something_is_so_of_the_match() -> None:
    m = classkit.new(GAME, seats=2, seed=2)
    assert m.play(until=lambda m: m.step == 5, bots="random").step == 5
    assert m.play(until=lambda m: m.step == 5).step == 5, "it is so already"
    assert "B" in m.play(until=lambda m: False, bots={"B": "person"}).request.seats
    assert m.play(until=lambda m: False, bots="random").is_over


def test_what_is_public_can_be_listed() -> None:
    shown = [name for name in dir(classkit) if not name.startswith("_")]
    assert {*classkit.__all__, "Match", "Table", "study", "View"} < set(shown)
    assert not {"annotations", "sys", "find", "Any"} & set(shown)
    assert all(hasattr(classkit, name) for name in shown)
    assert repr(classkit.new(GAME, seats=2).edition).count("\n") == 0
    assert len(repr(classkit.new("economicon").edition)) < 100


def test_matches_are_equal_if_their_records_are() -> None:
    def begin(seed: int) -> classkit.Match:
        return classkit.new("economy", seats=3, seed=seed)

    one, other = begin(1), begin(1)
    assert one == other
    assert one != begin(2)
    assert one != "a match"
    one.play(until="turn")
    assert one != other
    other.play(until="turn")
    assert one == other == copy.deepcopy(one) == loads(one.record_text())
    one.back()
    assert one != other, "the record of a match says where it is"


def test_matches_from_points_are_equal_only_in_the_same_state() -> None:
    def begin(match: classkit.Match) -> classkit.Match:
        return classkit.Match.at(match.point(), 1, match.keep)

    match = classkit.new("economy", seats=3, seed=1).play(until="turn")
    early = begin(match)
    late = begin(match.play(until="turn"))
    assert early != late
    assert late == begin(match)


def test_a_match_is_mutable_so_it_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable type: 'Match'"):
        hash(classkit.new("economy", seats=3, seed=1))


@pytest.mark.parametrize("copy_it", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_view_cannot_be_copied(copy_it: Any) -> None:
    view = classkit.new("economy", seats=3, seed=1).view("A")
    with pytest.raises(TypeError, match=r"a view cannot be copied.*m\.fork\(\)\.view\(seat\)"):
        copy_it(view)


def test_an_unknown_metric_or_fact_is_named_with_what_was_meant() -> None:
    match = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    with pytest.raises(
        KeyError, match=r"no metric 'inflation_numbr'\. Did you mean 'inflation_num"
    ):
        match.metrics()["inflation_numbr"]
    with pytest.raises(UnknownName, match=r"no fact of the opening 'first_movr'\. Did you mean"):
        match.starting_facts()["first_movr"]
    assert match.metrics().get("gdp") is None
