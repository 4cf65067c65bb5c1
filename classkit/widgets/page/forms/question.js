/** The whole ask panel as a person meets it: the question, what may be answered, and how much of that the bar shows. */

import { Badge } from '../basics/badge.js';
import { Button, Words } from '../basics/controls.js';
import { setProp } from '../basics/dom.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { seatName } from '../basics/seatlook.js';
import { widthAlone } from '../basics/stage_layout.js';
import { shorten } from '../basics/text.js';
import { useLayoutEffect, useRef } from '../preact/standalone.js';
import { draftKey, fieldsOf, MoveForm } from './moveform.js';
import {
  Asides, Barred, besides, briefNote, DEFAULT, headline, inOrder, isSeat, named, offerKey, unseenWords, Waiting,
  waitingWords, WHO_ROOM,
} from './panel.js';
import { afterMore, factsWide, hasForm, planOf, roomFor, rowWidth, sizeOf, wideOf } from './form_layout.js';

/**
 * The whole bar.
 * @param {{part: any, asks: Ask[], ask: Ask|null, mine: boolean, occasion: string, same: boolean}} props
 */
export function Question({ part, asks, ask, mine, occasion, same }) {
  const { now, fixed, shown, waits } = part;
  const ruler = useRef(/** @type {any} */ (null));
  const idle = Boolean(now.over) || !shown || Boolean(now.read_only);
  const offers = besides(fixed, now, shown, idle);
  const question = headline(fixed, now, ask, Boolean(shown));
  const who = isSeat(fixed, shown?.seat) ? shorten(seatName(fixed, now, shown?.seat), WHO_ROOM) : '';
  const told = toldBefore(now, ask, asks, shown);
  const width = /** @type {any} */ (part.closest('[data-width]'))?.dataset.width ?? '';
  const low = Boolean(part.closest('[data-low]:not([data-three])'));
  const isMine = Boolean(who) && now.seen_as === shown?.seat && Boolean(part.closest('.ck-phone'));
  const said = `${isMine ? 'You decide' : who && `${who} decides`}  ${question} Rule ${ask?.rule ?? ''}  `;
  const beside = Boolean(part.closest('[data-sight="board"]:not([data-big])'));
  const room = roomFor(said, width, low, part.wide, Boolean(told), part.alone, beside);
  const moves = idle ? [] : shown?.moves ?? [];
  const plan = planOf(moves, offers.length > 0, factsWide(told), room);
  const answers = inOrder(moves, plan.single);
  const { wanted, opened } = openForm(part, plan, answers, occasion, same);
  part.opened = opened;
  const rule = opened?.rule ?? ask?.rule ?? '';
  const law = part.law.open && part.law.rule === rule;
  const showing = {
    plan, room, width, law, rows: waits.map((one) => waitingWords(part, one)), told: Boolean(told),
    persons: shown ? !shown.bot : waits.some((one) => !one.bot && !one.answered), opened: Boolean(opened),
    own: Boolean(shown?.asides?.some((aside) => !aside.barred)),
    others: offers.some((offer) => offer.seat !== shown?.seat), offers: offers.length > 0, wished: part.wished,
  };
  const size = sizeOf(showing);
  const foldsUp = (move) => hasForm(move) && (plan.folds || Boolean(move.large));
  const offered = answers.filter((move) => !move.barred);
  const barred = plan.barred || size.large ? [] : answers.filter((move) => move.barred);
  const past = (move) => !plan.answers && !size.large && offered.indexOf(move) >= plan.some;
  const more = () => {
    const wish = afterMore(showing, size);
    const own = offers.filter((offer) => offer.seat === shown?.seat && !offer.private);
    part.want({ ...wish, unfolded: wish.asides ? own.map(offerKey) : [] });
    part.querySelector('.ck-besides')?.focus();
  };
  dressHost(part, plan, size, showing);
  useMeasure(part, ruler);
  const over = usePopover(part, size.asides);
  useFocusKept(part);
  useChoice(part);
  useEffectAt(occasion, () => scrollUp(part));
  const refused = part.refusal.asks === now.asks && part.refusal.step === now.step ? part.refusal.reason : '';
  return html`
    <div class="ck-ask-head">
      <span class="ck-ask-badge">${who && html`<${Badge} fixed=${fixed} seat=${shown?.seat} />`}</span>
      <div class="ck-ask-title">
        <span class="ck-ask-who">${isMine ? 'You decide' : who && html`<bdi>${who}</bdi>${' '}decides`}</span>
        <h2 class="ck-question" tabindex="-1">${isolated(question)}</h2>
        <button type="button" class="ck-mini ck-clause" aria-expanded=${law} hidden=${!ask?.rule || Boolean(now.over)}
          onclick=${() => part.showClause(rule)}>Rule ${rule}</button>
      </div>
      <${Others} part=${part} idle=${idle} mine=${mine} />
    </div>
    <div class="ck-ask-body">
      <p class="ck-law" hidden=${!law}>${law ? part.law.words : ''}</p>
      <${Words} table=${told} across />
      <ul class="ck-waiting" hidden=${!waits.length}>
        ${waits.map((one) => html`<${Waiting} key=${one.seat} panel=${part} ask=${one} />`)}
      </ul>
      <div class="ck-answers">
        <div class="ck-moves">
          ${named(answers).map(([key, move]) => html`
            <${MoveForm} key=${key} panel=${part} move=${move} occasion=${occasion} seat=${shown?.seat ?? ''}
              folds=${foldsUp(move)} wanted=${wanted === move.name} past=${past(move)}
              open=${(on) => part.keep(occasion, { open: on ? move.name : '' })}
              back=${opensAlone(plan, shown) ? 'Hide the form' : 'All choices'} />`)}
        </div>
        <button type="button" class="ck-quiet ck-besides" aria-expanded=${size.expanded} hidden=${!size.more}
          onclick=${more}>${size.more}</button>
        <p class="ck-hint ck-unseen">${refused ? '' : unseenWords(waits)}</p>
      </div>
      <p class="ck-refused" role="alert">${refused}</p>
      <div class="ck-also-list" popover="manual" ref=${over}>
        ${offers.map((offer) => html`<${Asides} key=${offerKey(offer)} panel=${part} offer=${offer} />`)}
        ${barred.length > 0 && html`
          <${Barred} panel=${part} moves=${barred} occasion=${occasion} seat=${shown?.seat ?? ''} />`}
      </div>
    </div>
    <span class="ck-ruler" aria-hidden="true" ref=${ruler}></span>`;
}

