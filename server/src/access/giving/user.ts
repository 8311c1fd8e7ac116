import { Refusal } from '#protocol/codes.ts';
import { boardAt } from '#protocol/wire/board.ts';
import { relation } from '#server/query/source.ts';
import { and, bound, compile, sql } from '#server/query/sql.ts';
import type { Access } from '../access.ts';
import { type GivenRights, lacking } from '../covers.ts';
import { scopeOf } from '../grants/item-scope.ts';
import { demandAdministrator } from './administrators.ts';
import { type Guard, idsIn, onField, touches, type Writing } from './guard.ts';
import { demandPostsGivable } from './posts.ts';
import { demandGivable, holdingOf, readRolesGiven } from './roles.ts';
import { bothNames, readStanding, readStandings, type Standing } from './standing.ts';

/** The platform's own administrator. */
const SUPER = 1;

/** What of a person is asked of other people too, or kept elsewhere as it is written: sign-in names, whether an administrator is left, addresses. */
export const ASKED_OF_OTHERS = ['login_name', 'domain_entities', 'role_entities', 'status', 'email'];
const GUARDED = ['login_name', 'department_entity', 'domain_entities', 'role_entities', 'post_entities', 'status', 'email'];

/** Saves of users: nobody gives or takes what he has not, changes his own rights, or reaches the platform's administrator. */
export const guardUser: Guard = async (writing) => {
  const { access, tx, id } = writing;
  const { session } = access;
  if (id === SUPER && session.user.id !== SUPER) throw new Refusal(312, '$platformAccount');
  demandBoard(writing);
  if (!touches(writing, GUARDED)) return;
  const before = id === null ? null : (writing.before ?? (await readStanding(tx, session.company.id, id)));
  const after = becomes(writing, before);
  if (id === session.user.id) demandOwn(writing, before!, after);
  if (writing.act === 'Restore' || after.login_name !== before?.login_name) await demandLoginName(writing, after.login_name);
  demandDepartment(writing, before, after);
  demandDomains(writing, before, after);
  await demandRoles(writing, before, after);
  await demandPosts(writing, before, after);
  if (!before || id === null) return;
  if (isAccount(writing)) await demandOver(tx, access, id, before);
  if (id !== session.user.id && 'email' in writing.changes) await giveAddress(writing, id);
  await demandAdministrator(tx, session.company.id, id, before, after);
};

/** People as they stand, who are written together, where it is asked how they do. */
export const standingFor = (tx: Writing['tx'], { session }: Access, ids: readonly number[], names: readonly string[]) =>
  names.some((name) => GUARDED.includes(name)) ? readStandings(tx, session.company.id, ids) : Promise.resolve(new Map<number, Standing>());

/** The desktop that is given is one of the product's own boards, and none that tells of a record; whether he sees it is asked when he comes. */
function demandBoard(writing: Writing): void {
  const { board } = writing.changes;
  if (board === undefined || board === null || board === '') return;
  const def = writing.access.catalogue.board(boardAt(String(board)) ?? '');
  if (!def || def.record) throw onField(writing, 317, 'userBoard', 'board');
}

/** The whole account is at stake: its name, whether it may be used, whether it is there, and where links to set its password are mailed. */
const isAccount = ({ act, changes }: Writing): boolean =>
  act === 'Delete' || act === 'Restore' || ACCOUNT.some((field) => field in changes);
const ACCOUNT = ['status', 'login_name', 'email'];

/**
 * Whose the address is, is his whose password it brings: only who may make links for this person says it. That it was asked is kept for
 * whoever says that he forgot his password (mail/forgot.ts).
 */
async function giveAddress(writing: Writing, id: number): Promise<void> {
  const { tx, access, table, changes } = writing;
  const company = access.session.company.id;
  const beyond = () => onField(writing, 312, 'addressBeyond', 'email');
  if (!access.may(table, 'Account')) throw beyond();
  const his = sql`t.id = ${bound(id, 'bigint')}`;
  const { text, values } = compile(
    sql`select 1 from ${relation(table)} t where ${and(his, access.grant(table, 'Account').rows('t'))}`,
    access.asker,
  );
  if ((await tx.query(text, values)).length === 0) throw beyond();
  if (changes.email)
    await tx.query(
      `insert into fw.address_vouched (company_id, user_id, email, by_user, at) values ($1, $2, $3, $4, now())
       on conflict (company_id, user_id, email) do update set by_user = excluded.by_user, at = excluded.at`,
      [company, id, changes.email, access.session.user.id],
    );
}

