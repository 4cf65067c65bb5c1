/** The people at the table: their seats, how they stand, and `<classkit-seenas>`, as whom the table is seen. */

import { bar, choice, define, h, isNew, nameOf, offer, say, setProp, setText, setValue, show } from '../basics/dom.js';
import { flight, move } from '../basics/motion.js';
import { Pool } from '../basics/pool.js';
import { shortMoney } from '../basics/format.js';
import { Confirm, Part } from '../basics/part.js';
import { badge, seatName, whoWords } from '../basics/seatlook.js';
import { unfoldWhy } from './why.js';

export class SeatsPart extends Part {
  mount() {
    this.classList.add('ck-seats');
    this.list = h('ul', { class: 'ck-seat-list' });
    this.idea = h('p', { class: 'ck-hint' });
    this.append(this.list, this.idea);
    this.pool = new Pool(this.list, {
      key: (seat) => seat.id,
      make: (seat) => this.makeRow(seat.id),
      update: (node, seat) => this.updateRow(node, seat.id),
    });
  }

  update(changed) {
    if (changed.has('fixed')) this.players = [['person', 'A person'], ...(this.fixed.bots ?? []).map((bot) => [bot.id, `Bot: ${bot.label}`])];
    if (this.touches(changed, 'fixed', 'seats', 'read_only')) this.pool?.keep(this.fixed.seats);
    if (changed.has('fixed')) setText(this.idea, (this.fixed.bots ?? []).filter((bot) => bot.idea).map((bot) => `${bot.label}: ${bot.idea}`).join('  '));
  }

  makeRow(id) {
    const name = h('input', { type: 'text', maxlength: 60, class: 'ck-text', dir: 'auto', 'aria-label': `Name of seat ${id}`, autocomplete: 'off' });
    const save = async () => {
      if (name.value === seatName(this.fixed, this.now, id)) return;
      const answer = await this.store.act({ do: 'name', seat: id, name: name.value });
      if (answer?.kind === 'refused') name.value = seatName(this.fixed, this.now, id);
    };
    name.addEventListener('change', save);
    const who = choice(`Who plays seat ${id}`, (player) => this.store.act({ do: 'seat', seat: id, who: player }));
    const row = h('li', { class: 'ck-seat-row' }, badge(this.fixed, id), name, who);
    Object.assign(row, { name, who });
    return row;
  }

  updateRow(row, id) {
    if (row.name !== document.activeElement) setValue(row.name, seatName(this.fixed, this.now, id));
    if (row.players !== this.players) offer(row.who, row.players = this.players);
    setValue(row.who, this.now.seats?.[id]?.who ?? 'person');
    bar(row.name, this.now.read_only);
    bar(row.who, this.now.read_only);
  }
}

define('classkit-seats', SeatsPart);

// --- `<classkit-standings>`: the seats by place, and `<classkit-seatstrip>`: the seats in their order, always in view.

export class StandingsPart extends Part {
  mount() {
    this.classList.add('ck-standings');
    this.body = h('tbody');
    this.head = h('tr');
    this.why = h('div', { class: 'ck-trail', hidden: true, role: 'status' });
    this.append(h('table', {}, h('caption', { class: 'ck-only-read' }, 'Standings'), h('thead', {}, this.head), this.body), this.why);
    this.pool = new Pool(this.body, {
      key: (standing) => standing.seat,
      make: (standing) => h('tr', {}, h('td'), h('th', { scope: 'row' }, nameOf(''), h('span', { class: 'ck-hint ck-tie' })), this.makeScore(standing.seat), ...(this.fixed.races ?? []).flatMap(() => [h('td'), h('td')])),
      update: (node, standing) => {
        setText(node.children[0], String(standing.place ?? ''));
        setText(node.children[1].firstChild, seatName(this.fixed, this.now, standing.seat));
        setText(node.children[1].lastChild, standing.tie ? `Tie won with ${standing.tie}` : '');
        setText(node.children[2].firstChild, standing.text ?? '');
        (standing.races ?? []).flat().forEach((text, at) => setText(node.children[3 + at], String(text)));
      },
    });
  }

