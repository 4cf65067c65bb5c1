/** Boards of other kinds for the harness: a grid with cards, a ring with houses, a market with stacks and links. */

const COLOURS = { S: ['Steel', '#5d6d7e'], F: ['Food', '#27ae60'], E: ['Energy', '#f1c40f'], T: ['Textiles', '#8e44ad'], W: ['Wood', '#7b4a21'], C: ['Chemicals', '#2980b9'], M: ['Media', '#e74c3c'] };
const FORMS = [['bulb', 'Invention'], ['factory', 'Factory'], ['shop', 'Shop']];
const SIGNS = Object.keys(COLOURS);

/** A grid of 8 by 8 with cards of seven sectors in three forms; some lie face-down, some of those are known. */
function sectors(turn) {
  const spaces = [];
  const looks = {};
  for (let row = 0; row < 8; row += 1) {
    for (let column = 0; column < 8; column += 1) {
      const id = `${'abcdefgh'[column]}${8 - row}`;
      spaces.push({ id, x: 5 + column * 10, y: 5 + row * 10, w: 9.4, h: 9.4 });
      const n = row * 8 + column;
      if ((n * 7 + row) % 5 < 2) continue;
      const sign = SIGNS[(n * 3 + row) % 7];
      const [emblem, form] = FORMS[n % 3];
      looks[id] = { title: COLOURS[sign][0], subtitle: form, colour: COLOURS[sign][1], sign, emblem, text: n % 4 ? `${1 + (n % 5)}` : '' };
      if (n % 4 === 1) looks[id].owner = 'ABCD'[n % 3];
      if (n % 6 === 2) Object.assign(looks[id], { hidden: true, owner: undefined });
      if (n % 12 === 8) looks[id] = { hidden: true };
    }
  }
  spaces.push(...['A', 'B'].map((seat, n) => ({ id: `out${seat}`, x: 85.5, y: 8 + n * 10, w: 8, h: 8, shape: 'circle', title: 'Outside' })));
  const at = ['c2', 'f5', 'h8'][turn % 3];
  const pieces = [{ id: 'pA', space: at, seat: 'A', label: 'A' }, { id: 'pB', space: 'outB', seat: 'B', label: 'B' }, { id: 'pC', space: 'a1', seat: 'C', label: 'C' }, { id: 'pD', space: 'f5', seat: 'D', label: 'D' }];
  const ways = {};
  const around = [[1, 0], [0, 1], [-1, 0], [0, -1]];
  const walk = (column, row, way) => {
    if (way.length === 3) { ways[way[2]] ??= way.join(' '); return; }
    for (const [dx, dy] of around) {
      const id = `${'abcdefgh'[column + dx] ?? ''}${row + dy}`;
      if (spaces.some((space) => space.id === id) && id !== at && !way.includes(id)) walk(column + dx, row + dy, [...way, id]);
    }
  };
  walk('abcdefgh'.indexOf(at[0]), Number(at[1]), []);
  const options = Object.keys(ways).sort();
  const asks = [{ seat: 'A', name: 'move', question: 'Ada threw 3: where to?', rule: 'E2.2', kind: 'decision', default: options[0], answered: false, bot: 'tycoon',
    moves: [{ name: 'go', label: 'Move there', fields: [{ name: 'to', label: 'To', form: { kind: 'one_of', of: 'space', options: options.map((value) => ({ value, label: value })), ways } }] }] }];
  const told = 'Bo <b> landed on d4 and pays Ada 4 points for two factories and a shop of Food.';
  return { board: { width: 90, height: 80, spaces, legend: SIGNS.map((sign) => [COLOURS[sign][1], `${sign} ${COLOURS[sign][0]}`]) }, now: { looks, pieces, signs: [], path: ['a5', 'b5', 'c5', 'c4', 'd4'], links: [], told }, asks };
}

