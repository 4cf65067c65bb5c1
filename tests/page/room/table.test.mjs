import assert from 'node:assert/strict';
import test from 'node:test';

globalThis.HTMLElement ??= class {};
globalThis.customElements ??= { get: () => undefined, define: () => {} };
globalThis.document ??= { getElementById: () => null };
const { RoomTable } = await import('../../../classkit/widgets/page/room/table.js');

/** One that keeps account of what it opens and takes away. */
class Told extends RoomTable {
  log = [];

  open() {
    const number = this.log.length;
    this.log.push(`open ${number}`);
    return () => this.log.push(`leave ${number}`);
  }
}

test('the table that is there stays, another one takes its place, and none leaves nothing', () => {
  const table = new Told(null, null);
  table.show(0);
  table.show('');
  assert.deepEqual(table.log, [], 'there was none, and there is none');
  table.show('1/2');
  table.show('1/2');
  assert.deepEqual(table.log, ['open 0']);
  table.show('1/3');
  assert.deepEqual(table.log, ['open 0', 'leave 0', 'open 2']);
  table.show('');
  table.show('');
  assert.deepEqual(table.log, ['open 0', 'leave 0', 'open 2', 'leave 2']);
});
