"""Results of code that has changed since are never taken for those of the present code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit import study
from classkit.study import provenance
from tests.study.fishery import Fishery

from .conftest import WISH

PRICE = (
    "START, MOST, COST, TOP_PRICE = 20, 5, 2, 15",
    "START, MOST, COST, TOP_PRICE = 20, 5, 2, 12",
)


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (*PRICE, "the rules of fishery have changed since (fishery/game.py)."),
        ('decision.about["on_market"]) // 2', 'decision.about["on_market"]) // 3',
         "since (fishery/game.py); its bot 'careful' has changed since."),
    ],
)  # fmt: skip
def test_an_edited_game_is_named(old: str, new: str, told: str, fishery: Fishery) -> None:
    assert fishery.simulate() == "10 matches, 20 rows: runs.csv"
    there = [(fishery.folder / name).read_bytes() for name in ("runs.csv", "runs.jsonl")]
    fishery.edit(old, new)
    answer = fishery.simulate()
    assert told in answer and "Choose another file (out), or delete this one" in answer
    assert [(fishery.folder / name).read_bytes() for name in ("runs.csv", "runs.jsonl")] == there
    fishery.edit(new, old)
    assert fishery.simulate().endswith("(10 of them were there already)")
    fishery.edit(old, new)
    assert fishery.simulate("--anew") == "10 matches, 20 rows: runs.csv"
    if "careful" not in told:
        assert (fishery.folder / "runs.csv").read_bytes() != there[0]


def test_comments_docstrings_and_line_endings_change_nothing(fishery: Fishery) -> None:
    fishery.simulate()
    fishery.edit("START, MOST", "# what everybody begins with\n\nSTART, MOST")
    fishery.edit('"""Sell all goods at one price (R3.1 to R3.3)."""', '"""Sell what there is."""')
    game = fishery.package / "game.py"
    game.write_bytes(game.read_bytes().replace(b"\n", b"\r\n"))
    fishery.edit("R1.1", "R1.1, said otherwise", "rules.md")
    assert fishery.simulate().endswith("(10 of them were there already)")


def test_a_file_of_data_counts(fishery: Fishery) -> None:
    """Whatever its ending is."""
    for name in ("prices.json", "prices.npy"):
        (fishery.package / name).write_text("15")
    fishery.simulate()
    for name in ("prices.json", "prices.npy"):
        (fishery.package / name).write_text("12")
    told = "have changed since (fishery/prices.json, fishery/prices.npy)"
    assert told in fishery.simulate()


def test_results_inside_the_package_are_no_part_of_it(fishery: Fishery) -> None:
    out = str(fishery.package / "runs.csv")
    fishery.simulate("--out", out)
    assert fishery.simulate("--out", out).endswith("(10 of them were there already)")


def test_a_module_beside_the_package_counts(fishery: Fishery) -> None:
    fishery.write("prices.py", "LIST = {'fish': 15}\n")
    fishery.edit("from .about", "import prices\n\nfrom .about")
    fishery.edit("max(0, TOP_PRICE -", "max(0, prices.LIST['fish'] -")
    fishery.simulate()
    fishery.write("prices.py", "LIST = {'fish': 12}\n")
    assert "the rules of fishery have changed since (prices.py)" in fishery.simulate()


POLICY = """
from classkit import study
def mine(view, decision):
    import helper
    helper.amount()
    return decision.default
print(len(study.simulate("fishery", n=3, seats=2, out="runs.csv", bots=mine, progress=False,
                         processes=1)))
"""


def test_a_module_that_a_policy_imports_when_it_is_called_counts(fishery: Fishery) -> None:
    fishery.write("helper.py", "def amount():\n    return 1\n")
    assert fishery.program(POLICY) == fishery.program(POLICY)
    fishery.write("helper.py", "def amount():\n    return 12\n")
    assert "the policy 'mine' has changed since (helper.py)" in fishery.program(POLICY)


def test_an_edition_and_a_position_that_have_changed_are_named(tmp_path: Path) -> None:
    edition, position = tmp_path / "ours.toml", tmp_path / "crisis.toml"
    edition.write_text('based_on = "poleconomy-canada"\nedition = {id = "ours", title = "Ours"}\n')
    position.write_text("marker = 3\n")
    wish = {**WISH, "edition": edition, "position": position, "out": tmp_path / "runs.jsonl"}
    runs = study.simulate("poleconomy", **wish)
    edition.write_text(
        'based_on = "poleconomy-canada"\nedition = {id = "ours", title = "Ours at last"}\n'
    )
    with pytest.raises(study.ResultsError, match="another design: the edition ours has changed"):
        study.simulate("poleconomy", **wish)
    edition.write_text(edition.read_text().replace(" at last", ""))
    position.write_text("marker = 4\n")
    with pytest.raises(study.ResultsError, match="it starts from another position"):
        study.simulate("poleconomy", **wish)
    position.write_text("marker = 3  # as before\n")
    assert study.simulate("poleconomy", **wish).equals(runs)


def test_the_kernel_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    monkeypatch.setattr("classkit.study.provenance.mark_of_kernel", lambda: "another")
    with pytest.raises(study.ResultsError, match="classkit's own kernel has changed since"):
        study.simulate("poleconomy", out=out, **WISH)


def test_the_kernel_is_marked_as_it_was_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade on the disk does not change what an open notebook plays with."""
    monkeypatch.setattr(provenance, "mark_of_folder", lambda folder: "another")
    assert provenance.mark_of_kernel() != provenance.read_kernel()


