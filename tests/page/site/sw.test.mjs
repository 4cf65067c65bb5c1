/** The service worker of a site: what it keeps, in which order, and what it says. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import vm from 'node:vm';

const SCRIPT = readFileSync(new URL('../../../classkit/site/browser/sw.js', import.meta.url), 'utf8');
const SITE = 'https://host/site/';

/** A browser with room for so many files, and what a site's worker of a version says and fetches in it. */
function browser(room = Infinity) {
  const stored = new Map();
  const fetched = [];
  const said = [];
  const count = () => [...stored.values()].reduce((sum, files) => sum + files.size, 0);

  function cacheNamed(name) {
    if (!stored.has(name)) stored.set(name, new Map());
    const files = stored.get(name);
    const put = async (address, answer) => {
      if (count() >= room) throw Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
      files.set(address, answer);
    };
    const add = async ({ address }) => {
      fetched.push(address);
      await put(address, { body: address });
    };
    return { match: async (address) => files.get(address), put, add };
  }

  const caches = {
    open: async (name) => cacheNamed(name),
    keys: async () => [...stored.keys()],
    delete: async (name) => stored.delete(name),
    match: async (address) => [...stored.values()].map((files) => files.get(address)).find(Boolean),
  };

  function worker(version, files, rest) {
    const heard = {};
    const page = { postMessage: (told) => said.push({ ...told }) };
    const self = { registration: { scope: SITE }, clients: { matchAll: async () => [page] } };
    class Request { constructor(address) { this.address = address; } }
    const known = { VERSION: version, FILES: files, REST: rest };
    const addEventListener = (kind, run) => { heard[kind] = run; };
    vm.runInNewContext(SCRIPT, { ...known, self, caches, Request, addEventListener });
    return async (kind, data) => {
      let done;
      heard[kind]({ data, waitUntil: (promise) => { done = promise; } });
      await done;
    };
  }

  return { worker, fetched, said };
}

test('what plays the tables is kept first, then the rest, and how much of all is said', async () => {
  const { worker, fetched, said } = browser();
  const tell = worker('1', ['a.bin', 'index.html'], ['docs/b.html', 'later-1/c.bin']);
  await tell('install');
  assert.deepEqual(said.at(-1), { kept: 2, of: 4, why: '' });
  await tell('activate');
  await tell('message', 'keep the rest');
  assert.deepEqual(said.at(-1), { kept: 4, of: 4, why: '' });
  assert.deepEqual(fetched, ['a.bin', 'index.html', 'docs/b.html', 'later-1/c.bin']);
  await tell('message', 'keep the rest');
  assert.deepEqual([fetched.length, said.at(-1).kept], [4, 4]);
});

test('where the storage is full that is said, and the tables stay', async () => {
  const { worker, said } = browser(3);
  const tell = worker('1', ['a.bin', 'index.html'], ['docs/b.html', 'docs/c.html', 'docs/d.html']);
  await tell('install');
  await tell('message', 'keep the rest');
  assert.deepEqual(said.at(-1), { kept: 3, of: 5, why: 'the storage of this browser is full' });
  const { worker: another, said: told } = browser(1);
  await assert.rejects(another('1', ['a.bin', 'index.html'], [])('install'));
  assert.equal(told.at(-1).why, 'the storage of this browser is full');
});

test('a newer version fetches only what has changed', async () => {
  const { worker, fetched } = browser();
  const before = worker('1', ['a.bin', 'index.html'], ['later-1/c.bin']);
  await before('install');
  await before('message', 'keep the rest');
  fetched.length = 0;
  const newer = worker('2', ['a.bin', 'b.bin', 'index.html'], ['later-1/c.bin']);
  await newer('install');
  await newer('message', 'keep the rest');
  assert.deepEqual(fetched, ['b.bin', 'index.html']);
});
