"""A small game with a hidden stock, and ways in which it leaks late, one class for each.

The stock is drawn in the first turn, and nobody sees it. The rules never tell it: whoever learns it
has found a leak. Each class says in ``who`` and ``what`` how that is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from classkit.engine.board import Board, Scene, SpaceLook, make_seat_board
from classkit.engine.decisions import Aside, Decision, Flow, Seat
from classkit.engine.editions import Edition
from classkit.engine.game import Game, MatchLength, Standing
from classkit.engine.ledger import Ledger
from classkit.engine.metrics import Chart, Metric
from classkit.engine.moves import Amount, Answer, Move
from classkit.engine.options import Options
from classkit.engine.rulebook_text import Rulebook, Words
from classkit.engine.state import GameState
from classkit.engine.views import View, view_property
from classkit.engine.visibility import Reveal, Secrecy

CLAUSES = "\n".join(f"- **H{n}** A clause of the hoard." for n in range(1, 5))
TURNS, LATE = 8, 3
"""How many turns there are, and the one in which the stock leaks."""


@dataclass(slots=True, kw_only=True, eq=False)
class HoardTable(GameState):
    """A table with a stock that nobody sees."""

    stock: int = 0

    @property
    def leaked(self) -> int:
        """The stock, once it has leaked; 0 before."""
        return self.stock if self.turn >= LATE else 0


class Hoard(Game[HoardTable]):
    """Nobody learns the stock."""

    name = "hoard"
    title = "Hoard"
    seat_numbers = range(2, 4)
    rulebook = Rulebook.from_text(
        "\n".join(f"- **H{n}** A clause of the hoard." for n in range(1, 5))
    )
    who: ClassVar[str] = "everybody"
    what: ClassVar[str] = ""
    metrics: ClassVar[tuple[Metric, ...]] = (
        Metric("turns", "Turns", "", "table", lambda t: t.turn, "H2", "The number of turns."),
    )
    charts: ClassVar[tuple[Chart, ...]] = (Chart("turns", "Turns", "line", ("turns",), "turns"),)
    words: ClassVar[Words] = Words(
        decisions={"wait": "How long?", "guess": "How much?"},
        moves={"wait": "Wait", "guess": "Guess"},
        fields={"days": "Days", "amount": "Amount"},
        events={"stock_told": "The stock is {stock}.", "waited": "{seat:seat} waits."},
        asides={"peek": "Peek"},
    )

    def set_up(self, seats: tuple[Seat, ...], options: Options, edition: Edition) -> HoardTable:
        ledger = Ledger.open({"dollars": {"bank": 1_000, **dict.fromkeys(seats, 10)}})
        return HoardTable(seats=seats, options=options, ledger=ledger)

    def has_secrets(self, table: HoardTable) -> bool:
        return True

    def segment(self, table: HoardTable) -> Flow[None]:
        table.turn += 1
        return self.play(table)

    def play(self, t: HoardTable) -> Flow[None]:
        """Draw the stock at first, and ask the mover how long to wait."""
        if t.turn == 1:
            (drawn,) = yield from t.draw(
                ["3", "5", "8"], purpose="stock", rule="H1", seen_by=self.seers
            )
            t.stock = int(drawn)
        self.leak(t)
        mover = t.seats[t.turn % len(t.seats)]
        yield from self.ask(t, mover)
        t.tell("waited", "H2", mover)
        if t.turn == self.turns:
            t.ending = "over"

    turns: ClassVar[int] = TURNS
    seers: ClassVar[tuple[Seat, ...]] = ()

    def leak(self, t: HoardTable) -> None:
        """Tell what is not to be told; here nothing."""

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        """Ask how long to wait."""
        move = Move("wait", days=Amount(0, 9))
        return t.ask(mover, "wait", [move], rule="H2", default=Answer("wait", {"days": 0}))


class ByEvent(Hoard):
    """The event of a later turn."""

    what = "the event 'stock_told' (H3) of turn 2: stock="

    def leak(self, t: HoardTable) -> None:
        if t.turn == 2:
            t.tell("stock_told", "H3", stock=t.stock)


class ByEventToOne(Hoard):
    """An event that B alone sees."""

    who, what = "B", "the event 'stock_told' (H3) of turn 3: stock="

    def leak(self, t: HoardTable) -> None:
        if t.turn == LATE:
            t.tell("stock_told", "H3", "B", seen_by=("B",), stock=t.stock)


class ByLedger(Hoard):
    """As much money as there is stock."""

    what = "the ledger: "

    def leak(self, t: HoardTable) -> None:
        if t.turn == LATE:
            t.pay("bank", "A", t.stock, "gift", "H3")


class ByHiddenLedger(Hoard):
    """As much money, of which B alone sees that it comes."""

    who, what = "B", "the ledger: "

    def leak(self, t: HoardTable) -> None:
        if t.turn == LATE:
            for there, back in (("bank", "B"), ("B", "bank")):
                t.move("dollars", t.stock, there, back, "gift", "H3", seen_by=("B",))


class ByFigure(Hoard):
    """A figure that is computed of it."""

    what = "figures['stock']: "
    metrics = (
        *Hoard.metrics,
        Metric("stock", "Stock", "", "table", lambda t: t.leaked > 4, "H3", "The stock."),
    )


class ByChart(Hoard):
    """The reference line of a chart."""

    what = "charts[0][0].lines[0][0]: "

    def active_charts(self, table: HoardTable) -> tuple[Chart, ...]:
        lines = ((float(table.leaked), "stock"),)
        return (Chart("turns", "Turns", "line", ("turns",), "turns", lines=lines),)


class ByStandings(Hoard):
    """The score."""

    what = "standings[0].score: "

    def standings(self, table: HoardTable) -> list[Standing]:
        return [Standing(seat, table.leaked, 1) for seat in table.seats]


class ByMoves(Hoard):
    """What another seat may answer."""

    what = "questions[0]['moves'][0]"

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        move = Move("wait", days=Amount(0, 9 + t.leaked))
        return t.ask(mover, "wait", [move], rule="H2", default=Answer("wait", {"days": 0}))


class ByOwnMoves(Hoard):
    """What a seat may answer to a private question."""

    who, what = "", "questions[0]['moves'][0]"

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        move, default = Move("wait", days=Amount(0, 9 + t.leaked)), Answer("wait", {"days": 0})
        return t.ask(mover, "wait", [move], rule="H2", default=default, private=True)


class ByRefusal(Hoard):
    """The reason for which an answer is refused."""

    what = "refusals["

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        move = Move("wait", days=Amount(0, 9, why=f"there are {t.leaked or 'no'} goods"))
        return t.ask(mover, "wait", [move], rule="H2", default=Answer("wait", {"days": 0}))


class ByDefault(Hoard):
    """What is answered for a seat that does not care."""

    what = "questions[0]['default'].fields['days']: "

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        move, default = Move("wait", days=Amount(0, 9)), Answer("wait", {"days": t.leaked})
        return t.ask(mover, "wait", [move], rule="H2", default=default)


class ByQuestion(Hoard):
    """Who is asked what."""

    what = "questions[0]['name']: "

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        name = "guess" if t.leaked > 4 else "wait"
        return t.ask(mover, name, [Move("wait")], rule="H2", default="wait")


class ByFactOfQuestion(Hoard):
    """The facts beside a question."""

    what = "questions[0]['about']['stock']: "

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        about = {"stock": t.leaked}
        return t.ask(mover, "wait", [Move("wait")], rule="H2", default="wait", about=about)


class ByAside(Hoard):
    """What a seat may do aside."""

    who, what = "A", "asides[0]['move']"

    def asides(self, table: HoardTable, decision: Decision) -> list[Aside]:
        peek = Move("peek", amount=Amount(0, 1 + table.leaked))
        return [Aside("A", peek, nothing_comes_of, "H2", private=True)]


def nothing_comes_of(amount: int) -> Flow[None]:
    """Ask nothing, and do nothing."""
    yield from ()


class ByNoAside(Hoard):
    """Why a seat may do nothing aside."""

    who, what = "", "refusals['peek']: "

    def aside_refusal(self, table: HoardTable, request: Any, seat: Seat | None, name: str) -> str:
        return f"There are {table.leaked} goods (H2)."


class HoardView(View):
    """A view with a question too many."""

    leaked: int = view_property(lambda v: v._source.table.leaked, "The stock.")


class ByView(Hoard):
    """An attribute of every view."""

    what = "view.leaked: "
    view_type = HoardView


class HoardViewOfSeats(View):
    """A view with a method too many."""

    def richer_than(self, seat: Seat) -> bool:
        """Return whether the stock is worth more than the money of a seat."""
        return bool(self._source.table.leaked * 2 > self._source.table.cash(seat))


class ByMethodOfView(Hoard):
    """A method of every view, about a seat."""

    what = "view.richer_than('A'): "
    view_type = HoardViewOfSeats


class Bag:
    """Something that is equal to all of its kind, and shows what is in it."""

    def __init__(self, inside: int) -> None:
        self.inside = inside

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bag)

    __hash__ = None  # type: ignore[assignment]  # it is compared, and put nowhere

    def __repr__(self) -> str:
        return f"<bag of {self.inside}>"


class ViewOfBag(View):
    """A view of a bag that is closed, or should be."""

    bag: Bag = view_property(lambda v: Bag(v._source.table.leaked), "The bag.")


class ViewOfPrices(View):
    """A view with methods that ask for more than a seat."""

    def price_of(self, good: str) -> int:
        """Return what a good costs."""
        return int(self._source.table.leaked)


class ByMethodAboutAThing(Hoard):
    """A method of every view, about a good."""

    what = "view.price_of("
    view_type = ViewOfPrices


class ViewOfForecasts(View):
    """A view with a method that need not be told anything."""

    def forecast(self, ahead: int = 0) -> int:
        """Return the price so many turns ahead."""
        return int(self._source.table.leaked) if ahead else 0


class ByMethodWithADefault(Hoard):
    """A method of every view, if it is told more than it must be."""

    what = "view.forecast("
    view_type = ViewOfForecasts


class ViewOfDebts(View):
    """A view with a method about two seats."""

    def owes(self, seat: Seat, to: Seat) -> int:
        """Return what a seat owes another."""
        if seat == to:
            raise ValueError(f"{seat} owes itself {self._source.table.leaked}.")
        return 0


class ByRefusalOfMethod(Hoard):
    """The reason for which a method of every view refuses an answer."""

    what = "ValueError: "
    view_type = ViewOfDebts


class ByOwnFactOnce(Hoard):
    """A fact beside one private question of a long match."""

    who, what = "", "questions[0]['about']['stock']: "
    turns = 50

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        move, about = Move("wait"), {"stock": t.stock if t.turn == 40 else 0}
        return t.ask(mover, "wait", [move], rule="H2", default="wait", private=True, about=about)


class ByTieAtTheEnd(Hoard):
    """The tie of the standings, when an event that is declared has told less."""

    what = "standings[0].tie: "
    reveals = (Reveal("stock", "waited", "H2"),)

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        answer = yield from super().ask(t, mover)
        if t.turn == TURNS:
            t.tell("waited", "H2", mover, some=t.stock > 0)
        return answer

    def standings(self, table: HoardTable) -> list[Standing]:
        tie = str(table.stock) if table.ending else ""
        return [Standing(seat, table.cash(seat), 1, tie=tie) for seat in table.seats]


class ByRepr(Hoard):
    """What something is called in a notebook."""

    what = "view.bag: <bag of "
    view_type = ViewOfBag


class ByScene(Hoard):
    """What stands on the board."""

    what = "scene.looks['seat:A'].text: "

    def board(self, table: HoardTable) -> Board:
        return make_seat_board(table.seats)

    def scene(self, table: HoardTable, seat: Seat | None = None) -> Scene:
        return Scene({f"seat:{one}": SpaceLook(text=str(table.leaked)) for one in table.seats})


class ByMoment(Hoard):
    """Where the match is said to stand."""

    what = "moment: "

    def moment_title(self, table: HoardTable) -> str:
        return f"{table.leaked} left"


class ByLength(Hoard):
    """The turn with which the match is to end."""

    what = "length.last_turn: "

    def length(self, table: HoardTable) -> MatchLength:
        return MatchLength(TURNS + table.leaked)


class ByThings(Hoard):
    """What a thing is called."""

    what = "things['goods']: "

    def thing_titles(self, table: HoardTable) -> Mapping[str, str]:
        return {"goods": f"{table.leaked} goods"}


class BySheet(Hoard):
    """A table that the game keeps."""

    what = "sheets['stock'][0]['left']: "

    def sheets(self, table: HoardTable, transfers: Any) -> Mapping[str, list[dict[str, Any]]]:
        return {"stock": [{"left": table.leaked}]}


class ByMemory(Hoard):
    """What a bot is told that its seat has seen."""

    who, what = "", "memory['stock']: "

    class Remembered(Secrecy[HoardTable]):
        """Each seat remembers the stock."""

        def get_memory(self, table: HoardTable, seat: Seat) -> Mapping[str, Any]:
            return {"stock": table.leaked}

    secrecy = Remembered()


class AtTheEnd(Hoard):
    """The event that ends the match."""

    what = "the event 'stock_told' (H4) of turn 8: stock="

    def leak(self, t: HoardTable) -> None:
        if t.turn == TURNS:
            t.tell("stock_told", "H4", stock=t.stock)


class OfAnswer(Hoard):
    """What was answered to a private question, two turns later."""

    what = "the event 'stock_told' (H3) of turn 3: stock="

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        move, default = Move("wait", days=Amount(0, 9)), Answer("wait", {"days": 0})
        private = t.turn == 1
        answer = yield from t.ask(
            mover, "wait", [move], rule="H2", default=default, private=private
        )
        if private:
            t.stock = answer.fields["days"]
        return answer

    def leak(self, t: HoardTable) -> None:
        if t.turn == LATE:
            t.tell("stock_told", "H3", stock=t.stock)


class OfLosingBid(Hoard):
    """What another than the winner bid, under seal, in the next turn."""

    who, what = "everybody", "the event 'stock_told' (H3) of turn 2: stock="
    reveals = (Reveal("guess", "waited", "H2"),)

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        if t.turn > 1:
            return (yield from super().ask(t, mover))
        guess, none = Move("guess", amount=Amount(0, 9)), Answer("guess", {"amount": 0})
        asked = [Decision(seat, "guess", [guess], "H2", none) for seat in t.seats]
        bids = yield from t.ask_all(asked)
        t.stock = min(answer.fields["amount"] for answer in bids.values())
        return bids[mover]

    def leak(self, t: HoardTable) -> None:
        if t.turn == 2:
            t.tell("stock_told", "H3", stock=t.stock)


class ByUnseenDraw(Hoard):
    """The event of a later turn, after something else was drawn unseen from what depends on it."""

    what = "the event 'stock_told' (H3) of turn 3: stock="

    def play(self, t: HoardTable) -> Flow[None]:
        if t.turn == 2:
            yield from t.draw(
                [10 * t.stock, 10 * t.stock + 1], purpose="note", rule="H1", seen_by=()
            )
        yield from super().play(t)

    def leak(self, t: HoardTable) -> None:
        if t.turn == LATE:
            t.tell("stock_told", "H3", stock=t.stock)


class BeforeSeenDraw(Hoard):
    """The event of the same turn, before something is drawn that no luck can make alike."""

    what = "the event 'stock_told' (H3) of turn 3: stock="

    def leak(self, t: HoardTable) -> None:
        if t.turn == LATE:
            t.tell("stock_told", "H3", stock=t.stock)

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        if t.turn == LATE:
            yield from t.draw([str(t.stock)], purpose="note", rule="H1")
        return (yield from super().ask(t, mover))


LEAKS: tuple[type[Hoard], ...] = tuple(Hoard.__subclasses__())
"""The ways in which the stock leaks."""


class Throwing(Hoard):
    """Something is thrown when a seat does something aside; nothing leaks."""

    def asides(self, table: HoardTable, decision: Decision) -> list[Aside]:
        return [Aside("A", Move("peek"), partial(throw, table), "H2")]


def throw(t: HoardTable) -> Flow[None]:
    """Throw a die, of which nothing comes."""
    yield from t.roll(1, purpose="peek", rule="H2")


class Declared(ByEvent):
    """The rules make the stock known in the second turn, and the game says so."""

    reveals = (Reveal("stock", "stock_told", "H3"),)


class DeclaredElsewhere(ByEvent):
    """The rules make the stock known under another clause than that of the event."""

    reveals = (Reveal("stock", "stock_told", "H4"),)


class DeclaredAndLeaked(Declared):
    """The rules make the stock known in the second turn, and B has learnt it in the first."""

    who, what = "B", "the event 'waited' (H2) of turn 1: stock="

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        if t.turn == 1:
            t.tell("waited", "H2", "B", seen_by=("B",), stock=t.stock)
        return (yield from super().ask(t, mover))


class DeclaredAndEarly(Declared):
    """The event that makes the stock known to all in the second turn has told B in the first."""

    who, what = "B", "from the event 'stock_told' (H3) of turn 1. Everybody else"

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        if t.turn == 1:
            t.tell("stock_told", "H3", "B", seen_by=("B",), stock=t.stock)
        return (yield from super().ask(t, mover))


class DeclaredForSome(Declared):
    """The rules let A look at the stock in the first turn, by an event of its own."""

    reveals = (Reveal("stock", "waited", "H4"), *Declared.reveals)

    def ask(self, t: HoardTable, mover: Seat) -> Flow[Answer]:
        if t.turn == 1:
            t.tell("waited", "H4", "A", seen_by=("A",), stock=t.stock)
        return (yield from super().ask(t, mover))
