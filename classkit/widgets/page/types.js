/**
 * The shapes of what kernel and page say to each other (see `classkit/widgets` for the other half), and of what modules
 * hand to each other. Nothing runs here.
 *
 * As this file is a script, and no module, every module knows these shapes without importing them. Where a parameter is
 * called after a shape it has that shape: a `space` is a Space, `asks` are Asks. Functions say the types of what they take
 * and give where these cannot be read from a name.
 *
 * @typedef {{kind: "amount", low: number, high: number, step: number, also?: number[], unit?: string, one?: string,
 *   words?: Record<string, string>}} AmountForm
 * @typedef {{value: string|number, label: string}} Choice
 * @typedef {{kind: "one_of", options: Choice[], of?: string, ways?: Record<string, string>}} OneOfForm
 * @typedef {{kind: "some_of", options: Choice[], at_least: number, at_most: number|null, of?: string,
 *   given?: {field: string, values: Array<string|number>}}} SomeOfForm
 * @typedef {{kind: "bundle", fields: Field[], optional?: string[], examples?: Array<{title: string, value: any}>}} BundleForm
 * @typedef {{kind: "text", longest: number}} TextForm
 * @typedef {{kind: "list_of", form: any, at_least: number, at_most: number}} ListForm
 * @typedef {{name: string, label: string, cells: string[], now: number, form: AmountForm}} GridRow
 * @typedef {{kind: "grid", columns: string[], rows: GridRow[]}} GridForm
 * @typedef {AmountForm|OneOfForm|SomeOfForm|TextForm|BundleForm|ListForm|GridForm} Form
 * @typedef {{name: string, label: string, form: Form, suggest?: any[]}} Field
 * @typedef {{name: string, label: string, barred?: string, space?: string, fields: Field[], rule?: string,
 *   preview?: boolean, large?: boolean}} Move
 * @typedef {{columns: string[], rows: string[][], note?: string, pattern?: string}} FactTable
 * @typedef {{seat: string, name: string, question: string, rule: string, kind: string, moves: Move[],
 *   asides?: Move[], others?: Array<{seat: string, asides: Move[], private?: boolean}>, default?: string, answered?: boolean,
 *   closed?: boolean, shut?: boolean, bot?: string|null, facts?: FactTable}} Ask
 *
 * @typedef {{id: string, x: number, y: number, w: number, h: number, shape?: string, kind?: string,
 *   title?: string, subtitle?: string, lines?: string[], bar?: [number, number, number, number],
 *   stand?: [number, number, number, number], way?: [number, number], slanted?: boolean}} Space
 * @typedef {{kind: string, x: number, y: number, w?: number, h?: number, text?: string, tone?: string}} Decor
 * @typedef {{width: number, height: number, spaces: Space[], decor?: Decor[],
 *   legend?: Array<[string, string]>, least?: number}} BoardPlan
 * @typedef {{text: string, emblem?: string, seat?: string|null, strong?: boolean, column?: number, meter?: number|null}} ListRow
 * @typedef {{owner?: string|null, text?: string, tone?: string, hidden?: boolean, title?: string, subtitle?: string,
 *   colour?: string, sign?: string, emblem?: string, count?: number, level?: number|null, note?: string,
 *   mark?: string, lines?: string[], pattern?: string, rows?: ListRow[]}} Look
 * @typedef {{id: string, space: string, seat?: string|null, label?: string, shape?: string}} Piece
 * @typedef {{id: string, x: number, y: number, text: string, size?: number, room?: number, anchor?: string, colour?: string}} Sign
 * @typedef {{share: number, on?: boolean, seat?: string|null, text?: string}} GaugePart
 * @typedef {{id: string, x: number, y: number, w: number, h: number, parts: GaugePart[], shape?: string, words?: string}} Gauge
 * @typedef {{id: string, source: string, target: string, text?: string, seat?: string|null}} Link
 * @typedef {{looks: Record<string, Look>, pieces: Piece[], signs?: Record<string, Sign>|Sign[], path?: string[], links?: Link[], told?: string, gauges?: Gauge[]}} BoardNow
 *
 * @typedef {{key: string, title: string, kind: string, metrics: string[], y_title?: string, note?: string,
 *   marks?: string, lines?: Array<[number, string]>, per?: string, shade?: string, bands?: string, log?: boolean, now?: boolean}} Chart
 * @typedef {{label: string, unit?: string, scope: string, parts?: Array<string|[string, string]>, colours?: Record<string, string>,
 *   definition?: string, window?: string, relative_to?: string, clause?: string}} Metric
 * @typedef {{turn: number, round?: number, values: Record<string, any>}} Row
 * @typedef {{name: string, from_turn: number, rows: Row[]}} Branch
 *
 * @typedef {{id: number, turn: number, seat?: string|null, text: string, rule?: string}} News
 * @typedef {{seat: string, score: number|null, text: string, place: number,
 *   races?: Array<[string, number]>, tie?: string, instead?: string}} Standing
 * @typedef {{turn: number, last: number, step: number, last_step: number,
 *   marks: Array<{turn: number, label: string}>, can_undo: boolean, can_redo: boolean, moment?: string}} Timeline
 *
 * @typedef {{game: string, title: string, credits?: string, seats: Array<{id: string, name: string}>,
 *   bots: Array<{id: string, label: string, idea?: string}>, board: BoardPlan, charts: Chart[],
 *   metrics: Record<string, Metric>, units?: Record<string, string>, words?: Record<string, string>,
 *   plotly?: {urls: string[]}, options?: Array<[string, string]>,
 *   sheets?: Array<{name: string, label: string}>, score?: string, figure?: string, races?: string[], secrets?: boolean, forgets?: string,
 *   about?: {sentences: string[][], rules: string[], picture: string}|null}} Fixed
 *
 * @typedef {{head: string, why: string, chart: string, turns: Array<{turn: number, since: number, at: string, text: string, seat: string, figure: string, score: number}>,
 *   races: Array<{title: string, words: string, lines: Array<[string, string, number]>, ties: string[]}>}} End
 *
 * @typedef {{step: number, flows: Array<[string|null, string|null, string]>}} Paid
 *
 * @typedef {{turn: number, round: number, step: number, asked?: number, opening?: boolean, end?: End|null, over: string|null, winners: string[], signals?: Array<{name: string, label: string, rule?: string}>, said: string, paid?: Paid|null,
 *   board: BoardNow, asks: Ask[], chart: {rows: Row[]}, charts: Record<string, Description>, first_charts?: string[], branches: Branch[], branch: string, opens?: string, news: News[],
 *   standings: Standing[], counted?: {title: string, unit: string, shared: string}, timeline: Timeline,
 *   seats: Record<string, {who: string, mover?: boolean, name?: string, text?: string}>,
 *   play: {running: boolean, speed: number, until?: string}, theme: string, seen_as?: string, covered: string[],
 *   predictions?: Record<string, {turn: number, value: string}>, curtain: string|null,
 *   read_only: string|null, futures?: any, fan?: Fan|null, moves?: any}} Now
 *
 * @typedef {any} Message
 *
 * @typedef {Record<string, any>} Given what stands in a description in place of a value
 * @typedef {{per: string, latest?: number, data: Given[], layout: Given, axes: {plane: boolean, values: boolean, counted: boolean, most?: number, steady: boolean, counts: boolean, rounds?: boolean, log: boolean},
 *   x_title: string, y_title: string, legend: any[], numbers: any, fan: Array<{name: string, of: [string, string], unit?: string}>, absent?: string}} Description
 * @typedef {{run: number, n: number, turn: number, by: Record<string, {x: number[], figures: Record<string, Record<string, Array<Array<number|null>>>>}>}} Fan
 * @typedef {{rows: Row[], branches: Branch[], fan: Fan|null, faded: boolean}} Source
 * @typedef {{ink: string, faint: string, paper: string, size: number, wide: number, low?: boolean}} Theme `low`: there is no room for titles below
 * @typedef {{data: Record<string, any>[], layout: Record<string, any>}} Picture
 *
 * @typedef {{x: number, y: number}} Point
 * @typedef {Point & {size: number}} Spot
 * @typedef {import('./wire/store.js').Store} Store
 * @typedef {import('./forms/editors.js').Editor} Editor
 */
