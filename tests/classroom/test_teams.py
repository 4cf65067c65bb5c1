"""Teams: who proposes what, what becomes the seat's answer, and what nobody else is shown."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from classkit.classroom.room_events import CLOCK, DECIDED, ENTRY, PROPOSED
from classkit.classroom.room_runtime import RoomRuntime
from classkit.engine.events import copy_plain_fields
from classkit.engine.randomness import RandomStream

from .rooms import CODE, Page, Watch, opened

pytestmark = pytest.mark.usefixtures("after_first_decision")


def in_teams(
    people: int = 6, seats: int = 3, tables: int = 1, folder: Path | None = None, **settings: Any
) -> tuple[RoomRuntime, Page, dict[str, list[Page]]]:
    """A table at which each seat is a team: the teacher, and the people of each seat."""
    settings = {"absent": 60, **settings}
    game = settings.pop("game", "economy")
    live = RoomRuntime(opened(folder, game, seats, **settings), CODE, Watch())
    phones = [Page(live, f"p{number}") for number in range(people)]
    for number, phone in enumerate(phones):
        phone.join(f"Name {number}")
    teacher = Page(live, teacher=True)
    assert teacher.ask(room="seat_all", tables=tables, teams=True)["kind"] == "room"
    teams: dict[str, list[Page]] = {}
    for phone in phones:
        phone.ask(do="snapshot")
        teams.setdefault(phone.room["seat"], []).append(phone)
    return live, teacher, teams


def asked(live: RoomRuntime, teams: dict[str, list[Page]]) -> tuple[str, list[Page]]:
    """The seat that is asked at the first table, and its team with the captain first."""
    seat = live.get_table(1).list_asked_seats()[0]
    return seat, sorted(teams[seat], key=lambda phone: not phone.ask(room="look")["team"]["leads"])


def moves(live: RoomRuntime, seat: str) -> list[dict[str, Any]]:
    """Two different answers that a seat may give."""
    (decision,) = live.get_table(1).place.match.requests(seat)
    chance, found = RandomStream("teams"), dict[str, dict[str, Any]]()
    for _ in range(40):
        for move in decision.legal:
            if answer := move.draw(chance):
                fields = copy_plain_fields(answer.fields)
                found[repr(answer)] = {
                    "do": "answer",
                    "move": answer.move,
                    "seat": seat,
                    "with": fields,
                }
    assert len(found) >= 2, decision
    return [*found.values()][:2]


def said(answer: dict[str, Any]) -> tuple[str, Any]:
    """A move and its fields."""
    return answer["move"], answer["with"]


def answers_of(live: RoomRuntime, seat: str) -> list[tuple[str, Any]]:
    """What a seat has answered so far."""
    given = live.get_table(1).place.match.answers
    return [
        (one.name, copy_plain_fields(one.value or {}))
        for one in given
        if one.seat == seat and one.kind == "answer"
    ]


def kinds(live: RoomRuntime) -> list[str]:
    """The kinds of rows of the first table."""
    return [row.kind for row in live.store.read_rows(CODE, 1)]


def let_pass(live: RoomRuntime, seconds: float) -> None:
    """Let time pass, and the clock fire."""
    watch = live.clock
    assert isinstance(watch, Watch)
    watch.now += seconds
    live.tick_room()


def until_asked(live: RoomRuntime, seat: str) -> None:
    """Let the time of the others pass until a seat is asked again."""
    for _ in range(40):
        if seat in live.get_table(1).list_asked_seats():
            return
        let_pass(live, 61)
    raise AssertionError(f"{seat} is not asked again")


def test_a_seat_answers_what_all_of_its_team_propose() -> None:
    live, teacher, teams = in_teams()
    seat, (captain, other) = asked(live, teams)
    one, two = moves(live, seat)
    step = live.get_table(1).place.match.step
    assert captain.ask(**one)["kind"] == "step"
    assert live.get_table(1).place.match.step == step, "a proposal is no answer"
    (choice,) = other.room["team"]["choices"]
    assert len(choice["people"]) == 1 and choice["words"] and not choice["mine"]
    other.ask(**two)
    assert live.get_table(1).place.match.step == step, "they do not agree"
    assert len(captain.room["team"]["choices"]) == 2
    assert other.ask(room="second", choice=choice["key"])["kind"] == "room"
    assert answers_of(live, seat) == [said(one)]
    assert kinds(live)[:5] == [PROPOSED, PROPOSED, PROPOSED, DECIDED, ENTRY]
    assert captain.room["team"]["choices"] == []
    teacher.ask(room="back")
    assert answers_of(live, seat) == [] and captain.room["team"]["choices"] == []
    fresh = RoomRuntime(live.store, CODE)
    assert fresh.get_table(1).place.match.digest() == live.get_table(1).place.match.digest()
    assert fresh.get_table(1).place.proposals == live.get_table(1).place.proposals


def test_when_the_time_is_up_most_votes_count_and_the_captain_decides_a_tie() -> None:
    live, _, teams = in_teams(people=9)
    seat, (captain, other, third) = asked(live, teams)
    one, two = moves(live, seat)
    other.ask(**two)
    let_pass(live, 30)
    captain.ask(**one)
    let_pass(live, 29)
    assert answers_of(live, seat) == [], "to propose gives no more time"
    let_pass(live, 31)
    assert answers_of(live, seat) == [said(one)], "a tie: the captain's"
    decided = [row for row in live.store.read_rows(CODE, 1) if row.kind == DECIDED]
    assert [(row.by, row.body["why"], row.body["away"]) for row in decided] == [
        (CLOCK, "time", [third.line.person])  # type: ignore[union-attr]
    ]
    seat, (captain, other, third) = asked(live, teams)
    one, two = moves(live, seat)
    captain.ask(**one)
    for phone in (other, third):
        phone.ask(**two)
    let_pass(live, 61)
    assert answers_of(live, seat)[-1] == said(two), "two are more than the captain"


def test_the_captain_may_end_it_and_hand_that_on() -> None:
    live, _, teams = in_teams()
    seat, (captain, other) = asked(live, teams)
    one, _ = moves(live, seat)
    other.ask(**one)
    (choice,) = other.room["team"]["choices"]
    assert "Only your captain" in other.ask(room="take", choice=choice["key"])["reason"]
    assert "Only your captain" in other.ask(room="captain", to=other.room["team"]["me"])["reason"]
    captain.ask(room="captain", to=other.room["team"]["me"])
    assert other.room["team"]["leads"] and not captain.ask(room="look")["team"]["leads"]
    assert other.ask(room="take", choice=choice["key"])["kind"] == "room"
    assert answers_of(live, seat) == [said(one)]
    assert "Nobody is proposing this" in other.ask(room="take", choice=choice["key"])["reason"]
    assert RoomRuntime(live.store, CODE).room == live.room


def test_the_right_of_an_absent_captain_passes_on_until_they_come_back() -> None:
    live, _, teams = in_teams()
    seat, (captain, other) = asked(live, teams)
    one, _ = moves(live, seat)
    other.ask(**one)
    let_pass(live, 61)
    assert answers_of(live, seat) == [said(one)]
    assert other.ask(room="look")["team"]["leads"] and not captain.ask(room="look")["team"]["leads"]
    until_asked(live, seat)
    other.ask(**moves(live, seat)[0])
    assert len(answers_of(live, seat)) == 2, "all who are present agree"
    until_asked(live, seat)
    captain.ask(**moves(live, seat)[0])
    assert captain.ask(room="look")["team"]["leads"]


def test_for_a_team_of_which_nobody_proposes_a_bot_answers() -> None:
    live, _, teams = in_teams(people=2)
    assert sorted(map(len, live.room.tables[1].teams.values())) == [0, 1, 1]
    seat, _ = asked(live, teams)
    let_pass(live, 61)
    assert len(answers_of(live, seat)) == 1 and DECIDED not in kinds(live)
    late = Page(live, "late")
    late.join()
    empty = next(seat for seat in "ABC" if seat not in teams)
    assert late.room["seat"] == empty and late.room["team"]["leads"]


@pytest.mark.parametrize("verb", ["second", "take", "captain"])
def test_who_is_in_no_team_is_told(verb: str) -> None:
    live = RoomRuntime(opened(), CODE, Watch())
    phone = Page(live, "p0")
    phone.join()
    assert "not in a team" in phone.ask(room=verb)["reason"]


def test_proposals_are_full_legal_answers_and_reach_the_own_team_alone() -> None:
    live, teacher, teams = in_teams(game="poleconomy", people=6)
    one = live.get_table(1)
    for _ in range(12):
        (seat, *_) = one.list_asked_seats()
        step = one.place.match.step
        refused = teams[seat][0].ask(do="answer", move="nonsense", seat=seat)
        assert refused["kind"] == "refused" and one.place.list_proposals(seat) == []
        for phone in teams[seat]:
            assert one.place.match.step == step
            assert phone.ask(do="default", seat=seat)["kind"] == "step"
        assert one.place.match.step > step
    for seat, phones in teams.items():
        for phone in phones:
            assert phone.now["seen_as"] == seat
            for told in phone.told:
                if told["kind"] == "room" and told["team"]:
                    names = {one["name"] for one in told["team"]["members"]}
                    for choice in told["team"]["choices"]:
                        assert {*choice["people"]} <= names
    assert not any("choices" in json.dumps(told) for told in teacher.told)
    (seat, *_) = one.list_asked_seats()
    other = next(phones[0] for at, phones in teams.items() if at != seat)
    assert other.ask(do="default", seat=seat)["kind"] == "refused"
    teacher.ask(room="pause", on=True)
    assert "paused" in teams[seat][0].ask(do="default", seat=seat)["reason"]


def test_two_processes_agree_on_what_a_team_has_decided(tmp_path: Path) -> None:
    """Proposals race, and the clock fires in both: there is one answer."""
    live, _, teams = in_teams(folder=tmp_path)
    twin = RoomRuntime(live.store, CODE, live.clock)
    seat, (captain, other) = asked(live, teams)
    elsewhere = Page(twin, other.line.person)  # type: ignore[union-attr]
    elsewhere.ask(do="snapshot")
    one, two = moves(live, seat)
    captain.ask(**one)
    assert elsewhere.ask(**two)["kind"] in ("step", "snapshot"), "judged again after the other's"
    assert len(elsewhere.ask(room="look")["team"]["choices"]) == 2
    watch = live.clock
    assert isinstance(watch, Watch)
    watch.now += 61
    twin.get_table(1).play_for_absent(watch.now)
    live.get_table(1).answer_absent(seat)  # the clock of the other fires for the same decision
    for one_room in (live, twin):
        one_room.tick_room()
    assert answers_of(live, seat) == [said(one)]
    assert kinds(live).count(DECIDED) == 1
    fresh = RoomRuntime(live.store, CODE)
    digests = {each.get_table(1).place.match.digest() for each in (live, twin, fresh)}
    assert len(digests) == 1


def test_names_of_teams_stand_at_the_table_and_those_of_people_in_the_team() -> None:
    live, teacher, teams = in_teams()
    names = {seat["name"] for seat in teacher.ask(room="look")["tables"][0]["seats"]}
    assert names == {"Team A", "Team B", "Team C"}
    phone = teams["A"][0]
    assert [one["name"][:5] for one in phone.room["team"]["members"]] == ["Name "] * 2
    teacher.ask(room="hide_names", on=True)
    team = phone.ask(room="look")["team"]
    assert "Name" not in json.dumps(team)
    numbers = {one["name"] for one in team["members"]}
    assert len(numbers) == 2, "the captain chooses whom to hand over to"
    assert all(re.fullmatch(r"Student \d+", one) for one in numbers)
    assert sorted(len(team) for team in live.room.tables[1].teams.values()) == [2, 2, 2]


def test_who_is_moved_to_another_team_leaves_the_captaincy_behind() -> None:
    live, teacher, teams = in_teams()
    captain = next(phone for phone in teams["A"] if phone.room["team"]["leads"])
    (other,) = [phone for phone in teams["A"] if phone is not captain]
    teacher.ask(room="seat", place=1, seat="B", person=captain.line.person)  # type: ignore[union-attr]
    assert captain.ask(room="look")["seat"] == "B" and not captain.room["team"]["leads"]
    assert other.ask(room="look")["team"]["leads"]
    assert [len(live.room.tables[1].teams[seat]) for seat in "ABC"] == [1, 3, 2]
    teacher.ask(room="seat", place=1, seat="B", person="")
    assert live.room.tables[1].holders["B"] == "" and captain.ask(room="look")["place"] == 0
    assert RoomRuntime(live.store, CODE).room == live.room


@pytest.mark.parametrize("seed", [1, 2])
def test_teams_in_two_processes_come_to_one_room(seed: int, tmp_path: Path, deep: bool) -> None:
    """They propose, second, take, hand on and let time pass in any order; the log tells all."""
    live, teacher, teams = in_teams(folder=tmp_path, absent=0)
    twin = RoomRuntime(live.store, CODE, live.clock)
    people = [phone.line.person for team in teams.values() for phone in team]  # type: ignore[union-attr]
    phones = {(who, room): Page(room, who) for who in people for room in (live, twin)}
    chance, luck = random.Random(seed), RandomStream(f"{seed}")
    for _ in range(400 if deep else 60):
        room = chance.choice((live, twin))
        if chance.random() < 0.3:
            room.tick_room()
        phone = phones[chance.choice(people), room]
        phone.ask(room="look")
        choices = phone.room["team"]["choices"]
        asks = [{"room": "captain", "to": 0}, {"room": "captain", "to": 1}]
        asks += [
            {"room": verb, "choice": one["key"]} for verb in ("second", "take") for one in choices
        ]
        if phone.is_asked() and chance.random() < 0.6:
            phone.answer_at_random(luck)
        elif chance.random() < 0.1:
            teacher.ask(room="back")
        elif chance.random() < 0.1 and (now := room.get_table(1).list_asked_seats()):
            room.get_table(1).answer_absent(now[0])
        else:
            phone.ask(**chance.choice(asks))
    for room in (live, twin):
        room.tick_room()
    fresh = RoomRuntime(live.store, CODE)
    places = [room.get_table(1).place for room in (live, twin, fresh)]
    assert len({place.match.digest() for place in places}) == 1
    for place in places:
        assert (place.proposals, place.away, place.row_number) == (
            places[-1].proposals,
            places[-1].away,
            places[-1].row_number,
        )
    assert live.room == twin.room == fresh.room
    assert kinds(live).count(DECIDED) > 1 and kinds(live).count(PROPOSED) > 5
