"""Tournaments: all play equally often, in every seat, with the same luck; table, page, files."""

from __future__ import annotations

import csv
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from classkit.cli import main
from classkit.engine.errors import ClasskitError
from classkit.engine.registry import find
from classkit.study import Limits, Tournament, tournament
from classkit.study.arena import ratings
from classkit.study.arena.entrants import in_short, read_policies
from classkit.study.arena.limits import NOT_PROTECTED
from classkit.study.arena.pairings import matches_per_round, plan_pairings

HEAD = "def policy(view, decision):\n    "
DEFAULT = HEAD + "return decision.default\n"
BUYS = HEAD + (
    "moves = [move.name for move in decision.legal]\n"
    "    return 'yes' if 'yes' in moves else decision.default\n"
)
CALM = Limits(answer=20.0, start=20.0, memory=200, restarts=1, failures=5)
SHORT = {"round_limit": 3}


def test_a_game_that_is_not_found_by_its_name_is_refused(tmp_path: Path) -> None:
    """The shipped game was played in its place without a word."""

    class Short(type(find("economy"))):  # type: ignore[misc]  # a class found by its game
        title = "Short Economy"

    (tmp_path / "ada.py").write_text(DEFAULT)
    with pytest.raises(ClasskitError, match=r"is not the name of this game \(Short\).*new"):
        tournament(tmp_path, Short(), n=1)


# --- who meets whom ------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_everybody_plays_as_often_in_every_seat_with_the_same_lucks(data: st.DataObject) -> None:
    seats = data.draw(st.integers(2, 6))
    entrants = data.draw(st.integers(seats, 40))
    matches = data.draw(st.integers(1, 300))
    plan = plan_pairings(entrants, seats, matches, seed=data.draw(st.integers(0, 2**32)))
    assert len(plan) >= matches
    assert len(plan) % matches_per_round(entrants, seats) == 0
    assert len(plan) - matches < matches_per_round(entrants, seats)
    for seat in range(seats):
        sat = Counter(one.seating[seat] for one in plan)
        assert len(sat) == entrants and len(set(sat.values())) == 1
    for one in plan:
        assert len(set(one.seating)) == seats, "nobody plays against itself"
    lucks = {one.round: {other.seed for other in plan if other.round == one.round} for one in plan}
    assert all(len(seeds) == 1 for seeds in lucks.values())
    assert len({min(seeds) for seeds in lucks.values()}) == len(lucks)
    for group in {one.group for one in plan}:
        members = [one.seating for one in plan if one.group == group]
        assert len(members) == seats and len({frozenset(seating) for seating in members}) == 1


def test_all_meet_about_as_often() -> None:
    met: Counter[frozenset[int]] = Counter()
    for one in plan_pairings(12, 4, 4 * 3 * 11, seed=1):
        met.update(frozenset(two) for two in combinations(one.seating, 2))
    assert len(met) == 66 and min(met.values()) >= 8 and max(met.values()) <= 20, "12 would be each"


def test_the_same_seed_makes_the_same_plan() -> None:
    assert (
        plan_pairings(9, 4, 50, seed=3)
        == plan_pairings(9, 4, 50, seed=3)
        != plan_pairings(9, 4, 50, seed=4)
    )


# --- a tournament --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("policies")
    evil = "raise ValueError('<script>alert(1)</script> =cmd()')"
    files = {
        "buyer.py": BUYS,
        "idle.py": DEFAULT,
        "=evil<img src=x onerror=alert(1)>.py": HEAD + evil,
        "broken.py": "def policy(view, decision)\n    pass",
        "killer.py": "import os\n" + HEAD + "os.kill(os.getppid(), 9)",
        "quitter.py": "import os\n" + HEAD + "os._exit(1)",
        "_notes.py": "1 / 0",
        "ada.py.txt": "not a policy",
        "long.py": "#" * 1_000_001,
    }
    for name, text in files.items():
        (folder / name).write_text(text)
    (folder / "latin.py").write_bytes(b"# \xe9t\xe9\n")
    (folder / "link.py").symlink_to("idle.py")
    return folder


def play(folder: Path | list[Path], **more: object) -> Tournament:
    wish = {"bots": ["tycoon"], "seats": 3, "n": 1, "seed": 7, "options": SHORT}
    wish |= {"limits": CALM, "processes": 1, **more}
    return tournament(folder, **wish)  # type: ignore[arg-type]  # settings


@pytest.fixture(scope="module")
def played(folder: Path) -> Tournament:
    return play(folder)


