"""Every figure of a homework once more, from the exported frames alone."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from typing import Any

import pandas as pd
import pytest

from classkit.assignments.homework import Homework
from classkit.assignments.homework.played_match import PlayedMatch
from classkit.assignments.homework.reason_questions import (
    AGAINST_SELECTOR,
    FOR_SELECTOR,
    NEXT_SELECTOR,
    CauseSelector,
)
from classkit.assignments.key import open_key
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.frames import history_frame, ledger_frame
from classkit.study.match_random import find_generators, play_seeded
from classkit.study.rollouts.single_future import derive_seed

from ...attribution import referee


def quoted(text: str) -> list[str]:
    """What stands between quotation marks in a question."""
    return re.findall("“(.*?)”", text)


def seat_called(work: Homework, name: str) -> str:
    """The letter of a seat that a question names."""
    return next(seat for seat, own in work.played.seat_names.items() if own == name)


def turns_in(text: str) -> list[int]:
    return [int(turn) for turn in re.findall(r"turn (\d+)", text)]


def column(work: Homework, label: str, turn: int, seat: str = "", part: str = "") -> float:
    """One figure of the history frame by its label."""
    rows = work.history[(work.history["label"] == label) & (work.history["turn"] == turn)]
    rows = rows[(rows["seat"] == seat) & (rows["part"] == part)]
    return float(rows["value"].iloc[0])


def per_cent(old: float, new: float) -> float:
    return 100 * (new - old) / old


def real_change(work: Homework, text: str, right: Any) -> None:
    level, worth = quoted(text)
    seat = re.search(r"did (\w+)'s real worth change", text)
    _, old, new = turns_in(text)
    assert seat
    own = seat_called(work, seat[1])
    bought = [column(work, worth, turn, own) / column(work, level, turn) for turn in (old, new)]
    assert right == pytest.approx(per_cent(*bought), abs=0.05)


def relative_price(work: Homework, text: str, right: Any) -> None:
    one, other = quoted(text)
    prices = [column(work, one, turn) / column(work, other, turn) for turn in turns_in(text)]
    assert right == pytest.approx(per_cent(*prices), abs=0.05)


def basket_in_notes(work: Homework, text: str, right: Any) -> None:
    old, new = turns_in(text)
    seat = re.search(r"in (\w+)'s notes", text)
    assert seat
    _, index, rate = quoted(text)
    own = seat_called(work, seat[1])
    price = [column(work, index, turn) / column(work, rate, turn, own) for turn in (old, new)]
    assert right == pytest.approx(per_cent(*price), abs=0.05)


def stretch_of(work: Homework, text: str, by_thing: bool = False) -> dict[str, Fraction]:
    """The parts of the change that a question names, by a second reckoning.

    Purchases are told by what was bought if that is asked for.
    """
    found = re.search(r"turn (\d+) to the end of turn (\d+), (\w+)'s .*? changed by", text)
    assert found
    since, turn, seat = int(found[1]), int(found[2]), seat_called(work, found[3])
    parts: dict[str, Fraction] = {}
    if work.played.game.name == "economy":
        return by_sector(work.played, seat, since + 1, turn)
    for at in range(since + 1, turn + 1):
        found_then = REFEREES[work.played.game.name](work.played, seat, at, at - 1)
        if by_thing and work.played.game.name == "economicon":
            found_then = with_purchases_by_thing(work.played, seat, at, found_then)
        for name, amount in found_then.items():
            parts[name] = parts.get(name, Fraction(0)) + amount
    return parts


def with_purchases_by_thing(
    match: Match, seat: str, turn: int, parts: dict[str, Fraction]
) -> dict[str, Fraction]:
    """What purchases brought as changes in the worth of what was bought, or else of the notes."""
    prices, mine = referee.prices_in_gold(match, turn), f"reserve:{seat}"
    found = {name: by for name, by in parts.items() if "purchase" not in name}
    moved = [
        (one.unit, one.amount * ((one.target == mine) - (one.source == mine)))
        for one in match.transfers
        if one.turn == turn and one.reason.endswith(("payment", "purchase"))
        and mine in (one.target, one.source)
    ]  # fmt: skip
    for some in zip(moved[::2], moved[1::2], strict=True):
        (got, _), (given, _) = sorted(some, key=lambda one: -one[1])
        thing = given if got == "gold" else got
        gain = sum((by * prices[unit] for unit, by in some), Fraction(0))
        found[f"worth {thing}"] = found.get(f"worth {thing}", Fraction(0)) + gain
    assert sum(found.values()) == sum(parts.values()), "every purchase is one of these"
    return found


def by_sector(match: Match, seat: str, first: int, last: int) -> dict[str, Fraction]:
    """The points that a seat scored in some turns by sector, from the events alone."""
    found: dict[str, Fraction] = {}
    for event in match.events:
        payee = str(event.facts.get("payee", "")).rpartition(":")[2]
        if event.name == "points_scored" and payee == seat and first <= event.turn <= last:
            sector = match.say(False).part_label(event.facts["reason"])
            found[sector] = found.get(sector, Fraction(0)) + event.facts["amount"]
    return found


def way_of(text: str) -> CauseSelector:
    """What kind of cause a question seeks."""
    if "worked most **against** it" in text:
        return AGAINST_SELECTOR
    return NEXT_SELECTOR if "contributed **second** most" in text else FOR_SELECTOR


def earned(work: Homework, text: str, right: Any) -> None:
    parts = stretch_of(work, text)
    moved = sum(amount for name, amount in parts.items() if not name.startswith("worth "))
    assert right == pytest.approx(float(moved), abs=0.05)


def reason(work: Homework, text: str, right: Any) -> None:
    """The largest part in the direction of the change is the largest that a second hand finds."""
    if text.startswith("Why is that so? After"):
        reason_of_what_if(work, text, right)
        return
    parts = stretch_of(work, text, by_thing=True)
    if work.played.game.name == "opoly" and parts.keys() & referee.PROPERTY_CHANGES:
        return  # the second hand does not value buildings
    way = way_of(text)
    sign = (1 if sum(parts.values()) > 0 else -1) * way.direction
    most = sorted((amount * sign for amount in parts.values()), reverse=True)[way.place]
    assert told_of(work, right) == pytest.approx(float(most) * sign, abs=0.05)


def told_of(work: Homework, letter: str) -> float:
    """What a cause contributed, as the teacher is told."""
    told = re.search(rf"\b{letter} ([-+]?)\$?([\d,.]*\d)", key_to(work, "reason").worked)
    assert told
    return float(f"{told[1]}{told[2].replace(',', '')}")


def reason_of_what_if(work: Homework, text: str, right: Any) -> None:
    """The causes sum to the difference, the right one is the largest, and payments are as paid."""
    seat = re.search(r"\), (\w+)'s .*? changes for several reasons", text)
    key = re.search(r"” \((\w+)\) changes", text)
    assert seat and key
    facts, code = work.facts("what-if"), work.ask("what-if").code
    space: dict[str, Any] = {"work": work}
    answers = [(move, fields) for move, fields in (facts["made"], facts["other"])]
    exec(code.replace("[..., ...]", repr(answers)), space)
    exec(work.ask("reason").code, space)
    moved = [space["what_moved"](space["futures"], at, key[1]) for at in (0, 1)]
    apart = {
        cause: moved[1].get(cause, 0) - moved[0].get(cause, 0) for cause in {**moved[0], **moved[1]}
    }
    whole = key_to(work, "what-if").right
    assert sum(apart.values()) == pytest.approx(whole, abs=max(0.02 * len(apart), abs(whole) / 200))
    shown = dict(re.findall(r"\*\*(\w)\*\*: (.*)", text))
    way = way_of(text)
    sign = (1 if whole > 0 else -1) * way.direction
    most = sorted(apart.values(), key=lambda amount: -amount * sign)[way.place]
    assert apart[shown[right]] == most == pytest.approx(told_of(work, right), abs=0.03)
    assert set(shown.values()) <= apart.keys(), "what is wrong took place too"
    of_shown = sorted((apart[cause] for cause in shown.values()), key=lambda amount: -amount * sign)
    assert of_shown[way.place] == most, "so it is among those that are shown"
    for cause, amount in moneys_apart(space["futures"], seat_called(work, seat[1])).items():
        assert apart.get(cause, 0) == pytest.approx(amount, abs=0.03), cause


def moneys_apart(futures: Any, seat: str) -> dict[str, float]:
    """The differences by reasons for which nothing but money moved, from the ledgers alone."""
    scenario = futures.plan
    apart: dict[str, float] = {}
    units: dict[str, set[str]] = {}
    for number, at in product(range(futures.n), (0, 1)):
        seed = derive_seed(scenario.study, number)

        def play(at: int = at, seed: int = seed) -> Match:
            match = Match.at(scenario.point, seed, Keep())
            whose, move, fields = scenario.answers[at]
            match.answer(move, seat=whose, **fields)
            for _ in range(scenario.horizon.length):
                if not match.is_over:
                    match.play("turn", scenario.bots)
            return match

        match = play_seeded(seed, play, find_generators(scenario))
        say = match.say(False)
        if match.game.name == "economy":
            for sector, points in by_sector(match, seat, 0, match.turn).items():
                amount = float(points) * (1 if at else -1)
                apart[sector] = apart.get(sector, 0) + amount / futures.n
            continue
        for transfer in match.transfers:
            ends = [end.rpartition(":")[2] for end in (transfer.target, transfer.source)]
            if seat in ends and ends[0] != ends[1]:
                known = transfer.reason in say.words.reasons or transfer.reason not in say.spaces
                words = say.reason(transfer.reason) if known else f"at {say.space(transfer.reason)}"
                amount = transfer.amount * (1 if ends[0] == seat else -1) * (1 if at else -1)
                apart[words] = apart.get(words, 0) + amount / futures.n
                units.setdefault(words, set()).add(transfer.unit)
    pure = {words for words in units if words in PAYMENTS and units[words] <= {"dollars"}}
    return {words: apart[words] for words in pure} if units else apart


PAYMENTS = (
    "tax",
    "Government Salary",
    "Company Profit",
    "rent",
    "share of a rent",
    "interest on bonds",
    "subsidy",
)
"""Reasons for which nothing is bought: what moved is what the figure changed by."""


REFEREES = {
    "poleconomy": referee.poleconomy,
    "economicon": referee.economicon,
    "economy": referee.economy,
    "opoly": referee.opoly,
}


def title_of(work: Homework, text: str) -> tuple[int, str, str]:
    """The turn, the buyer and the title that a question on an auction names."""
    found = re.match(r"In turn (\d+)(?: \(the set-up\))?, (\w+) bought (.*?) at auction", text)
    assert found
    return (
        int(found[1]),
        seat_called(work, found[2]),
        next(key for key, name in work.played.say(False).spaces.items() if name == found[3]),
    )


def over_value(work: Homework, text: str, right: Any) -> None:
    """All rows of auctions, with the price of the square by its kind (P4.2), or of the board."""
    turn, buyer, title = title_of(work, text)
    ledger, played = work.ledger, work.played
    sold = ledger[(ledger["reason"] == "auction") & (ledger["turn"] == turn)].reset_index()
    at = sold.index[(sold["unit"] == title) & (sold["target"] == buyer)][-1]
    paid = sold[(sold["unit"] == "dollars") & (sold["source"] == buyer)]
    price = int(paid["amount"][min(paid.index, key=lambda row: abs(row - at))])
    if played.game.name == "poleconomy":
        kind = played.edition.rules.squares[title].kind
        line = work.history[work.history["metric"] == f"{kind}_price"].set_index("turn")["value"]
        listed = {float(line.get(turn - 1, line.iloc[0])), float(line[turn])}
    else:
        spaces = [space.id for space in played.game.board(played.table).spaces]
        listed = {played.edition.data["board"]["spaces"][spaces.index(title)]["price"]}
    assert any(right == pytest.approx(per_cent(one, price)) for one in listed)


def money_by(work: Homework, reasons: tuple[str, ...]) -> Any:
    ledger = work.ledger[work.ledger["unit"] == "dollars"]
    return ledger[ledger["reason"].isin(reasons)]


def payback(work: Homework, text: str, right: Any) -> None:
    seat = re.search(r"together, (\w+) made", text)
    assert seat
    out, back = money_by(work, ("auction", "build")), money_by(work, ("rent", "rent_share"))
    own = seat_called(work, seat[1])
    spent = out[out["source"] == own]["amount"].sum()
    assert right == pytest.approx(100 * back[back["target"] == own]["amount"].sum() / spent)


def stayed(work: Homework, text: str, right: Any) -> None:
    found = re.search(r"In turns (\d+) to (\d+), how much more money did (\w+) receive", text)
    assert found
    rows = work.ledger[work.ledger["turn"].between(int(found[1]), int(found[2]))]
    rows = rows[rows["unit"] == PlayedMatch(work.played).money]
    own = seat_called(work, found[3])
    came, went = (
        rows[rows[side].str.rpartition(":")[2] == own]["amount"].sum()
        for side in ("target", "source")
    )
    assert right == came - went


def treasury(work: Homework, text: str) -> Any:
    """The rows of the ledger between the Treasury and others, in the stretch of a question."""
    since, turn = [-1, *turns_in(text)][-2:]
    ledger = work.ledger[
        (work.ledger["unit"] == "dollars") & work.ledger["turn"].between(since + 1, turn)
    ]
    return ledger[(ledger["source"] == "treasury") | (ledger["target"] == "treasury")]


def balance(work: Homework, text: str, right: Any) -> None:
    if text.startswith("Money that buys something"):
        stayed(work, text, right)
    else:
        primary_balance(work, text, right)


def primary_balance(work: Homework, text: str, right: Any) -> None:
    rows = treasury(work, text)
    rows = rows[~rows["reason"].isin(("bond_issue", "bond_redemption", "bond_interest"))]
    into = rows[rows["target"] == "treasury"]["amount"].sum()
    assert right == into - rows[rows["source"] == "treasury"]["amount"].sum()
    assert set(rows["reason"]) <= {"tax", "salary", "subsidy"}


def tax_rate(work: Homework, text: str, right: Any) -> None:
    found = re.search(r"In turn (\d+), (\w+) paid", text)
    assert found
    turn, seat = int(found[1]), seat_called(work, found[2])
    paid = work.ledger[(work.ledger["reason"] == "tax") & (work.ledger["turn"] == turn)]
    amount = paid[paid["source"] == seat]["amount"].sum()
    assert right == pytest.approx(100 * amount / column(work, "Net worth", turn - 1, seat))


def spillover(work: Homework, text: str, right: Any) -> None:
    """Both ways: what one's landings bring to others, and what theirs bring to oneself."""
    movers, rows = {}, []
    for event in work.played.events:
        if event.name == "sector_scored":
            movers[event.turn] = event.facts["mover"]
        if event.name == "points_scored" and event.turn > [0, *turns_in(text)][-1]:
            who = event.facts["payee"].partition(":")[2]
            rows.append((movers[event.turn], who, event.facts["amount"]))
    made = pd.DataFrame(rows, columns=["mover", "who", "points"])
    brought = re.search(r"that (\w+)'s landings brought", text)
    got = re.search(r"Of all points that (\w+) got", text)
    name, side = (brought[1], "mover") if brought else (got[1] if got else "", "who")
    made = made[made[side] == seat_called(work, name)]
    crossed = made[made["mover"] != made["who"]]["points"].sum()
    assert right == pytest.approx(100 * crossed / made["points"].sum())


