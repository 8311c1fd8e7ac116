import { ALL_OPS } from '#server/ops/registry.ts';
import type { Target } from '../target.ts';

/** One call as somebody sends it in earnest. */
export interface Sample {
  /** path and op */
  url: string;
  as: string | null;
  form: Record<string, string>;
  upload?: true;
  get?: true;
}

/** Records of the demonstration that the samples name. */
export interface Known {
  initiation: number;
  event: number;
  message: number;
  version: number;
  deleted: number;
  domain: number;
  file: string;
}

/** A message of the administrator's, made and named. */
export async function newMessage(target: Target, key_name = 'attack'): Promise<number> {
  const form = { cloud: 'message', key_name, begin_date: '2026-01-01', end_date: '2026-12-31', remark: 'a note' };
  return Number((await target.say('/app?op=Add', { as: 'admin', form })).data!.id);
}

export async function knownRecords(target: Target): Promise<Known> {
  const one = async (text: string) => Number((await target.base.db.query<{ id: number }>(text))[0]?.id);
  const message = await newMessage(target);
  const deleted = await newMessage(target);
  await target.say('/app?op=Delete', { as: 'admin', form: { cloud: 'message', id: String(deleted) } });
  const sent = await target.say('/app?op=Upload', {
    as: 'applicant',
    ...multipart({ cloud: 'initiation', field: 'proposal' }, 'plan.txt'),
  });
  return {
    initiation: await one('select min(id) as id from app.initiation where company_id = 1'),
    event: 11,
    message,
    version: 1,
    deleted,
    domain: await one('select min(id) as id from app.domain where company_id = 1'),
    file: String(sent.data?.key_name),
  };
}

/** An application of the applicant's, submitted: it waits for the head of his department. */
export async function submitted(target: Target, known: Known): Promise<number> {
  const [first] = await target.base.db.query<Record<string, number>>(
    `select (select min(id) from app.invest_subject where company_id = 1) as invest_subject_entity, (select min(id) from app.province) as province_entity,
            u.id as manager_entity, u.department_entity from app."user" u where u.company_id = 1 and u.login_name = 'applicant'`,
  );
  const funds = { 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, price: '600', fund_ready: 1 }] };
  const choices = { project_type: '2', industry: '1', construct_nature: '1', benefit_type: '1', in_year_plan: '1' };
  const form = {
    cloud: 'initiation',
    key_name: 'attacked',
    est_price: '600',
    plan_begin: '2026-01-01',
    plan_end: '2027-01-01',
    scale: 'a',
    necessity: 'b',
    proposal: known.file,
    _event: '11',
    _subtables: JSON.stringify(funds),
    ...choices,
    ...Object.fromEntries(Object.entries(first!).map(([name, id]) => [name, String(id)])),
  };
  const told = await target.say('/app?op=Add', { as: 'applicant', form });
  if (told.code !== 200) throw new Error(told.body);
  return Number(told.data!.id);
}

