"""The kernel of a table in a browser: what it gives the browser to keep, and takes back."""

from __future__ import annotations

import asyncio
import base64
import io
import json
import zipfile
from pathlib import Path
from typing import Any

from classkit.engine.match import Match
from classkit.engine.registry import loads, new
from classkit.site.kernel import Kernel, first_match, first_snapshot

SETTINGS = {"seed": 5, "seats": ["Zoe", "Bo </script>", "Cy"]}


class Worker:
    """What the worker's script does for a kernel: hears what it says, and keeps what it stores."""

    def __init__(
        self,
        folder: Path,
        kept: list[dict[str, str]] | None = None,
        match: Match | None = None,
    ) -> None:
        self.said: list[dict[str, Any]] = []
        self.kept = {(one["code"], one["kind"]): one for one in kept or []}
        self.kernel = Kernel(
            match or new("economy", **SETTINGS), self.hear, kept or (), self.collect, str(folder)
        )
        self.asked = 0

    def hear(self, text: str) -> None:
        self.said.append(json.loads(text))

    async def collect(self) -> str:
        return json.dumps([*self.kept.values()])

    def ask(self, **action: Any) -> dict[str, Any]:
        """Ask as a page does, keep what was stored, and return what was said in answer."""
        self.asked += 1
        self.kernel.receive(json.dumps(action | {"id": self.asked}))
        for one in json.loads(self.kernel.unkept()):
            self.kept[one["code"], one["kind"]] = one
        return next(one for one in reversed(self.said) if one.get("reply") == self.asked)

    def last(self, kind: str) -> dict[str, Any]:
        return next(one for one in reversed(self.said) if one["kind"] == kind)


def test_a_match_goes_on_in_mid_turn_from_what_was_kept(tmp_path: Path) -> None:
    first = Worker(tmp_path / "one")
    code = first.ask(do="session", code=None)["code"]
    for _ in range(5):
        first.ask(do="step", until="decision")
    (kept,) = first.kept.values()
    match = first.kernel.table.match
    assert (kept["code"], kept["turn"], kept["over"]) == (code, match.turn, False)
    again = Worker(tmp_path / "other", [*first.kept.values()])
    assert again.ask(do="session", code=code)["code"] == code
    assert again.kernel.table.match.digest() == match.digest()
    assert again.kernel.table.match.step == match.step


def test_nothing_is_kept_of_a_table_that_nobody_plays(tmp_path: Path) -> None:
    assert json.loads(Worker(tmp_path).kernel.unkept()) == []


def test_what_nobody_has_touched_is_not_kept_and_what_was_set_up_is(tmp_path: Path) -> None:
    worker = Worker(tmp_path)
    worker.ask(do="session", code=None)
    assert worker.kept == {}
    worker.ask(do="name", seat="A", name="Eve")
    (kept,) = worker.kept.values()
    assert '"A": "Eve"' in kept["text"]
    worker.ask(do="name", seat="A", name="Zoe")  # as it was: kept as well, now that it is there
    (kept,) = worker.kept.values()
    assert '"A": "Zoe"' in kept["text"]


def saved_match() -> Match:
    match = new("economy", seats=["Zoe", "Bo", "Cy"], seed=8)
    return match.play(until=lambda m: m.turn == 4, bots="random")


def test_a_saved_match_begins_where_it_began_and_shows_what_was_played(tmp_path: Path) -> None:
    monday = saved_match()
    begun = first_match({"record": monday.record_text(), "names": monday.names})
    assert (begun.step, begun.names) == (0, monday.names) and begun.can_redo
    worker = Worker(tmp_path, match=begun)
    worker.ask(do="session", code=None)
    assert worker.kept == {}
    while worker.kernel.table.match.turn < monday.turn:
        worker.ask(do="step", until="turn")
    worker.ask(do="goto", step=monday.step)
    assert worker.kernel.table.match.digest() == monday.digest()
    worker.ask(do="goto", turn=2)
    worker.ask(do="fork")
    worker.ask(do="step", until="turn")
    assert len({code for code, _ in worker.kept}) == 1
    assert any('"branch": "Branch 1"' in one["text"] for one in worker.kept.values())


def test_a_page_of_a_saved_match_shows_its_beginning_first() -> None:
    monday = saved_match()
    shown = first_snapshot(first_match({"record": monday.record_text(), "names": {}}))
    assert shown["now"]["turn"] <= 1 and "Zoe" not in json.dumps(shown)


def test_where_the_browser_keeps_nothing_the_match_goes_on_and_a_line_says_why(
    tmp_path: Path,
) -> None:
    worker = Worker(tmp_path)
    worker.ask(do="session", code=None)
    worker.kernel.bar("its storage is full")
    said = worker.last("session")["warning"]
    assert said.startswith("This match is not stored in this browser: its storage is full.")
    assert worker.ask(do="step", until="turn")["kind"] != "refused"
    assert worker.last("session")["warning"] == said
    worker.kernel.bar("")
    assert worker.last("session")["warning"] is None
    (kept,) = json.loads(worker.kernel.unkept())
    assert loads(kept["text"].split("\n", 1)[1]).turn == 1


def test_another_page_takes_the_match(tmp_path: Path) -> None:
    worker = Worker(tmp_path)
    code = worker.ask(do="session", code=None)["code"]
    worker.ask(do="step", until="turn")
    worker.kernel.hand_over("another-code-of-16")
    assert not worker.kernel.table.read_only
    worker.kernel.hand_over(code)
    assert worker.last("session")["stopped"]
    assert "newer page" in worker.ask(do="step", until="turn")["reason"]


def test_everything_that_is_kept_comes_as_one_file(tmp_path: Path) -> None:
    worker = Worker(tmp_path)
    worker.ask(do="session", code=None)

    def everything() -> dict[str, Any]:
        async def asked() -> None:
            worker.kernel.receive(json.dumps({"do": "everything", "id": 99}))
            await asyncio.sleep(0)
            await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}))

        asyncio.run(asked())
        return next(one for one in reversed(worker.said) if one.get("reply") == 99)

    worker.kept.clear()
    assert everything()["reason"] == "This browser has not stored any match yet."
    worker.ask(do="step", until="turn")
    worker.ask(do="fork")
    data = everything()["data"]
    assert data["name"].endswith(".zip")
    with zipfile.ZipFile(io.BytesIO(base64.b64decode(data["base64"]))) as packed:
        (name,) = packed.namelist()
        opened = loads(packed.read(name).decode())
    assert name.startswith("economy-") and name.endswith(".classkit.json")
    assert opened.digest() == worker.kernel.table.match.digest()


def test_files_come_as_bytes_however_the_browser_hands_them_over(tmp_path: Path) -> None:
    worker = Worker(tmp_path / "one")
    worker.ask(do="step", until="turn")
    record = worker.ask(do="save")["data"]["text"].encode()
    other = Worker(tmp_path / "other")
    other.kernel.receive(json.dumps({"do": "open", "id": 1}), [memoryview(record)])
    assert other.kernel.table.match.digest() == worker.kernel.table.match.digest()


def test_homework_says_where_it_is_made(tmp_path: Path) -> None:
    assert "classkit homework FILE" in Worker(tmp_path).ask(do="homework")["reason"]
