"""Parts of 487-opoly on paper: deeds, both decks, notes, buildings and the pawn (Q1)."""

from __future__ import annotations

from collections.abc import Iterator

from classkit.engine.print_kit import (
    CardSet,
    CounterSet,
    PrintedCard,
    PrintedNote,
    PrintKit,
    RecordForm,
    make_notes,
)
from classkit.engine.rulebook_text import TextFormatter

from ..rules_data import BoardSpace, CardKind, OpolyRules, format_group
from ..state import BANK, OpolyState
from .board import build_board, build_scene
from .board_colours import GROUP_COLOURS

NOTE_VALUES = (500, 100, 50, 20, 10, 5, 1)
"""One set of notes has the same number of each; together they are the bank's money (Q1.2)."""
EXTERNAL_COLOUR, INTERNAL_COLOUR = "#E69F00", "#56B4E9"
CARD_TEXTS = {
    "start_recession": "Put the pawn on the recession space: a recession begins (Q4.1).",
    "start_depression": "Put the pawn on the recession space: a depression begins (Q4.1).",
    "ethics": "In secret, decline, or act and name a property of another company. Of those who "
    "act, the highest die takes it (Q8.4).",
    "environment": "In secret, support or oppose a levy: {per_house:money} per house, "
    "{per_hotel:money} per hotel, {per_railroad:money} per railroad, {electric_owner:money} from "
    "the owner of the first utility; opposers pay {oppose_multiplier} times as much (Q8.9).",
    "merger_or_nothing": "Companies may merge (Q9.1).",
    "lay_on_table": "Stays on the table until a company uses it to end a recession; it then "
    "grants {grant:money} (Q4.3).",
    "limit_all": "Every company's property limit rises by {amount} for good (Q8.11).",
    "limit_largest": "The property limit of the company with most properties changes by {amount} "
    "for good (Q8.11).",
    "move_to": "Move the pawn forward to {space:name} (Q8.12).",
    "move_to_next": "Move the pawn forward to the next space of this kind: {kind}. Its rent is "
    "{factor} (Q8.12).",
    "move_back": "Move the pawn back {spaces} spaces (Q8.12).",
    "charge_buildings": "Pay {per_house:money} per house and {per_hotel:money} per hotel (Q8.13).",
    "grant_buildings": "Receive {per_house:money} per house and {per_hotel:money} per hotel "
    "(Q8.14).",
    "grant_each": "Each company receives {amount:money} (Q8.14).",
    "charge_property": "Pay {amount:money} per property (Q8.13).",
    "grant_cards": "Receive {amount:money} per internal card (Q8.14).",
    "charge_cash_pct": "Pay {pct}% of your cash (Q8.13).",
    "no_building": "No building in this turn, and in the turns after it, {turns} in all (Q8.15).",
    "charge_mortgaged": "Pay {amount:money} per mortgaged property (Q8.13).",
    "auction_top_unowned": "The unowned property of the highest value is auctioned (Q8.15).",
    "shift_pawn": "After a roll, move the pawn up to {reach} spaces further or less far (Q8.1).",
    "end_recession": "End a recession; the card then goes to the bottom of the deck (Q4.2).",
    "exempt_one_in_line": "Choose a line of property. One property of it is not counted for your "
    "limit (Q8.8).",
    "limit": "Your property limit is higher by {amount} (Q6.9).",
    "preempt": "When the pawn lands on an unowned property, buy it without an auction for "
    "{price_pct}% of its value, or lose the card (Q8.2).",
    "copy": "Name an internal card of another company: this card has its effect (Q8.5).",
    "hotel_rent_pct": "The rent of your first hotel is {pct}% (Q8.6).",
    "tax_pct": "You pay {pct}% of taxes (Q8.16).",
    "build_cost_pct": "Houses and hotels cost you {pct}% (Q6.11).",
    "rail_rent_pct": "The rent of your railroads is {pct}% (Q3.9).",
    "all_rent_pct": "All your rents are {pct}%, without a contract that splits them (Q8.7).",
    "poach": "Pay another company {fee:money} and take one of its internal cards (Q8.3).",
    "go_bonus": "You receive {amount:money} more when the pawn passes Go (Q8.16).",
    "recession_pct": "You pay {pct}% of the costs of a recession (Q4.5).",
}
"""What each kind of card does, by the word of its effect."""


def build_print_kit(t: OpolyState) -> PrintKit:
    """Return the parts for the edition, the options and the seats of a state."""
    edition = t.edition
    total = t.ledger.balance(BANK, t.currency.unit)
    say = TextFormatter({}, currency=t.currency)
    write = t.currency.write
    return PrintKit(
        board=build_board(edition, t.currency, t.currency.layout),
        scene=build_scene(t),
        cards=(
            CardSet(
                "Deed",
                tuple(print_deed(edition, space, say) for space in edition.board
                      if space.is_ownable),
                "The back shows that the property is mortgaged (Q6.3).",
            ),
            build_deck(edition, "external", "External card", EXTERNAL_COLOUR, say),
            build_deck(edition, "internal", "Internal card", INTERNAL_COLOUR, say),
        ),
        notes=split_money(total),
        counters=tuple(build_buildings(t)),
        pieces=(CounterSet("Pawn", {1: 1}, "#222222", "disc", "one for all companies"),),
        records=(
            RecordForm(
                "Record of the match",
                (("Turn", 1.0), ("Dice", 1.0), ("Space", 1.8), ("Card", 1.8),
                 ("Auctions: lot, all bids or the price, winner", 4.0),
                 ("Building, mortgages, deals, alliances: who, what", 4.6),
                 *((f"Cash {seat}", 1.2) for seat in t.seats)),
                note="Write one line for each turn, and one for each lot that is auctioned before "
                "the first turn. The cash may be left out.",
            ),
        ),
        bring=("2 dice with 6 sides", "slips of paper for sealed bids"),
        setup=(
            f"Each company takes {write(edition.start_cash)}; the bank keeps the rest (Q1.1, "
            "Q1.2).",
            f"The property limit of each company is {edition.slots.get(len(t.seats), '')} (Q1.1).",
            "Shuffle both decks. Put the pawn on Go (Q1.3).",
            f"Draw {edition.initial_properties} deeds and auction them, the cheapest first (Q1.4).",
            f"Draw {edition.initial_internal_cards} internal cards and auction them, in "
            "alphabetical order (Q1.5).",
        ),
    )  # fmt: skip


