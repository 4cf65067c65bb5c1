"""Laws that every game must satisfy: pytest tests that any game package can run.

:mod:`classkit.testing.laws` exports all of them. Each of the other modules covers one subject. The
tests require a fixture ``game``. To try each law on 400 matches, set the environment variable
``CLASSKIT_MATCHES=400``.
"""

from importlib.util import find_spec

if not (find_spec("pytest") and find_spec("hypothesis")):
    raise ImportError(
        "The laws of classkit need pytest and hypothesis. Install them with: "
        'pip install "classkit[testing]"'
    )

import pytest

MODULES = (
    "account_laws",
    "exception_laws",
    "attribution_laws",
    "rulebook_laws",
    "metric_laws",
    "money_laws",
    "golden",
    "endgame_laws",
    "leak_laws",
    "determinism_laws",
    "aliasing_laws",
    "undo_laws",
    "record_mutation_laws",
    "play_laws",
    "position_laws",
    "race_laws",
    "record_laws",
    "illegal_move_laws",
    "visibility_laws",
    "hostile_input_laws",
    "navigation_laws",
    "noninterference_laws",
    "sentence_laws",
    "shared_state_laws",
    "text_laws",
)
"""Modules that contain laws, one per subject."""

pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in MODULES))
