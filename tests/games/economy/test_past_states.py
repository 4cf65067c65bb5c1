"""E6.2 and E6.5 on a page that goes back: earlier boards are masked alike.

While later turns are kept, what lies face-down where the match was left stays hidden to everybody
but the instructor, however the timeline is dragged.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

import pytest

import classkit
from classkit.charts.export import make_figure
from classkit.charts.redaction import HIDDEN_TEXT, redact_plans
from classkit.charts.rows import chart_plans
from classkit.engine.events import EVERYBODY, INSTRUCTOR
from classkit.engine.match import Match
from classkit.frames import history_table, to_data
from classkit.widgets.action_summary import EMPTY_CHARTS_NOTE, HIDDEN_NOTE
from classkit.widgets.actions import get_chart_rows, get_ledger
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.record_sheets import get_sheet
from classkit.widgets.state_snapshot import build_state
from classkit.widgets.trail import get_trail
from tests.widgets.pages import Page

from .tables import at_turn, go
from .twins import cannot_tell, pairs


def page(m: Match, seat: str | None) -> str:
    """Return all data that a page shows or can request for a viewer."""
    sight = PageView(MatchController(m, dict.fromkeys(m.seats)), seat or EVERYBODY)
    present = build_state(sight)
    plans = redact_plans(m, chart_plans(m), sight.viewer)
    trails = [get_trail(sight, line["id"]) for line in present["news"]]
    told = [
        present,
        get_ledger(sight),
        get_sheet(sight),
        trails,
        [get_chart_rows(sight, plan["key"]) for plan in plans],
        plans,
    ]
    return json.dumps(told) + exported(m, seat or EVERYBODY)


def seen_now(m: Match) -> dict[str, Any]:
    """Return the state of a page for everybody."""
    return build_state(PageView(MatchController(m, dict.fromkeys(m.seats))))


def exported(m: Match, seen_as: str) -> str:
    """Return the exported data for a viewer."""
    return json.dumps(to_data(m, seen_as))


@pytest.mark.sweep(1)
@pytest.mark.parametrize("seed", range(3))
def test_going_back_reveals_nothing(seed: int) -> None:
    """Twins that differ in two face-down cards have the same pages at every step back.

    The pages of the instructor differ. In set-up a seat sees its own hand.
    """
    for m, twin in islice(pairs(seed), 2):
        differs, unknowing = 0, cannot_tell(m, twin)
        for step in range(m.last_step, -1, -31):
            m.goto(step=step)
            twin.goto(step=step)
            for seat in unknowing if m.turn else [None]:
                assert page(m, seat) == page(twin, seat), (step, seat)
            differs += page(m, INSTRUCTOR) != page(twin, INSTRUCTOR)
        assert differs


def went_back(**options: Any) -> Match:
    """Create a match before A took food-3 on a3 and B put A out there, by going back."""
    m = at_turn([3, 3, 1, 1], seats=3, options=options)
    go(m, "a3")
    go(m, "a3", "a1")
    return m.goto(turn=1)


def test_an_earlier_board_is_masked() -> None:
    """E6.2: by hand. The view of a bot, and the instructor's page, are those of that turn."""
    m = went_back()
    for seat in (None, "A", "B"):
        look = m.game.scene(m.as_seen_by(seat).state, seat).looks["a3"]
        assert look.hidden and not (look.title or look.text or look.owner or look.colour)
        assert m.game.scene(m.as_seen_by(seat).state, seat).looks["f3"].title == "Car plant"
        assert "food-3" not in page(m, seat) and "Canning" not in page(m, seat)
    assert "Canning" in page(m, INSTRUCTOR) and m.as_seen_by(INSTRUCTOR).state is m.table
    assert m.view("A").card_at("a3") == "food-3" and not m.table.face_down
    fork = m.fork()
    assert "Canning" not in page(fork, None)  # it has the same turns ahead
    fork.answer("roll").answer("b2")
    assert "Canning" in page(fork, None) and "Canning" not in page(m, None)
    m.goto(step=m.last_step)
    assert m.as_seen_by(None).state is m.table
    told = json.loads(exported(m, EVERYBODY))
    assert told.pop("sheets")["properties"][0]["title"] == "Canning process"  # in A's hand (E0.5)
    assert "Canning" not in json.dumps(told) + json.dumps(seen_now(m))


def test_property_on_an_earlier_board() -> None:
    """E6.2, E6.4: past free cards and holdings do not reveal locations hidden since."""
    m = went_back()
    for seat in (None, "A", "B"):
        view: Any = m.as_seen_by(seat).view
        assert "a3" not in view.free and len(view.free) == 35
        assert view.free_on("a3") is None and view.free_on("f3") == "motor-2"
        signs = {sign.id: sign.text for sign in m.game.scene(m.as_seen_by(seat).state, seat).signs}
        assert signs["part"] == "Part 1: 36 cards still free"
    m.goto(turn=2)
    for who in (EVERYBODY, "A", INSTRUCTOR):
        rows = to_data(m, who)["sheets"]["properties"]
        sight = PageView(MatchController(m, dict.fromkeys(m.seats)), who)
        assert get_sheet(sight)["total"] == len(rows) == (who == INSTRUCTOR)


