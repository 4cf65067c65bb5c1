"""The end of the game, and who has won (P15)."""

from __future__ import annotations

from classkit.engine.moves import Answer, Move
from classkit.engine.options import chosen
from classkit.engine.requests import Decision, Flow, Seat
from classkit.procedures.votes import sealed_vote

from ..country import Country
from ..state import Poleconomy
from .confidence import NO_CONFIDENCE, motion, vote_on_confidence
from .loans import owed_to

BANKRUPT = "bankrupt"
NO_END = 1_000_000
"""The turns that are left in a match without a limit of rounds."""
DONE, PROPOSE_END = Move("done"), Move("propose_end")
PROPOSED = Move("propose_end", barred="The end has been proposed once in this turn (P15.2).")


def end_turn(t: Poleconomy, mover: Seat) -> Flow[None]:
    """Let the mover be done, or propose once to end the game; all others must agree (P3.1, P15.2).

    In Game 2 the mover may move no confidence; an election that follows ends the turn (P20.1).
    """
    while t.ending is None:
        moves: tuple[Move, ...] = (DONE, PROPOSED if t.end_proposed else PROPOSE_END)
        if isinstance(t, Country):
            moves += (motion(t, mover),)
        answer: Answer = yield Decision(mover, "end_turn", moves, "P15.2", "done")
        if answer.move == "done":
            return
        if isinstance(t, Country) and answer.move == NO_CONFIDENCE:
            if (yield from vote_on_confidence(t, mover)):
                return
            continue
        t.end_proposed = True
        others = t.others(mover)
        vote = yield from sealed_vote(
            t, others, "agree_end", rule="P15.2", about={"proposed_by": mover}
        )
        if vote.unanimous:
            finish(t, "agreed")


def round_limit(t: Poleconomy) -> int:
    """Return the number of rounds to be played; 0 for no limit (P15.1)."""
    return int(chosen(t.options.round_limit, t.edition.length.rounds[len(t.seats)]))


def length_is_over(t: Poleconomy) -> bool:
    """Return whether this was the last turn of the last round (P3.10, P15.1)."""
    return turns_left(t) <= 0


def turns_left(t: Poleconomy) -> int:
    """Return how many turns come after this one; very many without a limit of rounds (P15.1)."""
    limit = round_limit(t)
    return limit * len(t.seats) - t.turn if limit else NO_END


def finish(t: Poleconomy, cause: str) -> None:
    """End the game at once: the largest net worth wins, and equals share (P15.1, P15.4).

    Nobody wins if the Treasury is bankrupt (P15.5).
    """
    t.ending = cause
    worth = {seat: net_worth(t, seat) for seat in t.seats}
    most = max(worth.values())
    winners = [seat for seat in t.seats if worth[seat] == most and cause != BANKRUPT]
    rule = "P15.5" if cause == BANKRUPT else "P15.1"
    t.tell("game_ended", rule, cause=cause, net_worth=worth, winners=winners)


def net_worth(t: Poleconomy, seat: Seat) -> int:
    """Return a player's net worth at the current Number; business policies count 0 (P15.3)."""
    return sum(worth_split(t, seat).values())


def worth_split(t: Poleconomy, seat: Seat) -> dict[str, int]:
    """Return the parts of a player's net worth, in dollars (P15.3).

    >>> import classkit
    >>> position = {"marker": 4, "A": {"cash": 310_000, "squares": ["I07"], "life": 1}}
    >>> m = classkit.new("poleconomy", seats=2, position=position)
    >>> {part: dollars for part, dollars in worth_split(m.table, "A").items() if dollars}
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
        "loans": owed_to(t, seat) - (sum(owes.values()) if owes else 0),
    }
