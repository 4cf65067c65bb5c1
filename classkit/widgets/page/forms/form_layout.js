/**
 * How much room answers take in the bar, judged by their words alone: nothing is laid out to find out. And which of its
 * two sizes, bar or form, the ask panel has by that. Pure.
 */

import { cellsOf } from '../basics/tables.js';
import { isOneOfFew, kindOf } from './fields.js';
import { button, GAP, segment, words } from './text_width.js';

/**
 * @typedef {{wide: number, lines: number, head?: number}} Room the width of the bar in em, how many lines of answers it
 *   has, and how many its question needs
 * @typedef {{tall: boolean, folds: boolean, single: boolean, fits: boolean, answers: boolean, some: number,
 *   dense: boolean, barred: boolean}} Plan
 *   `tall`: options fill the lines, with the button beside them; `folds`: each form is opened by a button; `single`:
 *   there is only one, which a person finds open; `fits`: the bar shows everything; `answers`: or at least the answers,
 *   `some`: or this many of them before the button that leads to all; `dense`: in one line more; `barred`: also what is
 *   not possible now
 */

/** The width of what stands beside options that fill two lines, and of a mark before who answers in secret. */
const BESIDE = 8, TICK = 2;

/**
 * Letters of the question, and what stands beside it: badge and bots; in a narrow bar, and on a low stage, the bots
 * stand in two lines.
 */
const QUESTION = 0.63, BADGE = 3, BOTS = 18, BOTS_NARROW = 12, BOTS_LOW = 10, NARROW = 43;

/** The buttons that lead to all answers, and to what may be done besides. */
const WHOLE = 'Show all …', ALSO = 'Also possible now …';

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
const fieldWidths = (field) => kindOf(field.form).widths(field);

/**
 * How many lines a question needs beside the choice of bots.
 * @param {string} question with who decides, and under which clause
 * @param {number} wide of the bar in em
 * @param {number} [bots] what their choice takes of it
 */
function headLines(question, wide, bots = wide < NARROW ? BOTS_NARROW : BOTS) {
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
  const longer = (one, other = '') => (one.length > other.length ? one : other);
  return head.reduce((sum, title, at) => sum + words(longer(title, rows[0]?.[at])) * 0.85 + GAP * 2, 0);
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
  if (more || !field || !isOneOfFew(field.form)) return false;
  const room = wide - BESIDE - words(field.label) - GAP;
  const segments = field.form.options.map((option) => segment(option.label));
  return others.length === 0 && button(move.label) <= BESIDE && linesOf(segments, room) <= 2;
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
  const barred = moves.filter((move) => move.barred)
    .map((move) => words(move.label) + words(move.barred ?? '') * 0.9 + GAP);
  const besides = more ? [button(ALSO)] : [];
  // Beside a form that stands open there is no room for reasons: a button leads to them.
  const beside = more || barred.length ? [button(ALSO)] : [];
  const whole = (move) => [...move.fields.flatMap(fieldWidths), button(move.label)];
  const head = room.head ?? 1;
  // A question of three lines leaves no room for close lines, one of four just one line, and longer ones none.
  const usual = head > 4 ? 0 : head > 3 ? 1 : room.lines;
  const tall = usual === room.lines && forms.length === 1 && isSmall(forms[0])
    && isTall(forms[0], [...told, ...plain, ...beside], room.wide);
  const small = forms.length === 1 && isSmall(forms[0]) ? [...told, ...plain, ...whole(forms[0]), ...beside] : null;
  const open = tall || (small !== null && linesOf(small, room.wide) <= usual);
  const folds = forms.length > 0 && !open;
  const formed = forms.flatMap((move) => (folds ? [button(`${move.label} …`)] : whole(move)));
  const answers = [...told, ...plain, ...formed, ...besides];
  const lines = tall ? room.lines : linesOf(answers, room.wide);
  const withBarred = linesOf([...answers, ...barred], room.wide);
  const dense = !open && (lines > room.lines || (barred.length > 0 && withBarred > room.lines));
  const most = dense && head < 3 ? room.lines + 1 : usual;
  const buttons = moves.filter((move) => !move.barred)
    .map((move) => button(hasForm(move) ? `${move.label} …` : move.label));
  let some = buttons.length;
  while (some > 0 && linesOf([...buttons.slice(0, some), button(WHOLE)], room.wide) > usual) some -= 1;
  return {
    tall, folds, single: folds && forms.length === 1, fits: facts <= room.wide && lines <= most, answers: lines <= most,
    some, dense: dense && lines <= most, barred: !barred.length || withBarred <= most,
  };
}

/**
 * How wide the widest row of those who answer in secret is, in em.
 * @param {string[][]} rows the words of each row and of its buttons
 */
export const rowWidth = (rows) =>
  Math.max(0, ...rows.map((texts) => texts.reduce((sum, text) => sum + button(text), TICK)));

/**
 * Do the rows of those who answer in secret stand in the bar?
 * @param {string[][]} rows the words of each row and of its buttons
 */
export function rowsFit(rows, room) {
  return Math.ceil(rows.length / Math.max(1, Math.floor(room.wide / rowWidth(rows)))) <= room.lines;
}

