"""The view of a seat: everything on the table but orders still hidden (N0.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from classkit.engine.errors import known_name
from classkit.engine.log import INSTRUCTOR
from classkit.engine.requests import Seat
from classkit.engine.views import Source, View, question

from ..accounts import CURRENCY, MARKET, RESERVE
from ..contents import EconomiconRules, EventCard, InForce, LawCard
from ..rules.consumption import wanted
from ..rules.ending import worth
from ..rules.floating import most_created, refuse_floating
from ..rules.measures import MEASURES, measured, met
from ..rules.orders import production_cap, requirements
from ..rules.prices import count, count_held, gold_price, held_by, lot_cost, native
from ..rules.production_costs import Rate, production_rates
from ..rules.purchases import most_for_sale
from ..state import Economicon


class EconomiconView(View):
    """The table as its nations see it: read only; figures are whole units.

    >>> import classkit
    >>> view = classkit.new("economicon", seats=4, seed=7).view("A")
    >>> view.price("grain"), view.cost("grain", 6, "gold"), view.peg("A")
    (Fraction(5, 12), 3, 'gold')
    """

    __slots__ = ()
    _source: Source[Economicon]

    # Names that are looked up: UnknownName for one that is not there.

    def _unit(self, unit: str) -> None:
        if type(unit) is not str or unit not in self._source.table.units:
            known_name("unit", unit, self._source.table.units)

    def _measure(self, name: str) -> None:
        known_name("measure", name, MEASURES)

    edition: EconomiconRules = question(
        lambda v: v._source.table.edition, "Openings, costs, events and laws; frozen."
    )
    phase: int = question(
        lambda v: v._source.table.phase, "The phase that is played, 1 to 10 without 4; 0 in set-up."
    )
    rounds: int = question(
        lambda v: v._source.table.rounds, "The number of rounds that are played (N16)."
    )

    def rounds_left(self) -> int:
        """Return how many rounds come after this one (N16)."""
        table = self._source.table
        return table.rounds - table.round

    law_rounds: tuple[int, ...] = question(
        lambda v: v._source.table.law_rounds, "The rounds in which laws are ratified (N7.1)."
    )
    order: tuple[Seat, ...] = question(
        lambda v: v._source.table.order, "The order of play that was fixed last (N0.5)."
    )
    units: tuple[str, ...] = question(
        lambda v: v._source.table.units, "Gold, the commodities, and the currency of every nation."
    )

    # --- the market -----------------------------------------------------------------------

    def market(self, unit: str) -> int:
        """Return the units in the market."""
        self._unit(unit)
        return self._source.table.ledger.balances[unit][MARKET]

    def supply(self, unit: str) -> int:
        """Return the counters out of play."""
        self._unit(unit)
        return self._source.table.in_supply(unit)

    def count(self, unit: str) -> int:
        """Return the count by which a unit is valued, along its pegs (N2.1)."""
        self._unit(unit)
        return count(self._source.table, unit)

    def count_held(self, unit: str) -> int:
        """Return the count by which a unit is valued when bought: the more, the cheaper (N2.4)."""
        self._unit(unit)
        return count_held(self._source.table, unit)

    def held_by(self, unit: str) -> str:
        """Return the unit by whose count a unit is valued when bought or held (N2.4)."""
        self._unit(unit)
        return held_by(self._source.table, unit)

    def price(self, unit: str) -> Fraction:
        """Return what one unit is worth in gold (N2.2)."""
        self._unit(unit)
        return gold_price(self._source.table, unit)

    def cost(self, unit: str, quantity: int, pay_with: str) -> int:
        """Return what a lot costs now, in whole units of the payment (N2.3)."""
        self._unit(unit)
        self._unit(pay_with)
        return lot_cost(self._source.table, unit, quantity, pay_with)

    def most_for(self, unit: str, pay_with: str, budget: int) -> int:
        """Return the largest lot to be bought that costs at most ``budget`` (N2.3, N9.3, N9.4)."""
        self._unit(unit)
        self._unit(pay_with)
        return most_for_sale(self._source.table, unit, pay_with, budget)

    def may_buy(self, unit: str) -> bool:
        """Return whether no event forbids buying the unit (N9.3)."""
        self._unit(unit)
        return not self._source.table.forbids("buy", unit)

    # --- nations --------------------------------------------------------------------------

    def held(self, nation: Seat, unit: str) -> int:
        """Return the units in a nation's reserves."""
        try:
            held: int = self._source.table.ledger.balances[unit][RESERVE[nation]]
        except Exception:  # a stranger's name may break when it is compared
            self._seat(nation)
            self._unit(unit)
            raise
        return held

    def lacking(self, nation: Seat, needs: Mapping[str, int]) -> list[tuple[str, int]]:
        """Return the units of which a nation holds less than it needs, and how many less."""
        self._seat(nation)
        balances, reserve = self._source.table.ledger.balances, RESERVE[nation]
        try:
            return [
                (unit, missing)
                for unit, needed in needs.items()
                if (missing := needed - balances[unit][reserve]) > 0
            ]
        except (KeyError, TypeError):
            for unit in needs:
                self._unit(unit)
            raise

    def purse(self, nation: Seat) -> tuple[int, int]:
        """Return a nation's own currency and gold, which pay whatever its peg is (N3.2)."""
        self._seat(nation)
        balances, reserve = self._source.table.ledger.balances, RESERVE[nation]
        return balances[CURRENCY[nation]][reserve], balances["gold"][reserve]

    def staged(self, nation: Seat, unit: str) -> int:
        """Return the units produced and not yet delivered (N8.7)."""
        self._seat(nation)
        self._unit(unit)
        return self._source.table.staged(nation, unit)

    def peg(self, seat: Seat) -> str:
        """Return what a nation is pegged to; ``none`` when it floats (N3.1)."""
        self._seat(seat)
        return self._source.table.nations[seat].peg

    def native(self, seat: Seat) -> tuple[str, ...]:
        """Return what a nation may pay with (N3.2)."""
        self._seat(seat)
        return native(self._source.table, seat)

    def laws(self, seat: Seat) -> list[LawCard]:
        """Return the laws in force in a nation (N7.2)."""
        self._seat(seat)
        t = self._source.table
        return [t.edition.laws[law] for law, _ in t.nations[seat].laws]

    def in_force(self, nation: Seat) -> tuple[EconomiconRules, str | None, InForce]:
        """Return edition, event in play, and a nation's laws by id with last round or 0."""
        table = self._source.table
        try:
            return table.edition, table.event, table.nations[nation].laws
        except Exception:  # a stranger's name may break when it is compared
            self._seat(nation)
            raise

    def tokens(self, seat: Seat) -> int:
        """Return a nation's volatility tokens (N15)."""
        self._seat(seat)
        return self._source.table.tokens(seat)

    def issue(self, seat: Seat) -> int:
        """Return units created less units destroyed so far (N11.3)."""
        self._seat(seat)
        return self._source.table.nations[seat].issue

    def created(self, seat: Seat) -> int:
        """Return units created in this round (N11.4)."""
        self._seat(seat)
        return self._source.table.nations[seat].created

    def may_create(self, seat: Seat) -> int:
        """Return how many units of its currency a nation may create now (N11)."""
        self._seat(seat)
        table = self._source.table
        return 0 if refuse_floating(table, seat) else most_created(table, seat)

    def wanted(self, seat: Seat) -> dict[str, int]:
        """Return what the people will consume by commodity; less than 0 is none (N12.1)."""
        self._seat(seat)
        return wanted(self._source.table, seat)

    def required(self, seat: Seat) -> dict[str, int]:
        """Return the least to be produced, by commodity (N8.1)."""
        self._seat(seat)
        return requirements(self._source.table, seat)

    def reserves(self, seat: Seat) -> dict[str, int]:
        """Return the units in a nation's reserves, by unit."""
        self._seat(seat)
        account, table = RESERVE[seat], self._source.table
        return {unit: table.ledger.balances[unit][account] for unit in table.units}

    def production_costs(self, nation: Seat) -> dict[str, Rate]:
        """Return what each commodity costs to produce in gold, at any quantity (N8.2)."""
        self._seat(nation)
        return dict(production_rates(self._source.table, nation)["gold"])

    def production_cap(self, seat: Seat) -> int:
        """Return the most that may be produced of one commodity (N8.5)."""
        self._seat(seat)
        return production_cap(self._source.table, seat)

    def measure(self, nation: Seat, name: str) -> int | str:
        """Return a nation's value of a measure that cards name (N17.2, N17.3)."""
        self._seat(nation)
        self._measure(name)
        return MEASURES[name](self._source.table, nation)

    def short_of(self, nation: Seat, asked: Iterable[tuple[str, int]]) -> dict[str, int]:
        """Return the measures below the least asked of a nation, and how much below."""
        self._seat(nation)
        table, found = self._source.table, {}
        for name, least in asked:
            self._measure(name)
            now = MEASURES[name](table, nation)
            if isinstance(now, int) and now < least:
                found[name] = least - now
        return found

    def worth(self, seat: Seat) -> Fraction:
        """Return what a nation's reserves are worth in gold now (N16.1)."""
        self._seat(seat)
        return worth(self._source.table, seat)

    # --- the world ------------------------------------------------------------------------

    @property
    def event(self) -> EventCard | None:
        """The event in play (N5.1)."""
        t = self._source.table
        return t.edition.events[t.event] if t.event else None

    @property
    def goal(self) -> tuple[int, int | list[int], bool]:
        """The goal's measure now, what it needs, and whether that is met (N14.1).

        A goal that compares by ``in`` needs one of several numbers, which are then a list.
        """
        t = self._source.table
        if t.event is None:
            return (0, 0, False)
        goal = t.edition.events[t.event].goal
        return (measured(t, goal), goal.needed(len(t.seats)), met(t, goal))

    @property
    def orders(self) -> dict[Seat, dict[str, Any]]:
        """The production orders not yet opened: one's own, or all for the instructor (N0.6)."""
        latest = {entry.seat: entry.value for entry in self.answers if entry.kind == "answer"}
        return {
            seat: dict(latest[seat])
            for seat in self._source.unopened
            if self.seat in (seat, INSTRUCTOR)
        }
