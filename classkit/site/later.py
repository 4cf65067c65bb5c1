"""What a page fetches only when it is imported: other games, plotly, pandas, more of Python.

An import waits for it. A module in a worker may fetch a file while nothing else goes on, so what
imports, and when, need not be known before.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import zipfile
from collections.abc import Callable, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from itertools import accumulate
from pathlib import Path
from types import ModuleType

LIBRARY = "*"
"""The key of the addresses of Python's whole standard library."""
WHEEL = ".whl"
FOLDER = "/later"


class Later(MetaPathFinder):
    """Finds modules in archives that are fetched when one of theirs is imported for the first time.

    ``archives`` maps the name of a package, with dots or without, to addresses: of wheels, or of
    ZIP files that are compressed as a whole. ``fetch(address)`` returns a file.
    """

    def __init__(
        self,
        archives: Mapping[str, Sequence[str]],
        fetch: Callable[[str], bytes | memoryview],
        folder: str = FOLDER,
    ) -> None:
        self.archives, self.fetch, self.folder = archives, fetch, Path(folder)
        self.places: dict[str, str] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where a module is, once its archive is there; None if it is in none."""
        parts = name.split(".")
        above = accumulate(parts, "{}.{}".format)
        addresses = next((self.archives[one] for one in above if one in self.archives), ())
        if not addresses and parts[0] in sys.stdlib_module_names:
            addresses = self.archives.get(LIBRARY, ())
        inside = name.rpartition(".")[0].replace(".", "/")
        places = [f"{self.place(address)}/{inside}".rstrip("/") for address in addresses]
        return PathFinder.find_spec(name, places) if places else None

    def place(self, address: str) -> str:
        """Return where the files of an archive are, after it has been fetched."""
        if address not in self.places:
            self.places[address] = self.laid(address, bytes(self.fetch(address)))
        return self.places[address]

    def laid(self, address: str, content: bytes) -> str:
        """Unpack an archive, and return the folder in which Python reads it from now on."""
        place = self.folder / address.rpartition("/")[2].rpartition(".")[0]
        if not address.endswith(WHEEL):
            content = gzip.decompress(content)
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            packed.extractall(place)
        sys.path.append(
            str(place)
        )  # what looks for its own data, or for other packages, finds them
        return str(place)


def find_later(archives: str, fetch: Callable[[str], bytes | memoryview]) -> None:
    """Let Python find what is fetched late; ``archives`` of :class:`Later` are a JSON object."""
    sys.meta_path.append(Later(json.loads(archives), fetch))
