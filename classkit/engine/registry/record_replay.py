"""Matches opened from records.

To open a record, the match is started with the recorded arguments, and every entry is replayed. At
the start of every turn, the state is compared with the recorded hash. A record of different rules
can be opened up to the first difference.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..call_keywords import with_typed_keywords
from ..custom_metrics import custom_class_name, with_metrics
from ..decisions import Draw, Roll
from ..errors import (
    ClasskitError,
    FigureError,
    LuckError,
    RecordError,
    RecordMismatch,
    truncate_text,
    truncate_value,
)
from ..events import OUTCOME_KINDS, Entry, Keep, read_keep
from ..game import Game
from ..history import Timeline
from ..match import Match
from ..match.record import MatchRecord
from ..metrics import Metric
from ..options import read_options
from ..positions import drop_past_facts, read_position
from ..randomness import (
    RandomSource,
    ScriptedRandom,
    prepend_outcomes,
)
from ..seats import SEAT_LETTERS, read_seat_count
from ..serialization import (
    MAX_BYTES,
    SegmentHash,
    names_path,
    parse_record,
    predictions_path,
    read_log,
    size_error,
)
from ..untrusted_input import read_flag, read_json, to_builtin

if TYPE_CHECKING:
    pass

from .installed_games import find
from .new_match import find_fixed_options, read_random_source, read_seed

# --- records --------------------------------------------------------------------------------------

MAX_COMPARED_SEGMENTS = 1_000
"""Number of recorded states up to which every state is compared."""

COMPARISON_INTERVAL = 32
"""Minimum number of answers between two compared states after `MAX_COMPARED_SEGMENTS`."""

MAX_METRICS_SHOWN = 10
"""Maximum number of missing metrics listed in an error message."""

MAX_NAMES_BYTES = 100_000
"""Maximum size in bytes of a file of names. 26 names take less than 10,000."""

MAX_PREDICTIONS_BYTES = 2_000_000
"""Maximum size in bytes of a file of predictions."""


@with_typed_keywords(find_fixed_options)
def load(
    source: str | Path,
    *,
    partial: bool = False,
    keep: Keep | None = None,
    game: Game[Any] | None = None,
    metrics: Sequence[Metric] = (),
) -> Match:
    """Open a record and replay it.

    Args:
        source: Path of the file.
        partial: Return the match up to the first difference instead of raising an error.
        keep: As in :func:`classkit.new`.
        game: The game, if it is not installed.
        metrics: The custom metrics of the recorded match, if any.

    Returns:
        The match at the step at which it was saved, with any later steps.

    Raises:
        RecordError: The record cannot be opened. ``turn`` is the turn at which the record and the
            rules differ, and ``match`` is the match up to that turn.
        ClasskitError: The game is not installed, or an argument has the wrong type.

    Example:
        >>> import classkit, tempfile
        >>> match = classkit.new("opoly", seats=3, seed=7).play(until="turn")
        >>> load(match.save(f"{tempfile.mkdtemp()}/lesson.json")).digest() == match.digest()
        True
    """
    source = to_builtin(source)
    if not isinstance(source, (str, Path)):
        raise RecordError(
            f"source must be the name of a record's file, not {truncate_text(source)}."
        )
    partial = read_flag("partial", partial)
    if not str(source).strip():
        raise RecordError("The name of a record's file must not be empty.")
    path = Path(source)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise size_error(path.stat().st_size)
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except RecordError:
        raise
    except OSError as error:
        raise RecordError(
            f"{truncate_value(path.name or str(path))} cannot be read ({error.strerror})."
        ) from None
    except ValueError:  # the path is not a valid file name
        raise RecordError(f"There is no file {truncate_text(str(source))}.") from None
    try:
        match = loads(content, partial=partial, keep=keep, game=game, metrics=metrics)
    except RecordError as error:
        told = f"{truncate_value(path.name)}: {error}"
        raise RecordError(told, match=error.match, turn=error.turn) from error
    load_names(match, names_path(path))
    match.predictions = match.predictions or read_sidecar(
        predictions_path(path), MAX_PREDICTIONS_BYTES
    )
    return match


def loads(
    content: str | bytes,
    *,
    partial: bool = False,
    keep: Keep | None = None,
    game: Game[Any] | None = None,
    metrics: Sequence[Metric] = (),
) -> Match:
    """Open a record from its contents; see :func:`load`."""
    keep, game = read_keep(keep), None if game is None else find(game)
    return replay(parse_record(content), partial=partial, keep=keep, game=game, metrics=metrics)


def refuse_unreadable(match: MatchRecord, text: str) -> None:
    """Raise an error if :func:`load` could not open a record.

    This function opens the record, which takes about as long as playing the match.

    Raises:
        RecordError: The record could not be opened.
    """
    try:
        loads(text, keep=Keep.nothing(), game=match.game)
    except ClasskitError as error:
        raise RecordError(
            f"This match was not saved, because its record could not be opened again: {error} "
            "To investigate, use m.record_text(), which returns the record."
        ) from error


def replay(
    data: dict[str, Any],
    *,
    partial: bool,
    keep: Keep | None,
    game: Game[Any] | None = None,
    metrics: Sequence[Metric] = (),
) -> Match:
    """Replay the match in a record.

    The lines in ``data["log"]`` are deleted before the replay to free memory.
    """
    try:
        log = read_log(data.pop("log"))
        match = begin_match(data, log, keep, game, metrics)
        if has_past_facts(match, data):
            log = [one._replace(digest="") if isinstance(one, SegmentHash) else one for one in log]
        match.predictions = data.get("predictions", {})
    except RecordError:
        raise
    except ClasskitError as error:
        raise RecordError(f"This record cannot be opened: {error}") from error
    try:
        replay_log(match, log)
        seek_saved_step(match, data)
        match.rules_version = data["rules"]
    except ClasskitError as stop:
        if not partial:
            if isinstance(stop, FigureError):  # the record and the rules may still agree
                raise
            turn = stop.turn if isinstance(stop, (RecordMismatch, LuckError)) else None
            turn = match.turn if turn is None else turn
            raise RecordError(
                f"This record does not match the rules from turn {turn} on: {stop} "
                f"{describe_changes(data, match)}It can be opened up to that point.",
                match=match,
                turn=turn,
            ) from None
    finally:
        line = match._timeline
        line.asks_all = False
        if isinstance(line.luck, RecordedRandom):
            line.luck = line.luck.luck
    if not partial:
        refuse_other_metrics(match, data.get("figures", ()))
        refuse_other_class(match, data.get("class", ""))
    return match


def refuse_other_class(match: Match, wanted: str) -> None:
    """Raise an error if a match of a custom game class is opened with the registered game."""
    if wanted and custom_class_name(match.game) != wanted:
        raise RecordError(
            f"This match was played with a custom game, the class {wanted}, which changes "
            f"{match.game.title}. Open it with that game: classkit.load(..., game={wanted}()). "
            f"With partial=True, it opens as {match.game.title}, without the changes.",
            match=match,
        )


def refuse_other_metrics(match: Match, figures: Collection[str]) -> None:
    """Raise an error if the custom metrics of a recorded match were not passed."""
    missing = [key for key in figures if key not in match.game.custom_metrics]
    if missing:
        raise RecordError(
            f"This match uses custom metrics that {match.game.title} does not have: "
            f"{', '.join(missing[:MAX_METRICS_SHOWN])}. Pass the same metrics=... or game=... to "
            "classkit.load as when the match began, or partial=True to open it without them.",
            match=match,
        )


def seek_saved_step(match: Match, data: Mapping[str, Any]) -> None:
    """Go to the step at which the match was saved."""
    if "at" in data:
        if type(data["at"]) is not int or not 0 <= data["at"] <= match.step:
            raise RecordError(f"The match cannot be at step {truncate_text(data['at'])}.")
        match.goto(step=data["at"])


class RecordedRandom:
    """Random source that returns the recorded outcomes, then continues with another source."""

    by_hand = False

    def __init__(self, outcomes: list[list[Any]], luck: RandomSource) -> None:
        self.script, self.luck = ScriptedRandom(outcomes), luck

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...] | None:
        luck = self.script if number < len(self.script.script) else self.luck
        return luck.outcome(request, label, number)


def describe_changes(data: Mapping[str, Any], match: Match) -> str:
    """Describe what has changed since the record was written, or "" if nothing has changed."""
    changed = []
    if data["rules"] != match.game.rules_version:
        changed.append(
            f"rules {truncate_text(data['rules'])} (these are {match.game.rules_version})"
        )
    if data["edition"].get("hash") != match.edition.hash:
        changed.append("an edition that has changed since")
    return f"It was written with {' and '.join(changed)}. " if changed else ""


def has_past_facts(match: Match, data: Mapping[str, Any]) -> bool:
    """Return whether the record contains facts about the past, which its hashes include."""
    position = match.start_position
    return position is not None and position.facts != read_position(data["position"]).facts


def begin_match(
    data: Mapping[str, Any],
    log: list[SegmentHash | Entry],
    keep: Keep | None,
    known: Game[Any] | None,
    metrics: Sequence[Metric],
) -> Match:
    """Start the match. Its random source is the record's outcomes."""
    game = known if known is not None and known.name == data["game"] else find(data["game"])
    game = with_metrics(game, metrics)
    seats = tuple(SEAT_LETTERS[: read_seat_count(data["seats"], game.seat_numbers)])
    edition = read_edition(game, data["edition"])
    stated = game.recorded_options(data["options"], data["rules"], edition)
    options = read_options(game.options, stated, seats)
    game.check_options(options, seats, edition)
    seed = read_seed(data["seed"])
    position = None
    luck = read_random_source(data.get("luck"), seed)
    if data.get("position") is not None:
        position = read_position(data["position"])
        if kinds := game.fact_kinds(game.set_up(seats, options, edition)):
            position = drop_past_facts(position, kinds, seats)
        luck = prepend_outcomes(position.luck, luck)
        position = replace(position, luck=())
    outcomes = [
        list(line.value) for line in log if isinstance(line, Entry) and line.kind in OUTCOME_KINDS
    ]
    return Match(
        game,
        seats,
        edition=edition,
        options=options,
        seed=seed,
        luck=luck if luck.by_hand else RecordedRandom(outcomes, luck),
        luck_source=data.get("luck"),
        position=position,
        keep=keep,
        asks_all=True,
    )


