import { Refusal } from '#protocol/codes.ts';
import { toolbarActions } from '#protocol/rules/actions.ts';
import { reached } from '#protocol/rules/follow/follow.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { ResolvedField, ResolvedTable } from '#server/meta/catalogue.ts';

/** Whether this person may change several records of a table at once: its list offers Batch. */
export const maySeveral = (access: Access, table: ResolvedTable): boolean =>
  access.may(table, 'Modify') && toolbarActions(table.def, (each) => access.may(table, each)).some((action) => action.op === 'Batch');

/** The right to that, or 312. */
export function severalGrant(access: Access, table: ResolvedTable): Grant {
  const grant = access.grant(table, 'Modify');
  if (!maySeveral(access, table)) throw new Refusal(312);
  return grant;
}

/** Fields that may be changed on several records and that the caller knows of. */
export const severalFields = ({ table, sees }: Grant): ResolvedField[] =>
  [...table.fields.values()].filter(({ name, def }) => def.batch === 1 && sees(name, 't') !== false);

/** What is to be written: such fields alone (317), at least one (314). */
export function demandFields<T>(grant: Grant, sent: Readonly<Record<string, T>>, names = batchFields(grant)): Readonly<Record<string, T>> {
  const known = new Set(names);
  for (const name of Object.keys(sent)) if (!known.has(name)) throw new Refusal(317, '', { field: name.slice(0, 60) });
  if (Object.keys(sent).length === 0) throw new Refusal(314, '$batchNothing');
  return sent;
}

const batchFields = (grant: Grant): string[] => severalFields(grant).map(({ name }) => name);

/** Fields, what choices among them copy, and what follows from those that he may type on every record: what stood there comes back with them. */
export function withFollowers({ table, sees, writes }: Grant, names: readonly string[]): string[] {
  const follows = reached(table.def, names);
  const isOpen = (name: string): boolean => {
    const def = table.fields.get(name)?.def;
    return def !== undefined && !ALWAYS.some((key) => def[key]) && sees(name, 't') === true && writes(name, 't') === true;
  };
  return [...names, ...[...follows].filter((name) => !names.includes(name) && isOpen(name))];
}

/** What may keep somebody from typing a field on one record or another. */
const ALWAYS = ['readonly', 'edit_state', 'edit_where', 'edit_by', 'view_state', 'view_where'] as const;

/** What an undo brings back: fields that may be changed on several, and what follows from them. */
export const knownFields = (grant: Grant): string[] => withFollowers(grant, batchFields(grant));

/** The records, each once, with what was read of it. */
export function versionsOf(ids: readonly number[], versions?: readonly number[]): ReadonlyMap<number, number | undefined> {
  if (ids.length === 0) throw new Refusal(314, '', { field: 'id' });
  if (versions && versions.length !== ids.length) throw new Refusal(317, '', { field: 'versions' });
  return new Map(ids.map((id, at) => [id, versions?.[at]]));
}
