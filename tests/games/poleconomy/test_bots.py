"""Decisions of the bots in Game 1 (section 9)."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.decisions import Decision
from classkit.games.poleconomy import GAME
from classkit.games.poleconomy.bots import Financier, Politician, Saver, Tycoon
from classkit.games.poleconomy.bots.investor import Investor

from .tables import at_turn, cash, payments, side

ALL = {"tycoon": Tycoon, "saver": Saver, "politician": Politician, "financier": Financier}


def says(bot, m, seat=None):
    """Return a bot's answer to the current decision, as (move, fields)."""
    (decision,) = m.requests(seat)
    assert isinstance(decision, Decision)
    reply = ALL[bot]()(m.view(decision.seat), decision)
    answer = decision.read(reply) if isinstance(reply, str) else decision.read(*reply)
    return answer.move if not answer.fields else (answer.move, dict(answer.fields))


def test_bots_by_name():
    """The game's own, default and random; each tells its reasoning."""
    assert set(GAME.bots()) == {*ALL, "passive", "random"}
    for bot in (Investor, *ALL.values()):
        assert bot.__doc__ and len(bot.__doc__) > 200


@pytest.mark.parametrize("bot", ALL)
def test_all_go_to_canada_life_first(bot):
    """While a policy is left, they have 100,000 and do not stand there."""
    assert says(bot, at_turn()) == "C1"
    assert says(bot, at_turn(A={"cash": 90_000})) == "throw"
    assert says(bot, at_turn(A={"at": "C1", "cash": 200_000})) == "throw"
    assert says(bot, at_turn(A={"cash": 200_000}, B={"life": 6})) == "throw"
    m = at_turn().answer("C1")
    assert says(bot, m) == "yes"
    m = at_turn(B={"life": 6}).answer("C1")
    assert says(bot, m) == "no"


@pytest.mark.parametrize("bot", ALL)
def test_all_direct_visitors(bot):
    """To their own first company; owning none, they ask a third player for half the profit."""
    land = [(2, 3)]
    m = at_turn(land, B={"squares": ["I05", "O05", "I11"]}).answer("throw")
    assert says(bot, m) == ("direct", {"company": "I11", "share_ask": 0})
    m = at_turn(land, marker=2, B={"squares": ["I05"]}, C={"squares": ["I07"]}).answer("throw")
    assert says(bot, m) == ("direct", {"company": "I07", "share_ask": 150_000})
    m.answer("direct", company="I07", share_ask=150_000)
    assert says(bot, m) == "yes"
    m.answer("no")
    assert says(bot, m) == "stay"
    m = at_turn(land, A={"squares": ["I07"]}, B={"squares": ["I05"]}).answer("throw")
    assert says(bot, m) == "stay"


@pytest.mark.parametrize(
    ("bot", "marker", "answer"),
    [
        ("tycoon", 4, "yes"),
        ("tycoon", 5, "no"),
        ("politician", 4, "yes"),
        ("saver", 2, "yes"),
        ("saver", 3, "no"),
    ],
)
def test_buying(bot, marker, answer):
    """Tycoon and politician up to Number 5, saver up to 3."""
    m = at_turn([(3, 4)], marker=marker).answer("throw")
    assert says(bot, m) == answer
    m = at_turn([(3, 4)], A={"cash": 0}).answer("throw")
    assert says(bot, m) == "no"


def test_bidding():
    """Tycoon 80% at the smaller of the Number and 4; saver 30%; never more than cash."""
    for bot, marker, bid in (
        ("tycoon", 2, 240_000), ("tycoon", 6, 320_000), ("saver", 2, 90_000), ("saver", 6, 210_000),
    ):  # fmt: skip
        m = at_turn([(3, 4)], marker=marker).answer("throw").answer("no")
        assert says(bot, m, "B") == ("bid", {"amount": bid})
    m = at_turn([(3, 4)], marker=6, B={"cash": 50_000}).answer("throw").answer("no")
    assert says("tycoon", m, "B") == ("bid", {"amount": 50_000})
    m = at_turn([(2, 3)]).answer("throw").answer("no")
    assert says("saver", m, "B") == ("bid", {"amount": 0})


