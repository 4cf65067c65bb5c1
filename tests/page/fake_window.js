/** A window as far as a pulse asks for it, which can sleep; time passes when a test says so. */

class Target {
  /** @type {Map<string, Set<() => void>>} */
  runs = new Map();

  addEventListener(kind, run) {
    if (!this.runs.has(kind)) this.runs.set(kind, new Set());
    this.runs.get(kind).add(run);
  }

  removeEventListener(kind, run) { this.runs.get(kind)?.delete(run); }

  get listening() { return [...this.runs.values()].reduce((sum, all) => sum + all.size, 0); }

  fire(kind) { for (const run of [...this.runs.get(kind) ?? []]) run(); }
}

export class FakeWindow extends Target {
  document = Object.assign(new Target(), { hidden: false });

  constructor(hostname) {
    super();
    this.location = { hostname };
  }

  setTimeout(run, wait) { return setTimeout(run, wait); }

  clearTimeout(timer) { clearTimeout(timer); }

  hide(hidden) {
    this.document.hidden = hidden;
    this.document.fire('visibilitychange');
  }

  /** The page has slept for so long: the clock has gone on, and no timer ran. */
  sleep(milliseconds) {
    const now = Date.now;
    const ahead = milliseconds;
    Date.now = () => now() + ahead;
  }
}

/** Lets time pass, of which nothing else knows, in small pieces. */
export async function pass(context, milliseconds) {
  for (let passed = 0; passed < milliseconds; passed += 50) {
    context.mock.timers.tick(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
