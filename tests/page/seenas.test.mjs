import assert from 'node:assert/strict';
import test from 'node:test';
import { SHORTCUTS, shortcutOf } from '../../classkit/widgets/static/keys.js';
import { applyPatch, growNews } from '../../classkit/widgets/static/state.js';

// The part itself needs a page; what it decides does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { reveals, viewsOf } = await import('../../classkit/widgets/static/seenas.js');

const line = (id, text = `line ${id}`) => ({ id, turn: 1, seat: null, text, rule: '' });

test('a table is seen as everybody, as each seat by its present name, and as the instructor', () => {
  const fixed = { seats: [{ id: 'A', name: 'Ada' }, { id: 'B', name: 'Bo' }] };
  const views = viewsOf(fixed, { seats: { B: { who: 'person', name: 'Bea' } } });
  assert.deepEqual(views.map(([id]) => id), ['everybody', 'A', 'B', 'instructor']);
  assert.deepEqual(views.map(([, words]) => words), ['Everybody’s view', 'View of Ada', 'View of Bea', 'Instructor’s view']);
});

test('a second question is asked before something hidden is shown, and never before it is hidden', () => {
  assert.equal(reveals('everybody', 'A'), true);
  assert.equal(reveals('everybody', 'instructor'), true);
  assert.equal(reveals('A', 'B'), true);
  assert.equal(reveals('A', 'everybody'), false);
  assert.equal(reveals('instructor', 'everybody'), false);
  assert.equal(reveals('instructor', 'A'), false);
  assert.equal(reveals('A', 'A'), false);
});

test('one key hides everything, and no list takes it for its own', () => {
  assert.equal(shortcutOf({ key: 'e' }, ''), 'everybody');
  assert.equal(shortcutOf({ key: 'e' }, 'text'), null);
  const keys = SHORTCUTS.flatMap((shortcut) => shortcut.keys);
  assert.equal(new Set(keys).size, keys.length);
});

test('older news are put anew in their place, dropped, and forgotten', () => {
  const news = [1, 2, 3, 4, 5].map((id) => line(id));
  assert.deepEqual(growNews(news, { cut: 6, add: [line(6)] }).map(({ id }) => id), [1, 2, 3, 4, 5, 6]);
  const masked = growNews(news, { cut: 5, add: [line(7)], put: [line(2, 'hidden')], drop: [4], from: 2 });
  assert.deepEqual(masked.map(({ id, text }) => [id, text]), [[2, 'hidden'], [3, 'line 3'], [7, 'line 7']]);
  const shown = growNews(masked, { cut: 8, add: [], put: [line(2), line(4)] });
  assert.deepEqual(shown.map(({ id, text }) => [id, text]), [[2, 'line 2'], [3, 'line 3'], [4, 'line 4'], [7, 'line 7']]);
  assert.equal(growNews(news, { cut: 9, add: [] }).length, 5);
});

test('lines put anew may come without the names of their parts', () => {
  const now = { news: [line(1), line(2)], asks: [] };
  const after = applyPatch(now, { news: { cut: 3, add: [], put: [[1, 1, 'A', 'Ada lands on a hidden card.', 'E3.1']] } });
  assert.equal(after.news[0].text, 'Ada lands on a hidden card.');
  assert.equal(after.news[1], now.news[1]);
});
