"""The map of the code, ``classkit/README.md``: its links lead somewhere, its drawing is current."""

from __future__ import annotations

import re
from pathlib import Path

from tests.architecture import DRAWING, PURPOSES, draw, read_floors

PACKAGE = Path(__file__).parent.parent / "classkit"
MAP = PACKAGE / "README.md"
STEPS = 12
QUESTIONS_MIN = 30


def read_section(title: str) -> str:
    """Return the text of a section of the map."""
    text = MAP.read_text(encoding="utf-8")
    return text.partition(f"## {title}")[2].partition("\n## ")[0]


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", MAP.read_text(encoding="utf-8"))
    assert len(links) > QUESTIONS_MIN
    assert [link for link in links if not (PACKAGE / link).exists()] == []


def test_every_name_between_backticks_exists() -> None:
    """Names of files and folders; commands and actions are in a file that the same line links."""
    for name in re.findall(r"`([\w/]+(?:\.\w+|/))`", MAP.read_text(encoding="utf-8")):
        found = [*PACKAGE.rglob(name.rstrip("/")), PACKAGE.parent / name]
        assert any(path.exists() for path in found), name


def test_every_package_is_on_the_map_and_in_the_drawing() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert packages == set(PURPOSES) == {name for floor in read_floors() for name in floor}
    described = set(re.findall(r"\*\*\[(\w+)\]\(\w+\)\*\*", MAP.read_text(encoding="utf-8")))
    assert described == packages


def test_the_drawing_is_made_from_the_imports() -> None:
    """After a change of packages: ``python -m tests.architecture``."""
    assert DRAWING.read_text(encoding="utf-8") == draw()


def test_one_step_is_followed_through_twelve_files() -> None:
    steps = re.findall(r"^\d+\. \[", read_section("One Step"), re.MULTILINE)
    assert len(steps) == STEPS


def test_thirty_places_of_change_are_named() -> None:
    rows = read_section("Where do I change").splitlines()
    rows = [row for row in rows if row.startswith("| ") and not row.startswith("| to change |")]
    assert len(rows) >= QUESTIONS_MIN
    assert all("](" in row for row in rows)
