import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { connect, hostOf } from '../../../classkit/widgets/page/wire/connection.js';
import { withoutSecrets } from '../../../classkit/widgets/page/wire/match_code.js';
import { Store } from '../../../classkit/widgets/page/wire/store.js';

const open = new Set();
afterEach(() => {
  for (const end of open) end();
  open.clear();
});

/** Connects a page, and leaves it after the test. */
function connected(fake) {
  const connection = connect(fake);
  open.add(() => { connection.stop(); fake.store.lose('the test is over'); });
  return connection;
}

/** A page as far as connection.js asks for it; time passes only when the test says so. */
function fakePage({ href = 'http://localhost:8866/voila/render/p.ipynb', cookie = '_xsrf=a%7Cb', voila = true, stored = {} } = {}) {
  const fetched = [];
  const listeners = {};
  const ticks = [];
  const window = {
    location: { href, pathname: new URL(href).pathname, assign: (to) => { window.gone = to; } },
    history: { state: null, replaceState: (_state, _title, to) => { window.location.href = to; } },
    sessionStorage: {
      getItem: (key) => stored[key] ?? null,
      setItem: (key, value) => { stored[key] = value; },
      removeItem: (key) => { delete stored[key]; },
    },
    fetch: (url, options = {}) => { fetched.push([options.method || 'GET', url, options]); return Promise.resolve({}); },
    setTimeout: (run) => { ticks[0] = run; },
    clearTimeout: () => { ticks.length = 0; },
    addEventListener: (kind, run) => { listeners[kind] = run; },
    removeEventListener: (kind) => { delete listeners[kind]; },
  };
  const page = window.document = {
    defaultView: window,
    cookie,
    body: { dataset: voila ? { voila: 'voila' } : {} },
    querySelector: () => null,
    getElementById: () => ({ textContent: JSON.stringify({ baseUrl: '/', kernelId: 'k1' }) }),
    addEventListener: (kind, run) => { listeners[kind] = run; },
    removeEventListener: (kind) => { delete listeners[kind]; },
  };
  const sent = [];
  const heard = [];
  const model = { send: (content) => sent.push(content), on: (_event, run) => heard.push(run), off: () => heard.pop() };
  const store = new Store((content) => model.send(content));
  return { root: { ownerDocument: page }, store, page, window, model, sent, fetched, listeners, ticks, stored, tell: (message) => heard.forEach((run) => run(message)) };
}

const CODE = 'abcdefghijklmnop1234';
const PLACE = 'classkit:/voila/render/p.ipynb';

test('in JupyterLab and Notebook it does nothing: the kernel belongs to the user', () => {
  const fake = fakePage({ voila: false });
  const connection = connected(fake);
  assert.equal(connection.hosted, false);
  assert.equal(connection.link(), '');
  assert.deepEqual([fake.sent, fake.fetched, fake.ticks, Object.keys(fake.listeners)], [[], [], [], []]);
});

test('a page without the kernel of Voila is not hosted', () => {
  const fake = fakePage();
  for (const text of ['', '{', '{}', '{"baseUrl": "/"}', '{"baseUrl": 1, "kernelId": 2}']) {
    fake.page.getElementById = () => ({ textContent: text });
    assert.equal(hostOf(fake.page), null, text);
  }
  fake.page.getElementById = () => null;
  assert.equal(hostOf(fake.page), null);
});

test('code and token are taken out of the address bar, the rest stays', () => {
  assert.equal(withoutSecrets(`http://h/p?a=1&code=${CODE}&token=t&new=1#x`), 'http://h/p?a=1#x');
  const fake = fakePage({ href: `http://localhost:8866/voila/render/p.ipynb?code=${CODE}` });
  connected(fake);
  assert.equal(fake.window.location.href, 'http://localhost:8866/voila/render/p.ipynb');
});

test('the code of the address is asked for; without one that of the tab; with ?new=1 none', () => {
  const given = fakePage({ href: `http://h/voila/render/p.ipynb?code=${CODE}`, stored: { [PLACE]: 'older' } });
  connected(given);
  assert.equal(given.sent[0].do, 'session');
  assert.equal(given.sent[0].code, CODE);
  const kept = fakePage({ stored: { [PLACE]: CODE } });
  connected(kept);
  assert.equal(kept.sent[0].code, CODE);
  const fresh = fakePage({ href: 'http://h/voila/render/p.ipynb?new=1', stored: { [PLACE]: CODE } });
  connected(fresh);
  assert.equal(fresh.sent[0].do, 'session', 'a new match is kept before it is shown');
  assert.equal(fresh.sent[0].code, null);
  assert.deepEqual(fresh.stored, {});
});

test('the code that the kernel tells is kept in the tab and makes the link', () => {
  const fake = fakePage();
  const connection = connected(fake);
  assert.equal(connection.link(), '');
  fake.tell({ kind: 'session', code: CODE, problem: null });
  assert.equal(fake.stored[PLACE], CODE);
  assert.equal(connection.link(), `http://localhost:8866/voila/render/p.ipynb?code=${CODE}`);
});

test('session storage that is forbidden breaks nothing', () => {
  const fake = fakePage();
  Object.defineProperty(fake.window, 'sessionStorage', { get() { throw new Error('forbidden'); } });
  const connection = connected(fake);
  fake.tell({ kind: 'session', code: CODE });
  assert.ok(connection.link().endsWith(CODE));
});

test('it pings when the kernel has not been heard for a while', async () => {
  const fake = fakePage();
  connected(fake);
  await fake.ticks[0]();
  fake.tell({ kind: 'pong' });
  await fake.ticks[0]();
  assert.deepEqual(fake.sent.filter((content) => content.do === 'ping'), [{ do: 'ping' }, { do: 'ping' }]);
});

test('pings rest after an hour without use, and come back with the next key', async (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const fake = fakePage();
  connected(fake);
  fake.tell({ kind: 'pong' });
  context.mock.timers.tick(3_600_001);
  await fake.ticks[0]();
  assert.equal(fake.sent.filter((content) => content.do === 'ping').length, 0);
  fake.listeners.keydown();
  assert.equal(fake.sent.filter((content) => content.do === 'ping').length, 1);
});

test('the kernel ends with the page, with the XSRF token; not when the page is only put aside', () => {
  const fake = fakePage();
  connected(fake);
  fake.listeners.pagehide({ persisted: true });
  assert.deepEqual(fake.fetched, []);
  fake.listeners.pagehide({ persisted: false });
  const [method, url, options] = fake.fetched[0];
  assert.deepEqual([method, url], ['DELETE', '/api/kernels/k1']);
  assert.equal(options.keepalive, true);
  assert.equal(options.headers['X-XSRFToken'], 'a|b');
});

test('the cookie that ending a kernel needs is fetched when it is missing', () => {
  const fake = fakePage({ cookie: 'other=1' });
  connected(fake);
  assert.deepEqual(fake.fetched.map(([method, url]) => [method, url]), [['GET', '/voila/tree/']]);
});

test('a closed connection does not break the page', async () => {
  const fake = fakePage();
  fake.model.send = () => { throw new Error('closed'); };
  connected(fake);
  await fake.ticks[0]();
});
