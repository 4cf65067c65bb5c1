"""The games that there are, and how a match of one begins: a new one, or one from a record.

Another package offers its game under the entry-point group ``classkit.games``. A game of classkit
itself is found by its folder, which is quicker: reading the entry points of everything installed
takes longer than a match.

To open a record, the match begins as it says, and every entry is given again. What was recorded is
compared with what the rules make of it, at the start of every turn; a record from other rules opens
up to where it stops agreeing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict

from .bots import PERSON
from .data import as_data, read_flag, read_json, read_whole
from .errors import (
    ClasskitError,
    Disagreement,
    FigureError,
    LuckError,
    PositionError,
    RecordError,
    UnknownName,
    UnusableGame,
    cut,
    known_name,
    shorten,
)
from .game import Game
from .log import OUTCOMES, Entry, Keep, read_keep
from .luck import ByHand, Luck, Scripted, Seeded, lead_in, new_seed, read_script
from .match import Match
from .metrics import Metric
from .options import Option, read_options, tells_keywords
from .own_figures import class_of_own, with_figures
from .positions import find_position, named, read_position, without_the_past
from .record import MAX_BYTES, Mark, names_path, parse, predictions_path, read_log, too_large
from .requests import Draw, Roll
from .timeline import Timeline
from .words import LETTERS, read_number_of_seats, read_seats

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "classkit.games"
"""Both the entry-point group and the folder of the games shipped."""


def find(name: str | Game[Any]) -> Game[Any]:
    """Find the game of that name; a game itself is given back.

    >>> find("poleconomy").title
    'Poleconomy: the Game of Canada'
    """
    if isinstance(name, Game):
        return name
    if isinstance(name, type) and issubclass(name, Game):
        raise UnusableGame(f"{name.__name__} is the class of a game: say {name.__name__}().")
    name = as_data(name)
    game = shipped(name) if isinstance(name, str) and name.isidentifier() else None
    if game is None:
        others = installed()
        if remedy := not_by_name(name):
            raise UnknownName("game", name, others, remedy)
        game = load_installed(others[known_name("game", name, others)])
    return game


def is_registered(rules: Game[Any]) -> bool:
    """Return True if any process finds this game by its name."""
    try:
        return find(rules.name) is rules
    except UnknownName:
        return False


def load_installed(point: EntryPoint) -> Game[Any]:
    """Return the game that a package offers; UnusableGame, with the reason, where it is none."""
    offered = f"{point.name} = {cut(point.value)!r}"
    try:
        game = point.load()
    except Exception as error:  # the file of a stranger may fail in any way
        reason = f"{type(error).__name__}: {shorten(error, 200)}"
        raise UnusableGame(f"The game {offered} cannot be loaded ({reason}).") from error
    if isinstance(game, type) and issubclass(game, Game):
        raise UnusableGame(f"The game {offered} is a class: write GAME = {game.__name__}().")
    if not isinstance(game, Game):
        raise UnusableGame(f"The game {offered} is no game, but {shorten(game)}.")
    missing = [part for part in STATED if not hasattr(game, part)]
    if missing:
        raise UnusableGame(f"The game {offered} does not state its {', '.join(missing)}.")
    if wrong := [name for name in game.policies if name == PERSON or name.endswith(".py")]:
        raise UnusableGame(
            f"The game {offered} calls a bot {shorten(wrong[0])}, which cannot be asked for: "
            f"{PERSON!r} is somebody who decides by hand, and a file is no name of a bot."
        )
    if game.name != point.name:
        raise UnusableGame(
            f"The game {offered} calls itself {shorten(game.name)}, by which its records are "
            "opened: give the entry point the same name."
        )
    return game


STATED = ("name", "title", "seat_numbers", "rulebook")
"""What every game has to state."""


def not_by_name(name: object) -> str:
    """Return the remedy where somebody names a saved match instead of a game; else nothing."""
    is_file = isinstance(name, str) and name.endswith((".json", ".zip"))
    return "A match that was saved is opened by classkit.load(...)." if is_file else ""


def shipped(name: str) -> Game[Any] | None:
    """Return the game in the folder of that name in this package, if there is one."""
    if find_spec(f"{GROUP}.{name}") is None:
        return None
    game: Game[Any] | None = getattr(import_module(f"{GROUP}.{name}"), "GAME", None)
    return game


@cache
def installed() -> dict[str, EntryPoint]:
    """Return the entry points of games, of this package and all others."""
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=GROUP)}


def list_games() -> list[str]:
    """List the names of all games installed.

    >>> list_games()
    ['economicon', 'economy', 'opoly', 'poleconomy']
    """
    return sorted(installed())


def usable_games() -> list[Game[Any]]:
    """List the games installed, without those that cannot be loaded."""
    games = []
    for name in list_games():
        with suppress(UnusableGame):
            games.append(find(name))
    return games


# --- beginning a match ----------------------------------------------------------------------------

Outcome: TypeAlias = int | str | Sequence[int] | Sequence[str]
"""What came up in one throw or draw: the faces of dice, or the names of what was drawn."""


class Beginning(TypedDict, total=False):
    """What a match begins with besides its game: the keywords of :func:`new`."""

    seats: int | list[str] | tuple[str, ...] | None
    seed: int | None
    edition: str | Path | Mapping[str, Any] | None
    position: str | Path | Mapping[str, Any] | None
    luck: Literal["seeded", "by_hand"] | Sequence[Outcome] | None
    options: Mapping[str, Any] | None
    metrics: Sequence[Metric] | None
    keep: Keep | None


def options_of(given: Mapping[str, Any]) -> tuple[Option, ...]:
    """Return the options with which the arguments of a call begin a match; none where they do not.

    >>> options_of({"game": "economy"})[0].name, options_of({"game": None})
    ('allow_two_players', ())
    """
    match = getattr(given.get("self"), "match", None)  # of a table, which begins another one
    about = match.game if isinstance(match, Match) else given.get("game", given.get("match"))
    try:
        return find(about).options
    except ClasskitError:
        return ()


@tells_keywords(options_of)
def new(
    game: str | Game[Any],
    /,
    seats: int | list[str] | tuple[str, ...] | None = None,
    *,
    seed: int | None = None,
    edition: str | Path | Mapping[str, Any] | None = None,
    position: str | Path | Mapping[str, Any] | None = None,
    luck: Literal["seeded", "by_hand"] | Sequence[Outcome] | None = None,
    options: Mapping[str, Any] | None = None,
    metrics: Sequence[Metric] | None = None,
    keep: Keep | None = None,
) -> Match:
    """Begin a match.

    ``seats`` is a number or a list of names; ``seed`` a whole number (by default one nobody can
    guess); ``edition`` an id, a TOML file, a folder or a mapping; ``position`` a mapping or a TOML
    file; ``luck`` is nothing for seeded luck, "by_hand", or a list of outcomes that has to suffice
    for the whole match (the ``luck`` inside a position only leads into it, before this);
    ``options`` are those of the game, by name (:func:`classkit.options`); ``metrics`` are figures
    of one's own, each of which gets a chart; ``keep`` is a :class:`classkit.Keep`, by which a
    simulation leaves out what nobody asks it for.

    >>> new("poleconomy", seats=["Ada", "Bo"], options={"quick_start": True}).seats
    ('A', 'B')
    """
    rules = with_figures(find(game), metrics)
    usual = max((n for n in rules.seat_numbers if n <= 4), default=rules.seat_numbers[0])
    letters, names = read_seats(usual if seats is None else seats, rules.seat_numbers)
    data = rules.edition(as_data(edition))
    chosen = read_options(rules.options, options, letters)
    source = as_data(luck) if luck is None or isinstance(luck, str) else read_script(luck)
    rules.check_options(chosen, letters, data)
    number = new_seed() if seed is None else read_seed(seed)
    stated = None if position is None else find_position(position)
    with named(position), seats_meant(names):
        return Match(
            rules,
            letters,
            edition=data,
            options=chosen,
            seed=number,
            luck=read_luck(source, number),
            luck_source=source,
            position=stated,
            names=names,
            keep=read_keep(keep),
        )


@contextmanager
def seats_meant(names: Mapping[str, str]) -> Iterator[None]:
    """Say which seat is meant where a position states facts by the name of who sits there."""
    try:
        yield
    except PositionError as error:
        name = error.fact.partition(".")[0]
        for seat, label in names.items():
            if label == name:
                reason = f"{cut(name)} sits in seat {seat}: say {seat!r}."
                raise PositionError(error.fact, reason, error.file) from None
        raise


def read_seed(seed: Any) -> int:
    """Return a seed: a whole number from 0 to 2**64 - 1."""
    return read_whole("a seed", seed, 0, 2**64 - 1)


def read_luck(luck: Any, seed: int) -> Luck:
    """Return the luck that a name or a list of outcomes asks for."""
    if luck is None or luck == "seeded":
        return Seeded(seed)
    if luck == "by_hand":
        return ByHand()
    if isinstance(luck, str):
        raise UnknownName("kind of luck", luck, ("seeded", "by_hand"))
    return Scripted(read_script(luck))


# --- opening a record -----------------------------------------------------------------------------

COMPARED_ALL = 1_000
"""So many tables of a record are compared one by one; no match that ends has more turns."""

COMPARE_EVERY = 32
"""How many answers lie, at least, between two tables that are compared beyond these."""

FEW_FIGURES = 10
"""So many figures are listed that are not there."""

MOST_NAMES = 100_000
"""Bytes of a file of names; 26 of them have fewer than 10,000."""
MOST_PREDICTIONS = 2_000_000
"""Bytes of a file of predictions."""


@tells_keywords()
def load(
    source: str | Path,
    *,
    partial: bool = False,
    keep: Keep | None = None,
    game: Game[Any] | None = None,
    metrics: Sequence[Metric] = (),
) -> Match:
    """Open a record and play it again.

    ``source`` is the path of its file; ``keep`` is as in :func:`classkit.new`. A ``game`` that is
    not installed, and ``metrics`` of one's own, have to be given again, or it is refused.

    RecordError says what is wrong and, where the record stops agreeing with the rules, at which
    turn; its ``match`` is then the match up to there. With ``partial`` that match is returned.
    """
    source = as_data(source)
    if not isinstance(source, (str, Path)):
        raise RecordError(f"source must be the name of a record's file, not {shorten(source)}.")
    partial = read_flag("partial", partial)
    if not str(source).strip():
        raise RecordError("The name of a record's file must not be empty.")
    path = Path(source)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise too_large(path.stat().st_size)
        with path.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except RecordError:
        raise
    except OSError as error:
        raise RecordError(
            f"{cut(path.name or str(path))} cannot be read ({error.strerror})."
        ) from None
    except ValueError:  # a name that no file can have
        raise RecordError(f"There is no file {shorten(str(source))}.") from None
    try:
        match = loads(content, partial=partial, keep=keep, game=game, metrics=metrics)
    except RecordError as error:
        told = f"{cut(path.name)}: {error}"
        raise RecordError(told, match=error.match, turn=error.turn) from error
    take_names(match, names_path(path))
    match.predictions = match.predictions or read_beside(predictions_path(path), MOST_PREDICTIONS)
    return match


def loads(
    content: str | bytes,
    *,
    partial: bool = False,
    keep: Keep | None = None,
    game: Game[Any] | None = None,
    metrics: Sequence[Metric] = (),
) -> Match:
    """Open a record from its text; as :func:`load`."""
    keep, game = read_keep(keep), None if game is None else find(game)
    return replay(parse(content), partial=partial, keep=keep, game=game, metrics=metrics)


def refuse_unreadable(match: Match, text: str) -> None:
    """Refuse to save a record that :func:`load` would refuse.

    The record is opened once, which takes about as long as playing its log.

    Raises:
        RecordError: It would not open.
    """
    try:
        loads(text, keep=Keep.nothing(), game=match.game)
    except ClasskitError as error:
        raise RecordError(
            f"This match was not saved, because its record would not open: {error} For whoever "
            "looks into that, m.record_text() returns the record as it is."
        ) from error


def replay(
    data: dict[str, Any],
    *,
    partial: bool,
    keep: Keep | None,
    game: Game[Any] | None = None,
    metrics: Sequence[Metric] = (),
) -> Match:
    """Play the match of a record: begin as it says, then give every entry again.

    The lines of ``data["log"]`` are taken out of it, so that they are freed before the match plays.
    """
    try:
        log = read_log(data.pop("log"))
        match = begin(data, log, keep, game, metrics)
        if leaves_out_the_past(match, data):
            log = [one._replace(digest="") if isinstance(one, Mark) else one for one in log]
        match.predictions = data.get("predictions", {})
    except RecordError:
        raise
    except ClasskitError as error:
        raise RecordError(f"This record cannot be opened: {error}") from error
    try:
        follow(match, log)
        go_where_it_stands(match, data)
        match.rules_version = data["rules"]
    except ClasskitError as stop:
        if not partial:
            if isinstance(stop, FigureError):  # the record and the rules may well agree
                raise
            turn = stop.turn if isinstance(stop, (Disagreement, LuckError)) else None
            turn = match.turn if turn is None else turn
            raise RecordError(
                f"This record stops agreeing with the rules in turn {turn}: {stop} "
                f"{versions(data, match)}It opens up to that point.",
                match=match,
                turn=turn,
            ) from None
    finally:
        line = match._timeline
        line.asks_all = False
        if isinstance(line.luck, Recorded):
            line.luck = line.luck.luck
    if not partial:
        refuse_other_figures(match, data.get("figures", ()))
        refuse_other_class(match, data.get("class", ""))
    return match


def refuse_other_class(match: Match, wanted: str) -> None:
    """Refuse to open a match of a game that somebody made of another by that other one."""
    if wanted and class_of_own(match.game) != wanted:
        raise RecordError(
            f"This match was played by a game of somebody's own, the class {wanted}, which goes by "
            f"the name of {match.game.title}: its rules and figures are not known here. Open it "
            f"with that game: classkit.load(..., game={wanted}()). With partial=True it opens as "
            f"{match.game.title}, without what was changed.",
            match=match,
        )


def refuse_other_figures(match: Match, figures: Collection[str]) -> None:
    """Refuse to leave out figures of the match's own that its game does not have here."""
    missing = [key for key in figures if key not in match.game.own_figures]
    if missing:
        raise RecordError(
            f"This match has figures of its own that {match.game.title} does not have: "
            f"{', '.join(missing[:FEW_FIGURES])}. Open it with what was given when it began: "
            "classkit.load(..., metrics=...) or, if it was a game made for it, "
            "classkit.load(..., game=...). With partial=True it opens without them.",
            match=match,
        )


