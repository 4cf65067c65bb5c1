/** One move: a button, a form with a button, or disabled with the reason. */

import { Words } from '../basics/controls.js';
import { currencyOf } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { useLayoutEffect, useMemo, useRef, useState } from '../preact/standalone.js';
import { sayAmount } from './amounts.js';
import { filledIn, givenTo, keptFrom, kindOf, troubleIn, valuesOf } from './fields.js';
import { here, inside, named } from './validation_message.js';

/**
 * Ask the kernel whether a form would be accepted, and for its preview if the move has one.
 * @param {Record<string, any>} values
 * @returns {Promise<any>} {reason, at, table?}, or null if there was no reply
 */
export function judge(store, seat, move, values, aside) {
  return store.detail({ do: move.preview ? 'preview' : 'check', seat, move: move.name, with: values, aside });
}

/**
 * Fetch a large form when it is opened.
 * @returns {Promise<Move|null>}
 */
export function wholeMove(store, seat, move) {
  return store.detail({ do: 'form', seat, move: move.name });
}

/** Delay in milliseconds between the last change of a form and its check. */
export const CHECK_AFTER = 250;

/**
 * A move of the decision, or an aside.
 * @param {object} props
 * @param {any} props.panel the ask panel, which stores the filled-in values
 * @param {Move} props.move
 * @param {string} props.occasion key of the question
 * @param {string} props.seat whose move it is
 * @param {boolean} [props.aside] whether it is an aside
 * @param {boolean} props.folds whether its form must be opened
 * @param {boolean} props.wanted whether it is opened
 * @param {(on: boolean) => void} props.open opens or closes it
 * @param {string} props.back label of the button that closes it
 * @param {boolean} [props.past] whether it does not fit into the bar
 * @param {boolean} [props.first] whether it is the first answer, which is highlighted
 * @param {AnswerMark} [props.mark] result of its simulated futures
 */
export function MoveForm({
  panel, move, occasion, seat, aside = false, folds, wanted, open, back, past = false, first = false, mark,
}) {
  const key = draftKey(occasion, move);
  const draft = panel.drafts.get(key) ?? {};
  const fields = fieldsOf(move, draft) ?? NOTHING;
  const opened = folds && wanted && Boolean(fieldsOf(move, draft));
  const shown = opened || !folds;
  const known = useMemo(() => JSON.stringify([occasion, move, fields]), [occasion, move, fields]);
  const filled = useMemo(() => filledIn(fields, draft.filled), [known, draft.filled]);
  const trouble = shown ? troubleIn(fields, filled) : null;
  const look = first || opened ? 'ck-main' : 'ck-do';
  const price = aside ? '' : panel.price?.(move, fields, filled) ?? '';
  const form = { panel, move, seat, aside, key, draft, fields, known, filled, trouble, opened, shown };
  useWhole(form, folds && wanted);
  const [verdict, pressed, press] = useVerdict(form);
  const [node, turn] = useTurn(opened, open);
  const why = reasonOf(form, verdict, pressed);
  const beside = why?.at.length && isNested(fields) ? why : null;
  const blocked = move.barred || (why && !why.missing) ? 'true' : undefined;
  const change = (field) => (value) => 
    panel.keep(key, { filled: keptFrom(fields, { ...filled, [field.name]: value }), sent: false });
  const submit = (event) => {
    event.preventDefault();
    if (move.barred) return;
    if (trouble) {
      press();
      requestAnimationFrame(() => focusOn(node.current));
    } else panel.send(form, keptFrom(fields, filled), valuesOf(fields, filled));
  };
  return html`
    <form class=${lookOf(form, folds, past)} novalidate data-move=${move.name} ref=${node} onsubmit=${submit}>
      <button type="button" class=${`${look} ck-opener`} aria-expanded="false" hidden=${!folds || opened}
        onclick=${() => turn(true)}>${move.label} …</button>
      <div class="ck-form-head" hidden=${!opened}>
        <h3 class="ck-form-title">${move.label}</h3>
        <button type="button" class="ck-quiet" onclick=${() => turn(false)}>${back}</button>
      </div>
      <div class=${`ck-fields${fields.length === 1 ? ' ck-lone' : ''}`} hidden=${!shown || !fields.length}>
        ${fields.map((field) => html`
          <${kindOf(field.form).View} key=${`${field.name} ${kindOf(field.form).shape(field.form)}`} field=${field}
            filled=${filled[field.name]} change=${change(field)} why=${inside(beside, field.name)}
            given=${givenTo(field.form, fields, filled)} limits=${verdict.limits} />`)}
      </div>
      <div class="ck-side">
        <${Words} table=${shown ? verdict.table : null} across=${isTable(fields)} stale=${Boolean(verdict.reason)} />
        <button type="submit" class=${move.barred ? 'ck-do' : look} hidden=${!shown} aria-disabled=${blocked}
          data-space=${fields.length ? undefined : move.space}>
          <span class="ck-do-words" title=${mark && move.label}>
            ${price ? move.label : wordsOf(move, fields, filled)}
          </span>
          ${price && html`<span class="ck-do-price">${price}</span>`}
          ${move.barred && html`<span class="ck-do-why">${move.barred}</span>`}
          ${mark && html`<${Outcome} mark=${mark} />`}
        </button>
        <p class="ck-reason" role="status" hidden=${!shown || Boolean(move.barred)}>${beside ? '' : here(why)}</p>
      </div>
    </form>`;
}

