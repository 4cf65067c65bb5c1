/** `<classkit-standings>`: the seats by place, and `<classkit-seatstrip>`: the seats in their order, always in view. */

import { define, freshId, h, nameOf, setProp, setText, svg } from './dom.js';
import { shortMoney } from './format.js';
import { Part } from './part.js';
import { Pool } from './pool.js';
import { badge, patternDefs } from './swatch.js';
import { seatName, whoWords } from './seatwords.js';

export class StandingsPart extends Part {
  mount() {
    this.classList.add('ck-standings');
    this.body = h('tbody');
    // Further races have a column each, with the place in them.
    const columns = ['Place', 'Seat', this.fixed.score ?? 'Score', ...(this.fixed.races ?? []).flatMap((/** @type {string} */ race) => [race, 'Place'])];
    this.append(h('table', {}, h('caption', { class: 'ck-only-read' }, 'Standings'),
      h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))), this.body));
    this.pool = new Pool(this.body, {
      key: (standing) => standing.seat,
      make: () => h('tr', {}, h('td'), h('th', { scope: 'row' }, nameOf('')), ...columns.slice(2).map(() => h('td'))),
      update: (node, standing) => {
        setText(node.children[0], String(standing.place ?? ''));
        setText(node.children[1].firstChild, seatName(this.fixed, this.now, standing.seat));
        [standing.text ?? '', ...(standing.races ?? []).flat()].forEach((text, at) => setText(node.children[2 + at], String(text)));
      },
    });
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (this.touches(changed, 'fixed', 'standings', 'seats')) this.pool?.keep([...(this.now.standings ?? [])].sort((a, b) => a.place - b.place));
  }
}

export class SeatStripPart extends Part {
  mount() {
    this.classList.add('ck-strip');
    this.stem = freshId('strip');
    this.list = h('ul', { class: 'ck-strip-list', 'aria-label': 'Seats' });
    this.append(svg('svg', { class: 'ck-defs', 'aria-hidden': 'true', width: 0, height: 0 }, patternDefs(this.stem)), this.list);
    this.pool = new Pool(this.list, {
      key: (seat) => seat.id,
      make: (seat) => h('li', { class: 'ck-strip-seat' }, badge(this.fixed, seat.id, this.stem ?? ''),
        h('span', { class: 'ck-strip-words' }, h('span', { class: 'ck-strip-name' }, h('bdi'), h('span', { class: 'ck-strip-role' })), h('span', { class: 'ck-strip-score' }))),
      update: (node, seat) => this.updateSeat(node, seat.id),
    });
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (this.touches(changed, 'fixed', 'standings', 'seats', 'over', 'winners')) this.pool?.keep(this.fixed.seats);
  }

  /**
   * The score; in few letters where many seats share the line. Standings have it in full.
   * @param {import('./types.js').Standing} standing
   * @returns {string}
   */
  score(standing) {
    const sign = this.fixed.units?.money ?? '$';
    const tight = this.fixed.seats.length > 4 && standing.score !== null && standing.text.startsWith(sign);
    return tight ? shortMoney(Number(standing.score), sign) : standing.text ?? '';
  }

  /**
   * @param {any} node
   * @param {string} id
   */
  updateSeat(node, id) {
    const state = this.now.seats?.[id];
    const standing = (this.now.standings ?? []).find((one) => one.seat === id);
    const won = this.now.over && (this.now.winners ?? []).includes(id);
    const words = node.lastChild;
    setText(words.firstChild.firstChild, seatName(this.fixed, this.now, id));
    setText(words.firstChild.lastChild, won ? 'has won' : state?.text ?? '');
    setText(words.lastChild, standing ? this.score(standing) : '');
    node.classList.toggle('ck-mover', Boolean(state?.mover) && !this.now.over);
    node.classList.toggle('ck-won', Boolean(won));
    setProp(node, 'aria-current', state?.mover ? 'true' : null);
    setProp(node, 'title', `${seatName(this.fixed, this.now, id)}, ${whoWords(this.fixed, state?.who ?? 'person')}${state?.mover ? ', to move' : ''}`);
  }
}

define('classkit-standings', StandingsPart);
define('classkit-seatstrip', SeatStripPart);
