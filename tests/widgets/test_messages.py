"""Messages between kernel and page: numbered, small, and enough to show the very present."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import classkit
from classkit.engine.registry import find
from classkit.widgets.connection_protocol import Channel, Hub
from classkit.widgets.match_controller import MatchController
from classkit.widgets.state_snapshot import build_state
from tests.toy import GAME as TOY
from tests.widgets.pages import Page, sent

GAMES = [TOY, find("poleconomy")]
LIMIT = 4_096


def present(page: Page) -> dict[str, Any]:
    """What a page would show that was opened just now."""
    return dict(json.loads(json.dumps(build_state(page.sight))))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_steps_add_up_to_the_present(game: Any, seed: int, deep: bool) -> None:
    """Changes carried out one by one give what a new snapshot would say, whatever is done.

    Eighty actions, with ``--deep`` twice as many.
    """
    chance = random.Random(seed)
    page = Page.of(classkit.new(game, seats=3, seed=seed), bots="random")
    for _ in range(160 if deep else 80):
        action = chance.choice(["step"] * 8 + ["back", "goto", "fork", "branch", "seat", "reset"])
        match action:
            case "step":
                page.do("step", until=chance.choice(["decision", "turn", "round"]))
            case "back":
                page.do("back", until=chance.choice(["decision", "turn", "round"]))
            case "goto":
                page.do("goto", turn=chance.randint(0, page.match.last_turn))
            case "branch":
                page.do("branch", name=chance.choice(page.now["branches"])["name"])
            case "seat":
                bot = chance.choice(page.fixed["bots"])["id"]
                page.do("seat", seat=chance.choice("ABC"), who=bot)
            case other:
                page.do(other)
        assert page.now == present(page)


def test_messages_are_numbered_without_a_gap() -> None:
    page = Page.of(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}))
    for action in ("step", "nonsense", "step", "rules", "snapshot", "step"):
        page.do(action)
    assert [message["seq"] for message in page.messages] == list(range(1, 8))


def test_every_action_is_answered_once_and_one_step_is_one_message() -> None:
    page = Page.of(classkit.new("poleconomy", seats=4, seed=1, options={"game": 1}))
    before = len(page.messages)
    page.do("step", until="turn")
    assert len(page.messages) == before + 1
    assert page.last["kind"] == "step" and page.last["reply"] == page.ids


def test_a_step_stays_small_however_long_the_match() -> None:
    """At most 4 KB, and the same at turn 5 and at turn 500 (design 7, budget)."""
    match = classkit.new("poleconomy", seats=4, seed=1, options={"game": 1, "round_limit": 200})
    page = Page.of(match, bots="politician")
    sizes: dict[int, int] = {}
    while not page.match.is_over and page.match.turn < 500:
        answer = page.do("step", until="turn")
        sizes[page.match.turn] = sent(answer)
    assert max(sizes) == 500
    early = [size for turn, size in sizes.items() if 5 <= turn < 55]
    late = [size for turn, size in sizes.items() if 450 <= turn < 500]
    assert sum(early) / len(early) < LIMIT
    assert sum(late) / len(late) < LIMIT
    assert sum(late) < 1.5 * sum(early)
    assert max(sizes.values()) < LIMIT


def test_a_page_that_missed_nothing_gets_nothing_for_nothing() -> None:
    page = Page.of(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}))
    page.channel.publish_change()
    assert len(page.messages) == 1


def test_before_a_page_is_there_nothing_is_sent() -> None:
    hub = Hub(
        MatchController(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}), "passive")
    )
    page = Page(hub)
    hub.controller.step()
    hub.publish_all()
    assert page.messages == []


def test_two_widgets_of_one_table_show_the_same() -> None:
    """Two views of one desk: what one does, the other shows, each with its own numbers."""
    first = Page.of(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}))
    second = Page(first.channel.hub)
    second.do("snapshot")
    first.do("step", until="turn")
    second.do("step", until="turn")
    first.do("back")
    assert first.now == second.now
    assert [m["seq"] for m in second.messages] == list(range(1, len(second.messages) + 1))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_message_tells_the_seed_before_the_end(game: Any) -> None:
    """Whoever reads the seed can compute every throw to come (design 3)."""
    seed = 0xC0FFEE_C0FFEE
    page = Page.of(classkit.new(game, seats=3, seed=seed), bots="random")
    for action in ("rules", "ledger", "save", "snapshot"):
        page.do(action)
    while not page.match.is_over:
        page.do("step")
        if not page.match.is_over:
            page.do("save")
            for line in page.now["news"][-3:]:
                page.do("trail", news=line["id"])
        else:
            page.messages.pop()
    assert str(seed) not in json.dumps(page.messages)
    assert page.do("save")["data"]["text"].count(str(seed)) >= 1


def test_no_message_tells_a_sealed_answer_before_the_last_is_in() -> None:
    """Orders of the toy's market (T2.1) and what a seat may sell, which shows what it holds."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots=dict.fromkeys("ABC"))
    assert [ask["kind"] for ask in page.now["asks"]] == ["sealed"] * 3
    held = page.match.view("A").requests[0].moves[0].form()["fields"]
    page.messages.clear()
    page.do("snapshot")
    text = json.dumps(page.messages)
    assert '"moves": [], "closed": true' in text
    assert json.dumps(held[0]["form"]) not in text
    mine = page.do("look", seat="A")["data"]
    assert mine["moves"] and "closed" not in mine
    page.messages.clear()
    fields = {field["name"]: field["form"]["high"] for field in mine["moves"][0]["fields"]}
    page.do("answer", seat="A", move="sell", **{"with": fields})
    page.do("snapshot")
    assert page.now["asks"][0]["answered"]
    assert not [m for m in page.messages if "sell" in json.dumps(m.get("now", m.get("change")))]
    page.do("withdraw", seat="A")
    assert "answered" not in page.now["asks"][0]


