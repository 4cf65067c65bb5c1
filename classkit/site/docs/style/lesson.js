// Runs the cells of a lesson in its page, in order, after a click; they can be edited and run again. Python is fetched
// when a cell is first run; until then the page is static.
// In a function scope, because pages have several scripts.

(() => {
  const { told, plotly } = document.currentScript.dataset;
  const site = JSON.parse(told);
  const FROM_A_FILE = 'Cells run where this page comes from a server: any small one will do, as the first page of the '
    + 'guide on sites says.';

  const cells = [...document.querySelectorAll('div.cell')].filter((one) => one.querySelector('.cell_input')).map(dress);
  let lesson;

  /** Add the controls of a cell: buttons, an output area, and a status line. */
  function dress(element, number) {
    const code = element.querySelector('.cell_input');
    const shown = code.querySelector('pre');
    shown.translate = false; // Python is the same in every language
    const out = element.querySelector('.cell_output')
      ?? element.appendChild(made('div', 'cell_output docutils container'));
    const editor = made('textarea', 'lesson-editor');
    Object.assign(editor, { value: shown.textContent.replace(/\n$/, ''), spellcheck: false, hidden: true });
    editor.setAttribute('aria-label', `Cell ${number + 1}`);
    editor.setAttribute('autocapitalize', 'off');
    const said = made('span', 'lesson-said');
    said.setAttribute('role', 'status');
    const edit = button('Edit', () => {
      editor.hidden = false;
      code.hidden = true;
      edit.hidden = true;
      element.querySelector('details.hide')?.setAttribute('open', '');
      fit(editor);
      editor.focus();
      editor.setSelectionRange(0, 0);
      editor.scrollLeft = 0;
    });
    const stop = button('Stop', () => lesson.stop());
    stop.className = 'lesson-stop';
    stop.hidden = true;
    const upToHere = () => run([...cells.keys()].slice(0, number + 1));
    const bar = made('div', 'lesson-bar');
    bar.append(button('Run', () => run([number])), button('Run all up to here', upToHere), edit, stop, said);
    code.after(editor);
    out.before(bar);
    editor.oninput = () => fit(editor);
    editor.onkeydown = (event) => {
      if (event.key !== 'Enter' || !(event.shiftKey || event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      run([number]);
    };
    for (const picture of out.querySelectorAll('div.picture')) {
      const play = button('Play this table', upToHere);
      play.className = 'lesson-play';
      picture.append(play);
    }
    return { source: () => editor.value, out, say: (words) => { said.textContent = words; }, stop };
  }

  async function run(numbers) {
    const first = cells[numbers.at(-1)];
    try {
      first.say('Python is loading …');
      lesson ??= await opened();
      lesson.run(numbers);
    } catch (error) {
      first.say(location.protocol === 'file:' ? FROM_A_FILE : `This did not load: ${error.message}. Try again.`);
    }
  }

  /** Fetch the program that runs the cells. */
  async function opened() {
    if (location.protocol === 'file:') throw new Error('no server');
    const { default: Lesson } = await import(new URL(site.up + site.page, document.baseURI).href);
    document.head.append(Object.assign(document.createElement('meta'), { id: 'classkit-plotly', content: plotly }));
    document.body.classList.add('lesson-alive');
    const tell = (busy) => { for (const { stop } of cells) stop.hidden = !busy; };
    return new Lesson(site, cells, tell);
  }

  function fit(editor) {
    editor.rows = editor.value.split('\n').length + 1;
  }

  function made(tag, name) {
    return Object.assign(document.createElement(tag), { className: name });
  }

  function button(words, press) {
    return Object.assign(made('button', 'lesson-do'), { type: 'button', textContent: words, onclick: press });
  }
})();
