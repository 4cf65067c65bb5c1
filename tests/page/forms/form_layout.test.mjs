import assert from 'node:assert/strict';
import test from 'node:test';
import { afterMore, factPairs, isSmall, linesOf, planOf, roomFor, rowsFit, sizeOf } from '../../../classkit/widgets/page/forms/form_layout.js';

const room = { wide: 44, lines: 2 };
const button = (label) => ({ name: label, label, fields: [] });
const amount = { name: 'amount', label: 'Amount', form: { kind: 'amount', low: 204, high: 1_500, step: 1, unit: '$' } };
const bid = { name: 'bid', label: 'Bid', fields: [amount] };
const law = { name: 'law', label: 'Table a law', large: true, fields: [] };
const deal = { name: 'deal', label: 'Offer a deal', fields: [{ name: 'give', label: 'You give', form: { kind: 'bundle', fields: [amount] } }] };
const plan = (moves, { asides = [], others = false, told = true, within = room } = {}) => planOf(moves, asides, others, told, within);

test('things that stand one after the other are counted in lines', () => {
  assert.equal(linesOf([], 10), 0);
  assert.equal(linesOf([4, 4], 10), 1);
  assert.equal(linesOf([4, 4, 4], 10), 2);
  assert.equal(linesOf([25, 2], 10), 4);
});

test('a bid and a pass stand open in the bar', () => {
  assert.deepEqual(plan([button('Pass'), bid]), { folds: false, single: false, fits: true, answers: true, some: 2, refuses: false, barred: true, asides: 0, lean: false });
});

test('where there is no room for what is suggested, a number and its button stand open without it', () => {
  const offers = { ...bid, fields: [{ ...amount, suggest: [204, 700, 1_500].map((value) => ({ value, title: 'A value worth offering' })) }] };
  const { lean, folds, fits } = plan([button('Pass'), offers], { within: { wide: 30, lines: 2 } });
  assert.ok(lean && !folds && fits);
});

test('a form that is large, nested, or tells what it would bring about is opened by a button', () => {
  for (const form of [law, deal, { ...bid, preview: true }]) {
    assert.ok(!isSmall(form), form.name);
    const { folds, single, fits } = plan([button('Pass'), form]);
    assert.ok(folds && single && fits, form.name);
  }
});

test('of several forms each is opened by its button, and none by itself', () => {
  const { folds, single, fits } = plan([button('Pass'), bid, law]);
  assert.ok(folds && !single && fits);
});

test('where not all answers fit the first of them stand there, before the button that leads to all', () => {
  const buttons = Array.from({ length: 12 }, (_, at) => button(`Peg to the notes of ${at}`));
  assert.deepEqual([1, 2, 6].map((lines) => plan(buttons, { within: { ...room, lines } }).some), [3, 6, 12]);
  assert.ok(!plan(buttons).answers && plan(buttons, { within: { ...room, lines: 6 } }).fits);
});

test('what is not possible stays, with its reason, while there is room for it', () => {
  const barred = { name: 'c', label: 'Redeem bonds', barred: 'No bond is issued (P17.8).', fields: [] };
  assert.ok(plan([button('Done'), barred]).barred);
  const many = plan([button('Done'), ...Array(8).fill(barred)]);
  assert.ok(!many.barred && many.fits, 'what is possible comes before it');
});

test('what may be done besides comes last, as much of it as there is room for', () => {
  const asides = ['Cash in cards', 'Repay a loan', 'Offer a trade'].map(button);
  assert.equal(plan([button('Done')], { asides }).asides, 3);
  assert.equal(plan([button('Done')], { asides, within: { wide: 22, lines: 1 } }).asides, 1);
  assert.equal(plan(Array(12).fill(button('Peg to the notes')), { asides }).asides, 0);
});

