"""As whom a table is seen: what lies hidden is on no page that may not show it (design 3 and 7)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import classkit
from classkit.charts.export import make_figure
from classkit.charts.redaction import PRESENT_ONLY_TEXT
from classkit.charts.rows import get_current_rows
from classkit.engine.board import Scene, SpaceLook
from classkit.engine.errors import UnknownName
from classkit.engine.events import HIDDEN, INSTRUCTOR, Event
from classkit.engine.match import Match
from classkit.engine.metrics import Chart
from classkit.widgets import table as make_table
from classkit.widgets.connection_protocol import Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.toy import GAME as TOY
from tests.toy.game import Harbour, HarbourSecrecy
from tests.toy.state import HarbourTable
from tests.widgets.pages import Page, sent

LIMIT = 4_096
PERSONS = dict.fromkeys("ABC")


def text_of(page: Page) -> str:
    """Everything the page holds."""
    return json.dumps([page.fixed, page.now])


def present(page: Page) -> dict[str, Any]:
    """What the page holds of the present: without looks that are empty."""
    board = page.now["board"]
    looks = {space: look for space, look in board["looks"].items() if look}
    return {**page.now, "board": {**board, "looks": looks}}


def in_fog(table: HarbourTable, seat: str | None) -> bool:
    """Whether a ship lies in a storm or at the mint."""
    return table.edition.places[table.ships[seat or ""]].kind in ("storm", "mint", "spring")


class Fog(HarbourSecrecy):
    """Where ships lie in fog, only their seats see.

    Other ships are seen, so what may be known of past voyages changes with the present.
    """

    def redact_event(self, event: Event, table: HarbourTable, seat: str | None) -> Event | None:
        if event.name == "ship_moved" and in_fog(table, event.seat) and seat != event.seat:
            return event._replace(facts={"seat": event.seat, "to": HIDDEN})
        return super().redact_event(event, table, seat)

    def metrics_without_history(self, table: HarbourTable) -> tuple[str, ...]:
        return ("coins", "afloat")


class Foggy(Harbour):
    """A harbour in fog."""

    secrecy = Fog()

    def scene(self, table: HarbourTable, seat: str | None = None) -> Scene:
        scene = super().scene(table, seat)
        seen = {s: seat in (s, INSTRUCTOR) or not in_fog(table, s) for s in table.seats}
        looks = {table.ships[s]: SpaceLook(text=f"{s} is here") for s in table.seats if seen[s]}
        return Scene({**scene.looks, **looks}, (), scene.signs)


FOG = Foggy()


# --- what is shown ---------------------------------------------


def test_everybodys_view_is_what_a_table_shows_unless_it_is_asked_otherwise() -> None:
    """The projected page must not give away a hand (issue: hidden information for real)."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots="passive")
    assert page.now["seen_as"] == "everybody" and page.fixed["secrets"] is True
    drawn = [line["text"] for line in page.now["news"] if " draws " in line["text"]]
    assert drawn and all("3 hidden goods" in text for text in drawn)


def test_the_news_the_ledger_and_the_trail_follow_who_looks() -> None:
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots="passive")
    reason, named = page.desk.say.reason("first_load"), page.desk.match.seat_names
    for whom, seers in {"everybody": "", "A": "A", "C": "C", "instructor": "ABC"}.items():
        answer = page.do("seen_as", seen_as=whom)
        assert answer["kind"] == "snapshot" or whom == "everybody"
        for line in page.now["news"]:
            if " draws " in line["text"]:
                known = line["seat"] in seers if seers else False
                assert ("hidden goods" in line["text"]) != known
                assert bool(page.do("trail", news=line["id"])["data"]["entries"]) == known
        rows = page.do("ledger")["data"]["rows"]
        assert {row["to"] for row in rows if row["reason"] == reason} == {
            named[one] for one in seers
        }


def test_the_board_follows_who_looks() -> None:
    page = Page.of(classkit.new(FOG, seats=3, seed=4), bots="passive")
    seen: dict[str, set[str]] = {whom: set() for whom in ("everybody", "A", "instructor")}
    fog = 0
    for _ in range(40):
        page.do("step")
        for whom, texts in seen.items():
            page.do("seen_as", seen_as=whom)
            texts |= {look.get("text", "") for look in page.now["board"]["looks"].values()}
            t = page.match.table
            for seat in "ABC":
                hides = in_fog(t, seat)
                fog += hides
                shown = f"{seat} is here" in json.dumps(page.now["board"])
                alone = list(t.ships.values()).count(t.ships[seat]) == 1
                if alone:
                    assert shown == (not hides or whom in (seat, "instructor"))
    assert fog, "ships lay in fog"


