/** Runs in the page, before it: what a bench asks it. Long tasks and the largest paint from the first moment on. */
const tasks = [];
const inputs = [];
let largest = 0;
const observe = (type, hear, more = {}) =>
  new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true, ...more });
observe('longtask', (entry) => tasks.push({ at: entry.startTime, ms: entry.duration }));
observe('event', (entry) => inputs.push({ at: entry.startTime, ms: entry.processingEnd - entry.startTime, name: entry.name }), {
  durationThreshold: 16,
});
observe('largest-contentful-paint', (entry) => {
  largest = entry.startTime;
});

const PATIENCE = 60_000;
const frame = () => new Promise((done) => requestAnimationFrame(() => done(performance.now())));
/** The time of the first frame in which `there` holds. */
const whenSeen = async (what, there) => {
  const from = performance.now();
  for (;;) {
    const at = await frame();
    if (there()) return at;
    if (at - from > PATIENCE) throw new Error(`nothing to be seen of ${what} at ${location.href}`);
  }
};
const seen = (element) => element?.getClientRects().length > 0;

globalThis.probe = {
  largest: () => largest,
  now: () => performance.now(),
  tasksSince: (from) => tasks.filter(({ at }) => at >= from).map(({ ms }) => ms),
  typedSince: (from) => inputs.filter(({ at, name }) => at >= from && /^key|input/.test(name)).map(({ ms }) => ms),
  cells: () => [...document.querySelectorAll('[role=gridcell], td')].filter(seen).length,
  rows: () => [...document.querySelectorAll('[role=row][id], tr')].filter(seen).map(({ id }) => id),
  /** when the first frame has what `there` says */
  when: whenSeen,
  /** when the first frame has what `selector` says in sight */
  until: (selector) => whenSeen(selector, () => [...document.querySelectorAll(selector)].some(seen)),
  /** presses what `selector` says and has this text; answers the milliseconds until rows stand there that did not before */
  open: async (selector, text) => {
    const before = new Set(globalThis.probe.rows());
    const target = [...document.querySelectorAll(selector)].find((element) => seen(element) && element.textContent.trim() === text);
    const from = performance.now();
    if (!target) throw new Error(`nothing says ${text}`);
    target.click();
    return (await whenSeen(`rows of ${text}`, () => globalThis.probe.rows().some((id) => !before.has(id)))) - from;
  },
  /** how long the last sign-in was silent between the server's parameters and the proof: the derivation */
  derivation: () => {
    const calls = performance.getEntriesByType('resource');
    const { startTime } = calls.findLast(({ name }) => name.endsWith('op=Login'));
    return startTime - calls.findLast(({ name, responseEnd }) => name.endsWith('op=Domain') && responseEnd <= startTime).responseEnd;
  },
};
