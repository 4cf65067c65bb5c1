"""Making named tuples where very many are made."""

from __future__ import annotations

new_tuple = tuple.__new__
"""``new_tuple(Answer, (move, fields))`` is ``Answer(move, fields)`` in half the time.

The constructor of a named tuple is a function in Python that does just this. Answers are made at
every step, so there, and only there, it is left out; events, transfers and entries are put down as
plain tuples, which is quicker still (:class:`classkit.engine.events.Journal`). All values have to
be given, in their order: there are no defaults.
"""
