import { Refusal } from '#protocol/codes.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { isSubtableEditable } from '#protocol/rules/subtable.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import { byId, lockRows } from './stored.ts';
import { demandAction } from './turn.ts';
import type { Values } from './values.ts';
import { formOf, valueIn, type Work } from './work.ts';

/**
 * A row that belongs to a record is not changed behind its back: saved or deleted by itself, it must be one that the parent's form
 * would let this user change now (SUB-02), and whose sums need not add up to the parent (those go with the parent only); else 312.
 */
export async function demandParents(work: Work, table: ResolvedTable, before: Values, after: Values): Promise<void> {
  for (const { parent, def } of guardedBy(work, table)) {
    const ids = new Set([before[def.parent_field], after[def.parent_field]].filter((id) => typeof id === 'number'));
    for (const id of ids) await demandParent(work, parent, def, id as number);
  }
}

function guardedBy(work: Work, table: ResolvedTable): { parent: ResolvedTable; def: SubtableDef }[] {
  const guarded = (parent: ResolvedTable, def: SubtableDef) =>
    def.table_name === table.name && (parent.def.flow === 1 || def.check !== undefined);
  return work.catalogue
    .tables()
    .flatMap((parent) => parent.subtables.filter((def) => guarded(parent, def)).map((def) => ({ parent, def })));
}

async function demandParent(work: Work, parent: ResolvedTable, def: SubtableDef, id: number): Promise<void> {
  if (def.check) throw new Refusal(312);
  const [stored] = await lockRows(work, parent, byId(id), null);
  if (!stored) return;
  demandAction(work, parent, stored, 'Modify');
  if (!isSubtableEditable(def, formOf(work, parent, 'Modify', stored.review_state, valueIn(stored.values)))) throw new Refusal(312);
}
