"""Record sheets: cash flow with reasons, cost bases and contracts of a company (Q1.6).

An additional table lists all lots sold by auction with their prices. All data is derived from the
ledger. Rows are plain mappings, ready for a data frame or a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from classkit.engine.decisions import Seat
from classkit.engine.events import Transfer

from ..state import OpolyState
from ..state_types import Alliance


class RecordSheet(NamedTuple):
    """The record sheet of one company. All amounts are in dollars."""

    seat: Seat
    cash_flow: list[dict[str, Any]]
    """Rows of turn, reason, other side, received, paid, clause, and resulting balance."""
    assets: list[dict[str, Any]]
    """Properties and cards, with cost basis, appraised value, mortgage, and buildings with cost."""
    contracts: list[dict[str, Any]]
    """Alliances, in force and ended, with parties, split, building, signed, notice and end."""

    @property
    def by_reason(self) -> dict[str, int]:
        """The sum of receipts minus payments for each reason."""
        sums: dict[str, int] = {}
        for row in self.cash_flow:
            sums[row["reason"]] = sums.get(row["reason"], 0) + row["received"] - row["paid"]
        return sums


def build_sheet(t: OpolyState, transfers: Iterable[Transfer], seat: Seat) -> RecordSheet:
    """Build the current record sheet of a seat (Q1.6)."""
    contracts = [*t.past_alliances, *t.alliances.values()]
    return RecordSheet(
        seat,
        build_cash_flow(t, transfers, seat),
        [*build_property_rows(t, seat), *build_card_rows(t, seat)],
        [build_contract_row(alliance) for alliance in contracts if seat in alliance.parties],
    )


COMPANY_COLUMN = {"seat": ("text", "", "letter of the company whose sheet it is")}
SHEET_COLUMNS = {
    "cash-flow": {
        **COMPANY_COLUMN,
        "turn": ("whole number", "turns", "number of the turn, from 1; 0 in set-up"),
        "reason": ("text", "", "short name of the reason"),
        "other": ("text", "", "account on the other side: a seat's letter, the bank"),
        "received": ("whole number", "$", "amount received"),
        "paid": ("whole number", "$", "amount paid"),
        "rule": ("text", "", "the clause of the rules it follows"),
        "balance": ("whole number", "$", "cash afterwards"),
    },
    "holdings": {
        **COMPANY_COLUMN,
        "asset": ("text", "", "id of the property or card"),
        "kind": ("text", "", "property or card"),
        "group": ("text", "", "group of the property, or line that the card was put on"),
        "cost_basis": ("whole number", "$", "price paid for it"),
        "appraised": ("whole number", "$", "appraised value; 0 for a card without one"),
        "mortgaged": ("yes or no", "", "whether it is mortgaged"),
        "level": ("whole number", "houses", "houses on it; 5 is a hotel"),
        "building_cost": ("whole number", "$", "price paid for its buildings"),
    },
    "contracts": {
        **COMPANY_COLUMN,
        "group": ("text", "", "group of the properties under the alliance"),
        "parties": ("JSON", "", "letters of the companies that are parties to it"),
        "split": ("text", "", "own, or as JSON the percentage of each party by its letter"),
        "building": ("text", "", "agreement about building"),
        "note": ("text", "", "additional text of the contract"),
        "signed": ("whole number", "turns", "number of the turn in which it was signed"),
        "notice_by": ("text", "", "letter of the company that gave notice; empty without notice"),
        "ends": (
            "whole number",
            "turns",
            "number of the turn in which it ends, by notice or by its date; empty if unknown",
        ),
    },
    "lots": {
        "turn": ("whole number", "turns", "number of the turn in which it was sold; 0 in set-up"),
        "lot": ("text", "", "id of the property or card"),
        "kind": ("text", "", "property or card"),
        "seat": ("text", "", "letter of the company that won it"),
        "price": ("whole number", "$", "price paid for it"),
        "appraised": ("whole number", "$", "appraised value; 0 for a card without one"),
        "price_pct": (
            "number",
            "%",
            "price as a percentage of the appraised value; empty without one",
        ),
    },
}
"""Type, unit and meaning of each column, by table, for the data dictionary."""


def build_all_sheets(
    t: OpolyState, transfers: Iterable[Transfer]
) -> dict[str, list[dict[str, Any]]]:
    """Build the sheets of all companies as three tables (Q1.6), and the lots sold (Q2.5)."""
    listed = list(transfers)
    sheets = [build_sheet(t, listed, seat) for seat in t.seats]
    return {
        "cash-flow": [{"seat": sheet.seat, **row} for sheet in sheets for row in sheet.cash_flow],
        "holdings": [{"seat": sheet.seat, **row} for sheet in sheets for row in sheet.assets],
        "contracts": [{"seat": sheet.seat, **row} for sheet in sheets for row in sheet.contracts],
        "lots": list_sold_lots(t, listed),
    }


def list_sold_lots(t: OpolyState, transfers: Iterable[Transfer]) -> list[dict[str, Any]]:
    """Return the properties and cards sold by auction with their prices, oldest first (Q2.5).

    In the ledger, the winner's payment precedes the transfer of the lot.
    """
    rows, price = [], 0
    for moved in transfers:
        lot = moved.unit
        if lot == t.money and moved.reason == "auction":
            price = moved.amount
        elif price and lot in t.ledger.titles and moved.target in t.companies:
            card = t.edition.cards.get(lot)
            appraised = card.appraised if card else t.edition.spaces[lot].price
            rows.append(
                {
                    "turn": moved.turn, "lot": lot, "kind": "card" if card else "property",
                    "seat": moved.target, "price": price, "appraised": appraised,
                    "price_pct": round(100 * price / appraised, 1) if appraised else None,
                }
            )  # fmt: skip
            price = 0
    return rows


def build_cash_flow(
    t: OpolyState, transfers: Iterable[Transfer], seat: Seat
) -> list[dict[str, Any]]:
    """Return every receipt and payment with the resulting balance, oldest first (Q1.6).

    The first row is the starting cash, if a position states it.
    """
    moved = [row for row in transfers if row.unit == t.money and seat in (row.source, row.target)]
    change = sum(row.amount if row.target == seat else -row.amount for row in moved)
    balance = t.cash(seat) - change
    rows = [build_flow_row(0, "start_cash", "bank", balance, 0, "Q1.1", balance)] if balance else []
    for row in moved:
        received = row.amount if row.target == seat else 0
        paid = row.amount - received
        balance += received - paid
        other = row.source if received else row.target
        rows.append(build_flow_row(row.turn, row.reason, other, received, paid, row.rule, balance))
    return rows


def build_flow_row(
    turn: int, reason: str, other: str, received: int, paid: int, rule: str, balance: int
) -> dict[str, Any]:
    """Return the row of one receipt or payment."""
    return {
        "turn": turn, "reason": reason, "other": other, "received": received, "paid": paid,
        "rule": rule, "balance": balance,
    }  # fmt: skip


def build_property_rows(t: OpolyState, seat: Seat) -> list[dict[str, Any]]:
    """Return one row per property of the seat: its cost and the cost of its buildings."""
    return [
        {
            "asset": space, "kind": "property", "group": t.edition.spaces[space].group,
            "cost_basis": t.basis.get(space, 0), "appraised": t.edition.spaces[space].price,
            "mortgaged": space in t.mortgaged, "level": t.level(space),
            "building_cost": sum(t.paid_for_levels.get(space, ())),
        }
        for space in t.get_properties(seat)
    ]  # fmt: skip


def build_card_rows(t: OpolyState, seat: Seat) -> list[dict[str, Any]]:
    """Return the cost of each internal card of the seat, one row per card."""
    return [
        {
            "asset": card, "kind": "card", "group": t.lines_chosen.get(card, ""),
            "cost_basis": t.basis.get(card, 0), "appraised": t.edition.cards[card].appraised,
            "mortgaged": False, "level": 0, "building_cost": 0,
        }
        for card in t.hand(seat)
    ]  # fmt: skip


def build_contract_row(alliance: Alliance) -> dict[str, Any]:
    """Build the row of an alliance on the sheets of its parties (Q7.2)."""
    return {
        "group": alliance.group, "parties": list(alliance.parties),
        "split": dict(alliance.shares) if alliance.has_percentages else "own",
        "building": alliance.building, "note": alliance.note, "signed": alliance.signed,
        "notice_by": alliance.noticed_by, "ends": alliance.end_turn or None,
    }  # fmt: skip
