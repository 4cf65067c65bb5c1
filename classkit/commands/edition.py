"""`classkit edition`: copy an edition into a folder to edit, and check what was edited."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from os.path import isdir, isfile  # false, too, for what no system takes as a name
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, EditionError, cut, guess, known_name, shorten

if TYPE_CHECKING:
    from classkit.engine.editions import Beside
    from classkit.engine.game import Game

ABOUT = """An edition is TOML data: board, cards, prices, laws. `copy` writes one that is shipped
into a folder of your own, which you edit with any editor; `check` says whether it can be played,
and if not, which file, key and reason. Play it with --edition FOLDER.

An edition may also state only what differs: a single file that begins with
based_on = "poleconomy-canada" and then, for instance, has price.savings = 50_000. Tables are merged
key by key; entries of lists that have an id change the entry of that id, or are added, and
leave_out = true takes one out; all else is replaced, and so is a table that is one value, such as
the goal of an event or a law: state all of it."""

LONGEST_TITLE = 80
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,58}[A-Za-z0-9])?")
HEAD = re.compile(r"(?m)^\[edition\][ \t]*(?:#.*)?\n(?P<body>(?:(?!\[).*\n?)*)")


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "edition",
        help="copy an edition to edit it, and check what was edited",
        description=ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    copy = actions.add_parser("copy", help="write an edition into a new folder")
    copy.add_argument("edition", help="its id, as `classkit games GAME` lists it")
    copy.add_argument("folder", type=Path, help="the new folder; its name becomes the id")
    copy.set_defaults(run=run_copy)
    check = actions.add_parser("check", help="say whether an edition can be played")
    check.add_argument("path", type=Path, help="a folder or a TOML file")
    check.add_argument("--game", help="the game (default: the one whose edition it is like)")
    check.set_defaults(run=run_check)


def run_copy(chosen: argparse.Namespace) -> int:
    """Copy an edition, and print what to do next."""
    game = copy_edition(chosen.edition, chosen.folder)
    folder = quote(str(chosen.folder))
    files = ", ".join(sorted(path.name for path in chosen.folder.iterdir()))
    print(
        f"{chosen.folder}: {files}. Edit them, then:\n"
        f"  classkit edition check {folder}\n"
        f"  classkit play {game.name} --edition {folder}\n"
        f"In a notebook: classkit.table({game.name!r}, edition={str(chosen.folder)!r})"
    )
    return 0


def run_check(chosen: argparse.Namespace) -> int:
    """Read an edition; print what it is, or raise what is wrong with it."""
    from classkit.engine.registry import find

    game = find(chosen.game) if chosen.game else game_like(chosen.path)
    edition = game.edition(chosen.path)
    seats = min(4, game.seat_numbers[-1])
    print(
        f"{chosen.path} can be played: {edition.title}, fingerprint {edition.hash}.\n"
        f"  classkit play {game.name} --edition {quote(str(chosen.path))} --seats {seats}"
    )
    return 0


def shipped_editions() -> dict[str, Game[Any]]:
    """Return the games of all editions that are shipped: id -> game."""
    from classkit.engine.editions import Editions
    from classkit.engine.registry import usable_games

    games = usable_games()
    return {
        name: game
        for game in games
        if isinstance(game.library, Editions)
        for name in game.library.shipped
    }


def copy_edition(name: str, folder: Path) -> Game[Any]:
    """Write the files of an edition into a new folder, with the folder's name as its id.

    Return the game. Refuse a folder that exists, and a name that no edition can have.
    """
    games = shipped_editions()
    game = games[known_name("edition", name, games)]
    own = folder.name
    if not NAME.fullmatch(own):
        raise ClasskitError(
            f"{shorten(own)} cannot be the id of an edition: call the folder by letters, digits, "
            "- and _, at most 60, as in my-canada."
        )
    if own in games:
        raise ClasskitError(f"There is an edition {own} already: take another name.")
    if folder.exists():
        raise ClasskitError(f"{folder} exists already and is kept: take another name.")
    library: Any = game.library
    texts = {
        path.name: renamed(path.read_text(encoding="utf-8"), own)
        for path in sorted(library.shipped[name].iterdir())
        if path.name.endswith(".toml")
    }
    try:
        folder.mkdir()
        for file, text in texts.items():
            (folder / file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise ClasskitError(f"{folder} cannot be written: {error.strerror or error}.") from error
    return game


def renamed(text: str, own: str) -> str:
    """Return the text of a file with this id in its table of the edition, if it has that table.

    >>> renamed('[edition]\\nid = "classic_us"\\ntitle = "US"\\n', "mine")
    '[edition]\\nid = "mine"\\ntitle = "US (mine)"\\n'
    """

    def head(found: re.Match[str]) -> str:
        body = re.sub(r'(?m)^id\s*=\s*".*?"', f'id = "{own}"', found[0], count=1)
        return re.sub(r'(?m)^title\s*=\s*"(.*?)"', title, body, count=1)

    def title(found: re.Match[str]) -> str:
        longer = f"{found[1]} ({own})"
        return f'title = "{longer if len(longer) <= LONGEST_TITLE else own}"'

    return HEAD.sub(head, text, count=1)


def game_like(path: Path) -> Game[Any]:
    """Return the game whose edition a folder or file is like: it has the same tables.

    What says on which edition it is based, or on a file that says so, is of that edition's game.
    """
    from classkit.engine.editions import BASED_ON, Beside

    games = shipped_editions()
    beside = Beside(path)
    data = tables_of(path, beside)
    below, files = data, [path.name]
    while isinstance(base := below.get(BASED_ON), str):
        if base in games:
            return games[base]
        if base in files:
            raise EditionError(files[-1], BASED_ON, f"goes round in a circle: it leads to {base}.")
        if not beside.has(base):
            reason = f"there is no edition {shorten(base)}, and no such TOML file lies beside it"
            raise EditionError(files[-1], BASED_ON, f"{reason}{guess(base, games)}")
        below = beside.read(base)
        data = {**below, **data}
        files.append(base)
    alike = {name: likeness(data, game, name) for name, game in games.items()}
    best = max(alike, key=lambda name: alike[name], default="")
    if not best or not alike[best]:
        raise ClasskitError(
            f"{path} is like no edition that is shipped: say its game, as --game poleconomy."
        )
    return games[best]


def tables_of(path: Path, beside: Beside) -> dict[str, Any]:
    """Return what the TOML files of a folder, or one file, say at their tops, unjudged."""
    if isdir(path):
        names = sorted(file.name for file in path.iterdir() if file.name.endswith(".toml"))
    elif isfile(path):
        names = [path.name]
    else:
        raise EditionError(cut(path.name), "", "there is no such file or folder.")
    if not names:
        raise EditionError(path.name, "", "there is no TOML file in this folder.")
    return {key: value for name in names for key, value in beside.read(name).items()}


def likeness(data: Mapping[str, Any], game: Game[Any], name: str) -> int:
    """Return how many tables have the same name as in an edition that is shipped."""
    return len(data.keys() & game.edition(name).data.keys() - {"edition"})
