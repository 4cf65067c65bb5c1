"""Every game as an environment of PettingZoo, for programs that learn to play.

    from classkit.study import pettingzoo
    env = pettingzoo.env("poleconomy", seats=3, options={"game": 2})
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None
        if not (terminated or truncated):
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are ``seat_0``, ``seat_1`` and so on, in the order of the seats A, B, ...; an observation is
a mapping of ``observation`` (numbers from -1 to 1, :mod:`.observing`) and ``action_mask``; actions
are numbers (:mod:`.acting`). The default answer replaces an action that the mask excludes, and
``info["illegal"]`` says so.

*Rewards* come at the end: the share of rivals behind a seat, less the share ahead of it. They lie
from -1 (last) to 1 (first alone) and add up to 0. Where several races decide a match, as ASSET and
FUTURE EARNINGS do in 487-opoly, the reward is the mean over them. A match that is cut off
(truncated) gives none. A seat that is out of the game is asked no more, but stays an agent until
the end, when it gets its reward with the others.

*Whose step it is.* Without ``max_cycles`` only seats that are asked take steps, in the order of the
game; sealed decisions one seat after the other, without seeing each other's answers. With
``max_cycles`` every seat takes one step in each cycle, and one that is not asked may only wait, or
take an aside; after so many cycles the match is cut off. The parallel environment works in cycles
too. There a seat may be asked in the middle of a cycle, after it chose its action; it may then wait
once.

Needs the package pettingzoo: ``pip install 'classkit[pettingzoo]'``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, TypedDict, Unpack

from classkit.engine.data import read_whole
from classkit.engine.errors import ClasskitError
from classkit.engine.log import Keep
from classkit.engine.luck import Stream, new_seed
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.options import tells_keywords
from classkit.engine.registry import options_of
from classkit.engine.requests import Decision
from classkit.engine.timeline import MOST_ANSWERS

from .acting import ACTIONS, DEFAULT, FIRST_ASIDE, WAIT, actions_of, asides_of
from .observing import Observer
from .races import races_of

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, Space
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
    from pettingzoo.utils.conversions import aec_to_parallel
except ImportError as error:
    raise ClasskitError(
        f"environments need the package {error.name}: pip install 'classkit[pettingzoo]'."
    ) from error

USUAL_CYCLES = 1_000
MOST_ASIDES = 4
"""Asides of one seat while one decision waits."""


class Wish(TypedDict, total=False):
    """What an environment takes besides its game."""

    seats: int | None
    edition: Any
    options: Mapping[str, Any] | None
    max_cycles: int | None
    render_mode: str | None


def env(game: str = "poleconomy", /, **wish: Unpack[Wish]) -> Any:
    """Return an environment with PettingZoo's usual checks.

    ``game`` is the name of a game, and ``wish`` its seats, edition, options and cycles; see
    :class:`GameEnv`.

    >>> table = env("economy", seats=3)
    >>> table.reset(seed=7)
    >>> table.agents, table.agent_selection in table.agents
    (['seat_0', 'seat_1', 'seat_2'], True)
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GameEnv(game, **wish)))


