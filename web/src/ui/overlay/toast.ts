/** A short word about what just happened. Never for what a field can say. */
export interface Toast {
  id: number;
  tone: 'done' | 'error' | 'info';
  title: string;
  /** one line each, such as the records that failed */
  lines?: readonly string[];
  action?: { label: string; run: () => void };
  /** ms; 0 stays until closed */
  lasts: number;
  /** what it is about: who goes on with that closes it */
  about?: string;
}

const listeners = new Set<() => void>();
let shown: readonly Toast[] = [];
let last = 0;

export const toasts = (): readonly Toast[] => shown;

export function onToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

export const closeToast = (id: number): void => change(shown.filter((toast) => toast.id !== id));
/** What was said about something is over: it was mended, or tried again. */
export const closeToasts = (about: string): void => change(shown.filter((toast) => toast.about !== about));

type More = Partial<Pick<Toast, 'lines' | 'action' | 'lasts' | 'about'>>;

function add(tone: Toast['tone'], title: string, more: More = {}): void {
  last += 1;
  // one complaint at a time, and none after what was done since: the newest says what to do next
  const kept = tone === 'info' ? shown : shown.filter((toast) => toast.tone !== 'error');
  change([...kept.slice(-1), { id: last, tone, title, lasts: tone === 'error' ? 6000 : 3000, ...more }]);
}

export const toast = {
  done: (title: string, more?: More): void => add('done', title, more),
  error: (title: string, more?: More): void => add('error', title, more),
  info: (title: string, more?: More): void => add('info', title, more),
};
