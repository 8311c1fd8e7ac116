import type { Access, Grant } from '#server/access/access.ts';
import type { Tx } from '#server/db/db.ts';
import type { Label } from '#server/flow/read/labels.ts';
import { officesOf, POST_OFFICE } from '#server/flow/store/handlers.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';
import { ACTIVE_PERSON } from '#server/meta/person.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, sql } from '#server/query/sql.ts';

/** A role or post that one person alone has, with the steps of flows that nobody would handle as such without him. */
export interface SoleOffice extends Label {
  kind: 'role' | 'post';
  id: number;
  /** 1: others have it who leave with him */
  together: 0 | 1;
  steps: { table: Label; step: Label }[];
}

/** Roles and posts by their ids. */
interface Offices {
  roles: readonly number[];
  posts: readonly number[];
}

/** What becomes of an office: what its person keeps, and who else leaves it in the same act. */
interface Change {
  kept?: Offices;
  leaving?: readonly number[];
}

/**
 * The offices that an active person has and nobody beside who leaves with him, and that he would have no more with `kept` in their place, of those
 * that the flows ask for as they stand. None for who may not read which roles and posts he has; who leaves with him counts as far as the reader sees him.
 */
export async function soleOffices(
  tx: Tx,
  access: Access,
  seen: Grant,
  user: number,
  { kept = NONE, leaving = [] }: Change = {},
): Promise<SoleOffice[]> {
  if (seen.sees('role_entities', 't') !== true || seen.sees('post_entities', 't') !== true) return [];
  const asked = stepsByOffices(access.catalogue);
  const codes = [...new Set(asked.flatMap(({ offices }) => offices))];
  const others = await among(tx, access, seen, leaving);
  const sole = await tx.query<Omit<SoleOffice, 'steps'> & { office: string }>(SOLE, [access.session.company.id, user, codes, others]);
  return sole
    .filter(({ kind, id }) => !(kind === 'role' ? kept.roles : kept.posts).includes(id))
    .map(({ office, ...one }) => ({
      ...one,
      steps: asked.filter(({ offices }) => offices.includes(office)).map(({ table, step }) => ({ table, step })),
    }));
}

/** Those of them whom the reader sees. */
async function among(tx: Tx, access: Access, seen: Grant, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const these = sql`t.id = any(${bound(ids, 'bigint[]')})`;
  const { text, values } = compile(sql`select t.id from ${relation(seen.table)} t where ${and(these, seen.rows('t'))}`, access.asker);
  return (await tx.query<{ id: number }>(text, values)).map(({ id }) => id);
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

/** Of offices (alias o) those that the person $2 of company $1 has, by `his`, and nobody else who works but who leaves with him ($4). */
const soleOf = (from: string, kind: SoleOffice['kind'], office: string, his: string): string => {
  const has = `select 1 from app."user" u where u.company_id = $1 and ${his} @> array[o.id] and ${ACTIVE_PERSON}`;
  return `select ${office} as office, '${kind}' as kind, o.id, o.key_name, coalesce(nullif(o.name_en, ''), o.key_name) as key_name_en,
    exists (${has} and u.id <> $2 and u.id = any($4::bigint[]))::int as together
  from ${from} o where o.company_id = $1 and o.deleted_time is null and ${office} = any($3::text[])
    and exists (${has} and u.id = $2) and not exists (${has} and u.id <> $2 and u.id <> all($4::bigint[]))`;
};
const ROLES = soleOf('app."role"', 'role', 'o."code"', 'u.role_entities');
const POSTS = soleOf('app."post"', 'post', `'${POST_OFFICE}' || o."code"`, 'u.post_entities');
const SOLE = `${ROLES} union all ${POSTS} order by kind desc, id`;
