/** How much room answers take in the bar, judged by their words alone: nothing is laid out to find out. And which of its two sizes, bar or form, the ask panel has by that. */

import { h, setProp, setText, show } from '../basics/dom.js';
import { cellsOf } from '../basics/tables.js';
import { fewValues, offeredValues } from './amounts.js';
import { editorKind } from './editors.js';

/**
 * @typedef {{wide: number, lines: number, head?: number}} Room the width of the bar in em, how many lines of answers it has,
 *   and how many its question needs
 * @typedef {{tall: boolean, folds: boolean, single: boolean, fits: boolean, answers: boolean, some: number, dense: boolean, barred: boolean}} Plan
 *   `tall`: options fill the lines, with the button beside them; `folds`: each form is opened by a button; `single`: there is only one, which a person finds open;
 *   `fits`: the bar shows everything; `answers`: or at least the answers, `some`: or this many of them before the button that leads to all; `dense`: in one line more; `barred`: also what is not possible now
 * @typedef {any} Panel the ask panel: an element that knows what is `shown`, who `waits`, what is `told` and `opened`
 */

/** Widths in em: a letter, what a button has around its words, a gap, a slider, a number, a mark to tick. */
const LETTER = 0.58, AROUND = 1.6, GAP = 0.5, SLIDER = 7.5, NUMBER = 7.5, TICK = 2;

/** A choice that is folded up shows so many letters at most. */
const LONGEST = 24;

/** So many values are offered beside an amount in the bar. */
const OFFERED = 3;

/** Options that stand side by side are set in lighter type, and leave this much of the line to their button. */
const LIGHT = 0.5, SEGMENT = 1.2, BESIDE = 8;

/** Letters of the question, and what stands beside it: badge and bots; in a narrow bar, and on a low stage, the bots stand in two lines. */
const QUESTION = 0.63, BADGE = 3, BOTS = 18, BOTS_NARROW = 12, BOTS_LOW = 10, NARROW = 43;

/** The button that leads to all answers. */
const WHOLE = 'Show all …';

const words = (text) => text.length * LETTER;

const segment = (text) => text.length * LIGHT + SEGMENT;

const button = (text) => words(text) + AROUND;

/** How many lines things of these widths need one after the other. */
export function linesOf(widths, wide) {
  let lines = 0;
  let left = 0;
  for (const width of widths) {
    if (width > left) {
      lines += Math.max(1, Math.ceil(width / wide));
      left = wide;
    }
    left -= width + GAP;
  }
  return lines;
}

/** The widths of a field's controls; `Infinity` where the bar is no place for it. */
function fieldWidths(field) {
  const { form, label } = field;
  const kind = editorKind(form);
  const longest = (options) => Math.min(LONGEST, Math.max(0, ...options.map((option) => option.label.length)));
  if (form.kind === 'amount') {
    const few = fewValues(form);
    if (few) return [words(label) + few.reduce((sum, value) => sum + segment(value.toLocaleString('en')), GAP)];
    const offered = offeredValues(form, field.suggest).slice(0, OFFERED);
    return [words(label) + SLIDER + NUMBER + GAP, ...offered.map(({ text }) => button(text))];
  }
  if (kind === 'radio' && form.kind === 'one_of') return [words(label) + form.options.reduce((sum, option) => sum + segment(option.label), GAP)];
  if (form.kind === 'one_of') return [words(label) + longest(form.options) * LETTER + AROUND + GAP];
  if (form.kind === 'some_of') return [words(label), ...form.options.map((option) => words(option.label) + TICK)];
  if (form.kind === 'text') return [words(label) + LONGEST * LETTER];
  if (form.kind === 'list_of' && form.at_least === form.at_most) {
    return Array.from({ length: form.at_most }, (_, index) => fieldWidths({ name: '', label: `${label} ${index + 1}`, form: form.form })).flat();
  }
  return [Infinity];
}

/**
 * How many lines a question needs beside the choice of bots.
 * @param {string} question with who decides, and under which clause
 * @param {number} wide of the bar in em
 * @param {number} [bots] what their choice takes of it
 */
export function headLines(question, wide, bots = wide < NARROW ? BOTS_NARROW : BOTS) {
  const across = Math.max(8, wide - BADGE - bots);
  return linesOf(question.split(/\s+/).map((word) => word.length * QUESTION), across);
}

/**
 * How wide a few facts are in one line of the bar; `Infinity` where they need more than that.
 * @param {FactTable|null|undefined} facts
 * @returns {number} 0 where there are none
 */
export function factsWide(facts) {
  if (!facts) return 0;
  const { head, rows } = cellsOf(facts, true);
  if (facts.note || rows.length > 1) return Infinity;
  return head.reduce((sum, title, at) => sum + words(title.length > (rows[0]?.[at] ?? '').length ? title : rows[0][at]) * 0.85 + GAP * 2, 0);
}

export const hasForm = (move) => !move.barred && Boolean(move.large || move.fields.length);

/** Is a form small enough to stand open in the bar? */
export function isSmall(move) {
  return !move.large && !move.preview && move.fields.every((field) => fieldWidths(field).every(Number.isFinite));
}

/**
 * Is this one choice among few options that fill two lines, with the button beside them?
 * @param {number[]} others the widths of what else may be answered
 */
