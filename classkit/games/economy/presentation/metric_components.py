"""The expressions of property, concentration and points.

Half of all turns change no ownership, so values that depend on ownership are cached until a
property changes hands. Computing them for each row takes a third of a match's time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from classkit.engine.decisions import Seat
from classkit.engine.events import Transfer
from classkit.engine.metrics.counters import counted_from, set_by
from classkit.engine.metrics.expressions import (
    Expression,
    by_parts,
    cache_rows,
    holding,
    same_for_seats,
)
from classkit.engine.metrics.formulas import (
    computed_from,
    concentration_of,
    ratio_of,
    square_amounts,
    square_shares,
)
from classkit.engine.metrics.row_cache import once_a_row
from classkit.engine.metrics.titles import titles
from classkit.engine.rulebook_text import Sentence, TextFormatter
from classkit.engine.untrusted_input import FrozenDict

from ..rules.stakes import build_stakes
from ..rules_data import Deck
from ..state import (
    ACCOUNT_SEATS,
    BOX,
    PIECE_TITLES,
    PLAYER_ACCOUNTS,
    POINTS,
    SCORE_ACCOUNTS,
    SPACE_PREFIX,
    EconomyState,
    get_account_space,
)

SHARE_KIND, CONCENTRATION_KIND, OWNED_KIND, LANDINGS_KIND, SWING_KIND = (
    "share", "hhi", "owned", "landings", "swing",
)  # fmt: skip
OWN_POINTS, RIVAL_POINTS = "own", "rival"

# --- caches between rows --------------------------------------------------------------------------


@lru_cache(maxsize=256)  # one for each table of a large class, and more
def remember_cards(
    seats: tuple[Seat, ...], deck: Deck, accounts: tuple[str, ...]
) -> dict[Any, Any]:
    """Return the metric cache for the current accounts of all cards."""
    return {}


@lru_cache(maxsize=2048)
def remember_sector(
    seats: tuple[Seat, ...], deck: Deck, sector: str, accounts: tuple[str, ...]
) -> dict[Any, Any]:
    """Return the metric cache for the current accounts of a sector's cards."""
    return {}


@once_a_row
def get_memory(t: EconomyState) -> dict[Any, Any]:
    """Return the metric cache for the current owners of all cards."""
    held = t.ledger.titles
    return remember_cards(t.seats, t.deck, tuple(map(held.__getitem__, t.deck.ids)))


@once_a_row
def get_sector_memories(t: EconomyState) -> list[tuple[str, dict[Any, Any]]]:
    """Return the metric cache for the current owners of each sector's cards."""
    held, seats, deck = t.ledger.titles, t.seats, t.deck
    return [
        (sector, remember_sector(seats, deck, sector, tuple(map(held.__getitem__, cards))))
        for sector, cards in deck.of_sector.items()
    ]


# --- property cards -------------------------------------------------------------------------------


def get_space_accounts(t: EconomyState, sector: str) -> tuple[str, ...]:
    return tuple(account for account in t.ledger.accounts() if get_account_space(account))


def get_card_points(t: EconomyState, card: str) -> int:
    """Return the points of a card (E5.3)."""
    return t.deck.cards[card].points


def list_cards(t: EconomyState) -> Iterable[str]:
    return t.deck.ids


def list_sector_cards(t: EconomyState, sector: str) -> Iterable[str]:
    return t.deck.of_sector[sector]


def list_category_cards(t: EconomyState, category: str) -> list[str]:
    return [card for card in t.deck.ids if t.deck.cards[card].category == category]


def list_sectors(t: EconomyState) -> Iterable[str]:
    return t.deck.of_sector


def compute_sectors(t: EconomyState, compute: Callable[..., Any]) -> list[Any]:
    """Return a value for each sector, computed only where cards have moved."""
    memories = get_sector_memories(t)
    for sector, known in memories:
        if compute not in known:
            known[compute] = compute(t, sector)
    return [known[compute] for _, known in memories]


