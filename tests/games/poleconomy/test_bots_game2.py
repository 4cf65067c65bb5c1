"""Decisions of the bots in Game 2 (section 9), and whole matches."""

from __future__ import annotations

from collections import Counter

import pytest

import classkit

from .tables import by_hand, condition, everybody, in_country, independents, law
from .test_bots import ALL, says

FOUR = {"squares": ["I01", "I02", "I05", "I06"]}


def flat_law(per_company, per_advert, flat=0):
    """Return a tax law with one bracket and without zeros."""
    rates = {"flat": flat, "per_company": per_company, "per_advert": per_advert}
    return law(**{name: rate for name, rate in rates.items() if rate})


DEFAULT = {"bracket": [{"when": [], "per_company": 50_000, "per_advert": 10_000}], "relief": {}}
THREE = {"votes": {"A": 10, "B": 9, "C": 8}, "government": ["A", "B", "C"]}


def test_parties():
    """The politician founds one or joins the first; the others stay alone; it admits, joins."""
    m = by_hand((3, 6), (1, 2), (1, 2))
    assert says("politician", m) == ("found", {"party": "Maple"})
    assert says("tycoon", m) == says("saver", m) == "independent"
    m.answer("found", party="Maple")
    assert says("politician", m) == ("join", {"party": "Maple"})
    m.answer("join", party="Maple")
    assert says("politician", m, "A") == "yes" and says("saver", m, "A") == "no"
    m.answer("no", seat="A")
    assert says("politician", m) == ("found", {"party": "Prairie"})


def test_coalitions():
    """The politician wants as few votes as possible; all accept a place."""
    m = independents(by_hand((1, 5), (1, 4), (1, 3), (1, 2), seats=4), 4)
    assert says("tycoon", m) == ("propose", {"units": ["A", "B"]})
    assert says("politician", m) == ("propose", {"units": ["A", "C"]})  # 6 + 4 of 18
    m.answer("propose", units=["A", "D", "B"])
    for bot in ALL:
        assert says(bot, m, "B") == "yes"
    m.answer("yes", seat="B").answer("yes", seat="D")
    assert says("politician", m, "D") == ("name", {"member": "D"})
    assert says("saver", m, "D") == ("name", {"member": "A"})


def test_the_arrow_comes_first():
    """As in Game 1: low for the saver, high for a tycoon with 4 squares."""
    m = in_country(marker=6)
    assert says("saver", m) == "reverse_arrow"
    m = in_country(marker=8, A=FOUR)
    assert says("tycoon", m) == "reverse_arrow"
    m.answer("reverse_arrow")
    assert says("tycoon", m) != "reverse_arrow"


def test_raises():
    """Tycoon itself and politician all while 20 bonds are unissued, saver nobody."""
    lasting = {"treasury": 3_000_000}
    m = in_country(unissued=20, A={"business": 1}, **lasting, law=flat_law(60_000, 20_000, 20_000))
    m.answer("redeem_bonds", from_bank=10, from_players={})
    assert says("tycoon", m) == ("set_salary", {"player": "A", "amount": 200_000})
    assert says("tycoon", in_country(unissued=19, A={"cash": 0}, C={"cash": 900_000})) == "done"
    posts = {"B": {"post": "Finance"}, "C": {"post": "Industry"}}
    m = in_country(**THREE, **posts, treasury=1_000_000)
    assert says("politician", m) == ("set_salary", {"player": "B", "amount": 100_000})
    m.answer("set_salary", player="B", amount=100_000)
    assert says("politician", m) == ("set_salary", {"player": "C", "amount": 100_000})
    m = in_country(unissued=19, **THREE, **posts)
    assert says("politician", m)[0] == "propose_tax"
    assert says("saver", in_country())[0] == "propose_tax"
    m = in_country(options={"salaries_need_consent": True, "bills_per_turn": 0})
    assert says("tycoon", m) == "done"


