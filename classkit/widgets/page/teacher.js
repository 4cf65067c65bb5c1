/** The page of a teacher's desk: how to join, all tables at a glance, and any of them in full. */

import { fetchEarly } from './charts/plotly.js';
import { offered } from './basics/controls.js';
import { h } from './basics/dom.js';
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
import { SeatMap } from './room/seatmap.js';
import { RoomTable } from './room/table.js';
import { Wall } from './room/wall.js';
import { after } from './wire/messages.js';
import { heardTime, serverTime } from './wire/serverclock.js';
import { lineAddress, RoomSocket } from './wire/socket.js';

/** So many participants can be invented at a click. */
const INVENTABLE = /** @type {AmountForm} */ ({ kind: 'amount', low: 1, high: 400, step: 1 });
/** So many participants are invented unless another number is typed. */
const INVENTED = 8;
/** So many of those who wait for a seat are named. */
const MOST_NAMED = 30;
/** So many who ask to be let in are shown at a time: the next comes when one is answered. */
const MOST_CLAIMS = 3;
/** How often a desk looks at its room, in milliseconds: how long somebody is waited for changes by itself. */
const OFTEN = 5_000;
/** Where a browser keeps the theme of its desks. */
const THEME = 'classkit-desk-theme';
/** The highest degree of heat of a table. */
const HOTTEST = 4;

/**
 * Names one after the other, each in its own direction of writing.
 * @param {string[]} names
 * @param {(at: number) => string} [more] what follows each
 */
function listed(names, more = () => '') {
  return names.map((name, at) => html`${at ? ', ' : ''}<bdi>${name}</bdi>${more(at)}`);
}

/**
 * What is counted over all tables: words, a number, and whether it warns.
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
 * Why those who wait are not seated: there are as many tables as there may be.
 * @param {{waiting: string[], tables: any[]}} room
 */
export function fullWords({ waiting, tables }) {
  const look = waiting.length === 1 ? '1 student watches' : `${waiting.length} students watch`;
  return `All ${tables.length} tables of this room are set up: ${look}.`;
}

