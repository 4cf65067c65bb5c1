/** `<classkit-board>`: the board, drawn only from its data. */

import { focusedIn } from '../basics/shadow_styles.js';
import { ARROWS, nearestAhead } from '../basics/arrows.js';
import { define, freshId, h, setProp, setText, show, svg } from '../basics/dom.js';
import { Pool } from '../basics/keyed_list.js';
import { Part } from '../basics/component.js';
import { patternDefs, seatLook, seatName } from '../basics/seatlook.js';
import { breadth, measureFont } from '../basics/text.js';
import { cardDefs, seenLook } from '../board/card.js';
import { drawDecor, kindWords } from '../board/decor.js';
import { isFar, READABLE } from '../board/distance.js';
import { curveOf, drawWay, linkLayers, linkWords, wayWords, wholeWay } from '../board/links.js';
import { drawPiece, placePiece, radiusOf, spread, Trail } from '../board/pieces.js';
import { drawGauge } from '../board/gauges.js';
import { drawSign, signsSeen, typeOf } from '../board/signs.js';
import { drawSpace, placeName, spaceWords, typicalSide, updateSpace } from '../board/space.js';
import { choicesOf, choiceValue, openAsks, withAsides, withOpened } from '../forms/choices.js';

/**
 * @param {number} spaces their number
 * @returns {string} hint on how to read the full text of a space on this screen
 */
function hintWords(spaces) {
  if (!spaces) return '';
  return matchMedia('(hover: none)').matches ? 'Tap a space to read about it.' : 'Point at a space to read about it.';
}

/** A piece with a different look is a different piece. */
function pieceKey(piece) {
  return `${piece.id}|${piece.shape}|${piece.seat}|${piece.label}`;
}

/** Relative change of width after which the board is redrawn, because other text is readable. */
const ALIKE = 0.08;

/** Margin around a board in pixels. */
const FELT = 8;

export class BoardPart extends Part {
  stem = freshId('pattern');
  side = 1;
  legend = [];
  /** @type {Map<string, Space>} */
  spaces = new Map();
  /** @type {Map<string, any>} */
  drawn = new Map();
  pointed = null;
  /** The last known space for the board; reading it while drawing would force a layout. */
  room = { width: 0, height: 0 };
  /** Whether the board is too small for readable names, and shows only numbers. */
  far = false;
  /** The current width of the board, and its width at the last full drawing, in pixels. */
  wide = 0;
  drawnAt = 0;

  mount() {
    this.classList.add('ck-board');
    this.sheet = h('div', { class: 'ck-sheet' });
    this.under = svg('svg', { class: 'ck-picture', role: 'img', focusable: 'false' });
    // Moving elements have a separate SVG, so that a gliding piece does not cause a layout of eighty spaces.
    this.over = svg('svg', { class: 'ck-picture ck-over', 'aria-hidden': 'true', focusable: 'false' });
    this.buttons = h('div', { class: 'ck-choices', role: 'group', 'aria-label': 'Spaces you can choose' });
    this.sheet.append(this.under, this.over, this.buttons);
    this.frame = h('div', { class: 'ck-frame' }, this.sheet);
    // Container units would also work, but take five milliseconds per step.
    this.observe(new ResizeObserver(() => {
      this.room = { width: this.frame.clientWidth, height: this.frame.clientHeight };
      this.fitSheet();
    }), this.frame);
    this.told = h('p', { class: 'ck-told', 'aria-live': 'off', id: freshId('told') });
    this.buttons.setAttribute('aria-describedby', this.told.id);
    this.buttons.addEventListener('keydown', (event) => this.walk(event));
    this.lid = h('button', {
      type: 'button',
      class: 'ck-mini',
      hidden: true,
      onclick: () => this.store.set({ covered: !this.store.local.covered }),
    });
    this.append(this.frame, this.told, this.lid);
    this.under.addEventListener('pointerover', (event) =>
      this.point(event.target.closest?.('[data-space]')?.dataset.space ?? null),
    );
    this.under.addEventListener('pointerleave', () => this.point(null));
    this.choicePool = new Pool(this.buttons, {
      key: (choice) => choice.space,
      make: (choice) => this.makeButton(choice),
      update: (node, choice) => this.updateButton(node, choice),
    });
  }

