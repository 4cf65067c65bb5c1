"""A run goes on where another stopped, and the file is as if there had been one."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from classkit import study

from .conftest import WISH


@pytest.mark.sweep(3)
@pytest.mark.parametrize("lines", [1, 2, 9, 16, 17])
@pytest.mark.parametrize("torn", [b"", b'{"match":', b'{"match":15,"seed":8,"rows":[{}]}'])
def test_an_interrupted_run_goes_on_where_it_stopped(
    lines: int, torn: bytes, tmp_path: Path, whole: pd.DataFrame, played: list[int]
) -> None:
    """What was half-written is cut off and played again; the rest is not."""
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    text = out.read_bytes()
    out.write_bytes(b"".join(text.splitlines(keepends=True)[:lines]) + torn)
    played.clear()
    pd.testing.assert_frame_equal(study.simulate("poleconomy", out=out, **WISH), whole)
    assert played == list(range(lines - 1, 16))
    assert out.read_bytes() == text


@pytest.mark.parametrize("seeds", [None, [5, 3, 4, 1, 2, 9, 8, 7, 6, 11]])
def test_more_of_the_same_goes_on(
    seeds: list[int] | None, tmp_path: Path, played: list[int]
) -> None:
    """With a larger n nothing is played twice, and the file is as if it had been one run."""
    grown, whole = tmp_path / "grown.jsonl", tmp_path / "whole.jsonl"
    wish = {**WISH, "n": None} if seeds else WISH
    study.simulate("poleconomy", out=whole, **{**wish, **several(seeds, 10)})
    for n in (1, 4, 10):
        played.clear()
        runs = study.simulate("poleconomy", out=grown, **{**wish, **several(seeds, n)})
        assert len(runs) == 2 * n
        assert played == list(range({1: 0, 4: 2, 10: 8}[n], 2 * n))
    assert grown.read_bytes() == whole.read_bytes()


def several(seeds: list[int] | None, n: int) -> dict[str, Any]:
    return {"seeds": seeds[:n]} if seeds else {"n": n}


def test_the_file_is_the_same_however_many_play(tmp_path: Path) -> None:
    texts = []
    for processes in (1, 2, 3):
        out = tmp_path / f"runs{processes}.jsonl"
        study.simulate("poleconomy", out=out, **{**WISH, "processes": processes})
        texts.append(out.read_bytes())
    assert texts[0] == texts[1] == texts[2]


def test_matches_that_came_out_of_order_are_read(tmp_path: Path, whole: pd.DataFrame) -> None:
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    first, *lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(first + b"".join(reversed(lines[4:])) + lines[-1])
    pd.testing.assert_frame_equal(study.simulate("poleconomy", out=out, **WISH), whole)
    assert out.read_bytes() == first + b"".join(lines), "in order, and each match once"


MANY: dict[str, Any] = {
    "bots": ["saver", "tycoon"],
    "seats": 2,
    "options": {"game": 1},
    "n": 800,
    "progress": False,
}
SCRIPT = f"""
import sys
from classkit import study
study.simulate("poleconomy", out=sys.argv[1], processes=2, **{MANY})
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_was_killed_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    process = subprocess.Popen([sys.executable, "-c", SCRIPT, str(out)], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 600
    while time.monotonic() < deadline:
        if out.exists() and out.read_bytes().count(b"\n") > 20:
            break
        time.sleep(0.005)
    process.send_signal(how)
    process.wait(timeout=600)
    there = study.read_results(out)
    assert 19 <= len(there) < 800
    runs = study.simulate("poleconomy", out=out, processes=1, **MANY)
    assert list(runs.match) == list(range(1, 801))
    assert out.read_bytes().count(b"\n") == 801
    first = there.match.isin(range(1, 31))
    alone = study.simulate("poleconomy", processes=1, **{**MANY, "n": 30})
    pd.testing.assert_frame_equal(runs[:30], alone)
    pd.testing.assert_frame_equal(
        there[first].reset_index(drop=True),
        alone[alone.match.isin(there.match)].reset_index(drop=True),
    )


@pytest.mark.parametrize("ending", ["jsonl", "csv"])
def test_fewer_of_the_same_are_the_first_of_those_there(
    ending: str, tmp_path: Path, whole: pd.DataFrame, played: list[int]
) -> None:
    """The file, and a table beside it, keep all of them."""
    out = tmp_path / f"runs.{ending}"
    study.simulate("poleconomy", out=out, **WISH)
    there = {path: path.read_bytes() for path in tmp_path.iterdir()}
    played.clear()
    few = study.simulate("poleconomy", out=out, **{**WISH, "n": 3})
    pd.testing.assert_frame_equal(few, whole[:6])
    assert played == [] and {path: path.read_bytes() for path in tmp_path.iterdir()} == there
    again = study.simulate("poleconomy", out=out, **{**WISH, "n": None, "seeds": [1, 2]})
    pd.testing.assert_frame_equal(again, whole[:4])


def test_fewer_of_an_interrupted_run_are_completed(
    tmp_path: Path, whole: pd.DataFrame, played: list[int]
) -> None:
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    text = out.read_bytes()
    lines = text.splitlines(keepends=True)
    out.write_bytes(b"".join([lines[0], lines[1], *lines[3:9]]) + b'{"match": 9')
    played.clear()
    few = study.simulate("poleconomy", out=out, **{**WISH, "n": 2})
    pd.testing.assert_frame_equal(few, whole[:4])
    assert played == [1]
    assert out.read_bytes() == b"".join(lines[:9]), "and nothing is lost"
    study.simulate("poleconomy", out=out, **WISH)
    assert out.read_bytes() == text
