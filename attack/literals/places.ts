import type { FieldDef } from '#protocol/meta/field.ts';
import type { OpDef } from '#protocol/ops/op.ts';
import { OPS } from '#protocol/ops/registry.ts';
import { ALL_OPS } from '#server/ops/registry.ts';
import { TABLES } from '../twin/oracle.ts';

/** One call as a Queue takes it. */
export type Call = Record<string, unknown> & { path: string; op: string };
/** Where a payload goes: a parameter of an op, a place inside its filters, a field of a form. */
export interface Place {
  name: string;
  /** the value is searched for: an answer of rows is right where each of them contains it */
  searches?: boolean;
  put(payload: string): Call;
}

/** A call of each op that is answered, or refused for what it asks and not for its form; ids are of rows that the caller sees. */
export interface Known {
  initiation: string;
  subject: string;
  event: string;
}
const BASES: Readonly<Record<string, (known: Known) => Record<string, unknown>>> = {
  '/app?op=Page': () => ({ cloud: 'initiation' }),
  '/app?op=List': () => ({ cloud: 'initiation' }),
  '/app?op=Group': () => ({ cloud: 'initiation', field: 'project_type' }),
  '/app?op=Tree': () => ({ cloud: 'invest_subject' }),
  '/app?op=Moving': ({ subject }) => ({ cloud: 'invest_subject', id: subject }),
  '/app?op=Find': () => ({ key_word: '项目' }),
  '/app?op=Get': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/app?op=Show': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/app?op=Add': () => ({ cloud: 'initiation', key_name: 'literal' }),
  '/app?op=Modify': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/app?op=Batch': ({ subject }) => ({ cloud: 'invest_subject', id: subject, kind: '1' }),
  '/app?op=Matching': () => ({ cloud: 'invest_subject' }),
  '/app?op=Change': ({ subject }) => ({ cloud: 'invest_subject', id: subject, values: '{"kind":"1"}' }),
  '/app?op=Changes': () => ({}),
  '/app?op=ChangeRows': () => ({ id: '999999999' }),
  '/app?op=ChangeStop': () => ({ id: '999999999' }),
  '/app?op=ChangeUndo': () => ({ id: '999999999' }),
  '/app?op=Call': ({ subject }) => ({ cloud: 'invest_subject', id: subject, action: 'capex.invest_subject.none' }),
  '/app?op=Delete': () => ({ cloud: 'initiation', id: '999999999' }),
  '/app?op=Recycle': () => ({ cloud: 'initiation' }),
  '/app?op=Restore': () => ({ cloud: 'initiation', id: '999999999' }),
  '/app?op=Readers': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/app?op=Attachs': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/app?op=History': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/app?op=Version': ({ initiation }) => ({ cloud: 'initiation', id: initiation, nth: '1' }),
  '/flow?op=Reviewer': ({ initiation, event }) => ({ cloud: 'initiation', id: initiation, event }),
  ...Object.fromEntries(
    ['Relay', 'Reply', 'RevokeRelay', 'Assign', 'AddSign', 'RemoveSign', 'Copy', 'Urge', 'Revoke'].map((op) => [
      `/flow?op=${op}`,
      ({ initiation }: Known) => ({
        cloud: 'initiation',
        id: initiation,
        ...(op === 'AddSign' ? { place: 'after' } : op === 'RemoveSign' ? { todo: '1' } : {}),
      }),
    ]),
  ),
  '/flow?op=Reject': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/flow?op=CheckRight': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/flow?op=Process': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/flow?op=Chart': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/flow?op=Since': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/flow?op=Outdated': () => ({ cloud: 'initiation' }),
  '/flow?op=Migrate': ({ initiation }) => ({ cloud: 'initiation', id: initiation }),
  '/flow?op=Held': () => ({ user: '999999999' }),
  '/flow?op=Agents': () => ({}),
  '/flow?op=SetAgent': () => ({ agent: '999999999', begin: '2027-01-01', end: '2027-01-02' }),
  '/flow?op=EndAgent': () => ({ id: '999999999' }),
  '/flow?op=Handover': () => ({ user: '999999999', to: '999999998', remark: 'literal' }),
  '/sys?op=Ticket': () => ({ key_name: 'x' }),
  '/sys?op=LoadMenu': () => ({ module: 'capex' }),
  '/report?op=Index': () => ({ cloud: 'project_by_class' }),
  '/report?op=Arrange': () => ({ cloud: 'desktop', layer: '{}', version: '999999' }),
  '/report?op=Chart': () => ({ cloud: 'unit_year' }),
  '/sys?op=LoadReport': () => ({ cloud: 'project_map' }),
  '/sys?op=LoadTable': () => ({ key_name: 'initiation' }),
  '/sys?op=LoadDict': () => ({ key_name: 'subject_kind' }),
  '/sys?op=LoadAvatar': () => ({ id: '1' }),
  '/sys?op=LoadDomain': () => ({ id: '1' }),
  '/sys?op=ReadNotices': () => ({ id: '999999999' }),
  '/sys?op=Choose': () => ({ name: 'theme', value: 'dark' }),
  '/cloud/app/sys/user/api/UserApi?op=Account': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=Invite': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=TakeLink': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=Unlock': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=SignOut': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=Disable': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=Enable': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=ResetFactor': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/UserApi?op=Eyes': () => ({ id: '999999999', reason: 'literal' }),
  '/cloud/app/sys/user/api/UserApi?op=Duties': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/RoleApi?op=List': () => ({}),
  '/cloud/app/sys/user/api/RoleApi?op=Load': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/RoleApi?op=Save': () => ({ id: '999999999', version: 'x' }),
  '/cloud/app/sys/user/api/RoleApi?op=Members': () => ({ id: '999999999', add: ',1,' }),
  '/cloud/app/sys/user/api/RoleApi?op=Effect': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/RoleApi?op=Changes': () => ({ id: '999999999' }),
  '/cloud/app/sys/user/api/RoleApi?op=Why': ({ initiation }) => ({ user: '1', cloud: 'initiation', id: initiation }),
  '/cloud/app/sys/user/api/UserApi?op=SecurityLog': () => ({ page: '1' }),
  '/sys?op=SaveDelay': () => ({ id: '/app?op=Page', delay: '900' }),
};

