"""The command `classkit`: parses the command line and runs a subcommand.

Each subcommand is a module of ``classkit.commands`` with two functions: `add(parsers)` declares
its arguments, `run(chosen)` runs it and returns the exit status. A ClasskitError is printed as one
paragraph, and the exit status is 1. For an invalid command line, the exit status is 2. Other errors
are not caught.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import version
from io import TextIOWrapper

from classkit.commands import (
    assignment_command,
    class_command,
    demo_command,
    deploy_command,
    doctor_command,
    edition_command,
    export_command,
    game_command,
    games_command,
    homework_command,
    lesson_command,
    play_command,
    policy_command,
    purge_command,
    serve_command,
    simulate_command,
    site_command,
    tournament_command,
)
from classkit.commands.unknown_arguments import CommandParser, explain_unknown
from classkit.engine.errors import ClasskitError, IllegalMove
from classkit.process_startup import open_standard_files

COMMANDS = (
    demo_command,
    serve_command,
    deploy_command,
    class_command,
    site_command,
    play_command,
    export_command,
    simulate_command,
    policy_command,
    tournament_command,
    assignment_command,
    homework_command,
    lesson_command,
    games_command,
    edition_command,
    game_command,
    purge_command,
    doctor_command,
)


def build_parser() -> argparse.ArgumentParser:
    """Return the argument parser of the whole command line.

    >>> build_parser().parse_args(["games"]).command
    'games'
    """
    whole = CommandParser(
        prog="classkit",
        description="Economic board games as live tables for teaching.",
        epilog="First time? Try: classkit demo",
    )
    whole.add_argument("--version", action="version", version=f"classkit {version('classkit')}")
    parsers = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add(parsers)
    return whole


def main(words: Sequence[str] | None = None) -> int:
    """Run a command line and return the exit status.

    ``words`` contains the arguments after ``classkit``; by default, the arguments of this process.
    """
    open_standard_files()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # show ? for unsupported characters
            stream.reconfigure(errors="replace")
    words = sys.argv[1:] if words is None else words
    parser = build_parser()
    chosen, unknown = parser.parse_known_args(words)
    if unknown:
        parser.error(explain_unknown(parser, chosen, unknown, words))
    try:
        status: int = chosen.run(chosen)
    except ClasskitError as error:
        text = error.named if isinstance(error, IllegalMove) else error
        print(f"classkit {chosen.command}: {text}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:  # as in `classkit play | head`
        sys.stderr.close()
        return 141
    return status
