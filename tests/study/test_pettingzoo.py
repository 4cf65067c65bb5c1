"""Every game as an environment of PettingZoo, by PettingZoo's own tests."""

from __future__ import annotations

import pickle
import sys
import warnings
from copy import deepcopy
from functools import partial
from statistics import fmean
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

import classkit
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import find, list_games
from classkit.study import pettingzoo
from classkit.study.action_space import (
    ACTIONS,
    DEFAULT,
    FIRST_ASIDE,
    VALUES,
    WAIT,
    iter_places,
    list_answers,
    map_actions,
    suggest_values,
)
from classkit.study.observation_space import Observer
from tests.toy import GAME

SETS: list[tuple[str, dict[str, Any]]] = [
    ("poleconomy", {"seats": 3}),
    ("poleconomy", {"seats": 4, "options": {"game": 2, "round_limit": 12}}),
    ("poleconomy", {"seats": 2, "options": {"quick_start": True, "round_limit": 4}}),
    ("opoly", {"seats": 3}),
    ("opoly", {"seats": 4, "options": {"auction_format": "second_price"}}),
    ("opoly", {"seats": 5, "options": {"auction_format": "first_price"}}),
    ("economicon", {"seats": 4}),
    ("economicon", {"seats": 3, "options": {"rounds": 3}}),
    ("economy", {"seats": 3}),
    ("economy", {"seats": 6, "options": {"placement": "random"}}),
    ("economy", {"seats": 4, "options": {"placement": "demo"}}),
]
NAMES = [
    "-".join(map(str, (game, wish["seats"], *wish.get("options", {}).values())))
    for game, wish in SETS
]
every_set = pytest.mark.parametrize(("game", "wish"), SETS, ids=NAMES)


def test_every_game_is_there() -> None:
    assert {game for game, _ in SETS} == set(list_games())
    assert all(sum(game == name for name, _ in SETS) > 1 for game in list_games())


