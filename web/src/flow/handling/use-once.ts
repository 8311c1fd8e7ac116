import { useRef, useState } from 'react';

/** One thing at a time, from the very press on: a second press before React has drawn the first finds the door closed. */
export function useOnce() {
  const [working, setWorking] = useState<string | null>(null);
  const busy = useRef(false);
  const once = async (name: string, work: () => Promise<void> | void): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setWorking(name);
    try {
      await work();
    } finally {
      busy.current = false;
      setWorking(null);
    }
  };
  return { working, once };
}
