"""The contracts of a position: the alliances in force (Q7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any, Literal

from classkit.engine.errors import PositionError
from classkit.engine.schema import TextReader, Whole, Word

from ..state import BANK, OpolyState
from ..state_types import Alliance, DatedAlliance

Seat = Annotated[str, Word(lambda t: t.seats)]
Line = Annotated[str, TextReader(200, may_be_empty=True)]
Turn = Annotated[int, Whole(0, 10**6)]


@dataclass(frozen=True, kw_only=True)
class ContractFacts:
    """Facts about one contract over a group (Q7)."""

    group: Annotated[str, Word(lambda t: t.edition.groups)]
    parties: tuple[Seat, ...] = ()
    split: Mapping[Seat, Annotated[int, Whole(0, 100)]] | None = None
    building: Literal["free", "level"] = "free"
    note: Line = ""
    signed: Turn = 0
    ends: Turn = 0
    noticed_by: Line = ""
    own_rents: bool = False
    until: Turn = 0


def get_contract_facts(alliance: Alliance) -> dict[str, Any]:
    """Return the facts of a contract."""
    facts = asdict(alliance)
    return {"split": facts.pop("shares"), **facts}


def place_contracts(t: OpolyState, in_force: Sequence[ContractFacts]) -> None:
    """Create the stated alliances. Each needs a group with at least two owners (Q7.1)."""
    for stated in in_force:
        alliance = build_alliance(stated)
        owners = t.owners(alliance.group)
        parties = [seat for seat in t.seats if seat in owners]
        if BANK in owners or len(parties) < 2:
            reason = f"{alliance.group} must be owned in full, by at least two seats (Q7.1)."
        elif alliance.parties and alliance.parties != parties:
            reason = f"the parties of {alliance.group} must be its owners (Q7.1)."
        elif alliance.group in t.alliances:
            reason = f"{alliance.group} has two contracts; it can have only one (Q7.2)."
        elif alliance.shares and set(alliance.shares) != set(parties) and not alliance.own_rents:
            reason = "a split must name each party once (Q7.1)."
        else:
            alliance.parties = parties
            t.alliances[alliance.group] = alliance
            continue
        raise PositionError("alliances", reason)


def build_alliance(stated: ContractFacts) -> Alliance:
    """Build the stated alliance. Raise PositionError if the split is not 100%."""
    shares = dict(stated.split or {})
    if shares and sum(shares.values()) != 100:
        raise PositionError("alliances", "the percentages of a split must add up to 100 (Q7.1).")
    terms = {name: value for name, value in vars(stated).items() if name not in ("split", "until")}
    terms |= {"parties": list(stated.parties), "shares": shares}
    return DatedAlliance(**terms, until=stated.until) if stated.until else Alliance(**terms)
