"""View of a table for a hall: board, three charts and one sentence, but no controls.

The hall's view follows a table, but has its own viewer and theme. A chart that is covered on the
table is also covered in the hall. A page opens the view in a second window, whose messages use the
page's connection (:func:`tag_messages`); :meth:`classkit.Table.hall` shows it in a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from classkit.engine.events import EVERYBODY

from .page_view import PageView

HALL = "hall"
"""Value of the key ``view`` in messages to and from the hall's view, and the name of its part."""


class HallView(PageView):
    """The hall's view of a table. By default, it shows only public information.

    Args:
        followed: The view of the table. Its covered charts are covered here too, in addition to
            the charts covered only in the hall. An action that covers a chart in the hall covers
            it only there.
        seen_as: The viewer for whom the hall shows the match.
    """

    def __init__(self, followed: PageView, seen_as: str = EVERYBODY) -> None:
        self.followed = followed
        covered = followed.covered
        super().__init__(followed.controller, seen_as)
        self.covered = covered
        self.set_theme("projector")

    @property
    def covered(self) -> list[str]:
        """The keys of the charts that are covered on the table or only in the hall."""
        return [*dict.fromkeys((*self.followed.covered, *self.controller.hall_covered))]

    @covered.setter
    def covered(self, charts: list[str]) -> None:
        hall = self.controller.hall_covered
        self.followed.covered = [one for one in charts if one not in hall]


def tag_messages(send: Callable[..., None]) -> Callable[..., None]:
    """Return ``send`` for messages to the hall's view that use the connection of a table.

    >>> tag_messages(lambda content, buffers=None: print(content))({"kind": "pong"})
    {'kind': 'pong', 'view': 'hall'}
    """

    def send_tagged(content: dict[str, Any], buffers: list[bytes] | None = None) -> None:
        send({**content, "view": HALL}, buffers)

    return send_tagged
