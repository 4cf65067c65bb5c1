"""P7: advertising squares."""

from __future__ import annotations

from .tables import asked, at_turn, cash, last, moves, options_of, payments, refused, told

LAND = [(2, 3)]
"""From Start to I05, an advertising square."""
ON_B = {"squares": ["I05"]}


def test_unowned_is_bought_or_auctioned():
    """P7.1: at 20,000 x Number; it earns nothing by itself."""
    m = at_turn(LAND, marker=2)
    m.answer("throw")
    assert m.request.rule == "P7.1"
    assert m.request.about["square"] == "I05" and m.request.about["price"] == 60_000
    m.answer("yes")
    assert payments(m) == [("A", "bank", 60_000, "buy_advert")]
    m = at_turn(LAND)
    m.answer("throw").answer("no").answer("bid", seat="B", amount=10_000)
    m.answer("bid", seat="C", amount=0)
    assert m.ledger.holder("I05") == "B" and told(m, "visitor_directed") == []


def test_the_owner_may_let_him_stay():
    """P7.2."""
    m = at_turn(LAND, B=ON_B)
    m.answer("throw").answer("stay", seat="B")
    assert told(m, "visitor_directed") == [
        {
            "owner": "B", "visitor": "A", "advert": "I05", "company": None, "share_asked": 0,
            "share_answer": None,
        }
    ]  # fmt: skip
    assert asked(m) == ("A", "end_turn") and m.table.players["A"].at == "I05"


def test_directed_to_an_unowned_company():
    """P7.2, P6.1: he has landed there in every sense, and may buy."""
    m = at_turn(LAND, B=ON_B)
    m.answer("throw").answer("direct", company="O43", share_ask=0)
    assert last(m, "beaver_moved").facts == {
        "seat": "A",
        "from": "I05",
        "to": "O43",
        "by": "directed",
    }
    assert asked(m) == ("A", "buy_square")
    m.answer("yes")
    assert m.ledger.holder("O43") == "A"


def test_directed_to_the_visitors_own_company():
    """P7.2, P6.3: the Bank pays him."""
    m = at_turn(LAND, A={"squares": ["O43"]}, B=ON_B)
    m.answer("throw").answer("direct", company="O43", share_ask=0)
    assert payments(m) == [("bank", "A", 100_000, "own_company")]


def test_directed_to_the_owners_own_company():
    """P7.3: he pays that owner the Company Profit; this is the default, smallest id first."""
    m = at_turn(LAND, marker=1, B={"squares": ["I05", "O43", "I07"]})
    m.answer("throw")
    assert m.request.default == ("direct", {"company": "I07", "share_ask": 0})
    m.answer("direct", company="O43", share_ask=0)
    assert payments(m) == [("A", "B", 200_000, "company_profit")]


def test_share_of_0_needs_no_acceptance():
    """P7.4: the visitor is directed to a third player's company immediately."""
    m = at_turn(LAND, B=ON_B, C={"squares": ["I07"]})
    m.answer("throw").answer("direct", company="I07", share_ask=0)
    assert payments(m) == [("A", "C", 100_000, "company_profit")]
    assert told(m, "visitor_directed")[0]["share_answer"] is None


def test_share_accepted():
    """P7.4: the company owner passes on the share."""
    m = at_turn(LAND, B=ON_B, C={"squares": ["I07"]})
    m.answer("throw").answer("direct", company="I07", share_ask=40_000)
    assert asked(m) == ("C", "accept_share")
    assert m.request.about["share"] == 40_000 and m.request.about["profit"] == 100_000
    m.answer("yes")
    assert payments(m) == [
        ("A", "C", 100_000, "company_profit"), ("C", "B", 40_000, "advert_share"),
    ]  # fmt: skip


def test_after_three_refusals_only_0_or_stay():
    """P7.4: the owner answers again; at most 3 refused asks in one landing."""
    m = at_turn(LAND, B=ON_B, C={"squares": ["I07"]})
    m.answer("throw")
    for share in (100_000, 50_000, 10_000):
        m.answer("direct", company="I07", share_ask=share)
        assert asked(m) == ("C", "accept_share")
        m.answer("no")
        assert asked(m) == ("B", "direct_visitor")
    refused(m, "direct", "After 3 refusals", company="I07", share_ask=10_000)
    assert [f["share_answer"] for f in told(m, "visitor_directed")] == ["no"] * 3
    m.answer("direct", company="I07", share_ask=0)
    assert payments(m) == [("A", "C", 100_000, "company_profit")]


