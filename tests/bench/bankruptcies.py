"""Why countries go bankrupt in Game 2 of Poleconomy: ``python -m tests.bench.bankruptcies``.

Four of the game's bots in every order of seats, as in :mod:`.bots`. For every bankrupt match the
Treasury's rows are gone through a second time without the outlays that some Prime Ministers chose,
and debt and interest are worked out anew. If the country could then have paid the last bill, these
outlays bankrupted it.

An outlay is chosen if it is a subsidy, the part of a salary above the least (P18.2) that this Prime
Minister set or left standing, or what is paid for a bond above its face value. It is a leader's if
the Prime Minister's net worth was the largest when the turn began. Two omissions of leaders are
looked for as well, in those of their turns in which the Treasury could not have paid the interest
at two Bonds stops: no tax bill was proposed while the default law was in force; the arrow was left
pointing where more Bonds positions lie ahead than in the other direction.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any, NamedTuple

import classkit
from classkit.engine.match import Match
from classkit.engine.registry import find

from .bots import SEATS, list_arrangements
from .rows import Measure, Row, add_write_option, report

MATCHES = 200
TREASURY = "treasury"
KINDS = {"bonds": "interest", "salary": "salaries"}
FACE = 100_000
"""The face value of a bond, and the interest on it, in dollars."""
BONDS = 30
REACH = 6
"""The number of index positions ahead that an arrow is judged by."""
HOPELESS_PERCENT = 75
"""Below this percentage of the largest net worth a Prime Minister is far behind."""


class Movement(NamedTuple):
    """Something that moved the Treasury's money: its dollars, and how many of them were chosen."""

    turn: int
    kind: str
    dollars: int
    chosen: int = 0
    bonds: int = 0


class Office(NamedTuple):
    """A Prime Minister's turn: the seat, and whether it led or was far behind as it began."""

    turn: int
    seat: str
    leads: bool
    hopeless: bool


class Bankruptcy(NamedTuple):
    """A bankrupt match and what brought the bankruptcy about."""

    seed: int
    bots: tuple[str, ...]
    turn: int
    bill: str
    owed: int
    means: int
    leader_outlay: int
    other_outlay: int
    cause: str
    omissions: tuple[str, ...]


def play_bankrupt(matches: int, first_seed: int) -> Iterator[tuple[Match, tuple[str, ...]]]:
    """Play matches and yield the bankrupt ones, each with the bots that played it."""
    arrangements = list_arrangements(sorted(find("poleconomy").policies))
    for place in range(matches):
        bots = arrangements[place % len(arrangements)]
        match = classkit.new("poleconomy", SEATS, seed=first_seed + place, options={"game": 2})
        match.play(bots=list(bots), until="end")
        if match.ending == "bankrupt":
            yield match, bots


def list_offices(match: Match) -> dict[int, Office]:
    """Return the turns of Prime Ministers, by turn."""
    worths = {row["turn"] + 1: row["net_worth"] for row in match.history}
    found = {}
    for event in match.events:
        if event.name == "turn_started" and event.facts["is_pm"]:
            seat, worth = event.facts["seat"], worths[event.turn]
            most = max(worth.values())
            leads, hopeless = worth[seat] == most, 100 * worth[seat] < HOPELESS_PERCENT * most
            found[event.turn] = Office(event.turn, seat, leads, hopeless)
    return found


