import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';

/** Desktop permissions (capex specification section 6): modules by flag, `EI` the leadership view; `board` is the address of a desktop of one's own, empty for the usual one. */
export interface DesktopFlags {
  zb: 0 | 1;
  SYS: 0 | 1;
  EI: 0 | 1;
  board: string;
}

/** What the roles grant; a root role has every module of the installed suites. */
export async function desktopFlags(house: House, session: Session): Promise<DesktopFlags> {
  const rows = await house.db.query<{ flag: string }>(
    'select flag from fw.role_flag where company_id = $1 and role_id = any($2::bigint[])',
    [session.company.id, session.roles.map((role) => role.id)],
  );
  const granted = new Set(rows.map((row) => row.flag));
  if (session.root) for (const module of house.catalogue.modules()) granted.add(module.flag);
  const bit = (flag: string): 0 | 1 => (granted.has(flag) ? 1 : 0);
  return { zb: bit('zb'), SYS: bit('SYS'), EI: bit('EI'), board: '' };
}

/** The signed-in user as Login and LoadNav answer it. */
export async function userData(house: House, session: Session): Promise<Record<string, unknown>> {
  const [row] = await house.db.query<{ title: string | null }>('select title from app."user" where company_id = $1 and id = $2', [
    session.company.id,
    session.user.id,
  ]);
  return {
    id: session.user.id,
    key_name: session.user.key_name,
    login_name: session.user.login_name,
    subname: session.company.login_name,
    title: row?.title ?? '',
    domain: session.domain,
    domains: session.domains,
    department_entity: session.department,
    menu_type: '',
    defmenu: '',
    flags: await desktopFlags(house, session),
    root: session.root ? 1 : 0,
    super: session.super ? 1 : 0,
    locale: session.locale,
  };
}
