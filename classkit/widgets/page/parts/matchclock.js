/**
 * `<classkit-matchclock>`: the remaining minutes of play, in the head of the page, with a button to stop and restart
 * the clock. It counts down locally from the kernel's value. (Play uses another clock: wire/clock.js.)
 */

import { Button } from '../basics/controls.js';
import { define } from '../basics/dom.js';
import { plural } from '../basics/format.js';
import { MOST_MINUTES } from '../basics/limits.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { readAmount } from '../forms/amounts.js';
import { WholeBox } from '../forms/whole.js';
import { useState } from '../preact/standalone.js';

/** Text below the time. @type {Record<ClockNow['state'], string>} */
const WORDS = {
  'set-up': 'set-up',
  running: 'left',
  stopped: 'stopped',
  'time-out': 'time-out',
  overtime: 'overtime',
  over: 'left',
};

/** Seconds before the end at which it is announced, and duration of the announcement for screen readers. */
const SAID = [600, 300, 60];
const STANDS = 20;
const USUAL = 45;
const MINUTES = /** @type {AmountForm} */ ({
  kind: 'amount', low: 1, high: MOST_MINUTES, step: 1, unit: 'minutes', one: 'minute',
});
const LOOK = 250;

/** Time at which each clock state was received. @type {WeakMap<ClockNow, number>} */
const heard = new WeakMap();

/**
 * The seconds that a clock shows now: remaining, or overtime.
 * @param {ClockNow} clock from the kernel
 * @param {number} gone seconds since then
 */
export function secondsOf({ state, left, overtime }, gone) {
  if (state === 'overtime') return Math.floor(overtime + gone);
  return state === 'running' ? Math.max(0, Math.ceil(left - gone)) : left;
}

/** Format seconds: 43:05. */
export function figureOf(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Describe a clock in whole minutes, so that the text rarely changes. */
export function wordsOf(state, seconds, minutes) {
  const whole = Math.ceil(seconds / 60);
  const left = `${whole} of ${plural(minutes, 'minute')} of play left`;
  if (state === 'overtime') return 'Time is up: overtime';
  if (state === 'stopped') return `The clock is stopped: ${left}`;
  if (state === 'set-up') return `Set-up does not count: ${left}`;
  if (state === 'time-out') return `Time-out: ${left}`;
  return state === 'over' ? `The match is over: ${left}` : left;
}

/** The text for screen readers: changes of state, and a few announcements of the remaining time. */
export function saidOf(state, seconds) {
  if (state === 'overtime') return 'Time is up.';
  if (state === 'stopped') return 'The clock is stopped.';
  if (state === 'time-out') return 'Time-out: the clock waits.';
  const near = SAID.find((one) => seconds <= one && seconds > one - STANDS);
  if (state !== 'running' || near === undefined) return '';
  return near === 60 ? 'One minute of play is left.' : `${near / 60} minutes of play are left.`;
}

export class MatchClockPart extends Part {
  shown = '';
  /** Seconds since the kernel sent the clock. */
  gone = 0;

  mount() { this.classList.add('ck-matchclock'); }

  listen() {
    const timer = setInterval(() => this.tick(), LOOK);
    return [...super.listen(), () => clearInterval(timer)];
  }

  /** Redraw if the displayed time has changed. */
  tick() {
    if (this.mounted && this.now?.clock && this.figure() !== this.shown) this.draw();
  }

  /** The displayed seconds. They do not change while the kernel is disconnected, since no time passes then. */
  seconds() {
    const { clock } = this.now;
    if (!heard.has(clock)) heard.set(clock, performance.now());
    if (this.store.there) this.gone = (performance.now() - (heard.get(clock) ?? 0)) / 1000;
    return secondsOf(clock, this.gone);
  }

  figure() {
    const { state } = this.now.clock;
    return `${state === 'overtime' ? '+' : ''}${figureOf(this.seconds())}`;
  }

  view() {
    const { clock, read_only: locked } = this.now;
    this.hidden = !clock;
    if (!clock) return null;
    const { state, minutes, pace } = clock;
    const seconds = this.seconds();
    this.shown = this.figure();
    const stopped = state === 'stopped';
    const does = stopped ? 'Let it run.' : 'Stop it while the class discusses.';
    const words = `${wordsOf(state, seconds, minutes)}. ${pace}`.trim();
    const barred = locked || (state === 'over' && 'The match is over.');
    return html`
      <${Button} class=${`ck-quiet ck-mini ck-clock ck-clock-${state}`} barred=${barred} hint=${`${words} ${does}`}
        aria-label=${barred ? words : `${words} ${does}`} aria-pressed=${stopped ? 'true' : 'false'}
        data-last=${state === 'running' && seconds <= SAID[1] ? '' : undefined}
        run=${() => this.store.act({ do: 'clock', on: stopped })}>
        <span class="ck-clock-figure" aria-hidden="true">${this.shown}</span>
        <span class="ck-clock-state" aria-hidden="true">${WORDS[state]}</span>
      <//>
      <span class="ck-only-read" role="status">${saidOf(state, seconds)}</span>`;
  }
}

/** Settings of the clock in the Match tab: the agreed minutes. */
export function ClockGroup({ now, act }) {
  const { clock, read_only: barred } = now;
  const [typed, type] = useState(/** @type {string|null} */ (null));
  const shown = typed ?? String(clock?.minutes || USUAL);
  const { value: minutes, problem } = readAmount(shown, MINUTES);
  const why = barred || problem;
  const set = (number) => { type(null); act({ do: 'minutes', minutes: number }); };
  const stopped = clock?.state === 'stopped';
  return html`
    <section class="ck-group" hidden=${!now.timed}>
      <h2>The clock</h2>
      <span class="ck-pair">
        <label>Minutes of play <${WholeBox} class="ck-minutes" form=${MINUTES} value=${shown}
          disabled=${Boolean(barred)} type=${type} /></label>
        <${Button} class="ck-quiet" barred=${why} run=${() => set(minutes)}>
          ${clock ? 'Change the minutes' : 'Start a clock'}
        <//>
        <${Button} class="ck-quiet" hidden=${!clock} barred=${barred} run=${() => act({ do: 'clock', on: stopped })}>
          ${stopped ? 'Let the clock run' : 'Stop the clock'}
        <//>
        <${Button} class="ck-quiet" hidden=${!clock} barred=${barred} run=${() => set(0)}>No clock<//>
      </span>
      ${problem && html`<p class="ck-hint" role="alert">${problem}</p>`}
      <p class="ck-hint">
        Play alone counts, while a page shows the table: neither set-up nor a time-out. When the minutes are over, the
        game is told that time is up. ${clock?.pace ?? ''}
      </p>
    </section>`;
}

define('classkit-matchclock', MatchClockPart);
