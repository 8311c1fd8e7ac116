import type { Value } from '#protocol/fields/kind.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { Access } from '../access.ts';
import { guardCalendarDay } from './calendar-day.ts';
import { guardChoice } from './choice.ts';
import { guardDepartment } from './department.ts';
import { guardDict } from './dict.ts';
import { guardDuty } from './duty.ts';
import type { Guard, Writing } from './guard.ts';
import { guardLayout, knowsLayout } from './layout.ts';
import { guardMenu } from './menu.ts';
import { guardModule } from './module.ts';
import { guardShortcut } from './own/shortcut.ts';
import { guardPost } from './post.ts';
import { guardRole } from './role.ts';
import type { Standing } from './standing.ts';
import { ASKED_OF_OTHERS, guardUser, standingFor } from './user.ts';
import { guardWorkTime } from './work-time.ts';

/** What is written of a row by a person, as the hand of the save says it: the values that change. */
export interface Written {
  act: Writing['act'];
  /** null: a new row */
  id: number | null;
  changes: Readonly<Record<string, Value>>;
  /** a person as he stood, where he was read with others */
  before?: Standing | undefined;
}

/** Tables whose rows say what people may do, what their forms offer, what their menus show, how their lists lie, or when their company works, by uid. */
const GUARDED: ReadonlyMap<string, Guard> = new Map([
  ['sys.user', guardUser],
  ['sys.role', guardRole],
  ['sys.post', guardPost],
  ['sys.duty', guardDuty],
  ['sys.department', guardDepartment],
  ['sys.dict', guardDict],
  ['sys.dict_item', guardChoice],
  ['sys.modules', guardModule],
  ['sys.menu', guardMenu],
  ['sys.work_time', guardWorkTime],
  ['sys.calendar_day', guardCalendarDay],
  ['sys.define', guardLayout],
  ['sys.shortcut', guardShortcut],
]);

/** Whether what these fields would let people do is asked of other rows of the table too, so that of several what comes first counts. */
export function hangsOnOthers({ def }: ResolvedTable, names: readonly string[]): boolean {
  if (!GUARDED.has(def.uid)) return false;
  return def.uid !== 'sys.user' || names.some((name) => ASKED_OF_OTHERS.includes(name));
}

/** Rows that are written together, as far as it is asked how they stood. */
export const standingBefore = (
  tx: Writing['tx'],
  access: Access,
  { def }: ResolvedTable,
  { ids, names }: { ids: readonly number[]; names: readonly string[] },
): Promise<ReadonlyMap<number, Standing>> =>
  def.uid === 'sys.user' ? standingFor(tx, access, ids, names) : Promise.resolve(new Map<number, Standing>());

/**
 * Refuses (312) what would give somebody more than who writes it has, lock him out, leave a company without an
 * administrator or an administrator without the way to people and menus, or take from definitions a choice that they go by; and working
 * hours that are none. Asked
 * for every row that a person writes, also in a sub-table; what a flow or a seed writes was decided elsewhere. Answers what is written beside.
 */
export async function demandGiving(tx: Writing['tx'], access: Access, table: ResolvedTable, written: Written): Promise<Written['changes']> {
  const writing: Writing = { tx, access, table, beside: {}, ...written };
  await GUARDED.get(table.def.uid)?.(writing);
  return writing.beside;
}

/** Rows that a right to change reaches, and of which their writer yet may know nothing: 315, before anything is said of them. */
export async function demandKnown(tx: Writing['tx'], access: Access, table: ResolvedTable, id: number): Promise<void> {
  if (table.def.uid === 'sys.define') await knowsLayout({ tx, access, table, act: 'Modify', id, changes: {}, beside: {} });
}
