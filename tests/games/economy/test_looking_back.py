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
from classkit.charts.figure import make_figure
from classkit.charts.hidden_figures import LEFT, plans_seen
from classkit.charts.rows import chart_plans
from classkit.engine.log import EVERYBODY, INSTRUCTOR
from classkit.engine.match import Match
from classkit.frames import history_table, to_data
from classkit.widgets.actions import figures, ledger, trail
from classkit.widgets.desk import Desk
from classkit.widgets.headline import HIDDEN_STILL, NO_FIGURES
from classkit.widgets.present import now
from classkit.widgets.sheets import sheet
from classkit.widgets.sight import Sight
from tests.widgets.pages import Page

from .tables import at_turn, go
from .twins import cannot_tell, pairs


def page(m: Match, seat: str | None) -> str:
    """Everything that a page shows a seat or everybody, and what it may ask for besides."""
    sight = Sight(Desk(m, dict.fromkeys(m.seats)), seat or EVERYBODY)
    present = now(sight)
    plans = plans_seen(m, chart_plans(m), sight.viewer)
    trails = [trail(sight, line["id"]) for line in present["news"]]
    told = [
        present,
        ledger(sight),
        sheet(sight),
        trails,
        [figures(sight, plan["key"]) for plan in plans],
        plans,
    ]
    return json.dumps(told) + exported(m, seat or EVERYBODY)


def seen_now(m: Match) -> dict[str, Any]:
    """What a page shows everybody."""
    return now(Sight(Desk(m, dict.fromkeys(m.seats))))


def exported(m: Match, seen_as: str) -> str:
    """What a file for them holds."""
    return json.dumps(to_data(m, seen_as))


@pytest.mark.parametrize("seed", range(3))
def test_going_back_tells_nothing(seed: int) -> None:
    """Two matches that differ in two face-down cards alone have the same pages at every step back;
    the instructor's differ. In set-up a seat sees its own hand, from which a card goes."""
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
    """A took food-3 on a3, B put A out there; the match stands before both again."""
    m = at_turn([3, 3, 1, 1], seats=3, options=options)
    go(m, "a3")
    go(m, "a3", "a1")
    return m.goto(turn=1)


def test_an_earlier_board_is_masked() -> None:
    """E6.2: by hand. The view of a bot, and the instructor's page, are those of that turn."""
    m = went_back()
    for seat in (None, "A", "B"):
        look = m.game.scene(m.table_shown(seat), seat).looks["a3"]
        assert look.hidden and not (look.title or look.text or look.owner or look.colour)
        assert m.game.scene(m.table_shown(seat), seat).looks["f3"].title == "Car plant"
        assert "food-3" not in page(m, seat) and "Canning" not in page(m, seat)
    assert "Canning" in page(m, INSTRUCTOR) and m.table_shown(INSTRUCTOR) is m.table
    assert m.view("A").card_at("a3") == "food-3" and not m.table.face_down
    fork = m.fork()
    assert "Canning" not in page(fork, None)  # it has the same turns ahead
    fork.answer("roll").answer("b2")
    assert "Canning" in page(fork, None) and "Canning" not in page(m, None)
    m.goto(step=m.last_step)
    assert m.table_shown(None) is m.table
    told = json.loads(exported(m, EVERYBODY))
    assert told.pop("sheets")["properties"][0]["title"] == "Canning process"  # in A's hand (E0.5)
    assert "Canning" not in json.dumps(told) + json.dumps(seen_now(m))


def test_property_on_an_earlier_board() -> None:
    """E6.2, E6.4: neither what was free then nor what was held names what is hidden since."""
    m = went_back()
    for seat in (None, "A", "B"):
        view: Any = m.view_shown(seat)
        assert "a3" not in view.free and len(view.free) == 35
        assert view.free_on("a3") is None and view.free_on("f3") == "motor-2"
        signs = {sign.id: sign.text for sign in m.game.scene(m.table_shown(seat), seat).signs}
        assert signs["part"] == "Part 1: 36 cards still free"
    m.goto(turn=2)
    for who in (EVERYBODY, "A", INSTRUCTOR):
        rows = to_data(m, who)["sheets"]["properties"]
        sight = Sight(Desk(m, dict.fromkeys(m.seats)), who)
        assert sheet(sight)["total"] == len(rows) == (who == INSTRUCTOR)


