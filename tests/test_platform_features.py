"""What Python can do in a browser: `classkit/platform_features.py`."""

from __future__ import annotations

import pytest

from classkit import platform_features


@pytest.mark.parametrize("installed", [True, False])
def test_a_browser_has_jupyter_if_its_widgets_are_installed(
    monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    """JupyterLite has them; the pages of a site do not. Elsewhere they are required."""
    found = object() if installed else None
    monkeypatch.setattr(platform_features, "find_spec", {"ipywidgets": found}.__getitem__)
    assert platform_features.has_jupyter()
    monkeypatch.setattr(platform_features, "in_browser", lambda: True)
    assert platform_features.has_jupyter() is installed
