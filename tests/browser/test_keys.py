"""A match by keyboard alone: all forms are answered, and the focus is never lost (design 7)."""

from __future__ import annotations

from collections import Counter
from math import inf
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.widgets.match_controller import MatchController
from tests.browser.chart_menu import open_menu
from tests.browser.decisions import positions
from tests.browser.desks import open_desk
from tests.browser.waiting import eventually, play_out

FOCUS = """() => {
  const one = document.activeElement;
  const ask = document.querySelector('classkit-ask');
  const group = one.type === 'radio' ? [...document.getElementsByName(one.name)] : [];
  return {
    lost: !one || one === document.body, asked: ask.contains(one), words: one.textContent,
    answer: one.matches('.ck-do, .ck-main') && !one.disabled && !one.closest('.ck-barred'),
    choose: one.tagName === 'SELECT' && !one.classList.contains('ck-start')
      && (one.value === '-1' || one.selectedIndex < 0) && !one.getAttribute('aria-label'),
    field: one.tagName === 'SELECT' && ask.contains(one) && !one.getAttribute('aria-label'),
    tick: one.type === 'radio' && !group.some((other) => other.checked),
    ticked: one.type === 'radio' && ask.contains(one) && group.length > 1 && one.checked,
    back: one.textContent === 'All choices',
    typed: ask.contains(one) && one.type === 'text',
    bare: one.type === 'checkbox' && one.closest('fieldset')?.textContent.includes('(1 to'),
  }; }"""
"""What has the focus, and what its keys would do."""

STATE = """() => {
  const { now, local } = document.querySelector('classkit-ask').store;
  const shown = document.querySelector('classkit-ask').opened?.name;
  return JSON.stringify([now.step, now.asked, local.openSeat ?? null, shown ?? null,
    now.asks.map((ask) => Boolean(ask.answered)), now.over]); }"""
"""Where the match and the panel stand: it differs after every answer, and when a form opens."""

MATCH = """() => { const { now } = document.querySelector('classkit-ask').store;
  const answered = now.asks.map((ask) => Boolean(ask.answered));
  return JSON.stringify([now.step, now.asked, answered, now.over]); }"""
"""Where the match stands: it differs after every answer, and not when a form opens."""

SETTLED = """() => { const { store } = document.querySelector('classkit-ask');
  return !store.local.busy && !store.acting && !store.painting; }"""
"""Nothing that was asked of the kernel is under way, and what came of it is shown."""

NAME = """() => { const ask = document.querySelector('classkit-ask');
  return (ask.shown ?? ask.store.now.asks.find((one) => !one.answered && !one.bot))?.name; }"""
"""The kind of the decision that a person is to answer here."""

BOT = """() => { const one = document.activeElement;
  return one.classList.contains('ck-bot-go') ? 'there'
    : one.closest('.ck-ask-body') ? 'Shift+Tab' : 'Tab'; }"""
"""The key that leads on to the button by which a bot decides."""

MOST_REFUSED = 4
"""After so many refusals a form is left."""

ANSWERS = """() => [...document.querySelectorAll(
    '.ck-answers .ck-move:not(.ck-barred) button[type=submit], .ck-waiting button')]
    .filter((one) => one.checkVisibility() && !one.disabled).length"""

OVER = "() => Boolean(document.querySelector('classkit-ask').store.now.over)"

REASONS = """() => [...document.querySelectorAll('classkit-ask :is(.ck-reason, .ck-refused)')]
    .filter((one) => one.checkVisibility()).map((one) => one.textContent).join(' ')"""


def pressed(page: Page, key: str) -> bool:
    """Press a key, and wait until all that it has set going is shown; say whether it moved on."""
    before = page.evaluate(STATE)
    page.keyboard.press(key)
    page.wait_for_function(SETTLED)
    eventually(page, lambda: page.evaluate(FOCUS)["lost"], False)
    return bool(page.evaluate(STATE) != before)


