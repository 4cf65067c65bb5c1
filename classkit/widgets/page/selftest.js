/** Self-test page: a teacher opens it on a phone in the network of the class, the day before. */

import { h, setText } from './basics/dom.js';
import { plural } from './basics/format.js';
import { begin } from './room/page.js';
import { copying } from './wire/dialogs.js';
import { askSeen, basePath, explain, openTest, socketAddress } from './wire/probe.js';

/** Milliseconds for a frame, in either direction. */
const FRAME = 20_000;
/** Minimum difference of two clocks that is reported, in seconds. */
const CLOCK = 120;
/** Milliseconds for the fonts. */
const FONTS = 5_000;
/** Features that all pages use, with a test of each. @type {[string, () => boolean][]} */
const FEATURES = [
  ['CSS container queries', () => CSS.supports('container-type: inline-size')],
  ['the CSS selector :has()', () => CSS.supports('selector(:has(a))')],
  ['the CSS function color-mix()', () => CSS.supports('color: color-mix(in srgb, red, blue)')],
  ['the method with() of lists', () => 'with' in Array.prototype],
  ['popovers', () => 'popover' in HTMLElement.prototype],
  ['AbortSignal.timeout()', () => 'timeout' in AbortSignal],
];
const BROWSERS = 'Update it to Chrome or Edge 114, Firefox 128 or Safari 17.4, or a later version.';

/**
 * @typedef {{ state: 'good'|'bad'|'skipped', words: string, request?: string }} Result of one check; `request` is a
 *   sentence for the administrator of the network
 */

/** @param {string} words @returns {Result} */
const good = (words) => ({ state: 'good', words });

/** @param {string} words @returns {Result} */
const bad = (words, request = '') => ({ state: 'bad', words, request });

/** @param {string} words @returns {Result} */
const skipped = (words) => ({ state: 'skipped', words });

/** @returns {Result} */
export function checkBrowser(features = FEATURES) {
  const missing = features.filter(([, has]) => !has()).map(([name]) => name);
  return missing.length ? bad(`This browser is too old: it lacks ${missing.join(', ')}. ${BROWSERS}`)
    : good('This browser has everything that the pages use.');
}

/** @returns {Promise<Result>} */
async function checkFonts() {
  const late = new Promise((resolve) => { setTimeout(resolve, FONTS, []); });
  const loaded = await Promise.race([document.fonts.load('16px "CK Text"').catch(() => []), late]);
  return loaded.length ? good('The fonts are loaded.')
    : bad('The fonts were not loaded. The pages work, but look different: allow fonts in the settings of the browser.');
}

/** @param {import('./wire/probe.js').Seen|null} seen @returns {Result} */
export function checkPage(seen, base) {
  if (!seen) {
    return bad('The server did not answer a request of this page.',
      `Please let ${location.origin}${base} through: all paths below it, without a login page.`);
  }
  return good(`The server answers at ${location.host}.`);
}

/** @param {import('./wire/probe.js').Seen|null} seen @returns {Result} */
export function checkCookie(seen) {
  if (!seen) return skipped(SILENT);
  return seen.has_cookie ? good('The browser returns the cookie of the server.')
    : bad('The browser does not return the cookie of the server. Allow cookies for this site, and leave private mode.',
      `Please let the headers Set-Cookie and Cookie of ${location.origin} through unchanged.`);
}

/**
 * @param {import('./wire/probe.js').Seen|null} seen
 * @param {number} now seconds by the clock of this device
 * @returns {Result}
 */
export function checkClock(seen, now) {
  if (!seen) return skipped(SILENT);
  const ahead = Math.round(now - seen.time);
  if (Math.abs(ahead) < CLOCK) return good('The clocks of this device and of the server agree.');
  const minutes = plural(Math.round(Math.abs(ahead) / 60), 'minute');
  return bad(`The clock of this device is ${minutes} ${ahead > 0 ? 'ahead of' : 'behind'} that of the server. `
    + 'Set it to the automatic time. If it is right, set the clock of the server.');
}

/**
 * Exchange frames of the largest sizes over a test websocket.
 * @param {WebSocket} socket
 * @param {{ upload: number, download: number }} sizes
 * @returns {Promise<Result>}
 */
