import assert from 'node:assert/strict';
import test from 'node:test';
import { factsWide, isSmall, linesOf, planOf, roomFor, rowsFit } from '../../../classkit/widgets/page/forms/form_layout.js';

const room = { wide: 48, lines: 2 };
const button = (label) => ({ name: label, label, fields: [] });
const amount = { name: 'amount', label: 'Amount', form: { kind: 'amount', low: 204, high: 1_500, step: 1, unit: 'dollars' } };
const bid = { name: 'bid', label: 'Bid', fields: [amount] };
const law = { name: 'law', label: 'Table a law', large: true, fields: [] };
const deal = { name: 'deal', label: 'Offer a deal', fields: [{ name: 'give', label: 'You give', form: { kind: 'bundle', fields: [amount] } }] };

test('things that stand one after the other are counted in lines', () => {
  assert.equal(linesOf([], 10), 0);
  assert.equal(linesOf([4, 4], 10), 1);
  assert.equal(linesOf([4, 4, 4], 10), 2);
  assert.equal(linesOf([25, 2], 10), 4);
});

test('a bid and a pass stand open in the bar', () => {
  assert.deepEqual(planOf([button('Pass'), bid], false, 0, room), { tall: false, folds: false, single: false, fits: true, answers: true, some: 2, dense: false, barred: true });
});

test('a form that is large, nested, or tells what it would bring about is opened by a button', () => {
  for (const form of [law, deal, { ...bid, preview: true }]) {
    assert.ok(!isSmall(form), form.name);
    const plan = planOf([button('Pass'), form], false, 0, room);
    assert.ok(plan.folds && plan.single && plan.fits, form.name);
  }
});

test('of several forms each is opened by its button, and none by itself', () => {
  const plan = planOf([button('Pass'), bid, law], false, 0, room);
  assert.ok(plan.folds && !plan.single && plan.fits);
});

test('a third line is close, and a fourth does not fit', () => {
  const buttons = (count) => Array.from({ length: count }, (_, at) => button(`Peg to the notes of ${at}`));
  assert.deepEqual([4, 8, 9].map((count) => planOf(buttons(count), false, 0, room)).map(({ fits, dense }) => [fits, dense]), [[true, false], [true, true], [true, true]]);
  assert.ok(!planOf(buttons(10), false, 0, room).fits);
  assert.ok(planOf(buttons(10), false, 0, { ...room, lines: 6 }).fits, 'a telephone has more lines');
});

test('where not all answers fit the first of them stand there, before the button that leads to all', () => {
  const buttons = Array.from({ length: 12 }, (_, at) => button(`Peg to the notes of ${at}`));
  assert.equal(planOf(buttons, false, 0, room).some, 5);
  assert.equal(planOf(buttons, false, 0, { ...room, head: 4 }).some, 2);
  assert.equal(planOf(buttons, false, 0, { ...room, head: 5 }).some, 0, 'a question that takes the bar leaves none');
});

test('a form that fits beside a short question is opened by a button below a long one', () => {
  const release = { name: 'release', label: 'Release', fields: ['Grain', 'Oil', 'Tech'].map((label) => ({ ...amount, label })) };
  assert.ok(!planOf([release], false, 0, { ...room, head: 3 }).folds);
  const long = planOf([release], false, 0, { ...room, head: 4 });
  assert.ok(long.folds && long.fits && long.single, 'or its button would lie below the bar');
});

test('beside a large board an auction stands open in the bar, whose lines are short and many', () => {
  const room = (beside) => roomFor('Ada decides  Bid for Vermont Avenue? Bids start at $1. Rule Q2.2  ', 'wide', true, 22, true, false, beside);
  assert.ok(planOf([button('Pass'), bid], false, 10, room(false)).folds);
  const plan = planOf([button('Pass'), bid], false, 10, room(true));
  assert.ok(!plan.folds && plan.fits);
});

test('on a low stage a long question takes a line of the answers, before facts a shorter one does', () => {
  const [short, long, longer] = ['Bid?', 'What do you bid for the railroad? '.repeat(2), 'What do you bid now? '.repeat(8)];
  const heads = (told) => [short, long, longer].map((said) => roomFor(said, 'wide', true, 45, told).head);
  assert.deepEqual(heads(false), [3, 3, 5]);
  assert.deepEqual(heads(true), [3, 4, 5]);
});

test('options that fill both lines leave no room for a button beside them that leads to reasons', () => {
  const options = ['a1', 'a8: Power loom, Textile', 'h1: Hardware store, Trade', 'h8: Bookshop, Media'];
  const go = { name: 'go', label: 'Move', fields: [{ name: 'space', label: 'Space', form: { kind: 'one_of', options: options.map((label) => ({ value: label, label })) } }] };
  const barred = { name: 'c', label: 'Stay', barred: 'You have just come (E2.5).', fields: [] };
  const alone = planOf([go], false, 0, room);
  assert.ok(alone.tall && alone.barred, 'and no button leads to reasons where there are none');
  assert.ok(!planOf([go, barred], false, 0, room).tall);
});

test('what is not possible is shown while there is room for it, and what is possible comes first', () => {
  const barred = { name: 'c', label: 'Redeem bonds', barred: 'No bond is issued (P17.8).', fields: [] };
  assert.ok(planOf([button('Done'), barred], false, 0, room).barred);
  assert.ok(!planOf([button('Done'), ...Array(8).fill(barred)], false, 0, room).barred);
  assert.ok(planOf([button('Done'), ...Array(8).fill(barred)], false, 0, room).fits);
});

test('a few facts are one line of the bar, and a table is not', () => {
  assert.equal(factsWide(null), 0);
  assert.ok(factsWide({ columns: ['', 'Amount'], rows: [['Book value', '$100'], ['Minimum bid', '$1']] }) < 25);
  assert.equal(factsWide({ columns: ['Player', 'Votes'], rows: [['Ada', '9']], note: 'A law.' }), Infinity);
  assert.ok(!planOf([button('Yes'), button('No')], false, Infinity, room).fits);
});

test('one choice among a few long options fills two lines, with its button beside them', () => {
  const places = ['a1', 'a8: Power loom, Textile, Invention', 'h1: Hardware store, Construction', 'h8: Bookshop'];
  const options = places.map((label) => ({ value: label, label }));
  const move = { name: 'go', label: 'Move', fields: [{ name: 'space', label: 'Space', form: { kind: 'one_of', options, of: 'space' } }] };
  assert.ok(!planOf([move], false, 0, room).folds);
  assert.ok(planOf([button('Stay'), move], false, 0, room).folds);
});

test('four who answer in secret have their place in the bar, eight have not', () => {
  const rows = (count) => Array.from({ length: count }, () => ['I am Ada: show my choices']);
  assert.ok(rowsFit(rows(4), room) && !rowsFit(rows(8), room) && rowsFit([], room));
});
