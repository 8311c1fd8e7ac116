import { useCallback, useRef, useSyncExternalStore } from 'react';
import { isWrong, type PasteRow } from './paste-row.ts';

/** The rows of which something is told, as it is now. */
export function useWrong(rows: readonly PasteRow[]): readonly PasteRow[] {
  const last = useRef<readonly PasteRow[]>([]);
  const listen = useCallback(
    (listener: () => void) => {
      const stops = rows.map(({ typing }) =>
        typing.store.subscribe((now, before) => {
          if (now.errors !== before.errors) listener();
        }),
      );
      return () => {
        for (const stop of stops) stop();
      };
    },
    [rows],
  );
  return useSyncExternalStore(listen, () => {
    const now = rows.filter(({ typing }) => isWrong(typing.store.getState()));
    const isSame = now.length === last.current.length && now.every((row, at) => row === last.current[at]);
    if (!isSame) last.current = now;
    return last.current;
  });
}
