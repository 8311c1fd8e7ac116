import type { ActionDef, EventDef, StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import type { Handlers } from '#server/meta/handler.ts';

/**
 * What the shipped suites have no use for and an installation may: a job whose steps stand once as planned and once as done (one table twice below a
 * record), which borrows tools of its grade (rows that a `query` lets be bound), and whose decisions carry out actions that read by their caller's
 * rights. Laid over the demonstration, so that attacks meet it where they meet everything else.
 */
const named = (uid: string) => ({ uid: `laid.${uid}`, key_name: `名 ${uid}`, key_name_en: `Name ${uid}` });
const action = (uid: string, op: string, rest: Partial<ActionDef> = {}): ActionDef => ({ ...named(uid), op, ...rest });
const event = (id: number, rest: Partial<EventDef>): EventDef => ({ ...named(`e${id}`), id, ...rest });
const state = (value: string, actions: ActionDef[], rest: Partial<StateDef> = {}): StateDef => ({
  ...{ ...named(`s${value === '*' ? 'bar' : value}`), value, actions },
  ...rest,
});

/** Uids of the actions that events name, as the definition says them. */
export const DEEDS = { look: 'laid.look', tell: 'laid.tell' } as const;
const own = (of: string) => ['Show', 'Modify', 'Delete'].map((op) => action(`${of}.${op}`, op));
const bar = (of: string) => state('*', [action(`${of}.List`, 'List'), action(`${of}.Add`, 'Add')]);

const jobStates: StateDef[] = [
  bar('job'),
  state('0', own('j0')),
  state('1', [
    action('j1.Show', 'Show'),
    action('j1.Modify', 'Modify', { events: [event(11, { next_state: 2, action: DEEDS.look })] }),
    action('j1.Delete', 'Delete'),
    action('look', 'Call', { code: 'look' }),
  ]),
  state(
    '2',
    [
      action('j2.Show', 'Show'),
      action('j2.Review', 'Review', {
        events: [
          event(21, { next_state: 90, where: 'grade<3', action: DEEDS.tell }),
          event(22, { next_state: 90, where: 'grade>=3' }),
          event(23, { next_state: 0, action: DEEDS.tell }),
        ],
      }),
      action('tell', 'Call', { code: 'tell' }),
    ],
    { handler: { type: 'field', field: 'judge_entity' } },
  ),
  state('90', [action('j90.Show', 'Show')], { end: 'pass' }),
];

const int = (name: string, rest: object = {}) => field(name, { data_type: 'int', ...rest });
const text = (name: string, rest: object = {}) => field(name, { data_type: 'text', length: 60, ...rest });
const called = () => text('key_name', { notnull: 1 });
const steps = (name: string, kind: number) => ({
  ...{ ...named(`job.${name}`), table_name: 'laid_step', name, parent_field: 'job_entity', inline: 1 as const, query: `kind=${kind}` },
});

const job = testTable('laid_job', {
  ...{ uid: 'laid.job', flow: 1, oplog: 1, attach: 1 },
  fields: [
    called(),
    int('grade', { notnull: 1, search: 1 }),
    field('judge_entity', { data_type: 'entity', source: 'user', notnull: 1 }),
    text('note'),
    int('hours_planned', { calc: 'sum(planned.hours)' }),
    int('hours_done', { calc: 'sum(done.hours)' }),
  ],
  subtables: [
    steps('planned', 1),
    steps('done', 2),
    {
      ...{ ...named('job.tools'), table_name: 'laid_tool', parent_field: 'job_entity', inline: 1, inherit: 0 },
      query: 'grade={grade}&store=0',
    },
  ],
  states: jobStates,
});

const step = testTable('laid_step', {
  ...{ uid: 'laid.step', permission: 'laid_job', order: 'id' },
  fields: [
    called(),
    field('job_entity', { data_type: 'entity', source: 'laid_job', notnull: 1 }),
    int('kind', { notnull: 1, defvalue: 3 }),
    int('hours', { notnull: 1 }),
    text('note'),
  ],
  states: [bar('step'), state('1', own('s1'))],
});

const tool = testTable('laid_tool', {
  uid: 'laid.tool',
  fields: [
    called(),
    field('job_entity', { data_type: 'entity', source: 'laid_job' }),
    int('grade', { search: 1 }),
    int('store', { defvalue: 0 }),
    text('note'),
  ],
  states: [bar('tool'), state('1', own('t1'))],
});

export const LAID: readonly TableDef[] = [job, step, tool];

/** The names of the sub-tables on the wire. */
export const SUBS = { planned: 'planned.job_entity', done: 'done.job_entity', tools: 'laid_tool.job_entity' } as const;

export const laid = testSuite([...LAID], {
  ...{ uid: 'laid', code: 'laid', requires: ['sys'] },
  roles: [
    {
      ...{ ...named('role'), code: 'laid' },
      grants: [
        { group: 'laid_job', scope: 1, items: ['List', 'Add', 'Modify', 'Delete', 'Review', 'Call'] },
        { group: 'laid_tool', scope: 1, items: ['List', 'Add', 'Modify', 'Delete'] },
      ],
    },
  ],
});

/** Each says all that its caller may know of the record and of the tools: whatever a handler is told, he is told by it. */
export const laidHandlers: Handlers = {
  look: {
    all: async (desk, rows) => {
      const tools = await desk.list('laid_tool', {});
      const said = `${rows.map((row) => JSON.stringify(row)).join()} ${tools.map(({ key_name }) => key_name).join()}`;
      return { remark: { zh_CN: said, en_US: said } };
    },
  },
  tell: {
    each: async (desk, row) => {
      const tools = await desk.list('laid_tool', { grade: Number(row.grade) });
      const said = `${tools.length} ${tools.map((one) => JSON.stringify(one)).join()} ${JSON.stringify(row)}`;
      return { code: 102, remark: { zh_CN: said, en_US: said } };
    },
  },
};