def test_bidding_in_turn():
    """Open style: as little as possible, up to the same limit."""
    m = at_turn([(3, 4)], options={"auction_style": "open"}).answer("throw").answer("no")
    m.answer("bid", amount=70_000)
    assert says("tycoon", m) == ("bid", {"amount": 80_000})
    assert says("saver", m) == ("bid", {"amount": 0})
    m = at_turn([(3, 4)], options={"auction_style": "open"}).answer("throw").answer("no")
    assert says("tycoon", m) == ("bid", {"amount": 10_000})


def test_business_insurance():
    """Tycoon at 1,200,000 beside life policies, saver at 600,000 in cash and bonds; one only."""
    no_life = {"life": 6}
    rich = {"cash": 1_200_000}
    assert says("tycoon", at_turn(A=rich, B=no_life)) == "C3"
    assert says("tycoon", at_turn(A={"cash": 1_190_000}, B=no_life)) == "throw"
    assert says("tycoon", at_turn(A={**rich, "business": 1}, B=no_life)) == "throw"
    assert says("tycoon", at_turn(A=rich, B={**no_life, "business": 6})) == "throw"
    assert says("tycoon", at_turn(A={"cash": 90_000, "bonds": 12}, B=no_life)) == "throw"
    assert says("saver", at_turn(A={"cash": 100_000, "bonds": 5}, B=no_life)) == "C3"
    assert says("saver", at_turn(A={"cash": 100_000, "bonds": 4}, B=no_life)) == "throw"
    m = at_turn(A=rich).answer("C3")
    assert says("saver", m) == "yes"
    m = at_turn(B={"business": 6}).answer("C3")
    assert says("saver", m) == "no"


def test_saver_at_the_royal_bank():
    """With 500,000; keeps 100,000; bonds first, then savings."""
    facts = {"B": {"life": 6, "business": 6}}
    assert says("saver", at_turn(A={"cash": 500_000}, **facts)) == "C0"
    assert says("saver", at_turn(A={"cash": 490_000}, **facts)) == "throw"
    assert says("saver", at_turn(A={"cash": 500_000, "at": "C0"}, **facts)) == "throw"
    gone = {"B": {"life": 6, "business": 6, "savings": 20, "bonds": 30}}
    assert says("saver", at_turn(A={"cash": 900_000}, **gone)) == "throw"
    m = at_turn(A={"cash": 1_050_000}, B={"bonds": 25}).answer("C0")
    assert says("saver", m) == ("buy", {"savings": 4, "bonds": 5})
    m = at_turn(A={"cash": 50_000}).answer("C0")
    assert says("saver", m) == ("buy", {"savings": 0, "bonds": 0})


def test_circuits():
    """Outer; the saver inner once it holds 3 savings cards."""
    m = at_turn([(1, 2)], A={"at": "C2", "savings": 3}).answer("throw")
    assert says("tycoon", m) == "outer" and says("saver", m) == "inner"
    m = at_turn([(1, 2)], A={"at": "C2", "savings": 2}).answer("throw")
    assert says("saver", m) == "outer"


def test_no_bot_ends_on_a_company_of_a_rival_that_it_can_avoid():
    """In the last turn it leaves a corner for the inner circuit if a company waits on the outer."""
    for rival, turn, circuit in ((["O31"], 48, "inner"), (["O31"], 40, "outer"), ([], 48, "outer")):
        m = at_turn(
            [(6, 4)],
            turn=turn,
            options={"round_limit": 16},
            A={"at": "C2", "cash": 0, "life": 6},
            B={"squares": rival},
        )
        m.answer("throw")
        assert {says(bot, m) for bot in ALL} == {circuit}, (rival, turn)


