/**
 * The kernel of a page: starts Python in this worker, and hands messages to and fro. Each is a list of its kind and
 * what it says; `wire/worker.js` of the page is the other end.
 */

import { inOneLine, startSite } from './boot.js';
import { Helper } from './helping.js';
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
  async begin({ asked: table, code, place: address, ...addresses }) {
    place = address;
    const taking = storage.take(code).catch(() => []); // that nothing can be kept is said when something is to be
    const { python, module } = await startSite(addresses, tell);
    tell('starting', { words: 'The table is laid …', share: 0.85 });
    const collect = async () => JSON.stringify(await storage.all());
    kernel = module.begin(JSON.stringify({ ...table, kept: await taking }), send, collect, new Helper(addresses));
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

onmessage = async ({ data: [kind, ...what] }) => {
  try {
    await asked[kind](...what);
  } catch (error) {
    tell('fail', inOneLine(error));
  }
};
