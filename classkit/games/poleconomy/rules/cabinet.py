"""The Cabinet and its salaries (P18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Chance, Grid, Move, OneOf, Preview
from classkit.engine.requests import Flow, Seat
from classkit.engine.words import how_many
from classkit.procedures.limits import ANY, Limit, least, refused

from ..country import TREASURY, Country
from .parliament import Bill, bills_left, pass_bill, tabled
from .treasury import fall_due


def pay_salaries(t: Country) -> None:
    """Pay all salaries as one bill: Prime Minister, then ministers clockwise (P18.4)."""
    fall_due(t, sum(t.salaries.values()))
    for seat in t.clockwise(t.incumbent):
        t.spend(seat, t.salaries.get(seat, 0), "salary", "P18.4")


# --- posts ----------------------------------------------------------------------------------------


NOBODY = Move(
    "appoint", barred="No member of the Government is without a post (P18.1).", rule="P18.1",
    player=OneOf((), of="seat"), position=OneOf(()),
)  # fmt: skip
NO_MINISTER = Move(
    "dismiss", barred="There is no minister (P18.1).", rule="P18.1", player=OneOf((), of="seat")
)


def appointment(t: Country, barred: str) -> Move:
    """Return the appointment of a member of the Government to one post; not of the PM (P18.1)."""
    positions = t.edition.politics.cabinet
    if not barred and all(refuse_minister(t, seat) for seat in t.government):
        return NOBODY
    if not barred and all(refuse_position(t, position) for position in positions):
        barred = "Every position is taken (P18.1)."
    return Move(
        "appoint", barred=barred, rule="P18.1",
        player=OneOf(t.seats, of="seat", rule=partial(refuse_minister, t)),
        position=OneOf(positions, rule=partial(refuse_position, t)),
    )  # fmt: skip


def refuse_minister(t: Country, player: Seat) -> str | None:
    """Refuse the Prime Minister, players out of the Government, and ministers (P18.1)."""
    if player == t.incumbent:
        return f"{player} is Prime Minister and takes no position in the Cabinet (P18.1)."
    if player not in t.government:
        return f"{player} is not a member of the Government (P18.1)."
    if player in t.cabinet:
        return f"{player} is Minister of {t.cabinet[player]} already (P18.1)."
    return None


def refuse_position(t: Country, position: str) -> str | None:
    """Refuse a position that somebody holds (P18.1)."""
    for player, held in t.cabinet.items():
        if held == position:
            return f"{player} holds the position of {position} (P18.1)."
    return None


def appoint(t: Country, player: Seat, position: str) -> None:
    """Appoint a minister, whose salary is 0 until it is fixed (P18.1, P18.2)."""
    t.cabinet[player] = position
    t.salaries[player] = 0
    t.tell("cabinet_changed", "P18.1", player, position=position)


def dismissal(t: Country, barred: str) -> Move:
    """Return the dismissal of a minister (P18.1)."""
    if not t.cabinet and not barred:
        return NO_MINISTER

    def refuse(player: Seat) -> str | None:
        return None if player in t.cabinet else f"{player} is not a minister (P18.1)."

    player = OneOf(t.seats, of="seat", rule=refuse)
    return Move("dismiss", barred=barred, rule="P18.1", player=player)


def dismiss(t: Country, player: Seat) -> None:
    """Dismiss a minister (P18.1)."""
    leave_post(t, player, "P18.1")


def leave_post(t: Country, player: Seat, rule: str) -> None:
    """Free a minister's post; the salary is 0 from this moment (P18.4)."""
    del t.cabinet[player]
    salary = t.salaries.pop(player, 0)
    t.tell("cabinet_changed", rule, player, position=None)
    if salary:
        t.tell("salary_set", "P18.4", player, old=salary, new=0)


# --- salaries -------------------------------------------------------------------------------------


UNVOTED = "A raise is voted on here, and {tabled} in this turn (P18.5)."
ABOVE_TOTAL = "All salaries together would be ${total:,}, above ${salary.total_max:,} (P18.2)."
ABOVE_RAISE = (
    "{player} had ${before:,} at the start of this turn and may be raised by at most "
    "${salary.raise_max:,} (P18.3)."
)


def salary_change(t: Country, barred: str) -> Move:
    """Return the change of a salary: lowered freely, raised within its limits (P18.3)."""
    return Move(
        "set_salary", barred=barred or partial(no_salary_to_set, t), rule="P18.3",
        refuse=partial(refuse_salary, t), sample=partial(sample_salary, t),
        preview=partial(preview_salary, t), grid=partial(salary_grid, t),
        player=OneOf(t.seats, of="seat", rule=partial(refuse_paid, t)),
        amount=Amount(
            0, t.edition.salary.total_max, t.edition.unit, unit="$",
            why="it is the most for all together (P18.2)",
        ),
    )  # fmt: skip


def refuse_paid(t: Country, player: Seat) -> str | None:
    """Refuse a salary for a player without office (P18.2)."""
    if player in t.salaries:
        return None
    return f"{player} is neither Prime Minister nor a minister, and has no salary (P18.2)."


