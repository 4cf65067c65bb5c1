/** `<classkit-ownstory>`: a student's decisions, their results, and the homework of their table, after the end. */

import { define } from '../basics/dom.js';
import { download } from '../basics/download.js';
import { isolated } from '../basics/isolated.js';
import { html } from '../basics/markup.js';
import { Part } from '../basics/component.js';

/** The name of this part. */
export const OWN_STORY = 'ownstory';

const LOST = 'It could not be loaded. Try again in a moment.';

class OwnStoryPart extends Part {
  /** The story, once requested. @type {any} */
  story = null;
  asking = false;
  refusal = '';

  mount() { this.dress('region', 'After the match', 'ck-ownstory'); }

  /** The URL of a resource next to this page. */
  address(name) { return `${location.pathname.replace(/\/$/, '')}/${name}`; }

  /**
   * Fetch a resource, and show the reason on failure.
   * @param {string} name
   * @param {(answer: Response) => Promise<void>} take
   */
  async fetch(name, take) {
    if (this.asking) return;
    [this.asking, this.refusal] = [true, ''];
    this.draw();
    try {
      const answer = await fetch(this.address(name));
      if (answer.ok) await take(answer);
      else this.refusal = answer.status === 409 ? await answer.text() : LOST;
    } catch {
      this.refusal = LOST;
    }
    this.asking = false;
    this.draw();
  }

  tell() { return this.fetch('story', async (answer) => { this.story = await answer.json(); }); }

  takeHomework() {
    return this.fetch('homework', async (answer) => {
      const named = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '');
      download(named?.[1] ?? 'homework.ipynb', await answer.text(), 'application/x-ipynb+json');
    });
  }

  view() {
    const { story, asking, refusal } = this;
    return html`
      <button type="button" class="ck-room-do" hidden=${Boolean(story?.homework)} disabled=${asking}
        onClick=${() => this.tell()}>
        ${story ? 'My story so far' : 'My story'}
      </button>
      ${story && this.told(story)}
      <p role="status" hidden=${!asking}>One moment …</p>
      ${refusal && html`<p role="alert">${refusal}</p>`}`;
  }

  told({ head, said, brought, deeds, code, homework }) {
    return html`
      <h2>${isolated(head)}</h2>
      ${said.map((words) => html`<p>${isolated(words)}</p>`)}
      ${[brought, deeds].filter(Boolean).map(numbers)}
      <p class="ck-room-small">In your teacher’s tables you are ${code}.</p>
      <button type="button" class="ck-room-again" hidden=${!homework} onClick=${() => this.takeHomework()}>
        Homework about this match (a notebook for a computer)
      </button>`;
  }
}

/** @param {{ caption: string, columns: string[], rows: string[][] }} numbers */
function numbers({ caption, columns, rows }) {
  const named = columns.some(Boolean);
  const head = (name) => (name ? html`<th scope="col">${name}</th>` : html`<td></td>`);
  return html`
    <table>
      <caption>${caption}</caption>
      ${named && html`<thead><tr>${columns.map(head)}</tr></thead>`}
      <tbody>
        ${rows.map(([name, ...cells]) => html`
          <tr><th scope="row">${isolated(name)}</th>${cells.map((cell) => html`<td>${isolated(cell)}</td>`)}</tr>`)}
      </tbody>
    </table>`;
}

define(`classkit-${OWN_STORY}`, OwnStoryPart);
