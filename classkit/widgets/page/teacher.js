/** The page of a teacher's desk: how to join, all tables at a glance, and any of them in full. */

import { fetchEarly } from './charts/plotly.js';
import { offered } from './basics/controls.js';
import { h } from './basics/dom.js';
import { isolated } from './basics/isolated.js';
import { html } from './basics/markup.js';
import { Picture } from './basics/preact_root.js';
import { seatLook } from './basics/seatlook.js';
import { readAmount } from './forms/amounts.js';
import { WholeBox } from './forms/whole.js';
import { AskedOnDesk } from './room/deskasked.js';
import { ClassChart } from './parts/classchart.js';
import { begin, connecting, lineMark, OVER, roomPane } from './room/page.js';
import { RoomTable } from './room/table.js';
import { lineAddress, RoomSocket } from './wire/socket.js';

/** After how many seconds a bot answers for whoever does not: what can be chosen. */
const ABSENT = [
  [0, 'never'], [30, 'after 30 s'], [60, 'after a minute'], [120, 'after two minutes'], [300, 'after five minutes'],
];
/** After how many seconds the invented answer: what can be chosen. */
const PACE = [[0, 'as soon as they can'], [2, 'after 2 s'], [5, 'after 5 s'], [15, 'after 15 s']];
/** How those who wait can be seated: at so many tables. */
const SEATINGS = [
  ['0', 'at a table each'], ['1', 'at one table, the others look on'], ['2', 'at two tables, the others look on'],
  ['3', 'at three tables, the others look on'], ['teams 1', 'in teams at one table'],
  ['teams 2', 'in teams at two tables'], ['teams 3', 'in teams at three tables'],
  ['teams 5', 'in teams at five tables'],
];
/** At one table only, where there are groups. */
const ONE_OF_EACH = ['1', 'at one table of each group, the others look on'];
/** So many participants can be invented at a click. */
const INVENTABLE = /** @type {AmountForm} */ ({ kind: 'amount', low: 1, high: 400, step: 1 });
/** So many participants are invented unless another number is typed. */
const INVENTED = 8;
/** So many of those who wait for a seat are named. */
const MOST_NAMED = 30;
/** So many who ask to be let in are shown at a time: the next comes when one is answered. */
const MOST_CLAIMS = 3;
/** So many rounds from the latest on it is offered that tables end after them. */
const ROUNDS = 6;
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

/** Where somebody sits, in words that follow the name. */
function seatOf(room, person) {
  for (const { place, seats } of room.tables) {
    const seat = seats.find((one) => one.person === person);
    if (seat) return `, table ${place}, seat ${seat.seat}`;
  }
  return ', who has no seat yet';
}

/** What stands behind the name of a seat at which no student sits, or a team of several. */
function marked({ person, invented, team }) {
  if (team) return ` (${team})`;
  if (invented) return ' (invented)';
  return person ? '' : ' (bot)';
}

/** Says how many have come, and how many of them are invented. @param {{invented: boolean}[]} people */
export function counted(people) {
  const invented = people.filter((person) => person.invented).length;
  const came = people.length - invented;
  return `${came === 1 ? '1 person' : `${came} people`}${invented ? `, ${invented} invented` : ''}`;
}

/**
 * After which rounds tables can be told to end.
 * @param {{round: number}[]} tables
 * @param {number} chosen the round that is set now; 0 where they end as the game does
 * @returns {[number, string][]} each a round and its words
 */
export function endings(tables, chosen) {
  const rounds = tables.map(({ round }) => Math.max(1, round));
  const first = Math.min(...rounds), last = Math.max(...rounds) + ROUNDS;
  const usual = rounds.length ? Array.from({ length: last - first }, (_, at) => first + at) : [];
  const all = chosen && !usual.includes(chosen) ? [chosen, ...usual] : usual;
  /** @type {[number, string][]} */
  const said = all.map((round) => [round, `after round ${round}`]);
  return [[0, 'as the game does'], ...said];
}

/**
 * Who decides at a table, or why nobody does. Bots have played by then, if they play at all.
 * @param {{over: boolean, ends: number, waits: string[], paused: boolean}} table
 * @param {boolean} closed whether the lesson is over
 */
export function waitingAt({ over, ends, waits, paused }, closed) {
  if (over) return ends ? `Over after round ${ends}` : 'Over';
  if (closed) return 'Not finished';
  if (paused) return 'Paused';
  return waits.length
    ? `${waits.map(isolated).join(' and ')} ${waits.length > 1 ? 'decide' : 'decides'}`
    : 'Nobody is asked';
}

