"""What a page sees and how belongs to its channel: many pages look at one match (design 7)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

import classkit
from classkit.engine.decisions import Draw, Sealed
from classkit.engine.metrics import Metric
from classkit.engine.registry import find
from classkit.widgets import board, table
from classkit.widgets.connection_protocol import Hub
from classkit.widgets.live_table import Table
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.toy import GAME as TOY
from tests.widgets.pages import Page

MODEL = "application/vnd.jupyter.widget-view+json"
LOOKS = {"seen_as", "theme", "covered", "curtain"}


def pages(*eyes: str, **settings: Any) -> list[Page]:
    """Pages of one match, each with its own eyes."""
    hub = Hub(MatchController(classkit.new(TOY, seats=3, seed=4, **settings), "passive"))
    found = [Page(hub, PageView(hub.controller, who)) for who in eyes]
    for page in found:
        page.do("snapshot")
    return found


def received(page: Page) -> str:
    """Return all that has ever been sent to a page."""
    return json.dumps(page.messages)


def displayed(live: Table) -> str:
    """Display a table as a notebook does. Return the id of the model that is shown."""
    bundle = live._repr_mimebundle_()
    return str(bundle[0][MODEL]["model_id"])


# --- each its own ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "key", "there"),
    [
        ({"do": "seen_as", "seen_as": "B"}, "seen_as", "B"),
        ({"do": "theme", "theme": "dark"}, "theme", "dark"),
        ({"do": "cover", "chart": "coins", "on": True}, "covered", ["coins"]),
        ({"do": "curtain", "seat": "A"}, "curtain", "A"),
    ],
)
def test_how_a_page_looks_is_its_own(action: dict[str, Any], key: str, there: Any) -> None:
    one, other = pages("everybody", "everybody")
    before = other.now
    one.do(action.pop("do"), **action)
    assert one.now[key] == there
    assert other.now == before and other.last["kind"] == "snapshot"


def test_a_step_on_one_page_is_seen_on_all() -> None:
    one, other = pages("instructor", "B")
    one.do("step", until="turn")
    assert one.now["turn"] == other.now["turn"] == 2
    other.do("back", until="turn")
    assert one.now["turn"] == other.now["turn"] == 1
    one.do("predict", chart="coins", value="7")
    assert other.now["predictions"] == one.now["predictions"] != {}


def test_changes_add_up_on_each_page_to_what_its_eyes_may_see() -> None:
    """Also in what is said: going back tells each what it sees again (T1.3)."""
    found = pages("everybody", "A", "B", "instructor")
    for at in range(40):
        by = found[at % 4]
        by.do(*(["back"] if at % 7 == 6 else ["step"]))
        for page in found:
            view = PageView(page.desk, page.sight.seen_as)
            # a page that opens now does not know the row before the last step
            view._last_row, view.previous_row = page.sight._last_row, page.sight.previous_row
            fresh = Page(page.channel.hub, view)
            fresh.do("snapshot")
            assert page.now == fresh.now and page.fixed == fresh.fixed
            page.channel.hub.channels.remove(fresh.channel)
    assert found[0].now["news"] != found[3].now["news"], "something lies hidden"


def test_the_words_about_eyes_are_for_their_page_alone() -> None:
    one, other = pages("everybody", "everybody")
    one.do("step")
    there = other.now["said"]
    one.do("seen_as", seen_as="B")
    assert "Shown as" in one.now["said"] and other.now["said"] == there
    other.do("step")
    assert "Shown as" not in one.now["said"]


# --- secrets -----------------------------------------------------------------------------------


def received_after(drawn: str, sold: int) -> dict[str, str]:
    """Let A draw unseen, then sell sealed. Return all that each page was ever sent."""
    eyes = ("everybody", "A", "C", "instructor")
    found = dict(zip(eyes, pages(*eyes, luck="by_hand"), strict=True))
    by = found["instructor"]
    for seat in "ABC":
        by.desk.hand(seat, "person")
    by.do("answer", seat="A", move="draw", **{"with": {"items": [drawn] * 3}})
    for page in found.values():
        page.do("trail", news=page.now["news"][-1]["id"])
        page.do("ledger")
        page.do("figures", chart="coins")
        page.do("sheet") if page.fixed["sheets"] else None
    while not isinstance(by.match.request, Sealed):
        request = by.match.request
        if isinstance(request, Draw):
            good = "oil" if request.seat == "B" else "spice"
            by.do("answer", move="draw", **{"with": {"items": [good] * request.count}})
        else:
            by.do("default", seat=by.desk.open_decisions()[0].seat)
    goods = {"grain": 0, "oil": 0, "spice": 0, drawn: sold}
    answer = by.do("answer", move="sell", seat="A", **{"with": goods})
    assert answer["kind"] == "step", answer
    assert found["C"].now["asks"][0]["answered"]
    for page in found.values():
        for message in page.messages:
            del message["kernel"]  # drawn at random for each desk
    return {who: json.dumps(page.messages) for who, page in found.items()}


def test_no_page_is_sent_what_another_seat_alone_knows() -> None:
    """Matches that differ in what A drew and sold in secret are alike to all others (T1.3, T3.2).

    In the snapshots, in the differences of each step, and in what pages ask for besides.
    """
    one, drew, sold = (received_after(*how) for how in (("grain", 0), ("oil", 0), ("grain", 1)))
    assert one["A"] != drew["A"] and one["instructor"] != drew["instructor"]
    for other in (drew, sold):
        assert one["everybody"] == other["everybody"]
        assert one["C"] == other["C"]


def test_what_one_page_opens_stays_on_it() -> None:
    """A seat's own question behind its curtain, forms and hands: the answer goes to who asked."""
    one, other = pages("everybody", "everybody")
    for seat in "ABC":
        one.desk.hand(seat, "person")
    while not isinstance(one.match.request, Sealed):
        one.do("default", seat=one.desk.open_decisions()[0].seat)
    sent = len(other.messages)
    assert one.do("look", seat="A")["kind"] == "detail"
    assert len(other.messages) == sent


