"""How the tests are run: a short form for every run, ``--deep`` for thousands of matches."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

UNHURRIED = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)

settings.register_profile(
    "short", max_examples=8, deadline=None, derandomize=True, suppress_health_check=UNHURRIED
)
settings.register_profile("deep", max_examples=400, deadline=None, suppress_health_check=UNHURRIED)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--deep", action="store_true", help="try the laws on thousands of matches (takes long)"
    )


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("deep" if config.getoption("--deep") else "short")


@pytest.fixture
def deep(request: pytest.FixtureRequest) -> bool:
    """Whether the long form is wanted."""
    return bool(request.config.getoption("--deep"))
