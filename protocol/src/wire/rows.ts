import { z } from 'zod';
import { wireJson, wireNamed, wireValues } from './codec.ts';

/** Rows of one sub-table, and of all. */
const MOST_ROWS = { one: 2000, all: 10_000 };

/** `_subtables`: the rows of a form by sub-table (docs/contract.md). */
export const wireRows = () => wireJson(wireNamed(z.array(wireValues()).max(MOST_ROWS.one), MOST_ROWS.all));
