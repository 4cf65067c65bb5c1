"""Questions that only count, so that there is something to ask even after a turn or two."""

from __future__ import annotations

from classkit.assignments.answers import Clause, Name, Number
from classkit.assignments.question import Question

from .past import Past, sums


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
    counts = {rule: rules.count(rule) for rule in dict.fromkeys(rules)}
    most = max(counts.values())
    return Question(
        "Which clause of the rules stands behind the most events from turn 1 on, counted by the "
        "rows of work.events?",
        Clause(past.match.game.rulebook.clauses, "Group the events by rule."),
        tuple(rule for rule, count in counts.items() if count == most),
        worked=f"{most} of {len(rules)} events.",
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
    counts = {turn: turns.count(turn) for turn in dict.fromkeys(turns)}
    most = max(counts.values())
    return Question(
        "In which turn did the most happen, counted by the rows of work.events? The set-up does "
        "not count; where several turns are equal, name one.",
        Number("", ordered=False, miss="Group the events by turn."),
        tuple(turn for turn, count in counts.items() if count == most),
        worked=f"{most} events.",
    )


def most_asked(past: Past) -> Question | None:
    """Ask who gave most answers."""
    seats = [entry.seat for entry in past.match.answers if entry.kind == "answer"]
    counts = {seat: seats.count(seat) for seat in past.seats if seat in seats}
    if not counts:
        return None
    most = max(counts.values())
    listed = ", ".join(f"{past.say.seat(seat)} {count}" for seat, count in counts.items())
    return Question(
        "Which seat gave the most answers, not counting those that were undone? Where several "
        "seats are equal, name one.",
        Name(past.seats, "the letter of a seat", miss="Group the answers by seat."),
        tuple(seat for seat, count in counts.items() if count == most),
        worked=f"{listed}.",
    )
