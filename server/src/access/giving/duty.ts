import { type Guard, idsIn, onField } from './guard.ts';

type Sides = Record<`${'first' | 'second'}_${'role' | 'post'}_entities`, number[]>;

/** Saves of rules of incompatible duties: what stands on both sides would make everybody who has it break the rule by himself. */
export const guardDuty: Guard = async (writing) => {
  const { tx, access, act, id, changes } = writing;
  if (act === 'Delete' || act === 'Restore') return;
  const [stands] = id === null ? [] : await tx.query<Sides>(STANDS, [access.session.company.id, id]);
  const side = (name: keyof Sides): number[] => (name in changes ? idsIn(changes[name]) : (stands?.[name] ?? []));
  for (const kind of ['role', 'post'] as const) {
    const first = side(`first_${kind}_entities`);
    if (side(`second_${kind}_entities`).some((one) => first.includes(one)))
      throw onField(writing, 305, 'dutyBoth', `second_${kind}_entities`);
  }
};

const STANDS = `select coalesce(d.first_role_entities, '{}') as first_role_entities, coalesce(d.first_post_entities, '{}') as first_post_entities,
  coalesce(d.second_role_entities, '{}') as second_role_entities, coalesce(d.second_post_entities, '{}') as second_post_entities
from app."duty" d where d.company_id = $1 and d.id = $2`;
