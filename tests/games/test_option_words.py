"""Labels of options in the form of a new match, for all games."""

from __future__ import annotations

import re
from typing import Any

import pytest

import classkit
from classkit.engine.options import AnySeat
from classkit.widgets.setup_form import build_setup_form
from classkit.widgets.state_snapshot import build_options

GAMES = ("economicon", "economy", "opoly", "poleconomy")


@pytest.mark.parametrize("name", GAMES)
def test_every_option_has_a_label_of_its_own(name: str) -> None:
    """Words of a game, not its names for the command line: no "Pm actions max"."""
    match = classkit.new(name, seats=4)
    assert all(option.about for option in match.game.options)
    labels = [field["label"] for field in build_setup_form(match, match.say())["options"]]
    assert len(set(labels)) == len(labels)
    for label in labels:
        assert not re.search(r"_|\b(pm|max|min)\b", label.lower()), label


@pytest.mark.parametrize("name", GAMES)
def test_every_value_of_an_option_is_said_in_words(name: str) -> None:
    """A text that an option may be, "auto" too; a large number with commas."""
    match = classkit.new(name, seats=4)
    options = {option.name: option for option in match.game.options}
    for field in build_setup_form(match, match.say())["options"]:
        option = options[field["name"]]
        form: dict[str, Any] = field["form"]
        labels = [one["label"] for one in form.get("options", [])]
        labels += list(form.get("words", {}).values())
        assert not [label for label in labels if "_" in label or label == "Auto"], field
        for text in option.values.suggest():
            if isinstance(text, str) and not isinstance(option.values, AnySeat):
                assert option.values.titles[text] in labels


def test_the_options_of_a_match_are_said_as_in_the_form() -> None:
    """The tab of a match lists them in the same words."""
    match = classkit.new("economicon", seats=4, options={"production_cost": "split"})
    lines = dict(map(tuple, build_options(match, match.say())))
    assert lines["Cost of production"] == "the first unit in full, the others half"
    assert lines["Rounds"] == "As the edition says"
