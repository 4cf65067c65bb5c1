import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
globalThis.window ??= { addEventListener: () => {} };
const { crossingWords, groupsOf, listOf, listWords, namesOf, SeatMap, seatsOf, textOf } = await import('../../../classkit/widgets/page/room/seatmap.js');
const { ORDERS, seating, seatOf } = await import('../../../classkit/widgets/page/room/classmenu.js');
const { fitWords, fullWords } = await import('../../../classkit/widgets/page/teacher.js');
const { callWords } = await import('../../../classkit/widgets/page/phone.js');

const seat = (letter, people, more = {}) => ({ seat: letter, people, team: 0, away: false, ...more });
const ROOM = {
  people: [{ id: 'a', name: 'Ada', number: 1 }, { id: 'b', name: '', number: 5 },
    { id: 'c', name: '=Cy, "the" third', number: 6 }],
  tables: [{ place: 1, seats: [seat('A', ['a']), seat('B', [], {})], hands: [] },
    { place: 2, seats: [seat('A', ['c'], { away: true }), seat('B', [])], hands: [] }],
  reserved: [[2, 'B', 'Zoë'], [2, 'A', 'Bo']],
  waiting: ['b'],
};

/** A map that remembers what it asks; the room does what it is told. */
function mapOf(done = true) {
  const asked = [];
  const map = new SeatMap(async (content) => { asked.push(content); return done; }, () => {});
  map.room = ROOM;
  return { map, asked };
}

test('a seat shows who sits there, who is away, and for whom it is kept while it is free', () => {
  const [first, second] = seatsOf(ROOM.tables[1], ROOM.reserved);
  assert.deepEqual([first.kept, first.away, first.people], ['', true, ['c']]);
  assert.deepEqual([second.kept, second.people], ['Zoë', []]);
  assert.equal(seatsOf(ROOM.tables[1], [[2, 'B', '']])[1].kept, 'somebody', 'where names are hidden');
});

test('people whose names are hidden are told apart by their numbers', () => {
  const called = namesOf(ROOM.people);
  assert.deepEqual(['a', 'b', 'nobody'].map(called), ['Ada', 'Student 5', 'somebody']);
});

test('two clicks move somebody, the same one twice puts them back', async () => {
  const { map, asked } = mapOf();
  const move = () => map.move(map.picked, 2, 'B');
  await map.press('a', move);
  assert.equal(map.picked, 'a');
  await map.press('a', move);
  assert.deepEqual([map.picked, asked], ['', []]);
  await map.press('a', move);
  await map.press('', move);
  assert.deepEqual(asked, [{ room: 'move', person: 'a', place: 2, seat: 'B' }]);
  assert.equal(map.picked, '');
  assert.match(map.said, /^Ada sits at table 1, seat A\.$/, 'it says where the room has them');
});

test('who has to make room is told with who moves', async () => {
  const { map } = mapOf();
  map.ask = async () => {
    const [first, second] = ROOM.tables;
    map.room = { ...ROOM, tables: [first, { ...second, seats: [seat('A', ['b']), second.seats[1]] }], waiting: ['c'] };
    return true;
  };
  await map.move('b', 2, 'A');
  assert.equal(map.said, 'Student 5 sits at table 2, seat A. =Cy, "the" third waits for a seat.');
});

test('a move across groups is told, and what a person without a seat gets is none', () => {
  const tables = (...groups) => groups.map((people, at) => ({ group: 'AB'[at], seats: people.map((id) => seat('A', [id])) }));
  const called = (id) => id.toUpperCase();
  const words = (after) => crossingWords(groupsOf(tables(['a', 'b'], ['c'])), groupsOf(tables(...after)), called);
  assert.equal(words([['a', 'c'], ['b']]), 'Across groups: C from group “B” to “A”, B from group “A” to “B”.');
  assert.equal(words([['b', 'a'], ['c', 'd']]), '');
});

test('what the room refuses is not told as done', async () => {
  const { map } = mapOf(false);
  await map.move('a', 2);
  assert.deepEqual([map.said, map.picked], ['', '']);
});

