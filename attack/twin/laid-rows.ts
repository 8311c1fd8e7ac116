import type { Db } from '#server/db/db.ts';
import { SUBS } from '../laid.ts';

type Form = Record<string, string>;
/** One call that must be answered. */
export type Must = (op: string, form: Form, as: string, company?: string) => Promise<{ data?: Record<string, unknown> }>;

const add = (hours: number) => ({ op: 'Add', key_name: `步${hours}`, hours, note: `步${hours}记` });
/** Who begins a job, who judges it, and how far it comes. */
const JOBS: readonly [who: string, judge: string, upTo: 'draft' | 'sent' | 'judged' | 'returned', grade: number][] = [
  ['twineditor', 'twinmixed', 'draft', 1],
  ['twineditor', 'twinmixed', 'draft', 2],
  ['twineditor', 'twinmixed', 'sent', 2],
  ['twineditor', 'tech', 'sent', 2],
  ['twinmixed', 'twineditor', 'sent', 1],
  ['twinmixed', 'twineditor', 'sent', 2],
  ['twineditor', 'twinmixed', 'judged', 1],
  ['twinmixed', 'twineditor', 'returned', 3],
  ['twinfar', 'twinfarther', 'draft', 1],
  ['twinfar', 'twinfarther', 'sent', 2],
  ['twinfar', 'twineditor', 'sent', 1],
  ['twinfar', 'twinfarther', 'judged', 2],
  ['twinfar', 'twinfarther', 'draft', 2],
];

/** Jobs of two departments at all their steps, and tools of all grades there, some bound, some in store, some in the recycle bin. */
export async function layRows(db: Db, must: Must): Promise<void> {
  const idOf = async (login: string): Promise<string> =>
    String((await db.query<{ id: number }>('select id from app."user" where login_name = $1 order by company_id', [login]))[0]!.id);
  for (const [at, [who, judge, upTo, grade]] of JOBS.entries()) {
    const fields = { cloud: 'laid_job', key_name: `作业${at}`, grade: String(grade), judge_entity: await idOf(judge), note: `作业${at}记` };
    const rows = { [SUBS.planned]: [add(at + 1), add(2)], [SUBS.done]: [add(at + 3)] };
    const sent: Form = upTo === 'draft' ? {} : { _event: '11' };
    const { data } = await must(
      'Add',
      { ...withoutHidden(who, fields), _subtables: JSON.stringify(withoutNotes(who, rows)), ...sent },
      who,
    );
    const id = String(data?.id);
    if (upTo === 'judged') await must('Modify', { cloud: 'laid_job', id, _event: '21' }, judge);
    if (upTo === 'returned') await must('Modify', { cloud: 'laid_job', id, _event: '23' }, judge);
  }
  for (const who of ['twineditor', 'twinfar']) await tools(db, who);
  await must('Add', { cloud: 'laid_job', key_name: '他司作业', grade: '1', judge_entity: await idOf('admin2') }, 'twinclerk', 'other');
}

/** Notes are hidden from him, so he writes none. */
const withoutHidden = (who: string, { note, ...fields }: Form): Form => (who === 'twinfar' ? { ...fields, note: note! } : fields);
const withoutNotes = (who: string, rows: Record<string, { note: string }[]>) =>
  who === 'twinfar' ? rows : Object.fromEntries(Object.entries(rows).map(([key, some]) => [key, some.map(({ note: _, ...row }) => row)]));

async function tools(db: Db, who: string): Promise<void> {
  await db.query(
    `insert into app.laid_tool (company_id, subcompany_id, create_entity, create_department, key_name, grade, store, note, job_entity, deleted_time)
     select u.company_id, u.domain_entities[1], u.id, u.department_entity, $1 || n, 1 + n % 3, (n % 5 = 4)::int, '具记' || n,
       case when n % 2 = 0 then (select id from app.laid_job j where j.company_id = 1 and j.grade = 1 + n % 3
         order by (j.create_entity = u.id) = (n % 4 = 0) desc, id limit 1) end,
       case when n = 11 then now() end
     from app."user" u, generate_series(0, 11) n where u.login_name = $1 and u.company_id = 1`,
    [who],
  );
}
