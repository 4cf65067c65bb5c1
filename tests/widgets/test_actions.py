"""What comes from a page is an answer to be validated: nothing else is believed."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

import classkit
from classkit.engine.serialization import format_record
from classkit.widgets.actions import ACTIONS
from classkit.widgets.chart_redaction import COVERED_MESSAGE
from classkit.widgets.connection_protocol import Hub
from classkit.widgets.narration import NewsLog
from tests.toy import GAME as TOY
from tests.widgets.pages import Page


@pytest.fixture
def page() -> Page:
    page = Page.of(classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7))
    page.do("step", until="turn")
    return page


NONSENSE: list[dict[str, Any]] = [
    {},
    {"do": "fly"},
    {"do": None},
    {"do": ["step"]},
    {"do": "__class__"},
    {"do": "step", "until": "tomorrow"},
    {"do": "step", "until": 7},
    {"do": "step", "extra": 1},
    {"do": "goto"},
    {"do": "goto", "turn": "2"},
    {"do": "goto", "turn": -1},
    {"do": "goto", "turn": 10**9},
    {"do": "goto", "turn": 1, "step": 1},
    {"do": "answer", "seat": "A"},
    {"do": "answer", "seat": "ZZ", "move": "throw"},
    {"do": "answer", "seat": "A", "move": "x" * 61},
    {"do": "answer", "seat": "A", "move": "throw", "with": []},
    {"do": "answer", "seat": "A", "move": "throw", "with": {"__class__": 1}},
    {"do": "answer", "seat": "A", "move": "throw", "with": {"a": "x" * 30_000}},
    {"do": "aside", "seat": "A", "move": "cash_in", "with": {"savings": -1}},
    {"do": "withdraw", "seat": "A"},
    {"do": "bot", "seat": "A", "bot": "hal"},
    {"do": "seat", "seat": "A", "who": "hal"},
    {"do": "seat", "seat": ["A"], "who": "person"},
    {"do": "name", "seat": "A", "name": ""},
    {"do": "name", "seat": "A", "name": "x" * 10_000},
    {"do": "name", "seat": "A", "name": "Bo"},
    {"do": "name", "seat": "A", "name": "\u202eevil"},
    {"do": "branch", "name": "nowhere"},
    {"do": "drop_branch", "name": "Main"},
    {"do": "unbookmark", "turn": 99},
    {"do": "cover", "chart": "nothing", "on": True},
    {"do": "cover", "chart": "inflation", "on": 1},
    {"do": "theme", "theme": "<script>"},
    {"do": "play", "on": True, "speed": 1e12},
    {"do": "play", "on": True, "speed": float("nan")},
    {"do": "open"},
    {"do": "open", "text": "{}"},
    {"do": "open", "file": "/etc/passwd"},
    {"do": "rule", "rule": "P99.9"},
    {"do": "trail", "news": "1"},
    {"do": "why", "figure": "no_figure"},
    {"do": "why", "figure": "net_worth"},
    {"do": "why", "figure": "net_worth", "seat": "Q"},
    {"do": "why", "figure": "net_worth", "seat": "A", "turn": 9_999},
    {"do": "why", "figure": "net_worth", "seat": "A", "turn": -1},
    {"do": "ledger", "from": -5},
    {"do": "new", "seats": 99},
    {"do": "new", "options": {"nonsense": 1}},
    {"do": "signal", "name": "fire"},
    {"do": "curtain", "seat": "Q"},
    {"do": "look", "seat": "Q"},
]


@pytest.mark.parametrize("content", NONSENSE, ids=lambda content: json.dumps(content)[:50])
def test_nonsense_is_refused_with_a_reason_and_changes_nothing(
    page: Page, content: dict[str, Any]
) -> None:
    shown, digest = page.now, page.match.digest()
    page.channel.receive_message({**content, "id": 999})
    assert page.last["kind"] == "refused" and page.last["reply"] == 999
    assert len(page.last["reason"]) > 15 and "Traceback" not in page.last["reason"]
    assert page.now == shown and page.match.digest() == digest
    assert page.do("step", until="turn")["kind"] == "step", "the match goes on"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            {"do": "play", "speed": 1e9},
            "speed must be a number from 0.1 to 50, in steps per second, not 1000000000.0.",
        ),
        ({"do": "new", "seats": 99}, "seats must be a whole number from 2 to 6, not 99."),
        ({"do": "new", "seats": "4"}, "seats must be a whole number, not '4'."),
        ({"do": "play", "on": 1}, "on must be true or false, not 1."),
        ({"do": "theme", "theme": "x" * 61}, "theme must be at most 60 characters long, not 61."),
    ],
)
def test_an_argument_out_of_its_limits_is_refused_with_them(
    page: Page, content: dict[str, Any], reason: str
) -> None:
    """By the values that forms and options declare: 99 is a whole number all the same."""
    page.channel.receive_message({**content, "id": 999})
    assert page.last["reason"] == reason


@pytest.mark.parametrize(
    ("file", "why"),
    [
        (b"", "not a saved match"),
        (b"/etc/passwd", "not a saved match"),
        (b"[]", "not a saved match"),
        (b"{" + b'"a":' * 10, "cut off or damaged"),
        (b"\xff\xfe{", "saved as UTF-16"),
        (b"x" * 6_000_000, "6.0 MB"),
        (b'{"log": [' + b"[]," * 1_600_000 + b"[]]}", "too many lists"),
        (b'{"log": {' + b",".join(b'"%d":1' % key for key in range(400_000)) + b"}}", "missing"),
    ],
    ids=["empty", "path", "list", "cut off", "no text", "large", "lists", "keys"],
)
def test_a_file_that_is_no_record_is_refused_with_a_reason(
    page: Page, file: bytes, why: str
) -> None:
    digest = page.match.digest()
    page.channel.receive_message({"do": "open", "id": 999}, [file])
    assert page.last["kind"] == "refused" and page.last["reply"] == 999
    assert why in page.last["reason"] and page.match.digest() == digest


def test_a_file_comes_beside_the_one_action_that_opens_it(page: Page) -> None:
    record = format_record(page.match.to_record()).encode()
    for content, files in (
        ({"do": "step"}, [record]),
        ({"do": "open"}, [record, record]),
        ({"do": "open", "file": record.decode()}, []),
    ):
        page.channel.receive_message({**content, "id": 999}, files)
        assert page.last["kind"] == "refused", content
    page.channel.receive_message({"do": "open", "id": 1000}, [memoryview(b"\xef\xbb\xbf" + record)])
    assert page.last["kind"] == "step" and page.now["branch"] == "Opened"


@pytest.mark.parametrize("content", [None, 7, "step", [], ["do"], True])
def test_what_is_no_action_at_all_is_refused(page: Page, content: Any) -> None:
    page.channel.receive_message(content)
    assert page.last["kind"] == "refused" and page.last["reply"] is None


def test_ids_that_are_no_numbers_are_not_sent_back(page: Page) -> None:
    page.channel.receive_message({"do": "step", "id": "<b>"})
    assert page.last["reply"] is None


def test_an_illegal_answer_is_refused_with_the_rules_reason(page: Page) -> None:
    seat = page.now["asks"][0]["seat"]
    answer = page.do("answer", seat=seat, move="fly", **{"with": {}})
    assert answer["kind"] == "refused" and "fly" in answer["reason"]


def test_a_page_learns_nothing_of_what_a_bot_holds_by_answering_for_it() -> None:
    """A refused answer would tell whether a card is in its hand, card by card."""
    m = classkit.new("economy", seats=3, seed=5)
    seat = m.requests()[0].seat
    page = Page.of(m, bots="harvester")
    hand = m.table.hands[seat]
    told = set()
    for card in m.table.deck.cards:
        for who in ({"seat": seat}, {"seat": ""}):
            place = {"with": {"card": card, "space": "a3"}}
            told.add(page.do("answer", move="place", **who, **place)["reason"])
    assert len(told) == 1 and "its holdings are hidden" in told.pop()
    place = {"with": {"card": hand[0], "space": "a3"}}
    assert page.do("step")["kind"] == "step", "the bot itself plays on"
    page.do("back")
    page.do("seen_as", seen_as=seat)
    assert page.do("answer", seat=seat, move="place", **place)["kind"] == "step"


def test_an_error_inside_is_told_in_plain_words_and_the_match_goes_on(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> Any:
        raise KeyError("hidden shelf")

    with monkeypatch.context() as patch:
        patch.setattr(type(page.match.game), "scene", broken)
        answer = page.do("step")
        assert answer["kind"] == "refused"
        assert "error inside classkit" in answer["reason"] and "still here" in answer["reason"]
    assert page.do("step")["kind"] == "step"


def test_a_sentence_that_fails_does_not_stop_the_table(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    from classkit.engine.rulebook_text import TextFormatter

    def broken(self: TextFormatter, event: Any) -> str:
        raise KeyError("price")

    monkeypatch.setattr(TextFormatter, "event_sentence", broken)
    page.sight.news = NewsLog()
    assert page.do("step", until="turn")["kind"] == "step"
    assert page.now["news"][-1]["text"].endswith(".")


def test_a_table_that_only_looks_on_refuses_to_play_and_says_why(page: Page) -> None:
    page.desk.read_only = "Another page plays this match now."
    for name, action in ACTIONS.items():
        if action.plays and not action.needed:
            assert page.do(name)["reason"] == "Another page plays this match now."
    assert page.do("rules")["kind"] == "detail"
    assert page.do("theme", theme="dark")["kind"] == "step"
    assert page.do("ledger")["kind"] == "detail"


def test_check_tells_why_a_form_would_be_refused(page: Page) -> None:
    ask = page.now["asks"][0]
    good = page.do("check", seat=ask["seat"], move=ask["moves"][0]["name"], **{"with": {}})
    assert good["data"] == {"reason": None, "at": []}
    bad = page.do("check", seat=ask["seat"], move="fly", **{"with": {}})
    assert bad["data"]["reason"]


def test_asides_are_named_and_their_forms_are_given_when_asked_for(page: Page) -> None:
    ask = page.now["asks"][0]
    assert ask["asides"] and all(not move["fields"] for move in ask["asides"])
    forms = page.do("asides", seat=ask["seat"])["data"]["asides"]
    assert [form["name"] for form in forms] == [move["name"] for move in ask["asides"]]
    assert any(form["fields"] for form in forms)


def test_seats_that_are_not_asked_have_asides_too() -> None:
    """Every merchant may pawn while a decision of a voyage waits (T3.4)."""
    page = Page.of(classkit.new(TOY, seats=3, seed=4, options={"open_hands": True}), bots="passive")
    while not any(ask.get("others") for ask in page.now["asks"]):
        assert page.do("step")["kind"] == "step"
    other = page.now["asks"][0]["others"][0]
    form = page.do("asides", seat=other["seat"])["data"]["asides"][0]
    field = form["fields"][0]
    options = field["form"]["options"]
    value = options[0]["value"] if isinstance(options[0], dict) else options[0]
    name = form["name"]
    answer = page.do("aside", seat=other["seat"], move=name, **{"with": {field["name"]: value}})
    assert answer["kind"] == "step"
    assert page.match.answers[-1].kind == "aside"


def test_each_line_of_the_news_opens_its_money_and_its_clause(page: Page) -> None:
    """Every number on the screen can say why it is what it is (design 7)."""
    for _ in range(30):
        page.do("step", until="turn")
    found = 0
    for line in page.now["news"]:
        data = page.do("trail", news=line["id"])["data"]
        assert data["clause"] is None or data["clause"]["id"] == line["rule"]
        if re.search(r" (pays|receives|makes a profit of) .*\$", line["text"]):
            assert data["entries"], line
            assert any(entry["text"] in line["text"] for entry in data["entries"]), (line, data)
            found += 1
    assert found > 5


def test_each_figure_of_a_seat_says_why_it_changed(page: Page) -> None:
    """The parts sum to what the figure did, and have the rows of the ledger behind them."""
    for _ in range(24):
        page.do("step", until="turn")
    lines = 0
    for row, before in zip(page.match.history[1:], page.match.history, strict=False):
        data = page.do("why", figure="net_worth", seat="A", turn=row["turn"])["data"]
        change = row["net_worth"]["A"] - before["net_worth"]["A"]
        assert data["head"].startswith("Net worth of Ada: ")
        told = [int(part["amount"].replace("$", "").replace(",", "")) for part in data["parts"]]
        assert sum(told) == change
        lines += sum(len(part["lines"]) for part in data["parts"])
    assert lines > 2
    page.do("cover", chart="net_worth", on=True)
    told = page.do("why", figure="net_worth", seat="A")["data"]
    assert told == {"head": COVERED_MESSAGE, "parts": [], "split": False}


def test_ledger_comes_in_pages_with_words(page: Page) -> None:
    page.do("step", until="end")
    first = page.do("ledger")["data"]
    assert first["from"] == 0 and first["total"] == len(page.match.transfers)
    assert len(first["rows"]) <= 500 and {"Ada", "Bo"} & {row["to"] for row in first["rows"]}
    second = page.do("ledger", **{"from": len(first["rows"])})["data"]
    assert second["from"] == len(first["rows"])


def test_figures_are_given_in_full(page: Page) -> None:
    rows = page.do("figures", chart="inflation")["data"]["rows"]
    assert rows[0]["values"]["inflation_number"] >= 1


def test_hosting_may_answer_actions_of_its_own() -> None:
    page = Page(Hub(Page.of(classkit.new("poleconomy", seats=2, seed=1)).desk))
    seen: list[Any] = []
    page.channel.handlers["ping"] = lambda content: seen.append(content)
    page.channel.handlers["session"] = lambda content: {"kind": "session", "code": "abc"}
    kernel = page.channel.hub.kernel_id
    assert page.do("ping") == {"kind": "pong", "reply": 1, "at": 0, "kernel": kernel} and seen
    assert page.do("session") == {"kind": "session", "code": "abc", "reply": 2}


def test_names_are_text_wherever_they_go(page: Page) -> None:
    """A name with HTML in it is plain text in every message (design 7)."""
    name = '<img src=x onerror="alert(1)">'
    assert page.do("name", seat="A", name=name)["kind"] == "step"
    assert page.now["seats"]["A"]["name"] == name
    page.do("snapshot")
    assert page.fixed["seats"][0]["name"] == name
