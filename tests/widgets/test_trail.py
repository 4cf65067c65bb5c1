"""What a page shows behind a sentence: the events that it reports, and their ledger rows."""

from __future__ import annotations

import classkit
from classkit.widgets.trail import NOTHING_NOTE, without_parts

from .pages import Page


def over(name: str, seed: int, **options: object) -> Page:
    return Page.of(classkit.new(name, seats=4, seed=seed, options=options).play(until="end"))


def number_of(page: Page, name: str) -> int:
    """Return the number of the last event of a name."""
    return max(number for number, event in enumerate(page.match.events, 1) if event.name == name)


def test_nothing_changed_hands_stands_under_no_accepted_trade() -> None:
    page = over("poleconomy", 6, game=1)
    trail = page.do("trail", news=number_of(page, "trade_done"))["data"]
    assert trail["entries"] and not trail["note"]
    assert {entry["reason"] for entry in trail["entries"]} == {"trade"}


def test_where_nothing_was_paid_the_trail_says_so() -> None:
    page = over("poleconomy", 6, game=1)
    trail = page.do("trail", news=number_of(page, "dice_thrown"))["data"]
    assert (trail["entries"], trail["note"]) == ([], NOTHING_NOTE)
    assert trail["clause"]["id"] == "P3.3" or trail["clause"]


def test_evidence_tells_a_trade_once() -> None:
    """Its payments have events of their own, which are not repeated."""
    page = over("poleconomy", 6, game=1)
    trade = number_of(page, "trade_done")
    rows = page.match.links.get_rows(trade)
    events = [event for row in rows for event in page.match.links.get_events(row)]
    shown = page.do("evidence", events=events, transfers=list(rows))["data"]
    assert [len(event["entries"]) for event in shown["events"]] in ([len(rows)], [len(rows), 0])
    assert not shown["entries"] and not shown["left"]


def test_numbers_that_there_are_not_show_nothing() -> None:
    page = over("economy", 1)
    shown = page.do("evidence", events=[0, 10**6], transfers=[0, 10**6])["data"]
    assert shown["events"] == shown["entries"] == []


def test_a_hidden_event_is_not_shown() -> None:
    """E1.2: each seat sees only the hand that it is dealt."""
    page = over("economy", 1)
    hand = next(n for n, event in enumerate(page.match.events, 1) if event.name == "hand_dealt")
    assert not page.do("evidence", events=[hand], transfers=[])["data"]["events"]


def test_turning_points_carry_their_evidence() -> None:
    page = over("poleconomy", 1, game=1)
    points = page.now["end"]["turns"]
    assert any(point["evidence"]["events"] for point in points)
    for point in points:
        shown = page.do("evidence", **point["evidence"])["data"]
        assert all(event["turn"] <= point["turn"] for event in shown["events"])


def test_events_that_are_part_of_others_are_left_out() -> None:
    assert without_parts({1: {4}, 2: {4}, 3: set()}) == [1, 2, 3], "equal ones stay"