test('a question of two lines and facts take a line of the answers each, one at least is left', () => {
  const [short, long] = ['Bid?', 'What do you bid for the railroad? '.repeat(3)];
  const lines = (width) => [[short, false], [long, false], [short, true], [long, true]].map(([said, told]) => roomFor(said, width, 44, told).lines);
  assert.deepEqual(lines('wide'), [2, 2, 2, 1]);
  assert.deepEqual(lines('medium'), [2, 2, 2, 2], 'in a cell the answers stand beside them');
  assert.ok(roomFor(long, 'narrow', 20, true).lines > 2);
});

test('up to three facts are one line of the bar, and a table is not', () => {
  assert.deepEqual(factPairs(null, 40), []);
  assert.deepEqual(factPairs({ columns: ['', 'Amount'], rows: [['Book value', '$100'], ['Minimum bid', '$1']], note: '' }, 40), [['Book value', '$100'], ['Minimum bid', '$1']]);
  assert.equal(factPairs({ columns: ['Player', 'Votes'], rows: [['Ada', '9']], note: 'A law.' }, 40), null);
  const shifts = { columns: ['', '−2', '−1', '+1', '+2'], rows: [['Leads to', 'Go', 'Chance', 'Baltic', 'Oriental']], note: '' };
  assert.equal(factPairs(shifts, 40)?.length, 4, 'more than three where their line has room');
  assert.equal(factPairs(shifts, 12), null);
  assert.equal(factPairs({ columns: ['Player', 'Votes'], rows: Array(4).fill(['The Honourable Society', '9']), note: '' }, 40), null);
  assert.ok(!plan([button('Yes')], { told: false }).fits);
});

test('four who answer in secret have their place in the bar, eight have not', () => {
  const rows = (count) => Array.from({ length: count }, () => ['I am Ada']);
  assert.ok(rowsFit(rows(4), room) && !rowsFit(rows(12), room) && rowsFit([], room));
  assert.ok(rowsFit(rows(4), { wide: 29, lines: 2 }), 'in a cell too');
});

test('answers are counted in the order in which they stand', () => {
  const options = [{ value: 1, label: 'A square with a long name, such as this' }, { value: 2, label: 'Go' }, { value: 3, label: 'Another one' }, { value: 4, label: 'Start' }, { value: 5, label: 'Home' }, { value: 6, label: 'Corner' }];
  const go = { name: 'go', label: 'Go to a square', fields: [{ name: 'square', label: 'Square', form: { kind: 'one_of', options, of: 'space' } }] };
  const within = { wide: 24, lines: 2 };
  assert.ok(plan([button('Stay'), go], { within }).folds, 'before a wide field it has a line of its own');
  assert.ok(!plan([go, button('Stay')], { within }).folds);
});

test('a question of three lines is whole, and the answers have one line', () => {
  const long = 'What do you bid for the railroad? '.repeat(5);
  assert.deepEqual(roomFor(long, 'wide', 44, false), { wide: 44, lines: 1, long: true });
  assert.deepEqual(roomFor(long, 'medium', 30, false), { wide: 30, lines: 2, long: true });
});

test('where answers lack room and one is not possible, a person sees all, with the reason', () => {
  const many = [...Array(12).fill(button('Peg to the notes')), { ...button('Peg to itself'), barred: 'No.' }];
  const wished = { all: false, less: false, asides: false };
  const showing = { plan: plan(many), room, rows: [], opened: false, law: false, besides: false, further: false, wished };
  assert.deepEqual([true, false].map((persons) => sizeOf({ ...showing, persons }).large), [true, false]);
});

test('one button leads to all that the bar does not show, and back', () => {
  const wished = { all: false, less: false, asides: false };
  const showing = { plan: plan([button('Done')]), room, rows: [], persons: false, opened: false, law: false, besides: true, further: true, wished };
  const bar = sizeOf(showing);
  assert.deepEqual([bar.large, bar.more], [false, 'More …']);
  const form = sizeOf({ ...showing, wished: afterMore(showing, bar) });
  assert.deepEqual([form.large, form.asides, form.more], [true, true, 'Show less']);
  assert.equal(sizeOf({ ...showing, further: false }).more, '', 'where all of it is in the bar there is no button');
});
