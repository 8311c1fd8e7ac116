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

function add(tone: Toast['tone'], title: string, about: Partial<Pick<Toast, 'lines' | 'action' | 'lasts'>> = {}): void {
  last += 1;
  // one complaint at a time: the newest says what to do next; two fit into the top bar
  const kept = tone === 'error' ? shown.filter((toast) => toast.tone !== 'error') : shown;
  change([...kept.slice(-1), { id: last, tone, title, lasts: tone === 'error' ? 6000 : 3000, ...about }]);
}

export const toast = {
  done: (title: string, about?: Partial<Pick<Toast, 'lines' | 'action' | 'lasts'>>): void => add('done', title, about),
  error: (title: string, about?: Partial<Pick<Toast, 'lines' | 'action' | 'lasts'>>): void => add('error', title, about),
  info: (title: string, about?: Partial<Pick<Toast, 'lines' | 'action' | 'lasts'>>): void => add('info', title, about),
};
