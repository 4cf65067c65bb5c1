"""Loader for editions. It checks that they are playable.

>>> list(EDITIONS.shipped)
['poleconomy-canada']
>>> EDITIONS.read({"based_on": "poleconomy-canada", "price": {"savings": -10_000}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: price.savings: must be a whole number from 10,000 to \
1,000,000,000,000 in steps of 10,000, not -10,000.
"""

from __future__ import annotations

from pathlib import Path

from classkit.engine.edition_inheritance import AtomicTables
from classkit.engine.editions import EditionFiles, Editions
from classkit.engine.schema import Entries

from ..rules_data import (
    Bank,
    BankNote,
    DefaultTax,
    Interest,
    Opening,
    PoleconomyHeader,
    PoleconomyRules,
    Prices,
    RoundLimits,
    Salary,
    SubsidyLimit,
    Supply,
    Treasury,
)
from .board import read_corners, read_index, read_squares
from .politics import LAW_KEYS, NAME_KEYS, read_politics

NUMBER_TABLES = (
    "edition", "bank", "supply", "start", "price", "interest", "default_tax", "salary", "subsidy",
    "treasury", "length",
)  # fmt: skip
BOARD_TABLES = ("corners", "inner", "outer", "index")
TABLES = (*NUMBER_TABLES, *BOARD_TABLES, *NAME_KEYS, *LAW_KEYS)


def read_rules(files: EditionFiles) -> PoleconomyRules:
    """Read and check the rules of an edition."""
    files.forbid_extra(*TABLES)
    head = files.read_head(PoleconomyHeader)
    squares = read_squares(files)
    opening = files.read_table("start", Opening, head)
    prices = files.read_table("price", Prices, head)
    ownable = sum(square.is_ownable for square in squares.values())
    rules = PoleconomyRules(
        head=head,
        bank=files.read_table("bank", Bank, head),
        supply=files.read_table("supply", Supply),
        opening=opening,
        prices=prices,
        interest=files.read_table("interest", Interest, head),
        default_tax=files.read_table("default_tax", DefaultTax, head),
        salary=files.read_table("salary", Salary, head),
        treasury=files.read_table("treasury", Treasury, head),
        length=files.read_table("length", RoundLimits),
        corners=read_corners(files),
        squares=squares,
        index=read_index(files),
        politics=read_politics(
            files,
            head,
            pip=opening.basic_income_per_pip,
            savings_card=prices.savings,
            subsidy_max=files.read_table("subsidy", SubsidyLimit, head).per_player_per_turn_max,
            squares=ownable,
        ),
    )
    check_supply(files, rules)
    check_rounds(files, rules)
    check_salaries(files, rules)
    check_notes(files, rules)
    return rules


def check_supply(files: EditionFiles, rules: PoleconomyRules) -> None:
    """Check that there is one card for each company and advertising square (P2.2)."""
    for key, squares in (("companies", rules.companies), ("adverts", rules.adverts)):
        supplied = getattr(rules.supply, key)
        if supplied != len(squares):
            reason = f"must be {len(squares)}, the number on the board, not {supplied:,}."
            raise files.get_section("supply").make_error(key, reason)


def check_rounds(files: EditionFiles, rules: PoleconomyRules) -> None:
    """Check that every allowed number of players has a length in rounds (P15.1)."""
    for players in range(rules.head.players_min, rules.head.players_max + 1):
        if players not in rules.length.rounds:
            raise files.get_section("length").make_error(f"rounds.{players}", "is missing.")


def check_salaries(files: EditionFiles, rules: PoleconomyRules) -> None:
    """Check that the limit for all salaries allows the Prime Minister's salary (P18.2)."""
    salary = rules.salary
    if salary.total_max < salary.pm_min:
        reason = f"must be at least pm_min, {salary.pm_min:,}, not {salary.total_max:,}."
        raise files.get_section("salary").make_error("total_max", reason)


def check_notes(files: EditionFiles, rules: PoleconomyRules) -> None:
    """Check that the listed bank notes add up to the Bank's cash."""
    head, cash = files.get_section("edition"), rules.bank.cash
    notes = [
        row.read(BankNote, rules.head)
        for row in head.get_sections("notes", Entries(0, 50, "notes"))
    ]
    total = sum(note.value * note.count for note in notes)
    if total and total != cash:
        raise head.make_error(
            "notes",
            f"add up to {total:,}, but bank.cash is {cash:,}. To list no notes, write notes = [].",
        )


ATOMIC_TABLES = AtomicTables(whole=("default_law",))
"""An edition that changes a law replaces it entirely. Omitted values are 0 (P19.3)."""
EDITIONS = Editions(Path(__file__).with_name("shipped"), read_rules, values=ATOMIC_TABLES)
