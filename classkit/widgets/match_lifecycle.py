"""Actions that start, open and save a match.

The previous match is kept as a branch if it has answers. Each action runs on a copy of the
controller, so that it takes effect completely or not at all
(``connection_protocol.match_transaction``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from classkit.engine.errors import ClasskitError, RecordError, UnknownName
from classkit.engine.game import Game
from classkit.engine.match import Match
from classkit.engine.options import copy_options
from classkit.engine.randomness import new_seed
from classkit.engine.registry import load, loads, new, refuse_unreadable
from classkit.engine.seats import read_seat_count
from classkit.engine.serialization import MAX_BYTES, format_record, size_error
from classkit.engine.untrusted_input import UnreadableData, decode_text, read_list

from .match_controller import MatchController
from .stored_predictions import prepare_predictions
from .wire_types import FileData

Data = dict[str, Any]


def reset_match(controller: MatchController) -> None:
    """Restart the match with the same seed. A match with answers is kept as a branch."""
    replace_active(controller, recreate_match(controller.match, controller.match.seed))


def reseed_match(controller: MatchController) -> None:
    """Restart the match with a new seed. A match with answers is kept as a branch."""
    replace_active(controller, recreate_match(controller.match, new_seed()))


def recreate_match(match: Match, seed: int) -> Match:
    """Return a new match with the settings and start position of ``match``, but another seed."""
    position = match.start_position
    return new(
        match.game,
        len(match.seats),
        seed=seed,
        edition=edition_argument(match),
        position=position.source if position else None,
        luck=match.luck_source,
        options=match.options,
    )


def edition_argument(match: Match) -> Any:
    """Return a match's edition as an argument for :func:`classkit.new`: its id, or all its data."""
    return match.edition.id if match.edition.built_in else match.edition.data


def start_new_match(
    controller: MatchController,
    options: Mapping[str, Any] | None = None,
    seats: int | None = None,
    names: Sequence[str] | None = None,
    edition: str | None = None,
) -> None:
    """Start a match of the same game with a new seed, in a new branch.

    Pages can call this, so it accepts fewer arguments than :func:`classkit.new`. Omitted arguments
    are taken from the current match.

    Args:
        controller: Controller of the table.
        options: Values of options that the game declares, by name.
        seats: Number of seats.
        names: Names of the players, one for each seat.
        edition: Id of a built-in edition.

    Raises:
        UnknownName: The game does not have this option or edition.
        ClasskitError: Another argument is invalid.
    """
    match = controller.match
    declared = [option.name for option in match.game.options]
    wanted = copy_options(options)
    for name in wanted:
        if name not in declared:
            raise UnknownName("option", name, declared)
    if edition is not None and edition not in match.game.editions():
        raise UnknownName("edition", edition, match.game.editions())
    if names is not None:
        names = read_list("names", names, "names")
    if seats is not None:
        seats = read_seat_count(seats, match.game.seat_numbers)
    if names is not None and seats not in (None, len(names)):
        raise ClasskitError(
            f"names must be a list of {seats} names, one for each seat, not {len(names)}."
        )
    chosen = {**match.options, **wanted}
    count = len(match.seats) if seats is None else seats
    begun = new(
        match.game,
        count if names is None else list(names),
        edition=edition_argument(match) if edition is None else edition,
        options=chosen,
    )
    add_match_branch(controller, begun, "New")


def replace_active(controller: MatchController, match: Match) -> None:
    """Continue with another match in the active branch, and seat its players."""
    controller.branches.start_match(match)
    controller.reseat_players(match.game.name)
    controller.is_playing = False


def add_match_branch(controller: MatchController, match: Match, name: str) -> None:
    """Continue with another match in a new branch, and seat its players."""
    before = controller.match.game.name
    new_names = set(match.names.values())
    others = {seat: label for seat, label in controller.names.items() if label not in new_names}
    controller.names = {**others, **match.names}
    controller.branches.start_match(match, name)
    controller.reseat_players(before)
    controller.is_playing = False


# --- opening ---------------------------------------------


