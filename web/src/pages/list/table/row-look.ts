import type { StyleDef, TableDef } from '#protocol/meta/table.ts';
import { isFirst } from '#protocol/rules/states.ts';
import type { EntityValue, WireRow } from '#protocol/wire/envelope.ts';
import type { Look } from '#web/ui/marks/StateMark.tsx';

type Style = StyleDef['style'];

/** A value as style rules compare it: the id of a choice or reference, else the text. */
function plain(value: unknown): string {
  if (value !== null && typeof value === 'object' && 'id' in value) return String((value as { id: unknown }).id);
  return value === null || value === undefined ? '' : String(value);
}

/** Whether a style rule is about this row. */
export const holds = (rule: StyleDef, row: WireRow): boolean => rule.value.split(',').includes(plain(row[rule.field]));

/** Looks of a row and of its cells by the definition's style rules (LIST-06); the first rule that holds wins. Where the usual is not drawn, neither is that nothing is said. */
export function rowStyles(table: TableDef, row: WireRow): { row: Style | null; cells: Readonly<Record<string, Style>> } {
  const held = (table.styles ?? []).filter((rule) => holds(rule, row) || (rule.style === 'blank' && plain(row[rule.field]) === ''));
  const cells = held.filter((rule) => rule.target === 'Cell').reverse();
  return {
    row: held.find((rule) => rule.target === 'ROW')?.style ?? null,
    cells: Object.fromEntries(cells.map((rule) => [rule.field, rule.style])),
  };
}

/** Which cells the rules make bold, which takes more room; undefined where none do. Each row is looked at once. */
export function boldCells(table: TableDef | undefined): ((row: WireRow, name: string) => boolean) | undefined {
  if (!table?.styles?.some(({ style }) => style === 'strong')) return undefined;
  const known = new Map<WireRow, ReturnType<typeof rowStyles>>();
  return (row, name) => {
    const looks = known.get(row) ?? rowStyles(table, row);
    known.set(row, looks);
    return looks.row === 'strong' || looks.cells[name] === 'strong';
  };
}

export interface Step {
  id: number;
  look: Look;
  /** who holds it, as far as they have a name here */
  holders: readonly EntityValue[];
  mine: boolean;
  /** not sent yet: it waits for nobody */
  draft: boolean;
}

const people = (value: unknown): readonly EntityValue[] => {
  if (Array.isArray(value)) return value as readonly EntityValue[];
  if (typeof value !== 'string') return [];
  return value
    .split(',')
    .filter(Boolean)
    .map((id) => ({ id: Number(id) }));
};

/** Where a record of a flow table stands: its step, who holds it, and whether that is me. */
export function stepOf(table: TableDef, row: WireRow, me: number): Step {
  const id = Number(plain(row.review_state));
  const holders = people(row.review_entity);
  const draft = isFirst(id) && !row._returned;
  const mine = !draft && holders.some((each) => each.id === me);
  const look = table.states.find((state) => state.value === String(id))?.look ?? 'draft';
  return { id, mine, draft, holders: holders.filter((each) => each.key_name), look: mine ? 'mine' : look };
}
