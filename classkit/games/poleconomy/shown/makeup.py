"""What figures are made of, and why what is held is worth more or less."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.metrics import Holding, Makeup
from classkit.engine.requests import Seat
from classkit.engine.words import Say, Sentence, in_words

from ..country import TREASURY
from ..rules.ending import worth_split
from ..state import BANK, Poleconomy
from .nouns import STOCK_WORDS, Facts

LOANS = "loans"
BARGAINS = "bargains"
PAID_FOR = {"trade": BARGAINS, "loan_repaid": BARGAINS}
"""What was given in a trade belongs to what was got for it, a new debt too (P13.2, P13.4)."""


def worth_made_of(t: Poleconomy, seat: Seat) -> Makeup:
    """Return what a player's net worth is made of; each loan is a thing by itself (P15.3)."""
    held, prices, squares = t.ledger.balances, t.edition.prices, t.edition.squares
    titles = t.ledger.titles
    return Makeup(
        (seat,),
        [
            Holding("dollars", held["dollars"][seat], kind="money"),
            *(
                Holding(square, int(titles[square] == seat), t.price(square), squares[square].kind)
                for square in t.edition.ownable
            ),
            Holding("savings", held["savings"][seat], prices.savings, "savings"),
            Holding("bond", held["bond"][seat], prices.bond, "bond"),
            Holding("life", held["life"][seat], prices.life_at_end, "life"),
            Holding(LOANS, worth_split(t, seat)["loans"], kind=LOANS, reason=BARGAINS),
        ],
        {"number": t.number},
        PAID_FOR,
    )


def real_worth_made_of(t: Poleconomy, seat: Seat) -> Makeup:
    """Return what a player's real worth is made of: each thing in companies that it would buy."""
    from fractions import Fraction  # only who asks what the figure is made of pays for it

    made, price = worth_made_of(t, seat), t.company_price
    holdings = [one._replace(worth=Fraction(one.worth, price)) for one in made.holdings]
    return made._replace(holdings=holdings)


def bank_made_of(t: Poleconomy) -> Makeup:
    """Return what the Bank's cash is made of."""
    return Makeup((BANK,), [Holding("dollars", t.cash(BANK))])


def treasury_made_of(t: Poleconomy) -> Makeup:
    """Return what the Treasury's cash is made of (P17.1)."""
    return Makeup((TREASURY,), [Holding("dollars", t.cash(TREASURY))])


def follows_number(kind: str) -> Sentence:
    """Return the words for a kind whose price follows the Inflation Number (P4.2)."""

    def tell(say: Say, facts: Facts) -> str:
        count = facts["count"]
        things = STOCK_WORDS[kind][count != 1]
        verb, more = ("is" if count == 1 else "are"), ("more" if facts["more"] else "less")
        number = "" if count == 1 else f"{in_words(count)} "
        return (
            f"their {number}{things} {verb} worth {more}, as the Number goes from "
            f"{facts['number_before']} to {facts['number_after']}"
        )

    return tell


def in_companies(what: str, verb: str) -> Sentence:
    """Return the words for what keeps its price in dollars while companies do not."""

    def tell(say: Say, facts: Facts) -> str:
        more = "more" if facts["more"] else "fewer"
        before, after = facts["number_before"], facts["number_after"]
        return f"their {what} {verb} {more} companies, as the Number goes from {before} to {after}"

    return tell


WORTH: Mapping[str, str | Sentence] = {
    "company": follows_number("company"),
    "advert": follows_number("advert"),
    "money": in_companies("cash", "buys"),
    "savings": in_companies("savings cards", "buy"),
    "bond": in_companies("bonds", "buy"),
    "life": in_companies("life policies", "buy"),
    LOANS: in_companies("loans, given less owed,", "come to"),
}
