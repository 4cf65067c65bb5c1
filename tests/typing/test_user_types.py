"""What a type checker tells the people who use classkit: nothing of right lines, each wrong one.

README's lines and a small script of a user pass mypy strict without casts, wrong ones
fail. mypy runs once over all of it, as somebody runs it who has installed classkit.
"""

from __future__ import annotations

import re
import subprocess
import sys
from doctest import DocTestParser
from importlib.resources import files
from pathlib import Path

import pytest

README = Path(__file__).parent.parent.parent / "README.md"

RIGHT = '''
"""A script of a user: an evening's work with everything that README and docstrings show."""

from __future__ import annotations

from pathlib import Path

import classkit
from classkit import (
    Answer, Decision, Draw, Event, Match, Move, Option, Policy, Request, Roll, Sealed, Standing,
    Table, Transfer, Until, View, study,
)
from classkit.games.economicon import EconomiconView
from classkit.games.economy import EconomyView
from classkit.games.opoly import OpolyView
from classkit.games.poleconomy import PoleconomyView


def greedy(view: PoleconomyView, decision: Decision) -> Answer | str:
    """Buy whatever can be bought while there is cash."""
    if decision.name == "buy_square" and view.cash(view.seat) > 100_000:
        return "yes"
    return decision.default


def patient(view: View, decision: Decision) -> tuple[str, dict[str, int]] | str:
    """Bid the least that is allowed."""
    moves: list[Move] = decision.legal
    return ("bid", {"amount": 0}) if moves[0].name == "bid" else moves[-1].name


def ahead(match: Match, stride: Until) -> list[str]:
    """Go on by a stride, and tell what is asked then."""
    request: Request | None = match.play(until=stride, bots={"A": greedy, "B": "saver"}).request
    if request is None:
        return []
    if isinstance(request, Decision):
        return [request.name, request.seat, request.rule]
    if isinstance(request, Sealed):
        return [decision.name for decision in request.decisions.values()]
    if isinstance(request, (Roll, Draw)):
        return [request.purpose]
    return []


m: Match = classkit.new(
    "poleconomy", seats=["Ada", "Bo", "Cy"], seed=7, options={"quick_start": True}
)
position: dict[str, object] = {"marker": 2, "A.cash": 400_000}
n = classkit.new("poleconomy", 3, position=position, luck=[(3, 4), [2, 5]], edition="mine.toml")
n = classkit.new("poleconomy", position=Path("monday.toml"), luck="by_hand")
strides: tuple[Until, ...] = ("decision", "turn", "round", "end")
found = [ahead(m, stride) for stride in strides]
m.undo().redo().goto(turn=3).goto(step=5).back("turn").forward(until="turn").fork()
best: Standing = m.standings()[0]
words: str = f"{best.seat} {best.score:,} {best.place}"
last: Event = m.events[-1]
rows: list[Transfer] = m.transfers
told: tuple[str, str, int] = (last.name, last.rule, rows[0].amount)
public = m.view(None)
mine = m.view("A")
if isinstance(mine, PoleconomyView):
    dollars: int = mine.cash("A")
length: Option = classkit.options("poleconomy")["round_limit"]
titles: dict[str, str] = classkit.editions("poleconomy")
names: list[str] = classkit.bots("opoly") + classkit.list_games()
m.save("monday.classkit.json")
again: Match = classkit.load("monday.classkit.json")
policy: Policy = patient

live: Table = classkit.table(m)
live = classkit.table("opoly", seats=4, bots={"A": "person"}, theme="projector")
live.step(until="turn").step().back("turn").answer("bid", amount=10).fork("What if")
live.observe(print, "turn")
turn: int = live.turn
fan = live.show_futures(20).futures
if fan is not None:
    done: int = fan.done

ahead_of_m = study.futures(m, n=20, horizon=2, bots=["saver", greedy], unit="round")
frame = study.simulate(
    "poleconomy", bots=["saver", greedy], n=4, by="seat", vary={"seats": [3, 4]},
    metrics=["inflation_number"], options={"quick_start": True},
)
means = frame.groupby("seats")["score"].mean()
paid = m.ledger_frame().groupby("reason")["amount"].sum()
last_turn: int = len(m.history_frame(wide=True))
compared = study.compare_moves(m, n=5).wait()


def look(views: tuple[EconomiconView, EconomyView, OpolyView]) -> int:
    """Ask each view something of its own rulebook."""
    economicon, economy, opoly = views
    return economicon.cost("grain", 5, "gold") + economy.points("A") + opoly.cash("A")
'''

