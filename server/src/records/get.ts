import { Refusal } from '#protocol/codes.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import type { Access, Grant } from '#server/access/access.ts';
import type { House } from '#server/meta/house.ts';
import { compileRecord, fieldsNamed } from '#server/query/statements.ts';
import { presentFiles } from './files.ts';
import { readingOf } from './page.ts';
import { presentRow, type Row } from './present.ts';
import { actionReading } from './row-actions.ts';
import { baseFields, recordFields, unique } from './shown.ts';

/** One record as its reader may see it, with his actions on it. Out of scope reads like never existed: 315 (B3); without any right on the table, 312. */
export async function readRecord(house: House, access: Access, grant: Grant, id: number, asked?: string): Promise<WireRow> {
  const shown = asked ? unique([...baseFields(grant), ...fieldsNamed(grant, asked)]) : recordFields(grant);
  const actions = actionReading(access, grant);
  const fields = unique([...shown, ...actions.fields]);
  const { text, values } = compileRecord({ kind: 'record', ...readingOf(house, access, grant, {}), fields, flags: actions.flags, id });
  const [row] = await house.db.query<Row>(text, values);
  if (!row) throw new Refusal(grant.parts.length ? 315 : 312);
  const locale = access.session.locale;
  const wired = { ...presentRow(row, shown, locale), _actions: actions.actions(row, presentRow(row, fields, locale)) } as WireRow;
  await presentFiles(house, access.session, shown, [wired]);
  return wired;
}
