/** Page of a teacher's desk: how to join, an overview of all tables, and any table in full. */

import { fetchEarly } from './charts/plotly.js';
import { offered } from './basics/controls.js';
import { h } from './basics/dom.js';
import { plural } from './basics/format.js';
import { beginHall, shownAs } from './hall.js';
import { html } from './basics/markup.js';
import { Picture } from './basics/preact_root.js';
import { readAmount } from './forms/amounts.js';
import { WholeBox } from './forms/whole.js';
import { ClassMenu, ORDERS, seating, seatings, seatOf } from './room/classmenu.js';
import { AskedOnDesk } from './room/deskasked.js';
import { Download } from './room/download.js';
import { ClassChart } from './parts/classchart.js';
import { THEMES } from './parts/menu.js';
import { begin, connecting, lineMark, OVER, roomPane } from './room/page.js';
import { Podium } from './room/podium.js';
import { SeatMap, studentsOf } from './room/seatmap.js';
import { RoomTable } from './room/table.js';
import { Wall } from './room/wall.js';
import { after } from './wire/messages.js';
import { heardTime, serverTime } from './wire/serverclock.js';
import { lineAddress, RoomSocket } from './wire/socket.js';

/** Range of the number of invented participants. */
const INVENTABLE = /** @type {AmountForm} */ ({ kind: 'amount', low: 1, high: 400, step: 1 });
/** Default number of invented participants. */
const INVENTED = 8;
/** Maximum number of names of waiting students. */
const MOST_NAMED = 30;
/** Maximum number of admission requests shown at a time. */
const MOST_CLAIMS = 3;
/** Polling interval of a desk in milliseconds, because waiting times change without events. */
const OFTEN = 5_000;
/** Key of the desk's theme in the browser's storage. */
const THEME = 'classkit-desk-theme';
/** Maximum heat level of a table. */
const HOTTEST = 4;

/**
 * A list of names, each in its own text direction.
 * @param {string[]} names
 * @param {(at: number) => string} [more] suffix of each name
 */
function listed(names, more = () => '') {
  return names.map((name, at) => html`${at ? ', ' : ''}<bdi>${name}</bdi>${more(at)}`);
}

/**
 * Counts over all tables: label, number, and whether it is a warning.
 * @param {any} room
 * @returns {[string, number, boolean?][]}
 */
export function countsOf({ people, tables, scale }) {
  const invented = people.filter((person) => person.invented).length, came = people.length - invented;
  const turns = tables.map(({ turn }) => turn).sort((one, other) => one - other);
  const hottest = (scale?.levels ?? []).filter(([text, heat]) => text && heat === HOTTEST).map(([text]) => text);
  const hot = tables.filter(({ instrument }) => instrument?.heat === HOTTEST).length;
  const some = (number) => (number === 1 ? 'table' : 'tables');
  /** @type {[string, number, boolean?][]} */
  const counts = [[`${came === 1 ? 'person' : 'people'}${invented ? `, ${invented} invented` : ''}`, came]];
  if (!tables.length) return counts;
  counts.unshift([some(tables.length), tables.length]);
  counts.push(['middle turn', turns[turns.length >> 1]]);
  if (hot && hottest.length) counts.push([`${some(hot)} at ${hottest.join(' or ')}`, hot, true]);
  return counts;
}

/**
 * The message that waiting students cannot be seated because the maximum number of tables is reached.
 * @param {{waiting: string[], tables: any[], people: any[]}} room
 */
export function fullWords({ waiting, tables, people }) {
  const number = studentsOf(waiting, people).length;
  const look = number === 1 ? '1 student watches' : `${number} students watch`;
  return `All ${tables.length} tables of this room are set up: ${look}.`;
}

/**
 * How many of the waiting get a seat, and how many watch; empty if all get one.
 * @param {{waiting: string[], tables_left: number, seats: number}} room
 * @param {string} chosen the option for seating
 */
export function fitWords({ waiting, tables_left: left, seats }, chosen) {
  const rest = waiting.length - left * seats;
  if (chosen !== '0' || rest <= 0) return '';
  return `There are seats for ${left * seats}; ${rest} will watch.`;
}

/**
 * Who waits for a seat: names, and the number of those who have none or whose names are hidden.
 * @param {{waiting: string[], people: {id: string, name: string, invented?: boolean}[]}} room
 */
export function waitingWords({ waiting, people }) {
  const names = waiting.map((id) => people.find((one) => one.id === id)?.name).filter(Boolean).slice(0, MOST_NAMED);
  const rest = waiting.length - names.length, students = studentsOf(waiting, people).length;
  const invented = waiting.length - students;
  if (!names.length) return `${plural(students, 'person', 'people')}${invented ? ` and ${invented} invented` : ''}`;
  return html`${listed(names)}${rest ? ` and ${rest} more` : ''}`;
}