/** A body of fields and one file. */
export function multipart(form: Readonly<Record<string, string>>, file_name: string, bytes = 'bytes') {
  const line = '------attack';
  const part = (head: string, text: string) => `${line}\r\ncontent-disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
  const fields = Object.entries(form).map(([name, value]) => part(`name="${name}"`, value));
  const quoted = file_name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return {
    body: `${fields.join('')}${part(`name="file"; filename="${quoted}"`, bytes)}${line}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${line.slice(2)}` },
  };
}

const FILTERS = { key_word: 'a', fields: { key_name: 'a' }, sort: [['id', 'desc']] };

/** What each parameter holds where an op has nothing of its own to say. */
const COMMON = (known: Known): Record<string, string> => ({
  cloud: 'initiation',
  id: String(known.initiation),
  page: '1',
  rows: '10',
  filters: JSON.stringify(FILTERS),
  fields: 'key_name,est_price',
  field: 'project_type',
  key_name: 'initiation',
  module: 'zb',
  op_code: 'List',
  event: String(known.event),
  host: '127.0.0.1',
  below: '0',
  remember: '0',
  mail: '0',
  actions: JSON.stringify([{ path: '/app', op: 'Page', cloud: 'initiation' }]),
});

const OF_PEOPLE = ['Invite', 'Unlock', 'SignOut', 'Disable', 'Enable', 'ResetFactor'].map(
  (op) => `/cloud/app/sys/user/api/UserApi?op=${op}`,
);
/** Calls whose `id` may be several. */
export const OF_SEVERAL: readonly string[] = [
  '/app?op=Batch',
  '/app?op=Change',
  '/app?op=Call',
  '/app?op=Delete',
  '/flow?op=Migrate',
  '/cloud/app/sys/user/api/UserApi?op=TakeLink',
  ...OF_PEOPLE,
];

/** Commands upon a case, and what they ask beside it. */
const OF_CASE = ['Relay', 'Reply', 'RevokeRelay', 'Assign', 'AddSign', 'RemoveSign', 'Copy', 'Urge', 'Revoke'];
const MORE: Readonly<Record<string, Record<string, string>>> = {
  AddSign: { place: 'with' },
  RemoveSign: { todo: '999999999' },
  Revoke: { confirm: '0' },
};

const OF_REPORT = {
  ...{ cloud: 'fund_execution', filters: '{"fields":{"type":{"op":"in","value":[1,2]}}}' },
  ...{ period: 'MONTH', value: '2026', compare: 'year', targets: 'unit,month', as_of: '2020-02' },
};

const OWN = (known: Known): Record<string, { as?: string; form: Record<string, string> }> => {
  const message = { cloud: 'message', id: String(known.message) };
  const gone = { cloud: 'message', id: '999999999' };
  const texts = { key_name: 'added', begin_date: '2026-01-01', end_date: '2026-12-31', remark: 'text' };
  return {
    '/app?op=Page': { form: { exact: '1', stat: '1', definition: '1', as_of: '2026-11-01T00:00:00Z' } },
    '/app?op=Group': { form: { order: 'value', stat: '1', as_of: '2026-11-01T00:00:00Z' } },
    '/app?op=Find': { form: { key_word: 'text', rows: '2' } },
    '/app?op=Moving': { form: { cloud: 'department', id: '1' } },
    '/app?op=Tree': { form: { cloud: 'department', id: '1', filters: '{}', holds: '1' } },
    '/app?op=Add': { as: 'admin', form: { cloud: 'message', ...texts } },
    '/app?op=Modify': { as: 'admin', form: { ...message, remark: 'changed' } },
    '/app?op=Batch': { as: 'admin', form: { cloud: 'user', id: '999999999', title: 'changed' } },
    '/app?op=Matching': { as: 'admin', form: { cloud: 'user' } },
    '/app?op=Change': { as: 'admin', form: { cloud: 'user', id: '999999999', values: '{"title":"changed"}' } },
    '/app?op=Changes': { as: 'admin', form: { id: '999999999' } },
    '/app?op=ChangeRows': { as: 'admin', form: { id: '999999999', only: 'refused' } },
    '/app?op=ChangeStop': { as: 'admin', form: { id: '999999999' } },
    '/app?op=ChangeUndo': { as: 'admin', form: { id: '999999999' } },
    '/app?op=Call': { as: 'admin', form: { ...gone, action: 'sys.message.none', answer: 'none' } },
    '/app?op=Delete': { as: 'admin', form: gone },
    '/app?op=Restore': { as: 'admin', form: gone },
    '/app?op=Recycle': { as: 'admin', form: { cloud: 'message' } },
    '/app?op=Readers': { as: 'admin', form: message },
    '/app?op=Attachs': { as: 'admin', form: { ...message, review_state: '1' } },
    '/app?op=History': { as: 'admin', form: message },
    '/app?op=Version': { as: 'admin', form: { ...message, nth: '1' } },
    '/app?op=Upload': { form: { field: 'proposal', key_name: 'proposal' } },
    '/app?op=Download': { form: { key_name: known.file } },
    '/app?op=Preview': { form: { key_name: known.file } },
    '/sys?op=Ticket': { form: { key_name: known.file } },
    '/flow?op=Reviewer': { form: { data: '{}' } },
    '/flow?op=Reject': { form: { remark: 'no', review_state: '2' } },
    ...Object.fromEntries(OF_CASE.map((op) => [`/flow?op=${op}`, { form: { remark: 'no', review_state: '2', ...MORE[op] } }])),
    '/report?op=Index': { as: 'viewer', form: { ...OF_REPORT, sort: '-plan', within: '{"unit":1}', years: '{}', hidden: '[]' } },
    '/report?op=Chart': { as: 'viewer', form: { ...OF_REPORT, sort: 'unit', within: '{"unit":1}' } },
    '/report?op=Export': { as: 'admin', form: { ...OF_REPORT, sort: '-plan' } },
    '/report?op=Arrange': { as: 'viewer', form: { cloud: 'desktop', layer: '{"hidden":["x"]}', version: '0' } },
    '/sys?op=LoadReport': { as: 'viewer', form: { cloud: 'project_map', since: '1' } },
    '/sys?op=LoadDict': { form: { key_name: 'project_type' } },
    '/sys?op=LoadAvatar': { form: { id: '999999999' } },
    '/sys?op=LoadDomain': { form: { id: String(known.domain) } },
    '/cloud/app/sys/user/api/UserApi?op=SetDomain': { form: { id: '999999999' } },
    ...Object.fromEntries(OF_PEOPLE.map((url) => [url, { as: 'admin', form: { cloud: 'user', id: '999999999' } }])),
    '/cloud/app/sys/user/api/UserApi?op=TakeLink': { as: 'admin', form: { cloud: 'mail', id: '999999999' } },
    '/cloud/app/sys/user/api/RoleApi?op=Why': { as: 'admin', form: { user: '1', act: 'Show' } },
    '/cloud/app/sys/user/api/UserApi?op=Duties': { as: 'admin', form: { id: '1', role_entities: ',1,2,', post_entities: ',1,' } },
    '/flow?op=Since': { form: { since: 'looked' } },
    '/flow?op=Outdated': { as: 'admin', form: {} },
    '/flow?op=Migrate': { as: 'admin', form: { steps: '{}', remark: 'no', confirm: '0' } },
    '/flow?op=Held': { as: 'admin', form: { user: '1' } },
    '/cloud/app/sys/user/api/RoleApi?op=Save': { as: 'admin', form: { id: '999999999', version: 'x', rows: '[]' } },
    '/cloud/app/sys/user/api/RoleApi?op=Members': { as: 'admin', form: { id: '999999999', add: ',1,' } },
    '/cloud/app/sys/user/api/RoleApi?op=Effect': { as: 'admin', form: { id: '999999999', rows: '[]' } },
  };
};
/** Parameters that a sample leaves away: they would change what it asks. */
const LEFT = [
  'way',
  '_rid',
  '_subtables',
  '_event',
  'todo',
  'back_id',
  'next_state',
  'reviewers',
  'copies',
  'attachs',
  'limit_time',
  '_answer',
  'version',
  'versions',
  'open',
  'tk',
  'preview',
  'rowid',
  'belong_id',
  'parent',
];

/** One sample of every op that there is, made from its declaration: an op that comes later is in it too. */
export function corpus(known: Known): Sample[] {
  const common = COMMON(known);
  const own = OWN(known);
  return ALL_OPS.map(({ def }): Sample => {
    const url = `${def.path}?op=${def.op}`;
    const { as = 'applicant', form = {} } = own[url] ?? {};
    const names = Object.keys(def.request.shape).filter((name) => !LEFT.includes(name));
    return {
      url,
      as: def.free ? null : as,
      form: { ...Object.fromEntries(names.map((name) => [name, common[name] ?? 'x'])), ...form },
      ...(def.upload ? { upload: true } : {}),
      ...(def.get ? { get: true } : {}),
    };
  });
}

/** How a sample is sent. */
export function sayingOf(sample: Sample, form: Readonly<Record<string, string>> = sample.form) {
  return sample.upload ? { as: sample.as, ...multipart(form, 'plan.txt') } : { as: sample.as, form };
}