def press_an_answer(page: Page, passed: int, another: int = 0) -> str:
    """Go to the answers with keys alone and press one, after so many others; say which.

    What is refused, and is all that may be answered, is chosen otherwise and pressed again: of
    two fields the first, then the second, then both; in the end one goes back to all choices and
    takes the last. ``another`` of the choices on buttons is taken: whoever always went the first
    way would never see the end of Economy.
    """
    if not page.evaluate(FOCUS)["typed"]:  # a form that has just been opened has it in its field
        page.keyboard.press("a")
    refused = fields = 0
    for _ in range(200):
        here: dict[str, Any] = page.evaluate(FOCUS)
        assert not here["lost"], "the focus is lost among the answers"
        if here["answer"] and here["asked"]:
            if passed <= 0:
                if pressed(page, "Enter"):
                    return str(here["words"])
                if page.evaluate(ANSWERS) == 1:
                    refused, fields = refused + 1, 0
                    page.keyboard.press("a")
                    continue
            passed -= 1
        elif here["back"] and refused >= MOST_REFUSED:
            page.keyboard.press("Enter")
            refused, passed = 0, page.evaluate(ANSWERS) - 1
            page.keyboard.press("a")
            continue
        elif here["choose"]:
            page.keyboard.press("ArrowDown")
        elif here["field"] or (here["ticked"] and refused):
            if refused >> fields & 1:
                page.keyboard.press("ArrowDown")
            fields += 1
        elif here["ticked"]:
            for _ in range(another):
                page.keyboard.press("ArrowDown")
        elif here["tick"] or here["bare"]:
            page.keyboard.press("Space")
        page.keyboard.press("Tab")
    raise AssertionError(f"no answer is reached: {page.evaluate(REASONS)}")


def let_the_bot_decide(page: Page) -> None:
    """Go to the button by which a bot answers in place of a person, and press it."""
    page.keyboard.press("a")
    for _ in range(12):
        key = page.evaluate(BOT)
        if key == "there":
            assert pressed(page, "Enter"), page.evaluate(REASONS)
            return
        page.keyboard.press(key)
    raise AssertionError("no bot is reached")


def play_by_keys(
    page: Page, presses: int, until_over: bool = False, by_hand: float = inf
) -> Counter[str]:
    """Answer again and again; give how often each kind of decision was met and answered by keys.

    What has been answered ``by_hand`` so often is left to the bot from then on.
    """
    met: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for _ in range(presses):
        if until_over and page.evaluate(OVER):
            break
        name = page.evaluate(NAME)
        if not name:
            pressed(page, "PageDown")
        elif answered[name] >= by_hand:
            let_the_bot_decide(page)
        else:
            before = page.evaluate(MATCH)
            press_an_answer(page, met[name] % max(1, page.evaluate(ANSWERS)), met[name] % 3)
            met[name] += 1
            answered[name] += page.evaluate(MATCH) != before
    return answered


def by_persons(name: str, /, bots: str = "", **options: Any) -> MatchController:
    """A match in which nobody is a bot, but the seats that are named."""
    match = classkit.new(name, seats=["Ada", "Bo", "Cy"], seed=7, options=options)
    bot = classkit.bots(name)[0]
    return MatchController(match, {seat: bot if seat in bots else None for seat in match.seats})


WHOLE: dict[str, dict[str, Any]] = {
    "poleconomy": {"round_limit": 8},
    "opoly": {"play_rolls": 10, "auction_format": "second_price"},
    "economicon": {"rounds": 2},
    "economy": {"part1_turn_limit": 15, "turn_limit": 30},
}
"""The length of a match that a class would agree on to see the whole of it in one lesson."""

