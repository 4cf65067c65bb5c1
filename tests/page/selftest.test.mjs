import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.document ??= /** @type {any} */ ({ getElementById: () => null });
const { checkBrowser, checkClock, checkCookie, checkPage } = await import('../../classkit/widgets/page/selftest.js');

const SEEN = /** @type {any} */ ({ time: 1_000, has_cookie: true });

test('a browser that lacks a feature is told which, and what to do', () => {
  assert.equal(checkBrowser([['a', () => true]]).state, 'good');
  const { state, words } = checkBrowser([['a', () => true], ['grids', () => false]]);
  assert.equal(state, 'bad');
  assert.match(words, /lacks grids\. Update it to Chrome/);
});

test('clocks may differ by less than two minutes', () => {
  assert.equal(checkClock(SEEN, 1_119).state, 'good');
  assert.match(checkClock(SEEN, 1_180).words, /3 minutes ahead of/);
  assert.match(checkClock(SEEN, 400).words, /10 minutes behind/);
});

test('a cookie that is not returned, and a server that does not answer', () => {
  globalThis.location = /** @type {any} */ ({ origin: 'https://h', host: 'h' });
  assert.equal(checkCookie(SEEN).state, 'good');
  assert.match(checkCookie({ ...SEEN, has_cookie: false }).words, /Allow cookies/);
  assert.deepEqual([checkCookie(null).state, checkClock(null, 0).state], ['skipped', 'skipped']);
  assert.match(checkPage(null, '/econ/').request ?? '', /^Please let https:\/\/h\/econ\/ through/);
  assert.equal(checkPage(SEEN, '/').state, 'good');
});