def go_where_it_stands(match: Match, data: Mapping[str, Any]) -> None:
    """Go back to the step at which the match stood when it was saved."""
    if "at" in data:
        if type(data["at"]) is not int or not 0 <= data["at"] <= match.step:
            raise RecordError(f"The match cannot stand at step {shorten(data['at'])}.")
        match.goto(step=data["at"])


class Recorded:
    """Luck that gives the outcomes of a record first; afterwards luck goes on by itself."""

    by_hand = False

    def __init__(self, outcomes: list[list[Any]], luck: Luck) -> None:
        self.script, self.luck = Scripted(outcomes), luck

    def outcome(self, request: Roll | Draw, label: str, number: int) -> tuple[Any, ...] | None:
        luck = self.script if number < len(self.script.script) else self.luck
        return luck.outcome(request, label, number)


def versions(data: Mapping[str, Any], match: Match) -> str:
    """Say what has changed since the record was written, if anything."""
    changed = []
    if data["rules"] != match.game.rules_version:
        changed.append(f"rules {shorten(data['rules'])} (these are {match.game.rules_version})")
    if data["edition"].get("hash") != match.edition.hash:
        changed.append("an edition that has changed since")
    return f"It was written with {' and '.join(changed)}. " if changed else ""


def leaves_out_the_past(match: Match, data: Mapping[str, Any]) -> bool:
    """Return whether the record states facts of the past, so that its fingerprints do not fit."""
    position = match.start_position
    return position is not None and position.facts != read_position(data["position"]).facts


