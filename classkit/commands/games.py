"""`classkit games`: the games installed, and the options, editions and bots of each."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.policy import idea_of


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "games", help="the games installed; with a name, its options, editions and bots"
    )
    parser.add_argument("game", nargs="?")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the list of games, or describe one."""
    from classkit.engine.registry import find, list_games

    if chosen.game is not None:
        print("\n".join(describe(find(chosen.game))))
        return 0
    status = 0
    for name in list_games():
        try:
            game = find(name)
        except (ClasskitError, ImportError, AttributeError) as error:
            print(f"{name:<14} cannot be loaded: {error}", file=sys.stderr)
            status = 1
            continue
        seats = game.seat_numbers
        print(f"{name:<14} {game.title}, {seats[0]} to {seats[-1]} seats. {game.authors}")
    return status


def describe(game: Any) -> list[str]:
    """Return the lines that describe a game: seats, editions, bots, options."""
    seats = game.seat_numbers
    lines = [
        f"{game.title} ({game.name})",
        f"  {game.authors}",
        f"  {seats[0]} to {seats[-1]} seats",
    ]
    lines += ["", "Editions"]
    lines += [f"  {name:<24} {title}" for name, title in game.editions().items()]
    lines += ["", "Bots (where none are named, the game's own take the seats in this order)"]
    for name, make in game.bots().items():
        about = idea_of(make).partition("\n")[0]
        lines.append(f"  {name:<24} {about if name in game.policies else ''}".rstrip())
    lines += ["", "Options (--set OPTION=VALUE)"]
    for option in game.options:
        lines.append(f"  {option.name:<24} {option.range_in_words()}; default {option.default}")
        if option.about:
            lines.append(f"  {'':<24} {option.about} ({option.clause})")
    return lines
