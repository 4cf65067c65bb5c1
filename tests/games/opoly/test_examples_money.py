"""Worked examples of section 11 with their exact figures: rents, taxes, recession, bank."""

from __future__ import annotations

import pytest

from .tables import ORANGE, RAILS, allied, at_turn, cash, end_turn, last, on, owner, payments

OWNERS = {"A": {"properties": ORANGE[:2]}, "B": {"properties": ORANGE[2:]}}


def rents(m):
    """List the rents that the bank has paid."""
    return {payee: amount for _, payee, amount, _ in payments(m, "rent", "rent_share")}


def test_06_allied_rent():
    """Q7.4: own lots' rent, or percentages, each rounded down, the remainder to the owner."""
    assert rents(on("new_york_avenue", **OWNERS, alliances=allied())) == {"B": 32}
    split = {"A": 67, "B": 33}
    contract = allied(split=split)
    built = {"st_james_place": 1, "tennessee_avenue": 2}
    m = on("tennessee_avenue", **OWNERS, alliances=contract, buildings=built)
    assert rents(m) == {"A": 134, "B": 66}
    m = on("st_james_place", **OWNERS, alliances=contract, buildings=built)
    assert rents(m) == {"A": 47, "B": 23}


def test_07_allied_railroads():
    """Q3.7: twice the rent for the owner's own number."""
    facts = {
        "A": {"properties": RAILS[:2]}, "B": {"properties": RAILS[2:3]},
        "C": {"properties": RAILS[3:]}, "alliances": allied("railroad"),
    }  # fmt: skip
    assert rents(on(RAILS[0], **facts)) == {"A": 100}
    assert rents(on(RAILS[2], **facts)) == {"B": 50}
    facts["A"] = {**facts["A"], "cards": ["logistics_network"]}
    assert rents(on(RAILS[0], **facts)) == {"A": 150}


def test_08_utilities():
    """Q3.8: a roll of 9: 36 alone, 72 allied, 90 with both."""
    one = {"A": {"properties": ["electric_company"]}, "B": {"properties": ["water_works"]}}
    assert rents(on("electric_company", (4, 5), **one)) == {"A": 36}
    pact = allied("utility")
    assert rents(on("electric_company", (4, 5), **one, alliances=pact)) == {"A": 72}
    both = {"A": {"properties": ["electric_company", "water_works"]}}
    assert rents(on("electric_company", (4, 5), **both)) == {"A": 90}


def test_09_card_multipliers():
    """Q3.9: rounded down once at the end; a percentage split voids Marketing Genius (Q8.7)."""
    facts = {
        "A": {"properties": ORANGE, "cards": ["flagship_property", "marketing_genius"]},
        "buildings": dict.fromkeys(ORANGE, 4) | {"new_york_avenue": 5},
        "flagships": {"flagship_property": "new_york_avenue"},
    }  # fmt: skip
    assert rents(on("new_york_avenue", **facts)) == {"A": 1875}
    facts["A"]["properties"] = [*ORANGE, *RAILS[:2]]
    facts["B"] = {"properties": RAILS[2:]}
    facts["alliances"] = allied("railroad", split={"A": 60, "B": 40})
    assert rents(on("new_york_avenue", **facts)) == {"A": 1500}


def test_10_income_tax():
    """Q3.13: a tenth of worth; Government Relations halves it, rounded up (Q8.16)."""
    a = {
        "properties": ["boardwalk", *ORANGE], "mortgaged": ["boardwalk"], "cash": 740,
        "cards": ["patent_portfolio"],
    }  # fmt: skip
    # Two houses on St. James alone would not be even for one owner: partners own the rest.
    facts = {
        "A": {**a, "properties": ["boardwalk", "st_james_place"]},
        "B": {"properties": ORANGE[1:]},
        "alliances": allied(),
        "buildings": {"st_james_place": 2},
    }  # fmt: skip
    for card, tax in (("patent_portfolio", 167), ("government_relations", 84)):
        cards = {"cards": list(dict.fromkeys(["patent_portfolio", card]))}
        m = on("income_tax", **{**facts, "A": {**facts["A"], **cards}})
        assert m.requests("A")[0].default.move == "percent"
        end_turn(m)
        assert ("A", "bank", tax, "income_tax") in payments(m)


