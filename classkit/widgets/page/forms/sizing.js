/** Which of its two sizes the ask panel has, bar or form; and the button that leads from one to the other. */

import { h, setProp, setText, show } from '../basics/dom.js';
import { waitingWords } from './panel.js';
import { factsWide, headLines, planOf, rowsFit, rowWidth } from './room.js';

/**
 * @typedef {import('../types.js').Move} Move
 * @typedef {any} Panel the ask panel: an element that knows what is `shown`, who `waits`, what is `told` and `opened`
 */

/** The lines of answers in the bar; on a telephone, where it may grow, as many as fit its part of the screen. */
const LINES = 2, LINES_UPRIGHT = 6;

/** The width of the bar in em until it has been laid out, and what its edges take of it. */
const USUAL = 48, EDGES = 1.8;

export class Sizing {
  /** @type {import('./room.js').Plan} */
  plan = { tall: false, folds: false, single: false, fits: true, answers: true, dense: false, barred: true };
  /** At which question somebody has asked to see all of it, or less; or what may be done besides. */
  wished = { occasion: '', all: false, less: false, asides: false };
  /** How wide the bar is, in em. */
  wide = USUAL;
  em = 0;
  across = 0;

  /** @param {Panel} panel */
  constructor(panel) {
    this.panel = panel;
    this.more = h('button', { type: 'button', class: 'ck-quiet ck-besides', 'aria-expanded': 'false', onclick: () => this.showMore() });
    this.ruler = h('span', { class: 'ck-ruler', 'aria-hidden': 'true' });
    // The browser tells when it has laid out the page anyway: a step never has to ask for it.
    const sizes = new ResizeObserver((entries) => this.measured(entries));
    sizes.observe(panel);
    sizes.observe(this.ruler);
  }

  /** @param {ResizeObserverEntry[]} entries of the panel, and of a ruler of ten em */
  measured(entries) {
    for (const { target, contentRect } of entries) {
      if (target === this.ruler) this.em = contentRect.width / 10;
      else this.across = contentRect.width;
    }
    const wide = this.em && this.across ? Math.floor(this.across / this.em - EDGES) : USUAL;
    if (wide === this.wide || wide <= 0) return;
    this.wide = wide;
    requestAnimationFrame(() => this.panel.drawAgain());
  }

  /** How much the bar holds. */
  room() {
    const upright = this.panel.closest('[data-width]')?.dataset.width === 'narrow';
    const said = `${this.panel.who.textContent}  ${this.panel.question.textContent} ${this.panel.clause.textContent}  `;
    return { wide: this.wide, lines: upright ? LINES_UPRIGHT : LINES, head: upright ? 1 : headLines(said, this.wide) };
  }

  /**
   * @param {Move[]} moves what may be answered
   * @param {boolean} besides whether something may be done besides
   */
  planFor(moves, besides) {
    this.plan = planOf(moves, besides, factsWide(this.panel.told), this.room());
  }

  /** Bar or form: from what there is to show, and from what somebody has asked to see. */
  fit() {
    const { panel, plan } = this;
    const occasion = panel.occasion();
    if (this.wished.occasion !== occasion) this.wished = { occasion, all: false, less: false, asides: false };
    const persons = panel.shown ? !panel.shown.bot : panel.waits.some((/** @type {any} */ ask) => !ask.bot && !ask.answered);
    const room = this.room();
    const rows = panel.waits.map((/** @type {any} */ ask) => waitingWords(panel, ask));
    // Facts take a line of the bar, and all that a notebook's cell has.
    const low = panel.closest('[data-width]')?.dataset.width === 'medium';
    const all = plan.fits && rowsFit(rows, { ...room, lines: room.lines - (panel.told ? low ? LINES : 1 : 0) });
    const asides = this.wished.asides && (panel.also.children.length > 0 || !plan.barred);
    const opened = Boolean(panel.opened) && !asides;
    const large = opened || asides || !panel.law.hidden || (!all && (this.wished.all || (persons && !this.wished.less)));
    if (rows.length) panel.style.setProperty('--ck-row', `${rowWidth(rows)}em`);
    setProp(panel, 'data-form', large ? 'form' : 'bar');
    panel.classList.toggle('ck-one-open', opened);
    panel.classList.toggle('ck-alone-open', opened && plan.single);
    panel.classList.toggle('ck-asides-open', asides);
    panel.classList.toggle('ck-dense', plan.dense && !large);
    panel.classList.toggle('ck-tall', plan.tall && !large);
    panel.classList.toggle('ck-bars', plan.barred || large);
    panel.classList.toggle('ck-whole', all || large);
    panel.classList.toggle('ck-answerable', plan.answers || large);
    this.nameMore(large, all, asides);
  }

  /**
   * Says where the button leads: to what is not in the bar, or back; one of several forms that stands alone has its own.
   * @param {boolean} large
   * @param {boolean} all whether the bar shows everything
   * @param {boolean} asides whether what may be done besides is open
   */
  nameMore(large, all, asides) {
    const { panel, plan } = this;
    const offers = panel.also.children.length > 0;
    const own = panel.shown?.asides?.some((/** @type {Move} */ aside) => !aside.barred);
    const whole = panel.waits.length ? 'Show who answers …' : 'Show all …';
    const rest = large ? 'Show less' : plan.barred || !plan.answers ? whole : 'Not possible now …';
    setText(this.more, !large && !plan.answers ? rest : asides ? 'All choices' : own ? 'Also possible now …' : offers ? 'Others may also …' : rest);
    setProp(this.more, 'aria-expanded', String(asides || (large && !all && !offers)));
    const alone = panel.opened && !plan.single && !asides;
    const missing = large ? !all && !panel.opened : !all || !plan.barred;
    show(this.more, !alone && (asides || offers || missing));
  }

  /** Opens what is not in the bar, or closes it. */
  showMore() {
    const { panel } = this;
    const { asides } = this.wished;
    const shut = panel.dataset.form === 'bar' && !this.plan.answers;
    const besides = (panel.also.children.length > 0 && !shut) || (!this.plan.barred && !shut && panel.dataset.form === 'bar');
    if (asides || besides) {
      this.wished.asides = !asides;
      if (!asides) for (const box of panel.also.querySelectorAll('details')) box.open = box.aside.seat === panel.shown?.seat && !box.aside.secret;
    } else {
      const large = panel.dataset.form === 'form';
      Object.assign(this.wished, { all: !large, less: large });
    }
    this.fit();
    this.more.focus();
  }
}
