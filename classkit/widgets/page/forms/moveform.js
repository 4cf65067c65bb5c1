/** One move as people meet it: a button, or a form with a button, or greyed with the reason. */

import { Words } from '../basics/controls.js';
import { isMoney } from '../basics/format.js';
import { html } from '../basics/markup.js';
import { useLayoutEffect, useMemo, useRef, useState } from '../preact/standalone.js';
import { sayAmount } from './amounts.js';
import { filledIn, givenTo, keptFrom, kindOf, troubleIn, valuesOf } from './fields.js';
import { here, inside, named } from './validation_message.js';

/**
 * Whether a form would be allowed, and what it would bring about where its move can tell.
 * @param {Record<string, any>} values
 * @returns {Promise<any>} {reason, at, table?}, or null when it was not answered
 */
export function judge(store, seat, move, values, aside) {
  return store.detail({ do: move.preview ? 'preview' : 'check', seat, move: move.name, with: values, aside });
}

/**
 * A large form, which is only announced until somebody opens it.
 * @returns {Promise<Move|null>}
 */
export function wholeMove(store, seat, move) {
  return store.detail({ do: 'form', seat, move: move.name });
}

/** After the last change a form waits this long before it asks whether it is allowed. */
export const CHECK_AFTER = 250;

/**
 * A move of what is asked, or one that may be done besides.
 * @param {object} props
 * @param {any} props.panel the ask panel, which keeps what is filled in
 * @param {Move} props.move
 * @param {string} props.occasion the same for as long as the same is asked
 * @param {string} props.seat whose move it is
 * @param {boolean} [props.aside] whether it is done besides
 * @param {boolean} props.folds whether its form is shown only when somebody opens it
 * @param {boolean} props.wanted whether somebody has opened it
 * @param {(on: boolean) => void} props.open opens it, or folds it up
 * @param {string} props.back what is written on the button that folds it up
 * @param {boolean} [props.past] whether the bar has no room for it
 * @param {boolean} [props.first] whether it is the answer that comes first: in ink
 * @param {AnswerMark} [props.mark] what futures of it came to, beside the other answers
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

/** Where the mean of the futures of an answer stands among those of all answers, with its uncertainty. */
function Outcome({ mark: { at, error, words } }) {
  const percent = (share) => `${100 * share}%`;
  return html`
    <span class="ck-scale" aria-hidden="true" style=${`--ck-at: ${percent(at)}; --ck-error: ${percent(error)}`}></span>
    <span class="ck-do-why" title=${words}>${words}</span>`;
}

/** Takes the focus to the field that keeps a form from being sent. */
function focusOn(form) {
  form?.querySelector('.ck-beside')?.closest('.ck-field')?.querySelector('input:not([type="range"]), select')?.focus();
}

/** What is written on the button of a form: with its amount, where that is all that is asked. */
function wordsOf({ label }, fields, filled) {
  const [only, more] = fields;
  if (more || only?.form.kind !== 'amount') return label;
  const value = kindOf(only.form).read(only.form, filled[only.name]);
  return typeof value === 'number' && isMoney(only.form.unit) ? `${label} ${sayAmount(value, only.form)}` : label;
}

const NOTHING = /** @type {Field[]} */ ([]);

/** Under what a form is kept among the drafts. */
export const draftKey = (occasion, move) => `${occasion} ${move.name}`;

/** The fields of a form; of a large one that has not been fetched none are known. @returns {Field[]|null} */
export function fieldsOf(move, draft) {
  if (move.barred) return NOTHING;
  return move.large ? draft?.whole?.fields ?? null : move.fields;
}

const isNested = (fields) => fields.some(({ form }) => kindOf(form).nested);

/** A reason that is said at the button, with the field that it is about where there are several. */
function withField({ text, at }, fields) {
  const field = fields.length > 1 && fields.find(({ name }) => name === at[0]);
  return field ? named(field.label, text) : text;
}

const isTable = (fields) => fields.some(({ form }) => form.kind === 'grid');

/** The classes of a form. */
function lookOf({ move, fields, opened }, folds, past) {
  const looks = {
    'ck-barred': move.barred, 'ck-simple': !fields.length && !move.barred && !folds, 'ck-folded': folds && !opened,
    'ck-opened': opened, 'ck-nested': isNested(fields), 'ck-tabled': isTable(fields), 'ck-untold': !move.preview,
    'ck-past': past,
  };
  return ['ck-move', ...Object.keys(looks).filter((name) => looks[name])].join(' ');
}

/** Fetches a large form that is opened, and again after whatever has happened since: its bounds may be others. */
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
  // The board shows which spaces it takes while it is open.
  const large = opened && move.large && !aside ? whole : null;
  useLayoutEffect(() => {
    if (!large) return undefined;
    panel.store.set({ opened: { seat, step: large.step, move: { ...move, fields: large.fields } } });
    return () => panel.store.set({ opened: null });
  }, [large]);
}

/**
 * Whoever opens a form goes on in its first field, and whoever folds it up at the button that opens it.
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
 * What Python says of a form as it is filled in, asked for a little after the last change.
 * @returns {[any, boolean, () => void]} the verdict; whether the form was sent although something is missing; notes
 *   that it was
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

/** Marks on the board what is chosen in fields of spaces. */
function showOnBoard(panel, move, fields, filled) {
  const values = valuesOf(fields, filled);
  for (const { name, form } of fields) if (form.of === 'space') panel.pick(move, name, values[name]);
}

/**
 * What stands against a form. What has not been chosen yet is no mistake: it is asked for when the form is sent.
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
  // One beside its field stays until the next verdict, so that nothing moves under who is typing.
  return verdict.of === draft.filled || at.length ? { text: verdict.reason, at } : null;
}
