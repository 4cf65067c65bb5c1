"""`classkit homework`: what it writes, and what it says of a match that is too short."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import classkit
from classkit.assignments.homework.homework_notebook import build_notebooks
from classkit.assignments.homework.question_finders import (
    MatchTooShort,
)
from classkit.cli import main

from .matches import played, run


def test_a_match_too_short_says_what_is_enough(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Bots play on as far as the message says, if that is asked for."""
    match = classkit.new("poleconomy", seats=4, seed=5, options={"game": 1})
    for _ in range(3):
        match.play("turn", bots="tycoon")
    with pytest.raises(MatchTooShort) as short:
        build_notebooks(match)
    assert "enough at the end of turn" in str(short.value)
    assert "poleconomy-1-read" in str(short.value)
    record = match.save(tmp_path / "short.classkit.json")
    assert main(["homework", str(record)]) == 1
    assert "--play-on" in capsys.readouterr().err
    assert main(["homework", str(record), "--play-on"]) == 0
    assert "bots played on" in capsys.readouterr().err


def test_the_command_writes_two_notebooks_and_no_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played("poleconomy", seats=["Zoë", "Bo", "Cy"]).save(tmp_path / "monday.classkit.json")
    assert main(["homework", str(record)]) == 0
    told = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert [p.name for p in told] == ["monday-homework.ipynb", "monday-homework-teacher.ipynb"]
    assert not any("Zoë" in path.read_text(encoding="utf-8") for path in told)
    told[0].write_text("somebody's work")
    with monkeypatch.context() as patched:  # refused before futures are played
        patched.delattr("classkit.assignments.homework.homework_notebook.build_notebooks")
        assert main(["homework", str(record)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert told[0].read_text() == "somebody's work"
    assert main(["homework", str(record), "--names", "--force"]) == 0
    assert "Zoë" in told[0].read_text(encoding="utf-8")


def test_a_record_that_stops_agreeing_is_used_up_to_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = played("poleconomy")
    record = match.to_record()
    marks = [line for line in record["log"] if "digest" in line]
    marks[44]["digest"] = "0" * len(marks[44]["digest"])
    path = tmp_path / "old.classkit.json"
    path.write_text(json.dumps(record))
    assert main(["homework", str(path)]) == 1
    assert "the part before it" in capsys.readouterr().err
    text = (tmp_path / "old-homework-teacher.ipynb").read_text(encoding="utf-8")
    assert run(text) == ["Right."] * 5
