/**
 * How much room answers take in the bar, judged by their words alone: nothing is laid out to find out. And which of its
 * two sizes, bar or form, the ask panel has by that. Pure.
 */

import { cellsOf } from '../basics/tables.js';
import { kindOf } from './fields.js';
import { button, GAP, words } from './text_width.js';

/**
 * @typedef {{wide: number, lines: number}} Room the width of the answers in em, and how many lines they have
 * @typedef {{folds: boolean, single: boolean, fits: boolean, answers: boolean, some: number, refuses: boolean,
 *   barred: boolean, asides: number, lean: boolean}} Plan
 *   `folds`: each form is opened by a button; `single`: there is only one, which a person finds open; `lean`: it stands
 *   open without the values that it suggests; `fits`: the bar shows everything; `answers`: or at least the answers,
 *   `some`: or this many of them before the button that leads to all; `refuses`: whether something is not possible now,
 *   `barred`: and whether it is shown, `asides`: and so many of what may be done besides
 */

/** Letters of the question, in em of the answers. */
const QUESTION = 0.53;

/** The width of a mark before who answers in secret. */
const TICK = 2.4;

/** The button that leads to all that is not in the bar. */
export const MORE = 'More …';

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
 * The facts that stand in one line of the bar, as pairs of label and value.
 * @param {FactTable|null|undefined} facts
 * @param {number} wide the line of the facts in em
 * @returns {[string, string][]|null} null where they need a table
 */
export function factPairs(facts, wide) {
  if (!facts) return [];
  const { head, rows } = cellsOf(facts, true);
  if (facts.note || rows.length !== 1) return null;
  const pairs = head.slice(1).map((title, at) => /** @type {[string, string]} */ ([title, rows[0][at + 1]]));
  const inLine = linesOf(pairs.map((pair) => 0.9 * words(pair.join(' ')) + GAP), wide) <= 1;
  return pairs.length <= FACTS || inLine ? pairs : null;
}

/** So many facts stand in a line, and more where there is room for their words. */
const FACTS = 3;

export const hasForm = (move) => !move.barred && Boolean(move.large || move.fields.length);

/** Is a form small enough to stand open in the bar? */
export function isSmall(move) {
  return !move.large && !move.preview && move.fields.every((field) => fieldWidths(field).every(Number.isFinite));
}

const fits = (widths, { wide, lines }) => linesOf(widths, wide) <= lines;

/** What is written on the button of a move. */
const labelOf = (move) => (hasForm(move) ? `${move.label} …` : move.label);

/**
 * What of a question stands in the bar, and how.
 * @param {Move[]} moves
 * @param {Move[]} asides what the seat may do besides
 * @param {boolean} others whether a button leads to more than that
 * @param {boolean} told whether the facts fit
 * @param {Room} room
 * @returns {Plan}
 */
export function planOf(moves, asides, others, told, room) {
  const forms = moves.filter(hasForm);
  const barred = moves.filter((move) => move.barred)
    .map((move) => words(move.label) + words(move.barred ?? '') * 0.93 + button('') + GAP);
  const besides = asides.map((move) => button(`${move.label} …`));
  const rest = others ? [button(MORE)] : [];
  const lead = others || barred.length || besides.length ? [button(MORE)] : [];
  const [small] = forms.length === 1 && isSmall(forms[0]) ? forms : [];
  const possible = moves.filter((move) => !move.barred);
  // In the order in which they stand: a short answer before a wide field has a line of its own.
  const inOrder = (widths) => possible.flatMap((move) => (hasForm(move) ? widths(move) : [button(move.label)]));
  const opened = (widths) => Boolean(small) && fits([...inOrder(widths), ...lead], room);
  const whole = (move) => [...move.fields.flatMap(fieldWidths), button(move.label)];
  const bare = (move) => [...move.fields.map((field) => fieldWidths(field)[0]), button(move.label)];
  const lean = !opened(whole) && opened(bare);
  const open = opened(whole) || lean;
  const folds = forms.length > 0 && !open;
  const answers = inOrder(folds ? (move) => [button(labelOf(move))] : lean ? bare : whole);
  const all = fits([...answers, ...lead], room);
  const withBarred = all && fits([...answers, ...barred, ...(besides.length ? lead : rest)], room);
  const buttons = possible.map((move) => button(labelOf(move)));
  let some = buttons.length;
  while (some > 1 && !fits([...buttons.slice(0, some), button(MORE)], room)) some -= 1;
  let beside = withBarred ? besides.length : 0;
  const shown = (count) => [
    ...answers, ...barred, ...besides.slice(0, count), ...(count < besides.length || others ? [button(MORE)] : []),
  ];
  while (beside > 0 && !fits(shown(beside), room)) beside -= 1;
  return {
    folds, single: folds && forms.length === 1, fits: told && all, answers: all, some, barred: withBarred,
    refuses: barred.length > 0, asides: beside, lean,
  };
}

