import assert from 'node:assert/strict';
import test from 'node:test';
import { Pulse } from '../../../classkit/widgets/page/wire/heartbeat.js';
import { FakeWindow, pass } from '../fake_window.js';

/** A page with a line that a test lets die, and what was told of it. */
function page(context, { renews = true, reopens = false, host = 'school.example' } = {}) {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const window = new FakeWindow(host);
  const line = { alive: true, pings: 0, opened: 0, told: [], state: 'unknown', comesBack: true };
  const pulse = new Pulse({
    ping: () => { line.pings += 1; if (line.alive) pulse.heard({ kind: 'pong' }); },
    state: async () => line.state,
    tell: (health) => line.told.push(health),
    renew: renews ? () => {
      line.opened += 1;
      line.alive = line.comesBack;
      if (line.alive) setTimeout(() => pulse.heard({ kind: 'room' }), 100);
    } : null,
    reopen: reopens ? () => {
      line.opened += 1;
      line.alive = line.comesBack;
      return true;
    } : null,
    window,
  });
  context.after(() => pulse.stop());
  return { pulse, line, window, pass: (milliseconds) => pass(context, milliseconds) };
}

for (const [kind, on] of [['visibilitychange', 'document'], ['pageshow', 'window'], ['online', 'window'], ['focus', 'window']]) {
  test(`after a sleep ${kind} asks, and where nothing answers another line is opened`, async (context) => {
    const { line, window, pass } = page(context);
    await pass(20_000);
    line.alive = false;
    const before = line.pings;
    window.sleep(600_000);
    (on === 'document' ? window.document : window).fire(kind);
    assert.equal(line.pings, before + 1, 'it asks at once');
    await pass(4_900);
    assert.equal(line.opened, 0, 'the line may still answer');
    await pass(200);
    assert.equal(line.opened, 1);
    assert.deepEqual(line.told, ['silent']);
    await pass(200);
    assert.deepEqual(line.told, ['silent', 'well']);
  });
}

test('a line that answers after a sleep is kept', async (context) => {
  const { line, window, pass } = page(context);
  window.sleep(600_000);
  window.fire('focus');
  await pass(30_000);
  assert.deepEqual([line.opened, line.told], [0, []]);
});

test('what was on its way before a sleep proves nothing', async (context) => {
  const { pulse, line, window, pass } = page(context);
  line.alive = false;
  window.sleep(600_000);
  window.fire('focus');
  pulse.heard({ kind: 'step' });
  await pass(5_100);
  assert.equal(line.opened, 1);
});

test('a long message that is under way is not cut off: it asks once more', async (context) => {
  const { pulse, line, window, pass } = page(context);
  line.alive = false;
  window.sleep(600_000);
  window.fire('focus');
  await pass(4_000);
  pulse.heard({ kind: 'step' });
  await pass(2_000);
  assert.equal(line.opened, 0);
  await pass(4_500);
  assert.equal(line.opened, 1);
});

test('several events of one return ask once', async (context) => {
  const { line, window, pass } = page(context);
  await pass(2_000);
  line.alive = false;
  const before = line.pings;
  window.document.fire('visibilitychange');
  window.fire('pageshow');
  window.fire('focus');
  assert.equal(line.pings, before + 1);
});

test('a page that becomes hidden asks nothing', (context) => {
  const { line, window } = page(context);
  window.sleep(10_000);
  window.hide(true);
  assert.equal(line.pings, 0);
});

test('without any event the heartbeat finds a dead line within ten seconds', async (context) => {
  const { line, pass } = page(context);
  await pass(20_000);
  line.alive = false;
  await pass(9_500);
  assert.equal(line.opened, 1);
  await pass(500);
  assert.deepEqual(line.told, ['silent', 'well']);
});

test('a timer that comes much too late tells of a sleep: it asks before it judges', async (context) => {
  const { pulse, line, window, pass } = page(context);
  await pass(20_000);
  line.alive = false;
  window.sleep(60_000);
  await pass(5_000);
  assert.equal(line.opened, 0);
  line.alive = true;
  pulse.heard({ kind: 'pong' });
  await pass(60_000);
  assert.equal(line.opened, 0);
});

test('airplane mode is said at once, and the line is opened anew as soon as there is a network', async (context) => {
  const { line, window, pass } = page(context);
  await pass(2_000);
  line.alive = line.comesBack = false;
  window.fire('offline');
  assert.deepEqual(line.told, ['away']);
  await pass(60_000);
  assert.ok(line.opened >= 4, 'it is tried all the time: a browser may be wrong');
  const before = line.opened;
  line.comesBack = true;
  window.fire('online');
  await pass(300);
  assert.equal(line.opened, before + 1);
  assert.equal(line.told.at(-1), 'well');
});

test('a page of this very machine needs no network', async (context) => {
  const { line, window, pass } = page(context, { host: 'localhost' });
  await pass(2_000);
  window.fire('offline');
  await pass(6_000);
  assert.deepEqual([line.told, line.opened], [[], 0]);
});

