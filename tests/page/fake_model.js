/** A model without a kernel: it plays a made-up match, so that the page can be looked at and measured. */

import { after } from '../../classkit/widgets/page/wire/messages.js';
import { KINDS, NUMBERS, fakeBoard } from './fake_board.js';
import { FILLED } from './fake_charts.js';
import { CHARTS as OTHER_CHARTS, GAMES, METRICS as OTHER_METRICS, figuresOf } from './fake_games.js';

const SEATS = ['A', 'B', 'C', 'D'];
const NAMES = { A: 'Ada', B: 'Bo <b>', C: 'Ćelia', D: 'Dmitri' };
const METRICS = {
  inflation_number: { label: 'Inflation number', unit: '1–8', scope: 'table' }, index_kind: { label: 'Index', unit: '', scope: 'table' },
  bank_cash: { label: 'Bank', unit: '$', scope: 'table' }, money: { label: 'Money in circulation', unit: '$', scope: 'table' },
  net_worth: { label: 'Net worth', unit: '$', scope: 'seat' }, real_worth: { label: 'Net worth in companies', unit: 'companies', scope: 'seat' },
  worth_split: { label: 'Worth', unit: '$', scope: 'seat_parts', parts: [['cash', 'Cash'], ['companies', 'Companies'], ['adverts', 'Advertising']] },
  ownership: { label: 'Squares', unit: 'squares', scope: 'parts', parts: [['A', 'Ada'], ['B', 'Bo'], ['C', 'Ćelia'], ['D', 'Dmitri'], ['bank', 'Bank']] },
};
const CHARTS = [
  { key: 'inflation', title: 'Inflation number', kind: 'step', metrics: ['inflation_number'], y_title: 'Number', note: '', marks: 'index_kind', lines: [], per: 'turn', told: [] },
  { key: 'net_worth', title: 'Net worth', kind: 'line', metrics: ['net_worth'], y_title: '', note: '', marks: '', lines: [], per: 'turn', told: [] },
  { key: 'real', title: 'Net worth in companies', kind: 'line', metrics: ['real_worth'], y_title: 'Companies', note: 'What the same worth buys at today’s Number.', marks: '', lines: [], per: 'turn', told: [] },
  { key: 'bank', title: 'Bank and money in circulation', kind: 'line', metrics: ['bank_cash', 'money'], y_title: '', note: '', marks: '', lines: [[59_800_000, 'all money']], per: 'turn', told: [] },
  { key: 'split', title: 'What worth is made of', kind: 'stacked_bar', metrics: ['worth_split'], y_title: '', note: '', marks: '', lines: [], per: 'turn', told: [] },
  { key: 'ownership', title: 'Who owns the squares', kind: 'stacked_area', metrics: ['ownership'], y_title: 'Squares', note: '', marks: '', lines: [], per: 'turn', told: [] },
  { key: 'kinds', title: 'Where the marker stopped', kind: 'timeline', metrics: ['index_kind'], y_title: '', note: '', marks: '', lines: [], per: 'turn', told: [] },
];

const board = fakeBoard();
const circuit = board.spaces.filter((space) => /^[IO]/.test(space.id) && space.id.startsWith('I')).map((space) => space.id);
const titles = Object.fromEntries(board.spaces.map((space) => [space.id, space.title]));
const money = (n) => `$${n.toLocaleString('en-US')}`;

/** A small generator with a seed, so that screenshots are the same each time. */
function dice(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return 1 + (Math.floor(state / 65536) % 6);
  };
}

