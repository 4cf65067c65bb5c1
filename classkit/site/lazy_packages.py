"""Import hook that fetches packages of a site on first import: games, plotly, pandas, the library.

The import waits for the download. This works in a web worker, which may fetch a file synchronously,
so a page does not have to declare its imports in advance.
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
"""Key under which the addresses of the complete standard library are stored."""
WHEEL = ".whl"
UNPACK_FOLDER = "/later"


class LazyFinder(MetaPathFinder):
    """Meta path finder for modules in archives, which are fetched when first imported.

    ``archives`` maps the name of a package, with or without dots, to the addresses of its archives:
    wheels, or uncompressed ZIP files in gzip. ``fetch(address)`` returns the content of a file.
    """

    def __init__(
        self,
        archives: Mapping[str, Sequence[str]],
        fetch: Callable[[str], bytes | memoryview],
        folder: str = UNPACK_FOLDER,
    ) -> None:
        self.archives, self.fetch, self.folder = archives, fetch, Path(folder)
        self.places: dict[str, str] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Fetch the archives of a module and return its spec, or None if no archive contains it."""
        parts = name.split(".")
        above = accumulate(parts, "{}.{}".format)
        addresses = next((self.archives[one] for one in above if one in self.archives), ())
        if not addresses and parts[0] in sys.stdlib_module_names:
            addresses = self.archives.get(LIBRARY, ())
        inside = name.rpartition(".")[0].replace(".", "/")
        places = [f"{self.get_folder(address)}/{inside}".rstrip("/") for address in addresses]
        return PathFinder.find_spec(name, places) if places else None

    def get_folder(self, address: str) -> str:
        """Return the folder of an unpacked archive. Fetch it first if necessary."""
        if address not in self.places:
            self.places[address] = self.unpack_archive(address, bytes(self.fetch(address)))
        return self.places[address]

    def unpack_archive(self, address: str, content: bytes) -> str:
        """Unpack an archive and return its folder."""
        place = self.folder / address.rpartition("/")[2].rpartition(".")[0]
        if not address.endswith(WHEEL):
            content = gzip.decompress(content)
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            packed.extractall(place)
        sys.path.append(str(place))  # so that packages find their own data files and each other
        return str(place)


def install_lazy_finder(archives: str, fetch: Callable[[str], bytes | memoryview]) -> None:
    """Install a :class:`LazyFinder` as an import hook, with its mapping given as JSON."""
    sys.meta_path.append(LazyFinder(json.loads(archives), fetch))