def no_salary_to_set(t: Country) -> str:
    """Return why no salary can be changed now; an empty text if one can (P18.2, P18.3)."""
    players = in_office(t)
    if any(other_salaries(t, player) for player in players):
        return ""
    last = players[-1]
    raised = {"player": last, "amount": t.salaries[last] + t.edition.unit}
    return f"No salary can be changed now. {refuse_salary(t, raised)}"


def salary_grid(t: Country) -> Grid:
    """Return all salaries as a table: each as it is, and its range while the others stay."""
    unit, seats = t.edition.unit, in_office(t)
    offices = {seat: t.cabinet.get(seat, "Prime Minister") for seat in seats}
    return Grid(
        "player", "amount", ("Holder", "Office", "Salary now", "New salary"),
        cells={seat: (offices[seat], t.salaries[seat]) for seat in seats},
        now={seat: t.salaries[seat] for seat in seats},
        amounts={seat: Amount(*salary_range(t, seat), unit, unit="$") for seat in seats},
        preview=partial(preview_salaries, t),
    )  # fmt: skip


def in_office(t: Country) -> tuple[Seat, ...]:
    """List the Prime Minister and the ministers, who alone have salaries (P18.2)."""
    return tuple(seat for seat in t.seats if seat in t.salaries)


def salary_range(t: Country, player: Seat) -> tuple[int, int]:
    """Return the lowest and highest salary that a player may be given now (P18.2, P18.3, P18.5)."""
    most = max(least(raise_limits(t, player)), t.salaries[player])
    return lowest_salary(t, player), most


def other_salaries(t: Country, player: Seat) -> list[int]:
    """List the salaries to which a player's may be changed now (P18.2, P18.3, P18.5)."""
    lowest, most = salary_range(t, player)
    now = t.salaries[player]
    return [amount for amount in range(lowest, most + 1, t.edition.unit) if amount != now]


def lowest_salary(t: Country, player: Seat) -> int:
    """Return the lowest salary that a player may be given, in dollars (P18.2)."""
    return t.edition.salary.pm_min if player == t.incumbent else 0


def raise_limits(t: Country, player: Seat) -> tuple[Limit, ...]:
    """Return all that limits a raise, in the order in which it is judged (P18.2, P18.3, P18.5).

    Raises count from the start of the turn: from 0 for anyone appointed since, even again.
    """
    limits, now, before = t.edition.salary, t.salaries[player], t.salaries_before.get(player, 0)
    unvoted = t.options.salaries_need_consent and not bills_left(t)
    new = player != t.incumbent and player not in t.salaries_before
    free = new and t.options.minister_first_salary_free
    return (
        (now if unvoted else ANY, UNVOTED),
        (limits.total_max - sum(t.salaries.values()) + now, ABOVE_TOTAL),
        (ANY if free else before + limits.raise_max, ABOVE_RAISE),
    )


def refuse_salary(t: Country, values: Mapping[str, Any]) -> str | None:
    """Refuse a salary that is out of its limits (P18.2, P18.3, P18.5)."""
    player, amount = values["player"], values["amount"]
    lowest, now = lowest_salary(t, player), t.salaries[player]
    if amount == now:
        return f"{player}'s salary is ${now:,} already (P18.3)."
    if amount < lowest:
        return f"The Prime Minister's salary is never less than ${lowest:,} (P18.2)."
    if amount < now:
        return None
    return refused(
        raise_limits(t, player), amount, player=player, tabled=tabled(t),
        total=sum(t.salaries.values()) - now + amount, before=t.salaries_before.get(player, 0),
        salary=t.edition.salary,
    )  # fmt: skip


def sample_salary(t: Country, chance: Chance) -> dict[str, Any]:
    """Return a random change of a salary within its limits."""
    changes = {player: other_salaries(t, player) for player in in_office(t)}
    players = [player for player, amounts in changes.items() if amounts]
    player = players[chance.below(len(players))]
    amounts = changes[player]
    return {"player": player, "amount": amounts[chance.below(len(amounts))]}


def preview_salary(t: Country, values: Mapping[str, Any]) -> Preview:
    """Preview all salaries with this one changed, and what they would cost (P18.4)."""
    return preview_salaries(t, {values["player"]: values["amount"]})


def preview_salaries(t: Country, changed: Mapping[str, int]) -> Preview:
    """Preview each salary, and what all cost the Treasury at a Salary position (P18.2, P18.4)."""
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
    """Return how the Treasury could pay a bill if it fell due now, in words (P17.4, P17.5)."""
    has, count = f"The Treasury has ${t.cash(TREASURY):,}", t.bonds_for(bill)
    if not count:
        return f"{has}."
    if bill > t.means:
        return f"{has} and {how_many(t.unissued, 'bond')} to issue: it would be bankrupt (P17.5)."
    return f"{has}: {how_many(count, 'bond')} would be issued for it (P17.4)."


def change_salary(t: Country, player: Seat, amount: int) -> Flow[None]:
    """Set the new salary; by option, a raise needs a vote first (P18.3, P18.5)."""
    old = t.salaries[player]
    if amount > old and t.options.salaries_need_consent:
        bill = Bill(
            "salary", f"a salary of ${amount:,} for {player}, after ${old:,}",
            {"player": player, "amount": amount},
        )  # fmt: skip
        if not (yield from pass_bill(t, bill, "P18.5")):
            return
    t.salaries[player] = amount
    t.tell("salary_set", "P18.3", player, old=old, new=amount)