/** All turns of a made-up match, each as a whole present. */
function play(turns, seed) {
  const roll = dice(seed);
  const at = { A: 0, B: 0, C: 0, D: 0 };
  const cash = { A: 580_000, B: 780_000, C: 380_000, D: 500_000 };
  const owner = { O01: 'A', O05: 'B', O08: 'C', O14: 'D', O20: 'A', O26: 'C', O31: 'B' };
  let marker = 0;
  const rows = [];
  const news = [];
  const presents = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const seat = SEATS[(turn + 3) % 4];
    const [one, two] = [roll(), roll()];
    const from = at[seat];
    const path = [];
    let said = 'The table is set; each player has thrown for Basic Income.';
    if (turn) {
      for (let n = 0; n <= one + two; n += 1) path.push(circuit[(from + n) % 32]);
      at[seat] = (from + one + two) % 32;
      const here = circuit[at[seat]];
      const kind = board.spaces.find((space) => space.id === here).kind;
      said = `${NAMES[seat]} threw ${one} + ${two} and came to ${titles[here]}.`;
      if (kind === 'inflation') { marker = (marker + one) % 14; said += ` The marker went to ${NUMBERS[marker]}: ${KINDS[marker]}.`; }
      const price = NUMBERS[marker] * (kind === 'company' ? 100_000 : 20_000);
      if (kind === 'income') { cash[seat] += 210_000; said += ` The Bank paid ${money(210_000)}.`; }
      if ((kind === 'company' || kind === 'advert') && !owner[here] && cash[seat] >= price) { owner[here] = seat; cash[seat] -= price; said += ` ${NAMES[seat]} bought it for ${money(price)}.`; }
      else if (owner[here] && owner[here] !== seat) { const due = Math.min(cash[seat], price); cash[seat] -= due; cash[owner[here]] += due; said += ` ${money(due)} went to ${NAMES[owner[here]]}.`; }
      news.push({ id: turn, turn, seat, text: said, rule: kind === 'income' ? 'P5.1' : 'P6.1', trail: true });
    }
    const number = NUMBERS[marker];
    const own = (seat2, kind) => Object.entries(owner).filter(([id, who]) => who === seat2 && board.spaces.find((space) => space.id === id).kind === kind).length;
    const split = Object.fromEntries(SEATS.map((id) => [id, { cash: cash[id], companies: own(id, 'company') * number * 100_000, adverts: own(id, 'advert') * number * 20_000 }]));
    const worth = Object.fromEntries(SEATS.map((id) => [id, Object.values(split[id]).reduce((a, b) => a + b, 0)]));
    const held = SEATS.reduce((sum, id) => sum + cash[id], 0);
    const count = Object.fromEntries([...SEATS.map((id) => [id, Object.values(owner).filter((who) => who === id).length]), ['bank', 45 - Object.keys(owner).length]]);
    rows.push({ turn, round: Math.ceil(turn / 4), values: { inflation_number: number, index_kind: KINDS[marker], bank_cash: 59_800_000 - held, money: held, net_worth: worth, real_worth: Object.fromEntries(SEATS.map((id) => [id, Math.round(worth[id] / number / 1000) / 100])), worth_split: split, ownership: count } });
    const looks = Object.fromEntries(board.spaces.filter((space) => space.kind === 'company' || space.kind === 'advert').map((space) => [space.id, { owner: owner[space.id] ?? null, text: `$${space.kind === 'company' ? number * 100 : number * 20}k`, tone: '', hidden: false }]));
    const mover = SEATS[(turn + 4) % 4];
    const order = [...SEATS].sort((a, b) => worth[b] - worth[a]);
    presents.push({
      turn, round: Math.ceil(turn / 4), step: turn * 3, over: null, winners: [], said, said_note: '', more_said: 0, paid: null, hall: { blank: false, covered: [] },
      board: { looks, pieces: [...SEATS.map((id) => ({ id, space: circuit[at[id]], seat: id, label: id, shape: 'disc' })), { id: 'marker', space: `X${marker}`, seat: null, label: '', shape: 'star' }], signs: [{ id: 'arrow', x: 480, y: 470, text: '↻', size: 3 }, { id: 'number', x: 480, y: 545, text: `Number ${number}` }], path },
      asks: [buyAsk(mover, number, cash[mover])], standings: order.map((id, place) => ({ seat: id, score: worth[id], text: money(worth[id]), place: place + 1 })),
      seats: Object.fromEntries(SEATS.map((id) => [id, { who: id === 'A' ? 'person' : 'tycoon', mover: id === mover, text: id === 'B' ? 'Prime Minister' : '' }])),
    });
  }
  return { presents, rows, news };
}

function buyAsk(seat, number, cash) {
  const price = number * 100_000;
  return {
    seat, name: 'buy_square', question: `Buy Loon Lake Lumber for ${money(price)}?`, rule: 'P6.1', kind: 'decision', default: 'do not buy', answered: false, bot: 'tycoon',
    moves: [{ name: 'yes', label: `Buy it for ${money(price)}`, barred: price > cash ? `${NAMES[seat]} has ${money(cash)}, but the square costs ${money(price)} (P6.1).` : '', space: '', fields: [] }, { name: 'no', label: 'Leave it to the auction', barred: '', space: '', fields: [] }],
    asides: [{ name: 'cash_in', label: 'Cash in', barred: '', space: '', fields: [{ name: 'savings', label: 'Savings cards', form: { kind: 'amount', low: 0, high: 3, step: 1, also: [], unit: '' }, suggest: [0] }, { name: 'bonds', label: 'Bonds', form: { kind: 'amount', low: 0, high: 2, step: 1, also: [], unit: '' }, suggest: [0] }] }],
  };
}

