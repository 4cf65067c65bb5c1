"""Reading an edition, and checking that it can be played.

>>> list(EDITIONS.shipped)
['poleconomy-canada']
>>> EDITIONS.read({"based_on": "poleconomy-canada", "price": {"savings": -10_000}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: price.savings: must be a whole number from 10,000 to \
1,000,000,000,000 in steps of 10,000, not -10,000.
"""

from __future__ import annotations

from pathlib import Path

from classkit.engine.based_on import Values
from classkit.engine.editions import Editions, Files
from classkit.engine.reading import Entries

from ..contents import (
    Bank,
    DefaultTax,
    EditionRules,
    Head,
    Interest,
    Length,
    Note,
    Opening,
    Prices,
    Salary,
    SubsidyLimit,
    Supply,
    Treasury,
)
from .board import read_corners, read_index, read_squares
from .politics import LAWS, NAMES, read_politics

FIGURES = (
    "edition", "bank", "supply", "start", "price", "interest", "default_tax", "salary", "subsidy",
    "treasury", "length",
)  # fmt: skip
BOARD = ("corners", "inner", "outer", "index")
TABLES = (*FIGURES, *BOARD, *NAMES, *LAWS)


def read_rules(files: Files) -> EditionRules:
    """Return the rules of an edition after checking that it can be played."""
    files.only(*TABLES)
    head = files.head(Head)
    squares = read_squares(files)
    opening = files.table("start", Opening, head)
    prices = files.table("price", Prices, head)
    ownable = sum(square.ownable for square in squares.values())
    rules = EditionRules(
        head=head,
        bank=files.table("bank", Bank, head),
        supply=files.table("supply", Supply),
        opening=opening,
        prices=prices,
        interest=files.table("interest", Interest, head),
        default_tax=files.table("default_tax", DefaultTax, head),
        salary=files.table("salary", Salary, head),
        treasury=files.table("treasury", Treasury, head),
        length=files.table("length", Length),
        corners=read_corners(files),
        squares=squares,
        index=read_index(files),
        politics=read_politics(
            files,
            head,
            pip=opening.basic_income_per_pip,
            savings_card=prices.savings,
            subsidy_max=files.table("subsidy", SubsidyLimit, head).per_player_per_turn_max,
            squares=ownable,
        ),
    )
    check_supply(files, rules)
    check_rounds(files, rules)
    check_salaries(files, rules)
    check_notes(files, rules)
    return rules


def check_supply(files: Files, rules: EditionRules) -> None:
    """Refuse an edition with more or fewer cards of squares than squares (P2.2)."""
    for key, squares in (("companies", rules.companies), ("adverts", rules.adverts)):
        supplied = getattr(rules.supply, key)
        if supplied != len(squares):
            reason = f"must be {len(squares)}, as many as on the board, not {supplied:,}."
            raise files.section("supply").refuse(key, reason)


def check_rounds(files: Files, rules: EditionRules) -> None:
    """Refuse an edition without a length in rounds for each number of players (P15.1)."""
    for players in range(rules.head.players_min, rules.head.players_max + 1):
        if players not in rules.length.rounds:
            raise files.section("length").refuse(f"rounds.{players}", "is missing.")


def check_salaries(files: Files, rules: EditionRules) -> None:
    """Refuse a limit of all salaries below the Prime Minister's salary (P18.2)."""
    salary = rules.salary
    if salary.total_max < salary.pm_min:
        reason = f"must be at least {salary.pm_min:,}, as pm_min is, not {salary.total_max:,}."
        raise files.section("salary").refuse("total_max", reason)


def check_notes(files: Files, rules: EditionRules) -> None:
    """Refuse listed bank notes that do not add up to the Bank's cash."""
    head, cash = files.section("edition"), rules.bank.cash
    notes = [row.read(Note, rules.head) for row in head.sections("notes", Entries(0, 50, "notes"))]
    total = sum(note.value * note.count for note in notes)
    if total and total != cash:
        raise head.refuse(
            "notes",
            f"add up to {total:,}, but bank.cash is {cash:,}; "
            "an edition that lists no notes says notes = [].",
        )


VALUES = Values(whole=("default_law",))
"""A law is tabled whole: what it does not state is 0 (P19.3), not as in another law."""
EDITIONS = Editions(Path(__file__).with_name("shipped"), read_rules, values=VALUES)
