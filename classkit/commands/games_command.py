"""`classkit games`: lists games with their options, editions, bots and metrics."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from textwrap import wrap
from typing import Any

from classkit.engine.errors import ClasskitError
from classkit.engine.metrics import Metric
from classkit.engine.policy import get_idea

from .command_options import add_list, add_option, parse_int, parse_options
from .position_facts import list_facts


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "games", help="list the installed games; with a name, its options, editions, bots and facts"
    )
    parser.add_argument("game", nargs="?", help="name of the game")
    parser.add_argument(
        "--figures",
        action="store_true",
        help="list the game's figures: meaning, unit, window and clause",
    )
    add_option(
        parser,
        "--sheet",
        "write the rules on one page, to print and hand out",
        unit="FILE.html",
        read=Path,
    )
    add_option(
        parser,
        "--print-and-play",
        "write the game on paper: board, cards, money, counters and record sheets, to print and "
        "cut out",
        unit="FILE.html",
        read=Path,
    )
    parser.add_argument(
        "--facts",
        action="store_true",
        help="list the facts that a position can contain, with an example",
    )
    add_option(
        parser, "--seats", "number of players on paper (default: 4 if the game allows it)",
        read=parse_int,
    )  # fmt: skip
    add_option(parser, "--edition", "edition on paper: its name, or your own TOML file or folder")
    add_list(
        parser, "--set", "OPTION=VALUE", "option on which the facts or the parts on paper depend, "
        "as in --set game=1"
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the list of games, or describe one game."""
    from classkit.engine.registry import find, list_games

    if chosen.facts:
        if chosen.game is None:
            raise ClasskitError("--facts needs a game's name: classkit games poleconomy --facts")
        print("\n".join(list_facts(find(chosen.game), parse_options(chosen.set))))
        return 0
    if chosen.figures and chosen.game is None:
        raise ClasskitError("--figures needs a game's name: classkit games opoly --figures.")
    if chosen.sheet and chosen.game is None:
        raise ClasskitError("--sheet needs a game: classkit games opoly --sheet opoly.html.")
    if chosen.print_and_play:
        print_game(chosen)
        return 0
    if chosen.game is not None:
        game = find(chosen.game)
        if chosen.sheet:
            from .rule_sheet import write_sheet

            write_sheet(game, chosen.sheet)
            print(chosen.sheet)
            return 0
        print("\n".join(describe_metrics(game) if chosen.figures else describe_game(game)))
        return 0
    status = 0
    for name in list_games():
        try:
            game = find(name)
        except ClasskitError as error:
            print(f"{name:<14} {error}", file=sys.stderr)
            status = 1
            continue
        seats = game.seat_numbers
        print(f"{name:<14} {game.title}, {seats[0]} to {seats[-1]} seats. By {game.authors}")
    return status


def print_game(chosen: argparse.Namespace) -> None:
    """Write the print-and-play pages of a game."""
    from classkit.engine.registry import new

    from .print_and_play import write_kit

    if chosen.game is None:
        raise ClasskitError(
            "--print-and-play needs a game: classkit games economy --print-and-play economy.html."
        )
    options = parse_options(chosen.set)
    match = new(
        chosen.game, seats=chosen.seats, edition=chosen.edition, options=options, seed=0
    )  # fmt: skip
    write_kit(match, chosen.print_and_play)
    print(chosen.print_and_play)


def describe_game(game: Any) -> list[str]:
    """Return the lines that describe a game: seats, editions, bots, options."""
    seats = game.seat_numbers
    lines = [
        f"{game.title} ({game.name})",
        f"  By {game.authors}",
        *wrap(game.licence, 96, initial_indent="  ", subsequent_indent="  "),
        f"  {seats[0]} to {seats[-1]} seats",
    ]
    lines += ["", *(f"  {sentence}" for sentence in game.about.sentences if sentence)]
    lines += ["", "Editions"]
    lines += [f"  {name:<24} {title}" for name, title in game.editions().items()]
    lines += ["", "Bots (by default they take the seats in this order)"]
    for name, make in game.bots().items():
        about = game.declared_text(get_idea(make).partition("\n")[0])
        lines.append(f"  {name:<24} {about if name in game.policies else ''}".rstrip())
    lines += ["", "Options (--set OPTION=VALUE)"]
    for option in game.options:
        default = f"default {format_default(option.default)}"
        if option.name in game.classroom_options:
            default += f"; {format_default(game.classroom_options[option.name])} in classes"
        lines.append(f"  {option.name:<24} {option.values.describe_values()}; {default}")
        lines.append(f"  {'':<24} {option.label} ({option.clause})")
        lines += [f"  {'':<26} {value}: {words}" for value, words in option.words.items()]
    return lines


def format_default(value: Any) -> str:
    """Format an option's value in the syntax of ``--set``.

    >>> format_default(True), format_default("auto")
    ('true', 'auto')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)


def describe_metrics(game: Any) -> list[str]:
    """Return a table of a game's metrics. Each definition is below its metric.

    >>> from classkit.engine.registry import find
    >>> print(chr(10).join(describe_metrics(find("poleconomy"))[5:8]))
    <BLANKLINE>
    inflation_number                                       this moment                     P4.2
        The Inflation Number where the marker stands at this moment, a plain number.
    """
    lines = [
        f"{game.title} ({game.name}): the figures",
        "",
        "The window is the period that a figure covers. In a history, it ends with the turn.",
        "",
        metric_line("figure", "unit", "window", "clause"),
    ]
    for metric in game.metrics:
        if not metric.same_as:  # otherwise tables contain it under another name
            lines += metric_lines(metric)
    if game.starting_facts:
        lines += ["", "", "Starting facts, which are also columns in data frames of studies"]
    for fact in game.starting_facts:
        lines += metric_lines(fact)
    return lines


def metric_lines(metric: Metric) -> list[str]:
    """Return the lines for one metric, beginning with an empty line."""
    lines = ["", metric_line(metric_key(metric), metric.unit, metric.window, metric.clause)]
    lines += wrap(metric.definition, 96, initial_indent=INDENT, subsequent_indent=INDENT)
    if metric.relative_to:
        lines.append(f"{INDENT}Relative to {metric.relative_to}.")
    return lines


INDENT = " " * 4


def metric_key(metric: Metric) -> str:
    """Return the key of a metric.

    The suffix SEAT or PART indicates one value for each seat or part.

    >>> metric_key(Metric("worth_split", "Parts", "$", "seat_parts", len))
    'worth_split.SEAT.PART'
    """
    return metric.key + {"table": "", "seat": ".SEAT", "parts": ".PART"}.get(
        metric.scope, ".SEAT.PART"
    )


def metric_line(key: str, unit: str, window: str, clause: str) -> str:
    return f"{key:<36} {unit:<17} {window:<31} {clause}".rstrip()
