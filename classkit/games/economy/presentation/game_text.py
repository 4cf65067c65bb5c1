"""All texts of Economy by name: prompts, labels and sentences."""

from __future__ import annotations

from classkit.engine.decisions import Seat
from classkit.engine.events import HIDDEN
from classkit.engine.rulebook_text import Words, choose_sentence, make_labels, make_phrases

from ..state import EconomyState, Landing
from . import event_text
from .metric_components import WORTH_SENTENCES
from .secrets import is_hidden


def format_landing(t: EconomyState, landing: Landing, viewer: Seat | None) -> str:
    """Return the last landing as a sentence, limited to what a viewer may know (E6.1).

    Seats are in braces, which a page replaces with names.
    """
    mover, space = landing.mover, landing.space
    card = t.deck.cards.get(t.cards.get(space, ""))
    hidden = card is None or is_hidden(t, space, viewer)
    what = "" if card is None or hidden else f", {card.title}"
    sector = "" if card is None or hidden else f" in {t.edition.sectors[card.sector].name}"
    where = f"{{{mover}}} lands on {space}{what}"
    victim = f" and sends {{{landing.victim}}}'s piece outside" if landing.victim else ""
    paid = [f"{{{seat}}} +{amount}" for seat, amount in landing.paid]
    pays = f" It pays{sector}: {', '.join(paid)}." if paid else ""
    did = {
        "taken": f" {{{mover}}} takes the property card.",
        "taken_over": f" {{{mover}}} takes over the property card from {{{landing.loser}}}.",
        "secured": f" {{{mover}}} keeps the property card.",
        "turned_down": " The card is turned face-down.",
        "attacked": " The card is turned face-down, and nobody scores.",
        "face_down_part1": " The card stays face-down.",
        "owned": " Nothing happens: the card is already owned.",
        "empty": " Nothing happens: the space is empty.",
    }.get(landing.what, "")
    return f"{where}{victim}.{did}{pays}"


LANDING_TEXT, PAYING_TEXT = "{mover:seat} lands on {space}:", "pays out {total:of points}."
EARNING_TEXT = "from turn {first_turn} on, landings earn points."

WORDS = Words(
    endings=event_text.ENDINGS,
    decisions={
        "place_location": choose_sentence(
            "left",
            {1: "Place your last card on a free space."},
            "Place one of your {left} cards on a free space.",
        ),
        "roll": "Roll the die?",
        "choose_destination": choose_sentence(
            "value",
            {1: "Move exactly 1 space: where to?"},
            "Move exactly {value} spaces: where to?",
        ),
        "choose_corner": (
            "You send {victim:seat}'s piece outside. At which corner must it re-enter?"
        ),
    },
    moves={
        "place": "Place",
        "roll": "Roll the die",
        "go": "Move",
        "send": "Send to a corner",
    },
    fields={
        **make_labels("card", "space", "corner", "done", "suffered"),
    },
    events={
        "game_set_up": "{seats:count} players play to {target} points.",
        "start_rolled": "{seat:seat} rolls a {value} to decide who goes first.",
        "hand_dealt": "{seat:seat} is dealt {cards:space}.",
        "location_placed": event_text.tell_placement,
        "die_rolled": "{seat:seat} rolls a {value}.",
        "piece_moved": "{seat:seat} moves from {from} to {to}.",
        "no_move": choose_sentence(
            "value",
            {1: "{seat:seat} cannot move exactly 1 space and stays put."},
            "{seat:seat} cannot move exactly {value} spaces and stays put.",
        ),
        "piece_put_out": (
            "{by:seat} lands on {from} and sends {seat:seat}'s piece outside; it must re-enter at "
            "{to}."
        ),
        "location_turned_down": choose_sentence(
            "card",
            {HIDDEN: "The card on {space} is turned face-down."},
            "{card:space} on {space} is turned face-down.",
        ),
        "location_turned_up": choose_sentence(
            "card",
            {HIDDEN: "The card on {space} is turned face-up."},
            "The card on {space} is turned face-up: {card:space}.",
        ),
        "property_taken": "{to:account} takes {card:space}.",
        "property_taken_over": choose_sentence(
            "card",
            {HIDDEN: "{to:account} takes over the card on {space} from {from:account}."},
            "{to:account} takes over {card:space} from {from:account}.",
        ),
        "property_secured": "{seat:seat} keeps {card:space}, which is safe again.",
        "part_started": choose_sentence(
            "reason",
            {
                "all_taken": f"All property is taken: {EARNING_TEXT}",
                "turn_limit": f"The limit of part 1 is reached: {EARNING_TEXT}",
            },
        ),
        "sector_scored": choose_sentence(
            "sector",
            {HIDDEN: f"{LANDING_TEXT} a sector that is now hidden {PAYING_TEXT}"},
            f"{LANDING_TEXT} {{sector:space}} {PAYING_TEXT}",
        ),
        "points_scored": event_text.tell_points,
        "nothing_happened": choose_sentence(
            "why",
            {
                "empty": "{seat:seat} lands on {space}, which is empty.",
                "owned": "{seat:seat} lands on {space}, where the card is already owned.",
                "face_down_part1": (
                    "{seat:seat} lands on {space}: the card stays face-down in part 1."
                ),
            },
        ),
        "game_ended": event_text.tell_ending,
    },
    worth=WORTH_SENTENCES,
    earned=event_text.tell_points_source,
    causes={"": "from {reason}"},
    sum_up=event_text.summarize_step,
    weights=event_text.WEIGHTS,
    signals={"time_up": "Call time: the game ends after this turn"},
    units={
        **make_phrases("done", "suffered"),
        "points": ("point", "points"),
        "cards": ("card", "cards"),
        "locations": ("location", "locations"),
        "pieces": ("piece", "pieces"),
        "take-overs": ("take-over", "take-overs"),
        "3": "inventions",
        "2": "factories",
        "1": "shops",
        "piece:": "{}'s piece",
    },
    reasons={
        **make_phrases("moved", "put_out", "taken_over"),
        "set_up": "put on the board",
        "taken": "taken from the board",
        "owned": "changes in what others own there",
        "landings": "further landings",
    },
    accounts={
        "bank": "the bank",
        "box": "the box",
        "outside": "outside",
        "space:": "space {}",
        "player:": "{}",
        "points:": "{}'s points",
    },
)
