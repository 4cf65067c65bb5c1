"""Timeline of a match, with play, checkpoints, undo and redo, and forks."""

from .log_cursor import MAX_ANSWERS
from .timeline import Timeline
from .turn_stepper import make_first_state

__all__ = ["MAX_ANSWERS", "Timeline", "make_first_state"]
