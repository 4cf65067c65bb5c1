/** Selectable spaces of the board, and the meaning of a click or hover. */

import { focusedIn } from '../basics/shadow_styles.js';

/**
 * @typedef {{space: string, seat: string, move: string, field: string|null, many: boolean, direct: boolean,
 *   aside: boolean, label: string, way?: string[]}} Choice
 */

/**
 * Return whether this ask is hidden until its seat confirms being there: sealed answers on a shared screen, and asks
 * behind the curtain.
 * @param {string|null} curtain the seat behind the curtain, or null
 */
export function isSecret(ask, curtain) {
  return ask.kind === 'sealed' || curtain === ask.seat || Boolean(ask.closed);
}

/**
 * Return the asks that may be shown.
 * @param {string|null} open the seat that has confirmed being there
 * @param {Ask|null} [looked] that seat's ask, if the page did not have it before
 */
export function openAsks(asks, curtain, open, looked = null) {
  return asks
    .filter((ask) => !ask.answered && (!isSecret(ask, curtain) || ask.seat === open))
    .map((ask) => (ask.closed && looked?.seat === ask.seat ? looked : ask));
}

/**
 * Return the asks with the asides whose forms are open.
 * @param {{seat: string, step: number, moves: Move[]}|null|undefined} asides
 * @param {number} step the current step
 */
export function withAsides(asks, asides, step) {
  const open = (ask) => asides && asides.seat === ask.seat && asides.step === step;
  return asks.map((ask) => ({ ...ask, asides: open(ask) ? asides.moves : [] }));
}

/**
 * Asks in which the large form that is open has its fields, which are fetched only when it is opened.
 * @param {{seat: string, step: number, move: Move}|null|undefined} opened
 * @param {number} step the current step
 */
export function withOpened(asks, opened, step) {
  if (!opened || opened.step !== step) return asks;
  const whole = (move) => (move.name === opened.move.name && move.large ? opened.move : move);
  return asks.map((ask) => (ask.seat !== opened.seat ? ask : { ...ask, moves: ask.moves.map(whole) }));
}

/**
 * Return the selectable spaces, one entry each. A click answers immediately if it is unambiguous; otherwise it fills
 * in the form, to be sent by its button.
 * @param {Ask[]} asks the visible asks
 * @returns {Map<string, Choice>}
 */
export function choicesOf(asks) {
  const all = [];
  for (const ask of asks) {
    for (const move of ask.moves) if (!move.barred) all.push(...moveChoices(ask, move, false));
    for (const move of ask.asides ?? []) if (!move.barred) all.push(...moveChoices(ask, move, true));
  }
  /** @type {Map<string, Choice>} */
  const chosen = new Map();
  for (const choice of all) {
    const other = chosen.get(choice.space);
    if (!other) chosen.set(choice.space, choice);
    else if (!choice.aside && !other.aside) chosen.set(choice.space, { ...other, direct: false });
  }
  return chosen;
}

/** @returns {Choice[]} */
function moveChoices(ask, move, aside) {
  const base = { seat: ask.seat, move: move.name, aside };
  if (move.space && !move.fields.length) {
    return [{ ...base, space: move.space, field: null, many: false, direct: !aside, label: move.label }];
  }
  return move.fields.flatMap((field) => {
    const form = field.form;
    if ((form.kind !== 'one_of' && form.kind !== 'some_of') || form.of !== 'space') return [];
    const many = form.kind === 'some_of';
    const ways = form.kind === 'one_of' ? form.ways ?? {} : {};
    return form.options.map((option) => ({
      ...base, space: String(option.value), field: field.name, many,
      direct: !many && !aside && move.fields.length === 1, label: `${move.label}: ${option.label}`,
      way: (ways[option.value] ?? '').split(' ').filter(Boolean),
    }));
  });
}

/** The value of a chosen space in its field (ids may be numbers). */
export function choiceValue(asks, choice) {
  const ask = asks.find((one) => one.seat === choice.seat);
  const moves = choice.aside ? ask?.asides : ask?.moves;
  const move = moves?.find((one) => one.name === choice.move);
  const form = move?.fields.find((field) => field.name === choice.field)?.form;
  const options = form && 'options' in form ? form.options : [];
  return options.find((option) => String(option.value) === choice.space)?.value ?? choice.space;
}

// --- Choices under the pointer are shown on the board.

/**
 * Set `looking` in the store to the space of the choice under the pointer or with the focus. Buttons, labels and
 * options have it as `data-space`.
 */
export function watchLooks(box, store) {
  const look = (space) => {
    if ((store.local.looking ?? null) !== space) store.set({ looking: space });
  };
  const focused = () => (box.contains(focusedIn(box)) ? spaceOf(focusedIn(box)) : null);
  box.addEventListener('pointerover', (event) => look(spaceOf(event.target) ?? focused()));
  box.addEventListener('pointerleave', () => look(focused()));
  for (const name of ['focusin', 'input', 'change']) box.addEventListener(name, (event) => look(spaceOf(event.target)));
  box.addEventListener('focusout', () => look(null));
}

/** @returns {string|null} the space of a choice; for a list, of the selected option */
function spaceOf(element) {
  if (element?.tagName === 'SELECT') return element.selectedOptions[0]?.dataset.space ?? null;
  return element?.closest?.('[data-space]')?.dataset.space ?? null;
}
