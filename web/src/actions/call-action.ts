import type { ActionDef } from '#protocol/meta/flow.ts';
import { label as labelOf } from '#protocol/meta/naming.ts';
import type { Envelope, FileValue, WireRow } from '#protocol/wire/envelope.ts';
import { call } from '#web/api/call.ts';
import { remarkOf } from '#web/api/error.ts';
import { createOnce } from '#web/api/once.ts';
import { ops } from '#web/api/ops.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { locale } from '#web/i18n/locale.ts';
import { say } from '#web/i18n/use-text.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { mayGoOn } from './asking.ts';
import { noticeOf } from './notice.ts';
import { failedRows, lastsFor, type NameOf, remarkedRows, tellFault } from './result.ts';

/** What is on its way: the same action on the same records waits for its answer. */
const running = new Set<string>();
const once = createOnce();

/**
 * Runs an action's handler upon records (WIRE-07). What it asks (100) is asked, and sent again with the answer under the same request id, so
 * that it is done once; so is what is pressed again because no answer came. True when something was done; a warning (102) says so beside what it is about.
 */
export async function callAction(action: ActionDef, cloud: string, rows: readonly WireRow[], nameOf: NameOf): Promise<boolean> {
  const id = rows.map((row) => row.id);
  const key = `${cloud} ${action.uid} ${id}`;
  if (running.has(key)) return false;
  running.add(key);
  const request = { cloud, action: action.uid, id };
  try {
    const answer = await once(request, request, async (sent) => {
      let said = await call(ops.call, sent, ACCEPTED);
      while (said.code === 100) {
        const lines = (said.rows ?? []).length > 1 ? remarkedRows(said, rows, nameOf) : [];
        if (!(await mayGoOn(labelOf(action, locale()), said, lines))) return null;
        said = await call(ops.call, { ...sent, answer: String(said.data?.answer ?? '') }, ACCEPTED);
      }
      return said;
    });
    const file = answer?.data?.file as FileValue | undefined;
    if (answer && !(file && isSaidByIt(answer))) tell(answer, rows, nameOf);
    if (file) await given(file, action.preview === 1);
    return answer !== null;
  } catch (error) {
    tellFault(error, rows, nameOf);
    return false;
  } finally {
    running.delete(key);
    await invalidateTable(cloud);
  }
}

/** The file is what was asked for: where the handler says no more, nothing covers it. */
const isSaidByIt = ({ code, remark, rows = [], notify }: Envelope): boolean =>
  code === 200 && !remark && !notify && !rows.some((row) => row.remark);

async function given(file: FileValue, isPreviewed: boolean): Promise<void> {
  const room = await import('./give-file.tsx').catch(() => null);
  if (room) room.giveFile(file, isPreviewed);
  else toast.error(say('ui.brokenWhy'));
}

const ACCEPTED = { accept: [100, 102, 343] };

/** What became of it: done, done with a warning, or a line for each record that was refused (WIRE-13). */
function tell(answer: Envelope, rows: readonly WireRow[], nameOf: NameOf): void {
  if (answer.code === 343) {
    const lines = failedRows(answer, rows, nameOf);
    toast.error(say('actions.partly', { n: rows.length, failed: lines.length }), { lines, lasts: lastsFor(lines) });
    return;
  }
  const warned = (answer.rows ?? []).filter(({ code }) => code === 102);
  const told = answer.code === 102 ? warned : (answer.rows ?? []);
  const alike = new Set(told.map(({ remark }) => remark)).size < 2;
  const said = rows.length > 1 && (answer.code === 102 || !alike) ? remarkedRows({ rows: told }, rows, nameOf) : [];
  const notice = noticeOf(answer, (of, base) => labelOf(of, locale(), base));
  const lines = [...said, ...(notice?.lines ?? [])];
  const more = lines.length > 0 ? { ...notice, lines, lasts: Math.max(notice?.lasts ?? 0, lastsFor(lines)) } : notice;
  if (answer.code === 102) toast.info(answer.remark || say('deeds.warned'), { lasts: 8000, ...more });
  else toast.done(answer.remark || (alike && String(told[0]?.remark ?? '')) || remarkOf(answer), more);
}