/** Ops that a Queue runs: those of the registry that are no stream, no upload, not free and not alone; the Queue itself is none. */
export const QUEUED: ReadonlyMap<string, OpDef> = new Map(
  [...OPS].filter(([key, def]) => {
    const runs = ALL_OPS.some((op) => op.def.path === def.path && op.def.op === def.op);
    return (
      runs && !def.stream && !def.upload && !def.free && !def.alone && key !== '/sys?op=Queue' && Object.keys(def.request.shape).length > 0
    );
  }),
);
/** Those that this page knows no call of. */
export const unknownOps = (): string[] => [...QUEUED.keys()].filter((key) => !Object.hasOwn(BASES, key));

/** Every parameter that any op declares. */
export function parameters(known: Known): Place[] {
  return [...QUEUED].flatMap(([key, { path, op, request }]) => {
    const base = BASES[key]!(known);
    return [...Object.keys(request.shape), '_os', 'nothing'].map((name) => ({
      name: `${key} ${name}`,
      ...(`${key} ${name}` === '/app?op=Find key_word' ? { searches: true } : {}),
      put: (payload: string): Call => ({ ...base, [name]: payload, path, op }),
    }));
  });
}

/** One field of each type, for a short run. */
export const oneOfEach = (fields: readonly FieldDef[]): FieldDef[] =>
  fields.filter((field, at) => fields.findIndex((one) => one.data_type === field.data_type) === at);

const TABLE = 'initiation';
export const FIELDS = TABLES.find((table) => table.table_name === TABLE)!.fields.filter((field) => field.data_type !== 'title');

/** The texts that a keyword is looked for in: an answer that shows them can be checked. */
const SEARCHED = FIELDS.filter((field) => field.search === 1 && ['text', 'textarea'].includes(field.data_type))
  .map((field) => field.field_name)
  .join(',');

