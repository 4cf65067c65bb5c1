"""Economy sheet: sectors, shares, moves and takeovers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from classkit.engine import registry
from classkit.engine.decisions import Decision, Seat
from classkit.engine.match import Match
from classkit.engine.policy import Policy
from classkit.engine.registry import find

from ..answer_types import NameAnswer, NumberAnswer, format_table, join_names
from ..contest import Contest
from ..decision_questions import (
    AnswerOutcomes,
    DecisionMoment,
    build_decision_makers,
    find_decision_steps,
    simulate_clear_answers,
)
from ..policy_answer import PolicyAnswer
from ..random_draw import QuestionRandom
from ..recorded_matches import play_recorded_match
from ..sheet_plan import SheetPlan
from ..sheet_question import SheetQuestion
from .rule_cases import make_case_question

CLAUSES = find("economy").rulebook.clauses
SEATS = ("A", "B", "C", "D")
SLOTS = ("3", "2", "1a", "1b")
SLOT_WORDS = {"3": "invention", "2": "factory", "1a": "shop", "1b": "shop"}
SECTORS = ("motor", "textile", "food", "energy", "chemicals", "electronics", "construction",
           "media", "health")  # fmt: skip
RECORD_BOTS = {"A": "harvester", "B": "raider", "C": "insider", "D": "harvester"}


def start_turn(position: dict[str, Any], **options: Any) -> Match:
    """Start a four-player match on the demonstration layout."""
    chosen = {"placement": "demo", "first_player": "seat_a", **options}
    return registry.new("economy", 4, seed=1, position=position, options=chosen)


def get_layout() -> dict[str, str]:
    """Return the location card on each space of the demonstration layout."""
    return dict(start_turn({}).table.cards)


def draw_owners(draw: QuestionRandom, sector: str) -> dict[str, str]:
    """Draw an owner for each card of one sector, and return the owners by card."""
    return {f"{sector}-{slot}": draw.choose_option(SEATS) for slot in SLOTS}


def build_ownership(owned: dict[str, str]) -> dict[str, dict[str, list[str]]]:
    """Return position fields that assign these cards to seats, and all others to D."""
    facts: dict[str, dict[str, list[str]]] = {seat: {"properties": []} for seat in SEATS}
    for sector in SECTORS:
        for slot in SLOTS:
            card = f"{sector}-{slot}"
            facts[owned.get(card, "D")]["properties"].append(card)
    return facts


def format_owners(owned: dict[str, str]) -> str:
    """Describe who owns which cards."""
    return join_names(
        f"{seat} owns {card.partition('-')[0]}'s **{SLOT_WORDS[card.partition('-')[2]]}**"
        + (f" ({card.partition('-')[2]})" if card.partition("-")[2].startswith("1") else "")
        for card, seat in owned.items()
    )


def get_neighbour(space: str, taken: set[str]) -> str:
    """Return a free space next to ``space``, so that a roll of 1 leads from it to ``space``."""
    column, row = ord(space[0]), int(space[1])
    near = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    names = [f"{chr(c)}{r}" for c, r in near if ord("a") <= c <= ord("h") and 1 <= r <= 8]
    return next(name for name in names if name not in taken)


def ask_reach(draw: QuestionRandom) -> SheetQuestion:
    """Ask how many spaces can be reached with a roll (E2)."""
    start = draw.choose_option([f"{c}{r}" for c in "bcdefg" for r in range(2, 8)])
    number = draw.draw_integer(2, 3)
    others = draw.sample_options([s for s in get_layout() if s != start], 3)
    position: dict[str, Any] = {"mover": "A", "luck": [[number]], "A": {"at": start}}
    for seat, space in zip("BCD", others, strict=True):
        position[seat] = {"at": space}
    match = start_turn(position)
    match.answer("roll")
    spaces = list(match.legal_moves()[0].fields["space"].options)  # type: ignore[attr-defined]  # OneOf field
    return SheetQuestion(
        text=f"A's piece stands on **{start}**; others stand on {join_names(others)}. A rolls "
        f"**{number}**. How many different spaces may A end on?",
        kind=NumberAnswer(
            "spaces",
            low="A path may turn corners and end on another piece (E2.2, E2.3).",
            high="A path can't be diagonal, use a space twice, return to the start, or pass "
            "through another piece (E2.2, E2.3).",
        ),
        right=len(spaces),
        worked=f"{len(spaces)}: {', '.join(sorted(spaces))}.",
        facts={"start": start, "roll": number, "others": others},
        match=match,
    )


def ask_landing(draw: QuestionRandom) -> SheetQuestion:
    """Ask how many points one seat scores from a landing on a face-up location (E4.1)."""
    sector, seat = draw.choose_option(SECTORS), draw.choose_option(SEATS)
    owned = draw_owners(draw, sector)
    where = {card: space for space, card in get_layout().items()}
    space = where[f"{sector}-{draw.choose_option(SLOTS)}"]
    position: dict[str, Any] = {**build_ownership(owned), "part": 2, "mover": "A", "luck": [[1]]}
    position["A"] |= {"at": get_neighbour(space, set())}
    match = start_turn(position)
    match.answer("roll").answer("go", space=space)
    scored = match.metrics()["points"][seat]
    draw.require(scored)
    return SheetQuestion(
        text=f"Part 2. {format_owners(owned)}. A lands on a {sector} location that is face up, "
        f"with no piece on it. How many points does **{seat}** score?",
        kind=NumberAnswer(
            "points",
            low="All cards in the sector count, not only the one that A landed on (E4.1).",
            high="An invention scores 3, a factory 2, and a shop 1 (E4.1).",
        ),
        right=scored,
        worked=f"{seat} scores {scored}.",
        facts={"sector": sector, "owned": owned, "seat": seat},
        match=match,
    )


def ask_takeover(draw: QuestionRandom) -> SheetQuestion:
    """Ask how many points the mover scores from a landing on a face-down location (E4.2)."""
    sector = draw.choose_option(SECTORS)
    owned, slot = draw_owners(draw, sector), draw.choose_option(SLOTS)
    card = f"{sector}-{slot}"
    draw.require(owned[card] != "A")
    space = {one: where for where, one in get_layout().items()}[card]
    position: dict[str, Any] = {
        **build_ownership(owned), "part": 2, "mover": "A", "face_down": [space], "luck": [[1]],
    }  # fmt: skip
    position["A"] |= {"at": get_neighbour(space, set())}
    match = start_turn(position)
    match.answer("roll").answer("go", space=space)
    return SheetQuestion(
        text=f"Part 2. {format_owners(owned)}. The location of the sector's **{SLOT_WORDS[slot]}** "
        f"({card}) is **face down**. A lands on it, and no other piece is there. How many points "
        "does **A** score?",
        kind=NumberAnswer(
            "points",
            low="What changes hands before the sector scores (E4.2)?",
            high="Only A's own cards, including the new one, score for A (E4.1, E4.2).",
        ),
        right=match.metrics()["points"]["A"],
        worked=f"{card} goes from {owned[card]} to A, and then the sector scores.",
        facts={"sector": sector, "owned": owned, "card": card},
        match=match,
    )


def ask_herfindahl(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the concentration of a market for shops after a merger (Lesson 4)."""
    sectors = draw.sample_options(SECTORS, draw.draw_integer(3, 5))
    owned = {card: seat for sector in sectors for card, seat in draw_owners(draw, sector).items()}
    match = start_turn({**build_ownership(owned), "part": 2})
    buyer, bought = draw.sample_options(SEATS, 2)
    before = list_shop_owners(match, sectors)
    after = [buyer if seat == bought else seat for seat in before]
    draw.require({buyer, bought} <= set(before) and len(set(after)) > 1)
    rows = [(sector, *(owned[f"{sector}-{slot}"] for slot in SLOTS)) for sector in sectors]
    return SheetQuestion(
        text="These are the owners:\n\n"
        + format_table(("sector", *(f"{SLOT_WORDS[slot]} ({slot})" for slot in SLOTS)), rows)
        + (
            "\n\nShops do not replace inventions or factories. Suppose that buyers treat all "
            f"shops in these {len(sectors)} sectors as substitutes, and that all shops sell "
            f"the same amount. Now **{buyer}** takes over everything that **{bought}** owns: "
            "inventions, factories and shops. After that merger, what is the "
            "**Herfindahl–Hirschman index** of the market for shops, that is, the sum of its "
            "owners' squared percentage shares?"
        ),
        kind=NumberAnswer(
            "", whole=False, tolerance=5,
            slips={10_000: "uses shares as fractions of 1: here they are percentages."},
            low="Square each owner's share of all shops, not the share of each shop.",
            high="Inventions and factories are not shops. Shares are percentages of all shops.",
        ),
        right=compute_hhi(after),
        worked=f"Of {len(after)} shops, "
        + join_names(f"{seat} has {after.count(seat)}" for seat in SEATS if seat in after)
        + (
            f". The index is {compute_hhi(after):,.1f}; it was {compute_hhi(before):,.1f}. "
            "Inventions and factories are not part of this market."
        ),
        facts={"owned": owned, "buyer": buyer, "bought": bought},
        match=match,
    )  # fmt: skip


