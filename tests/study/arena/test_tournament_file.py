"""A tournament that is interrupted loses no match, and goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.study import Limits, ResultsError, Tournament, tournament
from classkit.study.arena.tournament_match import Arena
from tests.study.fishery import Fishery

HEAD = "def policy(view, decision):\n    "
CALM = Limits(answer=20.0, start=20.0, memory=200, restarts=1, failures=5)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Policies that play and one that fails; three seats, so that a round has six matches."""
    folder = tmp_path / "policies"
    folder.mkdir()
    (folder / "idle.py").write_text(HEAD + "return decision.default")
    (folder / "fly.py").write_text(HEAD + "return 'fly'")
    return folder


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the matches that were played."""
    found: list[int] = []
    play_match = Arena.__call__

    def noted(arena: Arena, pairing: Any) -> Any:
        found.append(pairing.number)
        return play_match(arena, pairing)

    monkeypatch.setattr(Arena, "__call__", noted)
    return found


def play(folder: Path, keep: Path | None, **more: Any) -> Tournament:
    wish: dict[str, Any] = {"bots": ["saver", "tycoon"], "seats": 2, "n": 8, "limits": CALM}
    wish |= {"options": {"round_limit": 2}, "processes": 1, "out": keep, **more}
    return tournament(folder, **wish)


def after(matches: int) -> Callable[[int, int], None]:
    """Interrupts when so many matches have been played."""

    def progress(played: int, planned: int) -> None:
        if played >= matches:
            raise KeyboardInterrupt

    return progress


def facts(played: Tournament) -> list[Any]:
    """What came of a tournament, but for the time it took."""
    clocks = ("seconds", "milliseconds", "slowest")
    rows = [*played.table_rows, *played.match_rows, *played.forfeit_rows]
    return [{key: row[key] for key in row if key not in clocks} for row in rows]


def test_it_goes_on_and_comes_to_the_same(folder: Path, tmp_path: Path, begun: list[int]) -> None:
    keep = tmp_path / "here" / "kept.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play(folder, keep, progress=after(3), seed=5)
    assert begun == [1, 2, 3]
    keep.write_bytes(keep.read_bytes() + b'{"match": 4')
    counts: list[int] = []
    whole = play(folder, keep, progress=lambda played, planned: counts.append(played))
    assert begun == [1, 2, 3, 4, 5, 6, 7, 8] and counts == [3, 4, 5, 6, 7, 8]
    assert whole.seed == 5 and not whole.stopped
    assert facts(whole) == facts(play(folder, None, seed=5))
    assert any(row["policy"] == "fly" and row["match"] <= 3 for row in whole.forfeit_rows)
    begun.clear()
    assert facts(play(folder, keep)) == facts(whole) and not begun, "all of it is there"
    assert [path.name for path in keep.parent.iterdir()] == ["kept.jsonl"], "and no lock"


def test_what_was_played_can_be_shown(folder: Path, tmp_path: Path) -> None:
    """When the bell rings: if everybody has been in a match, there is a table, which says so."""
    with pytest.raises(KeyboardInterrupt):
        play(folder, None, stop_early=True, progress=after(1), seed=5)
    some = play(folder, None, stop_early=True, progress=after(4), seed=5)
    assert len(some.played) == 4 and len(some.table_rows) == 4
    told = "Stopped early, after 4 of 8 matches, so not all entrants have played equally often"
    assert told in str(some) and told in some.to_html()
    assert "Everybody played" not in some.to_html()


OURS = {"based_on": "poleconomy-canada", "edition": {"id": "ours", "title": "Ours"}}


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seed": 6}, "its seed is not 6"),
        ({"n": 20}, "its number of matches is 8, not 20"),
        ({"bots": ["saver"]}, "its bots are saver, tycoon, not saver"),
        ({"options": {"round_limit": 3}}, "its option round_limit is 2, not 3"),
        ({"edition": OURS}, "its edition is poleconomy-canada, .*, not ours, "),
        ({"limits": replace(CALM, memory=300)}, "its limit memory is 200, not 300"),
        ({"edit": 1}, r"policies have been added, changed or removed \(idle\)"),
    ],
)
def test_another_tournament_is_refused(
    change: dict[str, Any], told: str, folder: Path, tmp_path: Path
) -> None:
    keep = tmp_path / "kept.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play(folder, keep, progress=after(2), seed=5)
    text = keep.read_bytes()
    if change.pop("edit", 0):
        (folder / "idle.py").write_text(HEAD + "return decision.default  # handed in again")
    with pytest.raises(
        ResultsError, match=rf"another interrupted tournament: .*{told}.*\. Delete it to start over"
    ):
        play(folder, keep, **change)
    assert keep.read_bytes() == text
    keep.write_bytes(text.splitlines(keepends=True)[0])
    assert len(play(folder, keep, **change).played) >= 4, "nothing was in it"


def test_a_tournament_of_a_game_that_has_changed_is_refused(folder: Path, fishery: Fishery) -> None:
    stopped = f"""
from classkit.study import tournament
def progress(played, planned):
    if played == 2:
        raise KeyboardInterrupt
tournament({str(folder)!r}, "fishery", seats=2, n=6, processes=1, out="kept.jsonl",
           progress=progress)
