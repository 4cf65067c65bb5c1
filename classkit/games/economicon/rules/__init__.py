"""The rules of Economicon, by phase of the rulebook."""
