"""The state has a type: what the kernel declares is what the page's modules are checked against."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict

import pytest

import classkit
from classkit.engine.events import EVERYBODY
from classkit.engine.game import Game
from classkit.widgets import wire_types
from classkit.widgets.asset_loader import PAGE_FOLDER
from tests.every_game import for_every_game
from tests.page_types import FILE, is_of, record, typed_fields, typedef, whole
from tests.typescript import compiler
from tests.widgets.pages import Page

OTHERS = "preact/"
"""The folder of modules that others wrote."""

SETTINGS = {
    "noEmit": True, "allowJs": True, "checkJs": True, "target": "es2024", "types": [],
    "lib": ["es2024", "dom", "dom.iterable"], "module": "esnext", "moduleResolution": "bundler",
    "strict": False, "strictBindCallApply": True, "noFallthroughCasesInSwitch": True,
}  # fmt: skip


def test_the_types_of_the_page_are_those_that_the_kernel_declares() -> None:
    """Else: python -m tests.page_types."""
    assert FILE.read_text("utf-8") == whole()


def test_the_page_is_type_checked(tmp_path: Path) -> None:
    assert checked(tmp_path, PAGE_FOLDER) == []


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("export const a = (/** @type {Now} */ now) => now.trun;", "'trun' does not exist"),
        ("/** @type {Ask} */ export const a = { seat: 3 };", "not assignable to type 'string'"),
        ("export const a = Math.max('3');", "not assignable to parameter of type 'number'"),
    ],
)
def test_the_check_finds_what_is_wrong(tmp_path: Path, line: str, said: str) -> None:
    page = tmp_path / "page"
    page.mkdir()
    shown = FILE.read_text("utf-8").partition("/** @typedef {import(")[0]
    (page / "types.js").write_text(shown, "utf-8")
    (page / "wrong.js").write_text(f"{line}\n", "utf-8")
    found = checked(tmp_path, page)
    assert len(found) == 1 and found[0].startswith("wrong.js(") and said in found[0]


def checked(folder: Path, page: Path) -> list[str]:
    """Return what TypeScript finds in the modules of a page, but for those that others wrote."""
    config = folder / "tsconfig.json"
    modules = [f"{page.as_posix()}/**/*.js"]
    config.write_text(json.dumps({"compilerOptions": SETTINGS, "include": modules}))
    command = [sys.executable, "-m", "tests.node", str(compiler()), "--pretty", "false"]
    told = subprocess.run([*command, "-p", str(config)], capture_output=True, text=True)
    assert not told.stderr, told.stderr
    where = f"{page.as_posix().rpartition('/')[2]}/"
    lines = [line.partition(where)[2] for line in told.stdout.splitlines() if "error TS" in line]
    return [line for line in lines if not line.startswith(OTHERS)]


@pytest.mark.sweep(2)
@for_every_game
def test_what_a_page_is_sent_has_the_shapes_that_are_declared(game: Game[Any]) -> None:
    """Field by field, through a match: nothing is missing, and nothing is sent that has no type."""
    seats = 3 if 3 in game.seat_numbers else 4
    page = Page.of(classkit.new(game, seats=seats, seed=3), bots=None)
    keys = [plan["key"] for plan in page.fixed["charts"]]
    page.do("charts", charts=keys, numbers=keys)
    for _ in range(12):
        assert is_of(page.fixed, wire_types.ConstantsData) == []
        assert is_of(page.now, wire_types.StateData) == []
        if page.match.is_over:
            break
        page.do("step", until="turn")
    page.do("seen_as", seen_as=EVERYBODY)
    page.do("setup")
    assert is_of(page.last["data"], wire_types.SetupFormData) == []
    page.do("ledger")
    assert is_of(page.last["data"], wire_types.LedgerPageData) == []
    page.do("trail", news=page.now["news"][-1]["id"])
    assert is_of(page.last["data"], wire_types.TrailData) == []


class Inner(TypedDict):
    kind: Literal["inner"]


class Outer(TypedDict):
    name: str
    inner: list[Inner] | None
    more: NotRequired[dict[str, tuple[int, float]]]


def test_a_shape_is_written_as_the_page_says_it() -> None:
    known = typed_fields(Outer, sys.modules[__name__])
    text = record(known)
    assert text == ("{name: string, inner: Inner[]|null, more?: Record<string, [number, number]>}")
    assert typedef("Outer", text) == f"/** @typedef {{{text}}} Outer */\n"


def test_what_has_another_shape_is_found() -> None:
    right = {"name": "a", "inner": [{"kind": "inner"}], "more": {"b": [1, 2]}}
    assert is_of(right, Outer) == []
    assert is_of({**right, "inner": None}, Outer) == []
    wrong = [
        ({**right, "new": 1}, "new is sent and has no type"),
        ({"name": "a"}, "inner is missing"),
        ({**right, "name": 3}, "name: 3 is no str"),
        ({**right, "more": {"b": [1]}}, "more.b: [1] is no tuple"),
    ]
    for value, said in wrong:
        (found,) = is_of(value, Outer)
        assert said in found
