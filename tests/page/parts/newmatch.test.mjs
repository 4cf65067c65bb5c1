import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { optionIn, withoutOption } = await import('../../../classkit/widgets/page/parts/newmatch.js');

test('a refused option is named by its refusal', () => {
  const reason = 'option round_limit: must be a whole number from 1 to 200, not 500 (P15.1)';
  assert.equal(optionIn(reason), 'round_limit');
  assert.equal(withoutOption(reason), 'Must be a whole number from 1 to 200, not 500 (P15.1)');
  assert.equal(optionIn('Nine seats are too many.'), '');
});
