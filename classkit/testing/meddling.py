"""Laws of what is given out: whoever changes it changes nothing for anybody else.

Policies of students and cells of a notebook get decisions, events, answers and figures, and may
sort, fill in or cross out what they have got. The match goes on as if they had not.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.requests import Decision
from classkit.engine.views import View

from .matches import Setup, fingerprint, law, setups

TURNS = 8
NOT_READ = frozenset({"chance", "renew_chance", "edition", "options"})
"""Members of a view not to be read: chance goes on with each reading, the others never change."""


@law
@given(st.data())
def test_whoever_changes_what_is_given_out_changes_nothing(game: Any, data: st.DataObject) -> None:
    """Check that a match of meddlers is the match of bots that only read."""
    setup: Setup = data.draw(setups(game))
    before = played(setup, "passive")
    assert played(setup, meddle) == before, "a policy that changes what it is given changes more"
    assert played(setup, "passive") == before, "it changes other matches"


def played(setup: Setup, bots: Any) -> dict[str, Any]:
    """Return all that can be seen of a match after a few turns; a policy also spoils by hand."""
    m = setup.new()
    for _ in range(TURNS):
        if m.is_over:
            break
        m.play(until="turn", bots=bots)
        if callable(bots):
            meddle_with(m)
    return {**fingerprint(m), "answers": [entry._replace(by="") for entry in m.answers]}


def meddle(view: View, decision: Decision) -> Answer:
    """Answer as a passive bot does, having spoilt everything in sight."""
    answer = decision.default
    spoil(decision.default)
    spoil(decision.about)
    for name in dir(view):
        if not name.startswith("_") and name not in NOT_READ:
            look_and_spoil(view, name)
    return answer


def look_and_spoil(view: View, name: str) -> None:
    """Spoil the value of a view's property, or of a method called with nothing or with a seat."""
    found = getattr(view, name)
    if not callable(found):
        spoil(found)
        return
    for values in ((), (view.seat,)):
        with suppress(Exception):  # it asks for something else
            spoil(found(*values))


def meddle_with(m: Match) -> None:
    """Spoil what a match gives to the notebook."""
    for given_out in (m.answers, m.entries, m.events, m.transfers, m.history, m.standings()):
        spoil(given_out)
    spoil(m.metrics())
    spoil(m.starting_facts())
    for decision in m.requests():
        spoil(decision.default)
        spoil(decision.about)


def spoil(value: Any) -> None:
    """Change a value wherever it can be changed, from the inside out."""
    if isinstance(value, dict):
        for item in value.values():
            spoil(item)
        with suppress(TypeError):  # it is written down
            value.update(dict.fromkeys(value, "spoilt"), spoilt=1)
    elif isinstance(value, (list, tuple)):
        for item in value:
            spoil(item)
        if isinstance(value, list):
            value.append("spoilt")
