"""Laws of aliasing: modifying a returned object never changes the match.

Policies and notebooks receive decisions, events, answers and metrics, and may modify them. The
match must continue as if they had not been modified.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.decisions import Decision
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.views import View

from .match_strategies import Setup, law, setups, snapshot_match

TURNS = 8
UNREAD_MEMBERS = frozenset({"chance", "renew_chance", "edition", "options"})
"""View members that are not read. Reading chance advances it, and the others never change."""


@law
@given(st.data())
def test_whoever_changes_what_is_given_out_changes_nothing(game: Any, data: st.DataObject) -> None:
    """Check that bots that modify everything they receive play the same match as other bots."""
    setup: Setup = data.draw(setups(game))
    before = play_turns(setup, "passive")
    assert play_turns(setup, mutating_policy) == before, (
        "a policy that modifies its input changes the match"
    )
    assert play_turns(setup, "passive") == before, (
        "a policy that modifies its input changes other matches"
    )


def play_turns(setup: Setup, bots: Any) -> dict[str, Any]:
    """Return a snapshot of a match after a few turns.

    With a policy, also mutate the match's outputs.
    """
    m = setup.new()
    for _ in range(TURNS):
        if m.is_over:
            break
        m.play(until="turn", bots=bots)
        if callable(bots):
            mutate_match_outputs(m)
    return {**snapshot_match(m), "answers": [entry._replace(by="") for entry in m.answers]}


def mutating_policy(view: View, decision: Decision) -> Answer:
    """Mutate everything that the view and the decision return, then answer with the default."""
    answer = decision.default
    mutate_value(decision.default)
    mutate_value(decision.about)
    for name in dir(view):
        if not name.startswith("_") and name not in UNREAD_MEMBERS:
            mutate_member(view, name)
    return answer


def mutate_member(view: View, name: str) -> None:
    """Mutate the value of a property, or of a method called without arguments or with a seat."""
    found = getattr(view, name)
    if not callable(found):
        mutate_value(found)
        return
    for values in ((), (view.seat,)):
        with suppress(Exception):  # the method needs other arguments
            mutate_value(found(*values))


def mutate_match_outputs(m: Match) -> None:
    """Mutate the objects that a match returns to a notebook."""
    for given_out in (m.answers, m.entries, m.events, m.transfers, m.history, m.standings()):
        mutate_value(given_out)
    mutate_value(m.metrics())
    mutate_value(m.starting_facts())
    for decision in m.requests():
        mutate_value(decision.default)
        mutate_value(decision.about)


def mutate_value(value: Any) -> None:
    """Mutate all lists and dicts in a value, innermost first."""
    if isinstance(value, dict):
        for item in value.values():
            mutate_value(item)
        with suppress(TypeError):  # read-only
            value.update(dict.fromkeys(value, "spoilt"), spoilt=1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            mutate_value(item)
        if isinstance(value, list):
            value.append("spoilt")
