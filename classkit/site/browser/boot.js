/** Loads and starts the Python of a site in a web worker, and reports the progress. */

import { openPackage, startPyodide } from './start.js';

/**
 * @param {{ pyodide: string, library: string, packed: string, game?: string, later: Record<string, string[]> }} python
 *   addresses of the Pyodide folder, the standard library, the package, the game of the page (if known), and the
 *   packages that are fetched on first import
 * @param {(kind: string, what: object) => void} tell
 * @returns {Promise<{ python: any, module: any }>} Pyodide, and the module `classkit.site.kernel`
 */
export async function startSite({ pyodide, library, packed, game, later }, tell) {
  const packages = game ? [packed, game] : [packed];
  const arriving = Promise.all(packages.map(fetchUnpacked));
  arriving.catch(() => {}); // reported where it is awaited
  const counting = countFiles([...packages, library, `${pyodide}pyodide.asm.mjs`, `${pyodide}pyodide.asm.wasm`], tell);
  const python = await withUnpacked(library, () => startPyodide(pyodide, { stdLibURL: library }));
  tell('starting', { words: 'Unpacking the rules …', share: 0.7 });
  const module = openPackage(python, ...await arriving);
  const finder = python.pyimport('classkit.site.lazy_packages');
  finder.install_lazy_finder(JSON.stringify(later), (file) => python.toPy(fetchNow(file, tell)));
  counting.disconnect();
  return { python, module };
}

/**
 * Fetches a file synchronously, because a Python import waits for it.
 * @param {string} address
 */
function fetchNow(address, tell) {
  tell('fetching', address.slice(address.lastIndexOf('/') + 1));
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`${address} is not there (${request.status})`);
  tell('fetching', '');
  return new Uint8Array(request.response);
}

/** Returns the last line of an error message. @param {any} error */
export function inOneLine(error) { return String(error?.message ?? error).trim().split('\n').at(-1); }

/**
 * Fetches a file that was compressed when the site was written, because few hosts compress such files themselves.
 * @returns {Promise<ArrayBuffer>} its uncompressed content
 */
export async function fetchUnpacked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there (${answer.status})`);
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Calls `run`, which fetches `packed` itself, and answers this request with the uncompressed content. */
async function withUnpacked(packed, run) {
  const arriving = fetchUnpacked(packed);
  const { fetch: usual } = self;
  self.fetch = (address, ...more) =>
    String(address) === packed ? arriving.then((bytes) => new Response(bytes)) : usual(address, ...more);
  const [made] = await Promise.all([run(), arriving]);
  self.fetch = usual;
  return made;
}

/** Reports how many of the files have arrived. */
function countFiles(addresses, tell) {
  const missing = new Set(addresses);
  const counter = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) missing.delete(name);
    const share = 0.1 + 0.5 * (1 - missing.size / addresses.length);
    tell('starting', { words: missing.size ? 'Python is loading …' : 'Python is starting …', share });
  });
  counter.observe({ type: 'resource', buffered: true });
  return counter;
}
