"""Deals between two companies (Q6.6 to Q6.8)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import classkit.games.opoly
from classkit.engine.randomness import RandomStream
from classkit.engine.rulebook_text import TextFormatter
from classkit.games.opoly.presentation.game_text import WORDS
from classkit.games.opoly.rules.deal_offers import build_deal_move, refuse_deal, sample_deal

from .tables import BLUES, ORANGE, RAILS, cash, deal, on, owner, refused, skip_to

FOLDER = Path(classkit.games.opoly.__file__).parent / "edition" / "shipped" / "classic_us"
A = {"properties": ["boardwalk", "baltic_avenue"]}
BOTH = {"A": {"properties": ["park_place"]}, "B": {"properties": ["boardwalk"]}}
PACT = [{"group": "dark_blue"}]


def offer(m, partner, **terms):
    """Let A make an offer, up to the partner's decision."""
    skip_to(m, "propose", "A")
    return m.answer("deal", **deal(partner, **terms))


def test_q6_6_deals():
    """Q6.6: cash, properties, cards with an appraised value; nothing else."""
    m = on("free_parking", A={**A, "cards": ["land_bank", "risk_management"]},
           B={"properties": ["short_line"]})  # fmt: skip
    skip_to(m, "propose", "A")
    refused(m, "deal", "give_cards", **deal("B", give_cards=["risk_management"]))
    refused(m, "deal", "Q6.6", **deal("C", get_spaces=["short_line"]))
    refused(m, "deal", "empty", **deal("B"))
    offer(m, "B", give_cash=100, give_cards=["land_bank"], get_spaces=["short_line"])
    m.answer("accept")
    assert owner(m, "short_line") == "A" and owner(m, "land_bank") == "B"
    assert cash(m, "A", "B") == [1400, 1600] and m.view(None).basis("short_line") == 100
    assert m.view(None).limit("B") == 6


def test_q6_6_limits_afterwards():
    """Q6.6: both sides' resulting limits must be legal; a swap may be."""
    a = {"properties": [*ORANGE, *BLUES], "cards": ["land_bank"]}
    m = on("free_parking", A=a, B={"properties": [*RAILS, "water_works"]})
    skip_to(m, "propose", "A")
    refused(m, "deal", "limit", **deal("B", give_spaces=["boardwalk"]))
    refused(m, "deal", "limit", **deal("C", give_cards=["land_bank"], get_cash=0) | {
        "partner": "B", "get_spaces": RAILS[:1], "give_cards": ["land_bank"]})  # fmt: skip
    offer(m, "B", give_spaces=["boardwalk"], get_spaces=["short_line"])
    m.answer("accept")
    assert owner(m, "boardwalk") == "B" and owner(m, "short_line") == "A"


def test_q6_6_a_limit_below_0_stays_0_with_a_card_more():
    """Q6.6, Q6.9: the limit afterwards is that of all cards, never below 0."""
    m = on("free_parking", A={"limit": -1}, B={"properties": RAILS[:1], "cards": ["land_bank"]})
    skip_to(m, "propose", "A")
    terms = deal("B", get_spaces=RAILS[:1], get_cards=["land_bank"])
    refused(m, "deal", "more properties than its limit of 0 (Q6.6)", **terms)


def cells(preview):
    """Return the rows of a preview by their first cells, with plain spaces."""
    return {row[0]: tuple(cell.replace("\N{NO-BREAK SPACE}", " ") for cell in row[1:])
            for row in preview.rows}  # fmt: skip


def previewed(m, partner, **terms):
    """Return the preview of a deal, which does not change the match."""
    skip_to(m, "propose", "A")
    before = m.digest()
    move = next(move for move in m.legal_moves() if move.name == "deal")
    values = deal(partner, **terms)
    assert move.refusal(values) is None
    shown = move.preview(values)
    assert m.digest() == before
    return shown


def test_q6_6_preview_of_a_swap():
    """Q6.6: rents, cash, holdings and both scores of both companies, now and then."""
    m = on("free_parking", A={"properties": ["park_place", "baltic_avenue"], "cash": 900},
           B={"properties": ["boardwalk"], "cash": 700})  # fmt: skip
    shown = previewed(m, "B", give_spaces=["baltic_avenue"], give_cash=300,
                      get_spaces=["boardwalk"])  # fmt: skip
    assert shown.columns == ("Now → then", "A", "B")
    assert cells(shown) == {
        "Rent: Baltic Avenue": ("$4 → $0", "$0 → $4"),
        "Rent: Park Place": ("$35 → $70", "$0"),
        "Rent: Boardwalk": ("$0 → $100", "$50 → $0"),
        "All rents together": ("$39 → $170", "$50 → $4"),
        "Cash": ("$900 → $600", "$700 → $1,000"),
        "Properties": ("2 of 5", "1 of 5"),
        "ASSET": ("$1,310 → $1,350", "$1,100 → $1,060"),
        "FUTURE EARNINGS": ("$1.95 → $8.50", "$1.25 → $0.10"),
    }


