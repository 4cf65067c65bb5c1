import assert from 'node:assert/strict';
import test from 'node:test';
import { FakeWindow, pass } from '../fake_window.js';
import { explain, findRefusal } from '../../../classkit/widgets/page/wire/probe.js';
import { RefusalWatch } from '../../../classkit/widgets/page/wire/refusals.js';
import { times } from '../../../classkit/widgets/page/wire/timeouts.js';

const REFUSAL = { address: 'wss://h/econ/class/K/line', reason: 'Because.', request: 'Please.' };

/** A watch whose network refuses what the test says. */
function watched(context, { base = '/econ/', found = REFUSAL } = {}) {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const window = new FakeWindow('school.example');
  const said = [];
  const network = { found, tests: 0 };
  const watch = new RefusalWatch({
    base, address: REFUSAL.address, window,
    find: async () => { network.tests += 1; return network.found; },
    say: (refusal) => {
      const host = { refusal, removed: false, remove: () => { host.removed = true; } };
      said.push(host);
      return host;
    },
  });
  context.after(() => watch.end());
  return { watch, window, said, network, pass: (milliseconds) => pass(context, milliseconds) };
}

test('a connection that does not open is tested once it has not worked for a while, and the refusal is shown once', async (context) => {
  const { watch, said, pass } = watched(context);
  watch.begin();
  watch.begin();
  await pass(times().refused - 100);
  assert.equal(said.length, 0);
  await pass(200);
  assert.deepEqual(said.map(({ refusal }) => refusal), [REFUSAL]);
  await pass(60_000);
  assert.equal(said.length, 1);
  watch.end();
  assert.ok(said[0].removed, 'the dialog goes as soon as the connection works');
});

test('a connection that opens in time is not tested', async (context) => {
  const { watch, network, pass } = watched(context);
  watch.begin();
  await pass(1_000);
  watch.end();
  await pass(60_000);
  assert.equal(network.tests, 0);
});

test('a kernel that is slow, or a server that is down, is no refusal; it is tested again later', async (context) => {
  const { watch, said, network, pass } = watched(context, { found: null });
  watch.begin();
  await pass(times().refused + 100);
  assert.deepEqual([network.tests, said.length], [1, 0]);
  network.found = REFUSAL;
  await pass(times().refusedAgain + 100);
  assert.deepEqual([network.tests, said.length], [2, 1]);
});

test('after a sleep, and in a tab in the background, the page waits before it tests', async (context) => {
  const { watch, window, network, pass } = watched(context);
  watch.begin();
  window.hide(true);
  await pass(times().refused + 100);
  assert.equal(network.tests, 0);
  window.hide(false);
  const now = Date.now;
  Date.now = () => now() + 3_600_000;
  context.after(() => { Date.now = now; });
  await pass(times().refused + 100);
  assert.equal(network.tests, 0, 'its timer was an hour late');
  await pass(times().refused + 100);
  assert.equal(network.tests, 1);
});

test('a page without a server of its own tests nothing', async (context) => {
  const { watch, network, pass } = watched(context, { base: '' });
  watch.begin();
  await pass(60_000);
  assert.equal(network.tests, 0);
});

test('a test that ends after the connection works says nothing', async (context) => {
  const { watch, said, pass } = watched(context);
  let finish = (_found) => {};
  watch.find = () => new Promise((resolve) => { finish = resolve; });
  watch.begin();
  await pass(times().refused + 100);
  watch.end();
  finish(REFUSAL);
  await pass(100);
  assert.equal(said.length, 0);
});

const PAGE = { protocol: 'https:', host: 'uni.example:8443', hostname: 'uni.example' };

/** A network with websockets that behave as told, and a server that saw what it is told. */
function network(context, { behave, attempt, answers = true, takes = 0 }) {
  const before = [globalThis.WebSocket, globalThis.fetch, globalThis.location];
  context.after(() => { [globalThis.WebSocket, globalThis.fetch, globalThis.location] = before; });
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const opened = [];
  globalThis.location = PAGE;
  globalThis.WebSocket = class {
    constructor(address) {
      opened.push(address);
      queueMicrotask(() => behave(this));
    }
    send() { this.onmessage?.({ data: '"pong"' }); }
    close() {}
  };
  globalThis.fetch = async () => {
    if (!answers) throw new TypeError('no network');
    if (takes) await new Promise((resolve) => { setTimeout(resolve, takes); });
    return { ok: true, json: async () => ({ attempt }) };
  };
  return opened;
}

async function found(context) {
  const finding = findRefusal('/econ/', 'wss://uni.example:8443/econ/class/K/line');
  let done = false;
  void finding.then(() => { done = true; });
  for (let passed = 0; !done && passed < 20_000; passed += 100) {
    context.mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return finding;
}

const opens = (socket) => socket.onopen();
const refuses = (socket) => socket.onclose?.();
const keepsSilent = () => {};

test('where a test websocket opens, the network refuses nothing', async (context) => {
  const opened = network(context, { behave: opens });
  assert.equal(await found(context), null);
  assert.match(opened[0], /^wss:\/\/uni\.example:8443\/econ\/self-test\/socket\?id=[\w-]{8,40}$/);
});

test('a lost header is named, with one sentence for the administrator', async (context) => {
  const opened = network(context, { behave: refuses, attempt: { outcome: 'upgrade', host: 'h', origin: 'o' } });
  const { address, reason, request } = await found(context);
  assert.equal(address, 'wss://uni.example:8443/econ/class/K/line');
  assert.match(reason, /without its header Upgrade/);
  assert.match(request, /^Please let wss:\/\/uni\.example:8443\/econ\/ through .*Upgrade and Connection.*Host with its port\.$/);
  assert.equal(opened.length, 1, 'the server has explained it');
});

test('a host without its port is named beside the right one', async (context) => {
  network(context, { behave: refuses, attempt: { outcome: 'host', host: 'uni.example', origin: 'o' } });
  const { request } = await found(context);
  assert.match(request, /with its port: uni\.example:8443, not uni\.example\.$/);
});

test('what never reaches the server is tried twice, since a server that restarts fails once, too', async (context) => {
  const opened = network(context, { behave: refuses, attempt: null });
  const { reason } = await found(context);
  assert.match(reason, /does not reach the server/);
  assert.equal(opened.length, 2);
});

test('a connection that is swallowed is noticed without any event', async (context) => {
  network(context, { behave: keepsSilent, attempt: null });
  assert.match((await found(context)).reason, /does not reach the server/);
});

test('on a slow network, a websocket that needs longer is not refused', async (context) => {
  network(context, { behave: keepsSilent, attempt: { outcome: 'opened', host: 'h', origin: 'o' }, takes: 2_000 });
  assert.equal(await found(context), null);
});

test('a server that is down or full is not the network’s refusal', async (context) => {
  network(context, { behave: refuses, answers: false });
  assert.equal(await found(context), null);
});

test('a server with too many tests is not the network’s refusal', async (context) => {
  network(context, { behave: refuses, attempt: { outcome: 'full', host: 'h', origin: 'o' } });
  assert.equal(await found(context), null);
});

test('a connection over which nothing arrives has words of its own', (context) => {
  network(context, { behave: refuses });
  assert.match(explain({ outcome: 'opened', host: 'h', origin: 'o' }, '/', 'wss://h/').reason, /no message arrives/);
  const old = explain({ outcome: 'http', host: 'h', origin: 'o' }, '/', 'wss://h/');
  assert.match(`${old.reason} ${old.request}`, /over HTTP\/1\.0.*proxy_http_version 1\.1/);
});
