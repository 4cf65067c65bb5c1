import assert from 'node:assert/strict';
import test from 'node:test';

const { inOrder } = await import('../../../classkit/widgets/page/charts/order.js');

const KEYS = ['prices', 'price_index', 'inflation', 'currencies'];

test('a chart that waits for a prediction is among those that the table shows (design 7)', () => {
  assert.deepEqual(inOrder(KEYS, ['currencies']), ['currencies', 'prices', 'price_index', 'inflation']);
  assert.deepEqual(inOrder(KEYS, ['currencies', 'price_index']).slice(0, 2), ['price_index', 'currencies']);
});

test('without a cover the charts stand as the game lists them', () => {
  assert.deepEqual(inOrder(KEYS, []), KEYS);
  assert.deepEqual(inOrder(KEYS, ['prices']), KEYS);
  assert.deepEqual(inOrder(KEYS, ['of another game']), KEYS);
});

test('what a game is about now comes before what it lists first', () => {
  assert.deepEqual(inOrder(KEYS, [], ['inflation', 'of another game']), ['inflation', 'prices', 'price_index', 'currencies']);
  assert.deepEqual(inOrder(KEYS, ['currencies'], ['inflation']).slice(0, 2), ['currencies', 'inflation']);
});