WRONG = {
    'classkit.tabel("poleconomy")': r'Module has no attribute "tabel"',
    'classkit.sudy.simulate("poleconomy")': r'Module has no attribute "sudy"',
    'study.simualte("poleconomy")': r'Module has no attribute "simualte"',
    "classkit.new(5)": r'"new" has incompatible type "int"',
    'classkit.new("poleconomy", seats="four")': r'"seats".*incompatible type "str"',
    'classkit.new("poleconomy", seats={"A": 1.5}, seed="7")': r'"seed".*incompatible type "str"',
    'classkit.new("poleconomy", position=5)': r'"position".*incompatible type "int"',
    'classkit.new("poleconomy", luck=5)': r'"luck".*incompatible type "Literal\[5\]',
    'm.plya(until="turn")': r'"Match" has no attribute "plya"',
    'm.play(until="trun")': r'"until".*incompatible type "Literal\[\'trun\'\]"|"trun"',
    'm.back("match")': r'"back".*incompatible type',
    'classkit.new("poleconomy", quick_start=True)': r'Unexpected keyword argument "quick_start"',
    'classkit.table("poleconomy", them="dark")': r'Unexpected keyword argument "them"',
    'classkit.table("poleconomy", them=getattr(m, "theme"))': r'Unexpected keyword argument "them"',
    'classkit.Table("poleconomy", them="dark")': r'Unexpected keyword argument "them"',
    'study.simulate("poleconomy", bot="saver")': r'Unexpected keyword argument "bot"',
    'study.tournament("bots", match=3)': r'Unexpected keyword argument "match"',
    'study.check_policy("mine.py", m=3)': r'Unexpected keyword argument "m"',
    'classkit.room("opoly", table=3)': r'Unexpected keyword argument "table"',
    "m.goto(5)": r'"goto" of "Match" has incompatible type "int"; expected "Never"',
    'm.goto(turn="12")': r'"turn".*incompatible type "str"',
    "m.play(bots=5)": r'"bots".*incompatible type "int"',
    "m.standings()[0].points": r'"Standing" has no attribute "points"',
    "m.events[0].clause": r'"Event" has no attribute "clause"',
    "m.transfers[0].sum": r'"Transfer" has no attribute "sum"',
    'm.view("A").wealth': r'"View" has no attribute "wealth"',
    "m.requests()[0].moevs": r'"Decision" has no attribute "moevs"',
    "m.legal_moves()[0].label": r'"Move" has no attribute "label"',
    "m.legal_moves(5)": r'"legal_moves".*incompatible type "int"',
    # What a frame has no method for could be one of its columns.
    'm.history_frame().gruopby("turn")': r'"Series\[Any\]" not callable',
    'm.ledger.balanec("bank")': r'"Ledger" has no attribute "balanec"',
    'classkit.options("opoly")["bank_limit"].range': r'"Option" has no attribute "range"',
    "live.stpe()": r'"Table" has no attribute "stpe"',
    'live.step(until="move")': r'"step".*incompatible type|"until".*incompatible type',
    "live.trun": r'"Table" has no attribute "trun"',
    'study.futures("poleconomy")': r'"futures".*incompatible type "str"',
    'study.futures(m, unit="day")': r'"unit".*incompatible type',
    'study.simulate("poleconomy", by="player")': r'"by".*incompatible type',
    'study.simulate("poleconomy", n="many")': r'"n".*incompatible type "str"',
    'study.simulate("poleconomy", vary=["seats"])': r'"vary".*incompatible type',
    "given: classkit.Policy = 'x'.upper": r"Incompatible types in assignment",
}
"""Lines that a user may write by mistake, and what mypy says of each."""

BEFORE_WRONG = """
import classkit
from classkit import study

m = classkit.new("poleconomy")
live = classkit.table(m)
"""


def readme_lines() -> str:
    """Return the examples of README, those with a prompt and those without, as one script."""
    text = README.read_text(encoding="utf-8")
    plain = re.findall(r"^```python\n((?!>>>).*?)^```", text, re.M | re.S)
    assert plain, "README shows no lines of Python"
    examples = [example.source for example in DocTestParser().get_examples(text)]
    assert examples, "README shows no examples"
    return "\n".join([*plain, *examples])


@pytest.fixture(scope="module")
def complaints(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> dict[str, dict[int, str]]:
    """What mypy --strict says, by file and line; without a configuration, as users have none."""
    folder = tmp_path_factory.mktemp("user")
    wrong = BEFORE_WRONG + "".join(f"{line}\n" for line in WRONG)
    scripts = {"right": RIGHT, "readme": readme_lines(), "wrong": wrong}
    for name, text in scripts.items():
        (folder / f"{name}_script.py").write_text(text, encoding="utf-8")
    kept = request.config.cache.mkdir("mypy") if request.config.cache else folder / "cache"
    ran = subprocess.run(
        [
            sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary",
            "--no-pretty", f"--cache-dir={kept}", *(f"{name}_script.py" for name in scripts),
        ],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode in (0, 1) and not ran.stderr, ran.stdout + ran.stderr
    said: dict[str, dict[int, str]] = {name: {} for name in scripts}
    for line in ran.stdout.splitlines():
        found = re.match(r"(\w+)_script\.py:(\d+): (?:error|note): (.*)", line)
        assert found, f"mypy complains of something else: {line}"
        told = said[found[1]]
        told[int(found[2])] = " ".join([told.get(int(found[2]), ""), found[3]]).strip()
    return said


@pytest.mark.parametrize("script", ["right", "readme"])
def test_right_lines_pass_without_a_cast(
    complaints: dict[str, dict[int, str]], script: str
) -> None:
    assert complaints[script] == {}
    assert "cast" not in RIGHT and "type: ignore" not in RIGHT


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line_is_told(complaints: dict[str, dict[int, str]], line: str) -> None:
    number = BEFORE_WRONG.count("\n") + 1 + list(WRONG).index(line)
    assert re.search(WRONG[line], complaints["wrong"].get(number, "nothing is said"))


def test_only_wrong_lines_are_told(complaints: dict[str, dict[int, str]]) -> None:
    assert min(complaints["wrong"]) > BEFORE_WRONG.count("\n")


def test_types_are_shipped() -> None:
    """A checker reads the types of an installed package only beside this file (PEP 561)."""
    assert (files("classkit") / "py.typed").is_file()
