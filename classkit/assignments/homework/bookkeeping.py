"""Questions on what the books of a match say, asked where its economics yield too few.

They are the same for every student.
"""

from __future__ import annotations

from itertools import pairwise

from classkit.assignments.answers import Clause, Name, Number, number_in_words
from classkit.assignments.question import Question

from .past import Past, sums


def score_words(past: Past) -> str:
    """Return the label of the figure by which the standings go."""
    return f"“{past.score.label}”" if past.score else "the standings"


def largest_payment(past: Past) -> Question | None:
    """Ask for the clause behind the largest single payment that a seat received."""
    to_seats = [t for t in past.moneys if past.holder(t.target) and t.turn]
    some = [t for t in to_seats if past.holder(t.source)] or to_seats
    if not some:
        return None
    most = max(transfer.amount for transfer in some)
    largest = [transfer for transfer in some if transfer.amount == most]
    units = past.say.unit(past.money)
    did = "one seat pay another" if past.holder(largest[0].source) else "a seat receive"
    return Question(
        f"Under which clause of the rules did {did} the largest sum of {units} at one time, from "
        "turn 1 on?",
        Clause(past.match.game.rulebook.clauses, "Sort the ledger by amount, money only."),
        tuple(dict.fromkeys(transfer.rule for transfer in largest)),
        worked=f"{most:,} {past.say.unit(past.money, most)}, for instance in turn "
        f"{largest[0].turn}: {past.say.reason(largest[0].reason)} ({largest[0].rule}).",
    )


def busiest_clause(past: Past) -> Question | None:
    """Ask for the clause under which most money moved, the set-up left out."""
    moved = sums((t for t in past.moneys if t.turn), lambda transfer: transfer.rule)
    if len(moved) < 2:
        return None
    most = max(moved.values())
    return Question(
        f"Under which clause of the rules did the most {past.say.unit(past.money)} move, all "
        "payments from turn 1 on taken together?",
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
        f"In which turn did {past.say.seat(past.leader)} gain the most in {score_words(past)}? "
        "Where several turns are equal, name one.",
        Number("", ordered=False, miss="Take the difference from each turn to the next."),
        turns,
        worked=f"It rose by {number_in_words(most[0])}.",
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
        f"Which space brought seats the most {past.say.unit(past.money)} in this match, all turns "
        "taken together? Where several are equal, name one.",
        Name(tuple(spaces), "the id of a space", miss="Group the ledger by reason."),
        best,
        worked=f"{listed}: {most:,}.",
    )
