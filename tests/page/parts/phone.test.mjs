/** What a phone shows of a question and of the table: what follows from data alone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

// The parts need a page; what they show does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { neighbours } = await import('../../../classkit/widgets/page/parts/phonestrip.js');
const { costOf, priceWords } = await import('../../../classkit/widgets/page/parts/phonecase.js');
const { ordinal, standingWords } = await import('../../../classkit/widgets/page/parts/phonewait.js');

const row = Array.from({ length: 9 }, (_, at) => ({ id: `s${at}`, x: at * 10, y: 0, w: 10, h: 10, shape: 'rect' }));
const ids = (spaces) => spaces.map(({ id }) => id);

test('a space stands between its neighbours, at most three on each side', () => {
  const { before, space, after } = neighbours(row, 's4');
  assert.deepEqual([ids(before), space.id, ids(after)], [['s1', 's2', 's3'], 's4', ['s5', 's6', 's7']]);
});

test('at the end of a row, or where the next space lies elsewhere, there are fewer', () => {
  assert.deepEqual(ids(neighbours(row, 's0').before), []);
  const apart = [...row.slice(0, 3), { ...row[3], x: 300 }, ...row.slice(4)];
  assert.deepEqual(ids(neighbours(apart, 's2').after), []);
  assert.equal(neighbours(row, 'nowhere'), null);
});

test('a way round the board goes on at its beginning', () => {
  const ring = [[0, 0], [10, 0], [20, 0], [20, 10], [20, 20], [10, 20], [0, 20], [0, 10]]
    .map(([x, y], at) => ({ id: `s${at}`, x, y, w: 10, h: 10, shape: 'rect' }));
  assert.deepEqual(ids(neighbours(ring, 's0').before), ['s5', 's6', 's7']);
  assert.deepEqual(ids(neighbours(ring, 's7').after), ['s0', 's1', 's2']);
});

const own = {
  costs: { yes: { amount: 100_000, words: '' }, bid: { amount: null, words: '' }, sell: { amount: -500, words: '' } },
  belongings: { unit: '$' },
};
const fixed = { units: { money: '$' } };
const amount = { name: 'amount', label: 'Amount', form: { kind: 'amount', low: 0, high: 900_000, step: 1 } };

test('an answer has its amount on the button: what it costs, what is typed, or what it brings', () => {
  assert.equal(priceWords(own, fixed, { name: 'yes' }, [], {}), '$100,000');
  assert.equal(priceWords(own, fixed, { name: 'bid' }, [amount], { amount: '120000' }), '$120,000');
  assert.equal(priceWords(own, fixed, { name: 'sell' }, [], {}), '+$500');
  assert.equal(priceWords(own, fixed, { name: 'no' }, [], {}), '');
});

test('what is barred, or typed wrongly, costs nothing', () => {
  assert.equal(costOf(own, { name: 'yes', barred: 'You have $20,000.' }, [], {}), null);
  assert.equal(costOf(own, { name: 'bid' }, [amount], { amount: 'much' }), null);
  assert.equal(costOf(own, { name: 'bid' }, [amount], { amount: 900_001 }), null, 'nobody keeps less than nothing');
  assert.equal(costOf(undefined, { name: 'yes' }, [], {}), null);
});

test('a place is told as people say it, with the turns until one’s own', () => {
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22].map(ordinal),
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd']);
  const standings = [{ seat: 'A', place: 2, score: 5 }, { seat: 'B', place: 1, score: 9 }];
  assert.equal(standingWords({ standings, own: { turns: 3 }, over: null }, 'A'), '2nd of 2 · your turn in 3');
  assert.equal(standingWords({ standings, own: { turns: 0 }, over: null }, 'B'), '1st of 2');
  assert.equal(standingWords({ standings: [{ seat: 'A', place: 1, score: null }], own: undefined, over: null }, 'A'), '');
  const equal = [{ seat: 'A', place: 1, score: 0 }, { seat: 'B', place: 2, score: 0 }, { seat: 'C', place: 2, score: 0 }];
  assert.equal(standingWords({ standings: equal, own: undefined, over: null }, 'B'), '2nd of 3 (tie-break)');
  assert.equal(standingWords({ standings: equal.slice(1), own: undefined, over: null }, 'B'), '2nd of 2', 'a shared place');
});
