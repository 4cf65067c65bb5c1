"""Lies about exchanges, debts and rents that the law of sentences finds."""

from __future__ import annotations

import pytest

import classkit
from classkit.attribution.explanation import explain_change
from classkit.attribution.turning_points import turning_points
from classkit.engine.evidence import Evidence
from classkit.testing.bargain_checks import (
    check_bargain,
    check_causes_of_rents,
    check_missing_events,
    check_traded,
)
from classkit.testing.sentence_facts import Scope
from classkit.testing.sentence_tokens import SentenceReader
from classkit.testing.story_checks import StoryChecker


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (
            "Trades and the loans made in them with C: $470,000 and Prairie Kettle Foods, worth "
            "-$16,900,000, for Loon Lake Lumber, worth $420,000",
            "worth -$16,900,000",
        ),
        (
            "$470,000 and Prairie Kettle Foods, worth $300,000, for Loon Lake Lumber, worth $1",
            "$470,000 within $300,000",
        ),
        ("$470,000 and Prairie Kettle Foods, worth $770,000, for $10,000", ""),
    ],
)
def test_worth_of_what_is_exchanged(text: str, claim: str) -> None:
    reader = SentenceReader(classkit.new("poleconomy", seats=4, seed=1))
    assert "".join(one for one, _ in check_bargain(text, reader.read(text))).startswith(claim)
    assert bool([*check_bargain(text, reader.read(text))]) == bool(claim)


@pytest.mark.parametrize(
    ("houses", "found"), [("+$82", []), ("+$107", [("causes of 132.0", "the change is 107.0")])]
)
def test_causes_of_rents_sum_to_the_change(houses: str, found: list[tuple[str, str]]) -> None:
    reader = SentenceReader(classkit.new("opoly", seats=4, seed=1))
    text = (
        f"A new house on Atlantic Avenue ({houses}) and lifting the mortgage on St. Charles Place "
        "(+$25) raise Ada's total rent from $201 to $308 (total rent × 3 properties ÷ 40)"
    )
    assert [*check_causes_of_rents(text, reader.read(text))] == found


def test_who_did_not_trade_has_no_gain_from_trades() -> None:
    match = classkit.new("poleconomy", seats=4, seed=6, options={"quick_start": True})
    checker = StoryChecker(match.play(until="end"))
    scope = Scope.of_turns(checker.facts, 42, 43)
    lie = "Trades and the loans made in them"
    assert [claim for claim, _ in check_traded(checker, lie, "D", scope)] == ["a trade"]


def test_evidence_of_a_change_has_all_events() -> None:
    match = classkit.new("poleconomy", seats=5, seed=7005).play(until="end", bots="random")
    checker, told = StoryChecker(match), explain_change(match, "bonds_issued", turn=41)
    scope, whole = Scope.of_turns(checker.facts, 40, 41), told.statements[0].evidence
    assert not [*check_missing_events(checker, told, whole, scope, "why")]
    cut = Evidence(whole.events[:3], whole.transfers)
    assert len([*check_missing_events(checker, told, cut, scope, "why")]) == 2


def test_who_leads_to_the_end_is_ahead_in_every_turn() -> None:
    for seed in range(25):
        match = classkit.new("economy", seats=4, seed=seed).play(until="end", bots="random")
        checker = StoryChecker(match)
        for point in turning_points(match, match.say(), None):
            if "shares the lead from here to the end" not in point.text:
                continue
            lie = point.text.replace(" or shares the lead", "")
            texts = {
                one: [*checker.check_leaders(one, checker.reader.read(one), point.turn)]
                for one in (point.text, lie)
            }
            assert not texts[point.text]
            assert texts[lie]
            return
    pytest.fail("no match has a shared lead")