test('a finger drags by the badge, and scrolls elsewhere', () => {
  const { map } = mapOf();
  const down = (pointerType, inBadge, button = 0) => ({ pointerType, button, clientX: 5, clientY: 5, target: { closest: () => inBadge } });
  map.hold(down('touch', null), 'a');
  assert.equal(map.held, null);
  map.hold(down('touch', {}), 'a');
  assert.equal(map.held.id, 'a');
  map.held = null;
  map.hold(down('mouse', null), 'a');
  assert.equal(map.held.id, 'a');
  map.drag({ clientX: 7, clientY: 7 });
  assert.equal(map.held.drags, false, 'a hand that trembles clicks');
  map.held = null;
  map.hold(down('mouse', null, 2), 'a');
  map.hold(down('mouse', null), '');
  assert.equal(map.held, null, 'neither the other button nor a bot');
});

test('Escape puts back who was picked, before the map is closed', () => {
  const { map } = mapOf();
  map.picked = 'a';
  assert.deepEqual([map.unpick(), map.picked, map.unpick()], [true, '', false]);
});

test('hidden names are hidden again when the map is closed', () => {
  const { map, asked } = mapOf();
  map.show(true, { named: false });
  map.show(false, { named: true });
  assert.deepEqual(asked, [{ room: 'names', on: false }]);
});

test('the map is saved as a list that is no formula for a spreadsheet', () => {
  const list = listOf(ROOM.tables, namesOf(ROOM.people));
  assert.deepEqual(list.split('\r\n'), ['name,table,seat', 'Ada,1,A', '"\'=Cy, ""the"" third",2,A', '']);
});

test('files of spreadsheets are read in their encodings', () => {
  const bytes = (...codes) => new Uint8Array(codes).buffer;
  assert.equal(textOf(new TextEncoder().encode('\ufeffZoë').buffer), 'Zoë');
  assert.equal(textOf(bytes(0x5a, 0x6f, 0xeb)), 'Zoë', 'Windows');
  assert.equal(textOf(bytes(0xff, 0xfe, 0x5a, 0, 0xeb, 0)), 'Zë', 'Excel, Unicode text');
  assert.equal(textOf(bytes(0x5a, 0, 0xeb, 0)), 'Zë', 'UTF-16 without a mark');
  assert.equal(textOf(bytes(0, 0x5a, 0, 0xeb)), 'Zë', 'in the other order');
  assert.equal(textOf(bytes()), '');
});

test('it says what came of a list', () => {
  assert.equal(listWords(0, 0), 'Everybody on the list has a seat.');
  assert.match(listWords(1, 2), /1 seat is kept for people who have not come\. 2 people have no seat\./);
});

test('who sits together is asked where each has a seat of their own', () => {
  assert.deepEqual(seating('0'), { room: 'seat_all', tables: 0, teams: false });
  assert.deepEqual(seating('2', 'arrival'), { room: 'seat_all', tables: 2, teams: false, order: 'arrival' });
  assert.deepEqual(seating('teams 2', 'balanced'), { room: 'seat_all', tables: 2, teams: true });
  assert.deepEqual(ORDERS.map(([order]) => order), ['random', 'arrival', 'balanced']);
});

test('a member of a team has a seat too', () => {
  assert.equal(seatOf({ tables: [{ place: 3, seats: [seat('B', ['x', 'y'])] }] }, 'y'), ', table 3, seat B');
});

test('the desk says that no table is left', () => {
  const tables = Array.from({ length: 200 });
  assert.equal(fullWords({ waiting: ['a', 'b'], tables, people: [] }), 'All 200 tables of this room are set up: 2 students watch.');
  assert.match(fullWords({ waiting: ['a', 'c'], tables, people: [{ id: 'c', invented: true }] }), /1 student watches/);
});

test('the desk says before the tables are set up how many fit', () => {
  const waiting = Array.from({ length: 661 }, (_, at) => `${at}`), room = { waiting, tables_left: 200, seats: 3 };
  assert.equal(fitWords(room, '0'), 'There are seats for 600; 61 will watch.');
  assert.equal(fitWords({ ...room, seats: 4 }, '0'), '');
  assert.equal(fitWords(room, 'teams 1'), '', 'in a team there is a place for everybody');
});

test('somebody who reads a question is told that their seat is asked, and for how long', () => {
  const now = { over: '', until: 130, asks: [{ answered: false }] };
  assert.equal(callWords(now, 88.2), 'It is your turn at the table. 0:42 left.');
  assert.equal(callWords({ ...now, until: 0 }, 88), 'It is your turn at the table.');
  assert.equal(callWords({ ...now, asks: [{ answered: true }] }, 88), '');
  assert.equal(callWords({ ...now, over: 'Over' }, 88), '');
  assert.equal(callWords(null, 88), '');
});
