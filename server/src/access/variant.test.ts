import { describe, expect, it } from 'vitest';
import type { TableDef } from '#protocol/meta/table.ts';
import { testTable } from '#protocol/meta/testing-suite.ts';
import { catalogueOf, field } from '#server/meta/testing-sync.ts';
import { compile, type Sql } from '#server/query/sql.ts';
import type { RoleGrant } from './grants/rights.ts';
import { type Grant, rulesOf, type Standing } from './rules.ts';

const NOBODY: Standing = { root: false, super: false };
const ABOVE: Standing = { root: true, super: true };
const person = testTable('person', {
  tenancy: 'company',
  fields: [field('phone', 'text', { search: 1 }), field('wage', 'numeric'), field('alias', 'text', { search: 1 }), field('unit', 'int')],
  variants: [
    { uid: 'v1', name: 'book', fields: ['key_name', 'phone'], where: 'unit=7', ops: ['List'], everyone: 1 },
    { uid: 'v2', name: 'own', fields: ['phone', 'alias'], writes: ['phone'], where: 'id={user.id}', ops: ['List', 'Modify'], everyone: 1 },
    { uid: 'v3', name: 'desk', fields: ['phone', 'alias'], writes: ['alias'], ops: ['List', 'Modify'] },
  ],
} as Partial<TableDef>);
const waits = testTable('waits', {
  tenancy: 'company',
  storage: 'view',
  row_where: 'create_entity={user.id}',
  everyone: 1,
  fields: [field('phone', 'text')],
  variants: [{ uid: 'v4', name: 'all', ops: ['List'] }],
} as Partial<TableDef>);
const catalogue = catalogueOf(person, waits);
const part = (rest: Partial<RoleGrant> = {}): RoleGrant => ({
  ...{ group_uid: 'person', scope: 2, items: new Set(['List', 'Modify']), hide_uids: new Set(), readonly_uids: new Set() },
  ...rest,
});
const rules = (grants: readonly RoleGrant[], standing = NOBODY) => rulesOf(catalogue, { grants, flags: new Set() }, standing);
const granted = (op: string, cloud: string, grants: readonly RoleGrant[] = [], standing = NOBODY): Grant | undefined =>
  rules(grants, standing).grant(catalogue.table(cloud)!, op);
const asker = {
  ...{ company: 1, zone: 'Asia/Shanghai', user: 5, department: 31, departments: [31], domain: 11, domains: [11] },
  ...{ now: new Date(0), today: '2026-11-22' },
};
const said = (of: boolean | Sql | undefined): boolean | string | undefined =>
  of === undefined || typeof of === 'boolean' ? of : compile(of, asker).text;

describe('ADMIN-08 a variant for everybody', () => {
  it('who has no role reads it, within its condition and the own company; the table itself stays closed', () => {
    expect(granted('Page', 'person')).toBeUndefined();
    const rows = said(granted('Page', 'person[book]')!.rows('t'));
    expect(rows).toContain('company_id');
    expect(rows).toContain('deleted_time');
    expect(rows).toContain('unit');
    for (const op of ['List', 'Page', 'Get', 'Show', 'Group', 'Tree', 'LoadTable']) expect(granted(op, 'person[book]'), op).toBeDefined();
  });
  it('gives no op besides, to an administrator neither: no change, no history, no bin', () => {
    for (const standing of [NOBODY, ABOVE])
      for (const op of ['Add', 'Modify', 'Delete', 'Review', 'Account', 'History', 'Process', 'Recycle', 'Restore', 'Export'])
        expect(granted(op, 'person[book]', [part()], standing), op).toBeUndefined();
  });
  it('shows nobody more than it names, whatever his roles show him elsewhere', () => {
    const shown = ['id', 'version', 'review_state', 'key_name', 'phone'];
    const names = [...catalogue.table('person')!.fields.keys()];
    for (const grants of [[], [part()], [part({ scope: 0 })]])
      for (const standing of [NOBODY, ABOVE]) {
        const { sees } = granted('Page', 'person[book]', grants, standing)!;
        expect(names.filter((name) => sees(name, 't') !== false).toSorted()).toEqual(shown.toSorted());
      }
  });
  it('what a role hides stays hidden where no other role of his shows it, row by row', () => {
    const hides = part({ hide_uids: new Set(['person:phone']) });
    const sees = (grants: readonly RoleGrant[]) => said(granted('Page', 'person[book]', grants)!.sees('phone', 't'));
    expect(sees([hides])).toBe(false);
    expect(sees([part({ items: new Set(['Add']), hide_uids: new Set(['person:phone']) })])).toBe(false);
    expect(sees([part()])).toBe(true);
    expect(sees([hides, part()])).toBe(true);
    expect(sees([hides, part({ scope: 0 })])).toContain('create_entity');
    expect(said(granted('Page', 'person[book]', [hides], ABOVE)!.sees('phone', 't'))).toBe(true);
  });
});

