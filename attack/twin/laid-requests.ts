import fc from 'fast-check';
import { LAID, SUBS } from '../laid.ts';
import { idOf, type Knowledge } from './guesses.ts';
import type { Request } from './world.ts';

type Call = Omit<Request, 'domain'>;
type Form = Record<string, string>;

const [JOB, STEP, TOOL] = LAID as [(typeof LAID)[0], (typeof LAID)[0], (typeof LAID)[0]];
const named = (know: Knowledge, of: (typeof LAID)[0]) => idOf(know, of);

/** Rows of a job's form: of both kinds, of the other's, and tools to bind or let go, seen or not. */
function rowsOf(know: Knowledge): fc.Arbitrary<string> {
  const step = fc.oneof(
    fc.record({ op: fc.constant('Add'), key_name: fc.constant('新步'), hours: fc.constantFrom(1, 4) }),
    fc.record({ op: fc.constantFrom('Modify', 'Delete'), id: named(know, STEP), hours: fc.constantFrom(2, 5) }),
    fc.record({ op: fc.constant('Modify'), id: named(know, STEP), kind: fc.constantFrom(1, 2) }),
  );
  const tool = fc.record({ op: fc.constantFrom('Bind', 'Bind', 'Bind', 'Unbind'), id: named(know, TOOL) });
  const of = (key: string, row: fc.Arbitrary<object>): fc.Arbitrary<[string, object[]]> =>
    fc.array(row, { minLength: 1, maxLength: 2 }).map((rows) => [key, rows]);
  const subs = fc.oneof(
    { weight: 2, arbitrary: of(SUBS.planned, step) },
    { weight: 1, arbitrary: of(SUBS.done, step) },
    { weight: 4, arbitrary: of(SUBS.tools, tool) },
    { weight: 1, arbitrary: of('laid_step.job_entity', step) },
  );
  return fc.array(subs, { minLength: 1, maxLength: 2 }).map((some) => JSON.stringify(Object.fromEntries(some)));
}

/** Nothing else: what is planted there is found by few. */
export const laidAlone = (know: Knowledge): fc.Arbitrary<Request> =>
  fc.tuple(laidRequests(know), fc.nat(2)).map(([request, domain]) => ({ ...request, domain }));

/** What is asked of what is laid over: jobs and their rows saved, tools bound from both sides and offered, events taken with what they carry out. */
export function laidRequests(know: Knowledge): fc.Arbitrary<Call> {
  const call = (op: string, form: fc.Arbitrary<Form>, path = '/app'): fc.Arbitrary<Call> => form.map((of) => ({ path, op, form: of }));
  const job = fc.oneof({ weight: 5, arbitrary: named(know, JOB).map(String) }, { weight: 1, arbitrary: fc.constant('§id') });
  const [step, tool] = [STEP, TOOL].map((of) => named(know, of).map(String)) as [fc.Arbitrary<string>, fc.Arbitrary<string>];
  const cloud = fc.constant('laid_job');
  const rows = rowsOf(know);
  const grade = fc.constantFrom('1', '2', '3');
  const people = fc.constantFrom(...know.a.get('user')!.map(({ id }) => String(id)));
  const begun = { cloud, key_name: fc.constant('新作业'), grade, judge_entity: people };
  const todo = fc.constantFrom(...know.todos).map(String);
  const offered = grade.map((of) => JSON.stringify({ fields: { grade: of, store: '0' } }));
  const decided = fc.record(
    { cloud, id: job, _event: fc.constantFrom('11', '21', '21', '22', '23'), todo, remark: fc.constant('阅'), _subtables: rows },
    { requiredKeys: ['cloud', 'id', '_event'] },
  );
  return fc.oneof(
    { weight: 5, arbitrary: call('Modify', fc.record({ cloud, id: job, _subtables: rows })) },
    { weight: 2, arbitrary: call('Modify', fc.record({ cloud, id: job, grade, _subtables: rows })) },
    {
      weight: 2,
      arbitrary: call(
        'Add',
        fc.record(
          { ...begun, _subtables: rows, _event: fc.constant('11') },
          { requiredKeys: ['cloud', 'key_name', 'grade', 'judge_entity'] },
        ),
      ),
    },
    { weight: 5, arbitrary: call('Modify', decided) },
    { weight: 2, arbitrary: call('Modify', fc.record({ cloud: fc.constant('laid_tool'), id: tool, job_entity: job })) },
    {
      weight: 1,
      arbitrary: call('Modify', fc.record({ cloud: fc.constant('laid_step'), id: step, kind: fc.constantFrom('1', '2', '3') })),
    },
    {
      weight: 3,
      arbitrary: call(
        'List',
        fc.record(
          { cloud: fc.constant('laid_tool'), filters: offered, op_code: fc.constant('Bind') },
          { requiredKeys: ['cloud', 'filters'] },
        ),
      ),
    },
    { weight: 3, arbitrary: call('Show', fc.record({ cloud, id: job })) },
    { weight: 1, arbitrary: call('Get', fc.record({ cloud, id: job })) },
    { weight: 1, arbitrary: call('History', fc.record({ cloud, id: job })) },
    { weight: 1, arbitrary: call('Reviewer', fc.record({ cloud, id: job, event: fc.constantFrom('11', '21', '22') }), '/flow') },
    { weight: 1, arbitrary: call('CheckRight', fc.record({ cloud, id: job }), '/flow') },
    { weight: 1, arbitrary: call('LoadTable', fc.record({ key_name: fc.constantFrom('laid_job', 'laid_tool') }), '/sys') },
  );
}
