import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { AskedOnDesk, usualTime } = await import('../../../classkit/widgets/page/room/deskasked.js');
const { AskedOnPhone, isOpen, resultView } = await import('../../../classkit/widgets/page/room/asked.js');

test('a figure is asked for some turns or rounds ahead of the furthest table that is meant', () => {
  const tables = [{ place: 1, turn: 4, round: 1 }, { place: 2, turn: 9, round: 3 }];
  assert.equal(usualTime(tables, 0, 'turn'), 19);
  assert.equal(usualTime(tables, 1, 'turn'), 14);
  assert.equal(usualTime(tables, 2, 'round'), 6);
});

test('a result is shown when it is told, and not again to a desk that is opened later', () => {
  const desk = new AskedOnDesk(() => Promise.resolve(true), () => {});
  desk.take(null, { questions: [{ number: 1, told: true }] });
  assert.equal(desk.shown, 0);
  const before = { questions: [{ number: 1, told: true }, { number: 2, told: false }] };
  desk.take(before, { questions: [{ number: 2, told: true }, { number: 1, told: true }] });
  assert.equal(desk.shown, 2);
});

test('a telephone is asked what it may answer and has not', () => {
  const question = { told: false, why: '', mine: null };
  assert.equal(isOpen(question), true);
  assert.equal(isOpen({ ...question, mine: 0 }), false, 'the first answer is an answer');
  assert.equal(isOpen({ ...question, why: 'You sit at this table.' }), false);
  assert.equal(isOpen({ ...question, told: true }), false);
});

test('a number that the room refuses stays as it was typed, with the reason at its question', async () => {
  const refused = '\'1.600\' may be 1.6 or 1,600: write 1.6 or 1600.';
  const phone = new AskedOnPhone(async ({ answer }) => (answer === '1.600' ? refused : ''), () => {});
  for (const [typed, why, left] of [['1.600', refused, '1.600'], ['1600', '', undefined]]) {
    phone.typed[1] = typed;
    await phone.reply(1, typed);
    assert.deepEqual([phone.refusals[1], phone.typed[1]], [why, left]);
  }
});

test('a bar fills the share of its track that its figure says', () => {
  const bars = [['Yes', 2], ['No', 0], ['Maybe', 3]].map(([label, count]) => ({ label, count, came: false }));
  const widths = (answers, some = bars) => JSON.stringify(resultView({ bars: some, said: [], answers })).match(/"width":"[^"]+"/g);
  assert.deepEqual(widths(5), ['"width":"40%"', '"width":"0%"', '"width":"60%"']);
  assert.deepEqual(widths(0, [{ label: '7', count: 0, came: true }]), ['"width":"0%"'], 'nobody has answered');
});
