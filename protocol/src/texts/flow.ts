import type { ServerText } from './texts.ts';

export const flow = {} satisfies Record<string, ServerText>;
