"""Questions on what really happened in a match.

Each finder looks for one thing and returns a question on it, or None if nothing of the kind
happened. Finders know no game: they read the figures, the ledger and the events of any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import TypeAlias

from classkit.assignments.answers import Clause, Name, Number, number_in_words
from classkit.assignments.question import Question

from .counting import (
    answers_in_all,
    busiest_turn,
    clause_of_most,
    most_asked,
    most_received,
    transfers_in_all,
)
from .past import AUCTION, Past, Purchase, sums

Finder: TypeAlias = Callable[[Past], Question | None]
QUESTIONS = 5
NOT_TAX = ("buy", "built", "build", "payment", "purchase", "mortgage", "trade", "deal", AUCTION)


def questions(past: Past) -> dict[str, Question]:
    """Return five questions on this match by key, from the first finders that find something.

    >>> import classkit
    >>> past = Past(classkit.new("poleconomy", seats=4, seed=7).play(until="end", bots="saver"))
    >>> list(questions(past))
    ['turning-point', 'over-value', 'burden', 'largest-payment', 'change']
    """
    found: dict[str, Question] = {}
    for key, finder in FINDERS.items():
        question = finder(past) if len(found) < QUESTIONS else None
        if question is not None:
            found[key] = question
    return found


def turning_point(past: Past) -> Question | None:
    """Ask for the turn from which the winner was ahead to the end."""
    scores, leader = past.scores(), past.leader
    ahead = [is_ahead(leader, score) for _, score in scores]
    if not ahead or not ahead[-1] or all(ahead):
        return None
    last_behind = max(place for place, leads in enumerate(ahead) if not leads)
    turn = scores[last_behind + 1][0]
    over = "won" if past.match.winners else "was ahead at the end, though nobody won"
    word = over if past.match.is_over else "leads"
    return Question(
        f"{past.say.seat(leader)} {word}. In which turn did this seat take the lead in "
        f"{score_words(past)} for good: alone in front at the end of that turn and of every one "
        "after it?",
        Number(
            "", ordered=False, miss="Draw the chart, and look for the last crossing of the lines."
        ),
        turn,
        worked=f"At the end of turn {scores[last_behind][0]} {past.say.seat(leader)} was not alone "
        f"in front; from the end of turn {turn} on this seat was.",
    )


def score_words(past: Past) -> str:
    """Return the label of the figure by which the standings go."""
    return f"“{past.score.label}”" if past.score else "the standings"


def is_ahead(seat: str, score: dict[str, float]) -> bool:
    """Return True if a seat has more than every other."""
    return all(score[seat] > value for other, value in score.items() if other != seat)


def over_value(past: Past) -> Question | None:
    """Ask by how much the dearest auction exceeded the list price."""
    bought = past.purchases
    if not bought:
        return None
    most: Purchase = max(bought, key=lambda one: one.price - one.listed)
    over = most.price - most.listed
    title = past.say.space(most.title)
    verb = "over" if over >= 0 else "under"
    no_other = "No other auction of this match " + (
        "went further over it." if over >= 0 else "came nearer to it."
    )
    return Question(
        f"In turn {most.turn}{' (the set-up)' * (not most.turn)} {past.say.seat(most.buyer)} "
        f"bought {title} at an auction. How much {verb} its list price at that moment "
        "did this seat pay?",
        Number(
            past.say.unit(past.money),
            low="Look for the price in the ledger, and for the list price in the rules.",
            high="Look for the price in the ledger, and for the list price in the rules.",
        ),
        abs(over),
        worked=f"Paid {most.price:,}, list price {most.listed:,}. {no_other}",
    )


def burden(past: Past) -> Question | None:
    """Ask who paid most of the heaviest tax or charge."""
    reasons = {t.reason: past.paid(t.reason) for t in past.moneys}
    charges = {
        reason: paid
        for reason, paid in reasons.items()
        if len(paid) > 1 and not reason.startswith(NOT_TAX) and not is_between_seats(past, reason)
    }
    taxes = {reason: paid for reason, paid in charges.items() if "tax" in reason} or charges
    for reason, paid in sorted(taxes.items(), key=lambda item: (-sum(item[1].values()), item[0])):
        most = max(paid.values())
        on = [seat for seat, amount in paid.items() if amount == most]
        if len(on) == 1:
            return burden_of(past, reason, paid, on[0])
    return None


def burden_of(past: Past, reason: str, paid: dict[str, int], seat: str) -> Question:
    """Return the question who paid most of one charge."""
    listed = ", ".join(f"{past.say.seat(s)} {amount:,}" for s, amount in sorted(paid.items()))
    return Question(
        f"In this match several seats paid under the heading “{past.say.reason(reason)}” "
        "(the column “text” of the ledger). Which of them paid most, all turns together?",
        Name(past.seats, "the letter of a seat", miss="Add up the ledger by seat."),
        seat,
        worked=f"In {past.say.unit(past.money)}: {listed}.",
    )


def is_between_seats(past: Past, reason: str) -> bool:
    """Return True if seats pay each other for this reason."""
    return any(
        past.holder(t.target) for t in past.moneys if t.reason == reason and t.source in past.seats
    )


def largest_payment(past: Past) -> Question | None:
    """Ask for the clause behind the largest single payment that a seat received."""
    to_seats = [t for t in past.moneys if past.holder(t.target) and t.turn]
    some = [t for t in to_seats if past.holder(t.source)] or to_seats
    if not some:
        return None
    most = max(transfer.amount for transfer in some)
    largest = [transfer for transfer in some if transfer.amount == most]
    units = past.say.unit(past.money)
    did = "one seat give another" if past.holder(largest[0].source) else "a seat get"
    return Question(
        f"Under which clause of the rules did {did} the largest sum of {units} at one time, from "
        "turn 1 on?",
        Clause(past.match.game.rulebook.clauses, "Sort the ledger by amount, money only."),
        tuple(dict.fromkeys(transfer.rule for transfer in largest)),
        worked=f"{most:,} {past.say.unit(past.money, most)}, for instance in turn "
        f"{largest[0].turn}: {past.say.reason(largest[0].reason)} ({largest[0].rule}).",
    )


def change(past: Past) -> Question | None:
    """Ask how far a figure of the whole table moved, preferably a price."""
    metrics = {m.key: m for m in past.match.game.metrics_of(past.match.table)}
    drawn = [key for c in past.match.game.charts_of(past.match.table) for key in c.metrics]
    for key in sorted(dict.fromkeys(drawn), key=lambda key: not PRICES.search(key)):
        if key not in metrics or metrics[key].scope != "table" or len(past.rows) < 2:
            continue
        first, last = past.rows[0].get(key), past.rows[-1].get(key)
        if not isinstance(first, (int, float)) or not isinstance(last, (int, float)):
            continue
        if first > 0 and last != first:
            turns = f"turn {past.rows[0]['turn']} to that of turn {past.rows[-1]['turn']}"
            return Question(
                f"By how many per cent did “{metrics[key].label}” change from the end of {turns}? "
                "A fall is negative.",
                Number("%", whole=False, tolerance=0.5, low=CHANGE, high=CHANGE),
                100 * (last - first) / first,
                worked=f"From {number_in_words(first)} to {number_in_words(last)}.",
            )
    return None


PRICES = re.compile("inflation|price")
"""Matches the keys of figures that are asked about first."""
CHANGE = "The change is divided by where it began."


def busiest_clause(past: Past) -> Question | None:
    """Ask for the clause under which most money moved, the set-up left out."""
    moved = sums((t for t in past.moneys if t.turn), lambda transfer: transfer.rule)
    if len(moved) < 2:
        return None
    most = max(moved.values())
    return Question(
        f"Under which clause of the rules did most {past.say.unit(past.money)} move from turn 1 "
        "on, everything together?",
        Clause(past.match.game.rulebook.clauses, "Group the ledger by rule, money only."),
        tuple(rule for rule, amount in moved.items() if amount == most),
        worked=f"{most:,} of {sum(moved.values()):,} in all.",
    )


def best_turn(past: Past) -> Question | None:
    """Ask for the turn in which the winner gained most."""
    steps = [
        (new[past.leader] - old[past.leader], turn)
        for (_, old), (turn, new) in pairwise(past.scores())
    ]
    most = max(steps, default=(0.0, 0))
    turns = tuple(turn for gain, turn in steps if gain == most[0])
    if most[0] <= 0:
        return None
    return Question(
        f"In which turn did {past.say.seat(past.leader)} gain most in {score_words(past)}? Where "
        "several turns are equal, name one.",
        Number("", ordered=False, miss="Take the difference from each turn to the next."),
        turns,
        worked=f"It rose by {number_in_words(most[0])}.",
    )


def worst_turn(past: Past) -> Question | None:
    """Ask for the turn of the largest loss of any seat."""
    steps = [
        (new[seat] - old[seat], turn)
        for (_, old), (turn, new) in pairwise(past.scores())
        for seat in past.seats
    ]
    least = min(steps, default=(0.0, 0))[0]
    turns = tuple(dict.fromkeys(turn for loss, turn in steps if loss == least))
    if least >= 0:
        return None
    return Question(
        f"In which turn did a seat lose most in {score_words(past)}? Where several turns are "
        "equal, name one.",
        Number("", ordered=False, miss="Take the difference from each turn to the next, by seat."),
        turns,
        worked=f"It fell by {number_in_words(-least)}.",
    )


def best_place(past: Past) -> Question | None:
    """Ask for the space that paid seats most."""
    spaces = [space.id for space in past.match.game.board(past.match.table).spaces]
    some = [t for t in past.moneys if past.holder(t.target) and t.reason in spaces]
    paid = sums(some, lambda transfer: transfer.reason)
    if len(paid) < 2:
        return None
    most = max(paid.values())
    best = tuple(space for space, amount in paid.items() if amount == most)
    listed = ", ".join(past.say.space(space) for space in best)
    return Question(
        f"Which space brought seats most {past.say.unit(past.money)} in this match, all turns "
        "together? Where several are equal, name one.",
        Name(tuple(spaces), "the id of a space", miss="Group the ledger by reason."),
        best,
        worked=f"{listed}: {most:,}.",
    )


FINDERS: dict[str, Finder] = {
    "turning-point": turning_point,
    "over-value": over_value,
    "burden": burden,
    "largest-payment": largest_payment,
    "change": change,
    "best-place": best_place,
    "busiest-clause": busiest_clause,
    "best-turn": best_turn,
    "worst-turn": worst_turn,
    "gatherer": most_received,
    "clause-of-most": clause_of_most,
    "busiest-turn": busiest_turn,
    "most-asked": most_asked,
    "transfers": transfers_in_all,
    "answers": answers_in_all,
}
