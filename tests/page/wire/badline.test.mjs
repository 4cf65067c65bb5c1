import assert from 'node:assert/strict';
import test from 'node:test';
import { Clock } from '../../../classkit/widgets/page/wire/clock.js';
import { judge, Pulse } from '../../../classkit/widgets/page/wire/heartbeat.js';
import { Store } from '../../../classkit/widgets/page/wire/store.js';
import { FakeKernel, badLine, chances } from '../fake_kernel.js';

/** Lets time pass, of which nothing else knows, in small pieces. */
async function pass(context, milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    context.mock.timers.tick(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Some pages that look at one kernel, each over a bad line of its own. */
function pagesOn(chance, number) {
  const pages = [];
  const kernel = new FakeKernel((message) => pages.forEach((page) => page.down.send(message)));
  for (let n = 0; n < number; n += 1) {
    const page = { up: badLine(chance, (message) => kernel.receive(message)), down: badLine(chance, (message) => page.store.receive(message)) };
    page.store = new Store((content) => page.up.send(content));
    pages.push(page);
    void page.store.refresh();
  }
  const mend = () => pages.forEach((page) => { page.up.mended = true; page.down.mended = true; });
  const ping = () => pages.forEach((page) => page.up.send({ do: 'ping' }));
  const end = () => pages.forEach((page) => page.store.lose('the test is over'));
  return { kernel, pages, mend, ping, end };
}

for (const seed of [1, 2, 3]) {
  test(`on a bad line nothing is done twice, nothing hangs, and all pages end at the present (${seed})`, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const chance = chances(seed);
    const { kernel, pages, mend, ping, end } = pagesOn(chance, 2);
    const asked = [];
    for (let round = 0; round < 500; round += 1) {
      const { store } = pages[Math.floor(chance() * 2)];
      const action = { do: chance() < 0.7 ? 'step' : 'look' };
      asked.push(chance() < 0.5 ? store.act(action) : store.send(action));
      if (chance() < 0.2) ping();
      await pass(context, Math.floor(chance() * 600));
    }
    mend();
    await pass(context, 40_000);
    ping();
    await pass(context, 2_000);
    const answers = await Promise.all(asked);
    const refused = answers.filter((answer) => answer?.kind === 'refused');
    assert.deepEqual(refused, [], 'no answer was given up');
    assert.equal(new Set(kernel.carriedOut).size, kernel.carriedOut.length, 'nothing is carried out twice');
    assert.ok(kernel.carriedOut.length > 150);
    for (const { store } of pages) {
      assert.equal(store.now.turn, kernel.turn);
      assert.equal(store.awaited.size, 0);
      assert.equal(store.local.busy, false);
    }
    end();
  });

  test(`a kernel that is started anew is asked nothing that was asked of the one before (${seed})`, async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const chance = chances(100 + seed);
    const { kernel, pages, mend, ping, end } = pagesOn(chance, 2);
    const told = [];
    pages[0].store.onRefused((reason) => told.push(reason));
    const asked = [];
    for (let round = 0; round < 200; round += 1) {
      const { store } = pages[Math.floor(chance() * 2)];
      asked.push(store.send({ do: 'step' }));
      if (round % 40 === 39) kernel.start();
      if (chance() < 0.3) ping();
      await pass(context, Math.floor(chance() * 600));
    }
    mend();
    ping();
    await pass(context, 40_000);
    await Promise.all(asked);
    assert.equal(new Set(kernel.carriedOut).size, kernel.carriedOut.length, 'nothing is carried out twice');
    for (const { store } of pages) {
      assert.equal(store.now.turn, kernel.turn);
      assert.equal(store.kernel, kernel.name);
    }
    assert.ok(told.some((reason) => reason.includes('was restarted')));
    end();
  });
}

test('Play goes on over a bad line, and never hangs', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { kernel, pages: [page], mend, end } = pagesOn(chances(7), 1);
  new Clock(page.store);
  await pass(context, 20_000);
  void page.store.send({ do: 'play', on: true, speed: 1000 });
  let before = 0;
  for (let minute = 0; minute < 5; minute += 1) {
    await pass(context, 60_000);
    assert.ok(kernel.turn > before, `Play stands still after ${minute} minutes`);
    before = kernel.turn;
  }
  mend();
  await pass(context, 1_000);
  assert.ok(page.store.now.play.running);
  kernel.running = false;
  await pass(context, 40_000);
  end();
});

