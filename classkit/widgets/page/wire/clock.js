/** Clock of Play: its speeds, and the choice of the page on which it ticks. */

import { times } from './timeouts.js';

/** Speeds that a teacher can choose, in steps per second. */
export const SPEEDS = [
  { value: 0.2, label: 'every 5 s' },
  { value: 0.5, label: 'every 2 s' },
  { value: 1, label: 'every second' },
  { value: 3, label: '3 a second' },
  { value: 20, label: 'fastest' },
];

/** Return the nearest available speed. */
export function nearestSpeed(speed) {
  const wanted = speed && speed > 0 ? speed : 1;
  return SPEEDS.reduce(
    (best, one) => (Math.abs(Math.log(one.value / wanted)) < Math.abs(Math.log(best / wanted)) ? one.value : best),
    SPEEDS[0].value,
  );
}

/**
 * One clock per Store, however many views the table has. Pages of one kernel (two browser tabs with the
 * same notebook) each have a clock. The clock of the page where Play was pressed leads. The others wait longer and
 * take over only if nothing happens, since that page may have been closed. A hidden page does not tick.
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

  /** Start ticking if the table plays and the clock is not running. */
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
      if (this.store.now?.play?.running && !this.store.unseen)
        this.store.send({ do: 'play', on: false, speed: this.store.now.play.speed });
    }
  }

  /** Time to wait for the next tick; random, so that one of several waiting pages is first. */
  wait() {
    const usual = 1000 / (this.store.now?.play?.speed || 1);
    return this.leads ? usual : usual + times().others * (1 + Math.random());
  }
}