def begin(
    data: Mapping[str, Any],
    log: list[Mark | Entry],
    keep: Keep | None,
    known: Game[Any] | None,
    metrics: Sequence[Metric],
) -> Match:
    """Begin the match, with the outcomes of the record as its luck."""
    game = known if known is not None and known.name == data["game"] else find(data["game"])
    game = with_figures(game, metrics)
    seats = tuple(LETTERS[: read_number_of_seats(data["seats"], game.seat_numbers)])
    edition = read_edition(game, data["edition"])
    stated = game.recorded_options(data["options"], data["rules"], edition)
    options = read_options(game.options, stated, seats)
    game.check_options(options, seats, edition)
    seed = read_seed(data["seed"])
    position = None
    luck = read_luck(data.get("luck"), seed)
    if data.get("position") is not None:
        position = read_position(data["position"])
        if kinds := game.fact_kinds(game.set_up(seats, options, edition)):
            position = without_the_past(position, kinds, seats)
        luck = lead_in(position.luck, luck)
        position = replace(position, luck=())
    outcomes = [
        list(line.value) for line in log if isinstance(line, Entry) and line.kind in OUTCOMES
    ]
    return Match(
        game,
        seats,
        edition=edition,
        options=options,
        seed=seed,
        luck=luck if luck.by_hand else Recorded(outcomes, luck),
        luck_source=data.get("luck"),
        position=position,
        keep=keep,
        asks_all=True,
    )


