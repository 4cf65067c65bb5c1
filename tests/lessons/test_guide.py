"""The guide and the overview of the lessons: their links, commands and examples work."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit.cli import build_parser
from classkit.hosting.room_admission import ARRIVAL_BURST, ARRIVAL_RATE, MAX_PEOPLE
from classkit.site.docs.source_tree import GENERATED

from .books import read

LESSONS = Path(__file__).parents[2] / "lessons"
GUIDE = LESSONS / "guide"
OVERVIEW = (LESSONS / "README.md").read_text(encoding="utf-8")
PAGES = [LESSONS / "README.md", *sorted(GUIDE.glob("*.md")), *sorted(GUIDE.glob("[a-z]*-*/*.md"))]
PAGES += [
    path for part in ("tutorials", "explanation") for path in sorted(GUIDE.glob(f"{part}/*.md"))
]
OVERVIEW_MAX_LINES = 60


def read_page(name: str) -> str:
    """Return the text of a page of the guide."""
    return (GUIDE / f"{name}.md").read_text(encoding="utf-8")


def name_page(path: Path) -> str:
    return path.relative_to(LESSONS).as_posix()


def list_anchors(text: str) -> set[str]:
    """Return the anchors of the headings of a text, as GitHub and MyST make them."""
    text = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in headings}


def test_the_overview_is_one_page() -> None:
    assert len(OVERVIEW.splitlines()) <= OVERVIEW_MAX_LINES


def test_every_lesson_stands_in_the_table_with_its_title() -> None:
    listed = dict(re.findall(r"\| \[(\d+ [^\]]+)\]\(([^)]+)\) \|", OVERVIEW))
    files = {path.name for path in LESSONS.glob("[0-9]*.ipynb")}
    assert set(listed.values()) == files
    for title, name in listed.items():
        number, words = title.split(" ", 1)
        heading = re.search(r"# (\d+) · ([^\\\"]+)", (LESSONS / name).read_text(encoding="utf-8"))
        assert heading and (heading[1], heading[2]) == (number, words)


@pytest.mark.parametrize("path", PAGES, ids=name_page)
def test_every_link_leads_to_a_file_and_a_heading(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" in link:
            continue
        name, _, heading = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        if heading:
            assert heading in list_anchors(target.read_text(encoding="utf-8")), link


def test_every_page_is_in_the_order_of_pages_and_has_a_title() -> None:
    index = read_page("index")
    for path in GUIDE.glob("*/*.md"):
        if path.parent.name in GENERATED:  # a build of the documentation has left it
            continue
        page = path.relative_to(GUIDE).with_suffix("").as_posix()
        assert f"\n{page}\n" in index or page == "reference/index", page
        text = path.read_text(encoding="utf-8")
        assert text.startswith("# ") and len(text) > 400, f"{page} is a stub"


def iter_commands() -> Iterator[tuple[str, str]]:
    """Yield each command that a page of the guide names, with the page."""
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        fenced = "".join(re.findall(r"^```bash\n(.*?)^```", text, re.M | re.S))
        lines = re.findall(r"^ {4,}(classkit [a-z].*)$", text, re.M)
        lines += re.findall(r"^(classkit [a-z].*)$", fenced, re.M)
        lines += re.findall(r"`(classkit [a-z][^`]*)`", " ".join(text.split()))
        for line in lines:
            yield line.partition("  ")[0], name_page(path)


@pytest.mark.parametrize("line, page", sorted(set(iter_commands())))
def test_every_command_named_is_one(line: str, page: str) -> None:
    """Its first words are subcommands, and its options are known to them."""
    words = shlex.split(line.partition(" #")[0].partition(" && ")[0])[1:]
    found = build_parser()
    while True:
        parts = [a for a in found._actions if isinstance(a, argparse._SubParsersAction)]
        if not parts or not words or words[0] not in parts[0].choices:
            break
        found = parts[0].choices[words.pop(0)]
    assert found.prog != "classkit", f"{line} ({page})"
    known = {option for action in found._actions for option in action.option_strings}
    asked = {word.partition("=")[0] for word in words if word.startswith("--")}
    assert asked <= known, f"{line} ({page})"


def test_a_command_has_the_options_beside_it() -> None:
    """Tables of options on these pages are about one command."""
    commands = {
        "publish-a-site": ["site"],
        "host": ["serve"],
        "export-a-film": ["export"],
        "export-tables": ["export"],
        "mark-assignments": ["assignment", "grade"],
        "run-a-simulation": ["simulate"],
    }
    for page, words in commands.items():
        found = build_parser()
        for word in words:
            (parts,) = (a for a in found._actions if isinstance(a, argparse._SubParsersAction))
            found = parts.choices[word]
        known = {option for action in found._actions for option in action.option_strings}
        rows = [row for row in read_page(f"how-to/{page}").splitlines() if row.startswith("| ")]
        cells = [cell for row in rows for cell in re.findall(r"`(--[^`]*)`", row)]
        asked = {one for cell in cells for one in re.findall(r"--[a-z-]+", cell)}
        assert asked and asked <= known, page


def test_the_edition_and_the_position_shown_open(tmp_path: Path) -> None:
    """What a teacher copies from here is an edition, and a position."""
    page = read_page("how-to/edit-an-edition")
    edition, names, goal = re.findall(r"```toml\n(.*?)```", page, re.S)
    (position,) = re.findall(r"```toml\n(.*?)```", read_page("how-to/start-in-the-middle"), re.S)
    (tmp_path / "mine.toml").write_text(edition)
    (tmp_path / "names.toml").write_text(names, encoding="utf-8")
    (tmp_path / "goal.toml").write_text(goal)
    (tmp_path / "crisis.toml").write_text(position)
    event = classkit.new("economicon", 3, edition=tmp_path / "goal.toml").edition.rules.events[
        "E01"
    ]
    assert (event.goal.measure, event.goal.value, event.goal.aggregate) == ("market.oil", 100, "")
    mine = classkit.new("poleconomy", 3, edition=tmp_path / "mine.toml").edition
    assert mine.title == "Poleconomy with cheap savings" and mine.rules.prices.savings == 50_000
    assert mine.rules.squares["I07"].name == "Sharp & Daughters"
    euros = classkit.new("poleconomy", 3, edition=tmp_path / "names.toml").say()
    assert euros.money(1_250) == "1.250\u00a0€" and euros.unit("bond", 1) == "obligation"
    m = classkit.new("poleconomy", 3, position=tmp_path / "crisis.toml")
    assert m.metrics()["inflation_number"] == 5 and m.ledger.holder("I07") == "A"


@pytest.mark.parametrize("page", ["save-a-match", "use-a-notebook", "build-a-dashboard"], ids=str)
def test_the_cells_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, as in a notebook; doctests are run by pytest."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "notebook"}
    cells = re.findall(r"^```python\n(.*?)^```", read_page(f"how-to/{page}"), re.S | re.M)
    assert cells
    for cell in cells:
        exec(cell, names)


def test_times_agree_between_overview_notebook_and_plan() -> None:
    """The minutes of the table are those of the notebook, and its plan ends with them."""
    rows = re.findall(r"\| \[\d+ [^\]]+\]\(([^)]+)\) \| [^|]+ \| [^|]+ \| (\d+) \|", OVERVIEW)
    assert len(rows) == len(list(LESSONS.glob("[0-9]*.ipynb")))
    for name, minutes in rows:
        text = (LESSONS / name).read_text(encoding="utf-8")
        assert f"**Time:** {minutes} minutes" in text, name
        plan = [(int(a), int(b)) for a, b in re.findall(r"\| (\d+)–(\d+) \|", text)]
        assert plan[0][0] == 0 and plan[-1][1] == int(minutes), name
        assert all(before[1] == after[0] for before, after in pairwise(plan)), name


def test_what_the_lessons_import_comes_with_what_the_guide_installs() -> None:
    """Each place that names extras for the lessons names enough of them."""
    text = (LESSONS.parent / "pyproject.toml").read_text(encoding="utf-8")
    project = tomllib.loads(text)["project"]
    cells = [one for path in LESSONS.glob("[0-9]*.ipynb") for one in read(path).cells]
    code = "\n".join(one.source for one in cells if one.cell_type == "code")
    imported = set(re.findall(r"^\s*(?:from|import) (\w+)", code, re.MULTILINE))
    others = imported - set(sys.stdlib_module_names) - {"classkit"}
    texts = [OVERVIEW, *(read_page(f"how-to/{page}") for page in ("give-a-lesson", "install"))]
    installs = re.findall(r"classkit\[([a-z,]*lab[a-z,]*)\]", "".join(texts))
    assert len(installs) >= len(texts) and "scipy" in others
    for extras in installs:
        needed = project["dependencies"] + [
            one for extra in extras.split(",") for one in project["optional-dependencies"][extra]
        ]
        assert others <= {re.split(r"\W", one)[0] for one in needed}, extras


def test_the_limits_of_a_room_are_those_of_the_server() -> None:
    text = read_page("how-to/open-a-room")
    words = {3: "three", 4: "four", 5: "five"}
    assert f"Up to {MAX_PEOPLE} people may join from one address" in text
    assert f"{ARRIVAL_BURST:.0f} phones may connect immediately" in text
    assert f"and {words[int(ARRIVAL_RATE)]} a second after that" in text


def test_every_extra_named_is_one() -> None:
    text = (LESSONS.parent / "pyproject.toml").read_text(encoding="utf-8")
    known = set(tomllib.loads(text)["project"]["optional-dependencies"])
    for path in PAGES:
        for extras in re.findall(r"(?:classkit|\.)\[([a-z,]+)\]", path.read_text("utf-8")):
            assert set(extras.split(",")) <= known, f"{path}: {extras}"


def test_a_sheet_that_counts_and_lateness_are_in_the_guide() -> None:
    """What `open_key` gives, what a sheet needs whose points count, and `--due`."""
    counts = read_page("how-to/set-a-sheet-that-counts")
    for word in ("`open_key(sheet)`", "--seed-later", "--word", "reasons", "on the board"):
        assert word in counts, word
    late = read_page("how-to/mark-assignments")
    assert "--due" in late and "--late-percent" in late and "`late`" in late
