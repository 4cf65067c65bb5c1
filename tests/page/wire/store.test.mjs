import assert from 'node:assert/strict';
import test from 'node:test';
import { accept, emptyState } from '../../../classkit/widgets/page/wire/store.js';
import { Store } from '../../../classkit/widgets/page/wire/store.js';

const now = () => ({
  turn: 1, said: 'a', board: { looks: { I00: { text: '1' }, I01: { text: '2' } }, pieces: [{ id: 'A', space: 'I00' }], path: [] },
  chart: { rows: [{ turn: 0, values: {} }, { turn: 1, values: {} }] }, news: [{ id: 5, turn: 1, text: 'x' }, { id: 6, turn: 1, text: 'y' }],
});
const snapshot = (seq) => ({ kind: 'snapshot', seq, fixed: { game: 'toy' }, now: now() });
const step = (seq, values, reply = null) => ({ kind: 'step', seq, reply, change: { in: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { is: value }])) } });

/** What a page asks for that is told these messages. */
function asksFor(...messages) {
  const sent = [];
  const store = new Store((content) => sent.push(content.do));
  for (const message of messages) store.receive(message);
  store.lose('the test is over');
  return sent;
}

test('a step in order is applied, an old one is dropped', () => {
  const first = accept(emptyState(), snapshot(3)).state;
  const second = accept(first, step(4, { turn: 2 }));
  assert.equal(second.state.now.turn, 2);
  assert.deepEqual([...second.changed], ['turn']);
  const again = accept(second.state, step(4, { turn: 9 }));
  assert.equal(again.state.now.turn, 2);
  assert.equal(again.state, second.state);
  assert.equal(again.changed.size, 0);
});

test('a gap asks for a snapshot and changes nothing', () => {
  const first = accept(emptyState(), snapshot(3)).state;
  const outcome = accept(first, step(6, { turn: 2 }));
  assert.equal(outcome.state, first);
  assert.deepEqual(asksFor(snapshot(3), step(6, { turn: 2 })), ['snapshot']);
});

test('a step before the first snapshot asks for one', () => {
  assert.deepEqual(asksFor(step(1, { turn: 2 })), ['snapshot']);
});

test('an older snapshot does not undo newer steps', () => {
  const state = accept(accept(emptyState(), snapshot(3)).state, step(4, { turn: 2 })).state;
  assert.equal(accept(state, snapshot(2)).state.now.turn, 2);
});

test('refusals and details count in the sequence', () => {
  const first = accept(emptyState(), snapshot(3)).state;
  const outcome = accept(first, { kind: 'refused', seq: 4, reply: 1, reason: 'no' });
  assert.equal(outcome.state.seq, 4);
  assert.equal(outcome.state.now, first.now);
  assert.equal(accept(outcome.state, { kind: 'pong', reply: 2 }).state.seq, 4);
});

test('the store answers each action once, repaints once, and tells refusals', async () => {
  const sent = [];
  const store = new Store((content) => sent.push(content));
  const repaints = [];
  const refusals = [];
  store.subscribe((changed) => repaints.push([...changed].sort()));
  store.onRefused((reason) => refusals.push(reason));
  store.receive(snapshot(1));
  await store.repaint();
  const answer = store.send({ do: 'step', until: 'turn' });
  assert.equal(store.local.busy, true);
  store.receive(step(2, { turn: 5, said: 'b' }, sent[0].id));
  await store.repaint();
  assert.equal((await answer).change.in.turn.is, 5);
  assert.equal(store.local.busy, false);
  assert.equal(repaints.length, 2);
  assert.ok(repaints[1].includes('turn') && repaints[1].includes('said'));
  const refused = store.detail({ do: 'rules' });
  store.receive({ kind: 'refused', seq: 3, reply: sent[1].id, reason: 'not now' });
  assert.equal(await refused, null);
  assert.deepEqual(refusals, ['not now']);
});

test('one gap asks once, however many messages are missing', async () => {
  const sent = [];
  const store = new Store((content) => sent.push(content));
  store.receive(snapshot(1));
  store.receive(step(5, {}));
  store.receive(step(6, {}));
  assert.deepEqual(sent.map((content) => content.do), ['snapshot']);
  store.receive({ ...snapshot(6), reply: sent[0].id });
  await null;
  await null;
  store.receive(step(9, {}));
  assert.equal(sent.length, 2);
  store.lose('the test is over');
});

test('a part that fails to repaint does not stop the others', async () => {
  const store = new Store(() => {});
  let painted = 0;
  const quiet = console.error;
  console.error = () => {};
  store.subscribe(() => { throw new Error('broken part'); });
  store.subscribe(() => { painted += 1; });
  store.receive(snapshot(1));
  await store.repaint();
  console.error = quiet;
  assert.equal(painted, 1);
});
