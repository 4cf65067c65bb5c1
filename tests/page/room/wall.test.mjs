import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { columnsFor, needOf, pagesOf, smallChart, waited, waitingAt, Wall } = await import('../../../classkit/widgets/page/room/wall.js');

const TABLE = { place: 7, over: false, ends: 0, waits: ['Ada', 'Bo'], paused: false, asked_at: 100, hands: [], away: [] };

test('fifty tables stand ten by five, and fewer in larger cells', () => {
  assert.deepEqual([1, 4, 12, 27, 50, 60].map(columnsFor), [2, 3, 5, 8, 10, 11]);
});

test('above sixty tables there are pages of one size, and those that need help come first', () => {
  const tables = Array.from({ length: 61 }, (_, at) => ({ place: at + 1 }));
  const needy = ({ place }) => place === 9 || place === 61;
  assert.deepEqual(pagesOf(tables.slice(0, 60), needy), [tables.slice(0, 60).map(({ place }) => place)]);
  const [first, second] = pagesOf(tables, needy);
  assert.deepEqual([first.length, second.length, first.slice(0, 3)], [31, 30, [9, 61, 1]]);
  assert.deepEqual([...first, ...second].sort((one, other) => one - other), tables.map(({ place }) => place));
  assert.deepEqual(pagesOf(Array.from({ length: 200 }, (_, at) => ({ place: at })), () => false).map((page) => page.length), [50, 50, 50, 50]);
});

test('the order changes by itself only when the first page comes again', () => {
  const wall = new Wall(() => {}, () => {});
  const tables = Array.from({ length: 70 }, (_, at) => ({ place: at + 1 }));
  const shown = (...needs) => wall.shown(tables, new Set(needs)).map(({ place }) => place);
  assert.equal(shown()[0], 1);
  assert.equal(shown(70)[0], 1, 'who needs help has a button until then');
  wall.turn(1, true);
  assert.equal(shown(70)[0], 36);
  wall.held = true;
  wall.turn(1, true);
  assert.equal(shown(70)[0], 36, 'a page that is held stays');
  wall.turn(1);
  assert.equal(shown(70)[0], 70);
  clearInterval(wall.timer);
});

test('a table needs help when it waits long, when a hand is up, and when somebody is away', () => {
  assert.equal(needOf(TABLE, false, 189), null);
  assert.equal(needOf(TABLE, false, 191).cell, '2 min: Ada +1');
  assert.equal(needOf({ ...TABLE, waits: ['Ada'] }, false, 220).button, 'Table 7 waits 2 min for Ada');
  assert.equal(needOf({ ...TABLE, paused: true }, false, 999), null);
  assert.equal(needOf({ ...TABLE, over: true }, false, 999), null);
  assert.equal(needOf({ ...TABLE, hands: ['Bo'], paused: true }, false, 100).button, 'Table 7: hand up');
  assert.equal(needOf({ ...TABLE, away: ['Bo'] }, false, 100).cell, 'away: Bo');
  assert.equal(needOf({ ...TABLE, hands: ['Bo'] }, true, 999), null, 'after the lesson nobody needs help');
  assert.equal(needOf({ ...TABLE, away: ['Wilhelmina-Charlotte von', 'Bo'] }, false, 100).button, 'Table 7: Wilhelmina-Charlo… +1 are away');
  assert.deepEqual([9, 59.4, 90, 150].map(waited), ['9 s', '59 s', '2 min', '3 min']);
});

test('only a table that waits is handed to a bot, at one click', () => {
  const asked = [], wall = new Wall(() => {}, () => {}, (content) => asked.push(content));
  clearInterval(wall.timer);
  const need = needOf(TABLE, false, 191);
  assert.equal(need.waits, TABLE.waits);
  assert.equal(needOf({ ...TABLE, hands: ['Bo'] }, false, 999).waits, undefined);
  assert.equal(needOf({ ...TABLE, away: ['Bo'] }, false, 999).waits, undefined);
  wall.toBot(7, need).props.onClick();
  assert.deepEqual(asked, [{ room: 'bots', place: 7 }]);
});

test('the small chart of a table has a line for each seat, the highest at the top and the leader over the others', () => {
  const chart = (course, leader) => [smallChart(course, ['A', 'B'], leader).props.children].flat(2).map((line) => line.props);
  const lines = chart({ A: [0, 50, 100], B: [0, 0, 20] }, 'A');
  assert.deepEqual(lines.map(({ points }) => points), ['0,100 100,100 200,80', '0,100 100,50 200,0']);
  assert.deepEqual(lines.map((line) => line.class), [undefined, 'ck-leads']);
  assert.equal(lines[1].style, '--ck-of: var(--seat-a-line)');
  assert.equal(smallChart({}, ['A', 'B']), null);
  const columns = chart({ A: [100], B: [40] }, 'B');
  assert.deepEqual(columns.map(({ y }) => y), [0, 60]);
});

test('a cell says who decides now, and nobody where nobody can', () => {
  assert.equal(waitingAt(TABLE, false, 105), 'Ada and Bo decide');
  assert.equal(waitingAt(TABLE, false, 130), 'Ada and Bo decide (30 s)');
  assert.equal(waitingAt({ ...TABLE, waits: ['Ada', 'Bo', 'Cy'] }, false, 105), 'Ada, Bo and Cy decide');
  assert.equal(waitingAt({ ...TABLE, waits: [] }, false), 'No open decision');
  assert.equal(waitingAt({ ...TABLE, paused: true }, false), 'Paused');
  assert.equal(waitingAt({ ...TABLE, paused: true }, true), 'Not finished');
  assert.equal(waitingAt({ ...TABLE, over: true, ends: 3 }, true), 'Over after round 3');
});
