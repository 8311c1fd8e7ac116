import { describe, expect, it } from 'vitest';
import type { Refusal } from '#protocol/codes.ts';
import { itemOf } from '#protocol/meta/ops.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testTable } from '#protocol/meta/testing-suite.ts';
import type { Session } from '#server/meta/session.ts';
import { catalogueOf, field } from '#server/meta/testing-sync.ts';
import { compile, type Sql } from '#server/query/sql.ts';
import { createAccess } from './access.ts';
import type { RoleGrant } from './grants/rights.ts';
import { type Grant, rulesOf, type Standing } from './rules.ts';

const session = {
  ...{ company: { id: 1, time_zone: 'Asia/Shanghai' }, user: { id: 5 }, department: { id: 31 }, departments: [31, 32] },
  ...{ domain: { id: 11 }, domains: [{ id: 11 }, { id: 12 }], roles: [], root: false, super: false },
} as unknown as Session;

const NOBODY: Standing = { root: false, super: false };
const part = (rest: Partial<RoleGrant> = {}): RoleGrant => ({
  ...{ group_uid: 'plan', scope: 2, items: new Set(['List']), hide_uids: new Set(), readonly_uids: new Set() },
  ...rest,
});
const plan = testTable('plan', {
  flow: 1,
  states: [
    { uid: 's1', key_name: '申请', key_name_en: 'Applied', value: '1' },
    { uid: 's2', key_name: '审核', key_name_en: 'Review', value: '2' },
  ],
  fields: [
    field('price', 'numeric'),
    field('secret', 'text'),
    field('early', 'text', { view_state: '1' }),
    field('late', 'text', { view_state: '2' }),
    field('dear', 'text', { view_where: 'price>10' }),
  ],
  subtables: [{ uid: 'st', key_name: '行', key_name_en: 'Lines', table_name: 'line', parent_field: 'plan_entity', inline: 1 }],
  variants: [{ uid: 'v1', name: 'short', ops: ['List'], fields: ['price'], where: 'price>0' }],
} as Partial<TableDef>);
const line = testTable('line', {
  permission: 'plan',
  fields: [field('plan_entity', 'entity', { source: 'plan' }), field('weight', 'int')],
});
const note = testTable('note', { public_name: 1, fields: [field('early', 'text', { view_state: '1' })] });
const kind = testTable('kind', { tenancy: 'platform' });
const catalogue = catalogueOf(plan, line, note, kind);

const table = (cloud: string) => catalogue.table(cloud)!;
const rules = (grants: readonly RoleGrant[], standing = NOBODY, flags: readonly string[] = []) =>
  rulesOf(catalogue, { grants, flags: new Set(flags) }, standing);
const granted = (op: string, grants: readonly RoleGrant[], cloud = 'plan', standing = NOBODY): Grant | undefined =>
  rules(grants, standing).grant(table(cloud), op);
const text = (of: boolean | Sql | undefined): boolean | string | undefined =>
  of === undefined || typeof of === 'boolean' ? of : compile(of, asker).text.replace(/::\w+(\[\])?/g, '');
const asker = {
  ...{ company: 1, zone: 'Asia/Shanghai', user: 5, department: 31, departments: [31], domain: 11, domains: [11, 12] },
  ...{ now: new Date(0), today: '2026-11-22' },
};

