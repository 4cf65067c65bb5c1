"""The laws that every game is held to, to be run by the tests of any package.

:mod:`classkit.testing.laws` has them all; the modules beside it have one subject each. They are
pytest tests that ask for a fixture ``game``. With ``CLASSKIT_MATCHES=400`` in the environment each
is tried on 400 matches.
"""

from importlib.util import find_spec

if not (find_spec("pytest") and find_spec("hypothesis")):
    raise ImportError(
        "The laws of classkit need pytest and hypothesis. Install them with: "
        'pip install "classkit[testing]"'
    )

import pytest

MODULES = (
    "accounts",
    "broken_rules",
    "causes",
    "clauses",
    "figures",
    "golden",
    "last_turns",
    "leaks",
    "luck",
    "meddling",
    "moments",
    "mutations",
    "play",
    "positions",
    "races",
    "records",
    "refusals",
    "secrets",
    "strange",
    "strides",
    "twins",
    "words",
)
"""The modules of the laws, by subject."""

pytest.register_assert_rewrite(*(f"{__name__}.{module}" for module in MODULES))
