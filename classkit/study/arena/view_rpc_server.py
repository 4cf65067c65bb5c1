"""Server side of a remote view, which answers a policy's calls during one decision."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from classkit.engine.decisions import Decision
from classkit.engine.errors import truncate_text
from classkit.engine.match import Match
from classkit.sandbox.json_socket import BadMessage

from .failures import PolicyForfeit, sanitize_text
from .wire_pickle import DEFAULT, MOVES, Encoder, RemoteFunctions

HIDDEN_MEMBERS = frozenset({"renew_chance", "chance", "requests"})
"""View members that the policy's process provides itself."""
ViewCall: TypeAlias = tuple[str, tuple[Any, ...]]
"""Name and arguments of a call to the view or the decision."""
MAX_PREFETCHES = 40
LARGE_MEMBERS = frozenset({"events", "ledger", "history", "answers"})
"""View members that are large, and therefore never prefetched."""


def list_members(view: Any) -> tuple[list[str], list[str]]:
    """Return the public properties and methods of a view, which a policy may read."""
    properties: list[str] = []
    methods: list[str] = []
    for name in dir(type(view)):
        if name.startswith("_") or name in HIDDEN_MEMBERS:
            continue
        found = inspect.getattr_static(type(view), name)
        (methods if inspect.isfunction(found) else properties).append(name)
    return properties, methods


class ViewRpcServer:
    """Answers the calls of one seat's policy during one decision.

    ``shown`` contains the names of the properties and the methods that the policy may read.
    """

    def __init__(
        self,
        match: Match,
        seat: str,
        view: Any,
        decision: Decision,
        shown: tuple[frozenset[str], frozenset[str]],
        encoder: Encoder,
    ) -> None:
        self.view, self.encoder = view, encoder
        self.properties, self.methods = shown
        self.decision_calls: dict[str, Callable[[], Any]] = {
            MOVES: lambda: decision.moves,
            DEFAULT: lambda: decision.default,
        }
        self.remote_functions = RemoteFunctions(
            **self.decision_calls, asides=lambda: match.asides(seat)
        )
        self.calls_made: dict[ViewCall, None] = {}

    def encode(self, value: Any) -> str:
        """Return a value as text. Functions are replaced by references to this server."""
        return self.encoder.encode(value, self.remote_functions)

    def prefetch_answers(self, habits: Sequence[ViewCall]) -> str:
        """Return the encoded results of likely calls, keyed by name and arguments."""
        known: dict[ViewCall, Any] = {}
        # if a call fails here, the policy gets the error when it makes the call itself
        for name, values in (("turn", ()), ("round", ()), *habits):
            with suppress(Exception):
                known[name, values] = self.get_value(name, values)
        self.calls_made.update(dict.fromkeys(habit for habit in habits if habit in known))
        try:
            return self.encode(known)
        except Exception:
            return self.encode({})

    def get_value(self, name: str, values: Sequence[Any]) -> Any:
        """Return the result of a call to the view or the decision."""
        if name in self.decision_calls:
            return self.decision_calls[name]()
        found = getattr(self.view, name)
        return found(*values) if name in self.methods else found

    def remember_call(self, name: str, values: Sequence[Any]) -> None:
        """Record a call, so that it can be prefetched at the next decision of the same name."""
        is_plain = all(type(value) in (str, int) for value in values)
        if is_plain and len(self.calls_made) < MAX_PREFETCHES and name not in LARGE_MEMBERS:
            self.calls_made[name, tuple(values)] = None

    def answer_call(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the reply to a call: a value, or the error that the view raised."""
        number = asked.get("number")
        if type(number) is not int:
            raise BadMessage("a call without a number")
        try:
            return {"number": number, "value": self.encode(self.compute_reply(asked))}
        except (PolicyForfeit, BadMessage):
            raise
        except Exception as error:
            text = error.args[0] if isinstance(error, KeyError) and error.args else error
            return {"number": number, "error": [type(error).__name__, sanitize_text(text)]}

    def compute_reply(self, asked: dict[str, Any]) -> Any:
        """Return the result of a call. Raise BadMessage for an unknown call."""
        what = asked["ask"]
        if what == "read":
            return self.read_view(asked)
        function = self.remote_functions.functions.get(what) if type(what) in (str, int) else None
        if function is None:
            raise BadMessage("an unknown call")
        if what in self.decision_calls:
            self.remember_call(what, ())
        return function(*asked["values"])

    def read_view(self, asked: dict[str, Any]) -> Any:
        """Return the value of a public view member. Any other name is treated as cheating."""
        name, values, named = asked["name"], asked["values"], asked["named"]
        if name in self.properties:
            self.remember_call(name, ())
            return getattr(self.view, name)
        if name in self.methods and isinstance(values, list) and isinstance(named, dict):
            if not named:
                self.remember_call(name, values)
            return getattr(self.view, name)(*values, **named)
        reason = f"it tried to read {truncate_text(name)}, which is not a public member of its view"
        raise PolicyForfeit("cheat", reason, fatal=True)