const amount = (name, label, high, suggest = []) => ({ name, label, form: { kind: 'amount', low: 0, high, step: 10_000, also: [], unit: '$' }, suggest });
const side = (name, label) => ({ name, label, form: { kind: 'bundle', fields: [amount('cash', 'Cash', 400_000, [0]), { name: 'squares', label: 'Squares', form: { kind: 'some_of', options: [{ value: 'I02', label: 'Loon Lake Lumber' }, { value: 'O05', label: 'Permafrost Pipelines' }, { value: 'O08', label: 'Blue Heron Airways' }], at_least: 0, at_most: null, of: 'space' }, suggest: [] }] }, suggest: [] });

/** Other questions than the usual one, to be looked at: `harness.html?scene=...`. */
export const SCENES = {
  corners: (seat) => [{ seat, name: 'choose_move', question: `${NAMES[seat]}, throw the dice or go to a corner?`, rule: 'P3.2', kind: 'decision', default: 'throw the dice', answered: false, bot: 'saver', asides: [], moves: [{ name: 'throw', label: 'Throw the dice', fields: [] }, ...[0, 1, 2, 3].map((n) => ({ name: `C${n}`, label: `Go to ${titles[`C${n}`]}`, space: `C${n}`, barred: n === 3 ? `${NAMES[seat]} already stands on it (P3.5).` : '', fields: [] }))] }],
  opportunity: (seat) => [{ seat, name: 'opportunity', question: 'Opportunity: where to?', rule: 'P9.2', kind: 'decision', default: 'stay', answered: false, bot: null, asides: [], moves: [{ name: 'go', label: 'Go there', fields: [{ name: 'square', label: 'Square', form: { kind: 'one_of', of: 'space', options: board.spaces.filter((space) => /^[IOC]/.test(space.id) && space.id !== 'O11').map((space) => ({ value: space.id, label: `${space.title} ${space.subtitle}` })) }, suggest: [] }, { name: 'why', label: 'In how many steps', form: { kind: 'amount', low: 1, high: 3, step: 1, unit: '' }, suggest: [1] }] }, { name: 'rethrow', label: 'Throw for a new Basic Income', fields: [] }, { name: 'stay', label: 'Stay here', fields: [] }] }],
  sealed: () => SEATS.map((seat, n) => ({ seat, name: 'bid', question: 'What do you bid for Tidewater Bay Fisheries?', rule: 'P8.1', kind: 'sealed', default: 'no bid', answered: n === 1, bot: 'tycoon', asides: [], moves: [{ name: 'bid', label: 'Bid', fields: [{ ...amount('amount', 'Your bid', 580_000, [0, 100_000, 200_000]), form: { kind: 'amount', low: 10_000, high: 580_000, step: 10_000, also: [0], unit: '$' } }] }] })),
  trade: (seat) => [{ seat, name: 'end_turn', question: 'Anything else before the turn ends?', rule: 'P15.2', kind: 'decision', default: 'done', answered: false, bot: null, moves: [{ name: 'done', label: 'End the turn', fields: [] }, { name: 'propose_end', label: 'Propose to end the game', fields: [] }], asides: [{ name: 'propose_trade', label: 'Offer this trade', fields: [{ name: 'partner', label: 'To', form: { kind: 'one_of', of: 'seat', options: SEATS.filter((id) => id !== seat).map((id) => ({ value: id, label: NAMES[id] })) }, suggest: [] }, side('give', 'Give'), side('get', 'Get')] }] }],
  roll: (seat) => [{ seat, name: 'roll', question: 'Throw two dice for the move and enter them.', rule: 'P3.3', kind: 'roll', answered: false, bot: null, asides: [], moves: [{ name: 'roll', label: 'Enter the dice', fields: [{ name: 'dice', label: 'Die', form: { kind: 'list_of', form: { kind: 'amount', low: 1, high: 6, step: 1, also: [], unit: '' }, at_least: 2, at_most: 2 }, suggest: [] }] }] }],
};

