import pg from 'pg';
import { auditCases } from '#server/flow/kernel/testing-replay.ts';
import type { House } from '#server/meta/house.ts';
import { check } from '../checker.ts';
import { PEOPLE, type Tokens } from '../lab.ts';
import { client } from '../run/client.ts';
import { mayList, readSnapshot, type Sql } from '../run/snapshot.ts';
import type { Did } from './history.ts';

const SCOPES = {
  ann: { id: PEOPLE.ann, scope: 'own', department: 31 },
  bob: { id: PEOPLE.bob, scope: 'own', department: 32 },
  cy: { id: PEOPLE.cy, scope: 'dept', department: 31 },
  chief: { id: PEOPLE.chief, scope: 'all', department: 32 },
} as const;

export interface Case {
  /** of the database as the role that serves, past every proxy: it sees what its own sessions do */
  url: string;
  folder: string;
  did: readonly Did[];
  /** a house on the same database, for deciding the log again; and a server of it with its people, for lists */
  house?: House;
  server?: { url: string; tokens: Tokens };
}

/** All nine rules at rest: waits for what killed servers left running, reads everything in one transaction, and answers what is broken. */
export async function verdict({ url, folder, did, house, server }: Case): Promise<string[]> {
  const driver = new pg.Client({ connectionString: url });
  pg.types.setTypeParser(20, Number);
  await driver.connect();
  try {
    const sql: Sql = async <Row>(text: string, values?: readonly unknown[]) =>
      (await driver.query(text, values as unknown[] | undefined)).rows as Row[];
    await settled(sql);
    await driver.query('begin isolation level repeatable read read only');
    const broken = check({ did, rest: await readSnapshot(sql, folder) });
    if (server) broken.push(...(await lists(sql, server)));
    await driver.query('commit');
    // deciding the log again presupposes what has just been checked
    if (house && broken.length === 0) broken.push(...(await auditCases(house, 'voyage')).map((said) => `(7) ${said}`));
    return broken;
  } finally {
    await driver.end();
  }
}

/** A killed server's transactions end when the database notices that nobody is there. */
async function settled(sql: Sql): Promise<void> {
  let busy: unknown[] = [];
  for (const begun = performance.now(); performance.now() - begun < 60_000; ) {
    busy = await sql(
      `select state, left(query, 200) as query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`,
    );
    if (busy.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`transactions that nobody ends: ${JSON.stringify(busy)}`);
}

/** (9) What a person's list holds is what his scope says, written down anew. */
async function lists(sql: Sql, { url, tokens }: { url: string; tokens: Tokens }): Promise<string[]> {
  const broken: string[] = [];
  for (const [who, scope] of Object.entries(SCOPES) as [keyof typeof SCOPES, (typeof SCOPES)[keyof typeof SCOPES]][]) {
    const due = await mayList(sql, scope);
    const answer = await client(url, tokens[who])('Page', { cloud: 'shipment', rows: 1000, exact: 1, fields: 'key_name' });
    const seen = (answer.rows ?? []).map((row) => row.id as number).sort((a, b) => a - b);
    if (String(seen) !== String(due)) broken.push(`(9) ${who} lists ${seen.length} shipments, his scope holds ${due.length}`);
    if (answer.total !== due.length) broken.push(`(9) ${who} is told ${answer.total} shipments of ${due.length}`);
  }
  return broken;
}
