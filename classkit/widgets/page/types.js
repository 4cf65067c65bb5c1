/**
 * Types of the messages between kernel and page. They are declared and described in
 * `classkit/widgets/wire_types.py`, `classkit/charts/chart_types.py` and
 * `classkit/engine/board.py`: change them there, then run `python -m tests.page_types`.
 * This file contains no code.
 *
 * It is a script and not a module, so all modules can use these types without importing them.
 * A parameter with the name of a type has that type: a `space` is a Space, `asks` are Asks.
 * Functions declare other types with JSDoc.
 */

/**
 * @typedef {{id: string, x: number, y: number, w: number, h: number, shape?: "rect"|"circle", kind?: string,
 *   title?: string, subtitle?: string, lines?: string[], bar?: [number, number, number, number]|null,
 *   stand?: [number, number, number, number]|null, way?: [number, number]|null, slanted?: boolean,
 *   short?: string}} Space
 */

/**
 * @typedef {{kind: "text"|"circle"|"rect", x: number, y: number, w?: number, h?: number, text?: string,
 *   tone?: string}} Decor
 */

/**
 * @typedef {{owner?: string|null, text?: string, tone?: string, hidden?: boolean, title?: string, subtitle?: string,
 *   colour?: string, sign?: string, emblem?: ""|"bulb"|"factory"|"shop"|"house"|"hotel"|"coin"|"crown"|"lock"|
 *   "token"|"car"|"shirt"|"apple"|"bolt"|"flask"|"chip"|"bricks"|"screen"|"cross"|"case"|"truck"|"bank"|"gold"|
 *   "grain"|"barrel"|"law"|"disc"|"triangle"|"square"|"diamond"|"star"|"hexagon", count?: number, level?: number|
 *   null, mark?: ""|"bulb"|"factory"|"shop"|"house"|"hotel"|"coin"|"crown"|"lock"|"token"|"car"|"shirt"|"apple"|
 *   "bolt"|"flask"|"chip"|"bricks"|"screen"|"cross"|"case"|"truck"|"bank"|"gold"|"grain"|"barrel"|"law"|"disc"|
 *   "triangle"|"square"|"diamond"|"star"|"hexagon", lines?: string[], rows?: ListRow[], note?: string, pattern?: ""|
 *   "diagonal"|"cross"|"sleepers"|"dots"}} Look
 */

/**
 * @typedef {{text: string, emblem?: ""|"bulb"|"factory"|"shop"|"house"|"hotel"|"coin"|"crown"|"lock"|"token"|"car"|
 *   "shirt"|"apple"|"bolt"|"flask"|"chip"|"bricks"|"screen"|"cross"|"case"|"truck"|"bank"|"gold"|"grain"|"barrel"|
 *   "law"|"disc"|"triangle"|"square"|"diamond"|"star"|"hexagon", seat?: string|null, strong?: boolean, column?: 0|1|
 *   2, meter?: number|null}} ListRow
 */

/** @typedef {{id: string, space: string, seat?: string|null, label?: string, shape?: "disc"|"square"|"star"}} Piece */

/**
 * @typedef {{id: string, x: number, y: number, text: string, size?: number, room?: number, anchor?: "middle"|"start",
 *   colour?: string, counting?: string, role?: ""|"label"|"price"|"hero", label?: string, short?: string}} Sign
 */

/** @typedef {{share: number, on?: boolean, seat?: string|null, text?: string}} GaugePart */

/**
 * @typedef {{id: string, x: number, y: number, w: number, h: number, parts: GaugePart[], shape?: "bar"|"ring"|
 *   "ruler"|"card", words?: string, colour?: string, pattern?: ""|"diagonal"|"cross"|"sleepers"|"dots"}} Gauge
 */

/** @typedef {{id: string, source: string, target: string, text?: string, seat?: string|null}} Link */

/**
 * @typedef {{key: string, title: string, kind: string, metrics: string[], y_title: string, note: string,
 *   marks: string, lines: [number, string][], per: string, shade: string, bands: string, told: string[],
 *   log: boolean, now: boolean, ticks: string, names: string[], zero: boolean, behind: string[], top: number,
 *   role: "prices"|"purse"|"scores"|"", absent?: string, covered?: boolean}} Chart
 */

/** @typedef {{sign: string, many: string, after: boolean, thousands: string}} Currency */

/**
 * @typedef {{label: string, unit: string, currency?: Currency, scope: string, parts?: [string, string][],
 *   colours?: Record<string, string>, texts?: Record<string, string>, definition?: string, window?: string,
 *   relative_to?: string, clause?: string}} Metric
 */

/** @typedef {{who: string, value: string, line?: [number, number][]}} Guess */

/**
 * @typedef {{turn: number, figure: string, seat: string, at: number, unit: string, top: number,
 *   guesses: Guess[]}} Prediction
 */

