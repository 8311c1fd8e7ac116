import type { TableDef } from '#protocol/meta/table.ts';
import { stateOf } from '#protocol/rules/actions.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { tellDecided } from '#web/actions/notice.ts';
import { nameOf, tabLabelOf } from '#web/actions/run-action.ts';
import { call } from '#web/api/call.ts';
import { asApiError } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { invalidateTable } from '#web/api/use-op.ts';
import { locale } from '#web/i18n/locale.ts';
import { say, type Texts, textsIn } from '#web/i18n/use-text.ts';
import { nav } from '#web/nav/store.ts';
import { ask } from '#web/ui/overlay/dialog.ts';
import { toast } from '#web/ui/overlay/toast.ts';
import { submits } from '../process/events.ts';
import { stateId } from '../process/submit-action.ts';
import { agreed, DECIDED } from './agreed.ts';
import { askNext, type Next } from './next.ts';
import { outcomeOf, told } from './outcome.ts';

/** What is wrong with a form: the person goes there. */
const FORM_FAULTS = new Set([301, 305, 314, 317]);
/** Records that are being submitted just now: a second press does nothing. */
const atWork = new Set<string>();

/**
 * Submits a record as it stands, after saying to whom it goes. Where something must be chosen or filled in first its page opens.
 * True when it was submitted.
 */
export async function submitRecord(table: TableDef, row: WireRow): Promise<boolean> {
  const choice = submits(table, stateId(row), row._actions ?? []);
  const key = `${table.table_name} ${row.id}`;
  if (!choice || atWork.has(key)) return false;
  atWork.add(key);
  const cloud = table.table_name;
  const page = (op: string) => nav.open({ cloud, op, id: row.id }, tabLabelOf(row));
  try {
    const next = await askNext({ cloud, id: row.id, data: {}, event: choice.event.id });
    // where it goes straight back to, or why not, is said on its page
    if (next.editable || next.needsRemark || next.needsAttach || next.needsLimit || next.resume) {
      page('Show');
      return false;
    }
    const texts = textsIn(locale());
    const event = texts.label(choice.event);
    if (!(await ask({ title: say('flow.submitTitle', { event, name: nameOf(row) }), body: goalOf(texts, table, next), ok: event })))
      return false;
    const version = typeof row.version === 'number' ? { version: row.version } : {};
    const sent = { cloud, id: row.id, ...version, _event: next.event, _rid: newRid() };
    const answer = await agreed(event, (yes) => call(ops.modify, { ...sent, ...yes }, DECIDED));
    if (!answer) return false;
    tellDecided(told(texts, table, event, outcomeOf(answer)), answer, texts.label);
    return true;
  } catch (error) {
    const fault = asApiError(error);
    toast.error(fault.remark);
    if (FORM_FAULTS.has(fault.code)) page('Modify');
    return false;
  } finally {
    atWork.delete(key);
    void invalidateTable(cloud);
  }
}

function goalOf({ t, label, listed }: Texts, table: TableDef, { state, skipped, people }: Next): string {
  const named = (value: string) => label(stateOf(table, Number(value)));
  const step = named(state);
  const passed = skipped.length ? t('flow.passedOver', { steps: listed(skipped.map(named)) }) : '';
  const who = listed(people.map((each) => label(each)));
  return (who ? t('flow.submitTo', { step, who }) : t('flow.submitEnd', { step })) + passed;
}