def replay_log(match: Match, log: list[SegmentHash | Entry]) -> None:
    """Replay every entry, and compare the states with the recorded hashes.

    Hashing a state takes longer than playing, so in very long records, states are compared only at
    intervals. If a state differs, or an entry is illegal, the remaining states are also hashed to
    find the first difference.
    """
    line = match._timeline
    marks: list[SegmentHash] = []
    agreed = compared = outcomes = 0
    ended = False
    line.compute_hashes(0, len(line.segments) - 1)
    try:
        for item in log:
            if ended:
                raise RecordMismatch("it continues after the end.")
            if isinstance(item, Entry):
                is_due = line.answer_count - compared >= COMPARISON_INTERVAL
                line.computes_hashes = is_due or len(marks) < MAX_COMPARED_SEGMENTS
                outcomes += replay_entry(match, item, outcomes)
            elif item.over:
                ended = match.is_over
                compare_hash(item, match.digest() if ended else "a match that goes on")
            elif len(marks) == len(line.segments):
                raise RecordMismatch("it continues after the end of the match.")
            else:
                marks.append(item)
                found = line.segments[len(marks) - 1].digest
                if found:
                    compare_hash(item, found)
                    agreed, compared = len(marks) - 1, line.answer_count
        if outcomes != line.outcome_count:
            raise RecordMismatch(
                f"it lists {outcomes} rolls, but the rules require a different number."
            )
        if marks and not ended:
            line.compute_hashes(len(marks) - 1, len(marks) - 1)
            compare_hash(marks[-1], line.segments[len(marks) - 1].digest)
    except ClasskitError:
        seek_divergence(line, marks, agreed)
        raise
    finally:
        line.computes_hashes = False
    for segment, mark in zip(line.segments, marks, strict=False):
        segment.digest = segment.digest or mark.digest


