"""PettingZoo environments for all games.

    from classkit.study import pettingzoo
    env = pettingzoo.env("poleconomy", seats=3, options={"game": 2})
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        action = None
        if not (terminated or truncated):
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are ``seat_0``, ``seat_1`` and so on, in the order of the seats A, B, ... An observation is a
dict with ``observation`` (numbers from -1 to 1, :mod:`.observation_space`) and ``action_mask``.
Actions are integers (:mod:`.action_space`). If an agent chooses an illegal action, its open
decision gets the default answer, and ``info["illegal"]`` is True.

*Rewards* are assigned at the end. The reward of a seat is the share of rivals ranked below it,
minus the share ranked above it. Rewards range from -1 (last) to 1 (sole winner) and add up to 0. If
several races decide a match, such as ASSET and FUTURE EARNINGS in 487-opoly, the reward is the mean
over these races. A truncated match has no rewards. A seat that is out of the game gets no more
decisions, but remains an agent until the end, when it receives its reward.

*Order of steps.* Without ``max_cycles`` only seats with an open decision take steps, in the order
of the game. Seats answer sealed decisions one after the other, without seeing each other's answers.
With ``max_cycles`` every seat takes one step in each cycle. A seat without a decision can only wait
or take an aside. The match is truncated after ``max_cycles`` cycles. The parallel environment uses
cycles too. In cycles a seat may get a decision after it chose its action, so it may wait once.

Requires the package pettingzoo: ``pip install 'classkit[pettingzoo]'``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, TypedDict, Unpack

from classkit.engine.call_keywords import with_typed_keywords
from classkit.engine.decisions import Decision
from classkit.engine.errors import ClasskitError
from classkit.engine.events import Keep
from classkit.engine.history import MAX_ANSWERS
from classkit.engine.match import Match
from classkit.engine.moves import Answer
from classkit.engine.randomness import RandomStream, new_seed
from classkit.engine.registry import find_call_options
from classkit.engine.untrusted_input import read_int

from .action_space import ACTIONS, DEFAULT, FIRST_ASIDE, WAIT, map_actions, map_asides
from .observation_space import Observer
from .race_results import get_races

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

DEFAULT_CYCLES = 1_000
MAX_ASIDES = 4
"""Maximum number of asides that a seat may take between two answers of the match."""


class EnvArguments(TypedDict, total=False):
    """Keyword arguments of an environment. See :class:`GameEnv`.

    Attributes:
        seats: Same as in :func:`classkit.new`.
        edition: Same as in :func:`classkit.new`.
        options: Same as in :func:`classkit.new`.
        max_cycles: Number of cycles after which a match is truncated.
        render_mode: "ansi" for text, or None.

    Example:
        >>> wish: EnvArguments = {"seats": 3, "max_cycles": 500}
        >>> env("economy", **wish).max_num_agents
        3
    """

    seats: int | None
    edition: Any
    options: Mapping[str, Any] | None
    max_cycles: int | None
    render_mode: str | None


def env(game: str = "poleconomy", /, **wish: Unpack[EnvArguments]) -> Any:
    """Return an environment wrapped in PettingZoo's usual checks.

    Args:
        game: Name of the game.
        wish: Keyword arguments for :class:`GameEnv`.

    Returns:
        The environment, compatible with PettingZoo's tools.

    Example:
        >>> table = env("economy", seats=3)
        >>> table.reset(seed=7)
        >>> table.agents, table.agent_selection in table.agents
        (['seat_0', 'seat_1', 'seat_2'], True)
    """
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(GameEnv(game, **wish)))


def parallel_env(game: str = "poleconomy", /, **wish: Unpack[EnvArguments]) -> Any:
    """Return an environment in which all seats act simultaneously, cycle by cycle.

    Args:
        game: Name of the game.
        wish: Keyword arguments for :class:`GameEnv`. ``max_cycles`` is 1,000 by default.

    Returns:
        The environment, compatible with PettingZoo's tools.

    Example:
        >>> table = parallel_env("economy", seats=3)
        >>> observations, infos = table.reset(seed=7)
        >>> sorted(observations)
        ['seat_0', 'seat_1', 'seat_2']
    """
    wish.setdefault("max_cycles", DEFAULT_CYCLES)
    return aec_to_parallel(env(game, **wish))


class GameEnv(AECEnv, EzPickle):  # type: ignore[misc]  # pettingzoo ships no types
    """PettingZoo environment of one game.

    ``reset(seed=...)`` reproduces a sequence of matches: the match that it starts, and the matches
    of later resets. A copied or unpickled environment has the same arguments and must be reset
    before use.

    Args:
        game: Name of the game.
        seats: Same as in :func:`classkit.new`.
        edition: Same as in :func:`classkit.new`.
        options: Same as in :func:`classkit.new`.
        max_cycles: Number of cycles after which a match is truncated. By default, steps are not
            grouped in cycles (see the module docstring).
        render_mode: "ansi" for text, or None.

    Attributes:
        possible_agents: Names of the agents, "seat_0" for seat A.
        match: The current match. Changing it breaks the environment.

    Raises:
        ClasskitError: If an argument is invalid.

    Example:
        >>> table = GameEnv("economy", seats=3)
        >>> table.reset(seed=7)
        >>> table.step(table.action_space(table.agent_selection).sample())
    """

    @with_typed_keywords(find_call_options)
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
            max_cycles = read_int("max_cycles", max_cycles)
        if render_mode not in (None, "ansi"):
            raise ClasskitError(f'render_mode must be None or "ansi", not {render_mode!r:.40}.')
        self.game, self.seats, self.edition, self.options = game, seats, edition, options
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self.match = self.begin_match(0)
        self.observer = Observer(self.match)
        self.metadata = {
            "name": f"classkit_{self.match.game.name}_v1",
            "render_modes": ["ansi"],
            "is_parallelizable": max_cycles is not None,
        }
        self.possible_agents = [f"seat_{place}" for place in range(len(self.match.seats))]
        self.seat_by_agent = dict(zip(self.possible_agents, self.match.seats, strict=True))
        self.agent_by_seat = {seat: agent for agent, seat in self.seat_by_agent.items()}
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

    def begin_match(self, seed: int) -> Match:
        """Start a match with the settings of this environment."""
        from classkit.engine import registry

        return registry.new(
            self.game,
            seats=self.seats,
            seed=seed,
            edition=self.edition,
            keep=Keep.nothing(),
            options=self.options,
        )

    # --- the interface of PettingZoo ----------------------------------------------------------

    def observation_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's observations.

        Args:
            agent: Name of an agent, such as "seat_0".

        Returns:
            The observation space, which is the same in every match.
        """
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Return the space of an agent's actions.

        Args:
            agent: Name of an agent.

        Returns:
            The action space, which is the same in every match.
        """
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match.

        Args:
            seed: Seed of this match and, indirectly, of the matches after later resets.
            options: Ignored. PettingZoo requires this parameter.
        """
        if seed is not None:
            self.seed, self.resets = int(seed), 0
        self.resets += 1
        self.match = self.begin_match(RandomStream(f"{self.seed}|{self.resets}").next_bits())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.waited: dict[str, int] = {}
        self.asides: dict[str, int] = {}
        self.latest_actions: dict[
            str, tuple[tuple[int, int], Decision | None, dict[int, Answer | None]]
        ] = {}
        self.agent_selection = self.agents[0]
        if self.max_cycles is None:
            self.select_decider()
        self.update_infos()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the observation of the agent's seat, and the mask of its actions.

        Args:
            agent: Name of an agent.

        Returns:
            The observation, an element of :meth:`observation_space`.
        """
        seat = self.seat_by_agent[agent]
        decision = self.get_decision(seat)
        row = np.asarray(
            self.observer.build_observation(self.match, seat, decision), dtype=np.float32
        )
        mask = np.zeros(ACTIONS, dtype=np.int8)
        mask[list(self.get_actions(seat, decision))] = 1
        return {"observation": row, "action_mask": mask}

    def step(self, action: Any) -> None:
        """Execute the action of the selected agent.

        Args:
            action: Action of the selected agent, or None for an agent that has finished.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent].pop("illegal", None)
        self.take_action(agent, int(action))
        self.advance_agent()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the match and its races as text.

        Returns:
            The text. None unless ``render_mode`` is "ansi".
        """
        if self.render_mode is None:
            return None
        told, called = [repr(self.match)], self.match.seat_names
        for title, lines in self.match.as_seen_by(None).races.items():
            told += [
                title,
                *(f"{line.place}. {called[line.seat]} {line.score:,}" for line in lines),
            ]
        return "\n".join(told)

    def close(self) -> None:
        """Do nothing, because an environment holds no resources."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    # --- the match ------------------------------------------------------------------------------

    def get_decision(self, seat: str) -> Decision | None:
        """Return the seat's open decision, or None."""
        waiting = self.match.requests(seat)
        return waiting[0] if waiting else None

    def get_actions(self, seat: str, decision: Decision | None) -> dict[int, Answer | None]:
        """Return a dict from legal action to answer. Waiting has the answer None.

        It is kept until the seat or the match moves on: an agent's step follows its observation.
        """
        moment = self.match.step, self.asides.get(seat, 0)
        known = self.latest_actions.get(seat)
        if known is not None and known[0] == moment and known[1] is decision:
            return known[2]
        found: dict[int, Answer | None] = {}
        if decision is None:
            found[WAIT] = None
        else:
            found |= map_actions(self.match, decision)
        if self.asides.get(seat, 0) < MAX_ASIDES:
            found |= map_asides(self.match, self.match.asides(seat))
        self.latest_actions[seat] = moment, decision, found
        return found

    def take_action(self, agent: str, action: int) -> None:
        """Execute an action, or give the default answer if the action is not legal now."""
        seat = self.seat_by_agent[agent]
        decision = self.get_decision(seat)
        if action == WAIT and (decision is None or self.can_wait(seat)):
            return
        answer = self.get_actions(seat, decision).get(action)
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

    def can_wait(self, seat: str) -> bool:
        """Return True if a seat with a decision may wait, and record that it has waited.

        A seat may wait once per step of the match, because its decision may have opened after it
        chose an action.
        """
        if self.max_cycles is None or self.waited.get(seat) == self.match.step:
            return False
        self.waited[seat] = self.match.step
        return True

    def advance_agent(self) -> None:
        """Select the next agent, or end the episode if the match has ended or reached its limit."""
        match = self.match
        if self.max_cycles is None:
            if match.is_over or match.step >= MAX_ANSWERS:
                self.end_episode()
            else:
                self.select_decider()
        else:
            at = self.agents.index(self.agent_selection) + 1
            self.agent_selection = self.agents[at % len(self.agents)]
            if at == len(self.agents):
                self.cycles += 1
                if match.is_over or self.cycles >= self.max_cycles:
                    self.end_episode()
        self.update_infos()

    def select_decider(self) -> None:
        """Select the first seat with an open decision."""
        self.agent_selection = self.agent_by_seat[self.match.requests()[0].seat]

    def end_episode(self) -> None:
        """Terminate all agents and set their rewards. An unfinished match is truncated instead."""
        if not self.match.is_over:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        deciding = [race for race in get_races(self.match) if race.decides]
        for agent, seat in self.seat_by_agent.items():
            at = self.match.seats.index(seat)
            self.rewards[agent] = fmean(compute_reward(race.places, at) for race in deciding)

    def update_infos(self) -> None:
        """Store the name of each agent's open decision, or "", in its info."""
        for agent in self.agents:
            decision = self.get_decision(self.seat_by_agent[agent])
            self.infos[agent]["decision"] = decision.name if decision is not None else ""


def compute_reward(places: Sequence[float], at: int) -> float:
    """Return the share of rivals ranked below a seat, minus the share ranked above it.

    >>> [compute_reward((1, 2, 2, 4), at) for at in range(4)]
    [1.0, 0.0, 0.0, -1.0]
    """
    behind = sum(place > places[at] for place in places)
    ahead = sum(place < places[at] for place in places)
    return (behind - ahead) / max(1, len(places) - 1)