def test_futures_for_the_instructor_are_on_no_other_page() -> None:
    """They tell what lies hidden (design 7): numbers, fan and the sentence about them alike."""
    hub = Hub(
        MatchController(
            classkit.new("economy", seats=3, seed=3).play("round", "passive"), "passive"
        )
    )
    one, other = (Page(hub, PageView(hub.controller, who)) for who in ("instructor", "everybody"))
    one.do("snapshot")
    other.do("snapshot")
    assert one.do("futures", n=3, horizon=2, unit="round")["kind"] == "step"
    hub.publish_all()
    assert one.fan["n"] == 3 and one.now["said"].startswith("In 3 futures from here")
    assert other.fan is None and "barred" in other.now["futures"]
    assert "From here" not in received(other)
    other.do("seen_as", seen_as="instructor")
    assert other.fan["n"] == 3


# --- displays of one table ---------------------------------------------------------------------


def test_a_table_displayed_twice_shows_one_match_to_two_pairs_of_eyes() -> None:
    live = table(TOY, seats=3, seed=4, seen_as="instructor")
    first, second = displayed(live), displayed(live)
    assert first == live.model_id and second == live.displays[0].model_id != first
    other = live.displays[0]
    assert other.seen_as == "instructor", "it begins as the table looks"
    other.see_as("B")
    assert (live.seen_as, other.seen_as) == ("instructor", "B")
    other.step(until="turn")
    assert live.turn == other.turn == 2


def test_how_a_table_looks_is_set_for_all_its_displays() -> None:
    live = table("poleconomy", seats=2, seed=7, options={"game": 1})
    displayed(live)
    displayed(live)
    live.theme = "dark"
    live.cover("inflation")
    assert live.displays[0].theme == "dark"
    assert live.displays[0].page_view.covered == ["inflation"]
    live.displays[0].theme = "projector"
    assert live.theme == "dark"