/**
 * Do the rows of those who answer in secret stand in the bar?
 * @param {string[][]} rows the words of each row and of its buttons
 * @param {Room} room
 */
export function rowsFit(rows, room) {
  return linesOf(rows.map((texts) => texts.reduce((sum, text) => sum + button(text), TICK)), room.wide) <= room.lines;
}

// --- Bar or form, and the button that leads from one to the other.

/** The lines of answers in the bar; on a phone, where it may grow; and alone, where it covers nothing. */
const LINES = 2, LINES_UPRIGHT = 4, LINES_ALONE = 12;

/** The width of the answers in em until they have been laid out. */
export const USUAL = 40;

/**
 * How wide the answers are, in em.
 * @param {number} across in pixels
 * @param {number} em a letter's height in pixels
 */
export const wideOf = (across, em) => (across && em ? Math.floor(across / em - 0.5) : USUAL);

/**
 * How much the bar holds. Where question and answers stand one above the other, each takes from the other's lines: the
 * second line of a question, where facts stand below it, and the third.
 * @param {string} question
 * @param {string} width of the table, or of a bar alone: "narrow" on a phone and in a column
 * @param {number} wide of the answers in em
 * @param {boolean} told whether facts stand in the bar
 * @param {boolean} [alone] whether it stands alone in a box
 * @returns {Room & {long?: boolean}} `long`: whether the question has a third line
 */
export function roomFor(question, width, wide, told, alone = false) {
  if (width === 'narrow' || alone) return { wide, lines: alone ? LINES_ALONE : LINES_UPRIGHT };
  const cell = width === 'medium';
  const across = cell ? wide * BESIDE_ANSWERS : wide - BESIDE;
  const asked = linesOf(question.split(/\s+/).map((word) => word.length * QUESTION - GAP / 2), across);
  const lines = !cell && (asked > 2 || (asked > 1 && told)) ? LINES - 1 : LINES;
  return { wide, lines, long: asked > 2 && !told };
}

/** In a cell question and facts stand beside the answers, on so much of their width. */
export const BESIDE_ANSWERS = 0.85;

/** What badge and bots take of the question's line, in em. */
const BESIDE = 11;

/**
 * @typedef {object} Showing what there is to show, and what somebody has asked to see
 * @property {Plan} plan
 * @property {Room} room
 * @property {string[][]} rows the words of those who answer in secret
 * @property {boolean} persons whether it is a person who answers
 * @property {boolean} opened whether a form stands alone
 * @property {boolean} law whether the clause is shown
 * @property {boolean} besides whether anything may be done besides
 * @property {boolean} further whether more of that than the bar shows
 * @property {{all: boolean, less: boolean, asides: boolean}} wished
 */

/**
 * Bar or form; and where the button leads that is beside the answers: to what is not in the bar, or back.
 * @param {Showing} showing
 * @returns {{large: boolean, all: boolean, opened: boolean, asides: boolean, more: string, expanded: boolean}}
 *   `all`: the bar shows everything; `more`: what is written on the button, which is not there where nothing is
 */
export function sizeOf({ plan, room, rows, persons, opened, law, besides, further, wished }) {
  const all = plan.fits && (!rows.length || rowsFit(rows, room));
  const asides = wished.asides && besides;
  const byItself = persons && !wished.less && !all && (plan.answers || plan.single || plan.refuses || rows.length > 0);
  const large = opened || law || asides || wished.all || byItself;
  const missing = !all || !plan.barred || further;
  const shown = large ? !opened && !(law && all) : missing;
  return {
    large, all, opened, asides, more: shown ? (large ? 'Show less' : MORE) : '', expanded: large,
  };
}

/**
 * What is wished for after the button beside the answers was pressed.
 * @param {Showing} showing
 * @param {{large: boolean}} size
 */
export function afterMore({ wished }, { large }) {
  return { ...wished, all: !large, less: large, asides: !large };
}
