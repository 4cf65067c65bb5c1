"""Shared by several subcommands: describing a match on the command line, opening a record."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.data import MAX_DIGITS
from classkit.engine.errors import ClasskitError, RecordError, shorten

if TYPE_CHECKING:
    from classkit.engine.match import Match


def whole(text: str) -> int:
    """Read a whole number of the command line; argparse says which argument is wrong.

    >>> whole("8")
    8
    >>> whole("9" * 5000)
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
        f"must be a whole number of at most {MAX_DIGITS} digits, not {shorten(text, 30)}"
    )


def number(text: str) -> float:
    """Read a number of the command line, perhaps with a point."""
    try:
        return float(text)
    except ValueError:
        told = f"must be a number, not {shorten(text, 30)}"
        raise argparse.ArgumentTypeError(told) from None


READ: dict[type, Callable[[str], Any]] = {int: whole, float: number}
"""Type of a default -> what reads such a value of the command line."""


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

    ``usual`` is its default, which its help then names, and which also says how it is read;
    ``read`` says so otherwise. ``unit`` stands for the value in the help.
    """
    if usual:
        about = f"{about} (default: %(default)s)" if about else "default: %(default)s"
    read = READ.get(type(usual), read)
    parser.add_argument(name, default=usual, metavar=unit, type=read, help=about)


def add_list(
    parser: argparse.ArgumentParser, name: str, unit: str, about: str, note: str = "",
    read: Callable[[str], Any] = str,
) -> None:  # fmt: skip
    """Add an option that may be given several times."""
    parser.add_argument(
        name, action="append", default=[], metavar=unit, type=read,
        help=f"{about} (may be repeated{note})",
    )  # fmt: skip


def add_match(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that describe a match."""
    parser.add_argument("game", nargs="?", default="poleconomy", help="default: %(default)s")
    add_option(
        parser, "--seats", "number of seats (default: 4, or what the game allows)", read=whole
    )
    add_rules(parser)
    add_option(
        parser,
        "--position",
        "begin in the middle: a TOML file of facts, see `classkit games GAME --facts`",
        unit="FILE",
    )
    add_option(
        parser,
        "--bots",
        "one name for all seats, or one for each, in turn (default: the game's own, in the order "
        "of `classkit games GAME`)",
        unit="BOT[,BOT...]",
    )


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that choose the edition and the options of a game."""
    add_option(parser, "--edition", "an edition by name, or a TOML file or folder of your own")
    add_list(parser, "--set", "OPTION=VALUE", "an option of the game, see `classkit games GAME`")


def add_class_at(parser: argparse.ArgumentParser) -> None:
    """Add the option that names the address of a class."""
    add_list(
        parser,
        "--class-at",
        "ADDRESS",
        "the one address (or network) that a whole class comes from, such as its school's: its "
        "visitors are told apart by a cookie, so that none waits for what another asks for, any "
        "number of them may join a room, and together they may take all tables; any other address "
        "may take three quarters",
    )


def read_options(pairs: list[str]) -> dict[str, Any]:
    """Read ``OPTION=VALUE`` pairs; a value is a number, true, false, or text.

    >>> read_options(["quick_start=true", "round_limit=8", "edition_note=x"])
    {'quick_start': True, 'round_limit': 8, 'edition_note': 'x'}
    """
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals or not name.isidentifier():
            raise ClasskitError(
                f"--set must be OPTION=VALUE, as in --set quick_start=true, not {shorten(pair)}."
            )
        try:
            found[name] = json.loads(text)
        except (ValueError, RecursionError):
            found[name] = text
    return found


def read_bots(text: str | None, game: str, seats: Sequence[str]) -> dict[str, str]:
    """Return seat -> bot: the names in turn, by default the game's own bots one after the other.

    >>> read_bots("saver,tycoon", "poleconomy", ("A", "B", "C"))
    {'A': 'saver', 'B': 'tycoon', 'C': 'saver'}
    """
    from classkit.engine import bots
    from classkit.engine.registry import find

    read = bots.read_bots(names_of_bots(text), find(game), seats, people=False)
    return {seat: str(bot) for seat, bot in read.items()}


def names_of_bots(text: str | None) -> list[str] | None:
    """Return the names that ``--bots`` gives; None where it is left out.

    >>> names_of_bots(",,")
    Traceback (most recent call last):
    classkit.engine.errors.ClasskitError: --bots must be names of bots, as in --bots random, not \
',,'.
    """
    if text is None:
        return None
    names = split_names(text)
    if not names:
        raise ClasskitError(
            f"--bots must be names of bots, as in --bots random, not {shorten(text)}."
        )
    return names


def split_names(text: str, sign: str = ",") -> list[str]:
    """Split names at a sign: "saver, tycoon"."""
    return [name.strip() for name in text.split(sign) if name.strip()]


def open_record(path: Path, command: str, consequence: str) -> tuple[Match, int]:
    """Return the match of a record, as far as it can be replayed, and the exit status.

    If it stops early, print why, followed by the ``consequence``; the status is then 1.
    """
    import classkit

    try:
        return classkit.load(path), 0
    except RecordError as error:
        if error.match is None:
            raise
        print(f"classkit {command}: {error} {consequence}", file=sys.stderr)
        return error.match, 1


def stem_of(record: Path) -> str:
    """Return the name of a record without its ending.

    >>> stem_of(Path("matches/monday.classkit.json"))
    'monday'
    """
    return record.name.removesuffix(".json").removesuffix(".classkit")


def tell_shields() -> None:
    """Print, before strangers' programs run, which shields this machine has and which it lacks."""
    from classkit.sandbox.report import abilities, what_is_missing

    up = abilities()
    print(f"Strangers' programs are kept apart by: {', '.join(up) or 'nothing'}.", file=sys.stderr)
    for line in what_is_missing(up):
        print(f"Not on this machine: {line}.", file=sys.stderr)


def money(value: Any, unit: str, currency: str) -> str:
    """Format a figure with its unit: "$120,000", "35%"; a dash where it is empty.

    >>> money(120_000, "$", "$"), money(None, "%", "$"), money("", "", "$")
    ('$120,000', '–', '–')
    """
    if value is None or value == "":
        return "–"
    if not isinstance(value, (int, float)):
        return str(value)
    number = f"{value:,.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else f"{value:,}"
    if unit in ("$", "dollars", currency):
        return f"-{currency}{number.lstrip('-')}" if value < 0 else f"{currency}{number}"
    return f"{number}%" if unit == "%" else f"{number} {unit}".strip()