class TeacherPage {
  themes = THEMES;
  theme = THEMES[0][0];
  /** The latest state of the room. @type {any} */
  room = null;
  /** The latest refusal. */
  refusal = '';
  /** Whether the joining instructions are shown instead of the tables. */
  invites = true;
  /** Number of participants to invent, as typed; and number of student pages opened here. */
  invented = String(INVENTED);
  /** The chosen options for seating, and for who sits together. */
  seating = '0';
  order = ORDERS[0][0];
  pages = 0;

  /**
   * @param {HTMLElement} el
   * @param {{ address: string, picture: string, xsrf: string }} told the address that phones open, its QR picture,
   *   and the token that the server wants with what it is told to do
   */
  constructor(el, told) {
    this.told = told;
    this.head = roomPane();
    this.stage = h('div', { class: 'ck-room-stage' });
    el.append(this.head, this.stage);
    const ask = (content) => this.ask(content), draw = () => this.picture.draw();
    this.charts = new ClassChart(el, (figure) => this.ask({ room: 'charts', figure }));
    this.picture = new Picture(this.head, () => this.view());
    this.socket = new RoomSocket(lineAddress(), (told) => this.hear(told), (chart) => this.charts.show(chart));
    this.socket.greet = () => this.looksAt();
    this.socket.watchers.add(draw);
    this.table = new RoomTable(this.socket, this.stage, shownAs());
    this.asked = new AskedOnDesk(ask, draw);
    this.wall = new Wall((place) => void this.show(place), draw, ask);
    this.podium = new Podium(ask, draw);
    this.map = new SeatMap(ask, draw);
    this.download = new Download(`${location.pathname.replace(/\/$/, '')}/export`, told.xsrf, draw);
    this.menu = new ClassMenu(ask, this.asked, this.download, this);
    this.choose(readTheme());
    // height above a table in full and above the charts of the class
    new ResizeObserver(() => {
      for (const below of [this.stage, this.charts.node]) {
        below.style.setProperty('--ck-notice', `${this.head.offsetHeight}px`);
      }
    }).observe(this.head);
    setInterval(() => this.look(), OFTEN);
    // after the key handlers of a table in full, which reports whether it has handled Escape
    window.addEventListener('keydown', (event) => this.press(event));
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.menu.node?.contains(/** @type {Node} */ (target))) this.menu.fold();
    });
  }

  /** Request the room's state, which also shows whether actions are being stored. */
  look() {
    if (document.hidden) return;
    this.socket.look();
    this.picture.draw();
  }

  /** @param {string} theme */
  choose(theme) {
    this.theme = theme;
    for (const pane of [this.head, this.charts.node]) pane.dataset.theme = theme;
    try {
      localStorage.setItem(THEME, theme);
    } catch {
      // the choice applies only to this visit
    }
    /** @type {any} */ (this.stage.firstElementChild)?.setTheme?.(theme);
    this.picture.draw();
    this.charts.draw();
  }

  invite() {
    this.invites = !this.invites;
    if (this.room.place || this.room.charts || this.room.podium) void this.show(0);
    this.picture.draw();
  }

  /** Show the seat map instead of the tables. */
  showMap() {
    if (this.room.place || this.room.charts || this.room.podium) void this.show(0);
    this.map.show(!this.map.open, this.room);
  }

  /** Escape returns to all tables; on the podium, keys show the next place. @param {KeyboardEvent} event */
  press(event) {
    const { room } = this;
    if (event.defaultPrevented || !room) return;
    if (event.key === 'Escape') {
      if (this.menu.fold(true) || document.querySelector('dialog[open]')) return;
      if (room.place || room.charts || room.podium) void this.show(0);
      else if (this.map.open && !this.map.unpick()) this.map.show(false, room);
    } else if (this.podium.press(event)) event.preventDefault();
  }

  /** The current view, sent on a new connection, which would otherwise return to all tables. */
  looksAt() {
    const { room } = this;
    if (!room) return [];
    const asks = room.askable.length ? [{ room: 'asking', on: true }] : [];
    if (room.named) asks.push({ room: 'names', on: true });
    if (room.charts) return [{ room: 'charts', figure: this.charts.figure }, ...asks];
    if (room.podium) return [{ room: 'podium', on: true }, ...asks];
    return room.place ? [{ room: 'show', place: room.place, ...this.table.sight }, ...asks] : asks;
  }

  /** Handle a message of the room: a snapshot or changes. */
  hear(told) {
    heardTime(told.clock);
    this.take(told.change ? after(this.room, told.change) : told);
  }

  take(room) {
    const before = this.room;
    if (!before?.tables.length && room.tables.length) this.invites = false; // students have joined and play
    this.asked.take(before, room);
    this.podium.take(room);
    this.room = room;
    this.charts.compared = room.compared;
    if (!room.charts) this.charts.show(null);
    const from = before?.place ?? 0, to = room.place;
    if (this.map.open && (to || room.charts || room.podium)) this.map.show(false, room);
    if (from === to) this.picture.draw();
    else {
      this.move(from, to, () => {
        this.table.show(to);
        this.picture.draw();
        if (from && !to) this.cell(from)?.focus();
      });
    }
  }

  /** The cell of a table on the wall. @param {number} place @returns {HTMLElement | null} */
  cell(place) {
    return this.head.querySelector(`[data-place="${place}"]`);
  }

  /**
   * Animate a table growing from its cell, or shrinking back.
   * @param {number} from the previous table @param {number} to the new table; 0 for all
   * @param {() => void} change
   */
  move(from, to, change) {
    const document = /** @type {any} */ (globalThis.document);
    const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches;
    if (!document.startViewTransition || still || document.hidden || (from && to)) return void change();
    const name = (node, on) => node?.style.setProperty('view-transition-name', on ? 'ck-table' : '');
    name(from ? this.stage : this.cell(to), true);
    const moved = document.startViewTransition(() => {
      name(from ? this.stage : this.cell(to), false);
      change();
      name(to ? this.stage : this.cell(from), true);
    });
    const done = () => name(to ? this.stage : this.cell(from), false);
    moved.ready.catch(() => {}); // another transition started
    void moved.finished.then(done, done);
  }

  /** Show a table in full, in the wall's theme; 0 for all tables. @param {number} place */
  show(place) {
    return this.ask({ room: 'show', place, ...(place ? { theme: this.theme } : {}) });
  }

  /** @returns {Promise<boolean>} whether it succeeded */
  async ask(content) {
    this.refusal = await this.socket.ask(content);
    this.picture.draw();
    return !this.refusal;
  }

  view() {
    const { room } = this;
    if (!room) return connecting();
    const away = room.place || room.charts;
    this.head.classList.toggle('ck-desk-whole', !away);
    if (room.podium) return this.podium.view(room);
    return html`
      ${this.bar(room, away)}
      <p class="ck-room-bar" role="alert" hidden=${!this.refusal}>${this.refusal}</p>
      ${this.download.notice()}
      ${this.claims(room)}
      ${this.asked.view(room)}
      ${away ? null : this.all(room)}`;
  }

  /** The joining instructions, or all tables. */
  all(room) {
    if (this.map.open) return this.map.view(room);
    const first = this.seater(room);
    return this.invites || !room.tables.length
      ? html`<div class="ck-wall-ribbon" hidden=${!first}>${first}</div>${this.door(room)}`
      : this.wall.view(room, serverTime(), first);
  }

  /** The code, joining instructions, counts, and the menu. */
  bar(room, away) {
    const { address } = this.told;
    const where = address.replace(/^https?:\/\//, '').replace(/\/\w+$/, '');
    return html`
      <header class=${away ? 'ck-desk-head ck-slim' : 'ck-desk-head'}>
        ${away ? html`<button type="button" onClick=${() => this.show(0)}>All tables</button>` : null}
        <span class="ck-room-code" title="The code of this room">${room.code}</span>
        <div class="ck-desk-where">
          <span>${where}</span>
          <h1>${room.place ? `Table ${room.place}` : room.charts ? 'The class' : room.title}</h1>
        </div>
        ${away ? null : html`<dl class="ck-desk-counts">
          ${countsOf(room).map(([words, number, hot]) => html`
            <div key=${words} class=${hot ? 'ck-hot' : null}><dt>${words}</dt><dd>${number}</dd></div>`)}
        </dl>`}
        ${lineMark(this.socket.status, !away)}
        ${room.closed ? html`<b>${OVER}</b>` : null}
        <div class="ck-desk-actions">
          ${room.people.length ? html`
            <button type="button" onClick=${() => this.ask({ room: 'hide_names', on: !room.names_hidden })}>
              ${room.names_hidden ? 'Show names' : 'Hide names'}</button>` : null}
          ${this.menu.view(room)}
        </div>
      </header>`;
  }

  /** Controls for seating waiting students; null if nobody waits. */
  seater(room) {
    const waiting = room.waiting.length;
    if (!waiting || room.closed) return null;
    if (!room.tables_left) {
      return html`<span class="ck-wall-seater" key="seater" role="status">${fullWords(room)}</span>`;
    }
    const rest = fitWords(room, this.seating);
    const choice = (words, options, name) => html`
      <select aria-label=${words} onChange=${({ target }) => { this[name] = target.value; this.picture.draw(); }}>
        ${offered(options, this[name])}
      </select>`;
    return html`
      <span class="ck-wall-seater" key="seater">
        <button type="button" onClick=${() => this.ask(seating(this.seating, this.order))}>
          Seat ${waiting} waiting</button>
        ${choice('How students are seated', seatings(room.groups), 'seating')}
        ${this.seating.startsWith('teams') ? null : choice('Who sits together', ORDERS, 'order')}
        ${rest && html`<span role="status">${rest}</span>`}
      </span>`;
  }

  /** Requests for admission from other devices. */
  claims(room) {
    const letIn = (device, person) => void this.ask({ room: 'let_in', device, person });
    const shown = room.claims.slice(0, MOST_CLAIMS).map(({ device, code, name, people }) => {
      const meant = people.map((id) => room.people.find((one) => one.id === id)).filter(Boolean);
      return html`
        <p class="ck-room-bar ck-room-claim" key=${device} role="status">
          <span>
            The device with the code <b class="ck-room-digits">${code}</b>${name
              && html` says: I am <bdi>${name}</bdi>`}.
          </span>
          ${meant.map((one) => html`
            <button type="button" onClick=${() => letIn(device, one.id)}>
              Let in as <bdi>${one.name || 'the student'}</bdi>${seatOf(room, one.id)}
            </button>`)}
          ${meant.length ? null : html`<span>Nobody here has that name.</span>`}
          <button type="button" onClick=${() => letIn(device, '')}>Don’t let in</button>
        </p>`;
    });
    const all = room.claims.length > 1 ? html`
      <p class="ck-room-bar ck-room-claim" key="all">
        <button type="button" onClick=${() => this.ask({ room: 'turn_away' })}>
          Let none of the ${room.claims.length} in
        </button>
      </p>` : null;
    return [...shown, all];
  }

  /** Joining instructions, and waiting students. */
  door(room) {
    const { address, picture } = this.told;
    const code = address.lastIndexOf('/') + 1;
    return html`
      <section class="ck-room-invite" aria-label="How to join">
        <img src=${picture} alt=${`QR code of ${address}`} />
        <div>
          <p class="ck-room-address">${address.slice(0, code)}<wbr />${address.slice(code)}</p>
          <button type="button" hidden=${!room.tables.length} onClick=${() => this.invite()}>Back to the tables</button>
          <p hidden=${!room.waiting.length}>Waiting for a seat: ${waitingWords(room)}</p>
          ${room.closed ? null : this.rehearsal()}
        </div>
      </section>`;
  }

  /** Tools for rehearsing a lesson alone: invented participants, and student pages in this browser. */
  rehearsal() {
    const invent = (event) => {
      event.preventDefault();
      void this.ask({ room: 'invent', number: readAmount(this.invented, INVENTABLE).value });
    };
    const type = (typed) => { this.invented = typed; };
    return html`
      <form class="ck-room-rehearsal" onSubmit=${invent}>
        <b>To rehearse alone</b>
        <span>
          <button type="submit">Invent</button>${' '}
          <${WholeBox} form=${INVENTABLE} required aria-label="How many participants are invented"
            value=${this.invented} type=${type} /> participants, who are played by bots
        </span>
        <button type="button" onClick=${() => this.openPage()}>Open a student’s page here</button>
      </form>`;
  }

  /** Open a page as a separate phone, with its number in its URL and its cookie. */
  openPage() {
    this.pages += 1;
    const path = location.pathname.replace(/desk\/(\w+)\/?$/, `class/$1/${this.pages}`);
    window.open(path, `classkit-phone-${this.pages}`, 'popup,width=390,height=780');
  }
}

/** The last desk theme in this browser. */
function readTheme() {
  try {
    const known = localStorage.getItem(THEME);
    return THEMES.some(([one]) => one === known) ? String(known) : 'light';
  } catch {
    return 'light';
  }
}

/**
 * @param {HTMLElement} el its place
 * @param {{ address: string, picture: string, xsrf: string }} told
 */
function showDesk(el, told) { return new TeacherPage(el, told); }

fetchEarly();
beginHall(import.meta.url);
begin('classkit-desk', showDesk);

export default showDesk;
