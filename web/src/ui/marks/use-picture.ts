import { useEffect, useRef, useState } from 'react';

/** A picture on the server: `key` changes with what it shows, `src` is its address for the moment, `again` brings it when that is over. */
export interface Picture {
  key: string;
  src: string;
  again: () => Promise<Blob>;
}

/** What an <img> shows of a picture: its first address, then its bytes where that has failed; `src` is null when there is nothing to show. */
export function usePicture(picture: Picture | undefined): { src: string | null; onError: () => void } {
  const first = useRef(picture);
  // a new address of the same picture is no reason to load it again
  if (first.current?.key !== picture?.key) first.current = picture;
  const [own, setOwn] = useState<{ key: string; src: string | null }>();
  const kept = own && own.key === picture?.key ? own : undefined;
  useEffect(() => () => void (own?.src && URL.revokeObjectURL(own.src)), [own]);
  const onError = () => {
    if (!picture) return;
    const { key, again } = picture;
    if (kept) return setOwn({ key, src: null });
    again().then(
      (bytes) => setOwn({ key, src: URL.createObjectURL(bytes) }),
      () => setOwn({ key, src: null }),
    );
  };
  return { src: kept ? kept.src : (first.current?.src ?? null), onError };
}
