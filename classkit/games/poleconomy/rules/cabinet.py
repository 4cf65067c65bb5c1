"""The Cabinet: appointments, dismissals and salaries (P18)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Amount, AmountGrid, Move, OneOf, Preview, RandomGenerator
from classkit.engine.rulebook_text import format_count
from classkit.mechanics.bounds import UNLIMITED_AMOUNT, Limit, limit_refusal, min_limit

from ..country_state import TREASURY, CountryState
from .parliament import Bill, count_bills_left, describe_tabled_bills, pass_bill
from .treasury import cover_bill


def pay_salaries(t: CountryState) -> None:
    """Pay all salaries as one bill: the Prime Minister, then ministers clockwise (P18.4)."""
    cover_bill(t, sum(t.salaries.values()))
    for seat in t.clockwise(t.incumbent):
        t.spend_treasury(seat, t.salaries.get(seat, 0), "salary", "P18.4")


# --- posts ----------------------------------------------------------------------------------------


NO_APPOINTMENT_MOVE = Move(
    "appoint", barred="Every member of the Government already has a post (P18.1).", rule="P18.1",
    player=OneOf((), of="seat"), position=OneOf(()),
)  # fmt: skip
NO_DISMISSAL_MOVE = Move(
    "dismiss", barred="No minister is in office (P18.1).", rule="P18.1", player=OneOf((), of="seat")
)


def build_appointment_move(t: CountryState, barred: str) -> Move:
    """Return the move that appoints a member of the Government to a post (P18.1)."""
    positions = t.edition.politics.cabinet
    if not barred and all(refuse_minister(t, seat) for seat in t.government):
        return NO_APPOINTMENT_MOVE
    if not barred and all(refuse_position(t, position) for position in positions):
        barred = "Every position is taken (P18.1)."
    return Move(
        "appoint", barred=barred, rule="P18.1",
        player=OneOf(t.seats, of="seat", rule=partial(refuse_minister, t)),
        position=OneOf(positions, rule=partial(refuse_position, t)),
    )  # fmt: skip


def refuse_minister(t: CountryState, player: Seat) -> str | None:
    """Return the reason why a player cannot become a minister, or None (P18.1)."""
    if player == t.incumbent:
        return f"{player} is Prime Minister and takes no position in the Cabinet (P18.1)."
    if player not in t.government:
        return f"{player} is not a member of the Government (P18.1)."
    if player in t.cabinet:
        return f"{player} is already Minister of {t.cabinet[player]} (P18.1)."
    return None


def refuse_position(t: CountryState, position: str) -> str | None:
    """Return a reason if another minister has the post (P18.1)."""
    for player, held in t.cabinet.items():
        if held == position:
            return f"{player} holds the position of {position} (P18.1)."
    return None


def appoint_minister(t: CountryState, player: Seat, position: str) -> None:
    """Appoint a minister with a salary of 0 (P18.1, P18.2)."""
    t.cabinet[player] = position
    t.salaries[player] = 0
    t.tell("cabinet_changed", "P18.1", player, position=position)


def build_dismissal_move(t: CountryState, barred: str) -> Move:
    """Return the move that dismisses a minister (P18.1)."""
    if not t.cabinet and not barred:
        return NO_DISMISSAL_MOVE

    def refuse(player: Seat) -> str | None:
        return None if player in t.cabinet else f"{player} is not a minister (P18.1)."

    player = OneOf(t.seats, of="seat", rule=refuse)
    return Move("dismiss", barred=barred, rule="P18.1", player=player)


def dismiss_minister(t: CountryState, player: Seat) -> None:
    leave_post(t, player, "P18.1")


def leave_post(t: CountryState, player: Seat, rule: str) -> None:
    """Vacate a minister's post, which sets the salary to 0 (P18.4)."""
    del t.cabinet[player]
    salary = t.salaries.pop(player, 0)
    t.tell("cabinet_changed", rule, player, position=None)
    if salary:
        t.tell("salary_set", "P18.4", player, old=salary, new=0)


# --- salaries -------------------------------------------------------------------------------------


