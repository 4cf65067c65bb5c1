"""Positions of Game 2: the state of the country, stated in the words of the rules.

Facts of the table are ``treasury`` (dollars), ``unissued`` (bonds; the Bank holds what neither
the Treasury nor a player has), ``law`` (as it could be tabled), ``government`` (a list of seats),
``deferred`` (subsidies with their ``due_turn``) and ``motion_made``; facts of a seat ``party``,
``votes``, ``post`` and ``salary``. Where nothing is said of the Government, it is the Prime
Minister's party with others in the order of P16.5 until they have a majority.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from classkit.engine.errors import PositionError, shorten
from classkit.engine.moves import Bundle

from .country import TREASURY, Country
from .elections import joined
from .law_forms import law_form, refuse_twice, subsidy_fields
from .laws import Deferred, plain_law, plain_subsidy, read_law, read_subsidy
from .parties import INDEPENDENT, votes_of_units
from .state import BANK

STATE_FACTS = ("treasury", "unissued", "law", "government", "deferred", "motion_made")
OFFICE_FACTS = ("party", "votes", "post", "salary")
VOTES_MAX = 10_000
DELAY_MAX = 3

Reader = Callable[..., int]


def state_facts(t: Country) -> dict[str, Any]:
    """The facts of the state at the beginning of a turn."""
    return {
        "treasury": t.cash(TREASURY),
        "unissued": t.unissued,
        "law": plain_law(t.law),
        "government": list(t.government),
        "deferred": [{**plain_subsidy(d.subsidy), "due_turn": d.due_turn} for d in t.deferred],
        "motion_made": t.motion_made,
    }


def office_facts(t: Country, seat: str) -> dict[str, Any]:
    """The facts of a seat in politics."""
    return {
        "party": t.parties.get(seat, INDEPENDENT),
        "votes": t.votes[seat],
        "post": t.cabinet.get(seat, ""),
        "salary": t.salaries.get(seat, 0),
    }


def place_state(
    t: Country,
    facts: Mapping[str, Any],
    seats: Mapping[str, Mapping[str, Any]],
    whole: Reader,
    money: Reader,
) -> None:
    """Make the state what the facts say; PositionError names the fact and the reason."""
    place_laws(t, facts, whole)
    place_politics(t, facts, seats, whole, money)
    if "treasury" in facts:
        wanted = money(t, "treasury", facts["treasury"])
        t.ledger.move("dollars", t.cash(TREASURY), TREASURY, BANK)
        if wanted > t.cash(BANK):
            raise PositionError("treasury", f"the Bank has only {t.cash(BANK):,} left for it.")
        t.ledger.move("dollars", wanted, BANK, TREASURY)
    if "unissued" in facts:
        unissued = whole("unissued", facts["unissued"], 0, 1_000)
        if unissued > t.unissued:
            total = t.edition.finance.treasury_bonds
            reason = f"there are {total} bonds in all; {t.unissued} are left, not {unissued}."
            raise PositionError("unissued", reason)
        t.ledger.move("bond", t.unissued - unissued, TREASURY, BANK)


def place_laws(t: Country, facts: Mapping[str, Any], whole: Reader) -> None:
    """The law in force and subsidies still to be paid (P19.3, P19.5)."""
    language, band = t.edition.politics.language, t.options.min_band_width
    if "law" in facts:
        if reason := law_form(language, band).refuse(facts["law"]):
            raise PositionError("law", reason)
        t.law = read_law(facts["law"])
    stated = facts.get("deferred", [])
    if not isinstance(stated, list):
        raise PositionError("deferred", "is a list of subsidies.")
    form = Bundle(lambda value: refuse_twice(value["when"]), **subsidy_fields(language, band))
    for number, one in enumerate(stated):
        fact = f"deferred[{number}]"
        if not isinstance(one, Mapping) or "due_turn" not in one:
            raise PositionError(fact, "is a subsidy with the turn in which it is due: due_turn.")
        terms = {key: value for key, value in one.items() if key != "due_turn"}
        if reason := form.refuse(terms):
            raise PositionError(fact, reason)
        latest = t.turn + DELAY_MAX * len(t.seats)
        due = whole(f"{fact}.due_turn", one["due_turn"], t.turn + 1, latest)
        t.deferred.append(Deferred(read_subsidy(terms), due))


def place_politics(
    t: Country,
    facts: Mapping[str, Any],
    seats: Mapping[str, Mapping[str, Any]],
    whole: Reader,
    money: Reader,
) -> None:
    """Parties, votes, Government, Prime Minister, Cabinet and salaries (P16, P18)."""
    for seat, stated in seats.items():
        if "party" in stated:
            party = stated["party"]
            known = (INDEPENDENT, *t.edition.politics.parties)
            if not isinstance(party, str) or party not in known:
                raise PositionError(f"{seat}.party", f"must be one of {', '.join(known)}.")
            t.parties.pop(seat, None)
            if party != INDEPENDENT:
                t.parties[seat] = party
        if "votes" in stated:
            t.votes[seat] = whole(f"{seat}.votes", stated["votes"], 3, VOTES_MAX)
    motion_made = facts.get("motion_made", False)
    if not isinstance(motion_made, bool):
        raise PositionError("motion_made", f"is true or false, not {shorten(motion_made)}.")
    t.motion_made = motion_made
    offices = any(fact in stated for stated in seats.values() for fact in OFFICE_FACTS)
    if offices or "government" in facts or "prime_minister" in facts:
        place_government(t, facts)
        place_offices(t, seats, money)


def place_government(t: Country, facts: Mapping[str, Any]) -> None:
    """The Government has a majority, and the Prime Minister is in it (P16.4, P16.7)."""
    pm = t.prime_minister or t.seats[0]
    if "government" not in facts:
        units = joined(t, t.parties.get(pm, pm), votes_of_units(t))
        members = [seat for seat in t.seats if t.parties.get(seat, seat) in units]
    else:
        members = facts["government"]
        if (
            not isinstance(members, list)
            or not members
            or not set(map(str, members)) <= set(t.seats)
        ):
            raise PositionError("government", f"is a list of seats, of {', '.join(t.seats)}.")
        if not t.has_majority(t.votes_of(tuple(dict.fromkeys(members)))):
            raise PositionError("government", "has no majority of the votes (P16.4).")
    t.government = tuple(seat for seat in t.seats if seat in members)
    if pm in t.government:
        return
    if "prime_minister" in facts:
        raise PositionError("prime_minister", f"{pm} is not in the Government (P16.7).")
    t.prime_minister = max(t.government, key=lambda seat: t.votes[seat])
    if "mover" not in facts:
        t.mover = t.prime_minister


def place_offices(t: Country, seats: Mapping[str, Mapping[str, Any]], money: Reader) -> None:
    """Posts and salaries of the Prime Minister and the ministers (P18.1, P18.2)."""
    pm, finance = t.prime_minister or "", t.edition.finance
    t.cabinet.clear()
    t.salaries.clear()
    t.salaries[pm] = finance.pm_min
    for seat, stated in seats.items():
        post = stated.get("post", "")
        if post == "":
            continue
        if post not in t.edition.politics.cabinet or post in t.cabinet.values():
            listed = ", ".join(t.edition.politics.cabinet)
            raise PositionError(f"{seat}.post", f"must be one of {listed}, each once (P18.1).")
        if seat == pm or seat not in t.government:
            raise PositionError(f"{seat}.post", "is for members of the Government only (P18.1).")
        t.cabinet[seat] = post
        t.salaries[seat] = 0
    for seat, stated in seats.items():
        salary = money(t, f"{seat}.salary", stated.get("salary", t.salaries.get(seat, 0)))
        if seat in t.salaries:
            if seat == pm and salary < finance.pm_min:
                raise PositionError(f"{seat}.salary", f"is at least {finance.pm_min:,} (P18.2).")
            t.salaries[seat] = salary
        elif salary:
            raise PositionError(f"{seat}.salary", "is for those in office only (P18.2).")
    if sum(t.salaries.values()) > finance.total_max:
        raise PositionError("salary", f"all together are at most {finance.total_max:,} (P18.2).")
