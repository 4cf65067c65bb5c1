"""Phase 7: the market opens; purchases, passing, and gold running out (N9)."""

from __future__ import annotations

from functools import partial
from itertools import cycle

from classkit.engine.moves import Answer, Move
from classkit.engine.requests import Decision, Flow, Seat

from ..accounts import MARKET
from ..state import Economicon
from .deals import direct_move, propose
from .delivery import deliver
from .order import fix_order
from .purchases import Purchase, purchase

PASS = Move("pass")


def trade(t: Economicon) -> Flow[None]:
    """Fix the order of play, deliver the goods, and open the market (N9)."""
    yield from fix_order(t)
    yield from deliver(t)
    yield from trade_until_all_pass(t)


def trade_until_all_pass(t: Economicon) -> Flow[None]:
    """Give nations trade turns, going round, until all pass one after another (N9.2, N9.6)."""
    turns, in_a_row = dict.fromkeys(t.order, 0), 0
    t.passed.clear()
    for seat in cycle(t.order):
        if in_a_row == len(t.order):
            break
        in_a_row += 1
        if seat in t.passed:
            continue
        turns[seat] += 1
        has_passed = yield from take_turn(t, seat)
        if not has_passed:
            in_a_row = 0
        if has_passed and t.options.pass_final:
            t.passed.append(seat)
        elif turns[seat] == t.options.trade_turn_limit:
            if not has_passed:
                t.tell("passed", "N9.7", seat, forced=True)
            t.passed.append(seat)
    t.passed.clear()


def take_turn(t: Economicon, seat: Seat) -> Flow[bool]:
    """Let a nation buy, deal with a partner, or pass (N9.2). Return whether it passed."""
    refused = False
    while True:
        moves = partial(trading_moves, t, seat, refused)
        answer: Answer = yield Decision(seat, "trade", moves, "N9.2", "pass")
        if answer.move == "pass":
            t.tell("passed", "N9.6", seat, forced=False)
            return True
        if answer.move == "buy":
            lot = Purchase(t, seat, **answer.fields)
            lot.carry_out()
            if lot.unit == "gold" and not t.in_market("gold"):
                yield from mine_for_market(t, seat)
            return False
        if (yield from propose(t, seat, answer.fields)):
            return False
        refused = True  # a nation whose proposal was refused keeps its turn (N10.3)


def trading_moves(t: Economicon, seat: Seat, refused: bool) -> list[Move]:
    """List a purchase, a proposal to a partner, and the pass (N9.2)."""
    return [purchase(t, seat), direct_move(t, seat, refused), PASS]


def mine_for_market(t: Economicon, seat: Seat) -> Flow[None]:
    """Let every nation roll for new gold when none is left in the market (N9.5)."""
    t.tell("gold_depleted", "N9.5", seat)
    thrown: dict[Seat, int] = {}
    for other in t.seats:
        thrown[other] = yield from t.throw(other, "depletion", "N9.5")
    for other, face in thrown.items():
        t.draw_from_supply("gold", face, MARKET, "depletion_mined", "N9.5", also={"nation": other})
