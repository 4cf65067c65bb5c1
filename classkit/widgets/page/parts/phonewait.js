/** Phone view while others decide: the table's sentence, a guess, the standings, the seat's possessions. */

import { Badge } from '../basics/badge.js';
import { Button } from '../basics/controls.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { seatName } from '../basics/seatlook.js';
import { Chips } from './phonecase.js';

/** "1st", "2nd", "3rd", "4th". @param {number} place */
export function ordinal(place) {
  const end = place % 100 > 10 && place % 100 < 14 ? 'th' : ['th', 'st', 'nd', 'rd'][place % 10] ?? 'th';
  return `${place}${end}`;
}

/**
 * A seat's place and next turn: "4th of 4 · your turn in 3". If another seat has the same score, it says what decides.
 * @param {Now} now
 */
export function standingWords({ standings, own, over }, seat) {
  const mine = standings.find((one) => one.seat === seat);
  const place = mine && mine.score !== null ? `${ordinal(mine.place)} of ${standings.length}` : '';
  const equal = place && standings.some((one) => one !== mine && one.score === mine.score && one.place !== mine.place);
  const turns = own?.turns && !over ? `your turn ${own.turns > 1 ? `in ${own.turns}` : 'next'}` : '';
  return [equal ? `${place} (tie-break)` : place, turns].filter(Boolean).join(' · ');
}

/** The sentence, below the deciding seats. @param {{fixed: Fixed, now: Now, waits: string}} props */
export function Said({ fixed, now, waits }) {
  const mover = Object.entries(now.seats).find(([, seat]) => seat.mover)?.[0] ?? '';
  const when = now.timeline.moment || `Turn ${now.turn}`;
  return html`
    <div class="ck-wait-said">
      ${mover && html`<${Badge} fixed=${fixed} seat=${mover} />`}
      <p class="ck-wait-who ck-phone-waits" role="status">${when}${waits && html`${' · '}${isolated(waits)}`}</p>
    </div>`;
}

/**
 * The answer sent in this turn, with a button to withdraw it until it is revealed.
 * @param {{now: Now, sent: {words: string, turn: number}|null, change: () => void}} props
 */
export function Sent({ now, sent, change }) {
  const sealed = now.own?.sent ?? '';
  const words = sealed || (sent?.turn === now.turn ? sent.words : '');
  if (!words || now.over) return null;
  const who = sealed && now.own?.sent_by_bot ? 'A bot answered for you:' : 'You sent';
  return html`
    <section class="ck-card ck-wait-sent" role="status">
      <p><span>${who}</span>${' '}<b>${isolated(words)}</b></p>
      ${sealed && html`<${Button} run=${change}>Change<//>`}
    </section>`;
}

const GUESSES = /** @type {[number, string][]} */ ([[-1, 'Lower'], [0, ''], [1, 'Higher']]);

/**
 * A guess with one tap: lower, same, higher.
 * @param {{guess: any, send: (answer: number) => void}} props
 */
export function Guess({ guess, send }) {
  if (!guess) return null;
  const { words, value, mine, last, score } = guess;
  const told = [last === null ? '' : last ? 'Your last guess was right.' : 'Your last guess was wrong.', score];
  return html`
    <section class="ck-card ck-guess-next">
      <h2>${isolated(words || 'Your guesses')}</h2>
      ${words && html`
        <div class="ck-guess-answers" role="group" aria-label=${words}>
          ${GUESSES.map(([answer, label]) => html`
            <button type="button" key=${answer} aria-pressed=${String(mine === answer)} onclick=${() => send(answer)}>
              ${label || html`<b>${value}</b>`}
              <small>${[label ? '' : 'stays', mine === answer ? 'your guess' : ''].filter(Boolean).join(' · ')}</small>
            </button>`)}
        </div>`}
      ${last !== null && html`<p class="ck-guess-told" role="status">${told.filter(Boolean).join(' ')}</p>`}
    </section>`;
}

/** The seats by place, with the own row marked. @param {{fixed: Fixed, now: Now}} props */
export function Places({ fixed, now }) {
  const { own, seen_as: me } = now;
  const ranked = [...now.standings].sort((one, other) => one.place - other.place);
  return html`
    <section class="ck-card ck-places">
      <h2>${fixed.score}</h2>
      <ol>
        ${ranked.map(({ seat, place, text }) => html`
          <li key=${seat} class=${seat === me ? 'ck-place-row ck-place-mine' : 'ck-place-row'}>
            <b class="ck-place-at">${place}</b>
            <${Badge} fixed=${fixed} seat=${seat} />
            <span class="ck-place-name" title=${seatName(fixed, now, seat)}>
              <bdi>${seatName(fixed, now, seat)}</bdi>
              <small>${[seat === me ? 'you' : '', own?.changes[seat] ?? ''].filter(Boolean).join(', ')}</small>
            </span>
            <b class="ck-place-score">${text}</b>
          </li>`)}
      </ol>
    </section>`;
}

/** The seat's possessions. @param {{own: Own|undefined}} props */
export function Yours({ own }) {
  if (!own) return null;
  const { amount, label, text, things } = own.belongings;
  const what = label.replace(/^your /, '');
  const some = text.endsWith(` ${what}`) ? text : `${text} ${what}`;
  const cash = amount === null ? [] : [amount ? some : `no ${what}`];
  const all = [...things, ...cash];
  return all.length > 0 && html`
    <section class="ck-card ck-yours"><h2>Yours</h2><${Chips} things=${all} /></section>`;
}
