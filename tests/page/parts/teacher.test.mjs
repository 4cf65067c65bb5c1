import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { counted, endings, seating, seatings, smallChart, waitingAt } = await import('../../../classkit/widgets/page/teacher.js');

test('who is invented counts as nobody', () => {
  assert.equal(counted([]), '0 people');
  assert.equal(counted([{ invented: false }]), '1 person');
  assert.equal(counted([{ invented: true }, { invented: false }, { invented: true }]), '1 person, 2 invented');
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

test('the small chart of a table has a line for each seat, the highest at the top', () => {
  const seats = [{ id: 'A' }, { id: 'B' }];
  const { props } = smallChart({ A: [0, 50, 100], B: [0, 0, 20] }, seats);
  const lines = [props.children].flat(2).map((line) => line.props);
  assert.deepEqual(lines.map(({ points }) => points), ['0,100 100,50 200,0', '0,100 100,100 200,80']);
  assert.notEqual(lines[0].stroke, lines[1].stroke);
  assert.notEqual(lines[0]['stroke-dasharray'], lines[1]['stroke-dasharray']);
  assert.equal(smallChart({}, seats), null);
});

test('a card says who decides now, and nobody where nobody can', () => {
  const table = { over: false, ends: 0, waits: ['Ada', 'Bo'], paused: false };
  assert.equal(waitingAt(table, false), 'Ada and Bo decide');
  assert.equal(waitingAt({ ...table, waits: [] }, false), 'Nobody is asked');
  assert.equal(waitingAt({ ...table, paused: true }, false), 'Paused');
  assert.equal(waitingAt({ ...table, paused: true }, true), 'Not finished');
  assert.equal(waitingAt({ ...table, over: true, ends: 3 }, true), 'Over after round 3');
});
