"""Exports for the desk: one after another, a few at most, and deleted in the end."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from zipfile import ZipFile

import pytest

from classkit.classroom.room_events import ROOM_STREAM
from classkit.classroom.room_store import RoomStore
from classkit.engine.errors import ClasskitError
from classkit.hosting import room_exports as module
from classkit.hosting.room_exports import MAX_UNFINISHED, Key, RoomExports, run_export_command
from tests.classroom.rooms import CODE, opened

WAITING = 600


def write(key: Key, folder: Path) -> None:
    """Write an export as short as can be."""
    folder.mkdir()
    (folder / "said.txt").write_text(f"{key}")


def test_an_export_is_packed_and_deleted_in_the_end() -> None:
    exports = RoomExports(write)
    made = exports.start((CODE, False))
    path = made.result(WAITING)
    assert exports.find((CODE, False)) == path
    assert ZipFile(path).namelist() == [f"class-{CODE}/", f"class-{CODE}/said.txt"]
    with pytest.raises(ClasskitError, match="Request it again"):
        exports.find((CODE, True))
    again = exports.start((CODE, False))
    assert again is not made, "a later request sees what has been played since"
    again.result(WAITING)
    exports.remove((CODE, False), made)
    assert path.exists(), "it is the file of the second"
    exports.remove((CODE, False), again)
    assert not path.exists()
    exports.close()
    assert not exports.folder.exists()


def test_only_a_few_exports_are_unfinished_and_the_same_one_is_built_once() -> None:
    gate, built = threading.Event(), list[Key]()

    def build(key: Key, folder: Path) -> None:
        built.append(key)
        gate.wait(WAITING)
        write(key, folder)

    exports = RoomExports(build)
    keys = [(f"ROOM{number}", False) for number in range(2, 2 + MAX_UNFINISHED)]
    made = [exports.start(key) for key in keys]
    assert exports.start(keys[0]) is made[0] and exports.find(keys[0]) is None
    with pytest.raises(ClasskitError, match="Try again in a few minutes"):
        exports.start((CODE, False))
    gate.set()
    for one in made:
        one.result(WAITING)
    assert built == keys
    exports.start((CODE, False)).result(WAITING)
    exports.close()


def test_what_the_command_says_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLASSKIT_ROOMS", f"sqlite:///{tmp_path}/rooms.sqlite")
    store: RoomStore = opened(tmp_path)
    assert store.read_rows(CODE, ROOM_STREAM)
    exports = RoomExports(run_export_command)
    path = exports.start((CODE, False)).result(WAITING)
    assert f"class-{CODE}/participants.csv" in ZipFile(path).namelist()
    made = exports.start(("ABCDEF", False))
    with pytest.raises(ClasskitError, match="Unknown room ABCDEF"):
        made.result(WAITING)
    exports.close()


def test_an_export_that_takes_too_long_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeper = tmp_path / "python"
    sleeper.write_text(f"#!{sys.executable}\nimport time; time.sleep(600)\n")
    sleeper.chmod(0o700)
    monkeypatch.setattr(module.sys, "executable", str(sleeper))
    monkeypatch.setattr(module, "BUILD_SECONDS", 0.1)
    with pytest.raises(ClasskitError, match="on the computer that runs the server"):
        run_export_command((CODE, False), tmp_path / "folder")
