/** Animations across a table: money, purchases, a fork, the end. They start in the frame after the step. */

import { h, svg } from '../basics/dom.js';
import { EASE, EASE_IN, EASE_OUT, motionsOf } from '../basics/motion.js';
import { seatLook } from '../basics/seatlook.js';
import { placeName } from '../board/space.js';

/** Durations in milliseconds. */
const MONEY = 520, PURCHASE = 640, FORK = 420, DROP = 240, HAMMER = 240, PALE = 600, STRUCK = 90, WINNER = 480;

/** Duration of the bankruptcy scene before the end screen, in milliseconds. */
const BANKRUPT = 1_200;

/** Maximum number of flying coins and cards, and delay between coins in milliseconds. */
const MOST = 3, APART = 60;

/** Distance by which the card of a sold lot drops, in pixels. */
const FALLS = 4;

/** Distance by which the old branch slides away, in pixels. */
const BEND = 32;

export class StageMotion {
  /** Previous state: step, owners of spaces, branch, whether it was over. */
  step = -1;
  owners = new Map();
  branch = '';
  over = true;

  /** @param {any} root the table or the hall */
  constructor(root) { this.root = root; }

  get motions() { return motionsOf(this.root); }

  /** End the previous animations, and start those of the step. @param {Set<string>} changed */
  update(changed) {
    const { now, store } = this.root;
    if (changed.has('fixed')) this.step = -1; // another match
    if (!['fixed', 'step', 'board', 'paid', 'branch', 'over', 'play'].some((key) => changed.has(key))) return;
    const { motions } = this;
    this.root.querySelector('.ck-sold')?.remove();
    if (changed.has('step') || changed.has('branch')) motions.finish();
    motions.judge(/narrow|medium/.test(this.root.dataset.width ?? ''), now);
    const isOn = this.step >= 0 && now.step > this.step;
    const bought = this.boughtSince();
    const forked = this.step >= 0 && now.branch !== this.branch && now.branches.length > 1;
    const ended = isOn && Boolean(now.over) && !this.over;
    Object.assign(this, { step: now.step, branch: now.branch, over: Boolean(now.over) });
    if (motions.areUnwanted || motions.brief) return;
    const sold = isOn ? this.soldCard() : null;
    const track = this.root.querySelector('.ck-track');
    const heat = forked && track ? getComputedStyle(track).getPropertyValue('--ck-heat-track') : '';
    if (!(forked || sold || (isOn && (bought.length || now.paid?.step === now.step || ended)))) return;
    const { step, winners } = now;
    // the end screen replaces the charts
    const won = ended && winners.length ? this.boxOf(`.ck-worth [data-seat="${winners[0]}"] .ck-end-badge`) : null;
    if (ended && !winners.length) this.holdEnd();
    requestAnimationFrame(() => {
      if (!this.root.isConnected || store.now.step !== step) return;
      if (forked) this.splitTimeline(heat);
      if (ended && winners.length) this.raiseWinner(won);
      else if (ended) this.goBankrupt();
      if (!isOn) return;
      if (sold) this.dropHammer(sold);
      this.payOut(now.paid?.step === step ? now.paid.flows : []);
      for (const one of bought.slice(0, MOST)) this.handOver(one);
    });
  }

  /** The spaces that were unowned before and now have an owner. @returns {[string, string][]} with the owner */
  boughtSince() {
    const { looks } = this.root.now.board;
    const bought = /** @type {[string, string][]} */ ([]);
    for (const [id, { owner = '' }] of Object.entries(looks)) {
      if (owner && this.owners.get(id) === '') bought.push([id, owner]);
      this.owners.set(id, owner);
    }
    return bought;
  }

  /** @param {string} name of a class within the table @returns {DOMRect|null} */
  boxOf(name) {
    const box = this.root.querySelector(name)?.getBoundingClientRect();
    return box?.width ? box : null;
  }

  /** The place of a seat's label or of the purse's number; the Bank is below the lower edge. */
  placeOf(who) {
    const isSeat = this.root.fixed.seats.some(({ id }) => id === who);
    if (who) return this.boxOf(isSeat ? `.ck-worth [data-seat="${who}"]` : '.ck-treas .ck-chart-figure');
    const { left, width, bottom } = this.root.getBoundingClientRect();
    return new DOMRect(left + width / 4, bottom, 1, 1);
  }

  /** @param {Array<[string|null, string|null, string]>} flows */
  payOut(flows) {
    for (const [at, [from, to, words]] of flows.slice(0, MOST).entries()) {
      const [start, end] = [this.placeOf(from), this.placeOf(to)];
      if (start && end)
        this.motions.fly(h('span', { class: 'ck-coin' }, words), start, end,
          { ms: MONEY, easing: EASE, delay: at * APART });
    }
  }

  /**
   * The card of a sold lot with its text, as the board still shows it.
   * @returns {{nodes: Element[], scale: number}|null} null while it is offered, or without a lot
   */
  soldCard() {
    const { root } = this;
    const card = root.querySelector('.ck-board .ck-dial-card');
    if (!card || root.now.board.gauges?.some(({ shape }) => shape === 'card')) return null;
    const { left, right, top, bottom } = card.getBoundingClientRect();
    const lies = (node) => {
      const box = node.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      return x > left && x < right && y > top && y < bottom;
    };
    const nodes = [...root.querySelectorAll('.ck-board :is(.ck-dials, .ck-signs) > *')].filter(lies);
    return { nodes: nodes.map((node) => node.cloneNode(true)), scale: card.getScreenCTM?.()?.a || 1 };
  }

