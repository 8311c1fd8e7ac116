import type { ServerText } from './text.ts';

export const flow = {} satisfies Record<string, ServerText>;
