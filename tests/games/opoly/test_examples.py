"""The worked examples of the rules file, with their exact figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

import classkit
from classkit.games.opoly.scores import rank

from .tables import (
    BLUES,
    ORANGE,
    RAILS,
    act,
    asked,
    at_turn,
    cash,
    do,
    end_turn,
    last,
    level,
    on,
    order,
    owner,
    payments,
    refused,
    skip_to,
    told,
)

FIVE_CARDS = ["patent_portfolio", "land_bank", "risk_management", "logistics_network",
              "lean_construction"]  # fmt: skip


def first_lots(*deeds, **options):
    """Set-up with these deeds first, then whatever is left of ten."""
    edition = classkit.new("opoly", seats=3, seed=1).view(None).edition
    dear = [s for s in reversed(edition.properties) if s not in deeds]
    drawn = [*deeds, *dear][:10]
    return classkit.new("opoly", seats=4, seed=1, luck=[drawn, FIVE_CARDS], **options)


def test_01_order_of_set_up_lots():
    """Q1.4: in rising appraised value, equal values in board order."""
    drawn = ["boardwalk", "baltic_avenue", "water_works", "electric_company", "reading_railroad",
             "new_york_avenue", "oriental_avenue", "mediterranean_avenue", "kentucky_avenue",
             "virginia_avenue"]  # fmt: skip
    m = classkit.new("opoly", seats=4, seed=1, luck=[drawn, FIVE_CARDS])
    assert [told(m, "lot_opened")[0]["lot"], *m.table.lots][:10] == [
        "mediterranean_avenue", "baltic_avenue", "oriental_avenue", "electric_company",
        "water_works", "virginia_avenue", "reading_railroad", "new_york_avenue",
        "kentucky_avenue", "boardwalk",
    ]  # fmt: skip


def test_02_english_auction():
    """Q2.2: turns, increment, who is left pays its bid."""
    m = first_lots("mediterranean_avenue", "oriental_avenue")
    for _ in range(4):
        m.answer("pass")
    assert asked(m) == ("B", "bid_english") and m.request.about["lot"] == "oriental_avenue"
    m.answer("bid", amount=40).answer("bid", amount=45).answer("pass").answer("bid", amount=80)
    m.answer("pass")
    refused(m, "bid", "85", amount=84)
    m.answer("bid", amount=85).answer("pass")
    assert owner(m, "oriental_avenue") == "C" and cash(m, "C") == 1415
    assert m.view("C").basis("oriental_avenue") == 85
    assert m.metrics()["surplus_paid"]["C"] == 15


@pytest.mark.parametrize(
    ("form", "price", "alone"),
    [("first_price", 130, 130), ("second_price", 130, 1), ("third_price", 90, 1)],
)
def test_03_sealed_ties(form, price, alone):
    """Q2.3, Q2.4: tied bids count one by one; a missing bid counts as the minimum."""
    for bids, paid in (({"A": 130, "B": 130, "C": 90, "D": 0}, price), ({"A": 130}, alone)):
        m = first_lots("mediterranean_avenue", "baltic_avenue", auction_format=form)
        for _ in range(2):
            for seat in "ABCD":
                m.answer("bid", amount=0, seat=seat)
        assert m.view(None).lead == "C"
        for seat in "ABCD":
            m.answer("bid", amount=bids.get(seat, 0), seat=seat)
        sold = last(m, "lot_sold").facts
        assert (sold["winner"], sold["price"]) == ("A", paid)
        assert cash(m, "A") == 1500 - paid


FIVE = ["baltic_avenue", "oriental_avenue", "vermont_avenue", "reading_railroad", "short_line"]


@pytest.mark.parametrize("wins", [True, False])
def test_04_pledge(wins):
    """Q2.7: $10 are gone either way; the deed goes only if the lot is won."""
    m = on("kentucky_avenue", D={"properties": FIVE, "cash": 400})
    skip_to(m, "pledge_property", "D")
    m.answer("baltic_avenue")
    assert cash(m, "D") == 390
    m.answer("pass").answer("pass").answer("bid" if not wins else "pass",
                                           **({} if wins else {"amount": 150}))  # fmt: skip
    m.answer("bid", amount=150) if wins else m.answer("pass")
    if wins:
        assert cash(m, "D") == 240 and owner(m, "baltic_avenue") == "bank"
        assert owner(m, "kentucky_avenue") == "D" and len(m.view("D").properties_of("D")) == 5
    else:
        assert cash(m, "D") == 390 and owner(m, "baltic_avenue") == "D"
        assert not m.view("D").mortgaged("baltic_avenue")


def test_05_landing_minimum():
    """Q2.9, Q3.10: half of appraised value; without a buyer the next turn begins at once."""
    m = on("illinois_avenue", A={"cash": 119})
    assert last(m, "lot_opened").facts["minimum"] == 120
    assert asked(m)[0] == "B"
    for _ in range(3):
        m.answer("pass")
    assert owner(m, "illinois_avenue") == "bank"
    assert m.turn == 2 and {f["seat"] for f in told(m, "bid_passed")} == {"B", "C", "D"}


def allied(group="orange", **terms):
    """One alliance, as a position states it."""
    return [{"group": group, **terms}]


OWNERS = {"A": {"properties": ORANGE[:2]}, "B": {"properties": ORANGE[2:]}}


def rents(m):
    """The rents that the bank has paid."""
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
    """Q3.7: twice the figure of the owner's own number."""
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


