import assert from 'node:assert/strict';
import test from 'node:test';
import { fewValues, readAmount, sayAmount, slides } from '../../../classkit/widgets/page/forms/amounts.js';
import { judge, wholeMove } from '../../../classkit/widgets/page/forms/moveform.js';
import { Drafts } from '../../../classkit/widgets/page/forms/panel.js';
import { cellsOf } from '../../../classkit/widgets/page/basics/tables.js';
import { filledIn, keptFrom, kindOf, troubleIn, valuesOf } from '../../../classkit/widgets/page/forms/fields.js';
import { here, inside } from '../../../classkit/widgets/page/forms/validation_message.js';
import { rangeWords, withLimit } from '../../../classkit/widgets/page/forms/nested.js';

const field = { name: 'n', label: 'N', form: { kind: 'amount', low: 1, high: 9, step: 1 } };

test('a table of two columns is read across, others stay as they are', () => {
  const votes = { columns: ['Player', 'Votes'], rows: [['Ada', '9'], ['Bo', '7']] };
  assert.deepEqual(cellsOf(votes, true), { head: ['Player', 'Ada', 'Bo'], rows: [['Votes', '9', '7']] });
  assert.deepEqual(cellsOf(votes, false), { head: votes.columns, rows: votes.rows });
  const taxes = { columns: ['Player', 'Now', 'Would', 'Pays'], rows: [['Ada', '$0', '$9', '$5']] };
  assert.deepEqual(cellsOf(taxes, true), { head: taxes.columns, rows: taxes.rows });
  const paid = { columns: ['Each payment', 'Now', 'Then'], rows: [['Ada', '$0', '$9'], ['Bo', '$1', '$2']] };
  assert.deepEqual(cellsOf(paid, true), { head: ['Each payment', 'Ada', 'Bo'], rows: [['Now', '$0', '$1'], ['Then', '$9', '$2']] });
  const many = { ...paid, rows: Array.from({ length: 6 }, () => ['Ada', '$0', '$9']) };
  assert.deepEqual(cellsOf(many, true), { head: many.columns, rows: many.rows });
});

test('words may stand in the place of an amount', () => {
  const rounds = { kind: 'amount', low: 1, high: 200, step: 1, also: [0], words: { auto: 'Auto' } };
  assert.deepEqual(readAmount(' auto', rounds), { value: 'auto', problem: '' });
  assert.deepEqual(readAmount('12', rounds), { value: 12, problem: '' });
  assert.match(readAmount('never', rounds).problem, /not a number/);
  assert.match(readAmount('500', rounds).problem, /At most 200/);
  assert.equal(sayAmount('auto', rounds), 'Auto');
  assert.equal(fewValues({ ...rounds, high: 3 }), null);
});

test('one of a thing is called by its own word', () => {
  const bonds = { kind: 'amount', low: 0, high: 9, step: 1, unit: 'bonds', one: 'bond' };
  assert.deepEqual([0, 1, 2].map((value) => sayAmount(value, bonds)), ['0 bonds', '1 bond', '2 bonds']);
  assert.match(readAmount('0', { ...bonds, low: 1 }).problem, /At least 1 bond\./);
  assert.equal(sayAmount(1, { ...bonds, one: undefined }), '1 bonds');
});

test('a slider is there where each of its steps can be reached', () => {
  assert.ok(slides({ kind: 'amount', low: 0, high: 500_000, step: 10_000 }));
  assert.ok(!slides({ kind: 'amount', low: 0, high: 120_000, step: 1 }));
  assert.ok(!slides({ kind: 'amount', low: 5, high: 5, step: 1 }));
});

test('a move that can tell what it brings about is asked for it, another whether it is allowed', async () => {
  const sent = [];
  const store = { fixed: {}, now: {}, detail: async (action) => { sent.push(action); return action.do === 'form' ? { name: 'tax', fields: [field] } : { reason: null }; } };
  await judge(store, 'A', { name: 'tax', preview: true }, { n: 2 }, false);
  await judge(store, 'A', { name: 'bid' }, { n: 2 }, true);
  assert.deepEqual(sent.map((action) => [action.do, action.aside]), [['preview', false], ['check', true]]);
  const whole = await wholeMove(store, 'A', { name: 'tax', large: true });
  assert.equal(whole.fields[0].form.high, 9);
  store.detail = async () => null;
  assert.equal(await wholeMove(store, 'A', { name: 'tax' }), null);
});

const choice = (...values) => ({ kind: 'one_of', options: values.map((value) => ({ value, label: value })) });
const law = {
  name: 'law', label: 'Law', form: {
    kind: 'bundle', optional: ['cap'], fields: [
      { name: 'who', label: 'Who', form: choice('all', 'one') }, { ...field, name: 'cap' },
      { name: 'rows', label: 'Row', form: { kind: 'list_of', at_least: 1, at_most: 3, form: field.form } },
    ],
  },
};

test('what has not been chosen yet is no mistake', () => {
  const missing = troubleIn([law], filledIn([law]));
  assert.deepEqual(missing, { text: 'Choose: Who.', at: ['law', 'who'], missing: true });
  const [rows] = [{ id: 0, filled: { typed: '12' } }].map((row) => [row]);
  assert.deepEqual(troubleIn([law], { law: { who: 'all', rows } }), { text: 'At most 9.', at: ['law', 'rows', 0], missing: false });
  assert.equal(troubleIn([law], { law: { who: 'all', rows: [] } }), null);
});

