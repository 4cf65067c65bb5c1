import { CHECK_AFTER } from '/classkit/widgets/page/forms/moveform.js';

/**
 * Goes through all that can be opened at one decision; gives what is out of sight or covered. Nobody types here, so a
 * form need not wait for another change before it asks what it would bring about.
 */
export async function look() {
  const { setTimeout: wait } = window;
  const hurry = (run, time, ...rest) => wait(run, time === CHECK_AFTER ? 0 : time, ...rest);
  window.setTimeout = /** @type {typeof setTimeout} */ (hurry);
  try {
    return await faultsInSight();
  } finally {
    window.setTimeout = wait;
  }
}

async function faultsInSight() {
  const ask = document.querySelector('classkit-ask');
  const faults = [];
  const pause = (time) => new Promise((done) => { setTimeout(done, time); });
  const until = async (look, time = 4000) => {
    for (const end = performance.now() + time; performance.now() < end; await pause(15)) {
      const found = look();
      if (found) return found;
    }
    return null;
  };
  const table = document.querySelector('classkit-table');
  const frame = () => new Promise((done) => { requestAnimationFrame(() => setTimeout(done)); });
  /** Waits until nothing is asked of the kernel any more, and two frames have left the panel as it is. */
  const settled = async () => {
    let touched = true;
    const watch = new MutationObserver(() => { touched = true; });
    watch.observe(ask, { attributes: true, characterData: true, childList: true, subtree: true });
    while (touched || table.store.awaited.size) {
      touched = false;
      await frame();
      await frame();
    }
    watch.disconnect();
  };
  const upright = table.dataset.width === 'narrow';
  const there = (one) => one.checkVisibility() && !one.closest('.ck-segment');
  const all = (selector) => [...ask.querySelectorAll(selector)].filter(there);
  const words = (one) => `${one.className} “${one.textContent.trim().slice(0, 60)}”`;
  const inSight = (one, where) => {
    // a form scrolls, but for the button that sends it
    const scrolls = ask.dataset.form === 'form' && !one.matches('.ck-opened [type=submit]');
    if (upright || scrolls) one.scrollIntoView({ block: 'nearest' });
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const frame = ask.getBoundingClientRect();
    const high = Math.min(innerHeight, frame.bottom), wide = Math.min(innerWidth, frame.right);
    if (left < frame.left - 1 || top < frame.top - 1 || right > wide + 1 || bottom > high + 1) {
      faults.push(`${where}: out of sight: ${words(one)} ${[left, top, right, bottom].map(Math.round)} in ${[frame.left, frame.top, wide, high].map(Math.round)}`);
      return;
    }
    const line = one.getClientRects()[0];
    const above = document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2);
    if (!above || !(one === above || one.contains(above) || above.contains(one))) {
      faults.push(`${where}: covered: ${words(one)} by ${above && words(above)}`);
    }
  };
  const answers = (where) => {
    const found = all('.ck-move :is(.ck-do, .ck-main):not([aria-disabled]), .ck-waiting-row button, .ck-besides, .ck-bot-go, .ck-form-head button');
    if (!found.length) faults.push(`${where}: there is nothing to answer with`);
    for (const one of [...found, ask.querySelector('.ck-question')]) inSight(one, where);
  };
  const press = async (button) => {
    button.click();
    await settled();
  };
  const tables = (where) => { for (const one of all('.ck-word-table')) inSight([...one.querySelectorAll('th, td')].find((cell) => there(cell) && cell.textContent), where); };

  /** Fills in what cannot be, and looks for the reason. */
  const provoke = async (form, where) => {
    const typed = [...form.querySelectorAll('input.ck-number')].find(there);
    const said = () => [...form.querySelectorAll('.ck-reason')].find((one) => there(one) && one.textContent);
    for (const list of [...form.querySelectorAll('select:not(.ck-start)')].filter(there)) {
      if (list.selectedIndex < 0 || list.value === '-1') {
        list.selectedIndex = list.options[0].value === '-1' ? 1 : 0;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      }
    }
    if (typed) {
      for (const group of form.querySelectorAll('.ck-radio')) if (there(group) && !group.querySelector(':checked')) group.querySelector('input').click();
      const before = typed.value;
      typed.value = '987654321';
      typed.dispatchEvent(new Event('input', { bubbles: true }));
      const reason = await until(said, 3000);
      if (reason) inSight(reason, `${where}, ${typed.value} typed in`);
      else faults.push(`${where}: no reason why 987654321 is refused`);
      answers(`${where}, refused`);
      typed.value = before;
      typed.dispatchEvent(new Event('input', { bubbles: true }));
      await settled();
    } else if ([...form.querySelectorAll('input[type=radio]')].length && !form.querySelector('input[type=radio]:checked')) {
      await press(form.querySelector('button[type=submit]'));
      const reason = await until(said, 3000);
      if (reason) inSight(reason, `${where}, nothing chosen`);
      else faults.push(`${where}: no reason why nothing may be chosen`);
    }
  };
  const forms = async (where) => {
    for (const form of all('.ck-moves > form.ck-move:not(.ck-folded, .ck-simple, .ck-barred)')) await provoke(form, `${where}: ${form.dataset.move}`);
  };
  const openers = async (where, box) => {
    for (const name of all(`${box} > form.ck-folded`).map((form) => form.dataset.move)) {
      const form = all(`${box} > form.ck-folded`).find((one) => one.dataset.move === name);
      if (!form) { faults.push(`${where}: ${name} is not offered any more`); continue; }
      await press(form.querySelector('.ck-opener'));
      if (!await until(() => form.classList.contains('ck-opened'))) { faults.push(`${where}: ${name} does not open`); continue; }
      answers(`${where}: ${name}`);
      tables(`${where}: ${name}`);
      await provoke(form, `${where}: ${name}`);
      await press(form.querySelector('.ck-form-head button'));
    }
  };
  const question = async (where) => {
    await settled();
    answers(where);
    tables(where);
    await forms(where);
    await openers(where, '.ck-moves');
    const more = all('.ck-besides')[0];
    if (!more) return;
    const said = more.textContent;
    await press(more);
    answers(`${where}: ${said}`);
    await openers(`${where}: ${said}`, '.ck-also > .ck-moves');
    const back = all('.ck-besides')[0];
    if (back) await press(back);
    answers(`${where}: after ${said}`);
  };

  if (!await until(() => ask.dataset.form)) return ['the answers are not drawn'];
  await question('at once');
  const open = all('.ck-waiting-row .ck-main')[0];
  if (open) {
    await press(open);
    await until(() => !all('.ck-waiting-row').length);
    await question('behind the curtain');
  }
  return faults;
}
