"""One writer per match: the newest page has the pen (design 7)."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from classkit.hosting.match_store import MatchStore, StoreError, UnknownCode, new_code
from classkit.hosting.write_lease import Lease, LeaseLost


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path / "matches")


def test_the_newest_page_takes_over_and_the_older_is_told(store: MatchStore) -> None:
    code = new_code()
    older = Lease(store, code)
    older.write("by the older")
    newer = Lease(store, code)
    assert newer.is_held and not older.is_held
    assert newer.read() == "by the older"
    with pytest.raises(LeaseLost, match=r"newer page.*Reload this page"):
        older.write("by the older, too late")
    newer.write("by the newer")
    assert store.read(code) == "by the newer"


def test_reloading_the_older_page_takes_it_back(store: MatchStore) -> None:
    code = new_code()
    Lease(store, code).write("1")
    second = Lease(store, code)
    third = Lease(store, code)
    third.write("3")
    with pytest.raises(LeaseLost):
        second.write("2")


def test_a_lease_needs_a_code(store: MatchStore) -> None:
    with pytest.raises(UnknownCode):
        Lease(store, "../../etc/passwd")


def test_a_lease_that_cannot_be_written_is_said(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("classkit.hosting.write_lease.write_atomic", full)
    with pytest.raises(StoreError, match="no space left"):
        Lease(store, new_code())


def test_a_disk_that_cannot_be_read_takes_nothing_away(store: MatchStore) -> None:
    """A newer page is one thing, a broken disk another: only the first ends the writing."""
    code = new_code()
    lease = Lease(store, code)
    lease.write("1")
    aside = store.directory.with_name("aside")
    store.directory.rename(aside)
    store.directory.write_text("in the way")
    assert lease.is_held
    with pytest.raises(StoreError) as refused:
        lease.write("2")
    assert not isinstance(refused.value, LeaseLost)
    store.directory.unlink()
    aside.rename(store.directory)
    lease.write("3")
    assert store.read(code) == "3"


WRITER = textwrap.dedent(
    """
    import json, sys
    from classkit.hosting.write_lease import Lease, LeaseLost
    from classkit.hosting.match_store import MatchStore
    directory, code, name = sys.argv[1:]
    lease = Lease(MatchStore(directory), code)
    print("ready", flush=True)
    sys.stdin.readline()
    written = 0
    try:
        for number in range(200):
            lease.write(json.dumps({"by": name, "number": number, "body": "x" * 20_000}))
            written += 1
    except LeaseLost:
        pass
    print(written, flush=True)
    """
)


def start(store: MatchStore, code: str, name: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(store.directory), code, name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_of_two_processes_only_the_newer_writes(store: MatchStore) -> None:
    """Both write as fast as they can; the file is whole at every moment and the newer's at last."""
    code = new_code()
    older, newer = start(store, code, "older"), start(store, code, "newer")
    for process in (older, newer):
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    while newer.poll() is None:
        if store.has_match(code):
            assert json.loads(store.read(code))["by"] == "newer"
    assert older.communicate(timeout=300)[0] == "0\n"
    assert newer.communicate(timeout=300)[0] == "200\n"
    assert json.loads(store.read(code))["number"] == 199


def test_taking_over_in_the_middle_loses_nothing_that_was_written(store: MatchStore) -> None:
    code = new_code()
    older = start(store, code, "older")
    assert older.stdin is not None
    older.stdin.write("go\n")
    older.stdin.flush()
    while not store.has_match(code):
        pass
    newer = Lease(store, code)
    taken = json.loads(newer.read())
    written = int(older.communicate(timeout=300)[0])
    assert written - 1 == taken["number"], "what it wrote last is what the newer page found"
    assert json.loads(store.read(code)) == taken, "and it wrote nothing afterwards"


def test_a_killed_writer_blocks_nobody(store: MatchStore) -> None:
    code = new_code()
    older = start(store, code, "older")
    assert older.stdin is not None
    older.stdin.write("go\n")
    older.stdin.flush()
    while not store.has_match(code):
        pass
    older.kill()
    older.communicate()
    newer = Lease(store, code)
    assert json.loads(newer.read())["by"] == "older"
    newer.write("{}")
