/** Menu of a class: a teacher's actions for all tables, or for the table shown in full. */

import { offered } from '../basics/controls.js';
import { html } from '../basics/markup.js';
import { namesOf } from './seatmap.js';

/** Options for the seconds after which a bot answers for an absent student. */
const ABSENT = [
  [0, 'never'], [30, 'after 30 s'], [60, 'after a minute'], [120, 'after two minutes'], [300, 'after five minutes'],
];
/** Options for the seconds after which invented participants answer. */
const PACE = [[0, 'as soon as they can'], [2, 'after 2 s'], [5, 'after 5 s'], [15, 'after 15 s']];
/** Options for seating waiting students, by number of tables. */
const SEATINGS = [
  ['0', 'at a table each'], ['1', 'at one table, the others watch'], ['2', 'at two tables, the others watch'],
  ['3', 'at three tables, the others watch'], ['teams 1', 'in teams at one table'],
  ['teams 2', 'in teams at two tables'], ['teams 3', 'in teams at three tables'],
  ['teams 5', 'in teams at five tables'],
];
/** Options for who sits together, if each student has a seat. */
export const ORDERS = [
  ['random', 'drawn at random'], ['arrival', 'in order of arrival'], ['balanced', 'early and late mixed'],
];
/** Option for one table per group. */
const ONE_OF_EACH = ['1', 'at one table of each group, the others watch'];
/** Number of later rounds offered as the end of tables. */
const ROUNDS = 6;

/** A person's table and seat, as text after the name. */
export function seatOf(room, person) {
  for (const { place, seats } of room.tables) {
    const seat = seats.find(({ people }) => people.includes(person));
    if (seat) return `, table ${place}, seat ${seat.seat}`;
  }
  return ', who has no seat yet';
}

/**
 * Options for the round after which tables end.
 * @param {{round: number}[]} tables
 * @param {number} chosen the current setting; 0 for the game's own end
 * @returns {[number, string][]} [round, label]
 */
export function endings(tables, chosen) {
  const rounds = tables.map(({ round }) => Math.max(1, round));
  const first = Math.min(...rounds), last = Math.max(...rounds) + ROUNDS;
  const usual = rounds.length ? Array.from({ length: last - first }, (_, at) => first + at) : [];
  const all = chosen && !usual.includes(chosen) ? [chosen, ...usual] : usual;
  /** @type {[number, string][]} */
  const said = all.map((round) => [round, `after round ${round}`]);
  return [[0, 'as the game does'], ...said];
}

/**
 * Options for seating waiting students. Each group gets the same number of tables, for comparison.
 * @param {number} groups number of groups; 0 if all tables have the same rules
 */
export function seatings(groups) {
  if (!groups) return SEATINGS;
  const even = SEATINGS.filter(([chosen]) => chosen.startsWith('teams') || Number(chosen) % groups === 0);
  return even.toSpliced(1, 0, ONE_OF_EACH);
}

/**
 * The room action that seats the class.
 * @param {string} chosen the chosen option
 * @param {string} [order] who sits together; teams are always drawn at random
 */
export function seating(chosen, order = 'random') {
  const teams = chosen.startsWith('teams');
  const asked = { room: 'seat_all', tables: Number(chosen.split(' ').at(-1)), teams };
  return teams || order === 'random' ? asked : { ...asked, order };
}

export class ClassMenu {
  /**
   * @param {(content: Record<string, unknown>) => Promise<boolean>} ask sends to the room; resolves to whether it
   *   succeeded
   * @param {import('./deskasked.js').AskedOnDesk} asked
   * @param {import('./download.js').Download} download
   * @param {{ theme: string, themes: string[][], choose: (theme: string) => void, invite: () => void,
   *   showMap: () => void }} page settings and actions of the page
   */
  constructor(ask, asked, download, page) {
    this.ask = ask;
    this.asked = asked;
    this.download = download;
    this.page = page;
  }

  /** @param {boolean} [focus] whether its button gets the focus @returns {boolean} whether it was open */
  fold(focus = false) {
    const { node } = this;
    if (!node?.open) return false;
    node.open = false;
    if (focus) node.querySelector('summary').focus();
    return true;
  }

