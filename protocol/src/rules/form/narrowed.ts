import { pairsIn } from '#protocol/meta/action.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { SubtableDef } from '#protocol/meta/table.ts';
import { readOnce } from '../once.ts';

/** What `query` of a sub-table gives its rows, and finds them by: values by the names of their fields, as they lie there. */
export type Given = Readonly<Record<string, number | string>>;

type Narrowed = Pick<SubtableDef, 'query' | 'inherit'>;

/** Of rows that are bound `query` says which may be, and nothing of what they have then (docs/decisions/296). */
const pairsOnce = readOnce(pairsIn);
const pairsOf = ({ query = '', inherit }: Narrowed): readonly { name: string; value: string }[] => (inherit === 0 ? [] : pairsOnce(query));

/** What is not told of the rows' fields, to a reader who is not shown them, is left out. */
export const givenTo = (sub: Narrowed, { fields }: { fields: readonly FieldDef[] }): Given =>
  Object.fromEntries(
    pairsOf(sub).flatMap(({ name, value }) => {
      const field = fields.find((one) => one.field_name === name);
      return field ? [[name, isOf(field.data_type, 'line') ? value : Number(value)]] : [];
    }),
  );

/** The same for a list of such rows in a tab, which are numbers always. */
export const numbersGiven = (sub: Narrowed): Readonly<Record<string, number>> =>
  Object.fromEntries(pairsOf(sub).map(({ name, value }) => [name, Number(value)]));

/** Whether a row stands in the sub-table, beside that it names the record. */
export const isWithin = (given: Given, value: (name: string) => unknown): boolean =>
  Object.entries(given).every(([name, is]) => value(name) === is);

/** Fields of the rows that the sub-table itself says: their record, and what `query` gives them. Nobody fills them in there. */
export const isSaidBySub = (sub: Narrowed & Pick<SubtableDef, 'parent_field'>, name: string): boolean =>
  name === sub.parent_field || pairsOf(sub).some((pair) => pair.name === name);