def over_sectors(one: Expression) -> Expression:
    """Return a metric of seats by sectors, cached until cards move."""
    read = one.get_seats_reader()

    def read_sector(t: EconomyState, sector: str) -> tuple[Any, ...]:
        return tuple(read(t, sector).values())

    def read_seats(t: EconomyState) -> FrozenDict:
        memory = get_memory(t)
        found: FrozenDict | None = memory.get(read_sector)
        if found is None:
            of_seats = zip(t.seats, zip(*compute_sectors(t, read_sector), strict=True), strict=True)
            sectors = t.deck.of_sector
            found = memory[read_sector] = FrozenDict(
                {seat: FrozenDict(zip(sectors, of_seat, strict=True)) for seat, of_seat in of_seats}
            )
        return found

    def value(t: EconomyState, seat: Seat) -> FrozenDict:
        of_seat: FrozenDict = read_seats(t)[seat]
        return of_seat

    return replace(by_parts(list_sectors, one), value=value, read_seats=read_seats)


def over_table_sectors(one: Expression) -> Expression:
    """Return a metric of the table by sectors, cached until cards move."""
    compute = one.value

    def value(t: EconomyState) -> FrozenDict:
        memory = get_memory(t)
        found: FrozenDict | None = memory.get(compute)
        if found is None:
            values = compute_sectors(t, compute)
            found = memory[compute] = FrozenDict(zip(t.deck.of_sector, values, strict=True))
        return found

    return replace(by_parts(list_sectors, one), value=value)


get_owners = once_a_row(EconomyState.get_sector_worth)


def count_categories(t: EconomyState) -> dict[Seat, dict[str, int]]:
    """Return the number of cards of each category that seats hold, in a single pass for speed."""
    found = {seat: dict.fromkeys(t.edition.categories, 0) for seat in t.seats}
    held, cards = t.ledger.titles, t.deck.cards
    for card in t.deck.ids:
        if (account := held[card]) in ACCOUNT_SEATS:
            found[ACCOUNT_SEATS[account]][cards[card].category] += 1
    return found


def sum_sector_points(t: EconomyState, sector: str) -> int:
    """Return the total points of the owned cards of a sector."""
    return sum(get_owners(t, sector).values())


def sum_sectors(t: EconomyState) -> dict[Seat, int]:
    """Return the points of each seat's cards, as a sum over the sectors."""
    of_sectors = [points.values() for points in compute_sectors(t, read_sector_points)]
    return dict(zip(t.seats, map(sum, zip(*of_sectors, strict=True)), strict=True))


def read_sector_points(t: EconomyState, sector: str) -> dict[Seat, int]:
    """Return the points of each seat's cards in a sector."""
    owned = get_owners(t, sector)
    return {seat: owned.get(seat, 0) for seat in t.seats}


SECTOR_CARDS = replace(
    titles(list_sector_cards, PLAYER_ACCOUNTS, of_part=True, worth=get_card_points),
    value=lambda t, seat, sector: get_owners(t, sector).get(seat, 0),
    read_seats=read_sector_points,
)
PROPERTY_WORTH = cache_rows(
    replace(titles(list_cards, PLAYER_ACCOUNTS, worth=get_card_points), read_seats=sum_sectors),
    get_memory,
)
CARDS_HELD = cache_rows(
    replace(
        by_parts(
            lambda t: t.edition.categories,
            titles(list_category_cards, PLAYER_ACCOUNTS, of_part=True),
        ),
        read_seats=count_categories,
    ),
    get_memory,
)


def list_owners(t: EconomyState, sector: str) -> tuple[str, ...]:
    return tuple(PLAYER_ACCOUNTS[seat] for seat in t.seats)


SECTOR_WORTH = over_table_sectors(
    replace(
        titles(list_sector_cards, list_owners, of_part=True, worth=get_card_points),
        value=sum_sector_points,
    )
)
SECTOR_SHARE = over_sectors(
    ratio_of(
        SECTOR_CARDS, same_for_seats(sum_sector_points), 100, empty=None, kind=OWNED_KIND,
        facts=lambda t, seat, sector: {"total": sum_sector_points(t, sector)},
    )
)  # fmt: skip

# --- concentration --------------------------------------------------------------------------------


def compute_herfindahl(worth: Mapping[Seat, int]) -> float | None:
    """Return the Herfindahl–Hirschman index, the sum of squared shares, or None without shares.

    >>> round(compute_herfindahl({"A": 3, "B": 3, "C": 1}), 1)
    3877.6
    >>> compute_herfindahl({"A": 7}), compute_herfindahl({})
    (10000.0, None)
    """
    squares = square_amounts(worth.values())
    return sum(squares) if squares else None


