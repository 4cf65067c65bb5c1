/** One move as people meet it: a button, or a small form with a button, or greyed with the reason. */

import { h, setProp, setText, show } from './dom.js';
import { editorKind, makeEditor } from './fields.js';

/**
 * @typedef {import('./types.js').Move} Move
 * @typedef {{send: (move: Move, values: Record<string, any>) => void, check: (move: Move, values: Record<string, any>) => Promise<string|null>,
 *   picked: (move: Move, field: string, value: any) => void}} Hands
 */

/** After the last change a form waits this long before it asks whether it is allowed. */
const CHECK_AFTER = 250;

export class MoveForm {
  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
    /** @type {Map<string, import('./fields.js').Editor>} */
    this.editors = new Map();
    this.fields = h('div', { class: 'ck-fields' });
    this.button = h('button', { type: 'submit', class: 'ck-do' });
    this.reason = h('p', { class: 'ck-reason', role: 'status' });
    this.node = h('form', { class: 'ck-move', novalidate: true }, this.fields, this.button, this.reason);
    this.node.addEventListener('submit', (/** @type {Event} */ event) => { event.preventDefault(); this.submit(); });
    this.node.form = this;
    this.known = '';
    this.timer = 0;
    /** @type {any} */
    this.move = null;
  }

  /**
   * @param {Move} move
   * @param {string} occasion changes when another question is asked
   */
  update(move, occasion) {
    const known = JSON.stringify([occasion, move]);
    if (this.known === known) return;
    this.known = known;
    this.move = move;
    setText(this.button, move.label);
    setText(this.reason, move.barred ?? '');
    this.button.disabled = Boolean(move.barred);
    this.node.classList.toggle('ck-barred', Boolean(move.barred));
    const shown = move.barred ? [] : move.fields;
    this.node.classList.toggle('ck-simple', !shown.length && !move.barred);
    setProp(this.node, 'data-move', move.name);
    this.node.classList.toggle('ck-nested', shown.some((field) => field.form.kind === 'bundle'));
    this.updateFields(shown);
  }

  /** @param {import('./types.js').Field[]} fields */
  updateFields(fields) {
    const names = fields.map((field) => `${field.name}|${editorKind(field.form)}`);
    for (const [name, editor] of this.editors) {
      if (names.includes(name)) continue;
      editor.node.remove();
      this.editors.delete(name);
    }
    fields.forEach((field, index) => {
      const known = this.editors.get(names[index]);
      if (known) known.renew(field);
      else this.editors.set(names[index], makeEditor(field, () => this.changed()));
      const node = this.editors.get(names[index])?.node;
      if (this.fields.children[index] !== node) this.fields.insertBefore(node, this.fields.children[index] ?? null);
    });
    show(this.fields, fields.length > 0);
  }

  /** @returns {Record<string, any>} */
  values() {
    return Object.fromEntries([...this.editors].map(([name, editor]) => [name.slice(0, name.indexOf('|')), editor.read()]));
  }

  problem() {
    return [...this.editors.values()].map((editor) => editor.problem()).find(Boolean) ?? '';
  }

  changed() {
    const problem = this.problem();
    setText(this.reason, problem);
    for (const field of this.move.fields) {
      if (field.form.of === 'space') this.hands.picked(this.move, field.name, this.values()[field.name]);
    }
    clearTimeout(this.timer);
    if (problem) return;
    const complex = this.move.fields.length > 1 || this.move.fields.some((/** @type {any} */ field) => ['bundle', 'list_of'].includes(field.form.kind));
    if (complex) this.timer = /** @type {any} */ (setTimeout(() => this.check(), CHECK_AFTER));
  }

  /** Asks Python whether a form with several fields would be allowed, before it is sent. */
  async check() {
    const known = this.known;
    const values = this.values();
    const reason = await this.hands.check(this.move, values);
    if (this.known === known && JSON.stringify(values) === JSON.stringify(this.values())) setText(this.reason, reason ?? '');
  }

  submit() {
    if (this.move?.barred) return;
    const problem = this.problem();
    setText(this.reason, problem);
    if (!problem) this.hands.send(this.move, this.values());
  }

  /**
   * Fills in a field from the board and goes to the button.
   * @param {string|null} field
   * @param {any} value
   * @param {boolean} many
   */
  fill(field, value, many) {
    const entry = [...this.editors].find(([name]) => name.startsWith(`${field}|`));
    if (entry) {
      const editor = entry[1];
      const now = many ? editor.read() ?? [] : null;
      editor.write(many ? (now.includes(value) ? now.filter((/** @type {any} */ one) => one !== value) : [...now, value]) : value);
      this.changed();
    }
    this.button.focus();
  }
}
