/**
 * Reference views of a match: `<classkit-ledger>`, all transfers; `<classkit-sheets>`, the record sheets;
 * `<classkit-rulebook>`, the clauses; `<classkit-spaces>`, the board as a table.
 */

import { define } from '../basics/dom.js';
import { Button, Head, Select } from '../basics/controls.js';
import { download } from '../basics/download.js';
import { count, countedBy, plainClause, plural } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';
import { seatName } from '../basics/seatlook.js';
import { seenLook } from '../board/card.js';
import { drawnWords, placeName } from '../board/space.js';

/**
 * A book is fetched only while it is visible. Fetched data belongs to one moment and one viewer.
 */
class Book extends Part {
  /** The fetched data with its key (see `here`), match and viewer. */
  page = { at: '', found: null, fixed: null, eyes: '', subject: '' };
  loading = false;
  /** The search text. */
  words = '';
  /** The latest status text. */
  said = '';

  /** @returns {string} key of the data to fetch now */
  get here() { return `${this.now.branch}.${this.now.step}.${this.now.seen_as}`; }

  /** @returns {string} the selected subject, if any */
  get subject() { return ''; }

  /** @returns {any} the fetched data, possibly of an earlier moment, but never of another viewer or subject */
  get found() {
    const { found, fixed, eyes, subject } = this.page;
    return fixed === this.fixed && eyes === this.now.seen_as && subject === this.subject ? found : null;
  }

  /** @returns {Promise<any>} the data; undefined if refused */
  async read() {}

  update() {
    this.draw();
    if (this.looked()) this.load();
  }

  async load() {
    const { here: at, fixed, subject, now: { seen_as: eyes } } = this;
    if (this.loading || (this.found && this.page.at === at)) return;
    this.loading = true;
    const found = await this.read();
    this.loading = false;
    if (at !== this.here || fixed !== this.fixed || eyes !== this.now.seen_as) { // other data is needed
      await this.load();
      return;
    }
    if (found) this.page = { at, found, fixed, eyes, subject };
    this.said = '';
    this.draw();
  }

  /** Search box of a book. */
  finder(label, placeholder) {
    const look = ({ target }) => {
      this.words = target.value;
      this.draw();
    };
    return html`
      <input type="search" class="ck-text" aria-label=${label} placeholder=${placeholder} value=${this.words}
        oninput=${look} />`;
  }

  /**
   * @param {any} tools controls above the content
   * @param {string} said the status text
   */
  opened(label, tools, said, content) {
    return html`
      <div class="ck-bar">${tools}<span class="ck-hint" role="status">${this.said || said}</span></div>
      <div role="group" aria-label=${label}>${content}</div>`;
  }
}

// --- `<classkit-ledger>`

/** Maximum number of rows shown, latest first. */
const ROWS = 200;

export class LedgerPart extends Book {
  mount() { this.classList.add('ck-ledger'); }

  async read() {
    let rows = [];
    for (let more = true; more;) {
      const data = await this.store.detail({ do: 'ledger', from: rows.length });
      rows = rows.concat(data?.rows ?? []);
      more = Boolean(data?.rows?.length) && rows.length < (data.total ?? 0);
    }
    return rows;
  }

  view() {
    const wanted = this.words.trim().toLowerCase();
    const lines = (this.found ?? []).map((row) => [
      count(countedBy(this.now, row.turn)), row.text, row.from, row.to, row.reason, row.rule,
    ]);
    const found = lines.filter((cells) => cells.join(' ').toLowerCase().includes(wanted));
    const cut = found.length > ROWS ? `, the latest ${ROWS} shown` : '';
    const said = this.found && `${plural(found.length, 'entry', 'entries')}${cut}`;
    const when = this.now.timeline.moment ? 'Round' : 'Turn';
    return this.opened('Ledger', this.finder('Find in the ledger', 'Find a seat, a reason, a rule …'), said, html`
      <table>
        <${Head} columns=${[when, 'What', 'From', 'To', 'Reason', 'Rule']} />
        <tbody>
          ${found.slice(-ROWS).reverse().map((cells) => html`
            <tr>${cells.map((cell) => html`<td><bdi>${cell}</bdi></td>`)}</tr>`)}
        </tbody>
      </table>`);
  }
}

define('classkit-ledger', LedgerPart);

// --- `<classkit-sheets>`: the record sheets of a game as tables and files.

/**
 * @typedef {{name: string, total: number, columns: Array<{label: string, number: boolean}>, rows: string[][]}} Sheet
 */

/** The size of a sheet in words, and where to find the rest of a long one. */
export function sizeWords(sheet) {
  const words = plural(sheet.total, 'row', 'rows');
  const cut = sheet.rows.length < sheet.total;
  return cut ? `${words}, the latest ${sheet.rows.length} shown; the file has all` : words;
}

/**
 * The rows for display, latest first.
 * @returns {Array<Array<{text: string, number: boolean}>>}
 */
export function cellsShown(sheet) {
  const cell = (text, at) => ({ text, number: Boolean(sheet.columns[at]?.number) });
  return [...sheet.rows].reverse().map((row) => row.map(cell));
}

const looks = (number) => (number ? 'ck-amount-cell' : undefined);

