"""What anybody may ask for costs little: the list of dashboards, and the files of pages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from tornado.httpclient import AsyncHTTPClient
from tornado.httpserver import HTTPServer
from tornado.testing import bind_unused_port
from tornado.web import Application

from classkit.hosting.frontend_bundle import BundleFileHandler
from classkit.hosting.request_handlers import INDEX_SECONDS, IndexPageCache


def test_a_list_of_dashboards_is_made_once_a_second() -> None:
    """It took 14 ms of the server's thread for each who asked, of which 10 were for nothing."""
    now, made = [0.0], []

    async def make(path: str) -> str:
        made.append(path)
        return f"{path} {len(made)}"

    async def ask() -> None:
        pages = IndexPageCache(clock=lambda: now[0])
        for _ in range(200):
            assert await pages.get_page("", make) == " 1"
        assert await pages.get_page("deeper", make) == "deeper 2"
        now[0] += 1.01 * INDEX_SECONDS
        assert await pages.get_page("", make) == " 3"
        assert [*pages.made] == [""], "those of earlier seconds are forgotten"

    asyncio.run(ask())


def test_the_modules_of_a_page_are_looked_through_only_where_one_is_asked_for(
    tmp_path: Path,
) -> None:
    class Page:
        """A joined page that counts how often its modules are looked through."""

        folder, looks = tmp_path, 0

        def build_bundle(self, name: str) -> None:
            self.looks += 1

    page: Any = Page()
    for name in ("page.js", "table.svg"):
        (tmp_path / name).write_text("")

    async def ask() -> None:
        files = ("/static/(.*)", BundleFileHandler, {"page": page, "paths": []})
        listening, port = bind_unused_port()
        server = HTTPServer(Application([files]))
        server.add_socket(listening)
        client = AsyncHTTPClient(force_instance=True)
        for name, looks in (("table.svg", 0), ("page.js", 1), ("page.js?v=abc", 2)):
            await client.fetch(f"http://127.0.0.1:{port}/static/{name}")
            assert page.looks == looks
        client.close()
        server.stop()

    asyncio.run(ask())
