"""Phase 7: trade turns, passes, and mining when the market has no gold (N9)."""

from __future__ import annotations

from functools import partial
from itertools import cycle

from classkit.engine.decisions import Decision, Flow, Seat
from classkit.engine.moves import Answer, Move

from ..account_names import MARKET
from ..state import EconomiconState
from .delivery import deliver_goods
from .direct_trades import build_deal_move, propose_deal
from .play_order import fix_play_order
from .purchases import MarketPurchase, build_purchase_move

PASS_MOVE = Move("pass")


def play_trade_phase(t: EconomiconState) -> Flow[None]:
    """Fix the order of play, deliver the goods, and run the trade turns (N9)."""
    yield from fix_play_order(t)
    yield from deliver_goods(t)
    yield from run_trade_turns(t)


def run_trade_turns(t: EconomiconState) -> Flow[None]:
    """Run trade turns in order of play until all nations have passed (N9.2, N9.6)."""
    turns, in_a_row = dict.fromkeys(t.order, 0), 0
    t.passed.clear()
    for seat in cycle(t.order):
        if in_a_row == len(t.order):
            break
        in_a_row += 1
        if seat in t.passed:
            continue
        turns[seat] += 1
        has_passed = yield from play_trade_turn(t, seat)
        if not has_passed:
            in_a_row = 0
        if has_passed and t.options.pass_final:
            t.passed.append(seat)
        elif turns[seat] == t.options.trade_turn_limit:
            if not has_passed:
                t.tell("passed", "N9.7", seat, forced=True)
            t.passed.append(seat)
    t.passed.clear()


def play_trade_turn(t: EconomiconState, seat: Seat) -> Flow[bool]:
    """Let a nation buy, trade with a partner or pass. Return True if it passed (N9.2)."""
    refused = False
    while True:
        moves = partial(list_trade_moves, t, seat, refused)
        answer: Answer = yield Decision(seat, "trade", moves, "N9.2", "pass")
        if answer.move == "pass":
            t.tell("passed", "N9.6", seat, forced=False)
            return True
        if answer.move == "buy":
            lot = MarketPurchase(t, seat, **answer.fields)
            lot.execute()
            if lot.unit == "gold" and not t.get_market_units("gold"):
                yield from mine_for_market(t, seat)
            return False
        if (yield from propose_deal(t, seat, answer.fields)):
            return False
        refused = True  # after a declined proposal the nation is still on turn (N10.3)


def list_trade_moves(t: EconomiconState, seat: Seat, refused: bool) -> list[Move]:
    """Return the moves: buy, propose a deal, and pass (N9.2)."""
    return [build_purchase_move(t, seat), build_deal_move(t, seat, refused), PASS_MOVE]


def mine_for_market(t: EconomiconState, seat: Seat) -> Flow[None]:
    """Let every nation roll for new gold when the market has none left (N9.5)."""
    t.tell("gold_depleted", "N9.5", seat)
    faces: dict[Seat, int] = {}
    for other in t.seats:
        faces[other] = yield from t.roll_die(other, "depletion", "N9.5")
    for other, face in faces.items():
        t.draw_from_supply("gold", face, MARKET, "depletion_mined", "N9.5", also={"nation": other})
