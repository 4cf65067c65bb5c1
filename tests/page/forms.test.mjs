import assert from 'node:assert/strict';
import test from 'node:test';
import { fewValues, readAmount, sayAmount, slides } from '../../classkit/widgets/static/amounts.js';
import { inOrder, judge, manyForms, wholeMove } from '../../classkit/widgets/static/hands.js';
import { placeIn, troubleOf } from '../../classkit/widgets/static/nested.js';
import { optionIn, withoutOption } from '../../classkit/widgets/static/newmatch.js';
import { cellsOf } from '../../classkit/widgets/static/preview.js';

const field = { name: 'n', label: 'N', form: { kind: 'amount', low: 1, high: 9, step: 1 } };

test('a table of two columns is read across, others stay as they are', () => {
  const votes = { columns: ['Player', 'Votes'], rows: [['Ada', '9'], ['Bo', '7']] };
  assert.deepEqual(cellsOf(votes, true), { head: ['Player', 'Ada', 'Bo'], rows: [['Votes', '9', '7']] });
  assert.deepEqual(cellsOf(votes, false), { head: votes.columns, rows: votes.rows });
  const taxes = { columns: ['Player', 'Now', 'Then'], rows: [['Ada', '$0', '$9']] };
  assert.deepEqual(cellsOf(taxes, true), { head: taxes.columns, rows: taxes.rows });
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

test('a slider is there where each of its steps can be reached', () => {
  assert.ok(slides({ kind: 'amount', low: 0, high: 500_000, step: 10_000 }));
  assert.ok(!slides({ kind: 'amount', low: 0, high: 120_000, step: 1 }));
  assert.ok(!slides({ kind: 'amount', low: 5, high: 5, step: 1 }));
});

test('large forms count as forms, though they are only named', () => {
  const moves = [{ name: 'tax', label: 'Tax', large: true, fields: [] }, { name: 'no', label: 'No', barred: 'Why', fields: [] }, { name: 'done', label: 'Done', fields: [] }];
  assert.deepEqual(inOrder(moves).map((move) => move.name), ['done', 'tax', 'no']);
  const form = { name: 'f', label: 'F', fields: [field] };
  assert.ok(!manyForms([...moves, form, form]));
  assert.ok(manyForms([...moves, form, form, form]));
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

test('what has not been chosen yet is no mistake', () => {
  const editor = (kind, value, problem) => ({ kind, node: kind, read: () => value, problem: () => problem });
  assert.equal(troubleOf(editor('amount', 3, '')), null);
  assert.deepEqual(troubleOf(editor('radio', undefined, 'Choose: N.')), { node: 'radio', text: 'Choose: N.', missing: true });
  assert.equal(troubleOf(editor('amount', 3, 'At most 2.')).missing, false);
  const nested = { ...editor('bundle', {}, ''), find: (at) => at.join('/') };
  assert.equal(placeIn(nested, ['law', 0]), 'law/0');
  assert.equal(placeIn(nested, []), 'bundle');
});

test('a refused option is named by its refusal', () => {
  const reason = 'option round_limit: must be 1 to 200, not 500 (P15.1)';
  assert.equal(optionIn(reason), 'round_limit');
  assert.equal(withoutOption(reason), 'Must be 1 to 200, not 500 (P15.1)');
  assert.equal(optionIn('Nine seats are too many.'), '');
});