class WrongGame(ClasskitError):
    """The record belongs to another game. ``offer`` is the request that opens it anyway."""

    def __init__(self, game: Game[Any], here: Game[Any]) -> None:
        there, table = (one.title.partition(":")[0] for one in (game, here))
        super().__init__(f"This is a match of {there}; this table plays {table}.")
        self.offer = {"game": game.name, "label": f"Open as a table of {there}"}


def open_record(controller: MatchController, source: str | Path, game: str | None = None) -> None:
    """Open a record from its text or a file, in a new branch.

    If the rules reject an entry of the record, the match is opened up to that step, and the
    controller's ``notice`` says so.

    Args:
        controller: Controller of the table.
        source: Text of the record, or path to a file.
        game: Name of another game whose records are also accepted. The table then switches to it.

    Raises:
        RecordError: The record cannot be opened.
        WrongGame: The record belongs to another game.
    """
    here = controller.match.game  # the game may not be installed
    notice = ""
    try:
        match = loads(str(source), game=here) if is_record_text(source) else load(source, game=here)
    except RecordError as error:
        if error.match is None:
            raise
        match, notice = error.match, str(error)
    there = match.game
    if there.name not in (here.name, game):
        raise WrongGame(there, here)
    add_match_branch(
        controller, match, "Opened" if there.name == here.name else there.title.partition(":")[0]
    )
    controller.notice = notice


def is_record_text(source: str | Path) -> bool:
    """Return whether ``source`` is the text of a record, not a path."""
    return isinstance(source, str) and source.lstrip()[:1] == "{"


def open_file(controller: MatchController, file: bytes, game: str | None = None) -> None:
    """Open a record sent by a page. Its content is never used as a path.

    Raises:
        RecordError: The file is too large, not text, or not a record.
        WrongGame: The record belongs to another game.
    """
    if len(file) > MAX_BYTES:
        raise size_error(len(file))
    try:
        text = decode_text(file, MAX_BYTES)
    except UnreadableData as error:
        raise RecordError(f"This record {error.reason}.") from None
    if not is_record_text(text):
        raise RecordError("This is not a saved match: a saved match of classkit begins with {.")
    open_record(controller, text, game)


# --- saving ---------------------------------------------


def build_record_file(controller: MatchController) -> FileData:
    """Return the record as a file to download: ``{"name", "text", "note"}``.

    It contains the whole match, independent of the viewer, and the predictions of the class.
    ``note`` is a warning if the file contains secrets or names.

    Unless the match is over, the file has a new seed: its past is complete, but nobody can compute
    future rolls from it. :meth:`Match.save` writes the real seed, to the instructor's own disk.
    """
    match = controller.match
    record, (predictions, told) = (
        shareable_record(match),
        prepare_predictions(controller.predictions),
    )
    text = format_record({**record, "predictions": predictions} if predictions else record)
    del record  # free memory, because the next line replays the whole match from the text
    refuse_unreadable(match, text)
    return {
        "name": f"{match.game.name}-turn-{match.turn}.classkit.json",
        "text": text,
        "note": " ".join(filter(None, [INSTRUCTOR_NOTE if controller.has_secrets else "", told])),
    }


def shareable_record(match: Match) -> Data:
    """Return the record, without its seed unless the match is over, so that rolls remain secret."""
    record = match.to_record()
    if not match.is_over:
        record["seed"] = new_seed()
        if match.start_position is not None:
            record = with_full_position(match, record)
    return record


INSTRUCTOR_NOTE = (
    "This file is for the instructor: it contains the whole match, with hidden information and "
    "secret answers."
)


def with_full_position(match: Match, record: Data) -> Data:
    """Return the record with a complete start position, so that set-up does not need the seed.

    Data that a position does not contain, such as the payments of set-up, may then differ.
    Therefore the hashes are omitted, and the record is opened once to check that it is valid.
    """
    first = match.fork().goto(step=0)
    facts = {key: value for key, value in first.position().items() if key not in ("then", "luck")}
    log = [{**line, "digest": ""} if "digest" in line else line for line in record["log"]]
    stated = {**record, "position": facts, "log": log}
    loads(format_record(stated), game=match.game)
    return stated
