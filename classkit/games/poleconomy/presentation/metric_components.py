"""The expressions of net worth and metrics derived from it, and of property and payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.metrics.counters import counted_from, set_by
from classkit.engine.metrics.expressions import (
    Expression,
    by_parts,
    get_own_account,
    holding,
    other_value,
    parts_of,
    same_for_seats,
    some_of,
    total_of,
)
from classkit.engine.metrics.formulas import computed_from, concentration_of, ratio_of
from classkit.engine.metrics.titles import titles, titles_by_account
from classkit.engine.rulebook_text import Sentence, TextFormatter, spell_number

from ..country_state import BUDGET_REASONS, TREASURY, CountryState
from ..rules.ending import compute_worth_parts
from ..state import BANK, PoleconomyState
from .nouns import STOCK_WORDS, Facts

LOANS, BARGAINS = "loans", "bargains"
PAYMENT_PURPOSES = {"trade": BARGAINS, "loan_repaid": BARGAINS}
"""Links both sides of a trade or loan as one exchange, including new debts (P13.2, P13.4)."""
GINI, COMPANIES, LIQUID, VOTES = "gini", "companies", "liquid", "votes"

# --- values that events set -----------------------------------------------------------------------

OFFICE_EVENTS = ("pm_elected", "election_started", "government_formed", "confidence_vote")
"""Events that appoint or remove a Prime Minister."""
BOND_EVENTS = ("bonds_issued", "bonds_redeemed")
"""Events that change the number of issued bonds."""


def follow_number(value: Any) -> Expression:
    """Return the expression of a value that depends on the Inflation Number (P4.2)."""
    return set_by("marker_moved", value=value, leaf="number")


def follow_office(value: Any) -> Expression:
    """Return the expression of a value that depends on the members of the Government (P16.4)."""
    return set_by(*OFFICE_EVENTS, value=value, leaf="office")


def follow_bonds(value: Any) -> Expression:
    """Return the expression of a value that depends on the number of issued bonds (P17.6)."""
    return set_by(*BOND_EVENTS, value=value, leaf="bonds")


COMPANY_PRICE = follow_number(lambda t, *seat: t.company_price)
ELECTION = set_by("election_started", value=lambda t: t.elections, leaf="office")
BONDS_ISSUED = follow_bonds(lambda t: t.issued)

# --- money, squares and net worth -----------------------------------------------------------------

BANK_CASH = holding("dollars", BANK)
TREASURY_CASH = holding("dollars", TREASURY)
CIRCULATION = holding("dollars", lambda t: (*t.seats, TREASURY))
OWNERSHIP = titles_by_account(lambda t: (*t.seats, BANK), lambda t: t.edition.ownable_squares)
PUBLIC_DEBT = by_parts(
    lambda t: (BANK, "players"),
    holding("bond", lambda t, part: (BANK,) if part == BANK else t.seats, also=[BONDS_ISSUED]),
)
NET_WORTH = total_of(
    rule=compute_worth_parts,
    facts=lambda t, seat: {"number": t.number},
    paid_for=PAYMENT_PURPOSES,
    cash=holding("dollars", kind="money"),
    companies=titles(
        lambda t: t.edition.companies,
        worth=lambda t, square: t.company_price,
        kind="company",
        priced_by=[COMPANY_PRICE],
    ),
    adverts=titles(
        lambda t: t.edition.adverts,
        worth=lambda t, square: t.advert_price,
        kind="advert",
        priced_by=[COMPANY_PRICE],
    ),
    savings=holding("savings", worth=lambda t, seat: t.edition.prices.savings, kind="savings"),
    bonds=holding("bond", worth=lambda t, seat: t.edition.prices.bond, kind="bond"),
    life=holding("life", worth=lambda t, seat: t.edition.prices.life_at_end, kind="life"),
    loans=other_value(
        lambda t, seat: compute_worth_parts(t, seat)["loans"],
        LOANS,
        kind=LOANS,
        reason=BARGAINS,
        reasons_of_events={"disaster": "disaster"},
    ),
)
"""A player's net worth. Each loan is a separate item (P15.3)."""
WORTH_SPLIT = parts_of(NET_WORTH)
REAL_WORTH = ratio_of(NET_WORTH, COMPANY_PRICE, digits=3)
LIQUID_SHARE = ratio_of(
    some_of(NET_WORTH, "cash", "savings", paid_for=PAYMENT_PURPOSES), NET_WORTH, 100,
    digits=1, kind=LIQUID,
    facts=lambda t, seat: {"worth": NET_WORTH.value(t, seat)},
)  # fmt: skip
"""Cash and savings as a percentage of net worth, which falls as net worth grows (P14.1)."""

