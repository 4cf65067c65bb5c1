/**
 * Seat map: shows who sits where. A teacher moves people by two clicks, by dragging, or with the keyboard.
 *
 * Dropping a person on an occupied seat swaps the two people.
 */

import { ARROWS, nearestAhead } from '../basics/arrows.js';
import { Badge } from '../basics/badge.js';
import { download } from '../basics/download.js';
import { plural } from '../basics/format.js';
import { html } from '../basics/markup.js';

/** Distance in pixels from which a pressed pointer drags instead of clicking. */
const DRAG_DISTANCE = 6;
/** Table number that removes a person's seat. */
const NO_TABLE = 0;
/** So many people at most are named who come to another group. */
const MOST_CROSSING = 3;
/** Spreadsheets interpret cells that begin with these characters as formulas. */
const FORMULA = /^[=+\-@\t\r]/;
/** Selector of the elements that arrow keys move between. */
const SEATS = ':is(.ck-seatmap-tables, .ck-seatmap-waiting) button:not(:disabled)';
const EXAMPLE = 'name,table,seat\nAda,1,A\nBo,1,B';

/**
 * @typedef {object} SeatView a seat on the map
 * @property {string} seat
 * @property {string[]} people people on the seat: nobody, one person, or a team
 * @property {boolean} team
 * @property {string} kept name for which the seat is reserved, or empty
 * @property {boolean} away
 */

/**
 * The seats of a table, including seats reserved for people who have not joined.
 * @param {any} table
 * @param {[number, string, string][]} reserved table, seat and name
 * @returns {SeatView[]}
 */
export function seatsOf(table, reserved) {
  const kept = new Map(reserved.filter(([place]) => place === table.place)
    .map(([, seat, name]) => [seat, name || 'somebody']));
  return table.seats.map(({ seat, people, team, away }) => ({
    seat, people, team: Boolean(team), away, kept: people.length ? '' : kept.get(seat) ?? '',
  }));
}

/**
 * Return a function that names people: by name, or by their number if names are hidden.
 * @param {{id: string, name: string, number: number}[]} people
 * @returns {(id: string) => string}
 */
export function namesOf(people) {
  const names = new Map(people.map(({ id, name, number }) => [id, name || `Student ${number}`]));
  return (id) => names.get(id) ?? 'somebody';
}

/**
 * Those of these people who are students: the invented are not counted.
 * @param {string[]} ids @param {{id: string, invented?: boolean}[]} people
 */
export function studentsOf(ids, people) {
  const invented = new Set(people.filter((one) => one.invented).map(({ id }) => id));
  return ids.filter((id) => !invented.has(id));
}

/**
 * The group of the table at which each person sits.
 * @param {{group: string, seats: {people: string[]}[]}[]} tables
 * @returns {Map<string, string>}
 */
export function groupsOf(tables) {
  return new Map(tables.flatMap(({ group, seats }) => seats.flatMap(({ people }) => people.map((id) => [id, group]))));
}

/**
 * Who has come to another group of an experiment, in a sentence; empty if nobody has.
 * @param {Map<string, string>} before @param {Map<string, string>} after @param {(id: string) => string} called
 */
export function crossingWords(before, after, called) {
  const crossed = [...after].filter(([id, group]) => before.has(id) && before.get(id) !== group);
  if (crossed.length > MOST_CROSSING) return `${crossed.length} students change group.`;
  const told = crossed.map(([id, group]) => `${called(id)} from group “${before.get(id)}” to “${group}”`);
  return told.length ? `Across groups: ${told.join(', ')}.` : '';
}

/** Where somebody sits, as the end of a sentence. @param {any[]} tables @param {string} id */
function whereWords(tables, id) {
  const sits = tables.flatMap((table) => table.seats.map((one) => ({ ...one, place: table.place })))
    .find(({ people }) => people.includes(id));
  return sits ? `sits at table ${sits.place}, seat ${sits.seat}` : 'waits for a seat';
}

