"""The rules kernel: it knows no game, no widget, no pandas, and needs the standard library only."""
