"""Pages that do not need Jupyter: the base class, and the page of a starting server."""

from __future__ import annotations

from typing import Any

from tornado.web import HTTPError, RequestHandler

RETRY_SECONDS = 2
"""Seconds after which the page of a starting server reloads."""


class PlainPage(RequestHandler):
    """Base class of handlers without Jupyter's authentication."""

    def set_default_headers(self) -> None:
        """Set the security headers that all pages of the server have."""
        for name, value in self.settings.get("headers", {}).items():
            self.set_header(name, value)

    def prepare(self) -> None:
        """Refuse requests for another host, as Jupyter's own handlers do."""
        if not self.check_host():  # type: ignore[attr-defined]  # of the class beside it
            raise HTTPError(403)

    def render_page(self, template: str, **facts: Any) -> None:
        self.set_header("Cache-Control", "no-store")
        page = self.settings["jinja2_env"].get_template(template)
        self.finish(page.render(base_url=self.settings["base_url"], **facts))


class StartingPage(PlainPage):
    """Answers in place of Voila and Jupyter until they are loaded. The page reloads by itself."""

    is_silent_if_unavailable = True

    def prepare(self) -> None:
        """Answer, whatever is requested."""
        super().prepare()
        self.set_status(503)
        self.set_header("Retry-After", str(RETRY_SECONDS))
        self.render_page(
            "wait.html",
            title="The server is starting",
            why="Phones in a room are answered already. All other pages follow in a few seconds.",
            wait=RETRY_SECONDS,
        )