/**
 * How those who wait can be seated. Each group has as many tables, so that they can be compared.
 * @param {number} groups how many there are; 0 where all tables play by the same rules
 */
export function seatings(groups) {
  if (!groups) return SEATINGS;
  const even = SEATINGS.filter(([chosen]) => chosen.startsWith('teams') || Number(chosen) % groups === 0);
  return even.toSpliced(1, 0, ONE_OF_EACH);
}

/**
 * What is asked of the room to seat the class.
 * @param {string} chosen one of what can be chosen
 */
export function seating(chosen) {
  return { room: 'seat_all', tables: Number(chosen.split(' ').at(-1)), teams: chosen.startsWith('teams') };
}

/** The size of a small chart, as its lines are drawn: the points of a course are from 0 to the height. */
const WIDE = 200, HIGH = 100;
/** The dashes of its lines, seat by seat, so that nothing is told by colour alone. */
const DASHES = ['none', '7 3', '2 3', '8 3 2 3', '12 4', '10 3 2 3 2 3'];

/**
 * The race at a table: a line for each seat.
 * @param {Record<string, number[]>} course the heights of each seat along the turns
 * @param {{id: string}[]} seats
 */
export function smallChart(course, seats) {
  const lines = Object.entries(course);
  if (!lines.length) return null;
  const points = (heights) => heights
    .map((height, at) => `${Math.round((WIDE * at) / Math.max(1, heights.length - 1))},${HIGH - height}`).join(' ');
  return html`
    <svg class="ck-wall-course" viewBox=${`-4 -4 ${WIDE + 8} ${HIGH + 8}`} preserveAspectRatio="none"
      aria-hidden="true">
      ${lines.map(([seat, heights]) => html`
        <polyline key=${seat} points=${points(heights)} stroke=${seatLook({ seats }, seat).colour}
          stroke-dasharray=${DASHES[seats.findIndex(({ id }) => id === seat) % DASHES.length]} />`)}
    </svg>`;
}

class TeacherPage {
  /** The room as it was told last. @type {any} */
  room = null;
  /** Why what was asked last was refused. */
  refusal = '';
  /** Whether the way to join has the whole screen. */
  invites = true;
  /** How many participants are invented at a click, as typed; and how many students' pages were opened here. */
  invented = String(INVENTED);
  /** How those who wait are seated: one of what can be chosen. */
  seating = SEATINGS[0][0];
  pages = 0;

  /**
   * @param {HTMLElement} el
   * @param {{ address: string, picture: string }} told the address that phones open, and its QR picture
   */
  constructor(el, told) {
    this.told = told;
    this.head = roomPane();
    this.stage = h('div', { class: 'ck-room-stage' });
    el.append(this.head, this.stage);
    this.charts = new ClassChart(el, (figure) => this.ask({ room: 'charts', figure }));
    this.picture = new Picture(this.head, () => this.view());
    this.socket = new RoomSocket(lineAddress(), (room) => this.take(room), (chart) => this.charts.show(chart));
    this.socket.greet = () => this.looksAt();
    this.socket.watchers.add(() => this.picture.draw());
    this.table = new RoomTable(this.socket, this.stage);
    this.asked = new AskedOnDesk((content) => this.ask(content), () => this.picture.draw());
    // a table in full is so much lower than the screen
    new ResizeObserver(() => this.stage.style.setProperty('--ck-notice', `${this.head.offsetHeight}px`))
      .observe(this.head);
    setInterval(() => this.look(), OFTEN);
    this.picture.draw();
  }

  /** Asks how the room is now, unless nobody sees this page. */
  look() {
    if (!document.hidden) this.socket.look();
  }

  /** What this desk shows, for a line that replaces another: else it would go back to all tables. */
  looksAt() {
    const { room } = this;
    if (!room) return [];
    const asks = room.askable.length ? [{ room: 'asking', on: true }] : [];
    if (room.charts) return [{ room: 'charts', figure: this.charts.figure }, ...asks];
    return room.place ? [{ room: 'show', place: room.place, ...this.table.sight }, ...asks] : asks;
  }

