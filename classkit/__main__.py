"""``python -m classkit`` is the command ``classkit``."""

from classkit.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
