"""Laws of records: opened again it is the same match, and anybody's file is safe to open."""

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
from classkit.engine.record import dumps
from classkit.engine.registry import installed, load_installed, loads

from .matches import THOROUGH, Setup, fingerprint, law, play_by_chance, reopened, setups
from .opened import noted
from .sources import folder

STEPS = 80


@law
@given(st.data(), st.sampled_from([{}, {"luck": "by_hand"}]))
def test_saved_and_opened_it_is_the_same_match(
    game: Any, data: st.DataObject, more: dict[str, Any]
) -> None:
    """Check table, events, history and request, and what lies ahead."""
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
    """Check that the reopened match is the same, and saves to the same record."""
    other = reopened(m)
    assert fingerprint(other) == fingerprint(m)
    assert other.last_step == m.last_step
    assert other.to_record() == m.to_record()


@law
@given(st.data())
def test_a_record_goes_on_as_the_match_would(game: Any, data: st.DataObject) -> None:
    """Check that both matches stay the same when the same bots play on after opening."""
    setup: Setup = data.draw(setups(game))
    m = setup.new().play(until="round", bots=setup.players)
    other = reopened(m)
    m.play(until="round", bots=setup.players)
    other.play(until="round", bots=setup.players)
    assert fingerprint(other) == fingerprint(m)


# --- files from strangers -----------------------------------------------------------------------

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**25), 10**25) | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """List every place in JSON data."""
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
        record[str(junk)[:200]] = record.pop(last)
    else:
        record[last] = junk


def open_safely(text: str, game: Game[Any]) -> None:
    """Check that a file opens, or that a RecordError says why not."""
    try:
        m = loads(text, game=game)
    except RecordError as error:
        assert str(error)
        if error.match is not None:
            assert fingerprint(error.match)
        return
    assert fingerprint(m)


@law
@given(st.data())
def test_a_record_changed_by_hand_opens_or_says_why_not(game: Any, data: st.DataObject) -> None:
    """Check that only RecordError is raised wherever the file was changed, twice over."""
    setup: Setup = data.draw(setups(game))
    m = play_by_chance(setup.new(), 15, "fuzz")
    if data.draw(st.booleans()):
        m.goto(step=m.step // 2)
    if game.has_positions and data.draw(st.booleans()) and m.turn and not m.is_over:
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


def may_be_opened(game: Game[Any]) -> list[Path]:
    """List where files may be opened: the game's editions, and what Python reads to import."""
    places = (*filter(None, sys.path), sys.prefix, sys.base_prefix)
    return [folder(game), Path(__file__).parents[1], *map(Path, places)]


def test_no_text_in_a_record_is_ever_taken_as_a_path(game: Any, tmp_path: Path) -> None:
    """Check that no file is opened wherever a path stands, and none is shown to exist."""
    there, nowhere = tmp_path / "qqqqq.toml", tmp_path / "zzzzz.toml"
    there.write_text('[edition]\nid = "secret"\ntitle = "Secret"\n', encoding="utf-8")
    (tmp_path / "qqqqq.names.json").write_text("{}", encoding="utf-8")
    begin: dict[str, Any] = {"seed": 7}
    if not isinstance(game.library, NoEditions):
        begin["edition"] = {"based_on": next(iter(game.editions()))}
    m = registry.new(game, **begin)
    m.play(until="turn", bots="passive").play(until="turn", bots="passive")
    if game.has_positions:
        m = registry.new(game, len(m.seats), **begin, position=plainly(m.position()))
        m.play(until="turn", bots="passive").undo()
    original = {"luck": "seeded", **m.to_record()}
    found = places(original)
    alike = () if THOROUGH else m.seats[1:]  # a position states the same facts of each seat
    of_position = [at for at in found if at[0] == "position" and 1 < len(at) < 4]
    few = [at for at in found if len(at) == 1]
    few += [at for at in of_position if at[1] not in alike]
    few += found[:: max(1, len(found) // (60 if THOROUGH else 20))]
    for path in few:
        for how in ("replace", "rename"):
            told = [put_a_path(original, path, how, name, game) for name in (there, nowhere)]
            assert told[0] == told[1], f"{how} at {path}"


def plainly(data: Any) -> Any:
    """Return data as a JSON file gives it."""
    return json.loads(json.dumps(data))


def put_a_path(original: Any, path: tuple[Any, ...], how: str, name: Path, game: Any) -> str:
    """Return the refusal of a record that holds a path at one place, without the path."""
    record = plainly(original)
    change(record, path, how, str(name))
    text = json.dumps(record)
    with noted() as opened:
        try:
            loads(text, game=game)
            said = "opened"
        except RecordError as error:
            said = str(error)
    roots = may_be_opened(game)
    elsewhere = [at for at in opened if not any(Path(at).is_relative_to(root) for root in roots)]
    assert not elsewhere, f"{elsewhere} opened for {path}"
    return said.replace(name.stem, "NAME")


@law
@given(st.data())
def test_a_record_cut_off_or_smudged_opens_or_says_why_not(game: Any, data: st.DataObject) -> None:
    """Check the same for the text: cut off anywhere, or with a stretch replaced."""
    setup: Setup = data.draw(setups(game))
    text = dumps(play_by_chance(setup.new(), 10, "cut").to_record())
    for _ in range(12):
        at = data.draw(st.integers(0, len(text)))
        open_safely(text[:at], game)
        gap = data.draw(st.integers(0, 20))
        open_safely(text[:at] + data.draw(st.text(max_size=10)) + text[at + gap :], game)


def test_the_game_is_offered_by_its_own_name(game: Game[Any]) -> None:
    """Check the entry points of its package: a record names its game, which is found by them."""
    package = type(game).__module__.partition(".")[0]
    for point in installed().values():
        if point.module.partition(".")[0] == package:
            load_installed(point)
