import { between } from './kind.ts';
import { lineKind } from './line.ts';

/** A postal address, one line. */
export const address = lineKind((random) => `远山市滨江区长河路 ${between(random, 1, 999)} 号`);
