import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { privacyWords } = await import('../../../classkit/widgets/page/phone.js');

test('the door promises no more than what the server does', () => {
  const said = privacyWords({ days: 90, trash: 30 });
  assert.match(said, /While the server runs, it removes a room that nobody has used for 90 days, and deletes it for good 30 days later/);
  assert.match(privacyWords({ days: 1, trash: 30 }), /nobody has used for 1 day,/);
  assert.doesNotMatch(said, /with the lesson/);
});
