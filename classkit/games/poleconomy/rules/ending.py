"""End of the game, net worth, and the winner (P15)."""

from __future__ import annotations

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Answer, Move
from classkit.engine.options import chosen_values
from classkit.mechanics.sealed_votes import sealed_vote

from ..country_state import CountryState
from ..state import PoleconomyState
from .confidence import NO_CONFIDENCE, get_motion_move, vote_on_confidence
from .loans import sum_claims

BANKRUPT = "bankrupt"
UNLIMITED_TURNS = 1_000_000
"""Number of turns left if there is no round limit."""
DONE, PROPOSE_END = Move("done"), Move("propose_end")
REPEATED_PROPOSAL = Move(
    "propose_end", barred="The end has already been proposed in this turn (P15.2)."
)


def end_turn(t: PoleconomyState, mover: Seat) -> Flow[None]:
    """Let the mover finish, or propose once to end the game with everyone's consent (P3.1, P15.2).

    In Game 2 the mover may move no confidence. A resulting election ends the turn (P20.1).
    """
    while t.ending is None:
        moves: tuple[Move, ...] = (DONE, REPEATED_PROPOSAL if t.end_proposed else PROPOSE_END)
        if isinstance(t, CountryState):
            moves += (get_motion_move(t, mover),)
        answer: Answer = yield Decision(mover, "end_turn", moves, "P15.2", "done")
        if answer.move == "done":
            return
        if isinstance(t, CountryState) and answer.move == NO_CONFIDENCE:
            if (yield from vote_on_confidence(t, mover)):
                return
            continue
        t.end_proposed = True
        others = t.others(mover)
        vote = yield from sealed_vote(
            t, others, "agree_end", rule="P15.2", about={"proposed_by": mover}
        )
        if vote.is_unanimous:
            finish_game(t, "agreed")


def get_round_limit(t: PoleconomyState) -> int:
    """Return the number of rounds, or 0 for no limit (P15.1)."""
    return int(chosen_values(t.options.round_limit, t.edition.length.rounds[len(t.seats)]))


def has_length_ended(t: PoleconomyState) -> bool:
    """Return True after the last turn of the last round (P3.10, P15.1)."""
    return count_turns_left(t) <= 0


def count_turns_left(t: PoleconomyState) -> int:
    """Return the number of turns left, or :data:`UNLIMITED_TURNS` without a limit (P15.1)."""
    limit = get_round_limit(t)
    return limit * len(t.seats) - t.turn if limit else UNLIMITED_TURNS


def finish_game(t: PoleconomyState, cause: str) -> None:
    """End the game now. The largest net worth wins, and ties share the win (P15.1, P15.4).

    Nobody wins if the Treasury is bankrupt (P15.5).
    """
    t.ending = cause
    worth = {seat: compute_net_worth(t, seat) for seat in t.seats}
    most = max(worth.values())
    winners = [seat for seat in t.seats if worth[seat] == most and cause != BANKRUPT]
    rule = "P15.5" if cause == BANKRUPT else "P15.1"
    t.tell("game_ended", rule, cause=cause, net_worth=worth, winners=winners)


def compute_net_worth(t: PoleconomyState, seat: Seat) -> int:
    """Return a player's net worth in dollars. Business policies count as 0 (P15.3)."""
    return sum(compute_worth_parts(t, seat).values())


def compute_worth_parts(t: PoleconomyState, seat: Seat) -> dict[str, int]:
    """Return the parts of a player's net worth, in dollars (P15.3).

    >>> import classkit
    >>> position = {"marker": 4, "A": {"cash": 310_000, "squares": ["I07"], "life": 1}}
    >>> m = classkit.new("poleconomy", seats=2, position=position)
    >>> {part: dollars for part, dollars in compute_worth_parts(m.table, "A").items() if dollars}
    {'cash': 310000, 'companies': 500000, 'life': 1000000}
    """
    prices, held = t.edition.prices, t.ledger.balances
    companies, adverts = t.count_squares(seat)
    owes = t.players[seat].owes
    return {
        "cash": held["dollars"][seat],
        "companies": companies * t.company_price,
        "adverts": adverts * t.advert_price,
        "savings": held["savings"][seat] * prices.savings,
        "bonds": held["bond"][seat] * prices.bond,
        "life": held["life"][seat] * prices.life_at_end,
        "loans": sum_claims(t, seat) - (sum(owes.values()) if owes else 0),
    }
