import type { ServerText } from './texts.ts';

export const signin = {} satisfies Record<string, ServerText>;
