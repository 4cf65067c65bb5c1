"""Three bots: one harvests, one raids, one remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision, Seat

from .metrics import swing_in
from .view import EconomyView

OWN_SECTOR = 0.5
"""What a card of a sector in which one owns already is worth beside its points."""
RIVAL_WEIGHT = 0.25
"""How much a point for the best rival counts against a point of one's own."""
UNKNOWN = 1.5
"""What a face-down location counts for a bot that does not know it."""
NEARER = 0.01
"""A step nearer to the next free card: it only decides where nothing can be taken."""
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
        if decision.name == "choose_destination":
            return self.choose(view, decision)
        if decision.name == "choose_corner":
            return self.send(view, decision)
        return decision.default

    def choose(self, view: EconomyView, decision: Decision) -> Answer:
        """The space of greatest value; of equal ones the first."""
        options = decision.moves[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        value = self.collecting if view.part == 1 else self.earning
        worth = value(view, options)
        best = max(worth)
        return Answer("go", {"space": options[worth.index(best)]})

    def collecting(self, view: EconomyView, options: tuple[str, ...]) -> list[float]:
        """What each space is worth in part 1: its free card, or how near it is to one."""
        free, cards = view.free, view.cards
        if free.keys().isdisjoint(options):
            return [-NEARER * nearest(view, space, free) for space in options]
        mine = {cards[card].sector for card in view.properties(view.seat or "")}
        worth = [0.0] * len(options)
        for place, space in enumerate(options):
            if space in free:
                card = cards[free[space]]
                worth[place] = card.points + OWN_SECTOR * (card.sector in mine)
        return worth

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> list[float]:
        """What each space is worth in part 2."""
        shown, cards, me = view.shown, view.cards, view.seat or ""
        down = view.face_down
        known: dict[str, float] = {}
        worth: list[float] = []
        for space in options:
            card = shown.get(space)
            if card is None:
                worth.append(UNKNOWN if space in down else 0.0)
                continue
            sector = cards[card].sector
            if sector not in known:
                known[sector] = self.landing(view, sector, me)
            worth.append(known[sector])
        return worth

    def landing(self, view: EconomyView, sector: str, me: Seat) -> float:
        """Own points less a small weight for the best rival's, if the sector scores."""
        paid = view.worth_in(sector)
        own = paid.pop(me, 0)
        return own - RIVAL_WEIGHT * max(paid.values(), default=0)

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

    def collecting(self, view: EconomyView, options: tuple[str, ...]) -> list[float]:
        worth = super().collecting(view, options)
        for place, space in enumerate(options):
            raid = self.raid(view, space)
            if raid:
                worth[place] = max(worth[place], raid)
        return worth

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> list[float]:
        worth = super().earning(view, options)
        me = view.seat or ""
        for place, space in enumerate(options):
            noted = self.memory.get(space)
            if noted is not None and noted[1] == me:
                worth[place] = self.RETURN * view.cards[noted[0]].points
            elif view.piece_on(space) is not None and not view.is_face_down(space):
                worth[place] = self.raid(view, space)
        return worth

    def raid(self, view: EconomyView, space: str) -> float:
        """What it counts to turn down an invention or factory of a rival on which a piece stands;
        nothing elsewhere."""
        if view.piece_on(space) is None:
            return 0.0
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

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> list[float]:
        worth = super().earning(view, options)
        cards, me = view.cards, view.seat or ""
        for place, space in enumerate(options):
            noted = self.memory.get(space)
            if noted is not None:
                card = cards[noted[0]]
                outcome = self.outcome(view, self.after(view, card.id, me), me)
                worth[place] = outcome or (
                    self.WORTH * card.points + swing_in(view.worth_in(card.sector), me)
                )
            elif view.piece_on(space) is not None:
                worth[place] = 0.0
        return worth

    def landing(self, view: EconomyView, sector: str, me: Seat) -> float:
        paid = view.worth_in(sector)
        return self.outcome(view, paid, me) or super().landing(view, sector, me)

    def after(self, view: EconomyView, card: str, me: Seat) -> dict[Seat, int]:
        """What a sector pays once the card is one's own."""
        paid = view.worth_in(view.cards[card].sector)
        points, holder = view.cards[card].points, view.holder(card)
        if holder is not None:
            paid[holder] -= points
        paid[me] = paid.get(me, 0) + points
        return paid

    def outcome(self, view: EconomyView, paid: Mapping[Seat, int], me: Seat) -> float:
        """Whether what is paid ends the game, well or ill for oneself; 0 if it does not."""
        after = {seat: view.points(seat) + amount for seat, amount in paid.items()}
        if max(after.values(), default=0) < view.target:
            return 0.0
        best = max(after.get(seat, view.points(seat)) for seat in view.seats)
        return self.WON if after.get(me, view.points(me)) == best else self.DENIED
