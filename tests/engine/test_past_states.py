"""Going back while later turns are kept: what the past shows (design 3)."""

from __future__ import annotations

from pathlib import Path

import classkit
from classkit.engine.events import INSTRUCTOR
from classkit.engine.match import Match
from classkit.engine.state import hash_state
from classkit.testing.match_strategies import act_differently
from tests.toy.game import Harbour, HarbourSecrecy
from tests.toy.state import HarbourTable


class AllIsLatest(HarbourSecrecy):
    """Earlier tables are shown as the latest: what the game is told can be looked at."""

    def redact_past_state(self, table: HarbourTable, latest: HarbourTable) -> HarbourTable:
        return latest


class Hindsight(Harbour):
    """A harbour with this secrecy."""

    secrecy = AllIsLatest()


GAME = Hindsight()


def played(until: str = "turn", times: int = 4) -> Match:
    """A match that bots have played for a while."""
    m = classkit.new(GAME, seats=3, seed=4)
    for _ in range(times):
        m.play(until, bots="passive")
    return m


def shown(m: Match, seat: str | None = None) -> str:
    """Return the hash of the visible state."""
    return hash_state(m.as_seen_by(seat).state)


def test_at_its_end_a_match_shows_its_table() -> None:
    m = played()
    for seat in (None, "A", INSTRUCTOR):
        assert m.as_seen_by(seat).state is m.table


def test_after_going_back_the_game_has_the_latest_table() -> None:
    """From wherever it goes on the way, also over the start of a turn; the instructor has not."""
    m = played()
    end = m.digest()
    for step in (m.last_step - 1, 0, m.last_step // 2, m.last_step - 2):
        m.goto(step=step)
        assert shown(m) == shown(m, "B") == end != m.digest()
        assert m.as_seen_by(INSTRUCTOR).state is m.table
    m.redo()
    assert shown(m) == end
    m.redo()
    assert m.as_seen_by(None).state is m.table and m.digest() == end
    assert shown(m.goto(turn=1)) == end


def test_a_fork_has_it_until_it_goes_its_own_way() -> None:
    m = played()
    end = m.digest()
    m.goto(turn=2)
    fork = m.fork()
    assert shown(fork) == end
    assert act_differently(fork)
    assert fork.as_seen_by(None).state is fork.table and shown(m) == end
    fork.play("turn", bots="random")
    later = fork.digest()
    assert shown(fork.undo()) == later and shown(m) == end


def test_a_refused_or_new_answer_leaves_it_right() -> None:
    m = played(times=2)
    end = m.digest()
    m.undo()
    try:
        m.answer("no such move")
    except classkit.ClasskitError:
        assert shown(m) == end
    m.play("decision", bots="random")
    assert m.as_seen_by(None).state is m.table


def test_from_the_end_of_a_match_and_from_a_record(tmp_path: Path) -> None:
    m = played("end", 1)
    assert m.is_over and m.as_seen_by(None).state is m.table
    end = m.digest()
    m.goto(turn=3)
    assert shown(m) == end
    again = classkit.load(m.save(tmp_path / "left.classkit.json"), game=GAME)
    assert again.turn == 3 and shown(again) == end
