"""What figures are made of, and why what is held is worth more or less."""

from __future__ import annotations

from collections.abc import Mapping

from classkit.engine.decisions import Seat
from classkit.engine.metrics import Components, Holding
from classkit.engine.rulebook_text import Sentence, TextFormatter, spell_number

from ..country_state import TREASURY
from ..rules.ending import compute_worth_parts
from ..state import BANK, PoleconomyState
from .nouns import STOCK_WORDS, Facts

LOANS = "loans"
BARGAINS = "bargains"
PAYMENT_PURPOSES = {"trade": BARGAINS, "loan_repaid": BARGAINS}
"""What was given in a trade belongs to what was got for it, a new debt too (P13.2, P13.4)."""


def get_worth_components(t: PoleconomyState, seat: Seat) -> Components:
    """Return what a player's net worth is made of; each loan is a thing by itself (P15.3)."""
    held, prices, squares = t.ledger.balances, t.edition.prices, t.edition.squares
    titles = t.ledger.titles
    return Components(
        (seat,),
        [
            Holding("dollars", held["dollars"][seat], kind="money"),
            *(
                Holding(
                    square, int(titles[square] == seat), t.get_price(square), squares[square].kind
                )
                for square in t.edition.ownable_squares
            ),
            Holding("savings", held["savings"][seat], prices.savings, "savings"),
            Holding("bond", held["bond"][seat], prices.bond, "bond"),
            Holding("life", held["life"][seat], prices.life_at_end, "life"),
            Holding(LOANS, compute_worth_parts(t, seat)["loans"], kind=LOANS, reason=BARGAINS),
        ],
        {"number": t.number},
        PAYMENT_PURPOSES,
    )


def get_real_worth_components(t: PoleconomyState, seat: Seat) -> Components:
    """Return what a player's real worth is made of: each thing in companies that it would buy."""
    from fractions import Fraction  # only who asks what the figure is made of pays for it

    made, price = get_worth_components(t, seat), t.company_price
    holdings = [one._replace(worth=Fraction(one.worth, price)) for one in made.holdings]
    return made._replace(holdings=holdings)


def get_bank_components(t: PoleconomyState) -> Components:
    """Return what the Bank's cash is made of."""
    return Components((BANK,), [Holding("dollars", t.cash(BANK))])


def get_treasury_components(t: PoleconomyState) -> Components:
    """Return what the Treasury's cash is made of (P17.1)."""
    return Components((TREASURY,), [Holding("dollars", t.cash(TREASURY))])


def make_number_sentence(kind: str) -> Sentence:
    """Return the words for a kind whose price follows the Inflation Number (P4.2)."""

    def tell(say: TextFormatter, facts: Facts) -> str:
        count = facts["count"]
        things = STOCK_WORDS[kind][count != 1]
        verb, more = ("is" if count == 1 else "are"), ("more" if facts["more"] else "less")
        number = "" if count == 1 else f"{spell_number(count)} "
        return (
            f"their {number}{things} {verb} worth {more}, as the Number goes from "
            f"{facts['number_before']} to {facts['number_after']}"
        )

    return tell


def make_company_sentence(what: str, verb: str) -> Sentence:
    """Return the words for what keeps its price in dollars while companies do not."""

    def tell(say: TextFormatter, facts: Facts) -> str:
        more = "more" if facts["more"] else "fewer"
        before, after = facts["number_before"], facts["number_after"]
        return f"their {what} {verb} {more} companies, as the Number goes from {before} to {after}"

    return tell


WORTH_SENTENCES: Mapping[str, str | Sentence] = {
    "company": make_number_sentence("company"),
    "advert": make_number_sentence("advert"),
    "money": make_company_sentence("cash", "buys"),
    "savings": make_company_sentence("savings cards", "buy"),
    "bond": make_company_sentence("bonds", "buy"),
    "life": make_company_sentence("life policies", "buy"),
    LOANS: make_company_sentence("loans, given less owed,", "come to"),
}
