import type { Db } from '#server/db/db.ts';
import { rulesOf, uidOf } from '../uids.ts';

/** Somebody whose eyes a world is seen with. */
export interface Actor {
  login: string;
  company: 'demo' | 'other';
  /** what he stands for */
  kind: string;
}

/** One of every kind: by scope, by what is hidden, by how he came to a record, and of the other company. */
export const ACTORS: readonly Actor[] = [
  { login: 'viewer', company: 'demo', kind: 'department scope, hidden fields' },
  { login: 'applicant', company: 'demo', kind: 'personal scope, writes, starts flows' },
  { login: 'legal', company: 'demo', kind: 'participant by a to-do, hidden fields' },
  { login: 'depthead', company: 'demo', kind: 'department scope, decides' },
  { login: 'twineditor', company: 'demo', kind: 'department scope, writes, hidden and readonly fields' },
  { login: 'twinmixed', company: 'demo', kind: 'two roles: rows and fields of each, stands in for another' },
  { login: 'twinwide', company: 'demo', kind: 'company scope, nearly all fields hidden' },
  { login: 'twinguest', company: 'demo', kind: 'no role, no department' },
  { login: 'twinlost', company: 'demo', kind: 'department scope without a department' },
  { login: 'investmgr', company: 'demo', kind: 'company scope, writes' },
  { login: 'twinclerk', company: 'other', kind: 'second company, department scope' },
  { login: 'twinkeeper', company: 'demo', kind: 'sets rights of roles and keeps accounts, sees few rows himself' },
  { login: 'admin2', company: 'other', kind: "second company's administrator" },
];

interface Grant {
  group: string;
  scope: 0 | 1 | 2;
  items: string[];
  hide?: string[];
  readonly?: string[];
}
const ALL = ['List', 'Add', 'Modify', 'Delete'];
const READ = ['List'];
const PROJECT_SECRETS = ['total_price', 'remark', 'manager_entity', 'name_en', 'project_type', 'plan_begin', 'province_entity', 'code'];

/** Roles beside those of the suites, with every kind of limit a role can set. */
const ROLES: Readonly<Record<string, readonly Grant[]>> = {
  twin_editor: [
    { group: 'invest_subject', scope: 1, items: ALL, hide: ['name_en', 'province_entity'], readonly: ['kind'] },
    {
      group: 'initiation',
      scope: 1,
      items: ALL,
      hide: ['npv', 'irr', 'payback', 'place', 'benefit_type', 'alternatives', 'initiation_fund.note'],
    },
    { group: 'project', scope: 1, items: READ, hide: [...PROJECT_SECRETS, 'project_stage.approved_price', 'project_stage.doc_no'] },
    { group: 'message', scope: 0, items: ALL },
    { group: 'todo', scope: 2, items: READ },
    { group: 'user', scope: 1, items: READ, hide: ['mobile', 'login_name', 'role_entities', 'status', 'title'] },
    { group: 'power_unit', scope: 1, items: READ },
    { group: 'laid_job', scope: 1, items: [...ALL, 'Review'], hide: ['note'] },
    { group: 'laid_tool', scope: 1, items: ALL, hide: ['note'] },
  ],
  twin_own: [
    { group: 'invest_subject', scope: 0, items: ALL },
    { group: 'initiation', scope: 0, items: ALL },
    { group: 'project', scope: 0, items: READ },
    { group: 'message', scope: 0, items: READ },
    { group: 'todo', scope: 2, items: READ },
    { group: 'province', scope: 2, items: READ, hide: ['region', 'grid_row', 'en_name'] },
  ],
  twin_wide: [
    {
      group: 'initiation',
      scope: 2,
      items: READ,
      hide: ['manager_entity', 'scale', 'content_kinds', 'members', 'legal_opinion', 'name_en', 'plan_end', 'mobile'],
    },
    { group: 'project', scope: 2, items: READ, hide: [...PROJECT_SECRETS, 'department_entity', 'invest_subject_entity', 'place'] },
    { group: 'city_project_report', scope: 2, items: READ, hide: ['remark', 'key_name', 'project_entity', 'client_agency', 'budget'] },
    { group: 'power_unit', scope: 2, items: READ, hide: ['key_name', 'capacity_mw', 'name_en', 'owner', 'latitude'] },
    { group: 'department', scope: 2, items: READ, hide: ['manager_entity', 'leader_entity', 'name_en'] },
    { group: 'domain', scope: 2, items: READ },
    { group: 'todo', scope: 2, items: READ },
    { group: 'laid_job', scope: 2, items: READ, hide: ['note', 'laid_step.kind'] },
    { group: 'laid_tool', scope: 2, items: READ, hide: ['note', 'grade'] },
  ],
  twin_keeper: [
    { group: 'role', scope: 2, items: ['List', 'Modify', 'Auth'] },
    { group: 'user', scope: 1, items: ['List', 'Modify', 'Account'], hide: ['mobile', 'title'] },
    { group: 'project', scope: 1, items: READ, hide: PROJECT_SECRETS },
    { group: 'initiation', scope: 0, items: READ },
    { group: 'power_unit', scope: 0, items: READ },
  ],
  // gives nothing yet: what it would give is asked about
  twin_given: [],
};

