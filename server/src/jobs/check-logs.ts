import { type Break, brokenAnchor, brokenCases } from '#server/flow/store/chain.ts';
import { administrators } from '#server/flow/store/handlers.ts';
import { tellBroken } from '#server/flow/store/notices.ts';
import type { House } from '#server/meta/house.ts';

/** An entry of the security log: jobs know no sign-in. */
export interface LogVerdict {
  op: 'VerifyLog' | 'VerifySummary';
  /** `ok`, or what is wrong in a word */
  reason: string;
  company?: number;
  target?: string;
}

/** Of one company, each night: the security log has the others. */
const TOLD = 20;

/**
 * Reads the log of every company from its first row, and says what is not as it was written: to the security log, and to the company's
 * administrators, each once until he has read it. A night on which nothing is wrong stands there as well. Answers what was found.
 */
export async function checkLogs(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  record: (verdict: LogVerdict) => Promise<void>,
): Promise<Break[]> {
  const found = await verifyLogs(db);
  for (const { company, ...rest } of found)
    await record({ op: 'VerifyLog', reason: rest.what, target: placeOf(rest), ...(company ? { company } : {}) });
  if (!found.length) await record({ op: 'VerifyLog', reason: 'ok' });
  for (const company of new Set(found.map((one) => one.company)))
    for (const one of found.filter((of) => of.company === company && of.rowid > 0).slice(0, TOLD))
      await tellBroken(db, one, await administrators(db, company, []), clock.now());
  return found;
}

/** What is not as it was written, of all companies. */
export async function verifyLogs(db: House['db']): Promise<Break[]> {
  const companies = await db.query<{ id: number }>('select id from fw.company order by id');
  const found: Break[] = [];
  for (const { id } of companies) found.push(...(await brokenCases(db, id)));
  const anchor = await brokenAnchor(db);
  return anchor ? [...found, anchor] : found;
}

const placeOf = ({ source, rowid, case_id, seq }: Omit<Break, 'company' | 'what'>): string =>
  case_id ? `${source} ${rowid}, case ${case_id}, row ${seq}` : 'all of before the chain';
