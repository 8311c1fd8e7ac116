import { type Sql, sql } from './sql.ts';

/** How often as long as it is moved its end may stand in a text once more. */
const OFTEN = 8;

/**
 * Whether a text holds another, letter for letter. `part` gives in SQL what is looked for, `looked` is the same as far as we know it here.
 * strpos compares from the end, at each place anew: a text that repeats itself costs its length times the length of what is searched. Of that
 * PostgreSQL makes a pattern of plain letters (`***=`), which reads each letter once; else strpos is some times as fast.
 */
export const holdsPart = (text: Sql, part: Sql, looked: string): Sql =>
  repeatsItself(looked) ? sql`${text} ~ ('***=' || ${part})` : sql`strpos(${text}, ${part}) > 0`;

/** Whether its end stands in it again a little before, so that where much of it was compared much has to be compared again. By bytes, as strpos does. */
export function repeatsItself(text: string): boolean {
  const bytes = Buffer.from(text).reverse();
  for (let by = 1; by * OFTEN < bytes.length; by += 1) {
    let same = 0;
    while (by + same < bytes.length && bytes[same] === bytes[by + same]) same += 1;
    if (same > OFTEN * by) return true;
  }
  return false;
}
