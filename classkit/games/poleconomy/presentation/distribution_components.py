"""What shares, inequality and what is counted over a round are made of."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.decisions import Seat
from classkit.engine.events import Transfer
from classkit.engine.metrics import (
    AmountsByPlace,
    Components,
    CountedComponents,
    DerivedComponents,
    ExactNumber,
    Holding,
)
from classkit.engine.rulebook_text import Sentence, TextFormatter

from ..country_state import BUDGET_REASONS, TREASURY, CountryState
from ..rules.ending import compute_net_worth, compute_worth_parts
from ..state import BANK, PoleconomyState
from .metric_components import LOANS, PAYMENT_PURPOSES, get_worth_components
from .nouns import Facts

PART_KINDS = {
    "cash": "money", "companies": "company", "adverts": "advert", "savings": "savings",
    "bonds": "bond", "life": "life", "loans": LOANS,
}  # fmt: skip
"""The parts of a net worth -> the kind of things in each."""
GINI, COMPANIES, LIQUID, VOTES = "gini", "companies", "liquid", "votes"


# --- sums ---------------------------------------------------------------------------------------


def get_circulation_components(t: PoleconomyState) -> Components:
    """Return what is in circulation: the cash of all players and of the Treasury."""
    held = t.ledger.balances["dollars"]
    accounts = (*t.seats, TREASURY)
    return Components(accounts, [Holding("dollars", sum(held.get(one, 0) for one in accounts))])


def get_worth_part_components(t: PoleconomyState, seat: Seat, part: str) -> Components:
    """Return what one part of a player's net worth is made of (P15.3)."""
    made, kind = get_worth_components(t, seat), PART_KINDS[part]
    return made._replace(holdings=[one for one in made.holdings if one.kind == kind])


def get_square_components(t: PoleconomyState, account: str) -> Components:
    """Return the squares that a player or the Bank owns (P1.4)."""
    titles = t.ledger.titles
    owned = [
        Holding(square, int(titles[square] == account)) for square in t.edition.ownable_squares
    ]
    return Components((account,), owned)


def get_debt_components(t: CountryState, holder: str) -> Components:
    """Return the bonds that the Bank holds, or the players together (P17.6)."""
    accounts, held = (BANK,) if holder == BANK else t.seats, t.ledger.balances["bond"]
    return Components(accounts, [Holding("bond", sum(held[one] for one in accounts))])


# --- shares -------------------------------------------------------------------------------------


def get_liquid_components(t: PoleconomyState, seat: Seat) -> Components:
    """Return what the liquid share is made of: cash and savings, in per cent of net worth (P14.1).

    What they are worth falls as net worth grows.
    """
    from fractions import Fraction  # as in `metric_components.py`: who asks pays for it

    worth, prices, held = compute_net_worth(t, seat), t.edition.prices, t.ledger.balances
    each = Fraction(100, worth) if worth > 0 else Fraction(0)
    return Components(
        (seat,),
        [
            Holding("dollars", held["dollars"][seat], each, LIQUID),
            Holding("savings", held["savings"][seat], prices.savings * each, LIQUID),
        ],
        {"worth": worth},
        PAYMENT_PURPOSES,
    )


def get_vote_components(t: CountryState, seat: Seat) -> Components:
    """Return what a share of votes is made of: votes, each worth 100 over all of them (P16.3)."""
    from fractions import Fraction  # as in `metric_components.py`: who asks pays for it

    each = Fraction(100, t.total_votes) if t.votes else Fraction(0)
    return Components((), [Holding("vote", t.votes.get(seat, 0), each, VOTES, "election")],
                  {"all": t.total_votes if t.votes else 0})  # fmt: skip


def get_concentration_components(t: PoleconomyState) -> DerivedComponents:
    """Return what the concentration is made of: the square of each player's share of companies."""
    from fractions import Fraction  # as in `metric_components.py`: who asks pays for it

    titles, companies = t.ledger.titles, t.edition.companies

    def squares(places: AmountsByPlace) -> dict[Seat, ExactNumber]:
        owned = {seat: sum(places[seat, one] for one in companies) for seat in t.seats}
        total = sum(owned.values())
        return {seat: Fraction(count, total) ** 2 if total else 0 for seat, count in owned.items()}

    places = {(seat, one): int(titles[one] == seat) for seat in t.seats for one in companies}
    owned = {seat: sum(places[seat, one] for one in companies) for seat in t.seats}
    return DerivedComponents(places, squares, COMPANIES, {**owned, "all": sum(owned.values())})