NO_VOTE_TEXT = "A raise needs a bill at this table, and {tabled} in this turn (P18.5)."
TOTAL_LIMIT_TEXT = "All salaries together would be {total}, above {total_max} (P18.2)."
RAISE_LIMIT_TEXT = (
    "{player} had {before} at the start of this turn and may be raised by at most {raise_max} "
    "(P18.3)."
)


def build_salary_move(t: CountryState, barred: str) -> Move:
    """Return the move that changes a salary. Only raises have limits (P18.3)."""
    return Move(
        "set_salary", barred=barred or partial(explain_no_salary, t), rule="P18.3",
        refuse=partial(refuse_salary, t), sample=partial(sample_salary, t),
        preview=partial(preview_salary, t), grid=partial(build_salary_grid, t),
        player=OneOf(t.seats, of="seat", rule=partial(refuse_without_office, t)),
        amount=Amount(
            0, t.edition.salary.total_max, t.edition.unit, unit=t.currency,
            why="it is the maximum for all salaries together (P18.2)",
        ),
    )  # fmt: skip


def refuse_without_office(t: CountryState, player: Seat) -> str | None:
    """Return a reason if the player has no office (P18.2)."""
    if player in t.salaries:
        return None
    return f"{player} is neither Prime Minister nor a minister, and has no salary (P18.2)."


def explain_no_salary(t: CountryState) -> str:
    """Return the reason why no salary can be changed now, or "" (P18.2, P18.3)."""
    players = list_office_holders(t)
    if any(list_possible_salaries(t, player) for player in players):
        return ""
    last = players[-1]
    raised = {"player": last, "amount": t.salaries[last] + t.edition.unit}
    return f"No salary can be changed now. {refuse_salary(t, raised)}"


def build_salary_grid(t: CountryState) -> AmountGrid:
    """Return all salaries, and the range of each while the others stay unchanged, as a grid."""
    unit, seats = t.edition.unit, list_office_holders(t)
    offices = {seat: t.cabinet.get(seat, "Prime Minister") for seat in seats}
    return AmountGrid(
        "player", "amount", ("Holder", "Office", "Salary now", "New salary"),
        cells={seat: (offices[seat], t.salaries[seat]) for seat in seats},
        now={seat: t.salaries[seat] for seat in seats},
        amounts={seat: Amount(*get_salary_range(t, seat), unit, unit=t.currency) for seat in seats},
        preview=partial(preview_salaries, t),
    )  # fmt: skip


def list_office_holders(t: CountryState) -> tuple[Seat, ...]:
    """Return the Prime Minister and the ministers, the only seats with salaries (P18.2)."""
    return tuple(seat for seat in t.seats if seat in t.salaries)


def get_salary_range(t: CountryState, player: Seat) -> tuple[int, int]:
    """Return the lowest and highest salary allowed for a player now (P18.2, P18.3, P18.5)."""
    most = max(min_limit(list_raise_limits(t, player)), t.salaries[player])
    return get_min_salary(t, player), most


def list_possible_salaries(t: CountryState, player: Seat) -> list[int]:
    """Return the salaries to which a player's salary may change now (P18.2, P18.3, P18.5)."""
    lowest, most = get_salary_range(t, player)
    now = t.salaries[player]
    return [amount for amount in range(lowest, most + 1, t.edition.unit) if amount != now]


def get_min_salary(t: CountryState, player: Seat) -> int:
    """Return the minimum salary of a player, in dollars (P18.2)."""
    return t.edition.salary.pm_min if player == t.incumbent else 0


def list_raise_limits(t: CountryState, player: Seat) -> tuple[Limit, ...]:
    """Return the limits of a raise, in the order in which they are checked (P18.2, P18.3, P18.5).

    Raises are measured from the start of the turn. For players appointed in this turn, they are
    measured from 0, even if they had a post before.
    """
    limits, now, before = t.edition.salary, t.salaries[player], t.salaries_before.get(player, 0)
    unvoted = t.options.salaries_need_consent and not count_bills_left(t)
    new = player != t.incumbent and player not in t.salaries_before
    free = new and t.options.minister_first_salary_free
    return (
        (now if unvoted else UNLIMITED_AMOUNT, NO_VOTE_TEXT),
        (limits.total_max - sum(t.salaries.values()) + now, TOTAL_LIMIT_TEXT),
        (UNLIMITED_AMOUNT if free else before + limits.raise_max, RAISE_LIMIT_TEXT),
    )


