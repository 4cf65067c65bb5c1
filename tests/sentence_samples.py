"""Samples of finished sentences, printed for a person who marks them natural, odd or to rewrite.

    python -m tests.sentence_samples 100 --seed 7

It judges nothing. Each line has the game, the seed, the kind of text, and the text.
"""

import argparse
import random
from collections.abc import Iterator, Sequence

import classkit
from classkit.attribution.explanation import explain_change
from classkit.attribution.metric_selection import list_decomposable
from classkit.attribution.turning_points import turning_points
from classkit.engine.id_names import replace_ids
from classkit.engine.match import Match
from classkit.engine.navigation import Until
from classkit.widgets.action_summary import record_moment, summarize_action
from classkit.widgets.end_screen import build_end
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.state_snapshot import build_state

GAMES = ("poleconomy", "opoly", "economy", "economicon")
STRIDES: tuple[Until, ...] = ("decision", "turn", "round")


def list_sentences(match: Match) -> Iterator[tuple[str, str]]:
    """Yield the kind and the text of what is said while a match is played, and after its end."""
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
    if screen := build_end(match, say, None):
        yield "end screen", screen["head"]
        for race in screen["races"]:
            yield from (("end screen", text) for text in (race["words"], *race["ties"]) if text)


def list_headlines(match: Match) -> Iterator[tuple[str, str]]:
    """Yield the headline after each step of a match that bots play, by strides in turn."""
    controller = MatchController(match)
    page_view = PageView(controller)
    page_view.get_rows()
    for number in range(1_000):
        if controller.match.is_over:
            return
        before = record_moment(controller)
        controller.step(STRIDES[number % len(STRIDES)])
        controller.summary = summarize_action(controller, before)
        yield "headline", build_state(page_view)["said"]


def list_explanations(match: Match) -> Iterator[tuple[str, str]]:
    """Yield why metrics have changed in the turns of a finished match."""
    turns = [row["turn"] for row in match.history]
    for one in list_decomposable(match, None):
        for since, turn in zip(turns[::7], turns[1::7], strict=False):
            told = explain_change(match, one.metric.key, one.seat, turn, since, None, one.part)
            yield from (("why", part["text"]) for part in told.data["parts"])


def sample_texts(game: str, seed: int, names: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Return all texts of a match by kind, each once."""
    match, shown = (classkit.new(game, seats=[*names] or 4, seed=seed) for _ in range(2))
    return sorted({*list_sentences(match), *list_explanations(match), *list_headlines(shown)})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=100)
    parser.add_argument("--seed", type=int, default=7)
    chosen = parser.parse_args()
    drawn = random.Random(chosen.seed)
    played = {game: sample_texts(game, chosen.seed) for game in GAMES}
    for number in range(chosen.count):
        game = GAMES[number % len(GAMES)]
        texts = played[game]
        kinds = sorted({kind for kind, _ in texts})
        kind = drawn.choice(kinds)
        text = drawn.choice([text for one, text in texts if one == kind])
        print(game, chosen.seed, kind, text, sep=" | ")


if __name__ == "__main__":
    main()