export class SheetsPart extends Book {
  /** The selected sheet and seat; empty for the first sheet, and for all seats. */
  chosen = { name: '', seat: '' };

  mount() { this.classList.add('ck-sheets'); }

  get names() { return (this.fixed.sheets ?? []).map(({ name, label }) => [name, label]); }

  get seats() {
    return [['', 'Of all'], ...this.fixed.seats.map(({ id }) => [id, seatName(this.fixed, this.now, id)])];
  }

  /** The requested sheet; another game may not have the selected one. */
  get name() {
    const known = this.names.map(([name]) => name);
    return known.includes(this.chosen.name) ? this.chosen.name : known[0] ?? '';
  }

  get seat() { return this.seats.some(([id]) => id === this.chosen.seat) ? this.chosen.seat : ''; }

  get subject() { return JSON.stringify([this.name, this.seat]); }

  /** The key includes the names of seats, because they occur in the sheet. */
  get here() { return JSON.stringify([super.here, this.subject, this.seats]); }

  async read() { return this.name && this.store.detail({ do: 'sheet', name: this.name, seat: this.seat }); }

  choose(what) {
    this.chosen = { ...this.chosen, ...what };
    this.draw();
    this.load();
  }

  view() {
    const { found } = this;
    const tools = html`
      <${Select} class="ck-select" label="Which sheet" value=${this.name} options=${this.names}
        run=${(name) => this.choose({ name })} />
      <${Select} class="ck-select" label="Of whom" value=${this.seat} options=${this.seats}
        run=${(seat) => this.choose({ seat })} />
      <${Button} class="ck-quiet ck-mini" run=${() => this.download()} hidden=${!found?.total}>Download (CSV)<//>`;
    return this.opened('Sheet', tools, found && sizeWords(found), found && html`
      <table>
        <thead>
          <tr>
            ${found.columns.map(({ label, number }) => html`<th scope="col" class=${looks(number)}>${label}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${cellsShown(found).map((cells) => html`
            <tr>${cells.map(({ text, number }) => html`<td class=${looks(number)}><bdi>${text}</bdi></td>`)}</tr>`)}
        </tbody>
      </table>`);
  }

  async download() {
    const data = await this.store.detail({ do: 'sheet_file', name: this.name });
    if (!data) return;
    download(data.name, data.text, 'text/csv');
    this.said = `Saved as ${data.name} in your downloads.`;
    this.draw();
  }
}

define('classkit-sheets', SheetsPart);

// --- `<classkit-rulebook>`

export class RulebookPart extends Book {
  mount() { this.classList.add('ck-rulebook'); }

  get here() { return this.fixed.game; }

  read() { return this.store.detail({ do: 'rules' }); }

  view() {
    const words = this.words.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const has = ({ id, text }) => words.every((word) => `${id} ${text}`.toLowerCase().includes(word));
    const found = (this.found ?? []).filter(has);
    const said = this.found && `${found.length} of ${this.found.length} clauses`;
    return this.opened('Rules', this.finder('Find in the rules', 'Find a word or a clause …'), said, html`
      <dl class="ck-rules">
        ${found.map(({ id, text }) => html`<dt key=${id}>${id}</dt><dd key=${`${id} text`}>${plainClause(text)}</dd>`)}
      </dl>`);
  }
}

define('classkit-rulebook', RulebookPart);

// --- `<classkit-spaces>`: the board as a table, for screen readers.

export class SpacesPart extends Part {
  mount() { this.classList.add('ck-spaces-list'); }

  update() {
    if (this.looked()) this.draw();
  }

  view() {
    return html`
      <div role="group" aria-label="Spaces">
        <table>
          <caption class="ck-only-read">All spaces of the board</caption>
          <${Head} columns=${['Space', 'Kind', 'Now', 'Owner', 'Here']} />
          <tbody>
            ${this.fixed.board.spaces.map((space) => {
              const [name, ...cells] = this.cells(space);
              return html`
                <tr key=${space.id}><th scope="row">${name}</th>${cells.map((text) => html`<td>${text}</td>`)}</tr>`;
            })}
          </tbody>
        </table>
      </div>`;
  }

  /** The cells of a space: name, kind, state, owner, and pieces. */
  cells(space) {
    const { fixed, now } = this;
    const look = seenLook(now.board.looks[space.id], Boolean(this.store.local.covered));
    const there = now.board.pieces.filter((piece) => piece.space === space.id);
    const here = there.map(({ seat, label, id }) => (seat ? seatName(fixed, now, seat) : label || id)).join(', ');
    const place = placeName(space, fixed, now);
    const owner = look?.owner ? seatName(fixed, now, look.owner) : '';
    if (look?.hidden && !look.title) return [place, '', 'face down', owner, here];
    const kind = look?.title ? [look.subtitle] : [space.kind.replaceAll('_', ' '), look?.subtitle || space.subtitle];
    const state = [look?.hidden ? 'face down' : '', drawnWords(look), look?.note || look?.text];
    return [
      [place, look?.title].filter(Boolean).join(': '), kind.filter(Boolean).join(' '),
      state.filter(Boolean).join(', '), owner, here,
    ];
  }
}

define('classkit-spaces', SpacesPart);
