import { boardAt } from '#protocol/wire/board.ts';
import type { Access } from '#server/access/access.ts';
import { modulesFor } from '#server/access/menus.ts';
import type { House } from '#server/meta/house.ts';
import { openBoard, orNothing } from '../open.ts';

/** Where a person begins. */
interface Desktop {
  /** below the frame, with its module */
  url: string;
  key_name: string;
  key_name_en: string;
  /** the board, where it is not simply that of a module: he chose it, or it was given to him (DESK-05) */
  own?: string;
}
/** Boards that were wanted for a person's desktop, the one that he chose himself before the one that he was given. */
type Wanted = readonly string[];

/** The board that was wanted, the first that he may still see; else that of the first of his modules that has one of which he sees something; undefined where none does. */
export function desktopOf(access: Access, wanted: Wanted = []): Desktop | undefined {
  const boards = access.catalogue.boards();
  const modules = boards.length > 0 ? modulesFor(access) : [];
  const opened = (name: string | undefined) => (name === undefined ? null : (orNothing(() => openBoard(access, name))?.def ?? null));
  for (const name of wanted) {
    const def = opened(name);
    if (!def || def.record) continue;
    const module = modules.find(({ code }) => code === def.desktop) ?? modules[0];
    const query = module ? `?myCode=${module.code}` : '';
    return { url: `/board/${name}${query}`, key_name: def.key_name, key_name_en: def.key_name_en, own: name };
  }
  for (const { code } of modules) {
    const def = opened(boards.find(({ desktop }) => desktop === code)?.board_name);
    if (def) return { url: `/board/${def.board_name}?myCode=${code}`, key_name: def.key_name, key_name_en: def.key_name_en };
  }
  return undefined;
}

/** His desktop with what was wanted for him: `board` its address and `dashboard` its key where it is one of his own, else both empty (S3). */
export async function ownDesktop(house: House, access: Access): Promise<{ desktop?: Desktop; board: string; dashboard: string }> {
  const found = desktopOf(access, await readWanted(house, access));
  if (!found) return { board: '', dashboard: '' };
  const { own, ...desktop } = found;
  return { desktop, board: own === undefined ? '' : desktop.url, dashboard: own === undefined ? '' : `board,${own}` };
}

async function readWanted({ db }: House, { session, catalogue }: Access): Promise<Wanted> {
  const [row] = await db.query<{ chosen: string | null; given: string | null }>(WANTED, [session.company.id, session.user.id]);
  const chosen = catalogue.boards().find(({ uid }) => uid === row?.chosen)?.board_name;
  return [chosen, boardAt(row?.given ?? '')].filter((name) => name !== undefined);
}

const WANTED = `select u.board as given,
  (select c.value from fw.choice c where c.company_id = $1 and c.user_id = $2 and c.name = 'desktop') as chosen
from app."user" u where u.company_id = $1 and u.id = $2`;
