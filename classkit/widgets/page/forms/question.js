/** The whole ask panel: the deciding seat, facts and answers, and how much of them the bar shows. */

import { focusedIn } from '../basics/shadow_styles.js';
import { Badge } from '../basics/badge.js';
import { Button, Words } from '../basics/controls.js';
import { setProp } from '../basics/dom.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { seatLook, seatName } from '../basics/seatlook.js';
import { widthAlone } from '../basics/stage_layout.js';
import { shorten } from '../basics/text.js';
import { useLayoutEffect, useRef } from '../preact/standalone.js';
import { draftKey, fieldsOf, MoveForm } from './moveform.js';
import {
  Asides, asideOccasion, besides, briefNote, DEFAULT, headline, isSeat, named, offerKey, unseenWords, Waiting,
  waitingWords, WHO_ROOM,
} from './panel.js';
import { PhoneWaiting } from './phone_waiting.js';
import {
  afterMore, BESIDE_ANSWERS, factPairs, hasForm, planOf, roomFor, rowsFit, sizeOf, wideOf,
} from './form_layout.js';

/**
 * The whole bar.
 * @param {{part: any, asks: Ask[], ask: Ask|null, mine: boolean, occasion: string, same: boolean}} props
 */
export function Question({ part, asks, ask, mine, occasion, same }) {
  const { now, fixed, shown, store, waits } = part;
  const ruler = useRef(/** @type {any} */ (null));
  const idle = Boolean(now.over) || !shown || Boolean(now.read_only);
  const offers = besides(fixed, now, shown, idle);
  const question = (part.own && shown && now.own?.question) || headline(fixed, now, ask, Boolean(shown));
  const who = isSeat(fixed, shown?.seat) ? shorten(seatName(fixed, now, shown?.seat), WHO_ROOM) : '';
  const told = toldBefore(now, ask, asks, shown);
  const width = /** @type {any} */ (part.closest('[data-width]'))?.dataset.width ?? '';
  const pairs = factPairs(told, width === 'medium' ? part.wide * BESIDE_ANSWERS : part.wide);
  const isMine = Boolean(who) && now.seen_as === shown?.seat && Boolean(part.closest('.ck-phone'));
  const moves = idle ? [] : shown?.moves ?? [];
  const own = shown && !idle ? (shown.asides ?? []).filter((aside) => !aside.barred) : [];
  const further = offers.some((offer) => offer.seat !== shown?.seat || offer.private || !own.length);
  const { room, plan, facts } = planWithin(
    (told) => roomFor(question, width, part.wide, told, part.alone || part.own), pairs,
    (room) => planOf(moves, own, further, pairs !== null || Boolean(part.frame), room));
  const { wanted, opened } = openForm(part, plan, moves, occasion, same);
  const rule = opened?.rule ?? ask?.rule ?? '';
  const law = part.law.open && part.law.rule === rule;
  const showing = {
    plan, room, law, rows: waits.map((one) => waitingWords(part, one)), opened: Boolean(opened),
    persons: shown ? !shown.bot && !part.rests : waits.some((one) => !one.bot && !one.answered),
    besides: offers.length > 0, further: further || plan.asides < own.length, wished: part.wished,
  };
  const size = sizeOf(showing);
  const title = size.large && !shown ? headline(fixed, now, ask, false, true) : question;
  const foldsUp = (move) => hasForm(move) && (plan.folds || Boolean(move.large));
  const offered = moves.filter((move) => !move.barred);
  const marks = marksOf(now, shown);
  const past = (move) => !size.large && !marks.has(move.name)
    && (move.barred ? !plan.barred : !plan.answers && offered.indexOf(move) >= plan.some);
  const first = offered[0]?.name;
  const { phoned, rests } = part;
  const openAsides = (aside) => {
    const offer = offers.find(({ seat }) => seat === shown?.seat);
    part.drafts.keep(draftKey(asideOccasion(part, shown?.seat), aside), { open: true });
    part.want({ asides: true, unfolded: offer ? [offerKey(offer)] : [] });
  };
  const waitMore = () => store.detail({ do: 'await', seat: shown?.seat });
  const more = () => {
    const mine = offers.filter((offer) => offer.seat === shown?.seat && !offer.private);
    part.want({ ...afterMore(showing, size), unfolded: size.large ? [] : mine.map(offerKey) });
    part.querySelector('.ck-besides')?.focus();
  };
  dressHost(part, plan, size, showing, offered.some((move) => !hasForm(move)));
  part.classList.toggle('ck-weighed', marks.size > 1 && !size.large);
  part.style.setProperty('--ck-of', seatLook(fixed, shown?.seat).colour);
  useMeasure(part, ruler);
  useFocusKept(part);
  useChoice(part);
  useEffectAt(part.store.local.answers, () => part.goTo());
  useEffectAt(occasion, () => scrollUp(part));
  const refused = part.refusal.asks === now.asks && part.refusal.step === now.step ? part.refusal.reason : '';
  const head = html`
    <span class=${phoned?.away ? 'ck-ask-badge ck-away' : 'ck-ask-badge'}>
      ${who && html`<${Badge} fixed=${fixed} seat=${shown?.seat} />`}
    </span>
    <p class="ck-ask-who">
      <span>${phoned ? html`<${PhoneWaiting} name=${who} wait=${phoned} more=${waitMore} />`
        : isMine ? now.own?.caption || 'You decide' : who && html`<bdi>${who}</bdi>${' '}decides`}</span>
      <button type="button" class="ck-link ck-clause" aria-expanded=${law} hidden=${!ask?.rule || Boolean(now.over)}
        aria-label=${`Rule ${rule}`} onclick=${() => part.showClause(rule)}>${rule}</button>
    </p>
    <div class="ck-ask-title"><h2 class="ck-question" tabindex="-1" title=${title}>${isolated(title)}</h2></div>
    <${Others} part=${part} idle=${idle} mine=${mine} />
    <dl class="ck-ask-facts" hidden=${!facts.length || Boolean(part.frame && now.own?.facts.length)}>
      ${facts.map(([label, value]) => html`<div key=${label}><dt>${label}</dt><dd>${value}</dd></div>`)}
    </dl>`;
  const words = html`<${Words} table=${pairs === null ? told : null} across=${!part.frame} />`;
  return html`
    ${part.frame ? part.frame({ part, head: [head, words], moves, occasion }) : head}
    <div class="ck-ask-body" inert=${rests}>
      <p class="ck-law" hidden=${!law}>${law ? part.law.words : ''}</p>
      ${part.frame ? null : words}
      <ul class="ck-waiting" hidden=${!waits.length}>
        ${waits.map((one) => html`<${Waiting} key=${one.seat} panel=${part} ask=${one} />`)}
      </ul>
      <div class="ck-answers">
        <div class="ck-moves">
          ${named(moves).map(([key, move]) => html`
            <${MoveForm} key=${key} panel=${part} move=${move} occasion=${occasion} seat=${shown?.seat ?? ''}
              folds=${foldsUp(move)} wanted=${wanted === move.name} past=${past(move)}
              first=${move.name === first && !opened} mark=${marks.get(move.name)}
              open=${(on) => part.keep(occasion, { open: on ? move.name : '' })}
              back=${opensAlone(plan, part) ? 'Hide the form' : 'All choices'} />`)}
        </div>
        ${!size.large && own.slice(0, plan.asides).map((aside) => html`
          <${Button} key=${aside.name} class="ck-plain ck-aside" run=${() => openAsides(aside)}>${aside.label} …<//>`)}
        <button type="button" key=${occasion} class="ck-plain ck-besides" aria-expanded=${size.expanded}
          hidden=${!size.more} onclick=${more}>${size.more}</button>
        <p class="ck-hint ck-unseen">${refused ? '' : unseenWords(waits)}</p>
      </div>
      <p class="ck-refused" role="alert">${refused}</p>
      <div class="ck-also-list" hidden=${!size.asides}>
        ${size.asides && offers.map((offer) => html`<${Asides} key=${offerKey(offer)} panel=${part} offer=${offer} />`)}
      </div>
    </div>
    <span class="ck-ruler" aria-hidden="true" ref=${ruler}></span>`;
}

/**
 * Decide what the bar shows; facts are dropped if the answers need their line.
 * @param {(told: boolean) => import('./form_layout.js').Room} roomWith
 * @param {[string, string][]|null} facts
 * @param {(room: import('./form_layout.js').Room) => import('./form_layout.js').Plan} planIn
 */
function planWithin(roomWith, facts, planIn) {
  const rooms = facts?.length ? [roomWith(true), roomWith(false)] : [roomWith(false)];
  const plans = rooms.map(planIn);
  const [first, other = first] = plans;
  const better = (!other.folds && first.folds) || (other.answers && !first.answers) || (!other.lean && first.lean);
  return better ? { room: rooms[1], plan: other, facts: [] } : { room: rooms[0], plan: first, facts: facts ?? [] };
}

/**
 * Results of the compared answers, if they belong to this question.
 * @param {Now} now
 * @param {Ask|null} shown
 * @returns {Map<string, AnswerMark>}
 */
function marksOf({ moves }, shown) {
  const fits = shown && moves.state === 'done' && !moves.stale && moves.seat === shown.seat;
  return new Map(fits ? (moves.marks ?? []).map((mark) => [mark.move, mark]) : []);
}

/** Select list for the bot, and button to close the curtain. */
function Others({ part, idle, mine }) {
  const { now, fixed, shown, waits, bot, store } = part;
  const byHand = shown?.kind === 'roll' || shown?.kind === 'draw';
  const secret = waits.some((ask) => !ask.answered && ask.kind !== 'draw');
  const decides = (!idle && !byHand) || (secret && !now.over && !now.read_only);
  const words = bot === DEFAULT ? 'Take the default'
    : shown || waits.length < 2 ? 'Let the bot decide' : 'Let bots decide for all';
  return html`
    <div class="ck-ask-others">
      <span class="ck-pair" hidden=${!decides}>
        <select class="ck-select" aria-label="Which bot decides" value=${bot}
          oninput=${(event) => {
            part.chosenBot = { occasion: part.occasion(), bot: event.target.value };
            part.draw();
          }}>
          ${(fixed.bots ?? []).map((one) => html`
            <option key=${one.id} value=${one.id} title=${one.idea}>${one.label}</option>`)}
          <option key=${DEFAULT} value=${DEFAULT}>
            ${shown?.default ? `Default: ${shown.default}` : 'The default'}
          </option>
        </select>
        <${Button} class="ck-link ck-bot-go" run=${() => (shown ? part.letBot(shown) : part.letBots())}>${words}<//>
      </span>
      <${Button} class="ck-quiet" hidden=${!mine} run=${() => store.set({ openSeat: null, looked: null })}>
        Hide again
      <//>
    </div>`;
}

/** Text to read before answering. The note describes the question, so it is omitted if the question is visible. */
function toldBefore(now, ask, asks, shown) {
  const facts = ask?.facts ?? (ask?.kind === 'sealed' ? asks[0]?.facts : null);
  const note = shown || briefNote(facts) ? '' : facts?.note ?? '';
  return facts && !now.over && (facts.columns.length || note) ? { ...facts, note } : null;
}

/** Whether the only form of a person is opened automatically. */
const opensAlone = (plan, { shown, rests }) => plan.single && !shown?.bot && !rests;

/**
 * Return the open form: the opened one, the only one, or the focused one that no longer fits.
 * @returns {{wanted: string, opened: Move|null}} `opened` once its fields are known
 */
function openForm(part, plan, answers, occasion, same) {
  const at = /** @type {any} */ (same && focusedIn(part)?.closest('.ck-answers .ck-fields')?.parentElement);
  const held = at && part.contains(at) && plan.folds ? at.dataset.move : undefined;
  const alone = opensAlone(plan, part) ? answers.find(hasForm)?.name ?? '' : '';
  if (held && part.drafts.get(occasion)?.open === undefined) part.drafts.keep(occasion, { open: held });
  const wanted = part.drafts.get(occasion)?.open ?? alone;
  const move = answers.find((one) => one.name === wanted && hasForm(one) && (plan.folds || one.large));
  return { wanted, opened: move && fieldsOf(move, part.drafts.get(draftKey(occasion, move))) ? move : null };
}

/** Set the size of the bar for the table and the styles. */
function dressHost(part, plan, { large, all, opened, asides }, { rows, room }, short) {
  setProp(part, 'data-form', large ? 'form' : 'bar');
  part.closest('.ck-stage')?.classList.toggle('ck-formed', large);
  part.classList.toggle('ck-whole', all || large);
  part.classList.toggle('ck-lean', plan.lean && !large);
  part.classList.toggle('ck-one-open', opened);
  part.classList.toggle('ck-alone-open', opened && plan.single);
  part.classList.toggle('ck-short-too', opened && plan.single && short);
  part.classList.toggle('ck-asides-open', asides);
  part.classList.toggle('ck-rows-fill', !rowsFit(rows, { ...room, lines: room.lines - 1 }));
  part.classList.toggle('ck-long-asked', Boolean(room.long));
  part.classList.toggle('ck-offline', Boolean(part.store.local.offline));
}

/** Run an effect when a value changes, but not initially. */
function useEffectAt(value, run) {
  const before = useRef(value);
  useLayoutEffect(() => {
    if (before.current === value) return;
    before.current = value;
    run();
  });
}

/**
 * Measure with a ResizeObserver, so that a step never forces a layout. The width of a form is not used.
 */
function useMeasure(part, ruler) {
  useLayoutEffect(() => {
    const body = part.querySelector('.ck-ask-body');
    const sizes = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        if (target === ruler.current) part.em = contentRect.width / 10;
        else if (target === part) part.across = contentRect.width;
        else if (part.dataset.form === 'bar') part.body = contentRect.width;
      }
      if (part.alone) setProp(part, 'data-width', widthAlone(part.across));
      const wide = wideOf(part.body, part.em);
      if (wide === part.wide || wide <= 0) return;
      part.wide = wide;
      requestAnimationFrame(() => part.draw());
    });
    part.observe(sizes, part, body, ruler.current);
  }, []);
}

/** If the focused element was removed with its question, focus the next question, so that it is read aloud. */
function useFocusKept(part) {
  const { asks, step, over, curtain } = part.now;
  const { openSeat } = part.store.local;
  const held = part.contains(focusedIn(part));
  useLayoutEffect(() => {
    if (!held) return;
    const focus = /** @type {any} */ (focusedIn(part));
    const there = part.contains(focus) && !focus.disabled && focus.checkVisibility();
    if (!there) part.question.focus({ preventScroll: true });
  }, [asks, step, over, curtain, openSeat]);
}

/** A space was clicked. */
function useChoice(part) {
  const { chosen } = part.store.local;
  useEffectAt(chosen, () => chosen && part.take(chosen));
}

/** Scroll to the top for a new question, but only if needed, because scrolling forces a layout. */
function scrollUp(part) {
  if (!part.scrolled) return;
  part.scrolled = false;
  for (const box of part.querySelectorAll('.ck-ask-body, .ck-fields')) box.scrollTop = 0;
}
