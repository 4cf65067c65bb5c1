import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { Store } from '../../../classkit/widgets/page/wire/store.js';
import { RoomSocket, SocketLine } from '../../../classkit/widgets/page/wire/socket.js';

const made = [];

/** A websocket whose other side is the test. */
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor(address) { Object.assign(this, { address }); made.push(this); }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.readyState = 3; }
  opens() { this.readyState = 1; this.onopen(); }
  breaks() { this.readyState = 3; this.onclose(); }
  says(message) { this.onmessage({ data: JSON.stringify(message) }); }
};
globalThis.document = { hidden: false, addEventListener() {}, removeEventListener() {} };
const later = [];
globalThis.setTimeout = (run) => { later.push(run); return later.length; };
globalThis.clearTimeout = () => {};

const stores = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.lose('the test is over');
  made.length = later.length = 0;
});

function opened() {
  const rooms = [];
  const room = new RoomSocket('ws://host/class/K7MQ2X/line', (told) => rooms.push(told));
  return { room, rooms, socket: made[0] };
}

test('a line that opens asks for the room, and each word of the room is told', () => {
  const { rooms, socket } = opened();
  socket.opens();
  assert.deepEqual(socket.sent, [{ room: 'look' }]);
  socket.says({ kind: 'room', people: 3 });
  assert.equal(rooms[0].people, 3);
});

test('what is asked of the room is answered once, with the reason where it is refused', async () => {
  const { room, rooms, socket } = opened();
  assert.match(await room.ask({ room: 'join', name: 'Ada' }), /connection is lost/);
  socket.opens();
  const first = room.ask({ room: 'join', name: 'Ada' });
  const second = room.ask({ room: 'pause' });
  const [, join, pause] = socket.sent;
  socket.says({ kind: 'refused', reason: 'This is not yours.', reply: pause.id });
  socket.says({ kind: 'room', joined: true, reply: join.id });
  assert.deepEqual(await Promise.all([first, second]), ['', 'This is not yours.']);
  assert.equal(rooms.length, 1);
});

test('a line that breaks is opened anew, later each time, and the table goes on where it was', async () => {
  const { room, socket } = opened();
  const line = new SocketLine(room);
  const store = new Store((content) => line.send(content));
  stores.push(store);
  line.hear((message) => store.receive(message));
  line.watch(store);
  socket.opens();
  void store.refresh();
  const [, asked] = socket.sent;
  socket.says({ kind: 'snapshot', reply: asked.id, seq: 1, kernel: 'k', fixed: {}, now: { turn: 4 } });
  assert.equal(store.now.turn, 4);
  socket.breaks();
  assert.match(store.local.notice, /comes back by itself/);
  assert.equal(await store.awaited.mayAsk(), false);
  later.at(-1)();
  made[1].opens();
  assert.equal(store.local.notice, '');
  assert.deepEqual(made[1].sent.map(({ room: word, do: verb }) => word ?? verb), ['look', 'snapshot']);
  assert.ok(room.wait <= 1_000);
});

test('a table hears nothing of the room, and the room nothing of the table', () => {
  const { room, rooms, socket } = opened();
  const heard = [];
  const end = new SocketLine(room).hear((message) => heard.push(message.kind));
  socket.opens();
  socket.says({ kind: 'step', seq: 2 });
  socket.says({ kind: 'room' });
  end();
  socket.says({ kind: 'step', seq: 3 });
  assert.deepEqual([heard, rooms.length], [['step'], 1]);
});

test('a page that is closed opens no line again', () => {
  const { room, socket } = opened();
  room.close();
  socket.breaks();
  assert.equal(later.length, 0);
});
