import { randomUUID } from 'node:crypto';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { sessionFor } from '#server/meta/testing-session.ts';
import { addCall } from '#server/ops/app/add.ts';
import { median, spread } from './compare.ts';
import { onProjects } from './pages.ts';

const ROUNDS = 9;
const EACH = 100;

type Add = (house: House, who: Session, n: string, rid: string | undefined) => Promise<unknown>;

/** The op itself, without http: rights, values, form, references, the row, the request id. */
export const addOne: Add = (house, session, n, _rid) => {
  const request = { cloud: 'invest_subject', key_name: `投资主体 ${n}`, code: n, kind: '1', ...(_rid ? { _rid } : {}) };
  return addCall.run(house, { request, session } as unknown as Parameters<typeof addCall.run>[1]);
};

const ROW = `insert into app.invest_subject (company_id, subcompany_id, key_name, code, kind, create_entity, create_department, create_time)
  values ($1, $2, $3, $4, 1, $5, $6, now()) returning id, version`;

/** The same rows by hand: the row, and with a request id its note before and its answer after, in one transaction. */
const ceiling: Add = (house, { company, domain, user, department }, n, rid) => {
  const row = [company.id, domain.id, `投资主体 ${n}`, n, user.id, department?.id ?? null];
  if (!rid) return house.db.query(ROW, row);
  return house.db.tx(async (tx) => {
    await tx.query(
      `insert into fw.rid (company_id, user_id, rid, what, create_time) values ($1, $2, $3, 'bench', now()) on conflict do nothing returning 1`,
      [company.id, user.id, rid],
    );
    const [added] = await tx.query(ROW, row);
    await tx.query('update fw.rid set answer = $4::jsonb where company_id = $1 and user_id = $2 and rid = $3', [
      ...[company.id, user.id, rid, JSON.stringify(added)],
    ]);
  });
};

/** An Add beside hand-written inserts of the same rows on the same pool, one after the other, with and without a request id. */
export const addBench = (): Promise<string> =>
  onProjects(async (house) => {
    const who = await sessionFor(house.db, 'investmgr');
    const lines: string[] = [];
    for (const named of [false, true]) {
      const times: number[][] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [at, add] of [addOne, ceiling].entries()) {
          const mark = `${Date.now().toString(36)}${at}`;
          const begun = performance.now();
          for (let n = 0; n < EACH; n += 1) await add(house, who, `${mark}${n}`, named ? randomUUID() : undefined);
          times[at]!.push((performance.now() - begun) / EACH);
        }
      }
      const ratio = median(times[1]!.map((other, at) => other / times[0]![at]!));
      lines.push(`| add${named ? ' with a request id' : ''} | ${spread(times[0]!)} | ${spread(times[1]!)} | ${ratio.toFixed(2)} |`);
    }
    return ['| what | ours, ms | by hand, ms | ratio (goal 0.5) |', '|---|---|---|---|', ...lines].join('\n');
  });
