import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineSuite } from '#protocol/meta/suite.ts';
import { testField, testTable } from '#protocol/meta/testing-suite.ts';
import { recordsMigrations } from '#server/records/migrations.ts';
import { grantAll, type Lab, openLab } from '#server/records/testing.ts';
import type { Op } from '../op.ts';
import { findCall } from './find.ts';
import { reads } from './testing-call.ts';

const text = (name: string, rest: object = {}) => testField(name, { data_type: 'text', length: 200, search: 1, ...rest });
const land = testTable('land', { order: 'code', fields: [text('key_name', { initials: 1 }), text('code', { unique: 1 })] });
const role = (code: string, grant: object) => ({
  ...{ uid: `r.${code}`, code, key_name: code, key_name_en: code, flags: ['land'] },
  grants: [{ group: 'land', scope: 2, items: ['List'], ...grant }],
});
const menu = { uid: 'm.land', key_name: '地', key_name_en: 'Land', type: 'TAB', cloud: 'land' };
const suite = defineSuite({
  ...{ uid: 'test', code: 'test', version: '0.1.0', key_name: '试', key_name_en: 'Test', requires: ['sys'] },
  ...{ dicts: [], seed: [], tables: [land] },
  modules: [{ uid: 'module.land', code: 'land', key_name: '地', key_name_en: 'Land', flag: 'land', menus: [menu] }],
  roles: [role('whole', {}), role('nocode', { hide: ['code'] }), role('noname', { hide: ['key_name'] })],
} as never);
const LOGINS = ['whole', 'nocode', 'noname'];
/** As a list has them by code. */
const PLACES = [
  ['11', '北京市'],
  ['12', '天津市'],
  ['23', '黑龙江省'],
  ['32', '江苏省'],
  ['33', 'js 园区'],
  ['js-1', '吉林省'],
] as const;

let lab: Lab;
let send: ReturnType<typeof reads>;
beforeAll(async () => {
  lab = await openLab({ key: 'records-best', suites: [suite], rooms: [recordsMigrations] });
  send = reads(lab, [findCall] as unknown as Op[]);
  for (const [at, login] of LOGINS.entries()) {
    await lab.base.db.query(`insert into app."role" (company_id, id, code, key_name, root) values (1, $1, $2, $2, 0)`, [61 + at, login]);
    await lab.base.db.query(
      `insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status)
       values (1, $1, $2, $2, 32, '{11}', array[$3::bigint], 1)`,
      [71 + at, login, 61 + at],
    );
  }
  await grantAll(lab.base.db, 1, lab.house.catalogueOf(null));
  for (const [code, key_name] of PLACES) await lab.put('land', { company_id: 1, subcompany_id: 11, create_entity: 71, key_name, code });
}, 60_000);
afterAll(() => lab.close());

const namesOf = (rows: readonly Readonly<Record<string, unknown>>[] | undefined) => (rows ?? []).map((row) => row.key_name);
const pick = async (login: string, filters: object, more: object = {}) =>
  namesOf((await send(await lab.as(login), 'Page', { cloud: 'land', fields: 'key_name', filters: JSON.stringify(filters), ...more })).rows);

describe('FIELD-05 who picks a record finds first what begins with the word', () => {
  it('nothing else than 1 is taken for it, and without a word the order is the list’s', async () => {
    const wrong = { cloud: 'land', filters: JSON.stringify({ key_word: 'js', best: 2 }) };
    expect((await send(null, 'Page', wrong)).code).toBe(401);
    expect((await send(await lab.as('whole'), 'Page', wrong)).code).toBe(317);
    expect(await pick('whole', { best: 1 })).toEqual(PLACES.map(([, name]) => name));
  });
  it('the name, its initials and another searched text, then what only holds it; of each kind in the order of the list', async () => {
    expect(await pick('whole', { key_word: 'js' })).toEqual(['北京市', '天津市', '黑龙江省', '江苏省', 'js 园区', '吉林省']);
    expect(await pick('whole', { key_word: 'js', best: 1 })).toEqual(['江苏省', 'js 园区', '吉林省', '北京市', '天津市', '黑龙江省']);
    expect(await pick('whole', { key_word: 'js', best: 1, sort: [['code', 'desc']] })).toEqual([
      '吉林省',
      'js 园区',
      '江苏省',
      '黑龙江省',
      '天津市',
      '北京市',
    ]);
    expect(await pick('whole', { key_word: '江', best: 1 })).toEqual(['江苏省']);
    expect(await pick('whole', { key_word: '江苏省', best: 1 })).toEqual(['江苏省']);
  });
  it('pages follow each other', async () => {
    const page = (at: number) => pick('whole', { key_word: 'js', best: 1 }, { page: String(at), rows: '2' });
    expect([await page(1), await page(2), await page(3)]).toEqual([
      ['江苏省', 'js 园区'],
      ['吉林省', '北京市'],
      ['天津市', '黑龙江省'],
    ]);
  });
  it('B5 what he may not see puts no record first', async () => {
    expect(await pick('nocode', { key_word: 'js', best: 1 })).toEqual(['js 园区', '江苏省', '黑龙江省', '天津市', '北京市']);
  });
  it('the search over everything has the same order', async () => {
    const { rows = [] } = await send(await lab.as('whole'), 'Find', { key_word: 'js', rows: '6' });
    const names = namesOf(rows.filter((row) => row.cloud === 'land'));
    expect(names.slice(3)).toEqual(['黑龙江省', '天津市', '北京市']);
    expect(names.slice(0, 3).toSorted()).toEqual(['js 园区', '吉林省', '江苏省'].toSorted());
  });
});
