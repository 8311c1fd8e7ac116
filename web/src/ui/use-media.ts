import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

export function useMedia(query: string): boolean {
  const listen = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}

/** Under 768 px: bottom bar, cards, everything within the thumb's reach. */
export const usePhone = (): boolean => useMedia('screen and (max-width: 767px)');

/** While the page is drawn for paper; drawn again before the browser goes on. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const turn = (on: boolean) => () => flushSync(() => setPrinting(on));
    const [begin, end] = [turn(true), turn(false)];
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
