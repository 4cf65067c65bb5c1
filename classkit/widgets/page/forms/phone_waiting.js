/** How long a person on a phone has been waited for, or when a bot will answer. */

import { Button } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { useLayoutEffect, useState } from '../preact/standalone.js';
import { serverTime } from '../wire/serverclock.js';

const SECOND = 1_000;

/** Minutes and seconds, such as "0:38". @param {number} seconds */
export function clockOf(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * The current text about the wait.
 * @param {PhoneWait} wait
 * @param {number} now by the server's clock
 * @returns {[string, string]} the text before and after the name
 */
export function waitWords({ since, until, away }, now) {
  if (away && until) return ['', ` is away: a bot answers in ${clockOf(until - now)}`];
  return ['Waits for ', ` on a phone, ${clockOf(now - since)}`];
}

/**
 * The wait, with a button that gives an absent person the full time again.
 * @param {{name: string, wait: PhoneWait, more: () => void}} props
 */
export function PhoneWaiting({ name, wait, more }) {
  const [, tick] = useState(0);
  useLayoutEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), SECOND);
    return () => clearInterval(timer);
  }, []);
  const [before, after] = waitWords(wait, serverTime());
  return html`
    ${before}<bdi>${name}</bdi>${after}${' '}
    <${Button} class="ck-link ck-wait" hidden=${!wait.away || !wait.until} run=${more}>Wait<//>`;
}