  /** Set the largest width at which the whole board fits into its frame, and its level of detail. */
  fitSheet() {
    const { width, height } = this.room;
    const plan = this.fixed.board;
    if (!width) return;
    const felt = this.closest('.ck-stage, .ck-hall-stage') ? FELT * 2 : 0;
    this.wide = Math.floor(Math.min(width - felt, ((height - felt) * plan.width) / plan.height));
    this.sheet.style.setProperty('--ck-fit', `${this.wide}px`);
    const far = isFar(plan, this.side, this.wide);
    const alike = far === this.far && Math.abs(this.wide - this.drawnAt) < this.drawnAt * ALIKE;
    if (!alike && this.drawn.size) this.drawAgain();
  }

  /** Redraw everything: at another level of detail, or with a font that has been loaded. */
  drawAgain() {
    this.drawFixed();
    this.drawNow();
  }

  /** Measure the board font, which is needed for wrapping and may have to be loaded first. */
  measure() {
    const pen = document.createElement('canvas').getContext('2d');
    if (!pen) return;
    const font = `600 100px ${getComputedStyle(this.under).fontFamily}`;
    measureFont((text) => {
      pen.font = font;
      return pen.measureText(text).width / 100;
    });
    if (this.loading || document.fonts.check(font)) return;
    this.loading = document.fonts.load(font).then(() => this.drawAgain(), () => {});
  }

  /** Draw the parts that never change in a match. */
  drawFixed() {
    const plan = this.fixed.board;
    this.measure();
    this.spaces = new Map(plan.spaces.map((space) => [space.id, space]));
    this.side = typicalSide(plan.spaces);
    this.far = isFar(plan, this.side, this.wide);
    this.drawnAt = this.wide;
    this.legend = plan.legend ?? [];
    for (const drawing of [this.under, this.over]) drawing.setAttribute('viewBox', `0 0 ${plan.width} ${plan.height}`);
    this.sheet.classList.toggle('ck-far', this.far);
    this.frame.style.setProperty('--ck-ratio', String(plan.width / plan.height));
    this.fitSheet();
    this.drawn = new Map(plan.spaces.map((space) => [space.id, drawSpace(space, this.around())]));
    this.trail = new Trail(this.spaces, this.fixed, this.side, this.far);
    this.pieces = svg('g', { class: 'ck-pieces' });
    this.signs = svg('g', { class: 'ck-signs' });
    this.gauges = svg('g', { class: 'ck-dials' });
    const links = [svg('g', { class: 'ck-links' }), svg('g', { class: 'ck-links' })];
    this.way = svg('g', { class: 'ck-way' });
    this.curves = new Map();
    this.under.replaceChildren(
      patternDefs(this.stem, this.side / 70),
      cardDefs(this.stem, this.side),
      svg('g', { class: 'ck-decor' }, ...(plan.decor ?? []).map((item) => drawDecor(item, this.around()))),
      svg('g', { class: 'ck-spaces' }, ...this.drawn.values()),
    );
    this.over.replaceChildren(...links, this.gauges, this.signs, this.trail.group, this.way, this.pieces);
    this.linkPools = linkLayers(
      this.side,
      (link) => this.curve(link),
      () => this.fixed,
    ).map((layer, at) => new Pool(links[at], layer));
    this.piecePool = new Pool(this.pieces, {
      key: pieceKey,
      make: (piece) => drawPiece(piece, this.fixed, this.side, this.around().afar),
      update: (node, piece) =>
        placePiece(node, this.places?.get(piece.id), piece, this.fixed, this.now, this.walked?.get(piece.id)),
    });
    this.signPool = new Pool(this.signs, {
      key: (sign) => sign.id,
      make: () => svg('g', { class: 'ck-sign-line' }),
      update: (node, sign) => drawSign(node, sign, this.around()),
    });
    this.gaugePool = new Pool(this.gauges, {
      key: (gauge) => gauge.id,
      make: () => svg('g'),
      update: (node, gauge) => drawGauge(node, gauge, this.around()),
    });
  }