def compute_mean_hhi(t: EconomyState) -> float | None:
    """Return the mean concentration of the sectors with an owner, or None without owners."""
    known = [one for one in SECTOR_HHI.value(t).values() if one is not None]
    return sum(known) / len(known) if known else None


def split_mean_hhi(t: EconomyState, owned: Mapping[tuple[Seat, str], Any]) -> dict[str, Any]:
    """Return the contribution of each sector with an owner to the mean concentration."""
    of_sector: dict[str, dict[Seat, Any]] = {}
    for (seat, sector), points in owned.items():
        of_sector.setdefault(sector, {})[seat] = points
    known = {sector: worth for sector, worth in of_sector.items() if any(worth.values())}
    return {
        sector: sum(square_shares(worth).values()) / len(known) for sector, worth in known.items()
    }


def split_swing(
    t: EconomyState, owned: Mapping[tuple[Seat, str], Any], seat: Seat, sector: str
) -> dict[str, Any]:
    """Return the seat's points in a sector, minus the points of the best rival (E4.1)."""
    best = max((points for (other, _), points in owned.items() if other != seat), default=0)
    return {OWN_POINTS: owned[seat, sector], RIVAL_POINTS: -best}


def list_swing_facts(t: EconomyState, seat: Seat, sector: str) -> dict[str, int]:
    """Return the seat's points and the best rival's."""
    stakes = build_stakes(get_owners(t, sector))
    return {OWN_POINTS: stakes.worth.get(seat, 0), RIVAL_POINTS: stakes.best_rival(seat)}


SECTOR_HHI = over_table_sectors(
    concentration_of(
        SECTOR_CARDS, kind=SHARE_KIND, reveals=False,
        value=lambda t, sector: compute_herfindahl(get_owners(t, sector)),
    )
)  # fmt: skip
OVERALL_HHI = cache_rows(
    concentration_of(PROPERTY_WORTH, kind=SHARE_KIND, empty=None, reveals=False), get_memory
)
MARKET_HHI = cache_rows(
    computed_from(
        SECTOR_CARDS,
        lambda t: [(seat, sector) for seat in t.seats for sector in t.deck.of_sector],
        split_mean_hhi,
        kind=CONCENTRATION_KIND,
        facts=lambda t: SECTOR_HHI.value(t),
        value=compute_mean_hhi,
        reveals=False,
    ),
    get_memory,
)


def read_swings(t: EconomyState, sector: str) -> dict[Seat, int]:
    """Return the swing of each seat in a sector (E4.1)."""
    stakes = build_stakes(get_owners(t, sector))
    return {seat: stakes.swing(seat) for seat in t.seats}


SWING = over_sectors(
    replace(
        computed_from(
            SECTOR_CARDS,
            lambda t, seat, sector: [(one, sector) for one in t.seats],
            split_swing,
            kind=SWING_KIND,
            facts=list_swing_facts,
            reveals=False,
        ),
        read_seats=read_swings,
    )
)

# --- the board ------------------------------------------------------------------------------------


def is_laid(moved: Transfer, t: EconomyState) -> int:
    """Return 1 for a card that enters the board, -1 for one that leaves it (E3.7)."""
    if moved.unit in {PIECE_TITLES[seat] for seat in t.seats}:
        return 0
    return moved.target.startswith(SPACE_PREFIX) - moved.source.startswith(SPACE_PREFIX)


def count_free(t: EconomyState, sector: str) -> int:
    """Return the number of a sector's cards on the board without an owner (E1.3, E3.7)."""
    held = t.ledger.titles
    accounts = [held[card] for card in t.deck.of_sector[sector]]
    return len([one for one in accounts if one not in ACCOUNT_SEATS and one != BOX])


def count_placed(t: EconomyState) -> dict[str, int]:
    """Return the number of placed locations per sector. No card has an owner yet (E1.6)."""
    found = dict.fromkeys(t.deck.of_sector, 0)
    for card in t.cards.values():
        found[t.deck.sector_of[card]] += 1
    return found


