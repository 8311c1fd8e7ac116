/** What the window that will look says to the page that opened it, and what it gets: never by the address, which is remembered. */
export const READY = 'fw.eyes ready';
interface Given<S> {
  kind: 'fw.eyes give';
  give: S;
}

export const isGiven = <S>(data: unknown): data is Given<S> => (data as Partial<Given<S>> | null)?.kind === 'fw.eyes give';

/** The window in which one looks, with what it begins with, once; false where the browser keeps it from opening. */
export function openEyesWindow<S>(path: string, give: S): boolean {
  const opened = window.open(path, '_blank');
  if (!opened) return false;
  const hear = ({ origin, source, data }: MessageEvent) => {
    if (origin !== location.origin || source !== opened || data !== READY) return;
    removeEventListener('message', hear);
    opened.postMessage({ kind: 'fw.eyes give', give } satisfies Given<S>, location.origin);
  };
  addEventListener('message', hear);
  return true;
}
