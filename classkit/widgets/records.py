"""Beginning anew, opening and saving: what replaces the match on the screen, or takes it along.

What was on the screen is always kept as a branch. Each of these is carried out on a twin of the
desk, so that it is complete or nothing changes (``channel.all_or_nothing``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from classkit.engine.data import Unreadable, decode, read_list
from classkit.engine.errors import ClasskitError, RecordError, UnknownName
from classkit.engine.game import Game
from classkit.engine.luck import new_seed
from classkit.engine.match import Match
from classkit.engine.options import by_names
from classkit.engine.record import MAX_BYTES, dumps, too_large
from classkit.engine.registry import load, loads, new, refuse_unreadable
from classkit.engine.words import read_number_of_seats

from .desk import Desk
from .shapes import NamedFile
from .stored_predictions import to_keep

Data = dict[str, Any]


def reset(desk: Desk) -> None:
    """Back to the beginning with the same luck; what was played is kept as a branch."""
    begin(desk, again(desk.match, desk.match.seed))


def new_luck(desk: Desk) -> None:
    """Return the same match with new luck; what was played is kept as a branch."""
    begin(desk, again(desk.match, new_seed()))


def again(match: Match, seed: int) -> Match:
    """Return a new match with the settings and position of this one, and with this seed."""
    position = match.start_position
    return new(
        match.game,
        len(match.seats),
        seed=seed,
        edition=edition_of(match),
        position=position.source if position else None,
        luck=match.luck_source,
        options=match.options,
    )


def edition_of(match: Match) -> Any:
    """Return a match's edition as :func:`classkit.new` takes it: its id, or all its data."""
    return match.edition.id if match.edition.built_in else match.edition.data


def new_match(
    desk: Desk,
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    edition: str | None = None,
) -> None:
    """Begin a match of the same game with other options, as many seats as wanted, and new luck.

    A page may ask for this, so nothing else of :func:`classkit.new` can be reached: ``options``
    are those that the game declares, and ``edition`` is the id of one that is shipped.
    """
    match = desk.match
    declared = [option.name for option in match.game.options]
    wanted = by_names(options)
    for name in wanted:
        if name not in declared:
            raise UnknownName("option", name, declared)
    if edition is not None and edition not in match.game.editions():
        raise UnknownName("edition", edition, match.game.editions())
    if names is not None:
        names = read_list("names", names, "names")
    if seats is not None:
        seats = read_number_of_seats(seats, match.game.seat_numbers)
    if names is not None and seats not in (None, len(names)):
        raise ClasskitError(
            f"names must be a list of {seats} names, one for each seat, not {len(names)}."
        )
    chosen = {**match.options, **wanted}
    count = len(match.seats) if seats is None else seats
    begun = new(
        match.game,
        count if names is None else list(names),
        edition=edition_of(match) if edition is None else edition,
        options=chosen,
    )
    adopt(desk, begun, "New")


def begin(desk: Desk, match: Match) -> None:
    """Go on with a match of the same kind in the active branch."""
    desk.branches.begin(match)
    desk.sit_down(match.game.name)
    desk.playing = False


def adopt(desk: Desk, match: Match, name: str) -> None:
    """Go on with another match, in a branch of its own, and seat its players."""
    before = desk.match.game.name
    new_names = set(match.names.values())
    others = {seat: label for seat, label in desk.names.items() if label not in new_names}
    desk.names = {**others, **match.names}
    desk.branches.begin(match, name)
    desk.sit_down(before)
    desk.playing = False


# --- opening ---------------------------------------------


class OtherGame(ClasskitError):
    """A record of another game than the table's. ``offer`` is what a page may ask for instead."""

    def __init__(self, game: Game[Any], here: Game[Any]) -> None:
        there, table = (one.title.partition(":")[0] for one in (game, here))
        super().__init__(f"This is a match of {there}; this table plays {table}.")
        self.offer = {"game": game.name, "label": f"Open as a table of {there}"}


def open_record(desk: Desk, source: str | Path, game: str | None = None) -> None:
    """Open a record, from its text or a file; one that stops agreeing opens up to there.

    RecordError says what is wrong with it, and OtherGame that it is of another game. With that
    ``game`` by name, the table becomes one of it; what was on it stays as a branch to return to.
    """
    here = desk.match.game  # perhaps one that is not installed
    notice = ""
    try:
        match = loads(str(source), game=here) if is_text(source) else load(source, game=here)
    except RecordError as error:
        if error.match is None:
            raise
        match, notice = error.match, str(error)
    there = match.game
    if there.name not in (here.name, game):
        raise OtherGame(there, here)
    adopt(desk, match, "Opened" if there.name == here.name else there.title.partition(":")[0])
    desk.notice = notice


def is_text(source: str | Path) -> bool:
    """Return whether this is a record itself rather than the path to one."""
    return isinstance(source, str) and source.lstrip()[:1] == "{"


def open_file(desk: Desk, file: bytes, game: str | None = None) -> None:
    """Open a record that the page has sent; never a path, whatever it holds."""
    if len(file) > MAX_BYTES:
        raise too_large(len(file))
    try:
        text = decode(file, MAX_BYTES).removeprefix("\ufeff")  # some editors mark their UTF-8
    except Unreadable as error:
        raise RecordError(f"This record {error.reason}.") from None
    if not is_text(text):
        raise RecordError("This is no record: a record of classkit begins with {.")
    open_record(desk, text, game)


# --- saving ---------------------------------------------


def record_for_page(desk: Desk) -> NamedFile:
    """Return the record as a file to take along: ``{"name", "text", "note"}``.

    It holds the whole match, whoever sees the table as whom, and what the class expected:
    ``note`` says so where that tells secrets or names.
    As long as the match goes on, it carries a fresh seed: the past is complete, but whoever opens
    the file cannot compute the throws to come. :meth:`Match.save` keeps the seed, on the
    instructor's own disk.
    """
    match = desk.match
    record, (predictions, told) = record_to_hand_on(match), to_keep(desk.predictions)
    text = dumps({**record, "predictions": predictions} if predictions else record)
    del record  # a second match is played from the text: this spares its memory
    refuse_unreadable(match, text)
    return {
        "name": f"{match.game.name}-turn-{match.turn}.classkit.json",
        "text": text,
        "note": " ".join(filter(None, [TELLS_ALL if desk.has_secrets else "", told])),
    }


def record_to_hand_on(match: Match) -> Data:
    """Return the record as others may have it: it tells the past, and no throw to come."""
    record = match.to_record()
    if not match.is_over:
        record["seed"] = new_seed()
        if match.start_position is not None:
            record = whole_position(match, record)
    return record


TELLS_ALL = (
    "This file is the instructor's: it holds the whole match, what lies hidden and what was "
    "answered in secret too."
)


def whole_position(match: Match, record: Data) -> Data:
    """Return the record with a position that states everything, so that set-up needs no luck.

    Traces that no fact states, such as what each was paid in set-up, may then differ: the
    fingerprints are left out, and the record is opened once to see that it can be.
    """
    first = match.fork().goto(step=0)
    facts = {key: value for key, value in first.position().items() if key not in ("then", "luck")}
    log = [{**line, "digest": ""} if "digest" in line else line for line in record["log"]]
    stated = {**record, "position": facts, "log": log}
    loads(dumps(stated), game=match.game)
    return stated
