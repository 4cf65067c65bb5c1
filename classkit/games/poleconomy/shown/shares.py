"""What shares, inequality and what is counted over a round are made of."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.log import Transfer
from classkit.engine.metrics import Counted, Exact, Holding, Makeup, Places, Reckoned
from classkit.engine.requests import Seat
from classkit.engine.words import Say, Sentence

from ..country import BUDGET, TREASURY, Country
from ..rules.ending import net_worth, worth_split
from ..state import BANK, Poleconomy
from .makeup import LOANS, PAID_FOR, worth_made_of
from .nouns import Facts

KINDS = {
    "cash": "money", "companies": "company", "adverts": "advert", "savings": "savings",
    "bonds": "bond", "life": "life", "loans": LOANS,
}  # fmt: skip
"""The parts of a net worth -> the kind of things in each."""
GINI, COMPANIES, LIQUID, VOTES = "gini", "companies", "liquid", "votes"


# --- sums ---------------------------------------------------------------------------------------


def circulation_made_of(t: Poleconomy) -> Makeup:
    """Return what is in circulation: the cash of all players and of the Treasury."""
    held = t.ledger.balances["dollars"]
    accounts = (*t.seats, TREASURY)
    return Makeup(accounts, [Holding("dollars", sum(held.get(one, 0) for one in accounts))])


def part_of_worth(t: Poleconomy, seat: Seat, part: str) -> Makeup:
    """Return what one part of a player's net worth is made of (P15.3)."""
    made, kind = worth_made_of(t, seat), KINDS[part]
    return made._replace(holdings=[one for one in made.holdings if one.kind == kind])


def squares_of(t: Poleconomy, account: str) -> Makeup:
    """Return the squares that a player or the Bank owns (P1.4)."""
    titles = t.ledger.titles
    owned = [Holding(square, int(titles[square] == account)) for square in t.edition.ownable]
    return Makeup((account,), owned)


def debt_held_by(t: Country, holder: str) -> Makeup:
    """Return the bonds that the Bank holds, or the players together (P17.6)."""
    accounts, held = (BANK,) if holder == BANK else t.seats, t.ledger.balances["bond"]
    return Makeup(accounts, [Holding("bond", sum(held[one] for one in accounts))])


# --- shares -------------------------------------------------------------------------------------


def liquid_made_of(t: Poleconomy, seat: Seat) -> Makeup:
    """Return what the liquid share is made of: cash and savings, in per cent of net worth (P14.1).

    What they are worth falls as net worth grows.
    """
    from fractions import Fraction  # as in `makeup.py`: who asks pays for it

    worth, prices, held = net_worth(t, seat), t.edition.prices, t.ledger.balances
    each = Fraction(100, worth) if worth > 0 else Fraction(0)
    return Makeup(
        (seat,),
        [
            Holding("dollars", held["dollars"][seat], each, LIQUID),
            Holding("savings", held["savings"][seat], prices.savings * each, LIQUID),
        ],
        {"worth": worth},
        PAID_FOR,
    )


def votes_made_of(t: Country, seat: Seat) -> Makeup:
    """Return what a share of votes is made of: votes, each worth 100 over all of them (P16.3)."""
    from fractions import Fraction  # as in `makeup.py`: who asks pays for it

    each = Fraction(100, t.all_votes) if t.votes else Fraction(0)
    return Makeup((), [Holding("vote", t.votes.get(seat, 0), each, VOTES, "election")],
                  {"all": t.all_votes if t.votes else 0})  # fmt: skip


