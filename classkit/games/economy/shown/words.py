"""The words of Economy: questions, labels and sentences for people, by name."""

from __future__ import annotations

from classkit.engine.log import HIDDEN
from classkit.engine.requests import Seat
from classkit.engine.words import Words, by, labelled, named

from ..state import Economy, Landing
from . import news
from .makeup import WORTH
from .secrets import lies_hidden


def landing_words(t: Economy, landing: Landing, looker: Seat | None) -> str:
    """Return the effect of the last landing in a sentence, as far as a looker may know it (E6.1).

    Seats stand in braces, for which a page puts their names.
    """
    mover, space = landing.mover, landing.space
    card = t.deck.cards.get(t.cards.get(space, ""))
    hidden = card is None or lies_hidden(t, space, looker)
    what = "" if card is None or hidden else f", {card.title}"
    sector = "" if card is None or hidden else f" in {t.edition.sectors[card.sector].name}"
    where = f"{{{mover}}} lands on {space}{what}"
    victim = f" and puts {{{landing.victim}}} out" if landing.victim else ""
    paid = [f"{{{seat}}} +{amount}" for seat, amount in landing.paid]
    pays = f" It pays{sector}: {', '.join(paid)}." if paid else ""
    did = {
        "taken": " The property card is taken.",
        "taken_over": f" The property card goes from {{{landing.loser}}} to {{{mover}}}.",
        "secured": f" {{{mover}}} keeps the property card.",
        "turned_down": " The card is turned face-down.",
        "attacked": " The card is turned face-down, and nobody scores.",
        "face_down_part1": " It stays face-down.",
        "owned": " Nothing happens: it is owned.",
        "empty": " Nothing happens.",
    }.get(landing.what, "")
    return f"{where}{victim}.{did}{pays}"


SCORED = "{mover:seat}'s landing on {space} pays {total:of points} for"
EARNING = "from turn {first_turn} on landings earn points."

WORDS = Words(
    endings=news.ENDINGS,
    decisions={
        "place_location": by(
            "left",
            {1: "Place your last card on a free space."},
            "Place one of your {left} cards on a free space.",
        ),
        "roll": "Roll the die?",
        "choose_destination": by(
            "value",
            {1: "Move exactly 1 space: where to?"},
            "Move exactly {value} spaces: where to?",
        ),
        "choose_corner": "{victim:seat} is put out: at which corner must that piece enter again?",
    },
    moves={
        "place": "Place",
        "roll": "Roll the die",
        "go": "Move",
        "send": "Send to a corner",
    },
    fields={
        **labelled("card", "space", "corner", "done", "suffered"),
    },
    events={
        "game_set_up": "{seats:count} players play to {target} points.",
        "start_rolled": "{seat:seat} rolls {value} for the start.",
        "hand_dealt": "{seat:seat} is dealt {cards:space}.",
        "location_placed": news.tell_placed,
        "die_rolled": "{seat:seat} rolls {value}.",
        "piece_moved": "{seat:seat} moves from {from} to {to}.",
        "no_move": "{seat:seat} cannot move {value} and stays.",
        "piece_put_out": "{by:seat} puts {seat:seat} out from {from}, to enter again at {to}.",
        "location_turned_down": by(
            "card",
            {HIDDEN: "The card on {space} is turned face-down."},
            "{card:space} on {space} is turned face-down.",
        ),
        "location_turned_up": by(
            "card",
            {HIDDEN: "The card on {space} is turned face-up."},
            "The card on {space} is turned face-up: {card:space}.",
        ),
        "property_taken": "{to:account} takes {card:space}.",
        "property_taken_over": by(
            "card",
            {HIDDEN: "{to:account} takes the card of {space} over from {from:account}."},
            "{to:account} takes {card:space} over from {from:account}.",
        ),
        "property_secured": "{seat:seat} keeps {card:space}, which is safe again.",
        "part_started": by(
            "reason",
            {
                "all_taken": f"All property is taken: {EARNING}",
                "turn_limit": f"The limit of part 1 is reached: {EARNING}",
            },
        ),
        "sector_scored": by(
            "sector",
            {HIDDEN: f"{SCORED} a sector that is hidden now."},
            f"{SCORED} {{sector:space}}.",
        ),
        "points_scored": news.tell_points,
        "nothing_happened": by(
            "why",
            {
                "empty": "{seat:seat} lands on {space}: it is empty.",
                "owned": "{seat:seat} lands on {space}: it is owned already.",
                "face_down_part1": (
                    "{seat:seat} lands on {space}: the card stays face-down in part 1."
                ),
            },
        ),
        "game_ended": news.tell_ending,
    },
    worth=WORTH,
    earned=news.tell_earned,
    sum_up=news.sum_up,
    weights=news.WEIGHTS,
    signals={"time_up": "Call time: the game ends after this turn"},
    units={
        **named("done", "suffered"),
        "points": ("point", "points"),
        "cards": ("card", "cards"),
        "3": "inventions",
        "2": "factories",
        "1": "shops",
        "piece:": "{}'s piece",
    },
    reasons={
        **named("moved", "put_out", "taken_over"),
        "set_up": "put on its location",
        "taken": "taken from its location",
        "owned": "changes of all that is owned there",
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
