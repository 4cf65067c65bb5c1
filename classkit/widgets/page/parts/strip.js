/** `<classkit-seatstrip>`: the seats in their order, always in view, and the money that goes from one to another. */

import { badge } from '../basics/badge.js';
import { define, h, say, setProp, setText } from '../basics/dom.js';
import { shortMoney } from '../basics/format.js';
import { flight, move } from '../basics/animation.js';
import { Part } from '../basics/component.js';
import { Pool } from '../basics/keyed_list.js';
import { seatName, whoWords } from '../basics/seatlook.js';
import { widthOf } from '../basics/text.js';
import { WhyOver } from './whyover.js';

/** So many seats have their figures whole, each with its unit, if there is room. */
const FEW = 4;

/** From so many seats on they stand closer, and closer still. */
const MANY = 5, MOST = 7;

/** What changes with the moment: a box that is open tells of the one before. */
const OF_A_MOMENT = ['fixed', 'step', 'branch', 'seats', 'seen_as', 'covered'];

/** From here on an amount of money in few letters is told in thousands or millions. */
const CUT = 10_000;

/** Is a text an amount of money, what is owed among it? */
const isMoney = (text, sign) => Boolean(sign) && text.replace(/^[-−]/, '').startsWith(sign);

/** The figure in a text that says what it counts: the 3 of "3 points". */
const FIGURE = /\S*\d\S*/;

/** A text in few letters: "$2.42M", or the figure without what it counts. */
function inShort({ score, text }, sign) {
  if (score !== null && isMoney(text, sign)) {
    const amount = Number(score);
    const owed = amount <= -CUT; // the minus takes the place of a digit
    return shortMoney(owed ? Number(amount.toPrecision(2)) : amount, sign);
  }
  return FIGURE.exec(text)?.[0] ?? text;
}

export class SeatStripPart extends Part {
  /** Why a figure is what it is, over the table, so that nothing moves. */
  why = new WhyOver(this);
  /** The last step whose payments were shown. */
  paid = -1;
  /** How wide the figures of each seat may be, in em, as the browser last told it. @type {Map<string, number>} */
  rooms = new Map();
  /** Does one of the seats not have its figures whole? Then all are told in few letters. */
  cramped = false;

  mount() {
    this.classList.add('ck-strip');
    this.list = h('ul', { class: 'ck-strip-list', 'aria-label': 'Seats' });
    this.what = h('span', { class: 'ck-strip-what' });
    // What is paid is told in the news as well; here it is seen.
    this.coins = Array.from({ length: 4 }, () => h('span', { class: 'ck-coin', 'aria-hidden': 'true' }));
    this.onkeydown = (event) => this.why.escape(event);
    this.append(this.what, this.list, this.why.box, ...this.coins);
    // Tells where the seats are when the step is laid out and painted: asking would have it laid out at once.
    this.places = new IntersectionObserver((entries) => this.fly(entries));
    this.pool = new Pool(this.list, {
      key: (seat) => [seat.id, this.figure].join(' '),
      make: (seat) => this.makeSeat(seat.id),
      update: (node, seat) => this.updateSeat(node, seat.id),
    });
    this.sizes = new ResizeObserver((entries) => this.measure(entries));
    this.observe(this.sizes, this.list);
  }

  makeSeat(id) {
    const name = h('span', { class: 'ck-strip-name' }, h('bdi'), h('span', { class: 'ck-strip-role' }));
    const score = h('span', { class: 'ck-strip-score' }, h('span'), h('span', { class: 'ck-strip-unit' }));
    const words = this.figure
      ? this.why.button(id, name, ' ', score)
      : h('span', { class: 'ck-strip-words' }, name, score);
    return h('li', { class: 'ck-strip-seat', 'data-seat': id }, badge(this.fixed, id), words);
  }

  /** @returns {string} the figure that stands beside the seats; empty where it cannot be told apart */
  get figure() { return this.fixed.raced?.[0] ?? ''; }

  listen() { return [...super.listen(), this.why.listen()]; }

  /**
   * A seat is as wide as its name asks for, whatever its figures are: what is left beside its badge is theirs.
   * @param {ResizeObserverEntry[]} entries
   */
  measure(entries) {
    for (const { target, contentRect } of entries) {
      const seat = /** @type {any} */ (target);
      if (!seat.dataset.seat) continue;
      const words = seat.lastChild;
      const room = seat.offsetLeft + seat.clientLeft + contentRect.right - words.offsetLeft;
      this.rooms.set(seat.dataset.seat, room / Number.parseFloat(getComputedStyle(words).fontSize));
    }
    if (this.isCramped() !== this.cramped) requestAnimationFrame(() => this.tellAgain());
  }

  tellAgain() {
    this.cramped = this.isCramped();
    this.label();
    this.pool?.keep(this.fixed.seats);
  }

