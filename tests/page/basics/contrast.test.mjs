import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { SEAT_LOOKS, SEAT_SHAPES } from '../../../classkit/widgets/page/basics/seatlook.js';

const styles = new URL('../../../classkit/widgets/page/styles/', import.meta.url);
const read = (name) => readFileSync(new URL(name, styles), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const css = read('tokens.css');

/** The declarations of all style sheets, rule by rule. */
const rules = readdirSync(styles).filter((name) => name.endsWith('.css'))
  .flatMap((name) => [...read(name).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({ where: `${name}: ${selector.trim()}`, body })));

/** What a rule sets a property to, the last time. */
function set(body, property) {
  return [...body.matchAll(new RegExp(`(?<![\\w-])${property}:\\s*([^;]+)`, 'g'))].at(-1)?.[1].trim();
}

/** The variable that a value is, without its prefix. */
function variable(value) {
  return /^var\(--ck-([\w-]+)\)$/.exec(value ?? '')?.[1];
}

/** The variables of a theme at some heat: those of .classkit, then its own; each with the value that it stands for. */
function theme(name, heat = '') {
  const blocks = [...css.matchAll(/\.classkit([^{,]*)(?:,\s*\.ck-stage\s*)?\{([^}]*)\}/g)];
  const ofTheme = (selector) => selector.includes(':not([data-theme="dark"])') ? name !== 'dark' : !selector.includes('data-theme') || selector.includes(`data-theme="${name}"`);
  const ofHeat = (selector) => !selector.includes('data-heat') || selector.includes(`data-heat="${heat}"`);
  const wanted = blocks.filter(([, selector]) => ofTheme(selector) && ofHeat(selector));
  const found = Object.fromEntries(wanted.flatMap(([, , body]) => [...body.matchAll(/--ck-([\w-]+):\s*([^;]+);/g)].map(([, key, value]) => [key, value.trim()])));
  const real = (value) => (variable(value) ? real(found[variable(value)]) : value);
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, real(value)]));
}