  around() {
    return {
      fixed: this.fixed,
      now: this.now,
      legend: this.legend,
      stem: this.stem,
      side: this.side,
      least: this.fixed.board.least || this.side * 0.135,
      afar: this.far ? (READABLE * this.fixed.board.width) / this.wide : 0,
      small: this.wide ? (READABLE * this.fixed.board.width) / this.wide : 0,
      gap: this.fixed.board.least ? this.fixed.board.least * 0.08 : this.side * 0.02,
      far: this.far,
      lit: new Set(this.now?.board?.lit ?? []),
      width: this.fixed.board.width,
      covered: Boolean(this.store.local.covered),
    };
  }

  update(changed) {
    if (changed.has('fixed')) this.drawFixed();
    if (this.touches(changed, 'fixed', 'board', 'seats', 'local.covered')) this.drawNow();
    if (
      this.touches(
        changed,
        'fixed',
        'asks',
        'curtain',
        'local.openSeat',
        'local.pick',
        'local.asides',
        'local.opened',
        'local.looked',
        'read_only',
      )
    )
      this.drawChoices();
    if (changed.has('asks') && this.store.local.looking) this.store.local.looking = this.pointed = null;
    if (changed.has('local.looking')) this.pointed = this.store.local.looking ?? null;
    if (this.touches(changed, 'fixed', 'board', 'seats', 'asks', 'local.covered', 'local.looking')) this.tell();
  }

  drawNow() {
    const { looks, pieces, signs, path, links, gauges } = this.now.board;
    const around = this.around();
    for (const [id, space] of this.spaces) updateSpace(this.drawn.get(id), space, looks[id], around);
    const names = [...this.drawn].flatMap(([id, { laid }]) => (laid?.title && !this.far ? [[id, laid.title.top]] : []));
    const radius = radiusOf({ seat: 'A' }, this.fixed, this.side, around.afar);
    this.places = spread(pieces, this.spaces, radius, new Map(/** @type {any} */ (names)));
    this.walked = this.trail?.ways(pieces, path ?? []);
    this.piecePool?.keep(pieces.filter((piece) => this.places?.has(piece.id)));
    for (const piece of pieces) {
      this.piecePool?.nodes.get(pieceKey(piece))?.classList.toggle('ck-moved', piece.id === this.trail?.mover);
    }
    this.signPool?.keep(signsSeen(Object.values(signs ?? {}), around));
    this.gaugePool?.keep(gauges ?? []);
    const tied = (links ?? [])
      .filter((link) => this.spaces.has(link.source) && this.spaces.has(link.target))
      .map((link) => ({ ...link, pull: JSON.stringify([looks[link.source]?.rows, looks[link.target]?.rows]) }));
    for (const pool of this.linkPools ?? []) pool.keep(tied);
    // Face-down cards that are known here can be covered, because others may be watching.
    show(this.lid, Object.values(looks).some((look) => look.hidden && look.title));
    setText(this.lid, this.store.local.covered ? 'Show what is face-down' : 'Cover what is face-down');
    this.trail?.draw(path ?? []);
    const stood = new Set(pieces.filter((piece) => !piece.seat).map((piece) => piece.space));
    const end = path?.[path.length - 1];
    for (const [id, node] of this.drawn) node.classList.toggle('ck-stood', stood.has(id) || id === end);
    this.under.setAttribute('aria-label', this.summary());
  }

  /**
   * The curve of a link, computed once for each pair of spaces.
   * @returns {import('../board/links.js').Curve}
   */
  curve(link) {
    const key = `${link.source} ${link.target}`;
    if (!this.curves?.has(key)) {
      const { decor, spaces, width, height } = this.fixed.board;
      const written = (item, size) => ({ ...item, w: breadth(item.text) * size, h: size });
      const words = [
        ...(decor ?? []).filter((item) => item.text).map((item) => written(item, item.h || this.side * 0.36)),
        ...Object.values(this.now.board.signs ?? {})
          .filter((sign) => sign.text)
          .map((sign) => written(sign, typeOf(sign, this.around()))),
      ];
      this.curves?.set(
        key,
        curveOf(this.spaces.get(link.source), this.spaces.get(link.target), spaces, {
          side: this.side,
          width,
          height,
          words,
        }),
      );
    }
    return this.curves?.get(key);
  }