function isTall(move, others, wide) {
  const [field, more] = move.fields;
  if (more || field?.form.kind !== 'one_of' || editorKind(field.form) !== 'radio') return false;
  const room = wide - BESIDE - words(field.label) - GAP;
  return others.length === 0 && button(move.label) <= BESIDE && linesOf(field.form.options.map((option) => segment(option.label)), room) <= 2;
}

/**
 * What of a question stands in the bar, and how.
 * @param {boolean} more whether a button leads to what may be done besides
 * @param {number} facts how wide is what one reads before one answers
 * @returns {Plan}
 */
export function planOf(moves, more, facts, room) {
  const forms = moves.filter(hasForm);
  const plain = moves.filter((move) => !move.barred && !hasForm(move)).map((move) => button(move.label));
  const told = facts && Number.isFinite(facts) ? [facts] : [];
  const besides = more ? [button('Also possible now …')] : [];
  const whole = (move) => [...move.fields.flatMap(fieldWidths), button(move.label)];
  const tall = forms.length === 1 && isSmall(forms[0]) && isTall(forms[0], [...told, ...plain, ...besides], room.wide);
  const open = tall || (forms.length === 1 && isSmall(forms[0]) && linesOf([...told, ...plain, ...whole(forms[0]), ...besides], room.wide) <= room.lines);
  const folds = forms.length > 0 && !open;
  const answers = [...told, ...plain, ...forms.flatMap((move) => (folds ? [button(`${move.label} …`)] : whole(move))), ...besides];
  const barred = moves.filter((move) => move.barred).map((move) => words(move.label) + words(move.barred ?? '') * 0.9 + GAP);
  const lines = tall ? room.lines : linesOf(answers, room.wide);
  const dense = !open && (lines > room.lines || (barred.length > 0 && linesOf([...answers, ...barred], room.wide) > room.lines));
  const head = room.head ?? 1;
  // A question of three lines leaves no room for close lines, one of four just one line, and longer ones none.
  const usual = head > 4 ? 0 : head > 3 ? 1 : room.lines;
  const most = dense && head < 3 ? room.lines + 1 : usual;
  const all = linesOf([...answers, ...barred], room.wide) <= most;
  const buttons = moves.filter((move) => !move.barred).map((move) => button(hasForm(move) ? `${move.label} …` : move.label));
  let some = buttons.length;
  while (some > 0 && linesOf([...buttons.slice(0, some), button(WHOLE)], room.wide) > usual) some -= 1;
  return { tall, folds, single: folds && forms.length === 1, fits: facts <= room.wide && lines <= most, answers: lines <= most, some, dense: dense && lines <= most, barred: all };
}

/**
 * How wide the widest row of those who answer in secret is, in em.
 * @param {string[][]} rows the words of each row and of its buttons
 */
export const rowWidth = (rows) => Math.max(0, ...rows.map((texts) => texts.reduce((sum, text) => sum + button(text), TICK)));

/**
 * Do the rows of those who answer in secret stand in the bar?
 * @param {string[][]} rows the words of each row and of its buttons
 */
export function rowsFit(rows, room) {
  return Math.ceil(rows.length / Math.max(1, Math.floor(room.wide / rowWidth(rows)))) <= room.lines;
}

// --- Bar or form, and the button that leads from one to the other.

/** The lines of answers in the bar; on a telephone, where it may grow, as many as fit its part of the screen. */
const LINES = 2, LINES_UPRIGHT = 6;

/** The width of the bar in em until it has been laid out, and what its edges take of it. */
const USUAL = 48, EDGES = 1.8;

export class Sizing {
  plan = { tall: false, folds: false, single: false, fits: true, answers: true, some: 0, dense: false, barred: true };
  /** At which question somebody has asked to see all of it, or less; or what may be done besides. */
  wished = { occasion: '', all: false, less: false, asides: false };
  /** How wide the bar is, in em. */
  wide = USUAL;
  em = 0;
  across = 0;

  /** @param {(ask: Ask) => string[]} rowWords what stands in the row of somebody who answers in secret */
  constructor(panel, rowWords) {
    this.panel = panel;
    this.rowWords = rowWords;
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
    const low = Boolean(this.panel.closest('[data-low]'));
    const head = upright ? 1 : headLines(said, this.wide, low ? BOTS_LOW : undefined);
    // On a low stage all lines are close already, and a question of three takes one of them.
    return { wide: this.wide, lines: upright ? LINES_UPRIGHT : LINES, head: low ? Math.max(3, head + (head > 2 ? 1 : 0)) : head };
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
    const persons = panel.shown ? !panel.shown.bot : panel.waits.some((ask) => !ask.bot && !ask.answered);
    const room = this.room();
    const rows = panel.waits.map(this.rowWords);
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
    const offered = [...panel.moves.children].filter((node) => !node.classList.contains('ck-barred'));
    offered.forEach((node, at) => node.classList.toggle('ck-past', !plan.answers && !large && at >= plan.some));
    this.nameMore(large, all, asides);
  }

  /**
   * Says where the button leads: to what is not in the bar, or back; one of several forms that stands alone has its own.
   * @param {boolean} all whether the bar shows everything
   * @param {boolean} asides whether what may be done besides is open
   */
  nameMore(large, all, asides) {
    const { panel, plan } = this;
    const offers = panel.also.children.length > 0;
    const own = panel.shown?.asides?.some((aside) => !aside.barred);
    const whole = panel.waits.length ? 'Show who answers …' : WHOLE;
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