"""
    assert "KeyboardInterrupt" in fishery.program(stopped)
    there = (fishery.folder / "kept.jsonl").read_bytes()
    assert there.count(b"\n") == 3
    rule = ("TOP_PRICE - t.on_market()", "TOP_PRICE - 2 * t.on_market()")
    fishery.edit(*rule)
    told = "the rules of fishery have changed since (fishery/game.py)"
    assert told in fishery.program(stopped)
    assert (fishery.folder / "kept.jsonl").read_bytes() == there
    fishery.edit(*reversed(rule))
    assert fishery.program(stopped.replace("== 2", "== 4")).endswith("KeyboardInterrupt")
    assert (fishery.folder / "kept.jsonl").read_bytes().count(b"\n") == 5


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda line: line.update(format=3, design="0123456789abcdef"), "its code is unknown"),
        (lambda line: line.update(design=[1]), "its version of classkit is none, not"),
        (lambda line: line["design"].update(code=5), "it was played with Python None"),
        (lambda line: line["design"]["code"].update(kernel=""), "own kernel has changed since"),
        (lambda line: line.update(seed="x"), "its seed is not a number"),
    ],
)
def test_a_first_line_that_tells_something_else_is_refused(
    change: Callable[[dict[str, Any]], Any], told: str, folder: Path, tmp_path: Path
) -> None:
    keep = tmp_path / "kept.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play(folder, keep, progress=after(1), seed=5)
    first, second = keep.read_text().splitlines(keepends=True)
    line = json.loads(first)
    change(line)
    keep.write_text(json.dumps(line) + "\n" + second)
    with pytest.raises(ResultsError, match=told):
        play(folder, keep)


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda line: line.pop(key)


def set_seat(place: int, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda line: line["seats"][0].__setitem__(place, value)


@pytest.mark.sweep(4)
@pytest.mark.parametrize(
    "damage",
    [
        without("match"), without("turns"), without("seats"), set_seat(0, 7), set_seat(2, "x"),
        set_seat(-1, [["kind"]]), lambda line: line.update(match=99), without("races"),
        lambda line: line.update(races=[]), lambda line: line["races"][0][2].pop(),
        lambda line: line["races"][0][3].__setitem__(0, "first"),
        lambda line: line.update(match=True), lambda line: line["seats"].pop(),
    ],
)  # fmt: skip
def test_a_damaged_line_is_named(
    damage: Callable[[dict[str, Any]], Any], folder: Path, tmp_path: Path
) -> None:
    keep = tmp_path / "kept.jsonl"
    with pytest.raises(KeyboardInterrupt):
        play(folder, keep, progress=after(2), seed=5)
    first, second, third = keep.read_text().splitlines()
    line = json.loads(second)
    damage(line)
    keep.write_text("\n".join([first, json.dumps(line), third, ""]))
    with pytest.raises(ResultsError, match=r"line 2 is damaged\. Delete that line"):
        play(folder, keep)


def test_what_is_no_such_file_is_refused_and_left(folder: Path, tmp_path: Path) -> None:
    keep = tmp_path / "kept.jsonl"
    keep.write_text("my notes\n")
    with pytest.raises(ResultsError, match="is not a tournament file"):
        play(folder, keep)
    assert keep.read_text() == "my notes\n"
    with FileLock(f"{keep}.lock"), pytest.raises(ResultsError, match="another tournament"):
        play(folder, keep)
    with pytest.raises(ResultsError, match="cannot be written"):
        play(folder, tmp_path)


def test_wrong_wishes_leave_nothing(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ClasskitError, match="round_limit"):
        play(folder, tmp_path / "out" / "kept.jsonl", options={"round_limt": 2})
    assert not (tmp_path / "out").exists()


def test_the_command_shows_what_there_is_and_goes_on(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    out = tmp_path / "out"
    words = ["tournament", str(folder), "--matches", "8", "--seats", "2", "--bots", "saver,tycoon"]
    words += ["--set", "round_limit=2", "--quiet", "--to", str(out), "--processes", "1"]
    words += ["--answer-limit", "20"]
    play_match, played = Arena.__call__, list[int]()

    def interrupted(arena: Arena, pairing: Any) -> Any:
        if len(played) in (1, 5):
            played.append(0)
            raise KeyboardInterrupt
        played.append(pairing.number)
        return play_match(arena, pairing)

    monkeypatch.setattr(Arena, "__call__", interrupted)
    assert main(words) == 130
    told = capsys.readouterr()
    assert "Stopped early. The matches so far are in" in told.err and not told.out
    assert [path.name for path in out.iterdir()] == ["unfinished.jsonl"]
    assert main(words) == 130
    told = capsys.readouterr()
    assert "Stopped early, after 4 of 8" in told.out
    assert "Run the same command to continue" in told.err
    assert (out / "tournament.html").exists() and (out / "unfinished.jsonl").exists()
    assert main(words) == 0
    assert "8 matches, seed" in capsys.readouterr().out
    assert not (out / "unfinished.jsonl").exists(), "the next begins anew, with other luck"
    assert sorted(set(played) - {0}) == [1, 2, 3, 4, 5, 6, 7, 8] and len(played) == 10
    (out / "unfinished.jsonl").write_text("{}")
    assert main(words) == 1 and main([*words, "--anew"]) == 0
