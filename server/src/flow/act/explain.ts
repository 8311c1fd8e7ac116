import { Refusal } from '#protocol/codes.ts';
import type { Access } from '#server/access/access.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { House } from '#server/meta/house.ts';
import type { Session } from '#server/meta/session.ts';
import { namedBy, namesOf } from '#server/records/row/names.ts';
import { grantOrNull } from '#server/records/row/stored.ts';
import { inBoth, listed } from '../read/labels.ts';
import { saidBy } from './write-back/write-back-refusal.ts';

/** Where a refusal of the flow was met. */
interface Place {
  house: House;
  session: Session;
  access: Access;
  table: ResolvedTable;
}

/** That a to-do is over, and by whom. */
const OVER = new Set(['$flow_decided', '$flow_handed_on', '$flow_withdrawn']);

/** What names a field, and what is said instead to who does not see it on any record, as his definition does not name it either. */
const UNNAMED = { $flow_guard_gone: '$flow_guard', $flow_need_field: '$flow_need_hidden' } as const;

/** Names of people, fields and roles in the place of ids (events and steps: words.ts), and the words of a lock that was not had in time. */
export async function explain({ house, session, access, table }: Place, error: unknown): Promise<never> {
  if (!(error instanceof Refusal)) throw error;
  const { code, remark, data } = error;
  if (code === 103 && remark === '') throw new Refusal(103, '$flow_lock');
  if (OVER.has(remark)) {
    const who = Number(data.by ?? data.to);
    const names = await namesOf(house.db, access, 'user', [who]);
    throw new Refusal(code, remark, { ...data, name: namedBy(names, who) });
  }
  if (typeof data.user === 'number' && remark.startsWith('$flow_')) {
    const names = await namesOf(house.db, access, 'user', [data.user]);
    throw new Refusal(code, remark, { ...data, name: namedBy(names, data.user) });
  }
  if (Array.isArray(data.could)) {
    const { could, ...told } = data;
    const names = await namesOf(house.db, access, 'user', could as number[]);
    // whom the caller may not see is not told to him by number either
    const who = (could as number[]).flatMap((id) => names.get(id) ?? []);
    throw who.length > 0 ? new Refusal(code, '$flow_handover_could', { ...told, who: listed(who) }) : new Refusal(code, remark, told);
  }
  if (remark in UNNAMED) {
    const name = String(data.field);
    if (grantOrNull({ access }, table, 'LoadTable')?.sees(name, 't') === false)
      throw new Refusal(code, UNNAMED[remark as keyof typeof UNNAMED]);
    throw new Refusal(code, remark, { ...data, label: inBoth(table.fields.get(name)?.def) });
  }
  if (remark === '$flow_no_role' || remark === '$flow_no_handler') {
    const role = inBoth(
      access.catalogue.roles().find((one) => one.code === data.role),
      data.role,
    );
    throw new Refusal(code, remark, { ...data, role });
  }
  throw await saidBy({ house, session, access }, error);
}
