"""The store: private, whole or not at all, nothing reached by a code that is none (design 7)."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classkit.engine import serialization as record_file
from classkit.hosting import match_store as module
from classkit.hosting.match_store import (
    BRANCHES,
    CODE_PATTERN,
    MAX_RECORD_BYTES,
    TRASH,
    MatchStore,
    StoreError,
    UnknownCode,
    check_code,
    get_default_directory,
    new_code,
)
from classkit.hosting.store_clock import STAMP_FILE
from classkit.hosting.trash import Trash


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path / "matches")


def test_codes_have_at_least_96_random_bits_and_fit_the_pattern() -> None:
    codes = {new_code() for _ in range(500)}
    assert len(codes) == 500
    assert all(CODE_PATTERN.fullmatch(code) and len(code) * 6 >= 96 for code in codes)


def test_what_is_written_is_read(store: MatchStore) -> None:
    code = new_code()
    store.write(code, '{"name": "Zoë"}')
    store.write(code, "beside", BRANCHES)
    assert store.read(code) == '{"name": "Zoë"}'
    assert store.read(code, BRANCHES) == "beside"
    assert store.has_match(code)


@pytest.mark.skipif(os.name != "posix", reason="permission bits are those of POSIX")
def test_directory_and_files_are_private(store: MatchStore) -> None:
    code = new_code()
    store.write(code, "{}")
    assert stat.S_IMODE(store.directory.stat().st_mode) == 0o700
    assert stat.S_IMODE(store.get_path(code).stat().st_mode) == 0o600


@pytest.mark.skipif(os.name != "posix", reason="permission bits are those of POSIX")
def test_a_directory_that_others_may_read_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with pytest.raises(StoreError, match="chmod 700"):
        MatchStore(tmp_path)


def test_the_directory_is_chosen_by_an_environment_variable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    assert get_default_directory() == tmp_path / "matches"
    monkeypatch.delenv("CLASSKIT_DATA")
    assert "classkit" in str(get_default_directory())


BAD_CODES = [
    "../../../etc/passwd",
    "..",
    "a" * 15,
    "a" * 33,
    "a" * 16 + "/b",
    "a" * 16 + "\x00",
    "a" * 16 + "\n",
    "ä" * 20,
    "",
    "C:aaaaaaaaaaaaaaaaaa",
    "%2e%2e%2f%2e%2e%2faaaa",
]


@pytest.mark.parametrize("code", BAD_CODES)
def test_what_cannot_be_a_code_never_becomes_a_path(
    store: MatchStore, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def touched(*_: object) -> None:
        raise AssertionError("a path was built from it")

    monkeypatch.setattr(module.Path, "__truediv__", touched)
    for use in (store.read, store.has_match, store.get_path, lambda c: store.write(c, "{}")):
        with pytest.raises(UnknownCode, match="not the code of a match"):
            use(code)


@given(st.one_of(st.text(), st.integers(), st.none(), st.binary()))
def test_only_the_pattern_is_a_code(code: object) -> None:
    good = isinstance(code, str) and CODE_PATTERN.fullmatch(code)
    if good:
        assert check_code(code) == code
    else:
        with pytest.raises(UnknownCode):
            check_code(code)


def test_an_unknown_code_is_said_and_nothing_is_made_under_it(store: MatchStore) -> None:
    code = new_code()
    with pytest.raises(UnknownCode, match="No match is stored here under this code"):
        store.read(code)
    assert not list(store.directory.iterdir())


def full_disk(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_a_full_disk_leaves_the_earlier_record_and_says_so(
    store: MatchStore, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = new_code()
    store.write(code, "earlier")
    monkeypatch.setattr(record_file.os, broken, full_disk)
    with pytest.raises(StoreError, match=r"[Nn]o space left.*last stored state is kept"):
        store.write(code, "later")
    monkeypatch.undo()
    assert store.read(code) == "earlier"
    assert {path.name for path in store.directory.iterdir()} == {f"{code}.json", STAMP_FILE}


@pytest.mark.skipif(os.name != "posix", reason="file limits are those of POSIX")
def test_a_disk_that_fills_up_in_mid_write_leaves_the_earlier_record(store: MatchStore) -> None:
    """The system itself stops the write half way (a limit on file size in another process)."""
    code = new_code()
    store.write(code, "earlier")
    script = textwrap.dedent(
        """
        import resource, signal, sys
        from classkit.hosting.match_store import MatchStore, StoreError
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
        try:
            MatchStore(sys.argv[1]).write(sys.argv[2], "x" * 50_000)
        except StoreError as error:
            print(error)
        """
    )
    told = subprocess.run(
        [sys.executable, "-c", script, store.directory, code],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "could not be stored" in told.stdout
    assert store.read(code) == "earlier"
    left = {path.name for path in store.directory.iterdir()}
    assert left == {f"{code}.json", STAMP_FILE}, "the half-written file was removed"


def test_a_directory_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="CLASSKIT_DATA"):
        MatchStore(tmp_path / "file" / "matches")


def test_more_than_5_mb_is_neither_written_nor_read(store: MatchStore) -> None:
    code = new_code()
    store.write(code, "earlier")
    with pytest.raises(StoreError, match="larger than 5 MB"):
        store.write(code, "x" * (MAX_RECORD_BYTES + 1))
    assert store.read(code) == "earlier"
    store.get_path(code).write_bytes(b"x" * (MAX_RECORD_BYTES + 1))
    with pytest.raises(StoreError, match="larger than 5 MB"):
        store.read(code)


def test_a_record_that_is_no_text_is_said(store: MatchStore) -> None:
    code = new_code()
    store.get_path(code).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(StoreError, match="damaged"):
        store.read(code)


def test_old_matches_and_leftovers_are_removed_and_nothing_else(store: MatchStore) -> None:
    old, new = new_code(), new_code()
    for code in (old, new):
        store.write(code, "{}")
        store.write(code, "{}", BRANCHES)
    (store.directory / f"{old}.table.json").write_text('{"names": {"A": "Ada"}}')  # once kept so
    foreign = store.directory / "readme.txt"
    leftover = store.directory / ".abc.part"
    foreign.write_text("not ours")
    leftover.write_text("half")
    long_ago = time.time() - 100 * 86_400
    for path in (store.get_path(old), foreign, leftover):
        os.utime(path, (long_ago, long_ago))
    assert Trash(store).purge(30).moved == 1
    left = {path.name for path in store.directory.iterdir()}
    assert left == {f"{new}.json", f"{new}.branches.json", "readme.txt", STAMP_FILE, TRASH}
