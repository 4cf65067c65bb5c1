"""Laws of records: an opened record is the same match, and any file is safe to open."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import registry
from classkit.engine.editions import NoEditions
from classkit.engine.errors import RecordError
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.registry import list_entry_points, load_installed, loads
from classkit.engine.serialization import format_record

from .file_audit import audit_opens
from .game_sources import get_package_folder
from .match_strategies import (
    THOROUGH_MODE,
    Setup,
    law,
    play_randomly,
    reopen_match,
    setups,
    snapshot_match,
)

STEPS = 80


@law
@given(st.data(), st.sampled_from([{}, {"luck": "by_hand"}]))
def test_saved_and_opened_it_is_the_same_match(
    game: Any, data: st.DataObject, more: dict[str, Any]
) -> None:
    """Check state, events, history, request, and the recorded later steps."""
    setup: Setup = data.draw(setups(game))
    m = play_randomly(setup.new(**more), STEPS, "save")
    check_reopened(m)
    step = m.step
    check_reopened(m.goto(step=step // 2))
    play_randomly(m, STEPS // 4, "another line")
    check_reopened(m)
    check_reopened(m.goto(step=m.step // 3))
    again = reopen_match(m)
    assert snapshot_match(again.goto(step=again.last_step)) == snapshot_match(
        m.goto(step=m.last_step)
    )


def check_reopened(m: Match) -> None:
    """Check that the reopened match is equal and saves to the same record."""
    other = reopen_match(m)
    assert snapshot_match(other) == snapshot_match(m)
    assert other.last_step == m.last_step
    assert other.to_record() == m.to_record()


@law
@given(st.data())
def test_a_record_goes_on_as_the_match_would(game: Any, data: st.DataObject) -> None:
    """Check that both matches stay equal when the same bots continue."""
    setup: Setup = data.draw(setups(game))
    m = setup.new().play(until="round", bots=setup.players)
    other = reopen_match(m)
    m.play(until="round", bots=setup.players)
    other.play(until="round", bots=setup.players)
    assert snapshot_match(other) == snapshot_match(m)


# --- untrusted files ----------------------------------------------------------------------------

JUNK_DATA = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**25), 10**25) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def find_places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths of all places in JSON data."""
    found = [path] if path else []
    if isinstance(value, dict):
        pairs: Any = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    else:
        pairs = []
    for key, item in pairs:
        found += find_places(item, (*path, key))
    return found


def change_place(record: Any, path: tuple[Any, ...], how: str, junk: Any) -> None:
    """Change one place of a record. The record is not copied."""
    *outer, last = path
    for key in outer:
        record = record[key]
    if how == "delete":
        del record[last]
    elif how == "double" and isinstance(record, list):
        record.insert(last, record[last])
    elif how == "rename" and isinstance(record, dict):
        record[str(junk)[:200]] = record.pop(last)
    else:
        record[last] = junk


def open_safely(text: str, game: Game[Any]) -> None:
    """Check that a text opens as a match, or raises RecordError."""
    try:
        m = loads(text, game=game)
    except RecordError as error:
        assert str(error)
        if error.match is not None:
            assert snapshot_match(error.match)
        return
    assert snapshot_match(m)


