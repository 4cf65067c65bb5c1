"""The trash of a store: what a purge moves comes back, and no clock empties it too early."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from classkit.cli import main
from classkit.hosting.match_store import (
    BRANCHES,
    KINDS,
    TRASH,
    MatchStore,
    StoreError,
    UnknownCode,
    new_code,
)
from classkit.hosting.store_clock import DAY, DOUBT_SECONDS, StoreClock
from classkit.hosting.trash import PurgeResult, Trash

from .test_store_clock import Machine

KEEP = 180.0


@pytest.fixture
def machine() -> Machine:
    return Machine()


@pytest.fixture
def start(tmp_path: Path, machine: Machine) -> Callable[[], Trash]:
    """Open the store in a process that has just started."""

    def opened() -> Trash:
        store = MatchStore(tmp_path / "matches")
        store.clock = StoreClock(store.directory, machine)
        return Trash(store)

    return opened


def play(trash: Trash, machine: Machine) -> str:
    """Store a match, at the time that the machine has."""
    code = new_code()
    for kind in reversed(KINDS):
        path = trash.store.get_path(code, kind)
        before = trash.store.clock.wall()
        trash.store.write(code, f'"{kind}"', kind)
        if abs(path.stat().st_mtime - trash.store.clock.update_stamp(list).time) > 1:
            os.utime(path, (before, before))  # the file system has the real time
    return code


def live_on(start: Callable[[], Trash], machine: Machine, days: float) -> list[PurgeResult]:
    """Let days pass, with a start each week."""
    done = []
    while days > 0:
        machine.after(min(days, 7))
        days -= 7
        done.append(start().purge(KEEP))
    return done


def test_a_clock_200_days_ahead_at_one_start_removes_nothing(
    start: Callable[[], Trash], machine: Machine
) -> None:
    codes = [play(start(), machine) for _ in range(5)]
    live_on(start, machine, 30)
    machine.wrong_by = 200 * DAY
    done = start().purge(KEEP)
    assert not done.moved and "200 days after" in done.refusal
    assert "--trust-clock" in done.refusal and "set it" in done.refusal
    machine.wrong_by = 0
    assert start().purge(KEEP) == PurgeResult()
    assert sorted(start().store.list_files()) == sorted(codes)
    live_on(start, machine, 147)
    assert start().store.count_matches() == 5, "nothing goes too early"


def test_after_the_clock_is_right_again_the_purge_works_by_itself(
    start: Callable[[], Trash], machine: Machine
) -> None:
    old = play(start(), machine)
    live_on(start, machine, 175)
    young = play(start(), machine)
    for wrong in (200, -365, 10_000, 0):
        machine.wrong_by = wrong * DAY
        assert not start().purge(KEEP).moved
    machine.after(6)
    assert start().purge(KEEP).moved == 1
    trash = start()
    assert trash.list_codes() == [old] and trash.store.has_match(young)


@pytest.mark.parametrize("wrong", [-365, -20_000, 400])
def test_a_match_played_under_a_wrong_clock_ages_from_then(
    start: Callable[[], Trash], machine: Machine, wrong: float
) -> None:
    play(start(), machine)
    machine.wrong_by = max(wrong * DAY, -machine.right)
    code = play(start(), machine)
    machine.wrong_by = 0
    live_on(start, machine, 178)
    assert start().store.has_match(code)
    live_on(start, machine, 7)
    live_on(start, machine, DOUBT_SECONDS / DAY)
    assert not start().store.has_match(code)


def test_a_file_of_the_future_ages_from_when_it_is_seen(
    start: Callable[[], Trash], machine: Machine
) -> None:
    code, _ = play(start(), machine), play(start(), machine)
    ahead = machine() + 1_000 * DAY
    os.utime(start().store.get_path(code), (ahead, ahead))
    start().purge(KEEP)
    live_on(start, machine, 178)
    assert start().store.has_match(code)
    live_on(start, machine, 7)
    assert not start().store.has_match(code)


@pytest.mark.parametrize("wrong", [31, 200, 10_000, -365])
def test_a_wrong_clock_does_not_empty_the_trash(
    start: Callable[[], Trash], machine: Machine, wrong: float
) -> None:
    code = play(start(), machine)
    live_on(start, machine, 182)
    assert start().list_codes() == [code]
    machine.wrong_by = wrong * DAY
    for _ in range(3):
        assert not start().purge(KEEP).deleted
    machine.wrong_by = 0
    live_on(start, machine, 28)
    assert start().list_codes() == [code]
    live_on(start, machine, 7)
    assert start().list_codes() == []


def test_nearly_all_at_once_go_a_week_later_or_on_a_word(
    start: Callable[[], Trash], machine: Machine
) -> None:
    """A class that played on one day is old on one day, too."""
    for _ in range(30):
        play(start(), machine)
    *_, done = live_on(start, machine, 182)
    assert not done.moved and "30 of 30" in done.refusal
    machine.after(1)
    assert start().purge(KEEP).refusal
    start().trust_clock()
    assert start().purge(KEEP).moved == 30


def test_nearly_all_at_once_go_by_themselves(start: Callable[[], Trash], machine: Machine) -> None:
    for _ in range(4):
        play(start(), machine)
    live_on(start, machine, 182)
    assert [one.moved for one in live_on(start, machine, 14)] == [4, 0]


def test_a_match_comes_back_whole_and_stays(start: Callable[[], Trash], machine: Machine) -> None:
    code = play(start(), machine)
    live_on(start, machine, 182)
    with pytest.raises(UnknownCode, match=f"purge --restore={code}"):
        start().store.read(code)
    assert start().restore_matches(code) == 1
    store = start().store
    assert {kind: store.read(code, kind) for kind in KINDS} == {kind: f'"{kind}"' for kind in KINDS}
    assert not start().list_codes()
    live_on(start, machine, 178)
    assert start().store.has_match(code), "its age began when it came back"


def test_all_matches_come_back(start: Callable[[], Trash], machine: Machine) -> None:
    codes = [play(start(), machine) for _ in range(3)]
    assert start().purge(0) == PurgeResult(3)
    assert start().restore_matches("all") == 3 and sorted(start().store.list_files()) == sorted(
        codes
    )


def test_what_is_stored_again_is_not_overwritten(
    start: Callable[[], Trash], machine: Machine
) -> None:
    code = play(start(), machine)
    start().purge(0)
    start().store.write(code, "newer")
    with pytest.raises(StoreError, match="stored again"):
        start().restore_matches(code)
    assert start().restore_matches("all") == 0
    assert start().store.read(code) == "newer" and start().list_codes() == [code]


@pytest.mark.parametrize("code", ["../../etc/passwd", "", "a" * 22])
def test_what_is_not_in_the_trash_is_said(start: Callable[[], Trash], code: str) -> None:
    with pytest.raises(UnknownCode):
        start().restore_matches(code)


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_the_trash_is_private(start: Callable[[], Trash], machine: Machine) -> None:
    play(start(), machine)
    start().purge(0)
    folder = start().store.directory / TRASH
    assert all(path.stat().st_mode & 0o077 == 0 for path in [folder, *folder.rglob("*")])


def test_a_match_that_is_being_written_keeps_its_half_written_file(
    start: Callable[[], Trash], machine: Machine
) -> None:
    trash = start()
    part = trash.store.directory / ".abc.part"
    part.write_text("half")
    os.utime(part, (machine(), machine()))
    trash.purge(0)
    machine.wrong_by = 400 * DAY
    start().purge(0)
    assert part.exists()


def test_a_lost_stamp_does_not_empty_the_trash(
    start: Callable[[], Trash], machine: Machine
) -> None:
    """All matches are in the trash, so only its folders tell the time."""
    play(start(), machine)
    start().purge(0)
    start().store.clock.path.unlink()
    machine.wrong_by = 200 * DAY
    done = start().purge(KEEP)
    assert not done.deleted and "200 days after" in done.refusal
    assert start().restore_matches("all") == 1


class Killed(BaseException):
    """What ends a process at once."""


def kill_after(patch: pytest.MonkeyPatch, moves: int, act: Callable[[], object]) -> None:
    """Do something in a process that is killed after so many files were moved."""
    move, done = os.replace, list[object]()

    def count(*names: str) -> None:
        if len(done) == moves:
            raise Killed
        done.append(names)
        move(*names)

    with patch.context() as short, pytest.raises(Killed):
        short.setattr("classkit.hosting.trash.os.replace", count)
        act()


@pytest.mark.parametrize("purges_again", [False, True])
@pytest.mark.parametrize("moves", range(len(KINDS)))
@pytest.mark.parametrize("kills_restoring", [False, True])
def test_a_kill_leaves_no_match_without_what_belongs_to_it(
    start: Callable[[], Trash],
    machine: Machine,
    monkeypatch: pytest.MonkeyPatch,
    moves: int,
    purges_again: bool,
    kills_restoring: bool,
) -> None:
    code = play(start(), machine)
    if kills_restoring:
        start().purge(0)
        machine.after(1)
        kill_after(monkeypatch, moves, lambda: start().restore_matches(code))
    else:
        kill_after(monkeypatch, moves, lambda: start().purge(0))
    store = start().store
    if store.has_match(code):
        assert all(store.get_path(code, kind).exists() for kind in KINDS)
    machine.after(1)
    if purges_again:
        start().purge(0)
    if not store.has_match(code):
        assert start().restore_matches(code) == 1
    assert {kind: store.read(code, kind) for kind in KINDS} == {kind: f'"{kind}"' for kind in KINDS}


def test_a_full_disk_is_emptied_before_anything_is_moved(
    start: Callable[[], Trash], machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = play(start(), machine)
    start().purge(0)
    old, young = play(start(), machine), ""
    for _ in range(14):
        machine.after(14)
        young = play(start(), machine)
    assert start().list_codes() == [gone]
    order = list[str]()
    delete, take = Trash.delete_expired, Trash.move_matches

    def note(trash: Trash, days: float = 0.0) -> tuple[int, str]:
        order.append("delete")
        return delete(trash, days)

    monkeypatch.setattr(Trash, "delete_expired", note)

    def on_full_disk(trash: Trash, codes: list[str]) -> int:
        order.append("take")
        raise StoreError("no space left on device")

    monkeypatch.setattr(Trash, "move_matches", on_full_disk)
    done = start().purge(KEEP)
    assert order == ["delete", "take"] and done == PurgeResult(
        0, 1, failure="no space left on device"
    )
    assert start().list_codes() == [] and {old, young} <= {*start().store.list_files()}
    monkeypatch.setattr(Trash, "move_matches", take)
    assert start().purge(KEEP).moved == 2 and old in start().list_codes()


def test_a_folder_that_cannot_be_emptied_stops_nothing_else(
    start: Callable[[], Trash], machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        play(start(), machine)
        start().purge(0)
        machine.after(1)
    machine.after(14)
    remove, stuck = shutil.rmtree, next(iter(start().store.list_purges()))

    def refuse(folder: Path) -> None:
        if folder == stuck:
            raise PermissionError(1, "Operation not permitted")
        remove(folder)

    monkeypatch.setattr("classkit.hosting.trash.shutil.rmtree", refuse)
    with pytest.raises(StoreError, match="operation not permitted"):
        start().empty_trash()
    assert [*start().store.list_purges()] == [stuck]


# --- the command ---------------------------------------------


def test_the_command_says_how_matches_come_back_and_brings_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    store, code = MatchStore(), new_code()
    store.write(code, "{}")
    store.write(code, "{}", BRANCHES)
    assert main(["purge", "--all", "--yes"]) == 0
    assert "--restore=CODE" in capsys.readouterr().out and not store.has_match(code)
    with pytest.raises(SystemExit):
        main(["purge", "--help"])
    assert "classkit purge --restore=CODE" in " ".join(capsys.readouterr().out.split())
    assert main(["purge", f"--restore={code}"]) == 0
    assert store.read(code, BRANCHES) == "{}"
    assert main(["purge", "--all", "--yes"]) == 0
    assert main(["purge", "--empty-trash", "--yes"]) == 0
    assert "Deleted 1 match" in capsys.readouterr().out
    assert main(["purge", f"--restore={code}"]) == 1


def test_the_command_refuses_while_the_clock_is_in_doubt_and_takes_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    store, code = MatchStore(), new_code()
    store.write(code, "{}")
    now = store.clock.wall()
    for path in (store.get_path(code), store.clock.path):
        path.touch()
        os.utime(path, (now - 100 * DAY, now - 100 * DAY))
    store.clock.path.unlink()
    assert main(["purge", "--older-than", "30", "--yes"]) == 1
    assert "100 days after" in capsys.readouterr().err and store.has_match(code)
    assert main(["purge", "--trust-clock"]) == 0
    assert main(["purge", "--older-than", "30", "--yes"]) == 0
    assert not store.has_match(code)