def list_movements(match: Match, counts: Callable[[Office], bool]) -> list[Movement]:
    """Return what moved the Treasury's money, with the outlays chosen in offices that count."""
    edition, offices = match.table.edition, list_offices(match)
    events = {turn: list(some) for turn, some in groupby(match.events, key=lambda one: one.turn)}
    rows = {turn: list(some) for turn, some in groupby(match.transfers, key=lambda one: one.turn)}
    salaries: dict[str, int] = {}
    least: dict[str, int] = {}
    chosen: dict[str, int] = {}
    found: list[Movement] = []
    for turn in sorted(events):
        happened = events[turn]
        elected = next(
            (n for n, one in enumerate(happened) if one.name == "election_started"), None
        )
        for event in happened[:elected]:
            if event.name == "salary_set":
                salaries[event.facts["seat"]] = event.facts["new"]
        office = offices.get(turn)
        if office is not None:
            least = {office.seat: edition.salary.pm_min}
            chosen = {
                seat: salary - least.get(seat, 0) if counts(office) else 0
                for seat, salary in salaries.items()
            }
        counted = office is not None and counts(office)
        found += group_rows(turn, rows.get(turn, []), chosen, counted)
        if elected is not None:
            salaries, chosen = {}, {}
            for event in happened[elected:]:
                if event.name == "salary_set":
                    salaries[event.facts["seat"]] = event.facts["new"]
    return found


def group_rows(
    turn: int, rows: Iterable[Any], chosen: dict[str, int], counted: bool
) -> Iterator[Movement]:
    """Yield the movements of a turn: one for each bill, whatever number of rows it has."""
    moved = [row for row in rows if TREASURY in (row.source, row.target)]
    for reason, some in groupby(moved, key=lambda row: row.reason):
        these = list(some)
        dollars = sum(row.amount for row in these if row.unit == "dollars")
        bonds = sum(row.amount for row in these if row.unit == "bond")
        if reason == "salary":
            extra = sum(chosen.get(row.target, 0) for row in these)
            yield Movement(turn, reason, dollars, extra)
        elif reason == "subsidy":
            yield Movement(turn, reason, dollars, dollars if counted else 0)
        elif reason == "bond_redemption":
            extra = dollars - bonds * FACE if counted else 0
            yield Movement(turn, reason, dollars, extra, bonds)
        else:
            yield Movement(turn, reason, dollars, 0, bonds)


