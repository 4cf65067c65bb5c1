"""Elections of Game 2: votes, coalition talks and the Prime Minister (P16)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Answer, Move, OneOf, RandomGenerator, SomeOf
from classkit.mechanics.roll_off import roll_off_winner
from classkit.mechanics.sealed_votes import sealed_vote

from ..country_state import CountryState
from .parties import count_unit_votes, form_parties, get_leader, get_units
from .shared_moves import PASS

CAUSE_RULES = {"start": "P16.1", "index": "P16.1", "no_confidence": "P20.3"}


def elect_government(t: CountryState, cause: str) -> Flow[None]:
    """Hold an election: the Government resigns, and a new one is formed (P16.1 to P16.8).

    The Inflation Number, the arrow, the tax law, deferred subsidies and the Treasury are unchanged.
    """
    t.tell("election_started", CAUSE_RULES[cause], cause=cause)
    t.prime_minister = None
    t.government = ()
    t.parties.clear()
    t.cabinet.clear()
    t.salaries.clear()
    t.elections += 1
    yield from form_parties(t)
    yield from form_government(t)
    pm = yield from choose_prime_minister(t)
    take_office(t, pm)
    t.elected = True  # the new Prime Minister moves next (P3.9)


# --- votes ----------------------------------------------------------------------------------------


def roll_votes(t: CountryState) -> Flow[dict[str, int]]:
    """Let each player roll two dice, Banker first, and roll again after doubles (P16.3).

    Return the votes of each unit, largest first.
    """
    t.votes.clear()
    for seat in t.clockwise(t.banker):
        total, double = 0, True
        while double:
            first, second = yield from t.roll_dice(seat, "votes", "P16.3")
            total += first + second
            double = first == second
        t.votes[seat] = total
    votes = {seat: t.votes[seat] for seat in t.seats}
    units = count_unit_votes(t)
    t.tell("votes_counted", "P16.3", votes=votes, units=dict(units))
    return units


# --- forming a Government -------------------------------------------------------------------------


def form_government(t: CountryState) -> Flow[None]:
    """Roll votes and hold talks until a Government is agreed or imposed (P16.3 to P16.6)."""
    failed = 0
    while True:
        units = yield from roll_votes(t)
        largest = next(iter(units))
        if t.has_majority(units[largest]):
            set_government(t, (largest,), "P16.4")
            return
        if (yield from hold_talks(t, units)):
            return
        failed += 1
        if failed >= t.options.failed_formations_max:
            set_government(t, build_coalition(t, largest, units), "P16.6", forced=True)
            return


def hold_talks(t: CountryState, votes: Mapping[str, int]) -> Flow[bool]:
    """Let each leader propose once, in order. The first agreed coalition governs (P16.5)."""
    members = get_units(t)
    for unit in votes:
        leader = get_leader(t, members[unit])
        answer = yield from t.ask(
            leader, "propose_coalition", partial(list_coalition_moves, t, unit, votes),
            rule="P16.5",
            default=lambda unit=unit: Answer(  # type: ignore[misc]  # binds the loop variable
                "propose", {"units": list(build_coalition(t, unit, votes))}
            ),
            about={"unit": unit, "units": votes, "needed": t.total_votes // 2 + 1},
        )  # fmt: skip
        if answer.move == "pass":
            continue
        units = tuple(answer.fields["units"])
        invited = [get_leader(t, members[other]) for other in units if other != unit]
        vote = yield from sealed_vote(
            t, invited, "join_coalition", rule="P16.5", default="yes",
            about={"leader": leader, "units": units, "votes": votes},
        )  # fmt: skip
        answers = {seat: "yes" if agreed else "no" for seat, agreed in vote.answers.items()}
        t.tell(
            "coalition_proposed", "P16.5", leader, leader=leader, units=list(units),
            answers=answers,
        )  # fmt: skip
        if vote.is_unanimous:
            set_government(t, units, "P16.5")
            return True
    return False


def build_coalition(t: CountryState, unit: str, votes: Mapping[str, int]) -> tuple[str, ...]:
    """Return a unit plus further units, in order, until they have a majority (P16.5, P16.6)."""
    units, together = [unit], votes[unit]
    for other in votes:
        if t.has_majority(together):
            break
        if other != unit:
            units.append(other)
            together += votes[other]
    return tuple(units)


def list_coalition_moves(t: CountryState, unit: str, votes: Mapping[str, int]) -> tuple[Move, ...]:
    """Return the moves: propose a coalition with a majority, and pass (P16.5)."""
    return (
        PASS,
        Move(
            "propose",
            refuse=partial(refuse_coalition, t, unit, votes),
            sample=partial(sample_coalition, t, unit, votes),
            units=SomeOf(tuple(votes), at_least=2, why=partial(explain_no_unit, t)),
        ),
    )  # fmt: skip


def explain_no_unit(t: CountryState, name: str) -> str | None:
    """Return the reason why a player or party cannot join a coalition, or None (P16.5)."""
    if name in t.parties:
        return f"{name} belongs to {t.parties[name]}, which joins as a whole (P16.5)."
    if name in t.edition.politics.parties:
        return f"{name} has not been founded in this election (P16.5)."
    return None


def refuse_coalition(
    t: CountryState, unit: str, votes: Mapping[str, int], values: Mapping[str, Any]
) -> str | None:
    """Return the reason why these units cannot be proposed as a coalition, or None (P16.5)."""
    units = values["units"]
    if unit not in units:
        return f"{unit} is proposing, so the coalition must include {unit} (P16.5)."
    together = sum(votes[one] for one in units)
    if not t.has_majority(together):
        have = "have" if len(units) > 1 else "has"
        return (
            f"{' and '.join(units)} {have} {together} of {t.total_votes} votes; a majority needs "
            f"{t.total_votes // 2 + 1} (P16.5)."
        )
    return None


def sample_coalition(
    t: CountryState, unit: str, votes: Mapping[str, int], chance: RandomGenerator
) -> dict[str, Any]:
    """Return the proposer's unit plus random others until they have a majority."""
    others = list(votes)
    shuffled = [others.pop(chance.below(len(others))) for _ in range(len(others))]
    return {"units": list(build_coalition(t, unit, {other: votes[other] for other in shuffled}))}


