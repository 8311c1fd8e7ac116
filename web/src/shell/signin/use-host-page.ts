import { useEffect, useState } from 'react';
import { type HostPage, loadHostPage } from '#web/proof/host.ts';

export interface HostLookup {
  page: HostPage | null;
  /** the server has not answered so far */
  offline: boolean;
}

const AGAIN = 5000;

let early: Promise<HostPage> | null = null;

/** Asks before anything is drawn: the entry calls it where the sign-in page is what opens, beside the question to other tabs. */
export function askEarly(): void {
  early = loadHostPage();
  early.catch(() => undefined);
}

function takeEarly(): Promise<HostPage> | null {
  const taken = early;
  early = null;
  return taken;
}

/** The host's title and sub-account (AUTH-03); asks again by itself until the server answers. */
export function useHostPage(): HostLookup {
  const [found, setFound] = useState<HostLookup>({ page: null, offline: false });
  useEffect(() => {
    let over = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      clearTimeout(timer);
      (takeEarly() ?? loadHostPage()).then(
        (page) => over || setFound({ page, offline: false }),
        () => {
          if (over) return;
          setFound({ page: null, offline: true });
          timer = setTimeout(ask, AGAIN);
        },
      );
    };
    ask();
    addEventListener('online', ask);
    return () => {
      over = true;
      clearTimeout(timer);
      removeEventListener('online', ask);
    };
  }, []);
  return found;
}
