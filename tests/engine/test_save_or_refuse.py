"""Every record opens again, or saving it is refused with a message."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import classkit
from classkit.engine import serialization as record_file
from classkit.engine.errors import ClasskitError, RecordError
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.registry import load, loads
from tests.toy import GAME
from tests.toy.game import Harbour

NOT_SAVED = "This match was not saved, because its record could not be opened again: "


def named(name: str) -> Callable[[Any, Any], Any]:
    """A policy of that name, which no source file could give it."""

    def policy(view: Any, decision: Any) -> Any:
        return decision.default

    policy.__name__ = name
    return policy


STEPS: tuple[Callable[[Match, int, str], Any], ...] = (
    lambda m, n, text: m.play("decision", bots="random"),
    lambda m, n, text: m.play("turn", bots=named(text)),
    lambda m, n, text: m.play("round", bots=["random", "passive"]),
    lambda m, n, text: m.undo(n),
    lambda m, n, text: m.redo(n),
    lambda m, n, text: m.back("turn"),
    lambda m, n, text: m.forward("round"),
    lambda m, n, text: m.goto(step=n),
    lambda m, n, text: m.goto(turn=n),
    lambda m, n, text: m.fork().play("turn", bots="random"),
    lambda m, n, text: m.rename("A", text),
    lambda m, n, text: m.signal(next(iter(m.signals), "none")),
    lambda m, n, text: m.withdraw("B"),
    lambda m, n, text: m.answer(text, seat="A"),
    lambda m, n, text: m.answer(m.requests()[0].default, seat=m.requests()[0].seat),
    lambda m, n, text: m.aside("pawn", seat="A", good=text),
    lambda m, n, text: setattr(m, "predictions", {text: {"guesses": [text, n / 7]}}),
    lambda m, n, text: setattr(m, "predictions", {text: float("nan")}),
    lambda m, n, text: setattr(m, "predictions", {"x": object()}),
    lambda m, n, text: m.history and m.to_record(),
)

TEXTS = st.text(st.characters(), max_size=80)


@given(
    st.integers(2, 4),
    st.integers(0, 2**64 - 1),
    st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 9), TEXTS), max_size=12),
)
def test_whatever_was_done_a_saved_match_opens_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory,
    seats: int,
    seed: int,
    steps: list[tuple[Callable[[Match, int, str], Any], int, str]],
) -> None:
    m = classkit.new(GAME, seats=seats, seed=seed)
    for do, number, text in steps:
        with suppress(ClasskitError):
            do(m, number, text)
    path = tmp_path_factory.mktemp("saved") / "m.classkit.json"
    try:
        m.save(path)
    except RecordError:
        assert not path.exists()
        m.predictions = {}
        m.save(path)
    opened = load(path, game=GAME)
    assert (opened.step, opened.last_step, opened.digest()) == (
        m.step,
        m.last_step,
        m.digest(),
    )


def test_a_table_that_somebody_changed_by_hand_is_not_saved_over_a_good_file(
    tmp_path: Path,
) -> None:
    m = classkit.new(GAME, seats=3, seed=5).play("round", bots="passive")
    path = m.save(tmp_path / "m.json")
    before = path.read_bytes()
    m.table.round += 40  # look, do not change
    m.play("turn", bots="passive")
    with pytest.raises(RecordError, match=NOT_SAVED + r".*from turn \d.*m\.record_text\(\)"):
        m.save(path)
    assert path.read_bytes() == before
    assert json.loads(m.record_text())["game"] == "harbour"


def test_a_record_that_is_too_large_is_refused_before_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    m = classkit.new(GAME, seats=3, seed=5).play("round", bots="passive")
    for limit, most in (("MAX_BYTES", 500), ("MAX_ANSWERS", 3)):
        with monkeypatch.context() as patch:
            patch.setattr(record_file, limit, most)
            with pytest.raises(RecordError, match=NOT_SAVED):
                m.save(tmp_path / "m.json")
    assert not list(tmp_path.iterdir())


def test_a_match_that_goes_on_from_a_point_is_not_saved(tmp_path: Path) -> None:
    """Its record would lack what came before the point."""
    m = classkit.new(GAME, seats=3, seed=5).play("round", bots="passive")
    on = Match.at(m.point(), 7, Keep()).play("turn", bots="passive")
    for save in (lambda: on.save(tmp_path / "m.json"), on.to_record, on.record_text):
        with pytest.raises(RecordError, match=r"started from a point.*save and continue the match"):
            save()
    assert not list(tmp_path.iterdir())


def test_a_class_of_a_name_that_no_record_holds_is_refused(tmp_path: Path) -> None:
    def standings(self: Any, table: Any) -> Any:
        return Harbour.standings(self, table)

    kind = type("A\nB", (Harbour,), {"standings": standings})
    m = classkit.new(kind(), seats=2, seed=1)
    with pytest.raises(RecordError, match=NOT_SAVED):
        m.save(tmp_path / "m.json")


def test_the_key_of_a_figure_that_no_record_holds_is_refused_at_the_beginning() -> None:
    figure = classkit.Metric("x" * 61, "Long", "units", "table", lambda table: 1)
    with pytest.raises(ClasskitError, match="at most 60 characters, not 61"):
        classkit.new(GAME, seats=2, seed=1, metrics=[figure])


def test_a_policy_of_a_name_that_no_record_holds_is_written_down_readably() -> None:
    m = classkit.new(GAME, seats=2, seed=1).play("turn", bots=named("a\u200b\ud800b" + "c" * 80))
    assert m.answers[0].by.startswith("a??bc") and len(m.answers[0].by) <= 60
    assert loads(m.record_text(), game=GAME).digest() == m.digest()


@pytest.mark.parametrize("written", [0, 1])
def test_a_disk_that_fills_up_between_two_files_leaves_both_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    m = classkit.new(GAME, seats=["Ada", "Bo"], seed=1)
    path = m.save(tmp_path / "m.classkit.json")
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert len(before) == 2
    m.play("round", bots="passive").rename("A", "Cy")
    syncs, fsync = iter(range(9)), os.fsync

    def fill(handle: int) -> None:
        if next(syncs) >= written:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(record_file.os, "fsync", fill)
        with pytest.raises(RecordError, match="could not be saved"):
            m.save(path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
    opened = load(m.save(path), game=GAME)
    assert opened.names["A"] == "Cy" and opened.step == m.step
