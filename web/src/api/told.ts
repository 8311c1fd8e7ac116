/** What the live channel says of records, for the pages that show them: the channel is the shell's, pages are not. */
export interface RecordRef {
  cloud: string;
  id: number;
}

const listeners = new Set<(of: RecordRef) => void>();

export function onTold(listener: (of: RecordRef) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tell(of: RecordRef): void {
  for (const listener of listeners) listener(of);
}