@pytest.mark.sweep(4)
@every_set
def test_api(game: str, wish: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # which of a mask and numbers is best is a matter of taste; PettingZoo's own games do both
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(pettingzoo.env(game, **wish), num_cycles=30)


@pytest.mark.sweep(4)
@every_set
def test_seed(game: str, wish: dict[str, Any]) -> None:
    seed_test(partial(pettingzoo.env, game, **wish), num_cycles=25)


@every_set
def test_max_cycles(game: str, wish: dict[str, Any]) -> None:
    module = SimpleNamespace(
        env=partial(pettingzoo.env, game, **wish),
        parallel_env=partial(pettingzoo.parallel_env, game, **wish),
    )
    max_cycles_test(module)


@pytest.mark.parametrize("game", list_games())
def test_api_and_seed_where_the_table_goes_round(game: str) -> None:
    api_test(pettingzoo.env(game, max_cycles=20), num_cycles=30)
    parallel_api_test(pettingzoo.parallel_env(game, max_cycles=20), num_cycles=30)
    parallel_seed_test(partial(pettingzoo.parallel_env, game, max_cycles=20), num_cycles=15)


def play(table: Any, seed: int, choose: Any) -> tuple[dict[str, float], int]:
    """A match to its end; all rewards, and the steps taken."""
    table.reset(seed=seed)
    rewards = dict.fromkeys(table.agents, 0.0)
    steps = 0
    for agent in table.agent_iter():
        observation, reward, ended, cut_off, info = table.last()
        rewards[agent] += reward
        steps += 1
        table.step(None if ended or cut_off else choose(agent, observation, info))
    return rewards, steps


def by_chance(table: Any) -> Any:
    def choose(agent: str, observation: Any, info: Any) -> int:
        return int(table.action_space(agent).sample(observation["action_mask"]))

    return choose


@pytest.mark.parametrize("cycles", [None, 3_000])
@pytest.mark.parametrize("game", ["poleconomy", "economicon"])
def test_a_match_ends_with_rewards_by_place_that_add_up_to_nothing(
    game: str, cycles: int | None
) -> None:
    table = pettingzoo.env(
        game,
        seats=4,
        max_cycles=cycles,
        options={"poleconomy": {"round_limit": 4}, "economicon": {"rounds": 2}}[game],
    )
    for agent in table.possible_agents:
        table.action_space(agent).seed(1)
    rewards, _ = play(table, 5, by_chance(table))
    match = table.unwrapped.match
    assert match.is_over
    assert sum(rewards.values()) == pytest.approx(0)
    place = {line.seat: line.place for line in match.standings()}
    ranked = sorted(rewards, key=lambda agent: -rewards[agent])
    assert [place[table.unwrapped.seat_by_agent[agent]] for agent in ranked] == sorted(
        place.values()
    )
    assert max(rewards.values()) <= 1 and min(rewards.values()) >= -1


def test_two_races_bring_the_mean_of_their_rewards() -> None:
    """Q11.3: who wins FUTURE EARNINGS and is last in ASSET has won as much as lost."""
    table = pettingzoo.env("opoly", seats=4, render_mode="ansi", options={"play_rolls": 10})
    rewards, _ = play(table, 5, lambda agent, observation, info: DEFAULT)
    match = table.unwrapped.match
    places = [
        {one.seat: one.place for one in race} for race in match.as_seen_by(None).races.values()
    ]
    assert len(places) == 2 and sum(rewards.values()) == pytest.approx(0)
    for agent, seat in table.unwrapped.seat_by_agent.items():
        apart = [
            sum((other > race[seat]) - (other < race[seat]) for other in race.values()) / 3
            for race in places
        ]
        assert rewards[agent] == pytest.approx(sum(apart) / 2)
    assert "ASSET\n" in table.render() and "FUTURE EARNINGS\n" in table.render()


@pytest.mark.parametrize("game", ["poleconomy", "opoly", "economicon"])
def test_the_default_is_always_there_and_plays_the_match_of_those_who_do_not_care(
    game: str,
) -> None:
    wish = {"poleconomy": {"round_limit": 3}}.get(game, {})
    table = pettingzoo.env(game, seats=3, options=wish)
    play(table, 5, lambda agent, observation, info: DEFAULT)
    match = table.unwrapped.match
    same = classkit.new(game, seats=3, seed=match.seed, options=wish).play(bots="passive")
    assert match.is_over and match.digest() == same.digest()


@pytest.mark.parametrize("game", list_games())
def test_the_mask_holds_what_is_legal_and_each_action_does_what_it_says(game: str) -> None:
    """Every action of the mask, of many decisions, is taken without the default in its place."""
    table = pettingzoo.GameEnv(game, seats=3)
    table.reset(seed=3)
    for _ in range(40):
        agent = table.agent_selection
        seat = table.seat_by_agent[agent]
        decision = table.get_decision(seat)
        assert decision is not None
        mask = np.flatnonzero(table.observe(agent)["action_mask"])
        found = table.get_actions(seat, decision)
        assert list(mask) == sorted(found) and WAIT not in found and DEFAULT in found
        for action, answer in found.items():
            assert answer is not None and action < ACTIONS
            if action < FIRST_ASIDE:
                assert decision.read(answer.move, answer.fields)
        if table.match.is_over:
            break
        table.step(sorted(found)[table.match.step * 7 % len(found)])
        if not table.agents or any(table.terminations.values()):
            break
        assert not table.infos[agent].get("illegal")


def test_every_legal_move_has_an_action() -> None:
    for game in list_games():
        match = classkit.new(game, seats=3, seed=2)
        for _ in range(60):
            for decision in match.requests():
                names = {answer.move for answer in map_actions(match, decision).values()}
                sampled = {
                    move.name for move in decision.legal if move.draw(match.view("A").chance)
                }
                assert sampled <= names
            match.play(until="decision", bots="random")


def test_an_action_out_of_the_mask_is_answered_by_the_default_and_told() -> None:
    table = pettingzoo.env("poleconomy", seats=2)
    table.reset(seed=1)
    inside = table.unwrapped
    agent = table.agent_selection
    default = inside.get_decision(inside.seat_by_agent[agent]).default
    table.step(ACTIONS - 1)
    assert inside.infos[agent]["illegal"] is True
    assert inside.match.answers[0].name == default.move


def test_asides_are_actions_of_those_who_wait_where_the_table_goes_round() -> None:
    """In Economicon a nation that floats may create money while others decide (N11)."""
    table = pettingzoo.GameEnv("economicon", seats=3, max_cycles=400)
    table.reset(seed=4)
    taken = steps = 0
    while not taken and not any(table.truncations.values()):
        steps += 1
        agent = table.agent_selection
        mask = np.flatnonzero(table.observe(agent)["action_mask"])
        asides = [int(action) for action in mask if action >= FIRST_ASIDE]
        waits = table.get_decision(table.seat_by_agent[agent]) is None
        before = table.match.step
        plain = [int(action) for action in mask if action < FIRST_ASIDE]
        table.step(asides[0] if asides and waits else plain[steps * 7 % len(plain)])
        if asides and waits:
            taken += 1
            assert table.match.step == before + 1
            assert table.match.answers[-1].kind == "aside"
    assert taken


def test_sealed_decisions_are_answered_one_by_one_without_being_seen() -> None:
    """In Economicon all order production at once (N8): an order is in no other's observation."""
    rows = []
    for choice in (0, -1):
        table = pettingzoo.GameEnv("economicon", seats=3)
        table.reset(seed=8)
        while table.infos[table.agent_selection]["decision"] != "order_production":
            table.step(DEFAULT)
        first = table.agent_selection
        actions = [
            a
            for a in table.get_actions(table.seat_by_agent[first], table.get_decision("A"))
            if a > DEFAULT
        ]
        table.step(actions[choice])
        second = table.agent_selection
        assert second != first and table.infos[second]["decision"] == "order_production"
        rows.append(table.observe(second))
    assert np.array_equal(rows[0]["observation"], rows[1]["observation"])
    assert np.array_equal(rows[0]["action_mask"], rows[1]["action_mask"])


def test_hands_are_seen_by_their_own_seat_alone() -> None:
    """In Economy, whose seats place hidden cards: swap two others' hands, and A sees the same."""
    match = classkit.new("economy", seats=3, seed=2)
    observer = Observer(match)
    rows = {seat: observer.build_observation(match, seat, None) for seat in "ABC"}
    hands = match.table.hands
    hands["B"], hands["C"] = hands["C"], hands["B"]
    assert np.array_equal(observer.build_observation(match, "A", None), rows["A"])
    assert not np.array_equal(observer.build_observation(match, "B", None), rows["B"])


def test_an_observation_holds_what_the_game_declares() -> None:
    """Not the past, whose cost grows, nor what a metric says already."""
    for name in list_games():
        match = classkit.new(name, seed=2)
        observer = Observer(match)
        assert [member.name for member in observer.members] == [*match.game.observed]
        assert match.game.observed and len(set(match.game.observed)) == len(match.game.observed)
        assert not [one for one in match.game.observed if "answer" in one or "event" in one], name
        assert not {metric.name for metric in observer.metrics} & {*match.game.observed}, name


def test_a_game_that_declares_nothing_is_observed_by_its_metrics() -> None:
    match = classkit.new(GAME, seats=3, seed=5)
    observer = Observer(match)
    assert not observer.members and [one.name for one in observer.metrics] == [
        metric.key for metric in GAME.active_metrics(match.table)
    ]
    row = observer.build_observation(match, "A", match.requests()[0])
    match.play("turn", bots="random")
    assert len(row) == observer.length
    assert not np.array_equal(row, observer.build_observation(match, "A", None))


@pytest.mark.parametrize("name", ["hand_of_god", "moves_left"])
def test_a_declared_name_that_the_view_lacks_is_told(name: str) -> None:
    class Strange(type(find("economy"))):  # type: ignore[misc]
        observed = (name,)

    with pytest.raises(ClasskitError, match=f"Economy declares '{name}' in observed"):
        Observer(classkit.new(Strange(), seats=3, seed=1))


@pytest.mark.parametrize("game", list_games())
def test_an_observation_reads_as_much_late_in_a_match_as_early(game: str) -> None:
    """By the calls of Python that an observation makes, which do not depend on the clock."""
    counts = []
    table = pettingzoo.GameEnv(game)
    table.reset(seed=5)
    chance = np.random.default_rng(5)
    for step in range(400):
        agent = table.agent_selection
        if table.terminations[agent]:
            break
        legal = np.flatnonzero(table.observe(agent)["action_mask"])
        if step >= 50:
            counts.append(count_calls(lambda: table.observer.build_observation(
                table.match, table.seat_by_agent[table.agent_selection], None
            )))  # fmt: skip
        table.step(int(chance.choice(legal)))
    assert len(counts) > 100
    assert fmean(counts[-50:]) < 1.3 * fmean(counts[:50])


def count_calls(work: Any) -> int:
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("game", list_games())
def test_actions_are_the_suggested_combinations_that_are_no_refusal(game: str) -> None:
    """Fields judge a value once, for all the combinations in which it stands."""
    match = classkit.new(game, seats=3, seed=4)
    judged = 0
    for _ in range(60):
        for decision in match.requests():
            for move in decision.legal:
                lists = {name: suggest_values(field) for name, field in move.fields.items()}
                expected = [
                    {
                        name: values[at]
                        for (name, values), at in zip(lists.items(), places, strict=True)
                    }
                    for places in iter_places([len(one) for one in lists.values()], VALUES)
                ]
                legal = [values if move.refusal(values) is None else None for values in expected]
                if any(one is not None for one in legal):
                    found = list_answers(move, VALUES, "key")
                    assert [answer and dict(answer.fields) for answer in found] == legal
                    judged += len(legal)
        if match.is_over:
            break
        match.play(until="decision", bots="random")
    assert judged


@pytest.mark.parametrize("game", list_games())
def test_actions_are_kept_until_the_match_moves_on(game: str) -> None:
    table = pettingzoo.GameEnv(game)
    table.reset(seed=3)
    for _ in range(40):
        agent = table.agent_selection
        seat = table.seat_by_agent[agent]
        kept = table.get_actions(seat, table.get_decision(seat))
        table.latest_actions.clear()
        assert table.get_actions(seat, table.get_decision(seat)) == kept
        actions = sorted(kept)
        table.step(actions[len(actions) // 2])


def test_reset_makes_the_same_matches_in_the_same_order() -> None:
    table = pettingzoo.GameEnv("poleconomy", seats=2)
    seeds = []
    for _ in range(2):
        table.reset(seed=9)
        first = table.match.seed
        table.reset()
        seeds.append((first, table.match.seed))
    assert seeds[0] == seeds[1] and seeds[0][0] != seeds[0][1]


@pytest.mark.parametrize("copied", [deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize("kind", [pettingzoo.env, pettingzoo.parallel_env])
def test_a_copy_has_the_same_wishes_and_plays_the_same(kind: Any, copied: Any) -> None:
    """Programs that learn send copies of an environment to several processes."""
    table = kind("opoly", seats=3, options={"auction_format": "first_price"})
    table.reset(seed=1)
    twin = copied(table)
    for one in (table, twin):
        one.reset(seed=7)
    own, other = table.unwrapped, twin.unwrapped
    assert other.match.seed == own.match.seed
    assert other.match.options == own.match.options and other.match.seats == own.match.seats


def test_a_picture_in_words_and_wrong_wishes() -> None:
    table = pettingzoo.env("poleconomy", seats=2, render_mode="ansi")
    table.reset(seed=1)
    assert "1. " in table.render()
    with pytest.raises(ClasskitError, match="max_cycles"):
        pettingzoo.env("poleconomy", max_cycles=0)
    with pytest.raises(ClasskitError, match=r"GameEnv\(\) argument 'seed'\. Pass it to reset"):
        pettingzoo.env("poleconomy", seed=3)
    with pytest.raises(ClasskitError, match="Nobody is present to roll the dice"):
        pettingzoo.env("poleconomy", luck="by_hand")
    with pytest.raises(ClasskitError, match="render_mode"):
        pettingzoo.env("poleconomy", render_mode="human")
    with pytest.raises(ClasskitError, match="Did you mean 'round_limit'"):
        pettingzoo.env("poleconomy", options={"round_limt": 3})
