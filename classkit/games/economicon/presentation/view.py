"""Views of Economicon, which show the whole table except hidden orders (N0.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.errors import require_known
from classkit.engine.events import INSTRUCTOR
from classkit.engine.views import View, ViewSource, view_property

from ..account_names import CURRENCY, MARKET, RESERVE
from ..rules.consumption import get_wants
from ..rules.currency_creation import get_max_created, refuse_floating
from ..rules.ending import compute_worth
from ..rules.market_prices import (
    compute_lot_cost,
    get_count,
    get_gold_price,
    get_held_count,
    get_price_ratio,
    get_valuation_unit,
    list_native_units,
)
from ..rules.measures import MEASURES, is_goal_met, measure_goal
from ..rules.production_costs import ProductionRate, get_production_rates
from ..rules.production_orders import get_production_cap, get_requirements
from ..rules.purchases import get_max_lot
from ..rules.standing_effects import is_forbidden
from ..rules_data import EconomiconRules, EventCard, LawCard, LawsInForce
from ..state import EconomiconState


class EconomiconView(View):
    """A read-only view of the table. Amounts are whole units.

    Example:
        >>> import classkit
        >>> view = classkit.new("economicon", seats=4, seed=7).view("A")
        >>> view.price("grain"), view.cost("grain", 6, "gold"), view.peg("A")
        (Fraction(5, 12), 3, 'gold')
    """

    __slots__ = ()
    _source: ViewSource[EconomiconState]

    # Checks that raise UnknownName for unknown names.

    def _check_unit(self, unit: str) -> None:
        if type(unit) is not str or unit not in self._source.table.units:
            require_known("unit", unit, self._source.table.units)

    def _check_measure(self, name: str) -> None:
        require_known("measure", name, MEASURES)

    edition: EconomiconRules = view_property(
        lambda v: v._source.table.edition,
        "The edition: opening, costs, events and laws.",
    )
    phase: int = view_property(
        lambda v: v._source.table.phase, "The current phase: 1 to 10 without 4, or 0 in set-up."
    )
    rounds: int = view_property(
        lambda v: v._source.table.rounds, "The number of rounds in the match (N16)."
    )

    def rounds_left(self) -> int:
        """Return the number of rounds after this one (N16)."""
        table = self._source.table
        return table.rounds - table.round

    law_rounds: tuple[int, ...] = view_property(
        lambda v: v._source.table.law_rounds, "The rounds in which laws are ratified (N7.1)."
    )
    order: tuple[Seat, ...] = view_property(
        lambda v: v._source.table.order, "The latest order of play (N0.5)."
    )
    units: tuple[str, ...] = view_property(
        lambda v: v._source.table.units, "Gold, the commodities and every nation's currency."
    )

    # --- the market -----------------------------------------------------------------------

    def market(self, unit: str) -> int:
        """Return the number of units in the market."""
        self._check_unit(unit)
        return self._source.table.ledger.balances[unit][MARKET]

    def supply(self, unit: str) -> int:
        """Return the number of counters out of play."""
        self._check_unit(unit)
        return self._source.table.get_supply_units(unit)

    def count(self, unit: str) -> int:
        """Return the count by which a unit is valued, following its pegs (N2.1)."""
        self._check_unit(unit)
        return get_count(self._source.table, unit)

    def count_held(self, unit: str) -> int:
        """Return the count that determines the price of a bought unit: the higher of two (N2.4)."""
        self._check_unit(unit)
        return get_held_count(self._source.table, unit)

    def held_by(self, unit: str) -> str:
        """Return the unit whose count determines the value of a bought or held unit (N2.4)."""
        self._check_unit(unit)
        return get_valuation_unit(self._source.table, unit)

    def price(self, unit: str) -> Fraction:
        """Return the price of one unit in gold (N2.2)."""
        self._check_unit(unit)
        return get_gold_price(self._source.table, unit)

    def cost(self, unit: str, quantity: int, pay_with: str) -> int:
        """Return the current cost of a lot in whole payment units (N2.3)."""
        self._check_unit(unit)
        self._check_unit(pay_with)
        return compute_lot_cost(quantity, *get_price_ratio(self._source.table, unit, pay_with))

    def most_for(self, unit: str, pay_with: str, budget: int) -> int:
        """Return the largest lot that costs at most ``budget`` (N2.3, N9.3, N9.4)."""
        self._check_unit(unit)
        self._check_unit(pay_with)
        return get_max_lot(self._source.table, unit, pay_with, budget)

    def may_buy(self, unit: str) -> bool:
        """Return True unless the event forbids buying the unit (N9.3)."""
        self._check_unit(unit)
        return not is_forbidden(self._source.table, "buy", unit)

    # --- nations --------------------------------------------------------------------------

    def held(self, nation: Seat, unit: str) -> int:
        """Return the number of units in a nation's reserves."""
        try:
            held: int = self._source.table.ledger.balances[unit][RESERVE[nation]]
        except Exception:  # comparison with an untrusted name may raise any exception
            self._check_seat(nation)
            self._check_unit(unit)
            raise
        return held

    def lacking(self, nation: Seat, needs: Mapping[str, int]) -> list[tuple[str, int]]:
        """Return the units that a nation is short of, and by how many."""
        self._check_seat(nation)
        balances, reserve = self._source.table.ledger.balances, RESERVE[nation]
        try:
            return [
                (unit, missing)
                for unit, needed in needs.items()
                if (missing := needed - balances[unit][reserve]) > 0
            ]
        except (KeyError, TypeError):
            for unit in needs:
                self._check_unit(unit)
            raise

    def purse(self, nation: Seat) -> tuple[int, int]:
        """Return a nation's own currency and gold, the units that it can always pay with (N3.2)."""
        self._check_seat(nation)
        balances, reserve = self._source.table.ledger.balances, RESERVE[nation]
        return balances[CURRENCY[nation]][reserve], balances["gold"][reserve]

    def staged(self, nation: Seat, unit: str) -> int:
        """Return the number of units that are produced but not yet delivered (N8.7)."""
        self._check_seat(nation)
        self._check_unit(unit)
        return self._source.table.get_staged_units(nation, unit)

    def peg(self, seat: Seat) -> str:
        """Return a nation's peg, or ``none`` if its currency floats (N3.1)."""
        self._check_seat(seat)
        return self._source.table.nations[seat].peg

    def native(self, seat: Seat) -> tuple[str, ...]:
        """Return the units that a nation may pay with (N3.2)."""
        self._check_seat(seat)
        return list_native_units(self._source.table, seat)

    def laws(self, seat: Seat) -> list[LawCard]:
        """Return the laws in force in a nation (N7.2)."""
        self._check_seat(seat)
        t = self._source.table
        return [t.edition.laws[law] for law, _ in t.nations[seat].laws]

    def in_force(self, nation: Seat) -> tuple[EconomiconRules, str | None, LawsInForce]:
        """Return the edition, the event, and the last round (or 0) of each of the nation's laws."""
        table = self._source.table
        try:
            return table.edition, table.event, table.nations[nation].laws
        except Exception:  # comparison with an untrusted name may raise any exception
            self._check_seat(nation)
            raise

    def tokens(self, seat: Seat) -> int:
        """Return a nation's volatility tokens (N15)."""
        self._check_seat(seat)
        return self._source.table.count_tokens(seat)

    def issue(self, seat: Seat) -> int:
        """Return the units created minus the units destroyed so far (N11.3)."""
        self._check_seat(seat)
        return self._source.table.nations[seat].issue

    def created(self, seat: Seat) -> int:
        """Return the units created in this round (N11.4)."""
        self._check_seat(seat)
        return self._source.table.nations[seat].created

    def may_create(self, seat: Seat) -> int:
        """Return how many units of its currency a nation may create now (N11)."""
        self._check_seat(seat)
        table = self._source.table
        return 0 if refuse_floating(table, seat) else get_max_created(table, seat)

    def wanted(self, seat: Seat) -> dict[str, int]:
        """Return the people's coming consumption by commodity, at least 0 (N12.1)."""
        self._check_seat(seat)
        return get_wants(self._source.table, seat)

    def required(self, seat: Seat) -> dict[str, int]:
        """Return the minimum production by commodity (N8.1)."""
        self._check_seat(seat)
        return get_requirements(self._source.table, seat)

    def reserves(self, seat: Seat) -> dict[str, int]:
        """Return a nation's reserves by unit."""
        self._check_seat(seat)
        account, table = RESERVE[seat], self._source.table
        return {unit: table.ledger.balances[unit][account] for unit in table.units}

    def production_costs(self, nation: Seat) -> dict[str, ProductionRate]:
        """Return the production rate of each commodity in gold (N8.2)."""
        self._check_seat(nation)
        return dict(get_production_rates(self._source.table, nation)["gold"])

    def production_cap(self, seat: Seat) -> int:
        """Return the maximum production of one commodity (N8.5)."""
        self._check_seat(seat)
        return get_production_cap(self._source.table, seat)

    def measure(self, nation: Seat, name: str) -> int | str:
        """Return a nation's value of a card measure (N17.2, N17.3)."""
        self._check_seat(nation)
        self._check_measure(name)
        return MEASURES[name].compute(self._source.table, nation)

    def short_of(self, nation: Seat, asked: Iterable[tuple[str, int]]) -> dict[str, int]:
        """Return the measures below their demanded minimum, and by how much."""
        self._check_seat(nation)
        table, found = self._source.table, {}
        for name, least in asked:
            self._check_measure(name)
            now = MEASURES[name].compute(table, nation)
            if isinstance(now, int) and now < least:
                found[name] = least - now
        return found

    def worth(self, seat: Seat) -> Fraction:
        """Return the worth of a nation's reserves in gold (N16.1)."""
        self._check_seat(seat)
        return compute_worth(self._source.table, seat)

    # --- table ----------------------------------------------------------------------------

    @property
    def event(self) -> EventCard | None:
        """The current event, or None (N5.1)."""
        t = self._source.table
        return t.edition.events[t.event] if t.event else None

    @property
    def goal(self) -> tuple[int, int | list[int], bool]:
        """The goal's current value, the required value, and whether it is met (N14.1).

        For a goal with the operator ``in`` the required value is a list of accepted numbers.
        """
        t = self._source.table
        if t.event is None:
            return (0, 0, False)
        goal = t.edition.events[t.event].goal
        return (measure_goal(t, goal), goal.get_target(len(t.seats)), is_goal_met(t, goal))

    @property
    def orders(self) -> dict[Seat, dict[str, Any]]:
        """The hidden production orders: the viewer's own, or all for the instructor (N0.6)."""
        latest = {entry.seat: entry.value for entry in self.answers if entry.kind == "answer"}
        return {
            seat: dict(latest[seat])
            for seat in self._source.unopened_seats
            if self.seat in (seat, INSTRUCTOR)
        }
