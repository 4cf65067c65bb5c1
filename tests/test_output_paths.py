"""Commands check the place of what they write before they work for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from classkit.cli import main


@pytest.mark.parametrize(
    "command",
    [
        ["play", "economy", "--save", "{missing}/x.json"],
        ["play", "economy", "--save", "{folder}"],
        ["simulate", "economy", "--out", "{missing}/x.csv"],
        ["tournament", "economy", "--to", "{file}/x"],
        ["export", "{file}", "--to", "{file}/x"],
        ["export", "{file}", "--play-test", "{missing}/x.html"],
        ["homework", "{file}", "--to", "{file}/x"],
        ["lesson", "build", "{lesson}", "--to", "{file}/x"],
        ["lesson", "html", "{lesson}", "--to", "{file}/x"],
        ["lesson", "slides", "{lesson}", "--to", "{file}"],
        ["assignment", "build", "--to", "{file}/x"],
        ["assignment", "grade", "{folder}", "--to", "{file}/x"],
        ["site", "{file}/x"],
        ["site", "{file}/x", "--only", "docs"],
    ],
)
def test_nothing_is_played_for_a_place_that_cannot_be_written(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    (tmp_path / "file").write_text("{}")
    (tmp_path / "lesson.ipynb").write_text("{}")
    places = {"missing": tmp_path / "none", "file": tmp_path / "file", "folder": tmp_path}
    places["lesson"] = tmp_path / "lesson.ipynb"

    def fail(*_given: object, **_named: object) -> None:
        raise AssertionError("it was played")

    monkeypatch.setattr("classkit.engine.match.Match.play", fail)
    assert main([word.format(**places) for word in command]) == 1
    said = capsys.readouterr()
    assert said.out == "" and ("no folder" in said.err or " is a f" in said.err), said.err
    assert "goes on" not in said.err and "still there" not in said.err
    assert not (tmp_path / "none").exists()


def test_a_match_that_cannot_be_saved_says_nothing_about_a_file_that_was_not_there(
    tmp_path: Path,
) -> None:
    import classkit
    from classkit.engine.errors import RecordError

    match = classkit.new("economy", seats=3, seed=1)
    with pytest.raises(RecordError) as refused:
        match.save(tmp_path / "none" / "x.json")
    assert "unchanged" not in str(refused.value)