def parallel_env(game: str = "poleconomy", /, **wish: Unpack[Wish]) -> Any:
    """Return an environment in which all seats act at once, cycle by cycle.

    ``game`` and ``wish`` are as in :func:`env`.
    """
    wish.setdefault("max_cycles", USUAL_CYCLES)
    return aec_to_parallel(env(game, **wish))


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc]  # pettingzoo ships no types
    """One game as an environment.

    ``seats``, ``edition`` and ``options`` are those of :func:`classkit.new`; the module explains
    ``max_cycles``. ``reset(seed=...)`` makes the same matches in the same order. A copy, also one
    in another process, is an environment with the same arguments before its first reset.
    """

    @tells_keywords(options_of)
    def __init__(
        self,
        game: str,
        /,
        *,
        seats: int | None = None,
        edition: Any = None,
        options: Mapping[str, Any] | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        EzPickle.__init__(
            self, game, seats=seats, edition=edition, options=options, max_cycles=max_cycles,
            render_mode=render_mode,
        )  # fmt: skip
        if max_cycles is not None:
            max_cycles = read_whole("max_cycles", max_cycles)
        if render_mode not in (None, "ansi"):
            raise ClasskitError(f'render_mode must be None or "ansi", not {render_mode!r:.40}.')
        self.game, self.seats, self.edition, self.options = game, seats, edition, options
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.match = self.new_match(0)
        self.observer = Observer(self.match)
        self.metadata = {
            "name": f"classkit_{self.match.game.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": max_cycles is not None,
        }
        self.possible_agents = [f"seat_{place}" for place in range(len(self.match.seats))]
        self.seat_of = dict(zip(self.possible_agents, self.match.seats, strict=True))
        self.agent_of = {seat: agent for agent, seat in self.seat_of.items()}
        length = self.observer.length
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(-1.0, 1.0, (length,), np.float32),
                    "action_mask": Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.resets = 0
        self.seed = new_seed()

    def new_match(self, seed: int) -> Match:
        """Begin a match with this environment's settings."""
        from classkit.engine import registry

        return registry.new(
            self.game,
            seats=self.seats,
            seed=seed,
            edition=self.edition,
            keep=Keep.nothing(),
            options=self.options,
        )

    # --- what PettingZoo asks for -------------------------------------------------------------

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. A seed fixes it and the ones after it."""
        if seed is not None:
            self.seed, self.resets = int(seed), 0
        self.resets += 1
        self.match = self.new_match(Stream(f"{self.seed}|{self.resets}").bits())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.waited: dict[str, int] = {}
        self.asides: dict[str, int] = {}
        self.agent_selection = self.agents[0]
        if self.max_cycles is None:
            self.select_asked()
        self.tell()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what the agent's seat may know, and the mask of its actions."""
        seat = self.seat_of[agent]
        decision = self.asked(seat)
        row = np.asarray(self.observer.row(self.match, seat, decision), dtype=np.float32)
        mask = np.zeros(ACTIONS, dtype=np.int8)
        mask[list(self.actions(seat, decision))] = 1
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Let the agent whose step it is act; the action is None if its match has ended."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent].pop("illegal", None)
        self.act(agent, int(action))
        self.go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the match in a few words."""
        if self.render_mode is None:
            return None
        told = [repr(self.match)]
        for title, lines in self.match.races_shown(None).items():
            told += [title, *(f"{line.place}. {line.seat} {line.score:,}" for line in lines)]
        return "\n".join(told)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    # --- the match ------------------------------------------------------------------------------

    def asked(self, seat: str) -> Decision | None:
        """Return the decision that waits for the seat."""
        waiting = self.match.requests(seat)
        return waiting[0] if waiting else None

    def actions(self, seat: str, decision: Decision | None) -> dict[int, Answer | None]:
        """Return action -> answer, for everything that the seat may do now."""
        found: dict[int, Answer | None] = {}
        if decision is None:
            found[WAIT] = None
        else:
            found |= actions_of(self.match, decision)
        if self.asides.get(seat, 0) < MOST_ASIDES:
            found |= asides_of(self.match, self.match.asides(seat))
        return found

    def act(self, agent: str, action: int) -> None:
        """Carry out an action, or answer the default if it is not possible now."""
        seat = self.seat_of[agent]
        decision = self.asked(seat)
        if action == WAIT and (decision is None or self.may_wait(seat)):
            return
        answer = self.actions(seat, decision).get(action)
        if answer is None:
            self.infos[agent]["illegal"] = True
            if decision is None:
                return
            action, answer = DEFAULT, decision.default
        if action >= FIRST_ASIDE:
            self.asides[seat] = self.asides.get(seat, 0) + 1
            self.match.aside(answer.move, seat, **answer.fields)
        else:
            self.asides.clear()
            self.match.answer(answer.move, seat, **answer.fields)

    def may_wait(self, seat: str) -> bool:
        """Return True if a seat that is asked may let a cycle pass.

        It may do so once, because it may have been asked after it chose its action.
        """
        if self.max_cycles is None or self.waited.get(seat) == self.match.step:
            return False
        self.waited[seat] = self.match.step
        return True

    def go_on(self) -> None:
        """Pass the step to the next agent, and finish if the match has ended."""
        match = self.match
        if self.max_cycles is None:
            if match.is_over or match.step >= MOST_ANSWERS:
                self.finish()
            else:
                self.select_asked()
        else:
            at = self.agents.index(self.agent_selection) + 1
            self.agent_selection = self.agents[at % len(self.agents)]
            if at == len(self.agents):
                self.cycles += 1
                if match.is_over or self.cycles >= self.max_cycles:
                    self.finish()
        self.tell()

    def select_asked(self) -> None:
        """Give the step to the seat that is asked, the first if there are several."""
        self.agent_selection = self.agent_of[self.match.requests()[0].seat]

    def finish(self) -> None:
        """End the match, or cut it off: give rewards, and let nobody act any more."""
        if not self.match.is_over:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        deciding = [race for race in races_of(self.match) if race.decides]
        for agent, seat in self.seat_of.items():
            at = self.match.seats.index(seat)
            self.rewards[agent] = fmean(share_behind(race.places, at) for race in deciding)

    def tell(self) -> None:
        """Note for each agent which decision it is asked."""
        for agent in self.agents:
            decision = self.asked(self.seat_of[agent])
            self.infos[agent]["decision"] = decision.name if decision is not None else ""


def share_behind(places: Sequence[float], at: int) -> float:
    """Return the share of rivals behind a seat in a race, less the share ahead of it.

    >>> [share_behind((1, 2, 2, 4), at) for at in range(4)]
    [1.0, 0.0, 0.0, -1.0]
    """
    behind = sum(place > places[at] for place in places)
    ahead = sum(place < places[at] for place in places)
    return (behind - ahead) / max(1, len(places) - 1)
