/** The page of a teacher's desk: how to join, all tables at a glance, and any of them in full. */

import { fetchEarly } from './charts/plotly.js';
import { h } from './basics/dom.js';
import { Picture } from './basics/picture.js';
import { OpenedTable } from './opened.js';
import { ClassChart } from './parts/classchart.js';
import { html } from './preact/standalone.js';
import { lineAddress, RoomSocket, SocketLine } from './wire/socket.js';

/** After how many seconds a bot answers for whoever does not: what can be chosen. */
const ABSENT = [
  [0, 'never'], [30, 'after 30 s'], [60, 'after a minute'], [120, 'after two minutes'], [300, 'after five minutes'],
];
/** After how many seconds the invented answer: what can be chosen. */
const PACE = [[0, 'as soon as they can'], [2, 'after 2 s'], [5, 'after 5 s'], [15, 'after 15 s']];
/** So many participants are invented unless another number is typed. */
const INVENTED = 8;
/** From so many seconds on it is said for how long somebody is waited for. */
const LONG = 10;
/** How often the wall is looked at anew, in milliseconds: only how long somebody is waited for changes by itself. */
const OFTEN = 5_000;

/**
 * Names one after the other, each in its own direction of writing.
 * @param {string[]} names
 * @param {(at: number) => string} [more] what follows each
 */
function listed(names, more = () => '') {
  return names.map((name, at) => html`${at ? ', ' : ''}<bdi>${name}</bdi>${more(at)}`);
}

/** What stands behind the name of a seat at which no student sits. */
function marked({ person, invented }) {
  if (invented) return ' (invented)';
  return person ? '' : ' (bot)';
}

/** Says how many have come, and how many of them are invented. @param {{invented: boolean}[]} people */
export function counted(people) {
  const invented = people.filter((person) => person.invented).length;
  const came = people.length - invented;
  return `${came === 1 ? '1 person' : `${came} people`}${invented ? `, ${invented} invented` : ''}`;
}

class TeacherPage {
  /** The room as it was told last. @type {any} */
  room = null;
  refusal = '';
  /** Whether the way to join has the whole screen. */
  invites = true;
  /** How many participants are invented at a click, and how many student's pages were opened here. */
  invented = String(INVENTED);
  pages = 0;
  /** The table that is shown in full, and what takes it away. */
  table = { place: 0, close() {} };

  /**
   * @param {HTMLElement} el
   * @param {{ address: string, picture: string }} told the address that telephones open, and its QR picture
   */
  constructor(el, told) {
    this.told = told;
    this.head = h('div', { class: 'classkit ck-room-pane', 'data-theme': 'light' });
    this.stage = h('div', { class: 'ck-room-stage' });
    el.append(this.head, this.stage);
    this.charts = new ClassChart(el, (figure) => void this.ask({ room: 'charts', figure }));
    this.picture = new Picture(this.head, () => this.view());
    this.socket = new RoomSocket(lineAddress(), (room) => this.take(room), (chart) => this.charts.show(chart));
    setInterval(() => { if (this.socket.isOpen && !document.hidden) void this.socket.ask({ room: 'look' }); }, OFTEN);
    this.picture.draw();
  }

  take(room) {
    if (!this.room?.tables.length && room.tables.length) this.invites = false; // they are in, and play
    this.room = room;
    if (!room.charts) this.charts.show(null);
    this.lay();
    this.picture.draw();
  }

  /** Shows the table that the teacher looks at in full, if any. */
  lay() {
    const { place } = this.room;
    if (place === this.table.place) return;
    this.table.close();
    if (!place) {
      this.table = { place, close() {} };
      return;
    }
    const table = new OpenedTable(new SocketLine(this.socket));
    const away = table.show(this.stage);
    this.table = { place, close: () => { away(); table.close(); } };
  }

  async ask(content) {
    this.refusal = await this.socket.ask(content);
    this.picture.draw();
  }

  view() {
    const { room } = this;
    if (!room) return html`<p class="ck-room-words" role="status">Connecting …</p>`;
    return html`
      ${this.bar(room)}
      <p class="ck-room-bar" role="alert" hidden=${!this.refusal}>${this.refusal}</p>
      ${room.place || room.charts ? null : html`${this.door(room)}${this.wall(room)}`}`;
  }

