"""What a policy has changed itself in a study is no change, even if no text tells of it."""

from __future__ import annotations

import bisect
import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from classkit.study.provenance import self_mutation
from classkit.study.provenance.fingerprint import hash_player
from classkit.study.provenance.self_mutation import watch_mutations

Act = Callable[[str], Any]


@pytest.fixture(autouse=True)
def session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known from studies before."""
    monkeypatch.setattr(self_mutation, "left", {})


def note(memo: list[Any], what: Any) -> None:
    memo.append(what)


MEMO: Any = None


def reads(view: str) -> None:
    MEMO[view]


def lends(view: str) -> None:
    note(MEMO, view)


def sorts_in(view: str) -> None:
    bisect.insort(MEMO, view)


def counts(view: str) -> None:
    np.add.at(MEMO, len(view), 1)


def shuffles(view: str) -> None:
    random.Random(view).shuffle(MEMO)


def loops(view: str) -> None:
    for values in MEMO.values():
        values.append(view)


def sets(view: str) -> None:
    MEMO.__setitem__(view, 1)


UNTOLD: list[tuple[Act, Callable[[], Any], Any]] = [
    (reads, lambda: defaultdict(int), defaultdict(int, mine=3)),
    (lends, lambda: ["a"], ["mine"]),
    (sorts_in, lambda: ["a"], ["mine"]),
    (counts, lambda: np.zeros(9), np.ones(9)),
    (shuffles, lambda: [*range(9)], [3]),
    (loops, lambda: {"x": ["a"]}, {"x": ["mine"]}),
    (sets, lambda: {"x": 0}, {"x": 7}),
]


def play(act: Act, *views: str) -> None:
    with watch_mutations([act]):
        for view in views:
            act(view)


@pytest.mark.parametrize(("act", "begin", "mine"), UNTOLD)
def test_a_memo_that_no_text_tells_of_is_no_change(
    act: Act, begin: Callable[[], Any], mine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "MEMO", begin())
    before = hash_player(act)
    play(act, "one", "two")
    assert hash_player(act) == before, "as the study left it"
    play(act, "three")
    assert hash_player(act) == before, "and the next one"
    globals()["MEMO"] = mine
    changed = hash_player(act)
    assert changed != before, "somebody has changed it"
    play(act, "four")
    assert hash_player(act) == changed, "which is what that study began with"
    globals()["MEMO"] = begin()
    assert hash_player(act) == before, "as in a new session"


def test_what_changes_outside_of_studies_is_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "MEMO", ["a"])
    before = hash_player(lends)
    play(lends, "one")
    lends("by hand")
    assert hash_player(lends) != before


def test_a_study_that_is_stopped_has_done_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "MEMO", ["a"])
    before = hash_player(lends)
    with pytest.raises(KeyboardInterrupt), watch_mutations([lends]):
        lends("one")
        raise KeyboardInterrupt
    assert len(MEMO) == 2 and hash_player(lends) == before


class Record:
    def __init__(self, view: str) -> None:
        self.view = view


def keeps(view: str) -> None:
    note(MEMO, Record(view))


def test_objects_in_a_memo_are_no_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are reached only once it holds them."""
    monkeypatch.setitem(globals(), "MEMO", [])
    before = hash_player(keeps)
    play(keeps, "one", "two")
    assert hash_player(keeps) == before
    MEMO[0].view = "mine"
    assert hash_player(keeps) != before