test('a kernel that never answers is given up, in words', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const sent = [];
  const store = new Store((content) => { sent.push(content.id); throw new Error('closed'); });
  const told = [];
  store.onRefused((reason) => told.push(reason));
  const answer = store.act({ do: 'step' });
  await pass(context, 300_000);
  assert.equal((await answer).kind, 'refused');
  assert.match(told[0], /The kernel did not respond/);
  assert.equal(new Set(sent).size, 1, 'always under the same number');
  assert.ok(sent.length > 5);
  assert.equal(store.local.busy, false);
});

test('a kernel that is busy is not asked again, but later', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const sent = [];
  const store = new Store((content) => sent.push(content.do));
  let busy = true;
  store.awaited.mayAsk = async () => !busy;
  void store.send({ do: 'step' });
  await pass(context, 60_000);
  assert.deepEqual(sent, ['step']);
  busy = false;
  await pass(context, 31_000);
  assert.deepEqual(sent, ['step', 'step']);
  store.lose('the test is over');
});

test('the last message of all is missed too: the pong tells its number', async () => {
  const sent = [];
  const store = new Store((content) => sent.push(content));
  store.receive({ kind: 'snapshot', seq: 3, kernel: 'k', fixed: {}, now: { turn: 1 } });
  store.receive({ kind: 'pong', at: 3, kernel: 'k' });
  assert.deepEqual(sent, []);
  store.receive({ kind: 'pong', at: 4, kernel: 'k' });
  assert.equal(sent[0].do, 'snapshot');
  store.lose('the test is over');
});

test('how the kernel is judged', () => {
  const two = { unanswered: 2, quiet: 2, closed: false };
  assert.equal(judge({ unanswered: 1, quiet: 1, closed: false }, 'idle'), null, 'too early to say');
  assert.equal(judge(two, 'busy'), 'busy');
  assert.equal(judge({ ...two, quiet: 0 }, 'idle'), null, 'it was busy until now, and has to answer yet');
  for (const state of ['idle', 'starting', 'gone', 'dead']) assert.equal(judge(two, state), 'lost', state);
  assert.equal(judge(two, 'unreachable'), 'away');
  assert.equal(judge(two, 'unknown'), 'silent');
  assert.equal(judge({ unanswered: 0, quiet: 0, closed: true }, 'busy'), 'lost', 'a closed line tells at once');
});

test('a kernel that dies right after an answer is missed within ten seconds', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const told = [];
  const document = { addEventListener() {}, removeEventListener() {} };
  const window = { document, setTimeout, clearTimeout, addEventListener() {}, removeEventListener() {} };
  let alive = true;
  const pulse = new Pulse({ ping: () => { if (alive) pulse.heard({ kind: 'pong' }); }, state: async () => 'idle', tell: (health) => told.push(health), window });
  await pass(context, 60_000);
  assert.deepEqual(told, []);
  pulse.heard({ kind: 'step' });
  alive = false;
  await pass(context, 9_500);
  assert.deepEqual(told, ['lost']);
  alive = true;
  await pass(context, 6_000);
  assert.equal(told.at(-1), 'well');
  pulse.stop();
});

test('a line that stands still is said, though nothing comes back to say so', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const told = [];
  const document = { addEventListener() {}, removeEventListener() {} };
  const window = { document, setTimeout, clearTimeout, addEventListener() {}, removeEventListener() {} };
  const state = () => new Promise((tell) => setTimeout(() => tell('unreachable'), 4_000));
  const pulse = new Pulse({ ping() {}, state, tell: (health) => told.push(health), window });
  await pass(context, 25_000);
  assert.equal(told[0], 'away');
  pulse.stop();
  const before = told.length;
  await pass(context, 60_000);
  assert.equal(told.length, before, 'nobody is asked any more');
});
