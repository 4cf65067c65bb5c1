"""The command `classkit`: reads its command line and runs one of its subcommands.

Each subcommand is a module of ``classkit.commands`` with two functions: `add(parsers)` declares
its arguments, `run(chosen)` carries it out and returns the exit status. A mistake of the user's is
explained in one paragraph and exits with 1 (2 for a command line that cannot be understood).
Nothing else is caught.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from classkit.commands import (
    assignment,
    class_,
    demo,
    doctor,
    edition,
    export,
    game,
    games,
    homework,
    lesson,
    play,
    policy,
    purge,
    serve,
    simulate,
    site,
    tournament,
)
from classkit.engine.errors import ClasskitError
from classkit.startup import open_standard_files

COMMANDS = (
    demo,
    serve,
    class_,
    site,
    play,
    export,
    simulate,
    policy,
    tournament,
    assignment,
    homework,
    lesson,
    games,
    edition,
    game,
    purge,
    doctor,
)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line.

    >>> parser().parse_args(["games"]).command
    'games'
    """
    whole = argparse.ArgumentParser(
        prog="classkit",
        description="Live tables of economic board games for the front of a class.",
        epilog="First time? Try: classkit demo",
    )
    whole.add_argument("--version", action="version", version=f"classkit {version('classkit')}")
    whole.set_defaults(parser=whole)  # for commands that document the command line
    parsers = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(parsers)
    return whole


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; `words` follow ``classkit``."""
    open_standard_files()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that lacks a character shows ?
            stream.reconfigure(errors="replace")
    chosen = parser().parse_args(words)
    try:
        status: int = chosen.run(chosen)
    except ClasskitError as error:
        print(f"classkit {chosen.command}: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # `classkit play | head`
        sys.stderr.close()
        return 141
    return status