def test_a_curtain_hides_what_a_seat_is_asked() -> None:
    page = Page.of(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}), bots="person")
    seat = page.now["asks"][0]["seat"]
    page.do("curtain", seat=seat)
    assert page.now["asks"][0]["closed"] and page.now["asks"][0]["moves"] == []
    assert page.do("look", seat=seat)["data"]["moves"]
    page.do("curtain", seat=None)
    assert page.now["asks"][0]["moves"]


def test_what_a_seat_alone_saw_is_no_news() -> None:
    """Goods drawn in secret (T1.3) come neither into the news nor into the ledger of the page."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4), bots="passive")
    assert any(event.name == "goods_drawn" for event in page.match.events)
    drawn = [t for t in page.match.transfers if t.reason == "first_load"]
    assert drawn
    rows = page.do("ledger")["data"]["rows"]
    assert not [row for row in rows if row["reason"] == page.desk.say.reason("first_load")]


def test_plotly_and_the_modules_come_over_the_connection_when_asked_for() -> None:
    import gzip

    page = Page.of(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}))
    page.do("modules")
    packed = gzip.decompress(page.buffers[-1][0]).decode()
    assert packed.index("const $wire_store = ") < packed.index("const $root = ")
    assert packed.endswith("export default $root.createTable;\n")
    assert ".ck-table" in packed, "and the style with it"
    page.do("plotly")
    assert b"plotly" in gzip.decompress(page.buffers[-1][0])[:2_000]


def test_a_channel_of_another_game_gets_a_snapshot() -> None:
    """Opening a match with other seats changes what is fixed: the page gets all of it."""
    page = Page.of(classkit.new("poleconomy", seats=2, seed=1, options={"game": 1}))
    page.do("new", seats=5)
    assert page.last["kind"] == "snapshot"
    assert len(page.fixed["seats"]) == 5
    page.do("branch", name="Main")
    assert len(page.fixed["seats"]) == 2
    assert isinstance(page.channel, Channel)
