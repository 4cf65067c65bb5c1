"""Laws of sentences: every statement about a match agrees with its events and its ledger.

The finished text is checked as readers see it, against the match itself: each name, place, amount
and direction, each sum, the order of a headline, and the evidence attached to a sentence.
"""

from __future__ import annotations

from typing import Any

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from classkit.engine.match import Match
from classkit.engine.navigation import Until
from classkit.engine.randomness import RandomStream
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView

from .match_sentences import check_ending, check_explanations, check_news, check_step
from .match_strategies import MATCH_COUNT, THOROUGH_MODE, Setup, law, setups
from .sentence_checks import FalseSentence
from .story_checks import StoryChecker

SEAT_NAMES = ("Ada", "Bruno", "Chiara", "Dov", "Esi", "Farid", "Greta", "Hiro")
"""Names for seats that do not occur as words of a game."""
STEP_LENGTHS: tuple[Until, ...] = ("decision", "turn", "turn", "round")
"""The lengths of steps whose headlines are read."""
MAX_ROUNDS, MAX_HEADLINES, MAX_LINES, MAX_SHOWN = 200, 8, 300, 5
MATCHES_READ = max(MATCH_COUNT // 2, 1)
"""Number of matches to read: half as many as other laws play, because reading takes longer."""


def name_seats(match: Match) -> Match:
    """Give the seats of a match distinctive names, and return the match."""
    for seat, name in zip(match.seats, SEAT_NAMES, strict=False):
        match.rename(seat, name)
    return match


def play_with_headlines(setup: Setup, headlines: int = MAX_HEADLINES) -> MatchHeadlines:
    """Return a match played to its end at a table, with the errors in its headlines."""
    match, chance = name_seats(setup.new()), RandomStream(f"headlines {setup.seed}")
    controller = MatchController(match, setup.players)
    page_view = PageView(controller)
    found: list[FalseSentence] = []
    for number in range(MAX_ROUNDS):
        if match.is_over:
            break
        if headlines and (number < 2 or not chance.below(3)):
            found += check_step(page_view, chance.choice(STEP_LENGTHS))
            headlines -= 1
        else:
            controller.step("round")
    return match, found


MatchHeadlines = tuple[Match, list[FalseSentence]]
"""A match, and the false sentences among its headlines."""


def find_false_sentences(setup: Setup, thorough: bool = THOROUGH_MODE) -> list[FalseSentence]:
    """Play a match, and return all sentences about it that its ledger contradicts.

    Args:
        setup: The match.
        thorough: Whether to read all headlines and explanations instead of a sample.
    """
    match, found = play_with_headlines(setup, MAX_ROUNDS if thorough else MAX_HEADLINES)
    checker = StoryChecker(match)
    return [
        *found,
        *check_news(checker, setup.seed, None if thorough else MAX_LINES),
        *check_explanations(checker, setup.seed, thorough),
        *check_ending(checker),
    ]


# shrinking takes a long time and adds no information
@settings(law, max_examples=MATCHES_READ, phases=(Phase.generate,))
@given(st.data())
def test_sentences_are_found_in_the_ledger(game: Any, data: st.DataObject) -> None:
    """Check news, headlines, explanations, turning points and the end screen of a match."""
    found = find_false_sentences(data.draw(setups(game)))
    shown = "\n".join(map(str, found[:MAX_SHOWN]))
    assert not found, f"{len(found)} false sentences, such as:\n{shown}"
