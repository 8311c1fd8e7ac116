import { acts } from './acts.ts';
import { exporting } from './exporting.ts';
import { flow } from './flow.ts';
import { giving } from './giving.ts';
import { save } from './save.ts';
import type { ServerText } from './text.ts';

/** Why something could not be saved, decided, given, taken away or done with a case: only acts are refused so, and the page stands before one is begun. */
export const LATER_TEXTS: Readonly<Record<string, ServerText>> = { ...save, ...flow, ...giving, ...acts, ...exporting };
