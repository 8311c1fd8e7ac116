import { describe, expect, it } from 'vitest';
import type { Locale } from '#protocol/codes.ts';
import type { Filters } from '#protocol/wire/filters.ts';
import { createAccess } from '#server/access/access.ts';
import type { Rights } from '#server/access/grants/rights.ts';
import { loadCatalogue } from '#server/meta/load.ts';
import type { Session } from '#server/meta/session.ts';
import { lab } from '#server/records/testing-suite.ts';
import { sys } from '#suites/sys/suite.ts';
import { compileGroup } from './group.ts';
import type { Reading } from './reading.ts';
import { compilePage, compileTotal, fieldsNamed, preparePage } from './statements.ts';

const catalogue = loadCatalogue([sys, lab]);
const session: Session = {
  sid: 's',
  user: { id: 7, key_name: '张三', login_name: 'own' },
  company: { id: 1, login_name: 'demo', time_zone: 'Asia/Shanghai' },
  domain: { id: 11, key_name: '远山集团' },
  domains: [{ id: 11, key_name: '远山集团', currency: '万元', currency_en: 'CNY' }],
  department: { id: 32, key_name: '投资部' },
  departments: [32, 33],
  roles: [],
  root: false,
  super: false,
  locale: 'zh_CN',
  rights_version: 1,
};
const none = new Set<string>();
const rights = (scope: 0 | 1 | 2, hide_uids = none): Rights => ({
  grants: [{ group_uid: 'lab.plan', scope, items: new Set(['List']), hide_uids, readonly_uids: none }],
  flags: none,
});
const accessOf = (given: Rights) => createAccess(catalogue, given, session, { now: () => new Date('2026-11-21T02:20:00Z') });
const { asker } = accessOf({ grants: [], flags: none });
function reading(given: Rights, filters: Filters = {}, locale: Locale = 'zh_CN'): Reading {
  const access = accessOf(given);
  return { catalogue, reader: access.reader, gate: access.grant(access.table('plan'), 'Page'), filters, locale };
}
const page = (of: Reading, fields: string) =>
  compilePage({ kind: 'page', ...of, fields: fieldsNamed(of.gate as never, fields), limit: 10, offset: 500_000 }, asker);

