import assert from 'node:assert/strict';
import test, { afterEach } from 'node:test';
import { FakeWindow, pass } from '../fake_window.js';
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
  says(message) { this.onmessage?.({ data: JSON.stringify(message) }); }
};

const ends = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  made.length = 0;
});

function opened(context) {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  globalThis.window = new FakeWindow('school.example');
  globalThis.document = window.document;
  const rooms = [];
  const room = new RoomSocket('ws://host/class/K7MQ2X/line', (told) => rooms.push(told));
  ends.push(() => room.close());
  return { room, rooms, socket: made[0], pass: (milliseconds) => pass(context, milliseconds) };
}

/** A table on the line, which shows a turn. */
async function tableOn(room, socket, pass) {
  const line = new SocketLine(room);
  const store = new Store((content) => line.send(content));
  ends.push(() => store.lose('the test is over'));
  line.hear((message) => store.receive(message));
  line.watch(store);
  void store.refresh();
  const asked = socket.sent.at(-1);
  socket.says({ kind: 'snapshot', reply: asked.id, seq: 7, kernel: 'k', fixed: {}, now: { turn: 4, decided: 2 } });
  await pass(0);
  return store;
}

test('a line that opens asks for the room, and each word of the room is told', (context) => {
  const { rooms, socket } = opened(context);
  socket.opens();
  assert.deepEqual(socket.sent, [{ room: 'look' }]);
  socket.says({ kind: 'room', people: 3 });
  assert.equal(rooms[0].people, 3);
});

test('what is asked of the room is answered once, with the reason where it is refused', async (context) => {
  const { room, rooms, socket } = opened(context);
  socket.opens();
  const first = room.ask({ room: 'join', name: 'Ada' });
  const second = room.ask({ room: 'pause' });
  const [, join, pause] = socket.sent;
  socket.says({ kind: 'refused', reason: 'This is not yours.', reply: pause.id });
  socket.says({ kind: 'room', joined: true, reply: join.id });
  assert.deepEqual(await Promise.all([first, second]), ['', 'This is not yours.']);
  assert.equal(rooms.length, 1);
});

test('what is asked while there is no line is asked on the next one, under the same number', async (context) => {
  const { room, socket, pass } = opened(context);
  const answer = room.ask({ room: 'join', name: 'Ada' });
  socket.opens();
  const first = socket.sent.find((one) => one.room === 'join');
  socket.breaks();
  await pass(100);
  made[1].opens();
  const again = made[1].sent.find((one) => one.room === 'join');
  assert.deepEqual(again, first);
  made[1].says({ kind: 'room', reply: again.id });
  assert.equal(await answer, '');
});

test('what is never answered is given up, and it is said that nobody knows', async (context) => {
  const { room, pass } = opened(context);
  const answer = room.ask({ room: 'join', name: 'Ada' });
  await pass(300_000);
  assert.match(await answer, /The server did not answer/);
});

test('after a sleep the page asks, says that it opens another line, and goes on there', async (context) => {
  const { room, socket, pass } = opened(context);
  const troubles = [];
  room.watchers.add((trouble) => troubles.push(trouble));
  socket.opens();
  socket.says({ kind: 'room' });
  const store = await tableOn(room, socket, pass);
  const answered = store.act({ do: 'answer', move: 'bid' });
  const given = socket.sent.at(-1);
  assert.equal(given.decided, 2, 'it answers this decision and no other');
  window.sleep(90_000);
  window.fire('pageshow');
  assert.deepEqual(socket.sent.at(-1), { room: 'ping' });
  await pass(5_100);
  assert.deepEqual(troubles, ['reconnecting']);
  const { length, [length - 1]: next } = made;
  assert.ok(next !== socket);
  assert.equal(socket.readyState, 3, 'the old line is dropped');
  socket.says({ kind: 'step', seq: 8, change: { in: { turn: { is: 9 } } } });
  assert.equal(store.now.turn, 4, 'and heard no more');
  next.opens();
  next.says({ kind: 'room' });
  assert.deepEqual(troubles, ['reconnecting', '']);
  const again = next.sent.find((one) => one.do === 'answer');
  assert.deepEqual(again, given, 'the same answer under the same number');
  const asked = next.sent.find((one) => one.do === 'snapshot');
  next.says({ kind: 'snapshot', reply: asked.id, seq: 1, kernel: 'k', fixed: {}, now: { turn: 6 } });
  assert.equal(store.now.turn, 6, 'the new line has numbers of its own');
  next.says({ kind: 'step', reply: again.id, seq: 2, kernel: 'k', change: { in: { turn: { is: 7 } } } });
  assert.equal((await answered).kind, 'step');
  assert.equal(store.now.turn, 7);
});

test('a page tells each line what it looks at before it asks how things stand', (context) => {
  const { room, socket } = opened(context);
  room.greet = () => [{ room: 'show', place: 3 }];
  socket.opens();
  assert.deepEqual(socket.sent, [{ room: 'show', place: 3 }, { room: 'look' }]);
});

test('a page without a network says so', async (context) => {
  const { room, socket } = opened(context);
  socket.opens();
  Object.defineProperty(globalThis.navigator, 'onLine', { value: false, configurable: true });
  context.after(() => { delete globalThis.navigator.onLine; });
  window.fire('offline');
  assert.equal(room.trouble, 'offline');
  socket.says({ kind: 'pong' });
  assert.equal(room.trouble, '', 'the browser was wrong');
});

test('a table hears nothing of the room, and the room nothing of the table', (context) => {
  const { room, rooms, socket } = opened(context);
  const heard = [];
  const end = new SocketLine(room).hear((message) => heard.push(message.kind));
  socket.opens();
  socket.says({ kind: 'step', seq: 2 });
  socket.says({ kind: 'room' });
  socket.says({ kind: 'pong' });
  end();
  socket.says({ kind: 'step', seq: 3 });
  assert.deepEqual([heard, rooms.length], [['step'], 1]);
});

test('a page that is closed opens no line again', async (context) => {
  const { room, socket, pass } = opened(context);
  socket.opens();
  room.close();
  socket.says({ kind: 'room' });
  await pass(60_000);
  assert.equal(made.length, 1);
});

test('a page says that an answer is being stored, and asks nothing again meanwhile', async (context) => {
  const { room, socket, pass } = opened(context);
  const seen = [];
  room.watchers.add(() => seen.push(room.status));
  socket.opens();
  const answer = room.ask({ room: 'join', name: 'Ada' });
  socket.says({ kind: 'storing', on: true });
  assert.equal(room.status, 'storing');
  const asked = () => socket.sent.filter((one) => one.room !== 'ping').length;
  const before = asked();
  for (let second = 0; second < 30; second += 1) {
    await pass(1_000);
    socket.says({ kind: 'pong' });
  }
  room.look();
  assert.equal(asked(), before);
  const { id } = socket.sent.find((one) => one.room === 'join');
  socket.says({ kind: 'room', joined: true, reply: id });
  socket.says({ kind: 'storing', on: false });
  assert.equal(await answer, '');
  assert.deepEqual(seen.filter((one, at) => one !== seen[at - 1]), ['storing', '']);
});

test('a line that is opened anew does not say what the one before was storing', async (context) => {
  const { room, socket, pass } = opened(context);
  socket.opens();
  socket.says({ kind: 'storing', on: true });
  socket.breaks();
  await pass(3_000);
  made.at(-1).opens();
  assert.notEqual(room.status, 'storing');
});