def list_shop_owners(match: Match, sectors: list[str]) -> list[Seat]:
    """Return the owner of each shop in these sectors, one entry per shop."""
    view: Any = match.view(None)  # the view of this game
    return [view.holder(f"{sector}-{shop}") for sector in sectors for shop in ("1a", "1b")]


def compute_hhi(owners: list[Seat]) -> float:
    """Return the Herfindahl–Hirschman index of a list with the owner of each unit.

    >>> compute_hhi(["A", "A", "B", "C"])
    3750.0
    """
    return sum((100 * owners.count(one) / len(owners)) ** 2 for one in set(owners))


CASES = {
    "In part 2, B lands on a face-up location that C's piece is on. Under which clause does "
    "nobody score?": ("E4.3",),
    "In part 2, B lands on a face-down location with no piece on it. Under which clause does "
    "B get its property card?": ("E4.2",),
    "In part 2, B lands on a face-up location with no piece on it. Under which clause does C, "
    "who owns property in that sector, also score?": ("E4.1",),
    "In part 1, B lands on a location with no piece on it, whose property card C owns. Under "
    "which clause does nothing happen?": ("E3.2",),
    "In part 1, B lands on a space that C's piece is on. Under which clause does C's piece go "
    "outside?": ("E3.3",),
    "C's piece is between B and the space that B wants to reach. Under which clause may B not "
    "move through it?": ("E2.3",),
}  # fmt: skip
"""Maps each case to the clauses that settle it."""
ask_attack_clause = make_case_question(CASES, CLAUSES)