describe('the compiler writes one statement, the same for the same plan', () => {
  it('LIST-13 a deep page finds its ids in the index, then its rows', () => {
    expect(page(reading(rights(2)), 'id,code')).toEqual({
      text:
        'select t."id" as "id", t."code" as "code" from (select t.id, t."id" as "fw.o1" from app."plan" t ' +
        'where ((t."company_id" = $1::bigint and t."deleted_time" is null) and t."subcompany_id" = $2::bigint) ' +
        'order by t."id" desc limit $3::bigint offset $4::bigint) p ' +
        'join app."plan" t on (t."company_id" = $1::bigint and t."id" = p."id") order by p."fw.o1" desc',
      values: [1, 11, 10, 500_000],
    });
  });
  it('A5 a long keyword is folded once in a statement, not for each row', () => {
    const asked = (key_word: string) => page(reading(rights(2), { key_word }), 'id').text.match(/\(select lower\(normalize\(/g) ?? [];
    expect(asked('%'.repeat(200)).length).toBeGreaterThan(0);
    expect(asked('水电站')).toEqual([]);
    expect(page(reading(rights(2), { key_word: '%'.repeat(200) }), 'id').text.match(/[^t] lower\(normalize\(/g)).toBeNull();
  });
  it('R10 a keyword that repeats itself has each letter of a row read once', () => {
    const asked = (key_word: string) => page(reading(rights(2), { key_word }), 'id').text;
    expect(asked('水电站').match(/strpos\(/g)?.length).toBe(asked('水'.repeat(20)).match(/ ~ \('\*\*\*=' \|\| /g)?.length);
    for (const word of ['水'.repeat(20), `x${'㍿'.repeat(30)}`, '\ufdfa'.repeat(11)]) expect(asked(word)).not.toContain('strpos(');
  });
  it('R10 a keyword is read as texts are kept: no more than 30 marks stand on one letter, and none that mislead', () => {
    const needle = (key_word: string) => page(reading(rights(2), { key_word }), 'id').values.filter((value) => typeof value === 'string');
    expect(needle(`桥${'\u0f73'.repeat(199)}`)).toEqual(needle(`桥${'\u0f73'.repeat(30)}`));
    expect(needle('三\u200b峡\u202e电站')).toEqual(needle('三峡电站'));
    expect(needle('\u200b')).toEqual([]);
  });
  it('LIST-12 a keyword of several lines is looked for on one', () => {
    const needle = (key_word: string) => page(reading(rights(2), { key_word }), 'id').values.filter((value) => typeof value === 'string');
    expect(needle(' 三峡 \r\n\n \t电站\n')).toEqual(needle('三峡 电站'));
    expect(needle('三峡 电站')).toContain('三峡 电站');
    expect(needle(' \n\r ')).toEqual([]);
  });
  it('LIST-13 a page near the beginning takes its rows whole, for any limit and offset', () => {
    const of = reading(rights(1));
    const statement = preparePage({ kind: 'page', ...of, fields: fieldsNamed(of.gate as never, 'id,code') });
    const [first, second] = [statement(asker, 10, 0), statement(asker, 50, 100)];
    expect(first.text).toBe(
      'select t."id" as "id", t."code" as "code" from (select t.*, t."id" as "fw.o1" from app."plan" t ' +
        'where ((t."company_id" = $1::bigint and t."deleted_time" is null) and (t."subcompany_id" = $2::bigint and t."department_entity" = any($3::bigint[]))) ' +
        'order by t."id" desc limit $4::bigint offset $5::bigint) t order by t."fw.o1" desc',
    );
    expect(first.values).toEqual([1, 11, [32, 33], 10, 0]);
    expect(second).toEqual({ text: first.text, values: [1, 11, [32, 33], 50, 100] });
  });
  it('LIST-13 the first page of a view says how many rows it has, so that its plan is kept; a size that lists do not have is a value', () => {
    const gate = createAccess(
      catalogue,
      { grants: [], flags: none },
      { ...session, root: true },
      { now: () => new Date('2026-11-21T02:20:00Z') },
    ).grant(catalogue.table('todo')!, 'Page');
    const of = { gate, catalogue, reader: reading(rights(1)).reader, filters: {}, locale: 'zh_CN' as const };
    const cut = (limit: number, offset: number) =>
      / (limit [^)]*)\) t order/.exec(compilePage({ kind: 'page', ...of, fields: fieldsNamed(gate, 'id'), limit, offset }, asker).text)![1];
    expect([10, 20, 50, 100].map((rows) => cut(rows, 0))).toEqual(['limit 10', 'limit 20', 'limit 50', 'limit 100']);
    for (const [rows, before] of [
      [21, 0],
      [20, 20],
      [1, 0],
    ] as const)
      expect(cut(rows, before)).toMatch(/^limit \$\d::bigint offset \$\d::bigint$/);
  });
  it('scope 1 and a hidden column; names joined once', () => {
    const { text, values } = page(reading(rights(1), { sort: [['owner_entity', 'asc']] }), 'owner_entity');
    expect(text).toContain('t."department_entity" = any($3::bigint[])');
    expect(text).toContain('left join app."user" j1 on (j1."id" = t."owner_entity" and j1."company_id" = $1::bigint)');
    expect(text).toContain('j1."key_name" collate "zh-x-icu" as "fw.o1"');
    expect(values).toEqual([1, 11, [32, 33], 10, 500_000]);
    const english = page(reading(rights(1), { sort: [['owner_entity', 'desc']] }, 'en_US'), 'owner_entity');
    const shown = 'coalesce(nullif(j1."name_en", \'\'), j1."key_name")';
    expect(english.text).toContain(`(ascii(${shown}) >= 11904)::int as "fw.o1", ${shown} collate "zh-x-icu" as "fw.o2", t."id" as "fw.o3"`);
    expect(english.text).toContain('order by p."fw.o1" desc nulls last, p."fw.o2" desc nulls last, p."fw.o3" desc');
    expect(english.values).toEqual(values);
  });
  it('two roles with different columns: CASE on the rows of the role that shows it', () => {
    const two: Rights = { grants: [...rights(0).grants, ...rights(1, new Set(['lab.plan:lab.plan.secret'])).grants], flags: none };
    const { text } = page(reading(two, { fields: { secret: 5 } }), 'secret');
    expect(text).toContain(
      'case when (t."subcompany_id" = $1::bigint and t."create_entity" = $2::bigint) then t."secret" end = $5::numeric',
    );
  });
  it('the total stops at its bound; the exact one sums', () => {
    expect(compileTotal({ kind: 'total', ...reading(rights(0)), bound: 1001, sums: [] }, asker)).toEqual({
      text:
        'select count(*) as total from (select 1 from app."plan" t where ((t."company_id" = $1::bigint and t."deleted_time" is null) ' +
        'and (t."subcompany_id" = $2::bigint and t."create_entity" = $3::bigint)) limit $4::bigint) c',
      values: [1, 11, 7, 1001],
    });
    expect(compileTotal({ kind: 'total', ...reading(rights(2)), sums: ['amount'] }, asker).text).toContain(
      'sum(t."amount")::text as "amount"',
    );
  });
  it('a group counts by what the reader may see of the reference', () => {
    const { text } = compileGroup({ kind: 'group', ...reading(rights(2)), field: 'type' }, asker);
    expect(text).toContain(
      't."type" as id, null::text as key_name, null::text as key_name_en, t."type" is not null as there, true as first from app."plan" t',
    );
  });
  it('every statement on a company table names the company', () => {
    for (const scope of [0, 1, 2] as const)
      expect(
        page(reading(rights(scope), { key_word: '水电', belong_id: 31 }), 'id,team,site_entity').text.match(/"company_id" = \$1/g)!.length,
      ).toBeGreaterThan(3);
  });
});