def test_opportunity():
    """Roll again, own company, the ×20 square, or an election."""
    lands = [(3, 4)]
    poor, rich = {"at": "O04", "basic_income": 40_000}, {"at": "O04", "basic_income": 50_000}
    m = at_turn(lands, A=poor).answer("throw")
    assert says("tycoon", m) == "rethrow"
    assert says("saver", m) == ("go", {"square": "O00"})
    m = at_turn(lands, A=rich).answer("throw")
    assert says("tycoon", m) == ("go", {"square": "O00"})
    m = at_turn(lands, marker=7, A={**rich, "squares": ["I07"]}).answer("throw")
    assert says("tycoon", m) == ("go", {"square": "O00"})  # 1,000,000 against 800,000


def test_tycoon_prefers_a_company_that_pays_more():
    """At a high Number its own company may pay more than 20 times Basic Income."""
    data = {"based_on": "poleconomy-canada", "price": {"company_per_point": 200_000}}
    position = {
        "mover": "A", "prime_minister": "B", "marker": 7, "luck": [[3, 4]],
        "A": {"at": "O04", "basic_income": 50_000, "squares": ["O05", "I07"]},
    }  # fmt: skip
    m = classkit.new(
        "poleconomy", seats=2, seed=1, edition=data, position=position, options={"game": 1}
    )
    m.answer("throw")
    assert says("tycoon", m) == ("go", {"square": "I07"})


def test_politician_forces_an_election():
    """Out of office, with a Basic Income of 40,000 or less."""
    lands, poor = [(3, 4)], {"at": "O04", "basic_income": 40_000}
    m = at_turn(lands, marker=11, A=poor).answer("throw")
    assert says("politician", m) == ("go", {"square": "I14"})
    m = at_turn(lands, marker=8, arrow="anticlockwise", A=poor).answer("throw")
    assert says("politician", m) == ("go", {"square": "I09"})
    m = at_turn(lands, marker=0, A=poor).answer("throw")  # 7 is out of reach
    assert says("politician", m) == "rethrow"
    m = at_turn(lands, marker=11, pm="A", A=poor).answer("keep").answer("throw")
    assert says("politician", m) == "rethrow"
    m = at_turn(lands, marker=11, A={**poor, "basic_income": 50_000}).answer("throw")
    assert says("politician", m) == ("go", {"square": "O00"})


def test_politician_takes_over():
    """At Number 1 or 2, when a rival's company is affordable, fee included."""
    facts = {"B": {"squares": ["O05", "I07"], "life": 6}}
    assert says("politician", at_turn(A={"cash": 130_000}, **facts)) == "C2"
    assert says("politician", at_turn(A={"cash": 120_000}, **facts)) == "throw"
    assert says("politician", at_turn(marker=2, A={"cash": 900_000}, **facts)) == "throw"
    assert says("tycoon", at_turn(A={"cash": 130_000}, **facts)) == "throw"
    m = at_turn([(1, 1)], A={"cash": 500_000}, **facts).answer("C2")
    assert says("politician", m) == ("target", {"square": "I07"})
    m.answer("I07")
    assert says("politician", m) == ("target", {"square": "O05"})
    assert says("tycoon", m) == "pass"
    m = at_turn(A={"cash": 500_000}).answer("C2")
    assert says("politician", m) == "pass"


def test_arrow():
    """Tycoon low until it owns 4 squares, then high; saver always low."""
    four = {"squares": ["I01", "I02", "I05", "I06"]}
    for marker, arrow, low in (
        (6, "clockwise", "reverse"),
        (8, "clockwise", "keep"),
        (0, "clockwise", "keep"),
    ):
        high = {"reverse": "keep", "keep": "reverse"}[low] if marker else "keep"
        m = at_turn(pm="A", marker=marker, arrow=arrow)
        assert (says("saver", m), says("tycoon", m)) == (low, low)
        m = at_turn(pm="A", marker=marker, arrow=arrow, A=four)
        assert (says("saver", m), says("politician", m)) == (low, high)


