import { groupedBy } from '#protocol/meta/grouped.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { Access } from '#server/access/access.ts';
import type { RoleRights } from '#server/access/merge-grants.ts';
import type { Rights } from '#server/access/rights.ts';
import { readRoleRights } from '#server/access/role-rights.ts';
import { parentsOf } from '#server/access/rows.ts';
import { type Rules, rulesOf } from '#server/access/rules.ts';
import type { Tx } from '#server/db/db.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Asker } from '#server/query/asker.ts';
import type { Gate } from '#server/query/gate.ts';
import { compile } from '#server/query/sql.ts';
import { refuseBeyond, refuseUntouchable } from './beyond.ts';
import { countRows } from './counts.ts';
import { type Group, groupsOf } from './groups.ts';
import { type Colleague, colleagues, type RoleGives, rolesGive, united } from './people.ts';
import { readRole } from './role.ts';
import { applied, type Difference, differenceOf, type Wanted } from './wanted.ts';

/** People who have the same roles: what they may do, but for whose rows, is the same. */
interface Crowd {
  people: readonly Colleague[];
  before: Rules;
  after: Rules;
}

/** What changes for people: `more` of them gain it, `less` lose it; of rows, `most` is what one of them gains or loses at most. */
type Line = Readonly<Record<string, unknown>> & { kind: 'flag' | 'item' | 'rows' | 'field'; more: number; less: number };

/** Notes for whom something changes. */
type Touch = (people: readonly Colleague[]) => void;

/**
 * What saving would change, for everybody active who has the role, with his other roles: pages, acts, rows and fields that he gains or loses.
 * It is asked of the gate, once with the rights as they stand and once as they would be; rows are counted in the domain in which each works.
 */
export async function effectOf(house: House, access: Access, id: number, wanted: Wanted): Promise<Reply> {
  const { session, catalogue } = access;
  const tx = house.db;
  const role = await readRole(tx, access, id);
  refuseUntouchable(access, role);
  const here = await readRoleRights(tx, session.company.id, id);
  const next = applied(catalogue, here, wanted);
  const people = await colleagues(tx, session.company.id, '$2 = any(u.role_entities)', [id]);
  const touched = new Set<number>();
  const touch: Touch = (some) => {
    for (const { id: one } of some) touched.add(one);
  };
  const difference = differenceOf(here, next);
  if (difference) await refuseBeyond(tx, access, id, difference);
  const rows = difference ? await linesOf(house, access, await crowdsOf(tx, access, id, next, people), difference, touch) : [];
  const changed = people.filter((person) => touched.has(person.id));
  const names = changed.slice(0, 5).map(({ id: one, key_name }) => ({ id: one, key_name }));
  return { data: { members: people.length, changed: changed.length, names }, rows, total: rows.length };
}

async function crowdsOf(tx: Tx, access: Access, id: number, next: RoleRights, people: readonly Colleague[]): Promise<Crowd[]> {
  const { catalogue, session } = access;
  const roles = await rolesGive(tx, session.company.id, [...new Set(people.flatMap((person) => person.roles))]);
  const became: RoleGives = { root: false, rights: asRights(next) };
  const bySet = groupedBy(people, (person) => `${person.id === 1} ${person.roles.join(',')}`);
  return [...bySet.values()].map((some) => {
    const [{ id: who, roles: ids }] = some as [Colleague];
    const gives = (one: number, changes: boolean) => (changes && one === id ? became : roles.get(one));
    const rules = (changes: boolean): Rules => {
      const all = ids.flatMap((one) => gives(one, changes) ?? []);
      const standing = { super: who === 1, root: who === 1 || all.some(({ root }) => root) };
      return rulesOf(catalogue, united(all.map(({ rights }) => rights)), standing);
    };
    return { people: some, before: rules(false), after: rules(true) };
  });
}

const asRights = ({ grants, flags }: RoleRights): Rights => ({
  flags: new Set(flags),
  grants: grants.map(({ group, scope, items, hide, readonly }) => ({
    group_name: group,
    scope: scope as 0 | 1 | 2,
    items: new Set(items),
    hide: new Set(hide),
    readonly: new Set(readonly),
  })),
});