def test_going_on_seen_as_a_seat_changes_add_up_to_its_present() -> None:
    page = Page.of(classkit.new(FOG, seats=3, seed=9), bots="random")
    page.do("seen_as", seen_as="B")
    for at in range(120):
        page.do(*(["back"] if at % 11 == 10 else ["step"]))
        other = Page(page.channel.hub, PageView(page.desk, "B"))
        other.do("snapshot")
        assert present(page) == present(other)
        page.channel.hub.channels.remove(other.channel)


def test_older_news_are_masked_and_shown_again_by_small_messages() -> None:
    """A ship that comes into the fog takes all its past voyages along, and gives them back."""
    match = classkit.new(FOG, seats=3, seed=2, options={"rounds": 60})
    page = Page.of(match, bots="hasty")
    changed, sizes = 0, []
    told: dict[int, str] = {}
    while not page.match.is_over:
        before, answer = told, page.do("step")
        if answer["kind"] != "step":
            break
        sizes.append(sent(answer))
        told = {line["id"]: line["text"] for line in page.now["news"]}
        changed += sum(before[number] != told[number] for number in before.keys() & told.keys())
        for number, event in enumerate(page.match.events, start=1):
            if event.name == "ship_moved" and number in told:
                assert (HIDDEN in told[number]) == in_fog(page.match.table, event.seat)
    assert changed > 100, "older lines changed"
    assert sum(sizes) / len(sizes) < LIMIT
    assert len(page.now["news"]) <= 200, "no line is kept that nobody would mask"


def test_a_figure_whose_course_is_hidden_shows_its_present_and_says_why() -> None:
    page = Page.of(classkit.new(FOG, seats=3, seed=4), bots="passive")
    for _ in range(12):
        page.do("step", until="turn")
    plans = {plan["key"]: plan for plan in page.fixed["charts"]}
    assert plans["coins"]["kind"] == "bar" and plans["coins"]["now"] is True
    assert (
        PRESENT_ONLY_TEXT in plans["coins"]["note"] and PRESENT_ONLY_TEXT in plans["afloat"]["note"]
    )
    assert plans["bank"]["kind"] == "step" and PRESENT_ONLY_TEXT not in plans["bank"]["note"]
    rows = page.rows
    assert ["coins" in row["values"] for row in rows] == [False] * (len(rows) - 1) + [True]
    assert all("bank" in row["values"] for row in rows)
    assert rows[-1]["values"]["coins"] == page.match.metrics()["coins"]
    figures = page.do("figures", chart="coins")["data"]["rows"]
    assert [row["values"] for row in figures[:-1]] == [{}] * (len(rows) - 1)
    page.do("fork")
    page.do("step", until="turn")
    assert all("coins" not in row["values"] for b in page.drawn_branches for row in b["rows"])
    page.do("seen_as", seen_as="instructor")
    assert {plan["key"]: plan["kind"] for plan in page.fixed["charts"]}["coins"] == "line"
    assert all("coins" in row["values"] for row in page.rows)


def test_a_chart_of_the_present_loses_nothing_by_a_hidden_course() -> None:
    from classkit.charts.redaction import HIDDEN_TEXT, redact_plans
    from classkit.charts.rows import chart_plans

    class Hotter(Fog):
        def metrics_without_history(self, table: HarbourTable) -> tuple[str, ...]:
            return ("coins", "wealth")

    class Heated(Foggy):
        secrecy = Hotter()
        charts = (
            Chart("wealth", "Wealth", "stacked_bar", ("wealth",), "coins"),
            Chart("map", "Wealth", "heat_map", ("wealth",), "coins"),
            Chart("bars", "Coins", "bar", ("coins",), "coins"),
        )

    match = classkit.new(Heated(), seats=3, seed=4)
    plans = chart_plans(match)
    shown = redact_plans(match, plans, None)
    assert [{**plan, "note": ""} for plan in shown] == plans
    assert [plan["note"] for plan in shown] == [HIDDEN_TEXT] * 3  # but for going back


def test_a_figure_for_a_notebook_follows_who_looks() -> None:
    live = make_table(classkit.new(FOG, seats=3, seed=4), bots="passive")
    for _ in range(6):
        live.step(until="turn")
    shown = live.figure("coins")
    now = live.match.metrics()["coins"]
    assert [list(bars.y) for bars in shown.data] == [[now[seat] for seat in live.match.seats]]
    assert PRESENT_ONLY_TEXT in shown.layout.title.text
    whole = live.see_as("instructor").figure("coins")
    lines = [trace for trace in whole.data if trace.yaxis != "y2"]  # the storm stands behind them
    assert [len(trace.y) for trace in lines] == [len(get_current_rows(live.match))] * 3
    assert whole.to_dict() == make_figure(live.match, "coins").to_dict()