const GIVEN: Readonly<Record<string, { company: number; department: string | null; roles: string[] }>> = {
  twineditor: { company: 1, department: '0102', roles: ['twin_editor'] },
  twinmixed: { company: 1, department: '0102', roles: ['twin_editor', 'twin_own', 'twin_wide'] },
  twinwide: { company: 1, department: '010103', roles: ['twin_wide'] },
  twinguest: { company: 1, department: null, roles: [] },
  twinlost: { company: 1, department: null, roles: ['twin_editor'] },
  twinkeeper: { company: 1, department: '0101', roles: ['twin_keeper'] },
  twingiven: { company: 1, department: '010103', roles: ['twin_given'] },
  // whose jobs and tools nobody of another department sees
  twinfar: { company: 1, department: '0104', roles: ['laid'] },
  twinfarther: { company: 1, department: '0104', roles: ['laid'] },
  twinclerk: { company: 2, department: '01', roles: ['twin_editor'] },
};

/** Makes the roles and people that the demonstration lacks; ids follow the sequences. */
export async function addPeople(db: Db): Promise<void> {
  for (const company of [1, 2]) {
    for (const [code, grants] of Object.entries(ROLES)) {
      const [role] = await db.query<{ id: number }>('insert into app.role (company_id, key_name, code) values ($1, $2, $2) returning id', [
        company,
        code,
      ]);
      for (const { group, scope, items, hide = [], readonly = [] } of grants) {
        await db.query(
          `insert into fw.role_grant (company_id, role_id, group_uid, scope, items, hide_uids, readonly_uids)
           values ($1, $2, $3, $4, $5::text[], $6::text[], $7::text[])`,
          [company, role!.id, uidOf(group), scope, items, rulesOf(group, hide), rulesOf(group, readonly)],
        );
      }
    }
  }
  for (const [login, { company, department, roles }] of Object.entries(GIVEN)) {
    await db.query(
      `insert into app."user" (company_id, key_name, login_name, department_entity, role_entities, domain_entities, status, mobile)
       select $1, $2, $2, (select id from app.department where company_id = $1 and code = $3),
         coalesce((select array_agg(id) from app.role where company_id = $1 and code = any($4::text[])), '{}'),
         (select array_agg(id order by id) from app.domain where company_id = $1), 1, '13900000000'`,
      [company, login, department, roles],
    );
  }
  await db.query(
    `insert into fw.role_change (company_id, role_id, number, at, user_entity, before, after)
     select r.company_id, r.id, n, now() - n * interval '1 day', (select min(u.id) from app."user" u where u.company_id = r.company_id),
       '{"grants": [], "flags": []}', '{"grants": [], "flags": ["SYS"]}' from app.role r cross join generate_series(1, 2) n`,
  );
  // rows that somebody has and that hardly anybody sees: how many they are differs in the other world
  await db.query('alter table app.power_unit disable trigger user');
  await db.query(
    `update app.power_unit set create_entity = (select id from app."user" where company_id = 1 and login_name = 'twingiven')
     where id in (select id from app.power_unit where company_id = 1 order by id limit 9)`,
  );
  await db.query('alter table app.power_unit enable trigger user');
  await db.query('update fw.rights_version set version = version + 1');
}