def shops(work: Homework, text: str, right: Any) -> None:
    """The owners of shops from the table itself, brought back to that turn."""
    seats = re.search(r"Suppose (\w+) and (\w+) merged", text)
    assert seats
    first, second = (seat_called(work, name) for name in seats.groups())
    merged = {second: first}
    turn = turns_in(text)[0]
    then = work.played.fork()
    if turn < work.played.turn:
        then.goto(turn=turn + 1)
    found = []
    for sector in work.played.history[-1]["sector_share"][work.played.seats[0]]:
        pair = [then.ledger.holder(f"{sector}-{shop}") for shop in ("1a", "1b")]
        pair = [one.rpartition(":")[2] for one in pair]
        if all(one in work.played.seats for one in pair):
            found.append(10_000 if len({merged.get(one, one) for one in pair}) == 1 else 5_000)
    assert right == pytest.approx(sum(found) / len(found))


def property_(work: Homework, text: str, right: Any) -> None:
    seats = re.search(r"Suppose (\w+) and (\w+) became", text)
    key = re.search(r"\((\w+)\);", text)
    turn = turns_in(text)[0]
    assert seats and key
    row = next(row for row in work.played.history if row["turn"] == turn)[key[1]]
    owned = {seat: row[seat] for seat in work.played.seats}
    first, second = (seat_called(work, name) for name in seats.groups())
    owned[first] += owned.pop(second)
    total = sum(owned.values())
    assert right == pytest.approx(sum((100 * one / total) ** 2 for one in owned.values()))