# --- shares and inequality ------------------------------------------------------------------------

OWNED_COMPANIES = titles(lambda t: t.edition.companies)


def list_company_facts(t: PoleconomyState) -> dict[str, int]:
    """Return the number of companies of each player, and the total."""
    owned = OWNED_COMPANIES.of_seats(t)
    return {**owned, "all": sum(owned.values())}


def compute_distances(t: PoleconomyState, worths: Mapping[Seat, Any]) -> dict[Seat, Any]:
    """Return the distance of each net worth from all others, divided by 2n times the total worth.

    The distances sum to the Gini coefficient of n players. A negative net worth counts as 0.
    """
    held = {seat: max(worth, 0) for seat, worth in worths.items()}
    whole = 2 * len(held) * sum(held.values())
    if not whole:
        return {}
    return {
        seat: sum([abs(own - other) for other in held.values()]) / whole
        for seat, own in held.items()
    }


def compute_worth_gini(t: PoleconomyState) -> float:
    """Return the Gini coefficient of net worths, computed from ranks for speed."""
    worths = sorted([max(worth, 0) for worth in NET_WORTH.of_seats(t).values()])
    total = sum(worths)
    if not total:
        return 0
    n = len(worths)
    weighted = sum([rank * worth for rank, worth in enumerate(worths, start=1)])
    gini: float = 2 * weighted / (n * total) - (n + 1) / n
    return round(gini, 4)


CONCENTRATION = concentration_of(
    OWNED_COMPANIES, kind=COMPANIES, scale=1, digits=4, facts=list_company_facts
)
WORTH_GINI = computed_from(
    NET_WORTH,
    lambda t: t.seats,
    compute_distances,
    kind=GINI,
    facts=lambda t: NET_WORTH.of_seats(t),
    value=compute_worth_gini,
    reveals=False,
)
VOTE_SHARE = ratio_of(
    other_value(lambda t, seat: t.votes.get(seat, 0), "vote", reason="election", also=[ELECTION]),
    same_for_seats(lambda t: t.total_votes if t.votes else 0),
    100, digits=1, kind=VOTES,
    facts=lambda t, seat: {"all": t.total_votes if t.votes else 0},
)  # fmt: skip

# --- payments in a round --------------------------------------------------------------------------

INCOME_SOURCES = (
    "start", "income", "savings_interest", "company_profit", "own_company", "advert_share",
    "bond_interest", "salary", "cash_savings", "cash_bonds", "surrender_life", "takeover_price",
    "trade", "loan_repaid",
)  # fmt: skip
"""Reasons of payments to a player in Game 1."""
NO_INCOME = dict.fromkeys(INCOME_SOURCES, 0)
NO_INCOME_GAME_2 = dict.fromkeys((*INCOME_SOURCES, "subsidy", "bond_redemption"), 0)
BUDGET_SIGNS = {reason: 1 if reason == BUDGET_REASONS[0] else -1 for reason in BUDGET_REASONS}
"""The sign of payments in the budget: tax is revenue, the others are spending (P17.2)."""


def get_income_sources(t: PoleconomyState, seat: Seat) -> dict[str, int]:
    """Return the dollars received in this round, by reason of payment."""
    received = t.players[seat].received
    return {**(NO_INCOME_GAME_2 if isinstance(t, CountryState) else NO_INCOME), **received}


def get_budget(t: CountryState) -> dict[str, int]:
    """Return the Treasury's payments in this round by reason. Spending is negative."""
    return {reason: t.budget.get(reason, 0) * sign for reason, sign in BUDGET_SIGNS.items()}


