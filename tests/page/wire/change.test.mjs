import assert from 'node:assert/strict';
import test from 'node:test';
import { after } from '../../../classkit/widgets/page/wire/messages.js';

test('what changed inside a table is put in, and the rest stays the very same', () => {
  const before = { turn: 3, board: { looks: { a: { text: '1' }, b: { text: '2' } }, path: ['a'] }, news: [] };
  const now = after(before, { in: { turn: { is: 4 }, board: { in: { looks: { in: { b: { in: { text: { is: '3' } } } } } } } } });
  assert.deepEqual(now, { turn: 4, board: { looks: { a: { text: '1' }, b: { text: '3' } }, path: ['a'] }, news: [] });
  assert.equal(now.news, before.news);
  assert.equal(now.board.path, before.board.path);
  assert.equal(now.board.looks.a, before.board.looks.a);
  assert.equal(before.board.looks.b.text, '2');
});

test('what is gone from a table is taken out, and what is new is put in', () => {
  assert.deepEqual(after({ a: 1, b: 2 }, { gone: ['a'], in: { c: { is: { d: null } } } }), { b: 2, c: { d: null } });
});

test('a list grows, gives way and slides', () => {
  const list = [{ id: 1 }, { id: 2 }, { id: 3 }];
  const grown = after(list, { splice: [[3, 0, [{ id: 4 }]]] });
  assert.deepEqual(grown.map(({ id }) => id), [1, 2, 3, 4]);
  assert.equal(grown[0], list[0]);
  assert.deepEqual(after([1, 2, 3], { splice: [[1, 1, [9, 9]]] }), [1, 9, 9, 3]);
  assert.deepEqual(after([1, 2, 3, 4], { splice: [[0, 2, []], [2, 0, [5]]] }), [3, 4, 5]);
  assert.deepEqual(list, [{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('a value may become nothing, and nothing a value', () => {
  assert.equal(after({ a: 1 }, { is: null }), null);
  assert.deepEqual(after({ over: null }, { in: { over: { is: 'the end' } } }), { over: 'the end' });
  const same = { a: [1] };
  assert.deepEqual(after(same, {}), same);
});
