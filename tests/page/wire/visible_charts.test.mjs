import assert from 'node:assert/strict';
import test from 'node:test';
import { Store } from '../../../classkit/widgets/page/wire/store.js';

const soon = () => new Promise((resolve) => { setTimeout(resolve, 5); });

/** A store whose kernel fills what it is told, and what it was told. */
async function pageOf() {
  const said = [];
  let seq = 0;
  const store = new Store((content) => {
    if (content.do === 'snapshot') return;
    const { id, do: verb, kernel, ...shown } = content;
    said.push(shown);
    seq += 1;
    const filled = { is: [...shown.charts, ...(shown.once ?? [])] };
    const numbers = Object.fromEntries(shown.numbers.map((key) => [key, { is: { numbers: [] } }]));
    const change = { in: { filled, charts: { in: numbers } } };
    queueMicrotask(() => store.receive({ kind: 'step', seq, reply: id, change }));
  });
  store.receive({ kind: 'snapshot', seq, fixed: {}, now: { filled: [], charts: {} } });
  await soon();
  return { store, said };
}

test('the kernel is told once of all that several parts show, in order', async () => {
  const { store, said } = await pageOf();
  store.views.show({}, { chart: 'worth', numbers: false, seen: true });
  store.views.show({}, { chart: 'debt', numbers: true, seen: true });
  store.views.show({}, { chart: 'worth', numbers: false, seen: true });
  await soon();
  assert.deepEqual(said, [{ charts: ['debt', 'worth'], numbers: ['debt'] }]);
});

test('it is told again when that changes, and not when it does not', async () => {
  const { store, said } = await pageOf();
  const part = {};
  store.views.show(part, { chart: 'worth', numbers: false, seen: true });
  await soon();
  store.views.show(part, { chart: 'worth', numbers: false, seen: true });
  await soon();
  assert.equal(said.length, 1);
  store.views.show(part, { chart: 'worth', numbers: false, seen: false });
  await soon();
  store.views.show(part, null);
  await soon();
  assert.deepEqual(said.map(({ charts }) => charts), [['worth'], []]);
});

test('a kernel that has forgotten the page is told once more', async () => {
  const { store, said } = await pageOf();
  store.views.show({}, { chart: 'worth', numbers: false, seen: true });
  await soon();
  store.receive({ kind: 'snapshot', seq: 9, fixed: {}, now: { filled: [], charts: {} } });
  await soon();
  assert.deepEqual(said.map(({ charts }) => charts), [['worth'], ['worth']]);
});

test('what stands in a closed tab is filled for the printer once all is at rest', async () => {
  const { store, said } = await pageOf();
  store.views.show({}, { chart: 'worth', numbers: false, seen: true });
  store.views.show({}, { chart: 'debt', numbers: false, seen: false });
  await soon();
  await store.views.fillForPaper();
  assert.deepEqual(said.at(-1), { charts: ['worth'], numbers: [], once: ['debt'] });
  await store.views.fillForPaper();
  assert.equal(said.length, 2, 'once');
  clearTimeout(store.views.rest);
});
