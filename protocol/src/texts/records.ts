import type { ServerText } from './text.ts';

export const records = {} satisfies Record<string, ServerText>;
