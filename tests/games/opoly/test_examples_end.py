"""Worked examples of section 11 with their exact figures: cards, building, scores, ruin."""

from __future__ import annotations

from fractions import Fraction

from classkit.games.opoly.rules.scores import rank_scores

from .tables import (
    BLUES,
    ORANGE,
    act,
    allied,
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
    assert rank_scores(scores, fates, swap=True) == {"A": 1, "C": 2, "D": 3, "B": 4}
    assert rank_scores(scores, fates, swap=False) == {"A": 1, "B": 3, "C": 2, "D": 4}


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
