/** Settings of a new match: a game's option as a field, with its validation message. */

import { html } from '../basics/markup.js';
import { kindOf } from './fields.js';

/** @typedef {{name: string, label: string, form: any, value: any, about?: string, rule?: string}} Setting */

/**
 * The initial values: those of the settings.
 * @param {Setting[]} settings
 * @returns {Record<string, any>}
 */
export function filledAtFirst(settings) {
  return Object.fromEntries(settings.map(({ name, form, value }) => [name, kindOf(form).fill(form, value)]));
}

/** An option with its description and validation message. */
export function SettingRow({ setting, filled, change, why }) {
  const about = [setting.about, setting.rule].filter(Boolean).join(' · ');
  return html`
    <div class="ck-setting" data-setting=${setting.name}>
      <${kindOf(setting.form).View} field=${setting} filled=${filled} change=${change} />
      <span class="ck-hint">${about}</span>
    </div>
    ${why.name === setting.name && html`<p class="ck-reason" role="alert">${why.text}</p>`}`;
}
