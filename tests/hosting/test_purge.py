"""`classkit purge`: what dashboards have stored goes by age, and nothing else."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from classkit.cli import main
from classkit.hosting.match_store import BRANCHES, KINDS, TRASH, MatchStore, new_code
from classkit.hosting.store_clock import STAMP_FILE

DAY = 86_400


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> MatchStore:
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path / "data"))
    return MatchStore()


def keep(store: MatchStore, days: float) -> str:
    """A match last played so many days ago, with all that lies beside it."""
    code = new_code()
    for kind in KINDS:
        store.write(code, "{}", kind)
    age(store.get_path(code), days)
    return code


def names(store: MatchStore) -> set[str]:
    """The files of a store, apart from its clock and its trash."""
    return {path.name for path in store.directory.iterdir()} - {STAMP_FILE, TRASH}


def age(path: Path, days: float) -> None:
    then = time.time() - days * DAY
    os.utime(path, (then, then))


def test_only_what_has_rested_longer_goes_and_names_with_it(store: MatchStore) -> None:
    old, young = keep(store, 31), keep(store, 29)
    age(store.get_path(young, BRANCHES), 400)  # the match is what counts
    assert main(["purge", "--older-than", "30", "--yes"]) == 0
    assert names(store) == {young + kind for kind in KINDS}
    assert not store.has_match(old)


def test_a_dry_run_tells_and_deletes_nothing(
    store: MatchStore, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(store, 40), keep(store, 1)
    before = names(store)
    assert main(["purge", "--older-than", "30", "--dry-run"]) == 0
    told = capsys.readouterr().out
    assert "1 match not played for 30 days" in told and "2 matches stored in all" in told
    assert str(store.directory) in told
    assert names(store) == before


def test_files_that_are_no_matches_stay(store: MatchStore) -> None:
    keep(store, 40)
    note = store.directory / "readme.txt"
    note.write_text("of the host")
    age(note, 400)
    assert main(["purge", "--all", "--yes"]) == 0
    assert names(store) == {note.name}


def test_without_somebody_to_ask_nothing_is_deleted(
    store: MatchStore, capsys: pytest.CaptureFixture[str]
) -> None:
    code = keep(store, 40)
    assert main(["purge", "--all"]) == 1
    assert "--yes" in capsys.readouterr().err
    assert store.has_match(code)


@pytest.mark.parametrize("answer", ["", "n", "no", "maybe"])
def test_only_a_yes_deletes(
    store: MatchStore, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    code = keep(store, 40)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: answer)
    assert main(["purge", "--all"]) == 1 and store.has_match(code)
    monkeypatch.setattr("builtins.input", lambda question: "y")
    assert main(["purge", "--all"]) == 0 and not store.has_match(code)


@pytest.mark.parametrize("days", ["-1", "nan", "inf"])
def test_ages_that_make_no_sense_are_refused(store: MatchStore, days: str) -> None:
    code = keep(store, 40)
    assert main(["purge", f"--older-than={days}", "--yes"]) == 1
    assert store.has_match(code)


def test_an_age_has_to_be_named(store: MatchStore) -> None:
    with pytest.raises(SystemExit):
        main(["purge"])


def test_names_beside_a_match_that_is_gone_go_too(store: MatchStore) -> None:
    """A server that was killed may have left them; the young and the foreign stay."""
    old, young = keep(store, 40), keep(store, 1)
    for code in (old, young):
        store.get_path(code).unlink()
        age(store.get_path(code, BRANCHES), 40 if code == old else 1)
    foreign = store.directory / "notes.branches.json"
    foreign.write_text("{}")
    age(foreign, 400)
    assert main(["purge", "--older-than", "30", "--dry-run"]) == 0
    assert store.get_path(old, BRANCHES).exists()
    assert main(["purge", "--older-than", "30", "--yes"]) == 0
    assert not store.get_path(old, BRANCHES).exists()
    assert store.get_path(young, BRANCHES).exists() and foreign.exists()
