"""P19.2 to P19.4: the closed language of laws, and the tax that is due under them."""

from __future__ import annotations

import pytest

import classkit
from classkit.engine.errors import IllegalMove
from classkit.engine.randomness import RandomStream
from classkit.games.poleconomy.edition.edition_loader import EDITIONS
from classkit.games.poleconomy.law_forms import (
    build_conditions_form,
    build_law_form,
    sample_law,
    sample_subsidy,
)
from classkit.games.poleconomy.laws import CONDITION_FIELDS, compute_tax, dump_law, read_law

from .tables import (
    condition,
    everybody,
    in_country,
    law,
    payments,
    refused,
)

POLITICS = EDITIONS.read().rules.politics
TERMS = {"purpose": "exports", "when": [], "amount": 50_000, "delay_rounds": 0}


def bracketed(*brackets):
    """A law of several brackets."""
    return {"bracket": list(brackets), "relief": {}}


# --- the closed language ------------------------------------------------------------------------


@pytest.mark.parametrize("field", CONDITION_FIELDS)
def test_every_figure_can_be_a_condition(field):
    """P19.2: each with min and max, included."""
    low, high = (20_000, 40_000) if field == "basic_income" else (1, 45)
    stated = bracketed({"when": [condition(field, low, high)], "flat": 10_000}, {"when": []})
    read = read_law(stated)
    assert build_law_form(POLITICS.language, 20_000).refuse(stated) is None
    outside = dict.fromkeys(CONDITION_FIELDS, 0)
    assert compute_tax(read, outside | {field: low}) == 10_000
    assert compute_tax(read, outside | {field: high}) == 10_000
    assert compute_tax(read, outside | {field: high + 1}) == 0
    assert compute_tax(read, outside | {field: low - 1}) == 0


WRONG = [
    ([condition("seat", 0, 1)], "must be one of basic_income, companies"),
    ([condition("party", 0, 1)], "not 'party'"),
    ([condition("companies", 3, 2)],
     "3 to 2 is not a range: the first must be the smaller (P19.2)"),
    ([condition("companies", 0, 46)], "companies must be between 0 and 45 (P19.2)"),
    ([condition("companies", -1, 2)], ", not -1"),
    ([condition("basic_income", 10_000, 40_000)],
     "between $20,000 and $120,000, in steps of $10,000"),
    ([condition("basic_income", 20_000, 130_000)], "to 120,000, not 130,000"),
    ([condition("basic_income", 25_000, 45_000)], "in steps of $10,000 (P19.2)"),
    ([condition("basic_income", 70_000, 70_000)], "at least $20,000 wide, so that "
     "the law is general (P19.2)"),
    ([condition("life", 0, 1), condition("life", 0, 2)], "life is used in two conditions"),
    ([condition(f, 0, 1) for f in ("life", "bonds", "savings", "adverts")],
     "must have at most 3 entries, not 4"),
    ([{"field": "life", "min": 0}], "max is missing"),
    ([condition("life", 0, 1) | {"seat": "B"}], "'seat' is not a field"),
    ("everybody", "must be a list of at most 3 entries, not 'everybody'"),
]  # fmt: skip


@pytest.mark.parametrize(("when", "reason"), WRONG)
def test_what_is_not_of_general_application_is_refused(when, reason):
    """P19.2: in a tax law and in a subsidy, with the reason; nothing changes."""
    m = in_country()
    refused(m, "propose_tax", reason, law=bracketed({"when": when}, {"when": []}))
    refused(m, "propose_subsidy", reason, **{**TERMS, "when": when})


