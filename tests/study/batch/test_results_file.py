"""Results are written as they come; an interrupted run goes on; nothing is mixed."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from filelock import FileLock

import classkit
from classkit import study
from classkit.engine.registry import find
from classkit.frames.file_export import get_umask
from classkit.study.batch import design_runner as module
from classkit.study.batch.design_runner import ResultPaths

from .conftest import WISH


def test_a_file_says_what_it_holds(tmp_path: Path, whole: pd.DataFrame) -> None:
    out = tmp_path / "runs.jsonl"
    pd.testing.assert_frame_equal(study.simulate("poleconomy", out=out, **WISH), whole)
    first, *lines = (json.loads(line) for line in out.read_text().splitlines())
    assert first["file"] == "classkit results" and first["format"] == 3
    assert first["classkit"] == classkit.__version__
    assert first["rules"] == find("poleconomy").rules_version and first["game"] == "poleconomy"
    assert first["design"]["options"]["quick_start"] == [False, True]
    assert first["code"].keys() == {"python", "kernel", "rules", "packages", "bots", "figures"}
    assert [line["match"] for line in lines] == list(range(1, 17))
    assert lines[3]["rows"][0]["net_worth.B"] == whole["net_worth.B"][3]
    assert list(tmp_path.iterdir()) == [out], "and no lock is left"
    assert out.stat().st_mode & 0o777 == 0o644 & ~get_umask(), "to be shared, like other exports"
    again = study.read_results(out)
    pd.testing.assert_frame_equal(again, whole)
    assert again.attrs == whole.attrs


def other_version(header: dict[str, Any]) -> None:
    header["classkit"] = "0.0.9"


def other_rules(header: dict[str, Any]) -> None:
    header["rules"] = "0"


def other_format(header: dict[str, Any]) -> None:
    header["format"] = 99


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (other_version, "started with classkit '0.0.9', but this is classkit '.*must not be mixed"),
        (other_rules, "started with rules '0', but this is rules '.*Choose another file"),
        (other_format, "has format 99, and this version of classkit uses format 3"),
    ],
)
def test_a_file_of_another_version_is_refused(
    change: Callable[[dict[str, Any]], None], said: str, tmp_path: Path
) -> None:
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    first, *lines = out.read_text().splitlines(keepends=True)
    header = json.loads(first)
    change(header)
    text = json.dumps(header) + "\n" + "".join(lines[:3])
    out.write_text(text)
    with pytest.raises(study.ResultsError, match=said):
        study.simulate("poleconomy", out=out, **WISH)
    assert out.read_text() == text, "and left as it was"


def bolder(view: Any, decision: Any) -> Any:
    return decision.legal[0].draw(view.chance) or decision.default


def shyer(view: Any, decision: Any) -> Any:
    return decision.default


shyer.__name__ = "bolder"
OURS = {"based_on": "poleconomy-canada", "edition": {"id": "ours", "title": "Ours"}}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"n": 9, "seeds": 2}, "its seeds: 1 to 8, not 2 to 10"),
        ({"n": 9, "horizon": 5}, "its horizon is none, not 5"),
        ({"edition": OURS}, "its edition is poleconomy-canada, not ours"),
        ({"seats": None, "vary": {"seats": [2, 3]}}, "its varied names are quick_start, not seats"),
        ({"vary": {"quick_start": [True]}}, "its values of quick_start are false, true, not true"),
        ({"seats": 3, "bots": "saver"}, "its seats are 2, not 3"),
        ({"position": {"marker": 3}}, "it starts from another position"),
        ({"n": None, "seeds": [1, 3]}, r"its seeds: 1 to 8, not \[1, 3\]"),
        ({"bots": ["saver", "politician"]}, "its bots are saver, tycoon, not saver, politician"),
        ({"vary": {"quick_start": [True, False]}}, "are false, true, not true, false"),
        ({"by": "seat"}, "its rows are by 'match', not 'seat'"),
        ({"metrics": ["net_worth"]}, "figures are net_worth, prime_minister, not net_worth"),
        ({"options": {"game": 1, "round_limit": 5}}, "its option round_limit is auto, not 5"),
    ],
)
def test_a_file_of_another_design_is_refused(
    change: dict[str, Any], said: str, tmp_path: Path
) -> None:
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    with pytest.raises(
        study.ResultsError, match=f"contains the results of another design: .*{said}"
    ):
        study.simulate("poleconomy", out=out, **{**WISH, **change})


def test_a_file_of_another_game_or_policy_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    wish: dict[str, Any] = {"seats": 4, "n": 2, "progress": False, "processes": 1, "out": out}
    study.simulate("poleconomy", bots=shyer, **wish)
    with pytest.raises(study.ResultsError, match=r"the policy 'bolder' has changed since \("):
        study.simulate("poleconomy", bots=bolder, **wish)
    with pytest.raises(study.ResultsError, match="its game is 'poleconomy', not 'economicon'"):
        study.simulate("economicon", bots=shyer, **wish)


@pytest.mark.parametrize(
    "text",
    [
        b"match,seed\n1,1\n", b"[]\n", b"{}\n", b'{"file":"classkit results"', b"\x00" * 100,
        b'{"file": "something else", "format": 1}\n', b"[" * 100_000 + b"\n", b"x" * 1_000_000,
    ],
)  # fmt: skip
def test_what_is_no_file_of_results_is_refused_and_left(text: bytes, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    out.write_bytes(text)
    for attempt in (
        lambda: study.simulate("poleconomy", out=out, **WISH),
        lambda: study.read_results(out),
    ):
        with pytest.raises(study.ResultsError, match=r"is not a results file of classkit"):
            attempt()
    assert out.read_bytes() == text


@pytest.mark.sweep(5)
@pytest.mark.parametrize(
    "damage",
    [
        b'{"match":3,"seed":2,"rows":[{"a":1}]', b'{"match":99,"seed":2,"rows":[{"a":1}]}',
        b'{"match":3,"seed":77,"rows":[{"a":1}]}', b'{"match":3,"seed":2,"rows":[{"a":[1]}]}',
        b'{"match":3,"seed":2,"rows":[]}', b'{"match":3,"seed":2,"rows":[{"a":NaN}]}',
        b'{"match":3,"seed":2,"rows":[{"a":1},{"a":2}]}', b'{"match":"3","seed":2,"rows":[{}]}',
        b'{"match":3,"seed":2,"rows":{"a":1}}', b'{"match":3,"seed":2}', b"\xff\xfe", b"",
        b'{"match":3,"seed":2,"rows":[{"a":"\\ud800"}]}',
        b'{"match":3,"seed":2,"rows":[{"\\ud800":1}]}',
        b'{"match":3,"seed":2,"rows":[{"a":' + b"9" * 5000 + b"}]}",
    ],
)  # fmt: skip
def test_a_damaged_line_is_named(damage: bytes, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    lines = out.read_bytes().splitlines(keepends=True)
    lines[3] = damage + b"\n"
    out.write_bytes(b"".join(lines))
    for attempt in (
        lambda: study.simulate("poleconomy", out=out, **WISH),
        lambda: study.read_results(out),
    ):
        with pytest.raises(study.ResultsError, match=r"line 4 is damaged\. Delete that line"):
            attempt()
    del lines[3]
    out.write_bytes(b"".join(lines))
    assert len(study.simulate("poleconomy", out=out, **WISH)) == 16, "the remedy helps"


@pytest.mark.parametrize(
    "change",
    [
        {"by": "moon"}, {"cells": []}, {"cells": [{"varied": {}}]}, {"seeds": {"from": 1}},
        {"cells": [{"varied": {"a": [1]}, "bots": {}}]}, {"seeds": ["1"]}, {"seeds": []},
        {"cells": [{"varied": {}, "bots": {"A": 5}}]}, {"seeds": {"from": 1, "count": 1 << 50}},
    ],
)  # fmt: skip
def test_a_damaged_first_line_is_refused(change: dict[str, Any], tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    first, *lines = out.read_text().splitlines(keepends=True)
    out.write_text(json.dumps({**json.loads(first), **change}) + "\n" + "".join(lines))
    with pytest.raises(study.ResultsError, match="first line is damaged"):
        study.read_results(out)


def test_a_file_that_is_being_written_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    with (
        FileLock(f"{out}.lock"),
        pytest.raises(study.ResultsError, match="another run is writing it now"),
    ):
        study.simulate("poleconomy", out=out, **WISH)
    assert not out.exists()


def test_a_table_is_written_beside_it(tmp_path: Path, whole: pd.DataFrame) -> None:
    out = tmp_path / "runs.csv"
    study.simulate("poleconomy", out=out, **WISH)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["runs.csv", "runs.jsonl"]
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(whole.columns) and len(rows) == 16
    assert [row["net_worth.B"] for row in rows] == [str(value) for value in whole["net_worth.B"]]
    pd.testing.assert_frame_equal(study.read_results(tmp_path / "runs.jsonl"), whole)


def test_parquet_has_types_units_and_meanings(tmp_path: Path, whole: pd.DataFrame) -> None:
    out = tmp_path / "runs.parquet"
    wish = {**WISH, "seeds": [5, 2**64 - 1], "n": None, "seats": None}
    wish |= {"bots": "random", "vary": {"seats": [2, 3]}, "metrics": "all"}
    runs = study.simulate("poleconomy", out=out, **wish)
    pd.testing.assert_frame_equal(pd.read_parquet(out), runs, check_dtype=False)
    fields = {field.name: field for field in pq.read_schema(out)}
    assert fields["net_worth.C"].metadata[b"unit"] == b"$"
    assert fields["net_worth.C"].type == "int64" and fields["seed"].type == "uint64"
    assert all(field.metadata[b"about"] for field in fields.values())


def test_an_interrupted_run_leaves_a_table_of_what_there_is(
    tmp_path: Path, whole: pd.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = module.SimulationJob.__call__

    def stopped(self: Any, number: int) -> Any:
        if number == 5:
            raise KeyboardInterrupt
        return play(self, number)

    monkeypatch.setattr(module.SimulationJob, "__call__", stopped)
    out = tmp_path / "runs.csv"
    with pytest.raises(KeyboardInterrupt):
        study.simulate("poleconomy", out=out, **WISH)
    assert len(pd.read_csv(out)) == 5
    monkeypatch.undo()
    pd.testing.assert_frame_equal(study.simulate("poleconomy", out=out, **WISH), whole)
    assert len(pd.read_csv(out)) == 16


def test_what_is_not_the_file_of_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        study.ResultsError, match=r"is a table for other programs\. Pass runs\.jsonl"
    ):
        study.read_results(tmp_path / "runs.csv")
    with pytest.raises(classkit.ClasskitError, match=r"the name of a file NAME\.jsonl, not 3"):
        study.read_results(3)  # type: ignore[arg-type]  # what a person may type


def test_a_table_of_somebody_else_is_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "runs.csv"
    out.write_text("mine")
    with pytest.raises(classkit.ClasskitError, match=r"already exists, but runs\.jsonl"):
        study.simulate("poleconomy", out=out, **WISH)
    assert out.read_text() == "mine"


@pytest.mark.parametrize("name", ["", "missing/runs.jsonl", "runs.txt", "runs"])
def test_a_file_that_could_not_be_written_is_refused(
    name: str, tmp_path: Path, played: list[int]
) -> None:
    with pytest.raises(classkit.ClasskitError, match="cannot be written: "):
        study.simulate("poleconomy", out=tmp_path / name, **WISH)
    assert played == []


@pytest.mark.parametrize("change", [{"processes": 0}, {"processes": None, "client": "there"}])
def test_a_wrong_place_to_play_leaves_no_file(change: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(classkit.ClasskitError):
        study.simulate("poleconomy", out=tmp_path / "runs.jsonl", **{**WISH, **change})
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Linux has a device for it."""
    if not os.path.exists("/dev/full"):
        return
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join(lines[:5]))
    opened = Path.open

    def full(self: Path, mode: str = "r", **named: Any) -> Any:
        return open("/dev/full", mode, **named) if mode == "ab" else opened(self, mode, **named)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(study.ResultsError, match=r"No space left.*repeat the call to continue"):
        study.simulate("poleconomy", out=out, **WISH)
    monkeypatch.undo()
    assert len(study.simulate("poleconomy", out=out, **WISH)) == 16


def test_names_of_files() -> None:
    assert ResultPaths.from_name("runs.classkit.csv") == (
        Path("runs.classkit.jsonl"),
        Path("runs.classkit.csv"),
    )
