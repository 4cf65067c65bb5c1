import assert from 'node:assert/strict';
import test from 'node:test';
import { html } from '../../../classkit/widgets/page/basics/markup.js';

/** What stands in an element: its text, or its children as `[name, text]`. */
const inside = ({ props }) => props.textContent
  ?? [props.children].flat(Infinity).map((one) => (one?.props ? [one.type, inside(one)] : one));

/** Every text that preact would make a text node of. */
const loose = (made) => {
  if (typeof made === 'string' || typeof made === 'number') return [made];
  if (Array.isArray(made)) return made.flatMap(loose);
  return made?.props ? loose(made.props.children) : [];
};

test('an element with nothing but text gets it as one', () => {
  const made = html`<button>Go to turn ${7}${false} of ${'9'}</button>`;
  assert.deepEqual(made.props, { textContent: 'Go to turn 7 of 9' });
  assert.deepEqual(html`<p>${['a', ['b']]}</p>`.props, { textContent: 'ab' });
  assert.deepEqual(html`<p>${''}</p>`.props, { textContent: '' });
  assert.equal(html`<p>${null}</p>`.props.textContent, undefined);
  assert.deepEqual(html`<div></div>`.props, {});
});

test('a text among elements has an element of its own, and what follows keeps its place', () => {
  const made = html`<p>You said <b>${'Up'}</b>, ${2} of ${3}<i></i></p>`;
  assert.deepEqual(inside(made).slice(0, 3), [['ck-text', 'You said '], ['b', 'Up'], ['ck-text', ', 2 of 3']]);
  assert.equal([made.props.children].flat().length, 7);
  assert.deepEqual(inside(html`<p><b>a</b>${' '}<b>c</b></p>`)[1], ['ck-space', ' ']);
});

test('no text is loose: in lists, several roots, what a component is given', () => {
  const one = (name) => html`<bdi>${name}</bdi>, `;
  const Box = ({ children }) => html`<div><b></b>${children}</div>`;
  for (const made of [
    html`<p>By ${['Ada', 'Bo'].map(one)}.</p>`, html`Text<b>bold</b>`, html`<b>a</b> b`, html`only text`,
    Box({ children: ['text ', html`<i>x</i>`, 5] }), Box(html`<${Box}>Words ${1} <i>Two</i> three<//>`.props),
  ]) assert.deepEqual(loose(made), []);
});

test('a template that is drawn again is the same', () => {
  const draw = (turn) => html`<p>Turn <b>${turn}</b><i>of <u>nine</u> turns</i></p>`;
  assert.deepEqual(inside(draw(1)), inside(draw(1)));
  draw(2);
  assert.deepEqual(loose(draw(3)), []);
});

test('a text in a drawing is written into it: preact sets attributes there', () => {
  const { props, ref } = html`<text x="1">${'A'}</text>`;
  assert.deepEqual(props, { x: '1' });
  const place = { childNodes: [], textContent: '' };
  ref(place);
  assert.equal(place.textContent, 'A');
});
