/**
 * The kernel of a page: starts Python in this worker, and hands messages to and fro. Each is a list of its kind and
 * what it says; `wire/worker.js` of the page is the other end.
 */

import { openPackage, startPyodide } from './start.js';
import { Storage } from './storage.js';

const FULL = 'its storage is full';

const tell = (kind, what) => postMessage([kind, what]);

/** What the kernel has said, which waits until what it has stored is kept. */
const outbox = [];
let putting = false;
let kernel = null;
let place = '';
const storage = new Storage((code) => kernel?.hand_over(code));

/** What the page may ask. */
const asked = {
  async begin({ pyodide, library, packed, asked: table, code, place: address }) {
    place = address;
    const arriving = fetchUnpacked(packed);
    const taking = storage.take(code).catch(() => []); // that nothing can be kept is said when something is to be
    arriving.catch(() => {}); // reported where it is awaited
    const counting = countFiles([packed, library, `${pyodide}pyodide.asm.mjs`, `${pyodide}pyodide.asm.wasm`]);
    const python = await withUnpacked(library, () => startPyodide(pyodide, { stdLibURL: library }));
    tell('starting', { words: 'The rules are unpacked …', share: 0.7 });
    const module = openPackage(python, await arriving);
    counting.disconnect();
    tell('starting', { words: 'The table is laid …', share: 0.85 });
    const collect = async () => JSON.stringify(await storage.all());
    kernel = module.begin(JSON.stringify({ ...table, kept: await taking }), send, collect);
    asked.receive = (text, file) => {
      const files = python.toPy(file ? [new Uint8Array(file)] : []);
      kernel.receive(text, files);
      files.destroy();
    };
    tell('ready');
  },

  receive() {},
};

/** Takes what the kernel says. */
function send(text) {
  outbox.push(text);
  if (!putting) void putAll();
}

/** Keeps what was stored, then tells the page what was said: what has been seen is never lost. */
async function putAll() {
  putting = true;
  await null; // the kernel may still be at work
  while (outbox.length) {
    const said = outbox.splice(0);
    await keep();
    for (const text of said) tell('said', text);
  }
  putting = false;
}

async function keep() {
  const unkept = JSON.parse(kernel?.unkept() ?? '[]');
  if (!unkept.length) return;
  try {
    await storage.keep(unkept.map((one) => ({ ...one, place, at: Date.now() })));
    kernel.bar('');
  } catch (error) {
    kernel.bar(error?.name === 'QuotaExceededError' ? FULL : `it keeps nothing for this page (${error?.name})`);
  }
}

/**
 * Fetches a file that was compressed when the site was written: few hosts compress such files themselves.
 * @returns {Promise<ArrayBuffer>} what is in it
 */
async function fetchUnpacked(address) {
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
