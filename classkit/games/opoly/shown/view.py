"""The view of a seat: everything but the order of the decks (Q0.5)."""

from __future__ import annotations

from typing import Any

from classkit.engine.errors import known_name
from classkit.engine.requests import Seat
from classkit.engine.views import Source, View, question

from ..contents import EditionRules
from ..rules.acts import lift_cost
from ..rules.auctions import landing_minimum
from ..rules.building import cost_of
from ..rules.ending import play_rolls
from ..rules.holdings import excess, has_slot, is_supported
from ..rules.internal import place_after
from ..rules.recession import payment_of
from ..rules.rents import landing_rent, rent_in_reach
from ..rules.scores import asset_of, exact_scores, future_of
from ..state import Opoly
from ..vocabulary import INTERNAL
from .sheets import Sheet, sheet_of

BUILDINGS = ("house", "hotel")


class OpolyView(View):
    """The table as the companies see it: read only; amounts are in dollars.

    >>> import classkit
    >>> view = classkit.new("opoly", seats=4, seed=7).view("A")
    >>> view.cash("A"), view.limit("A"), view.owner("boardwalk")
    (1500, 5, 'bank')
    """

    __slots__ = ()
    _source: Source[Opoly]

    # Names that are looked up: UnknownName for one that is not there.

    def _account(self, account: str) -> None:
        self._source.table.ledger.known_account(account)

    def _space(self, space: str) -> None:
        known_name("space", space, self._source.table.edition.spaces)

    def _property(self, space: str) -> None:
        known_name("property", space, self._source.table.edition.deeds)

    def _street(self, space: str) -> None:
        known_name("street", space, self._source.table.edition.streets)

    def _asset(self, asset: str) -> None:
        known_name("property or card", asset, self._source.table.ledger.titles)

    def _group(self, group: str) -> None:
        known_name("group", group, self._source.table.edition.groups)

    def _effect(self, effect: str) -> None:
        known_name("effect of an internal card", effect, INTERNAL)

    def _kind(self, kind: str) -> None:
        known_name("kind of building", kind, BUILDINGS)

    edition: EditionRules = question(
        lambda v: v._source.table.edition, "Board, figures and decks; frozen."
    )
    lead: Seat = question(lambda v: v._source.table.lead, "The seat that is asked first (Q0.2).")
    pawn: str = question(lambda v: v._source.table.pawn, "The space where the pawn stands.")
    recession: str = question(
        lambda v: v._source.table.recession, "``recession``, ``depression`` or nothing (Q4.1)."
    )
    payments: int = question(
        lambda v: v._source.table.payments, "Payments made in this recession (Q4.5)."
    )

    @property
    def rolls_left(self) -> int:
        """Pawn rolls until the next doubles end the game; at least 0 (Q10.3)."""
        table = self._source.table
        return max(play_rolls(table) - table.turn, 0)

    def status(self, seat: Seat) -> str:
        """Return ``active``, ``bankrupt``, ``disgraced``, ``destroyed`` or ``merged`` (Q0.3)."""
        self._seat(seat)
        return self._source.table.companies[seat].status

    def cash(self, account: str) -> int:
        """Return the cash of a seat or of ``bank``, in dollars."""
        self._account(account)
        return self._source.table.cash(account)

    def owner(self, space: str) -> str:
        """Return the owner of a property: a seat, or ``bank``."""
        self._property(space)
        return self._source.table.ledger.titles[space]

    def properties_of(self, account: str) -> list[str]:
        """Return the properties of a seat or of ``bank``, in board order."""
        self._account(account)
        return self._source.table.properties_of(account)

    def hand(self, seat: Seat) -> list[str]:
        """Return the internal cards that a seat holds."""
        self._seat(seat)
        return self._source.table.hand(seat)

    def level(self, space: str) -> int:
        """Return the buildings on a lot: 0 to 4 houses, 5 for a hotel (Q6.2)."""
        self._space(space)
        return self._source.table.level(space)

    def mortgaged(self, space: str) -> bool:
        """Return whether a property is mortgaged (Q6.3)."""
        self._property(space)
        return space in self._source.table.mortgaged

    def basis(self, asset: str) -> int | str:
        """Return what the holder of a property or card paid for it, or ``soul`` (Q2.5, Q8.4)."""
        self._asset(asset)
        return self._source.table.basis.get(asset, 0)

    def limit(self, seat: Seat) -> int:
        """Return how many properties the seat may hold (Q6.9)."""
        self._seat(seat)
        return self._source.table.limit_of(seat)

    def slots(self, seat: Seat) -> int:
        """Return how many more properties the seat may hold (Q6.9)."""
        self._seat(seat)
        return max(-excess(self._source.table, seat), 0)

    def fits(self, seat: Seat, space: str) -> bool:
        """Return whether the seat could hold a property without giving one up (Q2.6)."""
        self._seat(seat)
        self._property(space)
        return has_slot(self._source.table, seat, space)

    def complete(self, group: str) -> bool:
        """Return whether one seat owns a group, or an alliance covers it (Q6.11)."""
        self._group(group)
        return is_supported(self._source.table, group)

    def owners(self, group: str) -> list[str]:
        """Return the owners of a group, each once (Q7.1)."""
        self._group(group)
        return self._source.table.owners(group)

    def lot_owners(self, group: str) -> list[str]:
        """Return the owner of each lot of a group, in board order (Q7.1)."""
        self._group(group)
        table = self._source.table
        titles = table.ledger.titles
        return [titles[space] for space in table.edition.groups[group]]

    def level_cost(self, seat: Seat, space: str) -> int:
        """Return what one level on a lot costs the seat, in dollars (Q6.11)."""
        self._seat(seat)
        self._street(space)
        return cost_of(self._source.table, seat, space)

    def rent(self, space: str) -> int:
        """Return what a landing on an owned property brings, before any split (Q3.6 to Q3.9)."""
        self._property(space)
        table = self._source.table
        if table.owner(space) not in table.companies or space in table.mortgaged:
            return 0
        return landing_rent(table, space)

    def mortgages(self, seat: Seat) -> list[str]:
        """Return the mortgaged properties of a seat (Q6.3)."""
        self._seat(seat)
        table = self._source.table
        if not table.mortgaged:
            return []
        return [space for space in table.mortgaged if table.owner(space) == seat]

    def landing_minimum(self, space: str) -> int:
        """Return the least bid for a property that the pawn lands on, in dollars (Q2.9)."""
        self._property(space)
        return landing_minimum(self._source.table, space)

    def lift_cost(self, space: str) -> int:
        """Return what lifting the mortgage of a property costs, in dollars (Q6.4)."""
        self._property(space)
        return lift_cost(self._source.table, space)

    def has_effect(self, seat: Seat, effect: str) -> bool:
        """Return whether the seat holds a card with an effect, copies included (Q8.5)."""
        self._seat(seat)
        self._effect(effect)
        return self._source.table.has_effect(seat, INTERNAL[effect])

    def ahead(self, steps: int) -> str:
        """Return the space that lies this number of steps ahead of the pawn."""
        return place_after(self._source.table, steps)

    def builds_level(self, group: str) -> bool:
        """Return whether an alliance over the group wants it built level by level (Q7.3)."""
        self._group(group)
        alliance = self._source.table.alliances.get(group)
        return alliance is not None and alliance.building == "level"

    def rent_in_reach(self, seat: Seat, space: str) -> int:
        """Return what a landing on a property would bring the seat that owned it, in dollars.

        Count no buildings and no cards. Double the rent of a street if its group would then be
        whole, owned by the seat or by several who may sign an alliance (Q3.6, Q7.3).
        """
        self._seat(seat)
        self._property(space)
        return rent_in_reach(self._source.table, seat, space)

    def alliances(self) -> list[dict[str, Any]]:
        """Return the contracts in force, with their notes and the turns in which they end (Q7)."""
        return [
            {
                "group": alliance.group, "parties": list(alliance.parties),
                "split": dict(alliance.shares) if alliance.divides else "own",
                "building": alliance.building, "note": alliance.note,
                "signed": alliance.signed, "ends": alliance.ends_in or None,
            }
            for alliance in self._source.table.alliances.values()
        ]  # fmt: skip

    def is_allied(self, group: str) -> bool:
        """Return whether an alliance covers a group (Q7.3)."""
        self._group(group)
        return group in self._source.table.alliances

    def left(self, kind: str) -> int:
        """Return how many ``house`` or ``hotel`` are in stock (Q6.13)."""
        self._kind(kind)
        return self._source.table.left(kind)

    def on_table(self) -> list[str]:
        """Return the external cards that lie face up (Q8.10)."""
        return self._source.table.on_table()

    def payment(self, seat: Seat) -> int:
        """Return what one recession payment would cost the seat now, in dollars (Q4.5)."""
        self._seat(seat)
        return payment_of(self._source.table, seat)

    def asset(self, seat: Seat) -> int:
        """Return ASSET as it stands now, in dollars (Q11.1)."""
        self._seat(seat)
        return asset_of(self._source.table, seat)

    def future(self, seat: Seat) -> float:
        """Return FUTURE EARNINGS as they stand now, in dollars (Q11.2)."""
        self._seat(seat)
        return round(float(exact_scores(self._source.table, "future")[seat]), 2)

    def total_rent(self, seat: Seat) -> int:
        """Return TOTAL RENT as it stands now, in dollars (Q11.2)."""
        self._seat(seat)
        return future_of(self._source.table, seat).total_rent

    def sheet(self, seat: Seat) -> Sheet:
        """Return the record sheet of a company (Q1.6)."""
        self._seat(seat)
        return sheet_of(self._source.table, self._source.transfers, seat)
