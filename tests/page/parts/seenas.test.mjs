import assert from 'node:assert/strict';
import test from 'node:test';
import { SHORTCUTS, shortcutOf } from '../../../classkit/widgets/page/basics/keys.js';

// The part itself needs a page; what it decides does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { reveals, viewsOf } = await import('../../../classkit/widgets/page/parts/seenas.js');

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