  /** Says what the figures count, once before all of them where they do not say it themselves. */
  label() {
    const { title = '' } = this.now.counted ?? {};
    const [first] = this.now.standings ?? [];
    const cut = this.cramped && first ? this.inFull(first).replace(FIGURE, '').trim() : '';
    say(this.what, this.shared ? `in ${this.shared}` : title || cut);
    this.what.classList.toggle('ck-strip-title', !this.shared);
  }

  isCramped() {
    return (this.now.standings ?? []).some((one) => widthOf(this.inFull(one)) > (this.rooms.get(one.seat) ?? Infinity));
  }

  update(changed) {
    if (changed.has('paid')) this.pay(!changed.has('fixed'));
    if (this.touches(changed, ...OF_A_MOMENT)) this.why.putAway();
    if (!this.touches(changed, 'fixed', 'standings', 'seats', 'over', 'winners', 'end', 'local.lying')) return;
    const { unit = '', shared = '' } = this.now.counted ?? {};
    this.unit = unit;
    this.shared = this.fixed.seats.length > FEW ? shared : '';
    const { length } = this.fixed.seats;
    setProp(this, 'data-seats', length);
    this.list.classList.toggle('ck-many', length >= MANY);
    this.list.classList.toggle('ck-most', length >= MOST);
    this.cramped = this.isCramped();
    this.label();
    for (const node of this.pool?.keep(this.fixed.seats) ?? []) this.sizes?.observe(node);
  }

  /**
   * Money flies to its new owner when the step is shown. What others than seats pay rises to the seat; what they get
   * falls. It rises and falls within the strip, and so crosses no control.
   * @param {boolean} now whether it was paid just now: a page that is opened shows no old payments
   */
  pay(now) {
    const { step = -1, flows = [] } = this.now.paid ?? {};
    for (const coin of this.coins ?? []) coin.motion?.cancel();
    this.places?.disconnect();
    if (now && step !== this.paid) {
      flows.forEach(([, , words], at) => setProp(this.coins?.[at], 'data-words', words));
      if (flows.length) for (const node of [this, ...this.list.children]) this.places?.observe(node);
    }
    this.paid = step;
  }

  /** @param {IntersectionObserverEntry[]} entries */
  fly(entries) {
    this.places?.disconnect();
    const whose = (/** @type {any} */ target) => (target === this ? '' : target.dataset.seat);
    const boxes = new Map(entries.map(({ target, boundingClientRect }) => [whose(target), boundingClientRect]));
    const own = boxes.get('');
    const middle = (seat, other) => {
      const box = boxes.get(seat ?? other);
      return { x: box.x + box.width / 2 - own.x, y: seat ? box.y + box.height / 2 - own.y : box.bottom - own.y };
    };
    for (const [at, [payer, payee]] of (this.now.paid?.flows ?? []).entries()) {
      if (!boxes.has(payer ?? payee) || !boxes.has(payee ?? payer)) continue; // another match has come meanwhile
      move(this.coins?.[at], flight(middle(payer, payee), middle(payee, payer)), 'ease-in-out');
    }
  }

  /** The score, without the unit that all share where it is told once before all of them. */
  inFull({ text = '' }) { return this.shared ? text.split(' ')[0] : text; }

  /**
   * The score; in few letters where many seats share the line, a phone lies, or there is no room for more.
   * Standings have it in full.
   */
  score(standing) {
    const sign = this.fixed.units?.money ?? '$';
    const full = this.inFull(standing);
    const many = this.fixed.seats.length > FEW || this.store.local.lying;
    const tight = this.cramped || (many && isMoney(full, sign));
    return tight ? inShort({ score: standing.score, text: full }, sign) : full;
  }

  /** What a winner has won: of several races those that it wins. */
  wins(id) {
    const { races = [] } = this.now.end ?? {};
    const won = races.filter((race) => race.lines.some(([seat, , place]) => seat === id && place === 1));
    if (won.length < races.length) return `wins ${won.map((race) => race.title).join(', ')}`;
    return this.fixed.seats.length > FEW ? 'won' : 'has won';
  }

  updateSeat(node, id) {
    const state = this.now.seats?.[id];
    const standing = (this.now.standings ?? []).find((one) => one.seat === id);
    const won = this.now.over && (this.now.winners ?? []).includes(id);
    const words = node.lastChild;
    setText(words.firstChild.firstChild, seatName(this.fixed, this.now, id));
    setText(words.firstChild.lastChild, won ? this.wins(id) : '');
    const [figure, counts] = words.querySelector('.ck-strip-score').children;
    setText(figure, standing ? this.score(standing) : '');
    setText(counts, standing && this.unit ? ` ${this.unit}` : '');
    node.classList.toggle('ck-mover', Boolean(state?.mover) && !this.now.over);
    node.classList.toggle('ck-won', Boolean(won));
    setProp(node, 'aria-current', state?.mover ? 'true' : null);
    const who = `${seatName(this.fixed, this.now, id)}, ${whoWords(this.fixed, state?.who ?? 'person')}`;
    setProp(node, 'title', state?.mover ? `${who}, to move` : who);
  }
}

define('classkit-seatstrip', SeatStripPart);
