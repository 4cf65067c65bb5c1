"""A class predicts in a browser: asked, answered by several, uncovered, and told why."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from classkit.lessons.lesson_build import FOLDED_TEMPLATE
from tests.browser.classroom import COLD, Seen, open_table
from tests.browser.desks import show_table
from tests.browser.servers import TABLE, Place
from tests.browser.waiting import charts_are_drawn

ASKED = TABLE.replace('bots="passive"', 'bots="passive", covered=["inflation"]')


def unfold(chart: Locator) -> None:
    """Show what is seldom needed of a question."""
    more = chart.locator(".ck-lid").get_by_role("button", name="More")
    if more.get_attribute("aria-expanded") == "false":
        more.click()


def answer(chart: Locator, value: str, who: str = "") -> None:
    """Type an answer into the cover."""
    unfold(chart)
    chart.get_by_label("The class predicts").fill(value)
    chart.get_by_label("or one person").fill(who)
    chart.get_by_role("button", name="Add an answer").click()
    expect(chart.get_by_label("The class predicts")).to_have_value("")


def shown(page: Page, harness: str) -> tuple[Seen, Locator]:
    """A table of which a chart is covered, and that chart."""
    page.set_viewport_size({"width": 1280, "height": 720})
    table = show_table(page, harness, ASKED)
    chart = table.root.locator("classkit-chart").first
    expect(chart).to_contain_text("What will the Inflation Number be at turn 11?", timeout=COLD)
    return table, chart


def test_the_whole_act_of_a_prediction(page: Page, harness: str) -> None:
    table, chart = shown(page, harness)
    unfold(chart)
    chart.get_by_label("When").select_option("4")
    expect(chart).to_contain_text("What will the Inflation Number be at turn 4?")
    answer(chart, "4.5", "Bo <i>")
    answer(chart, "3", "Cy")
    expect(chart.locator(".ck-lid-answers li")).to_have_text(["Bo <i>: 4.5×", "Cy: 3×"])
    table.step(3)
    assert chart.locator(".ck-lid").is_visible()
    board = table.root.locator("classkit-board")
    price = board.get_by_text("Company", exact=True)
    expect(price).to_have_count(0)
    chart.get_by_label("The class predicts").fill("7")
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(chart.locator(".ck-lid")).to_be_hidden()
    expect(price).to_have_count(1)
    table.step(1)
    came = table.root.evaluate(
        "table => table.store.now.charts.inflation && table.store.now.predictions.inflation.came"
    )
    expect(chart.locator(".ck-came")).to_have_text(f"Result: {came}")
    assert "; you said 7; nearest: " in came
    charts_are_drawn(page)
    expect(chart.locator(".ck-end", has_text="Bo <i>4.5")).to_be_visible()
    chart.get_by_role("button", name="Why?").click()
    expect(chart.locator(".ck-why")).to_contain_text("Inflation Number")
    chart.get_by_role("button", name="Why?").click()
    chart.get_by_role("button", name="Put away").click()
    expect(chart.locator(".ck-guessed")).to_be_hidden()


def test_what_is_refused_stays_as_it_was_typed(page: Page, harness: str) -> None:
    table, chart = shown(page, harness)
    unfold(chart)
    typed = chart.get_by_label("The class predicts")
    for press in ("Add an answer", "Predict and uncover"):
        typed.fill("1.600")
        chart.get_by_role("button", name=press).click()
        expect(table.root).to_contain_text("'1.600' may be 1.6 or 1,600: write 1.6 or 1600.")
        expect(typed).to_have_value("1.600")
    assert chart.locator(".ck-lid").is_visible()
    typed.fill("1600")
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(chart.locator(".ck-lid")).to_be_hidden()


def test_a_line_is_drawn_as_a_prediction(page: Page, harness: str) -> None:
    _, chart = shown(page, harness)
    unfold(chart)
    chart.get_by_role("button", name="Draw").click()
    pad = chart.get_by_label("A pad to draw on")
    pad.scroll_into_view_if_needed()
    box = pad.bounding_box()
    assert box is not None
    left, top, wide, high = box["x"], box["y"], box["width"], box["height"]
    page.mouse.move(left + 2, top + high - 10)
    page.mouse.down()
    for share in range(1, 11):
        page.mouse.move(left + wide * share / 10 - 1, top + high - 10 - (high / 2) * share / 10)
    page.mouse.up()
    typed = float(chart.get_by_label("The class predicts").input_value())
    assert 2.5 <= typed <= 3.5, "the end of the line, of a pad up to 5"
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(chart.locator(".ck-lid")).to_be_hidden()
    charts_are_drawn(page)
    paths = chart.locator(".js-plotly-plot").evaluate(
        "plot => plot.layout.shapes.filter((one) => one.type === 'path').map((one) => one.path)"
    )
    assert len(paths) == 1 and paths[0].count("L") > 5


def test_in_voila_the_question_comes_before_the_throw(page: Page, in_voila: Place) -> None:
    """All cells are run at once there: what tells waits until the class has answered."""
    page.set_viewport_size({"width": 1280, "height": 720})
    asks = TABLE.rstrip().removesuffix("table") + '\ntable.ask("inflation", at=1)'
    throws = "table.once_answered(lambda: f\"thrown: turn {table.step(until='turn').turn}\")"
    name = in_voila.write("asked.ipynb", asks, throws, FOLDED_TEMPLATE.format("\n\n- It rose."))
    table = open_table(page, in_voila, name)
    chart = table.root.locator("classkit-chart").first
    expect(chart).to_contain_text("What will the Inflation Number be at turn 1?", timeout=COLD)
    expect(page.get_by_text("The result appears once the class has answered")).to_be_visible()
    expect(page.get_by_text("thrown: turn")).to_have_count(0)
    page.get_by_text("What to notice").click()
    expect(page.get_by_text("It rose.")).to_be_hidden()
    assert table.root.evaluate("table => table.store.now.turn") == 1
    chart.get_by_label("The class predicts").fill("7")
    chart.get_by_role("button", name="Predict and uncover").click()
    expect(page.get_by_text("thrown: turn 2")).to_be_visible(timeout=COLD)
    expect(page.get_by_text("It rose.")).to_be_visible()
    expect(chart.locator(".ck-came")).to_contain_text("you said 7")
