"""Results of code that has changed since are never taken for those of the present code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import classkit
from classkit import study
from classkit.study.provenance import source_hashes
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
        (*PRICE, "fishery have changed since (START, MOST, COST, TOP_PRICE in fishery/game.py);"),
        ("TOP_PRICE - t.on_market()", "TOP_PRICE - 2 * t.on_market()",
         "the rules of fishery have changed since (hold_market in fishery/game.py)."),
        ('decision.about["on_market"]) // 2', 'decision.about["on_market"]) // 3',
         "played by different code: its bot 'careful' has changed since."),
        ('t.pay("bank", seat, START,', 't.pay("bank", seat, START + 1,',
         "the rules of fishery have changed since (Fishery.set_up in fishery/game.py)."),
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
    (fishery.package / "prices.json").write_text('{"top": 15}')
    fishery.simulate()
    (fishery.package / "prices.json").write_text('{"top": 12}')
    assert "have changed since (fishery/prices.json)" in fishery.simulate()


@pytest.mark.parametrize("name", ["prices.ini", "prices.npy", "prices.dat"])
def test_data_counts_whatever_its_ending_is(name: str, tmp_path: Path) -> None:
    found = []
    for content in (b"15", b"15", b"12"):
        (tmp_path / name).write_bytes(content)
        found.append(source_hashes.hash_file_definitions(name, tmp_path / name))
    assert found[0] == found[1] != found[2]


def test_results_inside_the_package_are_no_part_of_it(fishery: Fishery) -> None:
    out = str(fishery.package / "runs.csv")
    fishery.simulate("--out", out)
    assert fishery.simulate("--out", out).endswith("(10 of them were there already)")


@pytest.mark.parametrize("prices", ["TOP = {}", "LIST = {{'fish': {}}}\nTOP = LIST['fish']"])
def test_a_module_beside_the_package_counts(prices: str, fishery: Fishery) -> None:
    """What it only reads, also where that lies in a list or a dict."""
    fishery.write("prices.py", prices.format(15))
    fishery.edit("from .about", "import prices\n\nfrom .about")
    price = "LIST['fish']" if "LIST" in prices else "TOP"
    fishery.edit("max(0, TOP_PRICE -", f"max(0, prices.{price} -")
    fishery.simulate()
    fishery.write("prices.py", prices.format(12))
    assert "code that fishery uses from prices has changed since" in fishery.simulate()


def test_an_import_that_nothing_uses_changes_nothing(fishery: Fishery) -> None:
    fishery.simulate()
    fishery.edit("from .about", "import json\nfrom math import floor, pi\n\nfrom .about")
    assert fishery.simulate().endswith("(10 of them were there already)")
    fishery.edit("max(0, TOP_PRICE -", "floor(15 -")
    assert "hold_market in fishery/game.py" in fishery.simulate()


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
    assert "(amount of helper)" in fishery.program(POLICY)


LATER = """
from classkit import study
{before}
print(len(study.simulate("fishery", n=10, seats=2, out="runs.csv", by="seat", metrics="all",
                         progress=False, processes=1)))