test('a mistake is told before what is only missing', () => {
  const fields = [{ name: 'to', label: 'To', form: choice('B', 'C') }, field];
  const filled = { ...filledIn(fields), n: { typed: 'none' } };
  assert.deepEqual(troubleIn(fields, filled).at, ['n']);
  assert.deepEqual(troubleIn(fields, { ...filled, n: 3 }), { text: 'Choose: To.', at: ['to'], missing: true });
});

test('a reason is said at the innermost part that is shown', () => {
  const why = { text: 'Too much.', at: ['law', 'cap'] };
  assert.equal(here(why, ['law']), '');
  assert.equal(here(inside(why, 'law'), ['who']), 'Too much.', 'the part is left out, so its box says it');
  assert.equal(here(inside(inside(why, 'law'), 'cap')), 'Too much.');
  assert.equal(inside(why, 'other'), null);
});

test('a part that is left out is not sent, and a row is what it holds', () => {
  const filled = filledIn([law]);
  assert.deepEqual(valuesOf([law], filled), { law: { who: undefined, rows: [1] } });
  const example = { who: 'one', cap: 3, rows: [4, 5] };
  const { form } = law;
  assert.deepEqual(kindOf(form).read(form, kindOf(form).fill(form, example)), example);
});

test('few options stand side by side unless their words need more lines than a bar has', () => {
  const cards = (words) => choice(...['Dye', 'Chip', 'Grocer', 'Pharmacy', 'Vaccine'].map((name) => `${name}${words}`));
  const of = (form) => kindOf(form).widths({ label: 'Card', form })[0];
  assert.equal(kindOf(cards('')), kindOf(choice('a', 'b')));
  assert.notEqual(kindOf(cards(', of the sector Electronics, 3 points')), kindOf(choice('a', 'b')));
  assert.ok(of(cards(', of the sector Electronics, 3 points')) < 46, 'folded up they stand in the bar');
});

test('what goes with another choice is given up with it', () => {
  const space = { name: 'give', label: 'Give', form: {
    kind: 'some_of', at_least: 0, at_most: null, options: [{ value: 'x', label: 'X' }, { value: 'y', label: 'Y' }],
    given: { field: 'to', values: ['B', 'C'] },
  } };
  const fields = [{ name: 'to', label: 'To', form: choice('B', 'C') }, space];
  const kept = keptFrom(fields, { to: 'C', give: ['x', 'y'] });
  assert.deepEqual(filledIn(fields, kept), { to: 'C', give: ['y'] });
});

test('a row of a table has its own bounds, which may change while it is filled in', () => {
  const form = { kind: 'amount', low: 100_000, high: 200_000, step: 10_000, unit: '$' };
  const row = { name: 'A', label: 'Ada', cells: [], now: 100_000, form };
  assert.equal(withLimit(row, undefined), row);
  assert.equal(withLimit(row, [100_000, 200_000]), row);
  assert.deepEqual(withLimit(row, [0, 50_000]).form, { ...form, low: 0, high: 50_000 });
  assert.equal(row.form.high, 200_000);
  assert.equal(rangeWords(form), '$100,000 to $200,000');
  assert.equal(rangeWords({ ...form, high: 100_000 }), 'only $100,000');
});

test('a draft is kept by question and move, the oldest goes first', () => {
  const drafts = new Drafts();
  drafts.keep('1 tax', { open: true });
  drafts.keep('1 tax', { values: { n: 3 } });
  assert.deepEqual(drafts.get('1 tax'), { open: true, values: { n: 3 } });
  assert.equal(drafts.get('2 tax'), undefined);
  drafts.delete('1 tax');
  assert.equal(drafts.get('1 tax'), undefined);
  for (let number = 0; number < 61; number += 1) drafts.keep(`${number}`, { open: false });
  assert.equal(drafts.get('0'), undefined);
  assert.ok(drafts.get('1') && drafts.get('60'));
});

test('what cannot be sent yet is kept as it was typed, while its field asks for the same', () => {
  const typed = { n: { typed: 'ab' } };
  assert.deepEqual(filledIn([field], keptFrom([field], typed)), typed);
  assert.equal(valuesOf([field], typed).n, null);
  const other = { ...field, form: choice('a', 'b') };
  assert.deepEqual(filledIn([other], keptFrom([field], typed)), { n: undefined });
});

test('a choice of several that is still empty names its field', () => {
  const squares = { name: 'squares', label: 'Squares', form: { kind: 'some_of', at_least: 2, at_most: null, options: [{ value: 'x', label: 'X' }, { value: 'y', label: 'Y' }] } };
  const { trouble } = kindOf(squares.form);
  assert.deepEqual(trouble(squares, []), { text: 'Squares: choose at least 2.', at: [], missing: true });
  assert.deepEqual(trouble(squares, ['x']), { text: 'Choose at least 2.', at: [], missing: false });
  assert.equal(trouble(squares, ['x', 'y']), null);
});
