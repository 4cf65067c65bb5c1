/** `<classkit-seats>`: who plays each seat, and what it is called. Any seat may change hands at any moment. */

import { define, freshId, h, setText, setValue, svg } from './dom.js';
import { Part } from './part.js';
import { Pool } from './pool.js';
import { badge, patternDefs } from './swatch.js';
import { seatName } from './seatwords.js';

export class SeatsPart extends Part {
  mount() {
    this.classList.add('ck-seats');
    this.stem = freshId('seats');
    this.list = h('ul', { class: 'ck-seat-list' });
    this.idea = h('p', { class: 'ck-hint' });
    this.append(svg('svg', { class: 'ck-defs', 'aria-hidden': 'true', width: 0, height: 0 }, patternDefs(this.stem)), this.list, this.idea);
    this.pool = new Pool(this.list, {
      key: (seat) => seat.id,
      make: (seat) => this.makeRow(seat.id),
      update: (node, seat) => this.updateRow(node, seat.id),
    });
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (this.touches(changed, 'fixed', 'seats', 'read_only')) this.pool?.keep(this.fixed.seats);
    if (changed.has('fixed')) setText(this.idea, (this.fixed.bots ?? []).filter((bot) => bot.idea).map((bot) => `${bot.label}: ${bot.idea}`).join('  '));
  }

  /** @param {string} id */
  makeRow(id) {
    const name = h('input', { type: 'text', maxlength: 60, class: 'ck-text', dir: 'auto', 'aria-label': `Name of seat ${id}`, autocomplete: 'off' });
    const save = async () => {
      if (name.value === seatName(this.fixed, this.now, id)) return;
      const answer = await this.store.act({ do: 'name', seat: id, name: name.value });
      if (answer?.kind === 'refused') name.value = seatName(this.fixed, this.now, id);
    };
    name.addEventListener('change', save);
    const who = h('select', { class: 'ck-select', 'aria-label': `Who plays seat ${id}`, onchange: () => this.store.act({ do: 'seat', seat: id, who: who.value }) },
      h('option', { value: 'person' }, 'A person'), ...(this.fixed.bots ?? []).map((bot) => h('option', { value: bot.id }, `Bot: ${bot.label}`)));
    const row = h('li', { class: 'ck-seat-row' }, badge(this.fixed, id, this.stem ?? ''), name, who);
    Object.assign(row, { name, who });
    return row;
  }

  /**
   * @param {any} row
   * @param {string} id
   */
  updateRow(row, id) {
    if (row.name !== document.activeElement) setValue(row.name, seatName(this.fixed, this.now, id));
    setValue(row.who, this.now.seats?.[id]?.who ?? 'person');
    row.name.disabled = Boolean(this.now.read_only);
    row.who.disabled = Boolean(this.now.read_only);
  }
}

define('classkit-seats', SeatsPart);
