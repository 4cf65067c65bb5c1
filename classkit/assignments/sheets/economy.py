"""Economy: sectors, shares, moves and take-overs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from classkit.engine import registry
from classkit.engine.match import Match
from classkit.engine.policy import Policy
from classkit.engine.registry import find
from classkit.engine.requests import Decision, Seat

from ..answers import Name, Number, as_table, listed
from ..contest import Contest
from ..deciding import Moment, Weighed, moments, on_decision, weigh_clearly
from ..drawing import Drawing
from ..plan import Plan
from ..policies import Policies
from ..question import Question
from ..records import recorded
from .cases import clause_for

CLAUSES = find("economy").rulebook.clauses
SEATS = ("A", "B", "C", "D")
SLOTS = ("3", "2", "1a", "1b")
WORDS = {"3": "invention", "2": "factory", "1a": "shop", "1b": "shop"}
SECTORS = ("motor", "textile", "food", "energy", "chemicals", "electronics", "construction",
           "media", "health")  # fmt: skip
RECORD = {"A": "harvester", "B": "raider", "C": "insider", "D": "harvester"}


def at_turn(position: dict[str, Any], **options: Any) -> Match:
    """Begin a match of four on the layout for demonstrations."""
    chosen = {"placement": "demo", "first_player": "seat_a", **options}
    return registry.new("economy", 4, seed=1, position=position, options=chosen)


def layout() -> dict[str, str]:
    """Return space -> location card of the layout for demonstrations."""
    return dict(at_turn({}).table.cards)


def owners_of(draw: Drawing, sector: str) -> dict[str, str]:
    """Draw card -> owner: the cards of one sector among four seats."""
    return {f"{sector}-{slot}": draw.one_of(SEATS) for slot in SLOTS}


def all_owned(owned: dict[str, str]) -> dict[str, dict[str, list[str]]]:
    """Return facts that give seats the cards stated, and D all the others."""
    facts: dict[str, dict[str, list[str]]] = {seat: {"properties": []} for seat in SEATS}
    for sector in SECTORS:
        for slot in SLOTS:
            card = f"{sector}-{slot}"
            facts[owned.get(card, "D")]["properties"].append(card)
    return facts


def owners_words(owned: dict[str, str]) -> str:
    """Describe in words who owns what."""
    return listed(
        f"{seat} owns {card.partition('-')[0]}'s **{WORDS[card.partition('-')[2]]}**"
        + (f" ({card.partition('-')[2]})" if card.partition("-")[2].startswith("1") else "")
        for card, seat in owned.items()
    )


def beside(space: str, taken: set[str]) -> str:
    """Return a free space next to this one, from which a roll of 1 leads here."""
    column, row = ord(space[0]), int(space[1])
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    names = [f"{chr(c)}{r}" for c, r in near if ord("a") <= c <= ord("h") and 1 <= r <= 8]
    return next(name for name in names if name not in taken)


def reach(draw: Drawing) -> Question:
    """Ask how many spaces a roll reaches (E2)."""
    start = draw.one_of([f"{c}{r}" for c in "bcdefg" for r in range(2, 8)])
    number = draw.whole(2, 3)
    others = draw.some_of([s for s in layout() if s != start], 3)
    position: dict[str, Any] = {"mover": "A", "luck": [[number]], "A": {"at": start}}
    for seat, space in zip("BCD", others, strict=True):
        position[seat] = {"at": space}
    match = at_turn(position)
    match.answer("roll")
    spaces = list(match.legal_moves()[0].fields["space"].options)  # type: ignore[attr-defined]  # a OneOf
    return Question(
        text=f"A's piece stands on **{start}**; others stand on {listed(others)}. A rolls "
        f"**{number}**. On how many different spaces may A end?",
        kind=Number(
            "spaces",
            low="A path may end on another piece, and turn corners (E2.2, E2.3).",
            high="No diagonals, no space twice, not back to the start, and never through another "
            "piece (E2.2, E2.3).",
        ),
        right=len(spaces),
        worked=f"{len(spaces)}: {', '.join(sorted(spaces))}.",
        facts={"start": start, "roll": number, "others": others},
        match=match,
    )


def landing(draw: Drawing) -> Question:
    """Ask what a landing brings one owner (E4.1)."""
    sector, seat = draw.one_of(SECTORS), draw.one_of(SEATS)
    owned = owners_of(draw, sector)
    where = {card: space for space, card in layout().items()}
    space = where[f"{sector}-{draw.one_of(SLOTS)}"]
    position: dict[str, Any] = {**all_owned(owned), "part": 2, "mover": "A", "luck": [[1]]}
    position["A"] |= {"at": beside(space, set())}
    match = at_turn(position)
    match.answer("roll").answer("go", space=space)
    scored = match.metrics()["points"][seat]
    draw.need(scored)
    return Question(
        text=f"Part 2. {owners_words(owned)}. A lands on a location of {sector} that lies face-up "
        f"and on which nobody stands. How many points does **{seat}** score?",
        kind=Number(
            "points",
            low="All cards of the sector count, not only the one landed on (E4.1).",
            high="An invention counts 3, a factory 2, a shop 1 (E4.1).",
        ),
        right=scored,
        worked=f"{seat} scores {scored}.",
        facts={"sector": sector, "owned": owned, "seat": seat},
        match=match,
    )


def take_over(draw: Drawing) -> Question:
    """Ask what a landing on a face-down location brings the mover (E4.2)."""
    sector = draw.one_of(SECTORS)
    owned, slot = owners_of(draw, sector), draw.one_of(SLOTS)
    card = f"{sector}-{slot}"
    draw.need(owned[card] != "A")
    space = {one: where for where, one in layout().items()}[card]
    position: dict[str, Any] = {
        **all_owned(owned), "part": 2, "mover": "A", "face_down": [space], "luck": [[1]],
    }  # fmt: skip
    position["A"] |= {"at": beside(space, set())}
    match = at_turn(position)
    match.answer("roll").answer("go", space=space)
    return Question(
        text=f"Part 2. {owners_words(owned)}. The location of the sector's **{WORDS[slot]}** "
        f"({card}) lies **face-down**. A lands on it, and nobody stands there. How many points "
        "does **A** score?",
        kind=Number(
            "points",
            low="What changes hands before the sector scores (E4.2)?",
            high="Only A's own cards score for A, the new one among them (E4.1, E4.2).",
        ),
        right=match.metrics()["points"]["A"],
        worked=f"{card} goes from {owned[card]} to A, then the sector scores.",
        facts={"sector": sector, "owned": owned, "card": card},
        match=match,
    )


def herfindahl(draw: Drawing) -> Question:
    """Ask what a merger makes of the concentration in a market for shops (Lesson 4)."""
    sectors = draw.some_of(SECTORS, draw.whole(3, 5))
    owned = {card: seat for sector in sectors for card, seat in owners_of(draw, sector).items()}
    match = at_turn({**all_owned(owned), "part": 2})
    buyer, bought = draw.some_of(SEATS, 2)
    before = shops_in(match, sectors)
    after = [buyer if seat == bought else seat for seat in before]
    draw.need({buyer, bought} <= set(before) and len(set(after)) > 1)
    rows = [(sector, *(owned[f"{sector}-{slot}"] for slot in SLOTS)) for sector in sectors]
    return Question(
        text="Who owns what:\n\n"
        + as_table(("sector", *(f"{WORDS[slot]} ({slot})" for slot in SLOTS)), rows)
        + "\n\nNo shop replaces an invention or a factory. Suppose that buyers take any shop of "
        f"these {len(sectors)} sectors instead of any other, and that all shops sell as much. Now "
        f"**{buyer}** takes over all that **{bought}** has: inventions, factories and shops. What "
        "is the **Herfindahl–Hirschman index** of the market for shops after that merger, the sum "
        "of the squared shares of its owners in per cent?",
        kind=Number(
            "", whole=False, tolerance=5,
            slips={10_000: "counts shares as parts of 1: here they are in per cent."},
            low="Square each owner's share, all its shops together, and not each shop's.",
            high="Inventions and factories are no shops. Shares are in per cent of all shops.",
        ),
        right=hhi(after),
        worked=f"Of {len(after)} shops "
        + listed(f"{seat} has {after.count(seat)}" for seat in SEATS if seat in after)
        + f": {hhi(after):,.1f}, and {hhi(before):,.1f} before. Inventions and factories are no "
        "part of this market.",
        facts={"owned": owned, "buyer": buyer, "bought": bought},
        match=match,
    )  # fmt: skip


def shops_in(match: Match, sectors: list[str]) -> list[Seat]:
    """Return the owners of the shops in these sectors, one entry for each shop."""
    view: Any = match.view(None)  # a view of this game
    return [view.holder(f"{sector}-{shop}") for sector in sectors for shop in ("1a", "1b")]


def hhi(owners: list[Seat]) -> float:
    """Return the sum of the squared shares in per cent; one owner for each unit in the market.

    >>> hhi(["A", "A", "B", "C"])
    3750.0
    """
    return sum((100 * owners.count(one) / len(owners)) ** 2 for one in set(owners))


CASES = {
    "In part 2, B lands on a face-up location on which C stands. Nobody scores. Under which "
    "clause?": ("E4.3",),
    "In part 2, B lands on a face-down location on which nobody stands. Under which clause "
    "does B get its property card?": ("E4.2",),
    "In part 2, B lands on a face-up location on which nobody stands. Under which clause "
    "does C, who owns property in that sector, score too?": ("E4.1",),
    "In part 1, B lands on a location whose property card C owns, and nobody stands there. "
    "Under which clause does nothing happen?": ("E3.2",),
    "In part 1, B lands on a space on which C stands. Under which clause does C's piece go "
    "outside?": ("E3.3",),
    "C stands between B and the space that B wants to reach. Under which clause may B not "
    "move through C?": ("E2.3",),
}  # fmt: skip
"""Case -> the clauses that settle it."""
attack_clause = clause_for(CASES, CLAUSES)


def free_ride(draw: Drawing) -> Question:
    """Ask for a turn in which somebody scored by another's landing (E4.1)."""
    match = recorded("economy", 4, draw.seed(), RECORD, placement="random")
    seat = draw.one_of(SEATS)
    gains = [
        (event.turn, event.facts["amount"])
        for event in match.events
        if event.name == "points_scored" and event.facts["payee"] == f"points:{seat}"
    ]
    movers = {event.turn: event.facts["mover"] for event in match.events
              if event.name == "sector_scored"}  # fmt: skip
    gifts = [(amount, turn) for turn, amount in gains if movers[turn] != seat]
    draw.need(gifts)
    most = max(amount for amount, _ in gifts)
    turns = tuple(turn for amount, turn in gifts if amount == most)
    draw.need(len(turns) <= 3)
    return Question(
        text=f"A match has been recorded: `sheet.match('free_ride').events`, a list; "
        "`event.name`, `event.turn`, `event.facts`. Find the turn in which **"
        f"{seat}** scored most points **by somebody else's landing** (the events "
        "`sector_scored`, with its mover, and `points_scored`).",
        kind=Number("", ordered=False, miss="Leave out the turns in which the mover is the one "
                    "who scores (E4.1)."),
        right=turns,
        worked=f"Turn {listed(map(str, turns))}: {most} points.",
        facts={"seat": seat},
        match=match,
        open=True,
    )  # fmt: skip


