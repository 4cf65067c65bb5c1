"""`classkit play`: one match of bots in the terminal, with a summary."""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from classkit.engine.data import read_whole
from classkit.engine.errors import ClasskitError, EndlessMatch, shorten
from classkit.engine.game import first_of, score_words
from classkit.engine.words import how_many

from .common import add_match, add_option, money, read_bots, read_options, whole

if TYPE_CHECKING:
    from classkit.engine.game import Standing
    from classkit.engine.match import Match


def add(parsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Describe the subcommand."""
    parser = parsers.add_parser(
        "play", help="play a match of bots in the terminal", description="Play one match of bots."
    )
    add_match(parser)
    add_option(parser, "--seed", "the same seed plays the same match again", read=whole)
    add_option(parser, "--turns", "stop after N turns", unit="N", read=whole)
    parser.add_argument("--news", action="store_true", help="print the news, sentence by sentence")
    add_option(parser, "--save", "keep the record", unit="FILE", read=Path)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, and say in one sentence where the game itself is broken."""
    if chosen.turns is not None:
        read_whole("--turns", chosen.turns)
    try:
        return play(chosen)
    except ClasskitError:
        raise
    except Exception as error:  # in the files of a game, which anybody may have written
        *_, last = traceback.extract_tb(error.__traceback__)
        reason = f"{type(error).__name__}: {shorten(error, 200)}"
        raise ClasskitError(
            f"the game {chosen.game} broke ({reason}) in {last.filename}, line {last.lineno}."
        ) from error


def play(chosen: argparse.Namespace) -> int:
    """Play, and print the news as it comes and the summary at the end."""
    import classkit

    match = classkit.new(
        chosen.game,
        seats=chosen.seats,
        seed=chosen.seed,
        edition=chosen.edition,
        position=chosen.position,
        options=read_options(chosen.set),
    )
    bots = read_bots(chosen.bots, chosen.game, match.seats)
    told = status = 0
    try:
        while not match.is_over and not (chosen.turns and match.turn > chosen.turns):
            match.play(until="turn", bots=bots)
            if chosen.news:
                told = print_news(match, told)
    except EndlessMatch as endless:
        print(f"classkit play: {endless}", file=sys.stderr)
        status = 1
    print(summary(match, bots), flush=True)  # before saving, which may fail
    if chosen.save:
        print(f"Saved as {match.save(chosen.save)}", file=sys.stderr)
    return status


def print_news(match: Match, told: int) -> int:
    """Print the news from event number `told` on. Return how many events are told now."""
    say = match.say()
    events = match.events
    for event in events[told:]:
        sentence = say.event(event)
        if sentence:
            print(f"{event.turn:>4}  {sentence}  ({event.rule})")
    return len(events)


def summary(match: Match, bots: dict[str, str]) -> str:
    """Return the standings and the figures of the table at the end."""
    game = match.game
    where = f"turn {match.turn}, round {match.round}, not over"
    if match.is_over:
        length = f"{how_many(match.turn, 'turn')}, {how_many(match.round, 'round')}"
        where = f"{length}, over: {(match.ending or '').replace('_', ' ')}"
    lines = [f"{game.title}: {where}"]
    races = match.races_shown(None)
    for title, race in races.items():
        lines += ["", f"   {title}"] if len(races) > 1 else [""]
        lines += race_lines(match, title, race, bots)
    figures = [metric for metric in game.metrics_of(match.table) if metric.scope == "table"]
    values = match.metrics()
    if figures:
        width = max(len(metric.label) for metric in figures)
        lines.append("")
        for metric in figures:
            value = money(values[metric.key], metric.unit, game.currency)
            lines.append(f"   {metric.label:<{width}}  {value}")
    if match.is_over:
        lines += ["", f"   seed {match.seed} (the same seed and bots play this match again)"]
    return "\n".join(lines)


def race_lines(
    match: Match, title: str, race: Sequence[Standing], bots: dict[str, str]
) -> list[str]:
    """Return the lines of one race; a star stands before those who have won the match by it."""
    game = match.game
    decides = bool(match.winners) and title in game.deciding_races(match.table)
    winners = first_of(race) if decides else ()
    lines = []
    for line in race:
        star = "*" if line.seat in winners else " "
        score = score_words(line.score, line.unit or game.currency)
        bot = bots.get(line.seat, "")
        lines.append(f" {star} {line.place}.  {line.seat}  {bot:<12} {score:>16}")
    return lines
