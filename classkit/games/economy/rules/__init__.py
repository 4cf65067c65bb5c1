"""The rules of Economy; each module implements a chapter of the rulebook."""
