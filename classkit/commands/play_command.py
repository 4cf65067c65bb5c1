"""`classkit play`: plays a match between bots and prints a summary."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from classkit.engine.errors import ClasskitError, EndlessMatch, truncate_text
from classkit.engine.game import find_reason, first_seats
from classkit.engine.rulebook_text import format_count
from classkit.engine.untrusted_input import read_int

from .command_options import (
    add_match,
    add_option,
    check_output_file,
    parse_bots,
    parse_int,
    parse_options,
)

if TYPE_CHECKING:
    from classkit.engine.game import Standing
    from classkit.engine.match import Match
    from classkit.engine.rulebook_text import TextFormatter


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand to the parser."""
    parser = parsers.add_parser(
        "play",
        help="play a match between bots in the terminal",
        description="Play one match between bots.",
    )
    add_match(parser)
    add_option(parser, "--seed", "seed; the same seed and bots play the same match", read=parse_int)
    add_option(parser, "--turns", "stop after N turns", unit="N", read=parse_int)
    parser.add_argument("--news", action="store_true", help="print the news, sentence by sentence")
    add_option(parser, "--save", "save the match", unit="FILE", read=Path)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play. If the rules raise an error, explain it in one sentence."""
    if chosen.turns is not None:
        read_int("--turns", chosen.turns)
    if chosen.save is not None:
        check_output_file("--save", chosen.save)
    try:
        return play_match(chosen)
    except ClasskitError:
        raise
    except Exception as error:  # an error in a game's files, which anybody may have written
        *_, last = traceback.extract_tb(error.__traceback__)
        reason = f"{type(error).__name__}: {truncate_text(error, 200)}"
        raise ClasskitError(
            f"the rules of {chosen.game} raised an error ({reason}) in {last.filename}, line "
            f"{last.lineno}."
        ) from error


def play_match(chosen: argparse.Namespace) -> int:
    """Play, printing events as they happen and a summary at the end."""
    import classkit

    match = classkit.new(
        chosen.game,
        seats=chosen.seats,
        seed=chosen.seed,
        edition=chosen.edition,
        position=chosen.position,
        options=parse_options(chosen.set),
    )
    bots = parse_bots(chosen.bots, chosen.game, match.seats)
    told = status = 0
    try:
        while not match.is_over and not (chosen.turns and match.turn > chosen.turns):
            match.play(until="turn", bots=bots)
            if chosen.news:
                told = print_news(match, told)
    except EndlessMatch as endless:
        print(f"classkit play: {endless}", file=sys.stderr)
        status = 1
    print(format_summary(match, bots), flush=True)  # printed before saving, which may fail
    if chosen.save:
        print(f"Saved as {match.save(chosen.save)}", file=sys.stderr)
    return status


def print_news(match: Match, told: int) -> int:
    """Print the events, starting at index `told`. Return the number of events printed so far."""
    say = match.say()
    events = match.events
    for event in events[told:]:
        sentence = say.event_sentence(event)
        if sentence:
            print(f"{event.turn:>4}  {sentence}  ({event.rule})")
    return len(events)


def format_summary(match: Match, bots: dict[str, str]) -> str:
    """Format the standings and the metrics of the table at the end."""
    game = match.game
    where = f"turn {match.turn}, round {match.round}, not over"
    if match.is_over:
        length = f"{format_count(match.turn, 'turn')}, {format_count(match.round, 'round')}"
        where = f"{length}. {match.say().ending(match.ending or 'over')}."
    lines = [f"{game.title}: {where}"]
    races = match.as_seen_by(None).races
    for title, race in races.items():
        lines += ["", f"   {title}"] if len(races) > 1 else [""]
        lines += race_lines(match, title, race, bots)
    figures = [metric for metric in game.active_metrics(match.table) if metric.scope == "table"]
    values = match.metrics()
    if figures:
        say = match.say()
        labels = [say.metric_label(metric.key, metric.label) for metric in figures]
        width = max(map(len, labels))
        lines.append("")
        for metric, label in zip(figures, labels, strict=True):
            value = format_value(match, say, values[metric.key], metric.unit)
            lines.append(f"   {label:<{width}}  {value}")
    if match.is_over:
        lines += ["", f"   seed {match.seed} (the same seed and bots play this match again)"]
    return "\n".join(lines)


def format_value(match: Match, say: TextFormatter, value: Any, unit: str) -> str:
    """Format a metric's value with its unit and seat names, or a dash if there is no value."""
    if value is None or value == "":
        return "–"
    if isinstance(value, (int, float)):
        return say.format_quantity(value, unit)
    seats = str(value).split(" + ")
    return say.format_list([*map(say.seat, seats)]) if {*seats} <= {*match.seats} else str(value)


def race_lines(
    match: Match, title: str, race: Sequence[Standing], bots: dict[str, str]
) -> list[str]:
    """Return the lines for one race. A star marks the seats that won the match by it."""
    game = match.game
    decides = bool(match.winners) and title in game.deciding_races(match.table)
    winners = first_seats(race) if decides else ()
    called = match.seat_names
    width = max(map(len, called.values()))
    bots_width = max(map(len, bots.values()), default=0)
    say = match.say()
    scores = [say.format_quantity(line.score, line.unit or game.currency) for line in race]
    lines = []
    for line, score in zip(race, scores, strict=True):
        star = "*" if line.seat in winners else " "
        bot = bots.get(line.seat, "")
        who = f"{called[line.seat]:<{width}}"
        reason = find_reason(line, race)
        row = f" {star} {line.place}.  {who}  {bot:<{bots_width}}  {score:>{max(map(len, scores))}}"
        lines.append(f"{row}  {reason}".rstrip())
    return lines
