/**
 * Estimates the space of answers in the bar from their text, without layout, and chooses the size of the ask panel:
 * bar or form. Pure functions.
 */

import { cellsOf } from '../basics/tables.js';
import { kindOf } from './fields.js';
import { button, GAP, words } from './text_width.js';

/**
 * @typedef {{wide: number, lines: number}} Room width of the answers in em, and their number of lines
 * @typedef {{folds: boolean, single: boolean, fits: boolean, answers: boolean, some: number, refuses: boolean,
 *   barred: boolean, asides: number, lean: boolean}} Plan
 *   `folds`: each form is opened by a button; `single`: the only form is open for a person; `lean`: it is shown
 * without suggested values; `fits`: the bar shows everything; `answers`: the bar shows all answers; `some`: number of
 * answers before the button for all; `refuses`: whether some moves are not possible now; `barred`: whether they are
 * shown; `asides`: number of asides shown
 */

/** Width of a letter of the question, in em of the answers. */
const QUESTION = 0.53;

/** Width of the mark before a seat that answers in secret. */
const TICK = 2.4;

/** Label of the button that shows everything that is not in the bar. */
export const MORE = 'More …';

/** Return the number of lines that items of these widths need. */
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

/** The widths of a field's controls; `Infinity` if it does not fit into the bar. */
const fieldWidths = (field) => kindOf(field.form).widths(field);

/**
 * Return the facts for one line of the bar, as pairs of label and value.
 * @param {FactTable|null|undefined} facts
 * @param {number} wide width of the line in em
 * @returns {[string, string][]|null} null if they need a table
 */
export function factPairs(facts, wide) {
  if (!facts) return [];
  const { head, rows } = cellsOf(facts, true);
  if (facts.note || rows.length !== 1) return null;
  const pairs = head.slice(1).map((title, at) => /** @type {[string, string]} */ ([title, rows[0][at + 1]]));
  const inLine = linesOf(pairs.map((pair) => 0.9 * words(pair.join(' ')) + GAP), wide) <= 1;
  return pairs.length <= FACTS || inLine ? pairs : null;
}

/** Minimum number of facts in a line; more if they fit. */
const FACTS = 3;

export const hasForm = (move) => !move.barred && Boolean(move.large || move.fields.length);

/** Return whether a form is small enough to be open in the bar. */
export function isSmall(move) {
  return !move.large && !move.preview && move.fields.every((field) => fieldWidths(field).every(Number.isFinite));
}

const fits = (widths, { wide, lines }) => linesOf(widths, wide) <= lines;

/** The label of a move's button. */
const labelOf = (move) => (hasForm(move) ? `${move.label} …` : move.label);

/**
 * Decide which parts of a question the bar shows, and how.
 * @param {Move[]} moves
 * @param {Move[]} asides the seat's asides
 * @param {boolean} others whether a button shows further asides
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
  // In display order: a short answer before a wide field gets a separate line.
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
 * Return whether the rows of seats that answer in secret fit into the bar.
 * @param {string[][]} rows the texts of each row and its buttons
 * @param {Room} room
 */
export function rowsFit(rows, room) {
  return linesOf(rows.map((texts) => texts.reduce((sum, text) => sum + button(text), TICK)), room.wide) <= room.lines;
}

// --- Bar or form, and the button between them.

/** Number of lines of answers in the bar: normally, on a phone, and standalone. */
const LINES = 2, LINES_UPRIGHT = 4, LINES_ALONE = 12;

/** Default width of the answers in em, before layout. */
export const USUAL = 40;

/**
 * The width of the answers in em.
 * @param {number} across in pixels
 * @param {number} em the font size in pixels
 */
export const wideOf = (across, em) => (across && em ? Math.floor(across / em - 0.5) : USUAL);

/**
 * Return the space in the bar. If the question is above the answers, its second line (with facts below it) and its
 * third line reduce the lines of answers.
 * @param {string} question
 * @param {string} width width class of the table or the standalone bar: "narrow" on a phone and in a column
 * @param {number} wide of the answers in em
 * @param {boolean} told whether the bar shows facts
 * @param {boolean} [alone] whether it is standalone
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

/** In a cell, question and facts are next to the answers, with this share of their width. */
export const BESIDE_ANSWERS = 0.85;

/** Width of badge and bots in the question's line, in em. */
const BESIDE = 11;

/**
 * @typedef {object} Showing the contents, and the user's requests
 * @property {Plan} plan
 * @property {Room} room
 * @property {string[][]} rows the texts of seats that answer in secret
 * @property {boolean} persons whether a person answers
 * @property {boolean} opened whether a single form is shown
 * @property {boolean} law whether the clause is shown
 * @property {boolean} besides whether there are asides
 * @property {boolean} further whether there are more asides than the bar shows
 * @property {{all: boolean, less: boolean, asides: boolean}} wished
 */

/**
 * Return the size (bar or form), and the function of the button next to the answers: show the rest, or go back.
 * @param {Showing} showing
 * @returns {{large: boolean, all: boolean, opened: boolean, asides: boolean, more: string, expanded: boolean}}
 *   `all`: the bar shows everything; `more`: label of the button, or empty for none
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
 * Return the user's requests after the button next to the answers was pressed.
 * @param {Showing} showing
 * @param {{large: boolean}} size
 */
export function afterMore({ wished }, { large }) {
  return { ...wished, all: !large, less: large, asides: !large };
}
