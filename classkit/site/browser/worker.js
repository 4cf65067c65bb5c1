/**
 * The kernel of a page: starts Python in this worker, and hands messages to and fro. Each is a list of its kind and
 * what it says; `wire/worker.js` of the page is the other end.
 */

import { openPackage, startPyodide } from './start.js';

const tell = (kind, what) => postMessage([kind, what]);

/** What the page may ask. */
const asked = {
  async begin({ pyodide, library, packed, asked: table }) {
    const arriving = fetchWhole(packed);
    arriving.catch(() => {}); // reported where it is awaited
    const counting = countFiles([packed, library, `${pyodide}pyodide.asm.mjs`, `${pyodide}pyodide.asm.wasm`]);
    const python = await startPyodide(pyodide, { stdLibURL: library });
    tell('starting', { words: 'The rules are unpacked …', share: 0.7 });
    const module = openPackage(python, await arriving);
    counting.disconnect();
    tell('starting', { words: 'The table is laid …', share: 0.85 });
    const kernel = module.begin(JSON.stringify({ ...table, kept: [] }), (text) => tell('said', text));
    asked.receive = (text, file) => {
      const files = python.toPy(file ? [new Uint8Array(file)] : []);
      kernel.receive(text, files);
      files.destroy();
    };
    tell('ready');
  },

  receive() {},
};

async function fetchWhole(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} is not there (${answer.status})`);
  return answer.arrayBuffer();
}

/** Says how many of the files have come. */
function countFiles(addresses) {
  const missing = new Set(addresses);
  const counter = new PerformanceObserver((list) => {
    for (const { name } of list.getEntries()) missing.delete(name);
    const share = 0.1 + 0.5 * (1 - missing.size / addresses.length);
    tell('starting', { words: missing.size ? 'Python is fetched …' : 'Python starts …', share });
  });
  counter.observe({ type: 'resource', buffered: true });
  return counter;
}

onmessage = async ({ data: [kind, ...what] }) => {
  try {
    await asked[kind](...what);
  } catch (error) {
    tell('fail', String(error.message ?? error).trim().split('\n').at(-1));
  }
};
