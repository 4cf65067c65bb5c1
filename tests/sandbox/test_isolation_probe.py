"""What a system cannot do is tried, and said before and after."""

from __future__ import annotations

from pathlib import Path

import pytest

from classkit.cli import main
from classkit.hosting.installation_checks import check_sandbox
from classkit.sandbox import isolation_probe
from classkit.sandbox.isolation import ISOLATION_LAYERS
from classkit.sandbox.landlock import get_abi_version
from classkit.sandbox.seccomp import can_filter
from classkit.sandbox.subreaper import is_too_full
from classkit.study.arena.policy_check import check_policy

CALM = "def policy(view, decision):\n    return decision.default\n"


def test_what_is_found_by_trying_is_what_the_kernel_says() -> None:
    assert ("files" in isolation_probe.get_isolation_layers()) == (get_abi_version() > 0)
    assert ("calls" in isolation_probe.get_isolation_layers()) == can_filter()


@pytest.mark.parametrize("missing", ISOLATION_LAYERS)
def test_each_shield_that_is_missing_has_its_sentence(missing: str) -> None:
    up = [name for name in ISOLATION_LAYERS if name != missing]
    (line,) = isolation_probe.describe_missing_layers(up)
    assert line == f"{missing}: {isolation_probe.MISSING_DESCRIPTIONS[missing]}"
    assert isolation_probe.describe_missing_layers(ISOLATION_LAYERS) == []


def test_it_is_said_at_the_start_and_in_the_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a system without any: the command, the check, and the doctor say what that means."""
    monkeypatch.setattr(isolation_probe, "get_isolation_layers", lambda: ())
    monkeypatch.setattr("classkit.study.arena.remote_policy.ISOLATION_LAYERS", ())
    monkeypatch.setattr("classkit.study.arena.policy_check.ISOLATION_LAYERS", ())
    file = tmp_path / "calm.py"
    file.write_text(CALM)
    assert main(["policy", "check", str(file), "--matches", "1", "--set", "round_limit=2"]) == 0
    told = capsys.readouterr()
    for name in ISOLATION_LAYERS:
        assert f"Not available on this computer: {name}: " in told.err
        assert f"not isolated on this machine: {name}: " in " ".join(told.out.split())
    assert "a program can read every file that you can read" in check_sandbox().remedy
    monkeypatch.undo()
    assert not check_policy(file, n=1, options={"round_limit": 2}).notes[1:]


def test_a_folder_is_full_by_its_files_and_by_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "file").write_bytes(b"x" * 100)
    (tmp_path / "loop").symlink_to(tmp_path)
    assert not is_too_full(tmp_path, 9_000) and is_too_full(tmp_path, 99)


def test_a_process_that_cannot_begin_says_why(tmp_path: Path) -> None:
    from classkit.sandbox.fork_client import ForkServer
    from classkit.sandbox.process import ProcessStartError

    starter = ForkServer("nowhere.to.be.found:prepare", {}, folder=str(tmp_path))
    with pytest.raises(ProcessStartError, match="No module named 'nowhere'"):
        starter.start(1_000)
    starter.close()
