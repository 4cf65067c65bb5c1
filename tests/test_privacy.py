"""What the guide says about stored data is what the code stores."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "lessons" / "guide" / "reference" / "stored-data.md"
TABLE = PAGE.read_text(encoding="utf-8")
PAGES = [
    path for kind in ("*.js", "*.mjs", "*.html", "*.j2") for path in (ROOT / "classkit").rglob(kind)
]


def find_files(pattern: str, paths: list[Path] = PAGES) -> set[str]:
    return {path.name for path in paths if re.search(pattern, path.read_text(encoding="utf-8"))}


def test_the_guide_names_every_place_in_a_browser_to_which_a_page_writes() -> None:
    """A further file that writes there needs its row in the guide, and its name here."""
    assert find_files(r"localStorage") == {"chime.js", "teacher.js"}
    assert find_files(r"sessionStorage\b") == {"match_code.js", "index.html.j2", "tree.html"}
    assert find_files(r"\bremember\(window, \(storage\)") == {"absence.js", "connection.js"}
    assert find_files(r"indexedDB\.open") == {"storage.js"}
    assert find_files(r"\bcaches\.open") == {"sw.js"}
    assert not find_files(r"document\.cookie\s*=[^=]")
    for place in ("`localStorage`", "`sessionStorage`", "`IndexedDB`", "cache"):
        assert place in TABLE


def test_the_guide_names_every_cookie() -> None:
    sets = r"set_(signed_)?cookie\(|\"Set-Cookie\""
    hosting = [*(ROOT / "classkit" / "hosting").glob("*.py")]
    clients = {"smoke_test.py", "outside_client.py"}
    assert (
        find_files(sets, hosting)
        == {
            "hub_login.py",
            "lms_login.py",
            "session_cookie.py",
        }
        | clients
    )
    assert set(re.findall(r"cookie `([\w-]+)", TABLE)) == {
        "classkit_visitor",
        "classkit_room_CODE",
        "classkit_hub_state",
        "classkit_name",
        "username-",
    }
    assert "`_xsrf`" in TABLE