def follow(match: Match, log: list[Mark | Entry]) -> None:
    """Give every entry again, and compare the table with the fingerprints in the record.

    Fingerprints take more time than the rules, so in a very long record they are compared only now
    and then. Where one differs, or an entry does not fit, the others are made as well, to find out
    where that began.
    """
    line = match._timeline
    marks: list[Mark] = []
    agreed = compared = outcomes = 0
    ended = False
    line.make_digests(0, len(line.segments) - 1)
    try:
        for item in log:
            if ended:
                raise Disagreement("it goes on after the end.")
            if isinstance(item, Entry):
                is_due = line.given - compared >= COMPARE_EVERY
                line.makes_digests = is_due or len(marks) < COMPARED_ALL
                outcomes += give_again(match, item, outcomes)
            elif item.over:
                ended = match.is_over
                compare(item, match.digest() if ended else "a match that goes on")
            elif len(marks) == len(line.segments):
                raise Disagreement("it goes on where the rules are not yet.")
            else:
                marks.append(item)
                found = line.segments[len(marks) - 1].digest
                if found:
                    compare(item, found)
                    agreed, compared = len(marks) - 1, line.given
        if outcomes != line.outcomes:
            raise Disagreement(f"it lists {outcomes} throws, and the rules ask for another number.")
        if marks and not ended:
            line.make_digests(len(marks) - 1, len(marks) - 1)
            compare(marks[-1], line.segments[len(marks) - 1].digest)
    except ClasskitError:
        go_where_it_differs(line, marks, agreed)
        raise
    finally:
        line.makes_digests = False
    for segment, mark in zip(line.segments, marks, strict=False):
        segment.digest = segment.digest or mark.digest


