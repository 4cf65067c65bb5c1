import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { inTurn } from '../../../classkit/widgets/page/wire/messages.js';

const bytes = (text) => {
  const { buffer, byteOffset, byteLength } = gzipSync(text);
  return new DataView(buffer, byteOffset, byteLength);
};
const packed = (seq, inside) => [{ kind: 'step', seq, reply: seq, packed: true }, [bytes(JSON.stringify(inside))]];
const plain = (seq) => [{ kind: 'step', seq, change: { turn: seq } }, []];
const arrived = async (got, count) => {
  const began = Date.now();
  while (got.length < count) {
    assert.ok(Date.now() - began < 60_000, `${got.length} of ${count} messages have arrived`);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

test('what comes as it is arrives at once', () => {
  const got = [];
  inTurn((message) => got.push(message.seq))(...plain(2));
  assert.deepEqual(got, [2]);
});

test('what comes packed arrives whole', async () => {
  const got = [];
  inTurn((message, buffers) => got.push([message, buffers]))(...packed(2, { change: { said: 'Ünï' } }));
  await arrived(got, 1);
  assert.deepEqual(got, [[{ kind: 'step', seq: 2, reply: 2, change: { said: 'Ünï' } }, []]]);
});

test('messages arrive in the order in which they came', async () => {
  const got = [];
  const take = inTurn((message) => got.push(message.seq));
  const large = { change: { news: Array.from({ length: 20_000 }, (_, number) => number) } };
  take(...packed(2, large));
  take(...plain(3));
  take(...packed(4, {}));
  take(...plain(5));
  await arrived(got, 4);
  take(...plain(6));
  await arrived(got, 5);
  assert.deepEqual(got, [2, 3, 4, 5, 6]);
});

test('buffers of a message that waits stay with it', async () => {
  const got = [];
  const take = inTurn((message, buffers) => got.push([message.kind, buffers.length]));
  take(...packed(2, {}));
  take({ kind: 'detail', what: 'plotly' }, [bytes('x')]);
  await arrived(got, 2);
  assert.deepEqual(got, [['step', 0], ['detail', 1]]);
});

test('one that cannot be read is left out, and those after it come', async (t) => {
  const said = t.mock.method(console, 'error', () => {});
  const got = [];
  const take = inTurn((message) => got.push(message.seq));
  take({ kind: 'step', seq: 2, packed: true }, [bytes('{"change":')]);
  take({ kind: 'step', seq: 3, packed: true }, [new DataView(new ArrayBuffer(12))]);
  take({ kind: 'step', seq: 4, packed: true }, []);
  take(...plain(5));
  await arrived(got, 1);
  assert.deepEqual(got, [5]);
  assert.equal(said.mock.callCount(), 3);
});
