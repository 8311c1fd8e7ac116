import type { TableDef } from '#protocol/meta/table.ts';
import { call } from '#web/api/call.ts';
import { type ApiError, asApiError, remarkOf } from '#web/api/error.ts';
import { ops } from '#web/api/ops.ts';
import { newRid } from '#web/api/rid.ts';
import { opKey, queryClient } from '#web/api/use-op.ts';
import { askNext } from '#web/flow/handling/next.ts';
import { outcomeOf, told } from '#web/flow/handling/outcome.ts';
import type { Texts } from '#web/i18n/use-text.ts';
import type { TodoItem } from '../todo-item.ts';
import { goingOf, type Need, planOf } from './plan.ts';
import type { Result, Way } from './result.ts';
import { needWords } from './words.ts';

export interface Verdict {
  way: Way;
  /** the opinion on all of them */
  remark: string;
  /** request ids by what was sent: the same again happens once, also where no answer came */
  rids: Map<string, string>;
}

const LONG = 30 * 60_000;
/** What only a form can mend, and what is to be agreed to there. */
const ASKS = new Set([100, 301, 305, 314, 316, 317]);
const SAID = new Set(['$flow_guard', '$flow_blocked', '$flow_other_step']);
/** Perhaps another was faster. */
const LOST = new Set([311, 312, 315]);

/** Decides one row by a call of its own, as its own page would: first where it would lead, and only where nothing is left to ask, the decision. */
export async function decideRow(texts: Texts, row: TodoItem, verdict: Verdict): Promise<Result> {
  const of = { cloud: row.source, id: row.rowid };
  const { way } = verdict;
  const remark = verdict.remark.trim();
  try {
    const table = await definitionOf(row.source);
    const plan = planOf(table, row, way, remark);
    const person = (need: Need, fields: readonly string[] = []): Result => ({
      kind: 'person',
      words: needWords(texts, table, need, fields),
    });
    if (plan.need) return person(plan.need, plan.fields);
    const { choice } = plan;
    const next = await askNext({ ...of, data: {}, event: choice.event.id, todo: row.id });
    const going = goingOf(choice, next, remark);
    if (going.need) return person(going.need);
    const back = going.back ? { back_id: going.back.id } : {};
    const content = { ...of, todo: row.id, _event: next.event, ...back, ...(remark ? { remark } : {}) };
    const answer = await call(ops.modify, { ...content, _rid: ridOf(verdict, content) }, { accept: [102] });
    const words = told(texts, table, texts.label(choice.event), outcomeOf(answer));
    return { kind: 'done', words: answer.remark ? texts.t('batch.said', { words, said: answer.remark }) : words };
  } catch (error) {
    return refusalOf(row, asApiError(error));
  }
}

async function definitionOf(key_name: string): Promise<TableDef> {
  const queryFn = () => call(ops.loadTable, { key_name });
  const answer = await queryClient.fetchQuery({ queryKey: opKey(ops.loadTable, { key_name }), queryFn, staleTime: LONG });
  return answer.data as unknown as TableDef;
}

function ridOf({ rids }: Verdict, content: object): string {
  const key = JSON.stringify(content);
  const rid = rids.get(key) ?? newRid();
  rids.set(key, rid);
  return rid;
}

/** A refusal in words: whether somebody else has decided meanwhile is asked, not guessed. */
async function refusalOf(row: TodoItem, error: ApiError): Promise<Result> {
  if (LOST.has(error.code) && !SAID.has(error.said)) {
    const closed = await closedBy(row);
    if (closed !== null) return { kind: 'gone', words: closed || error.remark };
  }
  const isAsked = ASKS.has(error.code) || SAID.has(error.said);
  return { kind: isAsked ? 'person' : 'failed', words: error.remark };
}

/** Who decided it, '' where it is not his any more for another reason; null where it still is, or nobody answers. */
async function closedBy({ source, rowid, id }: TodoItem): Promise<string | null> {
  try {
    const answer = await call(ops.checkRight, { cloud: source, id: rowid, todo: id }, { accept: [102] });
    if (answer.code === 102) return remarkOf(answer);
    return answer.data?.op === 'Review' ? null : '';
  } catch (error) {
    const { code } = asApiError(error);
    return code === 312 || code === 315 ? '' : null;
  }
}
