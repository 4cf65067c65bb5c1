/** Lobby of a phone before the first decision: own name and seat, facts about the game, and other people. */

import { LETTERS } from '../basics/badge.js';
import { chime, setSound } from '../basics/chime.js';
import { plural } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { SEAT_LOOKS, SEAT_SHAPES } from '../basics/seatlook.js';
import { drawEmblem } from '../board/emblems.js';
import { useLayoutEffect, useRef } from '../preact/standalone.js';

/** Duration of the vibration with the sound, in milliseconds. */
const SHAKE = 90;

/** Maximum length of text on a disc; longer text is on a tag. */
const ON_DISC = 2;

/** Switch the sound on and play it, in a touch handler, which unlocks sound and vibration. */
export function tryBell() {
  setSound(true);
  navigator.vibrate?.(SHAKE);
  // the browser needs a moment to start the audio
  setTimeout(chime, SHAKE);
}

/**
 * @typedef {object} LobbyProps
 * @property {string} name
 * @property {{letter: string, at: number}|null} seat its letter and its number among the seats; null without one
 * @property {number} place the table; 0 without one
 * @property {string} words what comes next
 * @property {[string, string, string, string][]} cards title, sentence, emblem, figure
 * @property {{seat: string, name: string, person: boolean}[]} table
 * @property {number} people
 * @property {number} absent after how many seconds a bot answers; 0 for never
 * @property {any} [children]
 */

/** @param {LobbyProps} props */
export function Lobby({ name, seat, words, cards, table, people, absent, children }) {
  const look = seat ? SEAT_LOOKS[seat.at % SEAT_LOOKS.length] : null;
  const symbol = look?.symbol ?? 'circle';
  const paint = look ? `--ck-of: ${look.colour}; --ck-on: ${look.ink}` : '';
  const letter = seat?.letter ?? name.trim().slice(0, 1).toUpperCase();
  const seated = table.filter((one) => one.person);
  return html`
    <div class="ck-lobby" style=${paint}>
      <header class="ck-lobby-head">
        ${letter && html`
          <svg class="ck-lobby-badge" viewBox="-14 -14 28 28" aria-hidden="true" focusable="false">
            <path d=${SEAT_SHAPES[symbol]} />
            <text x="0" y=${LETTERS[symbol] ?? 0} text-anchor="middle" dominant-baseline="central">${letter}</text>
          </svg>`}
        <h1>You are in${name && html`, <bdi>${name}</bdi>`}</h1>
        <p role="status">${words}</p>
      </header>
      <div class="ck-lobby-body">
        ${children}
        ${cards.length > 0 && html`
          <ul class="ck-card ck-lobby-cards">
            ${cards.map(([title, text, emblem, figure]) => html`
              <li key=${title}>
                <${Sketch} emblem=${emblem} figure=${figure} />
                <div><b>${title}</b><p>${text}</p></div>
              </li>`)}
          </ul>`}
        <section class="ck-card ck-lobby-here">
          ${table.length > 0 && html`
            <p><b>At your table</b><b>${seated.length} of ${table.length}</b></p>
            <ul class="ck-chips">
              ${seated.map((one) => html`
                <li key=${one.seat} title=${one.name}
                  class=${one.seat === seat?.letter ? 'ck-chip-own' : null}>
                  <bdi>${one.name}</bdi>${one.seat === seat?.letter ? ', you' : ''}
                </li>`)}
            </ul>`}
          <p><b>In the class</b><b>${people === 1 ? 'only you so far' : `${people} here`}</b></p>
        </section>
      </div>
      <footer class="ck-lobby-foot">
        <button type="button" class="ck-main" onClick=${tryBell}>Try the bell ♪</button>
        <p>It rings when you are asked.${absent ? ` You have ${plural(absent, 'second')}.` : ''}</p>
      </footer>
    </div>`;
}

/** The small picture of a card: an emblem, or a number on a disc or tag. */
function Sketch({ emblem, figure }) {
  const place = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    place.current?.replaceChildren(drawEmblem(emblem, { x: 12, y: 12, size: 24 }) ?? '');
  }, [emblem]);
  if (emblem) {
    return html`<svg class="ck-sketch" viewBox="0 0 24 24" aria-hidden="true" focusable="false" ref=${place}></svg>`;
  }
  const kind = figure.length > ON_DISC ? 'ck-sketch-tag' : figure ? 'ck-sketch-disc' : 'ck-sketch-dot';
  return html`<span class=${`ck-sketch ${kind}`} aria-hidden="true">${figure}</span>`;
}
