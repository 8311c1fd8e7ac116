import { Refusal } from '#protocol/codes.ts';
import type { Tx } from '#server/db/db.ts';

/** An entry of a menu, as far as its place and what it opens go. */
export interface Stands {
  id: number;
  uid: string | null;
  suite: string | null;
  parent: number | null;
  module: number;
  type: number;
  target: string | null;
  target_op: number | null;
  link: string | null;
  hidden: number;
}
export interface StandingModule {
  id: number;
  uid: string | null;
  suite: string | null;
  hidden: number;
}
/** The live modules and menus of a company, by id. */
export interface Standing {
  modules: Map<number, StandingModule>;
  menus: Map<number, Stands>;
}

/** Entries by which an administrator changes what others may do and see: without them nobody would find back. */
const WAY_BACK = ['sys.menu.user', 'sys.menu.role', 'sys.menu.module', 'sys.menu.menu'];

/** Who saves menus of one company does so one after the other, so that two cannot hide the way back, or go too deep, together. */
export async function readStanding(tx: Tx, company: number): Promise<Standing> {
  await tx.query('select 1 from fw.rights_version where company_id = $1 for update', [company]);
  const modules = await tx.query<StandingModule>(
    'select m.id, m.uid, m.suite, m.hidden from app."module" m where m.company_id = $1 and m.deleted_time is null',
    [company],
  );
  const menus = await tx.query<Stands>(
    `select n.id, n.uid, n.suite, n.parent_entity as parent, n.module_entity as module, n.type, n.target, n.target_op, n.link, n.hidden
     from app."menu" n where n.company_id = $1 and n.deleted_time is null`,
    [company],
  );
  return { modules: new Map(modules.map((row) => [row.id, row])), menus: new Map(menus.map((row) => [row.id, row])) };
}

/** The directory in which an entry lies. */
export const holderOf = ({ menus }: Standing, { parent }: Stands): Stands | undefined => (parent === null ? undefined : menus.get(parent));

/** The entries that lead back are shown, and so is all that they stand in. */
export function demandWayBack(standing: Standing): void {
  for (const row of standing.menus.values()) {
    if (!WAY_BACK.includes(row.uid ?? '')) continue;
    for (let at: Stands | undefined = row, top = row; at; at = holderOf(standing, top)) {
      top = at;
      if (at.hidden === 1) throw new Refusal(312, '$menuWayBack');
      if (at.parent === null && standing.modules.get(at.module)?.hidden === 1) throw new Refusal(312, '$menuWayBack');
    }
  }
}