INCOME = counted_from(
    get_income_sources, (), unit="dollars", target=get_own_account,
    parts="reason", priced_by=[COMPANY_PRICE],
)  # fmt: skip
BUDGET = counted_from(
    get_budget, BUDGET_SIGNS, unit="dollars", ends=TREASURY, parts="reason",
    also=[TREASURY_CASH],
)  # fmt: skip
BUDGET_BALANCE = counted_from(
    lambda t: sum(get_budget(t).values()), BUDGET_SIGNS, unit="dollars",
    ends=TREASURY, also=[TREASURY_CASH],
)  # fmt: skip


# --- text ---------------------------------------------------------------------------------------


def tell_number(facts: Facts) -> str:
    """Return the clause about a change of the Inflation Number, which follows its effects."""
    before, after = facts["number_before"], facts["number_after"]
    verb = "risen" if after > before else "fallen"
    return f"now that the Inflation Number has {verb} from {before} to {after}"


def make_number_sentence(kind: str) -> Sentence:
    """Return the sentence for holdings whose price follows the Inflation Number (P4.2)."""

    def tell(say: TextFormatter, facts: Facts) -> str:
        count = facts["count"]
        things = STOCK_WORDS[kind][count != 1]
        verb, more = ("is" if count == 1 else "are"), ("more" if facts["more"] else "less")
        number = "" if count == 1 else f"{spell_number(count)} "
        return f"{facts['whose']} {number}{things} {verb} worth {more} {tell_number(facts)}"

    return tell


def make_company_sentence(what: str) -> Sentence:
    """Return the sentence for holdings with a fixed price in dollars, unlike companies."""

    def tell(say: TextFormatter, facts: Facts) -> str:
        more = "more" if facts["more"] else "fewer"
        return f"{facts['whose']} {what} would buy {more} companies {tell_number(facts)}"

    return tell


def tell_gini(say: TextFormatter, facts: Facts) -> str:
    """Describe how a player's net worth changes the Gini coefficient."""
    name, before, after = say.seat(facts["of"]), facts["before"], facts["after"]
    if before == after:
        where = "farther from" if facts["more"] else "closer to"
        return f"{name}'s net worth is still {say.money(after)}, but {where} the others'"
    verb = "rises" if after > before else "falls"
    return f"{name}'s net worth {verb} from {say.money(before)} to {say.money(after)}"


def tell_companies(say: TextFormatter, facts: Facts) -> str:
    """Describe whose share of the companies has changed."""
    name, before, after = say.seat(facts["of"]), facts["before"], facts["after"]
    if before == after:
        larger = "a larger" if facts["more"] else "a smaller"
        owned = say.format_amount(after, "companies")
        verb = "is" if after == 1 else "are"
        return f"{name}'s {owned} {verb} {larger} share of those that players own"
    return f"{name} owns {say.format_amount(after, 'companies')} instead of {before or 'none'}"


def tell_moved_loans(say: TextFormatter, facts: Facts) -> str:
    """Describe changes outside the ledger: new debts and claims, or lost claims."""
    is_claim = facts["more"] if facts["traded"] else not facts["more"]
    kind = "claims" if is_claim else "debts"
    return f"{'net ' if facts['traded'] else ''}{kind} of {say.money(facts['count'])}"


def tell_liquid(say: TextFormatter, facts: Facts) -> str:
    """Describe how a change of net worth changes the share of the cash and savings held before."""
    before, after = facts["worth_before"], facts["worth_after"]
    larger = "larger" if facts["more"] else "smaller"
    verb = "rises" if after > before else "falls"
    return (
        f"{facts['whose']} earlier cash and savings are a {larger} share of net worth, which "
        f"{verb} from {say.money(before)} to {say.money(after)}"
    )


WORTH_SENTENCES: Mapping[str, str | Sentence] = {
    "company": make_number_sentence("company"),
    "advert": make_number_sentence("advert"),
    "money": make_company_sentence("cash"),
    "savings": make_company_sentence("savings cards"),
    "bond": make_company_sentence("bonds"),
    "life": make_company_sentence("life policies"),
    f"moved:{LOANS}": tell_moved_loans,
    LOANS: make_company_sentence("loans, net of debts,"),
    GINI: tell_gini,
    COMPANIES: tell_companies,
    LIQUID: tell_liquid,
    VOTES: "{whose} earlier votes now count out of {all_after} instead of {all_before}",
}
