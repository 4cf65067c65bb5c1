"""Advertising squares: directing visitors, sharing profits, and using own advertising (P7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.decisions import Flow, Seat
from classkit.engine.moves import Amount, Answer, Move, OneOf
from classkit.engine.rulebook_text import format_count

from ..state import BANK, PoleconomyState
from .companies import ProfitShare, land_on_company, offer_square
from .shared_moves import STAY, YES_OR_NO


def direct_visitor(t: PoleconomyState, visitor: Seat, owner: Seat, advert: str) -> Flow[None]:
    """Let the owner keep the visitor there or direct them to any company (P7.2)."""
    refusals = 0
    while True:
        answer = yield from t.ask(
            owner, "direct_visitor",
            partial(list_direction_moves, t, visitor, owner, refusals), rule="P7.2",
            default=get_default_direction(t, owner),
            about={
                "visitor": visitor, "advert": advert, "profit": t.company_profit,
                "refusals": refusals,
            },
        )  # fmt: skip
        if answer.move == "stay":
            log_direction(t, visitor, owner, advert, None, 0, None)
            return
        company, share = str(answer.fields["company"]), int(answer.fields["share_ask"])
        if share == 0:
            log_direction(t, visitor, owner, advert, company, 0, None)
            break
        reply = yield from ask_for_share(t, visitor, owner, advert, company, share)
        log_direction(t, visitor, owner, advert, company, share, reply)
        if reply == "yes":
            break
        refusals += 1
    t.move_beaver(visitor, company, "directed", "P7.2")
    yield from land_on_company(t, visitor, company, ProfitShare(share, owner) if share else None)


def ask_for_share(
    t: PoleconomyState, visitor: Seat, owner: Seat, advert: str, company: str, share: int
) -> Flow[str]:
    """Ask the company's owner to share the profit, and return the reply (P7.4)."""
    answer = yield from t.ask(
        t.get_owner(company), "accept_share", YES_OR_NO, rule="P7.4", default="yes",
        about={
            "visitor": visitor, "asked_by": owner, "advert": advert, "company": company,
            "share": share, "profit": t.company_profit,
        },
    )  # fmt: skip
    return answer.move


def log_direction(
    t: PoleconomyState, visitor: Seat, owner: Seat, advert: str,
    company: str | None, share: int, reply: str | None,
) -> None:  # fmt: skip
    """Log the decision of the advertising square's owner, and the reply."""
    t.tell(
        "visitor_directed", "P7.4" if share else "P7.2", owner, owner=owner, visitor=visitor,
        advert=advert, company=company, share_asked=share, share_answer=reply,
    )  # fmt: skip


def get_default_direction(t: PoleconomyState, owner: Seat) -> Answer:
    """Return the default: the owner's company with the smallest id, or else staying (P7.3)."""
    own = t.list_companies(owner)
    return Answer("direct", {"company": own[0], "share_ask": 0}) if own else Answer("stay")


def list_direction_moves(
    t: PoleconomyState, visitor: Seat, owner: Seat, refusals: int
) -> tuple[Move, ...]:  # fmt: skip
    """Return the moves: stay, direct to a company, and ask for a share (P7.2, P7.4)."""
    profit = t.company_profit
    return (
        STAY,
        Move(
            "direct",
            refuse=partial(refuse_share, t, visitor, owner, refusals),
            company=OneOf(t.edition.places, of="space", rule=partial(refuse_company, t)),
            share_ask=Amount(
                0,
                profit,
                t.edition.unit,
                unit=t.currency,
                why="the maximum is the Company Profit (P7.4)",
            ),
        ),
    )


def refuse_company(t: PoleconomyState, place: str) -> str | None:
    """Return a reason if the place is not a company (P7.2)."""
    if place in t.edition.companies:
        return None
    kind = t.edition.describe_space(place)
    return f"Visitors are directed to companies, but {place} is {kind} (P7.2)."


def refuse_share(
    t: PoleconomyState, visitor: Seat, owner: Seat, refusals: int, values: Mapping[str, Any]
) -> str | None:
    """Return the reason why this share cannot be requested from this company, or None (P7.4)."""
    if values["share_ask"] == 0:
        return None
    company = values["company"]
    landlord = t.get_owner(company)
    if landlord == BANK:
        return f"{company} belongs to nobody, so there is no share to ask for (P7.4)."
    if landlord == visitor:
        return f"{company} is {visitor}'s own, so there is no share to ask for (P7.4)."
    if landlord == owner:
        return f"{company} is {owner}'s own: the whole profit is due to {owner} (P7.3)."
    if refusals >= t.options.share_asks_max:
        return f"After {format_count(refusals, 'refusal')}, only a share of 0 is possible (P7.4)."
    if t.options.advert_deal_only_without_company and t.list_companies(owner):
        return f"{owner} owns a company and may not ask for shares at this table (P7.4)."
    return None


def use_own_advert(t: PoleconomyState, seat: Seat, advert: str) -> Flow[None]:
    """Let the owner stay, or move to an unowned square or an own company (P7.5)."""
    answer = yield from t.ask(
        seat, "own_advert", partial(list_own_advert_moves, t, seat), rule="P7.5", default="stay",
        about={"advert": advert},
    )  # fmt: skip
    if answer.move == "stay":
        return
    square = str(answer.fields["square"])
    t.move_beaver(seat, square, "own_advert", "P7.5")
    if t.edition.squares[square].kind == "company":
        yield from land_on_company(t, seat, square)
    else:
        yield from offer_square(t, seat, square, "P7.1")


def list_own_advert_moves(t: PoleconomyState, seat: Seat) -> tuple[Move, ...]:
    """Return the moves that own advertising offers now (P7.5)."""
    target = OneOf(t.edition.places, of="space", rule=partial(refuse_own_target, t, seat))
    return (STAY, Move("go", barred=partial(explain_no_target, t, seat), square=target))


def refuse_own_target(t: PoleconomyState, seat: Seat, square: str) -> str | None:
    """Return a reason unless the square is unowned or one of the seat's companies (P7.5)."""
    owner = t.ledger.titles.get(square)
    if owner is None:
        kind = t.edition.describe_space(square)
        return (
            f"{square} is {kind}; own advertising leads only to companies and advertising (P7.5)."
        )
    if owner not in (BANK, seat):
        return (
            f"{square} belongs to {owner}; own advertising does not lead to other players (P7.5)."
        )
    if owner == seat and t.edition.squares[square].kind == "advert":
        return f"{square} is {seat}'s own advertising; only own companies are possible (P7.5)."
    return None


def explain_no_target(t: PoleconomyState, seat: Seat) -> str:
    """Return the reason why the owner's advertising cannot lead anywhere, or "" (P7.5)."""
    if any(refuse_own_target(t, seat, square) is None for square in t.edition.ownable_squares):
        return ""
    return f"No square is unowned and {seat} owns no company (P7.5)."
