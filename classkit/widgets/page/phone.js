/** Page of a phone: joins a room, waits for a seat, and plays. */

import { h } from './basics/dom.js';
import { plural } from './basics/format.js';
import { html } from './basics/markup.js';
import { Picture } from './basics/preact_root.js';
import { PHONE } from './parts/phone.js';
import { AskedOnPhone, isOpen } from './room/asked.js';
import { Lobby } from './parts/lobby.js';
import { Absence } from './room/absence.js';
import { begin, connecting, OVER, roomPane, TROUBLES } from './room/page.js';
import { RoomTable } from './room/table.js';
import { TeamOnPhone } from './room/team.js';
import { figureOf } from './parts/matchclock.js';
import { heardTime, serverTime } from './wire/serverclock.js';
import { lineAddress, RoomSocket } from './wire/socket.js';

/** Maximum length of a name. */
const LONGEST = 40;
/** Update interval of the seat's time while a class question is on the screen, in milliseconds. */
const OFTEN = 1_000;

/**
 * Text that tells a reader of a class question that their seat must decide, or empty.
 * @param {Now|null|undefined} now the table's state
 * @param {number} time seconds by the server's clock
 */
export function callWords(now, time) {
  if (!now || now.over || !now.asks.some((ask) => !ask.answered)) return '';
  const left = now.until ? ` ${figureOf(Math.max(0, Math.ceil(now.until - time)))} left.` : '';
  return `It is your turn at the table.${left}`;
}

class PhonePage {
  /** The latest state of the room. @type {any} */
  room = null;
  /** The latest refusal, and the typed name. */
  refusal = '';
  typed = '';
  /** Whether a class question is on the screen of a seated person. */
  asks = false;
  /** Numbers of the questions whose results have been viewed. @type {Set<number>} */
  seen = new Set();

  /**
   * @param {HTMLElement} el
   * @param {{ days: number, trash: number, cards?: [string, string, string, string][], name?: string }} told days for
   *   which an unused room is kept, and then in the trash; cards of the game for the lobby; a suggested name
   */
  constructor(el, told) {
    this.told = told;
    this.typed = told.name ?? '';
    this.head = roomPane();
    this.stage = h('div', { class: 'ck-phone-table' });
    el.append(this.head, this.stage);
    this.picture = new Picture(this.head, () => this.view());
    // height above the table
    const above = () => Math.ceil(this.head.getBoundingClientRect().height);
    new ResizeObserver(() => this.stage.style.setProperty('--ck-above', `${above()}px`)).observe(this.head);
    this.socket = new RoomSocket(lineAddress(), (room) => this.take(room));
    this.table = new RoomTable(this.socket, this.stage, { part: PHONE });
    this.socket.watchers.add(() => this.picture.draw());
    this.absence = new Absence(this.socket, this.table, () => this.picture.draw());
    this.asked = new AskedOnPhone((content) => this.socket.ask(content), () => this.picture.draw());
    setInterval(() => { if (this.asks) this.picture.draw(); }, OFTEN);
    this.team = new TeamOnPhone((content) => this.socket.ask(content), () => this.picture.draw());
    this.picture.draw();
  }

  take(room) {
    // spectators have seen it, and returning people are not notified again
    if (!this.room?.place) for (const { number, told } of room.questions) if (told) this.seen.add(number);
    this.room = room;
    heardTime(room.clock);
    // another seat at the same table is rendered from scratch
    if (!room.place && this.asks) this.open(false);
    const comes = !this.table.at;
    this.table.show(room.place ? `${room.place}/${room.seat}` : '');
    if (room.place && comes) this.absence.resume();
    this.tellTable();
    this.picture.draw();
  }

  /** Pass the room's state to the table's part: pause, guess, people. */
  tellTable() {
    const { room } = this;
    const { place, people, absent, paused, table, own } = room;
    this.table.store?.set({ room: {
      place, own, people, absent, paused: paused && !room.closed, table, hand: room.closed ? null : room.hand,
      ask: (content) => this.socket.ask(content),
    } });
  }

  /** @param {'join'|'claim'} verb join as a new person, or claim an identity from another device */
  async join(event, verb) {
    event.preventDefault();
    const missing = verb === 'claim' && !this.typed.trim();
    this.refusal = missing
      ? 'Type the name under which you joined.'
      : await this.socket.ask({ room: verb, name: this.typed });
    this.picture.draw();
  }

  view() {
    const words = TROUBLES[this.socket.status];
    return html`
      <p class=${`ck-room-bar ck-room-line${words ? ' ck-room-trouble' : ''}`} role="status"
        hidden=${!words}>${words}</p>
      ${this.content()}`;
  }

