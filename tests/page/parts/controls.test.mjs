import assert from 'node:assert/strict';
import test from 'node:test';
import { fewValues, firstAmount, sayAmount } from '../../../classkit/widgets/page/forms/amounts.js';
import { Clock, nearestSpeed } from '../../../classkit/widgets/page/wire/clock.js';
import { SHORTCUTS, isNotebooks, shortcutOf } from '../../../classkit/widgets/page/basics/keys.js';
import { Pool } from '../../../classkit/widgets/page/basics/keyed_list.js';
import { playedWords } from '../../../classkit/widgets/page/basics/format.js';
import { Store } from '../../../classkit/widgets/page/wire/store.js';

const bid = { kind: 'amount', low: 10_000, high: 580_000, step: 10_000, also: [0], unit: '$' };

test('amounts: few values stand side by side, many get a slider', () => {
  assert.deepEqual(fewValues({ kind: 'amount', low: 1, high: 6, step: 1 }), [1, 2, 3, 4, 5, 6]);
  assert.deepEqual(fewValues({ kind: 'amount', low: 2, high: 1, step: 1, also: [0] }), [0]);
  assert.equal(fewValues(bid), null);
});

test('amounts: where one begins, and how it is called', () => {
  assert.equal(firstAmount(bid, [50_000]), 50_000);
  assert.equal(firstAmount(bid, []), 0);
  assert.equal(sayAmount(3, { kind: 'amount', low: 0, high: 9, step: 1, unit: 'cards' }), '3 cards');
});

test('keys: a focused control keeps the keys it needs', () => {
  assert.equal(shortcutOf({ key: ' ' }, ''), 'step');
  for (const control of ['', 'button', 'choice', 'range', 'list', 'scroll']) {
    assert.equal(shortcutOf({ key: 'PageDown' }, control), 'step', control);
    assert.equal(shortcutOf({ key: 'PageUp' }, control), 'back', control);
  }
  assert.equal(shortcutOf({ key: 'PageDown' }, 'text'), null);
  assert.equal(shortcutOf({ key: ' ' }, 'button'), null);
  assert.equal(shortcutOf({ key: 'ArrowLeft' }, 'range'), null);
  assert.equal(shortcutOf({ key: 'p' }, 'text'), null);
  assert.equal(shortcutOf({ key: 'P' }, 'button'), 'play');
  assert.equal(shortcutOf({ key: 'p', ctrlKey: true }, ''), null);
  assert.equal(shortcutOf({ key: 'x' }, ''), null);
  const all = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
  assert.equal(new Set(all).size, all.length);
});

test('a list keeps its nodes, and moves them only when out of order', () => {
  const moves = [];
  const parent = {
    nodes: [], get firstChild() { return this.nodes[0] ?? null; },
    insertBefore(node, before) {
      moves.push(node.name);
      this.nodes = this.nodes.filter((one) => one !== node);
      this.nodes.splice(before ? this.nodes.indexOf(before) : this.nodes.length, 0, node);
    },
  };
  const make = (item) => ({ name: item, get nextSibling() { return parent.nodes[parent.nodes.indexOf(this) + 1] ?? null; }, remove() { parent.nodes = parent.nodes.filter((one) => one !== this); } });
  const pool = new Pool(parent, { key: (item) => item, make, update: (node, item) => { node.seen = item; } });
  pool.keep(['a', 'b', 'c']);
  const first = parent.nodes[0];
  moves.length = 0;
  pool.keep(['a', 'b', 'c']);
  assert.deepEqual(moves, []);
  pool.keep(['n', 'a', 'b', 'c']);
  assert.deepEqual(moves, ['n']);
  assert.equal(parent.nodes[1], first);
  pool.keep(['c', 'a']);
  assert.deepEqual(parent.nodes.map((node) => node.name), ['c', 'a']);
});

test('a second click while the first is under way is not sent', async () => {
  const sent = [];
  const store = new Store((content) => sent.push(content));
  store.receive({ kind: 'snapshot', seq: 1, fixed: {}, now: { turn: 1 } });
  const first = store.act({ do: 'step' });
  assert.equal(await store.act({ do: 'step' }), null);
  assert.equal(sent.length, 1);
  store.receive({ kind: 'step', seq: 2, reply: sent[0].id, change: { in: { turn: { is: 2 } } } });
  assert.equal((await first).kind, 'step');
  store.act({ do: 'step' });
  assert.equal(sent.length, 2);
  store.lose('the test is over');
});

