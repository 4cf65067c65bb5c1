"""Three bots: one harvests, one raids, one remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision, Seat

from .holdings import Worth
from .metrics import swing_in
from .view import EconomyView

OWN_SECTOR = 0.5
"""What a card of a sector in which one owns already is worth beside its points."""
RIVAL_WEIGHT = 0.25
"""How much a point for the best rival counts against a point of one's own."""
UNKNOWN = 1.5
"""What a face-down location counts for a bot that does not know it."""
NEAREST = 0.01
"""The fewest steps to a free card: it only decides where none can be taken."""
Values = dict[str, float]
"""What each space that can be reached is worth, in the order of the board; at first nothing."""
Memory = Mapping[str, tuple[str, Seat]]


def nearest(view: EconomyView, space: str, aims: Iterable[str]) -> int:
    """How many steps it is to the nearest of some spaces; 0 where there are none."""
    return min(map(view.grid.distances(space).__getitem__, aims), default=0)


class Harvester:
    """Collects and earns where it earns most, and looks at nothing else.

    In part 1 it prefers inventions, then factories, then shops, with a bonus for sectors in which
    it owns already; where no card can be reached it moves toward the nearest free one. In part 2
    it lands where its own points minus a small weight for the best rival's are greatest. It
    ignores other pieces and keeps no notes: a face-down location counts 1.5. Locations are placed
    and victims sent as the rules file has it by default.
    """

    def __call__(self, view: EconomyView, decision: Decision) -> Reply:
        if decision.name == "roll":
            return "roll"
        if decision.name == "choose_destination":
            return self.choose(view, decision)
        if decision.name == "choose_corner":
            return self.send(view, decision)
        return decision.default

    def choose(self, view: EconomyView, decision: Decision) -> Answer:
        """The space of greatest value; of equal ones the first."""
        options = decision.moves[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        values = dict.fromkeys(options, 0.0)
        if view.part == 1:
            self.collecting(view, values)
        else:
            self.earning(view, values)
        return Answer("go", {"space": max(values, key=values.__getitem__)})

    def collecting(self, view: EconomyView, values: Values) -> None:
        """What each space is worth in part 1: its free card, or how near it is to one."""
        free, cards = view.free_among(values), view.cards
        if not free:
            nearest = view.grid.nearest_of(values, view.free)
            if nearest is not None:
                values[nearest] = NEAREST
            return
        mine = {cards[card].sector for card in view.properties(view.seat or "")}
        for space, name in free.items():
            card = cards[name]
            values[space] = card.points + OWN_SECTOR * (card.sector in mine)

    def earning(self, view: EconomyView, values: Values) -> None:
        """What each space is worth in part 2."""
        shown, cards, landing = view.shown, view.cards, self.landings(view)
        for space in values:
            if space in shown:
                values[space] = landing[cards[shown[space]].sector]
        for space in view.face_down:
            if space in values and space not in shown:
                values[space] = UNKNOWN

    def landings(self, view: EconomyView) -> dict[str, float]:
        """By sector: own points less a small weight for the best rival's, if it scores."""
        return {
            sector: own - RIVAL_WEIGHT * best
            for sector, (own, best) in view.own_and_best_rival.items()
        }

    def send(self, view: EconomyView, decision: Decision) -> Reply:
        """Where a victim must enter again."""
        return decision.default


class Raider(Harvester):
    """Like the Harvester in part 1, but gladly lands on pieces to turn rivals' cards down.

    It goes for inventions and factories. In part 2 it puts pieces out on rivals' locations and
    comes back for the cards that it turned down itself; it notes no others. It sends victims to
    the corner farthest from the nearest free card or, in part 2, from the nearest face-down
    location.
    """

    RAID = 0.6
    """What turning a rival's card down counts, for each of its points."""
    RETURN = 3.0
    """What a card that it turned down itself counts, for each of its points."""

    def __init__(self) -> None:
        self.memory: Memory = {}

    def recall(self, memory: Memory) -> None:
        """What was turned down before its eyes."""
        self.memory = memory

    def collecting(self, view: EconomyView, values: Values) -> None:
        super().collecting(view, values)
        for space in view.pieces:
            if space in values:
                values[space] = max(values[space], self.raid(view, space))

    def earning(self, view: EconomyView, values: Values) -> None:
        super().earning(view, values)
        for space in view.pieces:
            if space in values and not view.is_face_down(space):
                values[space] = self.raid(view, space)
        for space, (card, by) in self.memory.items():
            if space in values and by == view.seat:
                values[space] = self.RETURN * view.cards[card].points

    def raid(self, view: EconomyView, space: str) -> float:
        """What it counts to put a piece out here: something where that turns an invention or
        factory of a rival down, else nothing."""
        card = view.card_at(space)
        if card is None or view.is_face_down(space) or view.holder(card) in (None, view.seat):
            return 0.0
        points = view.cards[card].points
        return self.RAID * points if points > 1 else 0.0

    def send(self, view: EconomyView, decision: Decision) -> Reply:
        aims = view.free if view.part == 1 else view.face_down
        corners = view.grid.corners
        far = [nearest(view, corner, aims) for corner in corners]
        return Answer("send", {"corner": corners[far.index(max(far))]})


class Insider(Harvester):
    """Keeps a private note of every card that it has seen turned down.

    In part 1 it collects like the Harvester. In part 2 it counts a remembered face-down card as
    its worth times three plus the sector's swing, so that it guards its own face-down cards by
    landing on them first, and takes those of others. It denies landings that would carry a rival
    to the target, unless it wins by them itself. A piece on a face-up card makes a landing worth
    nothing, since nobody would score.
    """

    WORTH = 3.0
    DENIED = -100.0
    WON = 100.0

    def __init__(self) -> None:
        self.memory: Memory = {}

    def recall(self, memory: Memory) -> None:
        """What was turned down before its eyes."""
        self.memory = memory

    def earning(self, view: EconomyView, values: Values) -> None:
        super().earning(view, values)
        cards, me = view.cards, view.seat or ""
        for space in view.pieces:
            if space in values:
                values[space] = 0.0
        for space, (name, _) in self.memory.items():
            if space in values:
                card = cards[name]
                outcome = self.outcome(view, self.after(view, name, me), me)
                swing = swing_in(view.worths[card.sector], me)
                values[space] = outcome or self.WORTH * card.points + swing

    def landings(self, view: EconomyView) -> dict[str, float]:
        values = super().landings(view)
        most = max(map(view.points, view.seats)) + max(view.deck.worth.values())
        if most >= view.target:  # else no landing ends the game
            me, worths = view.seat or "", view.worths
            for sector, value in values.items():
                values[sector] = self.outcome(view, worths[sector], me) or value
        return values

    def after(self, view: EconomyView, card: str, me: Seat) -> dict[Seat, int]:
        """What a sector pays once the card is one's own."""
        paid = view.worth_in(view.cards[card].sector)
        points, holder = view.cards[card].points, view.holder(card)
        if holder is not None:
            paid[holder] -= points
        paid[me] = paid.get(me, 0) + points
        return paid

    def outcome(self, view: EconomyView, paid: Worth, me: Seat) -> float:
        """Whether what is paid ends the game, well or ill for oneself; 0 if it does not."""
        after = {seat: view.points(seat) + amount for seat, amount in paid.items()}
        if max(after.values(), default=0) < view.target:
            return 0.0
        best = max(after.get(seat, view.points(seat)) for seat in view.seats)
        return self.WON if after.get(me, view.points(me)) == best else self.DENIED