describe('AUTH-03 an op is given by an item of a role, or by none', () => {
  it.each([
    ['Page', 'List'],
    ['Group', 'List'],
    ['Tree', 'List'],
    ['Get', 'List'],
    ['Show', 'List'],
    ['History', 'List'],
    ['Download', 'List'],
    ['Preview', 'List'],
    ['Process', 'List'],
    ['Recycle', 'Delete'],
    ['Restore', 'Delete'],
    ['Bind', 'Modify'],
    ['Unbind', 'Modify'],
    ['Reply', 'Review'],
    ['Export', 'Export'],
    ['constructor', 'constructor'],
  ])('%s needs %s', (op, item) => {
    expect(itemOf(op)).toBe(item);
    const [with_, without] = [new Set([item]), new Set(['List', 'Add', 'Modify', 'Delete', 'Review'].filter((one) => one !== item))];
    expect(rules([part({ items: with_ })]).may(table('plan'), op)).toBe(true);
    expect(rules([part({ items: without })]).may(table('plan'), op)).toBe(false);
  });

  it('a grant of another group gives nothing, and rows of a record go by its group', () => {
    expect(granted('Page', [part({ group_uid: 'note' })])).toBeUndefined();
    expect(granted('Page', [part()], 'line')?.table.name).toBe('line');
    expect(rules([part()]).may(table('line'), 'Page')).toBe(true);
  });

  it('what a picker loads needs a grant of the group, whatever its items', () => {
    expect(granted('LoadTable', [part({ items: new Set() })])).toBeDefined();
    expect(granted('LoadTable', [part({ group_uid: 'note' })], 'line')?.parts).toEqual([]);
    expect(rules([part({ group_uid: 'note' })]).may(table('line'), 'LoadTable')).toBe(false);
  });

  it('a variant gives the ops that it names, to an administrator too', () => {
    const all = part({ items: new Set(['List', 'Modify']) });
    expect(granted('Page', [all], 'plan[short]')).toBeDefined();
    expect(granted('Modify', [all], 'plan[short]')).toBeUndefined();
    expect(granted('Modify', [], 'plan[short]', { root: true, super: true })).toBeUndefined();
  });

  it('an administrator has what is his company’s and reads what is the platform’s; the super administrator has both', () => {
    const root = { root: true, super: false };
    expect(['Page', 'Add', 'Delete'].map((op) => rules([], root).may(table('plan'), op))).toEqual([true, true, true]);
    expect(['Page', 'Show', 'LoadTable', 'Add', 'Delete'].map((op) => rules([], root).may(table('kind'), op))).toEqual([
      ...[true, true, true],
      ...[false, false],
    ]);
    expect(rules([part({ group_uid: 'kind', items: new Set(['Add']) })], root).may(table('kind'), 'Add')).toBe(true);
    expect(rules([], { root: false, super: true }).may(table('kind'), 'Add')).toBe(true);
    expect(rules([], NOBODY).may(table('kind'), 'Page')).toBe(false);
  });

  it('a to-do gives its record, the rows and the files of it, and no other op', () => {
    const gives = (cloud: string, op: string) => [granted(op, [], cloud)?.participant, granted(op, [], cloud)?.parts.length];
    for (const op of ['Show', 'Get', 'Download', 'Preview', 'Process', 'Review', 'Reply', 'LoadTable'])
      for (const cloud of ['plan', 'line']) expect([op, cloud, ...gives(cloud, op)]).toEqual([op, cloud, true, 0]);
    for (const op of ['Page', 'List', 'Modify', 'Add', 'Delete', 'Restore', 'History']) expect(granted(op, []), op).toBeUndefined();
    expect(granted('Show', [], 'note')).toBeUndefined();
    expect(granted('Show', [], 'plan', { root: true, super: false })?.participant).toBe(false);
  });

  it('unknown reads like forbidden: 312', () => {
    const access = createAccess(catalogue, { grants: [part()], flags: new Set(['plan']) }, session, { now: () => new Date(0) });
    for (const run of [() => access.table('nothing'), () => access.table('plan[none]'), () => access.grant(table('plan'), 'Delete')])
      expect(run).toThrow(expect.objectContaining({ code: 312 } satisfies Partial<Refusal>));
    expect(access.grant(access.table('plan'), 'Page').op).toBe('Page');
    expect([...access.flags]).toEqual(['plan']);
  });
});

const rowsOf = (grants: readonly RoleGrant[], { cloud = 'plan', op = 'Page', as = 't' } = {}) => text(granted(op, grants, cloud)?.rows(as));

