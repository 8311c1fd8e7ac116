import type { HandlerDef, StateDef } from '#protocol/meta/flow.ts';
import type { Tx } from '#server/db/db.ts';
import type { Catalogue } from '#server/meta/catalogue.ts';

/** What a step asks to sign it by: a role or a post. */
type Office = 'role' | 'post';
const TYPES: Readonly<Record<Office, readonly HandlerDef['type'][]>> = { role: ['role', 'roles'], post: ['post'] };

/** Who signs at a step, and to whom it goes where that takes too long. */
const signersOf = ({ handler, timeout }: StateDef): HandlerDef[] => [handler, timeout?.to].filter((one) => one !== undefined);

/** Whether steps of today's flows go by it: cases that begin now do. */
export function signsToday(catalogue: Catalogue, office: Office, code: string): boolean {
  const goesBy = (handler: HandlerDef): boolean => {
    if (office === 'post') return handler.type === 'post' && handler.code === code;
    return handler.type === 'roles' ? handler.codes.includes(code) : handler.type === 'role' && handler.code === code;
  };
  return catalogue.tables().some(({ def }) => def.states.flatMap(signersOf).some(goesBy));
}

/** The least published flow by which cases of the company run, of those after one: an index has them in order, however many cases there are. */
const running = (after: string): string => `(select min(c.def_id) from fw.flow_case c where c.company_id = $1 and c.status = 0${after})`;

/**
 * SQL: whether `code` is one that steps go by in a published flow by which a case of the company ($1) runs. A case keeps its flow to
 * its end, whatever the definitions say by then.
 */
export const signsInCases = (office: Office, code: string): string =>
  `(${code} = any(array(
     with recursive running (id) as (select ${running('')} union all select ${running(' and c.def_id > r.id')} from running r where r.id is not null)
     select jsonb_array_elements_text(coalesce(h.signer -> 'codes', jsonb_build_array(h.signer -> 'code')))
     from running r join fw.flow_def d on d.id = r.id cross join lateral jsonb_array_elements(d.def -> 'states') s
       cross join lateral (values (s -> 'handler'), (s -> 'timeout' -> 'to')) h (signer)
     where h.signer ->> 'type' in (${TYPES[office].map((type) => `'${type}'`).join(', ')}))))`;

/** Whether a code that is about to be given to a role or post is one that steps go by, today or in a case that runs. */
export async function codeSigns(tx: Tx, company: number, catalogue: Catalogue, office: Office, code: string): Promise<boolean> {
  if (signsToday(catalogue, office, code)) return true;
  const [found] = await tx.query<{ signs: boolean }>(`select ${signsInCases(office, '$2::text')} as signs`, [company, code]);
  return found!.signs;
}
