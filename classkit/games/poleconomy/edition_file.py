"""Reading an edition, and judging whether it can be played.

>>> list(EDITIONS.shipped)
['poleconomy-canada']
>>> EDITIONS.read({"extends": "poleconomy-canada", "price": {"savings": -10_000}})
Traceback (most recent call last):
classkit.engine.errors.EditionError: edition: price.savings: must be 10,000 to \
1,000,000,000,000, not -10,000.
"""

from __future__ import annotations

from pathlib import Path

from classkit.engine.editions import Editions, Files
from classkit.engine.sections import Section

from .edition import CIRCUITS, EditionRules, Prices, PublicFinance, Supply
from .edition_board import read_corners, read_index, read_squares
from .edition_politics import LAWS, NAMES, read_politics

FIGURES = {
    "edition": ("id", "title", "players_min", "players_max", "unit", "notes"),
    "bank": ("cash",),
    "supply": ("companies", "adverts", "bonds", "savings", "life", "business"),
    "start": ("capital", "income_multiple", "basic_income_per_pip"),
    "price": (
        "company_per_point", "advert_per_point", "savings", "bond", "life", "life_surrender",
        "life_at_end", "business", "takeover_fee", "auction_min",
    ),
    "interest": ("savings_per_card", "bond_per_bond"),
    "default_tax": ("per_company", "per_advert"),
    "salary": ("pm_game1", "pm_min", "total_max", "raise_max"),
    "subsidy": ("per_player_per_turn_max",),
    "treasury": ("cash", "bonds", "redeem_from_bank", "redeem_from_player"),
    "length": ("rounds",),
}  # fmt: skip
BOARD = ("corners", "inner", "outer", "index")
TABLES = (*FIGURES, *BOARD, *NAMES, *LAWS)
ABOVE_ZERO = ("company_per_point", "advert_per_point", "savings", "bond", "auction_min")
MONEY_MAX = 10**12
"""More dollars than any table needs, and still exact in every chart."""


def read_rules(files: Files) -> EditionRules:
    """The rules of an edition, once everything in it has been found playable."""
    files.only(*TABLES)
    sections = {table: files.section(table) for table in FIGURES}
    for table, keys in FIGURES.items():
        sections[table].only(*keys)
    unit = sections["edition"].whole("unit", 1)

    def money(table: str, key: str, low: int = 0) -> int:
        return sections[table].whole(key, low, MONEY_MAX, unit)

    head = sections["edition"]
    low = head.whole("players_min", 2, 6)
    high = head.whole("players_max", low, 6)
    squares = read_squares(files)
    corners = read_corners(files)
    companies = tuple(s.id for s in squares.values() if s.kind == "company")
    adverts = tuple(s.id for s in squares.values() if s.kind == "advert")
    inner, outer = (
        tuple(s.id for s in squares.values() if s.circuit == circuit) for circuit in CIRCUITS
    )
    rules = EditionRules(
        players_min=low,
        players_max=high,
        unit=unit,
        bank_cash=money("bank", "cash"),
        supply=read_supply(sections["supply"], len(companies), len(adverts)),
        start_capital=money("start", "capital"),
        income_multiple=sections["start"].whole("income_multiple", 0, 100),
        basic_income_per_pip=money("start", "basic_income_per_pip", unit),
        prices=Prices(
            **{key: money("price", key, unit * (key in ABOVE_ZERO)) for key in FIGURES["price"]}
        ),
        savings_interest=money("interest", "savings_per_card"),
        bond_interest=money("interest", "bond_per_bond"),
        tax_per_company=money("default_tax", "per_company"),
        tax_per_advert=money("default_tax", "per_advert"),
        pm_salary=money("salary", "pm_game1"),
        rounds=read_rounds(sections["length"], low, high),
        corners=corners,
        squares=squares,
        inner=inner,
        outer=outer,
        index=read_index(files),
        politics=read_politics(
            files,
            high,
            unit=unit,
            pip=money("start", "basic_income_per_pip", unit),
            savings_card=money("price", "savings", unit),
            subsidy_max=money("subsidy", "per_player_per_turn_max", unit),
            squares=len(companies) + len(adverts),
        ),
        finance=read_finance(sections["salary"], sections["treasury"], unit),
        start=next(s.id for s in squares.values() if s.start),
        companies=companies,
        adverts=adverts,
        ownable=tuple(s.id for s in squares.values() if s.ownable),
        opportunity_targets=tuple(s.id for s in squares.values() if not s.opportunity),
        corner_of={corner.function: corner.id for corner in corners.values()},
    )
    check_notes(head, unit, rules.bank_cash)
    return rules


def read_supply(section: Section, companies: int, adverts: int) -> Supply:
    """The stocks of P2.2; there are as many cards of squares as squares."""
    for key, there_are in (("companies", companies), ("adverts", adverts)):
        if section.whole(key) != there_are:
            raise section.refuse(key, f"must be {there_are}, as many as on the board.")
    bonds, savings, life, business = (
        section.whole(key, 0, 1_000) for key in ("bonds", "savings", "life", "business")
    )
    return Supply(companies, adverts, bonds, savings, life, business)


def read_rounds(section: Section, low: int, high: int) -> dict[int, int]:
    """Length in rounds for each number of players (P15.1)."""
    rounds = section.section("rounds")
    rounds.only(*(str(players) for players in range(2, 7)))
    return {players: rounds.whole(str(players), 1, 200) for players in range(low, high + 1)}


def check_notes(section: Section, unit: int, bank_cash: int) -> None:
    """The bank notes, if any are listed, must add up to the Bank's cash."""
    total = 0
    for note in section.sections("notes")[:50]:
        note.only("value", "count")
        total += note.whole("value", unit, step=unit) * note.whole("count", 0, 10_000)
    if total and total != bank_cash:
        raise section.refuse(
            "notes",
            f"add up to {total:,}, but bank.cash is {bank_cash:,}; "
            "an edition that lists no notes says notes = [].",
        )


def read_finance(salary: Section, treasury: Section, unit: int) -> PublicFinance:
    """The figures of salaries and of the Treasury in Game 2 (P17, P18)."""
    pm_min = salary.whole("pm_min", 0, MONEY_MAX, unit)
    return PublicFinance(
        pm_min=pm_min,
        total_max=salary.whole("total_max", pm_min, MONEY_MAX, unit),
        raise_max=salary.whole("raise_max", 0, MONEY_MAX, unit),
        treasury_cash=treasury.whole("cash", 0, MONEY_MAX, unit),
        treasury_bonds=treasury.whole("bonds", 0, 1_000),
        redeem_from_bank=treasury.whole("redeem_from_bank", unit, MONEY_MAX, unit),
        redeem_from_player=treasury.whole("redeem_from_player", unit, MONEY_MAX, unit),
    )


EDITIONS = Editions(Path(__file__).with_name("editions"), read_rules)
