"""Tests of the explanations of rents in FUTURE EARNINGS (Q3.6 to Q3.9, Q11.2)."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.rulebook_text import TextFormatter
from classkit.games.opoly.presentation.rent_causes import (
    Lots,
    RentFacts,
    format_rent_causes,
    tell_rent_change,
)
from classkit.games.opoly.rules_data import HOTEL_LEVEL

SAY = TextFormatter(
    spaces={
        "a": "Baltic", "b": "Oriental", "c": "Vermont", "card": "Marketing Genius", "boom": "Boom",
    }
)  # fmt: skip
PLAIN = RentFacts(10, "red", 0, mortgaged=False, allied=False, cards=frozenset())
RAIL = PLAIN._replace(group="railroad")


@pytest.mark.parametrize(
    ("then", "now", "said"),
    [
        (PLAIN, PLAIN._replace(rent=0, mortgaged=True), "a mortgage on Baltic"),
        (PLAIN._replace(rent=0, mortgaged=True), PLAIN, "lifting the mortgage on Baltic"),
        (PLAIN, PLAIN._replace(rent=30, level=2), "new houses on Baltic"),
        (PLAIN, PLAIN._replace(rent=90, level=HOTEL_LEVEL), "a hotel on Baltic"),
        (PLAIN._replace(rent=30, level=2), PLAIN, "fewer buildings on Baltic"),
        (PLAIN, PLAIN._replace(rent=20, allied=True), "an alliance for the red lots"),
        (
            PLAIN._replace(rent=20, allied=True),
            PLAIN,
            "the end of the alliance for the red lots",
        ),
        (PLAIN, PLAIN._replace(rent=15, cards=frozenset({"card"})), "Marketing Genius"),
        (PLAIN._replace(rent=15, cards=frozenset({"card"})), PLAIN, "the loss of Marketing Genius"),
        (PLAIN, PLAIN._replace(rent=20), "a complete set of the red lots"),
        (PLAIN._replace(rent=20), PLAIN, "an incomplete set of the red lots"),
        (RAIL, RAIL._replace(rent=20), "owning more of the railroads"),
        (RAIL._replace(rent=20), RAIL, "owning fewer of the railroads"),
    ],
)
def test_each_cause_is_explained(then: RentFacts, now: RentFacts, said: str) -> None:
    assert format_rent_causes(SAY, {"a": then}, {"a": now})[0] == said


def test_several_cards_are_named_alike_whatever_their_order() -> None:
    """Regression: the card named depended on the order in which a company had received them."""
    both = PLAIN._replace(rent=22, cards=frozenset({"card", "boom"}))
    told = "Boom and Marketing Genius"
    assert format_rent_causes(SAY, {"a": PLAIN}, {"a": both})[0] == told
    assert format_rent_causes(SAY, {"a": both}, {"a": PLAIN})[0] == f"the loss of {told}"
    one = PLAIN._replace(rent=15, cards=frozenset({"boom"}))
    assert format_rent_causes(SAY, {"a": one}, {"a": both})[0] == "Marketing Genius"
    same = both._replace(cards=frozenset(sorted(both.cards, reverse=True)))
    assert both == same, "the same cards are no cause, however they came"


def test_all_causes_are_told_with_their_amounts_the_largest_first() -> None:
    """Regression: "rents go from $201 to $308 because of new houses", where $25 had others."""
    before: Lots = dict.fromkeys("abc", PLAIN)
    after = {
        "a": PLAIN._replace(rent=20),
        "b": PLAIN._replace(rent=110, level=1),
        "c": PLAIN._replace(rent=50, level=1),
    }
    assert format_rent_causes(SAY, before, after)[0] == (
        "new houses on Oriental and Vermont (+$140) and a complete set of the red lots (+$10)"
    )
    after["a"] = PLAIN._replace(rent=0, mortgaged=True)
    assert format_rent_causes(SAY, before, after)[0] == (
        "new houses on Oriental and Vermont (+$140) and a mortgage on Baltic (-$10)"
    )


def test_each_group_and_card_is_a_cause_by_itself() -> None:
    """Regression: two alliances were told as one, by the group of the first property."""
    rail = RAIL._replace(rent=50, allied=True)
    before: Lots = {"a": PLAIN, "b": RAIL}
    after: Lots = {"a": PLAIN._replace(rent=20, allied=True), "b": rail}
    assert format_rent_causes(SAY, before, after)[0] == (
        "an alliance for the railroads (+$40) and an alliance for the red lots (+$10)"
    )
    boom = PLAIN._replace(rent=12, cards=frozenset({"boom"}))
    card = RAIL._replace(rent=15, cards=frozenset({"card"}))
    assert format_rent_causes(SAY, before, {"a": boom, "b": card})[0] == (
        "Marketing Genius (+$5) and Boom (+$2)"
    )


def test_a_lot_that_changed_twice_has_both_causes() -> None:
    before: Lots = {"a": PLAIN._replace(rent=0, mortgaged=True)}
    built = {"a": PLAIN._replace(rent=30, level=1)}
    told = format_rent_causes(SAY, before, built)[0]
    assert told == "lifting the mortgage on Baltic and a new house on Baltic"


def test_rents_of_what_was_bought_are_not_among_those_that_rose() -> None:
    """New properties are listed separately from changed rents."""
    counted = {
        "properties_before": 1, "properties_after": 2, "divisor_after": 40, "whose": "Ada's",
    }  # fmt: skip
    after = {"a": PLAIN._replace(rent=20), "b": PLAIN._replace(rent=100)}
    told = tell_rent_change(SAY, {**counted, "lots_before": {"a": PLAIN}, "lots_after": after})
    assert told == (
        "a complete set of the red lots raises the rent of the properties kept from $10 to $20 "
        "(FUTURE EARNINGS = total rent × 2 properties instead of 1, ÷ 40)"
    )
    same = {"a": PLAIN, "b": PLAIN}
    told = tell_rent_change(SAY, {**counted, "lots_before": {"a": PLAIN}, "lots_after": same})
    assert told == ("Ada's rents are multiplied by 2 properties instead of 1 and divided by 40")


def test_explanations_match_what_was_built(deep: bool) -> None:
    """In whole matches, buildings named as a cause were built or sold in that turn."""
    told = 0
    for seed in range(40 if deep else 4):
        m = classkit.new("opoly", seats=4, seed=seed).play(until="end")
        built = {
            (event.turn, space)
            for event in m.events
            for space in [event.facts.get("space"), *map(str, event.facts.get("spaces", ()))]
            if "buil" in event.name or "unsupported" in event.name
        }
        for turn in range(1, m.turn, 3):
            for seat in m.seats:
                why = m.why("future_score", seat, turn=turn)
                for part in why.split.parts:
                    if part.kind == "worth" and part.prices[0].get("lots"):
                        before, after = (price["lots"] for price in part.prices)
                        words = format_rent_causes(m.say(), before, after)[0]
                        if (
                            words.startswith(("new", "a new", "a hotel", "hotels"))
                            and " and " not in words
                        ):
                            names = [s for s in after if m.say().space(s) in words]
                            assert any((turn, space) in built for space in names), (
                                seed,
                                turn,
                                words,
                            )
                            told += 1
    assert told > 3