@pytest.mark.parametrize("seen_as", [EVERYBODY, "B", INSTRUCTOR])
def test_going_back_says_what_stays_hidden(seen_as: str) -> None:
    """E6.2: the page explains hidden locations and empty charts after going back."""
    page = Page.of(went_back().goto(turn=3), bots="passive")
    page.do("seen_as", seen_as=seen_as)
    page.do("back")
    hides = page.now["said_note"].startswith(HIDDEN_NOTE + EMPTY_CHARTS_NOTE)
    assert hides == (seen_as != INSTRUCTOR)


@pytest.mark.parametrize("seen_as", [EVERYBODY, "B", INSTRUCTOR])
def test_a_fork_that_reveals_cards_says_so_before(seen_as: str) -> None:
    """E6.2: the page warns before a fork that reveals hidden cards.

    A fork is a match of its own, whose earlier board shows the card face-up.
    """
    shown = Page.of(went_back(), bots="passive")
    shown.do("seen_as", seen_as=seen_as)
    assert shown.now["opens"] == (
        "A fork here shows the table as it was in this turn. It reveals to everybody what is "
        "hidden in Main."
    )
    for step in range(shown.match.last_step + 1):
        shown.match.goto(step=step)
        shown.do("snapshot")
        assert bool(shown.now["opens"]) == is_opened(shown.match.fork()), step
    assert not shown.now["opens"]  # the latest step shows what it hides to nobody


def is_opened(fork: Match) -> bool:
    """Return whether a fork shows a card that the original hides."""
    if fork.is_over or not fork.can_redo:
        return False
    covered = fork.game.scene(fork.as_seen_by(None).state, None).looks
    opened = fork.game.scene(fork.table, None).looks
    return any(look.title and not covered[space].title for space, look in opened.items())


def test_a_fork_that_opens_nothing_says_nothing() -> None:
    """E6.2, E6.3: where no card lies face-down at the latest turn, or all see it, none is asked."""
    shown = Page.of(went_back(open_memory=True), bots="passive")
    assert shown.match.can_redo and shown.now["opens"] == ""
    m = at_turn([3, 3, 1, 1], seats=3)
    go(m, "a3").goto(turn=1)
    assert Page.of(m).now["opens"] == ""


def test_open_memory_hides_nothing_on_the_way_back() -> None:
    """E6.3: with open memory earlier boards are whole."""
    m = went_back(open_memory=True)
    assert m.as_seen_by(None).state is m.table and "Canning" in page(m, None)


def test_metrics_by_sector_are_shown_only_at_the_latest_turn() -> None:
    """E6.5: metrics by sector show only the latest value; the instructor has their history."""
    m = classkit.new("economy", seats=3, seed=4, options={"placement": "demo"})
    for _ in range(12):
        m.play(until="turn", bots="harvester")
    keys = {"points_by_sector", "cards_held", "sector_share", "sector_hhi", "swing"}
    sight = PageView(MatchController(m, "harvester"))
    assert keys <= set(sight.get_rows()[-1]["values"])
    m.goto(turn=5)
    for row in sight.get_rows():
        assert not keys & set(row["values"]) and "points" in row["values"]
    for who in (EVERYBODY, "A"):
        columns = {name for row in history_table(m, who) for name in row}
        assert "points.A" in columns and "swing.A.motor" not in columns
    assert "swing.A.motor" in history_table(m)[0]
    plans = {plan["key"]: plan for plan in redact_plans(m, chart_plans(m), None)}
    assert (
        plans["swing"]["note"].endswith(HIDDEN_TEXT) and HIDDEN_TEXT not in plans["points"]["note"]
    )
    figure = make_figure(m, "swing", EVERYBODY)
    assert not figure.data and HIDDEN_TEXT in figure.layout.title.text
    assert make_figure(m, "swing").data and make_figure(m, "points", EVERYBODY).data
    sight.set_seen_as(INSTRUCTOR)
    assert keys <= set(sight.get_rows()[-1]["values"])
    m.goto(step=m.last_step)
    assert make_figure(m, "swing", EVERYBODY).data


def test_a_chart_that_is_empty_on_the_way_back_says_why() -> None:
    """E6.5: its description says so to all but the instructor, until the match is where it was."""
    m = classkit.new("economy", seats=3, seed=4, options={"placement": "demo"}).play(until="round")
    page = Page.of(m)
    page.do("charts", charts=["swing", "points"])
    assert page.now["absent"] == {} and "absent" not in page.now["charts"]["swing"]
    page.do("back")
    absent = page.now["absent"]
    assert (
        absent["swing"]
        == absent["cards_held"]
        == page.now["charts"]["swing"]["absent"]
        == HIDDEN_TEXT
    )
    assert "points" not in absent and "absent" not in page.now["charts"]["points"]
    page.do("seen_as", seen_as=INSTRUCTOR)
    assert page.now["absent"] == {} and "absent" not in page.now["charts"]["swing"]
    page.do("seen_as", seen_as=EVERYBODY)
    page.do("forward")
    assert page.now["absent"] == {} and "absent" not in page.now["charts"]["swing"]
