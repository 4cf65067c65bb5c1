/** The ask panel: who is asked what, what may be done besides, and what is filled in. */

import { Badge } from '../basics/badge.js';
import { Button } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { seatName } from '../basics/seatlook.js';
import { shorten } from '../basics/text.js';
import { useLayoutEffect, useState } from '../preact/standalone.js';
import { draftKey, MoveForm } from './moveform.js';
import { hasForm } from './form_layout.js';

/**
 * Moves with a name for each: a form stays what it is when it comes to stand elsewhere among the answers.
 * @param {Move[]} moves
 * @returns {Array<[string, Move]>}
 */
export function named(moves) {
  return moves.map((move, index) => [
    `${move.name}.${moves.slice(0, index).filter(({ name }) => name === move.name).length}`, move,
  ]);
}

/** The choice beside the bots: what the rules prescribe for whoever does not answer. */
export const DEFAULT = '=default';

/** A name for what one seat may do besides. @param {{seat: string, private?: boolean}} offer */
export const offerKey = ({ seat, private: secret }) => `${seat}${secret ? '.private' : ''}`;

// --- What somebody has filled in and not sent yet: kept for as long as the same is asked. Pure.

/** So many are kept; of more, the oldest goes. */
const MOST = 60;

/**
 * By the question: which of its forms is open. By the question and the move: what is `filled` in, whether it was
 * `sent`, whether it is `open`, and the `whole` of a large form.
 */
export class Drafts extends Map {
  /** @param {Record<string, any>} change what is new about it */
  keep(key, change) {
    const draft = { ...this.get(key), ...change };
    this.delete(key);
    this.set(key, draft);
    if (this.size > MOST) this.delete(this.keys().next().value);
  }
}

// --- Who is asked what: the headline of the ask panel, and the rows of those who answer in secret.

/**
 * @param {Ask|null} ask the question that is spoken of
 * @param {boolean} shown whether it is open, and not behind a curtain
 * @param {boolean} [below] whether a long note stands whole below the question
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

/** Says who decides on a page of their own, where the question is not put on this one; empty where nobody does. */
function elsewhere(now) {
  const movers = Object.values(now.seats ?? {}).filter((seat) => seat.mover && seat.who === 'person');
  const names = movers.map(({ name }) => name);
  return names.length ? `${names.join(' and ')} decide${names.length > 1 ? '' : 's'}, unseen by the others.` : '';
}

/** A note of so many letters stands in the question; a longer one below it. */
const BRIEF = 75;

/**
 * What everybody may know of a question that is answered in secret, where it is short.
 * @param {FactTable|null|undefined} facts
 */
export function briefNote(facts) {
  const note = facts?.note ?? '';
  return note.length <= BRIEF ? note : '';
}

/** The beginning of a long note, which stands whole below the question. */
const begun = (note) => (note.length <= BRIEF ? note : `${note.slice(0, BRIEF - 2).trimEnd()} …`);

function overWords(fixed, now) {
  const winners = (now.winners ?? []).map((seat) => seatName(fixed, now, seat));
  const names = winners.length ? winners : ['Nobody'];
  const story = `The match is over. ${now.over ?? ''}`;
  if (!now.end || names.some((name) => story.includes(name))) return story; // covered, it tells no winner
  const won = names.length > 1 ? `${names.join(' and ')} share the win.` : `${names[0]} has won.`;
  return `${story} ${won}`;
}

/**
 * What is said of a question that stays behind a curtain.
 * @param {string} name of its seat; none for the dealer
 */
function secretWords(ask, name) {
  if (ask.kind === 'draw') return name ? `${name} draws, unseen by the others.` : 'Something is drawn face-down.';
  return `${shorten(name, WHO_ROOM)} decides, unseen by the others.`;
}

/**
 * The seat of the one person who is asked here; empty while Step has something else to do.
 * @param {Now} now
 */
export function awaitedSeat({ asks, over, read_only: locked, timeline }) {
  const [only, more] = asks ?? [];
  const waits = only && !more && only.kind === 'decision' && !only.bot && !only.answered && !only.closed;
  return waits && !over && !locked && !timeline.can_redo ? only.seat : '';
}

/** Whether it is a seat, and not nobody or the dealer. */
export function isSeat(fixed, seat) {
  return fixed.seats.some((one) => one.id === seat);
}

// --- The rows of those who are to answer in secret: who has answered, and a way to one's own choices.

/** @param {{panel: any, ask: Ask}} props */
export function Waiting({ panel, ask }) {
  const { fixed, store } = panel;
  const name = nameIn(panel, ask);
  const open = !ask.answered && !panel.now.read_only;
  const looks = open && !ask.shut;
  const hands = open && ask.kind !== 'draw';
  const withdraws = ask.answered && !panel.now.read_only;
  // The bar has no room for both: there the button has the name alone, and one button lets bots answer for all.
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
 * Says why no answers are shown where nobody's row is.
 * @param {Ask[]} asks those who answer in secret
 */
export function unseenWords(asks) {
  if (!asks.length || asks[0].kind !== 'sealed') return '';
  const bots = asks.every((ask) => ask.bot) ? ' Step lets the bots answer.' : '';
  return `Everyone answers in secret, and all answers are revealed together.${bots}`;
}

function nameIn(panel, ask) {
  return isSeat(panel.fixed, ask.seat) ? seatName(panel.fixed, panel.now, ask.seat) : 'The dealer';
}

/** A long name is cut short before the words of its button are; units of the type. */
const NAME_ROOM = 11;

/** The width of the name of who decides, before the question; the seats above have it whole. */
export const WHO_ROOM = 15;

const DRAWS = 'Enter the draw, unseen by the others', OPENS = 'show my choices';

const whoWords = (name) => `I am ${shorten(name, NAME_ROOM)}`;

/** What stands in the row of somebody who answers in secret, as the bar would show it. */
export function waitingWords(panel, ask) {
  const name = nameIn(panel, ask);
  if (ask.answered) return [name, 'Withdraw'];
  if (ask.shut) return [name, 'Let the bot decide'];
  return [ask.kind === 'draw' ? DRAWS : whoWords(name)];
}

// --- What a seat may do besides while a decision waits; the forms are fetched when somebody opens them.

/** @typedef {{seat: string, words: string, asides: Move[], private?: boolean}} Offer */

/** Under what the forms of a seat are kept among the drafts. */
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

/** Opens the form of what may be done besides; closed, it leads back to the answers. */
function openAside(panel, key, open) {
  panel.keep(key, { open });
  if (!open) panel.want({ asides: false, all: false });
}

const barredLast = (moves) => [...moves].sort((a, b) => Number(Boolean(a.barred)) - Number(Boolean(b.barred)));

/**
 * The forms of what a seat may do besides, fetched when they are unfolded and after each step.
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
  // The board shows which spaces they take.
  useLayoutEffect(() => {
    if (open && known.at === at) store.set({ asides: { seat, step: panel.now.step, moves: known.moves } });
    else if (!open && store.local.asides?.seat === seat) store.set({ asides: null });
  }, [open, known, at]);
  return known.moves;
}

/**
 * What may be done besides, by the seat that decides and by others.
 * @param {Ask|null} shown
 * @param {boolean} idle whether nothing may be answered now
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
