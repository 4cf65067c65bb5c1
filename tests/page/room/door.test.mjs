import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { privacyWords, waitingWords } = await import('../../../classkit/widgets/page/phone.js');

test('the door promises no more than what the server does', () => {
  const said = privacyWords({ days: 90, trash: 30 });
  assert.match(said, /While the server runs, it removes a room that nobody has used for 90 days, and deletes it for good 30 days later/);
  assert.match(privacyWords({ days: 1, trash: 30 }), /nobody has used for 1 day,/);
  assert.doesNotMatch(said, /with the lesson/);
});

test('who has no seat is told why, and that they may get one', () => {
  const words = (playing, left = 0) => waitingWords({ playing, left_table: left });
  assert.match(words(false), /^The tables will be set up/);
  assert.match(words(true), /^The others are playing already. Your teacher can give you a seat/);
  assert.doesNotMatch(words(true), /projector/);
  assert.match(words(true, 2), /^Your teacher has taken you from table 2. Wait for a seat/);
});