def concentration_made_of(t: Poleconomy) -> Reckoned:
    """Return what the concentration is made of: the square of each player's share of companies."""
    from fractions import Fraction  # as in `makeup.py`: who asks pays for it

    titles, companies = t.ledger.titles, t.edition.companies

    def squares(places: Places) -> dict[Seat, Exact]:
        owned = {seat: sum(places[seat, one] for one in companies) for seat in t.seats}
        total = sum(owned.values())
        return {seat: Fraction(count, total) ** 2 if total else 0 for seat, count in owned.items()}

    places = {(seat, one): int(titles[one] == seat) for seat in t.seats for one in companies}
    owned = {seat: sum(places[seat, one] for one in companies) for seat in t.seats}
    return Reckoned(places, squares, COMPANIES, {**owned, "all": sum(owned.values())})


def gini_made_of(t: Poleconomy) -> Reckoned:
    """Return what the Gini coefficient is made of: how far each player is from all others.

    With n players it is the sum of the distances of their net worths, over 2n times all worth.
    """
    from fractions import Fraction  # as in `makeup.py`: who asks pays for it

    prices = t.edition.prices
    worth = {
        "dollars": 1, "savings": prices.savings, "bond": prices.bond, "life": prices.life_at_end,
        **dict.fromkeys(t.edition.companies, t.company_price),
        **dict.fromkeys(t.edition.adverts, t.advert_price),
    }  # fmt: skip
    loans = {seat: worth_split(t, seat)["loans"] for seat in t.seats}

    def distances(places: Places) -> dict[Seat, Exact]:
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
    return Reckoned(places, distances, GINI, {seat: net_worth(t, seat) for seat in t.seats})


# --- what is counted over a round ---------------------------------------------------------------


def income_from(t: Poleconomy, seat: Seat, source: str) -> Counted:
    """Return what a player has been paid in this round for one reason (P3.10)."""

    def paid(moved: Transfer, _: Places) -> int:
        return moved.amount * (
            (moved.unit, moved.target, moved.reason) == ("dollars", seat, source)
        )

    return Counted(t.players[seat].received.get(source, 0), paid)


def budget_of(*reasons: str) -> Mapping[str, int]:
    """Return how payments for these reasons count in the budget: tax comes in, the rest goes out.

    >>> budget_of("tax", "salary")
    {'tax': 1, 'salary': -1}
    """
    return {reason: 1 if reason == BUDGET[0] else -1 for reason in reasons}


def in_the_budget(t: Country, *reasons: str) -> Counted:
    """Return what the Treasury has received, less what it has paid, for reasons (P17.2)."""
    signs = budget_of(*reasons or BUDGET)

    def entered(moved: Transfer, _: Places) -> int:
        of_treasury = TREASURY in (moved.source, moved.target) and moved.unit == "dollars"
        return moved.amount * signs.get(moved.reason, 0) * of_treasury

    return Counted(sum(sign * t.budget.get(one, 0) for one, sign in signs.items()), entered)


# --- in words -----------------------------------------------------------------------------------


def tell_gini(say: Say, facts: Facts) -> str:
    """Tell what a player's net worth does to the Gini coefficient."""
    name, before, after = say.seat(facts["of"]), facts["before"], facts["after"]
    if before == after:
        where = "farther from" if facts["more"] else "nearer to"
        return f"{name}'s net worth, {say.money(after)} as before, is {where} that of the others"
    return f"{name}'s net worth goes from {say.money(before)} to {say.money(after)}"


def tell_companies(say: Say, facts: Facts) -> str:
    """Tell whose share of the companies has changed."""
    name, before, after = say.seat(facts["of"]), facts["before"], facts["after"]
    if before == after:
        larger = "a larger" if facts["more"] else "a smaller"
        owned = say.amount(after, "companies")
        return f"{name}'s {owned} are {larger} share of those that players own"
    return f"{name} owns {say.amount(after, 'companies')} in place of {before}"


SHARES: Mapping[str, str | Sentence] = {
    GINI: tell_gini,
    COMPANIES: tell_companies,
    LIQUID: (
        "what they held already is a {more:?larger}{more:!smaller} share of net worth, which goes "
        "from {worth_before:money} to {worth_after:money}"
    ),
    VOTES: "as many votes as before, of {all_after} in place of {all_before} in all",
}