/** Lets so many milliseconds pass that no load on the machine makes longer. */
async function pass(context, milliseconds) {
  for (let at = 0; at < milliseconds; at += 1) {
    context.mock.timers.tick(1);
    await new Promise((done) => setImmediate(done));
  }
}

test('Play: the next step is sent only after the last one is answered and painted; a refusal ends it', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const sent = [];
  const store = new Store((content) => {
    sent.push(content);
    if (content.do !== 'step') return;
    setTimeout(() => store.receive(sent.filter((one) => one.do === 'step').length < 3
      ? { kind: 'step', seq: store.state.seq + 1, reply: content.id, change: { in: { turn: { is: store.now.turn + 1 } } } }
      : { kind: 'refused', seq: store.state.seq + 1, reply: content.id, reason: 'over' }), 5);
  });
  let painted = 0;
  store.subscribe((changed) => { if (changed.has('turn')) painted += 1; });
  new Clock(store);
  store.receive({ kind: 'snapshot', seq: 1, fixed: {}, now: { turn: 1, over: null, play: { running: false, speed: 1000 } } });
  await store.repaint();
  store.local.plays = true; // as the button does
  store.receive({ kind: 'step', seq: 2, change: { in: { play: { is: { running: true, speed: 1000 } } } } });
  await pass(context, 200);
  assert.deepEqual(sent.map((content) => content.do), ['step', 'step', 'step', 'play']);
  assert.equal(sent[3].on, false);
  assert.equal(painted, 3);
  store.lose('the test is over');
});

test('of two pages of one kernel only that where Play was pressed ticks, until nothing moves', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  globalThis.classkitTimes = { others: 150 };
  /** @type {any[]} */
  const sent = [];
  const store = new Store((content) => sent.push(content));
  new Clock(store);
  let seq = 1;
  store.receive({ kind: 'snapshot', seq, fixed: {}, now: { turn: 1, step: 0, over: null, play: { running: true, speed: 1000 } } });
  for (let step = 1; step <= 20; step += 1) { // the other page steps
    await pass(context, 20);
    seq += 1;
    store.receive({ kind: 'step', seq, change: { in: { step: { is: step } } } });
  }
  assert.deepEqual(sent, []);
  await pass(context, 900); // it was closed
  assert.deepEqual(sent.map((content) => content.do), ['step']);
  delete globalThis.classkitTimes;
  store.lose('the test is over');
});

test('the speed on offer is the nearest one', () => {
  assert.equal(nearestSpeed(1.1), 1);
  assert.equal(nearestSpeed(100), 20);
  assert.equal(nearestSpeed(undefined), 1);
});

test('the notebook around the table keeps its keys with Ctrl, the table all others', () => {
  assert.ok(isNotebooks({ key: 's', ctrlKey: true }, '') && isNotebooks({ key: 'S', metaKey: true }, 'text'));
  assert.ok(isNotebooks({ key: 'b', ctrlKey: true }, 'button'));
  assert.ok(!isNotebooks({ key: 'z', ctrlKey: true }, 'text'), 'a text takes back its own changes');
  assert.ok(!isNotebooks({ key: 'Enter', ctrlKey: true }, 'button'), 'running the cell would make another table');
  for (const key of ['d', 's', 'x', 'Enter', 'Backspace']) assert.ok(!isNotebooks({ key }, ''));
  for (const { keys } of SHORTCUTS) for (const key of keys) assert.ok(!isNotebooks({ key }, 'button'));
});

test('the timeline says how far has been played once somebody has gone back, and never "of"', () => {
  assert.equal(playedWords({ turn: 9, last: 9 }), '');
  assert.equal(playedWords({ turn: 9, last: 12 }), ' · 12 played');
  assert.equal(playedWords({ turn: 9, last: 12, moment: 'Round 2 of 10: pegs' }), '');
});