  /** @returns {string} description of the picture for screen readers */
  summary() {
    const { pieces, looks, links, gauges } = this.now.board;
    const named = (id) => placeName(this.spaces.get(id) ?? /** @type {any} */ ({ id }), this.fixed, this.now);
    const ties = (links ?? []).slice(0, 12).map((link) => `${linkWords(link, named)}. `).join('');
    /** @param {{seat?: string, label?: string, id: string}} piece */
    const called = (piece) => (piece.seat ? seatName(this.fixed, this.now, piece.seat) : piece.label || piece.id);
    const owned = Object.values(looks).filter((look) => look.owner).length;
    const where = pieces
      .slice(0, 12)
      .map((piece) => `${called(piece)} stands on ${named(piece.space)}`);
    const pictures = (gauges ?? []).map((gauge) => `${gauge.words}. `).join('');
    const all = `The board: ${this.spaces.size} spaces, ${owned} owned. `;
    const stand = where.length ? `${where.join(', ')}. ` : '';
    return `${all}${stand}${ties}${pictures}The tab “Spaces” lists them all.`;
  }

  drawChoices() {
    const { asks, curtain, read_only: readOnly } = this.now;
    const shown = openAsks(
      asks ?? [],
      curtain ?? null,
      this.store.local.openSeat ?? null,
      this.store.local.looked ?? null,
    );
    this.open = readOnly || this.looksOn
      ? []
      : withOpened(withAsides(shown, this.store.local.asides, this.now.step), this.store.local.opened, this.now.step);
    this.choices = choicesOf(this.open);
    const choices = [...this.choices.values()].filter((choice) => this.spaces.has(choice.space));
    // Tab order follows the order on the board.
    const order = [...this.spaces.keys()];
    choices.sort((a, b) => order.indexOf(a.space) - order.indexOf(b.space));
    const held = this.buttons.contains(focusedIn(this)) ? focusedIn(this) : null;
    const pointed = this.pointed !== null && this.choicePool?.nodes.has(this.pointed);
    const nodes = this.choicePool?.keep(choices) ?? [];
    // A removed choice does not report that the pointer has left it.
    if (pointed && !this.choices.has(this.pointed ?? '')) this.pointed = null;
    this.holdTab(nodes.includes(held) ? held : nodes[0]);
    show(this.buttons, choices.length > 0);
  }

  /** @param {import('../forms/choices.js').Choice} choice */
  makeButton(choice) {
    const plan = this.fixed.board;
    const space = this.spaces.get(choice.space);
    const button = h('button', { type: 'button', class: 'ck-choice' }, h('span', { class: 'ck-only-read' }));
    const at = (value, of) => `${(value / of) * 100}%`;
    button.style.left = at((space?.x ?? 0) - (space?.w ?? 0) / 2, plan.width);
    button.style.top = at((space?.y ?? 0) - (space?.h ?? 0) / 2, plan.height);
    button.style.width = at(space?.w ?? 0, plan.width);
    button.style.height = at(space?.h ?? 0, plan.height);
    if (space?.shape === 'circle') button.classList.add('ck-round');
    button.addEventListener('click', () => this.choose(button.choice));
    button.addEventListener('focus', () => this.holdTab(button));
    for (const name of ['pointerenter', 'focus']) button.addEventListener(name, () => this.point(choice.space));
    for (const name of ['pointerleave', 'blur']) button.addEventListener(name, () => this.point(null));
    return button;
  }

  /** @param {import('../forms/choices.js').Choice} choice */
  updateButton(button, choice) {
    button.choice = choice;
    setText(button.firstChild, choice.label);
    setProp(button, 'title', choice.label);
    const pick = this.store.local.pick;
    const picked =
      Boolean(pick) &&
      pick.step === this.now.step &&
      pick.move === choice.move &&
      pick.field === choice.field &&
      [].concat(pick.value).map(String).includes(choice.space);
    setProp(button, 'aria-pressed', choice.direct ? null : String(picked));
  }