  take(room) {
    if (!this.room?.tables.length && room.tables.length) this.invites = false; // they are in, and play
    this.asked.take(this.room, room);
    this.room = room;
    this.charts.compared = room.compared;
    if (!room.charts) this.charts.show(null);
    this.table.show(room.place);
    this.picture.draw();
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
    return html`
      ${this.bar(room)}
      <p class="ck-room-bar" role="alert" hidden=${!this.refusal}>${this.refusal}</p>
      ${this.claims(room)}
      ${this.asked.view(room)}
      ${room.place || room.charts ? null : html`${this.door(room)}${this.wall(room)}`}`;
  }

  bar(room) {
    const press = (words, content, off = false) => html`
      <button type="button" disabled=${off} onClick=${() => this.ask(content)}>${words}</button>`;
    const away = room.place || room.charts;
    const waiting = room.waiting.length;
    const hidden = room.names_hidden;
    return html`
      <div class="ck-room-head">
        <h1>${room.place ? `Table ${room.place}` : room.charts ? 'The class' : room.title}</h1>
        <span class="ck-room-code" title="The code of this room">${room.code}</span>
        ${lineMark(this.socket.status, !away)}
        <span>${counted(room.people)}</span>
        <span class="ck-room-tools">
          ${away ? press('All tables', { room: 'show', place: 0 }) : null}
          ${room.charts || !room.tables.length ? null : press('The class as charts', { room: 'charts' })}
          ${away ? null : press(waiting ? `Seat ${waiting} waiting` : 'All are seated', seating(this.seating),
            !waiting || room.closed)}
          ${away || !waiting || room.closed ? null : html`
            <select aria-label="How students are seated"
              onChange=${({ target }) => { this.seating = target.value; this.picture.draw(); }}>
              ${offered(seatings(room.groups), this.seating)}
            </select>`}
          ${this.pause(room, press)}
          ${press(hidden ? 'Show names' : 'Hide names', { room: 'hide_names', on: !hidden })}
          ${room.closed ? null : this.asked.forms(room)}
          ${room.closed ? html`<b>${OVER}</b>` : room.charts ? null : this.settings(room)}
        </span>
      </div>`;
  }

  /** Pauses all tables, or the one that is shown in full, and lets them go on. */
  pause(room, press) {
    const { place } = room;
    const table = room.tables.find((one) => one.place === place);
    const alone = table && !room.paused
      ? press(table.paused ? 'Go on here' : 'Pause this table', { room: 'pause', on: !table.paused, place },
        room.closed)
      : null;
    const some = room.paused || room.tables.some((one) => one.paused);
    const words = room.paused ? 'Go on' : 'All go on';
    return html`
      ${alone}
      ${room.paused ? null : press('Pause all', { room: 'pause', on: true }, room.closed)}
      ${some && !alone ? press(words, { room: 'pause', on: false }, room.closed) : null}`;
  }

  /** What is set for all tables, or for the one that is shown in full. */
  settings(room) {
    const { place } = room;
    const table = room.tables.find((one) => one.place === place);
    const now = table ?? room;
    const choice = (words, options, value, ask) => html`
      <label>${words}
        <select onChange=${({ target }) => this.ask(ask(Number(target.value)))}>${offered(options, value)}</select>
      </label>`;
    const back = (words, until) => html`
      <button type="button" onClick=${() => this.takeBack(until, words)}>${words}</button>`;
    const usual = ABSENT.some(([seconds]) => seconds === now.absent);
    const absent = usual ? ABSENT : [...ABSENT, [now.absent, `after ${now.absent} s`]];
    return html`
      <details class="ck-room-more" key=${`settings${place}`}>
        <summary>${place ? 'This table' : 'Settings'}</summary>
        <div>
          ${choice('A bot answers for the absent', absent, now.absent,
            (seconds) => ({ room: 'absent', seconds, place }))}
          ${choice(place ? 'This table ends' : 'Tables end', endings(room.tables, now.ends), now.ends,
            (round) => ({ room: 'ends', round, place }))}
          ${room.tables.length ? html`
            <span>Take back ${back('the last decision', 'decision')} ${back('the last round', 'round')}</span>` : null}
          ${!place && room.people.some((person) => person.invented)
            ? choice('The invented answer', PACE, room.pace, (seconds) => ({ room: 'pace', seconds })) : null}
          ${place || !room.people.length ? null : this.remover(room)}
          ${place ? null : html`<button type="button" onClick=${() => this.close()}>End the lesson</button>`}
        </div>
      </details>`;
  }