def ask_free_ride(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the turn in which a seat scored most from another player's landing (E4.1)."""
    match = play_recorded_match("economy", 4, draw.draw_seed(), RECORD_BOTS, placement="random")
    seat = draw.choose_option(SEATS)
    gains = [
        (event.turn, event.facts["amount"])
        for event in match.events
        if event.name == "points_scored" and event.facts["payee"] == f"points:{seat}"
    ]
    movers = {event.turn: event.facts["mover"] for event in match.events
              if event.name == "sector_scored"}  # fmt: skip
    gifts = [(amount, turn) for turn, amount in gains if movers[turn] != seat]
    draw.require(gifts)
    most = max(amount for amount, _ in gifts)
    turns = tuple(turn for amount, turn in gifts if amount == most)
    draw.require(len(turns) <= 3)
    return SheetQuestion(
        text=f"`sheet.match('free_ride').events` is the list of events in a recorded match. Each "
        "event has `event.name`, `event.turn`, and `event.facts`. Find the turn in which "
        f"**{seat}** scored the most points **from somebody else's landing** (see the events "
        "`sector_scored`, which names the mover, and `points_scored`).",
        kind=NumberAnswer(
            "",
            ordered=False,
            miss="Leave out the turns in which the mover is the scoring player (E4.1).",
        ),
        right=turns,
        worked=f"Turn {join_names(map(str, turns))}: {most} points.",
        facts={"seat": seat},
        match=match,
        open=True,
    )


def ask_swing(draw: QuestionRandom) -> SheetQuestion:
    """Ask for the sector in which a landing gains A most over its best rival (E4.1)."""
    sectors = draw.sample_options(SECTORS, 3)
    owned = {card: seat for sector in sectors for card, seat in draw_owners(draw, sector).items()}
    match = start_turn({**build_ownership(owned), "part": 2})
    swings = {sector: match.metrics()["swing"]["A"][sector] for sector in sectors}
    best = [sector for sector in sectors if swings[sector] == max(swings.values())]
    draw.require(len(best) == 1)
    return SheetQuestion(
        text="Part 2. "
        + ". ".join(
            format_owners({c: s for c, s in owned.items() if c.startswith(sector)})
            for sector in sectors
        )
        + ". All locations are face up, with no pieces on them. Which of the three sectors should "
        "A land on to gain the most **over its best rival there**?",
        kind=NameAnswer(
            tuple(sectors),
            "a sector",
            miss="Subtract the best rival's points from A's own points (E4.1).",
        ),
        right=best[0],
        worked=", ".join(f"{sector} {value:+}" for sector, value in swings.items()) + ".",
        facts={"owned": owned, "sectors": sectors},
        match=match,
    )


def draw_destination_decision(draw: QuestionRandom) -> DecisionMoment:
    """Draw a decision about a destination in part 2 of a recorded match (E2.5, E4)."""
    patient = bool(draw.draw_integer(0, 1))  # if True, another space scores more in the short run
    match = play_recorded_match(
        "economy", 4, draw.draw_seed(), RECORD_BOTS, placement="random", open_memory=True
    )
    turns = [event.turn for event in match.events if event.name == "part_started"]
    draw.require(turns)
    found = find_decision_steps(match, "A", "choose_destination", turns[0] + 2, turns[0] + 14)
    draw.require(found)
    match.goto(step=draw.choose_option(found))
    match = match.fork()

    def fits(weighed: AnswerOutcomes) -> bool:
        at_once = {option: get_landing_points(match, option) for option in weighed.outcomes}
        return (at_once[weighed.get_best()] < max(at_once.values())) == patient

    weighed = simulate_clear_answers(
        draw, match, "points", bots=RECORD_BOTS, horizon=9, max_answers=4, fits=fits
    )
    t = match.table
    spaces = [option.partition(" ")[2] for option in weighed.outcomes]
    rows = [(space, t.cards.get(space, "nothing"), t.get_occupant(space) or "") for space in spaces]
    owned = [(sector, format_sector(match, sector)) for sector in SECTORS]
    return DecisionMoment(
        match=match,
        text=f"It is turn {match.turn} of a match, in part 2. The points are "
        + join_names(f"{seat} **{t.points(seat)}**" for seat in SEATS)
        + ". A has rolled and may go to these spaces, among others.\n\n"
        + format_table(("space", "location", "piece"), rows)
        + "\n\n"
        + format_table(("sector", "value of each owner's cards"), owned),
        aim="A's points after this turn and its next two turns",
        weighed=weighed,
        players="bots (`harvester` for A and D, `raider` for B, `insider` for C)",
    )


def get_landing_points(match: Match, option: str) -> int:
    """Return the points that A scores immediately from the landing."""
    twin = match.fork()
    before = twin.metrics()["points"]["A"]
    twin.answer("go", space=option.partition(" ")[2])
    return int(twin.metrics()["points"]["A"] - before)


def format_sector(match: Match, sector: str) -> str:
    """Format the points that each owner would score in a sector, omitting zeros."""
    view: Any = match.view(None)  # the view of this game
    worths = view.worth_in(sector)
    return ", ".join(f"{seat} {worths[seat]}" for seat in SEATS if worths.get(seat))


MIN_SUCCESSES = 8
"""Number of the sixteen matches in which a policy must lead its sector."""


@dataclass(frozen=True)
class SectorLead:
    """Goal of a contest: to own more than half of a sector at the end."""

    sector: str

    def __call__(self, match: Match, seat: Seat) -> bool:
        """Return True if a seat owns more than half the value of the sector's owned cards."""
        return (match.metrics()["sector_share"][seat][self.sector] or 0) > 50


def make_sector_policy(sector: str) -> Policy:
    """Return a policy that moves to free cards of a sector: high points, few steps away."""

    def policy(view: Any, decision: Decision) -> Any:
        free = [at for at, card in view.free.items() if view.cards[card].sector == sector]
        if decision.name != "choose_destination" or not free:
            return decision.default

        def worth(space: str) -> float:
            steps = view.grid.distances(space)
            return max(float(view.cards[view.free[at]].points / (steps[at] + 1)) for at in free)

        spaces = decision.legal[0].fields["space"].options  # type: ignore[attr-defined]  # OneOf field
        return "go", {"space": max(spaces, key=worth)}

    return policy


def ask_policy(draw: QuestionRandom) -> SheetQuestion:
    """Ask for a policy that makes seat A the leader of one sector.

    The question is drawn again unless :func:`make_sector_policy` leads the sector in more than
    ``MIN_SUCCESSES`` matches, because the dice might otherwise make the goal impossible.
    """
    sector = draw.choose_option(SECTORS)
    seeds = tuple(draw.draw_seed() for _ in range(16))
    contest = Contest(
        "economy", 4, "A", "harvester", seeds, {"turn_limit": 100, "placement": "random"},
        SectorLead(sector),
    )  # fmt: skip
    draw.require(contest.count_policy_successes(make_sector_policy(sector)) > MIN_SUCCESSES)
    return SheetQuestion(
        text=(
            "Write `policy(view, decision)`, which plays seat A in sixteen matches of at most "
            "100 turns. B, C and D are Harvesters, which take the card with the most points "
            "within reach in any sector. A's owners want the lead in **one** sector at any "
            f"cost: at the end, A must own **more than half** of all points in **{sector}** "
            "(the metric `sector_share`) in **eight** of the sixteen matches."
        ),
        kind=PolicyAnswer(contest, "Where are that sector's free cards, and how far away is each?"),
        right=MIN_SUCCESSES,
        worked=(
            "In part 1, it is enough to go to the sector's free card with the most points per "
            "step, because the others ignore sectors."
        ),
        facts={"sector": sector},
    )


READ_PLAN = SheetPlan(
    "economy-read",
    "Economy: sectors, shares and takeovers",
    {
        "reach": ask_reach,
        "landing": ask_landing,
        "take_over": ask_takeover,
        "herfindahl": ask_herfindahl,
        "attack_clause": ask_attack_clause,
        "free_ride": ask_free_ride,
    },
)
DECIDE_PLAN = SheetPlan(
    "economy-decide",
    "Economy: where to land",
    {
        "swing": ask_swing,
        **build_decision_makers("destination", draw_destination_decision),
        "policy": ask_policy,
    },
)
PLANS = {plan.name: plan for plan in (READ_PLAN, DECIDE_PLAN)}
