/** Ask panel: open decisions, asides, and drafts of forms. */

import { Badge } from '../basics/badge.js';
import { Button } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { seatName } from '../basics/seatlook.js';
import { listNames, shorten } from '../basics/text.js';
import { useLayoutEffect, useState } from '../preact/standalone.js';
import { draftKey, MoveForm } from './moveform.js';
import { hasForm } from './form_layout.js';

/**
 * Give each move a unique name, so that a form keeps its state when it moves among the answers.
 * @param {Move[]} moves
 * @returns {Array<[string, Move]>}
 */
export function named(moves) {
  return moves.map((move, index) => [
    `${move.name}.${moves.slice(0, index).filter(({ name }) => name === move.name).length}`, move,
  ]);
}

/** Option in the list of bots: the default answer of the rules. */
export const DEFAULT = '=default';

/** Key of a seat's asides. @param {{seat: string, private?: boolean}} offer */
export const offerKey = ({ seat, private: secret }) => `${seat}${secret ? '.private' : ''}`;

// --- Drafts of forms that have not been sent, kept while the question is open. Pure.

/** Maximum number of drafts; the oldest is dropped. */
const MOST = 60;

/**
 * Keyed by question: which of its forms is open. Keyed by question and move: its values (`filled`), whether it was
 * `sent`, whether it is `open`, and the `whole` of a large form.
 */
export class Drafts extends Map {
  /** @param {Record<string, any>} change the changed properties */
  keep(key, change) {
    const draft = { ...this.get(key), ...change };
    this.delete(key);
    this.set(key, draft);
    if (this.size > MOST) this.delete(this.keys().next().value);
  }
}

// --- Headline of the ask panel, and rows of seats that answer in secret.

/**
 * @param {Ask|null} ask the question
 * @param {boolean} shown whether it is visible, not behind a curtain
 * @param {boolean} [below] whether a long note is shown in full below the question
 */
export function headline(fixed, now, ask, shown, below = false) {
  const asks = now.asks ?? [];
  if (now.over) return overWords(fixed, now);
  if (!ask) return asks.length ? '' : elsewhere(now) || 'Nothing to decide now. Press Step to go on.';
  if (shown) return ask.question;
  if (ask.kind !== 'sealed') return secretWords(ask, isSeat(fixed, ask.seat) ? seatName(fixed, now, ask.seat) : '');
  const missing = asks.filter((one) => !one.answered).length;
  const come = `Secret answers: ${missing} of ${asks.length} still to come.`;
  const facts = asks[0]?.facts;
  return [below ? briefNote(facts) : begun(facts?.note ?? ''), come].filter(Boolean).join(' ');
}

/** Return who decides on another page, or empty. */
function elsewhere(now) {
  const movers = Object.values(now.seats ?? {}).filter((seat) => seat.mover && seat.who === 'person');
  const names = movers.map(({ name }) => name);
  return names.length ? `${listNames(names)} decide${names.length > 1 ? '' : 's'}, unseen by the others.` : '';
}

/** Maximum length of a note in the question; longer notes are below it. */
const BRIEF = 75;

/**
 * Return the public note of a secret question, if it is short.
 * @param {FactTable|null|undefined} facts
 */
export function briefNote(facts) {
  const note = facts?.note ?? '';
  return note.length <= BRIEF ? note : '';
}

/** The beginning of a long note, which is shown in full below the question. */
const begun = (note) => (note.length <= BRIEF ? note : `${note.slice(0, BRIEF - 2).trimEnd()} …`);

function overWords(fixed, now) {
  const winners = (now.winners ?? []).map((seat) => seatName(fixed, now, seat));
  const names = winners.length ? winners : ['Nobody'];
  const story = `The match is over. ${now.over ?? ''}`;
  if (!now.end || names.some((name) => story.includes(name))) return story; // covered, so it does not name a winner
  const won = names.length > 1 ? `${listNames(names)} share the win.` : `${names[0]} has won.`;
  return `${story} ${won}`;
}