/** The model: `send`, `on`, `off`, `get` as anywidget has them. */
export class FakeModel {
  constructor({ turns = 48, turn = 20, seed = 11, scene = '', game = '', plotly = [], theme = 'light', part = 'table', delay = 0 } = {}) {
    Object.assign(this, { turn, scene, game, theme, delay, part });
    this.match = play(turns, seed);
    this.other = play(turns, seed + 4);
    this.fixed = {
      game: 'fake', title: 'Poleconomy', credits: 'the harness', seats: SEATS.map((id) => ({ id, name: NAMES[id] })), board, charts: CHARTS, metrics: METRICS,
      bots: [{ id: 'tycoon', label: 'Tycoon', idea: 'buys everything while it is cheap.' }, { id: 'saver', label: 'Saver', idea: 'trusts the bank.' }, { id: 'default', label: 'Default', idea: '' }],
      units: { money: '$' }, plotly: { urls: plotly }, options: [['Bank cash', '$59,800,000'], ['Rounds', '12']],
    };
    if (game) this.playOther();
    this.listeners = [];
    this.seq = 0;
    this.state = { theme, covered: scene === 'covered' ? ['inflation'] : [], curtain: null, read_only: scene === 'readonly' ? 'This match is open in another window; here it can only be looked at.' : null, play: { running: false, speed: 1 }, branch: 'Main', marks: [{ turn: 4, label: 'The first sale' }], forked: scene === 'fork', last: turns };
    this.sent = [];
    this.bytes = 0;
    /** The charts whose numbers it shows as well. */
    this.numbered = [];
    /** The charts that the page says it shows. */
    this.shown = [];
  }

  /** Another kind of board, with the charts that go with it. */
  playOther() {
    const { board: { spaces, ...other } } = GAMES[this.game](this.turn);
    const whole = spaces.map((space) => ({ kind: '', subtitle: '', ...space }));
    Object.assign(this.fixed, { title: 'Another game', board: { ...other, spaces: whole }, charts: OTHER_CHARTS, metrics: OTHER_METRICS });
    this.match.rows = this.match.rows.map((row) => ({ ...row, values: figuresOf(row.turn, SEATS) }));
  }

  /** The present of a board of another kind. */
  otherNow() {
    if (!this.game) return {};
    const { now, asks } = GAMES[this.game](this.turn);
    return asks ? { board: now, asks } : { board: now };
  }

  on(name, run) { if (name === 'msg:custom') this.listeners.push(run); }
  off(_, run) { this.listeners = this.listeners.filter((one) => one !== run); }
  get(name) { return name === 'part' ? this.part : undefined; }

  tell(message) {
    const text = JSON.stringify(message);
    this.bytes = text.length;
    const run = () => { for (const listener of this.listeners) listener(JSON.parse(text), []); };
    if (this.delay) setTimeout(run, this.delay);
    else queueMicrotask(run);
  }

  now() {
    const present = this.match.presents[this.turn];
    const { theme, covered, curtain, read_only, play: playing, branch, marks, forked, last } = this.state;
    const mover = SEATS[(this.turn + 4) % 4];
    const over = this.scene === 'over' ? 'The agreed 12 rounds are over (P15.1).' : null;
    const branches = [{ name: 'Main', title: 'Main', folded: false, from_turn: 0 }, ...(forked ? [{ name: 'Branch 1', title: 'Branch 1', folded: false, from_turn: 12 }] : [])];
    return {
      more_said: 0, seen_as: 'everybody', hall: { blank: false, covered: [] }, ...present, ...this.otherNow(), asks: over ? [] : SCENES[this.scene]?.(mover) ?? this.otherNow().asks ?? present.asks, over, winners: over ? ['B'] : [], signals: over ? [] : [{ name: 'time_up', label: 'Call time', rule: 'P15.1' }], rounds: this.roundStarts(), charts: this.filled(forked), filled: this.shown, first_charts: this.fixed.charts.slice(0, 3).map((chart) => chart.key), predictions: {}, absent: {}, futures: {}, moves: {}, news: this.match.news.slice(0, this.turn),
      timeline: { turn: this.turn, last, step: this.turn * 3, last_step: last * 3, marks, can_undo: this.turn > 0, can_redo: this.turn < last, heat: [] },
      branches, branch, theme, covered, curtain, read_only, play: playing,
    };
  }

  /** Each round and the turn with which it begins. */
  roundStarts() {
    const rows = this.match.rows.slice(1, this.turn + 1);
    return rows.filter((row, at) => row.round !== rows[at - 1]?.round).map(({ round, turn }) => [round, turn]);
  }

