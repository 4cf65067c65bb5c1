/** The hall's view on the line of its table: messages with its key are its own, and no others. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hallLine, isHalls } from '../../../classkit/widgets/page/wire/hall_line.js';

/** A line that keeps what is sent, and says what a test lets it. */
function line() {
  const ears = new Set();
  return {
    sent: [],
    send(content, file) { this.sent.push([content, file]); },
    hear(tell) { ears.add(tell); return () => ears.delete(tell); },
    watch: () => 'watched',
    say(message) { for (const tell of ears) tell(message, []); },
  };
}

test('what the hall asks is known by its key, and what it is told has none', () => {
  const table = line();
  const hall = hallLine(table);
  const heard = [];
  const end = hall.hear((message) => heard.push(message));
  hall.send({ do: 'step', id: 3 });
  table.say({ kind: 'step', seq: 1 });
  table.say({ kind: 'step', seq: 2, view: 'hall' });
  assert.deepEqual(table.sent, [[{ do: 'step', id: 3, view: 'hall' }, undefined]]);
  assert.deepEqual(heard.map(({ seq }) => seq), [2]);
  assert.deepEqual(heard.map(isHalls), [false]);
  end();
  table.say({ kind: 'step', seq: 3, view: 'hall' });
  assert.equal(heard.length, 1);
});

test('a page that has no hall open hears nothing of it', () => {
  assert.equal(isHalls({ kind: 'step', view: 'hall' }), true);
  for (const message of [{ kind: 'step' }, null, undefined]) assert.equal(isHalls(message), false);
});