"""


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    "change",
    [
        "TOP_PRICE = 12",
        "hold_market = lambda t: None",
        "Fishery.policies = {'careful': lambda: lambda view, decision: decision.default}",
        "GAME.policies = {'careful': lambda: lambda view, decision: decision.default}",
    ],
)
def test_a_game_changed_in_memory_is_another(change: str, fishery: Fishery) -> None:
    fishery.simulate()
    assert fishery.program(LATER.format(before="")) == "20", "a program finds what a command wrote"
    before = f"import fishery.game; fishery.{'' if 'GAME' in change else 'game.'}{change}"
    answer = fishery.program(LATER.format(before=before))
    told = "its bot 'careful'" if "policies" in change else "what fishery uses of fishery.game"
    assert f"{told} has changed since" in answer


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
    monkeypatch.setattr("classkit.study.provenance.fingerprint.mark_of_kernel", lambda: "another")
    with pytest.raises(study.ResultsError, match="classkit's own kernel has changed since"):
        study.simulate("poleconomy", out=out, **WISH)


def test_the_kernel_is_marked_as_it_was_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """An upgrade on the disk does not change what an open notebook plays with."""
    monkeypatch.setattr(source_hashes, "mark_of_folder", lambda folder: "another")
    assert source_hashes.mark_of_kernel() != source_hashes.read_kernel()


FACTOR = 1


def test_a_figure_of_ones_own_that_has_changed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The column of the earlier figure of that key was given in its place."""

    def turns(table: Any) -> int:
        return int(FACTOR * table.turn)

    def study_of(compute: Any) -> Any:
        mine = classkit.Metric("mine", "Mine", "", "table", compute)
        wish = {**WISH, "metrics": mine, "out": tmp_path / "runs.jsonl"}
        return study.simulate("poleconomy", **wish)

    runs = study_of(turns)
    assert study_of(turns).equals(runs)
    with pytest.raises(study.ResultsError, match=r"'mine' has changed since \(.*lambda"):
        study_of(lambda table: table.turn)
    monkeypatch.setitem(globals(), "FACTOR", 2)
    with pytest.raises(study.ResultsError, match=r"'mine' has changed since \(FACTOR of tests"):
        study_of(turns)


MEMO: list[str] = ["a"]


def note(memo: list[str], name: str) -> None:
    memo.append(name)


def with_a_memo(view: Any, decision: Any) -> Any:
    note(MEMO, decision.name)
    return decision.default


@pytest.mark.parametrize("out", [True, False])
def test_a_memo_that_a_study_has_filled_is_no_change(
    out: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor one that a study without a file has filled meanwhile."""
    monkeypatch.setitem(globals(), "MEMO", ["a"])
    monkeypatch.setattr("classkit.study.provenance.self_mutation.left", {})
    few: dict[str, Any] = {"bots": with_a_memo, "n": 1, "horizon": 2, "vary": {}}
    wish = {**WISH, **few, "out": tmp_path / "runs.jsonl"}
    runs = study.simulate("poleconomy", **wish)
    if not out:
        study.simulate("poleconomy", **{**wish, "out": None})
    filled = len(MEMO)
    assert filled > 1 and study.simulate("poleconomy", **wish).equals(runs)
    more = study.simulate("poleconomy", **{**wish, "n": 2})
    assert len(MEMO) > filled and len(more) == 2, "an interrupted study goes on"
    MEMO.append("by hand")
    with pytest.raises(study.ResultsError, match=r"'with_a_memo' has changed since \(MEMO of te"):
        study.simulate("poleconomy", **wish)


SEEN = {"a": 1}


def that_writes(view: Any, decision: Any) -> Any:
    SEEN[decision.name] = view.turn
    return decision.default


def test_what_was_not_compared_is_named_where_results_were_there(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    few: dict[str, Any] = {"bots": that_writes, "n": 1, "horizon": 2, "vary": {}}
    wish = {**WISH, **few, "out": tmp_path / "runs.jsonl"}
    for number in range(2):
        study.simulate("poleconomy", **wish)
        told = [str(one.message) for one in recwarn.list if "already" in str(one.message)]
        assert len(told) == number, "nothing was there at first"
    kept = f"the contents of SEEN of {__name__} were not compared, because matches change them. If"
    assert f"runs.jsonl already contained results of this study; {kept} you" in told[0]


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


def test_a_file_of_an_earlier_classkit_is_read_and_not_continued(tmp_path: Path) -> None:
    out = tmp_path / "runs.jsonl"
    runs = study.simulate("poleconomy", out=out, **WISH)

    def of_earlier(line: dict[str, Any]) -> None:
        line.update(format=1, design="0123456789abcdef")
        del line["code"]

    content = edit_first_line(out, of_earlier)
    with pytest.raises(
        study.ResultsError, match=r"it is unknown whether .* have changed.*read_results"
    ):
        study.simulate("poleconomy", out=out, **WISH)
    with pytest.warns(UserWarning, match=r"runs\.jsonl: was written before results recorded"):
        again = study.read_results(out)
    assert again.equals(runs) and out.read_bytes() == content
