import { opDef } from '#protocol/meta/ops.ts';
import { dayIn } from '#protocol/wire/clock.ts';
import type { Access } from '#server/access/access.ts';
import type { Grant } from '#server/access/rules.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Asker } from '#server/query/asker.ts';
import type { Sql } from '#server/query/sql.ts';
import { countRows } from './counts.ts';
import type { Crowd } from './crowds.ts';
import { type Group, isRanged } from './groups.ts';
import type { Line, Touch } from './lines.ts';
import type { Colleague } from './people.ts';

/** What rows are counted with. */
export interface Scene {
  house: House;
  access: Access;
  touch: Touch;
  /** the rows of a table that are counted */
  sight(table: ResolvedTable): Sql;
  askers(people: readonly Colleague[]): readonly Asker[];
}

/** By how many rows each of a crowd comes to have more; null where they are too many to count. */
type Deltas = ReadonlyMap<Crowd, readonly number[] | null>;

/** Rows that one sees; and rows of an item of a range type, where they become more or fewer otherwise than those that one sees. */
export async function rowLines(scene: Scene, group: Group, table: ResolvedTable, crowds: readonly Crowd[]): Promise<Line[]> {
  const { touch } = scene;
  const ranged = group.items.filter((one) => isRanged(group, one));
  const asked = [
    { item: 'List', crowds: crowds.filter((crowd) => !isAlike(...grantsOf(crowd, table, 'List'))) },
    ...ranged.map((item) => ({ item, crowds: crowds.filter((crowd) => isApart(table, item, crowd)) })),
  ];
  const [seen, ...others] = await deltasOf(scene, table, asked);
  return [
    rowLine(group, table, 'List', seen!, touch),
    ...others.map((deltas, at) => rowLine(group, table, ranged[at]!, deltas, touch, seen)),
  ];
}

const grantsOf = ({ before, after }: Crowd, table: ResolvedTable, item: string) =>
  [before.grant(table, item), after.grant(table, item)] as const;

/** Who has the item before and after, on other rows of it than before, and not on the rows that he sees. */
function isApart(table: ResolvedTable, item: string, crowd: Crowd): boolean {
  const [had, will] = grantsOf(crowd, table, item);
  if (!had || !will || isAlike(had, will)) return false;
  const [saw, sees] = grantsOf(crowd, table, 'List');
  return !isAlike(had, saw) || !isAlike(will, sees);
}

async function deltasOf(
  { house, access, sight, askers: of }: Scene,
  table: ResolvedTable,
  asked: readonly { item: string; crowds: readonly Crowd[] }[],
): Promise<Deltas[]> {
  const wishes = asked.map(({ item, crowds }) =>
    crowds.flatMap((crowd) => {
      const askers = of(crowd.people);
      return grantsOf(crowd, table, item).map((grant) => ({ grant, askers }));
    }),
  );
  const counts = (await countRows(house.db, access.catalogue, table, wishes.flat(), { sight: sight(table) })).values();
  return asked.map(
    ({ crowds }) =>
      new Map(
        crowds.map((crowd) => {
          const [had, will] = [counts.next().value, counts.next().value];
          return [crowd, had && will ? will.map((count, at) => count - had[at]!) : null];
        }),
      ),
  );
}

function rowLine(group: Group, table: ResolvedTable, item: string, deltas: Deltas, touch: Touch, beside?: Deltas): Line {
  const sum = { more: 0, less: 0, most_more: 0, most_less: 0, uncounted: 0 };
  for (const [crowd, by] of deltas) {
    if (!by) sum.uncounted += crowd.people.length;
    by?.forEach((count, at) => {
      if (count === 0 || count === beside?.get(crowd)?.[at]) return;
      touch([crowd.people[at]!]);
      const way = count > 0 ? 'more' : 'less';
      sum[way] += 1;
      sum[`most_${way}`] = Math.max(sum[`most_${way}`], Math.abs(count));
    });
  }
  return { kind: 'rows', group: group.code, table: table.name, item, name: table.def.key_name, name_en: table.def.key_name_en, ...sum };
}

/** The same rows of a table by the same condition: nothing has to be counted. */
const isAlike = (one: Grant | undefined, other: Grant | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.participant === other.participant &&
    one.scopes.join() === other.scopes.join() &&
    opDef(one.op).ofDeleted === opDef(other.op).ofDeleted);

/** People as those who ask, each made once. */
export function askersOf({ clock }: House, { session }: Access): Scene['askers'] {
  const now = clock.now();
  const { id: company, time_zone: zone } = session.company;
  const today = dayIn(zone, now);
  // without a spread: there may be ten thousand of them
  const asking = (who: Colleague): Asker => ({
    company,
    zone,
    now,
    today,
    user: who.id,
    department: who.department?.id ?? null,
    departments: who.departments,
    domain: who.domain ?? 0,
    domains: who.domains,
  });
  const known = new Map<number, Asker>();
  return (people) =>
    people.map((person) => {
      const made = known.get(person.id);
      if (made) return made;
      const asker = asking(person);
      known.set(person.id, asker);
      return asker;
    });
}