/** A ring of 40 spaces: streets by colour, houses, hotels, pledges. */
function ring(turn) {
  const groups = ['#955436', '#aae0fa', '#d93a96', '#f7941d', '#ed1b24', '#fef200', '#1fb25a', '#0072bb'];
  const spaces = Array.from({ length: 40 }, (_, n) => {
    const [side, step] = [Math.floor(n / 10), n % 10];
    const corner = step === 0;
    const along = corner ? 92.5 : 85 - (step - 0.5) * (70 / 9);
    const place = [[along, 92.5], [7.5, along], [100 - along, 7.5], [92.5, 100 - along]][side];
    const [w, h] = corner ? [15, 15] : side % 2 ? [15, 70 / 9] : [70 / 9, 15];
    return { id: `s${n}`, x: place[0], y: place[1], w, h, title: corner ? ['Go', 'Gaol', 'Free parking', 'Go to gaol'][side] : ['Baltic Avenue', 'Reading Railroad', 'Marvin Gardens', 'Chance', 'States Avenue'][n % 5] };
  });
  const looks = Object.fromEntries(spaces.filter((_, n) => n % 10 && n % 5 !== 3).map((space, index) => {
    const n = Number(space.id.slice(1));
    const look = { colour: groups[Math.floor(n / 5)], text: `$${60 + n * 8}` };
    if (n % 3) look.owner = 'ABCD'[n % 4];
    if (index % 4 === 0) Object.assign(look, { emblem: 'house', count: 1 + (index % 5) });
    if (index % 7 === 1) Object.assign(look, { emblem: 'hotel' });
    if (index % 7 === 5) Object.assign(look, { emblem: 'lock', sign: 'M' });
    return [space.id, look];
  }));
  const to = spaces.filter((space) => looks[space.id]).map((space) => ({ value: space.id, label: space.title }));
  const asks = [{ seat: 'B', name: 'go', question: 'Advance to any space.', rule: 'Q8.2', kind: 'decision', default: 's1', answered: false, bot: null,
    moves: [{ name: 'go', label: 'Advance', fields: [{ name: 'space', label: 'Space', form: { kind: 'one_of', of: 'space', options: to } }] }] }];
  return { board: { width: 100, height: 100, spaces }, now: { looks, pieces: ['A', 'B', 'C', 'D'].map((seat, n) => ({ id: seat, space: `s${(n * 9 + turn) % 40}`, seat, label: seat })), signs: [{ id: 'round', x: 50, y: 50, text: `Roll ${turn}` }], path: [], links: [], told: 'Ada landed on Marvin Gardens and pays Bo $22.' }, asks };
}

/** A market of stacks, nations around it, pegs as links. */
function market(turn) {
  const goods = [['gold', 'Gold', '#e5b80b', 'coin'], ['grain', 'Grain', '#c9a227', ''], ['oil', 'Oil', '#34495e', ''], ['iron', 'Iron', '#7f8c8d', ''], ['A', 'Alba', '#0072b2', ''], ['B', 'Borea', '#e69f00', ''], ['C', 'Caria', '#009e73', ''], ['D', 'Dacia', '#cc79a7', '']];
  const spaces = goods.map(([id, title], n) => ({ id, x: 11 + n * 11.2, y: 30, w: 10, h: 34, title }));
  const seats = ['A', 'B', 'C', 'D'];
  spaces.push(...seats.map((seat, n) => ({ id: `n${seat}`, x: 14 + n * 24, y: 74, w: 21, h: 18, title: ['Alba', 'Borea', 'Caria', 'Dacia'][n] })));
  const looks = Object.fromEntries(goods.map(([id, , colour, emblem], n) => [id, { level: ((n * 37 + turn * 11) % 100) / 100, text: `${(n * 1.25 + turn / 10).toFixed(2)}`, colour, emblem }]));
  seats.forEach((seat, n) => { looks[`n${seat}`] = { owner: seat, text: `Gold ${4 + n}, worth ${20 + n}`, emblem: n === turn % 4 ? 'crown' : 'token', count: 1 + n * 2 }; });
  const links = [{ id: 'pA', source: 'A', target: 'gold', text: '= 2 gold', seat: 'A' }, { id: 'pB', source: 'B', target: 'A', text: `= ${1 + turn} A`, seat: 'B' }, { id: 'pC', source: 'C', target: 'grain', text: '= 1 grain', seat: 'C' }, { id: 'pD', source: 'D', target: 'C', text: '= 3 C', seat: 'D' }];
  return { board: { width: 100, height: 90, spaces, decor: [{ kind: 'text', x: 50, y: 6, h: 4, text: 'The common market' }] }, now: { looks, pieces: [], signs: [], path: [], links, told: 'Bo <b> ties Borea to Alba.' }, asks: null };
}

