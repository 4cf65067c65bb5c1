/** `<classkit-news>`: what happened, in sentences; each line opens the money behind it and its clause. */

import { define, h, setText, show } from './dom.js';
import { clauseNode, entryWords } from './trail.js';
import { Part } from './part.js';
import { Pool } from './pool.js';
import { seatLook, seatLetter } from './seatwords.js';

/** So many lines stand in the page at first; more on demand. */
const PAGE = 60;

export class NewsPart extends Part {
  shown = PAGE;

  mount() {
    this.classList.add('ck-news');
    this.list = h('ol', { class: 'ck-news-list', reversed: true });
    this.more = h('button', { type: 'button', class: 'ck-quiet', onclick: () => { this.shown += PAGE * 2; this.draw(); } }, 'Show earlier news');
    this.append(this.list, this.more);
    this.pool = new Pool(this.list, {
      // A line opened as one sees it is closed to another.
      key: (news) => `${news.id}.${news.text}.${this.now.seen_as}`,
      make: (news) => this.makeLine(news),
      update: (node, news) => node.classList.toggle('ck-latest', news.turn === this.now.turn),
    });
  }

  /** @param {Set<string>} changed */
  update(changed) {
    if (this.touches(changed, 'fixed', 'news', 'turn', 'seen_as')) this.draw();
  }

  draw() {
    const news = this.now.news ?? [];
    this.pool?.keep(news.slice(-(this.shown)).reverse());
    show(this.more, news.length > (this.shown));
  }

  /** @param {import('./types.js').News} news */
  makeLine(news) {
    // What the Bank or a Treasury does has its words, but no seat's badge.
    const look = this.fixed.seats.some((one) => one.id === news.seat) ? seatLook(this.fixed, news.seat) : null;
    const seat = h('span', { class: 'ck-news-seat', 'aria-hidden': 'true' }, look ? seatLetter(news.seat) : '');
    if (look) Object.assign(seat.style, { background: look.colour, color: look.ink });
    const trail = h('div', { class: 'ck-trail', hidden: true });
    const button = h('button', { type: 'button', class: 'ck-news-line', 'aria-expanded': 'false', onclick: () => this.open(news, button, trail) },
      h('span', { class: 'ck-news-turn' }, String(news.turn)), seat, h('bdi', { class: 'ck-news-text' }, news.text),
      h('span', { class: 'ck-news-why' }, news.rule ?? ''));
    return h('li', {}, button, trail);
  }

  /**
   * @param {import('./types.js').News} news
   * @param {any} button
   * @param {any} trail
   */
  async open(news, button, trail) {
    const opening = trail.hidden;
    show(trail, opening);
    button.setAttribute('aria-expanded', String(opening));
    if (!opening || trail.childElementCount) return;
    setText(trail, '…');
    const data = await this.store.detail({ do: 'trail', news: news.id });
    trail.replaceChildren();
    if (!data) return;
    const entries = data.entries ?? [];
    trail.append(entries.length
      ? h('ul', { class: 'ck-trail-money' }, ...entries.map((/** @type {any} */ entry) => h('li', {}, h('bdi', {}, entryWords(entry, this.fixed, this.now)))))
      : h('p', { class: 'ck-hint' }, 'Nothing changed hands here.'), clauseNode(data.clause));
  }
}

define('classkit-news', NewsPart);
