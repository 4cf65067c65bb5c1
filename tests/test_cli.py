"""The command line: what it says, what it writes, what it refuses, what it loads."""

from __future__ import annotations

import ast
import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import openpyxl
import pytest

import classkit
from classkit.cli import COMMANDS, main

QUICKLY = {"edition": (), "policy": ("--matches", "1", "--quiet")}
"""So that a check of a policy does not play for long."""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "classkit", *words], capture_output=True, text=True, timeout=600
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = classkit.new("poleconomy", seats=["Ada", "=Bo", "Cy"], seed=11).play(until="end")
    return match.save(tmp_path / "monday.classkit.json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "--seed", "9" * 5000], "--seed: must be a whole number of at most 20 digits"),
        (["play", "--turns", "many"], "--turns: must be a whole number of at most 20 digits"),
        (["purge", "--older-than", "x" * 5000], "must be a number, not 'xxx"),
    ],
)
def test_a_number_on_the_command_line_is_refused_in_a_short_sentence(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert said in told
    assert len(told) < 1_500


def test_options_on_the_command_line_are_refused_in_a_short_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for text in ("round_limit=" + "9" * 5000, "round_limit=" + "[" * 50_000, "x" * 5000):
        assert main(["play", "--set", text]) == 1
        assert 10 < len(capsys.readouterr().err) < 500


def test_without_words_it_says_how_to_begin(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([])
    assert stop.value.code == 2
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "classkit demo" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.strip() == f"classkit {classkit.__version__}"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "polconomy"], "Did you mean 'poleconomy'?"),
        (["play", "--seats", "9"], "2 to 6"),
        (["play", "--set", "quickstart=true"], "Did you mean 'quick_start'?"),
        (["play", "--set", "quick_start=maybe"], "true or false"),
        (["play", "--set", "quick_start"], "OPTION=VALUE"),
        (["play", "--set", "seats=3"], "There is no option 'seats'"),
        (["play", "--bots", "tycon"], "Did you mean 'tycoon'?"),
        (["play", "--bots", "person"], "'person' (or None) is not possible here"),
        (["simulate", "--bots", "saver,person"], "bots play all seats. Name a bot, such as"),
        (["play", "--bots", ",,"], "--bots must be names of bots, as in --bots random, not ',,'"),
        (["simulate", "--bots", ""], "--bots must be names of bots"),
        (["play", "--edition", "nowhere"], "nowhere"),
        (["play", "--turns", "0"], "--turns must be a whole number, 1 or more"),
        (["play", "--turns", "-3"], "--turns must be a whole number, 1 or more"),
        (
            ["play", "--seats", "2", "--bots", "saver,saver,saver"],
            "bots must have 1 to 2 bots in a list, not 3",
        ),
        (["simulate", "--matches", "0"], "--matches must be a whole number, 1 or more, not 0"),
        (["simulate", "--processes", "0"], "--processes must be a whole number from 1 to 256"),
        (["play", "--seats", "99"], "seats must be a whole number from 2 to 6, not 99"),
        (["simulate", "--seed", "-1"], "a seed must be a whole number"),
        (["simulate", "--seed", str(2**64 - 5)], "a seed must be a whole number"),
        (["export", "no-such-file.json"], "no-such-file.json"),
        (["games", "chess"], "poleconomy"),
        (["demo", "chess"], "There is no dashboard for 'chess'"),
        (["serve", "/no/such/folder"], "There is no folder"),
        (["serve", "--address", "0.0.0.0", "--token", ""], "token is required"),
        (["serve", "--port", "70000"], "port must be a whole number from 0 to 65,535, not 70,000"),
    ],
)
def test_a_wrong_wish_is_answered_in_words(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 1
    told = capsys.readouterr()
    assert said in told.err
    assert "Traceback" not in told.err


def test_play_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for _ in range(2):
        assert main(["play", "--seed", "7", "--seats", "3", "--bots", "saver,tycoon"]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    assert "12 rounds. The agreed number of rounds is over" in texts[0]
    assert "Inflation Number" in texts[0]


def test_play_tells_the_news_and_stops_after_the_turns_wished(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "--seed", "7", "--turns", "2", "--news"]) == 0
    told = capsys.readouterr().out
    assert "not over" in told
    assert "(P3.1)" in told
    assert "seed 7" not in told, "the seed is not told before the match is over"


def test_play_saves_a_record_that_opens(tmp_path: Path) -> None:
    path = tmp_path / "m.classkit.json"
    assert main(["play", "--seed", "7", "--save", str(path)]) == 0
    assert classkit.load(path).is_over


def test_play_says_where_it_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--seed", "7", "--turns", "1"]) == 0
    assert "turn 2, round 1, not over" in capsys.readouterr().out


def test_play_tells_the_result_also_where_the_record_cannot_be_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk may be full only after the match was played."""

    def fail(*_given: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr("classkit.engine.serialization.write_files", fail)
    nowhere = str(tmp_path / "x.json")
    assert main(["play", "--seed", "7", "--turns", "1", "--save", nowhere]) == 1
    told = capsys.readouterr()
    assert "In circulation" in told.out and "x.json could not be saved" in told.err


def test_simulate_plays_nothing_that_it_could_not_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "classkit.study.processes.job_runner.run", lambda *_, **__: pytest.fail("played")
    )
    for out in (tmp_path, tmp_path / "missing" / "x.csv"):
        assert main(["simulate", "--out", str(out)]) == 1
        assert f"{out} cannot be written" in capsys.readouterr().err


def test_simulate_writes_one_row_for_each_seat_of_each_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "many.csv"
    words = ["simulate", "--matches", "6", "--seats", "3", "--seed", "40", "--quiet"]
    assert main([*words, "--processes", "1", "--out", str(out)]) == 0
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 18
    assert {row["seed"] for row in rows} == {str(seed) for seed in range(40, 46)}
    match = classkit.new("poleconomy", seats=3, seed=40)
    bots = {row["seat"]: row["bot"] for row in rows[:3]}
    match.play(until="end", bots=bots)
    expected = {line.seat: str(line.score) for line in match.standings()}
    assert {row["seat"]: row["score"] for row in rows[:3]} == expected
    assert "6 matches, 18 rows" in capsys.readouterr().out
    again = tmp_path / "again.csv"
    assert main([*words, "--processes", "2", "--out", str(again)]) == 0
    assert again.read_text() == out.read_text(), "the same over several processes"


def test_simulate_counts_one_match_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "--matches", "1", "--seats", "2", "--turns", "2", "--quiet", "--per-match"]
    assert main([*words, "--processes", "1", "--out", str(tmp_path / "one.csv")]) == 0
    assert capsys.readouterr().out.startswith("1 match, 1 row: ")


def test_simulate_varies_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, lines = tmp_path / "many.csv", tmp_path / "many.jsonl"
    words = ["simulate", "--matches", "3", "--out", str(out), "--quiet", "--processes", "1"]
    words += ["--vary", "seats=2,3", "--vary", "bots=saver+tycoon,random", "--metrics", "net_worth"]
    assert main([*words, "--per-match"]) == 0
    assert "12 matches, 12 rows" in capsys.readouterr().out
    text = out.read_text()
    kept = lines.read_bytes().splitlines(keepends=True)
    lines.write_bytes(b"".join(kept[:6]) + b"torn")
    assert main([*words, "--per-match"]) == 0
    assert "12 matches, 12 rows" in (told := capsys.readouterr().out)
    assert "(5 of them were there already)" in told and out.read_text() == text
    assert main([*words, "--per-turn"]) == 1
    assert "another design: its rows are by 'match', not 'turn'" in capsys.readouterr().err
    assert main([*words, "--per-turn", "--turns", "4", "--anew"]) == 0
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["bots"] for row in rows} >= {"saver, tycoon", "random, random"}
    assert max(int(row["turn"]) for row in rows) == 4 and "net_worth.B" in rows[0]
    out.unlink()
    lines.write_text("mine")
    assert main([*words, "--anew"]) == 1
    assert (
        lines.read_text() == "mine" and "not a results file of classkit" in capsys.readouterr().err
    )


def test_simulate_varies_facts_and_positions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Positions and single facts are varied like options."""
    monkeypatch.chdir(tmp_path)
    Path("rich.toml").write_text("A.cash = 900_000\n")
    Path("poor.toml").write_text("A.cash = 10_000\n")
    words = ["simulate", "--seats", "2", "--matches", "2", "--per-match", "--turns", "2"]
    words += ["--quiet", "--processes", "1"]
    facts = ["--position", "rich.toml", "--vary", "A.cash=10_000,20000", "--vary", "mover=A,B"]
    assert main([*words, *facts, "--out", "facts.csv"]) == 0
    with Path("facts.csv").open(encoding="utf-8", newline="") as file:
        rows = [(row["A.cash"], row["mover"], row["seed"]) for row in csv.DictReader(file)]
    assert rows[:5] == [
        ("10000", "A", "1"), ("10000", "B", "1"), ("20000", "A", "1"), ("20000", "B", "1"),
        ("10000", "A", "2"),
    ]  # fmt: skip
    assert main([*words, "--vary", "position=rich.toml,poor.toml", "--out", "files.csv"]) == 0
    with Path("files.csv").open(encoding="utf-8", newline="") as file:
        assert [row["position"] for row in csv.DictReader(file)] == ["rich", "poor"] * 2
    capsys.readouterr()
    assert main(["play", "--seats", "2", "--turns", "1", "--position", "rich.toml"]) == 0
    assert main(["play", "--seats", "2", "--position", "nowhere.toml"]) == 1
    assert "there is no file 'nowhere.toml'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vary", "seats"], "--vary must be NAME=VALUE,VALUE"),
        (["--vary", "A..cash=1"], "--vary must be NAME=VALUE,VALUE"),
        (["--vary", "A.chas=1"], "Did you mean 'A.cash'"),
        (["--vary", "A.cash=5"], "in steps of 10,000, not 5"),
        (["--position", "nowhere.toml"], "position: there is no file 'nowhere.toml'"),
        (["--vary", "quick_strat=true"], "Did you mean 'quick_start'"),
        (["--vary", "quick_start="], "is an empty list"),
        (["--vary", "seats=2", "--vary", "seats=3"], "has the same name twice"),
        (["--vary", "bots=savr"], "Did you mean 'saver'"),
        (["--metrics", "net_wort"], "Did you mean 'net_worth'"),
        (["--matches", "99999999"], "This design has 99,999,999 matches"),
        (["--turns", "0"], "horizon must be a whole number from 1 to 100,000"),
        (["--processes", "0"], "--processes must be a whole number"),
        (["--out", "x.xlsx"], "must end in .jsonl"),
    ],
)
def test_simulate_refuses_in_words(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", *words]) == 1
    told = capsys.readouterr().err
    assert said in told and "Traceback" not in told


def test_simulate_that_is_stopped_says_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(jobs: Sequence[Any], play: Any, **_: Any) -> Iterator[Any]:
        yield 0, play(jobs[0])
        raise KeyboardInterrupt

    monkeypatch.setattr("classkit.study.processes.job_runner.run", stopped)
    out = tmp_path / "many.csv"
    assert main(["simulate", "--matches", "5", "--out", str(out), "--quiet"]) == 130
    assert "1 of 5 matches are in" in (told := capsys.readouterr().err)
    assert "Run the same command to continue" in told and len(out.read_text().splitlines()) == 5


def test_export_for_excel_has_a_sheet_for_each_table(record: Path, tmp_path: Path) -> None:
    assert main(["export", str(record), "--to", str(tmp_path / "out"), "--excel"]) == 0
    files = {path.name for path in (tmp_path / "out").iterdir()}
    tables = {name[len("monday-") : -len(".csv")] for name in files if name.endswith(".csv")}
    book = openpyxl.load_workbook(tmp_path / "out" / "monday.xlsx")
    assert {*book.sheetnames} == tables


def test_export_of_a_record(record: Path, tmp_path: Path) -> None:
    assert main(["export", str(record), "--to", str(tmp_path / "out")]) == 0
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == [
        "monday-answers.csv",
        "monday-columns.csv",
        "monday-events.csv",
        "monday-figures.csv",
        "monday-history.csv",
        "monday-ledger.csv",
        "monday.json",
    ]
    assert "=Bo" not in (tmp_path / "out" / "monday-events.csv").read_text(encoding="utf-8")
    assert main(["export", str(record), "--to", str(tmp_path / "named"), "--names"]) == 0
    events = (tmp_path / "named" / "monday-events.csv").read_text(encoding="utf-8")
    assert "'=Bo" in events and "\n=Bo" not in events and ",=Bo" not in events


def test_export_as_a_seat_sees_it(record: Path, tmp_path: Path) -> None:
    """Files for the instructor's disk tell everything; others are asked for (design 3, Views)."""
    for whom in ("B", "everybody", "instructor"):
        assert main(["export", str(record), "--to", str(tmp_path), "--seen-as", whom]) == 0
        name = record.name.removesuffix(".json").removesuffix(".classkit")
        assert json.loads((tmp_path / f"{name}.json").read_text())["seen_as"] == whom


def test_export_as_nobody_there_is_refused(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(record), "--to", str(tmp_path), "--seen-as", "instuctor"]) != 0
    assert "Did you mean 'instructor'?" in capsys.readouterr().err
    assert not list(tmp_path.glob("*-events.csv"))


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["play", "poleconomy", "--game", "2"], "option of the game: --set game=2."),
        (["play", "--game", "2"], "option of poleconomy: --set game=2."),
        (["play", "poleconomy", "game=2"], "option of the game: --set game=2."),
        (["play", "poleconomy", "--round-limit=8"], "option of the game: --set round_limit=8."),
        (["play", "poleconomy", "--quick_start"], "option of the game: --set quick_start=true."),
        (["simulate", "poleconomy", "--quickstart", "true"], "option quick_start: --set quick_"),
        (["class", "open", "poleconomy", "--game", "1"], "option of the game: --set game=1."),
        (["tournament", "here", "--quick_start=true"], "option of the game: --set quick_start="),
        (["play", "opoly", "--quick_start", "true"], "of poleconomy; opoly has no option of"),
        (["play", "poleconomy", "--sede", "1"], "--sede 1. Did you mean --seed?"),
        (["class", "open", "--baseurl=/x/"], "Did you mean --base-url?"),
        (["play", "poleconomy", "--nonsense", "1"], "unrecognized arguments: --nonsense 1\n"),
        (["doctor", "--game", "2"], "unrecognized arguments: --game 2\n"),
    ],
)
def test_an_option_of_the_game_as_an_argument_gets_the_way_to_set_it(
    words: list[str], remedy: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(words)
    said = capsys.readouterr().err
    assert ended.value.code == 2 and "unrecognized arguments: " in said
    assert remedy in said


def test_export_never_overwrites_the_record(record: Path) -> None:
    plain = record.rename(record.with_name("tuesday.json"))
    before = plain.read_bytes()
    assert main(["export", str(plain), "--format", "json"]) == 0
    assert plain.read_bytes() == before
    assert json.loads((plain.parent / "tuesday-export.json").read_text())["is_over"]


def test_a_form_for_the_author_tells_what_happened(tmp_path: Path) -> None:
    match = classkit.new("economicon", seats=["<b>Zoë", "Bo"], seed=3).play(until="end")
    match.save(kept := tmp_path / "monday.classkit.json")
    form = tmp_path / "form.html"
    assert main(["export", str(kept), "--play-test", str(form)]) == 0
    text = form.read_text(encoding="utf-8")
    assert "blake-cooper.com" in text and "Open Game License 1.0a" in text
    assert "Round 10" in text and "Zoë" not in text and "http" not in text
    asked = re.findall(r'<th scope="row">(N[\d.]+)</th>', text)
    assert len(asked) == 12 and {e.rule for e in match.events} >= set(asked)
    assert main(["export", str(kept), "--play-test", str(form)]) == 1
    assert form.read_text(encoding="utf-8") == text
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".csv"] == []


