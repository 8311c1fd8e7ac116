import { createHash } from 'node:crypto';
import { type Code, type Locale, Refusal } from '#protocol/codes.ts';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { inStates } from '#protocol/rules/states.ts';
import type { Reply } from '#protocol/wire/envelope.ts';
import type { ResolvedTable } from '#server/meta/catalogue.ts';
import type { CallRow, Handler, MadeFile, Said } from '#server/meta/handler.ts';
import type { House } from '#server/meta/house.ts';
import { attempt, SAVES_WITHIN_MS } from '#server/records/remove/batch.ts';
import { asSeen } from '#server/records/row/sight.ts';
import { lockOne, type Stored } from '#server/records/row/stored.ts';
import { formOf, valueIn, type Work } from '#server/records/row/work.ts';
import { offeredOn } from '#server/records/save/turn.ts';
import type { SecurityEvent } from '#server/signin/security-log.ts';
import { type OpenDesk, Overdue, openCallDesk, type SaveInDecision, spoken } from './desk.ts';

/** An action of op Call as it stands in the definition. */
export interface Called {
  action: ActionDef;
  /** it stands over the list, and its own conditions hold; else it is offered on a record, in its state */
  over: boolean;
  /** an event carries it out: the record is locked, and whose turn it is was asked, by the decision, which writes what it changes */
  decided?: { save: SaveInDecision };
}

/** What is asked of it. */
export interface Calling extends Called {
  table: ResolvedTable;
  handler: Handler;
  ids: readonly number[];
  /** what the person said yes to */
  answer: string | undefined;
}

// a type, not an interface: it is kept with its request as plain JSON
type Answer = Pick<Reply, 'code' | 'remark' | 'notify' | 'rows'>;
type Part = { id: number; code: number; remark: string };
type Done = Pick<Ran, 'answer' | 'file'>;

/** What a call came to: its answer, what is told of it, and the file that the handler gave. */
export interface Ran {
  answer: Answer;
  events: readonly SecurityEvent[];
  file: MadeFile | undefined;
  wrote: boolean;
}

/** Runs a handler in the call's transaction. Where it asked and this was not answered, 100 takes all of it back. */
export async function runCall(house: House, work: Work, calling: Calling): Promise<Ran> {
  const desk = openCallDesk(house, work, calling.table, calling.action, calling.decided?.save);
  const { handler } = calling;
  const done = 'each' in handler ? eachOf(work, desk, calling, handler.each) : allOf(work, desk, calling, handler.all);
  const told = await done.catch((error: unknown) => {
    throw error instanceof Overdue ? new Refusal(103, '$busy') : error;
  });
  demandAnswered(desk, calling.answer, work.session.locale);
  return { ...told, events: desk.events, wrote: desk.wrote() };
}

/** The record as its reader sees it, locked: the action must reach it, and be offered on it now. */
async function take(work: Work, desk: OpenDesk, { table, ...called }: Calling, id: number): Promise<CallRow> {
  if (called.decided) return desk.row(id);
  const stored = await lockOne(work, table, id, work.access.grant(table, 'Call'));
  if (!isOffered(work, table, stored, called)) throw new Refusal(312, '$callNotOffered');
  return desk.row(id);
}

/** By what he sees of it, as his lists offer it: the deed itself has no more rights than he (docs/decisions/238). */
function isOffered(work: Work, table: ResolvedTable, lying: Stored, { action, over }: Called): boolean {
  const stored = asSeen(work, table, lying);
  if (!over) return offeredOn(work, table, stored).some(({ uid }) => uid === action.uid);
  const { holds } = formOf(work, table, 'Show', stored.review_state, valueIn(stored.values));
  return inStates(action.valid_state, stored.review_state) && (!action.where || holds(action.where));
}

async function eachOf(
  work: Work,
  desk: OpenDesk,
  calling: Calling,
  each: (desk: OpenDesk, row: CallRow) => Promise<Said | undefined>,
): Promise<Done> {
  const { locale } = work.session;
  const { ids } = calling;
  let notify: Said['notify'];
  let file: MadeFile | undefined;
  const part = async (id: number) => {
    desk.turnTo(id);
    const row = await take(work, desk, calling, id);
    const said = await desk.inTime(each(desk, row));
    // a browser takes one file for a press
    if (said?.file && ids.length > 1) throw new Refusal(317, '$madeSeveral');
    file = said?.file;
    notify ??= said?.notify;
    return { code: said?.code ?? 200, remark: spoken(said?.remark, locale) };
  };
  const rows: Part[] = [];
  const until = performance.now() + SAVES_WITHIN_MS;
  for (const id of ids) {
    const [asks, events] = [desk.asks.length, desk.events.length];
    const told = ids.length === 1 ? await part(id) : await within(until, () => attempt(work.tx, () => part(id)));
    if (isRefused(told)) {
      // what was taken back was neither asked nor done
      desk.asks.length = asks;
      desk.events.length = events;
    }
    rows.push({ id, ...told });
  }
  const [first] = rows;
  const alone = rows.length === 1 && first ? { remark: first.remark } : {};
  return { answer: { code: codeOf(rows), ...alone, ...noticed(notify), rows }, file };
}

/** What is not begun in time is not done, and says so: others wait for what is locked. */
const within = async (until: number, work: () => ReturnType<typeof attempt>): ReturnType<typeof attempt> =>
  performance.now() < until ? work() : { code: 103, remark: '$busy' };

const isRefused = ({ code }: Pick<Part, 'code'>): boolean => code !== 200 && code !== 102;

function codeOf(rows: readonly Part[]): Code {
  const refused = rows.filter(isRefused).length;
  if (refused > 0) return refused < rows.length ? 343 : 300;
  return rows.some(({ code }) => code === 102) ? 102 : 200;
}

async function allOf(
  work: Work,
  desk: OpenDesk,
  calling: Calling,
  all: (desk: OpenDesk, rows: readonly CallRow[]) => Promise<Said | undefined>,
): Promise<Done> {
  const rows: CallRow[] = [];
  const until = performance.now() + SAVES_WITHIN_MS;
  for (const id of calling.ids) {
    if (performance.now() >= until) throw new Refusal(103, '$busy');
    rows.push(await take(work, desk, calling, id));
  }
  const said = await desk.inTime(all(desk, rows));
  const answer = { code: said?.code ?? 200, remark: spoken(said?.remark, work.session.locale), ...noticed(said?.notify) };
  return { answer, file: said?.file };
}

/** As a definition says it: the browser reads its own language. */
const noticed = (notify: Said['notify']): Pick<Answer, 'notify'> =>
  notify
    ? { notify: { remark: notify.remark.zh_CN, remark_en: notify.remark.en_US, ...(notify.url === undefined ? {} : { url: notify.url }) } }
    : {};

/** The yes is one to just these questions: another record, another number in one of them, and it is asked anew. */
function demandAnswered({ asks }: OpenDesk, answer: string | undefined, locale: Locale): void {
  const [first] = asks;
  if (!first) return;
  const wanted = createHash('sha256').update(JSON.stringify(asks)).digest('base64url');
  if (answer === wanted) return;
  const rows = asks.map(({ id, text }) => ({ ...(id === null ? {} : { id }), code: 100, remark: spoken(text, locale) }));
  const remark = asks.length === 1 ? spoken(first.text, locale) : '$callAsks';
  throw new Refusal(100, remark, { answer: wanted, n: asks.length }, rows);
}
