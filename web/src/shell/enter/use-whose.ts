import { useEffect, useState } from 'react';
import { isLink } from '#protocol/signin/entry.ts';
import { type ApiError, asApiError } from '#web/api/error.ts';
import { loadEntry, type Whose } from './enter.ts';

export interface Found {
  /** what stands behind the `#` of the address */
  link: string;
  whose: Whose | null;
  failure: ApiError | null;
  /** it is over, used or none */
  over: boolean;
  again: () => void;
}

const linkHere = (): string => location.hash.slice(1);

/** The account of the link in the address, asked again where the address gets another. */
export function useWhose(): Found {
  const [link, setLink] = useState(linkHere);
  const [asked, setAsked] = useState(0);
  const [found, setFound] = useState<{ whose: Whose | null; failure: ApiError | null }>({ whose: null, failure: null });
  useEffect(() => {
    const follow = () => setLink(linkHere());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is why it is asked again
  useEffect(() => {
    let gone = false;
    setFound({ whose: null, failure: null });
    if (isLink(link))
      loadEntry(link).then(
        (whose) => gone || setFound({ whose, failure: null }),
        (error) => gone || setFound({ whose: null, failure: asApiError(error) }),
      );
    return () => {
      gone = true;
    };
  }, [link, asked]);
  return { link, ...found, over: !isLink(link) || found.failure?.code === 301, again: () => setAsked(asked + 1) };
}
