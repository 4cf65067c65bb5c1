"""The Cabinet and its salaries (P18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Chance, Grid, Move, OneOf, Preview
from classkit.engine.requests import Flow, Seat
from classkit.engine.words import how_many

from ..country import TREASURY, Country
from .parliament import Bill, bills_left, pass_bill, tabled
from .treasury import fall_due


def pay_salaries(t: Country) -> None:
    """All salaries are one bill: the Prime Minister, then ministers clockwise from him (P18.4)."""
    pm = t.prime_minister
    assert pm is not None, "no turn is played before a PM is in office (P2.7)"
    fall_due(t, sum(t.salaries.values()))
    for seat in t.clockwise(pm):
        t.spend(seat, t.salaries.get(seat, 0), "salary", "P18.4")


# --- posts ----------------------------------------------------------------------------------------


NOBODY = Move(
    "appoint", barred="No member of the Government is without a post (P18.1).", rule="P18.1",
    player=OneOf((), of="seat"), position=OneOf(()),
)  # fmt: skip
NO_MINISTER = Move(
    "dismiss", barred="There is no minister (P18.1).", rule="P18.1", player=OneOf((), of="seat")
)


def appointment(t: Country, pm: Seat, barred: str) -> Move:
    """A member of the Government gets a position; one each, and none for the PM (P18.1)."""
    members = tuple(seat for seat in t.government if seat != pm and seat not in t.cabinet)
    if not members and not barred:
        return NOBODY
    taken = t.cabinet.values()
    positions = tuple(name for name in t.edition.politics.cabinet if name not in taken)
    if members and not positions:
        barred = barred or "Every position is taken (P18.1)."
    return Move(
        "appoint", barred=barred, rule="P18.1",
        player=OneOf(members, of="seat"), position=OneOf(positions),
    )  # fmt: skip


def appoint(t: Country, pm: Seat, player: Seat, position: str) -> None:
    """The minister takes the post; his salary is 0 until it is fixed (P18.1, P18.2)."""
    t.cabinet[player] = position
    t.salaries[player] = 0
    t.tell("cabinet_changed", "P18.1", player, position=position)


def dismissal(t: Country, barred: str) -> Move:
    """A minister may be dismissed (P18.1)."""
    ministers = tuple(seat for seat in t.seats if seat in t.cabinet)
    if not ministers and not barred:
        return NO_MINISTER
    return Move("dismiss", barred=barred, rule="P18.1", player=OneOf(ministers, of="seat"))


def leave_post(t: Country, player: Seat, rule: str) -> None:
    """A minister goes: his post is free and his salary 0 from this moment (P18.4)."""
    del t.cabinet[player]
    salary = t.salaries.pop(player, 0)
    t.tell("cabinet_changed", rule, player, position=None)
    if salary:
        t.tell("salary_set", "P18.4", player, old=salary, new=0)


# --- salaries -------------------------------------------------------------------------------------


def salary_change(t: Country, pm: Seat, barred: str) -> Move:
    """A salary may be lowered freely, and raised within its limits (P18.3)."""
    return Move(
        "set_salary", barred=barred, rule="P18.3",
        refuse=partial(refuse_salary, t, pm), sample=partial(sample_salary, t, pm),
        preview=partial(preview_salary, t), grid=partial(salary_grid, t, pm),
        player=OneOf(in_office(t), of="seat"),
        amount=Amount(0, t.edition.salary.total_max, t.edition.unit, unit="$"),
    )  # fmt: skip


def salary_grid(t: Country, pm: Seat) -> Grid:
    """All salaries as one small table: what each has, and may be given while the others stay."""
    unit, seats = t.edition.unit, in_office(t)
    offices = {seat: t.cabinet.get(seat, "Prime Minister") for seat in seats}
    return Grid(
        "player", "amount", ("Holder", "Office", "Salary now", "New salary"),
        cells={seat: (offices[seat], t.salaries[seat]) for seat in seats},
        now={seat: t.salaries[seat] for seat in seats},
        amounts={seat: Amount(*salary_range(t, pm, seat), unit, unit="$") for seat in seats},
        preview=partial(preview_salaries, t),
    )  # fmt: skip


def in_office(t: Country) -> tuple[Seat, ...]:
    """The Prime Minister and the ministers: nobody else has a salary (P18.2)."""
    return tuple(seat for seat in t.seats if seat in t.salaries)


def salary_range(t: Country, pm: Seat, player: Seat) -> tuple[int, int]:
    """The lowest and highest salary that a player may be given now (P18.2, P18.3, P18.5)."""
    limits = t.edition.salary
    least = limits.pm_min if player == pm else 0
    if t.options.salaries_need_consent and not bills_left(t):
        return least, t.salaries[player]
    most = limits.total_max - sum(t.salaries.values()) + t.salaries[player]
    new = player != pm and player not in t.salaries_before
    if not (new and t.options.minister_first_salary_free):
        # Whoever had none at the start of the turn is raised from 0, also if appointed anew.
        most = min(most, t.salaries_before.get(player, 0) + limits.raise_max)
    return least, max(most, t.salaries[player])


def refuse_salary(t: Country, pm: Seat, values: Mapping[str, Any]) -> str | None:
    """Why this salary may not be set (P18.2, P18.3, P18.5)."""
    player, amount = values["player"], values["amount"]
    least, most = salary_range(t, pm, player)
    now = t.salaries[player]
    if amount == now:
        return f"{player}'s salary is ${now:,} already (P18.3)."
    if amount < least:
        return f"The Prime Minister's salary is never less than ${least:,} (P18.2)."
    if amount <= most:
        return None
    if t.options.salaries_need_consent and not bills_left(t):
        return f"A raise is voted on here, and {tabled(t)} in this turn (P18.5)."
    limits = t.edition.salary
    total = sum(t.salaries.values()) - now + amount
    if total > limits.total_max:
        return f"All salaries together would be ${total:,}, above ${limits.total_max:,} (P18.2)."
    before = t.salaries_before.get(player, 0)
    return (
        f"{player} had ${before:,} at the start of this turn and may be raised by at most "
        f"${limits.raise_max:,} (P18.3)."
    )


def sample_salary(t: Country, pm: Seat, chance: Chance) -> dict[str, Any]:
    """A salary by chance within what is allowed."""
    players = in_office(t)
    player = players[chance.below(len(players))]
    least, most = salary_range(t, pm, player)
    steps = (most - least) // t.edition.unit
    return {"player": player, "amount": least + chance.below(steps + 1) * t.edition.unit}


def preview_salary(t: Country, values: Mapping[str, Any]) -> Preview:
    """All salaries as they would be with this one, and what they would cost (P18.4)."""
    return preview_salaries(t, {values["player"]: values["amount"]})


def preview_salaries(t: Country, changed: Mapping[str, int]) -> Preview:
    """What each would get, and what all cost the Treasury at a Salary position (P18.2, P18.4)."""
    now, then = t.salaries, t.salaries | dict(changed)
    bill = sum(then.values())
    rows: tuple[tuple[str | int, ...], ...] = (
        *((seat, now[seat], then[seat]) for seat in in_office(t)),
        ("The Treasury pays", sum(now.values()), bill),
    )
    limit = t.edition.salary.total_max
    together = f"Together ${bill:,} of at most ${limit:,} at each Salary position."
    return Preview(("Each payment", "Now", "Then"), rows, note=f"{together} {means_words(t, bill)}")


def means_words(t: Country, bill: int) -> str:
    """How the Treasury could pay a bill if it fell due now (P17.4, P17.5)."""
    cash, price = t.cash(TREASURY), t.edition.prices.bond
    has = f"The Treasury has ${cash:,}"
    if bill <= cash:
        return f"{has}."
    if bill > t.means:
        return f"{has} and {how_many(t.unissued, 'bond')} to issue: it would be bankrupt (P17.5)."
    return f"{has}: {how_many(-(-(bill - cash) // price), 'bond')} would be issued for it (P17.4)."


def change_salary(t: Country, pm: Seat, player: Seat, amount: int) -> Flow[None]:
    """The new salary stands, by option after a vote on a raise (P18.3, P18.5)."""
    old = t.salaries[player]
    if amount > old and t.options.salaries_need_consent:
        bill = Bill(
            "salary", f"a salary of ${amount:,} for {player}, after ${old:,}",
            {"player": player, "amount": amount},
        )  # fmt: skip
        if not (yield from pass_bill(t, pm, bill, "P18.5")):
            return
    t.salaries[player] = amount
    t.tell("salary_set", "P18.3", player, old=old, new=amount)