  update(changed) {
    if (changed.has('fixed')) this.drawColumns();
    if (this.touches(changed, 'fixed', 'standings', 'seats', 'step')) show(this.why, false);
    if (this.touches(changed, 'fixed', 'standings', 'seats')) this.pool?.keep([...(this.now.standings ?? [])].sort((a, b) => a.place - b.place));
  }

  /** The score of a seat, and a button that tells why it is what it is; it folds up again when the match goes on. */
  makeScore(seat) {
    const why = h('button', { type: 'button', class: 'ck-mini', 'aria-expanded': 'false', 'aria-label': `Why? The score of seat ${seat}`,
      onclick: () => unfoldWhy(this.store, why, this.why, { figure: this.fixed.figure, seat }) }, 'Why?');
    return h('td', {}, h('span'), ' ', ...(this.fixed.figure ? [why] : []));
  }

  /** Another game on this table has other columns: further races have one each, with the place in them. */
  drawColumns() {
    const columns = ['Place', 'Seat', this.fixed.score ?? 'Score', ...(this.fixed.races ?? []).flatMap((race) => [race, 'Place'])];
    if (!isNew(this.head, columns)) return;
    this.head.replaceChildren(...columns.map((name) => h('th', { scope: 'col' }, name)));
    this.pool?.keep([]);
  }
}

/** So many seats have their figures whole, each with its unit. */
const FEW = 4;

export class SeatStripPart extends Part {
  /** The last step whose payments were shown. */
  paid = -1;

  mount() {
    this.classList.add('ck-strip');
    this.list = h('ul', { class: 'ck-strip-list', 'aria-label': 'Seats' });
    this.what = h('span', { class: 'ck-strip-what' });
    // What is paid is told in the news as well; here it is seen.
    this.coins = Array.from({ length: 4 }, () => h('span', { class: 'ck-coin', 'aria-hidden': 'true' }));
    this.append(this.what, this.list, ...this.coins);
    // Tells where the seats are when the step is laid out and painted: asking would have it laid out at once.
    this.places = new IntersectionObserver((entries) => this.fly(entries));
    this.pool = new Pool(this.list, {
      key: (seat) => seat.id,
      make: (seat) => h('li', { class: 'ck-strip-seat', 'data-seat': seat.id }, badge(this.fixed, seat.id),
        h('span', { class: 'ck-strip-words' }, h('span', { class: 'ck-strip-name' }, h('bdi'), h('span', { class: 'ck-strip-role' })), h('span', { class: 'ck-strip-score' }, h('span'), h('span', { class: 'ck-strip-unit' })))),
      update: (node, seat) => this.updateSeat(node, seat.id),
    });
  }

  update(changed) {
    if (changed.has('paid')) this.pay(!changed.has('fixed'));
    if (!this.touches(changed, 'fixed', 'standings', 'seats', 'over', 'winners', 'end', 'local.lying')) return;
    const { title = '', unit = '', shared = '' } = this.now.counted ?? {};
    this.unit = unit;
    this.shared = this.fixed.seats.length > FEW ? shared : '';
    setProp(this, 'data-seats', this.fixed.seats.length);
    say(this.what, this.shared ? `in ${this.shared}` : title);
    this.what.classList.toggle('ck-strip-title', !this.shared);
    this.pool?.keep(this.fixed.seats);
  }