# --- what is asked ---------------------------------------------


def asked(page: Page, name: str) -> dict[str, Any]:
    """Let bots decide until somebody is asked the decision of that name."""
    for _ in range(400):
        ask: dict[str, Any] = next(ask for ask in page.now["asks"] if not ask.get("answered"))
        if ask["name"] == name:
            return ask
        assert page.do("bot", seat=ask["seat"], bot="passive")["kind"] == "step"
    raise AssertionError(f"nobody is asked {name} in this match")


def test_a_private_decision_waits_behind_a_curtain_for_its_seat() -> None:
    """What goes overboard (T4.6) shows what a merchant holds (T1.3)."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4, options={"rounds": 30}), bots=PERSONS)
    ask = asked(page, "storm")
    seat = ask["seat"]
    assert ask["closed"] and ask["moves"] == [] and "default" not in ask
    assert "Which good goes overboard" not in text_of(page)
    looked = page.do("look", seat=seat)["data"]
    assert looked["moves"] and looked["question"] == "Which good goes overboard?"
    page.do("seen_as", seen_as=seat)
    assert page.now["asks"][0]["moves"] == looked["moves"]
    other = next(s for s in "ABC" if s != seat)
    page.do("seen_as", seen_as=other)
    assert page.now["asks"][0]["closed"]
    page.do("seen_as", seen_as="instructor")
    assert page.now["asks"][0]["moves"] == looked["moves"]


def test_what_a_bot_holds_is_not_opened() -> None:
    page = Page.of(classkit.new(TOY, seats=3, seed=4, options={"rounds": 30}), bots=PERSONS)
    seat = asked(page, "storm")["seat"]
    moves = page.do("look", seat=seat)["data"]["moves"]
    fields = {"good": moves[0]["fields"][0]["form"]["options"][0]["value"]}
    page.do("seat", seat=seat, who="hasty")
    assert page.now["asks"][0]["shut"] is True
    refused = page.do("look", seat=seat)
    assert refused["kind"] == "refused" and "Give the seat to a person" in refused["reason"]
    check = page.do("check", seat=seat, move="lose", **{"with": fields})["data"]
    assert check["reason"] == "That is not possible now."
    assert page.do("form", seat=seat, move="lose")["kind"] == "refused"
    assert page.do("asides", seat=seat, private=True)["kind"] == "refused"
    page.do("seen_as", seen_as="instructor")
    assert page.do("look", seat=seat)["data"]["moves"] == moves
    assert page.do("check", seat=seat, move="lose", **{"with": fields})["data"]["reason"] is None


def test_what_a_seat_may_do_in_secret_is_named_to_it_alone() -> None:
    """Every merchant may pawn (T3.4); the form lists what he holds."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots=PERSONS)
    ask = asked(page, "choose_voyage")
    seat = ask["seat"]
    assert [move["name"] for move in ask["asides"]] == ["offer"]
    private = [offer for offer in ask["others"] if offer.get("private")]
    assert private and all(offer["asides"] == [] for offer in private)
    assert seat in {offer["seat"] for offer in private}
    assert [form["name"] for form in page.do("asides", seat=seat)["data"]["asides"]] == ["offer"]
    forms = page.do("asides", seat=seat, private=True)["data"]["asides"]
    assert [form["name"] for form in forms] == ["pawn"]
    page.do("seen_as", seen_as=seat)
    ask = page.now["asks"][0]
    assert {move["name"] for move in ask["asides"]} == {"offer", "pawn"}
    assert seat not in {offer["seat"] for offer in ask["others"]}


