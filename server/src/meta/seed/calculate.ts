import { recalculate } from '#protocol/rules/calc/calc-order.ts';
import { givenTo, isWithin } from '#protocol/rules/form/narrowed.ts';
import { rowsName } from '#protocol/rules/form/rows-name.ts';
import type { SeedRow } from './plan.ts';
import type { Columns } from './write.ts';

/**
 * The rows with what their fields calculate, where they do not say it themselves: of the rows of their sub-tables among those that are loaded
 * with them. What a guard or a condition reads would be empty otherwise until somebody saves the record. `today`: yyyy-MM-dd of a company.
 */
export function calculatedSeeds(values: ReadonlyMap<SeedRow, Columns>, today: (company: number) => string): Map<SeedRow, Columns> {
  const children = childrenOf(values);
  const known = new Map<SeedRow, Columns>();
  const whole = (row: SeedRow): Columns => {
    const done = known.get(row);
    if (done) return done;
    const said = values.get(row)!;
    // a row below itself is told elsewhere: here it only ends
    known.set(row, said);
    const defs = [...row.table.fields.values()].map(({ def }) => def);
    if (!defs.some(({ calc }) => calc !== undefined)) return said;
    const rows = (called: string) =>
      (children.get(placeOf(row.table.name, row.company, called, said.id)) ?? []).map((child) => reading(whole(child)));
    const found = recalculate(defs, { value: reading(said), rows, today: today(row.company) });
    const added = { ...found, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) };
    known.set(row, added);
    return added;
  };
  return new Map([...values.keys()].map((row) => [row, whole(row)]));
}

const reading =
  (columns: Columns) =>
  (name: string): unknown =>
    columns[name] ?? null;

const placeOf = (parent: string, company: number, rows: string, id: unknown): string => `${parent} ${company} ${rows} ${id}`;

/** The rows of sub-tables by the record that they belong to. */
function childrenOf(values: ReadonlyMap<SeedRow, Columns>): ReadonlyMap<string, readonly SeedRow[]> {
  const tables = new Set([...values.keys()].map(({ table }) => table));
  const belongs = [...tables].flatMap(({ name, subtables }) => subtables.map((sub) => ({ parent: name, ...sub })));
  const children = new Map<string, SeedRow[]>();
  for (const [row, columns] of values)
    for (const { parent, ...sub } of belongs.filter(({ table_name }) => table_name === row.table.name)) {
      if (!isWithin(givenTo(sub, row.table.def), reading(columns))) continue;
      const place = placeOf(parent, row.company, rowsName(sub), columns[sub.parent_field]);
      const beside = children.get(place);
      if (beside) beside.push(row);
      else children.set(place, [row]);
    }
  return children;
}
