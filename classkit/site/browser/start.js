/** Starts the pinned Pyodide, in a worker of a page and in Node.js. */

/** Replacement for the lock file of Pyodide: a site has none of the packages that it lists. */
const LOCK = JSON.stringify({
  packages: {},
  info: { abi_version: '2026_0', arch: 'wasm32', platform: 'emscripten_5_0_3', python: '3.14.2' },
});

/** Folder of the package in the memory of the worker. */
const PLACE = '/package';

/**
 * @param {string} folder address or path of the Pyodide files, ending in "/"
 * @param {{ stdLibURL?: string, env?: Record<string, string> }} [more] more options of Pyodide, such as the address of
 *   the standard library
 */
export async function startPyodide(folder, more = {}) {
  const { loadPyodide } = await import(`${folder}pyodide.mjs`);
  return loadPyodide({ indexURL: folder, lockFileContents: LOCK, ...more });
}

/** Unpacks a ZIP file four times as fast as `unpackArchive`, because the start waits for it. */
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
 * Unpacks the package into a folder on the path of Python.
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
 * Unpacks the modules that cells of lessons need next to the package.
 * @param {any} python
 * @param {ArrayBuffer | Uint8Array} packed the ZIP file of these modules
 * @returns {any} the module `classkit.site.browser_notebook`
 */
export function openNotebook(python, packed) {
  python.unpackArchive(packed, 'zip', { extractDir: PLACE });
  python.pyimport('importlib').invalidate_caches();
  return python.pyimport('classkit.site.browser_notebook');
}
