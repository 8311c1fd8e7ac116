import type { Currency } from '#protocol/wire/envelope.ts';
import { DESKTOP_FLAGS } from '#protocol/wire/flags.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';

/** Desktop permissions by flag: those that the wire always answers, and one for each module of the installed suites; `board` is the address of a desktop of one's own, empty for the usual one. */
export type DesktopFlags = Readonly<Record<string, 0 | 1 | string>> & { board: string };

/** What the roles grant; a root role has every module of the installed suites, and every page of a flag. */
export async function desktopFlags(house: House, session: Session): Promise<DesktopFlags> {
  const rows = await house.db.query<{ flag: string }>(
    'select flag from fw.role_flag where company_id = $1 and role_id = any($2::bigint[])',
    [session.company.id, session.roles.map((role) => role.id)],
  );
  const granted = new Set(rows.map((row) => row.flag));
  const catalogue = house.catalogueOf(session);
  const modules = catalogue.modules().map((module) => module.flag);
  const pages = catalogue.boards().flatMap(({ flag }) => flag ?? []);
  if (session.root) for (const flag of [...modules, ...pages]) granted.add(flag);
  const flags = [...new Set([...DESKTOP_FLAGS, ...modules])].map((flag) => [flag, granted.has(flag) ? 1 : 0]);
  return { ...Object.fromEntries(flags), board: '' };
}

interface Named {
  id: number;
  key_name: string;
  key_name_en?: string;
}
type Domain = Named & Currency;

/** The signed-in user as Login and LoadNav answer it; names in both languages where there are two. */
export async function userData(house: House, session: Session): Promise<Record<string, unknown> & { flags: DesktopFlags }> {
  const [row] = await house.db.query<{
    title: string | null;
    title_en: string | null;
    name_en: string | null;
    mobile: string | null;
    domains: Domain[];
    department: Named | null;
    choices: Record<string, string> | null;
  }>(
    `select u.title, u.title_en, u.name_en, u.mobile,
       (select json_agg(json_strip_nulls(json_build_object('id', d.id, 'key_name', d.key_name, 'key_name_en', nullif(d.name_en, ''), 'currency', d.currency, 'currency_en', d.currency_en)) order by array_position($3, d.id))
          from app."domain" d where d.company_id = $1 and d.id = any($3)) as domains,
       (select json_strip_nulls(json_build_object('id', p.id, 'key_name', p.key_name, 'key_name_en', nullif(p.name_en, '')))
          from app."department" p where p.company_id = $1 and p.id = u.department_entity) as department,
       (select json_object_agg(c.name, c.value) from fw.choice c where c.company_id = $1 and c.user_id = $2) as choices
       from app."user" u where u.company_id = $1 and u.id = $2`,
    [session.company.id, session.user.id, session.domains.map((domain) => domain.id)],
  );
  const { title, title_en, name_en, mobile, domains, department, choices } = row!;
  return {
    id: session.user.id,
    key_name: session.user.key_name,
    ...(name_en ? { key_name_en: name_en } : {}),
    login_name: session.user.login_name,
    subname: session.company.login_name,
    time_zone: session.company.time_zone,
    title: title ?? '',
    ...(title && title_en ? { title_en } : {}),
    domain: domains.find((domain) => domain.id === session.domain.id),
    domains,
    department_entity: department,
    department_entity_id: department?.id ?? null,
    mobile: mobile ?? '',
    menu_type: choices?.side ?? '',
    defmenu: firstOf(choices?.defmenu),
    flags: await desktopFlags(house, session),
    root: session.root ? 1 : 0,
    super: session.super ? 1 : 0,
    locale: session.locale,
    choices: choices ?? {},
  };
}

/** The uid of the menu entry that a person chose to stand first. */
const firstOf = (chosen = 'none'): string => (chosen === 'none' ? '' : chosen.slice(chosen.indexOf(' ') + 1));
