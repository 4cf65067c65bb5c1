/** Starts the pinned Pyodide, in a worker of a page and in Node.js. */

/** What Pyodide would read from its lock file, which lists packages: a site has none of them. */
const LOCK = JSON.stringify({
  packages: {},
  info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' },
});

/** Where the package lies in the worker's memory. */
const PLACE = '/package';

/**
 * @param {string} folder the address or path of Pyodide's own files; it ends in "/"
 * @param {{ stdLibURL?: string, env?: Record<string, string> }} [more] what else Pyodide is told, such as where the
 *   standard library is if not there
 */
export async function startPyodide(folder, more = {}) {
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  return loadPyodide({ indexURL: folder, lockFileContents: LOCK, ...more });
}

/** Unpacks a ZIP file in a quarter of the time that `unpackArchive` takes: a boot waits for it. */
const UNPACK = `
def unpack(packed, place):
    from io import BytesIO
    from os import makedirs
    from zipfile import ZipFile

    made = set()
    with ZipFile(BytesIO(packed.to_bytes())) as files:
        for name in files.namelist():
            folder = f"{place}/{name.rpartition('/')[0]}"
            if folder not in made:
                made.add(folder)
                makedirs(folder, exist_ok=True)
            with open(f"{place}/{name}", "wb") as file:
                file.write(files.read(name))
unpack
`;

/**
 * Lays the package where Python finds it.
 * @param {any} python
 * @param {(ArrayBuffer | Uint8Array)[]} packed the ZIP files of the package and of its games
 * @returns {any} the module `classkit.site.kernel`
 */
export function openPackage(python, ...packed) {
  const unpack = python.runPython(UNPACK);
  for (const one of packed) unpack(one, PLACE);
  unpack.destroy();
  python.pyimport('sys').path.append(PLACE);
  return python.pyimport('classkit.site.kernel');
}

/**
 * Lays beside the package what the cells of lessons need.
 * @param {any} python
 * @param {ArrayBuffer | Uint8Array} packed the ZIP file of it
 * @returns {any} the module `classkit.site.notebook`
 */
export function openNotebook(python, packed) {
  python.unpackArchive(packed, 'zip', { extractDir: PLACE });
  python.pyimport('importlib').invalidate_caches();
  return python.pyimport('classkit.site.notebook');
}
