"""Laws as text, for `bill_voted` and for people (P19)."""

from __future__ import annotations

from classkit.engine.currency import DOLLAR, Currency

from .laws import Bracket, Condition, Subsidy, TaxLaw

FIELD_WORDS = {
    "basic_income": ("Basic Income", "Basic Income"),
    "companies": ("company", "companies"),
    "adverts": ("advertising square", "advertising squares"),
    "squares": ("square", "squares"),
    "savings": ("savings card", "savings cards"),
    "bonds": ("bond", "bonds"),
    "life": ("life policy", "life policies"),
    "business": ("business policy", "business policies"),
}
RATE_WORDS = {
    "per_company": "for each company",
    "per_advert": "for each advertising square",
    "per_savings": "for each savings card",
    "per_bond": "for each bond",
}
FREE_WORDS = {
    "free_companies": "companies",
    "free_adverts": "advertising squares",
    "free_squares": "squares",
}
DEDUCTION_WORDS = {
    "life_deduction": "less for each life policy",
    "business_deduction": "less for each business policy",
}
MIN_OPEN_END = 20
"""Minimum upper bound that reads as open-ended: "3 or more"."""


def format_condition(one: Condition, currency: Currency = DOLLAR) -> str:
    """Return a condition as text.

    >>> format_condition(Condition("companies", 3, 45))
    '3 or more companies'
    """
    single, several = FIELD_WORDS[one.field]
    if one.field == "basic_income":
        return f"a {single} of {currency.write(one.min)} to {currency.write(one.max)}"
    if one.min == one.max:
        return f"{one.min or 'no'} {single if one.min == 1 else several}"
    if one.max >= MIN_OPEN_END:
        return f"{one.min} or more {several}"
    return f"{one.min} to {one.max} {several}"


def format_recipients(
    when: tuple[Condition, ...], everybody: str, currency: Currency = DOLLAR
) -> str:
    """Return the recipients that the conditions select, as text."""
    told = [format_condition(one, currency) for one in when]
    return f"with {' and '.join(told)}" if when else everybody


def format_bracket(bracket: Bracket, currency: Currency = DOLLAR) -> str:
    """Return the tax of players in a bracket, as text.

    >>> format_bracket(Bracket(flat=30_000, per_company=50_000, free_companies=2))
    '$30,000 and $50,000 for each company, 2 companies free'
    """
    parts = [currency.write(bracket.flat)] if bracket.flat else []
    parts += [
        f"{currency.write(rate)} {words}"
        for name, words in RATE_WORDS.items()
        if (rate := getattr(bracket, name))
    ]
    if not parts:
        return "nothing"
    free = [
        f"{count} {words} free"
        for name, words in FREE_WORDS.items()
        if (count := getattr(bracket, name))
    ]
    return ", ".join([" and ".join(parts), *free])


def law_text(law: TaxLaw, currency: Currency = DOLLAR) -> str:
    """Return a tax law as text.

    >>> law_text(TaxLaw((Bracket((Condition("basic_income", 20_000, 40_000),)), \
Bracket(per_company=50_000)), savings_shield=200_000))
    'with a Basic Income of $20,000 to $40,000: nothing; all others: $50,000 for each company; \
savings cards worth $200,000 are protected'
    """
    last = "all others" if len(law.brackets) > 1 else "everybody"
    parts = [
        f"{format_recipients(bracket.when, last, currency)}: {format_bracket(bracket, currency)}"
        for bracket in law.brackets
    ]
    if law.savings_shield:
        parts.append(f"savings cards worth {currency.write(law.savings_shield)} are protected")
    parts += [
        f"{currency.write(amount)} {words}"
        for name, words in DEDUCTION_WORDS.items()
        if (amount := getattr(law, name))
    ]
    return "; ".join(parts)


def format_subsidy(subsidy: Subsidy, currency: Currency = DOLLAR) -> str:
    """Return a subsidy as text.

    >>> format_subsidy(Subsidy("exports", (Condition("companies", 0, 0),), 100_000, 0))
    '$100,000 for exports to everybody with no companies, at once'
    """
    when = "at once"
    if subsidy.delay_rounds:
        when = f"in {subsidy.delay_rounds} round{'s' * (subsidy.delay_rounds > 1)}"
    to = f"everybody {format_recipients(subsidy.when, '', currency)}".strip()
    amount, purpose = currency.write(subsidy.amount), format_purpose(subsidy.purpose)
    return f"{amount} for {purpose} to {to}, {when}"


PURPOSE_TEXTS = {"stimulate_investment": "investment"}
"""Purposes whose text after "for" differs from their name."""


def format_purpose(purpose: str) -> str:
    """Return a purpose as text: a listed name with spaces, or the Prime Minister's text.

    >>> format_purpose("disaster_relief"), format_purpose("A road to the north, at last")
    ('disaster relief', 'A road to the north, at last')
    """
    return purpose if " " in purpose else PURPOSE_TEXTS.get(purpose, purpose.replace("_", " "))
