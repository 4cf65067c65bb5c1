/** What is typed and what is answered never differ; what the page and Python say of an amount does not either. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { rangeOf, readAmount } from '../../../classkit/widgets/page/forms/amounts.js';
import { kindOf } from '../../../classkit/widgets/page/forms/fields.js';
import { named } from '../../../classkit/widgets/page/forms/validation_message.js';

const currency = { sign: '$', many: 'dollars', after: false, thousands: ',' };
const cash = { kind: 'amount', low: 0, high: 2_000_000, step: 1, unit: '$', currency };
const bid = { kind: 'amount', low: 10_000, high: 470_000, step: 10_000, also: [0], unit: '$', currency };
const kroner = { ...cash, unit: 'kr', currency: { sign: 'kr', many: 'kroner', after: true, thousands: '.' } };
const grain = { kind: 'amount', low: 0, high: 103, step: 1, unit: 'grain' };

/** What Python says of amounts, written by `tests/widgets/test_amounts.py`. */
const table = JSON.parse(readFileSync(new URL('amounts.json', import.meta.url), 'utf8'));

/** What Python reads of typed numbers, and what it advises where they may be two; by `tests/page_numbers.py`. */
const numbers = JSON.parse(readFileSync(new URL('numbers.json', import.meta.url), 'utf8'));

test('an amount is read as it was typed', () => {
  const same = { 1600: ['1600', '1,600', '1 600', '1\u202f600', "1'600", '$1,600', '+1600', '1.6k', '1,6k', '1600.00'], 1_200_000: ['1,200,000', '1.200.000', '1.2m', '1 200 000', '1200K'] };
  for (const [value, ways] of Object.entries(same)) for (const typed of ways) assert.deepEqual(readAmount(typed, cash), { value: Number(value), problem: '' }, typed);
  for (const typed of ['-5', '−5', '-$5']) assert.equal(readAmount(typed, { ...cash, low: -9 }).value, -5, typed);
});

test('an amount is typed and written in the currency of the game', () => {
  for (const typed of ['1600', '1.600', '1 600 kr', '1600kr', 'kr 1600', '1,6k kr', '1600 kroner', '1600 Kroner']) assert.equal(readAmount(typed, kroner).value, 1600, typed);
  assert.equal(readAmount('$1600', kroner).value, null);
  assert.equal(readAmount('2.5', kroner).problem, 'A whole number of kroner.');
  assert.equal(readAmount('3000000', kroner).problem, 'At most 2.000.000\u00a0kr.');
});

test('what is not whole is refused, never rounded, with a decimal point or comma', () => {
  for (const typed of ['2.5', '2,5', '$2.5', '0,125', '0.6', '.5', '1,600.5', '1.600,5', '1 600,5', '1.2345k']) assert.deepEqual(readAmount(typed, cash), { value: null, problem: 'A whole number of dollars.' }, typed);
  assert.equal(readAmount('2.5', grain).problem, 'A whole number of grain.');
  assert.equal(readAmount('2.5', { ...grain, unit: undefined }).problem, 'A whole number.');
  assert.equal(readAmount('2.5', { ...grain, unit: '%' }).problem, 'A whole number.');
});

test('the notation of the currency is read as it is written', () => {
  const typed = (text, thousands) => readAmount(text, { ...kroner, currency: { ...kroner.currency, thousands } });
  for (const text of ['1.250', '1.250 kr', '1,25k']) assert.deepEqual(typed(text, '.'), { value: 1250, problem: '' });
  assert.equal(typed('1,250', '.').problem, '“1,250” may be 1,25 or 1.250: write 1,25 or 1250.');
  assert.equal(typed('2,125', '.').problem, '“2,125” may be 2,125 or 2.125: write 2,1250 or 2125.');
  const space = '\u202f';
  for (const text of ['1\u202f250', '1 250 kr']) assert.deepEqual(typed(text, space), { value: 1250, problem: '' });
  for (const text of ['1.250', '1,250']) {
    assert.equal(typed(text, space).problem, `“${text}” may be 1,25 or 1${space}250: write 1,25 or 1250.`);
  }
});

