/** The page of a telephone: it joins a room, waits for a seat, and plays from there. */

import { h } from './basics/dom.js';
import { Picture } from './basics/picture.js';
import { OpenedTable } from './opened.js';
import { PHONE } from './parts/phone.js';
import { html } from './preact/standalone.js';
import { lineAddress, RoomSocket, SocketLine } from './wire/socket.js';

/** The longest name that can be typed. */
const LONGEST = 40;

class PhonePage {
  /** The room as it was told last. @type {any} */
  room = null;
  refusal = '';
  typed = '';
  /** The table at which one sits: of which place and seat, and what takes it away. */
  table = { at: '', close() {} };

  /** @param {HTMLElement} el */
  constructor(el) {
    this.head = h('div', { class: 'classkit ck-room-pane', 'data-theme': 'light' });
    this.stage = h('div', { class: 'ck-phone-table' });
    el.append(this.head, this.stage);
    this.picture = new Picture(this.head, () => this.view());
    this.socket = new RoomSocket(lineAddress(), (room) => this.take(room));
    this.picture.draw();
  }

  take(room) {
    this.room = room;
    this.sit();
    this.picture.draw();
  }

  /** Shows the table at which one sits now; another place is another table, drawn anew. */
  sit() {
    const at = this.room.place ? `${this.room.place}/${this.room.seat}` : '';
    if (at === this.table.at) return;
    this.table.close();
    if (!at) {
      this.table = { at, close() {} };
      return;
    }
    const table = new OpenedTable(new SocketLine(this.socket));
    const away = table.show(this.stage, { part: PHONE });
    this.table = { at, close: () => { away(); table.close(); } };
  }

  /** @param {'join'|'claim'} verb whether somebody comes, or says on another device who they are */
  async join(event, verb) {
    event.preventDefault();
    const missing = verb === 'claim' && !this.typed.trim();
    this.refusal = missing ? 'Type the name under which you joined.' : await this.socket.ask({ room: verb, name: this.typed });
    this.picture.draw();
  }

  view() {
    const { room } = this;
    if (!room) return html`<p class="ck-room-words" role="status">Connecting …</p>`;
    if (room.closed && !room.place) return html`<p class="ck-room-words">This lesson is over.</p>`;
    if (!room.joined) return this.door();
    if (!room.place) return this.lobby();
    const words = room.closed ? 'This lesson is over.' : 'The teacher has paused the tables.';
    return room.closed || room.paused ? html`<p class="ck-room-bar" role="status">${words}</p>` : null;
  }

  door() {
    return html`
      <form class="ck-room-door" onSubmit=${(event) => this.join(event, 'join')}>
        <h1>${this.room.title}</h1>
        <label>Your name, or nothing
          <input name="name" maxlength=${LONGEST} autocomplete="off" autocapitalize="words" enterkeyhint="go"
            value=${this.typed} onInput=${({ target }) => { this.typed = target.value; }} />
        </label>
        <button type="submit" class="ck-room-do">Join</button>
        <button type="button" class="ck-room-again" onClick=${(event) => this.join(event, 'claim')}>
          I was here before, on another device
        </button>
        ${this.room.claimed && html`<p role="status">Wait until your teacher lets you in as <bdi>${this.room.claimed}</bdi>.</p>`}
        ${this.refusal && html`<p role="alert">${this.refusal}</p>`}
        <p class="ck-room-small">Your name is shown to this class only, and is deleted with the lesson.</p>
      </form>`;
  }

  lobby() {
    const others = this.room.people - 1;
    const who = others === 1 ? 'One other is here.' : `${others} others are here.`;
    return html`
      <div class="ck-room-words">
        <h1>You are in${this.room.name && html`, <bdi>${this.room.name}</bdi>`}.</h1>
        <p role="status">${others ? who : 'You are the first.'} The tables are set up in a moment; keep this page open.</p>
        <p hidden=${!this.room.absent}>Who takes longer than ${this.room.absent} seconds for a decision is answered for by a bot.</p>
      </div>`;
  }
}

/** @param {HTMLElement} el its place */
function showPhone(el) { return new PhonePage(el); }

const place = document.getElementById('classkit-phone');
if (place) showPhone(place);

export default showPhone;
