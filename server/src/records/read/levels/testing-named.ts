import fc from 'fast-check';
import type { Locale } from '#protocol/codes.ts';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { grantAll, type Lab, openLab } from '../../testing.ts';

const role = (code: string, given: object[]) => ({
  ...{ uid: `named.role.${code}`, code, key_name: code, key_name_en: code },
  grants: given as never,
});
const NOTES = { group: 'note', scope: 2, items: ['List', 'Export'] };

/** Notes that name marks, which have an English name or none; marks stand in a tree whose table gives them no order. */
export const named = testSuite(
  [
    testTable('mark', {
      ...{ tenancy: 'company', type: 'TREE', parent_field: 'parent_entity', order: 'rank', english_name: 'name_en' },
      fields: [
        testField('name_en', { data_type: 'text', length: 100 }),
        testField('rank', { data_type: 'int' }),
        testField('parent_entity', { data_type: 'entity', source: 'mark' }),
      ],
    }),
    testTable('note', {
      fields: [testField('mark_entity', { data_type: 'entity', source: 'mark' }), testField('kind', { data_type: 'int' })],
    }),
  ],
  {
    requires: ['sys', 'lab'],
    roles: [
      role('whole', [NOTES, { group: 'mark', scope: 2, items: ['List'] }]),
      role('blind', [NOTES, { group: 'mark', scope: 2, items: ['List'], hide: ['name_en'] }]),
      role('maker', [NOTES, { group: 'mark', scope: 0, items: ['List'] }]),
    ],
  },
);

/** Who sees the English name of every mark, of none, of those that he made. */
const ROLES = { whole: ['whole'], blind: ['blind'], partly: ['blind', 'maker'] } as const;
export type Login = keyof typeof ROLES;
export const LOGINS = Object.keys(ROLES) as Login[];
const [FIRST_ROLE, FIRST_USER] = [61, 71];
const idOf = (login: Login): number => FIRST_USER + LOGINS.indexOf(login);

export async function openNamed(): Promise<Lab> {
  const lab = await openLab({ key: 'named-marks', suites: [named], rooms: [] });
  const { db } = lab.base;
  for (const [at, { code }] of named.roles.entries())
    await db.query('insert into app."role" (company_id, id, code, key_name, root) values (1, $1, $2, $2, 0)', [FIRST_ROLE + at, code]);
  for (const login of LOGINS)
    await db.query(
      `insert into app."user" (company_id, id, login_name, key_name, department_entity, domain_entities, role_entities, status)
       values (1, $1, $2, $2, 32, '{11}', $3, 1)`,
      [idOf(login), login, ROLES[login].map((code) => FIRST_ROLE + named.roles.findIndex((one) => one.code === code))],
    );
  await grantAll(db, 1, lab.house.catalogueOf(null));
  return lab;
}

/** A mark, below one that stands before it or at the top. */
export interface Mark {
  readonly name: string;
  readonly english: string | null;
  readonly up: number | null;
  readonly by: number;
}
const CHINESE = ['北京', '安徽', '张家口', '重庆', '阿尔法 Bridge', '（西）厂', '2 号机组', 'Zeta', 'alpha', 'Beta', '(east)', 'ß'];
const ENGLISH = ['Beijing', 'anhui', 'Zhangjiakou', 'zeta 2', 'Alpha', '10 MW', '2 MW', 'Élan', '北京 (old)', '（west）', ' ', ''];
export const MOST = 12;
export const marks: fc.Arbitrary<Mark[]> = fc
  .array(
    fc.record({
      name: fc.constantFrom(...CHINESE),
      english: fc.option(fc.constantFrom(...ENGLISH), { nil: null, freq: 3 }),
      up: fc.option(fc.nat(MOST - 1), { nil: null }),
      by: fc.constantFrom(...LOGINS.map(idOf)),
    }),
    { minLength: MOST, maxLength: MOST },
  )
  .map((all) => all.map((one, at) => ({ ...one, up: one.up === null || at === 0 ? null : one.up % at })));

const FIRST = 500;
export const markId = (at: number): number => FIRST + at;

/** These marks, a note of each of three kinds for all of them and for none. */
export async function putMarks({ base: { db } }: Lab, all: readonly Mark[]): Promise<void> {
  await db.query('truncate app.mark, app.note');
  await db.query(
    `insert into app.mark (company_id, id, key_name, name_en, parent_entity, create_entity)
     select 1, * from unnest($1::bigint[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])`,
    [
      all.map((_, at) => markId(at)),
      all.map(({ name }) => name),
      all.map(({ english }) => english),
      all.map(({ up }) => (up === null ? null : markId(up))),
      all.map(({ by }) => by),
    ],
  );
  await db.query(
    `insert into app.note (company_id, subcompany_id, id, key_name, mark_entity, kind, create_entity)
     select 1, 11, 10 * m.id + k, 'note', nullif(m.id, 0), k, 1 from unnest($1::bigint[]) m(id), generate_series(1, 3) k`,
    [[0, ...all.map((_, at) => markId(at))]],
  );
}

/** What a reader is shown of a mark, worked out of what lies there. */
export function shownTo(login: Login, locale: Locale, { name, english, by }: Mark): string {
  const isSeen = login === 'whole' || (login === 'partly' && by === idOf(login));
  return (locale === 'en_US' && isSeen && english) || name;
}

const collator = new Intl.Collator('zh-u-co-pinyin');

/** Marks as a reader should find them: by what he is shown, of the same names the older first; in English what begins in Chinese behind. */
export function inOrder(login: Login, locale: Locale, all: readonly Mark[]): number[] {
  const shown = all.map((mark, at) => ({ at, text: shownTo(login, locale, mark) }));
  const pile = ({ text }: { text: string }): number => (locale === 'en_US' && /^[\u2e80-\u{10ffff}]/u.test(text) ? 1 : 0);
  return shown.sort((a, b) => pile(a) - pile(b) || collator.compare(a.text, b.text) || a.at - b.at).map(({ at }) => markId(at));
}
