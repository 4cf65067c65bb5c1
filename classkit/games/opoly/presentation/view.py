"""View of a seat: the whole table except the order of the decks (Q0.5)."""

from __future__ import annotations

from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.errors import require_known
from classkit.engine.views import View, ViewSource, view_property

from ..effect_kinds import INTERNAL_EFFECTS
from ..rules.building import get_lot_cost
from ..rules.ending import get_play_rolls
from ..rules.holdings import get_excess, has_slot, is_supported
from ..rules.internal_cards import get_space_ahead
from ..rules.lot_auctions import get_landing_minimum
from ..rules.management_actions import get_lift_cost
from ..rules.recession import get_payment
from ..rules.rents import get_landing_rent, get_reachable_rent
from ..rules.scores import compute_asset, compute_future, get_exact_scores
from ..rules_data import OpolyRules
from ..state import OpolyState
from .sheets import RecordSheet, build_sheet

BUILDING_KINDS = ("house", "hotel")


class OpolyView(View):
    """Read-only view of the table for a company. Amounts are in dollars.

    >>> import classkit
    >>> view = classkit.new("opoly", seats=4, seed=7).view("A")
    >>> view.cash("A"), view.limit("A"), view.owner("boardwalk")
    (1500, 5, 'bank')
    """

    __slots__ = ()
    _source: ViewSource[OpolyState]

    # Checks of names, which raise UnknownName.

    def _check_account(self, account: str) -> None:
        self._source.table.ledger.check_account(account)

    def _check_space(self, space: str) -> None:
        require_known("space", space, self._source.table.edition.spaces)

    def _check_property(self, space: str) -> None:
        require_known("property", space, self._source.table.edition.deeds)

    def _check_street(self, space: str) -> None:
        require_known("street", space, self._source.table.edition.streets)

    def _check_asset(self, asset: str) -> None:
        require_known("property or card", asset, self._source.table.ledger.titles)

    def _check_group(self, group: str) -> None:
        require_known("group", group, self._source.table.edition.groups)

    def _check_effect(self, effect: str) -> None:
        require_known("effect of an internal card", effect, INTERNAL_EFFECTS)

    def _check_kind(self, kind: str) -> None:
        require_known("kind of building", kind, BUILDING_KINDS)

    edition: OpolyRules = view_property(
        lambda v: v._source.table.edition, "Board, numbers and decks, as frozen data."
    )
    lead: Seat = view_property(
        lambda v: v._source.table.lead, "The seat that is asked first (Q0.2)."
    )
    pawn: str = view_property(lambda v: v._source.table.pawn, "The space of the pawn.")
    recession: str = view_property(
        lambda v: v._source.table.recession, "``recession``, ``depression`` or nothing (Q4.1)."
    )
    payments: int = view_property(
        lambda v: v._source.table.payments, "Payments made in this recession (Q4.5)."
    )

    @property
    def rolls_left(self) -> int:
        """Number of pawn rolls, at least 0, until the next doubles end the game (Q10.3)."""
        table = self._source.table
        return max(get_play_rolls(table) - table.turn, 0)

    def status(self, seat: Seat) -> str:
        """Return ``active``, ``bankrupt``, ``disgraced``, ``destroyed`` or ``merged`` (Q0.3)."""
        self._check_seat(seat)
        return self._source.table.companies[seat].status

    def cash(self, account: str) -> int:
        """Return the cash of a seat or of ``bank``, in dollars."""
        self._check_account(account)
        return self._source.table.cash(account)

    def owner(self, space: str) -> str:
        """Return the owner of a property: a seat, or ``bank``."""
        self._check_property(space)
        return self._source.table.ledger.titles[space]

    def properties_of(self, account: str) -> list[str]:
        """Return the properties of a seat or of ``bank``, in board order."""
        self._check_account(account)
        return self._source.table.get_properties(account)

    def hand(self, seat: Seat) -> list[str]:
        """Return the internal cards that a seat holds."""
        self._check_seat(seat)
        return self._source.table.hand(seat)

    def level(self, space: str) -> int:
        """Return the buildings on a lot: 0 to 4 houses, or 5 for a hotel (Q6.2)."""
        self._check_space(space)
        return self._source.table.level(space)

    def mortgaged(self, space: str) -> bool:
        """Return whether a property is mortgaged (Q6.3)."""
        self._check_property(space)
        return space in self._source.table.mortgaged

    def basis(self, asset: str) -> int | str:
        """Return the cost basis of an asset: dollars, or ``soul`` for a theft (Q2.5, Q8.4)."""
        self._check_asset(asset)
        return self._source.table.basis.get(asset, 0)

    def limit(self, seat: Seat) -> int:
        """Return the number of properties that the seat may hold (Q6.9)."""
        self._check_seat(seat)
        return self._source.table.get_limit(seat)

    def slots(self, seat: Seat) -> int:
        """Return the number of additional properties that the seat may hold (Q6.9)."""
        self._check_seat(seat)
        return max(-get_excess(self._source.table, seat), 0)

    def fits(self, seat: Seat, space: str) -> bool:
        """Return whether the seat could hold a property without giving one up (Q2.6)."""
        self._check_seat(seat)
        self._check_property(space)
        return has_slot(self._source.table, seat, space)

    def complete(self, group: str) -> bool:
        """Return whether one seat owns a group, or an alliance covers it (Q6.11)."""
        self._check_group(group)
        return is_supported(self._source.table, group)

    def owners(self, group: str) -> list[str]:
        """Return the distinct owners of a group (Q7.1)."""
        self._check_group(group)
        return self._source.table.owners(group)

    def lot_owners(self, group: str) -> list[str]:
        """Return the owner of each lot in a group, in board order (Q7.1)."""
        self._check_group(group)
        table = self._source.table
        titles = table.ledger.titles
        return [titles[space] for space in table.edition.groups[group]]

    def level_cost(self, seat: Seat, space: str) -> int:
        """Return the cost of one level on a lot for the seat, in dollars (Q6.11)."""
        self._check_seat(seat)
        self._check_street(space)
        return get_lot_cost(self._source.table, seat, space)

    def rent(self, space: str) -> int:
        """Return the rent of a landing on a property before splits, in dollars (Q3.6 to Q3.9)."""
        self._check_property(space)
        table = self._source.table
        if table.owner(space) not in table.companies or space in table.mortgaged:
            return 0
        return get_landing_rent(table, space)

    def mortgages(self, seat: Seat) -> list[str]:
        """Return the mortgaged properties of a seat (Q6.3)."""
        self._check_seat(seat)
        table = self._source.table
        if not table.mortgaged:
            return []
        return [space for space in table.mortgaged if table.owner(space) == seat]

    def landing_minimum(self, space: str) -> int:
        """Return the minimum bid for a property that the pawn lands on, in dollars (Q2.9)."""
        self._check_property(space)
        return get_landing_minimum(self._source.table, space)

    def lift_cost(self, space: str) -> int:
        """Return the cost of lifting the mortgage of a property, in dollars (Q6.4)."""
        self._check_property(space)
        return get_lift_cost(self._source.table, space)

    def has_effect(self, seat: Seat, effect: str) -> bool:
        """Return whether the seat holds a card with an effect, including copies (Q8.5)."""
        self._check_seat(seat)
        self._check_effect(effect)
        return self._source.table.has_effect(seat, INTERNAL_EFFECTS[effect])

    def ahead(self, steps: int) -> str:
        """Return the space ``steps`` spaces ahead of the pawn."""
        return get_space_ahead(self._source.table, steps)

    def builds_level(self, group: str) -> bool:
        """Return whether an alliance requires level building in the group (Q7.3)."""
        self._check_group(group)
        alliance = self._source.table.alliances.get(group)
        return alliance is not None and alliance.building == "level"

    def rent_in_reach(self, seat: Seat, space: str) -> int:
        """Return the rent of a landing on a property if the seat owned it, in dollars.

        Ignore buildings and cards. The rent of a street is doubled if all lots of its group would
        be owned by the seat, or by seats that may sign an alliance (Q3.6, Q7.3).
        """
        self._check_seat(seat)
        self._check_property(space)
        return get_reachable_rent(self._source.table, seat, space)

    def alliances(self) -> list[dict[str, Any]]:
        """Return the contracts in force, their notices and the turns in which they end (Q7)."""
        return [
            {
                "group": alliance.group, "parties": list(alliance.parties),
                "split": dict(alliance.shares) if alliance.has_percentages else "own",
                "building": alliance.building, "note": alliance.note,
                "signed": alliance.signed, "ends": alliance.end_turn or None,
            }
            for alliance in self._source.table.alliances.values()
        ]  # fmt: skip

    def is_allied(self, group: str) -> bool:
        """Return whether an alliance covers a group (Q7.3)."""
        self._check_group(group)
        return group in self._source.table.alliances

    def left(self, kind: str) -> int:
        """Return the number of units of ``house`` or ``hotel`` in stock (Q6.13)."""
        self._check_kind(kind)
        return self._source.table.get_stock(kind)

    def on_table(self) -> list[str]:
        """Return the face-up external cards (Q8.10)."""
        return self._source.table.get_table_cards()

    def payment(self, seat: Seat) -> int:
        """Return the current cost of one recession payment for the seat, in dollars (Q4.5)."""
        self._check_seat(seat)
        return get_payment(self._source.table, seat)

    def asset(self, seat: Seat) -> int:
        """Return the current ASSET of a seat, in dollars (Q11.1)."""
        self._check_seat(seat)
        return compute_asset(self._source.table, seat)

    def future(self, seat: Seat) -> float:
        """Return the current FUTURE EARNINGS of a seat, in dollars (Q11.2)."""
        self._check_seat(seat)
        return round(float(get_exact_scores(self._source.table, "future")[seat]), 2)

    def total_rent(self, seat: Seat) -> int:
        """Return the current TOTAL RENT of a seat, in dollars (Q11.2)."""
        self._check_seat(seat)
        return compute_future(self._source.table, seat).total_rent

    def sheet(self, seat: Seat) -> RecordSheet:
        """Return the record sheet of a company (Q1.6)."""
        self._check_seat(seat)
        return build_sheet(self._source.table, self._source.transfers, seat)