describe('FRAME-13 what is written through a variant', () => {
  it('is what it names, on the rows of its condition, whoever writes', () => {
    for (const standing of [NOBODY, ABOVE]) {
      const { writes, rows } = granted('Modify', 'person[own]', standing === ABOVE ? [part()] : [], standing)!;
      const names = [...catalogue.table('person')!.fields.keys()];
      expect(names.filter((name) => writes(name, 't') !== false)).toEqual(['phone']);
      expect(said(rows('t'))).toMatch(/"?id"? = \$/);
    }
  });
  it('a role that locks or hides the field closes it here too', () => {
    const writes = (grants: readonly RoleGrant[]) => said(granted('Modify', 'person[own]', grants)!.writes('phone', 't'));
    expect(writes([part({ items: new Set(['List']) })])).toBe(true);
    expect(writes([part({ items: new Set(['List']), readonly_uids: new Set(['person:phone']) })])).toBe(false);
    expect(writes([part({ items: new Set(['List']), hide_uids: new Set(['person:phone']) })])).toBe(false);
    expect(String(writes([part({ readonly_uids: new Set(['person:phone']) }), part()]))).toBe('true');
  });
  it('one that is not everybody’s needs its role, and takes no more than it names', () => {
    expect(granted('Modify', 'person[desk]')).toBeUndefined();
    for (const [grants, standing] of [
      [[part()], NOBODY],
      [[], ABOVE],
    ] as const) {
      const { writes, sees } = granted('Modify', 'person[desk]', grants, standing)!;
      expect([writes('alias', 't'), writes('phone', 't'), sees('phone', 't')]).toEqual([true, false, true]);
    }
  });
});

describe('DESK-03 a table that is everybody’s', () => {
  const own = (rest: Partial<RoleGrant> = {}) => part({ group_uid: 'waits', items: new Set(['List']), ...rest });
  it('is listed by whoever is signed in, by one condition: his own rows, whatever a role says of its scope', () => {
    const rows = (grants: readonly RoleGrant[], standing = NOBODY) => said(granted('Page', 'waits', grants, standing)!.rows('t'));
    expect(rows([])).toContain('"create_entity"');
    for (const grants of [[own()], [own({ scope: 0 })], [own({ scope: 1 }), own()]])
      expect(rows(grants)!.toString().replaceAll(/\$\d+/g, '$')).toContain(String(rows([])).replaceAll(/\$\d+/g, '$'));
    expect(rows([], ABOVE)).toBe(rows([]));
    for (const op of ['List', 'Page', 'Get', 'Group', 'LoadTable']) expect(granted(op, 'waits'), op).toBeDefined();
  });
  it('its variants are by right, where they do not say otherwise themselves', () => {
    expect(granted('Page', 'waits[all]')).toBeUndefined();
    expect(granted('Page', 'waits[all]', [own()])).toBeDefined();
  });
  it('gives nothing besides, and what a role hides of it stays hidden', () => {
    for (const op of ['Add', 'Modify', 'Delete', 'Review', 'Account', 'History', 'Recycle', 'Restore', 'Export'])
      expect(granted(op, 'waits', [own()]), op).toBeUndefined();
    expect(said(granted('Page', 'waits')!.sees('phone', 't'))).toBe(true);
    expect(said(granted('Page', 'waits', [own({ hide_uids: new Set(['waits:phone']) })])!.sees('phone', 't'))).toBe(false);
  });
});
