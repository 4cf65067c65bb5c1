/** The wall: all tables of a class on one screen, with marks on tables that need help; a click opens a table. */

import { Badge } from '../basics/badge.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { SEAT_LOOKS } from '../basics/seatlook.js';
import { listNames } from '../basics/text.js';

/** Seconds of waiting after which a table needs help, and after which the waiting time is shown. */
const NEEDS_HELP = 90, LONG = 10;
/** Maximum number of tables per page, and milliseconds per page if there are several. */
const MOST = 60, PAGE = 12_000;
/** Ratio of columns to rows of the wall. */
const WIDER = 1.9;
/** Maximum number of buttons for tables that need help. */
const MOST_BUTTONS = 4;
/** Maximum length of a name in texts about a table. */
const LONGEST = 18;
/** Size of a small chart; its points range from 0 to the height. */
const WIDE = 200, HIGH = 100;

/** The number of columns for a number of tables. @param {number} tables */
export function columnsFor(tables) {
  return Math.max(1, Math.ceil(Math.sqrt(tables * WIDER)));
}

/**
 * The tables of each page. A single page is sorted by number; on several pages, tables that need help come first.
 * @template {{place: number}} Table
 * @param {Table[]} tables
 * @param {(table: Table) => boolean} needy
 * @returns {number[][]}
 */
export function pagesOf(tables, needy) {
  const places = tables.map(({ place }) => place);
  if (places.length <= MOST) return [places];
  const first = tables.filter(needy).map(({ place }) => place);
  const order = [...first, ...places.filter((place) => !first.includes(place))];
  const pages = Math.ceil(order.length / MOST), size = Math.ceil(order.length / pages);
  return Array.from({ length: pages }, (_, at) => order.slice(at * size, (at + 1) * size));
}

