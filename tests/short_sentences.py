"""The sentence over a table, read after each step of many matches.

    python -m tests.short_sentences 200 --game opoly

It prints each sentence that breaks a rule, then the number of sentences read.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import classkit
from classkit.engine.game import Game
from classkit.engine.navigation import Until
from classkit.engine.rulebook_text import TextFormatter
from classkit.testing.payment_claims import VERBS
from classkit.widgets.action_summary import record_moment, summarize_action
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.short_sentence import MAX_SENTENCE, SENTENCE_END
from classkit.widgets.state_snapshot import build_state
from tests.every_game import every_game

STRIDES: tuple[Until, ...] = ("decision", "turn", "turn", "round")
CLAUSE = re.compile(r"\b[A-Z]{1,2}\d+\.\d+\b")
BARE_LETTER = re.compile(r"(?<![\w'’])[B-H](?![\w'’.])|(?<=[a-z,] )A(?![\w'’.])|^A(?= (\w+))")
"""A capital letter that is no article: "A" begins a sentence or stands for a seat."""
MOMENT_ALONE = re.compile(r"(?:Turn|Round) \d+\.|\d+ turns? pass(?:es)?\.?|Nothing new.*")
PLACE = "the place"


class SentenceRead(NamedTuple):
    """A sentence over a table, with its match and what is wrong with it, if anything."""

    game: str
    seed: int
    text: str
    fault: str


def list_sentences(game: Game[Any], seed: int, names: Any = None) -> Iterator[SentenceRead]:
    """Yield the sentence after each step of a match between the bots of its table."""
    drawn, seats = random.Random(seed), min(3 + seed % 2, max(game.seat_numbers))
    match = classkit.new(game, seats=seats, seed=seed)
    for seat, name in (names or {}).items():
        if seat in match.seats:
            match.rename(seat, name)
    controller = MatchController(match)
    page_view = PageView(controller)
    say = match.say()
    text = build_state(page_view)["said"]
    yield SentenceRead(game.name, seed, text, find_fault(say, text))
    while not match.is_over:
        before = record_moment(controller)
        controller.step(drawn.choice(STRIDES))
        controller.summary = summarize_action(controller, before)
        text = build_state(page_view)["said"]
        yield SentenceRead(game.name, seed, text, find_fault(say, text))


def find_fault(say: TextFormatter, text: str) -> str:
    """Return what is wrong with a sentence, or ''."""
    for title in sorted({*say.spaces.values()}, key=len, reverse=True):
        if not title.isalnum() or len(title) > 1:
            text = text.replace(title.removesuffix("."), PLACE)
    if not text:
        return "empty"
    if text[-1] not in ".!":
        return "cut"
    if MOMENT_ALONE.fullmatch(text):
        return "no news"
    if CLAUSE.search(text):
        return "the number of a rule"
    if len(SENTENCE_END.split(text)) > 1:
        return "several sentences"
    letter = BARE_LETTER.search(text)
    if letter and (not letter[1] or letter[1] in VERBS):
        return "a bare letter"
    return ""


def find_faults(game: Game[Any], seeds: range) -> tuple[int, list[SentenceRead]]:
    """Return the number of sentences of some matches, and those with a fault."""
    read = [one for seed in seeds for one in list_sentences(game, seed)]
    long = [one._replace(fault="too long") for one in read if len(one.text) > MAX_SENTENCE]
    return len(read), [*long, *(one for one in read if one.fault)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--game", action="append", help="name of a game; default all")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    chosen = parser.parse_args()
    for game in every_game():
        if chosen.game and game.name not in chosen.game:
            continue
        count, faults = find_faults(game, range(chosen.first, chosen.first + chosen.count))
        for one in faults:
            print(*one, sep=" | ")
        print(f"{game.name}: {count} sentences of {chosen.count} matches, {len(faults)} faults")


if __name__ == "__main__":
    main()
