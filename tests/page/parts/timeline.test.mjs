import assert from 'node:assert/strict';
import test from 'node:test';

// The part itself needs a page; its track does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { heatTrack } = await import('../../../classkit/widgets/page/parts/timeline.js');

test('the track shows the heat of each turn up to now, and what lies ahead plain', () => {
  assert.equal(heatTrack([0, 0, 0, 3, 3], 4, 8),
    'linear-gradient(to right, var(--ck-heat-0) 0% 25%, var(--ck-heat-3) 25% 50%, var(--ck-line) 50%, var(--ck-line) 100%)');
  assert.equal(heatTrack([0, 2, 4], 1, 2),
    'linear-gradient(to right, var(--ck-heat-2) 0% 50%, var(--ck-line) 50%, var(--ck-line) 100%)', 'after Back');
});

test('where nobody may know prices the track is plain', () => {
  assert.equal(heatTrack([], 6, 8), 'linear-gradient(to right, var(--ck-line) 75%, var(--ck-line) 100%)');
});
