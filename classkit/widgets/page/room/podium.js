/** The podium of a class: third, second and first place, with a dot for each seat below. */

import { Badge } from '../basics/badge.js';
import { currencyOf, plural, shortMoney, count } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { scaleOf } from '../charts/ticks.js';

/** Delay between places in milliseconds. */
const APART = 1_400;
/** Number of places, and their labels. */
const PLACES = 3, WORDS = ['1st', '2nd', '3rd'];
/** Maximum length of names at normal size. */
const SHORT = 18;
/** Size of the dot chart: width, height for dots, and total height. */
const WIDE = 1220, HIGH = 84, ALL = 118;
/** Candidate distances of dots, and numbers of dots side by side in a column; the first that fits is used. */
const LAYOUTS = [[11, 1], [9, 1], [11, 2], [9, 2], [8, 3], [8, 4], [7, 5], [7, 7], [6, 10], [5, 14], [4, 20], [2, 40]];
/** Distance between marks of winners, height above their dots, and minimum distance from the edge. */
const MARK = 25, ABOVE = 27, EDGE = 12;
/** Seats of a table by letter. */
const SEATS = { seats: [...'ABCDEFGH'].map((id) => ({ id })) };
/** Keys that show the next place. */
const NEXT = new Set([' ', 'Enter', 'ArrowRight', 'ArrowDown', 'PageDown']);

/**
 * The winners, best first, skipping seats that cannot win. If more seats have the same score than places are left, one
 * winner stands for all of them; `tied` is their number.
 * @param {any[]} seats best first
 */
export function winnersOf(seats) {
  const able = seats.filter(({ barred }) => !barred), shown = able.slice(0, PLACES);
  const last = shown.at(-1)?.score, equal = able.filter(({ score }) => score === last);
  const before = shown.filter(({ score }) => score !== last);
  return before.length + equal.length > PLACES ? [...before, { ...equal[0], tied: equal.length }] : shown;
}

/**
 * The rank of a winner; equal scores share a rank.
 * @param {{score: number}[]} winners best first
 * @param {number} at
 */
export function rankOf(winners, at) {
  return winners.findIndex(({ score }) => score === winners[at].score);
}

/**
 * Return the positions of the dots, stacked in the column of their score.
 * @param {{place: number, seat: string, score: number, barred: boolean}[]} seats
 * @param {{low: number, high: number}} range
 */
export function dotsOf(seats, { low, high }) {
  const layout = LAYOUTS.find(([size, beside]) => {
    const most = Math.max(0, ...columnsOf(seats, low, high, size * beside).map((column) => column.length));
    return Math.ceil(most / beside) * size <= HIGH;
  });
  const [size, beside] = layout ?? LAYOUTS[LAYOUTS.length - 1], wide = size * beside;
  const dots = columnsOf(seats, low, high, wide).flatMap((column, at) => {
    const inset = (beside - Math.min(beside, column.length)) / 2;
    return column.map((seat, n) => ({
      seat, x: at * wide + (inset + (n % beside) + 0.5) * size, y: HIGH - (Math.floor(n / beside) + 0.5) * size,
    }));
  });
  const last = Math.floor(WIDE / wide) - 1;
  return { dots, size, across: (value) => (shareOf(value, low, high) * last + 0.5) * wide };
}

/** The seats of each column of the given width. */
function columnsOf(seats, low, high, wide) {
  const columns = Array.from({ length: Math.floor(WIDE / wide) }, () => /** @type {typeof seats} */ ([]));
  for (const seat of seats) columns[Math.round(shareOf(seat.score, low, high) * (columns.length - 1))].push(seat);
  return columns;
}

const shareOf = (value, low, high) => (high > low ? (value - low) / (high - low) : 0);

/**
 * Return the positions of the winners' marks above their dots, next to each other if the dots are close.
 * @param {{x: number, y: number}[]} dots the winners' dots, best first
 */
export function marksOf(dots) {
  const way = dots.some(({ x }) => x > dots[0].x) || (dots[0]?.x ?? 0) < WIDE / 2 ? 1 : -1;
  let next = way > 0 ? EDGE : WIDE - EDGE;
  return dots.map(({ x, y }) => {
    const own = way > 0 ? Math.max(x, next) : Math.min(x, next);
    next = own + way * MARK;
    return { x: own, y: Math.max(EDGE, y - ABOVE) };
  });
}

/** A short score. @param {number} value @param {Currency|null} currency */
function words(value, currency) {
  return currency ? shortMoney(value, currency) : count(value);
}

export class Podium {
  /** Number of shown places; 0 if the podium is closed. */
  shown = 0;
  open = false;
  timer = /** @type {any} */ (undefined);

  /**
   * @param {(content: Record<string, unknown>) => void} ask sends to the room
   * @param {() => void} redraw
   */
  constructor(ask, redraw) {
    this.ask = ask;
    this.redraw = redraw;
  }

  /** When the podium opens, no place is shown. @param {any} room */
  take(room) {
    const open = Boolean(room.podium);
    if (open === this.open) return;
    this.open = open;
    this.shown = 0;
    this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    if (this.open && this.shown < PLACES) this.timer = setTimeout(() => this.next(), APART);
  }

