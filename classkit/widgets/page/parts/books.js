/** What is looked up in a match: `<classkit-ledger>`, everything that changed hands; `<classkit-sheets>`, the record sheets of a game; `<classkit-rulebook>`, the clauses; `<classkit-spaces>`, the board as a table. */

import { define, download, h, nameOf, Pool, press, setText, show } from '../basics/dom.js';
import { count, countedBy, plainClause, plural, withUnit } from '../basics/format.js';
import { Part } from '../basics/part.js';
import { seatName } from '../basics/seatlook.js';
import { seenLook } from '../board/card.js';
import { drawnWords } from '../board/space.js';

/**
 * A box to find something by its words.
 * @param {() => void} draw what is found
 */
function finder(label, placeholder, draw) {
  return h('input', { type: 'search', class: 'ck-text', 'aria-label': label, placeholder, oninput: draw });
}

// --- `<classkit-ledger>`

/** So many rows are shown at once, the latest first. */
const ROWS = 200;

export class LedgerPart extends Part {
  at = '';

  mount() {
    this.classList.add('ck-ledger');
    this.find = finder('Find in the ledger', 'Find a seat, a reason, a rule …', () => this.draw());
    this.said = h('span', { class: 'ck-hint', role: 'status' });
    this.body = h('tbody');
    this.when = h('th', { scope: 'col' });
    const columns = ['What', 'From', 'To', 'Reason', 'Rule'];
    this.append(h('div', { class: 'ck-bar' }, this.find, this.said), h('div', { role: 'group', 'aria-label': 'Ledger' },
      h('table', {}, h('thead', {}, h('tr', {}, this.when, ...columns.map((name) => h('th', { scope: 'col' }, name)))), this.body)));
    /** @type {any[]} */
    this.rows = [];
    this.loading = false;
  }

  update(changed) {
    if (changed.has('seen_as')) this.body.replaceChildren();
    // The ledger is read only while somebody looks at it.
    if (this.touches(changed, 'fixed', 'step', 'branch', 'seen_as', 'local.tab') && this.looked()) this.load();
  }

  /** At what, and as whom, one looks: what has been read belongs to that alone. */
  get here() { return `${this.now.branch}.${this.now.step}.${this.now.seen_as}`; }

  async load() {
    const at = this.here;
    if (this.loading || this.at === at) return;
    this.loading = true;
    /** @type {any[]} */
    let rows = [];
    for (let more = true; more;) {
      const data = await this.store.detail({ do: 'ledger', from: rows.length });
      rows = rows.concat(data?.rows ?? []);
      more = Boolean(data?.rows?.length) && rows.length < (data.total ?? 0);
    }
    this.rows = rows;
    this.at = at;
    this.loading = false;
    this.draw();
    if (at !== this.here) this.load();
  }

  draw() {
    const wanted = this.find.value.trim().toLowerCase();
    setText(this.when, this.now.timeline.moment ? 'Round' : 'Turn');
    const lines = this.rows.map((row) => [
      count(countedBy(this.now, row.turn)), row.text || withUnit(row.amount, row.unit), seatName(this.fixed, this.now, row.from), seatName(this.fixed, this.now, row.to),
      String(row.reason ?? '').replace(/_/g, ' '), row.rule ?? '',
    ]);
    const found = wanted ? lines.filter((cells) => cells.join(' ').toLowerCase().includes(wanted)) : lines;
    setText(this.said, `${plural(found.length, 'entry', 'entries')}${found.length > ROWS ? `, the latest ${ROWS} shown` : ''}`);
    this.body.replaceChildren(...found.slice(-ROWS).reverse().map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, h('bdi', {}, cell))))));
  }
}

define('classkit-ledger', LedgerPart);

// --- `<classkit-sheets>`: the record sheets that a game keeps, table by table, and as files to take along.

/**
 * @typedef {{name: string, label: string}} SheetName
 * @typedef {{name: string, total: number, columns: Array<{label: string, number: boolean}>, rows: string[][]}} Sheet
 */

/**
 * What is said about a sheet: how long it is, and where the rest of a long one is found.
 * @returns {string}
 */
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

export class SheetsPart extends Part {
  at = '';
  loading = false;
  namesKnown = '';

  mount() {
    this.classList.add('ck-sheets');
    const look = () => { this.load(); };
    this.name = h('select', { class: 'ck-select', 'aria-label': 'Which sheet', onchange: look });
    this.seat = h('select', { class: 'ck-select', 'aria-label': 'Of whom', onchange: look });
    this.take = press('ck-quiet ck-mini', () => this.download(), 'Take along (CSV)');
    this.said = h('span', { class: 'ck-hint', role: 'status' });
    this.head = h('tr');
    this.body = h('tbody');
    this.append(h('div', { class: 'ck-bar' }, this.name, this.seat, this.take, this.said), h('div', { role: 'group', 'aria-label': 'Sheet' },
      h('table', {}, h('thead', {}, this.head), this.body)));
  }