test('what some read as thousands and others as decimals is refused in words', () => {
  assert.deepEqual(readAmount('1.600', cash), { value: null, problem: '“1.600” may be 1.6 or 1,600: write 1.6 or 1600.' });
  assert.equal(readAmount('$1.234', cash).problem, '“$1.234” may be $1.234 or $1,234: write $1.2340 or $1234.');
});

test('the forms read what Python reads of a prediction, and advise the same', () => {
  const any = { ...cash, low: -1e12, high: 1e12 };
  for (const [typed, number, two] of numbers) {
    const { value, problem } = readAmount(typed, any);
    if (two) assert.equal(problem, `“${typed}” may be ${two}`);
    else if (number === null) assert.equal(problem, `“${typed}” is not a number.`);
    else if (Number.isInteger(number)) assert.ok(!problem && value === number, `${typed}: ${value}, ${problem}`);
    else assert.equal(problem, 'A whole number of dollars.', typed);
  }
});

test('what is no number is none', () => {
  for (const typed of ['abc', '1e9', '12x', '--1', '=1+1', '1.2.3', '1,60,000', '1,600,00', '12 34', '1,200.000.000', 'k', '1 k k']) assert.deepEqual(readAmount(typed, cash), { value: null, problem: `“${typed}” is not a number.` });
  assert.equal(readAmount('  ', cash).problem, 'Enter a number.');
  assert.deepEqual(readAmount('9007199254740993', cash), { value: null, problem: 'At most $2,000,000.' }, 'it is not exact here');
});

test('a hint and a refusal tell what else is allowed', () => {
  assert.equal(rangeOf(bid), '$10,000 to $470,000, steps of $10,000, or $0');
  assert.equal(readAmount('-10000', bid).problem, 'At least $10,000, or $0.');
  assert.equal(readAmount('480000', bid).problem, 'At most $470,000, or $0.');
  assert.equal(readAmount('15000', bid).problem, 'In steps of $10,000, or $0.');
  assert.equal(readAmount('20', { ...grain, low: 5, step: 10 }).problem, 'In steps of 10 grain from 5 grain.');
  assert.equal(readAmount('5', { ...bid, low: 10, high: 0 }).problem, 'Only $0 is possible now.');
  assert.equal(readAmount('5', { ...cash, low: 10, words: { edition: 'As the edition says' } }).problem, 'At least $10, or “As the edition says”.');
});

test('an amount that is not exact is not sent, in a table of amounts either', () => {
  const rows = [{ name: 'A', label: 'Ada', cells: [], now: 0, form: cash }];
  const field = { name: 'g', label: 'G', form: { kind: 'grid', columns: [], rows } };
  for (const typed of ['2.5', '1.600']) assert.deepEqual(kindOf(field.form).trouble(field, { A: { typed } }).at, ['A'], typed);
});

test('the page allows what Python allows, and its reasons name no other numbers', () => {
  const numbers = (text) => text.match(/\d+(,\d{3})*/g) ?? [];
  let refused = 0;
  for (const { form, said } of table) for (const [typed, reason] of said) {
    const { problem } = readAmount(typed, form);
    assert.equal(problem === '', reason === null, `${typed} for ${JSON.stringify(form)}: “${problem}”, “${reason}”`);
    if (reason === null) continue;
    refused += 1;
    const [allowed] = reason.split(', not ');
    for (const number of numbers(problem)) assert.ok(numbers(allowed).includes(number), `${problem} ${reason}`);
  }
  assert.ok(refused > 20);
});

test('a reason that is not said at its field names it', () => {
  assert.equal(named('Quantity', 'At most 49.'), 'Quantity: at most 49.');
});