/**
 * The text about a question behind a curtain.
 * @param {string} name of its seat; none for the dealer
 */
function secretWords(ask, name) {
  if (ask.kind === 'draw') return name ? `${name} draws, unseen by the others.` : 'Something is drawn face-down.';
  return `${shorten(name, WHO_ROOM)} decides, unseen by the others.`;
}

/**
 * The seat of the only person who must decide here; empty if Step can do something else.
 * @param {Now} now
 */
export function awaitedSeat({ asks, over, read_only: locked, timeline }) {
  const [only, more] = asks ?? [];
  const waits = only && !more && only.kind === 'decision' && !only.bot && !only.answered && !only.closed;
  return waits && !over && !locked && !timeline.can_redo ? only.seat : '';
}

/** Whether this is a seat, and not the dealer or nobody. */
export function isSeat(fixed, seat) {
  return fixed.seats.some((one) => one.id === seat);
}

// --- Rows of seats that answer in secret: who has answered, and a button to one's own choices.

/** @param {{panel: any, ask: Ask}} props */
export function Waiting({ panel, ask }) {
  const { fixed, store } = panel;
  const name = nameIn(panel, ask);
  const open = !ask.answered && !panel.now.read_only;
  const looks = open && !ask.shut;
  const hands = open && ask.kind !== 'draw';
  const withdraws = ask.answered && !panel.now.read_only;
  // The bar does not fit both, so the button has only the name, and one button lets bots answer for all.
  return html`
    <li class=${`ck-waiting-row${looks ? ' ck-says-who' : ''}${looks || hands || withdraws ? ' ck-has-button' : ''}`}>
      ${isSeat(fixed, ask.seat) && html`<${Badge} fixed=${fixed} seat=${ask.seat} />`}
      <span class="ck-waiting-name">${name}</span>
      <span class="ck-waiting-state">
        ${ask.answered ? 'has answered' : ask.shut ? 'a bot, whose choices stay hidden' : 'still to answer'}
      </span>
      <${Button} class="ck-main" hidden=${!looks} run=${() => panel.look(ask)}
        aria-label=${ask.kind === 'draw' ? undefined : `${whoWords(name)}: ${OPENS}`}>
        ${ask.kind === 'draw' ? DRAWS : html`
          <span class="ck-opens-who">${whoWords(name)}</span><span class="ck-opens">${OPENS}</span>`}
      <//>
      <${Button} class="ck-quiet ck-row-bot" hidden=${!hands} run=${() => panel.letBot(ask)}>
        Let the bot decide
      <//>
      <${Button} class="ck-quiet" hidden=${!withdraws} run=${() => store.act({ do: 'withdraw', seat: ask.seat })}>
        Withdraw
      <//>
    </li>`;
}

/**
 * Return why no answers are shown, if there are no rows.
 * @param {Ask[]} asks the asks answered in secret
 */
export function unseenWords(asks) {
  if (!asks.length || asks[0].kind !== 'sealed') return '';
  const bots = asks.every((ask) => ask.bot) ? ' Step lets the bots answer.' : '';
  return `Everyone answers in secret, and all answers are revealed together.${bots}`;
}

function nameIn(panel, ask) {
  return isSeat(panel.fixed, ask.seat) ? seatName(panel.fixed, panel.now, ask.seat) : 'The dealer';
}

/** Maximum width of a name in a button, in units of the font size. */
const NAME_ROOM = 11;

/** Maximum width of the deciding seat's name before the question; the seats above show it in full. */
export const WHO_ROOM = 15;

const DRAWS = 'Enter the draw, unseen by the others', OPENS = 'show my choices';

const whoWords = (name) => `I am ${shorten(name, NAME_ROOM)}`;