  /**
   * All choices are one tab stop; arrow keys move between them.
   * @param {any} button the button that the Tab key focuses
   */
  holdTab(button) {
    for (const one of this.buttons.children) setProp(one, 'tabindex', one === button ? 0 : -1);
  }

  walk(event) {
    const direction = ARROWS[event.key];
    const here = /** @type {any} */ (event.target).choice;
    if (!direction || !here || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = /** @type {any[]} */ ([...this.buttons.children]);
    const spaces = buttons.map((button) => /** @type {any} */ (this.spaces.get(button.choice.space)));
    const next = nearestAhead(spaces, /** @type {any} */ (this.spaces.get(here.space)), direction);
    if (next) buttons[spaces.indexOf(next)].focus();
  }

  /** @param {import('../forms/choices.js').Choice} choice */
  choose(choice) {
    const value = choiceValue(this.open ?? [], choice);
    if (choice.direct) {
      this.store.act({
        do: 'answer',
        seat: choice.seat,
        move: choice.move,
        with: choice.field ? { [choice.field]: value } : {},
      });
      return;
    }
    this.store.set({ chosen: { ...choice, value, stamp: performance.now() } });
  }

  point(id) {
    if (this.pointed === id) return;
    this.pointed = id;
    this.tell();
  }

  /** Hint on a phone that a space answers or is filled in, because the question is in another tab. */
  chooseWords() {
    const [choice] = this.choices?.values() ?? [];
    if (!choice || !this.closest('classkit-phone')) return '';
    return `Tap a framed space to ${choice.direct ? 'answer' : 'choose it'}.`;
  }

  /**
   * Show the full text of the pointed space, else of the last move or its target.
   */
  tell() {
    const { path, told, looks, pieces } = this.now.board;
    const last = path?.[path.length - 1] ?? null;
    const id = this.pointed ?? (told ? null : last);
    const space = id ? this.spaces.get(id) : null;
    const look = space ? seenLook(looks[space.id], Boolean(this.store.local.covered)) : undefined;
    const choice = this.pointed ? this.choices?.get(this.pointed) : undefined;
    const said = space ? spaceWords(space, look, this.fixed, this.now) : '';
    const words = space
      ? [said, wayWords(choice, this.spaces), kindWords(space.kind, this.legend, said)].filter(Boolean).join(' · ')
      : this.chooseWords() || told || hintWords(this.spaces.size);
    const owner = look?.owner ? seatLook(this.fixed, look.owner).colour : '';
    setText(this.told, words);
    setProp(this.told, 'title', words);
    const size = words.length > 58 ? ' ck-longer' : words.length > 44 ? ' ck-long' : '';
    setProp(this.told, 'class', `ck-told${this.closest('.ck-stage') ? '' : size}`); // the line has a fixed height
    this.told.style.setProperty('--ck-seat', owner || 'transparent');
    if (this.way) drawWay(this.way, wholeWay(choice, pieces), this.spaces, this.side);
    this.classList.toggle('ck-points', Boolean(this.pointed));
    if (space && this.pointed) this.placeWords(space);
    for (const button of /** @type {any} */ (this.buttons.children))
      button.classList.toggle('ck-looked', button.choice?.space === this.pointed);
  }

  /**
   * On the stage, the text of a space is above it (or below it in the upper half), and extends towards the middle.
   * @param {Space} space
   */
  placeWords({ x, y, w, h: high }) {
    const [board, sheet] = [this.getBoundingClientRect(), this.sheet.getBoundingClientRect()];
    const unit = sheet.width / this.fixed.board.width;
    const [left, top] = [sheet.left - board.left + (x - w / 2) * unit, sheet.top - board.top + (y - high / 2) * unit];
    const isLeft = x < this.fixed.board.width / 2, isUpper = y < this.fixed.board.height / 2;
    const far = (/** @type {number} */ edge) => `${Math.max(0, edge).toFixed(1)}px`;
    this.told.style.inset = [
      isUpper ? far(top + high * unit + FELT) : 'auto', isLeft ? 'auto' : far(board.width - left - w * unit),
      isUpper ? 'auto' : far(board.height - top + FELT), isLeft ? far(left) : 'auto',
    ].join(' ');
  }
}

define('classkit-board', BoardPart);
