"""`classkit game`: creates an installable package for a new game."""

from __future__ import annotations

import argparse
import keyword
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import classkit
from classkit.engine.errors import ClasskitError, truncate_text
from classkit.engine.registry import list_games

STARTER_FOLDER = Path(classkit.__file__).parent / "testing" / "starter"
STARTER_NAME = "orchard"
"""Name of the game in the template. It is replaced by the new name."""
MAX_NAME_LENGTH = 30


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "game",
        help="create your own game",
        description="Create a small package with rules, a bot, a chart and tests, which you "
        "can play immediately. The tutorial lessons/guide/tutorials/own-game.md "
        "continues from there.",
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    new = actions.add_parser("new", help="write a small playable game into a new folder")
    new.add_argument("name", help="lower-case letters, digits and _, as in lemonade or fish_market")
    new.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Write the package, and print the next steps."""
    folder = write_game(chosen.name, Path.cwd())
    print(
        f"{folder.name}: a game that you can play. Next steps:\n  pip install -e {folder.name}\n  "
        f"classkit demo {chosen.name}\nIts rules are in {folder.name}/{chosen.name}/rules.md and "
        "game.py."
    )
    return 0


def write_game(name: str, where: Path) -> Path:
    """Write a game's package to a new folder. Raise ClasskitError if it exists."""
    check_spelling(name)
    folder = where / name
    if folder.exists():
        raise ClasskitError(f"{folder} already exists and was not changed. Choose another name.")
    check_not_taken(name)
    texts = {
        replace_game_name(str(path.relative_to(STARTER_FOLDER)), name): replace_game_name(
            path.read_text("utf-8"), name
        )
        for path in sorted(STARTER_FOLDER.rglob("*"))
        if path.suffix in (".md", ".py", ".toml")
    }
    try:
        folder.mkdir()
        for relative, text in texts.items():
            file = folder / relative
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ClasskitError(f"{folder} cannot be written: {error.strerror or error}.") from error
    return folder


def check_spelling(name: str) -> None:
    """Raise ClasskitError if a name is not a valid package name."""
    if not re.fullmatch(rf"(?!.*__)[a-z][a-z0-9_]{{,{MAX_NAME_LENGTH - 2}}}[a-z0-9]", name):
        raise ClasskitError(
            f"{truncate_text(name)} cannot be the name of a game. Use 2 to {MAX_NAME_LENGTH} "
            "lower-case letters, digits and single _, begin with a letter and do not end with "
            "_, as in fish_market."
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise ClasskitError(f"{name} is a Python keyword. Choose another name.")


def check_not_taken(name: str) -> None:
    """Raise ClasskitError if a game or package with this name is installed."""
    if name in list_games():
        raise ClasskitError(f"There is already a game {name}. Choose another name.")
    if name in sys.stdlib_module_names or find_spec(name) is not None:
        raise ClasskitError(f"{name} is the name of a Python package. Choose another name.")


def replace_game_name(text: str, name: str) -> str:
    """Replace the name of the template's game with the name of a new game.

    >>> replace_game_name('class Orchard: title = "Orchard"; name = "orchard"', "fish_market")
    'class FishMarket: title = "Fish market"; name = "fish_market"'
    """
    starter = STARTER_NAME.capitalize()
    code = rf"(?<=class ){starter}|(?<=import ){starter}|{starter}(?=\()"
    title = name.replace("_", " ").capitalize()

    new = {"code": class_name(name), "title": title, "name": name}
    parts = rf"(?P<code>{code})|(?P<title>{starter})|(?P<name>{STARTER_NAME})"
    return re.sub(parts, lambda found: new[found.lastgroup or "name"], text)


def class_name(name: str) -> str:
    """Return a game's class name, which is neither a keyword nor used in the template.

    >>> class_name("fish_market"), class_name("market"), class_name("none")
    ('FishMarket', 'MarketGame', 'NoneGame')
    """
    own = "".join(word.capitalize() for word in name.split("_"))
    taken = re.findall(r"\w+", (STARTER_FOLDER / STARTER_NAME / "game.py").read_text("utf-8"))
    is_free = own == STARTER_NAME.capitalize() or own not in taken
    return own if is_free and not keyword.iskeyword(own) else f"{own}Game"