def give_again(match: Match, entry: Entry, outcomes: int) -> bool:
    """Give an entry of the log again; return whether it is a throw that took effect."""
    if entry.kind not in OUTCOMES:
        match.repeat(entry)
        return False
    if outcomes == match._timeline.outcomes:  # thrown by hand: not taken by itself
        if not isinstance(match.request, (Roll, Draw)):
            raise Disagreement(f"it lists a {entry.kind} that the rules do not ask for.")
        match.answer(list(entry.value))
    return True


def compare(mark: Mark, found: str) -> None:
    """Refuse a table that is not as the record says."""
    if mark.digest and mark.digest != found:
        raise Disagreement("the table is not as the record says.")


def go_where_it_differs(line: Timeline, marks: list[Mark], agreed: int) -> None:
    """Go back to the first segment after ``agreed`` whose table is not as the record says.

    What was played beyond it is dropped. Where none differs the line stays.
    """
    last = min(len(marks), len(line.segments)) - 1
    line.make_digests(agreed, last)
    for number in range(agreed, last + 1):
        if marks[number].digest not in ("", line.segments[number].digest):
            turn = line.turn_of(number)  # it may ask nothing: then the line goes on to the next
            line.seek(line.segments[number].answers_before)
            line.cut()
            raise Disagreement("the table is not as the record says.", turn)


def read_edition(game: Game[Any], stated: Mapping[str, Any]) -> Any:
    """Return the edition of a record: shipped and still the same, or the record's own."""
    if "data" in stated:
        if not isinstance(stated["data"], dict):
            raise RecordError(
                f"The edition in this record must be a table, not {shorten(stated['data'])}."
            )
        return game.edition(stated["data"])
    name = stated.get("id")
    if not isinstance(name, str) or name not in game.editions():
        raise RecordError(
            f"The edition {shorten(name)} of this record is not installed: "
            f"{', '.join(game.editions())}."
        )
    return game.edition(name)


def take_names(match: Match, path: Path) -> None:
    """Take the names of seats from the file beside a record; pass over one that makes no sense."""
    stated = read_beside(path, MOST_NAMES)
    try:
        for seat in match.seats:
            if seat in stated:
                match.rename(seat, stated[seat])
    except ClasskitError:
        match.names.clear()


def read_beside(path: Path, most: int) -> dict[str, Any]:
    """Return what a file beside a record states, of at most so many bytes.

    Return nothing if it is missing or makes no sense.
    """
    if not path.is_file():
        return {}
    try:
        with path.open("rb") as stream:
            stated = read_json(stream.read(most + 1), most)
    except (OSError, ClasskitError):
        return {}
    return stated if isinstance(stated, dict) else {}