  /** Takes somebody out of the room, or all who have no seat: a bot follows them. */
  remover(room) {
    const called = ({ id, name }) => `${name || 'somebody'}${seatOf(room, id)}`;
    const people = room.people.filter((one) => !one.invented).map((one) => [one.id, called(one)]);
    const take = ({ target }) => {
      const [, words] = people.find(([id]) => id === target.value) ?? [];
      if (words && window.confirm(`Take ${words} out of the room? That phone cannot come back.`)) {
        void this.ask({ room: 'remove', person: target.value });
      }
      target.value = '';
    };
    const many = room.waiting.length;
    const words = `Take all ${many} who have no seat out of the room? Their phones cannot come back.`;
    const takeAll = () => { if (window.confirm(words)) void this.ask({ room: 'remove_waiting' }); };
    return html`
      ${people.length ? html`
        <label>Take out of the room
          <select onChange=${take}>${offered([['', 'nobody'], ...people], '')}</select>
        </label>` : null}
      ${room.waiting.length ? html`
        <button type="button" onClick=${takeAll}>Take out all who have no seat (${many})</button>` : null}`;
  }

  /** @param {'decision'|'round'} until what is taken back, and in `words` */
  takeBack(until, words) {
    const { place } = this.room;
    if (place || window.confirm(`Take back ${words} at every table?`)) void this.ask({ room: 'back', until, place });
  }

  /** Who waits on another device to be let in as somebody. */
  claims(room) {
    const letIn = (device, person) => void this.ask({ room: 'let_in', device, person });
    const shown = room.claims.slice(0, MOST_CLAIMS).map(({ device, name }) => {
      const meant = room.people.filter((one) => !one.invented && name && one.name.toLowerCase() === name.toLowerCase());
      return html`
        <p class="ck-room-bar ck-room-claim" key=${device} role="status">
          <span>On another device: “I am <bdi>${name || '…'}</bdi>”.</span>
          ${meant.map((one) => html`
            <button type="button" onClick=${() => letIn(device, one.id)}>
              Let in as <bdi>${one.name}</bdi>${seatOf(room, one.id)}
            </button>`)}
          ${meant.length ? null : html`
            <span>${name ? 'Nobody here has that name.' : 'Show names to let them in.'}</span>`}
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

  close() {
    const words = 'End the lesson for everybody? Nobody can answer after that, and students who take '
      + 'their homework see what was hidden at their table.';
    if (window.confirm(words)) void this.ask({ room: 'close' });
  }

  /** How to join, and who waits for a seat. */
  door(room) {
    const { address, picture } = this.told;
    const toggle = () => { this.invites = !this.invites; this.picture.draw(); };
    const small = room.tables.length && !this.invites;
    const here = room.waiting.map((id) => room.people.find((person) => person.id === id)?.name || 'somebody');
    const more = here.length - MOST_NAMED;
    return html`
      <section class=${small ? 'ck-room-invite ck-small' : 'ck-room-invite'} aria-label="How to join">
        <img src=${picture} alt=${`QR code of ${address}`} />
        <div>
          <p class="ck-room-address">${address}</p>
          <button type="button" hidden=${!room.tables.length} onClick=${toggle}>${small ? 'Larger' : 'Smaller'}</button>
          <p hidden=${!here.length}>
            Waiting for a seat: ${listed(here.slice(0, MOST_NAMED))}${more > 0 ? ` and ${more} more` : ''}
          </p>
          ${small || room.closed ? null : this.rehearsal()}
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

  wall(room) {
    return html`
      <p class="ck-wall-compared" hidden=${!room.compared || !room.tables.length}>
        The tables differ in one option: <b>${room.compared} …</b>
      </p>
      <ul class="ck-wall" aria-label="Tables">${room.tables.map((table) => this.card(table, room.closed))}</ul>`;
  }

  card(table, closed) {
    const late = table.waits.length && !table.paused && table.since >= LONG;
    return html`
      <li key=${table.place} class=${late ? 'ck-wall-table ck-late' : 'ck-wall-table'}>
        <button type="button" onClick=${() => this.ask({ room: 'show', place: table.place })}>
          <b>Table ${table.place}</b>${table.group && html`<span class="ck-wall-group">${table.group}</span>`}
          <span>Turn ${table.turn}</span>
          <span class="ck-wall-waits">${waitingAt(table, closed)}${late ? ` (${table.since} s)` : ''}</span>
          ${smallChart(table.course, table.seats.map(({ seat }) => ({ id: seat })))}
          <small class="ck-wall-measure" hidden=${!table.measure}>${table.measure}</small>
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
begin('classkit-desk', showDesk);

export default showDesk;