def test_the_least_band_is_an_option():
    """P19.2: min_band_width; model laws that are too narrow are then not suggested."""
    narrow = bracketed({"when": [condition("basic_income", 70_000, 70_000)]}, {"when": []})
    m = in_country(options={"min_band_width": 0})
    m.answer("propose_tax", law=narrow)
    m = in_country(options={"min_band_width": 50_000})
    refused(m, "propose_tax", "at least $50,000 wide", law=narrow)
    form = next(move for move in m.legal_moves() if move.name == "propose_tax").fields["law"]
    assert len(form.suggest()) == 5  # not law 1, whose band is 20,000
    assert form.form_schema()["titles"][-1] == "Default" and form.form_schema()["titles"][
        0
    ].startswith("2 Flat")


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        (bracketed(), "must have 1 to 7 entries, not 0"),
        (
            bracketed(*[{"when": []}] * 10_000),
            "must have 1 to 7 entries, not 10,000",
        ),
        (bracketed({"when": []}, {"when": []}), "bracket 1 has no condition"),
        (bracketed({}, {"flat": 10_000}), "bracket 1 has no condition"),
        (bracketed({"when": [condition("life", 1, 2)]}), "the last bracket is for everybody else"),
        (law(flat=505_000), "to $500,000 in steps of $10,000, not $505,000"),
        (law(flat=15_000), "in steps of $10,000, not $15,000"),
        (law(flat="10%"), "not '10%'"),
        (law(per_company=510_000), "to $500,000 in steps of $10,000, not $510,000"),
        (law(per_advert=110_000), "to $100,000 in steps of $10,000, not $110,000"),
        (law(per_savings=110_000), "to $100,000 in steps of $10,000, not $110,000"),
        (law(per_bond=-10_000), "from $0 to $100,000 in steps of $10,000, not -$10,000"),
        (law(free_companies=21), "from 0 to 20, not 21"),
        (law(free_adverts=26), "from 0 to 25, not 26"),
        (law(free_squares=46), "from 0 to 45, not 46"),
        (law(free_squares=1.5), "must be a whole number from 0 to 45, not 1.5"),
        (law({"savings_shield": 150_000}), "in steps of $100,000, not $150,000"),
        (law({"savings_shield": 2_100_000}), "to $2,000,000 in steps of $100,000, not $2,100,000"),
        (law({"life_deduction": 510_000}), "to $500,000 in steps of $10,000, not $510,000"),
        (law({"business_deduction": 5_000}), "in steps of $10,000, not $5,000"),
        (law({"rebate": 10_000}), "'rebate' is not a field"),
        (law(per_seat=10_000), "'per_seat' is not a field"),
        ({"relief": {}}, "bracket is missing"),
        ({"bracket": [{}], "name": "For B"}, "'name' is not a field"),
        ("tax.toml", "must be a form with bracket, relief, not 'tax.toml'"),
        (None, "must be a form with bracket, relief, not None"),
    ],
)
def test_what_a_tax_law_may_not_say(stated, reason):
    """P19.3: 1 to 7 brackets, values within limits, whole steps, no percentages."""
    refused(in_country(), "propose_tax", reason, law=stated)


def test_refusals_cite_the_clause():
    """P1.8, P19.3: a reason with the clause behind it."""
    with pytest.raises(IllegalMove, match=r"\(P19\.3\)"):
        in_country().answer("propose_tax", law=law(flat=15_000))
    with pytest.raises(IllegalMove, match=r"\(P19\.5\)"):
        in_country().answer("propose_subsidy", **{**TERMS, "amount": 110_000})


def test_seven_brackets():
    """P19.3: the first that applies counts."""
    brackets = [
        {"when": [condition("companies", n, n)], "flat": 10_000 * n} for n in range(6, 0, -1)
    ]
    m = in_country(B={"squares": ["I02", "I07", "I11"]})
    m.answer("propose_tax", law=bracketed(*brackets, {"per_advert": 10_000}))
    everybody(m, A="yes")
    assert m.table.get_tax_due("B") == 30_000
    first = bracketed(
        {"when": [condition("squares", 2, 45)], "flat": 50_000},
        {"when": [condition("companies", 3, 3)], "flat": 90_000}, {},
    )  # fmt: skip
    assert m.view(None).tax_due("B", first) == 50_000


def test_a_law_stays_until_it_is_replaced():
    """P19.3: the default law first; a passed law replaces it whole."""
    m = in_country(A={"squares": ["I07", "I01"], "life": 1})
    assert m.view(None).law == law(per_company=50_000, per_advert=10_000)
    assert m.table.get_tax_due("A") == 60_000
    m.answer("propose_tax", law=law({"life_deduction": 10_000}, flat=30_000))
    everybody(m, A="yes")
    assert m.table.get_tax_due("A") == 20_000
    m.answer("propose_tax", law=law(per_advert=20_000))
    everybody(m, A="yes")
    assert m.table.get_tax_due("A") == 20_000 and m.table.law.life_deduction == 0
    m.answer("done").answer("C1").answer("no").answer("done")
    assert m.view(None).law == law(per_advert=20_000)


OWED = {
    "1": (0, 160_000),
    "2": (160_000, 40_000),
    "3": (10_000, 10_000),
    "4": (160_000, 160_000),
    "5": (110_000, 160_000),
}
"""Under each model law, by the first letter of its title: what the poor and the rich owe."""


@pytest.mark.parametrize("number", range(5))
def test_the_five_model_laws(number):
    """P19.3, P19.4: what a poor player with a life policy and a rich one owe under each."""
    title, model = list(POLITICS.model_laws.items())[number]
    owned = {"companies": 3, "adverts": 1, "squares": 4}
    base = dict.fromkeys(CONDITION_FIELDS, 0) | owned
    poor = base | {"basic_income": 40_000, "life": 1}
    rich = base | {"basic_income": 90_000, "savings": 3}
    assert (compute_tax(model, poor), compute_tax(model, rich)) == OWED[title[0]]
    assert model.savings_shield == (200_000 if title[0] == "4" else 0)
    m = in_country()
    m.answer("propose_tax", law=dump_law(model))
    everybody(m, A="yes")
    assert m.table.law == model


