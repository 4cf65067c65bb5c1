"""Positions of Game 2: parties, votes, Government, offices, laws and the Treasury.

If the Government is not stated, it consists of the Prime Minister's party and others, in the order
of P16.5, until they have a majority. The Bank holds the bonds that neither Treasury nor players
have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from classkit.engine.errors import PositionError
from classkit.engine.schema import (
    Entries,
    ErrorPath,
    Whole,
    Word,
    collect_facts,
    position_field,
    state_field,
)

from ..country_state import TREASURY, CountryState
from ..law_forms import MAX_DELAY, build_law_form, build_subsidy_form
from ..laws import Deferred, dump_law, read_law, read_subsidy
from ..rules.elections import build_coalition
from ..rules.parties import INDEPENDENT, count_unit_votes
from ..rules_data import MAX_MONEY
from ..state import BANK

MAX_VOTES = 10_000

Dollars = Annotated[int, Whole(0, MAX_MONEY, step=lambda t: t.edition.unit)]


@dataclass(frozen=True, kw_only=True)
class PoliticsFacts:
    """Facts about the country."""

    treasury: Dollars | None = position_field("dollars in the Treasury, Game 2 (P17)")
    unissued: Annotated[int, Whole(0, 1_000)] | None = position_field(
        "bonds that the Treasury holds, Game 2 (P2.2)"
    )
    law: Any = position_field("the tax law in force, in the form of a bill, Game 2 (P19)")
    deferred: tuple[Mapping[str, Any], ...] = position_field(
        "subsidies passed and not yet paid, each with its due_turn, Game 2 (P19.5)", ()
    )
    government: (
        Annotated[tuple[Annotated[str, Word(lambda t: t.seats)], ...], Entries(1, what="seats")]
        | None
    ) = position_field("seats in the Government, Game 2 (P16.5)")
    motion_made: bool = state_field(
        "whether there was a motion of no confidence since a Prime Minister's turn (P20.1)", False
    )


@dataclass(frozen=True, kw_only=True)
class OfficeFacts:
    """Political facts about one seat."""

    party: Annotated[str, Word(lambda t: (INDEPENDENT, *t.edition.politics.parties))] | None = (
        position_field("party of the seat, Game 2 (P16)")
    )
    votes: Annotated[int, Whole(3, MAX_VOTES)] | None = position_field(
        "votes until the next election, Game 2 (P16.3)"
    )
    post: Annotated[str, Word(lambda t: (*t.edition.politics.cabinet, ""))] | None = position_field(
        "post in the Cabinet, Game 2 (P18.1)"
    )
    salary: Dollars | None = position_field(
        "dollars, as Prime Minister or minister, Game 2 (P18.2)"
    )

    @property
    def is_stated(self) -> bool:
        """True if at least one fact is stated."""
        return (self.party, self.votes, self.post, self.salary) != (None,) * 4


def get_politics_facts(t: CountryState) -> dict[str, Any]:
    """Return the facts about the country at the beginning of a turn."""
    return {
        **collect_facts(PoliticsFacts, t),
        "treasury": t.cash(TREASURY),
        "unissued": t.unissued,
        "law": dump_law(t.law),
        "government": list(t.government),
        "deferred": t.dump_deferred(),
    }


def get_office_facts(t: CountryState, seat: str) -> dict[str, Any]:
    """Return the political facts about a seat."""
    return {
        "party": t.parties.get(seat, INDEPENDENT),
        "votes": t.votes[seat],
        "post": t.cabinet.get(seat, ""),
        "salary": t.salaries.get(seat, 0),
    }


def place_politics(
    t: CountryState,
    stated: PoliticsFacts,
    seats: Mapping[str, OfficeFacts],
    *,
    prime_minister: str | None,
    mover: str | None,
) -> None:
    """Set the politics of Game 2. Raise PositionError with the fact and the reason."""
    place_laws(t, stated)
    place_votes(t, seats)
    offices = any(own.is_stated for own in seats.values())
    if offices or stated.government is not None or prime_minister is not None:
        place_government(t, stated.government, prime_minister, mover)
        place_offices(t, seats)
    if stated.treasury is not None:
        t.ledger.move("dollars", t.cash(TREASURY), TREASURY, BANK)
        if stated.treasury > t.cash(BANK):
            raise PositionError("treasury", f"the Bank has only {t.cash(BANK):,} left for it.")
        t.ledger.move("dollars", stated.treasury, BANK, TREASURY)
    if stated.unissued is not None:
        if stated.unissued > t.unissued:
            total = t.edition.treasury.bonds
            left = f"{t.unissued} are left, not {stated.unissued}."
            raise PositionError("unissued", f"there are {total} bonds in all; {left}")
        t.ledger.move("bond", t.unissued - stated.unissued, TREASURY, BANK)


def place_laws(t: CountryState, stated: PoliticsFacts) -> None:
    """Set the law in force and the unpaid subsidies (P19.3, P19.5)."""
    language, band = t.edition.politics.language, t.options.min_band_width
    if stated.law is not None:
        if reason := build_law_form(language, band).refuse(stated.law):
            raise PositionError("law", reason)
        t.law = read_law(stated.law)
    form = build_subsidy_form(language, band)
    due = Whole(t.turn + 1, t.turn + MAX_DELAY * len(t.seats))
    for number, one in enumerate(stated.deferred):
        place = ErrorPath(PositionError, "deferred").row_path(number)
        if "due_turn" not in one:
            raise place.make_error("must give the turn in which the subsidy is due, due_turn.")
        terms = {key: value for key, value in one.items() if key != "due_turn"}
        if reason := form.refuse(terms):
            raise place.make_error(reason)
        due_turn = due(place.child_path("due_turn"), one["due_turn"], t)
        t.deferred.append(Deferred(read_subsidy(terms), due_turn))


def place_votes(t: CountryState, seats: Mapping[str, OfficeFacts]) -> None:
    """Set the parties and votes (P16)."""
    for seat, own in seats.items():
        if own.party is not None:
            t.parties.pop(seat, None)
            if own.party != INDEPENDENT:
                t.parties[seat] = own.party
        if own.votes is not None:
            t.votes[seat] = own.votes


def place_government(
    t: CountryState, members: tuple[str, ...] | None, prime_minister: str | None, mover: str | None
) -> None:
    """Set a Government that has a majority and includes the Prime Minister (P16.4, P16.7)."""
    pm = t.prime_minister or t.seats[0]
    if members is None:
        units = build_coalition(t, t.parties.get(pm, pm), count_unit_votes(t))
        members = tuple(seat for seat in t.seats if t.parties.get(seat, seat) in units)
    elif not t.has_majority(t.sum_votes(tuple(dict.fromkeys(members)))):
        raise PositionError("government", "does not have a majority of the votes (P16.4).")
    t.government = tuple(seat for seat in t.seats if seat in members)
    if pm in t.government:
        return
    if prime_minister is not None:
        raise PositionError("prime_minister", f"{pm} is not in the Government (P16.7).")
    t.prime_minister = max(t.government, key=lambda seat: t.votes[seat])
    t.mover = mover or t.prime_minister


def place_offices(t: CountryState, seats: Mapping[str, OfficeFacts]) -> None:
    """Set the posts and salaries of the Prime Minister and the ministers (P18.1, P18.2)."""
    pm, limits = t.prime_minister or "", t.edition.salary
    t.cabinet.clear()
    t.salaries.clear()
    t.salaries[pm] = limits.pm_min
    for seat, own in seats.items():
        if not own.post:
            continue
        if own.post in t.cabinet.values():
            raise PositionError(f"{seat}.post", f"{own.post} is already taken (P18.1).")
        if seat == pm or seat not in t.government:
            raise PositionError(f"{seat}.post", "is only for members of the Government (P18.1).")
        t.cabinet[seat] = own.post
        t.salaries[seat] = 0
    for seat, own in seats.items():
        if own.salary is None:
            continue
        if seat in t.salaries:
            if seat == pm and own.salary < limits.pm_min:
                reason = f"must be at least {limits.pm_min:,} (P18.2)."
                raise PositionError(f"{seat}.salary", reason)
            t.salaries[seat] = own.salary
        elif own.salary:
            raise PositionError(f"{seat}.salary", "is only for players in office (P18.2).")
    if sum(t.salaries.values()) > limits.total_max:
        reason = f"all salaries together must be at most {limits.total_max:,} (P18.2)."
        raise PositionError("salary", reason)
