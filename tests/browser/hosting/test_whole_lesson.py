"""A whole lesson in each game, as its teacher gives it: one projector and six telephones.

It is read from top to bottom. Some play at a table of each of two groups, with bots, while the
others look on, predict, and then play in teams. Opoly is played by three at least, and Economy
better so: a seventh comes there, so that four are left for three teams.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.access import violations
from tests.browser.chart_menu import open_menu
from tests.browser.hosting.telephones import (
    WIDTH,
    answer,
    answer_for_the_absent_at_once,
    ask_class,
    asked_of,
    by_hand,
    card_of,
    choose,
    class_menu,
    fits,
    join,
    now,
    opened,
    play_to,
    step_of,
    telephone,
)
from tests.browser.waiting import eventually
from tests.hosting.serving import Server

NAMES = ("Ada", "Bob", "Cyd", "Dee", "Eli", "Fay", "Gus")


class Plan(NamedTuple):
    """What a class plays: seats, what its groups differ in, and how far they come.

    ``at`` is the turn or round for which the class predicts. The first table comes to ``turn``,
    where there is something to ask in a homework, and the second to ``second``. ``chart`` is what
    the teacher puts up before the class predicts it, where it is not up from the beginning.
    """

    game: str
    seats: int
    compare: str
    at: int
    turn: int
    second: int
    chart: str = ""


PLANS = (
    Plan("poleconomy", 2, "Bids in auctions are made", 4, 20, 5),
    Plan("opoly", 3, "Auctions", 3, 12, 2),
    Plan("economicon", 2, "A peg sets the value of a currency", 2, 27, 14),
    Plan("economy", 3, "Cards are placed", 3, 12, 4, "Points: the race to the target"),
)


@pytest.mark.parametrize(
    "plan",
    [
        pytest.param(plan, id=plan.game, marks=() if plan.game == "economy" else pytest.mark.deep)
        for plan in PLANS
    ],
)
def test_a_whole_lesson(browser: Browser, server: Server, plan: Plan) -> None:
    desk, code = opened(browser, server, plan.game, plan.compare, str(plan.seats))
    phones = [telephone(browser, server, code) for _ in NAMES[: 4 + plan.seats]]
    tables, crowd = some_play_and_the_others_look_on(desk, phones)
    for players in tables.values():
        by_hand(asked_of(players))
    first = tables["Table 1"]
    play_to(first, 1)
    the_class_predicts(desk, first, crowd, plan)
    away, back = one_is_away_and_comes_back(desk, first)
    phones[phones.index(away)] = first[first.index(away)] = back
    the_last_decision_is_taken_back(desk, first)
    the_others_play_in_teams(desk, crowd)
    play_to(tables["Table 2"], plan.second)
    the_groups_are_compared(desk)
    the_lesson_ends(desk, phones)
    for phone in phones:
        a_story_is_told(phone)
    assert not violations(first[0])
    a_homework_is_taken(first[0])


def some_play_and_the_others_look_on(
    desk: Page, phones: list[Page]
) -> tuple[dict[str, list[Page]], list[Page]]:
    """Let all come, and seat some; gives these by their tables, and those who look on."""
    for phone, name in zip(phones, NAMES, strict=False):
        join(phone, name)
    waiting = desk.locator("p", has_text="Waiting for a seat")
    expect(waiting).not_to_contain_text("Ada")  # an experiment hides names at first
    desk.get_by_role("button", name="Show names").click()
    expect(waiting).to_contain_text("Ada, Bob")
    class_menu(desk, "Settings")
    desk.get_by_label("A bot answers for the absent").select_option(label="after five minutes")
    desk.keyboard.press("Escape")
    desk.get_by_label("How students are seated").select_option(
        label="at one table of each group, the others watch"
    )
    desk.get_by_role("button", name=f"Seat {len(phones)} waiting").click()
    expect(desk.locator(".ck-wall-table")).to_have_count(2)
    tables: dict[str, list[Page]] = {}
    crowd = []
    for phone, name in zip(phones, NAMES, strict=False):
        card = card_of(desk, name)
        if card.count():
            expect(phone.locator(".ck-phone-name")).to_have_text(name)
            place = card.get_by_role("button").get_attribute("data-place")
            tables.setdefault(f"Table {place}", []).append(phone)
        else:
            expect(phone.get_by_text("The others are playing already")).to_be_visible()
            crowd.append(phone)
    assert [*sorted(tables)] == ["Table 1", "Table 2"] and len(crowd) == 4
    return tables, crowd


def the_class_predicts(desk: Page, first: list[Page], crowd: list[Page], plan: Plan) -> None:
    """Cover a figure of the first table, let those who look on predict it, and see what comes."""
    show_table(desk)
    table = desk.locator("classkit-table")
    if plan.chart:
        menu = open_menu(table.locator("classkit-chart").first)
        menu.get_by_label("Which chart").select_option(label=plan.chart)
    class_menu(desk, "Ask the class")
    turn, round_ = (desk.get_by_label(f"At {name}", exact=True) for name in ("turn", "round"))
    turn.or_(round_).fill(str(plan.at))
    ask_class(desk, "Cover and ask")
    expect(table.locator(".ck-lid >> visible=true").first).to_contain_text("Covered until")
    expect(table.locator(".ck-lid button:visible, .ck-lid input:visible")).to_have_count(0)
    fits(desk)
    assert not violations(desk)
    crowd[0].get_by_placeholder("A number").fill("rises")
    crowd[0].get_by_role("button", name="Answer").click()
    expect(crowd[0].get_by_role("alert")).to_contain_text("must be a number")
    for phone, number in zip(crowd, ("4", "9,5", "120", "2000"), strict=True):
        phone.get_by_placeholder("A number").fill(number)
        phone.get_by_role("button", name="Answer").click()
        expect(phone.get_by_text(f"You said {number}.")).to_be_visible()
        assert phone.evaluate(WIDTH) <= 0
    for phone in first:
        assert phone.get_by_text("Your teacher is asking the class a question").count() == 0
        assert phone.get_by_text("show my choices").count() == 0, "nobody else looks on"
    desk.get_by_role("button", name="Uncover").click()
    expect(table.locator(".ck-lid >> visible=true")).to_have_count(0)
    expect(desk.get_by_text("The result appears after").first).to_be_visible()
    play_to(first, plan.turn)
    for page in (desk, *crowd):
        expect(page.get_by_text("Result:").first).to_be_visible()
    assert sum(phone.get_by_text("Nobody was closer.").count() for phone in crowd) in (1, 2)
    fits(desk)
    for page in crowd:
        assert page.evaluate(WIDTH) <= 0
    desk.get_by_role("button", name="Put away", exact=True).click()


def show_table(desk: Page) -> None:
    """Show the first table in full on the projector."""
    card_of(desk, "Table 1").get_by_role("button").click()
    expect(desk.locator("classkit-table [data-does=back]")).to_be_visible()


def one_is_away_and_comes_back(desk: Page, first: list[Page]) -> tuple[Page, Page]:
    """Close the page of somebody who is asked: a bot answers, and they find their seat again.

    Gives the page that was closed, and the one that the same telephone has opened.
    """
    away = asked_of(first)
    others = [phone for phone in first if phone is not away]
    before, address, context = now(away), away.url, away.context
    away.close()
    class_menu(desk, "This table")
    absent = answer_for_the_absent_at_once(desk)
    reached = "() => document.querySelector('classkit-table').store.now.step"
    eventually(desk, lambda: desk.evaluate(reached) > before["step"], True)
    absent.select_option(label="after five minutes")
    back = context.new_page()
    back.goto(address)
    expect(back.locator(".ck-phone-name")).to_have_text(before["seats"][before["seen_as"]]["name"])
    asked_of([back, *others])
    after = now(back)
    assert after["seen_as"] == before["seen_as"] and after["step"] > before["step"]
    assert after["step"] == desk.evaluate(reached)
    fits(back)
    return away, back


def the_last_decision_is_taken_back(desk: Page, first: list[Page]) -> None:
    """Take back the last decision of a person: every telephone of the table goes back."""
    answer(first)
    reached = step_of(first[0])
    class_menu(desk, "This table").get_by_role("button", name="the last decision").click()
    for phone in first:
        eventually(phone, lambda phone=phone: step_of(phone) < reached, True)
    desk.get_by_role("button", name="All tables").click()


def the_others_play_in_teams(desk: Page, crowd: list[Page]) -> None:
    """Seat them in teams at a third table; what one of two proposes is answered as both agree."""
    desk.get_by_label("How students are seated").select_option(label="in teams at one table")
    desk.get_by_role("button", name="Seat 4 waiting").click()
    for phone in crowd:
        expect(phone.locator(".ck-team-head")).to_contain_text("Team")
        expect(phone.locator(".ck-phone-name")).to_contain_text("Team")
    teams: dict[str, list[Page]] = {}
    for phone in crowd:
        teams.setdefault(now(phone)["seen_as"], []).append(phone)
    while len(team := teams[now(asked_of(crowd))["seen_as"]]) < 2:
        answer(team)
    one, other = team
    others = [phone for phone in crowd if phone not in team]
    answer([one])
    expect(one.get_by_text("1 vote")).to_be_visible()
    expect(other.get_by_text("1 has not proposed")).to_be_visible()
    assert not violations(other)
    for phone in team:
        fits(phone)
    for phone in others:
        assert phone.get_by_text("1 vote").count() == 0, "another team sees nothing of it"
    before = step_of(one)
    other.get_by_role("button", name="Me too").click()
    eventually(one, lambda: step_of(one) > before, True)


def the_groups_are_compared(desk: Page) -> None:
    """Look at the class as charts, by the groups."""
    expect(desk.locator(".ck-wall-table")).to_have_count(3)
    choose(desk, "The class as charts")
    expect(desk.locator(".ck-class-legend li")).to_have_count(2)
    expect(desk.locator(".ck-class-legend li").first).to_contain_text(re.compile(r"^\s*A \("))
    for sample in desk.locator(".ck-class-legend svg").all():
        assert sample.bounding_box()["width"] >= 30, "a line of its color before each name"
    choose(desk, "Show what the groups are")
    expect(desk.locator(".ck-class-legend li").first).not_to_contain_text(re.compile(r"^\s*A \("))
    expect(desk.locator(".ck-class-canvas .main-svg").first).to_be_visible()
    expect(desk.locator(".ck-class")).not_to_contain_text("can be compared yet")
    expect(desk.locator(".ck-class")).to_contain_text("A table that is over keeps its last value")
    fits(desk)
    size = "(text) => parseFloat(getComputedStyle(text).fontSize)"
    assert desk.locator(".ck-class-canvas .xtick text").first.evaluate(size) >= 18
    assert not violations(desk)
    desk.get_by_text("Numbers", exact=True).click()
    expect(desk.locator(".ck-class-numbers table")).to_contain_text("Median")
    desk.get_by_text("Numbers", exact=True).click()


def the_lesson_ends(desk: Page, phones: list[Page]) -> None:
    """End the lesson for everybody."""
    desk.get_by_role("button", name="All tables").click()
    expect(desk.locator(".ck-class")).to_be_hidden()
    choose(desk, "End the lesson")
    expect(desk.get_by_text("This lesson is over.")).to_be_visible()
    for phone in phones:
        expect(phone.get_by_text("This lesson is over.").first).to_be_visible()


def a_story_is_told(phone: Page) -> None:
    """Read one's own story."""
    phone.get_by_role("button", name="My story").click()
    story = phone.locator("classkit-ownstory")
    expect(story.get_by_role("heading")).to_contain_text("at your table")
    expect(story).to_contain_text("In your teacher’s tables you are")
    assert phone.evaluate(WIDTH) <= 0


def a_homework_is_taken(phone: Page) -> None:
    """Take the homework of one's own table home: a notebook with questions and no answers."""
    story = phone.locator("classkit-ownstory")
    with phone.expect_download() as taken:
        story.get_by_role("button", name="Homework").click()
    assert taken.value.suggested_filename == "table-01-homework.ipynb"
    text = Path(taken.value.path()).read_text(encoding="utf-8")
    book = json.loads(text)
    told = ["".join(cell["source"]) for cell in book["cells"]]
    assert any(one.startswith("### Question 1") for one in told)
    assert "SOLUTION" not in text and "open_key" not in text