def replay_entry(match: Match, entry: Entry, outcomes: int) -> bool:
    """Replay an entry, and return whether it is an outcome that was used."""
    if entry.kind not in OUTCOME_KINDS:
        match.repeat(entry)
        return False
    if outcomes == match._timeline.outcome_count:  # entered by hand: must be applied explicitly
        if not isinstance(match.request, (Roll, Draw)):
            raise RecordMismatch(f"it lists a {entry.kind} that the rules do not require.")
        match.answer(list(entry.value))
    return True


def compare_hash(mark: SegmentHash, found: str) -> None:
    """Raise an error if a state does not match its recorded hash."""
    if mark.digest and mark.digest != found:
        raise RecordMismatch("the state differs from the record.")


def seek_divergence(line: Timeline, marks: list[SegmentHash], agreed: int) -> None:
    """Go back to the first segment after ``agreed`` whose state differs from the record.

    Later steps are discarded. If no state differs, the timeline is unchanged.
    """
    last = min(len(marks), len(line.segments)) - 1
    line.compute_hashes(agreed, last)
    for number in range(agreed, last + 1):
        if marks[number].digest not in ("", line.segments[number].digest):
            turn = line.get_turn(
                number
            )  # a segment without requests leaves the timeline in the next turn
            line.seek(line.segments[number].answers_before)
            line.truncate_future()
            raise RecordMismatch("the state differs from the record.", turn)


def read_edition(game: Game[Any], stated: Mapping[str, Any]) -> Any:
    """Return the edition of a record: the shipped edition if unchanged, or the recorded data."""
    if "data" in stated:
        if not isinstance(stated["data"], dict):
            raise RecordError(
                "The edition in this record must be a JSON object, not "
                f"{truncate_text(stated['data'])}."
            )
        return game.edition(stated["data"])
    name = stated.get("id")
    if not isinstance(name, str) or name not in game.editions():
        raise RecordError(
            f"The edition {truncate_text(name)} of this record is not installed. "
            f"Choose from: {', '.join(game.editions())}."
        )
    return game.edition(name)


def load_names(match: Match, path: Path) -> None:
    """Set the names of seats from the file next to a record. An invalid file is ignored."""
    stated = read_sidecar(path, MAX_NAMES_BYTES)
    try:
        for seat in match.seats:
            if seat in stated:
                match.rename(seat, stated[seat])
    except ClasskitError:
        match.names.clear()


def read_sidecar(path: Path, most: int) -> dict[str, Any]:
    """Return the contents of a file next to a record.

    Return an empty dict if the file is missing or invalid.
    """
    if not path.is_file():
        return {}
    try:
        with path.open("rb") as stream:
            stated = read_json(stream.read(most + 1), most)
    except (OSError, ClasskitError):
        return {}
    return stated if isinstance(stated, dict) else {}
