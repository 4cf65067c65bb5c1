"""Summary of what happened at a table while a page was away, in a few sentences for its seat.

The summary contains only what the seat may know: its own answers, the progress of the match, and
whose turn it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from classkit.engine.rulebook_text import TextFormatter
from classkit.widgets.choice_labels import answer_label

from .room_table import Substitution

if TYPE_CHECKING:
    from .room_runtime import TableRuntime

MAX_ANSWERS = 3
"""Maximum number of answers described one by one."""
MAX_ANSWER_LENGTH = 60
"""Maximum length of an answer that is described with its fields, in characters."""


def summarize_absence(hub: TableRuntime, seat: str, step: int, turn: int) -> list[str]:
    """Summarize for a seat what happened at a table since a step in a turn.

    Args:
        hub: The table.
        seat: The seat that was away.
        step: The step of the match that its page showed last.
        turn: The turn of that step.

    Returns:
        At most four sentences, or an empty list if nothing happened.
    """
    match = hub.place.match
    if match.step == step:
        return []
    if match.step < step:
        return [f"Your teacher went back to turn {match.turn}.", *describe_turn(hub, seat)]
    own = [one for one in hub.place.substitutions if one.seat == seat and step <= one.step]
    return [
        *describe_bot_answers(hub.controller.say, own),
        describe_progress(match.turn - turn),
        *describe_turn(hub, seat),
    ]


def describe_bot_answers(say: TextFormatter, own: list[Substitution]) -> list[str]:
    """Describe the answers that bots gave for a seat.

    >>> from classkit.engine.moves import Answer
    >>> bid = Substitution(4, "A", "auction", Answer("bid", {"amount": 5}))
    >>> describe_bot_answers(TextFormatter(), [bid])
    ['A bot answered for you: Bid (Amount: 5).']
    >>> describe_bot_answers(TextFormatter(), 4 * [bid])
    ['A bot answered for you 4 times, the last time: Bid (Amount: 5).']
    """
    if not own:
        return []
    if len(own) > MAX_ANSWERS:
        return [
            f"A bot answered for you {len(own)} times, the last time: "
            f"{format_answer(say, own[-1])}."
        ]
    return [f"A bot answered for you: {'; '.join(format_answer(say, one) for one in own)}."]


def format_answer(say: TextFormatter, one: Substitution) -> str:
    """Format an answer. A long form is reduced to the name of its move."""
    whole = answer_label(say, one.decision, one.answer)
    return (
        whole if len(whole) <= MAX_ANSWER_LENGTH else say.move_label(one.decision, one.answer.move)
    )


def describe_progress(turns: int) -> str:
    """Describe how many turns the match has advanced.

    >>> describe_progress(0), describe_progress(1), describe_progress(3)
    ('The match continued within the turn.', 'One turn was played.', '3 turns were played.')
    """
    if turns < 1:
        return "The match continued within the turn."
    return "One turn was played." if turns == 1 else f"{turns} turns were played."


def describe_turn(hub: TableRuntime, seat: str) -> list[str]:
    """Return at most one sentence: whose turn it is, or that the match is over."""
    if hub.place.is_done:
        return ["The match is over."]
    asked = hub.list_asked_seats()
    if seat in asked:
        return ["It is your turn."]
    names = hub.controller.say.format_list([hub.controller.say.seat(one) for one in asked])
    return [f"{names} {'decides' if len(asked) == 1 else 'decide'} now."] if asked else []
