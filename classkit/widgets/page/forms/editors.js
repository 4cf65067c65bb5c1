/** The editors of the fields of a form: which control each is, what is filled in, and what stands against it. */

import { fewValues } from './amounts.js';

/**
 * @typedef {{node: any, kind: string, read: () => any, problem: () => string, write: (value: any) => void,
 *   renew: (field: Field) => void, keep?: () => any, bound?: (form: any) => void,
 *   narrow?: (value: any) => void, limit?: (limits: Record<string, [number, number]>) => void, find?: (at: Array<string|number>) => any, trouble?: () => Trouble|null}} Editor
 * @typedef {{node: any, text: string, missing: boolean}} Trouble
 * @typedef {(field: Field, changed: () => void) => Editor} Make
 */

/** Up to this many options stand side by side; more go into a list. */
const SIDE_BY_SIDE = 5;

/** Which control a form asks for. An editor serves every form of its kind. */
export function editorKind(form) {
  if (form.kind === 'amount') return fewValues(form) ? 'few' : 'amount';
  // Ways are shown for what is pointed at, which a list that is folded up cannot tell.
  if (form.kind === 'one_of') return form.options.length <= SIDE_BY_SIDE ? 'radio' : form.ways ? 'options' : 'select';
  if (form.kind === 'bundle') return `bundle(${form.fields.map((field) => `${field.name}:${editorKind(field.form)}`).join(',')})`;
  if (form.kind === 'list_of') return `list(${editorKind(form.form)})`;
  return form.kind;
}

/** Editors in which nothing may be chosen yet. */
const CHOICES = ['radio', 'few', 'select'];

/**
 * The first thing in an editor that cannot be sent, and where it is.
 * @returns {Trouble|null}
 */
export function troubleOf(editor) {
  if (editor.trouble) return editor.trouble();
  const text = editor.problem();
  return text ? { node: editor.node, text, missing: CHOICES.includes(editor.kind) && editor.read() === undefined } : null;
}

/** What is in an editor, also where it cannot be sent yet, in a form that it can be given back. */
export function keptIn(editor) {
  return editor.keep ? editor.keep() : editor.read();
}

/**
 * The node of a part of an editor; of the nearest one around it where there is none.
 * @param {Array<string|number>} at names of parts, numbers of rows
 */
export function placeIn(editor, at) {
  return at.length && editor.find ? editor.find(at) : editor.node;
}

/** The editors of the fields of a form, by the names of these. */
export class Editors {
  /** @type {Map<string, Editor>} */
  all = new Map();
  /** Those that are left out for now. */
  left = new Set();

  constructor(make, changed) {
    this.make = make;
    this.changed = changed;
  }

  /** Brings them up to these fields; where a field asks for another control now, its editor is another. */
  renew(fields) {
    const known = this.all;
    this.all = new Map(fields.map((field) => {
      const editor = known.get(field.name);
      if (editor?.kind !== editorKind(field.form)) return [field.name, this.make(field, this.changed)];
      editor.renew(field);
      return [field.name, editor];
    }));
  }

  get shown() { return [...this.all].filter(([name]) => !this.left.has(name)); }

  read() { return Object.fromEntries(this.shown.map(([name, editor]) => [name, editor.read()])); }

  keep() { return Object.fromEntries(this.shown.map(([name, editor]) => [name, keptIn(editor)])); }

  /** The first thing that cannot be sent, with the name of its field. */
  trouble() {
    for (const [name, editor] of this.shown) {
      const trouble = troubleOf(editor);
      if (trouble) return { ...trouble, name };
    }
    return null;
  }

  /**
   * The node of a part, if it is shown.
   * @param {Array<string|number>} at
   */
  find([name, ...rest]) {
    const editor = this.left.has(String(name)) ? null : this.all.get(String(name));
    return editor ? placeIn(editor, rest) : null;
  }
}