@pytest.mark.parametrize("seen_as", [EVERYBODY, "B", INSTRUCTOR])
def test_going_back_says_what_stays_hidden(seen_as: str) -> None:
    """E6.2: nobody is surprised by a board that shows less than it did, or by an empty chart."""
    page = Page.of(went_back().goto(turn=3), bots="passive")
    page.do("seen_as", seen_as=seen_as)
    page.do("back")
    hides = page.now["said"].endswith(HIDDEN_STILL + NO_FIGURES)
    assert hides == (seen_as != INSTRUCTOR)


@pytest.mark.parametrize("seen_as", [EVERYBODY, "B", INSTRUCTOR])
def test_a_fork_that_opens_what_lies_hidden_says_so_before(seen_as: str) -> None:
    """E6.2: a fork is a match of its own, on whose earlier board the card lies face-up. Before it
    is made the page says that in a sentence, and only where something hidden would be opened."""
    shown = Page.of(went_back(), bots="passive")
    shown.do("seen_as", seen_as=seen_as)
    assert shown.now["opens"] == (
        "A fork here shows this turn's table as it was: it opens to everybody what lies hidden in "
        "Main."
    )
    for step in range(shown.match.last_step + 1):
        shown.match.goto(step=step)
        shown.do("snapshot")
        assert bool(shown.now["opens"]) == is_opened(shown.match.fork()), step
    assert not shown.now["opens"]  # the latest step shows what it hides to nobody


def is_opened(fork: Match) -> bool:
    """Whether a fork shows a card that was covered, once it has left what lay ahead of it."""
    if fork.is_over or not fork.can_redo:
        return False
    covered = fork.game.scene(fork.table_shown(None), None).looks
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
    assert m.table_shown(None) is m.table and "Canning" in page(m, None)


def test_figures_by_sector_are_shown_where_the_match_was_left() -> None:
    """E6.5: going back turn by turn would be their course; the instructor has it."""
    m = classkit.new("economy", seats=3, seed=4, options={"placement": "demo"})
    for _ in range(12):
        m.play(until="turn", bots="harvester")
    keys = {"points_by_sector", "cards_held", "sector_share", "sector_hhi", "swing"}
    sight = Sight(Desk(m, "harvester"))
    assert keys <= set(sight.rows_shown()[-1]["values"])
    m.goto(turn=5)
    for row in sight.rows_shown():
        assert not keys & set(row["values"]) and "points" in row["values"]
    for who in (EVERYBODY, "A"):
        columns = {name for row in history_table(m, who) for name in row}
        assert "points.A" in columns and "swing.A.motor" not in columns
    assert "swing.A.motor" in history_table(m)[0]
    plans = {plan["key"]: plan for plan in plans_seen(m, chart_plans(m), None)}
    assert plans["swing"]["note"].endswith(LEFT) and LEFT not in plans["points"]["note"]
    figure = make_figure(m, "swing", EVERYBODY)
    assert not figure.data and LEFT in figure.layout.title.text
    assert make_figure(m, "swing").data and make_figure(m, "points", EVERYBODY).data
    sight.set_seen_as(INSTRUCTOR)
    assert keys <= set(sight.rows_shown()[-1]["values"])
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
    assert absent["swing"] == absent["cards_held"] == page.now["charts"]["swing"]["absent"] == LEFT
    assert "points" not in absent and "absent" not in page.now["charts"]["points"]
    page.do("seen_as", seen_as=INSTRUCTOR)
    assert page.now["absent"] == {} and "absent" not in page.now["charts"]["swing"]
    page.do("seen_as", seen_as=EVERYBODY)
    page.do("forward")
    assert page.now["absent"] == {} and "absent" not in page.now["charts"]["swing"]
