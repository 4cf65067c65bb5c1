/** Fetches and starts the Python of a site in a worker of a page, and says how far it is. */

import { openPackage, startPyodide } from './start.js';

/**
 * @param {{ pyodide: string, library: string, packed: string }} python addresses: the folder of Pyodide, the standard
 *   library, the package
 * @param {(kind: string, what: object) => void} tell
 * @returns {Promise<{ python: any, module: any }>} Pyodide, and the module `classkit.site.kernel`
 */
export async function startSite({ pyodide, library, packed }, tell) {
  const arriving = fetchUnpacked(packed);
  arriving.catch(() => {}); // reported where it is awaited
  const counting = countFiles([packed, library, `${pyodide}pyodide.asm.mjs`, `${pyodide}pyodide.asm.wasm`], tell);
  const python = await withUnpacked(library, () => startPyodide(pyodide, { stdLibURL: library }));
  tell('starting', { words: 'The rules are unpacked …', share: 0.7 });
  const module = openPackage(python, await arriving);
  counting.disconnect();
  return { python, module };
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
