import type { Person } from '#protocol/testing-person.ts';

/** The first record of a list as this person sees it, by name where one is given. */
async function first(person: Person, cloud: string, key_word?: string): Promise<number> {
  const { rows } = await person.call('/app', 'Page', { cloud, rows: 1, ...(key_word ? { filters: { key_word } } : {}) });
  if (!rows[0]) throw new Error(`${cloud} has no row${key_word ? ` for ${key_word}` : ''}`);
  return Number(rows[0].id);
}

/** All that an application for a project says, but for its project proposal. */
async function application(applicant: Person, key_name: string, amount: string): Promise<Record<string, unknown>> {
  const department = (applicant.user.department_entity as { id: number }).id;
  const funds = { 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, note: '自筹', price: amount, fund_ready: 1 }] };
  return {
    ...{ cloud: 'initiation', key_name, project_type: 2, department_entity: department, est_price: amount },
    ...{ industry: 1, construct_nature: 1, benefit_type: 1, place: '港区', manager_entity: applicant.user.id, mobile: '13800002617' },
    invest_subject_entity: await first(applicant, 'invest_subject'),
    province_entity: await first(applicant, 'province', '江苏'),
    ...{
      plan_begin: '2027-03-01',
      plan_end: '2027-12-31',
      in_year_plan: 1,
      plan_year: '2027',
      content_kinds: ',1,',
      scale: '一座',
      necessity: '不足',
    },
    _subtables: funds,
  };
}

async function add(applicant: Person, sent: Record<string, unknown>): Promise<number> {
  const answer = await applicant.call('/app', 'Add', sent);
  if (answer.code !== 200) throw new Error(`${sent.key_name} is not taken: ${answer.code} ${answer.remark}`);
  return Number(answer.data.id);
}

/** Applies for a project by the wire in the domain that the applicant works in, and submits it: it goes to the head of his unit. Answers its id. */
export async function applyFor(
  applicant: Person,
  key_name: string,
  amount: string,
  rest: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const proposal = await applicant.upload('initiation', 'proposal');
  return add(applicant, { ...(await application(applicant, key_name, amount)), _event: 11, proposal, ...rest });
}

/** A draft of his by the wire that lacks nothing but its project proposal. Answers its id. */
export const draftFor = async (applicant: Person, key_name: string, amount: string): Promise<number> =>
  add(applicant, await application(applicant, key_name, amount));