/** @typedef {{figure: string, seat: string, part: string}} OneFigure */

/** @typedef {{by: "line"|"stack"|"present"|"plane", figures: OneFigure[]}} Course */

/** @typedef {{figure: string, seat: string, turn: number, score: number}} Turned */

/**
 * @typedef {{across: "counts"|"names"|"values", up: "values"|"names", word: string, unit: string, x_unit: string,
 *   currency?: Currency, zero: boolean, counted: boolean, most?: number, top: number, steady: boolean,
 *   rounds: boolean, log: boolean, ahead?: number}} Axes
 */

/** @typedef {{name: string, colour: string, dash: string}} LegendEntry */

/**
 * @typedef {{name: string, seat: string, colour: string, symbol: string, value: string, change: string, at?: number|
 *   null, x?: number}} ChartLabel
 */

/** @typedef {{remark: string, figure: string, colour: string}} ChartHead */

/**
 * @typedef {{caption: string, columns: string[], rows: string[][], of?: string[], at?: number[],
 *   asks?: OneFigure[][]}} NumbersTable
 */

/**
 * @typedef {{order: string[], traces: Record<string, Record<string, any>>, layout: Record<string, any>, axes: Axes,
 *   head: ChartHead, labels: Record<string, ChartLabel>, splits: Record<string, Course>, per: string,
 *   fan_words: string, numbers?: NumbersTable[], absent?: string}} ChartNow
 */

/**
 * @typedef {{kind: "amount", low: number, high: number, step: number, also?: number[], unit?: string, one?: string,
 *   currency?: Currency, words?: Record<string, string>}} AmountForm
 */

/** @typedef {{value: any, label: string}} Choice */

/** @typedef {{kind: "one_of", options: Choice[], of?: string, ways?: Record<string, string>}} OneOfForm */

/** @typedef {{field: string, values: any[]}} GivenBy */

/**
 * @typedef {{kind: "some_of", options: Choice[], at_least: number, at_most: number|null, of?: string,
 *   given?: GivenBy}} SomeOfForm
 */

/** @typedef {{kind: "text", longest: number}} TextForm */

/** @typedef {{title: string, value: any}} Example */

/** @typedef {{field: string, by: Record<string, string[]>}} GoesWith */

/**
 * @typedef {{kind: "bundle", fields: Field[], optional?: string[], goes_with?: GoesWith,
 *   examples?: Example[]}} BundleForm
 */

/**
 * @typedef {{kind: "list_of", form: AmountForm|OneOfForm|SomeOfForm|TextForm|BundleForm|ListForm|GridForm,
 *   at_least: number, at_most: number}} ListForm
 */

/** @typedef {{name: string, label: string, cells: string[], now: number, form: AmountForm}} GridRow */

/** @typedef {{kind: "grid", columns: string[], rows: GridRow[]}} GridForm */

/**
 * @typedef {{name: string, label: string, form: AmountForm|OneOfForm|SomeOfForm|TextForm|BundleForm|ListForm|
 *   GridForm, suggest?: any[]}} Field
 */

/**
 * @typedef {{name: string, label: string, fields: Field[], barred?: string, space?: string, rule?: string,
 *   preview?: boolean, large?: boolean}} Move
 */

/** @typedef {{columns: string[], rows: string[][], note: string}} FactTable */

/** @typedef {{seat: string, asides: Move[], private?: boolean}} Offer */

/**
 * @typedef {{seat: string, name: string, rule: string, kind: string, bot: string|null, question: string,
 *   moves: Move[], asides?: Move[], others?: Offer[], default?: string, answered?: boolean, closed?: boolean,
 *   shut?: boolean, facts?: FactTable}} Ask
 */

/**
 * @typedef {{reason: string|null, at: Array<string|number>, table?: FactTable|null, limits?: Record<string, [number,
 *   number]>}} Judged
 */

/**
 * @typedef {{name: string, label: string, form: AmountForm|OneOfForm|SomeOfForm|TextForm|BundleForm|ListForm|
 *   GridForm, suggest?: any[], value: any, about?: string, rule?: string}} OptionField
 */

/** @typedef {{seats: OptionField, options: OptionField[]}} SetupForm */

/** @typedef {{id: string, name: string}} SeatName */

/** @typedef {{id: string, label: string, idea: string}} BotPlan */

/**
 * @typedef {{width: number, height: number, spaces: Space[], decor: Decor[], legend: [string, string][],
 *   least: number}} BoardPlan
 */

/**
 * @typedef {{sentences: [string, string][], rules: string[], picture: string, cards: [string, string, string,
 *   string][]}} AboutPlan
 */

/** @typedef {{name: string, label: string}} SheetName */

/** @typedef {{urls: string[]}} Addresses */