  /**
   * Money flies to its new owner when the step is shown. What others than seats pay rises to the seat; what they get falls.
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
    const boxes = new Map(entries.map(({ target, boundingClientRect }) => [target === this ? '' : /** @type {any} */ (target).dataset.seat, boundingClientRect]));
    const own = boxes.get('');
    const middle = (seat, other) => {
      const box = boxes.get(seat ?? other);
      return { x: box.x + box.width / 2 - own.x, y: box.y + box.height * (seat ? 0.5 : 1.6) - own.y };
    };
    for (const [at, [payer, payee]] of (this.now.paid?.flows ?? []).entries()) {
      if (!boxes.has(payer ?? payee) || !boxes.has(payee ?? payer)) continue; // another match has come meanwhile
      move(this.coins?.[at], flight(middle(payer, payee), middle(payee, payer)), 'ease-in-out');
    }
  }

  /** The score, or what is shown in its place while it cannot move; in few letters where many seats share the line, or a telephone lies. Standings have it in full. */
  score(standing) {
    const sign = this.fixed.units?.money ?? '$';
    const tight = (this.fixed.seats.length > FEW || this.store.local.lying) && sign && standing.score !== null && standing.text.startsWith(sign);
    const text = standing.text ?? '';
    return standing.instead ?? (tight ? shortMoney(Number(standing.score), sign) : this.shared ? text.split(' ')[0] : text);
  }

  /** What a winner has won: of several races those that it wins. */
  wins(id) {
    const { races = [] } = this.now.end ?? {};
    const won = races.filter((race) => race.lines.some(([seat, , place]) => seat === id && place === 1));
    return won.length < races.length ? `wins ${won.map((race) => race.title).join(', ')}` : 'has won';
  }

  updateSeat(node, id) {
    const state = this.now.seats?.[id];
    const standing = (this.now.standings ?? []).find((one) => one.seat === id);
    const won = this.now.over && (this.now.winners ?? []).includes(id);
    const words = node.lastChild;
    setText(words.firstChild.firstChild, seatName(this.fixed, this.now, id));
    setText(words.firstChild.lastChild, won ? this.wins(id) : state?.text ?? '');
    setText(words.lastChild.firstChild, standing ? this.score(standing) : '');
    setText(words.lastChild.lastChild, standing && this.unit ? ` ${this.unit}` : '');
    node.classList.toggle('ck-mover', Boolean(state?.mover) && !this.now.over);
    node.classList.toggle('ck-won', Boolean(won));
    setProp(node, 'aria-current', state?.mover ? 'true' : null);
    setProp(node, 'title', `${seatName(this.fixed, this.now, id)}, ${whoWords(this.fixed, state?.who ?? 'person')}${state?.mover ? ', to move' : ''}`);
  }
}

define('classkit-standings', StandingsPart);
define('classkit-seatstrip', SeatStripPart);

// --- `<classkit-seenas>`: as whom the table is seen. Everybody's view hides what lies face-down; others are asked for twice.

export const EVERYBODY = 'everybody';
const INSTRUCTOR = 'instructor';

/**
 * The views a table offers: everybody's, each seat's, the instructor's.
 * @returns {Array<[string, string]>}
 */
export function viewsOf(fixed, now) {
  return [
    [EVERYBODY, 'Everybody’s view'],
    ...fixed.seats.map((seat) => /** @type {[string, string]} */ ([seat.id, `View of ${seatName(fixed, now, seat.id)}`])),
    [INSTRUCTOR, 'Instructor’s view'],
  ];
}

/** Does this change put on the screen what was hidden on it? */
export function reveals(before, after) {
  return after !== EVERYBODY && after !== before && before !== INSTRUCTOR;
}

export class SeenAsPart extends Part {
  mount() {
    this.classList.add('ck-seenas');
    this.choice = choice('Seen as', (wanted) => this.choose(wanted));
    this.confirm = new Confirm('Who should look now', 'Leave it hidden', 'Show it');
    this.confirm.node.addEventListener('close', () => this.choice.focus());
    this.append(this.choice, this.confirm.node);
  }

  get seenAs() { return this.now.seen_as ?? EVERYBODY; }

  update(changed) {
    if (!this.touches(changed, 'fixed', 'seats', 'seen_as')) return;
    show(this, Boolean(this.fixed.secrets));
    offer(this.choice, viewsOf(this.fixed, this.now));
    setValue(this.choice, this.seenAs);
    this.classList.toggle('ck-reveals', this.seenAs !== EVERYBODY);
  }

  /** What others must not see is shown only after a second question: an arrow key on the list is enough to choose. */
  choose(wanted) {
    if (!reveals(this.seenAs, wanted)) {
      this.see(wanted);
      return;
    }
    setValue(this.choice, this.seenAs);
    const name = seatName(this.fixed, this.now, wanted);
    this.confirm?.ask(wanted === INSTRUCTOR
      ? 'Everything will be on this screen: what lies hidden, and what every seat holds. Is this screen the instructor’s alone?'
      : `What ${name} alone may know will be on this screen. Is ${name} the only one who looks?`, () => this.see(wanted));
  }

  see(seenAs) {
    if (this.fixed.secrets && seenAs !== this.seenAs) this.store.send({ do: 'seen_as', seen_as: seenAs });
  }
}

define('classkit-seenas', SeenAsPart);
