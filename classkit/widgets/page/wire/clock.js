/** What a page does by the clock: the ticks of Play, how long it waits for its kernel, and whether that is there. */

/** Speeds that a teacher can choose, in steps per second. */
export const SPEEDS = [
  { value: 0.2, label: 'every 5 s' },
  { value: 0.5, label: 'every 2 s' },
  { value: 1, label: 'every second' },
  { value: 3, label: '3 a second' },
  { value: 20, label: 'fastest' },
];

/** The speed on offer that is nearest to another. */
export function nearestSpeed(speed) {
  const wanted = speed && speed > 0 ? speed : 1;
  return SPEEDS.reduce((best, one) => (Math.abs(Math.log(one.value / wanted)) < Math.abs(Math.log(best / wanted)) ? one.value : best), SPEEDS[0].value);
}

/**
 * One clock per Store, however many views the table has. Pages of one kernel (two browser tabs with the
 * same notebook) each have a clock, of which one leads: that of the page where Play was pressed. The others
 * wait longer than it does, and take over only when nothing moves, since that page may have been closed. One
 * that nobody looks at does not tick.
 */
export class Clock {
  constructor(store) {
    this.store = store;
    this.ticking = false;
    this.leads = false;
    store.subscribe((changed) => {
      if (changed.has('play')) this.look();
    });
  }

  /** Starts ticking when the table plays and nobody ticks yet. */
  look() {
    if (this.store.now?.play?.running && !this.ticking) this.run();
  }

  async run() {
    this.ticking = true;
    this.leads = Boolean(this.store.local.plays);
    let wait = this.leads ? 0 : this.wait();
    try {
      while (this.store.now?.play?.running && !this.store.now.over && !this.store.unseen) {
        const { step } = this.store.now;
        const asked = this.store.awaited.last;
        await new Promise((resolve) => setTimeout(resolve, wait));
        if (!this.store.now?.play?.running || this.store.unseen) break;
        const another = this.store.now.step !== step && this.store.awaited.last === asked;
        this.leads = !another;
        if (!another) {
          const answer = await this.store.act({ do: 'step', until: this.store.local.until ?? 'turn' });
          if (answer?.kind === 'refused') break;
          await this.store.repaint();
        }
        wait = this.wait();
      }
    } finally {
      this.ticking = false;
      this.store.local.plays = false;
      if (this.store.now?.play?.running && !this.store.unseen) this.store.send({ do: 'play', on: false, speed: this.store.now.play.speed });
    }
  }

  /** How long to wait for the next tick; by chance, so that of two who wait one is the first. */
  wait() {
    const usual = 1000 / (this.store.now?.play?.speed || 1);
    return this.leads ? usual : usual + times().others * (1 + Math.random());
  }
}

// --- How long a page waits for its kernel, in milliseconds; tests set `classkitTimes` to wait less.

/** @typedef {{ again: number, seldom: number, tries: number, ping: number, soon: number, rest: number, busy: number, others: number }} Times */

/** @type {Times} */
const USUAL = {
  again: 5_000, // an answer that has not come is asked for again, and then after twice as long each time,
  seldom: 30_000, // but at least so often,
  tries: 9, // until it is given up: after three and a half minutes
  ping: 5_000, // so long after the kernel was heard it is asked whether it is there,
  soon: 2_000, // and so much later again; then it counts as gone: nine seconds after it was heard last
  rest: 3_600_000, // without use of the page nothing is asked any more
  busy: 30_000, // a hosted page then offers another kernel
  others: 2_000, // the page where Play was pressed has missed its tick: another page plays on
};

/** @returns {Times} */
export function times() {
  return { ...USUAL, .../** @type {any} */ (globalThis).classkitTimes };
}

// --- Whether the kernel is there: asked now and then with a ping of a few bytes.

/**
 * @typedef {'well'|'busy'|'away'|'lost'|'silent'} Health
 * how the kernel is: well; busy, and will answer later; its server cannot be reached; lost, or
 * another one; silent, where nobody can say which of these it is
 * @typedef {'idle'|'busy'|'starting'|'gone'|'unreachable'|'unknown'|string} State
 * what is known of the kernel by another way than its messages
 */

/**
 * How the kernel is.
 * @param {{ unanswered: number, quiet: number, closed: boolean }} told pings without any answer since, those of them
 *   that a kernel not busy should have answered, and whether its line was found closed
 * @param {State} state
 * @returns {Health|null} null while it is too early to say
 */
export function judge({ unanswered, quiet, closed }, state) {
  if (closed && state !== 'unreachable') return 'lost';
  if (unanswered < 2) return null;
  if (state === 'busy') return 'busy';
  if (quiet < 2) return null;
  return state === 'unreachable' ? 'away' : state === 'unknown' ? 'silent' : 'lost';
}

export class Pulse {
  /**
   * @param {{ ping: () => void, state: () => Promise<State>, tell: (health: Health) => void, window: Window }} options
   *   `tell` is called at every look as long as the kernel is not well, and once when it is again
   */
  constructor({ ping, state, tell, window }) {
    Object.assign(this, { times: times(), health: 'well', unanswered: 0, quiet: 0, closed: false, round: 0 });
    this.ping = ping;
    this.state = state;
    this.tell = tell;
    this.window = window;
    this.heardAt = Date.now();
    this.lastUse = this.heardAt;
    this.used = () => {
      const rested = this.rests();
      this.lastUse = Date.now();
      if (rested) void this.look();
    };
    for (const kind of ['pointerdown', 'keydown', 'wheel']) {
      window.document.addEventListener(kind, this.used, { capture: true, passive: true });
    }
    this.later(this.times.ping);
  }

  /** Whether nobody has used the page for long. */
  rests() {
    return Date.now() - this.lastUse > this.times.rest;
  }

  later(wait) {
    this.window.clearTimeout(this.timer);
    this.timer = this.window.setTimeout(() => void this.look(), wait);
  }

  /** @param {any} message anything from the kernel: it is there */
  heard(message) {
    this.heardAt = Date.now();
    if (message?.kind !== 'pong') this.lastUse = this.heardAt;
    Object.assign(this, { unanswered: 0, quiet: 0, closed: false });
    this.later(this.times.ping);
    if (this.health === 'well') return;
    this.health = 'well';
    this.tell('well');
  }

  /** Judges what has been answered, and asks anew. */
  async look() {
    this.round += 1;
    const { round } = this;
    if (this.rests()) {
      this.later(this.times.soon);
      this.unanswered = 0;
      return;
    }
    // on a line that stands still this takes longer than the time to the next look: not before
    const state = this.unanswered ? await this.state() : 'idle';
    if (round !== this.round) return;
    this.later(this.unanswered > 1 ? this.times.ping : this.times.soon);
    this.say(state);
    // what waits for a busy kernel need not be asked a third time
    if (state === 'busy' && this.unanswered > 1) return;
    this.unanswered += 1;
    this.quiet = state === 'busy' ? 0 : this.quiet + 1;
    try {
      this.ping();
    } catch {
      this.closed = true;
      const now = await this.state();
      if (round === this.round) this.say(now);
    }
  }

  say(state) {
    const health = judge(this, state);
    if (!health) return;
    this.health = health;
    this.tell(health);
  }

  stop() {
    this.round += 1;
    this.window.clearTimeout(this.timer);
    for (const kind of ['pointerdown', 'keydown', 'wheel']) {
      this.window.document.removeEventListener(kind, this.used, { capture: true });
    }
  }
}