  /** @param {any} room */
  view(room) {
    const { place, charts, tables, closed, usual_shown: usual } = room;
    const { groups, groups_revealed: revealed } = room;
    const press = (words, content, off = false) => html`
      <button type="button" disabled=${off} onClick=${() => { this.fold(); void this.ask(content); }}>
        ${words}</button>`;
    return html`
      <details class="ck-room-more ck-class-menu" ref=${(node) => { this.node = node; }}>
        <summary>Class menu <span aria-hidden="true">▾</span></summary>
        <div>
          ${tables.length ? html`
            <button type="button" onClick=${() => { this.fold(); this.page.invite(); }}>How to join</button>` : null}
          ${room.people.length ? html`
            <button type="button" onClick=${() => { this.fold(); this.page.showMap(); }}>Seat map</button>` : null}
          ${charts || !tables.length ? null : press('The class as charts', { room: 'charts' })}
          ${tables.length ? press('Podium', { room: 'podium', on: true }) : null}
          ${this.pause(room, press)}
          ${groups ? press(revealed ? 'Call the groups A and B' : 'Show what the groups are',
            { room: 'reveal_groups', on: !revealed }) : null}
          ${press(usual ? 'Hide usual returns' : 'Show usual returns', { room: 'usual', on: !usual }, closed)}
          ${closed ? null : this.asked.forms(room)}
          ${closed || charts ? null : this.settings(room)}
          ${place || !tables.length ? null : this.download.view(room, () => this.fold())}
          <label>Theme
            <select onChange=${({ target }) => this.page.choose(target.value)}>
              ${offered(this.page.themes, this.page.theme)}
            </select>
          </label>
          ${closed || place ? null : html`
            <button type="button" onClick=${() => this.close()}>End the lesson</button>`}
        </div>
      </details>`;
  }

  close() {
    const words = 'End the lesson for everybody? Nobody can answer after that, and students who take '
      + 'their homework home see what was hidden at their table.';
    if (!window.confirm(words)) return;
    this.fold();
    void this.ask({ room: 'close' });
  }

  /** Pause or continue all tables, or the table shown in full. */
  pause(room, press) {
    const { place } = room;
    const table = room.tables.find((one) => one.place === place);
    const alone = table && !room.paused
      ? press(table.paused ? 'Continue here' : 'Pause this table', { room: 'pause', on: !table.paused, place },
        room.closed)
      : null;
    const some = room.paused || room.tables.some((one) => one.paused);
    const words = room.paused ? 'Go on' : 'Continue all';
    return html`
      ${alone}
      ${room.paused ? null : press('Pause all', { room: 'pause', on: true }, room.closed)}
      ${some && !alone ? press(words, { room: 'pause', on: false }, room.closed) : null}`;
  }

  /** Settings of all tables, or of the table shown in full. */
  settings(room) {
    const { place } = room;
    const table = room.tables.find((one) => one.place === place);
    const now = table ?? room;
    const choice = (words, options, value, ask) => html`
      <label>${words}
        <select onChange=${({ target }) => this.ask(ask(Number(target.value)))}>${offered(options, value)}</select>
      </label>`;
    const back = (words, until) => html`
      <button type="button" onClick=${() => this.takeBack(room, until, words)}>${words}</button>`;
    const usual = ABSENT.some(([seconds]) => seconds === now.absent);
    const absent = usual ? ABSENT : [...ABSENT, [now.absent, `after ${now.absent} s`]];
    return html`
      <details class="ck-room-more" key=${`settings${place}`}>
        <summary>${place ? 'This table' : 'Settings'}</summary>
        <div>
          ${choice('A bot answers for the absent', absent, now.absent,
            (seconds) => ({ room: 'absent', seconds, place }))}
          ${choice(place ? 'This table ends' : 'Tables end', endings(room.tables, now.ends), now.ends,
            (round) => ({ room: 'ends', round, place }))}
          ${room.tables.length ? html`
            <span>Take back ${back('the last decision', 'decision')} ${back('the last round', 'round')}</span>` : null}
          ${!place && room.people.some((person) => person.invented)
            ? choice('The invented answer', PACE, room.pace, (seconds) => ({ room: 'pace', seconds })) : null}
          ${place || !room.people.length ? null : this.remover(room)}
        </div>
      </details>`;
  }

  /** Remove a person, or everybody without a seat; bots replace them. */
  remover(room) {
    const called = namesOf(room.people);
    const people = room.people.filter((one) => !one.invented).map(({ id }) => [id, `${called(id)}${seatOf(room, id)}`]);
    const take = ({ target }) => {
      const [, words] = people.find(([id]) => id === target.value) ?? [];
      if (words && window.confirm(`Take ${words} out of the room? That phone cannot rejoin.`)) {
        void this.ask({ room: 'remove', person: target.value });
      }
      target.value = '';
    };
    const many = room.waiting.length;
    const words = `Take all ${many} who have no seat out of the room? Their phones cannot rejoin.`;
    const takeAll = () => { if (window.confirm(words)) void this.ask({ room: 'remove_waiting' }); };
    return html`
      ${people.length ? html`
        <label>Take out of the room
          <select onChange=${take}>${offered([['', 'nobody'], ...people], '')}</select>
        </label>` : null}
      ${room.waiting.length ? html`
        <button type="button" onClick=${takeAll}>Take out all who have no seat (${many})</button>` : null}`;
  }

  /** @param {any} room @param {'decision'|'round'} until what to take back, with its label `words` */
  takeBack({ place }, until, words) {
    if (place || window.confirm(`Take back ${words} at every table?`)) void this.ask({ room: 'back', until, place });
  }
}
