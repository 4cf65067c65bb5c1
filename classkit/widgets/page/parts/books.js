/** What is looked up in a match: `<classkit-ledger>`, everything that changed hands; `<classkit-sheets>`, the record sheets of a game; `<classkit-rulebook>`, the clauses; `<classkit-spaces>`, the board as a table. */

import { choice, define, h, nameOf, offer, press, setText, show } from '../basics/dom.js';
import { download } from '../basics/download.js';
import { Pool } from '../basics/pool.js';
import { headOf } from '../basics/tables.js';
import { count, countedBy, plainClause, plural } from '../basics/format.js';
import { Part } from '../basics/part.js';
import { seatName } from '../basics/seatlook.js';
import { seenLook } from '../board/card.js';
import { drawnWords } from '../board/space.js';

/** A book is read only while somebody looks at it. What has been read belongs to the moment and to the eyes for which it was read. */
class Book extends Part {
  /** What has been read. @type {any} */
  found = null;
  /** For what: see `here`. */
  at = '';
  loading = false;

  /** @param {any[]} tools above what is read */
  lay(name, label, tools, content) {
    this.classList.add(name);
    this.said = h('span', { class: 'ck-hint', role: 'status' });
    this.append(h('div', { class: 'ck-bar' }, ...tools, this.said), h('div', { role: 'group', 'aria-label': label }, content));
  }

  /** A box to find something in the book by its words. */
  finder(label, placeholder) {
    this.find = h('input', { type: 'search', class: 'ck-text', 'aria-label': label, placeholder, oninput: () => this.draw() });
    return this.find;
  }

  /** @returns {string} for what it would be read now */
  get here() { return `${this.now.branch}.${this.now.step}.${this.now.seen_as}`; }

  /** @returns {Promise<any>} what there is to read; nothing where that is refused */
  async read() {}

  /** Shows what has been read, if anything has. */
  draw() {}

  update(changed) {
    if (this.touches(changed, 'fixed', 'seen_as')) {
      this.found = null;
      this.at = '';
      this.draw();
    }
    if (this.touches(changed, 'fixed', 'step', 'branch', 'seen_as', 'seats', 'local.tab') && this.looked()) this.load();
  }

  async load() {
    const at = this.here;
    if (this.loading || this.at === at) return;
    this.loading = true;
    const found = await this.read();
    this.loading = false;
    if (at !== this.here) { // something else is to be read meanwhile
      await this.load();
      return;
    }
    this.found = found ?? null;
    if (found) this.at = at;
    this.draw();
  }
}

// --- `<classkit-ledger>`

/** So many rows are shown at once, the latest first. */
const ROWS = 200;

export class LedgerPart extends Book {
  mount() {
    this.body = h('tbody');
    this.when = h('span');
    this.lay('ck-ledger', 'Ledger', [this.finder('Find in the ledger', 'Find a seat, a reason, a rule …')], h('table', {}, headOf([this.when, 'What', 'From', 'To', 'Reason', 'Rule']), this.body));
  }

  async read() {
    let rows = [];
    for (let more = true; more;) {
      const data = await this.store.detail({ do: 'ledger', from: rows.length });
      rows = rows.concat(data?.rows ?? []);
      more = Boolean(data?.rows?.length) && rows.length < (data.total ?? 0);
    }
    return rows;
  }

  draw() {
    const wanted = this.find.value.trim().toLowerCase();
    setText(this.when, this.now.timeline.moment ? 'Round' : 'Turn');
    const lines = (this.found ?? []).map((row) => [
      count(countedBy(this.now, row.turn)), row.text, row.from, row.to, row.reason, row.rule,
    ]);
    const found = wanted ? lines.filter((cells) => cells.join(' ').toLowerCase().includes(wanted)) : lines;
    setText(this.said, this.found ? `${plural(found.length, 'entry', 'entries')}${found.length > ROWS ? `, the latest ${ROWS} shown` : ''}` : '');
    this.body.replaceChildren(...found.slice(-ROWS).reverse().map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, nameOf(cell))))));
  }
}

define('classkit-ledger', LedgerPart);

// --- `<classkit-sheets>`: the record sheets that a game keeps, table by table, and as files to take along.

/** @typedef {{name: string, total: number, columns: Array<{label: string, number: boolean}>, rows: string[][]}} Sheet */

/** What is said about a sheet: how long it is, and where the rest of a long one is found. */
export function sizeWords(sheet) {
  const words = plural(sheet.total, 'row', 'rows');
  return sheet.rows.length < sheet.total ? `${words}, the latest ${sheet.rows.length} shown; the file has all` : words;
}

/**
 * The rows as they are shown: the latest first.
 * @returns {Array<Array<{text: string, number: boolean}>>}
 */
export function cellsShown(sheet) {
  return [...sheet.rows].reverse().map((row) => row.map((text, at) => ({ text, number: Boolean(sheet.columns[at]?.number) })));
}