/** The texts in the row of a seat that answers in secret, in the bar. */
export function waitingWords(panel, ask) {
  const name = nameIn(panel, ask);
  if (ask.answered) return [name, 'Withdraw'];
  if (ask.shut) return [name, 'Let the bot decide'];
  return [ask.kind === 'draw' ? DRAWS : whoWords(name)];
}

// --- Asides of a seat while a decision waits; their forms are fetched when opened.

/** @typedef {{seat: string, words: string, asides: Move[], private?: boolean}} Offer */

/** Key of a seat's asides in the drafts. */
export const asideOccasion = (panel, seat) => `${panel.occasion()} aside ${seat}`;

/** @param {{panel: any, offer: Offer}} props */
export function Asides({ panel, offer }) {
  const { seat } = offer;
  const moves = useAsides(panel, offer);
  const occasion = asideOccasion(panel, seat);
  const names = offer.asides.map((aside) => aside.label).join(', ');
  return html`
    <details class="ck-also" open=${panel.isUnfolded(offer)}
      ontoggle=${(event) => panel.unfold(offer, event.target.open)}>
      <summary>
        <span>${offer.words}</span>
        <span class="ck-also-names">${names && `: ${names}`}</span>
      </summary>
      <div class="ck-moves">
        ${named(barredLast(moves)).map(([key, move]) => html`
          <${MoveForm} key=${key} panel=${panel} move=${move} occasion=${occasion} seat=${seat} aside
            folds=${hasForm(move)} wanted=${Boolean(panel.drafts.get(draftKey(occasion, move))?.open)}
            open=${(open) => openAside(panel, draftKey(occasion, move), open)} back="Close this form" />`)}
      </div>
    </details>`;
}

/** Open the form of an aside; closing it returns to the answers. */
function openAside(panel, key, open) {
  panel.keep(key, { open });
  if (!open) panel.want({ asides: false, all: false });
}

const barredLast = (moves) => [...moves].sort((a, b) => Number(Boolean(a.barred)) - Number(Boolean(b.barred)));

/**
 * The forms of a seat's asides, fetched when they are expanded and after each step.
 * @param {any} panel
 * @param {Pick<Offer, 'seat'|'private'>} offer
 * @returns {Move[]}
 */
function useAsides(panel, { seat, private: secret }) {
  const { store } = panel;
  const [known, set] = useState({ at: '', moves: /** @type {Move[]} */ ([]) });
  const open = panel.isUnfolded({ seat, private: secret });
  const at = `${panel.occasion()} ${panel.now.step}`;
  useLayoutEffect(() => {
    if (!open || known.at === at) return;
    void store.detail({ do: 'asides', seat, ...(secret ? { private: true } : {}) }).then((data) => {
      if (data && at === `${panel.occasion()} ${panel.now.step}`) set({ at, moves: data.asides });
    });
  }, [open, at]);
  // The board shows the selectable spaces.
  useLayoutEffect(() => {
    if (open && known.at === at) store.set({ asides: { seat, step: panel.now.step, moves: known.moves } });
    else if (!open && store.local.asides?.seat === seat) store.set({ asides: null });
  }, [open, known, at]);
  return known.moves;
}

/**
 * The asides of the deciding seat and of others.
 * @param {Ask|null} shown
 * @param {boolean} idle whether there is nothing to answer now
 */
export function besides(fixed, now, shown, idle) {
  const behind = now.asks?.find((one) => one.closed && one.kind === 'decision');
  const ask = now.over || now.read_only ? null : shown ?? behind ?? null;
  const asides = idle ? [] : ask?.asides ?? [];
  const words = asides.every((aside) => aside.barred) ? 'Not possible now' : 'Also possible now';
  const own = ask && asides.length ? [{ seat: ask.seat, words, asides }] : [];
  const others = (ask?.others ?? []).filter((other) => other.asides.length || other.private).map((other) => {
    const name = seatName(fixed, now, other.seat);
    const may = other.private ? `Only ${name} should look: what ${name} may also do` : `${name} may also`;
    return { ...other, words: may };
  });
  return [...own, ...others];
}
