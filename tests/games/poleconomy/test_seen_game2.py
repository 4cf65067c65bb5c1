"""Display of Game 2: sentences, questions, signs and the view."""

from __future__ import annotations

import classkit
from classkit.games.poleconomy import GAME
from classkit.games.poleconomy.presentation.event_text_game2 import format_law_sentence

from .tables import by_hand, condition, everybody, in_country, independents, law
from .test_seen import sentences


def question(m, seat=None):
    """What a seat is asked, in words."""
    asked = m.requests(seat)[0]
    return m.say().decision_question(asked.name, asked.seat, asked.about)


def facts(m, seat=None):
    """The table beside the question."""
    asked = m.requests(seat)[0]
    return m.say().decision_preview(asked.name, asked.about)


def test_words_of_an_election():
    """P16 in words."""
    m = by_hand((1, 4), (1, 4), (1, 5))
    assert question(m) == "Found a party, join one, or stay independent?"
    m.answer("found", party="Maple").answer("join", party="Maple")
    assert question(m, "A") == "Bruno asks to join Maple. Do you agree?"
    m.answer("no", seat="A")
    assert question(m).startswith("Maple will not accept you.")
    m.answer("independent").answer("independent")
    assert question(m) == "With whom do you form a Government? It needs 9 votes."
    assert facts(m).rows == (("Chiara", 6), ("Maple", 5), ("Bruno", 5), ("All", 16), ("Needed", 9))
    m.answer("propose", units=["C", "Maple"])
    assert question(m, "A") == "Chiara proposes a Government of Chiara and Maple. Join it?"
    assert facts(m, "A").note == "Chiara proposes a Government of Chiara and Maple."
    m.answer("no", seat="A").answer("propose", units=["Maple", "B"]).answer("yes", seat="B")
    assert "Who should be Prime Minister?" in question(m, "A")
    assert facts(m, "A").rows == (("Ada", 5), ("Bruno", 5), ("All", 10))
    told = sentences(m)
    for sentence in (
        "Ada is now a member of Maple.", "Bruno stays independent.",
        "Votes: Ada 5, Bruno 5, Chiara 6; a majority is 9 of 16.",
        "Chiara proposes a coalition of Chiara and Maple: Ada will not join.",
        "Ada proposes a coalition of Maple and Bruno: all agree.",
        "Ada and Bruno now form the Government.",
    ):  # fmt: skip
        assert sentence in told, sentence


def test_words_of_a_government():
    """P17 to P20 in words."""
    m = in_country(
        votes={"A": 10, "B": 6, "C": 4}, government=["A", "B"], treasury=500_000, unissued=25,
        B={"bonds": 1},
    )  # fmt: skip
    assert question(m) == ("The Treasury has $500,000 and 25 bonds to issue. What do you do?")
    m.answer("appoint", player="B", position="Finance")
    m.answer("set_salary", player="B", amount=50_000).answer("issue_bonds", count=1)
    m.answer("redeem_bonds", from_bank=2, from_players={"B": 1}).answer("dismiss", player="B")
    brackets = [{"when": [condition("companies", 1, 45)], "flat": 20_000}, {}]
    m.answer("propose_tax", law={"bracket": brackets, "relief": {"business_deduction": 10_000}})
    assert question(m, "C").startswith(
        "Ada tables a bill: players with 1 or more companies owe $20,000; all others"
    )
    assert facts(m, "C").rows == (
        ("Ada", 10),
        ("Bruno", 6),
        ("Chiara", 4),
        ("All", 20),
        ("Needed", 11),
    )
    assert question(m, "C") == f"{facts(m, 'C').note} Yes or no?"
    everybody(m, A="yes", B="yes")
    m.answer("propose_subsidy", purpose="regional_development", when=[condition("life", 1, 2)],
             amount=10_000, delay_rounds=0)  # fmt: skip
    everybody(m, A="yes", B="yes")
    told = sentences(m)
    text = (
        "with 1 or more companies: $20,000; all others: nothing; $10,000 less for each business "
        "policy"
    )
    law = format_law_sentence(text)
    for sentence in (
        "Bruno joins the Cabinet (Finance).", "Bruno's salary rises from $0 to $50,000.",
        "The Treasury issues 1 bond to the Bank, leaving 24 to issue.",
        "The Treasury redeems 2 bonds held by the Bank and 1 bond held by Bruno.",
        "Bruno leaves the Cabinet.",
        f"The bill for a tax law ({law}) passes by 16 votes to 4.",
        f"A new tax law is in force. {law[:1].upper()}{law[1:]}.",
        "Nobody meets the conditions of the subsidy for regional development.",
        "The bill for a subsidy ($10,000 for regional development to everybody with 1 to 2 life "
        "policies, at once) passes by 16 votes to 4.",
    ):  # fmt: skip
        assert sentence in told, (sentence, told)