  /**
   * The hammer falls: the card of the lot drops once and is hidden. It is removed at the next step, because the board
   * is not changed while pieces move.
   */
  dropHammer({ nodes, scale }) {
    const card = svg('g', { class: 'ck-sold', 'aria-hidden': 'true', opacity: 0 }, ...nodes);
    this.root.querySelector('.ck-board .ck-signs')?.after(card);
    const down = `translateY(${FALLS / scale}px)`;
    const frames = [
      { transform: 'none', opacity: 1 }, { transform: down, opacity: 1, offset: 0.5 }, { transform: down, opacity: 0 },
    ];
    this.motions.move(card, frames, { ms: HAMMER, easing: EASE_OUT });
  }

  /** A bought card lifts and flies to its buyer; the owner's bar grows. @param {[string, string]} bought */
  handOver([id, owner]) {
    const { root } = this;
    const space = root.fixed.board.spaces.find((one) => one.id === id);
    const drawn = root.querySelector(`.ck-board [data-space="${CSS.escape(id)}"]`);
    const to = this.placeOf(owner);
    if (!space || !drawn || !to) return;
    const card = h('span', { class: 'ck-card-flying' }, placeName(space, root.fixed, root.now));
    card.style.setProperty('--ck-seat', seatLook(root.fixed, owner).colour);
    this.motions.fly(card, drawn.getBoundingClientRect(), to, { ms: PURCHASE, easing: EASE }, 1.25);
    const bar = drawn.querySelector('.ck-side-bar, .ck-band');
    const upright = bar && bar.height?.baseVal.value > bar.width?.baseVal.value;
    if (bar) {
      Object.assign(bar.style, { transformBox: 'fill-box', transformOrigin: 'center' }); // at the pawn
      this.motions.move(bar, [{ transform: upright ? 'scaleY(0)' : 'scaleX(0)' }, { transform: 'none' }],
        { ms: PURCHASE, easing: EASE });
    }
  }

  /** The new track branches off the old one, which slides away. @param {string} heat the previous heat gradient */
  splitTimeline(heat) {
    const track = this.root.querySelector('.ck-track');
    const box = track?.getBoundingClientRect();
    if (!box?.width) return;
    const old = h('span', { class: 'ck-track-old' });
    const { left, top } = this.root.getBoundingClientRect();
    Object.assign(old.style, {
      left: `${box.left - left}px`, top: `${box.top + box.height / 2 - top}px`, width: `${box.width}px`, opacity: 0,
    });
    if (heat) old.style.background = heat;
    this.motions.sheet.append(old);
    const gone = { transform: `translateY(${-BEND}px)` };
    const frames = [{ transform: 'none', opacity: 1 }, { ...gone, opacity: 1, offset: 0.7 }, { ...gone, opacity: 0 }];
    this.motions.move(old, frames, { ms: FORK, easing: EASE, after: () => old.remove() });
  }

  /** Delay the end screen until the bankruptcy scene is over, or somebody goes back. */
  holdEnd() {
    const { store, stage } = this.root;
    if (!stage) return;
    const after = () => {
      for (const label of this.root.querySelectorAll('.ck-struck')) label.classList.remove('ck-struck');
      store.set({ endSoon: false });
    };
    store.local.endSoon = this.motions.move(stage, [{ opacity: 1 }, { opacity: 1 }], { ms: BANKRUPT, after });
  }

  /** Bankruptcy scene: the Treasury falls, the board fades, scores are struck through, last place first. */
  goBankrupt() {
    const { root, motions } = this;
    const { standings } = root.now;
    const figure = root.querySelector('.ck-treas .ck-chart-figure');
    if (figure)
      motions.move(figure, [{ transform: 'translateY(-12px)' }, { transform: 'none' }], { ms: DROP, easing: EASE_IN });
    const board = root.querySelector('.ck-board .ck-sheet');
    const pale = [{ opacity: 1, easing: EASE_IN }, { opacity: 0.45, offset: PALE / BANKRUPT }, { opacity: 0.45 }];
    if (board) motions.move(board, pale, { ms: BANKRUPT });
    for (const [at, { seat }] of [...standings].reverse().entries()) {
      const label = root.querySelector(`.ck-worth [data-seat="${seat}"]`);
      if (!label) continue;
      label.classList.add('ck-struck');
      motions.move(label, [{ transform: 'scaleX(0)' }, { transform: 'none' }], {
        ms: STRUCK, delay: DROP + at * STRUCK, easing: EASE_IN, pseudo: '::after',
      });
    }
  }

  /** The winner's label grows from the chart into the badge of the end screen. @param {DOMRect|null} from */
  raiseWinner(from) {
    const to = this.boxOf('.ck-ending-signs svg');
    const hero = this.root.querySelector('.ck-ending-signs svg');
    if (!from || !to || !hero) return;
    const frames = [{
      transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width})`,
    }, { transform: 'none' }];
    hero.style.transformOrigin = '0 0';
    this.motions.move(hero, frames, { ms: WINNER, easing: EASE });
  }
}
