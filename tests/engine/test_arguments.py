"""Public calls accept any argument or refuse it with a documented error."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import classkit
from classkit.engine.errors import ClasskitError, RecordError
from classkit.engine.events import Keep
from classkit.engine.randomness import read_script
from classkit.engine.registry import loads
from classkit.engine.serialization import format_record
from classkit.testing.hostile_input_laws import HOSTILE_VALUES as HOSTILE
from classkit.widgets import table
from tests.toy import GAME

STRANGE: list[Any] = [
    None, True, False, 0, -1, 10**30, 10**5000, 1.5, float("nan"), "x", "", "\0", "a\0b", "\ud800",
    b"x", [], {}, [None], {"a": 1}, {1: 2}, set(), object(), print, np.int64(99), np.float64(1),
    [[]], np.bool_(True), np.array([1, 2]), Path("nowhere"), *HOSTILE.values(),
]  # fmt: skip
"""Values of every make; few of them fit anywhere."""


MAKING = ["seats", "seed", "edition", "position", "luck", "keep", "game", "round_limit", "nonsense"]
MATCH: dict[str, Callable[[classkit.Match, Any], Any]] = {
    "answer": lambda m, value: m.answer(value),
    "answer with": lambda m, value: m.answer("throw", amount=value),
    "answer for": lambda m, value: m.answer("throw", seat=value),
    "aside": lambda m, value: m.aside(value),
    "aside with": lambda m, value: m.aside("float_money", seat="A", amount=value),
    "withdraw": lambda m, value: m.withdraw(value),
    "signal": lambda m, value: m.signal(value),
    "repeat": lambda m, value: m.repeat(value),
    "play until": lambda m, value: m.play(until=value),
    "play bots": lambda m, value: m.play(until="decision", bots=value),
    "play bot": lambda m, value: m.play(until="decision", bots={"A": value}),
    "undo": lambda m, value: m.undo(value),
    "redo": lambda m, value: m.redo(value),
    "goto turn": lambda m, value: m.goto(turn=value),
    "goto step": lambda m, value: m.goto(step=value),
    "back": lambda m, value: m.back(value),
    "forward": lambda m, value: m.forward(value),
    "rename": lambda m, value: m.rename(value, "Ada"),
    "rename to": lambda m, value: m.rename("A", value),
    "view": lambda m, value: m.view(value),
    "legal moves": lambda m, value: m.legal_moves(value),
    "rule": lambda m, value: m.rule(value),
}
TABLE: dict[str, Callable[[Any, Any], Any]] = {
    "step": lambda t, value: t.step(until=value),
    "back": lambda t, value: t.back(until=value),
    "forward": lambda t, value: t.forward(until=value),
    "goto turn": lambda t, value: t.goto(turn=value),
    "goto step": lambda t, value: t.goto(step=value),
    "autoplay": lambda t, value: t.autoplay(speed=value).pause(),
    "answer": lambda t, value: t.answer(value),
    "answer with": lambda t, value: t.answer("throw", amount=value),
    "aside": lambda t, value: t.aside(value),
    "hand": lambda t, value: t.hand("A", value),
    "hand to": lambda t, value: t.hand(value, "person"),
    "rename": lambda t, value: t.rename("A", value),
    "fork": lambda t, value: t.fork(value),
    "branch": lambda t, value: t.branch(value),
    "drop branch": lambda t, value: t.drop_branch(value),
    "bookmark": lambda t, value: t.bookmark(value),
    "new": lambda t, value: t.new(seats=value),
    "see as": lambda t, value: t.see_as(value),
    "cover": lambda t, value: t.cover(value),
    "predict": lambda t, value: t.predict("inflation", value),
    "curtain": lambda t, value: t.curtain(value),
    "figure": lambda t, value: t.figure(value),
}


def is_refused_well(act: Callable[[], Any]) -> None:
    """It goes, or says in a short sentence why not."""
    try:
        act()
    except ClasskitError as error:
        assert 10 < len(str(error)) < 1_000


@pytest.mark.parametrize("name", MAKING)
def test_new_takes_or_refuses_whatever_it_is_given(name: str) -> None:
    for value in STRANGE:
        is_refused_well(lambda value=value: classkit.new("poleconomy", **{name: value}))


def test_the_game_too() -> None:
    for value in STRANGE:
        for act in (classkit.new, classkit.bots, classkit.options, classkit.editions):
            is_refused_well(lambda act=act, value=value: act(value))


@pytest.mark.parametrize("verb", MATCH)
def test_a_match_takes_or_refuses_whatever_it_is_given(verb: str) -> None:
    m = classkit.new("poleconomy", seats=3, seed=7).play(until="turn")
    for value in STRANGE:
        is_refused_well(lambda value=value: MATCH[verb](m.fork(), value))


def test_loading_and_saving_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    m = classkit.new("poleconomy", seats=3, seed=7)
    saved = m.save("monday.classkit.json")
    for value in STRANGE:
        is_refused_well(lambda value=value: classkit.load(value))
        is_refused_well(lambda value=value: classkit.load(saved, keep=value))
        is_refused_well(lambda value=value: classkit.load(saved, partial=value))
        is_refused_well(lambda value=value: classkit.load(saved, game=value))
        if type(value) is not str or "\0" in value:
            is_refused_well(lambda value=value: m.save(value))
        for part in ("copies", "events", "ledger", "history", "figures"):
            is_refused_well(lambda part=part, value=value: Keep(**{part: value}))


@pytest.mark.parametrize("setting", ["bots", "theme", "covered", "seen_as", "keep", "nonsense"])
def test_a_table_takes_or_refuses_whatever_it_is_given(setting: str) -> None:
    for value in STRANGE:
        is_refused_well(lambda value=value: table("poleconomy", seats=3, **{setting: value}))


@pytest.mark.parametrize("verb", TABLE)
def test_the_verbs_of_a_table_too(verb: str) -> None:
    live = table("poleconomy", seats=3, seed=7, bots="passive").step()
    for value in STRANGE:
        is_refused_well(lambda value=value: TABLE[verb](live, value))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"keep": "x"}, r"keep must be classkit\.Keep\(\).* not 'x'\."),
        ({"seats": True}, "seats must be a whole number from 2 to 6, not True"),
        ({"edition": 5}, "edition: must be an id, a TOML file, a folder or a mapping, not 5"),
        ({"luck": 5}, "luck must be a list of outcomes, not 5"),
        ({"seed": 10**5000}, "a seed must be a whole number from 0 to"),
        ({"seats": 10**5000}, "seats must be a whole number from 2 to 6, not a number of about"),
    ],
)
def test_the_argument_the_reason_and_the_remedy_are_said(
    settings: dict[str, Any], said: str
) -> None:
    with pytest.raises(ClasskitError, match=said):
        classkit.new("poleconomy", **settings)


# --- numbers of numpy ---------------------------------------------------------------------------


def check_plain(m: classkit.Match) -> None:
    """A record of plain JSON data, which opens to the same match."""
    record = m.to_record()
    assert json.loads(json.dumps(record)) == record
    again = loads(format_record(record), game=m.game)
    assert again.digest() == m.digest()


def test_numbers_of_numpy_begin_a_match_as_plain_ones_do() -> None:
    three, one = np.int64(3), np.uint8(1)
    m = classkit.new(
        "poleconomy", seats=three, seed=np.int32(7), options={"round_limit": np.int64(8)}
    )
    assert (m.seed, m.options.round_limit) == (7, 8)
    assert type(m.seed) is int and type(m.options.round_limit) is int
    check_plain(m)
    laws = classkit.new("economicon", options={"law_rounds": [one, three]})
    assert [type(number) for number in laws.options.law_rounds] == [int, int]
    position = {"A.cash": np.int64(400_000), "marker": three, "turn": np.int16(5)}
    placed = classkit.new("poleconomy", seats=3, seed=1, position=position)
    assert placed.ledger.balance("A") == 400_000 and placed.turn == 5
    check_plain(placed)
    script = read_script([[three, one], (one, one), three, "I07"])
    assert script == [[3, 1], [1, 1], 3, "I07"] and type(script[2]) is int
    with pytest.raises(ClasskitError):
        classkit.new("poleconomy", seats=np.bool_(True))
    with pytest.raises(ClasskitError):
        classkit.new("poleconomy", seed=np.float64(7))


def test_numbers_of_numpy_answer_and_lead_through_a_match() -> None:
    m = classkit.new("poleconomy", seats=3, luck="by_hand", seed=1, options={"game": 1})
    for _ in range(3):
        m.answer([np.int64(3), np.int64(4)])
    m.answer("roll", dice=(np.int8(3), np.uint64(4)))
    assert m.undo(np.int64(2)).goto(step=np.int64(1)).redo(np.int8(1)).step == 2
    assert m.goto(turn=np.int64(0)).turn == 0
    check_plain(m)


def illegal(view: Any, decision: Any) -> Any:
    return "fly"


def one_argument(view: Any) -> Any:
    return "pass"


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "no entry": (lambda m: m.is_step(None), r"an entry must be an item of m\.answers"),
    "no point": (
        lambda m: type(m).at(None, 1, Keep()),
        r"a point must be a result of m\.point\(\)",
    ),
    "no option": (lambda m: m.options["luck"], r"^There is no option 'luck'. Choose from: advert"),
    "a set": (lambda m: classkit.new("opoly", seats={"Ada", "Bo"}), r"a list of names, not"),
    "no file": (lambda m: m.save(""), r"path must be the name of a file, not ''"),
    "no dot": (lambda m: m.save("."), r"path must be the name of a file, not '.'"),
    "ahead": (lambda m: m.redo(), r"^There are no later steps to redo\."),
    "before": (lambda m: m.goto(step=0).undo(), r"^This is the beginning: there is nothing to"),
    "illegal": (
        lambda m: m.play(bots=illegal),
        r"^turn 1, set_arrow, answer of \w \(illegal\) refused: 'fly' is not an answer",
    ),
    "arguments": (
        lambda m: m.play(bots=one_argument),
        r"takes two arguments, the view and the decision: 'one_argument' takes \(view",
    ),
    "a name for a seat": (
        lambda m: classkit.new("poleconomy", seats=["Ada", "Bo"], position={"Ada.cash": 5}),
        r"position: Ada: Ada plays seat A: write 'A'\.",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_says_what_was_meant(what: str) -> None:
    call, reason = REFUSED[what]
    with pytest.raises(ClasskitError, match=reason):
        call(classkit.new("poleconomy", seats=2, seed=7, options={"game": 1}))


def test_an_option_that_is_not_there_is_a_key_error_too() -> None:
    options = classkit.new("opoly", seats=3).options
    with pytest.raises(KeyError):
        options["luck"]
    assert options.get("luck") is None and "luck" not in options


def test_a_damaged_record_is_named(tmp_path: Path) -> None:
    (tmp_path / "monday.classkit.json").write_text("{", encoding="utf-8")
    with pytest.raises(RecordError, match=r"^monday\.classkit\.json: This record"):
        classkit.load(tmp_path / "monday.classkit.json")


def test_what_a_table_calls_otherwise_is_named() -> None:
    with pytest.raises(AttributeError, match=r"table\.cover\(chart, on=False\)"):
        table("opoly", seats=3).uncover  # noqa: B018


@pytest.mark.parametrize("name", [*classkit.list_games(), "harbour"])
def test_a_policy_may_answer_with_numbers_of_numpy(name: str) -> None:
    """Every amount that a bot gives by chance, of numpy's make: the very same match."""

    def made_by_numpy(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: made_by_numpy(item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [made_by_numpy(item) for item in value]
        return np.int64(value) if type(value) is int else value

    def numbers(view: Any, decision: Any) -> Any:
        reply = classkit.engine.policy.random_policy(view, decision)  # type: ignore[attr-defined]
        return reply.move, made_by_numpy(dict(reply.fields))

    class Acts:
        def __call__(self, view: Any, decision: Any) -> Any:
            return numbers(view, decision)

        def aside(self, view: Any, decision: Any, open_asides: Any) -> Any:
            reply = classkit.engine.policy.random_policy.aside(view, decision, open_asides)  # type: ignore[attr-defined]
            return reply and (reply.move, made_by_numpy(dict(reply.fields)))

    game = GAME if name == "harbour" else name
    plain, made = (classkit.new(game, seats=3, seed=5) for _ in range(2))
    for _ in range(12):
        plain.play(until="turn", bots="random")
        made.play(until="turn", bots=Acts())
    assert made.digest() == plain.digest()
    check_plain(made)
