"""Other processes play with the code that the caller has loaded, or they do not play."""

from __future__ import annotations

from typing import Any

import pytest

import classkit
from classkit.engine.game import Game
from classkit.study.processes import job_payload, job_runner
from classkit.study.processes.job_payload import CodeMismatch, deserialize_job, serialize_job
from classkit.study.processes.pool import Pool
from classkit.study.rollouts.single_future import RolloutPlan
from tests.every_game import for_every_game
from tests.study import plays
from tests.study.fishery import Fishery

PRICES = "LIMIT = 100_000\nTABLE = {'limit': 100_000}\nSEEN = {}\n"
MINE = """
import prices

class Mine:
    def __call__(self, view, decision):
        prices.SEEN[len(prices.SEEN)] = decision.name
        if prices.TABLE["limit"] + prices.LIMIT > 300_000:
            return decision.default
        return "yes" if "yes" in {move.name for move in decision.legal} else decision.default

def mine(view, decision):
    return Mine()(view, decision)

def late(view, decision):
    from prices import LIMIT
    return decision.default if LIMIT > 150_000 else Mine()(view, decision)
"""
PROGRAM = """
import importlib, sys, warnings
from classkit import study
import mine, prices

def scores(processes, policy=mine.mine, **wish):
    wish = {{"n": 12, "seats": 2, "progress": False, **wish}}
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        runs = study.simulate("poleconomy", bots=policy, processes=processes, **wish)
    return int(runs["score.A"].sum()), [str(one.message) for one in told]

def ahead(processes, policy=mine.mine):
    import classkit
    match = classkit.new("poleconomy", seats=2, seed=3)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        found = study.futures(match, n=12, bots=policy, processes=processes).outcomes_frame()
    return int(found.score.sum()), [str(one.message) for one in told]

first = scores(1)[0]
{change}
"""


def play(fishery: Fishery, change: str) -> list[str]:
    fishery.write("prices.py", PRICES)
    fishery.write("mine.py", MINE)
    return fishery.program(PROGRAM.format(change=change)).splitlines()


EDIT = """
with open("prices.py", "a") as file:
    print("LIMIT = 250_000", file=file)
"""


CHANGES = [
    ("scores", policy, change, "LIMIT of prices")
    for policy in ("mine.mine", "mine.Mine", "mine.late")
    for change in (EDIT, "prices.LIMIT = 250_000")
] + [
    ("scores", "mine.mine", change, name)
    for change, name in [
        ("open('prices.py', 'a').write('TABLE = {}')", "prices: another process"),
        ("mine.Mine.__call__ = lambda self, view, decision: decision.default", "Mine.__call__ of"),
        ("open('prices.py', 'w').write('import mine; LIMIT = 3')", "LIMIT of prices, "),
        ("open('prices.py', 'w').write('LIMIT = ')", "cannot load the code to play (SyntaxErr"),
        ("import os; os.remove('prices.py')", "cannot load the code to play (ModuleNotFound"),
    ]
]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("study", "policy", "change", "name"),
    [*CHANGES, ("ahead", "mine.Mine", EDIT, "LIMIT of prices")],
)
def test_what_other_processes_would_play_otherwise_is_played_here(
    study: str, policy: str, change: str, name: str, fishery: Fishery
) -> None:
    ask = f"""
two = {study}(2, {policy})
one = {study}(1, {policy})
assert two[0] == one[0], (one, two)
print(two[1])
"""
    told = play(fishery, change + ask)
    assert len(told) == 1 and name in told[0], told
    assert "Played in this process alone" in told[0]


def test_what_has_not_changed_is_played_elsewhere(fishery: Fishery) -> None:
    """Though the caller's memory is full of what was played before."""
    ask = """
before = len(prices.SEEN)
two = scores(2)
assert before > 0 and len(prices.SEEN) == before, "it was played elsewhere"
print(two == (first, []), ahead(2) == ahead(1))
"""
    assert play(fishery, ask) == ["True True"]


def test_processes_that_stay_load_what_the_caller_has_loaded_again(fishery: Fishery) -> None:
    ask = f"""
print(ahead(2)[1])
{EDIT}
importlib.reload(prices)
two, before = ahead(2), len(prices.SEEN)
print(two[1], len(prices.SEEN) == before, two[0] == ahead(1)[0])
"""
    assert play(fishery, ask) == ["[]", "[] True True"]


def test_processes_that_stay_follow_the_caller_to_other_folders(fishery: Fishery) -> None:
    ask = """
import os
ahead(2)
os.mkdir("there")
with open("there/dearer.py", "w") as file:
    print("from mine import mine as cheap", file=file)
    print("def policy(view, decision): return cheap(view, decision)", file=file)
sys.path.append(os.path.abspath("there"))
import dearer
print(ahead(2, dearer.policy) == ahead(1, dearer.policy) == (ahead(1)[0], []))
os.chdir("there")
print(ahead(2)[1])
"""
    assert play(fishery, ask) == ["True", "[]"]


@pytest.mark.filterwarnings("error")
@for_every_game
def test_whatever_was_done_before_a_game_is_played_elsewhere(game: Game[Any]) -> None:
    """What a game keeps for later, and loads to be shown, is no change."""
    match = classkit.new(game, seed=2)
    match.play("round", game.default_bots(match.seats))
    table = classkit.table(match)
    table.step()
    _ = (match.history, match.rule(next(iter(game.rulebook.clauses))), match.position())
    play = RolloutPlan(match.point(), game.default_bots(match.seats))
    with Pool(1) as pool:
        assert next(job_runner.run([1, 2], play, pool=pool))[0] == 0


GAME = """
import warnings
import fishery.game
from classkit import study

def scores(processes):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        runs = study.simulate("fishery", n=12, seats=2, progress=False, processes=processes)
    return int(runs["score.A"].sum()), [str(one.message) for one in told]

{change}
two = scores(2)
assert two[0] == scores(1)[0]
print(two[1])
"""


@pytest.mark.sweep(2)
@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("pass", "[]"),
        ("fishery.game.TOP_PRICE = 12", "TOP_PRICE of fishery.game"),
        ("fishery.game.hold_market = lambda t: None", "hold_market of fishery.game"),
        ("fishery.GAME.policies = {'careful': lambda: lambda v, d: d.default}", "of fishery.game"),
        ("path = fishery.game.__file__; text = open(path).read(); "
         "open(path, 'w').write(text.replace('COST, TOP_PRICE = 20, 5, 2, 15', "
         "'COST, TOP_PRICE = 20, 5, 2, 12'))", "TOP_PRICE of fishery.game"),
        ("path = fishery.game.__file__; text = open(path).read(); "
         "open(path, 'w').write(text.replace('8, \"R1.2\"', '3, \"R1.2\"'))",
         "Fishery.options of fishery.game"),
    ],
)  # fmt: skip
def test_a_game_that_was_changed_is_played_here(change: str, name: str, fishery: Fishery) -> None:
    told = fishery.program(GAME.format(change=change))
    assert name in told and told.startswith("["), told


def test_a_parcel_of_the_same_code_is_unpacked() -> None:
    assert deserialize_job(serialize_job(plays.square))(3) == 9


def test_another_kernel_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = serialize_job(plays.square)
    monkeypatch.setattr(job_payload, "verified_hashes", set())
    monkeypatch.setattr(job_payload, "mark_of_kernel", lambda: "another")
    with pytest.raises(CodeMismatch, match="The playing process has a different classkit"):
        deserialize_job(sent)