@law
@given(st.data())
def test_a_record_changed_by_hand_opens_or_says_why_not(game: Any, data: st.DataObject) -> None:
    """Check that a record with one or two random changes opens or raises RecordError."""
    setup: Setup = data.draw(setups(game))
    m = play_randomly(setup.new(), 15, "fuzz")
    if data.draw(st.booleans()):
        m.goto(step=m.step // 2)
    if game.has_positions and data.draw(st.booleans()) and m.turn and not m.is_over:
        m = setup.new(position=json.loads(json.dumps(m.position())))
    original = format_record(m.to_record())
    for _ in range(12):
        record = json.loads(original)
        for _ in range(data.draw(st.integers(1, 2))):
            found = find_places(record)
            if not found:
                break
            path = found[data.draw(st.integers(0, len(found) - 1))]
            how = data.draw(st.sampled_from(["replace", "delete", "double", "rename"]))
            change_place(record, path, how, data.draw(JUNK_DATA))
        open_safely(json.dumps(record), game)


def get_allowed_roots(game: Game[Any]) -> list[Path]:
    """Return the folders in which files may be opened: the game, classkit, and Python's path."""
    places = (*filter(None, sys.path), sys.prefix, sys.base_prefix)
    return [get_package_folder(game), Path(__file__).parents[1], *map(Path, places)]


def test_no_text_in_a_record_is_ever_taken_as_a_path(game: Any, tmp_path: Path) -> None:
    """Check that a path in a record opens no file and does not reveal whether a file exists."""
    there, nowhere = tmp_path / "qqqqq.toml", tmp_path / "zzzzz.toml"
    there.write_text('[edition]\nid = "secret"\ntitle = "Secret"\n', encoding="utf-8")
    (tmp_path / "qqqqq.names.json").write_text("{}", encoding="utf-8")
    begin: dict[str, Any] = {"seed": 7}
    if not isinstance(game.library, NoEditions):
        begin["edition"] = {"based_on": next(iter(game.editions()))}
    m = registry.new(game, **begin)
    m.play(until="turn", bots="passive").play(until="turn", bots="passive")
    if game.has_positions:
        m = registry.new(game, len(m.seats), **begin, position=round_trip_json(m.position()))
        m.play(until="turn", bots="passive").undo()
    original = {"luck": "seeded", **m.to_record()}
    found = find_places(original)
    alike = () if THOROUGH_MODE else m.seats[1:]  # in a position, each seat has the same facts
    of_position = [at for at in found if at[0] == "position" and 1 < len(at) < 4]
    few = [at for at in found if len(at) == 1]
    few += [at for at in of_position if at[1] not in alike]
    few += found[:: max(1, len(found) // (60 if THOROUGH_MODE else 20))]
    for path in few:
        for how in ("replace", "rename"):
            told = [get_path_refusal(original, path, how, name, game) for name in (there, nowhere)]
            assert told[0] == told[1], f"{how} at {path}"


def round_trip_json(data: Any) -> Any:
    """Return data after a round trip through JSON."""
    return json.loads(json.dumps(data))


def get_path_refusal(original: Any, path: tuple[Any, ...], how: str, name: Path, game: Any) -> str:
    """Return the error for a record with a path in one place, with NAME for the path."""
    record = round_trip_json(original)
    change_place(record, path, how, str(name))
    text = json.dumps(record)
    with audit_opens() as opened:
        try:
            loads(text, game=game)
            said = "opened"
        except RecordError as error:
            said = str(error)
    roots = get_allowed_roots(game)
    elsewhere = [at for at in opened if not any(Path(at).is_relative_to(root) for root in roots)]
    assert not elsewhere, f"{elsewhere} opened for {path}"
    return said.replace(name.stem, "NAME")


@law
@given(st.data())
def test_a_record_cut_off_or_smudged_opens_or_says_why_not(game: Any, data: st.DataObject) -> None:
    """Check that a truncated or garbled text opens or raises RecordError."""
    setup: Setup = data.draw(setups(game))
    text = format_record(play_randomly(setup.new(), 10, "cut").to_record())
    for _ in range(12):
        at = data.draw(st.integers(0, len(text)))
        open_safely(text[:at], game)
        gap = data.draw(st.integers(0, 20))
        open_safely(text[:at] + data.draw(st.text(max_size=10)) + text[at + gap :], game)


def test_the_game_is_offered_by_its_own_name(game: Game[Any]) -> None:
    """Check that the entry points of the game's package load under their own names."""
    package = type(game).__module__.partition(".")[0]
    for point in list_entry_points().values():
        if point.module.partition(".")[0] == package:
            load_installed(point)
