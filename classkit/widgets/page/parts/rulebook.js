/** What is looked up: `<classkit-rulebook>`, the clauses, and `<classkit-spaces>`, the board as a table. */

import { define, h, Pool, setText } from '../basics/dom.js';
import { plainClause } from '../basics/format.js';
import { Part } from '../basics/part.js';
import { seatName } from '../basics/seatlook.js';
import { seenLook } from '../board/card.js';
import { drawnWords } from '../board/space.js';

export class RulebookPart extends Part {
  game = '';

  mount() {
    this.classList.add('ck-rulebook');
    this.find = h('input', { type: 'search', class: 'ck-text', 'aria-label': 'Find in the rules', placeholder: 'Find a word or a clause …', oninput: () => this.draw() });
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

  /** @param {Set<string>} changed */
  update(changed) {
    if (this.touches(changed, 'fixed', 'board', 'seats', 'local.tab', 'local.covered') && this.looked()) this.pool?.keep(this.fixed.board.spaces);
  }

  /**
   * @param {import('../types.js').Space} space
   * @returns {string[]}
   */
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