/** Every place inside filters: values of each field under each operator that compares for equality, names, operators, conditions. */
export function filterPlaces(fields: readonly FieldDef[] = FIELDS): Place[] {
  const page = (name: string, filters: (payload: string) => unknown, searches = false): Place => ({
    name: `filters ${name}`,
    ...(searches ? { searches } : {}),
    put: (payload) => ({ path: '/app', op: 'Page', cloud: TABLE, fields: SEARCHED, filters: JSON.stringify(filters(payload)) }),
  });
  const values = fields.flatMap(({ field_name: field }) => [
    page(`${field} value`, (value) => ({ fields: { [field]: value } }), true),
    page(`${field} = value`, (value) => ({ fields: { [field]: { op: '=', value } } })),
    page(`${field} in [value]`, (value) => ({ fields: { [field]: { op: 'in', value: [value] } } })),
    page(`${field} called [value]`, (value) => ({ fields: { [field]: { op: 'called', value: [value] } } })),
    page(`${field} during value`, (value) => ({ fields: { [field]: { op: 'during', value } } })),
    page(`${field} [value, value]`, (value) => ({ fields: { [field]: [value, value] } })),
  ]);
  return [
    page('key_word', (key_word) => ({ key_word }), true),
    page('belong_id', (belong_id) => ({ belong_id })),
    page('all of several', (value) => ({
      fields: {
        key_name: {
          all: [
            { op: '=', value },
            { op: '!=', value: `${value}x` },
          ],
        },
      },
    })),
    page('below', (value) => ({ fields: { department_entity: { op: 'below', value } } })),
    ...values,
    page('name of a field', (name) => ({ fields: { [name]: '1' } })),
    page('path through a reference', (name) => ({ fields: { [`department_entity.${name}`]: '1' } })),
    page('operator', (op) => ({ fields: { key_name: { op, value: '1' } } })),
    page('name of a sort', (name) => ({ sort: [[name, 'asc']] })),
    page('direction of a sort', (direction) => ({ sort: [['id', direction]] })),
    page('where', (where) => ({ where })),
    page('quoted in where', (value) => ({ where: `key_name='${value.replaceAll("'", "''")}'` })),
    page('like in where', (value) => ({ where: `key_name like '${value.replaceAll("'", "''")}'` }), true),
    page('name in where', (name) => ({ where: `${name}='1'` })),
    page('a key of filters', (name) => ({ [name]: 1 })),
  ];
}

/** The deep parts of writes: names and values in sub-tables, in the form that a flow reads before it is saved. */
export function deepPlaces({ initiation, event }: Known): Place[] {
  const sub = (rows: (payload: string) => unknown) => (payload: string) => JSON.stringify(rows(payload));
  const modify = (name: string, _subtables: (payload: string) => string): Place => ({
    name: `_subtables ${name}`,
    put: (payload) => ({ path: '/app', op: 'Modify', cloud: TABLE, id: initiation, _subtables: _subtables(payload) }),
  });
  const key = 'initiation_fund.initiation_entity';
  const reviewer = FIELDS.map(({ field_name }) => ({
    name: `data.${field_name} of Reviewer`,
    put: (payload: string): Call => ({
      path: '/flow',
      op: 'Reviewer',
      cloud: TABLE,
      id: initiation,
      event,
      data: JSON.stringify({ [field_name]: payload }),
    }),
  }));
  return [
    modify(
      'table',
      sub((name) => ({ [name]: [] })),
    ),
    modify(
      'op',
      sub((op) => ({ [key]: [{ op, id: 1 }] })),
    ),
    modify(
      'id',
      sub((id) => ({ [key]: [{ op: 'Delete', id }] })),
    ),
    modify(
      'name of a field',
      sub((name) => ({ [key]: [{ op: 'Add', [name]: '1' }] })),
    ),
    modify(
      'price',
      sub((price) => ({ [key]: [{ op: 'Add', price }] })),
    ),
    modify(
      'fund_source',
      sub((fund_source) => ({ [key]: [{ op: 'Add', fund_source }] })),
    ),
    ...reviewer,
  ];
}

/** Fields of a form, with what a write of each must read back. */
export const WRITTEN = FIELDS.filter((field) => field.readonly !== 1 && field.calc === undefined && field.number === undefined);
