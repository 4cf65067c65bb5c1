"""Pages of the commands, generated from the help texts of the command line."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from typing import Any

from .markdown import format_block, format_toctree
from .source_tree import SourceTree

WIDTH = 88
"""Line length of help texts."""


def run_command(parser: argparse.ArgumentParser, *words: str) -> str:
    """Run a command of classkit and return its output.

    Raises:
        ClasskitError: The command rejects its arguments.
    """
    chosen = parser.parse_args(words)
    out = io.StringIO()
    with redirect_stdout(out):
        chosen.run(chosen)
    return out.getvalue()


def write(tree: SourceTree) -> None:
    """Write a page for each command with the help texts of its subcommands."""
    whole = tree.parser
    commands = dict(iter_subcommands(whole))
    for name, command in commands.items():
        parts = [f"# classkit {name}", format_block(format_help(command))]
        for part, inner in iter_subcommands(command):
            parts += [f"## classkit {name} {part}", format_block(format_help(inner))]
        tree.write_page(f"commands/{name}", "\n\n".join(parts))
    pages = [f"commands/{name}" for name in commands]
    tree.write_page(
        "commands/index",
        f"# Commands\n\n{format_block(format_help(whole))}\n\n{format_toctree(pages)}",
    )


def format_help(parser: argparse.ArgumentParser) -> str:
    """Return the ``--help`` text, independent of the terminal's width."""
    kind: Any = parser.formatter_class
    parser.formatter_class = partial(kind, width=WIDTH)
    return parser.format_help()


def iter_subcommands(
    parser: argparse.ArgumentParser,
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """Yield the name and the parser of each subcommand."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()
