"""The answer bar as people meet it: names, offers and labels are whole, secrets say what they are.

Design 7: nothing that must be clicked or read now is ever out of sight.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import classkit
from classkit.engine.match import Match
from classkit.widgets.match_controller import MatchController
from classkit.widgets.page_view import PageView
from tests.browser.access import wear
from tests.browser.desks import open_part, open_sight
from tests.browser.sweeps import shared_out
from tests.browser.test_every_decision import LOOK, asked
from tests.browser.waiting import eventually, laid_out, resize
from tests.games.opoly.tables import BLUES, ORANGE, at_turn, skip_to

GAMES = ("poleconomy", "opoly", "economicon", "economy")
LONG = (
    "Wilhelmina Konstantinopolitanskaya-Featherstonehaugh of Ely",
    "The Honourable Society of Merchant Venturers of the City of",
    "Abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefgh",
    "Donaudampfschifffahrtsgesellschaftskapitaenswitwenrentenkass",
)

CHOSEN_IS_WHOLE = """(list) => {
  const width = list.getBoundingClientRect().width;
  list.style.maxWidth = 'none';
  const free = list.getBoundingClientRect().width;
  list.style.maxWidth = '';
  return free <= width + 1;
}"""

LABELS_ARE_FREE = """() => [...document.querySelectorAll('classkit-ask .ck-radio')]
  .filter((one) => one.checkVisibility())
  .every((one) => {
    const label = one.querySelector('.ck-label').getBoundingClientRect();
    const options = one.querySelector('.ck-segments').getBoundingClientRect();
    return label.right <= options.left + 1 || label.bottom <= options.top + 1;
  })"""


BEYOND = """(ask) => [...ask.querySelectorAll('.ck-ask-body *')].filter((one) => {
  const own = one.getBoundingClientRect(), around = ask.getBoundingClientRect();
  return one.checkVisibility() && own.height
    && (own.bottom > around.bottom + 1 || own.right > around.right + 1);
}).map((one) => one.className)"""
"""What lies outside of the panel that it belongs to."""

REACHED = """(one) => {
  one.scrollIntoView({ block: 'nearest' });
  const own = one.getBoundingClientRect();
  return document.elementFromPoint(own.x + own.width / 2, own.y + own.height / 2) === one;
}"""
"""Whether a control that comes into sight is not covered."""


def shown(page: Page, address: str, match: Match) -> None:
    """Show a match in which persons play all seats."""
    open_sight(page, address, PageView(MatchController(match, dict.fromkeys(match.seats))))


def position(game: str, kind: str, names: tuple[str, ...] = ()) -> Match:
    """Return a match at a kind of decision, with seats of these names."""
    match = asked(game)[kind].fork()
    for seat, name in zip(match.seats, names, strict=False):
        match.rename(seat, name)
    return match


@pytest.mark.sweep(1)
@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
@pytest.mark.parametrize(
    ("game", "kind"),
    [("poleconomy", "choose_pm"), ("poleconomy", "vote_bill"), ("economicon", "choose_peg")],
)
def test_names_of_sixty_characters_leave_the_answers_in_sight(
    page: Page, harness: str, game: str, kind: str, width: int, height: int
) -> None:
    """Buttons, rows of secret voters and their tables keep to the panel."""
    resize(page, width, height)
    shown(page, harness, position(game, kind, LONG))
    assert page.evaluate(LOOK) == []


@pytest.mark.sweep(1)
@pytest.mark.parametrize("game", GAMES)
def test_no_bar_shows_nothing_but_the_way_to_the_answers(
    page: Page, harness: str, game: str, deep: bool
) -> None:
    """Where a bot would decide and not all fits, the first answers stand beside "More …".

    In the short form each game in one window.
    """
    for width, height in shared_out(((1000, 600), (1366, 768)), GAMES.index(game), 1, deep):
        resize(page, width, height)
        for kind, match in asked(game).items():
            open_sight(
                page, harness, PageView(MatchController(match.fork(), "random")), charts=False
            )
            ask = page.locator("classkit-ask")
            more = ask.get_by_role("button", name="More …", exact=True)
            laid_out(page)
            if more.count() and more.is_visible():
                assert ask.locator(":is(.ck-moves button, .ck-unseen) >> visible=true").count(), (
                    kind
                )
                assert page.evaluate(LOOK) == [], kind


@pytest.mark.parametrize("kind", ["choose_corner", "choose_destination"])
def test_options_do_not_lie_over_their_label(page: Page, harness: str, kind: str) -> None:
    """Long options side by side leave the label its place, on a telephone too."""
    resize(page, 390, 844)
    shown(page, harness, position("economy", kind))
    expect(page.locator("classkit-ask .ck-radio >> visible=true").first).to_be_visible()
    eventually(page, lambda: page.evaluate(LABELS_ARE_FREE), True)


def test_the_bot_that_would_decide_is_named_whole(page: Page, harness: str) -> None:
    """No "Empire buil…" beside "Let the bot decide"."""
    resize(page, 1366, 768)
    shown(page, harness, position("opoly", "bid_english"))
    bots = page.get_by_role("combobox", name="Which bot decides")
    for bot in ("Appraiser", "Empire builder", "Banker"):
        bots.select_option(label=bot)
        eventually(page, lambda: bots.evaluate(CHOSEN_IS_WHOLE), True)


def test_every_bid_worth_offering_is_shown_where_there_is_room(page: Page, harness: str) -> None:
    """Not only the first three of them."""
    resize(page, 1366, 768)
    shown(page, harness, position("opoly", "bid_english"))
    for offer in ("Minimum $1", "Appraised $100", "Half my cash $750", "All my cash $1,500"):
        button = page.get_by_role("button", name=offer, exact=True)
        expect(button).to_be_in_viewport(ratio=1)


def test_secret_answers_say_what_is_answered(page: Page, harness: str) -> None:
    """Before any curtain opens the class reads what is decided, and nothing of the answers."""
    shown(page, harness, position("poleconomy", "agree_end"))
    question = page.locator("classkit-ask .ck-question")
    expect(question).to_have_text(
        "Bo proposes to end the game now. Secret answers: 3 of 3 still to come."
    )


@pytest.mark.parametrize(
    ("theme", "size"), [("light", (1366, 768)), ("projector", (1920, 1080))], ids=str
)
def test_a_shift_of_the_landing_is_asked_in_a_line(
    page: Page, harness: str, theme: str, size: tuple[int, int]
) -> None:
    """Where each shift leads stands beside it (Q8.1), and what a bot may answer in sight."""
    resize(page, *size)
    match = position("opoly", "shift_pawn")
    open_sight(page, harness, PageView(MatchController(match, "random")))
    wear(page, theme)
    ask = page.locator("classkit-ask")
    expect(ask.locator(".ck-question")).to_have_text(re.compile(r"^The roll is \d+\. Shift the"))
    landings = match.requests()[0].about["landings"]
    for by, space in landings.items():
        expect(ask.locator(":is(dt, th)", has_text=f"{by:+}")).to_be_in_viewport(ratio=1)
        expect(ask.get_by_text(match.say().space(space))).to_be_in_viewport(ratio=1)
    for answer in ("Pass", "Shift the landing"):
        button = ask.get_by_role("button", name=answer, exact=True)
        expect(button).to_be_in_viewport(ratio=1)


def test_bots_that_answer_in_secret_leave_no_empty_bar(page: Page, harness: str) -> None:
    """Who answers is in the bar; with room left, also why and how it goes on (design 7)."""
    resize(page, 1920, 1080)
    openers = page.locator("classkit-ask .ck-waiting-row button", has_text="I am ")
    for first in ("Ada Featherstonehaugh", "Ada"):
        match = position("economicon", "order_production", (first, "Bo", "Cy", "Di"))
        open_sight(page, harness, PageView(MatchController(match, "gold_anchor")))
        wear(page, "projector")
        expect(openers).to_have_count(4)
        for opener in openers.all():
            expect(opener).to_be_in_viewport(ratio=1)
    said = page.locator("classkit-ask .ck-unseen")
    expect(said).to_have_text(
        "Everyone answers in secret, and all answers are revealed together. "
        "Step lets the bots answer."
    )
    expect(said).to_be_in_viewport(ratio=1)


def test_a_double_click_answers_one_question(page: Page, harness: str) -> None:
    """The second click comes when the next question stands there, which it must not answer."""
    match = classkit.new("poleconomy", seats=["Ada", "Bo", "Cy"], seed=7, options={"game": 1})
    shown(page, harness, match)
    ask = "document.querySelector('classkit-ask')"
    page.locator("classkit-ask .ck-move button >> visible=true").first.click()
    page.wait_for_function(f"() => {ask}.shown?.name === 'choose_move'")
    page.evaluate(f"() => {{ {ask}.since = Infinity; }}")  # it has come only just now
    first = page.locator("classkit-ask .ck-move button >> visible=true").first
    box, step = first.bounding_box(), match.step
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 10)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.evaluate(f"() => {ask}.store.refresh()")
    assert match.step == step
    page.evaluate(f"() => {{ {ask}.since = 0; }}")
    page.mouse.click(box["x"] + 20, box["y"] + 10)
    page.wait_for_function(f"() => {ask}.shown?.name !== 'choose_move'")


def test_a_form_stays_with_who_is_at_it_when_the_window_shrinks(page: Page, harness: str) -> None:
    """What is typed and the focus stay, although a cell has less room for the bid, a phone none."""
    resize(page, 1366, 768)
    shown(page, harness, position("opoly", "bid_english"))
    field = page.locator("classkit-ask input.ck-number")
    field.fill("77")
    for width, height in ((1000, 600), (390, 844), (1366, 768)):
        resize(page, width, height)
        laid_out(page)
        expect(field).to_be_focused()
        expect(field).to_have_value("77")
        expect(field).to_be_visible()


def test_what_is_possible_besides_is_a_click_away(page: Page, harness: str) -> None:
    """Its form opens in the place of the answers, and Escape leads back to them."""
    resize(page, 1366, 768)
    shown(page, harness, position("poleconomy", "choose_move"))
    ask = page.locator("classkit-ask")
    laid_out(page)
    more = ask.get_by_role("button", name="More …")
    if more.is_visible():
        more.click()
    expect(ask.get_by_role("button", name="Throw the dice")).to_be_in_viewport(ratio=1)
    trade = ask.get_by_role("button", name="Offer a trade …")
    expect(trade).to_be_in_viewport(ratio=1)
    trade.click()
    expect(ask.get_by_role("button", name="Offer a trade", exact=True)).to_be_in_viewport(ratio=1)
    ask.get_by_role("button", name="Close this form").click()
    expect(ask).to_have_attribute("data-form", "bar")


def test_what_is_barred_stays_with_its_reason(page: Page, harness: str) -> None:
    """Why something is not possible is what a class discusses; the keyboard reaches it too."""
    resize(page, 1366, 768)
    match = poor_visitor()
    shown(page, harness, match)
    buy = page.locator("classkit-ask [data-move=yes] button[type=submit]")
    expect(buy).to_be_in_viewport(ratio=1)
    expect(buy).to_have_attribute("aria-disabled", "true")
    expect(buy).to_contain_text("Buy")
    expect(buy).to_contain_text("$")
    buy.focus()
    expect(buy).to_be_focused()
    step = match.step
    page.keyboard.press("Enter")
    laid_out(page)
    assert match.step == step


def poor_visitor() -> Match:
    """Return a match in which a visitor cannot pay for a square (P6.1)."""
    for seed in range(200):
        match = classkit.new("poleconomy", seats=4, seed=seed)
        while not match.is_over and match.turn < 40:
            match.play(until="decision", bots="tycoon")
            for decision in match.requests():
                barred = [move for move in decision.moves if move.barred]
                if decision.name == "buy_square" and barred:
                    return match.fork()
    raise AssertionError("no match has a square that is too dear")


def test_an_action_asks_for_what_it_needs_and_nothing_else(page: Page, harness: str) -> None:
    """Nobody has to find out which parts belong to it (Q6.1)."""
    resize(page, 1366, 768)
    shown(page, harness, position("opoly", "manage"))
    ask = page.locator("classkit-ask")
    action = ask.get_by_label("Action", exact=True)
    action.select_option(label="Sell buildings")
    expect(ask.get_by_text("Property", exact=True)).to_be_visible()
    levels = ask.get_by_text("Levels of building")
    expect(levels).to_be_visible()
    action.select_option(label="Mortgage")
    expect(levels).to_be_hidden()
    expect(ask.get_by_text("Property", exact=True)).to_be_visible()
    expect(ask.get_by_label("Add to: Actions 1")).to_be_hidden()


def test_every_property_of_an_action_can_be_chosen(page: Page, harness: str) -> None:
    """None lies beyond the edge of the form, and the action is named whole (Q6.1)."""
    resize(page, 1366, 768)
    match = at_turn([(1, 2)], A={"properties": [*ORANGE, *BLUES]})
    shown(page, harness, skip_to(match, "manage", "A"))
    ask = page.locator("classkit-ask")
    action = ask.get_by_label("Action", exact=True)
    action.select_option(label="Abandon")
    expect(ask.get_by_text(re.compile("Boardwalk"))).to_be_visible()
    assert ask.evaluate(BEYOND) == []
    assert action.evaluate(CHOSEN_IS_WHOLE)


def test_a_tax_law_keeps_to_the_width_of_a_telephone(page: Page, harness: str) -> None:
    """Nor do its fields hide behind what it would bring about."""
    resize(page, 390, 844)
    shown(page, harness, position("poleconomy", "pm_action"))
    ask = page.locator("classkit-ask")
    ask.get_by_role("button", name="Table a tax law …").click()
    ask.get_by_label("Start from: Tax law").select_option(index=1)
    expect(ask.locator(".ck-side th", has_text="Would pay")).to_be_visible()
    assert ask.evaluate("ask => ask.scrollWidth - ask.clientWidth") == 0
    field = ask.get_by_role("button", name="Remove: Who owes what 1")
    field.focus()
    assert field.evaluate(REACHED)


def test_a_card_says_its_sector_and_what_it_is_worth(page: Page, harness: str) -> None:
    """Before it is placed, which is decided by both (E1.4)."""
    shown(page, harness, position("economy", "place_location"))
    page.get_by_role("button", name=re.compile("show my choices")).click()
    cards = page.locator("classkit-ask").get_by_label("Card", exact=True).locator("option")
    expect(cards.nth(1)).to_have_text(re.compile(r"^.+ · .+, \d points?$"))
    assert cards.locator("..").evaluate(CHOSEN_IS_WHOLE)
    wear(page, "projector")
    resize(page, 1280, 720)
    expect(page.get_by_role("button", name="Place", exact=True)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("game", "kind"),
    [("poleconomy", "choose_move"), ("opoly", "propose"), ("economicon", "trade")],
)
def test_alone_in_a_column_every_answer_is_in_sight(
    page: Page, harness: str, game: str, kind: str
) -> None:
    """A part in a box of 430 pixels is as high as it needs: it covers nothing."""
    match = asked(game)[kind].fork()
    ask = open_part(
        page, harness, PageView(MatchController(match, dict.fromkeys(match.seats))), "ask", 430
    )
    expect(ask).to_have_attribute("data-width", "narrow")
    for move in match.legal_moves():
        button = ask.locator(f"[data-move={move.name}] button[type=submit]")
        expect(button).to_be_visible()
    assert ask.evaluate(BEYOND) == []