/**
 * @typedef {{game: string, title: string, credits: string, about: AboutPlan|null, seats: SeatName[], bots: BotPlan[],
 *   board: BoardPlan, charts: Chart[], metrics: Record<string, Metric>, units: Record<string, string>,
 *   options: [string, string][], sheets: SheetName[], score: string, raced: string[], races: string[],
 *   secrets: boolean, forgets: string, plotly: Addresses}} Fixed
 */

/**
 * @typedef {{looks: Record<string, Look>, pieces: Piece[], signs: Record<string, Sign>, gauges: Gauge[],
 *   path: string[], links: Link[], told: string, lit: string[], heat: number|null}} BoardNow
 */

/** @typedef {{name: string, label: string, rule: string}} Signal */

/** @typedef {{step: number, flows: Array<[string|null, string|null, string]>}} Paid */

/** @typedef {{name: string, title: string, folded: boolean, from_turn: number}} BranchName */

/**
 * @typedef {{title: string, first: number, top: number, here: Array<number|null>, there: Array<number|
 *   null>}} BranchTrack
 */

/**
 * @typedef {{title: string, unit: string, currency?: Currency, here: Record<string, number>, there: Record<string,
 *   number>}} BranchScores
 */

/**
 * @typedef {{other: string, here: string, there: string, step: number, turn: number, parts: string, words: string,
 *   told: string[], charts: Record<string, string>, behind: string, track: BranchTrack|null, scores: BranchScores|
 *   null}} ApartNow
 */

/** @typedef {{id: number, turn: number, seat: string|null, text: string, rule: string}} NewsLine */

/**
 * @typedef {{seat: string, score: number|null, place: number, text: string, races?: [string, number][], tie?: string,
 *   held_back?: string[]}} Standing
 */

/** @typedef {{title: string, unit: string, shared: string}} Counted */

/** @typedef {{turn: number, label: string}} Mark */

/**
 * @typedef {{turn: number, last: number, step: number, last_step: number, marks: Mark[], can_undo: boolean,
 *   can_redo: boolean, moment: string, heat: number[]}} TimelineNow
 */

/** @typedef {{who: string, name: string, mover: boolean}} SeatNow */

/** @typedef {{running: boolean, speed: number}} PlayNow */

/**
 * @typedef {{state: "set-up"|"running"|"stopped"|"time-out"|"overtime"|"over", minutes: number, left: number,
 *   overtime: number, pace: string}} ClockNow
 */

/** @typedef {{events: number[], transfers: number[]}} Evidence */

/**
 * @typedef {{figure: string, seat: string, turn: number, score: number, since: number, at: string, text: string,
 *   head: string, words: string, change: string, label: string, key: string, evidence: Evidence}} Turning
 */

/**
 * @typedef {{title: string, metric: string, words: string, lead: string, lines: [string, string, number][],
 *   shares: number[], ties: string[]}} Race
 */

/**
 * @typedef {{head: string, sum: string, why: string, void: boolean, races: Race[], turns: Turning[],
 *   courses: string[], below: string[], evidence: Evidence}} EndNow
 */

/**
 * @typedef {{barred?: string, state?: string, head?: string, turn?: number, problem?: string, stale?: string,
 *   done?: number, n?: number, note?: string, words?: string}} StudyNow
 */

/**
 * @typedef {{barred?: string, state?: string, head?: string, turn?: number, problem?: string, stale?: string,
 *   done?: number, n?: number, note?: string, words?: string, chances?: [string, string, string, string, number,
 *   number][]}} FuturesNow
 */

/** @typedef {{move: string, at: number, error: number, words: string}} AnswerMark */

/**
 * @typedef {{barred?: string, state?: string, head?: string, turn?: number, problem?: string, stale?: string,
 *   done?: number, n?: number, note?: string, words?: string, columns?: string[], rows?: string[][],
 *   marks?: AnswerMark[], wins?: [number, number][], seat?: string, futures?: number}} MovesNow
 */

/**
 * @typedef {{barred?: string, state?: string, head?: string, turn?: number, problem?: string, stale?: string,
 *   done?: number, n?: number, note?: string, words?: string, key?: string, decisive?: boolean}} WeightNow
 */

/** @typedef {{since: number, turn: number}} Span */

/**
 * @typedef {{turn: number, figure: string, seat: string, at: number, unit: string, top: number, guesses: Guess[],
 *   question: string, figures: [string, string, boolean][], came: string, why?: Span}} Expected
 */

/** @typedef {{since: number, until: number, away: boolean}} PhoneWait */

/** @typedef {{amount: number|null, words: string}} Cost */

/** @typedef {{title: string, cells: [string, string, boolean][]}} Scale */

/**
 * @typedef {{label: string, amount: number|null, unit: string, currency?: Currency, text: string,
 *   things: string[]}} Belongings
 */

