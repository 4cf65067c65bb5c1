"""Lookups of views: an unknown name raises UnknownName with a suggestion."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import classkit
from classkit.engine.errors import UnknownName
from classkit.engine.match import Match
from classkit.testing.hostile_input_laws import HOSTILE_VALUES

NAMES: dict[str, dict[str, Any]] = {
    "poleconomy": {
        "seat": "A", "debtor": "A", "account": "bank", "square": "I07", "stock": "savings",
        "holder": "bank", "others": 0,
    },
    "opoly": {
        "seat": "A", "account": "bank", "space": "boardwalk", "asset": "land_bank",
        "group": "orange", "effect": "poach", "kind": "house", "steps": 3,
    },
    "economicon": {
        "seat": "A", "nation": "A", "unit": "grain", "pay_with": "gold", "quantity": 1,
        "budget": 5, "name": "tokens", "needs": {"grain": 1}, "asked": [],
    },
    "economy": {
        "seat": "A", "space": "d4", "card": "chemicals-3", "sector": "chemicals", "weight": 1.0,
        "spaces": ["d4"],
    },
}  # fmt: skip
"""Game -> a valid value for each parameter of its lookups."""

NO_NAMES = {
    "steps",
    "others",
    "quantity",
    "budget",
    "weight",
    "needs",
    "asked",
    "spaces",
    "stated",
    "law",
    "bill",
    "votes",
}
"""Parameters that are not a single name."""


def match_of(game: str) -> Match:
    return classkit.new(game, seats=4, seed=3, options={"game": 2} if game == "poleconomy" else {})


def look_ups(view: Any) -> list[tuple[str, str]]:
    """Return each lookup of a view with each parameter that is a name."""
    found = []
    for name, method in inspect.getmembers(type(view), inspect.isfunction):
        if name.startswith("_") or name == "renew_chance":
            continue
        _, *parameters = inspect.signature(method).parameters
        found += [(name, p) for p in parameters if p not in NO_NAMES]
    return found


@pytest.mark.parametrize("game", sorted(NAMES))
def test_an_unknown_name_is_refused_with_the_one_that_was_meant(game: str) -> None:
    m = match_of(game)
    names, tried = NAMES[game], 0
    for viewer in ("A", None, "instructor"):
        view = m.view(viewer)
        for name, parameter in look_ups(view):
            method: Callable[..., Any] = getattr(view, name)
            given = {p: names[p] for p in inspect.signature(method).parameters if p in names}
            good = given[parameter]
            for wrong in (f"{good}x", "", None, [good], 3, HOSTILE_VALUES["a hostile object"]):
                with pytest.raises(UnknownName, match="There is no") as refusal:
                    method(**{**given, parameter: wrong})
                if isinstance(wrong, str) and wrong and len(good) > 1:
                    assert "Did you mean" in str(refusal.value), refusal.value
                tried += 1
    assert tried > 100


@pytest.mark.parametrize("game", sorted(NAMES))
def test_what_the_ledger_does_not_have_is_refused_too(game: str) -> None:
    ledger = match_of(game).ledger
    title = next(iter(ledger.titles), "")
    if title:  # Economicon has none
        with pytest.raises(UnknownName, match="Did you mean"):
            ledger.holder(f"{title}x")
    with pytest.raises(UnknownName, match="There is no unit") as refusal:
        ledger.balance("bank", "no such thing")
    assert len(str(refusal.value)) < 1_000, "nobody reads a list of all titles"
    for look_up in (ledger.holder, lambda name: ledger.balance("bank", name)):
        for wrong in (f"{title}x", "", "no such thing"):
            with pytest.raises(UnknownName):
                look_up(wrong)


def test_lists_of_names_are_looked_at_one_by_one() -> None:
    view = match_of("economicon").view("A")
    with pytest.raises(UnknownName, match="Did you mean 'grain'"):
        view.lacking("A", {"grains": 1})
    with pytest.raises(UnknownName, match="There is no measure"):
        view.short_of("A", [("nothing", 1)])
    view = match_of("economy").view("A")
    for look_up in (view.free_among, view.locations_among, view.nearest_to_free, view.pieces_among):
        with pytest.raises(UnknownName, match="There is no space 'd9'"):
            look_up(["d4", "d9"])
