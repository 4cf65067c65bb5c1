import assert from 'node:assert/strict';
import test from 'node:test';
import { wholeAsks, wholeLooks, wholeNow, wholeRows } from '../../classkit/widgets/static/fill.js';
import { accept, applyPatch, emptyState } from '../../classkit/widgets/static/state.js';

test('of the texts on the board only those that changed are sent', () => {
  const signs = [{ id: 'lot', x: 5, y: 5, text: 'Baltic' }, { id: 'bid', x: 5, y: 9, text: 'No bid' }];
  const now = wholeNow({ board: { looks: {}, signs } }, { board: { spaces: [] } });
  const next = applyPatch(now, { board: { signed: [{ id: 'bid', text: '$6 by A' }] } });
  assert.deepEqual(next.board.signs.map((sign) => sign.text), ['Baltic', '$6 by A']);
  assert.equal(next.board.signs[0], now.board.signs[0]);
  assert.equal('signed' in next.board, false);
});

test('rows are filled in from the row before, deep', () => {
  const rows = wholeRows([
    { turn: 1, values: { number: 1, worth: { A: 5, B: 6 }, split: { A: { cash: 1, bonds: 2 } } } },
    { turn: 2, values: { worth: { B: 7 }, split: { A: { cash: 3 } } } },
    { turn: 3, values: {} },
  ], undefined);
  assert.deepEqual(rows[2].values, { number: 1, worth: { A: 5, B: 7 }, split: { A: { cash: 3, bonds: 2 } } });
  assert.deepEqual(rows[0].values.worth, { A: 5, B: 6 });
});

test('a patch of rows continues from the row it follows, also after a cut', () => {
  const now = wholeNow({ chart: { rows: [{ turn: 1, values: { a: 1, b: 1 } }, { turn: 2, values: { a: 2 } }] } }, null);
  const next = applyPatch(now, { chart: { cut: 1, add: [{ turn: 2, values: { b: 9 } }] } });
  assert.deepEqual(next.chart.rows[1].values, { a: 1, b: 9 });
  assert.deepEqual(applyPatch(now, { chart: { cut: 0, add: [{ turn: 0, values: { a: 0 } }] } }).chart.rows[0].values, { a: 0 });
});

test('plain options get the title of the space or the name of the seat', () => {
  const fixed = { seats: [{ id: 'A', name: 'Ada' }], board: { spaces: [{ id: 'I07', title: 'I.P. Sharp', subtitle: 'computing' }] } };
  const asks = wholeAsks([{ seat: 'A', moves: [{ name: 'go', label: 'Go', fields: [
    { name: 'to', label: 'To', form: { kind: 'one_of', of: 'space', options: ['I07', 'X1'] } },
    { name: 'who', label: 'Who', form: { kind: 'some_of', of: 'seat', options: ['A'] } },
    { name: 'deal', label: 'Deal', form: { kind: 'bundle', fields: [{ name: 'with', label: 'With', form: { kind: 'list_of', at_least: 0, at_most: 2, form: { kind: 'one_of', of: 'seat', options: ['A'] } } }] } },
  ] }, { name: 'stay', label: 'Stay' }] }], fixed, { seats: { A: { name: 'Eve' } } });
  const [go, stay] = asks[0].moves;
  assert.deepEqual(go.fields[0].form.options, [{ value: 'I07', label: 'I.P. Sharp, computing' }, { value: 'X1', label: 'X1' }]);
  assert.deepEqual(go.fields[1].form.options, [{ value: 'A', label: 'Eve' }]);
  assert.deepEqual(go.fields[2].form.fields[0].form.form.options, [{ value: 'A', label: 'Eve' }]);
  assert.deepEqual(stay.fields, []);
  assert.deepEqual(asks[0].asides, []);
});

test('a new name reaches the labels of the asks that wait', () => {
  const snapshot = { kind: 'snapshot', seq: 1, fixed: { seats: [{ id: 'A', name: 'Ada' }], board: { spaces: [] } }, now: {
    seats: { A: { who: 'person' } }, asks: [{ seat: 'A', moves: [{ name: 'm', label: 'M', fields: [{ name: 'f', label: 'F', form: { kind: 'one_of', of: 'seat', options: ['A'] } }] }] }] } };
  const { state } = accept(emptyState(), snapshot);
  const after = accept(state, { kind: 'step', seq: 2, patch: { seats: { A: { who: 'person', name: 'Eve' } } } }).state;
  assert.equal(after.now.asks[0].moves[0].fields[0].form.options[0].label, 'Eve');
});

test('one look may stand for many spaces, and pieces may move one by one', () => {
  assert.deepEqual(wholeLooks({ same: [[{ text: '$2' }, ['a', 'b']]], looks: { c: { text: '$1' } } }).looks, { a: { text: '$2' }, b: { text: '$2' }, c: { text: '$1' } });
  const now = wholeNow({ board: { looks: { a: { text: '1' } }, pieces: [{ id: 'A', space: 'a' }, { id: 'B', space: 'a' }] } }, null);
  const next = applyPatch(now, { board: { same: [[{ text: '2' }, ['a', 'b']]], moved: [{ id: 'B', space: 'b' }] } });
  assert.deepEqual(next.board.pieces, [{ id: 'A', space: 'a' }, { id: 'B', space: 'b' }]);
  assert.deepEqual(Object.keys(next.board.looks), ['a', 'b']);
  assert.equal('same' in next.board || 'moved' in next.board, false);
});

test('seats in a patch join those that are there', () => {
  const now = wholeNow({ seats: { A: { who: 'person' }, B: { who: 'tycoon' } } }, null);
  assert.deepEqual(applyPatch(now, { seats: { B: { who: 'person' } } }).seats, { A: { who: 'person' }, B: { who: 'person' } });
});

test('of a timeline, a seat and a line of the standings only what differs is sent', () => {
  const now = wholeNow({
    timeline: { turn: 4, last: 9, marks: [{ turn: 2, label: 'x' }] }, seats: { A: { who: 'tycoon', name: 'Ada', mover: false }, B: { who: 'person', mover: true } },
    standings: [{ seat: 'B', score: 9, place: 1, text: '$9' }, { seat: 'A', score: 4, place: 2, text: '$4' }],
  }, null);
  const after = applyPatch(now, { timeline: { turn: 5 }, seats: { A: { mover: true } }, standings: { A: { score: 5, text: '$5' } } });
  assert.deepEqual(after.timeline, { turn: 5, last: 9, marks: [{ turn: 2, label: 'x' }] });
  assert.deepEqual(after.seats.A, { who: 'tycoon', name: 'Ada', mover: true });
  assert.equal(after.seats.B, now.seats.B);
  assert.deepEqual(after.standings[1], { seat: 'A', score: 5, place: 2, text: '$5' });
  assert.deepEqual(applyPatch(after, { standings: [{ seat: 'A', score: 10, place: 1, text: '$10' }] }).standings.length, 1);
});

test('a move without words of its own is the space of its name', () => {
  const fixed = { seats: [], board: { spaces: [{ id: 'C0', title: 'Royal Bank' }] } };
  const [ask] = wholeAsks([{ seat: 'A', moves: [{ name: 'C0' }, { name: 'throw', label: 'Throw' }] }], fixed, {});
  assert.deepEqual(ask.moves.map(({ label, space, fields }) => [label, space, fields]), [['Royal Bank', 'C0', []], ['Throw', '', []]]);
});
