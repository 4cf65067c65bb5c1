"""Samples of finished sentences, printed for a person who marks them natural, odd or to rewrite.

    python -m tests.sentence_samples 100 --seed 7

It judges nothing. Each line has the game, the seed, the kind of text, and the text.
"""

import argparse
import random
from collections.abc import Iterator

import classkit
from classkit.attribution.turning_points import turning_points
from classkit.engine.match import Match
from classkit.widgets.choice_labels import replace_ids

GAMES = ("poleconomy", "opoly", "economy", "economicon")


def list_sentences(match: Match) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of what is said while a match is played to its end."""
    while not match.is_over:
        say = match.say()
        for one in match.requests():
            yield "question", say.decision_question(one.name, one.seat, one.about)
            for move in one.moves:
                if isinstance(move.barred, str) and move.barred:
                    yield "refusal", replace_ids(say, move.barred)
        match.play(until="decision")
    say = match.say()
    for event in match.events:
        if sentence := say.event_sentence(event):
            yield "news", sentence
    for point in turning_points(match, say, None):
        yield "turning point", point.text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=100)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    drawn = random.Random(chosen.seed)
    played = {
        game: sorted({*list_sentences(classkit.new(game, seats=4, seed=chosen.seed))})
        for game in GAMES
    }
    for number in range(chosen.count):
        game = GAMES[number % len(GAMES)]
        texts = played[game]
        kinds = sorted({kind for kind, _ in texts})
        kind = drawn.choice(kinds)
        text = drawn.choice([text for one, text in texts if one == kind])
        print(game, chosen.seed, kind, text, sep=" | ")


if __name__ == "__main__":
    main()