def swing(draw: Drawing) -> Question:
    """Ask which sector is best for A against the best rival (section 7)."""
    sectors = draw.some_of(SECTORS, 3)
    owned = {card: seat for sector in sectors for card, seat in owners_of(draw, sector).items()}
    match = at_turn({**all_owned(owned), "part": 2})
    swings = {sector: match.metrics()["swing"]["A"][sector] for sector in sectors}
    best = [sector for sector in sectors if swings[sector] == max(swings.values())]
    draw.need(len(best) == 1)
    return Question(
        text="Part 2. " + ". ".join(
            owners_words({c: s for c, s in owned.items() if c.startswith(sector)})
            for sector in sectors
        )
        + ". All locations lie face-up, and nobody stands there. Which of the three sectors should "
        "A land on to gain most **on its best rival there**?",
        kind=Name(tuple(sectors), "a sector", miss="A's own points less the best rival's (E4.1)."),
        right=best[0],
        worked=", ".join(f"{sector} {value:+}" for sector, value in swings.items()) + ".",
        facts={"owned": owned, "sectors": sectors},
        match=match,
    )  # fmt: skip


def destination(draw: Drawing) -> Moment:
    """Return a decision where to land, in the second part of a recorded match (E2.5, E4)."""
    patient = bool(draw.whole(0, 1))  # if so, another space pays more at once than the best
    match = recorded("economy", 4, draw.seed(), RECORD, placement="random", open_memory=True)
    turns = [event.turn for event in match.events if event.name == "part_started"]
    draw.need(turns)
    found = moments(match, "A", "choose_destination", turns[0] + 2, turns[0] + 14)
    draw.need(found)
    match.goto(step=draw.one_of(found))
    match = match.fork()

    def fits(weighed: Weighed) -> bool:
        at_once = {option: points_at_once(match, option) for option in weighed.outcomes}
        return (at_once[weighed.best()] < max(at_once.values())) == patient

    weighed = weigh_clearly(draw, match, "points", bots=RECORD, horizon=9, most=4, fits=fits)
    t = match.table
    spaces = [option.partition(" ")[2] for option in weighed.outcomes]
    rows = [(space, t.cards.get(space, "nothing"), t.piece_on(space) or "") for space in spaces]
    owned = [(sector, sector_words(match, sector)) for sector in SECTORS]
    return Moment(
        match=match,
        text=f"Turn {match.turn} of a match, in part 2; the points: "
        + listed(f"{seat} **{t.points(seat)}**" for seat in SEATS)
        + ". A has rolled and may go to these spaces, among others.\n\n"
        + as_table(("space", "location", "piece"), rows)
        + "\n\n"
        + as_table(("sector", "worth of each owner's cards"), owned),
        aim="A's points after this turn and two more of its own",
        weighed=weighed,
        players="bots (`harvester` for A and D, `raider` for B, `insider` for C)",
    )