def test_words_of_confidence_and_ruin():
    """P20, P17.4, P17.5 in words."""
    m = in_country(mover="B", votes={"A": 9, "B": 8, "C": 7}, government=["A", "C"])
    m.answer("C1").answer("no").answer("no_confidence")
    assert question(m, "C").startswith("Bruno calls a vote of no confidence in Ada. Do you support")
    assert facts(m, "C").rows[-1] == ("Needed", 13)
    everybody(m, C="yes")
    assert (
        "Bruno calls a vote of no confidence: 16 votes for the Prime Minister, 8 against; "
        "the Prime Minister stays in office."
    ) in sentences(m)
    m = in_country([(1, 2)], marker=3, mover="B", unissued=1)
    m.answer("throw")
    issue = "Short of cash, the Treasury issues 1 bond to the Bank, leaving {} to issue."
    assert issue.format("none") in sentences(m)
    m = in_country([(1, 2)], marker=3, mover="B", unissued=2)
    m.answer("throw")
    assert issue.format("1") in sentences(m)
    m = in_country([(1, 2)], marker=3, mover="B", unissued=0, treasury=10_000)
    m.answer("throw")
    ruin = "The Treasury cannot pay $100,000: it has $10,000 in cash and no bonds left to issue."
    assert ruin in sentences(m)


def test_signs_on_the_board():
    """The Treasury, its bonds and the Government stand in the middle."""
    m = in_country(treasury=650_000, unissued=20, votes={"A": 9, "B": 8, "C": 7},
                   government=["A", "B"])  # fmt: skip
    signs = {sign.id: sign.text for sign in GAME.scene(m.table).signs}
    assert (signs["treasury"], signs["bonds"]) == ("$650,000", "10 bonds issued")
    assert signs["government"] == "{A}{B}", "the Prime Minister comes first"
    m = by_hand((1, 4), (1, 4), (1, 5))
    assert {sign.id: sign.text for sign in GAME.scene(m.table).signs}["government"] == "Election"


def test_view_of_the_state():
    """Everybody may know all of it."""
    m = in_country(
        votes={"A": 10, "B": 6, "C": 4}, government=["A", "B"], treasury=10_000, unissued=29,
        A={"party": "Maple"}, B={"post": "Finance", "salary": 20_000, "squares": ["I07"]},
        law=law(flat=10_000),
    )  # fmt: skip
    view = m.view("C")
    assert (view.votes("A"), view.party("A"), view.party("B")) == (10, "Maple", None)
    assert (view.post("B"), view.salary("B"), view.government) == ("Finance", 20_000, ("A", "B"))
    assert (view.issued, view.unissued, view.cash("treasury")) == (1, 29, 10_000)
    assert view.law == law(flat=10_000) and view.deferred == [] and view.bills_left == 3
    assert view.tax_due("B") == 10_000 and view.tax_due("B", law(per_company=50_000)) == 50_000
    game_1 = classkit.new(
        "poleconomy", seats=2, seed=1, position={"B.squares": ["I07"]}, options={"game": 1}
    ).view("A")
    assert game_1.tax_due("B") == 50_000 and game_1.law == {} and game_1.salaries_before == {}
    assert independents(by_hand((3, 6), (1, 2), (1, 2))).view("A").prime_minister == "A"
