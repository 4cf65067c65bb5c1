"""Questions on what the books of a match say, asked where its economics yield too few.

They are the same for every student. Those that only count are there for matches of a turn or two.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from statistics import multimode

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


def most_received(past: Past) -> Question | None:
    """Ask who received most titles, cards and goods."""
    came = sums(
        (t for t in past.transfers if t.turn and t.unit != past.money and past.holder(t.target)
         and past.holder(t.target) != past.holder(t.source)),
        lambda transfer: past.holder(transfer.target),
    )  # fmt: skip
    most = max(came.values(), default=0)
    if not most:
        return None
    aside = f", not counting {past.say.unit(past.money)}" if past.money else ""
    listed = ", ".join(f"{past.say.seat(seat)} {count}" for seat, count in sorted(came.items()))
    return Question(
        f"Which seat received the most titles, cards and goods from turn 1 on{aside}? Each counts "
        "as often as it came from another owner or place; where several seats are equal, name "
        "one.",
        Name(past.seats, "the letter of a seat", miss="Group the ledger by target."),
        tuple(seat for seat, count in came.items() if count == most),
        worked=f"{listed}.",
    )


def clause_of_most(past: Past) -> Question | None:
    """Ask for the clause behind most events."""
    rules = [event.rule for event in past.match.events if event.turn and event.rule]
    if len(set(rules)) < 3:
        return None
    most = multimode(rules)
    return Question(
        "Which clause of the rules stands behind the most events from turn 1 on, counted by the "
        "rows of work.events?",
        Clause(past.match.game.rulebook.clauses, "Group the events by rule."),
        tuple(most),
        worked=f"{rules.count(most[0])} of {len(rules)} events.",
    )


def transfers_in_all(past: Past) -> Question | None:
    """Ask how often money moved."""
    if not past.moneys:
        return None
    return Question(
        f"How many times did {past.say.unit(past.money)} move from one account to another?",
        Number("times", low="Count rows of the ledger.", high="Count rows of one unit only."),
        len(past.moneys),
        worked="The rows of the ledger with that unit.",
    )


def answers_in_all(past: Past) -> Question | None:
    """Ask how many answers seats gave; every match has some."""
    given = [entry for entry in past.match.answers if entry.kind == "answer"]
    return Question(
        "How many answers did the seats give altogether, not counting those that were undone?",
        Number("answers", low="Count rows of the answers.", high="Leave out what was undone."),
        len(given),
        worked="The rows of the answers of kind “answer” that were not undone.",
    )


def busiest_turn(past: Past) -> Question | None:
    """Ask for the turn with most events."""
    turns = [event.turn for event in past.match.events if event.turn]
    if not turns:
        return None
    most = multimode(turns)
    return Question(
        "In which turn did the most happen, counted by the rows of work.events? The set-up does "
        "not count; where several turns are equal, name one.",
        Number("", ordered=False, miss="Group the events by turn."),
        tuple(most),
        worked=f"{turns.count(most[0])} events.",
    )


def most_asked(past: Past) -> Question | None:
    """Ask who gave most answers."""
    seats = sorted(
        entry.seat for entry in past.match.answers if entry.kind == "answer" and entry.seat
    )
    if not seats:
        return None
    listed = ", ".join(f"{past.say.seat(seat)} {n}" for seat, n in Counter(seats).items())
    return Question(
        "Which seat gave the most answers, not counting those that were undone? Where several "
        "seats are equal, name one.",
        Name(past.seats, "the letter of a seat", miss="Group the answers by seat."),
        tuple(multimode(seats)),
        worked=f"{listed}.",
    )