def points_at_once(match: Match, option: str) -> int:
    """Return what A scores by the landing itself."""
    twin = match.fork()
    before = twin.metrics()["points"]["A"]
    twin.answer("go", space=option.partition(" ")[2])
    return int(twin.metrics()["points"]["A"] - before)


def sector_words(match: Match, sector: str) -> str:
    """Return what each owner would score in a sector."""
    view: Any = match.view(None)  # a view of this game
    worths = view.worth_in(sector)
    return ", ".join(f"{seat} {worths[seat]}" for seat in SEATS if worths.get(seat))


LED = 8
"""The matches of the sixteen in which a policy must lead its sector."""


@dataclass(frozen=True)
class Leads:
    """The aim of holding more than half of a sector at the end."""

    sector: str

    def __call__(self, match: Match, seat: Seat) -> bool:
        """Return whether a seat owns more than half of the worth of the sector's owned cards."""
        return (match.metrics()["sector_share"][seat][self.sector] or 0) > 50


def walk_to(sector: str) -> Policy:
    """Return a policy that goes where a free card of a sector brings most points for each step."""

    def policy(view: Any, decision: Decision) -> Any:
        free = [at for at, card in view.free.items() if view.cards[card].sector == sector]
        if decision.name != "choose_destination" or not free:
            return decision.default

        def worth(space: str) -> float:
            steps = view.grid.distances(space)
            return max(float(view.cards[view.free[at]].points / (steps[at] + 1)) for at in free)

        spaces = decision.legal[0].fields["space"].options  # type: ignore[attr-defined]  # a OneOf
        return "go", {"space": max(spaces, key=worth)}

    return policy


