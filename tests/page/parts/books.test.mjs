import assert from 'node:assert/strict';
import test from 'node:test';

// The part itself needs a page; what it decides does not.
globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
const { cellsShown, RulebookPart, SheetsPart, sizeWords } = await import('../../../classkit/widgets/page/parts/books.js');

const sheet = {
  name: 'cash-flow', total: 2,
  columns: [{ label: 'Why', number: false }, { label: 'Paid, $', number: true }],
  rows: [['rent', '0'], ['<b>', '1,200']],
};

test('a sheet is read from its latest row, amounts apart from words', () => {
  assert.deepEqual(cellsShown(sheet), [
    [{ text: '<b>', number: false }, { text: '1,200', number: true }],
    [{ text: 'rent', number: false }, { text: '0', number: true }],
  ]);
});

test('a long sheet tells where its other rows are', () => {
  assert.equal(sizeWords(sheet), '2 rows');
  assert.equal(sizeWords({ ...sheet, total: 1, rows: [['rent', '0']] }), '1 row');
  assert.match(sizeWords({ ...sheet, total: 400 }), /^400 rows, the latest 2 shown; the file has all$/);
});

test('rules that come when the table has become one of another game are asked for anew', async () => {
  /** @type {Array<(rules: Array<{id: string, text: string}>) => void>} */
  const asked = [];
  const part = Object.create(RulebookPart.prototype);
  const detail = () => new Promise((tell) => asked.push(tell));
  const store = { now: { seen_as: 'everybody' }, fixed: { game: 'poleconomy' }, detail };
  Object.assign(part, {
    page: { at: '', found: null, fixed: null, eyes: '', subject: '' }, loading: false, drawn: [], store,
  });
  part.draw = () => part.drawn.push(part.found[0].id);
  const loaded = part.load();
  part.store.fixed = { game: 'economy' };
  asked[0]([{ id: 'P1.1', text: 'the old game' }]);
  await new Promise((done) => setTimeout(done));
  assert.equal(part.found, null);
  asked[1]([{ id: 'Y1.1', text: 'the new game' }]);
  await loaded;
  assert.deepEqual(part.drawn, ['Y1.1']);
});

test('a sheet is never shown under the name of another, also when it comes late', async () => {
  /** @type {Array<(sheet: any) => void>} */
  const asked = [];
  const part = Object.create(SheetsPart.prototype);
  const detail = () => new Promise((tell) => asked.push(tell));
  const fixed = { seats: [], sheets: [{ name: 'cash', label: 'Cash' }, { name: 'debt', label: 'Debt' }] };
  const store = { now: { seen_as: 'everybody' }, fixed, detail };
  const page = { at: '', found: null, fixed: null, eyes: '', subject: '' };
  Object.assign(part, { page, loading: false, store, chosen: { name: '', seat: '' } });
  part.draw = () => {};
  const loaded = part.load();
  asked[0]({ ...sheet, name: 'cash' });
  await loaded;
  assert.equal(part.found.name, 'cash');
  part.choose({ name: 'debt' });
  assert.equal(part.found, null, 'the sheet of before is not seen while the other is read');
  part.choose({ name: 'cash' });
  asked[1]({ ...sheet, name: 'debt' });
  await new Promise((done) => setTimeout(done));
  assert.notEqual(part.found?.name, 'debt');
});