def keep_account(movements: Iterable[Movement]) -> tuple[int, int]:
    """Return the cash and the issued bonds if nothing of what was chosen is spent."""
    cash, issued = 0, 0
    for move in movements:
        due = 0
        if move.kind == "tax":
            cash += move.dollars
        elif move.kind == "bond_interest":
            due = issued * FACE
        elif move.kind == "bond_redemption":
            count = min(move.bonds, issued, cash // FACE)
            due, issued = count * FACE, issued - count
            due += move.dollars - move.bonds * FACE - move.chosen
        elif move.kind in ("salary", "subsidy"):
            due = move.dollars - move.chosen
        needed = max(0, -((cash - due) // FACE))
        cash, issued = cash + needed * FACE - due, issued + needed
    return cash, issued


def survives(movements: Iterable[Movement], bill: str, owed: int) -> bool:
    """Return True if the last bill can be paid when nothing of what was chosen is spent."""
    cash, issued = keep_account(movements)
    return (issued * FACE if bill == "interest" else owed) <= cash + (BONDS - issued) * FACE


def find_omissions(match: Match) -> Iterator[str]:
    """Yield what leaders failed to do in turns in which the Treasury could not last."""
    history = {row["turn"] + 1: row for row in match.history}
    kinds = match.table.edition.index.kinds
    marker, arrow, replaced = 0, "clockwise", False
    events = {turn: list(some) for turn, some in groupby(match.events, key=lambda one: one.turn)}
    offices = list_offices(match)
    for turn, happened in events.items():
        office = offices.get(turn)
        before = marker
        proposed = False
        for event in happened:
            if event.name == "arrow_set":
                arrow = event.facts["direction"]
            elif event.name == "marker_moved":
                marker = event.facts["to"]
            elif event.name == "bill_voted" and event.facts["kind"] == "tax":
                proposed = True
            elif event.name == "tax_law_set":
                replaced = True
        if office is None or not office.leads:
            continue
        issued, cash = history[turn]["bonds_issued"], history[turn]["treasury_cash"]
        if survives_stops(cash, issued, 2):
            continue
        if not proposed and not replaced:
            yield f"no tax bill in turn {turn}"
        step = 1 if arrow == "clockwise" else -1
        ahead, behind = (
            sum(kinds[(before + sign * n) % len(kinds)] == "bonds" for n in range(1, REACH + 1))
            for sign in (step, -step)
        )
        if ahead > behind:
            yield f"arrow towards Bonds in turn {turn}"


def survives_stops(cash: int, issued: int, stops: int) -> bool:
    """Return True if the Treasury can pay the interest at so many Bonds stops."""
    for _ in range(stops):
        due = issued * FACE
        count = max(0, -((cash - due) // FACE))
        cash, issued = cash + count * FACE - due, issued + count
    return issued <= BONDS


def examine(match: Match, bots: tuple[str, ...]) -> Bankruptcy:
    """Return what brought the bankruptcy of a match about."""
    last = next(one for one in reversed(match.events) if one.name == "treasury_bankrupt")
    moves = [one for one in match.events if one.turn == last.turn and one.name == "marker_moved"]
    bill = KINDS.get(moves[-1].facts["kind"], "subsidy") if moves else "subsidy"
    owed = last.facts["bill"]
    kept = keep_account(list_movements(match, lambda office: False))
    if kept != (last.facts["cash"], BONDS - last.facts["unissued"]):
        raise AssertionError(f"the account is {kept} and not as in {last.facts}")
    by_leaders = list_movements(match, lambda office: office.leads)
    by_others = list_movements(match, lambda office: not office.leads)
    by_hopeless = list_movements(match, lambda office: office.hopeless)
    by_all = list_movements(match, lambda office: True)
    omissions = tuple(find_omissions(match))
    if survives(by_leaders, bill, owed):
        cause = "a leader's outlays"
    elif omissions:
        cause = "a leader's omission"
    elif survives(by_hopeless, bill, owed):
        cause = "outlays of one far behind"
    elif survives(by_others, bill, owed):
        cause = "outlays of one behind"
    elif survives(by_all, bill, owed):
        cause = "outlays of both together"
    else:
        cause = "least salaries and interest"
    return Bankruptcy(
        match.seed, bots, last.turn, bill, owed, last.facts["cash"] + FACE * last.facts["unissued"],
        sum(one.chosen for one in by_leaders), sum(one.chosen for one in by_others),
        cause, omissions,
    )  # fmt: skip


def declare(name: str, what: str) -> Measure:
    """Return the measure of matches with a cause or a last bill; it is printed only."""
    return Measure(f"bankruptcies.{name.replace(' ', '-')}", what, "all bankrupt", "matches")


def measure_rows(matches: int, first_seed: int, quiet: bool) -> Iterator[Row | str]:
    """Yield how many matches each cause made bankrupt, and each last bill."""
    causes, bills = Counter[str](), Counter[str]()
    for match, bots in play_bankrupt(matches, first_seed):
        case = examine(match, bots)
        causes[case.cause] += 1
        bills[case.bill] += 1
        if not quiet:
            yield (
                f"  {case.seed} {'/'.join(case.bots)}: turn {case.turn}, {case.bill} of "
                f"${case.owed:,}, means ${case.means:,}; chosen by leaders ${case.leader_outlay:,},"
                f" by others ${case.other_outlay:,}: {case.cause} {'; '.join(case.omissions)}"
            )
    yield f"{causes.total()} of {matches} matches from seed {first_seed} bankrupt"
    for cause, number in causes.most_common():
        yield declare(cause, cause).row(number, causes.total())
    for bill, number in bills.most_common():
        yield declare(bill, f"the last bill is {bill}").row(number, bills.total())


def list_measures() -> Iterator[Measure]:
    """Yield nothing: the causes are printed only."""
    yield from ()


def main(words: list[str] | None = None) -> None:
    """Examine and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.bankruptcies",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true", help="print only how many have each cause")
    add_write_option(parser)
    chosen = parser.parse_args(words)
    report(measure_rows(chosen.matches, chosen.first_seed, chosen.quiet), chosen.write)


if __name__ == "__main__":
    main()
