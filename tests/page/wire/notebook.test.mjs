import assert from 'node:assert/strict';
import test from 'node:test';
import { kernelState, watchKernel } from '../../../classkit/widgets/page/wire/notebook.js';
import { Store } from '../../../classkit/widgets/page/wire/store.js';

const kernel = (status, connectionStatus = 'connected') => ({ widget_manager: { kernel: { status, connectionStatus } } });

test('what the place around a notebook knows of the kernel, and what it cannot know', () => {
  assert.equal(kernelState({}), 'unknown', 'a place that gives no manager');
  assert.equal(kernelState({ widget_manager: {} }), 'unknown');
  assert.equal(kernelState({ widget_manager: { kernel: null } }), 'gone', 'shut down');
  assert.equal(kernelState(kernel('dead')), 'gone');
  assert.equal(kernelState(kernel('busy')), 'busy');
  assert.equal(kernelState(kernel('idle')), 'unknown', 'it may be at work for the table beside the cells');
  assert.equal(kernelState(kernel('idle', 'connecting')), 'unreachable');
});

/** A table in a notebook, in which time passes only when the test says so. */
function inNotebook(context) {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const heard = {};
  const model = { ...kernel('idle'), sent: [], on: (name, run) => { heard[name] = run; }, off: (name) => { delete heard[name]; }, send: (content) => model.sent.push(content.do) };
  const store = new Store((content) => model.send(content));
  const refused = [];
  store.onRefused((reason) => refused.push(reason));
  const listened = { addEventListener() {}, removeEventListener() {} };
  const window = { document: listened, setTimeout, clearTimeout, ...listened };
  const leave = watchKernel({ model, store, window });
  const tell = (message) => { heard['msg:custom'](message); store.receive(message); };
  tell({ kind: 'snapshot', seq: 1, kernel: 'k', fixed: {}, now: { turn: 1 } });
  const pass = async (milliseconds) => {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      context.mock.timers.tick(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { model, store, heard, refused, tell, pass, leave: () => { leave(); store.lose('the test is over'); } };
}

test('after a restart the line is closed: that is said at once, and what is pressed is refused in words', async (context) => {
  const { model, store, heard, refused, pass, leave } = inNotebook(context);
  const waiting = store.act({ do: 'step' });
  model.send = () => { throw new Error('Cannot send'); };
  heard.comm_live_update();
  await pass(500);
  assert.match(store.local.notice, /was restarted or shut down.*unless you saved it/s);
  assert.equal((await waiting).kind, 'refused', 'Play does not wait for it');
  await store.act({ do: 'step' });
  assert.match(refused.at(-1), /was restarted or shut down/);
  leave();
});

test('a line that swallows everything is opened again before anything is said of the kernel', async (context) => {
  const { model, store, tell, pass, leave } = inNotebook(context);
  let opened = 0;
  model.widget_manager.kernel.reconnect = async () => { opened += 1; };
  const now = Date.now;
  Date.now = () => now() + 600_000; // the laptop slept
  await pass(11_000);
  assert.equal(opened, 1);
  assert.equal(store.local.notice, 'Reconnecting …');
  tell({ kind: 'pong', at: 1, kernel: 'k' });
  assert.equal(store.local.notice, '');
  leave();
});

test('no answer and nobody who knows why: both reasons are said, and the table goes on when it comes', async (context) => {
  const { store, tell, pass, leave } = inNotebook(context);
  await pass(9_500);
  assert.match(store.local.notice, /No answer from the kernel/);
  assert.equal(store.there, false, 'what passes is not counted');
  tell({ kind: 'pong', at: 1, kernel: 'k' });
  assert.equal(store.local.notice, '');
  assert.equal(store.there, true);
  leave();
});

test('a busy kernel is spoken of only to whom it keeps waiting', async (context) => {
  const { model, store, pass, leave } = inNotebook(context);
  model.widget_manager.kernel.status = 'busy';
  await pass(20_000);
  assert.ok(!store.local.notice);
  const pings = model.sent.filter((name) => name === 'ping').length;
  assert.ok(pings <= 2, 'what waits for it is not made more');
  void store.act({ do: 'step' });
  await pass(6_000);
  assert.match(store.local.notice, /Interrupt Kernel/);
  leave();
});