  next() {
    this.shown += 1;
    this.wait();
    this.redraw();
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it shows the next place */
  press(event) {
    const control = /** @type {any} */ (event.target).closest?.('button, select, summary');
    if (!this.open || control || !NEXT.has(event.key) || this.shown >= PLACES) return false;
    this.next();
    return true;
  }

  /** @param {any} room */
  view(room) {
    const { podium, names_hidden: hidden } = room;
    const { seats, measure, over, tables } = podium;
    const winners = winnersOf(seats), best = currencyOf(podium) ? 'The richest' : 'The best';
    const about = `${measure.toLowerCase()} · ${plural(seats.length, 'seat')} at ${plural(tables, 'table')}`;
    return html`
      <section class="ck-podium" aria-label="Podium">
        <header>
          <h1>${best} of the class${over ? '' : ' so far'}</h1>
          <div>
            <span>${about}</span>
            <button type="button" onClick=${() => this.ask({ room: 'hide_names', on: !hidden })}>
              ${hidden ? 'Show names' : 'Hide names'}</button>
            <button type="button" onClick=${() => this.ask({ room: 'podium', on: false })}>All tables</button>
          </div>
        </header>
        <div class="ck-podium-blocks" role="status">
          ${[1, 0, 2].map((at) => html`
            <div key=${at} class=${`ck-podium-${at + 1} ck-rank-${(winners[at] ? rankOf(winners, at) : at) + 1}`}>
              ${winners[at] && this.shown >= Math.min(winners.length, PLACES) - at
                ? this.block(winners, at) : null}
            </div>`)}
        </div>
        ${winners.length ? null : html`<p class="ck-podium-none">Nobody won.</p>`}
        ${this.crowd(podium, winners)}
      </section>`;
  }

  block(winners, at) {
    const { place, seat, name, text, tied } = winners[at];
    const rank = WORDS[rankOf(winners, at)];
    if (tied) {
      return html`
        <div class="ck-podium-rises">
          <div class="ck-podium-who"><bdi class="ck-podium-name">A tie of ${tied}</bdi></div>
          <div class="ck-podium-block"><span>${rank}</span> <b>${text}</b></div>
        </div>`;
    }
    const shown = name || `Table ${place}`, long = [...shown].length > SHORT;
    return html`
      <div class="ck-podium-rises">
        <div class="ck-podium-who">
          <${Badge} fixed=${SEATS} seat=${seat} />
          <bdi class=${long ? 'ck-podium-name ck-long' : 'ck-podium-name'} title=${shown}>${shown}</bdi>
          ${name ? html`<span class="ck-podium-table">Table ${place}</span>` : null}
        </div>
        <div class="ck-podium-block"><span>${rank}</span> <b>${text}</b></div>
      </div>`;
  }

  /** A dot for each seat, so that a class sees the distribution and not only three names. */
  crowd({ seats, unit, currency, covered, over, without_winner: bankrupt }, winners) {
    const money = currencyOf({ unit, currency });
    const scores = seats.map(({ score }) => score).sort((one, other) => one - other);
    const middle = scores.length ? (scores[(scores.length - 1) >> 1] + scores[scores.length >> 1]) / 2 : 0;
    const said = [
      scores.length ? `middle ${words(middle, money)}` : '',
      bankrupt ? `hollow: nobody won at ${plural(bankrupt, 'table')}`
        : seats.some(({ barred }) => barred) ? `hollow: cannot win${over ? '' : ' yet'}` : '',
      covered ? `${plural(covered, 'table')} covered` : '',
    ].filter(Boolean).join(' · ');
    const ends = [Math.min(0, scores[0] ?? 0), Math.max(0, scores.at(-1) ?? 0)];
    const { range: [low, high], ticks } = scaleOf(ends[0], ends[1], 8, false);
    const { dots, size, across } = dotsOf(seats, { low, high });
    const first = Math.min(winners.length, PLACES) - this.shown;
    const dotOf = (winner) =>
      dots.find(({ seat }) => seat.place === winner.place && seat.seat === winner.seat);
    const own = winners.map((winner) => dotOf(winner) ?? { x: 0, y: 0 });
    const marks = marksOf(own);
    return html`
      <figure class="ck-podium-crowd">
        <figcaption><b>Every seat, one dot each</b> <span>${said}</span></figcaption>
        <svg viewBox=${`0 0 ${WIDE} ${ALL}`} role="img" aria-label=${`The scores of all seats. ${said}`}>
          ${dots.map(({ seat, x, y }) => html`
            <circle key=${`${seat.place}/${seat.seat}`} cx=${x} cy=${y} r=${Math.max(1, size * 0.32)}
              class=${seat.barred ? 'ck-hollow' : null} />`)}
          <line x1="0" x2=${WIDE} y1=${HIGH + 1.5} y2=${HIGH + 1.5} />
          ${ticks.map((value) => html`
            <text key=${value} x=${across(value)} y=${ALL - 10} text-anchor=${anchor(across(value))}>
              ${words(value, money)}</text>`)}
          ${marks.map(({ x, y }, at) => {
            const rank = rankOf(winners, at) + 1;
            return at >= first && html`
              <g key=${at} class=${`ck-rank-${rank}`}>
                <line x1=${own[at].x} x2=${x} y1=${own[at].y - size * 0.4} y2=${y + EDGE} />
                <circle cx=${x} cy=${y} r="11" />
                <text x=${x} y=${y} text-anchor="middle" dominant-baseline="central">${rank}</text>
              </g>`;
          })}
        </svg>
      </figure>`;
  }
}

/** Text anchor that keeps labels at the ends of the axis inside the drawing. @param {number} x */
function anchor(x) {
  return x < 30 ? 'start' : x > WIDE - 30 ? 'end' : 'middle';
}