BY_HAND = 4
"""How often each kind of decision is answered by hand in the whole matches of ``--deep``."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", WHOLE)
def test_a_match_is_played_by_keyboard_alone(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """Questions, bids, forms and secret answers, from the opening on; the focus is never lost.

    A whole match is that of two persons and a bot. Each kind of decision that they meet is
    answered by hand four times; then they let a bot decide it, by key as well. The short form
    sees the beginning, and answers each kind once.
    """
    open_desk(page, harness, by_persons(game, **WHOLE[game], bots="C"))
    page.locator("classkit-table").focus()
    presses, by_hand = (2_000, BY_HAND) if deep else (60, 1)
    answered = play_by_keys(page, presses, until_over=True, by_hand=by_hand)
    assert page.evaluate(OVER) or not deep, "the match is played to its end"
    assert len(answered) >= 3, answered


LARGE = {
    "poleconomy": ("pm_action", "answer_trade"),
    "opoly": ("propose", "shed_property", "answer_deal"),
    "economicon": ("order_production", "trade"),
    "economy": ("place_location", "choose_corner"),
}
"""Decisions with the larger forms, which a short match does not come to."""


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", LARGE)
def test_the_larger_forms_are_answered_by_keys(page: Page, harness: str, game: str) -> None:
    """Forms of rows, deals, production: opened, filled in, sent or refused with the reason."""
    for kind in LARGE[game]:
        match = positions(game)[kind]
        open_desk(page, harness, MatchController(match, dict.fromkeys(match.seats)))
        page.locator("classkit-table").focus()
        play_by_keys(page, 3)


def test_the_keys_go_through_the_stage_as_it_is_read(page: Page, harness: str) -> None:
    """Board, instruments, question, bar: the order of the Tab key is that of the eye."""
    open_desk(page, harness, by_persons("poleconomy"))
    page.locator(".ck-tab[aria-selected=true]").focus()
    place = """() => document.activeElement.closest(
        'classkit-controls, classkit-ask, .ck-infl, .ck-tabs')?.className ?? ''"""
    order: list[str] = []
    for _ in range(120):
        where = page.evaluate(place).split(" ")
        name = next(
            (one for one in ("ck-tabs", "ck-infl", "ck-ask", "ck-controls") if one in where), ""
        )
        if name and name not in order:
            order.append(name)
        if len(order) == 4:
            break
        page.keyboard.press("Tab")
    assert order == ["ck-tabs", "ck-infl", "ck-ask", "ck-controls"]


FOCUSED = "() => document.activeElement === document.body ? '' : document.activeElement.className"


def focused(page: Page, words: str) -> None:
    """Wait until what has the focus is of a class with these words in its name."""
    page.wait_for_function(f"words => ({FOCUSED})().includes(words)", arg=words)


def test_the_focus_outlives_what_had_it(page: Page, harness: str) -> None:
    """A button that a step disables, or that rests, or whose place a cover takes (design 7)."""
    desk = MatchController(
        classkit.new("economy", seats=["Ada", "Bo", "Cy"], seed=7, options={"turn_limit": 6})
    )
    open_desk(page, harness, desk)
    step = page.get_by_role("button", name="Step", exact=True)
    page.get_by_label("round", exact=True).check(force=True)
    step.focus()
    while not page.evaluate(OVER):
        before = page.evaluate(STATE)
        page.keyboard.press("Enter")
        page.wait_for_function(f"before => ({STATE})() !== before", arg=before)
    focused(page, "ck-ending-title")  # Step is gone, and this is what is to be read
    page.keyboard.press("i")
    page.keyboard.press("i")
    focused(page, "ck-ending-title")
    page.get_by_role("button", name="Homework from this match").focus()
    page.keyboard.press("Enter")
    status = page.locator(".ck-ending-next [role=status]")
    expect(status).to_contain_text("homework")  # which this bare table refuses
    focused(page, "ck-do")
    page.keyboard.press("PageUp")
    expect(page.locator("classkit-ending")).to_be_hidden()
    focused(page, "ck-table")
    menu = open_menu(page.locator("classkit-chart").first)
    menu.get_by_role("button", name="Cover").focus()
    page.keyboard.press("Enter")
    focused(page, "ck-lid-title")
    before = page.evaluate(STATE)
    page.keyboard.press("PageUp")
    page.wait_for_function(f"before => ({STATE})() !== before", arg=before)


def test_the_focus_outlives_what_somebody_has_tabbed_to(page: Page, harness: str) -> None:
    """What the focus was brought to by Tab goes later, by what somebody else does (design 7)."""
    desk = MatchController(
        classkit.new("economy", seats=["Ada", "Bo", "Cy"], seed=7, options={"turn_limit": 6})
    )
    open_desk(page, harness, desk)
    page.locator(".ck-reach input:checked").focus()
    page.keyboard.press("Shift+Tab")
    focused(page, "ck-main")
    play_out(page)
    focused(page, "ck-ending-title")  # Step is gone


HELD = """() => {
  const ask = window.kernel;
  window.sent = [];
  window.kernel = async (content, files) => {
    window.sent.push(content.do);
    if (content.do === 'answer') await new Promise((go) => { window.release = go; });
    return ask(content, files);
  };
}"""
"""The kernel takes its time with an answer: until ``release`` is called."""


def test_what_is_being_answered_is_not_asked_about(own_page: Page, harness: str) -> None:
    """A form changed just before it was sent is not tried any more, which would be refused."""
    page, match = own_page, positions("poleconomy")["royal_bank"]
    open_desk(page, harness, MatchController(match, dict.fromkeys(match.seats)))
    page.evaluate(HELD)
    page.evaluate(
        """() => { // in one breath, so that a busy machine does not try the form in between
        const field = document.querySelectorAll('classkit-ask .ck-fields input[type=radio]')[1];
        field.click();
        field.form.requestSubmit(); }"""
    )
    page.wait_for_function("() => window.sent.includes('answer')")
    page.wait_for_timeout(400)  # a form is tried a quarter of a second after it was changed
    page.evaluate("() => window.release()")
    page.wait_for_function(SETTLED)
    assert page.evaluate("() => window.sent") == ["answer"]
    expect(page.locator("classkit-ask .ck-refused")).to_be_hidden()


def test_escape_leaves_a_bookmark_and_tab_leaves_the_table(page: Page, harness: str) -> None:
    """What one has opened by mistake goes by Escape; nobody is kept in the table (WCAG 2.1.2)."""
    open_desk(page, harness, by_persons("poleconomy"))
    mark = page.get_by_role("button", name="Bookmark")
    mark.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".ck-mark-form")).to_be_hidden()
    expect(mark).to_be_focused()
    page.evaluate("() => document.body.append(document.createElement('button'))")
    page.locator(".ck-tab[data-tab=standings]").focus()
    page.keyboard.press("Enter")
    outside = "() => document.activeElement.parentElement === document.body"
    for _ in range(50):  # through the tab, the instruments, the question and the bar
        page.keyboard.press("Tab")
        if page.evaluate(outside):
            break
    page.wait_for_timeout(100)
    assert page.evaluate(outside)


def test_escape_folds_up_whatever_was_unfolded(page: Page, harness: str) -> None:
    """In a tab, at a chart and beside the futures; the focus is on what opens it again."""
    open_desk(page, harness, by_persons("poleconomy", game=1))
    for tab, opener in (
        ("standings", "classkit-standings .ck-mini"),
        ("news", ".ck-news-line"),
        ("ahead", "classkit-ahead .ck-quiet[aria-expanded]"),
    ):
        page.evaluate("() => document.querySelector('classkit-table').tabs.offer('ahead', true)")
        page.locator(f".ck-tab[data-tab={tab}]").click()
        button = page.locator(opener).first
        button.focus()
        page.keyboard.press("Enter")
        expect(button).to_have_attribute("aria-expanded", "true")
        page.keyboard.press("Escape")
        expect(button).to_have_attribute("aria-expanded", "false")
        expect(button).to_be_focused()


def test_escape_leads_back_to_the_board(page: Page, harness: str) -> None:
    """From a tab whose choices are folded up; in words that are typed it stays a key of theirs."""
    open_desk(page, harness, by_persons("poleconomy"))
    board = page.locator(".ck-tab[data-tab=board]")
    page.locator(".ck-tab[data-tab=ledger]").click()
    page.keyboard.press("Escape")
    expect(board).to_be_focused()
    expect(board).to_have_attribute("aria-selected", "true")
    page.locator(".ck-tab[data-tab=seats]").click()
    page.get_by_label("Name of seat A").focus()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Name of seat A")).to_be_visible()


def test_escape_folds_up_the_menu(page: Page, harness: str) -> None:
    open_desk(page, harness, by_persons("poleconomy"))
    opener = page.locator(".ck-menu-opener")
    opener.click()
    theme = page.get_by_role("combobox", name="Theme", exact=True)
    theme.focus()
    page.keyboard.press("Escape")
    expect(theme).to_be_hidden()
    expect(opener).to_be_focused()
    opener.click()
    page.locator(".ck-said").click()
    expect(theme).to_be_hidden()


def test_a_remote_steps_whatever_has_the_focus(page: Page, harness: str) -> None:
    """PageDown and PageUp of a presenter’s remote, from all but the text that is being typed."""
    match = classkit.new("opoly", seats=["Ada", "Bo", "Cy"], seed=7)
    open_desk(page, harness, MatchController(match, "appraiser"))
    step = "() => document.querySelector('classkit-ask').store.now.step"
    for target in (".ck-ask .ck-select", ".ck-tab >> nth=1", ".ck-ask .ck-bot-go"):
        page.locator(target).first.focus()
        before = page.evaluate(step)
        page.keyboard.press("PageDown")
        page.wait_for_function(f"before => ({step})() > before", arg=before)
        page.keyboard.press("PageUp")
        page.wait_for_function(f"before => ({step})() === before", arg=before)