/** The colours of the lines of seats in a theme, by their letters. */
function lines(name) {
  const blocks = [...css.matchAll(/\.classkit([^{,]*)\{([^}]*)\}/g)].filter(([, selector]) => !selector.includes('data-theme') || selector.includes(`data-theme="${name}"`));
  return Object.fromEntries(blocks.flatMap(([, , body]) => [...body.matchAll(/--seat-([a-h])-line:\s*(#\w+);/g)].map(([, seat, value]) => [seat, value])));
}

/** Relative luminance, WCAG 2.1. */
function luminance(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, two) {
  const [light, dark] = [luminance(one), luminance(two)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** A colour laid over another, as the tint of an owner over the field of a space. */
function over(top, under, share) {
  const mix = (at) => Math.round(Number.parseInt(top.slice(at, at + 2), 16) * share + Number.parseInt(under.slice(at, at + 2), 16) * (1 - share));
  return `#${[1, 3, 5].map((at) => mix(at).toString(16).padStart(2, '0')).join('')}`;
}

test('the measure agrees with known values', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.ok(Math.abs(contrast('#777777', '#ffffff') - 4.48) < 0.01);
});

for (const name of ['light', 'dark', 'projector']) {
  const colour = theme(name);

  test(`${name}: text reaches 4.5 to 1 wherever it stands`, () => {
    const pairs = [
      ...['ink', 'soft', 'warn'].flatMap((ink) => ['panel', 'ground', 'raised'].map((under) => [ink, under])),
      ...['inflation', 'treasury'].map((ink) => [ink, 'panel']), ['act-ink', 'act'], ['ink', 'act-soft'], ['soft', 'act-soft'],
      ['ink', 'accent-soft'], ['ink', 'hover'], ['soft', 'hover'], ['soft', 'accent-soft'], ['accent-ink', 'accent'], ['warn', 'warn-soft'], ['soft', 'board-ground'], ['ink', 'board-ground'], ['marker-ink', 'marker'], ['panel', 'inflation'],
      ...['band-ink', 'band-soft', 'band-hot'].map((ink) => [ink, 'band']), ...['first', 'second', 'third'].map((place) => ['place-ink', place]),
      ...[0, 1, 2, 3, 4].map((heat) => ['ink', `heat-${heat}`]), ['act-ink', 'warn'],
    ];
    for (const [ink, under] of pairs) assert.ok(contrast(colour[ink], colour[under]) >= 4.5, `${ink} on ${under}: ${contrast(colour[ink], colour[under]).toFixed(2)}`);
  });

  test(`${name}: text can be read in the room and on the felt, however hot prices are`, () => {
    for (const heat of ['0', '1', '2', '3', '4']) {
      const hot = theme(name, heat);
      for (const under of ['tint', 'felt']) for (const ink of ['ink', 'soft']) assert.ok(contrast(hot[ink], hot[under]) >= 4.5, `heat ${heat}: ${ink} on ${under}: ${contrast(hot[ink], hot[under]).toFixed(2)}`);
    }
  });

  test(`${name}: a rule that sets ink and ground sets them 4.5 to 1 apart`, () => {
    const both = rules.map(({ where, body }) => [where, variable(set(body, 'color')), variable(set(body, 'background') ?? set(body, 'background-color'))])
      .filter(([, ink, under]) => ink && under);
    assert.ok(both.length >= 6);
    for (const [where, ink, under] of both) assert.ok(contrast(colour[ink], colour[under]) >= 4.5, `${where}: ${ink} on ${under}: ${contrast(colour[ink], colour[under]).toFixed(2)}`);
  });

  test(`${name}: titles can be read on every field of the board, owned or not`, () => {
    const tones = Object.entries(colour).filter(([key]) => key.startsWith('tone-'));
    assert.ok(tones.length >= 12);
    for (const [tone, field] of tones) {
      assert.ok(contrast(colour.ink, field) >= 4.5, `ink on ${tone}`);
      for (const seat of SEAT_LOOKS) {
        for (const share of name === 'dark' ? [0.17] : [0.2, 0.5]) { // near and far; in the dark what is filled has no words
          const tinted = over(seat.colour, field, share);
          assert.ok(contrast(colour.ink, tinted) >= 4.5, `ink on ${tone} owned in ${seat.colour}: ${contrast(colour.ink, tinted).toFixed(2)}`);
        }
      }
    }
  });

  test(`${name}: borders of controls and the focus reach 3 to 1`, () => {
    for (const key of ['edge', 'focus', 'accent']) assert.ok(contrast(colour[key], colour.panel) >= 3, `${key}: ${contrast(colour[key], colour.panel).toFixed(2)}`);
    assert.ok(contrast(colour.focus, colour.ground) >= 3);
    for (const heat of ['0', '1', '2', '3', '4']) for (const key of ['edge', 'focus']) {
      const { [key]: one, tint } = theme(name, heat);
      assert.ok(contrast(one, tint) >= 3, `heat ${heat}: ${key} on the room: ${contrast(one, tint).toFixed(2)}`);
    }
  });

  test(`${name}: the line of each seat reaches 3 to 1 on its panel`, () => {
    for (const [seat, line] of Object.entries(lines(name))) assert.ok(contrast(line, colour.panel) >= 3, `${seat}: ${contrast(line, colour.panel).toFixed(2)}`);
  });
}

test('text takes its colour from the theme, and only one that is measured here', () => {
  const inks = new Set(['ink', 'soft', 'warn', 'act-ink', 'accent-ink', 'marker-ink', 'panel', 'inflation', 'treasury', 'band-ink', 'band-soft', 'band-hot', 'place-ink']);
  const readersOwn = new Set(['inherit', 'CanvasText', 'ButtonText', 'HighlightText', 'GrayText', 'LinkText']); // forced colours
  const ofSeat = 'var(--ck-on, var(--ck-act-ink))'; // the ink for a seat's colour, measured below
  const drawn = ({ body }) => !body.includes('text-stroke'); // a star with an outline, no text
  const coloured = rules.filter(drawn).map(({ where, body }) => [where, set(body, 'color')]).filter(([, value]) => value && !readersOwn.has(value) && value !== ofSeat);
  assert.ok(coloured.length >= 20);
  for (const [where, value] of coloured) assert.ok(inks.has(variable(value)), `${where}: ${value}`);
});

test('the letter of each seat can be read on its colour', () => {
  for (const seat of SEAT_LOOKS) assert.ok(contrast(seat.ink, seat.colour) >= 4.5, seat.colour);
});

test('a print in grey tells seats apart: by shape, by dash, and by pattern, each alone', () => {
  for (const key of ['colour', 'pattern', 'dash', 'symbol']) assert.equal(new Set(SEAT_LOOKS.map((look) => look[key])).size, SEAT_LOOKS.length, key);
  assert.equal(new Set(SEAT_LOOKS.map(({ symbol }) => SEAT_SHAPES[symbol])).size, SEAT_LOOKS.length);
  assert.equal(Object.keys(lines('light')).length, SEAT_LOOKS.length);
});