def test_q6_6_preview_is_what_happens():
    """Q6.6: the accepted offer has the previewed effects."""
    a = {"properties": RAILS[:2], "mortgaged": RAILS[:1], "cards": ["land_bank"], "cash": 400}
    m = on("free_parking", A=a, B={"properties": [*ORANGE, RAILS[2]], "cash": 500})
    terms = {"give_spaces": RAILS[:1], "give_cards": ["land_bank"], "get_spaces": ORANGE[:1],
             "get_cash": 50, "lift_now": RAILS[:1]}  # fmt: skip
    shown = cells(previewed(m, "B", **terms))
    assert shown["Cash"] == ("$400 → $450", "$500 → $340"), "lifting costs B 110 (Q6.8)"
    assert shown["Properties"] == ("2 of 5", "4 of 6"), "Land Bank goes with it (Q6.9)"
    m.answer("deal", **deal("B", **terms)).answer("accept")
    view = m.view(None)
    for seat, at in (("A", 0), ("B", 1)):
        then = [shown[row][at].split(" → ")[-1] for row in ("Cash", "ASSET", "FUTURE EARNINGS")]
        figures = [view.cash(seat), view.asset(seat), view.future(seat)]
        assert then == [f"${figures[0]:,}", f"${figures[1]:,}", f"${figures[2]:,.2f}"]
        rents = shown["All rents together"][at].split(" → ")[-1]
        assert rents == f"${sum(view.rent(space) for space in view.properties_of(seat)):,}"


def test_q6_6_preview_under_a_percentage_split():
    """Q6.6, Q7.4: a rent that is shared is previewed as it is shared."""
    m = on("free_parking", **BOTH, C={"properties": ["short_line"]},
           alliances=[{"group": "dark_blue", "split": {"A": 40, "B": 60}}])  # fmt: skip
    shown = cells(previewed(m, "C", give_cash=10, get_spaces=["short_line"]))
    assert "Rent: Boardwalk" not in shown, "only what changes is listed"
    assert shown["All rents together"] == ("$68 → $93", "$25 → $0"), "40% of 70 and of 100"


def test_q6_6_the_partner_sees_the_same():
    """Q6.6: the partner sees the effects of the offer with the prompt."""
    m = on("free_parking", A={"properties": ["baltic_avenue"]}, B={"properties": ["boardwalk"]})
    shown = previewed(m, "B", give_spaces=["baltic_avenue"], get_cash=90)
    m.answer("deal", **deal("B", give_spaces=["baltic_avenue"], get_cash=90))
    (decision,) = m.requests("B")
    facts = TextFormatter(words=WORDS).decision_preview("answer_deal", decision.about)
    assert (facts.columns, facts.rows) == (shown.columns, shown.rows)


def test_q6_6_the_form_offers_what_goes_with_the_partner():
    """Q6.6: the form states the holder of each property and card of the others."""
    m = on("free_parking", A=A, B={"properties": ["short_line"], "cards": ["land_bank"]},
           C={"properties": ["water_works"], "cash": 120})  # fmt: skip
    skip_to(m, "propose", "A")
    form = next(move for move in m.legal_moves() if move.name == "deal").fields
    assert form["get_spaces"].form_schema()["given"] == {"field": "partner", "values": ["B", "C"]}
    assert form["get_cards"].given == ("partner", ["B"])
    assert form["give_cash"].sensible_amounts() == [
        ("", 0), ("", 50), ("", 100), ("", 200), ("", 500), ("All", 1500)
    ]  # fmt: skip


def test_q6_7_buildings_alliances_and_bases():
    """Q6.7: no building in the group; under an alliance only to a party; bases entered."""
    m = on("free_parking", **BOTH, alliances=PACT, buildings={"boardwalk": 1})
    skip_to(m, "propose", "A")
    refused(m, "deal", "buildings", **deal("B", give_spaces=["park_place"]))
    m = on("free_parking", **BOTH, alliances=PACT)
    skip_to(m, "propose", "A")
    refused(m, "deal", "not a party", **deal("C", give_spaces=["park_place"]))
    offer(m, "B", give_spaces=["park_place"], get_cash=10,
          bases=[{"space": "park_place", "amount": 77}])  # fmt: skip
    m.answer("accept")
    assert m.view(None).basis("park_place") == 77
    assert not m.view(None).is_allied("dark_blue"), "one owner needs no contract (Q7.7)"


