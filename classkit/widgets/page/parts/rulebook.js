/** `<classkit-rulebook>`: the rules clause by clause, with a search. */

import { define, h, setText } from '../basics/dom.js';
import { plainClause } from '../basics/format.js';
import { Part } from '../basics/part.js';

export class RulebookPart extends Part {
  game = '';

  mount() {
    this.classList.add('ck-rulebook');
    this.find = h('input', { type: 'search', class: 'ck-text', 'aria-label': 'Find in the rules', placeholder: 'Find a word or a clause: auction, P6.1 …', oninput: () => this.draw() });
    this.said = h('span', { class: 'ck-hint', role: 'status' });
    this.list = h('dl', { class: 'ck-rules' });
    this.append(h('div', { class: 'ck-bar' }, this.find, this.said), h('div', { role: 'group', 'aria-label': 'Rules' }, this.list));
    /** @type {Array<{id: string, text: string}>|null} */
    this.rules = null;
  }

  /** @param {Set<string>} changed */
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
    const found = (this.rules ?? []).filter((rule) => words.every((/** @type {string} */ word) => `${rule.id} ${rule.text}`.toLowerCase().includes(word)));
    setText(this.said, this.rules ? `${found.length} of ${this.rules.length} clauses` : '');
    this.list.replaceChildren(...found.flatMap((rule) => [h('dt', {}, rule.id), h('dd', {}, plainClause(rule.text))]));
  }
}

define('classkit-rulebook', RulebookPart);
