/** `<classkit-ledger>`: everything that changed hands, as a table. */

import { define, h, setText, show } from './dom.js';
import { count, plural, withUnit } from './format.js';
import { Part } from './part.js';
import { seatName } from './seatwords.js';

/** So many rows are shown at once, the latest first. */
const ROWS = 200;

export class LedgerPart extends Part {
  at = '';

  mount() {
    this.classList.add('ck-ledger');
    this.find = h('input', { type: 'search', class: 'ck-text', 'aria-label': 'Find in the ledger', placeholder: 'Find a seat, a reason, a rule …', oninput: () => this.draw() });
    this.said = h('span', { class: 'ck-hint', role: 'status' });
    this.body = h('tbody');
    const columns = ['Turn', 'What', 'From', 'To', 'Reason', 'Rule'];
    this.append(h('div', { class: 'ck-bar' }, this.find, this.said), h('div', { role: 'group', 'aria-label': 'Ledger' },
      h('table', {}, h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))), this.body)));
    /** @type {any[]} */
    this.rows = [];
    this.loading = false;
  }

  /** @param {Set<string>} changed */
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
    const lines = (this.rows ?? []).map((row) => [
      count(row.turn), row.text || withUnit(row.amount, row.unit), seatName(this.fixed, this.now, row.from), seatName(this.fixed, this.now, row.to),
      String(row.reason ?? '').replace(/_/g, ' '), row.rule ?? '',
    ]);
    const found = wanted ? lines.filter((cells) => cells.join(' ').toLowerCase().includes(wanted)) : lines;
    setText(this.said, `${plural(found.length, 'entry', 'entries')}${found.length > ROWS ? `, the latest ${ROWS} shown` : ''}`);
    this.body.replaceChildren(...found.slice(-ROWS).reverse().map((cells) => h('tr', {}, ...cells.map((cell) => h('td', {}, h('bdi', {}, cell))))));
    show(this.body, true);
  }
}

define('classkit-ledger', LedgerPart);
