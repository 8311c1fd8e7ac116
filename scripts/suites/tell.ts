import type { SuiteDef } from '#protocol/meta/suite.ts';
import { checkStyle, examine } from '#server/installed.ts';
import { counted, said } from '#server/meta/load.ts';

/** What is said of suites that lie in a folder: lines for their author, and whether a start would be refused. */
export function tell(suites: readonly SuiteDef[], folder: string): { text: string; refused: boolean } {
  const { errors, warnings } = examine(suites, folder);
  if (errors.length)
    return { text: [...errors.map(said), `${counted(errors.length)}: a start would be refused`].join('\n'), refused: true };
  const remarks = [...warnings, ...checkStyle(suites, folder)];
  const of = suites.map(({ code }) => code).join(', ');
  const last = remarks.length ? `no error, ${remarks.length} to look at: ${of} can be started` : `nothing is wrong with ${of}`;
  return { text: [...remarks.map(said), last].join('\n'), refused: false };
}
