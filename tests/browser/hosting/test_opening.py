"""Opening a match of another game on a hosted page: complete, kept, and back again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

import classkit
from tests.browser.hosting.visits import now, step, usable

GAME = "document.querySelector('classkit-table').store.fixed?.game"


def plays(page: Page, game: str) -> None:
    """Wait until the page shows this game, with a chart of it drawn in both places."""
    page.wait_for_function(f"game => {GAME} === game", arg=game)
    page.wait_for_function(
        """() => {
            const { fixed } = document.querySelector('classkit-table').store;
            const shown = [...document.querySelectorAll('classkit-chart[place]')].map((c) => c.key);
            return new Set(shown).size === shown.length
                && shown.every((key) => fixed.charts.some((chart) => chart.key === key));
        }"""
    )


def shows_all_of_it(page: Page) -> None:
    """Standings have the game's own columns, all filled, and the lists of bots are its own."""
    expect(page.locator("classkit-standings tbody tr").first).to_be_attached()
    table = page.locator("classkit-table")
    said = table.evaluate(
        """({ store: { fixed, now } }) => [
            3 + 2 * (fixed.races ?? []).length,
            [...now.standings].sort((a, b) => a.place - b.place).map((one) => one.text),
            ['person', ...fixed.bots.map((bot) => bot.id)],
        ]"""
    )
    shown = table.evaluate(
        """table => [
            table.querySelectorAll('classkit-standings th[scope=col]').length,
            [...table.querySelectorAll('classkit-standings tbody tr')]
                .map((row) => row.children[2].firstChild.textContent.trim()),
            [...table.querySelector('classkit-seats select').options].map(({ value }) => value),
        ]"""
    )
    assert shown == said


def names(page: Page) -> list[Any]:
    return [branch["name"] for branch in now(page)["branches"]]


def test_a_record_of_another_game_becomes_the_table_and_main_is_still_there(
    open_table: Callable[..., Page], tmp_path: Path
) -> None:
    """It is offered, and after a reload both matches are there."""
    record = classkit.new("opoly", seats=3, seed=4).play("turn").save(tmp_path / "o.json")
    page = open_table()
    before = step(page, 2)
    page.get_by_role("tab", name="Match").click()
    page.locator("classkit-records input[type=file]").set_input_files(record)
    question = page.get_by_role("dialog", name="Please confirm")
    expect(question).to_contain_text("This is a match of 487-opoly; this table plays Poleconomy.")
    assert page.evaluate(GAME) == "poleconomy" and names(page) == ["Main"]
    question.get_by_role("button", name="Open as a table of 487-opoly").click()
    plays(page, "opoly")
    shows_all_of_it(page)
    assert names(page) == ["Main", "487-opoly"]
    turn = step(page, 1)

    page.reload()
    usable(page)
    plays(page, "opoly")
    assert now(page)["turn"] == turn and sorted(names(page)) == ["487-opoly", "Main"]
    step(page, 1)
    page.get_by_role("combobox", name="Branch", exact=True).select_option("Main")
    plays(page, "poleconomy")
    shows_all_of_it(page)
    assert now(page)["turn"] == before
    assert step(page, 1) == before + 1
