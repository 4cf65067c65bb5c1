"""Three bots: one harvests, one raids, one remembers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from classkit.engine.moves import Answer
from classkit.engine.policy import Reply
from classkit.engine.requests import Decision, Seat
from classkit.engine.tuples import new_tuple

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
"""Space that can be reached -> what landing there is worth."""
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
        value = self.collecting if view.part == 1 else self.earning
        values = value(view, options)
        worth = list(values.values())  # in the order of the spaces
        best = list(values)[worth.index(max(worth))]
        return new_tuple(Answer, ("go", {"space": best}))

    def collecting(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        """What spaces are worth in part 1: those with a free card, else the nearest to one."""
        free = view.free_among(options)
        if not free:
            return {view.nearest_to_free(options) or options[0]: NEAREST}
        cards = view.cards
        values: Values = {space: cards[name].points for space, name in free.items()}
        least = max(values.values()) - OWN_SECTOR
        for space, points in values.items():
            # Cards that are worth less come to nothing here, whoever owns in their sector.
            if points >= least and view.owns_in(cards[free[space]].sector):
                values[space] = points + OWN_SECTOR
        return values

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        """What all spaces are worth in part 2."""
        sector_of, landing = view.deck.sector_of, self.landings(view)
        values = dict.fromkeys(options, 0.0)
        for space, name in view.locations_among(options).items():
            values[space] = UNKNOWN if name is None else landing[sector_of[name]]
        return values

    def landings(self, view: EconomyView) -> Mapping[str, float]:
        """By sector: own points less a small weight for the best rival's, if it scores."""
        return view.margins(RIVAL_WEIGHT)

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

    def collecting(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        values = super().collecting(view, options)
        raids = {}
        for space in view.pieces_among(options):
            raid = self.raid(view, space)
            if raid > values.get(space, 0.0):
                raids[space] = raid
        return dict(sorted({**values, **raids}.items())) if raids else values

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        values = super().earning(view, options)
        for space in view.pieces_among(options):
            if not view.is_face_down(space):
                values[space] = self.raid(view, space)
        for space, (card, by) in self.memory.items():
            if space in values and by == view.seat:
                values[space] = self.RETURN * view.cards[card].points
        return values

    def raid(self, view: EconomyView, space: str) -> float:
        """What it counts to put a piece out here: something where that turns an invention or
        factory of a rival down, else nothing."""
        card = view.rivals_card_at(space)
        points = view.cards[card].points if card is not None else 0
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

    def earning(self, view: EconomyView, options: tuple[str, ...]) -> Values:
        values = super().earning(view, options)
        for space in view.pieces_among(options):
            values[space] = 0.0
        for space, (name, _) in self.memory.items():
            if space in values:
                values[space] = self.guarding(view, name)
        return values

    def guarding(self, view: EconomyView, name: str) -> float:
        """What it is worth to turn a card up that it has seen turned down."""
        card, me = view.cards[name], view.seat or ""
        outcome = self.outcome(view.score, view.target, self.after(view, name, me), me)
        return outcome or self.WORTH * card.points + swing_in(view.stakes[card.sector].worth, me)

    def landings(self, view: EconomyView) -> Mapping[str, float]:
        values, lacking = super().landings(view), view.lacking
        if view.deck.most < lacking:
            return values  # it is too early to end the game, whoever is paid
        points, target, me = view.score, view.target, view.seat or ""
        outcomes = {
            sector: self.outcome(points, target, stakes.worth, me)
            for sector, stakes in view.stakes.items()
            if stakes.most >= lacking
        }
        return {sector: outcomes.get(sector) or value for sector, value in values.items()}

    def after(self, view: EconomyView, card: str, me: Seat) -> dict[Seat, int]:
        """What a sector pays once the card is one's own."""
        paid = view.worth_in(view.cards[card].sector)
        points, holder = view.cards[card].points, view.holder(card)
        if holder is not None:
            paid[holder] -= points
        paid[me] = paid.get(me, 0) + points
        return paid

    def outcome(self, points: Worth, target: int, paid: Worth, me: Seat) -> float:
        """Whether what is paid ends the game, well or ill for oneself; 0 if it does not."""
        if not any(points[seat] + amount >= target for seat, amount in paid.items()):
            return 0.0
        after = {seat: held + paid.get(seat, 0) for seat, held in points.items()}
        return self.WON if after.get(me, 0) == max(after.values()) else self.DENIED
