"""Fingerprint of the code that determines results, and a description of changes to it.

It has a SHA-256 of every file of the user's that a study plays: the package of the game, and the
modules that the game, its policies and its figures import. Comments, docstrings and line endings do
not count, and editions have their own hashes. Code of a notebook or script has a hash for each
function, class and value that a policy uses. What a policy was created with counts, because an
experiment compares ``careful(3)`` with ``careful(5)``.

A list, dict or object is read when a study first uses it. Changes to it later in that process are
not noticed, because most of them are caches that a policy fills.

A fingerprint is valid for one minor version of Python and of :data:`PACKAGES`: numpy does not
promise the same random numbers in the next one, and floating-point sums may change.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, NamedTuple, TypeVar

from classkit.engine.custom_metrics import without_metrics
from classkit.engine.editions import Editions
from classkit.engine.game import Game
from classkit.version import __version__

from .code_hashes import (
    GAMES,
    Met,
    describe,
    get_packages,
    get_place,
    hash_text,
    is_dunder,
    is_in_memory,
    is_own,
    list_assigned,
    list_imports,
    list_used_names,
    resolve_import,
)
from .players import Player, get_player_name, get_policy

Code = dict[str, Any]
"""Fingerprint of a study's code as JSON data, by part (see :func:`build_code_hashes`)."""
PACKAGES = {"numpy": "numpy", "pandas": "pandas", "scipy": "scipy", "sklearn": "scikit-learn",
            "torch": "torch"}  # fmt: skip
"""Packages with which policies compute, by the name to import: the name of the distribution."""
KERNEL = ("engine", "mechanics", "study")
"""Folders of classkit whose code determines every match and the data that a study records."""
NOT_LOOKED_INTO = ("__pycache__", "tests")
MAX_FOLDER_DEPTH = 8
"""Maximum depth of nested folders, because links may form a cycle."""
MAX_NAMES = 3
"""Maximum number of places named in a sentence."""
R = TypeVar("R")
first_readings: dict[str, tuple[object, Any]] = {}
"""Results of :func:`read_once` by key, each with the object that was read."""


def build_code_hashes(game: Game[Any], bots: Mapping[str, Player]) -> Code:
    """Return the fingerprint of the code with which these bots (by name) play a game.

    "rules" has the hashes of the game's files. "bots" has one hash for each bot of the game, and
    for a policy the hashes of its files and of what it uses of a notebook, as "figures" has for
    each custom metric.
    """
    added = [one for one in game.metrics if one.key in game.custom_metrics]
    figures = {one.key: collect_contents(one.compute) for one in added}
    game = without_metrics(game)
    players = {label: collect_contents(get_policy(bot, game)) for label, bot in bots.items()}
    named = {label for label, bot in bots.items() if isinstance(bot, str)}
    played = collect_contents(game)
    rules = find_files([played, *(players[label] for label in sorted(named))])
    own = {label: find_files([one]) for label, one in players.items() if label not in named}
    drawn = {key: find_files([one]) for key, one in figures.items()}
    every = [rules, *own.values(), *drawn.values()]
    return {
        "python": ".".join(map(str, sys.version_info[:2])),
        "packages": {name: mark for one in every for name, mark in one.versions.items()},
        "kernel": mark_of_kernel(),
        "rules": {
            **hash_packages(game),
            **{module_to_path(name): mark_of_folder(files(name)) for name in rules.shipped},
            **rules.hashes,
            **(played.marks if is_in_memory(type(game).__module__) else {}),
        },
        "bots": {
            label: {**one.marks, **own[label].hashes} if label in own else one.join_marks()
            for label, one in players.items()
        },
        "figures": {key: {**one.marks, **drawn[key].hashes} for key, one in figures.items()},
    }


def hash_player(player: Player) -> str:
    """Return the name of a bot, or a hash that tells policies of one study apart.

    For unchanged code, the hash is the same in every session of one version of Python.
    """
    if isinstance(player, str):
        return player
    contents = collect_contents(player)
    find_files([contents])  # reads them as this process has loaded them, before somebody edits them
    return hash_text(f"{get_player_name(player)} {contents.join_marks()}")