# --- tax due ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stated", "has", "due"),
    [
        (law(flat=30_000, per_company=50_000, per_advert=10_000), (2, 3, 0, 0, 0, 0), 160_000),
        (law(per_savings=20_000, per_bond=30_000), (0, 0, 2, 3, 0, 0), 130_000),
        (law(per_company=50_000, free_companies=1), (3, 0, 0, 0, 0, 0), 100_000),
        (law(per_advert=10_000, free_adverts=5), (0, 3, 0, 0, 0, 0), 0),
        (law(per_company=50_000, per_advert=10_000, free_squares=3), (2, 4, 0, 0, 0, 0), 30_000),
        (
            law(per_company=50_000, per_advert=10_000, free_companies=1, free_adverts=1,
                free_squares=2), (2, 3, 0, 0, 0, 0), 10_000,
        ),
        (law({"life_deduction": 20_000, "business_deduction": 10_000}, flat=90_000),
         (0, 0, 0, 0, 2, 1), 40_000),
        (law({"life_deduction": 50_000}, flat=90_000), (0, 0, 0, 0, 2, 0), 0),
    ],
)  # fmt: skip
def test_tax_due(stated, has, due):
    """P19.4: free squares after the free kinds, companies first; never below 0."""
    companies, adverts, savings, held, life, business = has
    figures = {
        "basic_income": 70_000, "companies": companies, "adverts": adverts,
        "squares": companies + adverts, "savings": savings, "bonds": held, "life": life,
        "business": business,
    }  # fmt: skip
    assert compute_tax(read_law(stated), figures) == due


def test_tax_only_when_the_marker_stops_on_taxation():
    """P19.4: not when a law passes; to the Treasury, clockwise from the mover."""
    m = in_country([(1, 2)], marker=1, law=law(flat=40_000))
    m.answer("propose_tax", law=law(flat=50_000))
    everybody(m, A="yes")
    assert payments(m) == []
    m.answer("done").answer("throw")
    assert payments(m) == [(s, "treasury", 50_000, "tax") for s in "ABC"]
    assert {e.rule for e in m.events if e.name == "tax_assessed"} == {"P19.4"}


def test_the_shield_protects_cards_from_tax_only():
    """P19.4: not from Company Profits (P14.1)."""
    shielded = law({"savings_shield": 2_000_000}, flat=100_000)
    m = in_country([(1, 2)], marker=1, law=shielded, B={"cash": 0, "savings": 4})
    m.answer("done").answer("throw")
    assert m.ledger.balance("B", "savings") == 4 and m.metrics()["tax_lapsed"]["B"] == 100_000
    m = in_country(
        [(3, 4)], mover="B", law=shielded, A={"squares": ["I07"]}, B={"cash": 0, "savings": 4}
    )  # fmt: skip
    m.answer("throw")
    assert m.ledger.balance("B", "savings") == 3


def test_the_effect_of_a_law_before_it_is_tabled():
    """P19.4: what each would owe and pay, and what the Treasury would get."""
    m = in_country(A={"squares": ["I07"]}, B={"squares": ["I02"], "cash": 20_000})
    (move,) = [move for move in m.legal_moves() if move.name == "propose_tax"]
    shown = move.preview({"law": law(flat=40_000)})
    assert shown.rows == (
        ("A", 50_000, 40_000, 40_000), ("B", 50_000, 40_000, 20_000), ("C", 0, 40_000, 40_000),
    )  # fmt: skip
    assert "would get $100,000; under the law in force $70,000" in shown.note
    (move,) = [move for move in m.legal_moves() if move.name == "propose_subsidy"]
    shown = move.preview({**TERMS, "when": [condition("companies", 0, 0)]})
    assert shown.rows == (("A", 0), ("B", 0), ("C", 50_000))


@pytest.mark.parametrize("band", [0, 20_000, 100_000])
def test_laws_by_chance_are_legal(band):
    """P19.2, P19.3: what is sampled is of general application."""
    form, chance = build_law_form(POLITICS.language, band), RandomStream(f"laws {band}")
    m = in_country(options={"min_band_width": band})
    (move,) = [move for move in m.legal_moves() if move.name == "propose_subsidy"]
    for _ in range(200):
        stated = sample_law(POLITICS.language, band, chance)
        assert form.refuse(stated) is None
        assert read_law(dump_law(read_law(stated))) == read_law(stated)
        subsidy = sample_subsidy(POLITICS.language, band, chance)
        assert move.refusal(subsidy) is None


@pytest.mark.parametrize("band", [0, 20_000, 100_000])
def test_what_the_fields_draw_by_themselves_is_legal(band):
    """P19.2: a field draws no condition that it would refuse, such as incomes from 0 to 0."""
    chance = RandomStream(f"fields {band}")
    for form in (
        build_conditions_form(POLITICS.language, band),
        build_law_form(POLITICS.language, band),
    ):
        assert [drawn for _ in range(100) if form.refuse(drawn := form.sample_value(chance))] == []


def test_an_edition_without_a_band_wide_enough():
    """P19.2: with half the pip no band of 100,000 exists; laws look at other figures."""
    data = {
        "based_on": "poleconomy-canada", "start": {"basic_income_per_pip": 5_000},
        "edition": {"unit": 5_000, "notes": []}, "example_law": [], "example_subsidy": [],
    }  # fmt: skip
    m = classkit.new(
        "poleconomy", seats=2, seed=3, options={"game": 2, "min_band_width": 100_000}, edition=data
    )
    m.play(until="round", bots="random")
    assert m.round or m.is_over
