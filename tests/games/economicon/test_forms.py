"""What forms begin with, which buttons are shown, and when news is written out."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine import moves
from classkit.engine.errors import RuleError
from classkit.engine.events import Keep
from classkit.engine.match import Match
from classkit.engine.moves import Move
from classkit.engine.randomness import RandomStream
from classkit.games.economicon.rules import purchases
from classkit.widgets.ask_panel import build_asks

from .tables import asked, at_phase, buy, refused, refused_float, told, trading

NUMBERS = {"grain", "oil", "tech", "amount"}
"""The fields of orders, releases and created currency that hold numbers."""


def shown(m) -> list[str]:
    """The names of the moves whose buttons a page shows."""
    return [move["name"] for move in build_asks(m, m.say(), {}, None)[0]["moves"]]


@pytest.mark.parametrize("peg", ["gold", "oil", "cur:B", "none"])
def test_the_present_peg_has_one_button(peg: str):
    """N6.1: it is kept by either name, and shown once, at what it is tied to."""
    m = at_phase(3, A={"peg": peg})
    names = shown(m)
    assert names.count("keep") == 1 and peg not in names
    assert {"gold", "grain", "oil", "tech", "cur:B", "none"} - set(names) == {peg}
    assert m.requests("A")[0].moves[0].space == ("" if peg == "none" else peg)
    m.answer(peg)
    assert asked(m)[0] == "B" and told(m, "peg_changed") == []


def form_of(m, seat: str, name: str) -> Move:
    """A move of the decision that waits, or an aside."""
    return next(move for move in offered(m, seat) if move.name == name)


def offered(m: Match, seat: str) -> list[Move]:
    """The moves of the decision that waits, and the asides."""
    return [*m.requests(seat)[0].moves, *(aside.move for aside in m.asides(seat))]


def test_forms_say_why_not():
    """N3.2, N8.5, N9.1, N9.3, N11.4, N17.4: what a form does not offer is refused with a reason."""
    m = trading(A={"peg": "cur:B"}, B={"peg": "oil"})
    refused(m, "buy", "(N3.2)", unit="grain", quantity=1, pay_with="oil")
    refused(m, "buy", "not 9,999 (N9.3)", unit="grain", quantity=9_999, pay_with="gold")
    m = at_phase(6, A={"reserves": {"gold": 1}})
    refused(m, "order", "costs 4 gold, but A has 1 (N8.5)", seat="A", grain=20, oil=0, tech=0)
    refused(
        m,
        "order",
        "grain: must be a whole number, 0 or more, not 1.5 (N8.1).",
        seat="A",
        grain=1.5,
        oil=0,
        tech=0,
    )
    m = at_phase(6, event="E08")
    refused(m, "order", "Epidemic allows at most", seat="A", grain=4, oil=0, tech=0)
    m = at_phase(6, options={"production_pay": "gold_or_native"})
    refused(m, "order", "(N3.2)", seat="A", grain=1, oil=1, tech=1, pay_with="oil")
    refused(at_phase(7), "release", "holds only 5 grain (N9.1)", grain=6, oil=0, tech=0)
    refused_float(trading(A={"peg": "none"}), "A", 11, "(N11.4)")


OFFERED = {
    "float": lambda: trading(A={"peg": "none", "issue": 3, "counted": {"created": 4}}),
    "cap": lambda: at_phase(6, event="E08", A={"reserves": {"gold": 30}}),
    "money": lambda: at_phase(6, A={"reserves": {"gold": 1}}),
    "release": lambda: at_phase(7, A={"reserves": {"oil": 0, "tech": 3}}),
}
"""Tables that offer currency to create, orders with a cap or little money, and a release."""


@pytest.mark.parametrize("table", OFFERED.values(), ids=list(OFFERED))
def test_a_form_and_the_law_are_one(table):
    """N8.5, N9.1, N11, N17.4: the most in a form is legal, and one more is refused by both."""
    judged = [(move, name) for move in offered(table(), "A") for name in NUMBERS & {*move.fields}]
    assert judged
    for move, name in judged:
        field, others = move.fields[name], dict.fromkeys(move.fields, 0)
        for number in {field.low, field.high} - {0}:
            assert move.refusal({**others, name: number}) is None
        for number in (field.low - 1, field.high + 1):
            said = field.refuse(number)
            assert said and move.refusal({**others, name: number}) in (said, f"{name}: {said}")


@pytest.mark.parametrize("seed", range(3))
def test_what_is_drawn_by_chance_is_legal(seed: int, monkeypatch: pytest.MonkeyPatch):
    """At the first try, every move and aside that nothing bars."""
    monkeypatch.setattr(moves, "MAX_SAMPLING_TRIES", 1)
    options = {"production_pay": ("gold", "gold_or_native")[seed % 2], "rounds": 5}
    m, chance, drawn = (
        classkit.new("economicon", seats=4, seed=seed, options=options),
        RandomStream(str(seed)),
        set(),
    )
    while not m.is_over:
        for decision in m.requests():
            for move in offered(m, decision.seat):
                assert move.barred or move.draw(chance) is not None, (move, m.turn)
                drawn |= {move.name} if not move.barred else set()
        m.play("decision", bots="random")
    assert {"buy", "direct", "order", "release"} <= drawn


@pytest.mark.parametrize(("own", "usual"), [(10, "cur:A"), (0, "gold")])
def test_a_purchase_begins_with_what_is_usually_paid(own: int, usual: str):
    """N3.2: own currency while there is any; so the preview needs no further choice."""
    form = form_of(trading(A={"reserves": {"own": own}}), "A", "buy")
    assert form.fields["pay_with"].usual == usual
    values = {"unit": "tech", "quantity": form.fields["quantity"].suggest()[0], "pay_with": usual}
    assert form.refusal(values) is None and "Price of one tech" in form.preview(values).note


def test_floating_begins_with_what_can_be_created():
    """N11.2 to N11.4: the most, half, one; and what may be destroyed."""
    m = trading(A={"peg": "none", "issue": 3, "counted": {"created": 4}})
    form = form_of(m, "A", "float_money")
    assert form.fields["amount"].suggest() == [6, 3, 1, -3]
    assert all(form.refusal({"amount": number}) is None for number in (6, 3, 1, -3))
    assert form.preview({"amount": 6}).note == ("One unit is worth 1.00 gold now, 0.91 afterwards.")


# --- news that is noted down and written out when it is read -------------------------------------


def whole(read_often: bool, **keep: bool):
    """A match of bankers whose news is read at every turn, or at the end only."""
    m = classkit.new("economicon", seats=4, seed=5, options={"rounds": 3}, keep=Keep(**keep))
    while not m.is_over:
        m.play("turn", bots="gold_anchor")
        if read_often:
            assert m.events and m.view("A").events == m.events
    return m


def test_news_is_the_same_whenever_it_is_read():
    """Each movement is one event and one row, near each other."""
    often, once = whole(True), whole(False)
    assert often.events == once.events and often.transfers == once.transfers
    assert [event.facts["seq"] for event in once.events] == list(range(1, len(once.events) + 1))
    for events, transfers in once.events_by_segment:
        for row in transfers:
            facts = events[row.news].facts
            if facts.get("unit"):
                assert (facts["unit"], facts["qty"], facts["to"]) == (
                    row.unit, row.amount, row.target,
                )  # fmt: skip


def test_either_can_be_left_out():
    """Rows without events, events without rows."""
    both = whole(False)
    assert whole(False, ledger=False).events == both.events
    rows = whole(False, events=False).transfers
    assert [row[:8] for row in rows] == [row[:8] for row in both.transfers]


def test_a_fork_keeps_its_own_news():
    """What is told after a fork stands in its own branch."""
    m = whole(False)
    m.goto(turn=12)
    fork = m.fork()
    before = list(m.events)
    fork.play("turn", bots="commodity_trader")
    assert m.events == before and fork.events[: len(before)] == before


def test_a_broken_rule_names_the_clause_last_told(monkeypatch: pytest.MonkeyPatch):
    """Although that event is a note still."""
    m = trading()

    def broken(*_: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr(purchases, "count_purchase", broken)
    with pytest.raises(RuleError, match=r"near N9\.3"):
        buy(m, "tech", 1, "gold")
    assert asked(m)[1] == "trade" and told(m, "bought") == []
