"""The command line: a page for each command, and what a command says."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from typing import Any

from .markdown import block, toctree
from .shelf import Shelf

WIDTH = 88
"""The length of the lines of a help text."""


def run_command(parser: argparse.ArgumentParser, *words: str) -> str:
    """Run a command of classkit and return what it prints.

    Raises:
        ClasskitError: The command refuses its arguments.
    """
    chosen = parser.parse_args(words)
    out = io.StringIO()
    with redirect_stdout(out):
        chosen.run(chosen)
    return out.getvalue()


def write(shelf: Shelf) -> None:
    """Lay a page for each command, with the help of all its parts."""
    whole = shelf.parser
    commands = dict(below(whole))
    for name, command in commands.items():
        parts = [f"# classkit {name}", block(help_of(command))]
        for part, inner in below(command):
            parts += [f"## classkit {name} {part}", block(help_of(inner))]
        shelf.lay(f"commands/{name}", "\n\n".join(parts))
    pages = [f"commands/{name}" for name in commands]
    shelf.lay("commands/index", f"# Commands\n\n{block(help_of(whole))}\n\n{toctree(pages)}")


def help_of(parser: argparse.ArgumentParser) -> str:
    """Return what ``--help`` shows, whatever the width of this terminal."""
    kind: Any = parser.formatter_class
    parser.formatter_class = partial(kind, width=WIDTH)
    return parser.format_help()


def below(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Return the commands below one, by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()
