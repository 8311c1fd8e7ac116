import type { ServerText } from './text.ts';

export const signin = {} satisfies Record<string, ServerText>;
