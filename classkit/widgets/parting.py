"""Where two lines of play part: the decision that parts them, and what each decided there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.log import GIVEN, Entry
from classkit.engine.match import Match
from classkit.engine.words import Say

from .labels import value_label

Steps: TypeAlias = Sequence[tuple[int, Entry]]
"""The steps of a match, each with its turn (:attr:`Match.steps`)."""

MOST_DETAILS = 40
"""The most characters of filled-in values that are told with a decision."""


class Parting(NamedTuple):
    """The step at which two lines part, its turn, and what each did there, in words.

    The words are empty for a line that has not yet reached that step.
    """

    step: int
    turn: int
    here: str
    there: str

    @property
    def is_open(self) -> bool:
        """Whether one of the two lines has not yet reached its own decision."""
        return not (self.here and self.there)


def parted_at(one: Steps, other: Steps) -> int | None:
    """Return the first step at which two lines decided differently; None where they have not."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, ((_, own), (_, its)) in pairs if what(own) != what(its)), None)


def what(entry: Entry) -> tuple[Any, ...]:
    """Return the contents of an entry without its author, to compare it with another."""
    return (*entry[:3], entry.value or None)


def parting_of(here: Match, there: Match) -> Parting | None:
    """Return where two matches part; None where they have not parted."""
    own, its = here.steps, there.steps
    step = parted_at(own, its)
    if step is None:
        return None
    before = here.fork().goto(step=step)
    before.names = here.names
    words = [deed_of(before, steps[step][1]) for steps in (own, its)]
    return Parting(step, own[step][0], *words)


def going_on(here: Match, there: Match, players: Mapping[str, str]) -> Parting | None:
    """Return the first decision beyond the shorter line that ``players`` did not make; else None.

    The shorter line is to be played on by ``players``, who would repeat their own decisions.
    """
    own, its = here.steps, there.steps
    longer, steps = (here, own) if len(own) > len(its) else (there, its)
    for step in range(min(len(own), len(its)), len(steps)):
        turn, entry = steps[step]
        if entry.seat is not None and entry.kind in GIVEN and entry.by != players.get(entry.seat):
            before = longer.fork().goto(step=step)
            before.names = here.names
            deed = deed_of(before, entry)
            return Parting(step, turn, *((deed, "") if longer is here else ("", deed)))
    return None


def deed_of(match: Match, entry: Entry) -> str:
    """Return a step in words, such as "B buys"; ``match`` stands just before it.

    What was answered under seal stays there: "B decides".
    """
    say = match.say()
    if entry.seat is None or entry.kind not in GIVEN:
        return thrown(say, entry)
    if entry.secret:
        return f"{say.seat(entry.seat)} decides in secret"
    if entry.kind != "answer":
        return say.deed(entry.seat, "", entry.name)
    asked = next((one for one in match.requests() if one.seat == entry.seat), None)
    decision = asked.name if asked else ""
    return say.deed(entry.seat, decision, entry.name, details(say, decision, entry.value))


def details(say: Say, decision: str, fields: Any) -> str:
    """Return what was filled in, if it is short: the value alone where there is one field."""
    if not isinstance(fields, Mapping) or not fields:
        return ""
    if len(fields) == 1 and isinstance(alone := next(iter(fields.values())), int):
        return f"{alone:,}"
    values = {name: value_label(say, decision, value) for name, value in fields.items()}
    told = (
        "".join(values.values())
        if len(values) == 1
        else "; ".join(f"{say.field(name)}: {value}" for name, value in values.items())
    )
    return f"({told})" if len(told) <= MOST_DETAILS else ""


def thrown(say: Say, entry: Entry) -> str:
    """Return in words what the host or the room did."""
    if entry.kind == "signal":
        return say.signal(entry.name)
    value = entry.value
    came = " and ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return f"The room throws {came}"[:MOST_DETAILS]


def finished(match: Match) -> int:
    """Return how many turns a match has finished, also ahead of where it stands."""
    return match.last_turn if latest(match).is_over else max(0, match.last_turn - 1)


def latest(match: Match) -> Match:
    """Return a match as it stands at its latest step."""
    return match.fork().goto(step=match.last_step) if match.can_redo else match
