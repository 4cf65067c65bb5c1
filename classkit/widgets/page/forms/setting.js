/** What can be set before a match begins: the option of a game as a field, and what a refusal says of it. */

import { html } from '../basics/markup.js';
import { kindOf } from './fields.js';

/** @typedef {{name: string, label: string, form: any, value: any, about?: string, rule?: string}} Setting */

/**
 * What is filled in at first: the values that settings have.
 * @param {Setting[]} settings
 * @returns {Record<string, any>}
 */
export function filledAtFirst(settings) {
  return Object.fromEntries(settings.map(({ name, form, value }) => [name, kindOf(form).fill(form, value)]));
}

/** An option, what it is about, and why it cannot be so. */
export function SettingRow({ setting, filled, change, why }) {
  const about = [setting.about, setting.rule].filter(Boolean).join(' · ');
  return html`
    <div class="ck-setting" data-setting=${setting.name}>
      <${kindOf(setting.form).View} field=${setting} filled=${filled} change=${change} />
      <span class="ck-hint">${about}</span>
    </div>
    ${why.name === setting.name && html`<p class="ck-reason" role="alert">${why.text}</p>`}`;
}