def test_17_house_shortage():
    """Q6.14: single auctions at the dearest cost; unfilled orders lapse."""
    streets = ["st_charles_place", "states_avenue", "virginia_avenue"]
    m = on(
        "free_parking", seats=3,
        A={"properties": ["mediterranean_avenue", "baltic_avenue"]},
        B={"properties": ["mediterranean_avenue"][:0] + streets + ORANGE},
        C={"properties": ["kentucky_avenue", "indiana_avenue", "illinois_avenue"]},
        buildings={**dict.fromkeys(streets, 4), **dict.fromkeys(ORANGE, 4),
                   "kentucky_avenue": 1, "indiana_avenue": 1, "illinois_avenue": 0,
                   "mediterranean_avenue": 1, "baltic_avenue": 0},
        options={"edition": {"extends": "classic_us", "edition": {"houses": 30}}},
    )  # fmt: skip
    skip_to(m, "build_order")
    assert m.view(None).left("house") == 3
    refused(m, "order", "even", seat="C", orders=[{"space": "illinois_avenue", "levels": 3}])
    order(m, "A", baltic_avenue=2)
    order(m, "C", illinois_avenue=2)
    if m.requests("B"):
        m.answer("pass", seat="B")
    auctions = 0
    while m.requests() and m.request.name == "bid_english":
        seat, _ = asked(m)
        auctions += 1
        assert m.request.about["minimum"] == 150
        m.answer("bid", amount=150) if seat == "C" else m.answer("pass")
    assert len(told(m, "scarce_unit_auction")) == 3
    assert payments(m, "build") == [("C", "bank", 150, "build")] * 2
    assert level(m, "illinois_avenue") == 2 and level(m, "baltic_avenue") == 0
    assert m.view(None).left("house") == 1


def test_18_ad_campaign():
    """Q8.1: a shift by one lands on Go; a 7 on the next roll loses the card."""
    m = at_turn([(1, 3), (2, 5)], pawn="short_line", A={"cards": ["awesome_ad_campaign"]})
    m.answer("shift", spaces=1)
    assert m.view(None).pawn == "go"
    assert [p[1] for p in payments(m, "go")] == list("ABCD")
    end_turn(m)
    assert owner(m, "awesome_ad_campaign") == "removed"
    assert m.view(None).pawn == "chance_external"


def test_19_building_and_selling():
    """Q6.11, Q6.2: even building and selling, half price."""
    m = on("free_parking", B={"properties": ORANGE, "cash": 1000}, luck=[(4, 6), (1, 3), (5, 5)])
    for _ in range(2):
        skip_to(m, "build_order", "B")
        order(m, "B", **dict.fromkeys(ORANGE, 1))
        if m.turn == 1:
            assert cash(m, "B") == 700
    assert payments(m, "build") == [("B", "bank", 100, "build")] * 6
    skip_to(m, "manage", "B")
    refused(m, "manage", "even", acts=[
        act("sell_building", space="new_york_avenue", levels=2)
    ])  # fmt: skip
    before = cash(m, "B")
    do(m, act("sell_building", space="new_york_avenue", levels=1))
    assert cash(m, "B") == before + 50
    assert [level(m, space) for space in ORANGE] == [2, 2, 1]


def test_20_scores():
    """Q11.1, Q11.2: ASSET 2,122 and FUTURE EARNINGS 262.95."""
    held = [*ORANGE, "reading_railroad", "electric_company", "baltic_avenue"]
    m = on(
        "free_parking", seats=3,
        A={"cash": 612, "properties": held, "mortgaged": ["baltic_avenue"],
           "cards": ["patent_portfolio"]},
        buildings=dict.fromkeys(ORANGE, 3),
    )  # fmt: skip
    view = m.view("A")
    assert view.asset("A") == 2122
    assert view.total_rent("A") == 1753
    assert view.future("A") == 262.95


def test_21_places():
    """Q11.4: a bankrupt seat drops one place, by exchange or by number."""
    scores = {"A": Fraction(3000), "B": Fraction(2500), "C": Fraction(2500), "D": Fraction(900)}
    fates = dict.fromkeys("ABCD", "active") | {"B": "bankrupt"}
    assert rank(scores, fates, swap=True) == {"A": 1, "C": 2, "D": 3, "B": 4}
    assert rank(scores, fates, swap=False) == {"A": 1, "B": 3, "C": 2, "D": 4}


def test_22_theft_and_ruin():
    """Q8.4, Q7.7: stolen with its hotel; busted, destroyed, and auctioned to the others."""
    m = on(
        "chance_external", (3, 4), luck=["ethical_opportunity", (1, 1), (1, 1), 3],
        A={"properties": ["park_place"]}, C={"properties": ["boardwalk"]},
        alliances=allied("dark_blue"), buildings={"boardwalk": 5},
    )  # fmt: skip
    m.answer("act", seat="A", space="boardwalk")
    for seat in "BCD":
        m.answer("decline", seat=seat)
    view = m.view(None)
    assert owner(m, "boardwalk") == "A" and view.basis("boardwalk") == "soul"
    assert view.level("boardwalk") == 5 and not view.is_allied("dark_blue")
    limits = [view.limit(seat) for seat in "BCD"]
    end_turn(m)
    assert told(m, "busted") == [{"seat": "A", "die": 3, "outcome": "destroyed"}]
    assert [view.limit(seat) for seat in "BCD"] == [limit + 1 for limit in limits]
    assert [f["lot"] for f in told(m, "lot_opened")] == ["park_place"]
    m.answer("pass").answer("pass").answer("pass")
    assert [f["lot"] for f in told(m, "lot_opened")] == BLUES
    assert view.left("hotel") == 12 and view.level("boardwalk") == 0
    assert payments(m, "building_sale") == []
    assert m.ledger.balance("A") == 0
    assert view.asset("A") == 0 and m.metrics()["asset_score"]["A"] == 0
    assert last(m, "theft").facts == {"actor": "A", "victim": "C", "space": "boardwalk"}