def test_own_advert():
    """Its own company first; else an unowned one it would buy; else it stays."""
    land = [(2, 3)]
    m = at_turn(land, A={"squares": ["I05", "O43"]}).answer("throw")
    assert says("tycoon", m) == ("go", {"square": "O43"})
    m = at_turn(land, marker=4, A={"squares": ["I05"]}).answer("throw")
    assert says("tycoon", m) == ("go", {"square": "I02"}) and says("saver", m) == "stay"


def offered(m, bot="financier"):
    """The trade that a bot offers beside the present decision, as (partner, give, get), or None."""
    decision = m.request
    answer = ALL[bot]().aside(m.view(decision.seat), decision, list)
    return answer and tuple(answer.fields[name] for name in ("partner", "give", "get"))


def test_the_financier_borrows_from_who_has_most():
    """A third of what the lender does not live on for twice that, again while 10 bonds are left."""
    m = at_turn(A={"cash": 0, "life": 1}, B={"cash": 800_000}, C={"cash": 1_200_000})
    assert offered(m) == ("C", side(debt=600_000), side(cash=300_000))
    m.aside("propose_trade", partner="C", give=side(debt=600_000), get=side(cash=300_000))
    assert [says(bot, m) for bot in ALL] == ["accept"] * 4
    m.answer("accept")
    assert offered(m) == ("B", side(debt=400_000), side(cash=200_000))
    assert cash(m, "A") == 300_000 and m.view("A").debts("A") == {"C": 600_000}
    assert offered(at_turn(A={"cash": 0}, C={"cash": 490_000}, B={"bonds": 30})) is None
    assert offered(at_turn(C={"cash": 490_000}, B={"cash": 0})) is None
    assert offered(at_turn(options={"loans_allowed": False}, C={"cash": 900_000})) is None
    assert offered(at_turn(options={"trades_per_turn": 0}, C={"cash": 900_000})) is None
    for bonds, offers in ((20, True), (21, False)):
        owing = {"debts": {"C": 100_000}}
        m = at_turn(A=owing, C={"cash": 900_000}, B={"bonds": bonds})
        assert (offered(m) is not None) == offers, bonds
    late = {"turn": 25, "options": {"round_limit": 12}, "C": {"cash": 900_000}}
    assert offered(at_turn(**late)) is None
    assert offered(at_turn(**late | {"turn": 24})) is not None


def test_the_financier_goes_to_the_royal_bank_for_three_bonds():
    """For fewer a roll brings more; the saver goes for savings cards as well."""
    for bonds, move in ((27, "C0"), (28, "throw")):
        m = at_turn(A={"cash": 500_000, "business": 1}, B={"bonds": bonds, "life": 6})
        assert (says("financier", m), says("saver", m)) == (move, "C0"), bonds


def test_loans_are_made_to_those_who_are_worth_them():
    """A tenth more at least, beyond 200,000 in cash, and no debt above the debtor's net worth."""
    facts = {"A": {"cash": 500_000}, "B": {"cash": 500_000}}
    for loan, debt, answer in (
        (300_000, 340_000, "accept"), (300_000, 330_000, "refuse"), (310_000, 400_000, "refuse"),
        (300_000, 510_000, "refuse"), (0, 10_000, "accept"),
    ):  # fmt: skip
        m = at_turn(**facts)
        m.aside("propose_trade", partner="B", give=side(debt=debt), get=side(cash=loan))
        assert says("saver", m) == answer, (loan, debt)
    m = at_turn(**facts | {"A": {"cash": 510_000}})  # richer than B, who would help A to win
    m.aside("propose_trade", partner="B", give=side(debt=340_000), get=side(cash=300_000))
    assert says("saver", m) == "refuse"


