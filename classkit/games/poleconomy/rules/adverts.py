"""Advertising squares: directing visitors, sharing their payments, using one's own (P7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from classkit.engine.moves import Amount, Answer, Move, OneOf
from classkit.engine.requests import Flow, Seat

from ..state import BANK, Poleconomy
from .answers import STAY, YES_OR_NO
from .companies import Share, land_on_company, offer_square


def direct_visitor(t: Poleconomy, visitor: Seat, owner: Seat, advert: str) -> Flow[None]:
    """Let the owner leave the visitor there or direct him to any company (P7.2)."""
    refusals = 0
    while True:
        answer = yield from t.ask(
            owner, "direct_visitor",
            partial(directing_moves, t, visitor, owner, refusals), rule="P7.2",
            default=default_direction(t, owner),
            about={
                "visitor": visitor, "advert": advert, "profit": t.company_profit,
                "refusals": refusals,
            },
        )  # fmt: skip
        if answer.move == "stay":
            tell_direction(t, visitor, owner, advert, None, 0, None)
            return
        company, share = str(answer.fields["company"]), int(answer.fields["share_ask"])
        if share == 0:
            tell_direction(t, visitor, owner, advert, company, 0, None)
            break
        reply = yield from ask_for_share(t, visitor, owner, advert, company, share)
        tell_direction(t, visitor, owner, advert, company, share, reply)
        if reply == "yes":
            break
        refusals += 1
    t.move_beaver(visitor, company, "directed", "P7.2")
    yield from land_on_company(t, visitor, company, Share(share, owner) if share else None)


def ask_for_share(
    t: Poleconomy, visitor: Seat, owner: Seat, advert: str, company: str, share: int
) -> Flow[str]:
    """Ask the owner of the company whether to share the profit; return the reply (P7.4)."""
    answer = yield from t.ask(
        t.owner(company), "accept_share", YES_OR_NO, rule="P7.4", default="yes",
        about={
            "visitor": visitor, "asked_by": owner, "advert": advert, "company": company,
            "share": share, "profit": t.company_profit,
        },
    )  # fmt: skip
    return answer.move


def tell_direction(
    t: Poleconomy, visitor: Seat, owner: Seat, advert: str,
    company: str | None, share: int, reply: str | None,
) -> None:  # fmt: skip
    """Tell what the owner of the advertising square did, and what the answer was."""
    t.tell(
        "visitor_directed", "P7.4" if share else "P7.2", owner, owner=owner, visitor=visitor,
        advert=advert, company=company, share_asked=share, share_answer=reply,
    )  # fmt: skip


def default_direction(t: Poleconomy, owner: Seat) -> Answer:
    """Return the default: to the owner's company with the smallest id, else stay (P7.3)."""
    own = t.companies_of(owner)
    return Answer("direct", {"company": own[0], "share_ask": 0}) if own else Answer("stay")


def directing_moves(
    t: Poleconomy, visitor: Seat, owner: Seat, refusals: int
) -> tuple[Move, ...]:  # fmt: skip
    """List staying and any company, with the share that may still be asked (P7.2, P7.4)."""
    profit = t.company_profit
    return (
        STAY,
        Move(
            "direct",
            refuse=partial(refuse_share, t, visitor, owner, refusals),
            company=OneOf(t.edition.places, of="space", rule=partial(refuse_company, t)),
            share_ask=Amount(
                0, profit, t.edition.unit, unit="$", why="it is the Company Profit (P7.4)"
            ),
        ),
    )


def refuse_company(t: Poleconomy, place: str) -> str | None:
    """Refuse to direct a visitor to anything but a company (P7.2)."""
    if place in t.edition.companies:
        return None
    return f"Visitors are directed to companies, and {place} is {t.edition.kind_of(place)} (P7.2)."


def refuse_share(
    t: Poleconomy, visitor: Seat, owner: Seat, refusals: int, values: Mapping[str, Any]
) -> str | None:
    """Refuse a share that may not be asked for this company (P7.4)."""
    if values["share_ask"] == 0:
        return None
    company = values["company"]
    landlord = t.owner(company)
    if landlord == BANK:
        return f"{company} belongs to nobody, so there is no share to ask (P7.4)."
    if landlord == visitor:
        return f"{company} is {visitor}'s own, so there is no share to ask (P7.4)."
    if landlord == owner:
        return f"{company} is {owner}'s own: the whole profit is due to {owner} (P7.3)."
    if refusals >= t.options.share_asks_max:
        return f"{refusals} asks have been refused; now only a share of 0 is possible (P7.4)."
    if t.options.advert_deal_only_without_company and t.companies_of(owner):
        return f"{owner} owns a company and may not ask for shares at this table (P7.4)."
    return None


def use_own_advert(t: Poleconomy, seat: Seat, advert: str) -> Flow[None]:
    """Let the owner stay, or move to an unowned square or to a company of his own (P7.5)."""
    answer = yield from t.ask(
        seat, "own_advert", partial(own_advert_moves, t, seat), rule="P7.5", default="stay",
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


def own_advert_moves(t: Poleconomy, seat: Seat) -> tuple[Move, ...]:
    """List where one's own advertising may lead now (P7.5)."""
    target = OneOf(t.edition.places, of="space", rule=partial(refuse_own_target, t, seat))
    return (STAY, Move("go", barred=partial(nowhere_to_go, t, seat), square=target))


def refuse_own_target(t: Poleconomy, seat: Seat, square: str) -> str | None:
    """Refuse all but an unowned square and a company of one's own (P7.5)."""
    owner = t.ledger.titles.get(square)
    if owner is None:
        kind = t.edition.kind_of(square)
        return f"{square} is {kind}; own advertising leads to companies and advertising (P7.5)."
    if owner not in (BANK, seat):
        return f"{square} belongs to {owner}; own advertising leads to no other player (P7.5)."
    if owner == seat and t.edition.squares[square].kind == "advert":
        return f"{square} is {seat}'s own advertising: only companies of one's own count (P7.5)."
    return None


def nowhere_to_go(t: Poleconomy, seat: Seat) -> str:
    """Return why own advertising leads nowhere; an empty text if it leads somewhere (P7.5)."""
    if any(refuse_own_target(t, seat, square) is None for square in t.edition.ownable):
        return ""
    return f"No square is unowned and {seat} owns no company (P7.5)."