def in_recession(luck, kind="recession", **facts):
    """Example 11: A has five properties, three houses and one hotel, B the other dark blue."""
    a = {"properties": [*ORANGE, "reading_railroad", "park_place"], "cash": 1000}
    b = {"properties": ["boardwalk"]}
    return at_turn(
        luck, **{"A": a, "B": b, "recession": kind, "alliances": allied("dark_blue"),
                 "buildings": {**dict.fromkeys(ORANGE, 1), "park_place": 5}, **facts},
    )  # fmt: skip


def test_11_recession():
    """Q4.5, Q4.6: three payments, then a card that closes it."""
    m = in_recession([(3, 4), (2, 6), (1, 5), "tax_rebate", (4, 6)])
    for _ in range(3):
        end_turn(m)
    assert [p for p in payments(m, "recession") if p[0] == "A"] == [
        ("A", "bank", 115, "recession")
    ] * 3
    assert ("bank", "A", 50, "card_grant") in payments(m)
    assert cash(m, "A") == 1000 - 345 + 50
    assert m.view(None).recession == "" and m.view(None).pawn == "free_parking"
    assert last(m, "recession_ended").facts["cause"] == "third_payment"


@pytest.mark.parametrize(("cards", "owed"), [([], 230), (["risk_management"], 115)])
def test_11_depression(cards, owed):
    """Q4.5: a depression doubles; Risk Management halves."""
    a = {"properties": [*ORANGE, "reading_railroad", "park_place"], "cash": 1000, "cards": cards}
    m = in_recession([(3, 4)], "depression", A=a)
    end_turn(m)
    assert ("A", "bank", owed, "depression") in payments(m)


def test_12_early_end():
    """Q4.6: a Depression as closing card ends the game; nobody pays for it."""
    m = in_recession([(3, 4), (2, 6), (1, 5), "depression"])
    for _ in range(3):
        end_turn(m)
    assert m.is_over and m.ending == "card"
    assert payments(m, "depression") == []


def test_13_put():
    """Q4.2: an ordinary roll, and nobody pays."""
    m = in_recession([(5, 4)], C={"cards": ["bernanke_put"]})
    m.answer("bernanke_put")
    assert m.view(None).pawn == "new_york_avenue" and payments(m, "recession") == []
    assert m.table.decks["internal"].under == ["bernanke_put"]
    assert owner(m, "bernanke_put") == "deck"


def test_14_bankruptcy():
    """Q5.2: pays what it has, keeps its deeds, and gets nothing at Go."""
    m = on("luxury_tax", A={"cash": 20, "properties": ["boardwalk"]}, luck=[(1, 3)])
    assert last(m, "seat_bankrupt").facts == {
        "owed": 75,
        "paid": 20,
        "reason": "luxury_tax",
        "seat": "A",
    }
    assert cash(m, "A") == 0 and owner(m, "boardwalk") == "A"
    end_turn(m)
    assert {p[1] for p in payments(m, "go")} == {"B", "C", "D"}


def test_15_empty_bank():
    """Q5.6: a batch is paid in full or not at all, and the game ends."""
    each = {seat: {"cash": 4970} for seat in "ABCD"}
    m = on("baltic_avenue", (2, 4), **each)
    assert m.is_over and m.ending == "bank" and payments(m, "go") == []
    assert cash(m, "bank") == 700
    each = {seat: {"cash": 19880 // 3 + (seat == "B") * 2} for seat in "BCD"}
    m = on("baltic_avenue", (2, 4), **each, A={"status": "bankrupt"})
    assert cash(m, "bank") == 100 and not m.is_over


def levy(die):
    """Example 16, with this die."""
    m = on(
        "chance_external", (3, 4), luck=["environmental_opportunity_1", die],
        A={"properties": ["park_place"]},
        B={"properties": ["boardwalk", *RAILS[:2]]},
        C={"properties": ["electric_company"]},
        alliances=allied("dark_blue"), buildings={"park_place": 4, "boardwalk": 5},
    )  # fmt: skip
    for seat, vote in zip("ABCD", ("support", "oppose", "oppose", "support"), strict=True):
        m.answer(vote, seat=seat)
    return m


def test_16_environmental_levy():
    """Q8.9: it applies on a die of at most 1 + supporters; opposers pay double."""
    assert payments(levy(3), "card_charge") == [
        ("A", "bank", 20, "card_charge"), ("B", "bank", 60, "card_charge"),
        ("C", "bank", 50, "card_charge"),
    ]  # fmt: skip
    assert payments(levy(4), "card_charge") == []