/** A short waiting time. @param {number} seconds */
export function waited(seconds) {
  return seconds < 60 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** The first name, truncated if long, and the number of further names. @param {string[]} names */
function called([name, ...more]) {
  const letters = [...name];
  const short = letters.length > LONGEST ? `${letters.slice(0, LONGEST - 1).join('').trimEnd()}…` : name;
  return isolated(short) + (more.length ? ` +${more.length}` : '');
}

/**
 * What a table needs help with: text for its cell and for its button; null if nothing.
 * @param {any} table
 * @param {boolean} closed whether the lesson is over
 * @param {number} now seconds by the server's clock
 */
export function needOf(table, closed, now) {
  const { place, hands, away, waits, over, paused, asked_at: asked } = table;
  if (closed) return null;
  if (hands.length) return { cell: 'hand up', button: `Table ${place}: hand up`, title: hands.join(', ') };
  if (over || paused) return null;
  if (away.length) {
    const who = called(away);
    const button = `Table ${place}: ${who} ${away.length > 1 ? 'are' : 'is'} away`;
    return { cell: `away: ${who}`, button, title: `A bot answers for ${away.join(', ')}.` };
  }
  const since = now - asked;
  if (!waits.length || since < NEEDS_HELP) return null;
  const who = called(waits);
  return {
    cell: `${waited(since)}: ${who}`, button: `Table ${place} waits ${waited(since)} for ${who}`,
    title: waits.join(', '), waits,
  };
}

/**
 * Who decides at a table, or why nobody does, after the bots have played.
 * @param {{over: boolean, ends: number, waits: string[], paused: boolean, asked_at?: number}} table
 * @param {boolean} closed whether the lesson is over
 * @param {number} [now] seconds by the server's clock
 */
export function waitingAt({ over, ends, waits, paused, asked_at: asked = 0 }, closed, now = 0) {
  if (over) return ends ? `Over after round ${ends}` : 'Over';
  if (closed) return 'Not finished';
  if (paused) return 'Paused';
  if (!waits.length) return 'No open decision';
  const late = now - asked >= LONG && asked ? ` (${waited(now - asked)})` : '';
  return `${listNames(waits.map(isolated))} ${waits.length > 1 ? 'decide' : 'decides'}${late}`;
}

/** Suffix of the name of a seat without a student, or with a team. */
export function marked({ person, invented, team }) {
  if (team) return ` (${team})`;
  if (invented) return ' (invented)';
  return person ? '' : ' (bot)';
}

/** The colour of a seat's line. @param {number} at its index among the seats of its table */
function lineOf(at) {
  return `var(--seat-${'abcdefgh'[Math.max(0, at) % SEAT_LOOKS.length]}-line)`;
}

/**
 * The race at a table: a line for each seat, with the leader's in colour and on top. If lines may not be shown, a
 * column for each seat.
 * @param {Record<string, number[]>} course heights of each seat by turn
 * @param {string[]} seats
 * @param {string} [leader]
 */
export function smallChart(course, seats, leader = '') {
  const lines = Object.entries(course).sort(([one], [other]) => Number(one === leader) - Number(other === leader));
  if (!lines.length) return null;
  const leads = { class: 'ck-leads', style: `--ck-of: ${lineOf(seats.indexOf(leader))}` };
  const look = (seat) => (seat === leader ? leads : {});
  const points = (heights) => heights
    .map((height, at) => `${Math.round((WIDE * at) / (heights.length - 1))},${HIGH - height}`).join(' ');
  const each = WIDE / Object.keys(course).length;
  return html`
    <svg class="ck-wall-course" viewBox=${`-2 -4 ${WIDE + 4} ${HIGH + 8}`} preserveAspectRatio="none"
      aria-hidden="true" focusable="false">
      ${lines.map(([seat, heights]) => (heights.length > 1
        ? html`<polyline key=${seat} points=${points(heights)} ...${look(seat)} />`
        : html`<rect key=${seat} x=${each * (seats.indexOf(seat) + 0.15)} y=${HIGH - heights[0]}
            width=${each * 0.7} height=${heights[0] + 2} ...${look(seat)} />`))}
    </svg>`;
}

export class Wall {
  /** The current page, the tables of the pages, and whether paging is paused. */
  page = 0;
  pages = /** @type {number[][]} */ ([]);
  held = false;

  /**
   * @param {(place: number) => void} open opens a table
   * @param {() => void} redraw
   * @param {(content: Record<string, unknown>) => unknown} ask asks the room
   */
  constructor(open, redraw, ask = () => {}) {
    this.open = open;
    this.ask = ask;
    this.redraw = redraw;
    this.timer = setInterval(() => this.turn(1, true), PAGE);
  }

  /** @param {number} by number of pages to move @param {boolean} [alone] whether automatically */
  turn(by, alone = false) {
    if (this.pages.length < 2 || (alone && (this.held || document.hidden))) return;
    this.page = (this.page + by + this.pages.length) % this.pages.length;
    if (!this.page) this.pages = []; // tables that need help now come first
    this.redraw();
  }

  /** The tables of the current page; their order changes only when the first page is shown again. */
  shown(tables, needs) {
    const known = new Set(this.pages.flat());
    if (known.size !== tables.length || !tables.every(({ place }) => known.has(place))) {
      this.pages = pagesOf(tables, ({ place }) => needs.has(place));
      this.page = Math.min(this.page, this.pages.length - 1);
    }
    const places = this.pages[this.page] ?? [];
    const by = new Map(tables.map((table) => [table.place, table]));
    return places.map((place) => by.get(place));
  }

  /**
   * @param {any} room
   * @param {number} now seconds by the server's clock
   * @param {any} [first] first element of the ribbon
   */
  view(room, now, first = null) {
    const { tables, closed, scale, compared } = room;
    const needs = new Map(tables.map((table) => [table.place, needOf(table, closed, now)]).filter(([, need]) => need));
    const shown = this.shown(tables, needs);
    const size = Math.max(1, ...this.pages.map((page) => page.length));
    const columns = columnsFor(size);
    return html`
      <div class="ck-wall-ribbon">
        ${first}
        ${this.helpers(tables, needs)}
        ${this.pages.length > 1 ? this.turner() : null}
        ${compared && tables.length ? html`<span>The tables differ in one option: <b>${compared} …</b></span>` : null}
        ${scale && tables.length ? legend(scale) : null}
      </div>
      <ul class="ck-wall" aria-label="Tables" hidden=${!tables.length}
        style=${`--ck-columns: ${columns}; --ck-rows: ${Math.ceil(size / columns)}`}>
        ${shown.map((table) => this.cell(table, needs.get(table.place), closed, now))}
      </ul>`;
  }

  /** Buttons for tables that need help, longest wait first. */
  helpers(tables, needs) {
    const order = tables.filter(({ place }) => needs.has(place))
      .sort((one, other) => other.hands.length - one.hands.length || one.asked_at - other.asked_at);
    const more = order.length - MOST_BUTTONS;
    if (!order.length) return null;
    return html`<span class="ck-wall-helps">
      ${order.slice(0, MOST_BUTTONS).map(({ place }) => html`
        <span class="ck-wall-waiting" key=${place}>
          <button type="button" class="ck-wall-help" title=${needs.get(place).title}
            onClick=${() => this.open(place)}>${needs.get(place).button}</button>
          ${needs.get(place).waits ? this.toBot(place, needs.get(place)) : null}
        </span>`)}
      ${more > 0 ? html`<span class="ck-wall-more" key="more">and ${more} more</span>` : null}
    </span>`;
  }

  /** Lets a bot answer for whom a table waits, until they answer themselves. */
  toBot(place, { waits }) {
    const words = `A bot answers for ${listNames(waits)} at table ${place}, until they answer themselves.`;
    return html`
      <button type="button" title=${words} onClick=${() => void this.ask({ room: 'bots', place })}>
        Let a bot answer<span class="ck-only-read">${` at table ${place}`}</span></button>`;
  }

  turner() {
    const press = (words, label, run) => html`
      <button type="button" aria-label=${label} title=${label} onClick=${run}>${words}</button>`;
    return html`
      <span class="ck-wall-pages" role="group" aria-label="Pages of tables">
        ${press('‹', 'Previous page', () => this.turn(-1))}
        <span>${this.page + 1} of ${this.pages.length}</span>
        ${press('›', 'Next page', () => this.turn(1))}
        <button type="button" aria-pressed=${this.held}
          onClick=${() => { this.held = !this.held; this.redraw(); }}>Hold</button>
      </span>`;
  }

  cell(table, need, closed, now) {
    const { place, turn, instrument, course, seats, ahead, group, measure } = table;
    const [leader] = ahead, ids = seats.map(({ seat }) => seat);
    const words = waitingAt(table, closed, now);
    const who = seats.map((seat) => `${isolated(seat.name)}${marked(seat)}`).join(', ');
    const title = [group, `${words}.`, leader && `${leader.name}: ${leader.text}${measure ? `, ${measure}` : ''}`, who]
      .filter(Boolean).join('\n');
    return html`
      <li key=${place} class=${need ? 'ck-wall-table ck-needs' : 'ck-wall-table'}>
        <button type="button" title=${title} data-place=${place} onClick=${() => this.open(place)}>
          <span class="ck-wall-top">
            <b><span class="ck-only-read">Table${' '}</span>${place}</b>
            <span class="ck-wall-turn">turn ${turn}${group && ` · ${group}`}</span>
            ${instrument && html`
              <span class="ck-wall-square" data-degree=${instrument.heat}>
                <span class="ck-only-read">${`${instrument.label} `}</span>${instrument.text}
              </span>`}
          </span>
          <span class=${`ck-wall-waits${leader || need ? ' ck-only-read' : ''}`}>${words}</span>
          ${smallChart(course, ids, leader?.seat) ?? html`<span class="ck-wall-course"></span>`}
          ${need
            ? html`<span class="ck-wall-need">${need.cell}</span>`
            : leader && html`
              <span class="ck-wall-leader">
                <${Badge} fixed=${{ seats: ids.map((id) => ({ id })) }} seat=${leader.seat} />
                <bdi>${leader.name}</bdi>${' '}<b>${leader.short}</b>
              </span>`}
          <span class="ck-only-read">${who}</span>
        </button>
      </li>`;
  }
}

/** Legend of the coloured squares. @param {{label: string, levels: [string, number][]}} scale */
function legend({ label, levels }) {
  return html`
    <span class="ck-wall-legend">
      <span>${levels.length ? 'Coloured square' : 'Square'}: ${label}</span>
      ${levels.map(([text, heat], at) => html`
        <span class="ck-wall-square" key=${at} data-degree=${heat}>${text}</span>`)}
    </span>`;
}