export class SheetsPart extends Book {
  mount() {
    this.name = choice('Which sheet', () => this.load());
    this.seat = choice('Of whom', () => this.load());
    this.take = press('ck-quiet ck-mini', () => this.download(), 'Take along (CSV)');
    this.head = h('tr');
    this.body = h('tbody');
    this.lay('ck-sheets', 'Sheet', [this.name, this.seat, this.take], h('table', {}, h('thead', {}, this.head), this.body));
  }

  update(changed) {
    if (this.touches(changed, 'fixed', 'seats')) {
      offer(this.name, (this.fixed.sheets ?? []).map(({ name, label }) => [name, label]));
      offer(this.seat, [['', 'Of all'], ...this.fixed.seats.map(({ id }) => [id, seatName(this.fixed, this.now, id)])]);
    }
    super.update(changed);
  }

  /** Other names of seats stand in the sheet as well. */
  get here() { return JSON.stringify([super.here, this.name.value, this.seat.value, this.seat.known]); }

  async read() { return this.name.value && this.store.detail({ do: 'sheet', name: this.name.value, seat: this.seat.value }); }

  draw() {
    const { columns, total } = this.found ?? { columns: [], total: 0 };
    const kind = (number) => (number ? { class: 'ck-amount-cell' } : {});
    setText(this.said, this.found ? sizeWords(this.found) : '');
    this.head.replaceChildren(...columns.map(({ label, number }) => h('th', { scope: 'col', ...kind(number) }, label)));
    this.body.replaceChildren(...(this.found ? cellsShown(this.found) : []).map((cells) => h('tr', {}, ...cells.map(({ text, number }) => h('td', kind(number), nameOf(text))))));
    show(this.take, total > 0);
  }

  async download() {
    const data = await this.store.detail({ do: 'sheet_file', name: this.name.value });
    if (!data) return;
    download(data.name, data.text, 'text/csv');
    setText(this.said, `Saved as ${data.name} in your downloads.`);
  }
}

define('classkit-sheets', SheetsPart);

// --- `<classkit-rulebook>`

export class RulebookPart extends Book {
  mount() {
    this.list = h('dl', { class: 'ck-rules' });
    this.lay('ck-rulebook', 'Rules', [this.finder('Find in the rules', 'Find a word or a clause …')], this.list);
  }

  get here() { return this.fixed.game; }

  read() { return this.store.detail({ do: 'rules' }); }

  draw() {
    const words = this.find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = (this.found ?? []).filter((rule) => words.every((word) => `${rule.id} ${rule.text}`.toLowerCase().includes(word)));
    setText(this.said, this.found ? `${found.length} of ${this.found.length} clauses` : '');
    this.list.replaceChildren(...found.flatMap((rule) => [h('dt', {}, rule.id), h('dd', {}, plainClause(rule.text))]));
  }
}

define('classkit-rulebook', RulebookPart);

// --- `<classkit-spaces>`: the board as a table, for those who do not see the picture.

export class SpacesPart extends Part {
  mount() {
    this.classList.add('ck-spaces-list');
    this.body = h('tbody');
    this.append(h('div', { role: 'group', 'aria-label': 'Spaces' }, h('table', {}, h('caption', { class: 'ck-only-read' }, 'All spaces of the board'), headOf(['Space', 'Kind', 'Now', 'Owner', 'Here']), this.body)));
    this.pool = new Pool(this.body, {
      key: (space) => space.id,
      make: () => h('tr', {}, h('th', { scope: 'row' }), ...Array.from({ length: 4 }, () => h('td'))),
      update: (node, space) => this.cells(space).forEach((text, index) => setText(node.children[index], text)),
    });
  }

  update(changed) {
    if (this.touches(changed, 'fixed', 'board', 'seats', 'local.tab', 'local.covered') && this.looked()) this.pool?.keep(this.fixed.board.spaces);
  }

  cells(space) {
    const look = seenLook(this.now.board.looks[space.id], Boolean(this.store.local.covered));
    const here = this.now.board.pieces.filter((piece) => piece.space === space.id).map((piece) => (piece.seat ? seatName(this.fixed, this.now, piece.seat) : piece.label || piece.id));
    const place = space.title || space.id;
    const owner = look?.owner ? seatName(this.fixed, this.now, look.owner) : '';
    if (look?.hidden && !look.title) return [place, '', 'face down', owner, here.join(', ')];
    const kind = look?.title ? [look.subtitle] : [space.kind.replaceAll('_', ' '), look?.subtitle || space.subtitle];
    const now = [look?.hidden ? 'face down' : '', drawnWords(look), look?.note || look?.text];
    return [[place, look?.title].filter(Boolean).join(': '), kind.filter(Boolean).join(' '), now.filter(Boolean).join(', '), owner, here.join(', ')];
  }
}

define('classkit-spaces', SpacesPart);