def what_if(work: Homework, text: str, right: Any) -> None:
    """Complete the code of the question as a student does, run it, and take the two means."""
    facts = work.facts("what-if")
    space: dict[str, Any] = {"work": work}
    code = work.ask("what-if").code
    assert "[..., ...]" in code, "it is begun, and no more"
    answers = [(move, fields) for move, fields in (facts["made"], facts["other"])]
    exec(code.replace("[..., ...]", repr(answers)), space)
    means = {(row["move"], row["fields"]): row["mean"] for row in space["futures"].rows()}
    made, other = ((move, json.dumps(of) if of else "") for move, of in answers)
    assert "off by 0.01 or half a percent, whichever is larger" in text
    assert right == pytest.approx(means[other] - means[made]) != 0


CHECKS = {
    "real-change": real_change,
    "basket-in-notes": basket_in_notes,
    "relative-price": relative_price,
    "over-value": over_value,
    "payback": payback,
    "tax-rate": tax_rate,
    "balance": balance,
    "spillover": spillover,
    "shops": shops,
    "property": property_,
    "earned": earned,
    "reason": reason,
    "what-if": what_if,
}


class Asked:
    """The frames of a match, without the questions of anybody."""

    def __init__(self, match: Match) -> None:
        self.played = match
        self.ledger, self.history = ledger_frame(match), history_frame(match)
        for frame in (self.ledger, self.history):
            frame.attrs.clear()  # pandas copies them at every step


class Sat:
    """One student's questions, on a match that is opened once for all."""

    def __init__(self, opened: Asked, asked: dict[str, Any]) -> None:
        self.played, self.ledger, self.history = opened.played, opened.ledger, opened.history
        self.asked = asked

    def ask(self, key: str) -> Any:
        return self.asked[key]

    def facts(self, key: str) -> Any:
        return self.asked[key].facts


def key_to(work: Any, key: str) -> Any:
    """The question as the teacher has it."""
    return work.asked[key] if isinstance(work, Sat) else open_key(work).ask(key)