/** Position of the mean of an answer's futures on the axis of all answers, with its standard error. */
function Outcome({ mark: { at, error, words } }) {
  const percent = (share) => `${100 * share}%`;
  return html`
    <span class="ck-scale" aria-hidden="true" style=${`--ck-at: ${percent(at)}; --ck-error: ${percent(error)}`}></span>
    <span class="ck-do-why" title=${words}>${words}</span>`;
}

/** Move the focus to the field with the problem. */
function focusOn(form) {
  form?.querySelector('.ck-beside')?.closest('.ck-field')?.querySelector('input:not([type="range"]), select')?.focus();
}

/** The label of a form's button, with the amount if that is its only field. */
function wordsOf({ label }, fields, filled) {
  const [only, more] = fields;
  if (more || only?.form.kind !== 'amount') return label;
  const value = kindOf(only.form).read(only.form, filled[only.name]);
  return typeof value === 'number' && currencyOf(only.form) ? `${label} ${sayAmount(value, only.form)}` : label;
}

const NOTHING = /** @type {Field[]} */ ([]);

/** Key of a form in the drafts. */
export const draftKey = (occasion, move) => `${occasion} ${move.name}`;

/** The fields of a form; null for a large form that has not been fetched. @returns {Field[]|null} */
export function fieldsOf(move, draft) {
  if (move.barred) return NOTHING;
  return move.large ? draft?.whole?.fields ?? null : move.fields;
}

const isNested = (fields) => fields.some(({ form }) => kindOf(form).nested);

/** A reason shown at the button, with its field if there are several. */
function withField({ text, at }, fields) {
  const field = fields.length > 1 && fields.find(({ name }) => name === at[0]);
  return field ? named(field.label, text) : text;
}

const isTable = (fields) => fields.some(({ form }) => form.kind === 'grid');

/** The CSS classes of a form. */
function lookOf({ move, fields, opened }, folds, past) {
  const looks = {
    'ck-barred': move.barred, 'ck-simple': !fields.length && !move.barred && !folds, 'ck-folded': folds && !opened,
    'ck-opened': opened, 'ck-nested': isNested(fields), 'ck-tabled': isTable(fields), 'ck-untold': !move.preview,
    'ck-past': past,
  };
  return ['ck-move', ...Object.keys(looks).filter((name) => looks[name])].join(' ');
}

