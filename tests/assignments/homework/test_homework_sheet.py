"""A homework that is opened: what it tells, and what is no match."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import pytest

import classkit
from classkit.assignments.feedback import Unanswered
from classkit.assignments.homework import Homework, open_homework
from classkit.assignments.homework.homework_notebook import build_notebooks
from classkit.assignments.homework.homework_sheet import pack_match, unpack_match
from classkit.assignments.homework.question_finders import (
    continue_match,
)
from classkit.assignments.key import open_key
from classkit.engine.errors import RecordError
from classkit.engine.match import Match
from classkit.engine.serialization import MAX_BYTES


@pytest.mark.sweep(1)
def test_an_answer_is_judged_and_not_given_away(match: Match) -> None:
    work = Homework(match)
    for key in work.questions:
        right = open_key(work).answer(key)
        with pytest.raises(Unanswered, match="No answer yet"):
            work.check(key, None)
        wrong = right + 10**9 if isinstance(right, (int, float)) else "no such thing"
        feedback = work.check(key, wrong)
        assert not feedback.right
        if key == "reason":  # whose form names every letter
            assert all(f"'{letter}'" in feedback.words for letter in "abcd")
        else:
            assert str(right) not in feedback.words.split()


@pytest.mark.sweep(1)
def test_no_way_leads_from_the_work_to_an_answer(match: Match) -> None:
    """Issue 20, item 6."""
    work = Homework(match)
    for name in ("answer", "worked", "mark", "plan", "makers", "key"):
        assert not hasattr(work, name)
    for key in work.questions:
        assert not hasattr(work.ask(key), "right") and not hasattr(work.ask(key), "worked")


def test_a_match_that_goes_on_tells_nothing_of_what_comes() -> None:
    match = continue_match(classkit.new("poleconomy", seats=3, options={"game": 1}).play("turn"))
    work = open_homework(pack_match(match))
    assert work.played.digest() == match.digest() and work.played.seed != match.seed
    assert str(match.seed) not in build_notebooks(match)["homework"]


@pytest.mark.parametrize("text", ["", "no", "AAAA", "=" * 99, "é", "\ud800", None, 5])
def test_a_damaged_match_is_refused(text: Any) -> None:
    with pytest.raises(RecordError):
        unpack_match(text)


def test_a_match_that_swells_is_refused_before_it_fills_the_memory() -> None:
    bomb = base64.b64encode(zlib.compress(b"[" * (20 * MAX_BYTES))).decode()
    with pytest.raises(RecordError, match="the limit is 5 MB"):
        unpack_match(bomb)
