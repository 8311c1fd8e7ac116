import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '#server/db/db.ts';
import { saveRecord } from '#server/records/save/save.ts';
import { decideRecord } from './decide.ts';
import type { DecideRequest } from './decision.ts';
import { application, type FlowLab, openFlowLab, type Person } from './testing.ts';

let lab: FlowLab;
beforeAll(async () => {
  lab = await openFlowLab();
});
afterAll(() => lab.close());

/** The house, and what is said to its database: the beginning of each statement, BEGIN and COMMIT included. */
function watched() {
  const said: string[] = [];
  const noted = (tx: Tx): Tx => ({
    query: (text, values) => {
      said.push(text.replace(/\s+/g, ' ').trim());
      return tx.query(text, values);
    },
  });
  const tx = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    said.push('begin');
    const result = await lab.house.db.tx((inner) => work(noted(inner)));
    said.push('commit');
    return result;
  };
  return { house: { ...lab.house, db: { ...lab.house.db, ...noted(lab.house.db), tx } }, said };
}

type Asked = Omit<DecideRequest, 'fields'> & { fields?: DecideRequest['fields'] };
async function decide(who: Person, request: Asked) {
  const { house, said } = watched();
  const session = await lab.as(who);
  const { id } = await decideRecord(house, session, house.catalogueOf(null).table('initiation')!, { fields: {}, ...request });
  return { id, said: said.filter((text) => !isKept(text) && !text.includes('fw.flow_def where')) };
}
/** What a process reads once for a version of the company's rights: who may do what, and what may be chosen. */
const isKept = (text: string): boolean => /from fw\.role_grant where|app\."dict" d where|app\."module" m/.test(text);
const times = (said: readonly string[], part: RegExp): number => said.filter((text) => part.test(text)).length;

describe('a decision asks and writes each thing once', () => {
  it('FLOW-01 R5 an approval without changes: lock, case, people, all that is written, and nothing before', async () => {
    const { id } = await decide('applicant', { event: 11, ...application('3000') });
    const { said } = await decide('depthead', { id, event: 21 });
    expect(said).toEqual([
      'begin',
      expect.stringMatching(/^select t\..* from app\."initiation" .* for no key update of t$/),
      expect.stringMatching(/as principals .* from fw\.flow_case c/),
      expect.stringMatching(/from app\."role" .* as people from h$/),
      expect.stringMatching(
        /^with d as .* c as \(update fw\.flow_case .* fw\.flow_log .* fw\.outbox .* fw\.flow_todo .* \(update app\."initiation"/,
      ),
      'commit',
    ]);
  });

  it('FLOW-11 who hands the record to himself: his row is closed before the new one opens, in the one statement', async () => {
    const { id } = await decide('applicant', { event: 11, ...application('3000') });
    await decide('depthead', { id, event: 21 });
    const self = (await lab.as('investmgr')).user.id;
    await decide('investmgr', { id, event: 31, fields: { review_no: `H-${id}` }, reviewers: [self, 5, 6, 7, 8] });
    const rows = await lab.base.db.query(
      'select review_state, review_entity from fw.flow_todo where rowid = $1 and review_entity = $2 order by id desc',
      [id, self],
    );
    expect(rows).toEqual([
      { review_state: 7, review_entity: self },
      { review_state: 3, review_entity: self },
    ]);
  });

  it('an edited field is read back, and who did it stands on the closed version', async () => {
    const { id } = await decide('applicant', { event: 11, ...application('3000') });
    await decide('depthead', { id, event: 21 });
    const { said } = await decide('investmgr', { id, event: 31, fields: { review_no: `PS-${id}` } });
    expect(times(said, /^select t\..* from app\."initiation"/)).toBe(2);
    const kept = await lab.base.db.query('select hist_actor, hist_op from hist.initiation where id = $1 order by valid_to', [id]);
    expect(kept).toEqual([
      { hist_actor: 2, hist_op: 'Submit' },
      { hist_actor: 3, hist_op: 'Review' },
      { hist_actor: 4, hist_op: 'Review' },
      { hist_actor: 4, hist_op: 'Review' },
    ]);
  });
});

describe('an Add asks for all it refers to at once', () => {
  it('FORM-06 references in one statement, the id with the row, no name for a trigger that does not fire', async () => {
    const { house, said } = watched();
    const session = await lab.as('investmgr');
    const table = house.catalogueOf(null).table('invest_subject')!;
    await house.db.tx((tx) =>
      saveRecord(tx, house, session, table, { fields: { key_name: '远山港口', code: 'HARBOUR', kind: '1' } }, { op: 'Add' }),
    );
    expect(said.filter((text) => !isKept(text)).map((text) => text.split(' ').slice(0, 3).join(' '))).toEqual([
      'begin',
      'insert into app."invest_subject"',
      'commit',
    ]);
    const sent = await decide('applicant', { event: 11, ...application('3000') });
    expect(times(sent.said, /^select \(select count/)).toBe(1);
  });
});
