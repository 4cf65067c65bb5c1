"""What bankrupts the countries of bots in Game 2: never what a leading Prime Minister chose."""

from __future__ import annotations

from tests.bench.bankruptcies import Movement, examine, keep_account, play_bankrupt, survives

MATCHES = 96


def test_no_leader_bankrupts_the_country() -> None:
    """Every account agrees with the bill that was not paid; :func:`examine` checks that."""
    cases = [examine(match, bots) for match, bots in play_bankrupt(MATCHES, 50_001)]
    assert cases, "bankruptcies remain possible"
    assert len(cases) <= MATCHES // 10
    assert not [case for case in cases if "leader" in case.cause]
    assert all(case.owed > case.means for case in cases)


def test_account_without_a_subsidy_owes_less_interest() -> None:
    """Two bonds for a subsidy are 16 after three Bonds stops, and 32 after four."""
    stops = [Movement(turn, "bond_interest", 0) for turn in (2, 3, 4)]
    chosen = Movement(1, "subsidy", 200_000, 200_000)
    given = Movement(1, "subsidy", 200_000)
    assert keep_account([given, *stops]) == (0, 16)
    assert keep_account([chosen, *stops]) == (0, 0)
    assert not survives([given, *stops], "interest", 1_600_000)
    assert survives([chosen, *stops], "interest", 1_600_000)
