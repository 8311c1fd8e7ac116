import { useEffect, useState } from 'react';

const keyOf = (cloud: string, id: number): string => `${cloud} ${id}`;
/** Records that were decided in this window, until the page that follows stands. */
const decided = new Set<string>();

export const markDecided = (cloud: string, id: number): void => void decided.add(keyOf(cloud, id));

/** Whether this page follows a decision on its record: so long as it stands. */
export function useDecided(cloud: string, id: number): boolean {
  const [follows] = useState(() => decided.has(keyOf(cloud, id)));
  useEffect(() => {
    if (follows) decided.delete(keyOf(cloud, id));
  }, [follows, cloud, id]);
  return follows;
}