FACTORS = [1]


def test_a_figure_of_ones_own_that_has_changed_is_named(tmp_path: Path) -> None:
    """The column of the earlier figure of that key was given in its place."""

    def turns(table: Any) -> int:
        return int(FACTORS[0] * table.turn)

    def study_of(compute: Any) -> Any:
        mine = classkit.Metric("mine", "Mine", "", "table", compute)
        wish = {**WISH, "metrics": mine, "out": tmp_path / "runs.jsonl"}
        return study.simulate("poleconomy", **wish)

    runs = study_of(turns)
    assert study_of(turns).equals(runs)
    with pytest.raises(study.ResultsError, match=r"'mine' has changed since \(.*lambda"):
        study_of(lambda table: table.turn)


LEVELS = [1]


def of_a_level(view: Any, decision: Any) -> Any:
    return decision.default if LEVELS else None


def test_a_list_that_is_changed_by_hand_is_not_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the guide says: files are compared, not what a running kernel holds in memory."""
    few: dict[str, Any] = {"bots": of_a_level, "n": 1, "horizon": 2, "vary": {}}
    wish = {**WISH, **few, "out": tmp_path / "runs.jsonl"}
    runs = study.simulate("poleconomy", **wish)
    monkeypatch.setitem(globals(), "LEVELS", [0])
    assert study.simulate("poleconomy", **wish).equals(runs)
    assert len(study.simulate("poleconomy", **{**wish, "n": 2})) == 2


def edit_first_line(out: Path, change: Callable[[dict[str, Any]], Any]) -> bytes:
    first, *lines = out.read_bytes().splitlines(keepends=True)
    header = json.loads(first)
    change(header)
    content = json.dumps(header).encode() + b"\n" + b"".join(lines)
    out.write_bytes(content)
    return content


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda line: line["code"].update(python="3.1"), "with Python 3.1, but this is 3"),
        (lambda line: line["code"].update(rules={}), "rules of poleconomy have changed"),
        (lambda line: line["code"].update(bots=[3]), "its bot 'saver' has changed since"),
        (lambda line: line.update(code=None), "played with Python None"),
        (lambda line: line.update(design=7), "its edition is none, not poleconomy-canada"),
    ],
)  # fmt: skip
def test_a_first_line_of_other_code_is_refused(
    change: Callable[[dict[str, Any]], Any], told: str, tmp_path: Path
) -> None:
    """Whoever wrote it: what it lacks is not taken for what is there."""
    out = tmp_path / "runs.jsonl"
    study.simulate("poleconomy", out=out, **WISH)
    content = edit_first_line(out, change)
    with pytest.raises(study.ResultsError, match=told):
        study.simulate("poleconomy", out=out, **WISH)
    assert out.read_bytes() == content


@pytest.mark.parametrize("number", [1, 2])
def test_a_file_of_an_earlier_classkit_is_read_and_not_continued(
    number: int, tmp_path: Path
) -> None:
    out = tmp_path / "runs.jsonl"
    runs = study.simulate("poleconomy", out=out, **WISH)

    def of_earlier(line: dict[str, Any]) -> None:
        line["format"] = number
        if number == 1:
            line["design"] = "0123456789abcdef"
            del line["code"]
        else:
            line["code"] = {**line["code"], "rules": {}, "loaded": {"game": "0123456789abcdef"}}

    content = edit_first_line(out, of_earlier)
    with pytest.raises(
        study.ResultsError, match=r"it is unknown whether .* have changed.*read_results"
    ):
        study.simulate("poleconomy", out=out, **WISH)
    with pytest.warns(UserWarning, match=r"runs\.jsonl: was written before results recorded"):
        again = study.read_results(out)
    assert again.equals(runs) and out.read_bytes() == content
