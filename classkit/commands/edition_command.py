"""`classkit edition`: copies an edition to a folder for editing, and checks edited editions."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from os.path import isdir, isfile  # return False for names that are not allowed
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import (
    ClasskitError,
    EditionError,
    require_known,
    suggestion_suffix,
    truncate_text,
    truncate_value,
)

if TYPE_CHECKING:
    from classkit.engine.editions import SiblingFiles
    from classkit.engine.game import Game

DESCRIPTION = """\
An edition is TOML data: board, cards, prices, laws. `copy` copies an edition of a game into a new
folder, which you can edit with any editor. `check` reports whether the edition can be played, or
names the file, the key and the reason. To play it, use --edition FOLDER.

An edition may also contain only changes, in one file that begins with
based_on = "poleconomy-canada" and contains, for example, price.savings = 50_000. Tables are merged
key by key. An entry of a list that has an id changes the entry with that id, or is added;
leave_out = true removes that entry. All other values are replaced. A table that is one value, such
as the goal of an event or a law, is also replaced, so write all of it."""

MAX_TITLE = 80
ID_PATTERN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,58}[A-Za-z0-9])?")
HEADER_PATTERN = re.compile(r"(?m)^\[edition\][ \t]*(?:#.*)?\n(?P<body>(?:(?!\[).*\n?)*)")


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "edition",
        help="copy an edition to edit it, then check the result",
        description=DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    copy = actions.add_parser("copy", help="write an edition into a new folder")
    copy.add_argument("edition", help="id of the edition (see `classkit games GAME`)")
    copy.add_argument("folder", type=Path, help="new folder; its name becomes the id")
    copy.set_defaults(run=run_copy)
    check = actions.add_parser("check", help="check whether an edition can be played")
    check.add_argument("path", type=Path, help="a folder or a TOML file")
    check.add_argument("--game", help="game (default: detected from the edition)")
    check.set_defaults(run=run_check)


def run_copy(chosen: argparse.Namespace) -> int:
    """Copy an edition, and print the next steps."""
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
    """Read an edition and print a summary. Raise ClasskitError for an invalid one."""
    from classkit.engine.registry import find

    game = find(chosen.game) if chosen.game else guess_game(chosen.path)
    edition = game.edition(chosen.path)
    seats = min(4, game.seat_numbers[-1])
    print(
        f"{chosen.path} can be played: {edition.title}, hash {edition.hash}.\n  classkit play "
        f"{game.name} --edition {quote(str(chosen.path))} --seats {seats}"
    )
    return 0


def shipped_editions() -> dict[str, Game[Any]]:
    """Return id -> game for all built-in editions."""
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
    """Copy an edition to a new folder, whose name becomes its id, and return its game.

    Raise ClasskitError if the folder exists, or if its name is not a valid id.
    """
    games = shipped_editions()
    game = games[require_known("edition", name, games)]
    own = folder.name
    if not ID_PATTERN.fullmatch(own):
        raise ClasskitError(
            f"{truncate_text(own)} cannot be the id of an edition. Name the folder with at most "
            "60 letters, digits, - and _, as in my-canada."
        )
    if own in games:
        raise ClasskitError(f"There is already an edition {own}. Choose another name.")
    if folder.exists():
        raise ClasskitError(f"{folder} already exists and was not changed. Choose another name.")
    library: Any = game.library
    texts = {
        path.name: replace_edition_id(path.read_text(encoding="utf-8"), own)
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


def replace_edition_id(text: str, own: str) -> str:
    """Replace the id in the table ``edition`` of a TOML text, if there is one.

    >>> replace_edition_id('[edition]\\nid = "classic_us"\\ntitle = "US"\\n', "mine")
    '[edition]\\nid = "mine"\\ntitle = "US (mine)"\\n'
    """

    def head(found: re.Match[str]) -> str:
        body = re.sub(r'(?m)^id\s*=\s*".*?"', f'id = "{own}"', found[0], count=1)
        return re.sub(r'(?m)^title\s*=\s*"(.*?)"', title, body, count=1)

    def title(found: re.Match[str]) -> str:
        longer = f"{found[1]} ({own})"
        return f'title = "{longer if len(longer) <= MAX_TITLE else own}"'

    return HEADER_PATTERN.sub(head, text, count=1)


def guess_game(path: Path) -> Game[Any]:
    """Guess the game of an edition in a folder or file.

    It is the game of the edition that it is based on, or else the game whose editions have the most
    tables in common with it.
    """
    from classkit.engine.editions import BASED_ON_KEY, SiblingFiles

    games = shipped_editions()
    beside = SiblingFiles(path)
    data = read_tables(path, beside)
    below, files = data, [path.name]
    while isinstance(base := below.get(BASED_ON_KEY), str):
        if base in games:
            return games[base]
        if base in files:
            raise EditionError(files[-1], BASED_ON_KEY, f"is circular: it leads to {base}.")
        if not beside.has_file(base):
            reason = f"there is no edition {truncate_text(base)}, and no TOML file of that name"
            raise EditionError(files[-1], BASED_ON_KEY, f"{reason}{suggestion_suffix(base, games)}")
        below = beside.read_data(base)
        data = {**below, **data}
        files.append(base)
    alike = {name: count_common_tables(data, game, name) for name, game in games.items()}
    best = max(alike, key=lambda name: alike[name], default="")
    if not best or not alike[best]:
        raise ClasskitError(
            f"{path} does not look like an edition of any game. Name the game, as in --game "
            "poleconomy."
        )
    return games[best]


def read_tables(path: Path, beside: SiblingFiles) -> dict[str, Any]:
    """Return the unvalidated top-level tables of a TOML file or of all files in a folder."""
    if isdir(path):
        names = sorted(file.name for file in path.iterdir() if file.name.endswith(".toml"))
    elif isfile(path):
        names = [path.name]
    else:
        raise EditionError(truncate_value(path.name), "", "this file or folder does not exist.")
    if not names:
        raise EditionError(path.name, "", "there is no TOML file in this folder.")
    return {key: value for name in names for key, value in beside.read_data(name).items()}


def count_common_tables(data: Mapping[str, Any], game: Game[Any], name: str) -> int:
    """Return the number of tables that also occur in a built-in edition of a game."""
    return len(data.keys() & game.edition(name).data.keys() - {"edition"})