def test_q6_7_default_bases():
    """Q6.7: the cash paid, split by appraised value, the remainder to the last."""
    m = on("free_parking", A={"properties": ["baltic_avenue", "oriental_avenue", "boardwalk"]})
    offer(m, "B", give_spaces=["baltic_avenue", "oriental_avenue", "boardwalk"], get_cash=100)
    m.answer("accept")
    view = m.view(None)
    assert [view.basis(s) for s in view.properties_of("B")] == [10, 17, 73]


def test_q6_6_a_deck_in_which_every_card_has_a_value():
    """Q6.6, Q8.5: giving Diversification away lowers the limit; a Second Mover is not traded."""
    found = tomllib.loads((FOLDER / "cards.toml").read_text(encoding="utf-8"))
    for card in found["internal"]["cards"]:
        card["appraised"] = 50
    edition = {"based_on": "classic_us", "internal": found["internal"]}
    a = {"properties": [*RAILS, *BLUES], "cards": ["diversification_1", "second_mover_advantage"]}
    m = on("free_parking", A=a, lines={"diversification_1": "rail"}, edition=edition)
    skip_to(m, "propose", "A")
    terms = deal("B", give_cards=["diversification_1"], get_cash=10)
    refused(m, "deal", "more properties than its limit of 5 (Q6.6)", **terms)
    terms = deal("B", give_cards=["second_mover_advantage"], get_cash=10)
    refused(m, "deal", "Second Mover Advantage cannot be traded (Q8.5)", **terms)
    m.answer("deal", **{**terms, "give_cards": ["diversification_1"], "give_spaces": BLUES[:1]})
    m.answer("accept")
    assert m.view(None).properties_of("B") == BLUES[:1]


def test_q1_6_bases_of_cards_in_a_deal():
    """Q1.6: the cash paid is the total cost basis of the cards received."""
    m = on("free_parking", B={"cards": ["patent_portfolio", "land_bank"]})
    offer(m, "B", give_cash=100, get_cards=["patent_portfolio", "land_bank"])
    m.answer("accept")
    view = m.view(None)
    assert [view.basis(card) for card in ("patent_portfolio", "land_bank")] == [60, 40]


@pytest.mark.parametrize(("lifted", "due"), [([], 8), (["water_works"], 83)])
def test_q6_8_mortgaged_property(lifted, due):
    """Q6.8: the receiver pays 10% of the mortgage value, or lifts it; it must be able to."""
    a = {"properties": ["water_works"], "mortgaged": ["water_works"]}
    m = on("free_parking", A=a, B={"cash": due - 1})
    skip_to(m, "propose", "A")
    refused(m, "deal", "Q6.8", **deal("B", give_spaces=["water_works"], lift_now=lifted))
    m = on("free_parking", A=a, B={"cash": due})
    offer(m, "B", give_spaces=["water_works"], lift_now=lifted)
    m.answer("accept")
    assert cash(m, "B") == 0 and m.view(None).mortgaged("water_works") is not bool(lifted)


@pytest.mark.parametrize("money", [0, 20, 150])
def test_deals_by_chance_are_legal_from_the_start(money):
    """Q6.6, Q6.8: limits hold, mortgages are paid for, and something changes hands."""
    a = {"properties": [*ORANGE, *BLUES], "mortgaged": BLUES, "cards": ["land_bank"], "cash": money}
    b = {"properties": RAILS, "mortgaged": RAILS[:2], "limit": 4, "cash": 60}
    m = skip_to(on("free_parking", A=a, B=b, C={"cash": 0}), "propose", "A")
    t, chance, drawn = m.table, RandomStream(f"deals {money}"), []
    for _ in range(300):
        terms = sample_deal(t, "A", ["B", "C"], chance)
        assert refuse_deal(t, "A", terms) is None, terms
        assert build_deal_move(t, "A", ["B", "C"]).refusal(terms) is None, terms
        drawn.append(terms)
    for part in ("give_spaces", "get_spaces", "give_cards", "get_cash"):
        assert any(terms[part] for terms in drawn), part
    assert any(terms["lift_now"] for terms in drawn) is (money == 150)