  bar(room) {
    const press = (words, content, off = false) => html`
      <button type="button" disabled=${off} onClick=${() => this.ask(content)}>${words}</button>`;
    const away = room.place || room.charts;
    const back = html`<button type="button" onClick=${() => this.ask({ room: 'show', place: 0 })}>All tables</button>`;
    return html`
      <div class="ck-room-head">
        <h1>${room.place ? `Table ${room.place}` : room.charts ? 'The class' : room.title}</h1>
        <span class="ck-room-code" title="The code of this room">${room.code}</span>
        <span>${counted(room.people)}</span>
        <span class="ck-room-tools">
          ${away ? back : null}
          ${room.charts || !room.tables.length ? null : press('The class as charts', { room: 'charts' })}
          ${away ? null : press(room.waiting.length ? `Seat ${room.waiting.length} waiting` : 'All are seated', { room: 'seat_all' },
            !room.waiting.length || room.closed)}
          ${press(room.paused ? 'Go on' : 'Pause all', { room: 'pause', on: !room.paused }, room.closed)}
          ${away ? null : press(room.names_hidden ? 'Show names' : 'Hide names', { room: 'hide_names', on: !room.names_hidden })}
          <label hidden=${away}>A bot answers for the absent
            <select value=${room.absent}
              onChange=${({ target }) => this.ask({ room: 'absent', seconds: Number(target.value) })}>
              ${ABSENT.map(([seconds, words]) => html`
                <option value=${seconds} selected=${seconds === room.absent}>${words}</option>`)}
            </select>
          </label>
          <label hidden=${away || !room.people.some((person) => person.invented)}>The invented answer
            <select onChange=${({ target }) => this.ask({ room: 'pace', seconds: Number(target.value) })}>
              ${PACE.map(([seconds, words]) => html`
                <option value=${seconds} selected=${seconds === room.pace}>${words}</option>`)}
            </select>
          </label>
          ${room.closed ? html`<b>This lesson is over.</b>` : null}
          <button type="button" hidden=${room.closed || away} onClick=${() => this.close()}>End the lesson</button>
        </span>
      </div>`;
  }

  close() {
    if (window.confirm('End the lesson for everybody? Nobody can answer any more.')) void this.ask({ room: 'close' });
  }

  door(room) {
    const { address, picture } = this.told;
    const toggle = () => { this.invites = !this.invites; this.picture.draw(); };
    const small = room.tables.length && !this.invites;
    const here = room.waiting.map((id) => room.people.find((person) => person.id === id)?.name || 'somebody');
    return html`
      <section class=${small ? 'ck-room-invite ck-small' : 'ck-room-invite'} aria-label="How to join">
        <img src=${picture} alt=${`QR code of ${address}`} />
        <div>
          <p class="ck-room-address">${address}</p>
          <button type="button" hidden=${!room.tables.length} onClick=${toggle}>${small ? 'Larger' : 'Smaller'}</button>
          <p hidden=${!here.length}>Waiting for a seat: ${listed(here)}</p>
          ${small || room.closed ? null : this.rehearsal()}
        </div>
      </section>`;
  }

  /** What a teacher tries a lesson with who is alone: invented participants, and student's pages in this browser. */
  rehearsal() {
    const invent = (event) => {
      event.preventDefault();
      void this.ask({ room: 'invent', number: Number(this.invented) });
    };
    return html`
      <form class="ck-room-rehearsal" onSubmit=${invent}>
        <b>To rehearse alone</b>
        <span><button type="submit">Invent</button>
          <input type="number" min="1" max="400" required aria-label="How many participants are invented" value=${this.invented}
            onInput=${({ target }) => { this.invented = target.value; }} /> participants, who are played by bots</span>
        <button type="button" onClick=${() => this.openPage()}>Open a student’s page here</button>
      </form>`;
  }

  /** Opens a page that is a telephone of its own: its number is in its address, and in its cookie. */
  openPage() {
    this.pages += 1;
    const path = location.pathname.replace(/desk\/(\w+)\/?$/, `class/$1/${this.pages}`);
    window.open(path, `classkit-phone-${this.pages}`, 'popup,width=390,height=780');
  }

  wall(room) {
    return html`<ul class="ck-wall" aria-label="Tables">${room.tables.map((table) => this.card(table))}</ul>`;
  }

  card(table) {
    const late = table.waits.length && table.since >= LONG;
    const waits = table.over ? 'Over' : table.waits.length ? `${table.waits.join(', ')} decides` : 'Bots play';
    return html`
      <li key=${table.place} class=${late ? 'ck-wall-table ck-late' : 'ck-wall-table'}>
        <button type="button" onClick=${() => this.ask({ room: 'show', place: table.place })}>
          <b>Table ${table.place}</b>${table.group && html`<span class="ck-wall-group">${table.group}</span>`}
          <span>Turn ${table.turn}</span>
          <span class="ck-wall-waits">${waits}${late ? ` (${table.since} s)` : ''}</span>
          <ol>${table.ahead.map((one) => html`<li><bdi>${one.name}</bdi> <span>${one.text}</span></li>`)}</ol>
          <small>${listed(table.seats.map((seat) => seat.name), (at) => marked(table.seats[at]))}</small>
        </button>
      </li>`;
  }
}

/**
 * @param {HTMLElement} el its place
 * @param {{ address: string, picture: string }} told
 */
function showDesk(el, told) { return new TeacherPage(el, told); }

fetchEarly();
const place = document.getElementById('classkit-desk');
if (place) showDesk(place, JSON.parse(document.getElementById('classkit-told')?.textContent ?? '{}'));

export default showDesk;
