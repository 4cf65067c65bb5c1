"""Laws of the house: which part may know which, and what the kernel needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from inspect import isfunction
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent.parent / "classkit"

PARTS = sorted(
    path.parent.name for path in PACKAGE.glob("*/__init__.py") if path.parent.name != "commands"
)
"""All parts but the command line, which may know everything. The import contracts in
``pyproject.toml`` say which part may know which; here is what they cannot say."""

HEAVY = {"pandas", "numpy", "plotly", "IPython", "ipywidgets", "anywidget", "tornado", "voila"}


def files(part: str) -> list[Path]:
    return sorted((PACKAGE / part).glob("**/*.py"))


def imported(path: Path, anywhere: bool = True) -> set[str]:
    """The modules that a file imports, by their full names; with ``anywhere`` in functions too."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own = ["classkit", *path.relative_to(PACKAGE).with_suffix("").parts]
    found: set[str] = set()
    for node in ast.walk(tree) if anywhere else tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = own[: -node.level] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    return found


def for_types(path: Path) -> set[str]:
    """The packages that a file names to type checkers alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    blocks = [node.body for node in tree.body if isinstance(node, ast.If)]
    named = [node for block in blocks for node in block if isinstance(node, ast.Import)]
    return {alias.name for node in named for alias in node.names}


ABOVE = {"classkit.__main__", "classkit.cli", "classkit.commands"}
"""What no part below may import; it is handed what it needs of it, such as the parser."""


@pytest.mark.parametrize("part", PARTS)
def test_no_part_imports_the_public_interface(part: str) -> None:
    """``import classkit`` is for users: parts import where a name is defined, such as the registry.

    The package may only be named to reach a module or a package in it.
    """
    inside = {f"classkit.{path.stem}" for path in PACKAGE.iterdir()}
    starter = PACKAGE / "testing" / "starter"  # the package of a user
    for path in files(part):
        if path.is_relative_to(starter):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        whole = {
            alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        assert "classkit" not in whole, f"{path.relative_to(PACKAGE)} imports classkit"
        for module in imported(path) - {"classkit"}:
            two = ".".join(module.split(".")[:2])
            if two.startswith("classkit."):
                where = path.relative_to(PACKAGE)
                assert two in inside - ABOVE, f"{where} imports {module}"


TOP = {"pyproject.toml", "classkit", "lessons", "tests", "binder", "README.md", "LICENSE"}


def test_nothing_else_lies_at_the_top() -> None:
    """Design 2: what people meet first is kept, and what a command wrote there is not."""
    root = PACKAGE.parent
    if not (root / ".git").exists():
        pytest.skip("only a copy with its history knows what is kept")
    asked = ["git", "ls-files"]
    kept = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=True).stdout
    top = {path.partition("/")[0].strip('"') for path in kept.splitlines()}
    assert {name for name in top if not name.startswith(".")} == TOP


ROOMS_MAY_KNOW = {
    "edition": {"edition", "rules"},
    "rules": {"rules"},
    "bots": {"bots", "rules", "presentation"},
    "presentation": {"rules", "presentation"},
}
"""Which rooms of a game a room may know: rules know neither what people see nor any bot. An edition
is read by the rules that its cards name, and nobody but the game reads it."""


@pytest.mark.parametrize("game", ["economicon", "economy", "opoly", "poleconomy"])
@pytest.mark.parametrize("room", sorted(ROOMS_MAY_KNOW))
def test_rooms_of_a_game_know_each_other_one_way(game: str, room: str) -> None:
    """Beside its rooms stand the game itself, the state of its table, and what was read for it."""
    top = files(f"games/{game}/{room}")
    assert top, f"{game} has no {room}/"
    for path in top:
        for module in imported(path):
            inside = module.split(".")[3:]
            if module.startswith(f"classkit.games.{game}.") and inside[0] in ROOMS_MAY_KNOW:
                known = ROOMS_MAY_KNOW[room]
                assert inside[0] in known, f"{path.relative_to(PACKAGE)} imports {module}"


@pytest.mark.parametrize("part", PARTS)
def test_no_two_files_import_each_other(part: str) -> None:
    """Imports inside functions count: landing is passed in where a card moves the pawn."""
    paths = files(part)
    names = {
        ".".join(["classkit", *p.relative_to(PACKAGE).with_suffix("").parts]): p for p in paths
    }
    graph = {name: imported(path) & set(names) - {name} for name, path in names.items()}
    while free := [name for name, known in graph.items() if not known & set(graph)]:
        for name in free:
            del graph[name]
    assert not graph, f"a knot of imports: {', '.join(graph)}"


def test_the_kernel_is_few_files() -> None:
    """A kernel that one can hold in the head; each file has one subject.

    Metrics have a folder of their own, and so have other names of money and units.
    """
    assert len([path for path in files("engine") if path.parent.name == "engine"]) <= 38


@pytest.mark.parametrize("part", ["engine", "mechanics", "games"])
def test_rules_need_the_standard_library_only(part: str) -> None:
    for path in files(part):
        for module in imported(path) - for_types(path):
            top = module.split(".")[0]
            assert top in sys.stdlib_module_names | {"classkit"}, f"{path} imports {module}"


def test_importing_brings_in_nothing_heavy() -> None:
    """Outside functions, nothing that ``import classkit`` reads imports a large package."""
    for part in ("engine", "mechanics", "games"):
        for path in files(part):
            tops = {module.split(".")[0] for module in imported(path, anywhere=False)}
            assert not tops & HEAVY, path
    for path in (PACKAGE / "__init__.py", PACKAGE / "__main__.py"):
        tops = {module.split(".")[0] for module in imported(path, anywhere=False)}
        assert not tops & HEAVY, path


def test_no_part_asks_which_game_it_is() -> None:
    """Outside the games nothing names one, but in examples in docstrings."""
    names = {path.name for path in (PACKAGE / "games").iterdir() if path.is_dir()} - {"__pycache__"}
    for part in ("engine", "mechanics", "frames", "charts", "widgets", "hosting"):
        for path in files(part):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Compare):
                    values = [
                        item.value for item in node.comparators if isinstance(item, ast.Constant)
                    ]
                    assert not names & {value for value in values if isinstance(value, str)}, path


@pytest.mark.parametrize(
    "package", ["classkit", "classkit.frames", "classkit.study", "classkit.widgets"]
)
def test_no_module_takes_the_name_of_a_function(package: str) -> None:
    """Once such a module is imported, the package has it in place of the function."""
    there = import_module(package)
    modules = {path.stem for path in Path(there.__file__ or "").parent.glob("*.py")}
    functions = {name for name in there.__all__ if isfunction(vars(there).get(name))}
    assert modules.isdisjoint(functions)
