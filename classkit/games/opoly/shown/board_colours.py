"""The colours of the groups of properties."""

COLOURS = {
    "brown": "#955436", "light_blue": "#aae0fa", "pink": "#d93a96", "orange": "#f7941d",
    "red": "#ed1b24", "yellow": "#fef200", "green": "#1fb25a", "dark_blue": "#0072bb",
    "railroad": "#b0b0b0", "utility": "#d9d9d9",
}  # fmt: skip
"""The colours of the groups that every such board has; others are drawn without."""
