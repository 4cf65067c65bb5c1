import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { privacyWords } = await import('../../../classkit/widgets/page/phone.js');

test('the door promises no more than what the server does', () => {
  const said = privacyWords({ days: 90, trash: 30 });
  assert.match(said, /not used|nobody has used for 90 days is removed, and deleted for good after 30 more days/);
  assert.doesNotMatch(said, /with the lesson/);
});