# --- what a policy uses ---------------------------------------------------------------------------


class Contents(NamedTuple):
    """What a game, policy or metric uses: hashes by place, modules, and packages of its own."""

    marks: dict[str, str]
    modules: set[str]
    packages: set[str]

    def join_marks(self) -> str:
        return hash_text(repr(sorted(self.marks.items())))


def collect_contents(thing: Any) -> Contents:
    """Return what a game, policy or metric uses. Code in files is not followed here.

    >>> def careful(level):
    ...     return lambda view, decision: level
    >>> marks = [collect_contents(careful(level)).marks for level in (3, 3, 5)]
    >>> marks[0] == marks[1], marks[0] == marks[2]
    (True, False)
    """
    marks, modules, assigned = dict[str, str](), set[str](), set[str]()
    waiting, done = [(get_place(thing), *describe_whole(thing))], set[str]()
    while waiting:
        place, text, met = waiting.pop()
        marks[place] = hash_text(text)
        for one, _ in met.values():
            module = get_module(one)
            if not isinstance(one, FunctionType) or not is_in_memory(module):
                modules.add(module)
                continue
            own, code = one.__globals__, one.__code__
            modules |= set(list_imports(code, own.get("__package__") or ""))
            assigned |= {f"{module}:{name}" for name in list_assigned(code, "STORE_GLOBAL")}
            for name in list_used_names(code):
                place = f"{module}:{name}"
                if name in own and not is_dunder(name) and place not in done:
                    done.add(place)
                    waiting.append((place, *read_once(place, own[name], describe_whole)))
    counted = {place: marks[place] for place in sorted(marks) if place not in assigned}
    return Contents(counted, modules, get_packages(thing))


def get_module(one: Any) -> str:
    """Return the name of a module, or of the module of a function, class or object."""
    if isinstance(one, ModuleType):
        return one.__name__
    if isinstance(one, FunctionType):
        return str(one.__globals__.get("__name__", ""))
    return str((one if isinstance(one, type) else type(one)).__module__)


def describe_whole(value: Any) -> tuple[str, Met]:
    """Return the text of a value, and the values in it."""
    met = Met()
    return describe(value, met), met


def read_once(key: str, thing: Any, read: Callable[[Any], R]) -> R:
    """Return what was read from an object when this was first called for it with this key."""
    if key not in first_readings or first_readings[key][0] is not thing:
        first_readings[key] = thing, read(thing)
    result: R = first_readings[key][1]
    return result


# --- files ----------------------------------------------------------------------------------------


class CodeFiles(NamedTuple):
    """Files of the user's modules that some code uses.

    Args:
        hashes: Hashes by file.
        versions: Minor versions of :data:`PACKAGES`.
        loaded: Names of the modules that are loaded.
        shipped: Games of classkit among the modules.
    """

    hashes: dict[str, str]
    versions: dict[str, str]
    loaded: list[str]
    shipped: set[str]


def find_files(contents: Iterable[Contents]) -> CodeFiles:
    """Return the files of the user's modules in these contents, and of what these import."""
    contents = list(contents)
    packages = {name for one in contents for name in one.packages}
    found = CodeFiles({}, {}, [], set())
    waiting, done = sorted({name for one in contents for name in one.modules}), {""}
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        waiting.append(name.rpartition(".")[0])
        if name.startswith(GAMES):
            found.shipped.add(".".join(name.split(".")[:3]))
        elif (top := name.partition(".")[0]) in PACKAGES:
            found.versions.update(read_version(top))
        elif (top in packages or is_own(name)) and (file := read_module(name)) is not None:
            found.hashes[file.path] = file.hash
            waiting += file.imports
            found.loaded.extend({name} & sys.modules.keys())
    return found


def list_loaded_modules(things: Iterable[Any]) -> list[str]:
    """Return the names of the loaded modules that a game and its policies come from."""
    found = find_files(map(collect_contents, things))
    games = tuple(f"{name}." for name in found.shipped)
    return sorted([*found.loaded, *(name for name in sys.modules if name.startswith(games))])


