import type { ServerText } from './texts.ts';

export const records = {} satisfies Record<string, ServerText>;