def test_the_table_names_everybody_with_figures_and_intervals(played: Tournament) -> None:
    rows = {row["policy"]: row for row in played.table_rows}
    assert set(rows) == {
        "buyer", "idle", "=evil<img src=x onerror=alert(1)>", "broken", "killer", "quitter",
        "tycoon",
    }  # fmt: skip
    assert [row["rank"] for row in played.table_rows] == list(range(1, 8))
    ratings = [row["rating"] for row in played.table_rows]
    assert ratings == sorted(ratings, reverse=True)
    for row in rows.values():
        assert row["matches"] == 9
        assert row["rating_low"] <= row["rating_high"]
        assert 0 <= row["win_share_low"] <= row["win_share"] <= row["win_share_high"] <= 1
        assert 1 <= row["place_low"] <= row["place"] <= row["place_high"] <= 3
        assert row["race"] == "Net worth"
    assert sum(row["wins"] for row in rows.values()) == pytest.approx(len(played.played))
    assert rows["tycoon"]["kind"] == "bot" and rows["buyer"]["kind"] == "policy"


def test_who_goes_wrong_forfeits_is_named_and_harms_nobody(played: Tournament) -> None:
    rows = {row["policy"]: row for row in played.table_rows}
    for name in ("buyer", "idle", "tycoon"):
        assert rows[name]["forfeits"] == 0 and rows[name]["remark"] == ""
    kinds = {(row["policy"], row["kind"]) for row in played.forfeit_rows}
    assert {("broken", "syntax"), ("quitter", "crash")} <= kinds
    assert ("killer", "cheat") in kinds or sys.platform != "linux"
    assert "line 1: SyntaxError" in rows["broken"]["remark"]
    assert rows["broken"]["forfeits"] == rows["broken"]["answers"] > 0
    assert rows["quitter"]["gave_up"] == 9
    first = next(row for row in played.forfeit_rows if row["policy"] == "quitter")
    assert first["reason"] == "its process ended: it exited with status 1"
    assert first["decision"] and first["seed"] == played.played[first["match"] - 1].pairing.seed


def test_places_and_winners_are_those_of_the_matches(played: Tournament) -> None:
    for match in played.played:
        (race,) = match.races
        for score, place in zip(race.scores, race.places, strict=True):
            assert place == 1 + sum(other > score for other in race.scores)
        assert sum(race.won) == pytest.approx(1)


def test_frames_are_tidy(played: Tournament) -> None:
    matches = played.matches
    assert len(matches) == 3 * len(played.played)
    assert set(matches["policy"]) == {entrant.name for entrant in played.entrants}
    assert matches.groupby("round")["seed"].nunique().max() == 1
    assert list(played.table["rank"]) == list(range(1, 8))
    assert set(played.forfeits["policy"]) <= set(matches["policy"])
    for frame in (matches, played.table, played.forfeits):
        told = frame.attrs["columns"]
        assert list(told) == list(frame.columns) and all(one["about"] for one in told.values())
    assert played.table.attrs["columns"]["rating_low"]["unit"] == "points"


def test_what_is_left_out_is_told(played: Tournament) -> None:
    """A file that cannot be read stops nobody else."""
    assert played.left_out == [
        "ada.py.txt: its name does not end in .py",
        "latin.py: not UTF-8 text: save it as UTF-8 in a text editor",
        "link.py: links and folders are not read",
        "long.py: longer than 1,000,000 bytes, the limit for a policy",
    ]
    for told in (played.to_html(), str(played)):
        assert all(line in told for line in played.left_out)


def test_a_name_in_capitals_is_one_of_python_too(tmp_path: Path) -> None:
    (tmp_path / "ADA.PY").write_text(BUYS)
    for number in range(25):
        (tmp_path / f"notes {number}.txt").write_text("")
    policies, left_out = read_policies(tmp_path)
    assert [policy.name for policy in policies] == ["ADA"]
    assert in_short(left_out).endswith("; and 5 more.")


def test_a_policy_that_is_called_like_a_bot_is_told_from_it(tmp_path: Path) -> None:
    (tmp_path / "tycoon.py").write_text(HEAD + "return 'fly'")
    found = play(tmp_path, seats=2, bots=["saver", "tycoon"], n=2)
    remarks = {row["policy"]: (row["kind"], bool(row["remark"])) for row in found.table_rows}
    assert remarks["tycoon"] == ("bot", False) and remarks["tycoon (2)"] == ("policy", True)


def test_a_file_that_was_listed_and_cannot_be_read_is_refused(folder: Path) -> None:
    with pytest.raises(ClasskitError, match=r"latin\.py is not UTF-8 text"):
        play([folder / "idle.py", folder / "latin.py"])


