"""Parties: founding, joining, admission, and the units whose votes are counted (P16.2, P16.4)."""

from __future__ import annotations

from functools import partial

from classkit.engine.moves import Move, OneOf
from classkit.engine.requests import Flow, Seat
from classkit.procedures.votes import sealed_vote

from ..country import Country

INDEPENDENT = "independent"
STAND_ALONE = Move(INDEPENDENT)


def form_parties(t: Country) -> Flow[None]:
    """Let each found a party, join one or stay alone, clockwise from the Banker (P16.2)."""
    for seat in t.clockwise(t.banker):
        yield from choose_party(t, seat)


def choose_party(t: Country, seat: Seat) -> Flow[None]:
    """Let one player choose. After a refusal he chooses again, without that party."""
    refused_by: list[str] = []
    while True:
        answer = yield from t.ask(
            seat, "choose_party", partial(party_moves, t, seat, tuple(refused_by)), rule="P16.2",
            default=INDEPENDENT, about={"refused_by": tuple(refused_by)},
        )  # fmt: skip
        party = str(answer.fields.get("party", INDEPENDENT))
        if answer.move != "join":
            break
        members = members_of(t, party)
        vote = yield from sealed_vote(
            t, members, "admit_member", rule="P16.2", about={"applicant": seat, "party": party}
        )
        if vote.unanimous:
            break
        refused_by.append(party)
    if party != INDEPENDENT:
        t.parties[seat] = party
    t.tell("party_changed", "P16.2", seat, party=party)


def party_moves(t: Country, seat: Seat, refused_by: tuple[str, ...]) -> tuple[Move, ...]:
    """List staying alone, founding a party, and asking to be admitted to one (P16.2)."""
    names, founded = t.edition.politics.parties, tuple(dict.fromkeys(t.parties.values()))

    def refuse_founding(name: str) -> str | None:
        return f"{name} has been founded already (P16.2)." if name in founded else None

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
        STAND_ALONE,
        Move("found", barred=taken, party=OneOf(names, rule=refuse_founding)),
        Move("join", barred=barred, party=OneOf(joinable, rule=refuse_joining)),
    )


def units_of(t: Country) -> dict[str, tuple[Seat, ...]]:
    """Return parties and independents with their members, clockwise from the Banker (P16.4)."""
    units: dict[str, tuple[Seat, ...]] = {}
    for seat in t.clockwise(t.banker):
        unit = t.parties.get(seat, seat)
        units[unit] = (*units.get(unit, ()), seat)
    return units


def members_of(t: Country, unit: str) -> tuple[Seat, ...]:
    """List the members of a party, or an independent, clockwise from the Banker."""
    return units_of(t)[unit]


def leader_of(t: Country, members: tuple[Seat, ...]) -> Seat:
    """Return the member with most votes; ties go to the first clockwise from the Banker (P16.5)."""
    return members[0] if len(members) == 1 else max(members, key=t.votes.__getitem__)


def units_in_order(t: Country) -> dict[str, tuple[Seat, ...]]:
    """Return units with their members, those with most votes first (P16.5).

    Ties go to the unit whose leader comes first clockwise from the Banker.
    """
    order = t.clockwise(t.banker)
    units = units_of(t)

    def place(unit: str) -> tuple[int, int]:
        return -t.votes_of(units[unit]), order.index(leader_of(t, units[unit]))

    return {unit: units[unit] for unit in sorted(units, key=place)}


def votes_of_units(t: Country) -> dict[str, int]:
    """Return the votes that each unit controls (P16.3)."""
    return {unit: t.votes_of(members) for unit, members in units_in_order(t).items()}
