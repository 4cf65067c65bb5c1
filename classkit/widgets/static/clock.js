/** The clock of Play: it ticks in the page, and the next tick comes only after the last repaint. */

/** @typedef {import('./store.js').Store} Store */

/** Speeds that a teacher can choose, in steps per second. */
export const SPEEDS = [
  { value: 0.2, label: 'every 5 s' },
  { value: 0.5, label: 'every 2 s' },
  { value: 1, label: 'every second' },
  { value: 3, label: '3 a second' },
  { value: 20, label: 'fastest' },
];

/**
 * The speed on offer that is nearest to another.
 * @param {number|undefined} speed
 * @returns {number}
 */
export function nearestSpeed(speed) {
  const wanted = speed && speed > 0 ? speed : 1;
  return SPEEDS.reduce((best, one) => (Math.abs(Math.log(one.value / wanted)) < Math.abs(Math.log(best / wanted)) ? one.value : best), SPEEDS[0].value);
}

/** One clock per Store, however many views the table has. */
export class Clock {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.ticking = false;
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
    let first = true;
    try {
      while (this.store.now?.play?.running && !this.store.now.over) {
        await pause(first ? 0 : 1000 / (this.store.now.play.speed || 1));
        first = false;
        if (!this.store.now?.play?.running) break;
        const answer = await this.store.act({ do: 'step', until: this.store.local.until ?? 'turn' });
        if (answer?.kind === 'refused') break;
        await this.store.repaint();
      }
    } finally {
      this.ticking = false;
      if (this.store.now?.play?.running) this.store.send({ do: 'play', on: false, speed: this.store.now.play.speed });
    }
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
