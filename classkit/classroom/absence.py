"""What happened at a table while a page was away, in a few sentences for its seat.

Only what the seat may know is told: its own answers, how far the match has come, and who is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from classkit.engine.words import Say
from classkit.widgets.labels import answer_label

from .place import Substitution

if TYPE_CHECKING:
    from .live import LivePlace

MAX_ANSWERS = 3
"""Maximum number of answers that are told one by one."""
LONGEST_ANSWER = 60
"""Characters of the longest answer that is told with its fields."""


def sentences_since(hub: LivePlace, seat: str, step: int, turn: int) -> list[str]:
    """Return what happened at a table since a step in a turn, for a seat.

    Args:
        hub: The table.
        seat: The seat that was away.
        step: The step of the match that its page showed last.
        turn: The turn of that step.

    Returns:
        At most four sentences; none if nothing happened.
    """
    match = hub.place.match
    if match.step == step:
        return []
    if match.step < step:
        return [f"Your teacher went back to turn {match.turn}.", *whose_turn(hub, seat)]
    own = [one for one in hub.place.substitutions if one.seat == seat and step <= one.step]
    return [*answers_of_bots(hub.desk.say, own), passed(match.turn - turn), *whose_turn(hub, seat)]


def answers_of_bots(say: Say, own: list[Substitution]) -> list[str]:
    """Return what bots answered for a seat.

    >>> from classkit.engine.moves import Answer
    >>> bid = Substitution(4, "A", "auction", Answer("bid", {"amount": 5}))
    >>> answers_of_bots(Say(), [bid])
    ['A bot answered for you: Bid (Amount: 5).']
    >>> answers_of_bots(Say(), 4 * [bid])
    ['A bot answered for you 4 times, the last time: Bid (Amount: 5).']
    """
    if not own:
        return []
    if len(own) > MAX_ANSWERS:
        return [f"A bot answered for you {len(own)} times, the last time: {label(say, own[-1])}."]
    return [f"A bot answered for you: {'; '.join(label(say, one) for one in own)}."]


def label(say: Say, one: Substitution) -> str:
    """Return an answer in words; of a long form only the name of its move."""
    whole = answer_label(say, one.decision, one.answer)
    return whole if len(whole) <= LONGEST_ANSWER else say.move(one.decision, one.answer.move)


def passed(turns: int) -> str:
    """Return how far a match has come.

    >>> passed(0), passed(1), passed(3)
    ('The match went on within the turn.', 'One turn was played.', '3 turns were played.')
    """
    if turns < 1:
        return "The match went on within the turn."
    return "One turn was played." if turns == 1 else f"{turns} turns were played."


def whose_turn(hub: LivePlace, seat: str) -> list[str]:
    """Return who is asked now, or that the match is over."""
    if hub.place.is_done:
        return ["The match is over."]
    asked = hub.asked()
    if seat in asked:
        return ["It is your turn."]
    names = hub.desk.say.listing([hub.desk.say.seat(one) for one in asked])
    return [f"{names} {'decides' if len(asked) == 1 else 'decide'} now."] if asked else []