def test_export_of_a_damaged_record_is_refused(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = record.read_text(encoding="utf-8")
    record.write_text(text[: len(text) // 2], encoding="utf-8")
    assert main(["export", str(record)]) == 1
    assert "cut off or damaged" in capsys.readouterr().err


def test_export_of_a_record_that_disagrees_goes_up_to_there(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(record.read_text(encoding="utf-8"))
    last = [entry for entry in data["log"] if "digest" in entry][-2]
    last["digest"] = "0" * len(last["digest"])
    record.write_text(json.dumps(data), encoding="utf-8")
    assert main(["export", str(record), "--to", str(tmp_path / "out")]) == 1
    assert "does not match the rules" in capsys.readouterr().err
    assert (tmp_path / "out" / "monday-history.csv").is_file()


def test_games_lists_them_and_describes_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "poleconomy" in capsys.readouterr().out
    assert main(["games", "poleconomy"]) == 0
    told = capsys.readouterr().out
    assert "quick_start" in told and "tycoon" in told and "poleconomy-canada" in told


def test_doctor_looks_at_everything(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path))
    main(["doctor", "--json"])
    found = {finding["what"]: finding for finding in json.loads(capsys.readouterr().out)}
    for what in ("Python", "voila", "kernel", "anywidget", "template", "store", "port"):
        assert what in found
    assert found["@voila-dashboards/widgets-manager8"]["good"]
    assert found["game poleconomy"]["good"]
    assert str(tmp_path) in found["store"]["found"]


def test_doctor_says_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path / "file"))
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out
    assert "PROBLEM  store" in told and "-> Set CLASSKIT_DATA" in told


def test_light_commands_load_nothing_heavy() -> None:
    """Heavy imports only inside the command that needs them."""
    script = (
        "import sys\nfrom classkit.cli import main\nmain(['play', '--turns', '1'])\n"
        "heavy = 'pandas numpy plotly IPython ipywidgets voila tornado tqdm'.split()\n"
        "print('loaded:', [name for name in heavy if name in sys.modules])"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "loaded: []" in told.stdout, told.stderr


def test_help_loads_nothing_of_what_a_command_does() -> None:
    """``--help``, of all and of each command: the words, what they may be, and the rules."""
    commands = [module.__name__.rpartition(".")[2].removesuffix("_command") for module in COMMANDS]
    parts = ["policy new", "policy check", "assignment build", "assignment grade", "lesson build"]
    script = f"""
import sys
from classkit.cli import main
for words in {["", *commands, *parts]!r}:
    try:
        main([*words.split(), "--help"])
    except SystemExit as stop:
        assert stop.code == 0
standard = sys.stdlib_module_names
print("loaded:", [name for name in sys.modules if name.partition(".")[0] not in standard])
"""
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=True
    )
    assert told.stdout.count("usage: classkit") == 1 + len(commands) + len(parts)
    loaded = ast.literal_eval(told.stdout.rpartition("loaded:")[2].strip())
    rules = ("classkit.cli", "classkit.commands", "classkit.engine", "classkit.frames")
    assert {name for name in loaded if not name.startswith((*rules, "_", "filelock"))} == {
        "classkit", "classkit.deprecation", "classkit.hosting", "classkit.hosting.ip_addresses",
        "classkit.hosting.config", "classkit.hosting.hub_service",
        "classkit.hosting.stale_tempdirs", "classkit.hosting.machine_resources",
        "classkit.hosting.data_files", "classkit.sandbox", "classkit.sandbox.resource_limits",
        "classkit.process_startup", "classkit.study", "classkit.study.arena",
        "classkit.study.arena.limits", "classkit.version",
    }  # fmt: skip


def test_it_is_a_module_too() -> None:
    assert run("games").returncode == 0


FOLDER_CHANGES: list[str] = []
"""The folders to which this process has gone since it was last emptied."""


def test_relative_paths_mean_the_folder_one_stands_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of every command, in a folder with a space and an umlaut, and none of them leaves it."""
    stand = tmp_path / "Übung 3"
    (stand / "their policies").mkdir(parents=True)
    monkeypatch.chdir(stand)
    sys.addaudithook(
        lambda event, facts: FOLDER_CHANGES.append(facts[0]) if event == "os.chdir" else None
    )
    FOLDER_CHANGES.clear()
    policies = "their policies"
    for words in (
        ["play", "economy", "--turns", "9", "--seed", "1", "--save", "the match.json"],
        ["export", "the match.json", "--to", "the tables"],
        ["homework", "the match.json", "--play-on", "--to", "the homework"],
        ["simulate", "economy", "--matches", "2", "--processes", "2", "--out", "a b.csv"],
        ["policy", "new", f"{policies}/zoë.py"],
        ["policy", "check", f"{policies}/zoë.py", "--matches", "1", "--quiet"],
        ["tournament", policies, "--matches", "1", "--to", "the result", "--quiet"],
    ):
        assert main(words) == 0, (words, capsys.readouterr())
    assert not FOLDER_CHANGES
    made = {path.relative_to(stand).as_posix() for path in stand.rglob("*") if path.is_file()}
    assert {"the match.json", "a b.csv", f"{policies}/zoë.py"} <= made
    assert {"the result/tournament.html", "the result/table.csv"} <= made
    assert any(name.startswith("the tables/") for name in made)
    assert any(name.startswith("the homework/") for name in made)


@pytest.mark.sweep(1)
@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_terminal_that_lacks_signs_stops_nothing(tmp_path: Path, encoding: str) -> None:
    """Commands print what the terminal has signs for; files are UTF-8 whatever it speaks."""
    name = "zo\N{LATIN SMALL LETTER E WITH DIAERESIS} \N{CJK UNIFIED IDEOGRAPH-5F20}"
    script = f"""
import warnings
from classkit.cli import main
warnings.filterwarnings("error", category=EncodingWarning, module="classkit")
for words in (
    ["policy", "new", {name + ".py"!a}],
    ["play", "economy", "--turns", "9", "--seed", "1", "--save", {name + ".json"!a}],
    ["export", {name + ".json"!a}, "--to", "tables"],
    ["homework", {name + ".json"!a}, "--play-on", "--to", "tables"],
    ["games", "economicon"],
):
    assert main(words) == 0, words
try:
    main(["tournament", "--help"])
except SystemExit:
    pass
"""
    ran = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", script],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "LC_ALL": "C.UTF-8"},
    )
    assert ran.returncode == 0, ran.stderr.decode(errors="replace")
    assert b"zo" in ran.stdout and b"?.py: a working policy" in ran.stdout
    for path in tmp_path.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".json", ".csv", ".ipynb"):
            path.read_text(encoding="utf-8")
    assert compile((tmp_path / f"{name}.py").read_text(encoding="utf-8"), name, "exec")


def test_doctor_speaks_to_every_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder whose name the terminal cannot show is no reason to stop."""
    monkeypatch.setenv("CLASSKIT_DATA", str(tmp_path / "\N{CJK UNIFIED IDEOGRAPH-5F20}"))
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    monkeypatch.setattr("classkit.hosting.kernel_probe.probe_kernel", lambda: "answers")
    main(["doctor"])
    terminal.flush()
    assert b"/?/matches" in terminal.buffer.getvalue()


# --- editions -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "game"),
    [
        ("poleconomy-canada", "poleconomy"),
        ("classic_us", "opoly"),
        ("economicon-classic", "economicon"),
        ("economy-classic", "economy"),
    ],
)
def test_an_edition_is_copied_into_a_folder_to_edit(
    edition: str, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The copy can be played, and differs by its id and title alone."""
    folder = tmp_path / "my-own"
    assert main(["edition", "copy", edition, str(folder)]) == 0
    assert f"classkit edition check {folder}" in capsys.readouterr().out
    assert main(["edition", "check", str(folder)]) == 0
    assert f"classkit play {game} --edition {folder}" in capsys.readouterr().out
    ours = classkit.new(game, seats=3, seed=7, edition=folder).edition
    assert ours.id == "my-own" and ours.title.endswith("(my-own)")
    head = {"id": edition, "title": classkit.editions(game)[edition]}
    same = {**ours.data, "edition": {**ours.data["edition"], **head}}
    shipped = classkit.new(game, seats=3).edition
    assert classkit.new(game, seats=3, edition=same).edition.hash == shipped.hash
    lines = [line for path in folder.iterdir() for line in path.read_text("utf-8").splitlines()]
    assert any(line.startswith("#") for line in lines), "comments stay"


def test_the_next_command_can_be_pasted_whatever_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("our towns").mkdir()
    for words in (
        ["edition", "copy", "poleconomy-canada", "our towns/one"],
        ["policy", "new", "ada b.py"],
    ):
        assert main(words) == 0
        said = capsys.readouterr().out
        offered = next(part for part in said.split("classkit")[1:] if " check " in part)
        assert main([*shlex.split(offered.strip().splitlines()[0]), *QUICKLY[words[0]]]) == 0
    assert "check 'ada b.py'" in Path("ada b.py").read_text("utf-8")


def test_a_copy_takes_any_name_that_an_edition_may_have(tmp_path: Path) -> None:
    for name in ("x", "a" * 60, "v2.1_b"):
        assert main(["edition", "copy", "poleconomy-canada", str(tmp_path / name)]) == 0
        assert main(["edition", "check", str(tmp_path / name)]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["copy", "poleconomy-canda", "x"], "Did you mean 'poleconomy-canada'"),
        (["copy", "poleconomy-canada", "there"], "already exists and was not changed"),
        (["copy", "poleconomy-canada", "classic_us"], "There is already an edition classic_us"),
        (["copy", "poleconomy-canada", "a b"], "cannot be the id of an edition"),
        (["copy", "poleconomy-canada", ".."], "cannot be the id of an edition"),
        (["copy", "poleconomy-canada", "no/where"], "cannot be written"),
        (["check", "nowhere"], "nowhere: this file or folder does not exist"),
        (["check", "there"], "there is no TOML file in this folder"),
        (["check", "odd.toml"], "Name the game, as in --game poleconomy"),
        (["check", "odd.toml", "--game", "opoly"], "odd.toml: x: is not a known key"),
        (
            ["check", "wrong.toml"],
            "wrong.toml: price.savings: must be a whole number from 10,000 to",
        ),
    ],
)
def test_editions_are_refused_in_words(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("there").mkdir()
    Path("odd.toml").write_text("x = 1\n")
    Path("wrong.toml").write_text('based_on = "poleconomy-canada"\nprice.savings = -10_000\n')
    assert main(["edition", *words]) == 1
    told = capsys.readouterr().err
    assert said in told and "Traceback" not in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["odd.toml", "there", "wrong.toml"]


def test_an_edition_on_a_file_of_ones_own_is_checked_without_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The game is that of the edition at the end of the chain."""
    monkeypatch.chdir(tmp_path)
    Path("cheap.toml").write_text('based_on = "classic_us"\nedition.start_cash = 900\n')
    Path("cheaper.toml").write_text('based_on = "cheap.toml"\nedition.start_cash = 700\n')
    assert main(["edition", "check", "cheaper.toml"]) == 0
    assert "classkit play opoly --edition cheaper.toml" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'based_on = "classic_uss"',
            "no edition 'classic_uss'.*did you mean 'classic_us'",
        ),
        ('based_on = "gone.toml"', "no edition 'gone.toml', and no TOML file of that name"),
        ('based_on = "mine.toml"', "mine.toml: based_on: is circular"),
        (
            'based_on = "classic_us"\nspace = 1',
            "space: is not a known key.* Choose from: edition, ",
        ),
    ],
)
def test_what_an_edition_is_based_on_is_refused_in_words(
    text: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(text + "\n")
    assert main(["edition", "check", "mine.toml"]) == 1
    assert re.search(said, capsys.readouterr().err)


def test_a_figure_that_is_empty_is_a_dash(capsys: pytest.CaptureFixture[str]) -> None:
    """487-opoly has no price of the lot, and no recession, in most turns."""
    assert main(["play", "opoly", "--seats", "3", "--seed", "5", "--turns", "2"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"Recession +–\n", told) and "None" not in told


def test_a_policy_of_ones_own_is_told_where_it_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "poleconomy", "--bots", "saver,mine.py"]) == 1
    assert "Import a policy from its file" in capsys.readouterr().err


def test_games_names_the_value_with_which_a_class_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "economicon"]) == 0
    text = capsys.readouterr().out
    assert "spot or liquidation; default spot; liquidation in classes" in text
    assert "true or false; default true" in text and "True" not in text


@pytest.mark.parametrize(
    ("words", "meant"),
    [(["polay"], "play"), (["class", "opne"], "open"), (["assignment", "grad", "x"], "grade")],
)
def test_a_mistyped_command_gets_the_one_that_was_meant(
    words: list[str], meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words)
    assert f"Did you mean '{meant}'?" in capsys.readouterr().err