export const GAMES = { sectors, ring, market };

const PARTS = SIGNS.map((sign) => [COLOURS[sign][0].toLowerCase(), COLOURS[sign][0]]);

export const METRICS = {
  share: { label: 'Share of the sector', unit: '%', scope: 'seat_parts', parts: PARTS }, swing: { label: 'Swing', unit: 'points', scope: 'seat_parts', parts: PARTS },
  hhi: { label: 'Concentration (HHI)', unit: '0–10,000', scope: 'parts', parts: PARTS }, recession: { label: 'Recession', unit: '', scope: 'table' },
  supply: { label: 'Money supply', unit: 'units', scope: 'seat' }, price: { label: 'Price', unit: 'gold', scope: 'seat' },
  asset: { label: 'Assets', unit: '$', scope: 'seat', definition: 'What the player <b>owns</b> at this moment, in dollars.', window: 'this moment', relative_to: '', clause: 'Q2.1' }, cash: { label: 'Cash', unit: '$', scope: 'seat' }, exposure: { label: 'A recession would cost', unit: '$', scope: 'seat' },
};
const chart = (key, title, kind, metrics, more = {}) => ({ key, title, kind, metrics, y_title: '', note: '', marks: '', lines: [], per: 'turn', shade: '', bands: '', told: [], log: false, now: false, ...more });

export const CHARTS = [
  chart('share', 'Shares of the sectors', 'heat_map', ['share'], { y_title: '% of the worth owned' }),
  chart('quantity', 'Quantity theory', 'scatter', ['supply', 'price'], { y_title: 'Gold per unit', log: true }),
  chart('assets', 'Assets', 'line', ['asset'], { bands: 'recession', log: true }),
  chart('cash', 'Cash against what a recession costs', 'bar', ['cash', 'exposure'], { now: true }),
  chart('hhi', 'Concentration', 'bar', ['hhi'], { y_title: 'HHI', now: true, lines: [[2500, 'concentrated']] }),
  chart('swing', 'What a landing would swing', 'heat_map', ['swing'], { y_title: 'points' }),
];

/** The figures of one turn. */
export function figuresOf(turn, seats) {
  const each = (value) => Object.fromEntries(seats.map((seat, n) => [seat, value(n, seat)]));
  const parts = (value) => Object.fromEntries(PARTS.map(([part], n) => [part, value(n)]));
  return {
    share: each((n) => parts((part) => ((part * 13 + n * 31 + turn) % 5 === 0 ? 0 : (part * 17 + n * 29 + turn * 7) % 101))),
    swing: each((n) => parts((part) => ((part * 5 + n * 7 + turn) % 17) - 8)),
    hhi: parts((part) => ((part * 1700 + turn * 350) % 9000) + 1000), recession: turn % 11 > 7 ? 1 : 0,
    supply: each((n) => 10 + n * 4 + turn * (n + 1)), price: each((n) => Number((40 / (10 + n * 4 + turn * (n + 0.5))).toFixed(3))),
    asset: each((n) => Math.round(1500 * 1.06 ** (turn * (1 + n / 5)))), cash: each((n) => 200 + ((turn * 53 + n * 170) % 900)), exposure: each((n) => 100 + ((turn * 31 + n * 90) % 500)),
  };
}