def test_share_asks_max():
    """P7.4: the number of refusals is an option."""
    m = at_turn(LAND, B=ON_B, C={"squares": ["I07"]}, options={"share_asks_max": 1})
    m.answer("throw").answer("direct", company="I07", share_ask=50_000).answer("no")
    refused(m, "direct", "After 1 refusal,", company="I07", share_ask=10_000)
    m.answer("stay")
    assert payments(m) == []


def test_when_no_share_may_be_asked():
    """P7.4: not of an unowned company, the visitor's, or his own; never above the profit."""
    m = at_turn(
        LAND, A={"squares": ["O43"]}, B={"squares": ["I05", "O39"]}, C={"squares": ["I07"]}
    )  # fmt: skip
    m.answer("throw")
    refused(m, "direct", "belongs to nobody", company="O05", share_ask=10_000)
    refused(m, "direct", "O43 is A's own", company="O43", share_ask=10_000)
    refused(m, "direct", "O39 is B's own", company="O39", share_ask=10_000)
    refused(
        m,
        "direct",
        "to $100,000 in steps of $10,000, not $110,000",
        company="I07",
        share_ask=110_000,
    )
    refused(m, "direct", "in steps of $10,000, not $15,000", company="I07", share_ask=15_000)
    refused(
        m,
        "direct",
        "companies, but I05 is an advertising square (P7.2)",
        company="I05",
        share_ask=0,
    )
    refused(m, "direct", "companies, but C0 is a Corner Square (P7.2)", company="C0", share_ask=0)
    m.answer("direct", company="I07", share_ask=100_000).answer("yes")
    assert cash(m, "B", "C") == [680_000, 580_000]


def test_deals_only_without_company():
    """P7.4: by option, only who owns no company may ask."""
    options = {"advert_deal_only_without_company": True}
    m = at_turn(LAND, B={"squares": ["I05", "O39"]}, C={"squares": ["I07"]}, options=options)
    m.answer("throw")
    refused(m, "direct", "may not ask for shares", company="I07", share_ask=10_000)
    m.answer("direct", company="I07", share_ask=0)
    m = at_turn(LAND, B=ON_B, C={"squares": ["I07"]}, options=options)
    m.answer("throw").answer("direct", company="I07", share_ask=10_000)
    assert asked(m) == ("C", "accept_share")


def test_own_advert_targets():
    """P7.5: any unowned square on either circuit, or a company of his own; nothing else."""
    m = at_turn(LAND, A={"squares": ["I05", "O01", "O02"]}, B={"squares": ["I07", "I01"]})
    m.answer("throw")
    assert asked(m) == ("A", "own_advert") and moves(m) == ["stay", "go"]
    targets = options_of(m, "go")
    assert "O01" in targets and "I02" in targets and "I06" in targets
    for other in ("I05", "O02", "I07", "I01", "I04", "C0"):
        assert other not in targets
    assert len(targets) == 45 - 5 + 1
    refused(m, "I07", "I07 belongs to B; own advertising does not lead to other players (P7.5)")
    m.answer("O01")
    assert payments(m) == [("bank", "A", 100_000, "own_company")]


def test_own_advert_to_an_unowned_square_not_bought():
    """P7.5: it is auctioned."""
    m = at_turn(LAND, A=ON_B)
    m.answer("throw").answer("I10").answer("no")
    m.answer("bid", seat="B", amount=0).answer("bid", seat="C", amount=20_000)
    assert m.ledger.holder("I10") == "C" and m.table.players["A"].at == "I10"


def test_own_advert_stay_and_nowhere_to_go():
    """P7.5: he may stay; with nothing unowned and no company there is only that."""
    m = at_turn(LAND, A=ON_B)
    m.answer("throw").answer("stay")
    assert asked(m) == ("A", "end_turn")
    everything = [s for s in m.edition.rules.ownable_squares if s != "I05"]
    m = at_turn(LAND, A=ON_B, B={"squares": everything})
    m.answer("throw")
    assert moves(m) == ["stay"]
    refused(m, "go", "No square is unowned and A owns no company (P7.5)", square="I07")


def test_longest_chain():
    """P7.6: Opportunity, advertising, company."""
    m = at_turn([(3, 4)], A={"at": "O04"}, B=ON_B, C={"squares": ["I07"]})
    m.answer("throw").answer("I05")
    assert asked(m) == ("B", "direct_visitor")
    m.answer("direct", company="I07", share_ask=30_000).answer("yes")
    assert [f["by"] for f in told(m, "beaver_moved")] == ["throw", "opportunity", "directed"]
    assert asked(m) == ("A", "end_turn")
