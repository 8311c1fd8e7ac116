import type { Found } from '#server/find-suites.ts';
import { examineAll } from '#server/installed.ts';
import { counted, said } from '#server/meta/load.ts';

/**
 * What is said of suites that were found in `folder`, with the rows that they and their demonstrations bring: lines for their author, and
 * whether a start would be refused. `codes`: of these and those that they require; absent: of all.
 */
export async function tell(found: Found, folder: string, codes?: readonly string[]): Promise<{ text: string; refused: boolean }> {
  const all = codes?.length ? codes : [...found.suites.map(({ code }) => code), ...found.broken.keys()];
  const { errors, warnings, read } = await examineAll(found, all, folder);
  if (errors.length)
    return { text: [...errors.map(said), `${counted(errors.length)}: a start would be refused`].join('\n'), refused: true };
  const unread = codes?.length ? [] : [...found.near.map(misspelt), ...found.empty.map(unreadFolder)];
  const remarks = [...warnings, ...unread];
  const of = read.map(({ code }) => code).join(', ');
  const last = remarks.length ? `no error, ${remarks.length} to look at: ${of} can be started` : `nothing is wrong with ${of}`;
  return { text: [...remarks.map(said), last].join('\n'), refused: false };
}

const unreadFolder = (folder: string) => ({
  file: `suites/${folder}`,
  path: 'suite.ts',
  reason: 'the folder has neither suite.ts nor demo.ts: nothing of it is read',
  mend: `write suites/${folder}/suite.ts, or take the folder away`,
});

const misspelt = ({ folder, wanted, mend }: Found['near'][number]) => ({
  file: `suites/${folder}`,
  path: wanted,
  reason: `there is no ${wanted} in suites/${folder}: ${wanted === 'suite.ts' ? 'nothing of it is read' : 'no rows of it are read'}`,
  mend,
});
