import assert from 'node:assert/strict';
import test from 'node:test';
import {
  count, countedBy, currencyOf, fileSize, money, plainClause, plural, scoreWords, shortMoney, withUnit,
} from '../../../classkit/widgets/page/basics/format.js';

const DOLLAR = currencyOf({ unit: '$' });
const KRONE = { sign: 'kr', many: 'kroner', after: true, thousands: '.' };

test('a currency is read from its sign, or from what is sent beside a unit', () => {
  assert.equal(currencyOf({ unit: '$ per round' }).sign, '$');
  assert.equal(currencyOf({ unit: 'kr', currency: KRONE }), KRONE);
  assert.deepEqual([currencyOf({ unit: 'gold' }), currencyOf({ unit: '%', currency: KRONE }), currencyOf(undefined)], [null, null, null]);
});

test('a currency of more than a sign is written in its own way', () => {
  assert.equal(money(-1_250, KRONE), '−1.250\u00a0kr');
  assert.equal(shortMoney(1_250_000, KRONE), '1,25M\u00a0kr');
  assert.equal(money(1_250, { ...KRONE, after: false }), 'kr\u00a01.250');
});

test('money is written whole, with a true minus', () => {
  assert.equal(money(0, DOLLAR), '$0');
  assert.equal(money(59_800_000, DOLLAR), '$59,800,000');
  assert.equal(money(-120_000, DOLLAR), '−$120,000');
  assert.equal(money(5, currencyOf({ unit: '€' })), '€5');
});

test('short money keeps three figures', () => {
  assert.equal(shortMoney(1_250_000, DOLLAR), '$1.25M');
  assert.equal(shortMoney(999_999, DOLLAR), '$1M');
  assert.equal(shortMoney(120_000, DOLLAR), '$120k');
  assert.equal(shortMoney(-9_000, DOLLAR), '−$9,000');
});

test('numbers: what is missing is a dash, what is text stays text', () => {
  assert.equal(count(null), '–');
  assert.equal(count(Number.NaN), '–');
  assert.equal(count(12345.678), '12,345.68');
  assert.equal(count(-0.001), '0');
  assert.equal(count('election'), 'election');
});

test('units go with their values', () => {
  assert.equal(withUnit(100, '$'), '$100');
  assert.equal(withUnit(1250, 'kr', KRONE), '1.250\u00a0kr');
  assert.equal(withUnit(3, 'savings'), '3 savings');
  assert.equal(withUnit(3, '1–8'), '3');
  assert.equal(withUnit(12.5, '%'), '12.5%');
  assert.equal(plural(1, 'turn'), '1 turn');
  assert.equal(plural(2, 'turn'), '2 turns');
});

test('sizes', () => {
  assert.equal(fileSize(999), '999 bytes');
  assert.equal(fileSize(5_000_000), '5 MB');
});

test('a clause is shown without the marks of its source', () => {
  assert.equal(plainClause('The **mover** pays the `bank` 2 * 3.'), 'The mover pays the bank 2 * 3.');
});

test('where a class counts rounds, news and ledger do', () => {
  const now = (moment) => ({ timeline: { moment }, rounds: [[1, 9], [2, 10]] });
  assert.deepEqual([9, 10, 11].map((turn) => countedBy(now('Round 2 of 10: trade'), turn)), [1, 2, 2]);
  assert.deepEqual([9, 10, 11].map((turn) => countedBy(now(''), turn)), [9, 10, 11]);
});

test('a score has its race or its unit beside it, and never both', () => {
  const score = (text, title, unit) =>
    scoreWords({ standings: [{ seat: 'A', score: 1, place: 1, text }], counted: { title, unit, shared: '' } }, 'A');
  assert.equal(score('$780,000', 'Net worth', 'net worth'), '$780,000 net worth');
  assert.equal(score('39.71 gold', 'Worth', ''), 'Worth 39.71 gold');
  assert.equal(score('3 points', '', ''), '3 points');
});
