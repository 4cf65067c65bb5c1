"""The plan of a first hour by phone: its minutes, names on pages, treatment and figures."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from statistics import fmean

import pytest

import classkit
from classkit.classroom.class_metrics import list_class_metrics
from classkit.classroom.treatments import find_compared_label, read_groups
from classkit.engine.registry import find

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "lessons/guide/tutorials/first-hour-by-phone.md").read_text(encoding="utf-8")
FLAT = " ".join(TEXT.split())
PAGES = (ROOT / "classkit/widgets/page", ROOT / "classkit/hosting/template")
OPTION = "production_cost_to"
ROUNDS, PAIRS = 3, 20
NO_NAMES = {"By phone.", "Students will be able to", "Time:", "Class:", "You need:"}
"""Bold words that are no names on a page."""
NO_NAMES |= {"First prediction.", "Second question.", "Who is richer?"}

Figures = dict[str, float]


@cache
def read_pages() -> str:
    """Return the sources of the desk and the phone, and all names that a game gives them."""
    game = find("economicon")
    match = classkit.new("economicon", 4, seed=1)
    names = [metric.label for metric in list_class_metrics(match)]
    names += [option.label for option in game.options]
    names.append(match.say().move_label("trade", "pass"))
    files = [path for folder in PAGES for path in sorted(folder.rglob("*.*"))]
    files += sorted((ROOT / "classkit/games/economicon").rglob("*.py"))
    sources = [
        one.read_text("utf-8") for one in files if one.suffix in (".js", ".html", ".py", ".j2")
    ]
    quoted = [f"'{name}'" for name in names]
    return re.sub(r"\s+", " ", "\n".join([*quoted, *sources])).replace("’", "`")


@pytest.mark.parametrize("name", sorted({*re.findall(r"\*\*([^*]+)\*\*", FLAT)} - NO_NAMES))
def test_each_name_in_bold_is_on_a_page(name: str) -> None:
    """As a whole text between tags or quotes; a page fills in numbers, and the unit of time."""
    pattern = re.escape(name.replace("'", "`")).replace(r"\ ", " ")
    pattern = re.sub(r"\d+|(?<=At )round", r"\\$\\{[^}]+\\}", pattern)
    assert re.search(rf"[>'\"`}}] ?{pattern} ?[<'\"`$]", read_pages()), pattern


@pytest.mark.parametrize("part", ["## The plan", "## The same hour without phones"])
def test_the_minutes_fill_the_hour(part: str) -> None:
    section = TEXT.split(f"\n{part}\n")[1].split("\n## ")[0]
    rows = [(int(a), int(b)) for a, b in re.findall(r"^\| (\d+)–(\d+) \|", section, re.M)]
    assert rows[0][0] == 0 and rows[-1][1] == 50
    assert all(before[1] == after[0] for before, after in pairwise(rows))


def test_the_treatment_is_one_that_the_form_offers() -> None:
    command = re.search(rf"classkit class open (\w+) --compare {OPTION}=(\w+),(\w+)", TEXT)
    assert command is not None
    game = find(command[1])
    groups = read_groups(game, 4, {}, {OPTION: [command[2], command[3]]})
    assert f"**{find_compared_label(game, groups) or 'The cost of production goes to'}" in FLAT
    for name, _ in groups:
        assert f"*{name}*" in FLAT, name


def play(cost: str, seed: int) -> Figures:
    """Return the figures of the debriefing for a table of bots after the last round."""
    options = {OPTION: cost, "final_valuation": "liquidation"}
    match = classkit.new("economicon", 4, seed=seed, options=options)
    while match.round <= ROUNDS:
        match.play(until="turn")
    found = match.metrics()
    seats = {key: fmean(found[key].values()) for key in ("worth", "treasury_gold")}
    return {"price_index": found["price_index"], "market_gold": found["market_gold"], **seats}


@cache
def play_pairs() -> list[tuple[Figures, Figures]]:
    return [(play("supply", seed), play("market", seed)) for seed in range(1, PAIRS + 1)]


@pytest.mark.parametrize(
    ("label", "key"),
    [
        ("Price index", "price_index"),
        ("In the market: gold", "market_gold"),
        ("Mean gold in reserves", "treasury_gold"),
        ("Mean worth", "worth"),
    ],
)
def test_the_debriefing_has_the_figures_of_the_bots(label: str, key: str) -> None:
    one, other = (fmean(pair[at][key] for pair in play_pairs()) for at in (0, 1))
    told = next(line for line in TEXT.splitlines() if line.startswith(f"| **{label}** |"))
    if round(one) == round(other):
        assert f"{one:.0f} in both groups" in told
        return
    percent = f"{100 * (other / one - 1):.0f}% higher"
    assert f"{one:.0f} with the supply, {other:.0f} with the market: {percent}" in told


def test_prices_are_higher_and_worth_in_goods_is_lower_in_each_pair() -> None:
    assert f"in all {PAIRS} pairs" in FLAT and f"lower in all {PAIRS}." in FLAT
    for one, other in play_pairs():
        assert other["price_index"] > one["price_index"]
        assert other["worth"] / other["price_index"] < one["worth"] / one["price_index"]


def test_prices_rise_by_the_percentage_of_the_gold() -> None:
    """The quantity theory holds by construction: the bots' goods hardly differ."""
    for one, other in play_pairs():
        prices = other["price_index"] / one["price_index"]
        assert prices == pytest.approx(other["market_gold"] / one["market_gold"], rel=0.03)
