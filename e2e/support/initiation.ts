import type { Person } from '#protocol/testing-person.ts';

/** The first record of a list as this person sees it, by name where one is given. */
async function first(person: Person, cloud: string, key_word?: string): Promise<number> {
  const { rows } = await person.call('/app', 'Page', { cloud, rows: 1, ...(key_word ? { filters: { key_word } } : {}) });
  if (!rows[0]) throw new Error(`${cloud} has no row${key_word ? ` for ${key_word}` : ''}`);
  return Number(rows[0].id);
}

/** Applies for a project by the wire in the domain that the applicant works in, and submits it: it goes to the head of his unit. Answers its id. */
export async function applyFor(
  applicant: Person,
  key_name: string,
  amount: string,
  rest: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const department = (applicant.user.department_entity as { id: number }).id;
  const funds = { 'initiation_fund.initiation_entity': [{ op: 'Add', fund_source: 1, note: '自筹', price: amount, fund_ready: 1 }] };
  const answer = await applicant.call('/app', 'Add', {
    ...{ cloud: 'initiation', key_name, project_type: 2, department_entity: department, est_price: amount, _event: 11 },
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
    proposal: await applicant.upload('initiation', 'proposal'),
    _subtables: funds,
    ...rest,
  });
  if (answer.code !== 200) throw new Error(`${key_name} is not taken: ${answer.code} ${answer.remark}`);
  return Number(answer.data.id);
}