def bots_of_opoly(tmp_path: Path, **options: object) -> Tournament:
    """A tournament of 487-opoly, in whose two races other bots are best."""
    (tmp_path / "idle.py").write_text(DEFAULT)
    bots = ["appraiser", "empire_builder", "banker"]
    wish = {"bots": bots, "seats": 4, "n": 8, "options": {"play_rolls": 30, **options}}
    return tournament(tmp_path, "opoly", seed=3, limits=CALM, processes=1, **wish)  # type: ignore[arg-type]


def test_a_game_of_two_races_is_rated_in_each_and_overall(tmp_path: Path) -> None:
    """Q11.3: ASSET and FUTURE EARNINGS have winners of their own; the rule is said on the page."""
    found = bots_of_opoly(tmp_path)
    table = found.table.set_index(["race", "policy"])
    assert list(found.tables) == ["Overall", "ASSET", "FUTURE EARNINGS"]
    assert list(found.table["rank"]) == [1, 2, 3, 4] * 3
    builder = table.xs("empire_builder", level="policy")["rating"]
    assert builder["FUTURE EARNINGS"] > 25 > builder["ASSET"], "best in one, last in the other"
    assert builder["ASSET"] < builder["Overall"] < builder["FUTURE EARNINGS"]
    matches = found.matches
    assert len(matches) == 2 * 4 * len(found.played)
    mean = matches.groupby("policy")[["place", "won"]].mean()
    for name, line in mean.iterrows():
        overall = table.loc["Overall", name]
        assert overall["place"] == pytest.approx(line["place"], abs=0.001)
        assert overall["win_share"] == pytest.approx(line["won"], abs=0.0001)
    assert matches.groupby(["match", "race"])["won"].sum().to_numpy() == pytest.approx(1)
    rule = "Overall, seats are ranked by their mean place in these races, which have equal weight"
    for told in (str(found), found.to_html()):
        assert rule in told and "“ASSET” and “FUTURE EARNINGS”" in told
    assert found.to_html().count("<table") >= 3


def test_a_game_that_adds_its_races_up_counts_for_the_sum(tmp_path: Path) -> None:
    """Q11.3, sum_of_places: one race decides, and the others are rated beside it."""
    found = bots_of_opoly(tmp_path, combined_score="sum_of_places")
    assert list(found.tables) == ["Sum of places", "ASSET", "FUTURE EARNINGS"]
    told = (
        "A match ranks its seats by “Sum of places”. “ASSET” and “FUTURE EARNINGS” decide nothing"
    )
    assert told in str(found) and told in found.to_html()


def test_the_number_of_processes_changes_nothing(folder: Path, played: Tournament) -> None:
    def facts(result: Tournament) -> list[dict[str, object]]:
        timed = ("seconds", "milliseconds", "slowest")
        rows = result.match_rows + result.table_rows
        return [{k: v for k, v in row.items() if k not in timed} for row in rows]

    assert facts(play(folder, processes=2)) == facts(played)


def test_better_play_is_rated_higher(tmp_path: Path) -> None:
    (tmp_path / "buyer.py").write_text(BUYS)
    (tmp_path / "idle.py").write_text(DEFAULT)
    result = play(tmp_path, bots=[], seats=2, n=16, options={"round_limit": 8})
    assert [row["policy"] for row in result.table_rows] == ["buyer", "idle"]
    better, worse = result.table_rows
    assert better["rating"] > 25 > worse["rating"]
    assert better["win_share"] > 0.6 and better["place"] < worse["place"]


def test_without_students_the_bots_play_with_no_shields_needed(tmp_path: Path) -> None:
    (tmp_path / "idle.py").write_text(DEFAULT)
    result = play(tmp_path, bots=None, seats=None, n=4)
    assert result.seats == 4
    assert {row["policy"] for row in result.table_rows} == {"idle", *find("poleconomy").policies}


# --- the page ------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Which elements and attributes a page has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def test_the_page_asks_nobody_for_anything_and_interprets_no_name(played: Tournament) -> None:
    text = played.to_html()
    tags = Tags(text).found
    assert not {"script", "img", "link", "iframe", "object", "base"} & {tag for tag, _ in tags}
    for _, attributes in tags:
        assert not [key for key in attributes if key.startswith("on") or key in ("src", "href")]
    assert "url(" not in text and "@import" not in text and "http" not in re.sub(
        r"http-equiv", "", text
    )  # fmt: skip
    assert "default-src 'none'" in text
    assert "<bdi>=evil&lt;img src=x onerror=alert(1)&gt;</bdi>" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def test_the_page_tells_ratings_forfeits_and_what_is_not_protected(played: Tournament) -> None:
    text = played.to_html()
    assert "This is not a virtual machine" in text
    assert "its process ended: it exited with status 1" in text
    assert text.count('scope="row"') == 7 + len(played.forfeit_rows)
    assert "27 matches" not in text and f"{len(played.played)} matches of 3 seats" in text
    assert "Few matches were played, so the intervals are too narrow" in text
    for words in ("Rating", "Wins %", "Mean place", "Forfeits"):
        assert f">{words}</th>" in text
    if played.shields:
        assert "Active protections: limits on memory" in text
    assert "<style>" in played._repr_html_() and "<caption>" in played._repr_html_()