class ModuleFile(NamedTuple):
    """The file of a module: its path for messages, its hash, and the modules that it imports."""

    path: str
    hash: str
    imports: tuple[str, ...]


def read_module(name: str) -> ModuleFile | None:
    """Return the file of a module as it was when a study first used it, or None without a file.

    A module in memory may be older than its file. It is read again after it was reloaded.
    """
    try:
        spec = getattr(sys.modules.get(name), "__spec__", None) or find_spec(name)
        assert spec is not None
        content = read_once(f"{name}.py", spec, read_file)  # a reload replaces the spec
    except Exception:  # a name in a module, or a module that cannot be loaded
        return None
    is_package = spec.submodule_search_locations is not None
    package = name if is_package else name.rpartition(".")[0]
    path_of = f"{module_to_path(name)}{'/__init__' if is_package else ''}.py"
    return ModuleFile(path_of, *read_source(content, package))


def read_file(spec: Any) -> bytes:
    """Return the content of a module's file, which may be in an archive."""
    path = Path(spec.origin)
    content: bytes = path.read_bytes() if path.is_file() else spec.loader.get_data(spec.origin)
    return content


def read_version(package: str) -> dict[str, str]:
    """Return the minor version of an installed package, such as {"numpy": "2.1"}."""
    try:
        return {package: ".".join(version(PACKAGES[package]).split(".")[:2])}
    except PackageNotFoundError:
        return {}


@lru_cache(maxsize=1_000)
def read_source(content: bytes, package: str) -> tuple[str, tuple[str, ...]]:
    r"""Return the hash of a Python file of a package, and the modules that it imports.

    >>> one = read_source(b"import prices\ndef sell(t):\n    '''Sell.'''\n    t.pay(3)\n", "")
    >>> two = read_source(b"import prices  # ours\ndef sell(t):\r\n    t.pay(3)\n", "")
    >>> one == two, one[1]
    (True, ('prices',))
    """
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # not loadable as Python, so it cannot affect results
        return sha256(content).hexdigest(), ()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            given = [alias.name for alias in node.names]
            names |= resolve_import(node.module or "", given, node.level, package)
        elif isinstance(body := getattr(node, "body", None), list):
            node.body = [one for one in body if not is_text(one)]  # type: ignore[attr-defined]
    return sha256(ast.dump(tree).encode("utf-8", "replace")).hexdigest(), tuple(sorted(names))


def is_text(node: ast.stmt) -> bool:
    """Return whether a statement is a docstring or another text that does nothing."""
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def hash_packages(game: Game[Any]) -> dict[str, str]:
    """Return the hashes of all files in the packages of a game and of the games that it extends.

    Data counts. Rulebooks, caches, tests and results do not, and editions have their own hashes.
    """
    found: dict[str, str] = {}
    editions = game.library.folder if isinstance(game.library, Editions) else None
    for kind in type(game).__mro__:
        package = getattr(sys.modules.get(kind.__module__), "__package__", None)
        if not issubclass(kind, Game) or not package or package.partition(".")[0] == "classkit":
            continue
        for name, file in sorted(iter_files(files(package), editions)):
            if name.endswith((".pyc", ".lock", ".md")) or is_result(file):
                continue
            content = plain(file.read_bytes())
            is_code = name.endswith(".py")
            mark = read_source(content, "")[0] if is_code else sha256(content).hexdigest()
            found[f"{module_to_path(package)}/{name}"] = mark
    return found


def is_result(file: Traversable) -> bool:
    """Return whether a file has results of a study, which were saved next to the game's files."""
    return isinstance(file, Path) and file.with_suffix(".jsonl").exists()


def plain(content: bytes) -> bytes:
    """Return the content with Unix line endings."""
    return content.replace(b"\r\n", b"\n")


