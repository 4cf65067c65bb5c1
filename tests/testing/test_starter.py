"""`classkit game new`: a game that plays, is tested and is served without another line."""

from __future__ import annotations

import csv
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import classkit
from classkit.cli import main
from classkit.commands.game_command import write_game
from classkit.engine.errors import ClasskitError
from classkit.hosting import dashboards
from classkit.testing.starter.orchard import GAME as STARTER
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_constants, build_state

from .packages import Package, begin, install


@pytest.fixture(scope="module")
def fish_market(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """A game of two words, begun and installed."""
    package = begin(tmp_path_factory.mktemp("games"), "fish_market")
    install(package)
    return package


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "letters"),
        ("Lemonade", "letters"),
        ("lemonade-stand", "letters"),
        ("../lemonade", "letters"),
        ("/tmp/lemonade", "letters"),
        ("2nd", "letters"),
        ("x" * 31, "letters"),
        ("é_te", "letters"),
        ("lemonade_", "letters"),
        ("fish__market", "letters"),
        ("class", "a Python keyword"),
        ("match", "a Python keyword"),
        ("random", "a Python package"),
        ("pytest", "a Python package"),
        ("poleconomy", "already a game poleconomy"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(ClasskitError, match=why):
        write_game(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["none", "true", "market", "move", "ledger", "orchard_two", "my_orchard"]
)
def test_whatever_its_name_it_plays(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(write_game(name, tmp_path))
    game = importlib.import_module(name).GAME
    assert game.name == name and game.title == name.replace("_", " ").capitalize()
    assert (
        classkit.new(game, seats=2, options={"rounds": 2}).play(until="end", bots="careful").turn
        == 4
    )


def test_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["game", "new", "lemonade"]) == 0
    assert "pip install -e lemonade" in capsys.readouterr().out
    rules = tmp_path / "lemonade" / "lemonade" / "rules.md"
    rules.write_text("mine", encoding="utf-8")
    assert main(["game", "new", "lemonade"]) == 1
    assert "already exists and was not changed" in capsys.readouterr().err
    assert rules.read_text("utf-8") == "mine"


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(ClasskitError, match="cannot be written"):
        write_game("lemonade", tmp_path / "nowhere")


def test_it_bears_its_own_name_all_over(fish_market: Package) -> None:
    for path in fish_market.folder.rglob("*.*"):
        assert "orchard" not in f"{path} {path.read_text('utf-8')}".lower(), path
    game = (fish_market.folder / "fish_market" / "game.py").read_text("utf-8")
    assert 'title = "Fish market"' in game and "class FishMarket(" in game


def test_its_own_tests_pass_and_the_laws_with_them(fish_market: Package) -> None:
    done = fish_market.test()
    assert done.returncode == 0, done.stdout
    assert "warning" not in done.stdout


def test_it_is_short_and_well_formed(fish_market: Package) -> None:
    code = fish_market.folder / "fish_market"
    assert len((code / "game.py").read_text("utf-8").splitlines()) < 140
    assert len(STARTER.rulebook.clauses) == 10
    for check in (["check", "--select", "E,F,W,B,UP"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, "--line-length", "100", str(code)]
        assert subprocess.run(command, capture_output=True).returncode == 0


def test_every_command_knows_it(fish_market: Package) -> None:
    """It is played, described, simulated and asked about; a class's bots can play it."""
    run, folder = fish_market.classkit, fish_market.folder.parent
    assert "Fish market: 32 turns, 8 rounds. All rounds are played." in run(
        "play", "fish_market", "--seed", "1", "--save", "one.classkit.json"
    )
    told = run("games", "fish_market")
    assert "standard" in told and "Make the number that earns most" in told
    run("homework", "one.classkit.json")
    assert (folder / "one-homework-teacher.ipynb").is_file()
    run(
        "simulate", "fish_market", "--matches", "3", "--processes", "1", "--quiet", "--out", "s.csv"
    )
    with (folder / "s.csv").open(encoding="utf-8") as rows:
        assert len(list(csv.DictReader(rows))) == 3 * 4
    run("policy", "new", "mine.py", "--game", "fish_market")
    ahead = "from classkit import new, study; m = new('fish_market').play(until='round'); "
    ahead += "print(study.futures(m, n=5, processes=1).wait().done)"
    assert fish_market.run("-P", "-c", ahead).stdout == "5\n"


def test_it_has_a_dashboard(fish_market: Package) -> None:
    assert fish_market.classkit("demo", "fish_market", "--check").startswith("ok: Fish market")


def test_games_of_others_are_served_beside_those_that_ship(monkeypatch: pytest.MonkeyPatch) -> None:
    with dashboards.prepare_dashboards() as folder:
        assert folder == dashboards.find_dashboard_folder(), "the folder itself, where it has all"
    monkeypatch.setattr(dashboards, "list_games", lambda: ["economy", "lemonade", "../odd"])
    with dashboards.prepare_dashboards() as folder:
        shown = {path.stem for path in folder.iterdir()}
        shipped = {path.stem for path in dashboards.find_dashboard_folder().iterdir()}
        assert shown == {*shipped, "lemonade"}
        assert 'open_table(\\"lemonade\\")' in (folder / "lemonade.ipynb").read_text("utf-8")
    assert not folder.exists()


def test_what_a_game_leaves_out_has_a_default() -> None:
    """A board of cards, one edition, no positions, a ranking by money, and an end in words."""
    match = classkit.new(STARTER, seats=3, seed=1).answer("make", count=5)
    ranking = [(line.seat, line.score, line.place, line.unit) for line in match.standings()]
    assert ranking == [("B", 20, 1, "$"), ("C", 20, 1, "$"), ("A", 10, 3, "$")]
    match.undo()
    assert match.edition.title == "Standard"
    with pytest.raises(classkit.PositionError, match="does not support positions"):
        classkit.new(STARTER, position={"turn": 3})
    with pytest.raises(classkit.EditionError, match="has no editions"):
        classkit.new(STARTER, edition={"price": 3})
    desk = MatchController(match, "careful")
    shown = build_constants(PageView(desk))
    assert [space["id"] for space in shown["board"]["spaces"]] == ["seat:A", "seat:B", "seat:C"]
    assert next(bot for bot in shown["bots"] if bot["id"] == "careful")["idea"].startswith("Make")
    assert build_state(PageView(desk))["board"]["looks"]["seat:A"]["text"] == "$20"
    desk.step("end")
    assert build_state(PageView(desk))["over"] == "All rounds are played."


def test_an_end_that_no_event_tells_is_told_by_the_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(STARTER), "ending_event", "never_told")
    desk = MatchController(classkit.new(STARTER, seats=2, options={"rounds": 1}), "careful")
    desk.step("end")
    assert build_state(PageView(desk))["over"] == "All rounds are played."


@pytest.mark.parametrize("missing", ["pytest", "hypothesis"])
def test_laws_without_their_extra_name_it(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import classkit.testing.laws"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8")
    assert 'pip install "classkit[testing]"' in done.stderr