def test_insurance_is_sold_by_who_will_not_throw_again():
    """Half of the expected loss of the player who has most to lose and is still to roll."""
    facts = {
        "turn": 34, "options": {"round_limit": 12}, "A": {"business": 1},
        "B": {"cash": 1_500_000}, "C": {"cash": 1_900_000},
    }  # fmt: skip
    m = at_turn([(1, 3)], **facts).answer("throw")
    assert offered(m) == ("C", side(business=1), side(cash=20_000))
    m.aside("propose_trade", partner="C", give=side(business=1), get=side(cash=20_000))
    assert says("tycoon", m) == "accept"
    m.answer("accept")
    assert payments(m)[-1] == ("C", "A", 20_000, "trade") and offered(m) is None
    for change in ({"turn": 31}, {"turn": 36}, {"C": {"business": 1}, "B": {"business": 1}}):
        assert offered(at_turn([(1, 3)], **facts | change).answer("throw")) is None, change
    poor = {"B": {"cash": 300_000}, "C": {"cash": 300_000}}
    assert offered(at_turn([(1, 3)], **facts | poor).answer("throw")) is None


def test_what_cannot_pay_is_left_alone_in_the_last_turn():
    """No business policy, and no takeover, after which its owner will not roll or land again."""
    facts = {"options": {"round_limit": 12}, "A": {"cash": 2_000_000}}
    facts["B"] = {"life": 6, "squares": ["I07"]}
    for turn, moved in ((33, "C3"), (34, "throw")):
        m = at_turn(turn=turn, **facts)
        assert says("tycoon", m) == says("saver", at_turn(turn=turn, **facts | {
            "A": {"cash": 490_000, "bonds": 8}})) == moved  # fmt: skip
        m.answer("C3")
        assert says("tycoon", m) == ("yes" if turn < 34 else "no")
        facts_of_rival = facts | {"A": {"cash": 2_000_000, "business": 1}}
        m = at_turn(turn=turn, **facts_of_rival)
        assert says("politician", m) == ("C2" if turn < 34 else "throw")
    assert says("tycoon", at_turn(turn=34, **facts | {"options": {"round_limit": 0}})) == "C3"


def test_everything_else_by_default():
    """They do not end the game early."""
    m = at_turn([(1, 3)]).answer("throw")
    assert says("saver", m) == "done"
    plain = Investor()  # what the three have in common wants no corner but Canada Life
    assert plain.list_wanted_corners(m.view("A"), "A") == [] and not plain.wants_inflation(
        m.view("A")
    )
    assert plain.get_max_bid(m.view("A"), "I07") == 0


@pytest.mark.parametrize("bot", [*ALL, "passive", "random"])
def test_whole_matches(bot):
    """Every bot plays to the end, and the same seed gives the same match."""
    for seats in (2, 6):
        one = classkit.new("poleconomy", seats=seats, seed=17, options={"game": 1}).play(bots=bot)
        two = classkit.new("poleconomy", seats=seats, seed=17, options={"game": 1}).play(bots=bot)
        assert one.is_over and one.digest() == two.digest()


def test_better_than_chance():
    """Over 40 games each of the first three beats the random player by far."""
    wins = dict.fromkeys("ABCD", 0)
    bots = {"A": "tycoon", "B": "saver", "C": "politician", "D": "random"}
    for seed in range(40):
        m = classkit.new(
            "poleconomy", seats=4, seed=seed, keep=classkit.Keep.nothing(), options={"game": 1}
        )
        for winner in m.play(bots=bots).winners:
            wins[winner] += 1
    assert min(wins[seat] for seat in "ABC") > wins["D"]


def test_what_bots_look_up_about_squares():
    """The number of owned squares, and the first company of another player."""
    m = at_turn(A={"squares": ["I07", "O05"]}, B={"squares": ["I11"]})
    view = m.view("A")
    assert [view.count_squares(seat) for seat in "ABC"] == [2, 1, 0]
    assert view.first_company_of_others("A") == "I11"
    assert view.first_company_of_others("B") == "I07"
    assert at_turn(A={"squares": ["I07"]}).view("A").first_company_of_others("A") is None
    assert [m.table.next_seat(seat) for seat in "ABC"] == ["B", "C", "A"]