def print_deed(edition: OpolyRules, space: BoardSpace, say: TextFormatter) -> PrintedCard:
    """Return the deed of a property, with its rents on the front (Q3.5, Q3.7, Q3.8)."""
    write = say.money
    if space.kind == "street":
        site, *built = space.rent
        *houses, hotel = built
        lines = [
            f"Rent {write(site)}; with houses {', '.join(map(write, houses))}; hotel "
            f"{write(hotel)}",
            f"A house costs {write(edition.house_cost.get(space.group, 0))}",
        ]
    elif space.kind == "railroad":
        lines = [f"Rent by number of railroads: {', '.join(map(write, edition.rail_rent))}"]
    else:
        times = ", ".join(f"{times} times" for times in edition.utility_multiplier)
        lines = [f"Rent by number of utilities: {times} the dice"]
    lines.append(f"Mortgage {write(space.mortgage)}")
    return PrintedCard(
        space.name, tuple(lines), format_group(space.group), write(space.price),
        GROUP_COLOURS.get(space.group, ""), space.id,
        f"{space.name}: mortgaged for {write(space.mortgage)}",
    )  # fmt: skip


def build_deck(
    edition: OpolyRules, deck: str, title: str, colour: str, say: TextFormatter
) -> CardSet:
    """Return one of the two decks, with each copy of a card under its own id (Q3.11, Q3.12)."""
    cards = tuple(
        PrintedCard(
            kind.name,
            (describe_card(edition, kind, say),),
            title,
            say.money(kind.appraised) if kind.appraised else "",
            colour,
            single,
        )
        for single, kind in edition.cards.items()
        if kind.deck == deck
    )
    return CardSet(title, cards, "Shuffle the deck (Q1.3).", title)


def describe_card(edition: OpolyRules, kind: CardKind, say: TextFormatter) -> str:
    """Return what a card does, with its amounts and its clause.

    >>> from classkit.games.opoly.edition.edition_loader import EDITIONS
    >>> rules = EDITIONS.read().rules
    >>> describe_card(rules, rules.kinds["tax_rebate"], TextFormatter())
    'Each company receives $50 (Q8.14).'
    """
    facts = {name: CardAmount(value, say, edition) for name, value in kind.parameters.items()}
    rents, dice = kind.parameters.get("rent_multiplier"), kind.parameters.get("dice_multiplier")
    factor = f"{rents} times as high" if rents else f"{dice} times the dice"
    return CARD_TEXTS[kind.effect].format(**facts, kind=format_group(kind.target), factor=factor)


class CardAmount(int):
    """A parameter of a card, which can be formatted as money or as the name of a space."""

    say: TextFormatter
    edition: OpolyRules

    def __new__(cls, value: int, say: TextFormatter, edition: OpolyRules) -> CardAmount:
        """Return the value with what is needed to format it."""
        amount = super().__new__(cls, value)
        amount.say, amount.edition = say, edition
        return amount

    def __format__(self, spec: str) -> str:
        """Format the value as ``money``, as the ``name`` of a space, or as a number."""
        if spec == "money":
            return self.say.money(int(self))
        if spec == "name":
            return self.edition.board[self].name
        return f"{int(self):+}" if self < 0 else str(int(self))


def split_money(total: int) -> tuple[PrintedNote, ...]:
    """Return sets of notes that are worth exactly the bank's money, or usual notes (Q1.2).

    >>> [(note.value, note.count) for note in split_money(20_580)][:2]
    [(500, 30), (100, 30)]
    """
    each, rest = divmod(total, sum(NOTE_VALUES))
    if not each or each > MAX_NOTES_EACH:
        return make_notes(total)
    counts = dict.fromkeys(NOTE_VALUES, each)
    for value in NOTE_VALUES:
        counts[value] += rest // value
        rest %= value
    return tuple(PrintedNote(value, count) for value, count in counts.items())


MAX_NOTES_EACH = 100
"""Maximum number of notes of each value. A bank with more money gets usual notes."""


def build_buildings(t: OpolyState) -> Iterator[CounterSet]:
    """Yield the houses and hotels, of which there are only so many (Q6.14)."""
    for unit, colour in (("house", "#1fb25a"), ("hotel", "#ed1b24")):
        supply = sum(t.ledger.balances[unit].values())
        if supply:
            yield CounterSet(unit, {1: supply}, colour, note="no more than these (Q6.14)")
