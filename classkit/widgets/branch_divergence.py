"""Divergence of two branches: the first decision that differs, and both answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from classkit.engine.events import ANSWER_KINDS, Entry
from classkit.engine.match import Match
from classkit.engine.rulebook_text import TextFormatter

from .choice_labels import value_label

Steps: TypeAlias = Sequence[tuple[int, Entry]]
"""The steps of a match, each with its turn (:attr:`Match.steps`)."""

MAX_DETAILS = 40
"""Maximum number of characters of the values shown with a decision."""


class Divergence(NamedTuple):
    """The step at which two branches diverge, its turn, and the decision of each in words.

    The words are empty for a branch that has not reached that step.
    """

    step: int
    turn: int
    here: str
    there: str

    @property
    def is_open(self) -> bool:
        """True if one of the two branches has not reached that step."""
        return not (self.here and self.there)


def find_divergence_step(one: Steps, other: Steps) -> int | None:
    """Return the first step at which two branches differ, or None if there is none."""
    pairs = enumerate(zip(one, other, strict=False))
    return next(
        (at for at, ((_, own), (_, its)) in pairs if entry_content(own) != entry_content(its)), None
    )


def entry_content(entry: Entry) -> tuple[Any, ...]:
    """Return an entry without its author and secrecy, for comparison with another entry."""
    return (*entry[:3], entry.value or None)


def find_divergence(here: Match, there: Match) -> Divergence | None:
    """Return where two matches diverge, or None if they have not diverged."""
    own, its = here.steps, there.steps
    step = find_divergence_step(own, its)
    if step is None:
        return None
    before = here.fork().goto(step=step)
    before.names = here.names
    words = [describe_step(before, steps[step][1]) for steps in (own, its)]
    return Divergence(step, own[step][0], *words)


def find_continuation(here: Match, there: Match, players: Mapping[str, str]) -> Divergence | None:
    """Return the first decision beyond the end of the shorter branch that matters, or None.

    ``players`` would continue the shorter branch and make the same decisions as before. So this is
    the first decision of the longer branch that another player made.
    """
    own, its = here.steps, there.steps
    longer, steps = (here, own) if len(own) > len(its) else (there, its)
    for step in range(min(len(own), len(its)), len(steps)):
        turn, entry = steps[step]
        if (
            entry.seat is not None
            and entry.kind in ANSWER_KINDS
            and entry.by != players.get(entry.seat)
        ):
            before = longer.fork().goto(step=step)
            before.names = here.names
            deed = describe_step(before, entry)
            return Divergence(step, turn, *((deed, "") if longer is here else ("", deed)))
    return None


def describe_step(match: Match, entry: Entry) -> str:
    """Return a step in words, such as "B buys". ``match`` must be just before that step.

    Secret answers are not revealed: "B decides in secret".
    """
    say = match.say()
    if entry.seat is None or entry.kind not in ANSWER_KINDS:
        return describe_host_step(say, entry)
    if entry.secret:
        return f"{say.seat(entry.seat)} decides in secret"
    if entry.kind != "answer":
        return say.move_sentence(entry.seat, "", entry.name)
    asked = next((one for one in match.requests() if one.seat == entry.seat), None)
    decision = asked.name if asked else ""
    return say.move_sentence(
        entry.seat, decision, entry.name, format_details(say, decision, entry.value)
    )


def format_details(say: TextFormatter, decision: str, fields: Any) -> str:
    """Return a move's values in words, or '' if they are long. A single value has no label."""
    if not isinstance(fields, Mapping) or not fields:
        return ""
    if len(fields) == 1 and isinstance(alone := next(iter(fields.values())), int):
        return f"{alone:,}"
    values = {name: value_label(say, decision, value) for name, value in fields.items()}
    told = (
        "".join(values.values())
        if len(values) == 1
        else "; ".join(f"{say.field_label(name)}: {value}" for name, value in values.items())
    )
    return f"({told})" if len(told) <= MAX_DETAILS else ""


def describe_host_step(say: TextFormatter, entry: Entry) -> str:
    """Return in words a signal from the host, or a roll or draw by hand."""
    if entry.kind == "signal":
        return say.signal_label(entry.name)
    value = entry.value
    came = " and ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return f"The room throws {came}"[:MAX_DETAILS]


def count_finished_turns(match: Match) -> int:
    """Return the number of finished turns of a match, including the turns that can be redone."""
    return match.last_turn if latest_match(match).is_over else max(0, match.last_turn - 1)


def latest_match(match: Match) -> Match:
    """Return a match at its latest step: a fork if it has gone back, else the match itself."""
    return match.fork().goto(step=match.last_step) if match.can_redo else match
