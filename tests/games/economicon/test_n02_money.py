"""N2 Value and payment, N3 Pegs, N4 Mining, N5 Events, N6 Peg changes, N7 Laws."""

from __future__ import annotations

from fractions import Fraction

import pytest

import classkit
from classkit.engine.errors import EditionError, PositionError

from .tables import (
    asked,
    at_phase,
    buy,
    by_default,
    edition_with,
    event,
    held,
    last,
    law,
    market,
    moved,
    moves,
    refused,
    rest_of_round,
    tokens,
    told,
    trading,
)

# --- N2 -------------------------------------------------------------------------------------------


def test_count():
    """N2.1: market units, for a pegged currency those of the end of its chain; 0 is read as 1."""
    m = trading(A={"peg": "cur:B"}, B={"peg": "oil"}, C={"peg": "none"}, market={"gold": 0})
    view = m.view(None)
    assert [view.count(unit) for unit in ("gold", "grain", "oil", "cur:A", "cur:B", "cur:C")] == [
        1, 144, 120, 120, 120, 60,
    ]  # fmt: skip
    assert view.count("cur:D") == 1  # pegged to gold


def test_price_before_the_purchase():
    """N2.2: the whole lot at the one price of the market as it was."""
    m = buy(trading(), "grain", 20, "gold")
    facts = last(m, "bought").facts
    assert facts["price"] == Fraction(60, 144) and facts["exact_cost"] == Fraction(1200, 144)
    assert m.view(None).price("grain") == Fraction(68, 124)