def test_what_is_drawn_face_down_by_hand_is_typed_in_unseen() -> None:
    """The bag that is left would tell what the others hold (T1.3)."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4, luck="by_hand"), bots=PERSONS)
    ask = page.now["asks"][0]
    assert ask["kind"] == "draw" and ask["closed"] and ask["moves"] == [] and ask["seat"] == "A"
    looked = page.do("look", seat="A")["data"]
    field = looked["moves"][0]["fields"][0]
    drawn = [option["value"] for option in field["form"]["form"]["options"]][:1] * 3
    page.do("answer", seat="A", move="draw", **{"with": {field["name"]: drawn}})
    assert page.now["asks"][0]["seat"] == "B"
    page.do("seen_as", seen_as="B")
    assert page.now["asks"][0]["moves"], "B sees what B draws"
    page.do("seen_as", seen_as="A")
    assert page.now["asks"][0]["closed"]


# --- the choice ---------------------------------------------


def test_a_game_without_secrets_offers_no_choice() -> None:
    page = Page.of(classkit.new("poleconomy", seats=2, seed=1))
    assert page.fixed["secrets"] is False
    page = Page.of(classkit.new(TOY, seats=2, seed=1, options={"open_hands": True}))
    assert page.fixed["secrets"] is False


def test_who_looks_is_said_and_checked() -> None:
    page = Page.of(classkit.new(TOY, seats=["Ada", "Bo", "Cy"], seed=4), bots="passive")
    page.do("seen_as", seen_as="B")
    assert page.now["said"] == "Shown as Bo sees it."
    refused = page.do("seen_as", seen_as="instuctor")
    assert refused["kind"] == "refused" and "Did you mean 'instructor'?" in refused["reason"]
    assert page.now["seen_as"] == page.sight.seen_as == "B"


def test_going_back_says_that_what_was_seen_then_is_seen_again() -> None:
    """An earlier table shows what has been turned down since: nobody is surprised by it."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots="passive")
    page.do("step", until="turn")
    page.do("back")
    assert page.now["said_note"].endswith(
        "Information that was visible at this step is visible again."
    )
    page.do("seen_as", seen_as="instructor")
    page.do("step", until="turn")
    page.do("back")
    assert "seen again" not in page.now["said_note"]


def test_python_may_say_who_looks() -> None:
    live = make_table(TOY, seats=3, seed=4, seen_as="instructor")
    assert live.seen_as == "instructor" and live.page_view.viewer == INSTRUCTOR
    live.seen_as = "C"
    assert live.page_view.seen_as == "C"
    assert live.see_as("everybody").seen_as == "everybody" and live.page_view.viewer is None
    with pytest.raises(UnknownName, match="Did you mean 'instructor'"):
        live.seen_as = "instruktor"
    assert live.seen_as == live.page_view.seen_as == "everybody"
    with pytest.raises(UnknownName, match="There is no viewer 'D'"):
        make_table(TOY, seats=3, seed=4, seen_as="D")


def test_a_seat_that_is_not_on_the_screen_sees_as_everybody() -> None:
    """A branch with fewer seats: it falls back to what is safe, and comes back with the seat."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots="passive")
    page.do("seen_as", seen_as="C")
    page.do("new", seats=2)
    assert page.now["seen_as"] == "everybody" and page.sight.viewer is None
    page.do("branch", name="Main")
    assert page.now["seen_as"] == "C"


def test_a_table_that_only_looks_on_may_still_choose_who_looks() -> None:
    live = make_table(TOY, seats=3, seed=4)
    live.read_only = "Opened elsewhere."
    assert live.see_as("A").seen_as == "A"


def test_a_saved_match_says_that_it_tells_everything() -> None:
    """A record is the match: it stays whole, and says so plainly."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots="passive")
    data = page.do("save")["data"]
    assert "secret answers" in data["note"]
    again = classkit.engine.registry.loads(data["text"], game=TOY)
    assert again.digest() == page.match.digest()
    page = Page.of(classkit.new("poleconomy", seats=2, seed=1))
    assert page.do("save")["data"]["note"] == ""


def test_who_looks_is_remembered_beside_the_record() -> None:
    from classkit.hosting.table_serialization import TableSerializer, restore_view

    match = classkit.new("poleconomy", seats=3, seed=4)
    sight = PageView(MatchController(match, "passive"))
    sight.see_as("B")
    beside = json.loads(json.dumps(TableSerializer().dump_table(sight)))
    fresh = PageView(MatchController(classkit.new("poleconomy", seats=3, seed=4), "passive"))
    restore_view(fresh, beside)
    assert fresh.seen_as == "B"
    restore_view(fresh, {**beside, "seen_as": ["nonsense"]})
    assert fresh.seen_as in ("B", "everybody")


def test_two_widgets_of_one_sight_show_it_to_the_same_eyes() -> None:
    """The board and the chart of a lesson, beside the table they were taken from."""
    hub = Hub(MatchController(classkit.new(TOY, seats=3, seed=4), "passive"))
    first = Page(hub)
    second = Page(hub, first.sight)
    first.do("snapshot")
    second.do("snapshot")
    first.do("seen_as", seen_as="A")
    assert first.now == second.now and second.last["kind"] == "snapshot"


def test_matches_without_secrets_look_the_same_to_all() -> None:
    match: Match = classkit.new("poleconomy", seats=3, seed=4).play("round")
    page = Page.of(match)
    own = ("said", "said_by", "more_said", "seen_as")  # what the last action was
    everybody = {key: value for key, value in page.now.items() if key not in own}
    page.do("seen_as", seen_as="instructor")
    assert {k: v for k, v in page.now.items() if k not in own} == everybody
