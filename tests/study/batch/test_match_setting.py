"""A match described by plain data."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

import classkit
from classkit.engine.errors import ClasskitError, OptionError, UnknownName
from classkit.engine.registry import find
from classkit.study.batch.match_setting import MatchSetting, PreparedSetting
from classkit.study.batch.metrics_collector import MetricsCollector, SimulationJob
from tests.toy import GAME


def test_a_setting_plays_what_new_plays() -> None:
    bots = ("saver", "tycoon", "politician")
    start = MatchSetting("poleconomy", 3, options={"quick_start": True}, bots=bots)
    match = classkit.new("poleconomy", seats=3, seed=11, options={"quick_start": True})
    match.play("end", dict(zip("ABC", bots, strict=True)))
    assert PreparedSetting.from_setting(start).play(seed=11).digest() == match.digest()


def test_an_edition_of_ones_own_travels_as_data() -> None:
    data = dict(find("opoly").edition("classic_us").data)
    data["edition"] = {**data["edition"], "id": "ours", "title": "Ours"}
    start = pickle.loads(
        pickle.dumps(MatchSetting("opoly", 3, edition=data, bots=("passive",) * 3))
    )
    assert PreparedSetting.from_setting(start).begin_match(seed=1).edition.title == "Ours"


def test_a_game_that_is_not_registered_can_be_played() -> None:
    assert (
        PreparedSetting.from_setting(MatchSetting(GAME, 3, bots=("random",) * 3))
        .play(seed=3)
        .is_over
    )


@pytest.mark.parametrize(
    ("setting", "error"),
    [
        (MatchSetting("polconomy", 3), UnknownName),
        (MatchSetting("poleconomy", 3, options={"quickstart": True}), UnknownName),
        (MatchSetting("poleconomy", 3, options={"quick_start": 3}), OptionError),
        (MatchSetting("poleconomy", 3, edition="mars"), UnknownName),
        (MatchSetting("poleconomy", 99), ClasskitError),
    ],
)
def test_what_is_wrong_is_refused(setting: MatchSetting, error: type[Exception]) -> None:
    with pytest.raises(error):
        PreparedSetting.from_setting(setting)


def test_other_rules_are_refused() -> None:
    with pytest.raises(ClasskitError, match=r"started with rules 0\. Install the same version"):
        PreparedSetting.from_setting(MatchSetting("poleconomy", 3, rules="0"))


def test_another_edition_of_the_same_name_is_refused() -> None:
    """A process reads an edition from its file, which may have changed since."""
    match = r"The edition classic_us in this process differs from the study's.*Restart the kernel"
    with pytest.raises(ClasskitError, match=match):
        PreparedSetting.from_setting(
            MatchSetting("opoly", 3, edition="classic_us", edition_hash="0123456789abcdef")
        )


def test_another_version_of_classkit_is_refused() -> None:
    """A worker of a cluster may have one: its bots may be others."""
    settings = [MatchSetting("poleconomy", 2, bots=("saver", "tycoon"))]
    sent = pickle.dumps(SimulationJob(settings, [7], MetricsCollector()))
    assert len(pickle.loads(sent)(0)) == 1
    there = pickle.loads(sent)
    there.version = "0.0.9"
    with pytest.raises(ClasskitError, match=r"study was started with 0\.0\.9\. Install the same"):
        there(0)


class Sulker:
    """Never takes the default again once it has been asked ten times, in whatever match."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, view: Any, decision: Any) -> Any:
        self.asked += 1
        return decision.default if self.asked < 10 else decision.legal[-1].draw(view.chance)


@pytest.mark.parametrize("sulker", [Sulker, Sulker()])
def test_a_policy_remembers_nothing_of_other_matches(sulker: Any) -> None:
    start = PreparedSetting.from_setting(MatchSetting("economicon", 2, bots=(sulker, "passive")))
    alone = start.play(seed=4).digest()
    start.play(seed=5)
    assert start.play(seed=4).digest() == alone
