/**
 * Web worker of a table: starts Python and passes messages between it and the page. Each message is a list of a kind
 * and a content; `wire/worker.js` of the page is the other end.
 */

import { inOneLine, startSite } from './boot.js';
import { Helper } from './helping.js';
import { Storage } from './storage.js';

const FULL = 'its storage is full';

const tell = (kind, what) => postMessage([kind, what]);

/** Messages of the kernel, which are sent when the texts that it has stored are in the storage of the browser. */
const outbox = [];
let putting = false;
let kernel = null;
let place = '';
const storage = new Storage((code) => kernel?.hand_over(code));

/** Handlers of the page's messages. */
const asked = {
  async begin({ asked: table, code, place: address, ...addresses }) {
    place = address;
    const taking = storage.take(code).catch(() => []); // reported when something is to be stored
    const { python, module } = await startSite(addresses, tell);
    tell('starting', { words: 'Setting the table …', share: 0.85 });
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

/** Queues a message of the kernel. */
function send(text) {
  outbox.push(text);
  if (!putting) void putAll();
}

/** Stores new texts, then sends the messages: a page never shows anything that could be lost. */
async function putAll() {
  putting = true;
  await null; // the kernel may still be running
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
