/** What the live channel says of records, for the pages that show them: the channel is the shell's, pages are not. */
export interface RecordRef {
  cloud: string;
  id: number;
}

/** What people may do or choose from is otherwise, of whomever; which of it is not said. */
export const DEFINED = 'defined';

/** `null`: something may have been told while nobody listened. */
type Told = RecordRef | typeof DEFINED | null;
const listeners = new Set<(of: Told) => void>();

export function onTold(listener: (of: Told) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tell(of: Told): void {
  for (const listener of listeners) listener(of);
}
