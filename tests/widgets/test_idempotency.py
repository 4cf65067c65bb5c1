"""What a page asks for again is not done again, whatever the line between them does to messages."""

from __future__ import annotations

import random
from typing import Any

import pytest

import classkit
from classkit.widgets.connection_protocol import Hub
from classkit.widgets.idempotency import MAX_ACTIONS, MAX_PAGES, NUMBERS_PER_PAGE, RequestHistory
from tests.widgets.pages import Page

FIRST = 7 * NUMBERS_PER_PAGE


@pytest.fixture
def page() -> Page:
    return Page.of(classkit.new("poleconomy", seats=3, seed=7, options={"game": 1}))


def asked(page: Page, number: int, verb: str, **arguments: Any) -> dict[str, Any]:
    """Ask under a number; gives the one answer."""
    before = len(page.messages)
    page.channel.receive_message({"do": verb, "id": FIRST + number, **arguments})
    answers = [m for m in page.messages[before:] if m.get("reply") == FIRST + number]
    assert len(answers) == 1
    return answers[0]


def test_a_step_asked_for_twice_is_one_step(page: Page) -> None:
    assert asked(page, 1, "step", until="turn")["kind"] == "step"
    digest = page.match.digest()
    again = asked(page, 1, "step", until="turn")
    assert again["kind"] == "snapshot" and page.match.digest() == digest
    assert asked(page, 2, "step", until="turn")["kind"] == "step"
    assert page.match.digest() != digest


def test_what_was_refused_is_refused_again_though_it_would_go_now(page: Page) -> None:
    page.do("goto", step=0)
    refused = asked(page, 1, "back")
    assert refused["kind"] == "refused"
    page.do("step", until="turn")
    digest = page.match.digest()
    assert asked(page, 1, "back")["reason"] == refused["reason"]
    assert page.match.digest() == digest


def test_what_only_looks_is_answered_each_time(page: Page) -> None:
    assert asked(page, 1, "rules")["data"] == asked(page, 1, "rules")["data"]
    assert asked(page, 2, "snapshot")["kind"] == asked(page, 2, "snapshot")["kind"] == "snapshot"


def test_what_is_older_than_all_that_is_remembered_is_refused(page: Page) -> None:
    for number in range(2, MAX_ACTIONS + 3):
        asked(page, number, "theme", theme="dark")
    digest = page.match.digest()
    late = asked(page, 1, "step")
    assert late["kind"] == "refused" and "arrived so late" in late["reason"]
    assert page.match.digest() == digest


def test_two_pages_count_apart_and_programs_do_not_count(page: Page) -> None:
    page.channel.receive_message({"do": "step", "until": "turn", "id": FIRST + 1})
    page.channel.receive_message(
        {"do": "step", "until": "turn", "id": FIRST + NUMBERS_PER_PAGE + 1}
    )
    page.channel.receive_message({"do": "step", "until": "turn", "id": 1})
    page.channel.receive_message({"do": "step", "until": "turn", "id": 1})
    assert page.match.turn == 5


def test_a_kernel_started_anew_does_nothing_that_was_asked_of_the_one_before(page: Page) -> None:
    """The match restored in it may hold the very answer already."""
    digest = page.match.digest()
    kernel = page.channel.hub.kernel_id
    answer = asked(page, 1, "step", kernel="of another life")
    assert answer["kind"] == "snapshot" and answer["kernel"] == kernel
    assert page.match.digest() == digest
    assert asked(page, 2, "step", kernel=kernel)["kind"] == "step"
    assert Hub(page.desk).kernel_id != kernel


def test_a_pong_tells_what_was_sent_last(page: Page) -> None:
    """A page that missed the very last message would learn of it only with the next."""
    page.do("step")
    assert page.do("ping")["at"] == page.messages[-2]["seq"]


def test_what_is_told_once_is_told_again_when_its_answer_was_lost(page: Page) -> None:
    """A match that could not be opened is spoken of once: not only in a message that was lost."""
    told = iter(["it was not found", None])
    page.channel.handlers["session"] = lambda _: {"kind": "session", "problem": next(told)}
    assert asked(page, 1, "session")["problem"] == "it was not found"
    assert asked(page, 1, "session")["problem"] == "it was not found"
    assert asked(page, 2, "session")["problem"] is None


@pytest.mark.sweep(2)
@pytest.mark.parametrize("seed", range(6))
def test_whatever_comes_doubled_late_and_out_of_order_is_done_once(seed: int) -> None:
    """Turns are counted: as many as there are different actions, however often each came."""
    chance = random.Random(seed)
    page = Page.of(
        classkit.new("poleconomy", seats=2, seed=seed, options={"game": 1, "round_limit": 200})
    )
    came: list[int] = []
    waiting = [1 + n for n in range(60)]
    while waiting:
        number = waiting[chance.randrange(min(8, len(waiting)))]
        if chance.random() < 0.6:
            waiting.remove(number)
        asked(page, number, "step", until="turn")
        came.append(number)
    for number in chance.sample(came, 20):
        asked(page, number, "step", until="turn")
    assert page.match.turn == 1 + 60 and len(came) > 70


def test_memory_of_pages_is_bounded() -> None:
    repeats = RequestHistory()
    for page in range(1, 500):
        for number in range(1, 200):
            assert repeats.is_new(page * NUMBERS_PER_PAGE + number)
    assert len(repeats.pages) == MAX_PAGES
    assert all(len(actions) == MAX_ACTIONS for actions in repeats.pages.values())
