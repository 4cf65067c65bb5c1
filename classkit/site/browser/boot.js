/** Fetches and starts the Python of a site in a worker of a page, and says how far it is. */

import { openPackage, startPyodide } from './start.js';

/**
 * @param {{ pyodide: string, library: string, packed: string, game?: string, later: Record<string, string[]> }} python
 *   addresses: the folder of Pyodide, the standard library, the package, the game that is played if that is known, and
 *   of each package that is fetched when it is imported
 * @param {(kind: string, what: object) => void} tell
 * @returns {Promise<{ python: any, module: any }>} Pyodide, and the module `classkit.site.kernel`
 */
export async function startSite({ pyodide, library, packed, game, later }, tell) {
  const packages = game ? [packed, game] : [packed];
  const arriving = Promise.all(packages.map(fetchUnpacked));
  arriving.catch(() => {}); // reported where it is awaited
  const counting = countFiles([...packages, library, `${pyodide}pyodide.asm.mjs`, `${pyodide}pyodide.asm.wasm`], tell);
  const python = await withUnpacked(library, () => startPyodide(pyodide, { stdLibURL: library }));
  tell('starting', { words: 'The rules are unpacked …', share: 0.7 });
  const module = openPackage(python, ...await arriving);
  python.pyimport('classkit.site.later').find_later(JSON.stringify(later), (file) => python.toPy(fetchNow(file, tell)));
  counting.disconnect();
  return { python, module };
}

/**
 * Fetches a file while everything else waits: Python imports what is in it.
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

/** What went wrong, in one line. @param {any} error */
export function inOneLine(error) { return String(error?.message ?? error).trim().split('\n').at(-1); }

/**
 * Fetches a file that was compressed when the site was written: few hosts compress such files themselves.
 * @returns {Promise<ArrayBuffer>} what is in it
 */
export async function fetchUnpacked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there (${answer.status})`);
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

/** Runs what fetches such a file by itself, and gives it what is in the file; without the file nothing runs. */
async function withUnpacked(packed, run) {
  const arriving = fetchUnpacked(packed);
  const { fetch: usual } = self;
  self.fetch = (address, ...more) =>
    String(address) === packed ? arriving.then((bytes) => new Response(bytes)) : usual(address, ...more);
  const [made] = await Promise.all([run(), arriving]);
  self.fetch = usual;
  return made;
}

/** Says how many of the files have come. */
function countFiles(addresses, tell) {
  const missing = new Set(addresses);
  const counter = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) missing.delete(name);
    const share = 0.1 + 0.5 * (1 - missing.size / addresses.length);
    tell('starting', { words: missing.size ? 'Python is fetched …' : 'Python starts …', share });
  });
  counter.observe({ type: 'resource', buffered: true });
  return counter;
}