describe('AUTH-04 the rows of a grant', () => {
  const LIVE = 't."company_id" = $1 and t."deleted_time" is null';

  it('scope 2: the live rows of the company, of the domain that one works in', () => {
    expect(rowsOf([part()])).toBe(`((${LIVE}) and t."subcompany_id" = $2)`);
    expect(rowsOf([part({ group_uid: 'kind' })], { cloud: 'kind' })).toBe('t."deleted_time" is null');
  });

  it('scope 1: the rows of one’s departments; scope 0: one’s own, and those of whom one stands for on a table with a flow', () => {
    expect(rowsOf([part({ scope: 1 })])).toContain('t."create_department" = any($3)');
    const own = rowsOf([part({ scope: 0 })]);
    expect(own).toContain('t."create_entity" = any($3 || array(select a.user_entity from fw.flow_agent a');
    expect(rowsOf([part({ scope: 0, group_uid: 'note' })], { cloud: 'note' })).toMatch(/t\."create_entity" = \$3\)*$/);
  });

  it('roles add up: the rows of one or of the other', () => {
    expect(rowsOf([part({ scope: 1 }), part({ scope: 0 })])).toContain(') or (');
  });

  it('the bin holds what is deleted, and nothing else', () => {
    for (const op of ['Recycle', 'Restore'])
      expect(rowsOf([part({ items: new Set(['Delete']) })], { op })).toContain('t."deleted_time" is not null');
    expect(rowsOf([part({ items: new Set(['Delete']) })], { op: 'Delete' })).toContain('t."deleted_time" is null');
    const grant = (op: string) => granted(op, [part({ items: new Set(['Delete', 'List']) })])!;
    expect([grant('Recycle').ground('t'), text(grant('Page').ground('t'))]).toEqual([undefined, `(${LIVE} and t."subcompany_id" = $2)`]);
    expect(text(granted('Show', [part()])!.ground('t'))).toBe(`(${LIVE})`);
  });

  it('rows of a record are seen where the record is', () => {
    expect(rowsOf([part()], { cloud: 'line' })).toMatch(
      /exists \(select 1 from app\."plan" p1 where .*p1\."id" = t\."plan_entity".*p1\."subcompany_id"/,
    );
  });

  it('a variant shows what its condition lets through', () => {
    expect(rowsOf([part()], { cloud: 'plan[short]' })).toContain('"price"');
    expect(rowsOf([part()])).not.toContain('"price"');
  });

  it('a to-do adds the records of all one’s domains', () => {
    expect(rowsOf([], { op: 'Show' })).toMatch(/t\."subcompany_id" = any\(\$\d\) and exists \(select 1 from fw\.flow_todo w/);
    expect(rowsOf([], { op: 'Show', cloud: 'line' })).toContain('fw.flow_todo w');
    expect(rowsOf([part()])).not.toContain('fw.flow_todo');
  });
});

describe('ADMIN-01 an item on fewer rows than the group', () => {
  const items = new Set(['List', 'Modify', 'Delete']);
  const own = part({ items, item_scopes: { Modify: 0, Delete: 1 } });
  const by = (op: string, ...grants: RoleGrant[]) => rowsOf(grants.length ? grants : [own], { op });

  it('is given on those alone, and every op of the item with it; what is seen stays', () => {
    expect(by('Page')).toBe(rowsOf([part()]));
    for (const op of ['Modify', 'Bind', 'Unbind']) expect(by(op), op).toBe(rowsOf([part({ scope: 0 })]));
    expect(by('Delete')).toBe(rowsOf([part({ scope: 1 })]));
    expect(by('Restore')).toContain('"create_department" = any(');
  });
  it('never reaches further than the group, whatever is stored', () => {
    expect(by('Modify', part({ items, scope: 0, item_scopes: { Modify: 2 } }))).toBe(rowsOf([part({ scope: 0 })]));
    expect(rules([part({ item_scopes: { Modify: 2 } })]).may(table('plan'), 'Modify')).toBe(false);
  });
  it('another role gives the rest: what they give is united', () => {
    expect(by('Modify', own, part({ items }))).toBe(rowsOf([part()]));
    expect(by('Modify', own, part({ items, scope: 1 }), own)).toBe(by('Modify', part({ items, scope: 1 }), own));
    expect(by('Modify', own, part({ items, scope: 1 }))).toMatch(/"create_entity" = any.* or .*"create_department"/s);
  });
  it('beside a list it is told row by row, and rows of a record go by the record', () => {
    const also = (op: string) => text(rules([own]).also(granted('Page', [own])!, op, 't'));
    expect([also('Modify'), also('Delete')]).toEqual([
      expect.stringContaining('"create_entity"'),
      expect.stringContaining('"create_department"'),
    ]);
    expect(rowsOf([own], { op: 'Modify', cloud: 'line' })).toContain('p1."create_entity"');
  });
  it('a field that it writes is written there', () => {
    const { writes } = granted('Modify', [own, part({ items, readonly_uids: new Set(['plan:price']) })])!;
    expect(text(writes('price', 't'))).toContain('"create_entity"');
  });
});

describe('AUTH-05 the fields of a grant', () => {
  const sees = (grants: readonly RoleGrant[], name: string, { op = 'Show', cloud = 'plan', standing = NOBODY } = {}) =>
    text(granted(op, grants, cloud, standing)?.sees(name, 't'));
  const hides = part({ hide_uids: new Set(['plan:secret']) });

  it('hidden by every role: nowhere; by one of them: on the rows of the others', () => {
    expect(sees([hides], 'secret', { op: 'Page' })).toBe(false);
    expect(sees([hides], 'price', { op: 'Page' })).toBe(true);
    expect(sees([hides, part({ scope: 1 })], 'secret', { op: 'Page' })).toContain('"create_department" = any(');
    expect(sees([part({ hide_uids: new Set(['plan:secret', 'line:secret']) })], 'secret', { op: 'Page' })).toBe(false);
    expect(sees([part({ hide_uids: new Set(['line:secret', 'secret', 'plan.secret']) })], 'secret', { op: 'Page' })).toBe(true);
    expect(sees([hides], 'secret', { op: 'Page', standing: { root: true, super: false } })).toBe(true);
  });

  it('id, version and state are read with every row, the domain where the table has one', () => {
    const all = part({ hide_uids: new Set(['plan:std.id', 'plan:std.version', 'plan:std.review_state']) });
    for (const name of ['id', 'version', 'review_state']) expect(sees([all], name, { op: 'Page' })).toBe(true);
    expect(sees([part()], 'subcompany_id')).toBe(true);
    expect(sees([part({ group_uid: 'kind' })], 'subcompany_id', { cloud: 'kind' })).toBe(false);
  });

  it('a field is there in its states and where its condition holds, for everybody', () => {
    const root = { standing: { root: true, super: true } };
    expect(sees([part()], 'early')).toBe('t."review_state" in (0, 1)');
    expect(sees([], 'late', root)).toBe('t."review_state" in (2)');
    expect(sees([], 'dear', root)).toContain('"price"');
    expect(sees([part({ group_uid: 'note' })], 'early', { cloud: 'note' })).toBe(true);
    expect(sees([part()], 'nothing')).toBe('false');
  });

  it('what is read only is seen and not written; what is hidden neither', () => {
    const grant = (...grants: RoleGrant[]) =>
      granted(
        'Modify',
        grants.map((one) => ({ ...one, items: new Set(['Modify']) })),
      )!;
    expect(grant(part({ readonly_uids: new Set(['plan:price']) })).writes('price', 't')).toBe(false);
    expect(grant(part({ readonly_uids: new Set(['plan:price']) })).sees('price', 't')).toBe(true);
    expect(grant(hides).writes('secret', 't')).toBe(false);
    expect(grant(hides).writes('price', 't')).toBe(true);
    expect(text(grant(hides, part({ scope: 0 })).writes('secret', 't'))).toContain('"create_entity" = any(');
  });
});

describe('what else a grant gives beside', () => {
  it('another op on all rows, on none, or on those of a condition', () => {
    const also = (grants: readonly RoleGrant[], op = 'Modify', read = 'Page') => text(rules(grants).also(granted(read, grants)!, op, 't'));
    const both = part({ items: new Set(['List', 'Modify']) });
    expect(also([part()])).toBe(false);
    expect(also([both])).toBe(true);
    expect(also([part({ scope: 1 }), { ...both, scope: 0 }])).toContain('"create_entity"');
    // a to-do shows more than the role gives
    expect(also([both], 'Modify', 'Show')).toBe('t."subcompany_id" = $1');
  });

  it('names of a public table are everybody’s in the company; of another those whose grant shows the name', () => {
    const names = (grants: readonly RoleGrant[], cloud: string) => rules(grants).reader.names(cloud);
    expect(names([], 'note')).toMatchObject({ open: true });
    expect(text(names([], 'note')!.rows('t'))).toBe('t."company_id" = $1');
    expect(names([], 'plan')).toBeUndefined();
    expect(names([part()], 'plan')).toMatchObject({ open: false });
    expect(names([part({ hide_uids: new Set(['plan:std.key_name']) })], 'plan')).toBeUndefined();
    expect([names([], 'nothing'), rules([]).reader.gate('nothing'), rules([]).reader.gate('plan')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(rules([part()]).reader.gate('plan')?.table.name).toBe('plan');
  });

  it('an administrator acts for who has left, everybody for whom he is the agent of', () => {
    const acts = (root: boolean) => text(rules([], { root, super: false }).actsFor(table('plan'), 't'));
    expect(acts(true)).toContain('app."user"');
    expect(acts(false)).not.toContain('app."user"');
    expect(acts(false)).toContain('fw.flow_agent');
  });
});