/** Escape a cell so that spreadsheets do not interpret it as a formula. @param {string} text */
function cellOf(text) {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * The seating as CSV, which the map can import.
 * @param {any[]} tables
 * @param {(id: string) => string} called
 */
export function listOf(tables, called) {
  const lines = tables.flatMap(({ place, seats }) => seats.filter(({ team }) => !team)
    .flatMap(({ seat, people }) => people.map((id) => `${cellOf(called(id))},${place},${seat}`)));
  return ['name,table,seat', ...lines, ''].join('\r\n');
}

/**
 * Decode a file from a spreadsheet: UTF-8, UTF-16 with or without byte order mark, or Windows-1252.
 * @param {ArrayBuffer} bytes
 */
export function textOf(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const isHalf = (byte) => byte === 0; // of a letter in UTF-16 without a mark
  const decode = (encoding, fatal = false) => new TextDecoder(encoding, { fatal }).decode(bytes);
  if ((first === 0xff && second === 0xfe) || (first && isHalf(second))) return decode('utf-16le');
  if ((first === 0xfe && second === 0xff) || (isHalf(first) && second)) return decode('utf-16be');
  try {
    return decode('utf-8', true);
  } catch {
    return decode('windows-1252');
  }
}

/**
 * Describe the result of importing a list.
 * @param {number} kept seats reserved for people who have not joined @param {number} waiting people without a seat
 */
export function listWords(kept, waiting) {
  return ['Everybody on the list has a seat.',
    kept ? `${plural(kept, 'seat is', 'seats are')} kept for people who have not come.` : '',
    waiting ? `${plural(waiting, 'person has', 'people have')} no seat.` : ''].filter(Boolean).join(' ');
}

export class SeatMap {
  /** Whether the map and its import form are shown. */
  open = false;
  lists = false;
  /** The import list, typed or read from a file. */
  list = '';
  /** The person picked for moving, or empty. */
  picked = '';
  /** Description of the last action. */
  said = '';
  /**
   * The person under a pressed pointer, and whether they are dragged.
   * @type {{id: string, x: number, y: number, drags: boolean}|null}
   */
  held = null;
  /** Whether a drag has just ended, so that the following click is ignored. */
  dropped = false;

  /**
   * @param {(content: Record<string, unknown>) => Promise<boolean>} ask sends to the room; resolves to whether it
   *   succeeded
   * @param {() => void} redraw
   */
  constructor(ask, redraw) {
    this.ask = ask;
    this.redraw = redraw;
    window.addEventListener('pointermove', (event) => this.drag(event));
    window.addEventListener('pointerup', (event) => this.drop(event));
    window.addEventListener('pointercancel', () => this.release());
  }

  /** @param {boolean} open @param {any} room */
  show(open, room) {
    this.open = open;
    this.picked = this.said = '';
    this.lists = false;
    if (!open && room?.named) void this.ask({ room: 'names', on: false });
    this.redraw();
  }

  /** Cancel the selection. @returns {boolean} whether somebody was selected */
  unpick() {
    const was = Boolean(this.picked || this.lists);
    this.picked = '';
    this.lists = false;
    if (was) this.redraw();
    return was;
  }

  /** @param {string} id of a person, or empty for a seat without one @param {() => Promise<void>} move */
  async press(id, move) {
    if (this.dropped) return;
    if (!this.picked) {
      this.picked = id;
      this.said = '';
    } else if (this.picked === id) this.picked = '';
    else await move();
    this.redraw();
  }

  /**
   * @param {string} id the person to move @param {number} place @param {string} [seat] by default any free seat of the
   * table
   */
  async move(id, place, seat = '') {
    const from = this.room?.tables ?? [], before = groupsOf(from);
    const target = from.find((one) => one.place === place)?.seats.find((one) => one.seat === seat);
    const other = target && !target.team ? target.people.filter((who) => who !== id) : [];
    const done = await this.ask({ room: 'move', person: id, place, ...(seat ? { seat } : {}) });
    if (done) {
      const { tables, people } = this.room;
      const called = namesOf(people), crossed = crossingWords(before, groupsOf(tables), called);
      this.said = [id, ...other].map((who) => `${called(who)} ${whereWords(tables, who)}.`).concat(crossed)
        .filter(Boolean).join(' ');
      this.focus = id;
    }
    this.picked = '';
    this.redraw();
  }

  // --- dragging ---------------------------------------------

  /** @param {PointerEvent} event @param {string} id */
  hold(event, id) {
    const touches = event.pointerType !== 'mouse';
    const handle = /** @type {Element} */ (event.target).closest('.ck-badge, .ck-seat-handle');
    // touch drags only by the badge; elsewhere it scrolls
    if (!id || event.button > 0 || (touches && !handle)) return;
    this.held = { id, x: event.clientX, y: event.clientY, drags: false };
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const { held } = this;
    if (!held) return;
    const { clientX: x, clientY: y } = event;
    if (!held.drags) {
      if (Math.hypot(x - held.x, y - held.y) < DRAG_DISTANCE) return;
      held.drags = true;
      this.picked = held.id;
      this.said = '';
      this.redraw();
    }
    if (this.ghost) this.ghost.style.transform = `translate(${x + 8}px, ${y + 8}px)`;
    this.aim(this.targetAt(x, y));
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { held } = this;
    const target = held?.drags ? this.targetAt(event.clientX, event.clientY) : null;
    this.release();
    if (!held?.drags) return;
    this.dropped = true;
    setTimeout(() => { this.dropped = false; });
    const { place, seat, person } = target?.dataset ?? {};
    if (place === undefined || person === held.id) this.unpick();
    else void this.move(held.id, Number(place), seat ?? '');
  }

  release() {
    const drags = this.held?.drags;
    this.held = null;
    this.aim(null);
    if (drags) this.redraw();
  }

  /** @returns {HTMLElement|null} */
  targetAt(x, y) {
    return document.elementFromPoint(x, y)?.closest('[data-drop]') ?? null;
  }

  /** Mark the drop target. @param {HTMLElement|null} target */
  aim(target) {
    for (const node of this.node?.querySelectorAll('.ck-aimed') ?? []) {
      if (node !== target) node.classList.remove('ck-aimed');
    }
    target?.classList.add('ck-aimed');
  }

  /** Move the focus between seats with arrow keys. @param {KeyboardEvent} event */
  walk(event) {
    const direction = ARROWS[event.key];
    const here = /** @type {HTMLElement} */ (event.target).closest('button');
    if (!direction || !here || event.ctrlKey || event.metaKey || event.altKey) return;
    const nodes = /** @type {HTMLElement[]} */ ([...this.node?.querySelectorAll(SEATS) ?? []]);
    const middles = nodes.map((node) => {
      const { left, top, width, height } = node.getBoundingClientRect();
      return { node, x: left + width / 2, y: top + height / 2 };
    });
    const from = middles.find(({ node }) => node === here);
    const next = from && nearestAhead(middles, from, direction);
    if (!next) return;
    event.preventDefault();
    next.node.focus();
  }

  // --- views ---------------------------------------------

  /** @param {any} room */
  view(room) {
    this.room = room;
    const called = namesOf(room.people);
    const hidden = room.names_hidden && !room.named;
    const { closed, tables, reserved } = room;
    return html`
      <section class=${`ck-seatmap${this.picked ? ' ck-picking' : ''}`} aria-label="Seat map"
        ref=${(node) => { this.node = node; this.refocus(); }} onKeyDown=${(event) => this.walk(event)}>
        <header>
          <h2>Seat map</h2>
          <p role="status">${this.hint(called, closed)}</p>
          ${room.names_hidden ? html`
            <button type="button" onClick=${() => this.ask({ room: 'names', on: !room.named })}>
              ${room.named ? 'Hide names here' : 'Show names here'}</button>` : null}
          ${closed ? null : html`
            <button type="button" aria-expanded=${String(this.lists)}
              onClick=${() => { this.lists = !this.lists; this.redraw(); }}>Seat by a list</button>`}
          ${tables.length && !hidden ? html`
            <button type="button"
              onClick=${() => download('seats.csv', `\ufeff${listOf(tables, called)}`, 'text/csv')}>
              Save as a list</button>` : null}
          <button type="button" onClick=${() => this.show(false, room)}>Close the map</button>
        </header>
        ${this.lists ? this.form() : null}
        ${this.waiting(room, called)}
        <ul class="ck-seatmap-tables" aria-label="Tables">
          ${tables.map((table) => this.table(table, seatsOf(table, reserved), called, closed))}
        </ul>
        <div class="ck-seat-ghost" aria-hidden="true" hidden=${!this.held?.drags}
          ref=${(node) => { this.ghost = node; }}>${this.held ? called(this.held.id) : ''}</div>
      </section>`;
  }

  /** Move the focus to the moved person. */
  refocus() {
    if (!this.focus || !this.node) return;
    const seat = this.node.querySelector(`[data-person="${CSS.escape(this.focus)}"]`);
    this.focus = '';
    /** @type {HTMLElement|null} */ (seat)?.focus({ preventScroll: true });
  }

  hint(called, closed) {
    if (closed) return 'This lesson is over: seats stay as they are.';
    if (this.picked) {
      const other = this.room.waiting.includes(this.picked) ? 'waits instead' : 'changes places';
      return html`<span><b><bdi>${called(this.picked)}</bdi></b>: choose a seat or a table. Whoever sits there
        ${' '}${other}. Escape puts back.</span>`;
    }
    return this.said || 'Choose a student, then a seat; or drag.';
  }

  /** People without a seat; also the drop target for removing a seat. */
  waiting(room, called) {
    const { waiting, tables, closed } = room;
    const take = this.picked && !waiting.includes(this.picked);
    if (!waiting.length && !tables.length) return html`<p>Nobody has joined yet.</p>`;
    return html`
      <div class="ck-seatmap-waiting" data-drop="" data-place=${NO_TABLE}>
        <b>Without a seat: ${studentsOf(waiting, room.people).length}</b>
        ${waiting.map((id) => this.person(id, called(id), '', closed))}
        ${take ? html`
          <button type="button" class="ck-seatmap-take" onClick=${() => this.move(this.picked, NO_TABLE)}>
            Take the seat away</button>` : null}
      </div>`;
  }

  /** A person without a seat, or in a team. */
  person(id, name, words, closed) {
    return html`
      <button type="button" key=${id} class="ck-seat-person ck-seat-handle" disabled=${closed} data-person=${id}
        aria-pressed=${String(this.picked === id)} onPointerDown=${(event) => this.hold(event, id)}
        onClick=${() => this.press(id, async () => { this.picked = id; })}>
        <bdi>${name}</bdi>${words}
      </button>`;
  }

  /** @param {any} table @param {SeatView[]} seats @param {(id: string) => string} called @param {boolean} closed */
  table({ place, group, hands, over }, seats, called, closed) {
    const here = seats.some(({ people }) => people.includes(this.picked));
    return html`
      <li key=${place} class="ck-seatmap-table">
        <button type="button" class="ck-seatmap-title" data-drop="" data-place=${place}
          disabled=${closed || !this.picked || here} onClick=${() => this.move(this.picked, place)}>
          <b>Table ${place}</b>
          <span>${[group, over ? 'over' : '', hands.length ? 'hand up' : ''].filter(Boolean).join(' · ')}</span>
        </button>
        <ul>
          ${seats.map((seat) => html`<li key=${seat.seat}>${this.seat(place, seat, called, closed)}</li>`)}
        </ul>
      </li>`;
  }

  /** @param {number} place @param {SeatView} view @param {(id: string) => string} called @param {boolean} closed */
  seat(place, { seat, people, team, kept, away }, called, closed) {
    const [id = ''] = team ? [] : people;
    const students = studentsOf(people, this.room.people).length, invented = people.length - students;
    const members = `team of ${students}${invented ? ` and ${invented} invented` : ''}`;
    const words = team ? members : id ? called(id) : kept ? `kept for ${kept}` : 'bot';
    const look = [
      'ck-seat', !id && !team ? 'ck-seat-free' : '', away ? 'ck-seat-away' : '', kept ? 'ck-seat-kept' : '',
    ].filter(Boolean).join(' ');
    return html`
      <button type="button" class=${look} data-drop="" data-place=${place} data-seat=${seat} data-person=${id || null}
        disabled=${closed} aria-pressed=${id ? String(this.picked === id) : null} title=${words}
        aria-label=${`Table ${place}, seat ${seat}: ${words}${away ? ', away' : ''}`}
        onPointerDown=${(event) => this.hold(event, id)}
        onClick=${() => (id || this.picked) && this.press(id, () => this.move(this.picked, place, seat))}>
        <${Badge} fixed=${{ seats: [...'ABCDEFGH'].map((one) => ({ id: one })) }} seat=${seat} />
        <bdi>${words}</bdi>
        ${away ? html`<small>away</small>` : null}
      </button>
      ${team ? html`
        <span class="ck-seat-team" data-drop="" data-place=${place} data-seat=${seat}>
          ${people.map((one) => this.person(one, called(one), '', closed))}</span>` : null}`;
  }

  /** Form for importing a seating list. */
  form() {
    const take = async ({ target }) => {
      const [file] = target.files;
      if (file) this.list = textOf(await file.arrayBuffer());
      target.value = '';
      this.redraw();
    };
    const send = async (event) => {
      event.preventDefault();
      const before = groupsOf(this.room.tables);
      if (!(await this.ask({ room: 'seat_list', list: this.list }))) return;
      const { reserved, waiting, tables, people } = this.room;
      const called = namesOf(people), crossed = crossingWords(before, groupsOf(tables), called);
      this.said = [listWords(reserved.length, studentsOf(waiting, people).length), crossed].filter(Boolean).join(' ');
      this.lists = false;
      this.redraw();
    };
    return html`
      <form class="ck-seatmap-list" onSubmit=${send}>
        <p>A line for each student. The first line names the columns: <code>name,table</code>, with${' '}
          <code>seat</code>${' '}
          if it matters; or <code>name,group</code> to mix groups at every table.</p>
        <textarea rows="6" aria-label="The list" placeholder=${EXAMPLE} value=${this.list} required
          onInput=${({ target }) => { this.list = target.value; }}></textarea>
        <div>
          <label>From a file (CSV) <input type="file" accept=".csv,.tsv,.txt,text/*" onChange=${take} /></label>
          <button type="submit">Seat by this list</button>
        </div>
      </form>`;
  }
}
