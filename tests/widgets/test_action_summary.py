"""The sentence on a step is what mattered most in it, not what was told last."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import classkit
from classkit.engine.events import Event
from classkit.engine.game import Game
from classkit.engine.rulebook_text import TURNING_POINT, TextFormatter, Words
from classkit.widgets.action_summary import (
    merge_stories,
    record_moment,
    summarize_action,
)
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from classkit.widgets.short_sentence import MAX_SENTENCE, short_forms, shorten_sentence
from classkit.widgets.state_snapshot import build_state
from tests.every_game import every_game
from tests.games.poleconomy.tables import at_turn

from .pages import Page

TURNS = 40


def test_a_jump_of_the_number_comes_before_the_tax_that_it_brings() -> None:
    """P4.4, P4.5: taxation is told after the Number, four times, and matters less."""
    holdings = {seat: {"at": "I03", "squares": [f"I0{at}"]} for at, seat in enumerate("ABC", 5)}
    page = Page.of(at_turn([(3, 3)], mover="B", marker=0, **holdings), bots="random")
    page.do("answer", move="throw", seat="B")
    told = [line["text"] for line in page.now["news"]]
    assert "tax" in told[-1]
    assert page.now["said"].startswith("The Number rises from 1 to 2")


def tells(said: str, line: str) -> bool:
    """Whether a sentence is a line of the news in a short form, with a consequence or without."""
    forms = [shorten_sentence(line), *short_forms(line)]
    return any(said == form or said.startswith(f"{form[:-1]}, and ") for form in forms)


def weights_of(page: Page, told: list[dict[str, Any]]) -> set[int]:
    """How much the events of some lines of the news matter."""
    made = page.sight.news.lines_by_event
    return {page.match.say().event_weight(made[line["id"]][0]) for line in told}


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_a_turning_point_is_told_before_anything_else(game: Game[Any]) -> None:
    page = Page.of(classkit.new(game, seats=min(4, max(game.seat_numbers)), seed=5), bots="random")
    told = len(page.match.events)
    for _ in range(TURNS):
        if page.match.is_over:
            break
        page.do("step", until="turn")
        new = [line for line in page.now["news"] if line["id"] > told]
        told = new[-1]["id"] if new else told
        turning = [line for line in new if weights_of(page, [line]) == {TURNING_POINT}]
        said = page.now["said"]
        if turning and not page.match.is_over:
            assert any(tells(said, line["text"]) for line in turning), said


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_each_step_is_told_in_one_short_sentence(game: Game[Any]) -> None:
    """The stage has one row for it; seats stand in it by name, rules not at all."""
    page = Page.of(classkit.new(game, seats=min(4, max(game.seat_numbers)), seed=3), bots=None)
    assert len(page.now["said"]) <= MAX_SENTENCE, "before the first step too"
    while not page.match.is_over:
        page.do("step", until="turn")
        said = page.now["said"]
        assert 0 < len(said) <= MAX_SENTENCE, said
        assert said[-1] in ".!…" and not said.startswith("Nothing new"), said
        assert not re.search(r"\([A-Z]+\d+(\.\d+)*\)", said), said


def test_what_the_sentence_leaves_out_is_counted() -> None:
    page = Page.of(classkit.new("poleconomy", seats=4, seed=39), bots=None)
    before = len(page.now["news"])
    page.do("step", until="turn")
    told = page.now["said_by"]["events"]
    new = [line["id"] for line in page.now["news"][before:]]
    assert page.now["more_said"] == len([one for one in new if one not in told]) > 0
    page.do("back")
    assert page.now["more_said"] == 0, "nothing has happened"


@pytest.mark.parametrize("game", every_game(), ids=lambda game: game.name)
def test_the_headline_of_the_end_names_all_winners(game: Game[Any]) -> None:
    """487-opoly has two races: "Time is up" is not the story, who has won is."""
    page = Page.of(classkit.new(game, seats=min(4, max(game.seat_numbers)), seed=2), bots="random")
    while not page.match.is_over:
        page.do("step", until="round")
    said, names = (
        page.now["said"],
        [page.match.say().seat(seat) for seat in page.match.winners],
    )
    for name in names:
        assert re.search(rf"\b{name}\b", said), said
    assert names or "obody wins" in said
    for race in page.match.races():
        assert race in said


def test_what_is_taken_and_turned_down_is_told_by_what_it_changes() -> None:
    """E3.1, E3.3, E4.2: the shares of a sector, and which card may be taken over by whom."""
    page = Page.of(classkit.new("economy", seats=3, seed=0), bots=None)
    told = []
    while not page.now["over"]:
        page.do("step", until="turn")
        told.append(page.now["said"])
    taken = [said for said in told if " takes " in said and "over" not in said]
    assert (
        "Ada takes Vaccine (3 points a landing): Ada is the only owner in Health so far." in taken
    )
    assert any(re.search(r": in \w+, \w+ now owns \d\d% and \w+ \d\d%\.$", said) for said in taken)


def test_a_bargain_is_told_by_what_it_is_worth_and_cost() -> None:
    """No colon after a colon: "gains $900,000: life insurance bought: ..."."""
    page = Page.of(classkit.new("poleconomy", seats=3, seed=0, options={"game": 1}), bots=None)
    told = []
    for _ in range(12):
        page.do("step", until="turn")
        told.append(page.now["said"])
    assert any(
        "Ada gains $900,000 by buying 1 life policy, worth $1,000,000, for $100,000." in said
        for said in told
    )
    assert not any(re.search(r"(gains|loses) [^.]*: [^.]*: ", said) for said in told)


def test_a_landing_is_told_with_all_it_pays() -> None:
    """E4.1: who scores how much; the roll and the way to the space are in the news."""
    page = Page.of(classkit.new("economy", seats=4, seed=1), bots=None)
    page.do("step", until="turn")
    while not any(" pays out " in line["text"] for line in page.now["news"]):
        page.do("step", until="turn")
    assert page.now["said"].startswith("Dov's landing in Energy pays Chiara 3 points and Dov 4")
    assert any(line["text"] == "Dov rolls a 6." for line in page.now["news"])


def test_what_is_bought_is_told_as_bought_and_once() -> None:
    """P8.4: an auction says who buys; that the square moves then is not told again (P6.3)."""
    page = Page.of(classkit.new("poleconomy", seats=4, seed=1, options={"game": 1}), bots=None)
    told = []
    for _ in range(12):
        page.do("step", until="turn")
        told.append(page.now["said"])
    assert "Ada buys Fiddlehead Grocers from the Bank for $20,000." in told, (
        "where A stands then, it need not say"
    )
    moved = [said for said in told if " moves to " in said]
    assert not [said for said in moved if " buys " in said or "Inflation Number" in said]
    assert not [said for said in told if "at auction" in said and " gets " in said]


def test_a_name_with_a_full_stop_ends_a_sentence_with_one() -> None:
    say = TextFormatter(
        spaces={"C5": "Molson Ltd."}, words=Words(events={"went": "B goes to {to:space}."})
    )
    assert say.event_sentence(Event("went", {"to": "C5"}, "", 1)) == "B goes to Molson Ltd."


def test_a_seat_that_gets_a_name_leaves_the_headline_as_it_is() -> None:
    """Also where the headline says that the match went back; the name is in it at once."""
    page = Page.of(classkit.new("poleconomy", seats=4, seed=7, options={"game": 1}), bots="passive")
    page.do("step", until="turn")
    before = page.now["said"]
    for _ in range(TURNS):
        if before.startswith("D "):
            break
        page.do("step", until="turn")
        before = page.now["said"]
    page.do("name", seat="D", name="Ada")
    assert page.now["said"] == before.replace("D ", "Ada ")
    page.do("seat", seat="C", who="passive")
    assert page.now["said"] == before.replace("D ", "Ada ")
    page.do("back", until="turn")
    back = page.now["said"]
    assert back.startswith("Back at turn ")
    page.do("name", seat="A", name="Bo")
    assert page.now["said"] == back


def test_a_step_that_waits_for_a_person_says_so_at_the_beginning_too() -> None:
    """Nothing has been told yet; the class learns why Step changes nothing (design 7)."""
    page = Page.of(classkit.new("poleconomy", seats=4, seed=7, options={"game": 1}), bots="person")
    page.do("step", until="turn")
    assert page.now["said_note"] == "Dov must decide now."


@pytest.mark.parametrize("name", ["poleconomy", "opoly", "economicon", "economy"])
def test_a_match_that_is_opened_says_what_led_to_its_question(name: str) -> None:
    """The decision is asked below the headline, which says more than whose it is."""
    match = classkit.new(name, seats=3, seed=7)
    for _ in range(3):
        match.play(until="turn")
        page = Page.of(match, bots="person")
        said = page.now["said"]
        assert "must decide now." in page.now["said_note"]
        latest = page.now["news"][-1]["turn"]
        told = [page.match.events[number - 1] for number in page.now["said_by"]["events"]]
        assert told and {event.turn for event in told} == {latest}, said


def test_who_must_decide_is_computed_when_a_page_is_sent() -> None:
    """After each action, also those of another page, of a bot, and of the notebook itself."""
    page = Page.of(classkit.new("economy", seats=3, seed=7), bots="person")
    other = Page(page.channel.hub)
    other.do("snapshot")

    def check() -> None:
        waiting = page.match.say().format_list(
            [page.match.say().seat(seat) for seat in page.desk.waiting_persons()]
        )
        for one in (page, other):
            note = one.now["said_note"]
            assert note.endswith(f"{waiting} must decide now." if waiting else ""), note
            assert ("must decide" in note) == bool(waiting), note

    def first() -> str:
        return page.match.requests()[0].seat

    check()
    for _ in range(3):
        page.do("default", seat=first())
        check()
    page.do("back", until="decision")
    check()
    page.do("name", seat=first(), name="Zoë")
    check()
    other.do("bot", seat=first(), bot="random")
    check()
    page.do("fork", name="What if")
    check()
    page.do("seat", seat=first(), who="random")
    page.do("step", until="decision")
    check()
    page.desk.match.play("decision", bots="random")  # past the table, as a cell may do
    page.channel.hub.publish_all()
    check()
    page.do("branch", name="Main")
    check()


def test_a_table_that_is_only_shown_waits_for_nobody() -> None:
    page = Page.of(classkit.new("economy", seats=3, seed=7), bots="person")
    page.desk.read_only = "Another page shows this match."
    page.channel.hub.publish_all()
    assert "must decide" not in page.now["said_note"]


def test_a_recession_that_begins_and_ends_in_one_step_is_one_story() -> None:
    """487-opoly by rounds: it does not begin in one sentence and end in the next (Q4.2)."""
    page = Page.of(classkit.new("opoly", seats=4, seed=1), bots="empire_builder")
    told = []
    while not page.match.is_over:
        page.do("step", until="round")
        told.append(page.now["said"])
    assert not [said for said in told if "begins." in said and "is over: " in said]


def test_what_begins_again_after_its_end_is_told_as_begun() -> None:
    begins, over = Event("begins", {}, "", 1), Event("over", {"how": "Peace"}, "", 1)
    words = Words(stories={("begins", "over"): lambda say, facts: f"{facts['how']} again."})
    for events, told in (
        ([begins, over], ["Peace again."]), ([over, begins], ["over", "begins"]),
        ([begins, over, begins], ["Peace again.", "begins"]), ([over], ["over"]),
    ):  # fmt: skip
        made: Any = {at: (event, None) for at, event in enumerate(events, 1)}
        shown = [
            {"id": at, "weight": 4 - at, "text": event.name, "events": (at,)}
            for at, event in enumerate(events, 1)
        ]
        merged = merge_stories(shown, made, TextFormatter(words=words))
        assert [line["text"] for line in merged] == told
        assert merged[0]["events"] == ((1, 2) if told[0] == "Peace again." else (1,))


def economicon(until: str) -> list[tuple[str, list[dict[str, Any]]]]:
    """What is said of each step of a match of Economicon, and the rows of figures then."""
    page = Page.of(classkit.new("economicon", seats=4, seed=7), bots=None)
    told = []
    while not page.match.is_over:
        page.do("step", until=until)
        told.append((page.now["said"], page.rows))
    return told


def test_production_is_told_as_what_all_nations_make_and_pay_for() -> None:
    """N8.4, N8.7: not as "A pays 3 gold for production.", nation by nation, round by round."""
    told = [said for said, _ in economicon("turn")]
    assert told[1] == "The nations produce 16 grain, 4 oil and 16 tech at a cost of 12 gold."
    assert not [said for said in told if "for production" in said]


def listed(amounts: Counter[str]) -> str:
    """Amounts as a headline lists them."""
    told = [f"{amount} {unit}" for unit, amount in amounts.items()]
    return " and ".join(filter(None, [", ".join(told[:-1]), told[-1]]))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_amounts_of_a_headline_are_those_of_ledger_and_market(seed: int) -> None:
    page = Page.of(classkit.new("economicon", seats=3 + seed % 2, seed=seed), bots=None)
    m, told, found = page.match, 0, Counter[str]()
    while not m.is_over:
        page.do("step", until="turn")
        moved, told = m.transfers[told:], len(m.transfers)
        said = page.now["said"]
        if production := re.search(r"The nations produce (.*) at a cost of (.*?)\.", said):
            made, paid = Counter[str](), Counter[str]()
            for one in moved:
                if one.reason == "produced" and one.target.startswith("staged:"):
                    made[one.unit] += one.amount
                if one.reason == "production_cost":
                    paid[one.unit] += one.amount
            assert production.groups() == (listed(made), listed(paid)), said
            found["production"] += 1
    assert found["production"] >= 5, found


def test_a_step_of_one_decision_is_told_by_what_was_decided() -> None:
    """A purchase is a story of its own; prices are told when the phase is over."""
    told = [said for said, _ in economicon("decision")]
    assert [said for said in told if re.match(r"\w+ buys \d+ \w+ for ", said)]
    assert len([said for said in told if said.count(" gold because the market ")]) <= 10


def test_another_branch_is_announced_by_the_round_where_rounds_are_counted() -> None:
    page = Page.of(classkit.new("economicon", seats=3, seed=7), bots=None)
    page.do("step", until="round")
    page.do("fork")
    assert page.now["said"].startswith("Branch 1: round 2 of 10: pegs, step ")


def test_a_recession_is_told_by_what_it_costs() -> None:
    """Q4.5: not as "Payment 2 of this recession." alone."""
    page = Page.of(classkit.new("opoly", seats=4, seed=7), bots=None)
    told: list[str] = []
    while len(told) < 29:
        page.do("step", until="turn")
        told.append(page.now["said"])
    assert told[25].startswith("A recession begins"), "told once, and nobody's way of the pawn"
    assert told[26].startswith("Payment 1 of this recession costs Bruno $80, Ada $60 and Dov $50")
    paid = [line["text"] for line in page.now["news"] if line["turn"] == 27]
    assert {f"{seat} pays the bank ${sum} because of the recession." for seat, sum in
            (("Bruno", 80), ("Ada", 60), ("Dov", 50))} <= set(paid)  # fmt: skip


def test_a_purchase_says_its_price_and_a_quiet_turn_that_nothing_is_due() -> None:
    """Not that a pawn moves, but what that changes."""
    page = Page.of(classkit.new("poleconomy", seats=4, seed=11, options={"game": 1}), "tycoon")
    told = []
    for _ in range(14):
        page.do("step", until="turn")
        told.append(page.now["said"])
    assert "Bruno buys Northern Spark Hydro from the Bank for $100,000." in told
    bought = [words for words in told if " from the Bank" in words]
    assert bought and all(" for $" in words for words in bought)

    page = Page.of(classkit.new("opoly", seats=4, seed=11), "appraiser")
    quiet, taxed = [], []
    for _ in range(30):
        before = sum(len(transfers) for _, transfers in page.match.events_by_segment)
        page.do("step", until="turn")
        taxed.append(page.now["said"])
        if page.now["said"].startswith("Nothing is paid"):
            quiet.append(page.now["said"])
            assert sum(len(transfers) for _, transfers in page.match.events_by_segment) == before
        assert not page.now["said"].startswith("The pawn moves to")
    assert quiet
    tax = "Income Tax costs Dov $193, Bruno $191, Chiara $163 and Ada $155"
    assert any(said.startswith(tax) for said in taxed)

    page = Page.of(classkit.new("economicon", seats=4, seed=11), "gold_anchor")
    said = []
    for _ in range(30):
        page.do("step", until="turn")
        said.append(page.now["said"])
    assert not any(words.startswith("Round") for words in said)
    assert "Order of play: Bruno, Chiara, Dov, Ada." in said, "what led there"
    assert not any("no news" in words for words in said)


def test_the_bankruptcy_of_the_country_is_told_with_its_evidence() -> None:
    """P17.5: what made it bankrupt is one click away."""
    match = classkit.new("poleconomy", seats=4, seed=13)
    controller = MatchController(match, dict.fromkeys(match.seats, "random"))
    while not match.is_over:
        before = record_moment(controller)
        controller.step("round")
    controller.summary = summarize_action(controller, before)
    now = build_state(PageView(controller))
    assert now["said"] == "The country is bankrupt: nobody wins."
    told = [match.events[number - 1].name for number in now["said_by"]["events"]]
    assert told[-2:] == ["treasury_bankrupt", "game_ended"]