def test_files_are_written_and_no_cell_is_a_formula(played: Tournament, tmp_path: Path) -> None:
    files = played.write(tmp_path / "out")
    assert [file.name for file in files] == [
        "tournament.html", "table.csv", "matches.csv", "forfeits.csv",
    ]  # fmt: skip
    with (tmp_path / "out" / "table.csv").open(newline="") as file:
        names = [row["policy"] for row in csv.DictReader(file)]
    assert "'=evil<img src=x onerror=alert(1)>" in names
    (tmp_path / "file").write_text("")
    with pytest.raises(ClasskitError, match="Could not write into"):
        played.write(tmp_path / "file")


# --- wishes and the command ----------------------------------------------------------------------


def test_a_list_without_files_is_no_tournament() -> None:
    with pytest.raises(ClasskitError, match="no policies are listed"):
        play([], n=1)  # type: ignore[arg-type]  # files instead of a folder


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"n": 0}, "n must be a whole number from 1 to 100,000, not 0"),
        ({"seats": 9}, "seats must be a whole number from 2 to 6, not 9"),
        ({"bots": [], "seats": 6, "files": 5}, "there are only 5 players for 6 seats"),
        ({"bots": ["tycon"]}, "Did you mean 'tycoon'"),
        ({"bots": ["tycoon", "tycoon"]}, "named twice"),
        ({"game": "chess"}, "There is no game"),
        ({"options": {"round_limt": 3}}, "Did you mean 'round_limit'"),
        ({"seed": -1}, "a seed must be a whole number from 0"),
        ({"seats": 3.0}, "seats must be a whole number from 2 to 6, not 3.0"),
        ({"bots": 3}, "such as ['random'], not 3"),
        ({"limits": 1.0}, "limits must be study.Limits"),
        ({"out": 3}, "out must be the name of a file"),
    ],
)
def test_a_wrong_wish_is_refused_with_the_reason(
    more: dict[str, object], said: str, tmp_path: Path
) -> None:
    for number in range(int(str(more.pop("files", 3)))):
        (tmp_path / f"p{number}.py").write_text(DEFAULT)
    with pytest.raises(ClasskitError, match=re.escape(said)):
        play(tmp_path, **more)


def test_what_could_not_be_rated_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.py").write_text(DEFAULT)
    monkeypatch.setattr(ratings, "PACKAGES", ("numpy", "openskil"))
    with pytest.raises(ClasskitError, match=r"need the package openskil: pip install"):
        play(tmp_path, progress=lambda played, planned: pytest.fail("a match was played"))


def test_a_folder_without_policies_is_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(ClasskitError, match="classkit policy new"):
        play(tmp_path)
    with pytest.raises(ClasskitError, match="the folder does not exist"):
        play(tmp_path / "none")
    (tmp_path / "a.py").write_bytes(b"\xff\xfe")
    with pytest.raises(ClasskitError, match=r"a\.py: saved as UTF-16"):
        play(tmp_path)


def test_the_command_plays_writes_and_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "one.py").write_text(BUYS)
    (tmp_path / "two.py").write_text(HEAD + "return 'fly'")
    words = ["tournament", str(tmp_path), "--matches", "2", "--seats", "2", "--bots", "none"]
    words += ["--set", "round_limit=2", "--quiet", "--to", str(tmp_path / "out"), "--seed", "3"]
    assert main([*words, "--answer-limit", "20", "--processes", "1", "--title", "My <class>"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"\d\. one .* forfeits 0\n", told)
    assert re.search(r"\d\. two .* forfeits [1-9]", told)
    assert "My &lt;class&gt;" in (tmp_path / "out" / "tournament.html").read_text()
    assert main([*words, "--memory-limit", "1"]) == 1
    assert "the limit on memory" in capsys.readouterr().err


def test_the_help_says_what_is_not_protected() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "classkit", "tournament", "--help"],
        capture_output=True, text=True, timeout=600, check=True,
    )  # fmt: skip
    assert NOT_PROTECTED.splitlines()[0] in done.stdout
