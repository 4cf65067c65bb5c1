"""The rules of 487-opoly; each module implements a chapter of the rulebook."""
