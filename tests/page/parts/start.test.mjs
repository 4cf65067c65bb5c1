import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { anotherValue, changedFrom } = await import('../../../classkit/widgets/page/start.js');

const auctions = {
  name: 'auction_format', label: 'Auctions', value: 'english',
  form: { kind: 'one_of', options: [{ value: 'first_price', label: 'Sealed' }, { value: 'english', label: 'English' }] },
};
const rounds = { name: 'rounds', label: 'Rounds', value: 8, form: { kind: 'amount', low: 1, high: 30, step: 1 } };

test('each group that is added is offered a value that no other has', () => {
  assert.equal(anotherValue(auctions, []), 'english');
  assert.equal(anotherValue(auctions, ['english']), 'first_price');
  assert.equal(anotherValue(rounds, [8]), 1);
  assert.equal(anotherValue(auctions, ['english', 'first_price']), 'english');
});

test('only what was changed is sent', () => {
  assert.deepEqual(changedFrom([auctions, rounds], { auction_format: 'english', rounds: 12 }), { rounds: 12 });
});