def set_government(
    t: CountryState, units: tuple[str, ...], rule: str, forced: bool = False
) -> None:
    """Make the members of these units the Government (P16.4 to P16.6)."""
    members = [seat for seat in t.seats if t.parties.get(seat, seat) in units]
    t.government = tuple(members)
    t.tell("government_formed", rule, members=members, forced=forced)


# --- the Prime Minister ---------------------------------------------------------------------------


def choose_prime_minister(t: CountryState) -> Flow[Seat]:
    """Choose the only member, the unanimous choice, or the member with most votes (P16.7)."""
    members = [seat for seat in t.clockwise(t.banker) if seat in t.government]
    if len(members) == 1:
        pm, how = members[0], "sole"
    else:
        most = max(t.votes[seat] for seat in members)
        first = [seat for seat in members if t.votes[seat] == most]
        everybody = (*members, *(seat for seat in t.seats if seat not in members))
        member = OneOf(everybody, of="seat", rule=partial(refuse_member, t))
        name = Move("name", member=member)
        default = Answer("name", {"member": first[0]})
        about = {"votes": {seat: t.votes[seat] for seat in members}}
        answers = yield from t.ask_all(
            Decision(seat, "choose_pm", (name,), "P16.7", default, about) for seat in members
        )
        named = {str(answer.fields["member"]) for answer in answers.values()}
        if len(named) == 1:
            pm, how = named.pop(), "unanimous"
        else:
            pm, how = first[0], "most_votes"
            if len(first) > 1:
                pm = yield from break_vote_tie(t, first)
    t.tell("pm_elected", "P16.7", pm, game=2, how=how)
    return pm


def refuse_member(t: CountryState, seat: Seat) -> str | None:
    """Return a reason if the seat is not in the Government (P16.7)."""
    return None if seat in t.government else f"{seat} is not in the Government (P16.7)."


def break_vote_tie(t: CountryState, tied: list[Seat]) -> Flow[Seat]:
    """Let tied members roll, Banker first, until one roll is highest (P16.7)."""

    def tell(seat: Seat, dice: tuple[int, ...]) -> None:
        t.tell("dice_thrown", "P16.7", seat, d1=dice[0], d2=dice[1], purpose="pm_tie")

    return (yield from roll_off_winner(t, tied, dice=2, purpose="pm_tie", rule="P16.7", tell=tell))


def take_office(t: CountryState, pm: Seat) -> None:
    """Set the Prime Minister's salary. If the Banker takes office, the next player is Banker."""
    t.prime_minister = pm
    salary = t.salaries[pm] = t.edition.salary.pm_min
    t.tell("salary_set", "P18.2", pm, old=0, new=salary)
    if pm == t.banker:
        t.banker = t.next_seat(pm)
        t.tell("banker_changed", "P16.8", t.banker)
