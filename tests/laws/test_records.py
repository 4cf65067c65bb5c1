"""Laws of records: saved and opened it is the same match; anybody's file is safe to open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.errors import RecordError
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.record import dumps
from classkit.engine.replay import load, loads

from .matches import (
    Setup,
    every_game,
    fingerprint,
    for_every_game,
    play_by_chance,
    reopened,
    setups,
)

STEPS = 80
GOLDEN = Path(__file__).parent.parent / "records"


@for_every_game
@given(st.data(), st.sampled_from([{}, {"luck": "by_hand"}]))
def test_saved_and_opened_it_is_the_same_match(
    game: Any, data: st.DataObject, more: dict[str, Any]
) -> None:
    """Table, events, history and request; and what was undone is kept, ahead or replaced."""
    setup: Setup = data.draw(setups(game))
    m = play_by_chance(setup.new(**more), STEPS, "save")
    check_reopened(m)
    step = m.step
    check_reopened(m.goto(step=step // 2))
    play_by_chance(m, STEPS // 4, "another line")
    check_reopened(m)
    check_reopened(m.goto(step=m.step // 3))
    again = reopened(m)
    assert fingerprint(again.goto(step=again.last_step)) == fingerprint(m.goto(step=m.last_step))


def check_reopened(m: Match) -> None:
    """The same match, and the same record again."""
    other = reopened(m)
    assert fingerprint(other) == fingerprint(m)
    assert other.last_step == m.last_step
    assert other.to_record() == m.to_record()


@for_every_game
@given(st.data())
def test_a_record_goes_on_as_the_match_would(game: Any, data: st.DataObject) -> None:
    """Opened and played on by the same bots, both matches stay the same."""
    setup: Setup = data.draw(setups(game))
    m = setup.new().play(until="round", bots=setup.players)
    other = reopened(m)
    m.play(until="round", bots=setup.players)
    other.play(until="round", bots=setup.players)
    assert fingerprint(other) == fingerprint(m)


@for_every_game
@given(st.data())
def test_a_position_gives_the_present_back(game: Any, data: st.DataObject) -> None:
    """m.position() makes the same holdings, the same request and the same position again."""
    setup: Setup = data.draw(setups(game))
    m = setup.new().play(until="turn", bots="default")
    if m.is_over or m.turn == 0:
        return
    play_by_chance(m, 12, f"position {setup.seed}")
    if m.is_over:
        return
    position = json.loads(json.dumps(m.position()))
    other = setup.new(position=position)
    assert repr(other.request) == repr(m.request)
    assert other.ledger.totals() == m.ledger.totals()
    for unit, accounts in m.ledger.balances.items():
        for account in accounts:
            assert other.ledger.balance(account, unit) == m.ledger.balance(account, unit)
    assert other.ledger.titles == m.ledger.titles
    assert other.position() == position
    check_reopened(other)


# --- files from strangers -----------------------------------------------------------------------

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**25), 10**25) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in JSON data."""
    found = [path] if path else []
    if isinstance(value, dict):
        pairs: Any = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    else:
        pairs = []
    for key, item in pairs:
        found += places(item, (*path, key))
    return found


def change(record: Any, path: tuple[Any, ...], how: str, junk: Any) -> None:
    """Change one place of a record."""
    *outer, last = path
    for key in outer:
        record = record[key]
    if how == "delete":
        del record[last]
    elif how == "double" and isinstance(record, list):
        record.insert(last, record[last])
    elif how == "rename" and isinstance(record, dict):
        record[str(junk)[:20]] = record.pop(last)
    else:
        record[last] = junk


def open_safely(text: str, game: Game[Any]) -> None:
    """Whatever a file says: it opens, or a RecordError says why not."""
    try:
        m = loads(text, game=game)
    except RecordError as error:
        assert str(error)
        if error.match is not None:
            assert fingerprint(error.match)
        return
    assert fingerprint(m)


@for_every_game
@given(st.data())
def test_a_record_changed_by_hand_opens_or_says_why_not(game: Any, data: st.DataObject) -> None:
    """No error but RecordError, wherever the file was changed, twice over."""
    setup: Setup = data.draw(setups(game))
    m = play_by_chance(setup.new(), 15, "fuzz")
    if data.draw(st.booleans()):
        m.goto(step=m.step // 2)
    if data.draw(st.booleans()) and m.turn and not m.is_over:
        m = setup.new(position=json.loads(json.dumps(m.position())))
    original = dumps(m.to_record())
    for _ in range(12):
        record = json.loads(original)
        for _ in range(data.draw(st.integers(1, 2))):
            found = places(record)
            if not found:
                break
            path = found[data.draw(st.integers(0, len(found) - 1))]
            how = data.draw(st.sampled_from(["replace", "delete", "double", "rename"]))
            change(record, path, how, data.draw(JUNK))
        open_safely(json.dumps(record), game)


@for_every_game
@given(st.data())
def test_a_record_cut_off_or_smudged_opens_or_says_why_not(game: Any, data: st.DataObject) -> None:
    """The same for the text: cut off anywhere, or with a stretch replaced."""
    setup: Setup = data.draw(setups(game))
    text = dumps(play_by_chance(setup.new(), 10, "cut").to_record())
    for _ in range(12):
        at = data.draw(st.integers(0, len(text)))
        open_safely(text[:at], game)
        gap = data.draw(st.integers(0, 20))
        open_safely(text[:at] + data.draw(st.text(max_size=10)) + text[at + gap :], game)


# --- golden play-throughs -----------------------------------------------------------------------


def golden(game: Game[Any]) -> list[Path]:
    """The records of a game that are kept as tests."""
    return sorted(GOLDEN.glob(f"{game.name}-*.json"))


@for_every_game
def test_every_game_has_a_golden_record(game: Any) -> None:
    """A game without one is not ready."""
    assert golden(game), f"save a match as tests/records/{game.name}-<what it shows>.json"


@pytest.mark.parametrize(
    ("game", "path"),
    [pytest.param(game, path, id=path.stem) for game in every_game() for path in golden(game)],
)
def test_a_golden_record_still_tells_the_same_story(game: Any, path: Path) -> None:
    """It replays to its end with every fingerprint, and to the same sentences (the .txt beside)."""
    m = load(path, game=game)
    assert m.is_over, f"{path.name} is no whole match"
    assert m.to_record() == json.loads(path.read_text(encoding="utf-8"))
    told = path.with_suffix(".txt")
    assert told.exists(), f"write it with: python -m tests.laws.tell {path.name}"
    assert story(m) == told.read_text(encoding="utf-8")


def story(m: Match) -> str:
    """A match as people would read it: turn by turn, sentence by sentence, then the standings."""
    say, lines, turn = m.say(), [], -1
    for event in m.events:
        if event.turn != turn:
            turn = event.turn
            lines.append(f"\nTurn {turn}")
        sentence = say.event(event)
        if sentence:
            lines.append(f"  {sentence} ({event.rule})")
    lines.append("\nStandings")
    lines += [f"  {line.place}. {line.seat} {line.score:,} {line.unit}" for line in m.standings()]
    return "\n".join(lines).lstrip() + "\n"
