"""Arguments shared by several subcommands: the match, the address, the record."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, RecordError, truncate_text
from classkit.engine.untrusted_input import MAX_DIGITS

if TYPE_CHECKING:
    from classkit.engine.match import Match
    from classkit.hosting.config import ServerSettings


def parse_int(text: str) -> int:
    """Parse a whole number. Raise ArgumentTypeError for anything else.

    >>> parse_int("8")
    8
    >>> parse_int("9" * 5000)
    Traceback (most recent call last):
    argparse.ArgumentTypeError: must be a whole number of at most 20 digits, not \
'9999999999999999999999999999…
    """
    try:
        if len(text) <= MAX_DIGITS + 1:
            return int(text)
    except ValueError:
        pass
    raise argparse.ArgumentTypeError(
        f"must be a whole number of at most {MAX_DIGITS} digits, not {truncate_text(text, 30)}"
    )


def parse_float(text: str) -> float:
    """Parse a number. Raise ArgumentTypeError for anything else."""
    try:
        return float(text)
    except ValueError:
        told = f"must be a number, not {truncate_text(text, 30)}"
        raise argparse.ArgumentTypeError(told) from None


TYPE_PARSERS: dict[type, Callable[[str], Any]] = {int: parse_int, float: parse_float}
"""Maps the type of a default to a parser for values of that type."""


def add_option(
    parser: argparse.ArgumentParser,
    name: str,
    about: str = "",
    usual: Any = None,
    *,
    unit: str | None = None,
    read: Callable[[str], Any] = str,
) -> None:
    """Add an option that takes a value.

    ``usual`` is its default, which is shown in the help. The value is parsed by ``read``, or
    according to the type of the default. ``unit`` is the placeholder in the help.
    """
    if usual:
        about = f"{about} (default: %(default)s)" if about else "default: %(default)s"
    read = TYPE_PARSERS.get(type(usual), read)
    parser.add_argument(name, default=usual, metavar=unit, type=read, help=about)


def add_list(
    parser: argparse.ArgumentParser, name: str, unit: str, about: str, note: str = "",
    read: Callable[[str], Any] = str,
) -> None:  # fmt: skip
    """Add an option that may be repeated."""
    parser.add_argument(
        name, action="append", default=[], metavar=unit, type=read,
        help=f"{about} (may be repeated{note})",
    )  # fmt: skip


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a match."""
    parser.add_argument("game", nargs="?", default="poleconomy", help="game (default: %(default)s)")
    add_option(
        parser, "--seats", "number of seats (default: 4 if the game allows it)", read=parse_int
    )
    add_rules(parser)
    add_option(
        parser,
        "--position",
        "start from a position: TOML file of facts (see `classkit games GAME --facts`)",
        unit="FILE",
    )
    add_option(
        parser,
        "--bots",
        "bot for all seats, or one for each seat (default: the bots of the game in the order "
        "of `classkit games GAME`)",
        unit="BOT[,BOT...]",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the edition and the options of a game."""
    add_option(parser, "--edition", "name of an edition, or your own TOML file or folder")
    add_list(parser, "--set", "OPTION=VALUE", "option of the game (see `classkit games GAME`)")


def add_class_address(parser: argparse.ArgumentParser) -> None:
    """Add the option for the address of a class."""
    add_list(
        parser,
        "--class-at",
        "ADDRESS",
        "IP address or CIDR range shared by a whole class, such as a school's; visitors are then "
        "distinguished by cookies, any number can join a room, and together they can use all "
        "tables (other addresses: three quarters)",
    )


def add_proxy_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for a server behind a reverse proxy."""
    add_option(
        parser, "--base-url", "path prefix of all addresses, such as /econ/", "/", unit="PATH"
    )
    add_list(
        parser,
        "--public-name",
        "HOST",
        "host name under which visitors reach this server through a proxy on this computer",
    )
    add_list(
        parser,
        "--proxy",
        "ADDRESS",
        "IP address or CIDR range of a trusted reverse proxy (reads X-Forwarded-For); "
        "127.0.0.1 for a proxy on this computer",
    )


def parse_options(pairs: list[str]) -> dict[str, Any]:
    """Parse ``OPTION=VALUE`` pairs. A value is JSON or text.

    >>> parse_options(["quick_start=true", "round_limit=8", "edition_note=x"])
    {'quick_start': True, 'round_limit': 8, 'edition_note': 'x'}
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name.isidentifier():
            raise ClasskitError(
                "--set must be OPTION=VALUE, as in --set quick_start=true, not "
                f"{truncate_text(pair)}."
            )
        try:
            found[name] = json.loads(text)
        except (ValueError, RecursionError):
            found[name] = text
    return found


def parse_bots(text: str | None, game: str, seats: Sequence[str]) -> dict[str, str]:
    """Assign the listed bots to the seats in turn. By default, use the game's own bots in order.

    >>> parse_bots("saver,tycoon", "poleconomy", ("A", "B", "C"))
    {'A': 'saver', 'B': 'tycoon', 'C': 'saver'}
    """
    from classkit.engine import bots
    from classkit.engine.registry import find

    read = bots.parse_bots(parse_bot_names(text), find(game), seats, people=False)
    return {seat: str(bot) for seat, bot in read.items()}


def parse_bot_names(text: str | None) -> list[str] | None:
    """Return the names in ``--bots``, or None without the option.

    >>> parse_bot_names(",,")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: --bots must be names of bots, as in --bots random, not \
',,'.
    """
    if text is None:
        return None
    names = split_names(text)
    if not names:
        raise ClasskitError(
            f"--bots must be names of bots, as in --bots random, not {truncate_text(text)}."
        )
    return names


def split_names(text: str, sign: str = ",") -> list[str]:
    """Split text such as "saver, tycoon" at a separator."""
    return [name.strip() for name in text.split(sign) if name.strip()]


def load_record(path: Path, command: str, consequence: str) -> tuple[Match, int]:
    """Replay as much of a record as possible. Return the match and the exit status.

    If the replay stops early, print the reason and the ``consequence``, and return status 1.
    """
    import classkit

    try:
        return classkit.load(path), 0
    except RecordError as error:
        if error.match is None:
            raise
        print(f"classkit {command}: {error} {consequence}", file=sys.stderr)
        return error.match, 1


def check_output_file(option: str, path: Path) -> None:
    """Check that an output file can be written, before its contents are computed.

    Raises:
        ClasskitError: If its folder does not exist or is not writable, or if the path is a folder.
    """
    folder = path.parent
    if path.is_dir():
        raise ClasskitError(f"{option}: {path} cannot be written: it is a folder. Name a file.")
    if not folder.is_dir():
        raise ClasskitError(f"{option}: {path} cannot be written: there is no folder {folder}.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise ClasskitError(f"{option}: you may not write to {path}. Choose another place.")


def check_output_folder(option: str, folder: Path) -> None:
    """Check that an output folder can be written to or created, before its contents are computed.

    Raises:
        ClasskitError: If the path is a file, or the folder is not writable.
    """
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    if not place.is_dir():
        raise ClasskitError(f"{option}: {place} is a file, not a folder. Choose another place.")
    if not os.access(place, os.W_OK):
        raise ClasskitError(f"{option}: you may not write to {place}. Choose another place.")


def record_stem(record: Path) -> str:
    """Return the file name of a record without its extension.

    >>> record_stem(Path("matches/monday.classkit.json"))
    'monday'
    """
    return record.name.removesuffix(".json").removesuffix(".classkit")


def print_isolation() -> None:
    """Print the isolation layers that this machine supports, and the missing layers."""
    from classkit.sandbox.isolation_probe import describe_missing_layers, get_isolation_layers

    up = get_isolation_layers()
    print(f"Isolation of students' programs: {', '.join(up) or 'none'}.", file=sys.stderr)
    for line in describe_missing_layers(up):
        print(f"Not available on this computer: {line}.", file=sys.stderr)


def print_self_test(serving: ServerSettings, port: int) -> None:
    """Print the address at which a teacher tries the network the day before."""
    from classkit.hosting.config import SELF_TEST_PATH

    if serving.proxies and not serving.public_names:
        path = f"{serving.base_url}{SELF_TEST_PATH}"
        print(f"  Try the network: {path}, after the name of your proxy")
        return
    print(f"  Try the network: {serving.build_self_test_url(port)}")
