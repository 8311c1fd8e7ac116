import { defineAnew } from '#web/api/use-op.ts';

const KEY = 'fw.layouts';
let isListening = false;

/** A layout was kept: other windows of this browser take it too. */
export function tellElsewhere(): void {
  try {
    localStorage.setItem(KEY, String(Date.now()));
  } catch {
    // they have it when they ask next
  }
}

/** Windows hear of what others of this browser keep. */
export function toldElsewhere(): void {
  if (isListening) return;
  isListening = true;
  globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
    if (key === KEY) void defineAnew();
  });
}