def policy(draw: Drawing) -> Question:
    """Ask for a policy that makes a seat the leader of one sector.

    A policy that goes for its cards reaches the aim more often than is asked, in these matches of
    the student too: the dice decide much, and might put it out of everybody's reach.
    """
    sector = draw.one_of(SECTORS)
    seeds = tuple(draw.seed() for _ in range(16))
    contest = Contest(
        "economy", 4, "A", "harvester", seeds, {"turn_limit": 100, "placement": "random"},
        Leads(sector),
    )  # fmt: skip
    draw.need(contest.count_by(walk_to(sector)) > LED)
    return Question(
        text="Write `policy(view, decision)`. It plays seat A in sixteen matches of at most 100 "
        "turns; B, C and D are Harvesters, who take the card of most points within reach, of "
        "whatever sector. A's owners want the lead in **one** sector, whatever else is lost: at "
        f"the end A must own **more than half** of all points in **{sector}** (the figure "
        "`sector_share`), in **eight** of the sixteen.",
        kind=Policies(contest, "Where do that sector's free cards lie, and how far is each?"),
        right=LED,
        worked="In part 1, going where a free card of the sector brings most points for each step "
        "does it: the others do not look at sectors.",
        facts={"sector": sector},
    )


READ = Plan(
    "economy-read",
    "Economy: sectors, shares and take-overs",
    {
        "reach": reach, "landing": landing, "take_over": take_over, "herfindahl": herfindahl,
        "attack_clause": attack_clause, "free_ride": free_ride,
    },
)  # fmt: skip
DECIDE = Plan(
    "economy-decide",
    "Economy: where to land",
    {
        "swing": swing, **on_decision(destination), "policy": policy,
    },
)  # fmt: skip
PLANS = {plan.name: plan for plan in (READ, DECIDE)}