/** @typedef {{words: string, value: string, mine: number|null, last: boolean|null, score: string}} NextGuess */

/**
 * @typedef {{space: string, caption: string, question: string, facts: [string, string][], usual: [string, string][],
 *   scale: Scale|null, costs: Record<string, Cost>, belongings: Belongings, changes: Record<string, string>,
 *   turns: number, opening: boolean, sent: string, sent_by_bot: boolean, guess?: NextGuess|null}} Own
 */

/** @typedef {{blank: boolean, covered: string[]}} Hall */

/**
 * @typedef {{over: string|null, end: EndNow|null, said: string, said_by: Evidence, said_note: string,
 *   more_said: number, paid: Paid|null, board: BoardNow, asks: Ask[], news: NewsLine[], theme: string,
 *   seen_as: string}} ViewerState
 */

/**
 * @typedef {{over: string|null, end: EndNow|null, said: string, said_by: Evidence, said_note: string,
 *   more_said: number, paid: Paid|null, board: BoardNow, asks: Ask[], news: NewsLine[], theme: string,
 *   seen_as: string, turn: number, round: number, step: number, winners: string[], signals: Signal[], asked: number,
 *   rounds: [number, number][], charts: Record<string, ChartNow>, filled: string[], first_charts: string[],
 *   absent: Record<string, string>, branches: BranchName[], branch: string, apart: ApartNow|null, opens: string,
 *   standings: Standing[], counted: Counted, timeline: TimelineNow, seats: Record<string, SeatNow>, play: PlayNow,
 *   clock: ClockNow|null, timed: boolean, covered: string[], covered_with: Record<string, string>,
 *   predictions: Record<string, Expected>, curtain: string|null, hall: Hall, read_only: string|null,
 *   futures: FuturesNow, moves: MovesNow, weights: WeightNow[], until?: number, decided?: number,
 *   phones?: Record<string, PhoneWait>, own?: Own}} Now
 */

/** @typedef {{id: string, text: string}} Clause */

/**
 * @typedef {{turn: number, unit: string, amount: number, from: string, to: string, reason: string, rule: string,
 *   text: string}} LedgerRow
 */

/** @typedef {{from: number, total: number, rows: LedgerRow[]}} LedgerPage */

/** @typedef {{turn: number, text: string, rule: string, entries: LedgerRow[]}} ReportedEvent */

/** @typedef {{events: ReportedEvent[], entries: LedgerRow[], clause: Clause|null, note: string, left: number}} Trail */

/** @typedef {{label: string, number: boolean}} SheetColumn */

/** @typedef {{name: string, total: number, columns: SheetColumn[], rows: string[][]}} Sheet */

/** @typedef {{name: string, text: string, note?: string}} NamedFile */

/** @typedef {{name: string, base64: string, note: string}} Work */

/** @typedef {{chart: string, rows: any[]}} ChartFigures */

/** @typedef {{kind: "snapshot", fixed: Fixed, now: Now}} Snapshot */

/** @typedef {{kind: "step", change: any}} Step */

/** @typedef {{kind: "detail", what: string, data: any}} Detail */

/** @typedef {{kind: "refused", reason: string, offer?: any}} Refused */

/** @typedef {{kind: "pong", at: number}} Pong */

/** @typedef {{kind: "session", code: string, problem: string|null, warning?: string}} Session */

/** @typedef {AmountForm|OneOfForm|SomeOfForm|TextForm|BundleForm|ListForm|GridForm} Form */

/** @typedef {Record<string, any>} Given */

/**
 * @typedef {(Snapshot|Step|Detail|Refused|Pong|Session) & {seq?: number, reply?: number|null, kernel?: string,
 *   buffers?: DataView[]}} Message
 */

// --- Types used only by page modules, written by hand.

/** @typedef {{data: Record<string, any>[], layout: Record<string, any>}} Picture */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {size: number}} Spot */
/** @typedef {import('./wire/store.js').Store} Store */
/** @typedef {(message: any, buffers: DataView[]) => void} Receive */
/**
 * @typedef {{hosted: boolean, inBrowser: boolean, link: () => string, showLink: () => void,
 *   stop: () => void}} Connection
 *   whether a server keeps the match, or this browser, which keeps all that are played in it; `link` is the whole
 *   address of this match, empty as long as there is none; `stop` ends the watch over the line
 */
/**
 * Transport of messages between a page and its kernel, of any kind.
 * @typedef {{
 *   send: (content: Record<string, unknown>, file?: ArrayBuffer) => void,
 *   hear: (tell: Receive) => () => void,
 *   watch: (store: Store) => Connection,
 * }} Line
 *   `send` throws where there is no kernel now; `hear` tells what the kernel says, until what it gives is called;
 *   `watch` sees to it that the Store goes on when the kernel is there, and says what is wrong when it is not
 */