def test_the_treasury_of_a_leader_lasts():
    """P17.5: who may win cuts salaries, asks for a tax and raises nothing; who is lost goes on."""
    pay = {"A": {"cash": 500_000, "salary": 300_000}, "B": {"post": "Finance", "salary": 100_000}}
    facts = {"unissued": 24, **THREE, "C": {"post": "Industry"}}
    m = in_country(**facts, **pay)
    for bot in ALL:
        after = m.fork()
        cuts = []
        while (said := says(bot, after))[0] == "set_salary":
            cuts.append((said[1]["player"], said[1]["amount"]))
            after.answer(said[0], **said[1])
        assert cuts == [("B", 0), ("A", 100_000)], bot
        assert said[0] == "propose_tax"
    facts["C"]["cash"] = 900_000
    lost = in_country(**facts, **pay)
    assert says("tycoon", lost) == ("set_salary", {"player": "A", "amount": 400_000})


def test_the_arrow_turns_away_from_bonds():
    """P4.3, P17.6: where the interest cannot be borne, fewer Bonds positions ahead come first."""
    assert says("saver", in_country(marker=12, unissued=20))[0] == "propose_tax"
    assert (
        says("saver", in_country(marker=12, arrow="anticlockwise", unissued=20)) == "reverse_arrow"
    )


def test_a_tax_that_rescues_the_treasury_is_voted_for():
    """P19.1: by those who may still win, at their own cost; a player far behind does not care."""
    owns = {"votes": {"A": 20, "B": 9, "C": 8}, "government": ["A"], "B": {"squares": ["I07"]}}
    for unissued, behind, answer in ((30, 0, "no"), (20, 0, "yes"), (20, 2_000_000, "no")):
        m = in_country(unissued=unissued, **owns, C={"cash": 300_000 + behind})
        m.answer("propose_tax", law=flat_law(60_000, 10_000))
        for bot in ALL:
            assert says(bot, m, "B") == answer, (bot, unissued, behind)


def test_the_cabinet():
    """The politician fills it; the others leave it empty."""
    m = in_country(**THREE, treasury=1_000_000)
    assert says("politician", m) == ("appoint", {"player": "B", "position": "Finance"})
    m.answer("appoint", player="B", position="Finance")
    assert says("politician", m) == ("appoint", {"player": "C", "position": "Industry"})
    assert says("tycoon", m)[0] == "set_salary"


def test_taxes():
    """Each its own law, once in a turn, and not if it is in force."""
    m = in_country(unissued=11, A=FOUR)
    assert says("tycoon", m) == ("propose_tax", {"law": flat_law(40_000, 10_000, 30_000)})
    assert says("saver", m) == ("propose_tax", {"law": flat_law(70_000, 20_000)})
    assert says("politician", m) == ("propose_tax", {"law": flat_law(60_000, 20_000, 20_000)})
    m.answer("propose_tax", law=flat_law(70_000, 20_000))
    for seat in "ABC":
        m.answer("no", seat=seat)
    assert says("saver", m) == "done"
    m = in_country(unissued=11, law=flat_law(70_000, 20_000))
    assert says("saver", m) == "done"
    rich = {"treasury": 1_100_000, "A": {"salary": 500_000, "business": 1}}
    debt_free = in_country(law=flat_law(70_000, 20_000), **rich)
    debt_free.answer("propose_subsidy", purpose="exports", when=[], amount=10_000, delay_rounds=0)
    everybody(debt_free)
    assert says("politician", debt_free) == ("propose_tax", {"law": DEFAULT})
    small = {"based_on": "poleconomy-canada", "limits": {"per_company": 50_000}}
    m = classkit.new("poleconomy", seats=2, seed=1, options={"game": 2}, edition=small, position={})
    assert says("saver", m) == "done"  # its law may not be said there