/** Which bot decides, and the way back behind the curtain. */
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
        <${Button} class="ck-quiet ck-bot-go" run=${() => (shown ? part.letBot(shown) : part.letBots())}>${words}<//>
      </span>
      <${Button} class="ck-quiet" hidden=${!mine} run=${() => store.set({ openSeat: null, looked: null })}>
        Hide again
      <//>
    </div>`;
}

/** What there is to read before one answers. The note tells what is asked; whoever sees the question has been told. */
function toldBefore(now, ask, asks, shown) {
  const facts = ask?.facts ?? (ask?.kind === 'sealed' ? asks[0]?.facts : null);
  const note = shown || briefNote(facts) ? '' : facts?.note ?? '';
  return facts && !now.over && (facts.columns.length || note) ? { ...facts, note } : null;
}

/** Whether the one form of a person stands open without having been asked for. */
const opensAlone = (plan, shown) => plan.single && !shown?.bot;

/**
 * Which form stands open: the one that somebody has opened, the only one, or the one that somebody is at although there
 * is no more room for it.
 * @returns {{wanted: string, opened: Move|null}} `opened` as soon as its fields are known
 */
function openForm(part, plan, answers, occasion, same) {
  const at = /** @type {any} */ (same && document.activeElement?.closest('.ck-answers .ck-fields')?.parentElement);
  const held = at && part.contains(at) && plan.folds ? at.dataset.move : undefined;
  const alone = opensAlone(plan, part.shown) ? answers.find(hasForm)?.name ?? '' : '';
  if (held && part.drafts.get(occasion)?.open === undefined) part.drafts.keep(occasion, { open: held });
  const wanted = part.drafts.get(occasion)?.open ?? alone;
  const move = answers.find((one) => one.name === wanted && hasForm(one) && (plan.folds || one.large));
  return { wanted, opened: move && fieldsOf(move, part.drafts.get(draftKey(occasion, move))) ? move : null };
}

/** Tells the table and the styles which of its sizes the bar has. */
function dressHost(part, plan, { large, all, opened }, { rows }) {
  const looks = {
    'ck-one-open': opened, 'ck-alone-open': opened && plan.single,
    'ck-dense': plan.dense && !large, 'ck-tall': plan.tall && !large, 'ck-bars': plan.barred || large,
    'ck-whole': all || large, 'ck-answerable': plan.answers || large,
  };
  setProp(part, 'data-form', large ? 'form' : 'bar');
  part.closest('.ck-body')?.classList.toggle('ck-formed', large);
  for (const [name, on] of Object.entries(looks)) part.classList.toggle(name, on);
  if (rows.length) part.style.setProperty('--ck-row', `${rowWidth(rows)}em`);
}

/** Runs when this is another value than before, and not at first. */
function useEffectAt(value, run) {
  const before = useRef(value);
  useLayoutEffect(() => {
    if (before.current === value) return;
    before.current = value;
    run();
  });
}

/** The browser tells when it has laid out the page anyway: a step never has to ask for it. */
function useMeasure(part, ruler) {
  useLayoutEffect(() => {
    const sizes = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        if (target === ruler.current) part.em = contentRect.width / 10;
        else part.across = contentRect.width;
      }
      if (part.alone) setProp(part, 'data-width', widthAlone(part.across));
      const wide = wideOf(part.across, part.em);
      if (wide === part.wide || wide <= 0) return;
      part.wide = wide;
      requestAnimationFrame(() => part.draw());
    });
    part.observe(sizes, part, ruler.current);
  }, []);
}

/** The least room for what stands over the table, and how far it keeps from its edges: pixels. */
const LEAST_OVER = 200, APART = 6;

/** What may be done besides stands over the first chart: answers and second chart stay; a form has more room. */
function usePopover(part, open) {
  const node = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    const over = node.current;
    if (over.matches(':popover-open') !== open) over.togglePopover(open);
    if (!open) return undefined;
    const place = () => placeOver(over, part);
    place();
    for (const name of ['scroll', 'resize']) addEventListener(name, place, { capture: true, passive: true });
    return () => { for (const name of ['scroll', 'resize']) removeEventListener(name, place, { capture: true }); };
  });
  return node;
}

/** Places a box above the tabs, or above the bar; below the bar where there is no room above. */
function placeOver(over, part) {
  const bar = part.getBoundingClientRect();
  const tabs = part.closest('.ck-table')?.querySelector('.ck-tabs')?.getBoundingClientRect();
  const clear = tabs?.height && tabs.top > LEAST_OVER && tabs.bottom <= bar.top + APART;
  const list = clear && !over.querySelector('.ck-opened');
  const end = list ? tabs.top : bar.top;
  const above = end > LEAST_OVER;
  Object.assign(over.style, {
    left: `${bar.left}px`, width: `${bar.width}px`,
    top: above ? 'auto' : `${bar.bottom + APART}px`, bottom: above ? `${innerHeight - end + APART}px` : 'auto',
    maxHeight: `${(above ? end : innerHeight - bar.bottom) - 2 * APART}px`,
  });
}

/** What had the focus may be gone with its question: then the next question has it, and is read aloud. */
function useFocusKept(part) {
  const { asks, step, over, curtain } = part.now;
  const { openSeat } = part.store.local;
  const held = part.contains(document.activeElement);
  useLayoutEffect(() => {
    if (!held) return;
    const focus = /** @type {any} */ (document.activeElement);
    const there = part.contains(focus) && !focus.disabled && focus.checkVisibility();
    if (!there) part.question.focus({ preventScroll: true });
  }, [asks, step, over, curtain, openSeat]);
}

/** A space was clicked. */
function useChoice(part) {
  const { chosen } = part.store.local;
  useEffectAt(chosen, () => chosen && part.take(chosen));
}

/** Another question begins at its beginning. Asked for in vain, this would lay out the whole table at each step. */
function scrollUp(part) {
  if (!part.scrolled) return;
  part.scrolled = false;
  for (const box of part.querySelectorAll('.ck-ask-body, .ck-fields')) box.scrollTop = 0;
}
