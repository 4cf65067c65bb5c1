import assert from 'node:assert/strict';
import test from 'node:test';

// The part itself needs a page; what it decides does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { coveredFirst } = await import('../../../classkit/widgets/page/charts/chart.js');

const KEYS = ['prices', 'price_index', 'inflation', 'currencies'];

test('a chart that waits for a prediction is among those that the table shows (design 7)', () => {
  assert.deepEqual(coveredFirst(KEYS, ['currencies']), ['currencies', 'prices', 'price_index', 'inflation']);
  assert.deepEqual(coveredFirst(KEYS, ['currencies', 'price_index']).slice(0, 2), ['price_index', 'currencies']);
});

test('without a cover the charts stand as the game lists them', () => {
  assert.deepEqual(coveredFirst(KEYS, []), KEYS);
  assert.deepEqual(coveredFirst(KEYS, ['prices']), KEYS);
  assert.deepEqual(coveredFirst(KEYS, ['of another game']), KEYS);
});