def test_votes_on_bills():
    """Members of the Government vote for them; the opposition looks at its own purse."""
    m = in_country(votes={"A": 20}, B={"squares": ["I07"]})
    m.answer("propose_tax", law=flat_law(60_000, 10_000))
    assert says("saver", m, "A") == "yes"
    assert says("saver", m, "B") == "no" and says("tycoon", m, "C") == "yes"
    m = in_country()
    m.answer("propose_subsidy", purpose="exports", when=[], amount=10_000, delay_rounds=0)
    assert says("tycoon", m, "C") == "yes"
    m = in_country(C={"squares": ["I07"]})
    terms = {"purpose": "exports", "amount": 10_000, "delay_rounds": 0}
    m.answer("propose_subsidy", when=[condition("companies", 0, 0)], **terms)
    assert says("tycoon", m, "C") == "no" and says("tycoon", m, "B") == "yes"


PARLIAMENT = {
    "votes": {"A": 6, "B": 8, "C": 7, "D": 3}, "seats": 4, "government": ["A", "B"],
    "A": {"salary": 500_000, "savings": 2}, "C": {"savings": 1, "cash": 10_000},
    "B": {"savings": 3, "post": "Finance"}, "D": {"life": 1},
}  # fmt: skip


def test_votes_are_bought_with_a_subsidy():
    """P19.5: a condition that meets just enough of those who would pay more by the law."""
    m = in_country(**PARLIAMENT | {"unissued": 25})
    move, terms = says("politician", m)
    assert move == "propose_subsidy" and terms["amount"] == 100_000
    assert terms["when"] == [condition("savings", 1, 1)]  # A and C have 13 of 24 votes
    assert terms["purpose_words"] and "purpose" not in terms
    m.answer(move, **terms)
    assert [says("tycoon", m, seat) for seat in "ABCD"] == ["yes", "yes", "yes", "no"]
    everybody(m, A="yes", C="yes")
    assert m.view("C").subsidised("C") == 100_000
    law = says("politician", m)[1]["law"]
    assert law == flat_law(60_000, 20_000, 20_000)
    m.answer("propose_tax", law=law)
    votes = {seat: says("politician", m, seat) for seat in "ABCD"}  # B governs, and is not paid
    assert votes == {"A": "yes", "B": "no", "C": "yes", "D": "no"}  # the Treasury lasts
    assert says("saver", m, "B") == "yes"
    free = in_country(**PARLIAMENT | {"unissued": 25})
    assert says("financier", free)[0] == "propose_tax"  # nobody pays more by it: no vote is missing
    poor = in_country(**PARLIAMENT | {"unissued": 12})
    assert says("politician", poor)[0] == "propose_tax"  # 11 bonds would be left
    alike = in_country(A={"salary": 500_000})
    assert says("politician", alike)[0] != "propose_subsidy"  # no condition sets anybody apart


def test_a_majority_helps_itself():
    """P19.5: where no law is wanted and the debt is small, oneself and just enough others."""
    saved = {"law": flat_law(70_000, 20_000)}
    for bot, facts in (("politician", {}), ("financier", saved)):
        m = in_country(**PARLIAMENT, **facts)
        move, terms = says(bot, m)
        assert move == "propose_subsidy" and terms["when"] == [condition("savings", 1, 2)]
        m.answer(move, **terms)
        everybody(m, A="yes", C="yes")
        assert says(bot, m)[0] != "propose_subsidy", "once in a turn"
    deep = in_country(**PARLIAMENT | saved | {"unissued": 24})
    assert says("financier", deep) == "done"


def test_a_treasury_that_may_not_last_gets_a_heavier_tax():
    """Twice the bot's own law, where that is in force; kept until the Treasury lasts again."""
    own, heavier = flat_law(70_000, 20_000), flat_law(140_000, 40_000)
    assert says("saver", in_country(unissued=11, A=FOUR, law=own)) == (
        "propose_tax", {"law": heavier}
    )  # fmt: skip
    assert says("saver", in_country(unissued=11, A=FOUR, law=heavier)) == "done"
    assert says("saver", in_country(A=FOUR, law=heavier)) == ("propose_tax", {"law": own})
    assert says("saver", in_country(A=FOUR, law=own)) == "done"
    lost = in_country(unissued=11, A=FOUR, law=own, C={"cash": 9_000_000})
    assert says("saver", lost) == "done"


