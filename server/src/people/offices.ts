import type { Access, Grant } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { Label } from '#server/flow/read/labels.ts';
import { officesOf, POST_OFFICE } from '#server/flow/store/handlers.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';

/** A role or post that one person alone has, with the steps of flows that nobody would handle as such without him. */
export interface SoleOffice extends Label {
  kind: 'role' | 'post';
  id: number;
  steps: { table: Label; step: Label }[];
}

/** Roles and posts by their ids. */
interface Offices {
  roles: readonly number[];
  posts: readonly number[];
}

/**
 * The offices that an active person alone has, and would have no more with `kept` in their place, of those that the flows ask for as they stand.
 * None for who may not read which roles and posts he has.
 */
export async function soleOffices(tx: Tx, access: Access, seen: Grant, user: number, kept: Offices = NONE): Promise<SoleOffice[]> {
  if (seen.sees('role_entities', 't') !== true || seen.sees('post_entities', 't') !== true) return [];
  const asked = stepsByOffices(access.catalogue);
  const codes = [...new Set(asked.flatMap(({ offices }) => offices))];
  const sole = await tx.query<Omit<SoleOffice, 'steps'> & { office: string }>(SOLE, [access.session.company.id, user, codes]);
  return sole
    .filter(({ kind, id }) => !(kind === 'role' ? kept.roles : kept.posts).includes(id))
    .map(({ office, ...one }) => ({
      ...one,
      steps: asked.filter(({ offices }) => offices.includes(office)).map(({ table, step }) => ({ table, step })),
    }));
}

const NONE: Offices = { roles: [], posts: [] };

/** The steps of all flows that go by offices. */
const stepsByOffices = (catalogue: Catalogue) =>
  catalogue
    .tables()
    .filter(({ def }) => def.flow === 1)
    .flatMap(({ def }) =>
      def.states.flatMap((state) => {
        const offices = officesOf(state.handler);
        return offices.length > 0 ? [{ offices, table: named(def), step: named(state) }] : [];
      }),
    );

const named = ({ key_name, key_name_en }: Label): Label => ({ key_name, key_name_en });

/** Of offices (alias o) those that the person $2 of company $1 has, by `his`, and nobody else who works. */
const soleOf = (from: string, kind: SoleOffice['kind'], office: string, his: string): string => {
  const has = `select 1 from app."user" u where u.company_id = $1 and ${his} @> array[o.id] and ${ACTIVE_PERSON}`;
  return `select ${office} as office, '${kind}' as kind, o.id, o.key_name, coalesce(nullif(o.name_en, ''), o.key_name) as key_name_en
  from ${from} o where o.company_id = $1 and o.deleted_time is null and ${office} = any($3::text[])
    and exists (${has} and u.id = $2) and not exists (${has} and u.id <> $2)`;
};
const ROLES = soleOf('app."role"', 'role', 'o."code"', 'u.role_entities');
const POSTS = soleOf('app."post"', 'post', `'${POST_OFFICE}' || o."code"`, 'u.post_entities');
const SOLE = `${ROLES} union all ${POSTS} order by kind desc, id`;