def get_gini_components(t: PoleconomyState) -> DerivedComponents:
    """Return what the Gini coefficient is made of: how far each player is from all others.

    With n players it is the sum of the distances of their net worths, over 2n times all worth.
    """
    from fractions import Fraction  # as in `metric_components.py`: who asks pays for it

    prices = t.edition.prices
    worth = {
        "dollars": 1, "savings": prices.savings, "bond": prices.bond, "life": prices.life_at_end,
        **dict.fromkeys(t.edition.companies, t.company_price),
        **dict.fromkeys(t.edition.adverts, t.advert_price),
    }  # fmt: skip
    loans = {seat: compute_worth_parts(t, seat)["loans"] for seat in t.seats}

    def distances(places: AmountsByPlace) -> dict[Seat, ExactNumber]:
        held = {
            seat: max(loans[seat] + sum(places[seat, unit] * worth[unit] for unit in worth), 0)
            for seat in t.seats
        }
        n, total = len(held), sum(held.values())
        return {
            seat: Fraction(sum(abs(own - other) for other in held.values()), 2 * n * total)
            if total
            else 0
            for seat, own in held.items()
        }

    balances, titles = t.ledger.balances, t.ledger.titles
    places = {
        (seat, unit): balances[unit].get(seat, 0) if unit in balances else int(titles[unit] == seat)
        for seat in t.seats
        for unit in worth
    }
    return DerivedComponents(
        places, distances, GINI, {seat: compute_net_worth(t, seat) for seat in t.seats}
    )


# --- counters of a round -----------------------------------------------------------------------


def get_income_components(t: PoleconomyState, seat: Seat, source: str) -> CountedComponents:
    """Return what a player has been paid in this round for one reason (P3.10)."""

    def paid(moved: Transfer, _: AmountsByPlace) -> int:
        return moved.amount * (
            (moved.unit, moved.target, moved.reason) == ("dollars", seat, source)
        )

    return CountedComponents(t.players[seat].received.get(source, 0), paid)


def get_budget_signs(*reasons: str) -> Mapping[str, int]:
    """Return how payments for these reasons count in the budget: tax comes in, the rest goes out.

    >>> get_budget_signs("tax", "salary")
    {'tax': 1, 'salary': -1}
    """
    return {reason: 1 if reason == BUDGET_REASONS[0] else -1 for reason in reasons}


def get_budget_components(t: CountryState, *reasons: str) -> CountedComponents:
    """Return what the Treasury has received, less what it has paid, for reasons (P17.2)."""
    signs = get_budget_signs(*reasons or BUDGET_REASONS)

    def entered(moved: Transfer, _: AmountsByPlace) -> int:
        of_treasury = TREASURY in (moved.source, moved.target) and moved.unit == "dollars"
        return moved.amount * signs.get(moved.reason, 0) * of_treasury

    return CountedComponents(
        sum(sign * t.budget.get(one, 0) for one, sign in signs.items()), entered
    )


# --- text ---------------------------------------------------------------------------------------


def tell_gini(say: TextFormatter, facts: Facts) -> str:
    """Tell what a player's net worth does to the Gini coefficient."""
    name, before, after = say.seat(facts["of"]), facts["before"], facts["after"]
    if before == after:
        where = "farther from" if facts["more"] else "nearer to"
        return f"{name}'s net worth, {say.money(after)} as before, is {where} that of the others"
    return f"{name}'s net worth goes from {say.money(before)} to {say.money(after)}"


def tell_companies(say: TextFormatter, facts: Facts) -> str:
    """Tell whose share of the companies has changed."""
    name, before, after = say.seat(facts["of"]), facts["before"], facts["after"]
    if before == after:
        larger = "a larger" if facts["more"] else "a smaller"
        owned = say.format_amount(after, "companies")
        return f"{name}'s {owned} are {larger} share of those that players own"
    return f"{name} owns {say.format_amount(after, 'companies')} in place of {before}"


SHARE_SENTENCES: Mapping[str, str | Sentence] = {
    GINI: tell_gini,
    COMPANIES: tell_companies,
    LIQUID: (
        "what they held already is a {more:?larger}{more:!smaller} share of net worth, which goes "
        "from {worth_before:money} to {worth_after:money}"
    ),
    VOTES: "as many votes as before, of {all_after} in place of {all_before} in all",
}