// --- Bar or form, and the button that leads from one to the other.

/**
 * The lines of answers in the bar; on a phone, where it may grow, as many as fit its part of the screen; and alone
 * in a narrow box, where it covers nothing, as many as there may be.
 */
const LINES = 2, LINES_UPRIGHT = 6, LINES_ALONE = 12;

/**
 * Beside a large board the bar has almost half of the height: so many lines with those of the question, which has at
 * least some of them; and the choice of bots takes little of its width.
 */
const LINES_BESIDE_BOARD = 8, QUESTION_BESIDE_BOARD = 3, BOTS_BESIDE_BOARD = 8;

/** The width of the bar in em until it has been laid out, and what its edges take of it. */
export const USUAL = 48;
const EDGES = 1.8;

/**
 * How wide the bar is, in em.
 * @param {number} across in pixels
 * @param {number} em a letter's height in pixels
 */
export const wideOf = (across, em) => (across && em ? Math.floor(across / em - EDGES) : USUAL);

/**
 * How much the bar holds.
 * @param {string} said who decides what, under which clause
 * @param {string} width of the table, or of a bar alone: "narrow" on a phone and in a column
 * @param {boolean} low whether the stage is low, where all lines are close already
 * @param {number} wide of the bar in em
 * @param {boolean} told whether there is something to read first
 * @param {boolean} [alone] whether it stands alone in a box
 * @param {boolean} [beside] whether it stands beside a board that has most of the width
 * @returns {Room}
 */
export function roomFor(said, width, low, wide, told, alone = false, beside = false) {
  if (width === 'narrow') return { wide, lines: alone ? LINES_ALONE : LINES_UPRIGHT, head: 1 };
  if (beside && width !== 'medium') {
    const head = Math.max(QUESTION_BESIDE_BOARD, headLines(said, wide, BOTS_BESIDE_BOARD));
    return { wide, lines: Math.max(LINES, LINES_BESIDE_BOARD - head), head: 1 };
  }
  if (!low) return { wide, lines: LINES, head: headLines(said, wide) };
  const head = headLines(said, wide, BOTS_LOW);
  // A question of three lines takes one of the two; one of two lines does so before facts, which are two lines high.
  const takes = head > 2 || (told && head > 1);
  return { wide, lines: LINES, head: takes ? Math.max(4, head + 1) : 3 };
}

/**
 * @typedef {object} Showing what there is to show, and what somebody has asked to see
 * @property {Plan} plan
 * @property {Room} room
 * @property {string} width of the table
 * @property {string[][]} rows the words of those who answer in secret
 * @property {boolean} told whether there is something to read first
 * @property {boolean} persons whether it is a person who answers
 * @property {boolean} opened whether a form stands alone
 * @property {boolean} law whether the clause is shown
 * @property {boolean} own whether the seat may do something besides
 * @property {boolean} others whether another seat may
 * @property {boolean} offers whether either may, or there are reasons why not
 * @property {{all: boolean, less: boolean, asides: boolean}} wished
 */

/**
 * Bar or form; and where the button leads that is beside the answers: to what is not in the bar, or back.
 * @param {Showing} showing
 * @returns {{large: boolean, all: boolean, opened: boolean, asides: boolean, more: string, expanded: boolean}}
 *   `all`: the bar shows everything; `more`: what is written on the button, which is not there where nothing is
 */
export function sizeOf({ plan, room, width, rows, told, persons, opened, law, own, others, offers, wished }) {
  // Facts take a line of the bar, and all that a notebook's cell has.
  const facts = told ? (width === 'medium' ? LINES : 1) : 0;
  const all = plan.fits && rowsFit(rows, { ...room, lines: room.lines - facts });
  // What may be done besides stands over the table, and takes nothing away; what is not possible now has no such place.
  const asides = wished.asides && offers;
  const barred = wished.asides && !offers && !plan.barred;
  const large = opened || barred || law || (!all && (wished.all || (persons && !wished.less)));
  const missing = large ? !all && !opened : !all || !plan.barred;
  const shown = asides || (!(opened && !plan.single) && (barred || offers || missing));
  const rest = large ? 'Show less' : plan.barred || !plan.answers
    ? rows.length ? 'Show who answers …' : WHOLE : 'Not possible now …';
  const not = offers ? 'Not possible now …' : rest;
  const besides = own ? ALSO : others ? 'Others may also …' : not;
  const words = asides ? 'Close' : !large && !plan.answers ? rest : barred ? 'All choices' : besides;
  const expanded = asides || (large && !all && !offers);
  return { large, all, opened, asides, more: shown ? words : '', expanded };
}

/**
 * What is wished for after the button beside the answers was pressed.
 * @param {Showing} showing
 * @param {{large: boolean}} size
 */
export function afterMore({ plan, offers, wished }, { large }) {
  const shut = !large && !plan.answers;
  const besides = !shut && (offers || (!plan.barred && !large));
  return wished.asides || besides ? { ...wished, asides: !wished.asides } : { ...wished, all: !large, less: large };
}