  update(changed) {
    if (this.touches(changed, 'fixed', 'seats')) this.drawNames();
    if (changed.has('seen_as')) this.empty();
    // A sheet is made only while somebody looks at it.
    if (this.touches(changed, 'fixed', 'step', 'branch', 'seen_as', 'seats', 'local.tab') && this.looked()) this.load();
  }

  /** What one looks at: what has been read belongs to that alone. */
  get here() {
    const { branch, step, seen_as } = this.now;
    return JSON.stringify([branch, step, seen_as, this.name.value, this.seat.value, this.namesKnown]);
  }

  /** The choices of sheets and companies, made anew only where they are others. */
  drawNames() {
    /** @type {SheetName[]} */
    const sheets = this.fixed.sheets ?? [];
    const seats = this.fixed.seats.map(({ id }) => [id, seatName(this.fixed, this.now, id)]);
    const known = JSON.stringify([sheets, seats]);
    if (this.namesKnown === known) return;
    this.namesKnown = known;
    const [name, seat] = [this.name.value, this.seat.value];
    this.name.replaceChildren(...sheets.map((one) => h('option', { value: one.name }, one.label)));
    this.seat.replaceChildren(h('option', { value: '' }, 'Of all'), ...seats.map(([id, words]) => h('option', { value: id }, words)));
    if (sheets.some((one) => one.name === name)) this.name.value = name;
    if (seats.some(([id]) => id === seat)) this.seat.value = seat;
  }

  empty() {
    this.at = '';
    this.head.replaceChildren();
    this.body.replaceChildren();
    setText(this.said, '');
  }

  async load() {
    const at = this.here;
    if (this.loading || this.at === at || !this.name.value) return;
    this.loading = true;
    const sheet = await this.store.detail({ do: 'sheet', name: this.name.value, seat: this.seat.value });
    this.loading = false;
    if (at !== this.here) {
      this.load();
      return;
    }
    this.at = at;
    if (sheet) this.draw(sheet);
    else this.empty();
  }

  draw(sheet) {
    const kind = (number) => (number ? { class: 'ck-amount-cell' } : {});
    setText(this.said, sizeWords(sheet));
    this.head.replaceChildren(...sheet.columns.map(({ label, number }) => h('th', { scope: 'col', ...kind(number) }, label)));
    this.body.replaceChildren(...cellsShown(sheet).map((cells) => h('tr', {}, ...cells.map(({ text, number }) => h('td', kind(number), nameOf(text))))));
    show(this.take, sheet.total > 0);
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

export class RulebookPart extends Part {
  game = '';

  mount() {
    this.classList.add('ck-rulebook');
    this.find = finder('Find in the rules', 'Find a word or a clause …', () => this.draw());
    this.said = h('span', { class: 'ck-hint', role: 'status' });
    this.list = h('dl', { class: 'ck-rules' });
    this.append(h('div', { class: 'ck-bar' }, this.find, this.said), h('div', { role: 'group', 'aria-label': 'Rules' }, this.list));
    /** @type {Array<{id: string, text: string}>|null} */
    this.rules = null;
  }

  update(changed) {
    if (changed.has('fixed') && this.game !== this.fixed.game) {
      this.game = this.fixed.game;
      this.rules = null;
    }
    if (this.touches(changed, 'fixed', 'local.tab') && this.looked() && !this.rules && !this.asking) this.load();
  }

  async load() {
    const { game } = this;
    this.asking = true;
    const data = await this.store.detail({ do: 'rules' });
    this.asking = false;
    if (game !== this.game) { // the table became one of another game meanwhile
      await this.load();
      return;
    }
    this.rules = Array.isArray(data) ? data : data?.rules ?? null;
    this.draw();
  }

  draw() {
    const words = this.find.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const found = (this.rules ?? []).filter((rule) => words.every((word) => `${rule.id} ${rule.text}`.toLowerCase().includes(word)));
    setText(this.said, this.rules ? `${found.length} of ${this.rules.length} clauses` : '');
    this.list.replaceChildren(...found.flatMap((rule) => [h('dt', {}, rule.id), h('dd', {}, plainClause(rule.text))]));
  }
}

define('classkit-rulebook', RulebookPart);

// --- `<classkit-spaces>`: the board as a table, for those who do not see the picture.

export class SpacesPart extends Part {
  mount() {
    this.classList.add('ck-spaces-list');
    this.body = h('tbody');
    this.append(h('div', { role: 'group', 'aria-label': 'Spaces' }, h('table', {}, h('caption', { class: 'ck-only-read' }, 'All spaces of the board'),
      h('thead', {}, h('tr', {}, ...['Space', 'Kind', 'Now', 'Owner', 'Here'].map((name) => h('th', { scope: 'col' }, name)))), this.body)));
    this.pool = new Pool(this.body, {
      key: (space) => space.id,
      make: () => h('tr', {}, h('th', { scope: 'row' }), ...Array.from({ length: 4 }, () => h('td'))),
      update: (node, space) => this.cells(space).forEach((text, index) => setText(node.children[index], text)),
    });
  }

  update(changed) {
    if (this.touches(changed, 'fixed', 'board', 'seats', 'local.tab', 'local.covered') && this.looked()) this.pool?.keep(this.fixed.board.spaces);
  }

  /** @param {Space} space */
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