function becomes({ act, changes }: Writing, before: Standing | null): Standing {
  const said = <K extends string, T>(name: K, value: () => T, stood: T): T => (name in changes ? value() : stood);
  return {
    key_name: before?.key_name ?? '',
    name_en: before?.name_en ?? null,
    login_name: said('login_name', () => String(changes.login_name ?? ''), before?.login_name ?? ''),
    department_entity: said('department_entity', () => changes.department_entity as number | null, before?.department_entity ?? null),
    domain_entities: said('domain_entities', () => idsIn(changes.domain_entities), before?.domain_entities ?? []),
    role_entities: said('role_entities', () => idsIn(changes.role_entities), before?.role_entities ?? []),
    post_entities: said('post_entities', () => idsIn(changes.post_entities), before?.post_entities ?? []),
    entering: before?.entering ?? false,
    active: act !== 'Delete' && said('status', () => changes.status === 1, before?.active ?? false),
  };
}

/** Who is locked out by his own hand has nobody to ask: his rights and his account are others' to change. */
function demandOwn(writing: Writing, before: Standing, after: Standing): void {
  if (
    writing.act !== 'Modify' ||
    after.login_name !== before.login_name ||
    after.active !== before.active ||
    !sameIds(before.role_entities, after.role_entities) ||
    !sameIds(before.post_entities, after.post_entities)
  )
    throw new Refusal(312, '$ownAccount');
  if (!after.domain_entities.includes(writing.access.session.domain.id)) throw new Refusal(312, '$ownDomain');
}

const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id));
const differing = (one: readonly number[], other: readonly number[]): number[] => [
  ...one.filter((id) => !other.includes(id)),
  ...other.filter((id) => !one.includes(id)),
];