async function linesOf(
  house: House,
  access: Access,
  crowds: readonly Crowd[],
  { before, after }: Difference,
  touch: Touch,
): Promise<Line[]> {
  const flags = [...new Set([...before.flags, ...after.flags])];
  const lines: Line[] = flags.map((flag) => ({ kind: 'flag', code: flag, ...sides(crowds, touch, (rules) => rules.flags.has(flag)) }));
  const codes = new Set([...before.grants, ...after.grants].map(({ group }) => group));
  for (const group of groupsOf(access.catalogue).filter(({ code }) => codes.has(code))) {
    lines.push(...itemLines(group, crowds, touch));
    for (const table of group.tables) {
      if (table.def.storage !== 'view' && parentsOf(access.catalogue, table).length === 0)
        lines.push(await rowLine(house, access, group, table, crowds, touch));
      lines.push(...fieldLines(group, table, crowds, touch));
    }
  }
  return lines.filter(({ more, less, uncounted }) => more > 0 || less > 0 || Number(uncounted ?? 0) > 0);
}

/** How many come to have something, and to have it no more. */
function sides(crowds: readonly Crowd[], touch: Touch, has: (rules: Rules) => boolean): { more: number; less: number } {
  const sum = { more: 0, less: 0 };
  for (const { people, before, after } of crowds) {
    const [had, will] = [has(before), has(after)];
    if (had === will) continue;
    sum[will ? 'more' : 'less'] += people.length;
    touch(people);
  }
  return sum;
}

const itemLines = (group: Group, crowds: readonly Crowd[], touch: Touch): Line[] =>
  group.items.map((item) => ({
    ...{ kind: 'item', group: group.code, item },
    ...sides(crowds, touch, (rules) => rules.may(group.tables[0]!, item)),
  }));

async function rowLine(
  house: House,
  access: Access,
  group: Group,
  table: ResolvedTable,
  crowds: readonly Crowd[],
  touch: Touch,
): Promise<Line> {
  const sum = { more: 0, less: 0, most_more: 0, most_less: 0, uncounted: 0 };
  const now = house.clock.now();
  for (const { people, before, after } of crowds) {
    const askers = people.map((person) => askerOf(access, person, now));
    const gates = [before, after].map((rules) => rules.grant(table, 'List'));
    if (isAlike(gates, askers[0])) continue;
    const [had, will] = await Promise.all(gates.map((gate) => countRows(house.db, table, gate, askers)));
    if (!had || !will) {
      sum.uncounted += people.length;
      continue;
    }
    people.forEach((person, at) => {
      const by = will[at]! - had[at]!;
      if (by === 0) return;
      touch([person]);
      const way = by > 0 ? 'more' : 'less';
      sum[way] += 1;
      sum[`most_${way}`] = Math.max(sum[`most_${way}`], Math.abs(by));
    });
  }
  return { kind: 'rows', group: group.code, table: table.name, name: table.def.key_name, name_en: table.def.key_name_en, ...sum };
}

/** The same rows by the same condition: nothing has to be counted. */
function isAlike(gates: readonly (Gate | undefined)[], asker: Asker | undefined): boolean {
  const [one, other] = gates.map((gate) => gate && JSON.stringify(compile(gate.rows('t'), asker)));
  return one === other;
}

const askerOf = ({ session }: Access, person: Colleague, now: Date): Asker => ({
  company: session.company.id,
  zone: session.company.time_zone,
  user: person.id,
  department: person.department?.id ?? null,
  departments: person.departments,
  domain: person.domain ?? 0,
  domains: person.domains,
  today: dayIn(session.company.time_zone, now),
  now,
});

/** Fields of rows that one sees before and after; and those that one may change in records that one may change before and after. */
function fieldLines(group: Group, table: ResolvedTable, crowds: readonly Crowd[], touch: Touch): Line[] {
  const both = (op: string) => crowds.filter(({ before, after }) => before.grant(table, op) && after.grant(table, op));
  const [reading, writing] = [both('List'), both('Modify')];
  return [...table.fields.values()].flatMap(({ name, def }) => {
    const said = { group: group.code, table: table.name, field: name, name: def.key_name, name_en: def.key_name_en };
    const seen = sides(reading, touch, (rules) => rules.grant(table, 'LoadTable')?.sees(name, 't') !== false);
    const written = sides(writing, touch, (rules) => rules.grant(table, 'Modify')?.writes(name, 't') !== false);
    return [
      { kind: 'field', way: 'sees', ...said, ...seen },
      { kind: 'field', way: 'writes', ...said, ...written },
    ] as Line[];
  });
}
