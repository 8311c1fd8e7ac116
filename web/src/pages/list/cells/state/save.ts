import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { writeHeld } from '#web/drafts/windows.ts';
import { isDirty } from '../../../form/state/form-state.ts';
import { sentFor } from '../../../form/state/sent/sent.ts';
import { submission } from '../../../form/state/sent/submission.ts';
import { send } from '../../../form/state/typing.ts';
import { isGood, tellRefusal } from '../../../paste/state/paste-row.ts';
import type { RowEdit } from './core.ts';
import type { Sheet } from './sheet.ts';

const NO_SUBS: readonly never[] = [];
/** Without a connection, a session or a server that has time the next row would meet the same. */
const ENDS: ReadonlySet<number> = new Set([0, 103, 401]);

export interface SavingOn {
  /** the columns that are drawn: what is told of others is told of the row */
  isDrawn(name: string): boolean;
  isStopped(): boolean;
  /** reads one record anew, and puts it under what is typed; whether it came */
  reread(id: number): Promise<boolean>;
  /** told after each row that is saved */
  onSaved(count: number): void;
}

/** Whether nothing keeps a row from being saved: what is wrong is told, and what somebody else saved is chosen. */
export const isReady = async (edit: RowEdit): Promise<boolean> => Object.keys(edit.theirs).length === 0 && (await isGood(edit));

/**
 * Saves rows, each by a Modify of its own that stands upon the version it was read in, one after the other; one that is refused keeps what is
 * typed and holds up no other. Answers which are saved.
 */
export async function saveRows(sheet: Sheet, ids: readonly number[], on: SavingOn): Promise<readonly number[]> {
  const saved: number[] = [];
  for (const id of ids) {
    if (on.isStopped()) break;
    const end = await saveRow(sheet, id, on);
    if (end === 'saved') {
      saved.push(id);
      on.onSaved(saved.length);
    }
    if (end === 'over') break;
  }
  return saved;
}

type End = 'saved' | 'refused' | 'over';

async function saveRow(sheet: Sheet, id: number, on: SavingOn, isAgain = false): Promise<End> {
  const edit = sheet.store.getState().edits.get(id);
  if (!edit) return 'refused';
  if (!isDirty(edit.typing.store.getState())) return 'saved';
  if (!(await isReady(edit))) return 'refused';
  try {
    await request(sheet, edit);
    return 'saved';
  } catch (failure) {
    const error = asApiError(failure);
    // the record was saved by somebody else: what is typed goes upon that, and once more where both changed other fields
    if (error.code === 311 && error.data.stale === 1 && !isAgain && (await on.reread(id))) return saveRow(sheet, id, on, true);
    tellRefusal(edit, error, on.isDrawn);
    return ENDS.has(error.code) ? 'over' : 'refused';
  }
}

/** One request as long as the content is the same, done once however often it is sent. */
async function request({ cloud, filler }: Sheet, { id, typing, record }: RowEdit): Promise<void> {
  const { store } = typing;
  const state = store.getState();
  const fields = submission(state, typing.formAt(state.values), NO_SUBS, false, filler);
  // what only followed from something else is the server's to write
  if (Object.keys(fields).length === 0) return;
  const content = { ...fields, cloud, id, ...(record.version === undefined ? {} : { version: record.version }) };
  const sent = sentFor(state.sent, content);
  send(store, { type: 'sent', sent });
  writeHeld();
  await call(ops.modify, { ...content, _rid: sent.rid });
}
