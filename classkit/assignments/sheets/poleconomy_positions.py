"""Positions and recorded matches of Poleconomy, for the questions of both games."""

from __future__ import annotations

from typing import Any

from classkit.engine import registry
from classkit.engine.match import Match

from ..answer_types import NumberAnswer
from ..random_draw import QuestionRandom
from ..recorded_matches import draw_turn, find_turns, play_recorded_match
from ..sheet_question import SheetQuestion

CURRENCY = registry.find("poleconomy").currency
INNER_LENGTH, OUTER_LENGTH = 32, 44
COMPANIES = (
    "I02", "I07", "I11", "I15", "I18", "I21", "I26", "I31",
    "O01", "O05", "O08", "O14", "O17", "O20", "O23", "O26", "O31", "O36", "O39", "O43",
)  # fmt: skip
ADVERTS = (
    "I01", "I05", "I06", "I10", "I13", "I17", "I22", "I23", "I27", "I29",
    "O02", "O04", "O07", "O10", "O13", "O15", "O18", "O21", "O25", "O28", "O29", "O32",
)  # fmt: skip
INFLATION_SQUARES = (
    "I03", "I09", "I14", "I19", "I25", "I30", "O06", "O09", "O12", "O16", "O24", "O40",
)  # fmt: skip
RECORD_BOTS = {"A": "tycoon", "B": "saver", "C": "politician", "D": "saver"}


def draw_dice(draw: QuestionRandom) -> tuple[int, int]:
    """Draw two dice other than a double 6, which would cause a disaster (P11.4)."""
    dice = draw.draw_integer(1, 6), draw.draw_integer(1, 6)
    draw.require(dice != (6, 6))
    return dice


def get_start_square(square: str, dice: tuple[int, int]) -> str:
    """Return the square from which a roll of these dice leads to ``square`` (P3.3).

    >>> get_start_square("I02", (3, 4)), get_start_square("O10", (1, 1))
    ('I27', 'O08')
    """
    circuit, length = square[0], INNER_LENGTH if square[0] == "I" else OUTER_LENGTH
    return f"{circuit}{(int(square[1:]) - sum(dice)) % length:02d}"


def start_match(position: dict[str, Any], *, game: int, seats: int = 3, **options: Any) -> Match:
    """Start a match from this position."""
    return registry.new(
        "poleconomy", seats, seed=1, position=position, options={"game": game, **options}
    )


def format_square(match: Match, square: str) -> str:
    """Format a square with its name and id: "I.P. Sharp Associates (I07)"."""
    return f"{match.say().space(square)} ({square})"


def ask_illusion(game: int, draw: QuestionRandom) -> SheetQuestion:
    """Ask for the next turn when net worth rose in money but fell in companies (P4.2, P15.3)."""
    match = play_recorded_match("poleconomy", 4, draw.draw_seed(), RECORD_BOTS, game=game)
    seat = draw.choose_option(("A", "C"))

    def fooled(old: Any, new: Any) -> bool:
        nominal = new["net_worth"][seat] - old["net_worth"][seat]
        return bool(nominal > 0 and new["real_worth"][seat] < old["real_worth"][seat])

    turn, after = draw_turn(find_turns(match.history, fooled), draw)
    return SheetQuestion(
        text="`sheet.match('illusion').history` is the history of a recorded match, with a row for "
        f"every turn. What is the first turn after turn **{after}** in which **{seat}'s net worth "
        f"rose in {CURRENCY.many} but fell in companies** (`net_worth` and `real_worth`), compared "
        "with the previous row?",
        kind=NumberAnswer(
            "", ordered=False,
            miss="Compare both figures with the previous row. The chart of the Number shows where "
            "to look (P4.2, P15.3).",
        ),
        right=turn,
        worked=f"Turn {turn}.",
        facts={"seat": seat, "after": after, "turns": len(match.history) - 1},
        match=match,
        open=True,
    )  # fmt: skip
