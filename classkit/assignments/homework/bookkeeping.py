"""Questions on what the books of a match say, asked where its economics yield too few.

They are the same for every student. Those that only count are there for matches of a turn or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from classkit.assignments.answers import Clause, Name, Number, number_in_words
from classkit.assignments.question import Question

from .past import Past, sums


def largest(counts: Mapping[str, int] | Mapping[int, int]) -> tuple[int, tuple[str | int, ...]]:
    """Return the largest count, and all that have it.

    >>> largest({"A": 3, "B": 1, "C": 3})
    (3, ('A', 'C'))
    """
    most = max(counts.values(), default=0)
    return most, tuple(key for key, count in counts.items() if count == most)


def largest_payment(past: Past) -> Iterator[Question]:
    """Ask for the clause behind the largest single payment that a seat received."""
    to_seats = [t for t in past.moneys if past.holder(t.target) and t.turn]
    some = [t for t in to_seats if past.holder(t.source)] or to_seats
    if not some:
        return
    first, *others = [t for t in some if t.amount == max(t.amount for t in some)]
    did = "one seat pay another" if past.holder(first.source) else "a seat receive"
    yield Question(
        f"Under which clause of the rules did {did} the largest sum of "
        f"{past.say.unit(past.money)} at one time, from turn 1 on?",
        Clause(past.match.game.rulebook.clauses, "Sort the ledger by amount, money only."),
        tuple(dict.fromkeys(transfer.rule for transfer in (first, *others))),
        worked=f"{first.amount:,} {past.say.unit(past.money, first.amount)}, for instance in turn "
        f"{first.turn}: {past.say.reason(first.reason)} ({first.rule}).",
    )


def busiest_clause(past: Past) -> Iterator[Question]:
    """Ask for the clause under which most money moved, the set-up left out."""
    moved = sums((t for t in past.moneys if t.turn), lambda transfer: transfer.rule)
    most, rules = largest(moved)
    if len(moved) > 1:
        yield Question(
            f"Under which clause of the rules did the most {past.say.unit(past.money)} move, all "
            "payments from turn 1 on taken together?",
            Clause(past.match.game.rulebook.clauses, "Group the ledger by rule, money only."),
            rules,
            worked=f"{most:,} of {sum(moved.values()):,} in all.",
        )


def best_turn(past: Past) -> Iterator[Question]:
    """Ask for the turn in which the winner gained most."""
    steps = {
        turn: new[past.leader] - old[past.leader]
        for (_, old), (turn, new) in pairwise(past.scores())
    }
    most = max(steps.values(), default=0)
    score = f"“{past.score.label}”" if past.score else "the standings"
    if most > 0:
        yield Question(
            f"In which turn did {past.say.seat(past.leader)} gain the most in {score}? Where "
            "several turns are equal, name one.",
            Number("", ordered=False, miss="Take the difference from each turn to the next."),
            tuple(turn for turn, gain in steps.items() if gain == most),
            worked=f"It rose by {number_in_words(most)}.",
        )


def best_place(past: Past) -> Iterator[Question]:
    """Ask for the space that paid seats most."""
    spaces = [space.id for space in past.match.game.board(past.match.table).spaces]
    some = [t for t in past.moneys if past.holder(t.target) and t.reason in spaces]
    paid = sums(some, lambda transfer: transfer.reason)
    most, best = largest(paid)
    if len(paid) > 1:
        yield Question(
            f"Which space brought seats the most {past.say.unit(past.money)} in this match, all "
            "turns taken together? Where several are equal, name one.",
            Name(tuple(spaces), "the id of a space", miss="Group the ledger by reason."),
            best,
            worked=f"{', '.join(past.say.space(str(space)) for space in best)}: {most:,}.",
        )


def most_received(past: Past) -> Iterator[Question]:
    """Ask who received most titles, cards and goods."""
    came = sums(
        (t for t in past.transfers if t.turn and t.unit != past.money and past.holder(t.target)
         and past.holder(t.target) != past.holder(t.source)),
        lambda transfer: past.holder(transfer.target),
    )  # fmt: skip
    most, seats = largest(came)
    if most:
        aside = f", not counting {past.say.unit(past.money)}" if past.money else ""
        yield Question(
            f"Which seat received the most titles, cards and goods from turn 1 on{aside}? Each "
            "counts as often as it came from another owner or place; where several seats are "
            "equal, name one.",
            Name(past.seats, "the letter of a seat", miss="Group the ledger by target."),
            seats,
            worked=f"{by_seat(past, dict(sorted(came.items())))}.",
        )


def by_seat(past: Past, counts: Mapping[str, int]) -> str:
    """List the counts of seats in words."""
    return ", ".join(f"{past.say.seat(seat)} {count}" for seat, count in counts.items())


def clause_of_most(past: Past) -> Iterator[Question]:
    """Ask for the clause behind most events."""
    rules = Counter(event.rule for event in past.match.events if event.turn and event.rule)
    most, busiest = largest(rules)
    if len(rules) > 2:
        yield Question(
            "Which clause of the rules stands behind the most events from turn 1 on, counted by "
            "the rows of work.events?",
            Clause(past.match.game.rulebook.clauses, "Group the events by rule."),
            busiest,
            worked=f"{most} of {rules.total()} events.",
        )


def transfers_in_all(past: Past) -> Iterator[Question]:
    """Ask how often money moved."""
    if past.moneys:
        yield Question(
            f"How many times did {past.say.unit(past.money)} move from one account to another?",
            Number("times", low="Count rows of the ledger.", high="Count rows of one unit only."),
            len(past.moneys),
            worked="The rows of the ledger with that unit.",
        )


def answers_in_all(past: Past) -> Iterator[Question]:
    """Ask how many answers seats gave; every match has some."""
    yield Question(
        "How many answers did the seats give altogether, not counting those that were undone?",
        Number("answers", low="Count rows of the answers.", high="Leave out what was undone."),
        sum(entry.kind == "answer" for entry in past.match.answers),
        worked="The rows of the answers of kind “answer” that were not undone.",
    )


def busiest_turn(past: Past) -> Iterator[Question]:
    """Ask for the turn with most events."""
    most, turns = largest(Counter(event.turn for event in past.match.events if event.turn))
    if most:
        yield Question(
            "In which turn did the most happen, counted by the rows of work.events? The set-up "
            "does not count; where several turns are equal, name one.",
            Number("", ordered=False, miss="Group the events by turn."),
            turns,
            worked=f"{most} events.",
        )


def most_asked(past: Past) -> Iterator[Question]:
    """Ask who gave most answers."""
    given = [entry.seat for entry in past.match.answers if entry.kind == "answer" and entry.seat]
    counts = Counter(sorted(given))
    if counts:
        yield Question(
            "Which seat gave the most answers, not counting those that were undone? Where several "
            "seats are equal, name one.",
            Name(past.seats, "the letter of a seat", miss="Group the answers by seat."),
            largest(counts)[1],
            worked=f"{by_seat(past, counts)}.",
        )
