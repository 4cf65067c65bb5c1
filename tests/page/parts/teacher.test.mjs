import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { countsOf, waitingWords } = await import('../../../classkit/widgets/page/teacher.js');
const { endings, seating, seatings } = await import('../../../classkit/widgets/page/room/classmenu.js');

test('over the wall stand how many are here, the middle turn, and how many tables are hottest', () => {
  const people = (...invented) => invented.map((one) => ({ invented: one }));
  assert.deepEqual(countsOf({ people: [], tables: [], scale: null }), [['people', 0]]);
  assert.deepEqual(countsOf({ people: people(true, false, true), tables: [], scale: null }), [['person, 2 invented', 1]]);
  const table = (turn, heat) => ({ turn, instrument: { heat } });
  const scale = { levels: [['1', 0], ['7', 4], ['8', 4]] };
  const counts = countsOf({ people: people(false, false), tables: [table(9, 4), table(1, 0), table(5, 4)], scale });
  assert.deepEqual(counts, [['tables', 3], ['people', 2], ['middle turn', 5], ['tables at 7 or 8', 2, true]]);
});

test('where there are groups, so many tables are offered that each has as many', () => {
  const tables = (groups) => seatings(groups).map(([chosen]) => chosen).filter((chosen) => !chosen.startsWith('teams'));
  assert.deepEqual(tables(0), ['0', '1', '2', '3']);
  assert.deepEqual(tables(2), ['0', '1', '2']);
  assert.deepEqual(tables(3), ['0', '1', '3']);
  assert.match(seatings(2)[1][1], /each group/);
  assert.deepEqual(seating('teams 2'), { room: 'seat_all', tables: 2, teams: true });
});

test('tables can end from the round on in which the last of them is', () => {
  const rounds = endings([{ round: 3 }, { round: 5 }], 0).map(([round]) => round);
  assert.deepEqual(rounds, [0, 3, 4, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(endings([], 4).map(([round]) => round), [0, 4]);
});

test('where names are hidden, the number of those who wait is told, and nobody is called somebody', () => {
  const people = (...names) => names.map((name, at) => ({ id: String(at), name }));
  assert.equal(waitingWords({ waiting: ['0', '1', '2'], people: people('', '', '') }), '3 people');
  const some = [...people('', ''), { id: '2', name: '', invented: true }];
  assert.equal(waitingWords({ waiting: ['0', '1', '2'], people: some }), '2 people and 1 invented');
  const told = JSON.stringify(waitingWords({ waiting: ['0', '1', '2'], people: people('Ada', '', '') }));
  assert.match(told, /Ada/);
  assert.match(told, / and 2 more/);
});