/** Sign-in takes upper and lower case for the same: so does this, one after the other. */
async function demandLoginName(writing: Writing, name: string): Promise<void> {
  const { tx, id, access } = writing;
  const company = access.session.company.id;
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('login name ' || $1 || ' ' || lower($2), 0))`, [String(company), name]);
  const taken = await tx.query(
    'select 1 from app."user" u where u.company_id = $1 and lower(u.login_name) = lower($2) and u.id is distinct from $3 and u.deleted_time is null',
    [company, name, id],
  );
  if (taken.length > 0) throw onField(writing, 310, 'duplicate', 'login_name');
}

/** Who may not write everybody puts people into his own department or one below it, and takes none out of them. */
function demandDepartment(writing: Writing, before: Standing | null, after: Standing): void {
  const { access, table, act } = writing;
  if (before && before.department_entity === after.department_entity && act === 'Modify') return;
  if (act === 'Delete' || access.grant(table, act).parts.some((part) => part.scope === 2)) return;
  if (isBeyond(access, after.department_entity)) throw onField(writing, 312, 'unitBeyond', 'department_entity');
}

const isBeyond = ({ session }: Access, department: number | null): boolean =>
  department === null || !session.departments.includes(department);

function demandDomains(writing: Writing, before: Standing | null, after: Standing): void {
  const { session } = writing.access;
  if (session.root) return;
  if (isElsewhere(session, differing(before?.domain_entities ?? [], after.domain_entities)))
    throw onField(writing, 312, 'domainBeyond', 'domain_entities');
}

/** Whether one of these domains is none of his own. */
const isElsewhere = ({ domains }: Access['session'], ids: readonly number[]): boolean =>
  ids.some((id) => !domains.some((one) => one.id === id));

/**
 * Roles that are given are asked where he will be, those that are taken where he is. Roles that he keeps reach further in a further
 * domain, and elsewhere in another department. What a role gives on rows it gives in each of his domains: one that the giver has not is
 * beyond him.
 */
async function demandRoles(writing: Writing, before: Standing | null, after: Standing): Promise<void> {
  const { tx, access, act } = writing;
  const { session } = access;
  if (session.root || act === 'Delete') return;
  const was = act === 'Restore' ? [] : (before?.role_entities ?? []);
  const roles = await readRolesGiven(tx, session.company.id, [...new Set([...was, ...after.role_entities])]);
  const among = (ids: readonly number[], not: readonly number[]) => roles.filter(({ id }) => ids.includes(id) && !not.includes(id));
  demandGivable(access, among(was, after.role_entities), isBeyond(access, before?.department_entity ?? null));
  demandGivable(access, among(after.role_entities, was), isBeyond(access, after.department_entity));
  const turned = differing(was, after.role_entities);
  if (roles.some(({ id, grants }) => turned.includes(id) && grants.length > 0) && isElsewhere(session, after.domain_entities))
    throw onField(writing, 312, 'rolesElsewhere', 'role_entities');
  const kept = among(
    after.role_entities,
    after.role_entities.filter((id) => !was.includes(id)),
  );
  const entersDomain = after.domain_entities.some((id) => !before?.domain_entities.includes(id));
  if (entersDomain) demandGivable(access, kept, isBeyond(access, after.department_entity));
  else if (before?.department_entity !== after.department_entity) {
    const byDepartment = kept.map((role) => ({ ...role, flags: [], grants: role.grants.map(ofDepartment) }));
    const lack = byDepartment.find((role) => lacking(holdingOf(access), role, isBeyond(access, after.department_entity)));
    if (lack) demandGivable(access, [lack], true);
  }
}

/** Of a grant what it gives on the rows of a department. */
function ofDepartment(grant: GivenRights['grants'][number]): GivenRights['grants'][number] {
  return { ...grant, items: [...grant.items].filter((item) => scopeOf(grant, item) === 1) };
}

/** A post that signs is given and taken as such a role is, and asked anew of who comes into a further domain or back from the bin. */
async function demandPosts({ tx, access, act }: Writing, before: Standing | null, after: Standing): Promise<void> {
  if (act === 'Delete') return;
  const was = act === 'Restore' ? [] : (before?.post_entities ?? []);
  const entersDomain = after.domain_entities.some((id) => !before?.domain_entities.includes(id));
  const asked = entersDomain ? [...was, ...after.post_entities] : differing(was, after.post_entities);
  await demandPostsGivable(tx, access, asked);
}

/** Heads of departments, and who stands in for somebody, are asked to sign, and see what they sign, by no role: that is the administrators' to give. */
async function signsOtherwise(tx: Writing['tx'], company: number, id: number): Promise<boolean> {
  const found = await tx.query(
    `select 1 from app."department" d where d.company_id = $1 and d.deleted_time is null and $2 in (d.manager_entity, d.leader_entity)
     union all select 1 from fw.flow_agent a where a.company_id = $1 and a.agent_entity = $2 and a.end_time > now() limit 1`,
    [company, id],
  );
  return found.length > 0;
}

/**
 * Refuses to act upon the account of somebody who has more than oneself: who sets its password is that person from then on. Everybody is
 * over himself; the platform's administrator is under nobody.
 */
export async function demandOver(tx: Writing['tx'], access: Access, id: number, person: Standing): Promise<void> {
  const { session } = access;
  if (id === SUPER && session.user.id !== SUPER) throw new Refusal(312, '$platformAccount');
  if (session.root || id === session.user.id) return;
  const refused = new Refusal(312, '$personBeyond', { person: bothNames(person) });
  if (isElsewhere(session, person.domain_entities) || (await signsOtherwise(tx, session.company.id, id))) throw refused;
  const roles = await readRolesGiven(tx, session.company.id, person.role_entities);
  try {
    demandGivable(access, roles, isBeyond(access, person.department_entity));
    await demandPostsGivable(tx, access, person.post_entities);
  } catch (error) {
    throw error instanceof Refusal ? refused : error;
  }
}
