import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { define() {}, get() {} };
const { RulebookPart } = await import('../../../classkit/widgets/page/parts/rulebook.js');

test('rules that come when the table has become one of another game are asked for anew', async () => {
  /** @type {Array<(rules: Array<{id: string, text: string}>) => void>} */
  const asked = [];
  const part = Object.create(RulebookPart.prototype);
  Object.assign(part, { game: 'poleconomy', rules: null, drawn: [], kept: { detail: () => new Promise((tell) => asked.push(tell)) } });
  part.draw = () => part.drawn.push(part.rules[0].id);
  const loaded = part.load();
  part.game = 'economy';
  asked[0]([{ id: 'P1.1', text: 'the old game' }]);
  await new Promise((done) => setTimeout(done));
  assert.equal(part.rules, null);
  asked[1]([{ id: 'Y1.1', text: 'the new game' }]);
  await loaded;
  assert.deepEqual(part.drawn, ['Y1.1']);
});