  content() {
    const { room } = this;
    if (!room) return connecting();
    if (room.removed) return html`<p class="ck-room-words">Your teacher has removed you from this room.</p>`;
    if (room.closed && !room.place) return html`<p class="ck-room-words">${OVER}</p>`;
    if (room.ended) return this.door();
    if (!room.joined) return this.door();
    if (!room.place) return this.lobby();
    const words = room.closed ? OVER : 'The teacher has paused your table.';
    return html`
      ${this.absence.view()}
      ${room.closed || room.paused ? html`<p class="ck-room-bar" role="status">${words}</p>` : null}
      ${this.asks ? this.sheet() : this.knock()}
      ${room.team && !this.asks && !room.closed ? this.team.view(room.team, room.seat) : null}`;
  }

  /** Notify a seated person of a class question or a result. */
  knock() {
    const { questions } = this.room;
    const news = questions.filter(({ number, told }) => told && !this.seen.has(number));
    const waits = questions.some(isOpen);
    if (!waits && !news.length) return null;
    const words = waits ? 'Your teacher is asking the class a question' : 'See what the class answered';
    return html`
      <button type="button" class="ck-room-bar ck-room-knock" onClick=${() => this.open(true)}>${words}</button>`;
  }

  /** @param {boolean} on whether the class question replaces the table on the screen */
  open(on) {
    this.asks = on;
    this.stage.hidden = on;
    for (const { number, told } of this.room.questions) if (told) this.seen.add(number);
    this.picture.draw();
  }

  sheet() {
    const { closed, paused } = this.room;
    const call = closed || paused ? '' : callWords(this.table.store?.now, serverTime());
    return html`
      ${call && html`
        <button type="button" class="ck-room-bar ck-room-knock ck-room-call" onClick=${() => this.open(false)}>
          ${call} <span>Go there</span></button>`}
      <div class="ck-room-words">
        <h1 class="ck-only-read">What your teacher asks the class</h1>
        <button type="button" class="ck-room-again" onClick=${() => this.open(false)}>Back to the table</button>
        ${this.asked.view(this.room.questions)}
      </div>`;
  }

  /** The view before joining, and on a device whose person plays on another one. */
  door() {
    const { title, claimed, ended, device_code: code } = this.room;
    return html`
      <form class="ck-room-door" onSubmit=${(event) => this.join(event, ended ? 'claim' : 'join')}>
        <h1>${title}</h1>
        ${ended && html`<p role="status">You are playing on another device now.</p>`}
        <label>${ended ? 'Your name' : 'Your name (optional)'}
          <input name="name" maxlength=${LONGEST} autocomplete="off" autocapitalize="words" enterkeyhint="go"
            value=${this.typed} onInput=${({ target }) => { this.typed = target.value; }} />
        </label>
        ${ended ? html`<button type="submit" class="ck-room-do">Play on this device again</button>` : html`
          <button type="submit" class="ck-room-do">Join</button>
          <button type="button" class="ck-room-again" onClick=${(event) => this.join(event, 'claim')}>
            I was here before, on another device
          </button>`}
        ${claimed && html`
          <p role="status">Tell your teacher this code, to be let in as <bdi>${claimed}</bdi>:
            <b class="ck-room-digits ck-room-own-code">${code}</b></p>`}
        ${this.refusal && html`<p role="alert">${this.refusal}</p>`}
        <p class="ck-room-small">${privacyWords(this.told)}</p>
      </form>`;
  }

  /** The view before a seat is assigned. */
  lobby() {
    const { name, people, absent, questions, playing } = this.room;
    const words = waitingWords(this.room);
    return html`
      <${Lobby} name=${name} seat=${null} place=${0} words=${words} table=${[]} people=${people}
        cards=${questions.length ? [] : this.told.cards ?? []} absent=${playing ? 0 : absent}>
        ${this.asked.view(questions)}
      <//>`;
  }
}

/**
 * Tell somebody without a seat why they have none, and what to wait for.
 * @param {{ playing: boolean, left_table: number }} room `left_table` is the table that they had to leave; 0 for none
 */
export function waitingWords({ playing, left_table: left }) {
  const here = 'Keep this page open: your teacher’s questions to the class appear here.';
  if (left) return `Your teacher has taken you from table ${left}. Wait for a seat. ${here}`;
  if (playing) return `The others are playing already. Your teacher can give you a seat. ${here}`;
  return 'The tables will be set up in a moment. Keep this page open.';
}

/**
 * The privacy text of the join form.
 * @param {{ days: number, trash: number }} told
 */
export function privacyWords({ days, trash }) {
  return `Your name is shown to this class only. It is kept with the room, which your teacher can delete at any time. `
    + `While the server runs, it removes a room that nobody has used for ${plural(days, 'day')}, `
    + `and deletes it for good ${plural(trash, 'day')} later.`;
}

/**
 * @param {HTMLElement} el its place
 * @param {{ days: number, trash: number }} told
 */
function showPhone(el, told) { return new PhonePage(el, told); }

begin('classkit-phone', showPhone);

export default showPhone;
