import type { Tx } from '#server/db/db.ts';
import { type Flow, sameSteps } from '../definition/definition.ts';
import type { Env, FlowState } from '../kernel/model.ts';
import { resumes } from '../kernel/resume/resume.ts';
import { dataAtReturn } from './case-store.ts';
import { guardFields } from './guard-data.ts';

interface Returned {
  company: number;
  caseId: number | null;
  state: FlowState;
  /** by which it goes on, and by which it has come here */
  flow: Flow;
  ran: Flow;
}

/** What `decide` asks of a case that was returned `direct`; undefined where it was not. */
export async function returnedOf(tx: Tx, { company, caseId, state, flow, ran }: Returned): Promise<Env['returned']> {
  const back = resumes(state.case);
  if (!back || caseId === null) return undefined;
  if (flow !== ran && !sameSteps(flow.def, ran.def)) return { data: {}, renewed: true };
  const then = (await dataAtReturn(tx, company, caseId, back.step)) ?? {};
  return { data: Object.fromEntries(guardFields(flow).map((name) => [name, then[ran.published(name)] ?? null])) };
}