  /** The charts in view, as the kernel's code filled them at the first turn and changed them turn by turn. */
  filled(forked) {
    const charts = this.game ? FILLED.other : { ...FILLED.usual, ...(forked ? FILLED.fork : {}) };
    const upTo = ([first, ...changes]) => changes.slice(0, this.turn).reduce((chart, one) => (one ? after(chart, one) : chart), first);
    const whole = (key) => (this.numbered.includes(key) ? { ...upTo(charts[key]), numbers: [this.numbers(key)] } : upTo(charts[key]));
    return Object.fromEntries(this.shown.map((key) => [key, whole(key)]));
  }

  /** A chart in numbers: a row for each turn. */
  numbers(key) {
    const rows = Array.from({ length: this.turn + 1 }, (_, turn) => [String(turn), String(turn * 10)]);
    return { caption: `${key} in numbers`, columns: ['Turn', 'Now'], rows };
  }

  snapshot(reply) {
    this.seq += 1;
    this.last = this.now();
    this.tell({ kind: 'snapshot', seq: this.seq, reply, fixed: this.fixed, now: this.last });
  }

  step(reply) {
    const now = this.now();
    const change = { in: {} };
    const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
    for (const key of Object.keys(now)) if (differs(now[key], this.last[key])) change.in[key] = { is: now[key] };
    this.last = now;
    this.seq += 1;
    this.tell({ kind: 'step', seq: this.seq, reply, change });
  }

  detail(reply, what, data) {
    this.seq += 1;
    this.tell({ kind: 'detail', seq: this.seq, reply, what, data });
  }

  refuse(reply, reason) {
    this.seq += 1;
    this.tell({ kind: 'refused', seq: this.seq, reply, reason });
  }

  send(action) {
    this.sent.push(action);
    const { id } = action;
    const { state } = this;
    const go = (turn) => { this.turn = Math.max(0, Math.min(state.last, turn)); this.step(id); };
    if (action.do === 'snapshot') this.snapshot(id);
    else if (action.do === 'charts') {
      this.shown = [...action.charts, ...(action.once ?? [])];
      this.numbered = action.numbers ?? [];
      this.step(id);
    }
    else if (action.do === 'ping') this.tell({ kind: 'pong', reply: id });
    else if (action.do === 'plotly') this.refuse(id, 'There is no chart library here.');
    else if (action.do === 'step' && this.turn >= state.last) this.refuse(id, 'The match is at its end.');
    else if (['step', 'forward', 'answer', 'default', 'bot'].includes(action.do)) go(this.turn + (action.until === 'round' ? 4 : 1));
    else if (action.do === 'back') go(this.turn - 1);
    else if (action.do === 'goto') go(action.turn);
    else if (action.do === 'reset') go(0);
    else if (action.do === 'theme') { state.theme = action.theme; this.step(id); }
    else if (action.do === 'play') { state.play = { running: action.on, speed: action.speed }; this.step(id); }
    else if (action.do === 'cover') { state.covered = action.on ? [...state.covered, action.chart] : state.covered.filter((key) => key !== action.chart); this.step(id); }
    else if (action.do === 'fork') { state.forked = true; this.step(id); }
    else if (action.do === 'bookmark') { state.marks = [...state.marks, { turn: this.turn, label: action.label }]; this.step(id); }
    else if (action.do === 'trail') this.detail(id, 'trail', { entries: [{ text: '$300,000', from: 'Ada', to: 'the Bank', reason: 'buy company', rule: 'P6.1' }], clause: { id: 'P6.1', text: 'Unowned: the landing player may buy it from the Bank for 100,000 × Number, in full, in cash.' } });
    else if (action.do === 'rules') this.detail(id, 'rules', [{ id: 'P6.1', text: 'Unowned: the landing player may buy it …' }, { id: 'P8.1', text: 'All players but the landing one bid in an auction.' }]);
    else if (action.do === 'rule') this.detail(id, 'clause', { id: action.rule, text: 'Unowned: the landing player may buy it from the Bank for 100,000 × Number, in full, in cash, and gets the card. He may first raise cash by side actions.' });
    else if (action.do === 'ledger') this.detail(id, 'ledger', { from: action.from, total: 3, rows: [1, 2, 3].slice(action.from).map((turn) => ({ turn, text: money(100_000 * turn), from: 'Ada', to: 'bank', reason: 'buy company', rule: 'P6.1' })) });
    else if (action.do === 'check') this.detail(id, 'check', { reason: action.with.partner ? null : 'Choose whom the offer goes to (P13.1).' });
    else if (action.do === 'save') this.detail(id, 'record', { name: 'monday.classkit.json', text: '{}' });
    else this.refuse(id, `The harness cannot “${action.do}”.`);
  }
}