def test_debt_is_redeemed():
    """P17.8, P17.9: with the Treasury's cash; the bot's own bonds with as many of the Bank's."""
    m = in_country(unissued=24, treasury=850_000, A={"bonds": 2, "salary": 100_000})
    redeemed = ("redeem_bonds", {"from_bank": 4, "from_players": {"A": 2}})
    assert [says(bot, m) for bot in ALL] == [redeemed] * 4
    m.answer(*redeemed[:1], **redeemed[1])
    assert m.view("A").cash("treasury") == 50_000 and says("saver", m)[0] == "propose_tax"
    m = in_country(unissued=20, treasury=850_000, A={"bonds": 2, "salary": 500_000})
    spares = ("redeem_bonds", {"from_bank": 8, "from_players": {}})  # its own would cost too much
    assert [says(bot, m) for bot in ALL] == [spares] * 4
    m = in_country(unissued=29, treasury=850_000, A={"salary": 500_000})
    assert says("tycoon", m) == ("redeem_bonds", {"from_bank": 1, "from_players": {}})


def test_confidence():
    """Members support a Government that can pay; the politician moves against one that cannot."""
    facts = {"votes": {"A": 9, "B": 8, "C": 7}, "government": ["A", "B"], "mover": "C"}
    m = in_country(unissued=15, **facts).answer("C1").answer("no")
    assert says("politician", m) == "done"
    m.answer("no_confidence")
    assert says("saver", m, "B") == "yes" and says("saver", m, "C") == "no"
    m = in_country(unissued=14, **facts).answer("C1").answer("no")
    assert says("politician", m) == "no_confidence" and says("tycoon", m) == "done"
    m.answer("no_confidence")
    assert says("tycoon", m, "B") == "no"


@pytest.mark.parametrize("bot", [*ALL, "passive", "random"])
def test_whole_matches(bot):
    """Every bot plays to the end, and the same seed gives the same match."""
    for seats in (2, 6):
        one = classkit.new("poleconomy", seats=seats, seed=17, options={"game": 2}).play(bots=bot)
        two = classkit.new("poleconomy", seats=seats, seed=17, options={"game": 2}).play(bots=bot)
        assert one.is_over and one.digest() == two.digest()


@pytest.fixture(scope="module")
def forty():
    """Forty matches of the three bots and a random player."""
    names, matches = ["tycoon", "saver", "politician", "random"], []
    for seed in range(40):
        bots = {seat: names[(seed + at) % 4] for at, seat in enumerate("ABCD")}
        keep = classkit.Keep(copies=False)
        m = classkit.new("poleconomy", seats=4, seed=seed, options={"game": 2}, keep=keep).play(
            bots=bots
        )
        matches.append((m, bots))
    return matches


def test_most_matches_end_by_rounds_and_some_in_bankruptcy(forty):
    """P15.1, P15.5: under default options; a bankrupt country has no winner."""
    endings = Counter(m.ending for m, _ in forty)
    assert set(endings) == {"rounds", "bankrupt"}
    assert endings["rounds"] > 20 and 1 <= endings["bankrupt"] <= 6
    assert all(bool(m.winners) == (m.ending != "bankrupt") for m, _ in forty)


def test_better_than_chance(forty):
    """Each of the three wins more often than the random player."""
    wins = Counter(bots[winner] for m, bots in forty for winner in m.winners)
    assert min(wins[bot] for bot in ("tycoon", "saver", "politician")) > wins["random"]


def test_politics_is_played(forty):
    """Coalitions, bills, raises and votes of confidence all happen."""
    told = Counter(event.name for m, _ in forty for event in m.events)
    for name in ("coalition_proposed", "bill_voted", "tax_law_set", "salary_set", "bonds_issued",
                 "cabinet_changed", "confidence_vote", "subsidy_paid"):  # fmt: skip
        assert told[name] >= 5, name