test('a line that is closed is opened at once; those that fail later and later, never at one moment', async (context) => {
  const { pulse, line, pass } = page(context);
  await pass(20_000);
  line.alive = line.comesBack = false;
  pulse.lose();
  assert.deepEqual(line.told, ['away']);
  await pass(50);
  assert.equal(line.opened, 1, 'at once');
  const waits = [];
  const random = Math.random;
  context.after(() => { Math.random = random; });
  for (const chance of [0, 0.99]) {
    for (let n = 0; n < 6; n += 1) {
      Math.random = () => chance;
      pulse.lose();
      waits.push(pulse.dueAt - Date.now());
      await pass(6_050);
    }
  }
  assert.ok(waits[0] < waits[1] && waits[1] < waits[2], String(waits));
  assert.ok(Math.max(...waits) <= 6_000 && Math.min(...waits) >= 250, String(waits));
  assert.ok(waits.at(-1) > 2 * waits[5], 'a class is spread');
});

test('a line that is closed again and again right after it was opened is not opened at once', async (context) => {
  const { pulse, line, pass } = page(context);
  await pass(20_000);
  pulse.lose();
  await pass(200);
  assert.equal(line.told.at(-1), 'well');
  pulse.lose();
  await pass(100);
  assert.equal(line.opened, 1);
  await pass(2_000);
  assert.equal(line.opened, 2);
});

test('a new line on which nothing is heard gives way to the next', async (context) => {
  const { line, pass, pulse } = page(context);
  await pass(20_000);
  line.alive = line.comesBack = false;
  pulse.lose();
  await pass(4_900);
  assert.equal(line.opened, 1);
  await pass(2_000);
  assert.equal(line.opened, 2);
  line.comesBack = true;
  await pass(20_000);
  assert.equal(line.told.at(-1), 'well');
});

test('pings rest after an hour without use; who comes back is asked for at once', async (context) => {
  const { line, window, pass } = page(context);
  window.sleep(3_700_000);
  await pass(6_000);
  const before = line.pings;
  await pass(60_000);
  assert.equal(line.pings, before);
  window.fire('focus');
  assert.equal(line.pings, before + 1);
  await pass(20_000);
  assert.ok(line.pings > before + 2);
});

test('a line that the page cannot open anew is judged after a sleep all the same', async (context) => {
  const { line, window, pass } = page(context, { renews: false });
  line.alive = false;
  window.sleep(600_000);
  window.fire('pageshow');
  await pass(5_100);
  assert.deepEqual(line.told, ['silent']);
  line.alive = true;
  await pass(6_000);
  assert.equal(line.told.at(-1), 'well');
});

test('a busy kernel is neither lost nor given another line', async (context) => {
  const { line, window, pass } = page(context);
  Object.assign(line, { alive: false, state: 'busy' });
  window.sleep(600_000);
  window.fire('focus');
  await pass(30_000);
  assert.equal(line.opened, 0);
  assert.deepEqual([...new Set(line.told)], ['busy']);
});

test('a pulse that was stopped listens to nothing, and opens nothing', async (context) => {
  const { pulse, line, window, pass } = page(context);
  line.alive = false;
  pulse.stop();
  window.fire('focus');
  await pass(60_000);
  assert.deepEqual([line.pings, line.opened, window.listening, window.document.listening], [0, 0, 0, 0]);
});

test('a line of Jupyter that swallows everything is opened again, and the table hears of it', async (context) => {
  const { line, window, pass } = page(context, { renews: false, reopens: true });
  line.alive = false;
  line.state = 'idle';
  window.sleep(600_000);
  window.fire('focus');
  await pass(5_200);
  assert.equal(line.opened, 1);
  assert.deepEqual(line.told, ['reconnecting', 'well']);
});

test('a line of Jupyter that is opened in vain is lost, and opened again when somebody comes back', async (context) => {
  const { line, window, pass } = page(context, { renews: false, reopens: true });
  Object.assign(line, { alive: false, comesBack: false, state: 'idle' });
  window.sleep(600_000);
  await pass(60_000);
  assert.equal(line.opened, 1);
  assert.deepEqual(line.told.slice(0, 2), ['reconnecting', 'lost']);
  line.comesBack = true;
  window.sleep(600_000);
  window.fire('focus');
  await pass(5_200);
  assert.equal(line.opened, 2);
  assert.equal(line.told.at(-1), 'well');
});

test('a line of Jupyter is opened again as soon as its server can be reached after a sleep', async (context) => {
  const { line, window, pass } = page(context, { renews: false, reopens: true });
  Object.assign(line, { alive: false, comesBack: false, state: 'unreachable' });
  window.sleep(600_000);
  await pass(120_000);
  assert.equal(line.opened, 1);
  assert.equal(line.told.at(-1), 'away');
  Object.assign(line, { comesBack: true, state: 'idle' });
  await pass(6_000);
  assert.equal(line.opened, 2);
  assert.equal(line.told.at(-1), 'well');
});

test('a line of Jupyter is not cut off where nobody slept: a long message may be under way', async (context) => {
  const { line, window, pass } = page(context, { renews: false, reopens: true });
  Object.assign(line, { alive: false, state: 'idle' });
  await pass(20_000);
  window.fire('focus');
  await pass(40_000);
  assert.equal(line.opened, 0);
  assert.equal(line.told.at(-1), 'lost');
});

for (const state of ['busy', 'gone']) {
  test(`a line of Jupyter stays as it is where its kernel is ${state}`, async (context) => {
    const { line, window, pass } = page(context, { renews: false, reopens: true });
    Object.assign(line, { alive: false, state });
    window.sleep(600_000);
    await pass(60_000);
    assert.equal(line.opened, 0);
  });
}
