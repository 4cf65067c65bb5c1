"""Rule sheets: each line cites its clauses and states no other numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from classkit.cli import main
from classkit.commands.rule_sheet import RULES_PATTERN, read_sheet, render_sheet
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import find
from tests.toy import GAME as TOY

GAMES = ["economicon", "economy", "opoly", "poleconomy"]
SMALL = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "nine": 9, "ten": 10}


def lines(game: str) -> list[str]:
    text = read_sheet(find(game))
    return [line for line in text.splitlines()[1:] if line and not line.startswith("##")]


def figures(text: str) -> set[int]:
    """The numbers of a text, whether written as figures or as small words."""
    plain = re.sub(r"\b[PQNE]\d+(?:\.\d+)?\b", "", text.replace(",", ""))
    words = {value for word, value in SMALL.items() if re.search(rf"\b{word}\b", plain.lower())}
    return words | {int(one) for one in re.findall(r"(?<![\d.])\d+", plain)}


@pytest.mark.parametrize("game", GAMES)
def test_each_number_stands_in_the_clauses_named(game: str) -> None:
    for line in lines(game):
        cited = RULES_PATTERN.search(line)
        assert cited is not None, line
        said = re.sub(r"\*\*\d+ ", "**", line[: cited.start()])  # the number of a phase
        book = " ".join(find(game).rulebook.clause(one) for one in cited[1].split(", "))
        stated = {int(n) for n in re.findall(r"(?<![\d.])\d+", said.replace(",", ""))}
        assert stated <= figures(book), (line, stated - figures(book))


@pytest.mark.parametrize("game", GAMES)
def test_it_is_a_page_of_its_own(game: str, tmp_path: Path) -> None:
    """No address, no script, what is typed shown as text; written once and not over a file."""
    path = tmp_path / "sheet.html"
    assert main(["games", game, "--sheet", str(path)]) == 0
    page = path.read_text(encoding="utf-8")
    assert "http" not in page and "<script" not in page and "**" not in page
    assert page.count("<li>") == len(lines(game)) - 1
    assert find(game).licence.rpartition(",")[0] in page
    assert main(["games", game, "--sheet", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == page


def test_a_line_without_a_clause_is_refused() -> None:
    with pytest.raises(ClasskitError, match="cites no clause: Anything goes"):
        render_sheet(find("economy"), "# Title\n\nOpening. (E0.1)\n\n## Play\n- Anything goes.")


def test_markup_in_a_sheet_is_text() -> None:
    page = render_sheet(find("economy"), "# A & <b>\n\nOpening. (E0.1)\n\n## Play\n- x < y. (E0.2)")
    assert "A &amp; &lt;b&gt;" in page and "x &lt; y." in page


def test_what_cannot_be_done_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(ClasskitError, match="has no sheet to hand out"):
        read_sheet(TOY)
    assert main(["games", "--sheet", str(tmp_path / "x.html")]) == 1
    assert "--sheet needs a game" in capsys.readouterr().err
    assert main(["games", "economy", "--sheet", str(tmp_path / "no" / "x.html")]) == 1
    assert "cannot be written" in capsys.readouterr().err
