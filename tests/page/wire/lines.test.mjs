import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { comm } from '../../../classkit/widgets/page/wire/comm.js';
import { Store } from '../../../classkit/widgets/page/wire/store.js';
import { WorkerLine } from '../../../classkit/widgets/page/wire/worker.js';

const listened = { addEventListener() {}, removeEventListener() {} };
const PLACE = 'http://host/a/b/tables/economy.html';
globalThis.document = { baseURI: PLACE, ...listened };
const stored = {};
globalThis.window = {
  document, setTimeout: () => {}, clearTimeout: () => {}, ...listened, dispatchEvent: ({ type }) => { window.told = type; },
  location: new URL(PLACE),
  history: { state: null, replaceState: (_state, _title, to) => { window.location = new URL(to); } },
  sessionStorage: {
    getItem: (key) => stored[key] ?? null, setItem: (key, value) => { stored[key] = value; }, removeItem: (key) => { delete stored[key]; },
  },
};

const PYTHON = { worker: 'p-1/worker.js', pyodide: 'pyodide/', library: 'p-1/library.zip', packed: 'p-1/package.zip', later: { opoly: ['p-1/opoly.bin'] } };
const ASKED = { game: 'economy', settings: { seats: 3 } };

const stores = new Set();
afterEach(() => { // what is awaited would keep Node.js
  for (const store of stores) store.lose('the test is over');
  stores.clear();
});

/** A line whose worker says what the test lets it say, and a Store on it as `OpenedTable` makes them. */
function onWorker() {
  const worker = { sent: [], postMessage(message) { this.sent.push(message); }, terminate() { this.ended = true; } };
  const line = new WorkerLine('../', PYTHON, ASKED, (script) => Object.assign(worker, { script }));
  const store = new Store((content, file) => line.send(content, file));
  line.hear((message, buffers) => store.receive(message, buffers));
  const connection = line.watch(store);
  stores.add(store);
  const say = (...data) => worker.onmessage({ data });
  return { worker, line, store, connection, say };
}

const snapshot = (reply, seq = 1) => JSON.stringify({ kind: 'snapshot', seq, reply, kernel: 'k', fixed: {}, now: { turn: 0 } });

test('a worker is told where in the site everything is, and which table to begin', () => {
  const { worker } = onWorker();
  assert.equal(worker.script, 'http://host/a/b/p-1/worker.js');
  const [[kind, told]] = worker.sent;
  assert.equal(kind, 'begin');
  assert.deepEqual(told.asked, ASKED);
  assert.equal(told.pyodide, 'http://host/a/b/pyodide/');
  assert.deepEqual(told.later, { opoly: ['http://host/a/b/p-1/opoly.bin'] });
});

test('while Python starts that is said, and what is asked waits; nothing is lost or taken for a dead kernel', async () => {
  const { worker, store, say, line } = onWorker();
  assert.ok(store.local.starting.words);
  say('starting', { words: 'Python is loading …', share: 0.3 });
  assert.equal(store.local.starting.share, 0.3);
  const answer = store.act({ do: 'step' });
  assert.equal(worker.sent.length, 1);
  assert.equal(line.pulse, null); // nobody asks whether a kernel is there that is just starting
  assert.equal(await store.awaited.mayAsk(), false);

  say('ready');
  assert.equal(store.local.starting, null);
  const asked = worker.sent.slice(1).map(([kind, text]) => [kind, JSON.parse(text)]);
  const words = asked.map(([kind, { do: what }]) => [kind, what]);
  assert.deepEqual(words, [['receive', 'session'], ['receive', 'step'], ['receive', 'snapshot']]);
  asked.shift();
  say('said', snapshot(asked[1][1].id, 1));
  say('said', JSON.stringify({ kind: 'step', seq: 2, reply: asked[0][1].id, kernel: 'k', change: { in: { turn: { is: 1 } } } }));
  assert.equal((await answer).kind, 'step');
  assert.equal(store.now.turn, 1);
  assert.equal(store.local.notice ?? '', '');
});

test('a file goes beside its message', () => {
  const { worker, line, say } = onWorker();
  say('ready');
  const file = new ArrayBuffer(3);
  line.send({ do: 'open' }, file);
  assert.deepEqual(worker.sent.at(-1), ['receive', '{"do":"open"}', file]);
});

test('a worker that does not answer is at work, and never lost', async () => {
  const { line, store, say } = onWorker();
  say('ready');
  void store.act({ do: 'step' });
  for (let look = 0; look < 4; look += 1) await line.pulse.look();
  assert.equal(line.pulse.health, 'busy');
  assert.match(store.local.notice, /is busy/);
  assert.equal(store.gone, '');
  line.pulse.heard({ kind: 'pong' });
  assert.equal(store.local.notice, '');
});

test('Python that cannot be started is said, with the reason, and nothing more can be asked', async () => {
  const { store, say, worker } = onWorker();
  const answer = store.act({ do: 'step' });
  say('fail', 'no memory');
  assert.match(store.local.notice, /could not be started in this browser: no memory\. Reload the page/);
  assert.equal(store.local.starting, null);
  assert.equal((await answer).kind, 'refused');
  assert.equal((await store.act({ do: 'step' })).kind, 'refused');
  assert.deepEqual(worker.sent.map(([kind]) => kind), ['begin']);
});

test('the kernel is told which match this tab has had, and the address bar does not tell it', () => {
  const first = onWorker();
  first.say('ready');
  first.say('said', JSON.stringify({ kind: 'session', code: 'abcdefghijklmnop1234', problem: null, warning: null }));
  const reloaded = onWorker();
  assert.equal(reloaded.worker.sent[0][1].code, 'abcdefghijklmnop1234');
  assert.equal(reloaded.worker.sent[0][1].place, '/a/b/tables/economy.html');
  window.location = new URL(`${PLACE}?code=another-one-of-sixteen`);
  const opened = onWorker();
  assert.equal(opened.worker.sent[0][1].code, 'another-one-of-sixteen');
  assert.equal(window.location.href, PLACE);
  opened.say('ready');
  assert.deepEqual(JSON.parse(opened.worker.sent[1][1]).code, 'another-one-of-sixteen');
});

test('a worker whose script does not come, or that breaks later, says so', () => {
  let stopped = false;
  const { worker, store } = onWorker();
  worker.onerror({ message: '', preventDefault: () => { stopped = true; } });
  assert.match(store.local.notice, /one of its files did not load/);
  assert.ok(stopped);
  const later = onWorker();
  later.say('ready');
  later.worker.onerror({ message: 'out of memory', preventDefault() {} });
  assert.match(later.store.local.notice, /^This table has stopped: out of memory/);
});

test('a table that is closed ends its worker', () => {
  const { connection, worker } = onWorker();
  connection.stop();
  assert.ok(worker.ended);
});

test('the line of a widget sends a file as a buffer, and tells what is said until it is left', () => {
  const sent = [];
  const model = { send: (...told) => sent.push(told), heard: null, on(_, run) { this.heard = run; }, off() { this.heard = null; } };
  const line = comm(model);
  const file = new ArrayBuffer(2);
  line.send({ do: 'open' }, file);
  line.send({ do: 'step' });
  assert.deepEqual(sent, [[{ do: 'open' }, undefined, [file]], [{ do: 'step' }, undefined, []]]);
  const told = [];
  const leave = line.hear((message) => told.push(message));
  model.heard({ kind: 'pong' }, []);
  assert.deepEqual(told, [{ kind: 'pong' }]);
  leave();
  assert.equal(model.heard, null);
});