def iter_files(
    folder: Traversable, but: Path | None = None, above: str = "", depth: int = 0
) -> Iterator[tuple[str, Traversable]]:
    """Yield the files in a folder and its subfolders, and their relative paths."""
    for entry in folder.iterdir():
        name = f"{above}{entry.name}"
        if entry.name.startswith(".") or entry.name in NOT_LOOKED_INTO or entry == but:
            continue
        if entry.is_file():
            yield name, entry
        elif entry.is_dir() and depth < MAX_FOLDER_DEPTH:
            yield from iter_files(entry, but, f"{name}/", depth + 1)


def mark_of_folder(folder: Traversable) -> str:
    """Return the hash of all code in a folder, independent of line endings."""
    contents = [
        f"{name} {plain(file.read_bytes())!r}"
        for name, file in sorted(iter_files(folder))
        if name.endswith(".py")
    ]
    return hash_text("\n".join(contents))


def read_kernel() -> str:
    """Return the hash of classkit's version and of its kernel files."""
    folders = [files(f"classkit.{part}") for part in KERNEL]
    return hash_text("\n".join([__version__, *map(mark_of_folder, folders)]))


def mark_of_kernel() -> str:
    """Return the hash of the kernel code that this process has loaded."""
    return KERNEL_LOADED


def module_to_path(module: str) -> str:
    """Return the path of a module without the suffix."""
    return module.replace(".", "/")


KERNEL_LOADED = read_kernel()
"""Hash of the kernel when this module was loaded. Later changes to files do not affect it."""


# --- description of changes -----------------------------------------------------------------------


def changes(there: Mapping[str, Any], here: Code, game: Game[Any]) -> str:
    """Describe in sentences the changes since a fingerprint was stored, or return ""."""
    if there.get("python") != here["python"]:
        return f"it was played with Python {there.get('python')}, but this is {here['python']}"
    before = {part: read_hashes(there, part) for part in here}
    told = []
    if others := list_differences(before["rules"], here["rules"]):
        told.append(f"the rules of {game.name} have changed since ({join_names(others)})")
    for part in ("bots", "figures"):
        for name in list_differences(before[part], here[part]):
            whose = "its bot" if name in game.bots() else "the policy"
            what = whose if part == "bots" else "the figure"
            told.append(has_changed(what, name, before[part].get(name), here[part].get(name)))
    if there.get("kernel") != here["kernel"]:
        told.append("classkit's own kernel has changed since")
    for name in [] if told else list_differences(before["packages"], here["packages"]):
        one, other = before["packages"].get(name), here["packages"].get(name)
        told.append(f"it was played with {name} {one}, but this is {other}")
    return "; ".join(told)


def read_hashes(there: Mapping[str, Any], part: str) -> dict[str, Any]:
    """Return the hashes for one part of a fingerprint from an untrusted file."""
    marks = there.get(part)
    return marks if isinstance(marks, dict) else {}


def list_differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Return the names whose hashes differ, or that only one side has.

    >>> list_differences({"a": "1", "b": "2"}, {"b": "3", "c": "4"})
    ['a', 'b', 'c']
    """
    names = {**before, **now}
    return sorted(name for name in names if before.get(name) != now.get(name))


def has_changed(what: str, name: str, before: Any, now: Any) -> str:
    """Return a sentence stating that a bot, policy or metric has changed and, if known, where."""
    where = ""
    if isinstance(before, dict) and isinstance(now, dict):
        where = f" ({join_names(list_differences(before, now))})"
    return f"{what} {name!r} has changed since{where}"


def join_names(places: Iterable[str]) -> str:
    """Join the first MAX_NAMES files or places for use in a sentence.

    >>> join_names(["fishery/game.py", "helper:PRICE", "__main__:mine", "a.py", "b.py"])
    'fishery/game.py, PRICE of helper, mine and 2 more'
    """
    told = [name_of_place(place) for place in places]
    more = f" and {len(told) - MAX_NAMES} more" if len(told) > MAX_NAMES else ""
    return f"{', '.join(told[:MAX_NAMES])}{more}"


def name_of_place(place: str) -> str:
    """Format a place for use in a sentence. A file stays as it is."""
    module, _, name = place.partition(":")
    return f"{name} of {module}" if name and module != "__main__" else name or module