class TeacherPage {
  themes = THEMES;
  theme = THEMES[0][0];
  /** The room as it was told last. @type {any} */
  room = null;
  /** Why what was asked last was refused. */
  refusal = '';
  /** Whether the way to join has the screen, in place of the tables. */
  invites = true;
  /** How many participants are invented at a click, as typed; and how many students' pages were opened here. */
  invented = String(INVENTED);
  /** How those who wait are seated, and who sits together: each one of what can be chosen. */
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
    // a table in full, and the charts of the class, are so much lower than the screen
    new ResizeObserver(() => {
      for (const below of [this.stage, this.charts.node]) {
        below.style.setProperty('--ck-notice', `${this.head.offsetHeight}px`);
      }
    }).observe(this.head);
    setInterval(() => this.look(), OFTEN);
    // after the keys of a table in full, which says if Escape led back from something there
    window.addEventListener('keydown', (event) => this.press(event));
    document.addEventListener('pointerdown', ({ target }) => {
      if (!this.menu.node?.contains(/** @type {Node} */ (target))) this.menu.fold();
    });
  }

  /** Asks how the room is, which also finds out whether its answers are stored. */
  look() {
    if (document.hidden) return;
    this.socket.look();
    this.picture.draw();
  }

  /** @param {string} theme in which all but a table in full is drawn */
  choose(theme) {
    this.theme = theme;
    for (const pane of [this.head, this.charts.node]) pane.dataset.theme = theme;
    try {
      localStorage.setItem(THEME, theme);
    } catch {
      // it is chosen for this visit alone
    }
    this.picture.draw();
    this.charts.draw();
  }

  invite() {
    this.invites = !this.invites;
    if (this.room.place || this.room.charts || this.room.podium) void this.show(0);
    this.picture.draw();
  }

  /** The seat map, in place of the tables. */
  showMap() {
    if (this.room.place || this.room.charts || this.room.podium) void this.show(0);
    this.map.show(!this.map.open, this.room);
  }

  /** Escape leads back to all tables; on the podium, keys lead on. @param {KeyboardEvent} event */
  press(event) {
    const { room } = this;
    if (event.defaultPrevented || !room) return;
    if (event.key === 'Escape') {
      if (this.menu.fold(true) || document.querySelector('dialog[open]')) return;
      if (room.place || room.charts || room.podium) void this.show(0);
      else if (this.map.open && !this.map.unpick()) this.map.show(false, room);
    } else if (this.podium.press(event)) event.preventDefault();
  }

  /** What this desk shows, for a line that replaces another: else it would go back to all tables. */
  looksAt() {
    const { room } = this;
    if (!room) return [];
    const asks = room.askable.length ? [{ room: 'asking', on: true }] : [];
    if (room.named) asks.push({ room: 'names', on: true });
    if (room.charts) return [{ room: 'charts', figure: this.charts.figure }, ...asks];
    if (room.podium) return [{ room: 'podium', on: true }, ...asks];
    return room.place ? [{ room: 'show', place: room.place, ...this.table.sight }, ...asks] : asks;
  }

  /** Takes the room as it is told: whole, or as what has changed. */
  hear(told) {
    heardTime(told.clock);
    this.take(told.change ? after(this.room, told.change) : told);
  }

  take(room) {
    const before = this.room;
    if (!before?.tables.length && room.tables.length) this.invites = false; // they are in, and play
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
   * Lets a table grow out of its cell, and shrink back into it.
   * @param {number} from the table that was shown @param {number} to the one that is; 0 for all
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
    moved.ready.catch(() => {}); // another one began
    void moved.finished.then(done, done);
  }

  /** Shows a table in full, in the theme of the wall; 0 for all tables. @param {number} place */
  show(place) {
    return this.ask({ room: 'show', place, ...(place ? { theme: this.theme } : {}) });
  }

  /** @returns {Promise<boolean>} whether it was done */
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

  /** The way to join, or all tables. */
  all(room) {
    if (this.map.open) return this.map.view(room);
    const first = this.seater(room);
    return this.invites || !room.tables.length
      ? html`<div class="ck-wall-ribbon" hidden=${!first}>${first}</div>${this.door(room)}`
      : this.wall.view(room, serverTime(), first);
  }

  /** The code, how to join, how many are here, and the menu. */
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
        ${room.people.length ? html`
          <button type="button" class="ck-desk-names"
            onClick=${() => this.ask({ room: 'hide_names', on: !room.names_hidden })}>
            ${room.names_hidden ? 'Show names' : 'Hide names'}</button>` : null}
        ${this.menu.view(room)}
      </header>`;
  }

  /** Seats those who wait for a seat; null while nobody does. */
  seater(room) {
    const waiting = room.waiting.length;
    if (!waiting || room.closed) return null;
    if (!room.tables_left) {
      return html`<span class="ck-wall-seater" key="seater" role="status">${fullWords(room)}</span>`;
    }
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
      </span>`;
  }

  /** Who waits on another device to be let in as somebody. */
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

  /** How to join, and who waits for a seat. */
  door(room) {
    const { address, picture } = this.told;
    const here = room.waiting.map((id) => room.people.find((person) => person.id === id)?.name || 'somebody');
    const more = here.length - MOST_NAMED;
    return html`
      <section class="ck-room-invite" aria-label="How to join">
        <img src=${picture} alt=${`QR code of ${address}`} />
        <div>
          <p class="ck-room-address">${address}</p>
          <button type="button" hidden=${!room.tables.length} onClick=${() => this.invite()}>Back to the tables</button>
          <p hidden=${!here.length}>
            Waiting for a seat: ${listed(here.slice(0, MOST_NAMED))}${more > 0 ? ` and ${more} more` : ''}
          </p>
          ${room.closed ? null : this.rehearsal()}
        </div>
      </section>`;
  }

  /** What a teacher who is alone tries a lesson with: invented participants, and students' pages in this browser. */
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

  /** Opens a page that is a phone of its own: its number is in its address, and in its cookie. */
  openPage() {
    this.pages += 1;
    const path = location.pathname.replace(/desk\/(\w+)\/?$/, `class/$1/${this.pages}`);
    window.open(path, `classkit-phone-${this.pages}`, 'popup,width=390,height=780');
  }
}

/** The theme that this browser had last on a desk. */
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
 * @param {{ address: string, picture: string }} told
 */
function showDesk(el, told) { return new TeacherPage(el, told); }

fetchEarly();
beginHall(import.meta.url);
begin('classkit-desk', showDesk);

export default showDesk;
