"""Record sheets: cash flow with reasons, cost bases and contracts of a company (Q1.6).

Beside them stands a table of all lots sold by auction, each with its price. All come straight from
the ledger. Rows are plain mappings, ready for a frame or a file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from classkit.engine.log import Transfer
from classkit.engine.requests import Seat

from ..parts import Alliance
from ..state import Opoly


class Sheet(NamedTuple):
    """The record sheet of one company; all amounts in dollars."""

    seat: Seat
    cash_flow: list[dict[str, Any]]
    """Turn, reason, other side, received, paid, clause, and the balance after it."""
    assets: list[dict[str, Any]]
    """Properties and cards: cost basis, appraised value, mortgage, buildings and their cost."""
    contracts: list[dict[str, Any]]
    """Alliances, in force and ended: parties, split, building, signed, notice, end."""

    @property
    def by_reason(self) -> dict[str, int]:
        """Reason -> received minus paid."""
        sums: dict[str, int] = {}
        for row in self.cash_flow:
            sums[row["reason"]] = sums.get(row["reason"], 0) + row["received"] - row["paid"]
        return sums


def sheet_of(t: Opoly, transfers: Iterable[Transfer], seat: Seat) -> Sheet:
    """Return the record sheet of a seat at this moment (Q1.6)."""
    contracts = [*t.past_alliances, *t.alliances.values()]
    return Sheet(
        seat,
        cash_flow(t, transfers, seat),
        [*property_rows(t, seat), *card_rows(t, seat)],
        [contract_row(alliance) for alliance in contracts if seat in alliance.parties],
    )


COMPANY = {"seat": ("text", "", "letter of the company whose sheet it is")}
SHEET_COLUMNS = {
    "cash-flow": {
        **COMPANY,
        "turn": ("whole number", "turns", "number of the turn, from 1; 0 in set-up"),
        "reason": ("text", "", "why, as a short name"),
        "other": ("text", "", "account on the other side: a seat's letter, the bank"),
        "received": ("whole number", "$", "what came in"),
        "paid": ("whole number", "$", "what went out"),
        "rule": ("text", "", "the clause of the rules it follows"),
        "balance": ("whole number", "$", "cash after it"),
    },
    "holdings": {
        **COMPANY,
        "asset": ("text", "", "id of the property or card"),
        "kind": ("text", "", "property or card"),
        "group": ("text", "", "group of the property, or line that the card was put on"),
        "cost_basis": ("whole number", "$", "what was paid for it"),
        "appraised": ("whole number", "$", "appraised value; 0 where a card has none"),
        "mortgaged": ("yes or no", "", "whether it is mortgaged"),
        "level": ("whole number", "houses", "houses on it; 5 is a hotel"),
        "building_cost": ("whole number", "$", "what was paid for the buildings that stand on it"),
    },
    "contracts": {
        **COMPANY,
        "group": ("text", "", "group of the properties under the alliance"),
        "parties": ("JSON", "", "letters of the companies that are parties to it"),
        "split": ("text", "", "own, or as JSON the percentage of each party by its letter"),
        "building": ("text", "", "what the parties agreed on building"),
        "note": ("text", "", "what they wrote besides"),
        "signed": ("whole number", "turns", "number of the turn in which it was signed"),
        "notice_by": ("text", "", "letter of the company that gave notice; empty while nobody has"),
        "ends": (
            "whole number",
            "turns",
            "number of the turn in which it ends, by notice or its date; empty while unknown",
        ),
    },
    "lots": {
        "turn": ("whole number", "turns", "number of the turn in which it was sold; 0 in set-up"),
        "lot": ("text", "", "id of the property or card"),
        "kind": ("text", "", "property or card"),
        "seat": ("text", "", "letter of the company that won it"),
        "price": ("whole number", "$", "what was paid for it"),
        "appraised": ("whole number", "$", "appraised value; 0 where a card has none"),
        "price_pct": (
            "number",
            "%",
            "the price in per cent of the appraised value; empty where there is none",
        ),
    },
}
"""Table -> column -> (type, unit, meaning): the words of the data dictionary."""


def all_sheets(t: Opoly, transfers: Iterable[Transfer]) -> dict[str, list[dict[str, Any]]]:
    """Return the sheets of all companies as three tables (Q1.6), and the lots sold (Q2.5)."""
    listed = list(transfers)
    sheets = [sheet_of(t, listed, seat) for seat in t.seats]
    return {
        "cash-flow": [{"seat": sheet.seat, **row} for sheet in sheets for row in sheet.cash_flow],
        "holdings": [{"seat": sheet.seat, **row} for sheet in sheets for row in sheet.assets],
        "contracts": [{"seat": sheet.seat, **row} for sheet in sheets for row in sheet.contracts],
        "lots": lots_sold(t, listed),
    }


def lots_sold(t: Opoly, transfers: Iterable[Transfer]) -> list[dict[str, Any]]:
    """Return the properties and cards sold by auction, oldest first, each with its price (Q2.5).

    The winner pays first, and is handed the lot next.
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


def cash_flow(t: Opoly, transfers: Iterable[Transfer], seat: Seat) -> list[dict[str, Any]]:
    """Return every receipt and payment, oldest first, with the balance after it (Q1.6).

    If a position states what the seat began with, that is the first row.
    """
    moved = [row for row in transfers if row.unit == t.money and seat in (row.source, row.target)]
    change = sum(row.amount if row.target == seat else -row.amount for row in moved)
    balance = t.cash(seat) - change
    rows = [flow_row(0, "start_cash", "bank", balance, 0, "Q1.1", balance)] if balance else []
    for row in moved:
        received = row.amount if row.target == seat else 0
        paid = row.amount - received
        balance += received - paid
        other = row.source if received else row.target
        rows.append(flow_row(row.turn, row.reason, other, received, paid, row.rule, balance))
    return rows


def flow_row(
    turn: int, reason: str, other: str, received: int, paid: int, rule: str, balance: int
) -> dict[str, Any]:
    """Return one receipt or payment."""
    return {
        "turn": turn, "reason": reason, "other": other, "received": received, "paid": paid,
        "rule": rule, "balance": balance,
    }  # fmt: skip


def property_rows(t: Opoly, seat: Seat) -> list[dict[str, Any]]:
    """Return the properties held, with what was paid for them and for their buildings."""
    return [
        {
            "asset": space, "kind": "property", "group": t.edition.spaces[space].group,
            "cost_basis": t.basis.get(space, 0), "appraised": t.edition.spaces[space].price,
            "mortgaged": space in t.mortgaged, "level": t.level(space),
            "building_cost": sum(t.paid_for_levels.get(space, ())),
        }
        for space in t.properties_of(seat)
    ]  # fmt: skip


def card_rows(t: Opoly, seat: Seat) -> list[dict[str, Any]]:
    """Return the internal cards held, with what was paid for them."""
    return [
        {
            "asset": card, "kind": "card", "group": t.lines_chosen.get(card, ""),
            "cost_basis": t.basis.get(card, 0), "appraised": t.edition.cards[card].appraised,
            "mortgaged": False, "level": 0, "building_cost": 0,
        }
        for card in t.hand(seat)
    ]  # fmt: skip


def contract_row(alliance: Alliance) -> dict[str, Any]:
    """Return one alliance as it is entered on the sheets of its parties (Q7.2)."""
    return {
        "group": alliance.group, "parties": list(alliance.parties),
        "split": dict(alliance.shares) if alliance.divides else "own",
        "building": alliance.building, "note": alliance.note, "signed": alliance.signed,
        "notice_by": alliance.noticed_by, "ends": alliance.ends_in or None,
    }  # fmt: skip