@pytest.mark.parametrize(
    ("gold", "grain", "quantity", "cost"),
    [(5, 20, 5, 1), (5, 10, 1, 1), (15, 10, 1, 2), (25, 10, 1, 3), (1, 100, 50, 1), (7, 3, 2, 5)],
)
def test_cost(gold: int, grain: int, quantity: int, cost: int):
    """N2.3: to the nearest, one half upwards, never below 1."""
    m = trading(market={"gold": gold, "grain": grain})
    assert m.view("A").cost("grain", quantity, "gold") == cost
    assert cost == max(1, (2 * quantity * gold + grain) // (2 * grain))


def test_a_peg_counts_for_paying_only():
    """N2.4: under payment_only a bought currency, and worth, go by its own units."""
    options = {"peg_values": "payment_only"}
    m = trading(options=options, A={"peg": "oil"}, market={"cur:A": 40})
    view = m.view(None)
    assert view.cost("grain", 12, "cur:A") == 10  # 12 * 120 / 144: paying goes by oil
    assert view.cost("cur:A", 4, "gold") == 6  # 4 * 60 / 40: buying by its own units
    assert view.price("cur:A") == Fraction(3, 2)
    assert trading(A={"peg": "oil"}, market={"cur:A": 40}).view(None).cost("cur:A", 4, "gold") == 2


def test_no_unit_pays_for_itself():
    """N2.5: payment and purchase are different units."""
    refused(trading(), "buy", "(N2.5)", unit="gold", quantity=1, pay_with="gold")


def test_preview_of_a_purchase():
    """N2.2, N2.3: cost, what rounding gives, and the price afterwards, before it is made."""
    m = trading(market={"gold": 5, "grain": 20})
    move = next(move for move in m.legal_moves() if move.name == "buy")
    before = m.digest()
    preview = move.preview({"unit": "grain", "quantity": 5, "pay_with": "gold"})
    assert m.digest() == before
    assert preview.columns == ("costs 1 gold", "now", "afterwards")
    assert preview.rows == (
        ("market: grain", 20, 15), ("market: gold", 5, 6), ("own: gold", 20, 19),
    )  # fmt: skip
    assert "Cost 1 gold: 1.25, rounded down, saving 0.25." in preview.note
    assert "0.25 gold now, 0.4 afterwards" in preview.note
    buy(m, "grain", 5, "gold")
    assert m.view(None).price("grain") == Fraction(2, 5)


def test_the_preview_of_the_last_gold():
    """N9.5: the price that follows hangs on dice then, and the preview says so."""
    m = trading(market={"gold": 3, "tech": 12}, A={"peg": "tech", "reserves": {"tech": 14}})
    move = next(move for move in m.legal_moves() if move.name == "buy")
    notes = [move.preview({"unit": "gold", "quantity": quantity, "pay_with": "tech"}).note
             for quantity in (2, 3)]  # fmt: skip
    assert ["(N9.5)" in note for note in notes] == [False, True]


@pytest.mark.parametrize("pay_with", ["gold", "cur:A"])
@pytest.mark.parametrize("unit", ["grain", "gold", "cur:B", "cur:C", "oil"])
@pytest.mark.parametrize("peg", ["gold", "oil", "cur:B", "none"])
def test_the_preview_tells_what_happens(unit: str, pay_with: str, peg: str):
    """N2.1, N2.2: for any pegs the price foretold is the price that comes."""
    if unit == pay_with:
        return
    m = trading(A={"peg": peg, "reserves": {"own": 20}}, B={"peg": "tech"}, C={"peg": "none"})
    values = {"unit": unit, "quantity": 3, "pay_with": pay_with}
    move = next(move for move in m.legal_moves() if move.name == "buy")
    note = move.preview(values).note
    m.answer("buy", **values)
    after = m.view(None).count(pay_with) / m.view(None).count(unit)
    said = float(note.rsplit(" now, ", 1)[1].split(" ")[0].replace(",", ""))
    assert said == pytest.approx(after, abs=0.0006)


# --- N3 -------------------------------------------------------------------------------------------


def test_what_a_peg_may_be():
    """N3.1: gold, a commodity, another's currency, or none."""
    m = at_phase(3)
    assert moves(m) == [
        "keep", "gold", "grain", "oil", "tech", "cur:B", "cur:C", "cur:D", "none",
    ]  # fmt: skip


def test_native_currency():
    """N3.2: gold, one's own, and what one is directly pegged to."""
    m = trading(A={"peg": "grain"}, B={"peg": "cur:A"})
    view = m.view(None)
    assert view.native("A") == ("gold", "cur:A", "grain")
    assert view.native("B") == ("gold", "cur:B", "cur:A")
    assert view.native("C") == ("gold", "cur:C")
    refused(m, "buy", "cannot pay with tech", unit="oil", quantity=1, pay_with="tech")


def test_peg_counters():
    """N3.3: the old one returns, a new one is placed; floating shows the own currency."""
    m = at_phase(3).answer("oil").answer("cur:A").answer("none")
    counters = {seat: [unit for unit in m.table.units if m.ledger.balance(f"peg:{seat}", unit)]
                for seat in "ABCD"}  # fmt: skip
    assert counters == {"A": ["oil"], "B": ["cur:A"], "C": ["cur:C"], "D": ["gold"]}
    assert m.view(None).worth("A") == at_phase(3, A={"peg": "oil"}).view(None).worth("A")


def test_a_peg_without_a_counter():
    """N3.3: with an empty supply the peg is marked without one."""
    m = at_phase(3, market={"oil": 340})
    assert m.ledger.balance("supply", "oil") == 0
    m.answer("oil")
    assert m.view(None).peg("A") == "oil" and m.ledger.balance("peg:A", "oil") == 0
    assert [link.text for link in m.game.scene(m.table).links if link.id == "peg.A"] == [
        "no counter"
    ]


def test_chains():
    """N3.4: value follows the whole chain, native status one link."""
    m = trading(A={"peg": "cur:B"}, B={"peg": "cur:C"}, C={"peg": "tech"})
    view = m.view(None)
    assert view.count("cur:A") == view.count("cur:B") == view.count("cur:C") == 96
    assert view.native("A") == ("gold", "cur:A", "cur:B")


def test_longer_rings():
    """N3.5: any ring is illegal, judged on the pegs in force; as a position too."""
    m = at_phase(3, A={"peg": "cur:B"}, B={"peg": "cur:C"})
    m.answer("keep").answer("keep")
    assert asked(m)[0] == "C"
    refused(m, "cur:A", "in a circle (C to A to B to C)")
    refused(m, "cur:B", "in a circle (C to B to C)")
    with pytest.raises(PositionError, match=r"N3.5"):
        at_phase(3, A={"peg": "cur:B"}, B={"peg": "cur:A"})


def test_rings_that_float():
    """N3.5: under float the members count by their own units, and create nothing."""
    m = at_phase(3, options={"peg_cycles": "float"}, A={"peg": "cur:B"}, C={"peg": "cur:A"},
                 market={"cur:A": 50, "cur:B": 70})  # fmt: skip
    m.answer("keep").answer("cur:A")
    view = m.view(None)
    assert (view.count("cur:A"), view.count("cur:B")) == (50, 70)
    assert view.count("cur:C") == 50  # tied to a member, though no member itself
    (aside,) = m.asides("A")
    assert "pegged" in aside.move.barred


def test_no_peg_to_oneself():
    """N3.6: none is the choice."""
    m = at_phase(3)
    refused(m, "cur:A", "(N3.6)")
    m = at_phase(3, options={"peg_cycles": "float"})
    refused(m, "cur:A", "(N3.6)")


# --- N4, N5 ---------------------------------------------------------------------------------------


def test_mining():
    """N4.1: as much as the die shows, changed by laws, never below 0."""
    edition = edition_with(laws=[law("Y1", standing=[{"do": "mining", "n": -5}])])
    m = at_phase(1, edition=edition, luck=[6, 3, 1, 2, ["E09"]], A={"laws": ["L18"]},
                 B={"laws": ["Y1"]})  # fmt: skip
    assert [(row[1], row[3]) for row in moved(m, "mined")] == [
        (5, "reserve:A"), (1, "reserve:C"), (2, "reserve:D"),
    ]  # fmt: skip


def test_an_event_occurs():
    """N5.1: immediate effects now, standing ones until it is resolved."""
    m = at_phase(2, luck=[["E04"]])
    assert last(m, "event_drawn").facts["id"] == "E04"
    assert [row[1] for row in moved(m, "event_give")] == [3, 3, 3, 3]
    m = at_phase(2, luck=[["E05"]])
    assert not m.view(None).may_buy("gold")
    rest_of_round(m)
    assert told(m, "event_resolved")[-1]["id"] == "E05"


def test_a_longer_game_reshuffles():
    """N5.1: when each event has been seen, the used ones come again."""
    m = classkit.new("economicon", seats=2, seed=3, options={"rounds": 20})
    m.play(bots="passive")
    events, deck = [facts["id"] for facts in told(m, "event_drawn")], {*m.edition.rules.events}
    first, again = events[: len(deck)], events[len(deck) :]
    assert len(events) == 20 and {*first} == deck and 0 < len(again) == len({*again})


# --- N6 -------------------------------------------------------------------------------------------


def test_pegs_change_in_order():
    """N6.1: each once, in order of play; the present peg is keeping it."""
    m = at_phase(3, A={"reserves": {"gold": 1}})
    seats = []
    while len(m.requests()) == 1:
        seats.append(asked(m)[0])
        m.answer("gold" if len(seats) == 1 else "keep")
    assert seats == ["B", "C", "D", "A"]
    assert told(m, "peg_changed") == []


def test_every_repeated_change_costs():
    """N6.2: a token each time, also the third time running."""
    m = at_phase(3, round=4, A={"changed_in": 3}).answer("oil")
    assert tokens(m)["A"] == 1 and last(m, "peg_changed").facts["repeat"]
    m = by_default(rest_of_round(m), "choose_peg")
    while asked(m)[0] != "A":
        m.answer("keep")
    before = tokens(m)["A"]
    assert tokens(m.answer("gold"))["A"] == before + 1


def test_what_a_decision_on_the_peg_says_is_of_this_nation():
    """N6.1, N6.2: its peg, and whether a change brings a token, whatever one writes into it."""
    m = at_phase(3, round=4, A={"changed_in": 3, "peg": "oil"}, B={"peg": "tech"})
    [first] = m.requests()
    assert dict(first.about) == {"peg": "oil", "costs_token": True}
    first.about.update(peg="gold", costs_token=True)
    [second] = m.answer("keep").requests()
    assert dict(second.about) == {"peg": "tech", "costs_token": False}
    [other] = at_phase(3, A={"peg": "oil"}).requests()
    assert dict(other.about) == {"peg": "oil", "costs_token": False}


def test_keeping_is_no_change():
    """N6.1, N6.2: naming the present peg is no change, and costs nothing."""
    m = at_phase(3, round=4, A={"changed_in": 3, "peg": "oil"}).answer("oil")
    assert tokens(m)["A"] == 0 and m.table.nations["A"].changed_in == 3


def test_a_change_takes_effect_at_once():
    """N6.3: also for those pegged to it."""
    m = at_phase(3, B={"peg": "cur:A"}).answer("tech")
    assert m.view(None).count("cur:B") == 96


def test_there_is_no_phase_4():
    """N6.4: the numbers are those of the source."""
    m = classkit.new("economicon", seats=2, seed=1, options={"rounds": 1}).play(bots="passive")
    phases = list(dict.fromkeys(event.facts["phase"] for event in m.events))
    assert 4 not in phases and phases[-1] == 10
    with pytest.raises(PositionError, match=r"N6.4"):
        at_phase(4)


# --- N7 -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rounds", "of"), [("auto", [1, 3, 6]), ([1, 3, 6, 10],) * 2, ([2],) * 2])
def test_when_laws_are_ratified(rounds, of):
    """N7.1: in rounds 1, 3 and 6, or as the option says."""
    m = classkit.new("economicon", seats=2, seed=1, options={"law_rounds": rounds}).play(
        bots="passive"
    )
    when = [facts["round"] for facts in told(m, "law_ratified") if facts["nation"] == "A"]
    assert when == of
    assert {facts["phase"] for facts in told(m, "law_ratified")} == {5}


def test_laws_stay_or_expire():
    """N7.2: lasts = 3 counts the round it was drawn in; the others stay."""
    m = at_phase(5, round=3, options={"law_rounds": [3]}, luck=[["L20"], ["L01"], ["L02"], ["L03"]])
    assert m.table.nations["A"].laws == (("L20", 5),)
    m = rest_of_round(by_default(m, "order_production"))
    for _ in range(2):
        assert [card.id for card in m.view(None).laws("A")] == ["L20"]
        m = rest_of_round(m)
    assert m.round == 6 and m.view(None).laws("A") == []
    assert [card.id for card in m.view(None).laws("B")] == ["L01"]
    assert [facts["round"] for facts in told(m, "law_expired")] == [5]


def test_an_empty_pile_yields_no_law():
    """N7.2: nothing is turned up any more."""
    m = at_phase(5, options={"law_rounds": [2]}, A={"pile": 0}, luck=[["L01"], ["L02"], ["L03"]])
    assert [facts["nation"] for facts in told(m, "law_ratified")] == ["B", "C", "D"]


def test_laws_never_forbid():
    """N7.3: what breaks a law is legal, and judged in phase 9."""
    m = trading(A={"laws": ["L11"]})
    buy(m, "cur:B", 1, "gold")
    rest_of_round(m)
    assert next(f for f in told(m, "judged") if f["nation"] == "A")["laws_broken"] == ["L11"]
    for wrong in ({"do": "forbid", "act": "buy"}, {"do": "cap_production", "n": 1}):
        with pytest.raises(EditionError, match="only for events"):
            classkit.new("economicon", edition=edition_with(laws=[law(standing=[wrong])]))


def test_forbidding_stands_on_events():
    """N7.3, N17.4: a peg that may not be changed, with the reason."""
    edition = edition_with([event("X1", standing=[{"do": "forbid", "act": "change_peg"}])])
    m = at_phase(3, edition=edition, event="X1")
    assert moves(m) == ["keep", "gold"]
    refused(m, "oil", "forbids")
    assert held(m, "A", "gold") == 20 and market(m, "gold") == 60
