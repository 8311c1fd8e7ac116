import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { isWrong, type PasteRow, WHOLE } from './paste-row.ts';

/** The rows of which something is told, as it is now. */
export function useWrong(rows: readonly PasteRow[]): readonly PasteRow[] {
  const last = useRef<readonly PasteRow[]>([]);
  return useSyncExternalStore(useErrors(rows), () => {
    const now = rows.filter(({ typing }) => isWrong(typing.store.getState()));
    const isSame = now.length === last.current.length && now.every((row, at) => row === last.current[at]);
    if (!isSame) last.current = now;
    return last.current;
  });
}

/** The fields of which something was told since the rows were pasted: a column that was drawn for it stays when it is mended. */
export function useToldNames(rows: readonly PasteRow[]): ReadonlySet<string> {
  const known = useRef('');
  if (rows.length === 0) known.current = '';
  const told = useSyncExternalStore(useErrors(rows), () => {
    const names = new Set([known.current, ...rows.flatMap(({ typing }) => Object.keys(typing.store.getState().errors))].flatMap(split));
    known.current = [...names].sort().join(' ');
    return known.current;
  });
  return useMemo(() => new Set(split(told)), [told]);
}

const split = (names: string): string[] => names.split(' ').filter((name) => name !== WHOLE);

/** Listens to what is told of any of the rows. */
const useErrors = (rows: readonly PasteRow[]) =>
  useCallback(
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
