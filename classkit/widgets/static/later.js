/** Work that can wait until nobody waits for the page, but not for ever. */

/** So long nothing must have happened, in milliseconds. */
const QUIET = 300;

/** While steps follow each other faster, it is done after this long all the same. */
const LONGEST = 2_000;

/** A page that is never idle does it nevertheless after this long. */
const PATIENCE = 500;

export class Later {
  owed = false;
  since = 0;
  last = 0;
  /** @type {any} */
  timer = undefined;

  /** @param {() => void} run */
  constructor(run) {
    this.run = run;
  }

  /** The work is due (again): from now on it waits for a pause. */
  owe() {
    this.last = performance.now();
    if (this.owed) return;
    this.owed = true;
    this.since = this.last;
    this.wait(QUIET);
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), milliseconds);
  }

  look() {
    if (!this.owed) return;
    const now = performance.now();
    const left = Math.min(this.last + QUIET, this.since + LONGEST) - now;
    if (left > 1) this.wait(left);
    else if (typeof requestIdleCallback === 'function') requestIdleCallback(() => this.now(), { timeout: PATIENCE });
    else this.now();
  }

  /** Does it at once, if it is due. */
  now() {
    if (!this.owed) return;
    this.drop();
    this.run();
  }

  /** It need not be done any more. */
  drop() {
    this.owed = false;
    clearTimeout(this.timer);
  }
}