def test_closing_one_display_leaves_the_other() -> None:
    live = table("poleconomy", seats=2, seed=7, options={"game": 1})
    displayed(live)
    displayed(live)
    live.displays[0].close()
    assert live.step(until="turn").turn == 2 and len(live.hub.channels) == 1
    displayed(live)
    live.close()
    assert not live.hub.channels


def test_a_part_is_seen_as_its_table_is_and_shown_as_often_as_wanted() -> None:
    live = table(TOY, seats=3, seed=4)
    part = board(live)
    live.see_as("B")
    assert part.seen_as == "B"
    assert displayed(part) == displayed(part) == part.model_id and not part.displays


def test_a_page_that_nobody_looks_at_is_told_nothing_until_it_asks_again() -> None:
    """A cell that is run again leaves the display before it without a view."""
    one, other = pages("everybody", "B")
    other.channel.receive_message({"do": "leave"})
    before = len(other.messages)
    one.do("step", until="turn")
    assert len(other.messages) == before
    other.do("snapshot")
    one.do("step", until="turn")
    assert other.now["turn"] == one.now["turn"] == 3


# --- a figure that cannot be computed ------------------------------------------------------------


def squares(t: Any, seat: str) -> int:
    return 1 // max(0, 3 - t.turn)


BROKEN = Metric("sq", "Squares", "squares", "seat", squares)
TOLD = "The metric 'sq' cannot be computed (ZeroDivisionError in line "


def test_a_table_goes_on_without_a_figure_that_breaks_and_says_so_once() -> None:
    page = Page.of(
        classkit.new("poleconomy", seats=2, seed=7, metrics=[BROKEN], options={"game": 1}), "saver"
    )
    page.do("charts", charts=["sq", "inflation"])
    said = []
    while page.match.turn < 5:
        assert page.do("step")["kind"] == "step"
        assert page.now["turn"] == page.match.turn
        said.append(page.now["said"])
    assert [one[: len(TOLD)] for one in said if "'sq'" in one] == [TOLD]
    drawn = page.now["charts"]["sq"]["traces"]["sq.A"]
    assert drawn["y"][:3] == [0, 0, 1] and set(drawn["y"][3:]) == {None}
    assert page.do("back", until="turn")["kind"] == "step"
    assert page.now["turn"] == page.match.turn == 4
    assert TOLD not in page.now["said"]


def test_a_page_opened_when_a_figure_has_broken_is_drawn_and_says_so() -> None:
    match = classkit.new("poleconomy", seats=2, seed=7, metrics=[BROKEN], options={"game": 1})
    while match.turn < 4:
        match.play("turn")
    page = Page.of(match)
    assert page.last["kind"] == "snapshot" and page.now["said"].startswith(TOLD)
    page.do("step")
    assert TOLD not in page.now["said"]


def test_verbs_of_a_table_do_not_raise_for_a_figure_that_breaks() -> None:
    live = table("poleconomy", seats=2, seed=7, metrics=[BROKEN], options={"game": 1})
    page = Page(live.hub)
    page.do("snapshot")
    live.step("turn").step("turn").step("turn").step().hand("A", "saver").rename("A", "Ada")
    live.ask("sq").predict("sq", "3", who="Bo").fork("What if").back("turn").step("end")
    assert live.over and page.now["turn"] == live.turn


@pytest.mark.parametrize("key", ["net_worth", "inflation_number", "worth_split"])
def test_the_same_is_so_of_a_figure_that_a_game_ships(key: str) -> None:
    game = find("poleconomy")
    metrics = tuple(
        replace(one, compute=lambda t, *seat: squares(t, "")) if one.key == key else one
        for one in game.metrics
    )
    own = type("Own", (type(game),), {"metrics": metrics})()
    page = Page.of(classkit.new(own, seats=2, seed=7), "saver")
    while page.match.turn < 5:
        assert page.do("step")["kind"] == "step"
    assert page.do("step", until="end")["kind"] == "step" and page.now["over"]
