"""Parts that are functions of state: what is drawn when, and what outlives what."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

COUNTER = """async (address) => {
    const { Part } = await import(`${address}basics/component.js`);
    const { html, useState } = await import(`${address}preact/standalone.js`);
    const { Store } = await import(`${address}wire/store.js`);
    const drawn = [];
    const Row = ({ name, part }) => {
        const [typed, type] = useState('');
        drawn.push(name);
        if (name === part.now.bad || typed === 'bad') throw new Error(`${name} cannot be drawn`);
        return html`<li><input aria-label=${name} value=${typed}
            oninput=${(event) => type(event.target.value)} /><b>${part.now.turn}</b></li>`;
    };
    class Rows extends Part {
        view() {
            return html`<ul>${this.now.rows.map(
                (name) => html`<${Row} key=${name} name=${name} part=${this} />`)}</ul>`;
        }
    }
    if (!customElements.get('test-rows')) customElements.define('test-rows', Rows);
    const store = new Store(() => {});
    const now = { turn: 1, rows: ['a', 'b', 'c'], theme: 'light' };
    store.receive({ kind: 'snapshot', seq: 1, kernel: 'k', fixed: {}, now });
    await store.repaint();
    const rows = document.createElement('test-rows');
    rows.store = store;
    document.body.replaceChildren(rows);
    let seq = 1;
    window.step = async (change) => {
        drawn.length = 0;
        seq += 1;
        const set = Object.fromEntries(Object.entries(change).map(([key, is]) => [key, { is }]));
        store.receive({ kind: 'step', seq, kernel: 'k', change: { in: set } });
        const measured = new Promise((done) => { store.touch(); store.painted.push(done); });
        await measured;
        return [rows.textContent, ...drawn];
    };
    window.rows = rows;
    window.settled = () => new Promise((done) => setTimeout(done));
    return rows.textContent;
}"""


@pytest.fixture
def rows(fresh_page: Page, harness: str) -> Page:
    """A part with a row for each name, which has an input of its own."""
    fresh_page.goto(f"{harness}styles.css")
    address = harness.replace("tests/page/", "classkit/widgets/page/")
    assert fresh_page.evaluate(COUNTER, address) == "111"
    return fresh_page


def step(rows: Page, /, **change: Any) -> list[str]:
    """Send a step; give what is shown as soon as the store has painted, and what was drawn."""
    shown: list[str] = rows.evaluate("(change) => window.step(change)", change)
    return shown


def test_a_step_draws_each_component_once_and_before_anybody_measures(rows: Page) -> None:
    assert step(rows, turn=2) == ["222", "a", "b", "c"]


def test_what_is_typed_is_kept_while_the_table_goes_on(rows: Page) -> None:
    rows.get_by_label("b").fill("half a word")
    step(rows, turn=3)
    assert rows.get_by_label("b").input_value() == "half a word"


def test_rows_that_change_places_keep_their_state_and_the_focus(rows: Page) -> None:
    rows.get_by_label("a").fill("mine")
    for order in (["c", "b", "a"], ["b", "a", "c"], ["a", "c", "b"]):
        step(rows, rows=order)
        shown = "() => [...document.querySelectorAll('input')].map((one) => one.ariaLabel)"
        assert rows.evaluate(shown) == order
        assert rows.evaluate("() => document.activeElement.ariaLabel") == "a"
        assert rows.get_by_label("a").input_value() == "mine"


def test_a_part_that_is_put_elsewhere_keeps_its_tree_and_stops_listening_meanwhile(
    rows: Page,
) -> None:
    rows.get_by_label("b").fill("kept")
    rows.evaluate("() => { window.input = document.querySelector('input'); window.rows.remove(); }")
    assert step(rows, turn=4) == ["111"]
    rows.evaluate("() => document.body.append(window.rows)")
    assert rows.evaluate("() => window.rows.textContent") == "444"
    assert rows.get_by_label("b").input_value() == "kept"
    assert rows.evaluate("() => window.input === document.querySelector('input')")


def test_a_part_that_could_not_be_drawn_is_drawn_again_with_the_next_step(rows: Page) -> None:
    said = []
    rows.on("console", lambda message: said.append(message.type))
    shown, *_ = step(rows, turn=5, bad="b")
    assert shown == "This part could not be drawn. It will be drawn again after the next step."
    assert "error" in said
    assert step(rows, turn=6, bad="")[0] == "666"
    assert step(rows, turn=7, rows=["c", "a"])[0] == "77"


def test_what_throws_by_its_own_state_is_drawn_anew_from_nothing(rows: Page) -> None:
    rows.get_by_label("c").fill("bad")
    rows.evaluate("() => window.settled()")
    assert rows.evaluate("() => window.rows.textContent") == "111"
    assert rows.get_by_label("c").input_value() == ""
    assert step(rows, turn=8)[0] == "888"
