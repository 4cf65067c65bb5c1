"""What a class is asked: predictions under cover, polls, and what comes of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from classkit.classroom import poll_commands
from classkit.classroom.covered_charts import list_covered_charts
from classkit.classroom.poll_model import MAX_CHANGES, MAX_OPEN_QUESTIONS, ClassQuestion
from classkit.classroom.poll_results import (
    OutcomeValue,
    bin_numbers,
    build_question_result,
    find_nearest,
)
from classkit.classroom.room import Person, Room
from classkit.classroom.room_archive import RoomArchive
from classkit.classroom.room_events import StoredEvent
from classkit.classroom.room_runtime import RoomRuntime
from classkit.classroom.simulated_participants import play_simulated
from classkit.engine.errors import ClasskitError

from .rooms import CODE, Page, Watch, opened


def lecture(people: int = 3, invented: int = 3) -> tuple[RoomRuntime, Page, list[Page]]:
    """A table of the invented, and an audience that comes when all seats are taken."""
    live = RoomRuntime(opened(None, "poleconomy", 3, absent=0, options={"game": 1}), CODE, Watch())
    teacher = Page(live, teacher=True)
    teacher.ask(room="invent", number=invented)
    teacher.ask(room="seat_all")
    teacher.ask(room="pace", seconds=0)
    phones = [Page(live, f"p{number}") for number in range(people)]
    for number, phone in enumerate(phones):
        assert phone.join(f"Name {number}")["place"] == 0
    return live, teacher, phones


def play_until(live: RoomRuntime, turn: int) -> None:
    """Let the invented play until all tables have come to a turn."""
    for _ in range(200):
        if all(match.turn >= turn or match.is_over for match in live.matches.values()):
            return
        play_simulated(live)
    raise AssertionError("the invented do not get there")


def one(page: Page) -> dict[str, Any]:
    """The one question that a page shows."""
    (shown,) = page.ask(room="look")["questions"]
    return dict(shown)


# --- predictions ---------------------------------------------


def test_an_audience_predicts_a_figure_that_is_covered_until_it_is_told() -> None:
    live, teacher, phones = lecture()
    teacher.ask(room="show", place=1)
    teacher.ask(do="snapshot")
    assert teacher.ask(room="ask", place=1, figure="inflation_number", at=6)["kind"] == "room"
    chart = live.room.questions[1].about
    assert chart is not None and teacher.now["covered"] == [chart["chart"]]
    assert teacher.now["predictions"][chart["chart"]]["question"].endswith("be at turn 6?")
    asked = one(phones[0])
    assert (asked["mine"], asked["why"], asked["told"]) == (None, "", False)
    assert "result" not in asked
    for phone, number in zip(phones, ("5", "7,5", "$9"), strict=True):
        assert phone.ask(room="reply", question=1, answer=number)["kind"] == "room"
    assert one(phones[1])["mine"] == "7,5"
    phones[1].ask(room="reply", question=1, answer="8")
    assert one(phones[1])["mine"] == "8", "until it is told, one may change one's mind"
    assert one(teacher)["answers"] == one(teacher)["asked"] == 3, "who plays there does not predict"
    assert "result" not in one(teacher), "nobody sees the spread before"
    teacher.ask(room="tell", question=1)
    assert teacher.now["covered"] == []
    told = one(phones[0])["result"]
    assert [(bar["label"], bar["count"]) for bar in told["bars"]] == [("5", 1), ("8", 1), ("9", 1)]
    assert told["said"][-1] == "The result appears after turn 6."
    assert "closed" in phones[0].ask(room="reply", question=1, answer="6")["reason"]
    play_until(live, 7)
    live.tick_room()
    came = live.get_outcome(live.room.questions[1]).value
    assert came is not None
    inflation = [row["inflation_number"] for row in live.matches[1].history if row["turn"] == 6][-1]
    assert came.value == inflation
    near = find_nearest(live.room.questions[1], live.room, came)
    assert {f"p{at}" for at, phone in enumerate(phones) if one(phone)["nearest"]} == near
    said = one(phones[0])["result"]["said"][-1]
    assert said.startswith(f"Result: {came.value:g}") and "nearest: Name" in said
    teacher.ask(do="snapshot")
    expected = teacher.now["predictions"][chart["chart"]]
    assert len(expected["guesses"]) == 3 and expected["came"], "the chart shows it too"
    teacher.ask(room="hide_names", on=True)
    assert "Name" not in str(one(teacher)) and "nearest: somebody" in str(one(phones[0]))
    teacher.ask(do="goto", step=0)
    assert "appears after turn 6" in one(phones[0])["result"]["said"][-1], (
        "it has not come any more"
    )


def test_what_came_is_told_to_all_whichever_page_asks_first() -> None:
    live = RoomRuntime(opened(None, "poleconomy", 2, absent=0), CODE, Watch())
    teacher, ada = Page(live, teacher=True), Page(live, "ada")
    ada.join()
    teacher.ask(room="invent", number=1)
    teacher.ask(room="seat_all")
    late = Page(live, "late")
    late.join()
    teacher.ask(room="ask", place=1, figure="inflation_number", at=4)
    late.ask(room="reply", question=1, answer="5")
    teacher.ask(room="tell", question=1)
    table = live.get_table(1)
    while table.place.match.turn < 5:
        (seat, *_) = table.list_asked_seats()
        table.answer_absent(seat)
    teacher.ask(room="look")
    (question,) = late.room["questions"]
    assert question["result"]["said"][-1].startswith("Result:")


def test_who_sits_at_the_table_sees_the_figure_and_leaves_predicting_to_others() -> None:
    live = RoomRuntime(opened(None, "poleconomy", 3, absent=0), CODE, Watch())
    teacher, phones = Page(live, teacher=True), [Page(live, f"p{at}") for at in range(6)]
    for phone in phones:
        phone.join()
    teacher.ask(room="seat_all")
    teacher.ask(room="ask", place=2, figure="inflation_number")
    teacher.ask(room="ask", place=0, figure="inflation_number")
    for phone in phones:
        phone.ask(do="snapshot")
        assert phone.now["covered"] == [], "who decides sees the figures of the own table"
        here = phone.room["place"] == 2
        answer = phone.ask(room="reply", question=1, answer="5")
        assert (answer["kind"] == "refused") is here
        assert bool(phone.room["questions"][0]["why"]) is here
        assert phone.ask(room="reply", question=2, answer="5")["kind"] == "room"
    (first, second) = teacher.ask(room="look")["questions"]
    assert (first["answers"], first["asked"]) == (3, 3)
    assert (second["answers"], second["asked"]) == (6, 6)


def test_what_is_asked_of_the_class_is_covered_at_each_table_and_in_its_charts() -> None:
    live, teacher, (phone, *_) = lecture(people=1, invented=6)
    teacher.ask(room="charts", figure="inflation_number")
    assert "picture" in teacher.told[-1]["chart"]
    teacher.ask(room="ask", place=0, figure="inflation_number", at=4)
    assert [list_covered_charts(live.room, place) for place in (1, 2)] == [
        ["inflation"],
        ["inflation"],
    ]
    charts = [told for told in teacher.told if told["kind"] == "class"]
    assert charts[-1]["chart"] == {"figure": "inflation_number", "covered": True}
    phone.ask(room="reply", question=1, answer="4")
    teacher.ask(room="tell", question=1)
    charts = [told for told in teacher.told if told["kind"] == "class"]
    assert "picture" in charts[-1]["chart"]
    play_until(live, 5)
    live.tick_room()
    values = sorted(
        [row["inflation_number"] for row in match.history if row["turn"] == 4][-1]
        for match in live.matches.values()
    )
    came = live.get_outcome(live.room.questions[1]).value
    assert came == OutcomeValue(sum(values) / 2, " (median of all tables)")
    assert one(phone)["nearest"] is True


@pytest.mark.parametrize("end", ["play", "round", "close"])
def test_a_prediction_about_the_class_waits_for_the_tables_that_still_play(end: str) -> None:
    """Until then the result names nobody; the export has the result of the wall."""
    live, teacher, (phone, *_) = lecture(people=1, invented=9)
    teacher.ask(room="ask", place=0, figure="inflation_number", at=4)
    phone.ask(room="reply", question=1, answer="4")
    teacher.ask(room="tell", question=1)
    teacher.ask(room="pause", on=True, place=3)
    for _ in range(60):
        play_simulated(live)
    assert all(live.matches[place].turn > 4 for place in (1, 2)) and live.matches[3].turn < 4
    live.tick_room()
    teacher.ask(room="look")
    assert live.get_outcome(live.room.questions[1]).value is None
    assert one(phone)["nearest"] is False
    assert one(phone)["result"]["said"][-1] == (
        "The result appears after turn 4 of every table that still plays."
    )
    archive = RoomArchive(live.store, CODE)
    assert archive.rows("questions")[0]["came"] is None
    if end == "play":
        teacher.ask(room="pause", on=False, place=3)
        play_until(live, 5)
    elif end == "round":
        teacher.ask(room="pause", on=False, place=3)
        teacher.ask(room="ends", round=1, place=3)
        for _ in range(60):
            play_simulated(live)
        assert live.get_table(3).place.is_done and live.matches[3].turn <= 4
    else:
        teacher.ask(room="close")
    live.tick_room()
    teacher.ask(room="look")
    came = live.get_outcome(live.room.questions[1]).value
    assert came is not None
    assert came.since == f" (median of {'all' if end == 'play' else '2 of 3'} tables)"
    row = RoomArchive(live.store, CODE).rows("questions")[0]
    assert (row["came"], row["came_how"]) == (came.value, came.since.strip())


def test_nothing_on_the_wall_tells_a_score_that_is_covered() -> None:
    _, teacher, _ = lecture()
    assert teacher.ask(room="look")["tables"][0]["ahead"]
    figures = {one["key"]: one for one in teacher.ask(room="asking", on=True)["askable"]}
    assert figures["net_worth"]["of_seat"] and not figures["inflation_number"]["of_seat"]
    teacher.ask(room="ask", place=1, figure="net_worth", seat="B")
    assert teacher.ask(room="look")["tables"][0]["ahead"] == []
    assert "net worth of" in one(teacher)["words"]


# --- polls ---------------------------------------------


def test_a_poll_is_answered_by_all_and_shown_when_it_is_closed() -> None:
    live, teacher, phones = lecture()
    words = "Who gains from <b>inflation</b>?"
    teacher.ask(room="poll", words=words, choices=["Debtors", "Lenders"])
    for at, phone in enumerate(phones):
        phone.ask(room="reply", question=1, answer=min(at, 1))
    play_simulated(live)  # the invented answer too
    again = Page(RoomRuntime(live.store, CODE), "p0")
    assert one(again)["mine"] == 0 and one(again)["words"] == words, "who comes back has answered"
    teacher.ask(room="tell", question=1)
    told = one(phones[0])["result"]
    counts = [bar["count"] for bar in told["bars"]]
    assert counts == [1, 2] and told["answers"] == 3
    assert told["said"] == ["3 invented answers are not counted."]
    assert (one(teacher)["answers"], one(teacher)["asked"]) == (3, 3)
    (row,) = RoomArchive(live.store, CODE).rows("questions")
    assert row["answers"] == 3


def test_a_poll_that_is_open_is_not_asked_again() -> None:
    live, teacher, _ = lecture()
    asked = {"room": "poll", "words": "Who gains?", "choices": ["Debtors", "Lenders"]}
    assert teacher.ask(**asked)["kind"] == "room"
    assert "already open" in teacher.ask(**asked)["reason"] and len(live.room.questions) == 1
    assert teacher.ask(**{**asked, "choices": []})["kind"] == "room", "it asks for a number"
    teacher.ask(room="tell", question=1)
    assert teacher.ask(**asked)["kind"] == "room"


def test_a_poll_of_a_rehearsal_shows_the_answers_of_the_invented() -> None:
    live, teacher, _ = lecture(people=0)
    teacher.ask(room="poll", words="Who gains?", choices=["Debtors", "Lenders"])
    play_simulated(live)
    assert (one(teacher)["answers"], one(teacher)["asked"]) == (3, 3)
    teacher.ask(room="tell", question=1)
    told = one(teacher)["result"]
    assert told["answers"] == sum(bar["count"] for bar in told["bars"]) == 3
    assert told["said"] == ["3 invented answers, and no student in the room."]


def test_a_poll_may_ask_for_a_number() -> None:
    _, teacher, phones = lecture()
    teacher.ask(room="poll", words="How many bonds will be issued?")
    assert "must be a number" in phones[0].ask(room="reply", question=1, answer="many")["reason"]
    two = phones[0].ask(room="reply", question=1, answer="1.600")["reason"]
    assert two == "'1.600' may be 1.6 or 1,600: write 1.6 or 1600."
    assert "must be a number" in phones[0].ask(room="reply", question=1, answer="5 more")["reason"]
    assert one(phones[0])["mine"] is None
    for phone, number in zip(phones, ("1", "1", "4"), strict=True):
        phone.ask(room="reply", question=1, answer=number)
    teacher.ask(room="tell", question=1)
    told = one(phones[2])
    assert [(bar["label"], bar["count"]) for bar in told["result"]["bars"]] == [("1", 2), ("4", 1)]
    assert told["result"]["said"] == ["In the middle: 1."]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"room": "poll", "words": " "}, "Type a question"),
        ({"room": "poll", "words": "x" * 201}, "at most 200 characters"),
        ({"room": "poll", "words": "Why?", "choices": ["One"]}, "2 to 6"),
        ({"room": "poll", "words": "Why?", "choices": [*"abcdefg"]}, "2 to 6"),
        ({"room": "poll", "words": "Why?", "choices": ["a", " a"]}, "the same"),
        ({"room": "poll", "words": "Why?", "choices": "ab"}, "list"),
        ({"room": "ask", "figure": "weather"}, "no figure"),
        ({"room": "ask", "figure": "inflation_number", "place": 9}, "no table"),
        ({"room": "ask", "figure": "inflation_number", "at": 1}, "already begun"),
        ({"room": "ask", "figure": "inflation_number", "at": "soon"}, "at must be a whole number"),
        ({"room": "tell", "question": 7}, "no question"),
        ({"room": "tell", "question": []}, "no question"),
    ],
)
def test_what_cannot_be_asked_is_refused(asked: dict[str, Any], said: str) -> None:
    live, teacher, _ = lecture(people=0)
    assert said in teacher.ask(**asked)["reason"]
    assert live.room.questions == {}


def test_there_are_limits_to_questions_and_to_changes_of_mind() -> None:
    live, teacher, (phone, *_) = lecture(people=1)
    for number in range(MAX_OPEN_QUESTIONS):
        teacher.ask(room="poll", words=f"{number}?", choices=["Yes", "No"])
    assert "open" in teacher.ask(room="poll", words="More?")["reason"]
    for at in range(MAX_CHANGES):
        assert phone.ask(room="reply", question=1, answer=at % 2)["kind"] == "room"
    assert "last answer counts" in phone.ask(room="reply", question=1, answer=0)["reason"]
    stranger = Page(live, "stranger")
    assert "Join" in stranger.ask(room="reply", question=1, answer=0)["reason"]
    assert stranger.ask(room="look")["questions"] == []
    sent: Any
    for sent in (None, 2, -1, "0", True, [], {"a": 1}):
        assert "Choose" in phone.ask(room="reply", question=2, answer=sent)["reason"]
    assert phone.ask(room="reply", question={}, answer=0)["kind"] == "refused"


def test_of_two_desks_that_ask_and_close_at_once_both_are_heard(tmp_path: Path) -> None:
    """The one judges again after the other, under the next number."""
    store = opened(tmp_path)
    rooms = [RoomRuntime(store, CODE), RoomRuntime(store, CODE)]
    desks = [Page(live, teacher=True) for live in rooms]
    phones = [Page(live, "p0") for live in rooms]
    phones[0].join("Ada")
    for at, desk in enumerate(desks):
        desk.ask(room="poll", words=f"Question {at}?", choices=["Yes", "No"])
    phones[0].ask(room="reply", question=1, answer=0)
    phones[1].ask(room="reply", question=1, answer=1)
    phones[0].ask(room="reply", question=2, answer=1)
    assert desks[1].ask(room="tell", question=1)["kind"] == "room"
    assert "closed" in phones[0].ask(room="reply", question=1, answer=0)["reason"]
    for live in rooms:
        live.tick_room()
        assert [one.words for one in live.room.questions.values()] == ["Question 0?", "Question 1?"]
        assert [one.answers for one in live.room.questions.values()] == [{"p0": 1}, {"p0": 1}]
    assert rooms[0].room == rooms[1].room == RoomRuntime(store, CODE).room


# --- the fold, and what is told ---------------------------------------------


def test_rows_tell_who_answered_what() -> None:
    room = Room(CODE)
    room.people["ada"] = Person("ada", "")
    rows: list[tuple[str, dict[str, Any]]] = [
        ("asked", {"question": 1, "words": "Why?", "choices": ["a", "b"]}),
        ("polled", {"question": 1, "person": "ada", "answer": 0}),
        ("polled", {"question": 1, "person": "ada", "answer": 1}),
        ("told", {"question": 1}),
    ]
    for number, (kind, body) in enumerate(rows, 1):
        room.apply_row(StoredEvent(number, kind, body))
    (question,) = room.questions.values()
    assert (question.answers, question.changes, question.is_revealed) == (
        {"ada": 1},
        {"ada": 2},
        True,
    )
    with pytest.raises(ClasskitError, match="closed"):
        poll_commands.answer_question(room, "ada", 1, 0)


def test_one_who_types_a_million_hides_nothing_of_the_others() -> None:
    numbers = [*range(10, 31), 1e12, -1e12]
    bars = bin_numbers(numbers)
    assert len(bars) <= 11
    assert all(sum(bar.contains_number(number) for bar in bars) == 1 for number in numbers)
    assert sum(any(bar.contains_number(number) for number in range(10, 31)) for bar in bars) >= 4
    assert bin_numbers([5.0] * 20 + [*range(9)]), "more than half say the same"
    assert bin_numbers([1 / 3 + at / 1_000 for at in range(20)])[0].label == "0.33 to under 0.335"


def test_what_came_stands_among_the_bars_and_all_who_were_nearest_are_found() -> None:
    question = ClassQuestion(1, answers={"a": "4", "b": "6", "c": "9"}, is_revealed=True)
    room = Room(CODE)
    room.people = {who: Person(who, who.upper()) for who in "abc"}
    told = build_question_result(question, room, came=OutcomeValue(5))
    assert [(bar["label"], bar["count"], bar["came"]) for bar in told["bars"]] == [
        ("4", 1, False),
        ("5", 0, True),
        ("6", 1, False),
        ("9", 1, False),
    ]
    assert told["said"] == ["Result: 5; nearest: A with 4, B with 6."]
    assert find_nearest(question, room, OutcomeValue(5)) == {"a", "b"}
