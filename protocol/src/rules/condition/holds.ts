import { dataType, type Kind } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { readOnce } from '../once.ts';
import { ConditionError, type UserTerm } from './condition.ts';
import { evaluateCondition } from './condition-evaluate.ts';
import type { Names } from './condition-kind.ts';
import { parseCondition } from './condition-parse.ts';

const STANDARD: Readonly<Record<string, Kind>> = {
  id: 'number',
  key_name: 'text',
  remark: 'text',
  review_state: 'number',
  review_entity: 'list',
  subcompany_id: 'number',
  create_entity: 'number',
  create_time: 'datetime',
  modify_entity: 'number',
  modify_time: 'datetime',
  version: 'number',
};

/** The names a condition on a record may use: the standard columns and the definition's fields. */
export function recordNames(fields: readonly FieldDef[]): Names {
  const kinds = new Map<string, Kind | undefined>(Object.entries(STANDARD));
  for (const field of fields) kinds.set(field.field_name, dataType(field.data_type).condition);
  return (name) => kinds.get(name);
}

/** Who looks, and when: what a condition may speak of beside the record. */
export interface Onlooker {
  user: Readonly<Record<UserTerm, number | null>>;
  /** yyyy-MM-dd on the company's clock */
  today: string;
}

const parseOnce = readOnce(parseCondition);

/**
 * Whether a condition holds of a record. `contradicted`: whether it is not contradicted by what is filled in, since a comparison with an empty
 * value says nothing of it (as a CHECK of SQL is not broken by a null).
 */
export type Holds = (where: string, asked?: 'uncontradicted') => boolean;

/** Evaluates the match conditions of a definition on a record's values. One that cannot be read holds for nobody. */
export function holdsOn(names: Names, value: (field: string) => unknown, onlooker: Onlooker): Holds {
  return (where, asked) => {
    try {
      const on = { names, value, ...onlooker, ...(asked ? { empty: true as const } : {}) };
      return evaluateCondition(parseOnce(where), on);
    } catch (error) {
      if (error instanceof ConditionError) return false;
      throw error;
    }
  };
}