async function checkFrames(socket, { upload, download }, base) {
  const reply = (message) => new Promise((resolve) => {
    const end = (data) => {
      clearTimeout(timer);
      socket.onmessage = socket.onclose = null;
      resolve(data);
    };
    const timer = setTimeout(end, FRAME, null);
    socket.onmessage = ({ data }) => end(data);
    socket.onclose = () => end(null);
    socket.send(message);
  });
  const failed = (what) => bad(`${what} did not get through.`, `Please let WebSocket messages of up to `
    + `${Math.round(download / 1000)} kB through at ${socketAddress(base)}, in both directions.`);
  socket.binaryType = 'arraybuffer';
  const bytes = new Uint8Array(upload);
  for (let at = 0; at < upload; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  const counted = await reply(bytes);
  if (typeof counted !== 'string' || JSON.parse(counted).bytes !== upload) {
    return failed('A large message to the server');
  }
  const came = await reply(`send ${download}`);
  if (came?.byteLength !== download) return failed('A large message from the server');
  return good(`Messages of ${Math.round(upload / 1000)} kB to and ${Math.round(download / 1000)} kB from the server `
    + 'arrive.');
}

const SILENT = 'Not tested, because the server did not answer.';
const MARKS = { good: '✓', bad: '✗', skipped: '–' };

/** The checks in order, each with its title. @type {[string, string][]} */
const CHECKS = [
  ['page', 'Page'],
  ['browser', 'Browser'],
  ['fonts', 'Fonts'],
  ['cookie', 'Cookie'],
  ['clock', 'Clock'],
  ['socket', 'Live connection (WebSocket)'],
  ['frames', 'Large messages'],
];

class SelfTest {
  /** @type {Record<string, { item: HTMLElement, words: HTMLElement }>} */
  rows = {};
  /** @type {Result[]} */
  results = [];

  /**
   * @param {HTMLElement} el
   * @param {{ upload: number, download: number }} told
   */
  constructor(el, told) {
    this.told = told;
    this.base = basePath();
    const list = h('ul', { class: 'tests' });
    for (const [name, title] of CHECKS) {
      const words = h('p', {}, 'Testing …');
      const item = h('li', { 'data-state': 'waits' },
        h('span', { class: 'mark', 'aria-hidden': 'true' }), h('div', {}, h('h2', {}, title), words));
      this.rows[name] = { item, words };
      list.append(item);
    }
    this.summary = h('p', { class: 'verdict', role: 'status' }, 'Testing the network …');
    this.send = h('div', { class: 'send', hidden: true });
    el.append(this.summary, this.send, list,
      h('p', {}, h('button', { type: 'button', class: 'button', onclick: () => location.reload() }, 'Test again')));
    void this.run();
  }

  /** @param {Result} result */
  show(name, result) {
    const { item, words } = this.rows[name];
    item.dataset.state = result.state;
    setText(item.querySelector('.mark'), MARKS[result.state]);
    setText(words, `${result.state === 'bad' ? 'Problem: ' : ''}${result.words}`);
    this.results.push(result);
  }

  async run() {
    this.show('browser', checkBrowser());
    const seen = await askSeen(this.base);
    const now = Date.now() / 1000;
    this.show('page', checkPage(seen, this.base));
    this.show('cookie', checkCookie(seen));
    this.show('clock', checkClock(seen, now));
    this.show('fonts', await checkFonts());
    await this.testSocket();
    this.tellAll();
  }

  async testSocket() {
    const { id, socket } = await openTest(this.base);
    if (socket) {
      this.show('socket', good('A live connection opens, and messages arrive over it.'));
      this.show('frames', await checkFrames(socket, this.told, this.base));
      socket.close();
      return;
    }
    const seen = await askSeen(this.base, id);
    const address = socketAddress(`${this.base}self-test/socket`);
    if (!seen) this.show('socket', bad(`The connection to ${address} does not open, and the server does not answer.`));
    else if (seen.attempt?.outcome === 'full') {
      this.show('socket', bad('Too many devices are testing at the moment. Test again in a minute.'));
    } else {
      const { reason, request } = explain(seen.attempt, this.base, address);
      this.show('socket', bad(`The connection to ${address} does not open. ${reason}`, request));
    }
    this.show('frames', skipped('Not tested, because there is no live connection.'));
  }

  /** The verdict, and one sentence for each failure. */
  tellAll() {
    const failed = this.results.filter(({ state }) => state === 'bad');
    this.summary.dataset.state = failed.length ? 'bad' : 'good';
    setText(this.summary, failed.length
      ? `${plural(failed.length, 'check')} of ${this.results.length} failed.`
      : 'Everything works: phones in this network can join a class.');
    const requests = [...new Set(failed.map(({ request }) => request).filter(Boolean))];
    if (!requests.length) return;
    const field = /** @type {any} */ (h('textarea', { readonly: true, rows: 4, id: 'request' }));
    field.value = requests.join('\n');
    const copy = copying(field);
    copy.className = 'button';
    this.send.append(h('label', { for: 'request' }, 'Send this to the administrator of your network:'), field, copy);
    this.send.hidden = false;
  }
}

/**
 * @param {HTMLElement} el its place
 * @param {{ upload: number, download: number }} told
 */
function showSelfTest(el, told) { return new SelfTest(el, told); }

begin('classkit-self-test', showSelfTest);

export default showSelfTest;
