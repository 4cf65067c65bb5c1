/** What a seat may do besides while a decision waits; the forms are fetched when somebody opens them. */

import { h, Pool, setText } from '../basics/dom.js';
import { MoveForm } from './moveform.js';

/**
 * @typedef {import('../types.js').Move} Move
 * @typedef {{seat: string, words: string, asides: Move[], private?: boolean}} Offer
 * @typedef {{store: import('../wire/store.js').Store, drafts: import('./panel.js').Drafts, occasion: () => string, answer: (seat: string, move: Move, values: Record<string, any>) => void,
 *   check: (seat: string, move: Move, values: Record<string, any>) => Promise<any>, picked: (move: Move, field: string, value: any) => void,
 *   changed: () => void}} Panel
 */

export class AsideBox {
  /**
   * @param {Panel} panel the ask panel it belongs to
   * @param {string} seat
   * @param {boolean} [secret] whether it shows what only that seat may see
   */
  constructor(panel, seat, secret = false) {
    this.panel = panel;
    this.seat = seat;
    this.secret = secret;
    /** For which question the forms were fetched. */
    this.at = '';
    /** @type {Move[]} */
    this.moves = [];
    this.words = h('summary');
    this.box = h('div', { class: 'ck-moves' });
    this.node = h('details', { class: 'ck-also', ontoggle: () => this.load() }, this.words, this.box);
    this.node.aside = this;
    this.pool = new Pool(this.box, {
      key: (/** @type {Move} */ move, index) => `${move.name}.${index}`,
      make: () => new MoveForm({
        send: (move, values) => panel.answer(seat, move, values),
        check: (move, values) => panel.check(seat, move, values),
        drafts: panel.drafts,
        picked: panel.picked,
      }).node,
      update: (node, move) => node.form.update(move, `${panel.occasion()} aside ${seat}`, false, panel.store.now?.step),
    });
  }

  /** @param {Offer} offer */
  update(offer) {
    setText(this.words, [offer.words, offer.asides.map((aside) => aside.label).join(', ')].filter(Boolean).join(': '));
    if (this.node.open) this.load();
  }

  async load() {
    const { store, occasion, changed } = this.panel;
    const at = `${occasion()} ${store.now?.step}`;
    if (!this.node.open) {
      if (store.local.asides?.seat === this.seat) store.set({ asides: null });
    } else if (this.at === at) {
      this.keep();
    } else {
      const data = await store.detail({ do: 'asides', seat: this.seat, ...(this.secret ? { private: true } : {}) });
      if (!data || at !== `${occasion()} ${store.now?.step}` || !this.node.open) return;
      this.at = at;
      this.moves = data.asides;
      this.keep();
    }
    changed();
  }

  keep() {
    const { store } = this.panel;
    this.pool.keep([...this.moves].sort((a, b) => Number(Boolean(a.barred)) - Number(Boolean(b.barred))));
    store.set({ asides: { seat: this.seat, step: store.now?.step ?? 0, moves: this.moves } });
  }
}