def refuse_salary(t: CountryState, values: Mapping[str, Any]) -> str | None:
    """Return the reason why a salary is outside its limits, or None (P18.2, P18.3, P18.5)."""
    player, amount = values["player"], values["amount"]
    lowest, now = get_min_salary(t, player), t.salaries[player]
    if amount == now:
        return f"{player}'s salary is already {t.currency.write(now)} (P18.3)."
    if amount < lowest:
        return f"The Prime Minister's salary is never less than {t.currency.write(lowest)} (P18.2)."
    if amount < now:
        return None
    return limit_refusal(
        list_raise_limits(t, player), amount, player=player, tabled=describe_tabled_bills(t),
        total=t.currency.write(sum(t.salaries.values()) - now + amount),
        total_max=t.currency.write(t.edition.salary.total_max),
        before=t.currency.write(t.salaries_before.get(player, 0)),
        raise_max=t.currency.write(t.edition.salary.raise_max),
    )  # fmt: skip


def sample_salary(t: CountryState, chance: RandomGenerator) -> dict[str, Any]:
    """Return a random legal change of a salary."""
    changes = {player: list_possible_salaries(t, player) for player in list_office_holders(t)}
    players = [player for player, amounts in changes.items() if amounts]
    player = players[chance.below(len(players))]
    amounts = changes[player]
    return {"player": player, "amount": amounts[chance.below(len(amounts))]}


def preview_salary(t: CountryState, values: Mapping[str, Any]) -> Preview:
    """Preview all salaries after one change, and their total cost (P18.4)."""
    return preview_salaries(t, {values["player"]: values["amount"]})


def preview_salaries(t: CountryState, changed: Mapping[str, int]) -> Preview:
    """Preview each salary, and the Treasury's cost at a Salary stop (P18.2, P18.4)."""
    now, then = t.salaries, t.salaries | dict(changed)
    bill = sum(then.values())
    rows: tuple[tuple[str | int, ...], ...] = (
        *((seat, now[seat], then[seat]) for seat in list_office_holders(t)),
        ("The Treasury pays", sum(now.values()), bill),
    )
    limit = t.edition.salary.total_max
    cost, most = t.currency.write(bill), t.currency.write(limit)
    together = f"Together {cost} of at most {most} at each Salary position."
    return Preview(
        ("Each payment", "Now", "Then"), rows, note=f"{together} {describe_funds(t, bill)}"
    )


def describe_funds(t: CountryState, bill: int) -> str:
    """Describe how the Treasury could pay a bill now (P17.4, P17.5)."""
    has = f"The Treasury has {t.currency.write(t.cash(TREASURY))}"
    count = t.count_bonds_needed(bill)
    if not count:
        return f"{has}."
    if bill > t.payable_funds:
        return (
            f"{has} and {format_count(t.unissued, 'bond')} to issue: it would be bankrupt (P17.5)."
        )
    return f"{has}: {format_count(count, 'bond')} would be issued for it (P17.4)."


def change_salary(t: CountryState, player: Seat, amount: int) -> Flow[None]:
    """Set the new salary. With the option, a raise needs a vote first (P18.3, P18.5)."""
    old = t.salaries[player]
    if amount > old and t.options.salaries_need_consent:
        new, before = t.currency.write(amount), t.currency.write(old)
        bill = Bill(
            "salary", f"a salary of {new} for {player}, after {before}",
            {"player": player, "amount": amount},
        )  # fmt: skip
        if not (yield from pass_bill(t, bill, "P18.5")):
            return
    t.salaries[player] = amount
    t.tell("salary_set", "P18.3", player, old=old, new=amount)