/** Fetch a large form when it is opened, and again after each change, because its bounds may differ. */
function useWhole({ panel, move, seat, aside, key, draft, opened }, wanted) {
  const { step } = panel.now;
  const { whole } = draft;
  const lacks = Boolean(move.large) && wanted && whole?.step !== step;
  useLayoutEffect(() => {
    if (!lacks) return;
    void wholeMove(panel.store, seat, move).then((found) => {
      if (found && panel.now.step === step) panel.keep(key, { whole: { step, fields: found.fields } });
    });
  }, [key, step, lacks]);
  // The board shows the selectable spaces while it is open.
  const large = opened && move.large && !aside ? whole : null;
  useLayoutEffect(() => {
    if (!large) return undefined;
    panel.store.set({ opened: { seat, step: large.step, move: { ...move, fields: large.fields } } });
    return () => panel.store.set({ opened: null });
  }, [large]);
}

/**
 * Opening a form moves the focus to its first field; closing it, to the button that opens it.
 * @returns {[any, (on: boolean) => void]}
 */
function useTurn(opened, open) {
  const node = useRef(/** @type {any} */ (null));
  const turned = useRef(false);
  useLayoutEffect(() => {
    if (!turned.current) return;
    turned.current = false;
    const first = '.ck-fields :is(input:not([type="range"]), select, button)';
    node.current.querySelector(opened ? first : '.ck-opener')?.focus();
  }, [opened]);
  return [node, (on) => {
    turned.current = true;
    open(on);
  }];
}

/**
 * The kernel's check of a form, requested shortly after the last change.
 * @returns {[any, boolean, () => void]} the verdict; whether an incomplete form was sent; a function that records that
 */
function useVerdict({ panel, move, seat, aside, known, draft, fields, filled, trouble, shown }) {
  const [state, set] = useState(/** @type {any} */ ({}));
  const verdict = state.known === known ? state : {};
  const now = useRef(/** @type {any} */ (null));
  now.current = { known, kept: draft.filled, shown };
  const check = async () => {
    const found = await judge(panel.store, seat, move, valuesOf(fields, filled), aside);
    if (!found || now.current.known !== known || now.current.kept !== draft.filled || !now.current.shown) return;
    set((last) => ({
      known, of: draft.filled, reason: found.reason, at: found.at ?? [], fresh: !draft.filled,
      table: found.reason ? last.known === known && last.table : found.table, limits: found.limits ?? last.limits,
    }));
  };
  useLayoutEffect(() => {
    if (!shown || !fields.length || move.barred || draft.sent) return undefined;
    if (draft.filled) showOnBoard(panel, move, fields, filled);
    if (trouble) return undefined;
    if (!draft.filled) {
      if (move.preview) void check();
      return undefined;
    }
    if (!move.preview && fields.length < 2 && !isNested(fields)) return undefined;
    const timer = setTimeout(check, CHECK_AFTER);
    return () => clearTimeout(timer);
  }, [known, draft.filled, draft.sent, shown]);
  const pressed = Boolean(state.pressed) && state.pressed.of === draft.filled && state.pressed.known === known;
  return [verdict, pressed, () => set({ ...state, pressed: { of: draft.filled, known } })];
}

/** Mark the chosen spaces on the board. */
function showOnBoard(panel, move, fields, filled) {
  const values = valuesOf(fields, filled);
  for (const { name, form } of fields) if (form.of === 'space') panel.pick(move, name, values[name]);
}

/**
 * The validation message of a form. Missing values are reported only when the form is sent.
 * @returns {import('./validation_message.js').Trouble|null}
 */
function reasonOf({ move, fields, trouble, draft }, verdict, pressed) {
  if (move.barred) return { text: move.barred, at: [] };
  if (trouble) {
    if (!pressed && (!draft.filled || trouble.missing)) return null;
    return trouble.missing || isNested(fields) ? trouble : { ...trouble, text: withField(trouble, fields) };
  }
  if (!verdict.reason || verdict.fresh) return null;
  const at = verdict.at.length > 1 ? verdict.at : [];
  // A message next to its field stays until the next verdict, so that nothing moves while typing.
  return verdict.of === draft.filled || at.length ? { text: verdict.reason, at } : null;
}