BOARD_CARDS = titles(list_sector_cards, get_space_accounts, of_part=True, leaf="board")
PLACED = over_table_sectors(replace(BOARD_CARDS, value=count_free))
ON_BOARD = replace(PLACED, value=lambda t: PLACED.value(t) if t.part else count_placed(t))
CARDS_FREE = counted_from(lambda t: sum(PLACED.value(t).values()), is_laid, also=[BOARD_CARDS])

# --- points and take-overs ------------------------------------------------------------------------


def is_scored(moved: Transfer, t: EconomyState, seat: Seat, sector: str) -> int:
    return t.deck.sector_of.get(t.cards.get(moved.reason, "")) == sector


def is_taken(moved: Transfer, t: EconomyState, seat: Seat, part: str) -> int:
    """Return 1 if a transfer is a take-over by the seat (``done``) or from it (E4.2)."""
    whose = moved.target if part == "done" else moved.source
    return moved.reason == "taken_over" and whose == PLAYER_ACCOUNTS[seat]


def get_take_overs(t: EconomyState, seat: Seat) -> dict[str, int]:
    """Return the number of properties taken over from others, and lost to them (E4.2)."""
    done, suffered = t.take_overs[seat]
    return {"done": done, "suffered": suffered}


def get_put_outs(t: EconomyState, seat: Seat) -> dict[str, int]:
    """Return the number of pieces put out, and of times the seat's own was (E3.3)."""
    done, suffered = t.put_outs[seat]
    return {"done": done, "suffered": suffered}


SCORE = holding(POINTS, SCORE_ACCOUNTS)
POINTS_BY_SECTOR = counted_from(
    lambda t, seat: t.scored[seat], is_scored, unit=POINTS, target=SCORE_ACCOUNTS,
    parts="other", also=[SCORE],
)  # fmt: skip
INCOME_PER_LANDING = ratio_of(
    SCORE, same_for_seats(lambda t: t.scorings), empty=None, kind=LANDINGS_KIND,
    facts=lambda t, seat: {"landings": t.scorings},
)  # fmt: skip
TAKE_OVERS = counted_from(get_take_overs, is_taken, parts="other")
PUT_OUTS = set_by("piece_put_out", value=get_put_outs)


# --- as text ------------------------------------------------------------------------------------


def tell_concentration_change(say: TextFormatter, facts: Mapping[str, float | None]) -> str:
    """Describe how a sector changes the mean concentration."""
    before, after = facts["before"], facts["after"]
    name = say.space(str(facts["of"]))
    if before == after:
        return f"{name} stays at {after:,.0f}, but the number of sectors with an owner has changed"
    if not before:
        return f"{name} has an owner now: its concentration is {after:,.0f}"
    verb = "rises" if (after or 0) > before else "falls"
    return f"the concentration of {name} {verb} from {before:,.0f} to {after or 0:,.0f}"


def tell_swing_change(say: TextFormatter, facts: Mapping[str, int | str]) -> str:
    """Describe whose points in a sector have changed."""
    whose = f"{facts['whose']} points" if facts["of"] == OWN_POINTS else "the best rival's points"
    verb = "rise" if int(facts["after"]) > int(facts["before"]) else "fall"
    return f"{whose} there {verb} from {facts['before']} to {facts['after']}"


def tell_share_change(say: TextFormatter, facts: Mapping[str, Any]) -> str:
    """Describe whose share of all cards has changed."""
    before, after = facts["before"], facts["after"]
    verb = "rises" if after > before else "falls"
    return f"{say.seat(facts['of'])}'s share {verb} from {before:.1f}% to {after:.1f}%"


def tell_owned_change(say: TextFormatter, facts: Mapping[str, Any]) -> str:
    """Describe how the points that others own change the share of a seat's cards."""
    before, after = facts["total_before"], facts["total_after"]
    larger, verb = ("larger" if facts["more"] else "smaller"), "rise" if after > before else "fall"
    return (
        f"{facts['whose']} earlier cards are a {larger} share because the points owned there "
        f"{verb} from {before} to {after}"
    )


WORTH_SENTENCES: Mapping[str, str | Sentence] = {
    SHARE_KIND: tell_share_change,
    OWNED_KIND: tell_owned_change,
    CONCENTRATION_KIND: tell_concentration_change,
    LANDINGS_KIND: (
        "{whose} earlier points are spread over {landings_after} landings instead of "
        "{landings_before}"
    ),
    SWING_KIND: tell_swing_change,
}
