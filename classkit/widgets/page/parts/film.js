/**
 * Film of a finished match: its charts are drawn from the beginning, with a stop at each turning point that shows its
 * sentence. Any key stops it, and the space bar continues. The picture depends only on the position.
 */

import { filmLength, momentAt, stillsOf } from '../charts/film_timeline.js';

/** Keys that continue after a stop, including those of a presenter's remote. */
const ON = [' ', 'PageDown', 'ArrowRight'];

/** Modifier keys, which are ignored. */
const SILENT = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock'];

/** @typedef {'' | 'runs' | 'rests'} FilmState empty while no film is shown */

export class Film {
  /** Seconds from the start. */
  position = 0;
  frame = 0;
  /** @type {FilmState} */
  state = '';

  /** @param {import('./ending.js').EndingPart} ending */
  constructor(ending) {
    this.ending = ending;
    this.heard = (event) => this.hear(event);
  }

  get course() { return this.ending.courseOf(); }

  get length() { return filmLength(this.course); }

  get still() { return matchMedia('(prefers-reduced-motion: reduce)').matches; }

  /** Start, continue or stop the film. */
  turn() {
    if (this.state === 'runs') this.rest();
    else if (this.state === 'rests') this.goOn();
    else {
      window.addEventListener('keydown', this.heard, true);
      this.position = 0;
      this.goOn();
    }
  }

  /** Continue; with reduced motion, jump to the next turning point. */
  goOn() {
    if (this.still) {
      const next = stillsOf(this.course).find((at) => at > this.position + 1e-6) ?? this.length;
      this.become('rests');
      this.show(next);
      return;
    }
    this.become('runs');
    let before = performance.now();
    const run = (now) => {
      this.show(this.position + Math.max(0, now - before) / 1000);
      before = now;
      if (this.state === 'runs') this.frame = requestAnimationFrame(run);
    };
    this.frame = requestAnimationFrame(run);
  }

  rest() {
    cancelAnimationFrame(this.frame);
    this.become('rests');
  }

  /** Show the end. */
  leave() {
    cancelAnimationFrame(this.frame);
    window.removeEventListener('keydown', this.heard, true);
    this.become('');
    this.ending.showMoment(null);
  }

  /** @param {FilmState} state */
  become(state) {
    if (state === this.state) return;
    this.state = state;
    this.ending.store.set({ film: state });
  }

  /** Show a position; at the end, leave the film. @param {number} position in seconds */
  show(position) {
    this.position = position;
    const moment = momentAt(this.course, position);
    if (moment.over) this.leave();
    else this.ending.showMoment(moment);
  }

  /** @param {KeyboardEvent} event */
  hear(event) {
    if (SILENT.includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {any} */ (event.target);
    if (event.key === 'Tab' || (target?.closest?.('button') && [' ', 'Enter'].includes(event.key))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.state === 'runs') this.rest();
    else if (event.key === 'Escape') this.leave();
    else if (this.still || ON.includes(event.key)) this.goOn();
    else this.leave();
  }
}
