"""The guide for teachers names what there is, and nothing that is not."""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

import classkit
from classkit.cli import build_parser

from .books import read

LESSONS = Path(__file__).parents[2] / "lessons"
GUIDE = (LESSONS / "README.md").read_text(encoding="utf-8")


def test_every_lesson_stands_in_the_table_with_its_title() -> None:
    listed = dict(re.findall(r"\| \[(\d+ [^\]]+)\]\(([^)]+)\) \|", GUIDE))
    files = {path.name for path in LESSONS.glob("[0-9]*.ipynb")}
    assert set(listed.values()) == files
    for title, name in listed.items():
        number, words = title.split(" ", 1)
        heading = re.search(r"# (\d+) · ([^\\\"]+)", (LESSONS / name).read_text(encoding="utf-8"))
        assert heading and (heading[1], heading[2]) == (number, words)


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", GUIDE)
    assert links
    for link in links:
        assert (LESSONS / link).exists(), link


COMMANDS = re.findall(r"`classkit ([a-z][^`]*)`", " ".join(GUIDE.split()))


@pytest.mark.parametrize("line", sorted(set(COMMANDS)))
def test_every_command_named_is_one(line: str) -> None:
    """Its first words are subcommands, and its options are known to them."""
    words = line.split()
    found = build_parser()
    while True:
        parts = [a for a in found._actions if isinstance(a, argparse._SubParsersAction)]
        if not parts or not words or words[0] not in parts[0].choices:
            break
        found = parts[0].choices[words.pop(0)]
    assert found.prog != "classkit", f"classkit {line}"
    known = {option for action in found._actions for option in action.option_strings}
    asked = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert asked <= known, line


def test_the_edition_and_the_position_shown_open(tmp_path: Path) -> None:
    """What a teacher copies from here is an edition, and a position."""
    edition, goal, position = re.findall(r"```toml\n(.*?)```", GUIDE, re.S)
    (tmp_path / "mine.toml").write_text(edition)
    (tmp_path / "goal.toml").write_text(goal)
    (tmp_path / "crisis.toml").write_text(position)
    event = classkit.new("economicon", 3, edition=tmp_path / "goal.toml").edition.rules.events[
        "E01"
    ]
    assert (event.goal.measure, event.goal.value, event.goal.aggregate) == ("market.oil", 100, "")
    mine = classkit.new("poleconomy", 3, edition=tmp_path / "mine.toml").edition
    assert mine.title == "Poleconomy with cheap savings" and mine.rules.prices.savings == 50_000
    assert mine.rules.squares["I07"].name == "Sharp & Daughters"
    m = classkit.new("poleconomy", 3, position=tmp_path / "crisis.toml")
    assert m.metrics()["inflation_number"] == 5 and m.ledger.holder("I07") == "A"


def test_times_agree_between_guide_notebook_and_plan() -> None:
    """The minutes of the table are those of the notebook, and its plan ends with them."""
    rows = re.findall(r"\| \[\d+ [^\]]+\]\(([^)]+)\) \| [^|]+ \| [^|]+ \| (\d+) \|", GUIDE)
    assert len(rows) == len(list(LESSONS.glob("[0-9]*.ipynb")))
    for name, minutes in rows:
        text = (LESSONS / name).read_text(encoding="utf-8")
        assert f"**Time:** {minutes} minutes" in text, name
        plan = [(int(a), int(b)) for a, b in re.findall(r"\| (\d+)–(\d+) \|", text)]
        assert plan[0][0] == 0 and plan[-1][1] == int(minutes), name
        assert all(before[1] == after[0] for before, after in pairwise(plan)), name


def test_what_the_lessons_import_comes_with_what_the_guide_installs() -> None:
    """Each place of the guide that names extras for the lessons names enough of them."""
    text = (LESSONS.parent / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    cells = [one for path in LESSONS.glob("[0-9]*.ipynb") for one in read(path).cells]
    code = "\n".join(one.source for one in cells if one.cell_type == "code")
    imported = set(re.findall(r"^\s*(?:from|import) (\w+)", code, re.MULTILINE))
    others = imported - set(sys.stdlib_module_names) - {"classkit"}
    installs = re.findall(r"`classkit\[([a-z,]*lab[a-z,]*)\]`", GUIDE)
    assert len(installs) >= 2 and "scipy" in others
    for extras in installs:
        needed = project["dependencies"] + [
            one for extra in extras.split(",") for one in project["optional-dependencies"][extra]
        ]
        assert others <= {re.split(r"\W", one)[0] for one in needed}, extras


def test_a_sheet_that_counts_and_lateness_are_in_the_guide() -> None:
    """What `open_key` gives, what a sheet needs whose points count, and `--due`."""
    section = GUIDE.split("## Homework and assignments")[1].split("\n## ")[0]
    counts = " ".join(section.split("**A sheet that counts**")[1].split("\n- **")[0].split())
    for word in (
        "`open_key(sheet)`",
        "pasted",
        "--seed-later",
        "--word",
        "reasons",
        "on the board",
    ):
        assert word in counts, word
    beside = (LESSONS / "assignments" / "README.md").read_text(encoding="utf-8")
    assert "#a-sheet-that-counts" in counts and "\n## A sheet that counts\n" in beside
    late = section.split("**Lateness**")[1].split("\n- **")[0]
    assert "--due" in late and "--late-percent" in late and "`late`" in late
