"""The guide to making a game, followed to the letter: its package installs, plays and is tested."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import pytest

from classkit.cli import build_parser
from tests.testing.guide import BLOCK, GUIDE, follow
from tests.testing.packages import Package, begin, install

TEXT = GUIDE.read_text(encoding="utf-8")


FIGURES = (GUIDE.parents[1] / "how-to" / "add-a-figure.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", FIGURES, re.M | re.S)


@pytest.fixture(scope="module")
def lemonade(tmp_path_factory: pytest.TempPathFactory) -> Package:
    """The game as it is at the end of the guide."""
    package = begin(tmp_path_factory.mktemp("guide"), "lemonade")
    follow(package.folder)
    install(package)
    return package


def test_its_tests_pass_and_the_laws_with_them(lemonade: Package) -> None:
    done = lemonade.test()
    assert done.returncode == 0, done.stdout


def test_sealed_moves_are_taught_first_and_play_on_their_own(tmp_path: Path) -> None:
    """By `ask_all`, before any auction: its tests pass, and the laws on secrets with them."""
    sealed = TEXT[: TEXT.index("## An auction\n")]
    assert "t.ask_all([" in sealed and "sealed_auction" not in sealed
    package = begin(tmp_path, "lemonade")
    assert follow(package.folder, sealed) < len(BLOCK.findall(TEXT))
    install(package)
    done = package.test("-k", "test_lemonade or secrets or sentence or sealed")
    assert done.returncode == 0 and " passed" in done.stdout, done.stdout


def test_the_forecast_is_worth_a_dollar(lemonade: Package) -> None:
    """The command that the guide gives plays, and its bots differ."""
    words = "simulate lemonade --matches 20 --bots informed,careful"
    assert words.replace("20", "200") in TEXT
    told = lemonade.classkit(*words.split(), "--processes", "1", "--quiet", "--out", "s.csv")
    assert told.startswith("20 matches")


def test_a_law_says_so_when_a_secret_is_kept_in_silence(tmp_path: Path) -> None:
    """As the guide says, before has_secrets is written."""
    package = begin(tmp_path, "lemonade")
    before = TEXT[: TEXT.index("Run the tests. One of the laws fails")]
    assert follow(package.folder, before) < len(BLOCK.findall(TEXT))
    done = package.test("-k", "test_a_game_says_so_if_it_has_secrets")
    assert done.returncode == 1 and "override Game.has_secrets" in done.stdout


def test_a_law_says_so_when_a_secret_becomes_known_in_silence(tmp_path: Path) -> None:
    """As the guide says, without the line that declares how the weather becomes known."""
    package = begin(tmp_path, "lemonade")
    follow(package.folder)
    game = package.folder / "lemonade" / "game.py"
    line = '        Reveal("weather", "market_held", "R5.3"),\n'
    text = game.read_text("utf-8")
    assert line in text
    game.write_text(text.replace(line, ""), encoding="utf-8")
    done = package.test("-k", "test_secrets_are_kept_to_the_end")
    assert done.returncode == 1 and line.strip(" ,\n").replace('"', "'") in done.stdout
    assert "can infer what was drawn for 'weather' (R5.2)" in done.stdout


def test_the_first_change_that_the_guide_proposes_is_noticed(tmp_path: Path) -> None:
    """Goods that cost $3 break an example."""
    package = begin(tmp_path, "lemonade")
    game = package.folder / "lemonade" / "game.py"
    text = game.read_text("utf-8")
    game.write_text(text.replace("= 20, 5, 2, 15", "= 20, 5, 3, 15"), encoding="utf-8")
    done = package.test("tests/test_lemonade.py")
    assert done.returncode == 1 and "test_all_goods_are_sold_at_one_price" in done.stdout


def test_a_figure_of_ones_own_stands_on_a_game_that_ships(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The block that the guide gives runs as it stands, and the figure is there afterwards."""
    block, _ = BLOCKS
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "mine"}
    exec(block, names)
    m = names["m"]
    assert m.metrics()["richest"] == max(m.table.cash(seat) for seat in m.seats)
    assert all("richest" in row for row in m.history)


def test_a_figure_declared_by_an_expression_explains_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    names: dict[str, Any] = {"__name__": "mine"}
    exec(BLOCKS[1], names)
    told = capsys.readouterr().out
    m, split = names["m"], names["m"].why("safe", "B", since=0).split
    assert told.startswith("Cash and savings of ") and len(split.parts) == told.count("\n") - 1 > 0
    assert abs(sum(part.amount for part in split.parts) - split.change) < 0.001
    assert split.after == m.metrics()["safe"]["B"]


def test_every_command_named_is_one() -> None:
    lines = re.findall(r"(?:^|`)classkit ([a-z]+(?: new)?)\b", TEXT, re.M)
    assert len(lines) > 5
    for line in lines:
        found = build_parser()
        for word in line.split():
            choices = next(a for a in found._actions if isinstance(a, argparse._SubParsersAction))
            assert word in choices.choices, line
            found = choices.choices[word]
            if word not in ("game", "policy", "assignment"):
                break


def test_it_is_linked_from_both_readmes() -> None:
    root = GUIDE.parents[3]
    assert "](lessons/guide/tutorials/own-game.md)" in (root / "README.md").read_text("utf-8")
    assert "](guide/tutorials/own-game.md)" in (root / "lessons" / "README.md").read_text("utf-8")
