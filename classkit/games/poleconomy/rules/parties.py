"""Parties, their members, and the units whose votes are counted (P16.2, P16.4)."""

from __future__ import annotations

from functools import partial

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Move, OneOf
from classkit.mechanics.sealed_votes import sealed_vote

from ..country_state import CountryState

INDEPENDENT = "independent"
INDEPENDENT_MOVE = Move(INDEPENDENT)


def form_parties(t: CountryState) -> Flow[None]:
    """Let each player found a party, join one or stay independent, Banker first (P16.2)."""
    for seat in t.clockwise(t.banker):
        yield from choose_party(t, seat)


def choose_party(t: CountryState, seat: Seat) -> Flow[None]:
    """Let one player choose. If a party does not admit the player, ask again without it."""
    refused_by: list[str] = []
    while True:
        answer = yield from t.ask(
            seat, "choose_party", partial(list_party_moves, t, seat, tuple(refused_by)),
            rule="P16.2", default=INDEPENDENT, about={"refused_by": tuple(refused_by)},
        )  # fmt: skip
        party = str(answer.fields.get("party", INDEPENDENT))
        if answer.move != "join":
            break
        members = list_members(t, party)
        vote = yield from sealed_vote(
            t, members, "admit_member", rule="P16.2", about={"applicant": seat, "party": party}
        )
        if vote.is_unanimous:
            break
        refused_by.append(party)
    if party != INDEPENDENT:
        t.parties[seat] = party
    t.tell("party_changed", "P16.2", seat, party=party)


def list_party_moves(t: CountryState, seat: Seat, refused_by: tuple[str, ...]) -> tuple[Move, ...]:
    """Return the moves: stay independent, found a party, and ask to join one (P16.2)."""
    names, founded = t.edition.politics.parties, tuple(dict.fromkeys(t.parties.values()))

    def refuse_founding(name: str) -> str | None:
        return f"{name} has already been founded (P16.2)." if name in founded else None

    def refuse_joining(party: str) -> str | None:
        if party not in founded:
            return f"{party} has not been founded (P16.2)."
        return f"{party} has refused {seat} (P16.2)." if party in refused_by else None

    barred, taken = "", ""
    if not founded:
        barred = "No party has been founded yet (P16.2)."
    elif all(refuse_joining(party) for party in founded):
        barred = f"Every party has refused {seat} (P16.2)."
    if all(refuse_founding(name) for name in names):
        taken = "Every name for a party is taken (P16.2)."
    joinable = (*founded, *(name for name in names if name not in founded))
    return (
        INDEPENDENT_MOVE,
        Move("found", barred=taken, party=OneOf(names, rule=refuse_founding)),
        Move("join", barred=barred, party=OneOf(joinable, rule=refuse_joining)),
    )


def get_units(t: CountryState) -> dict[str, tuple[Seat, ...]]:
    """Return parties and independents with their members, clockwise from the Banker (P16.4)."""
    units: dict[str, tuple[Seat, ...]] = {}
    for seat in t.clockwise(t.banker):
        unit = t.parties.get(seat, seat)
        units[unit] = (*units.get(unit, ()), seat)
    return units


def list_members(t: CountryState, unit: str) -> tuple[Seat, ...]:
    """Return the members of a party, or the independent player, clockwise from the Banker."""
    return get_units(t)[unit]


def get_leader(t: CountryState, members: tuple[Seat, ...]) -> Seat:
    """Return the member with most votes. Ties go to the first after the Banker (P16.5)."""
    return members[0] if len(members) == 1 else max(members, key=t.votes.__getitem__)


def rank_units(t: CountryState) -> dict[str, tuple[Seat, ...]]:
    """Return units with their members, most votes first (P16.5).

    Ties go to the unit whose leader is first in the order clockwise from the Banker.
    """
    order = t.clockwise(t.banker)
    units = get_units(t)

    def place(unit: str) -> tuple[int, int]:
        return -t.sum_votes(units[unit]), order.index(get_leader(t, units[unit]))

    return {unit: units[unit] for unit in sorted(units, key=place)}


def count_unit_votes(t: CountryState) -> dict[str, int]:
    """Return the votes of each unit (P16.3)."""
    return {unit: t.sum_votes(members) for unit, members in rank_units(t).items()}
