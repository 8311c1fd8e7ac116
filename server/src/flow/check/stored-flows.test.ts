import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import type { TableDef } from '#protocol/meta/table.ts';
import { testField as field } from '#protocol/meta/testing-suite.ts';
import { DefinitionError, loadCatalogue, said } from '#server/meta/load.ts';
import { rehearse } from '#server/tables.ts';
import { sys } from '#suites/sys/suite.ts';
import { booking, event, idOf, openTrade, repair, repairStates, step, type TradeLab, trade } from '../act/testing-trade.ts';

/** The booking demands the cause, which the applicant of before may leave empty: no rule refused that when it was loaded. */
const wanting = ({ asked = false, freed = false, more = [] as FieldDef[] } = {}) => {
  const [back] = repair().write_back!;
  const states = JSON.parse(
    JSON.stringify(repairStates()).replace('"id":11,', `"id":11,${asked ? '"need_fields":"cause",' : ''}`),
  ) as StateDef[];
  return trade([
    repair({ states, write_back: freed ? [] : [{ ...back!, values: { ...back!.values, cause: '{cause}' } }] }),
    booking({ fields: [...booking().fields, field('cause', { data_type: 'text', notnull: 1 }), ...more] }),
  ]);
};
const ASKED = { asked: true };
const freed = (table: TableDef): TableDef => (table.table_name === 'repair' ? { ...table, write_back: [] } : table);

let lab: TradeLab;
const open = async (first = trade()) => {
  lab = await openTrade(first);
};
const submit = async (fields: Record<string, unknown> = {}, id?: number) => {
  const judge = await idOf(lab, 'foreman');
  const request = { event: 11, fields: { key_name: '修', cost: '5', judge, ...fields }, ...(id === undefined ? {} : { id }) };
  return (await lab.decide('reporter', request)).id;
};
/** Changes the published flow as no definition of today could say it. */
const stored = (path: string, value: unknown) =>
  lab.base.db.query(`alter table fw.flow_def disable trigger flow_def_keep;
    update fw.flow_def set def = jsonb_set(def, '${path}', '${JSON.stringify(value)}'); alter table fw.flow_def enable trigger flow_def_keep`);

describe('FLOW-01 what had loaded once goes on: rules that came later refuse no start for the cases of an old version', () => {
  beforeEach(() => open(wanting()));
  afterEach(() => lab.close());

  it('a write-back that may come out empty is warned of with version, cases and a way out, which works; then nothing is said', async () => {
    const ids = [await submit(), await submit(), await submit({ cause: '雨' })];
    await lab.start(wanting());
    const [line, ...others] = lab.warned;
    expect(others).toEqual([]);
    expect(line).toMatch(
      /^suites\/test\/tables\/repair\.ts: write_back\[booked\]\.values\.cause: booking demands cause .*cause may be empty when a record comes to state 90, and 3 running cases of repair \(flow version 1\) still write so/,
    );
    expect(line).toContain(`records ${ids.join(', ')}`);
    expect(line).toMatch(
      /\n {4}a decision that cannot write it is refused in words; return such a record: its next submission takes the flow of now$/,
    );
    // the author mends the definition; those that run still go by the old one
    await lab.start(wanting(ASKED));
    expect(lab.warned).toHaveLength(1);
    const decide = (id: number, event: number) => lab.decide('foreman', { id, event, fields: event === 21 ? { judged: '1' } : {} });
    expect((await decide(ids[2]!, 21)).outcome).toBe('approved');
    await expect(decide(ids[0]!, 21)).rejects.toMatchObject({ code: 314 });
    for (const id of ids.slice(0, 2)) await decide(id, 23);
    await lab.start(wanting(ASKED));
    expect(lab.warned).toEqual([]);
    await submit({ cause: '风' }, ids[0]);
    expect((await decide(ids[0]!, 21)).outcome).toBe('approved');
    expect(await lab.base.db.query('select cause from app.booking order by id')).toEqual([{ cause: '雨' }, { cause: '风' }]);
    await lab.start(wanting(ASKED));
    expect(lab.warned).toEqual([]);
  });

  it('a value that does not fit, or a step of nobody, that was so at the last start too; what this start would take is refused', async () => {
    const id = await submit({ cause: '雨' });
    await stored('{write_back,0,values,amount}', '{key_name}');
    await stored('{states,2,handler}', { type: 'role', code: 'nobody' });
    await lab.start(wanting(ASKED));
    expect(lab.warned.map((line) => line.split(', and 1 running case')[0])).toEqual([
      expect.stringMatching(/write_back\[booked\]\.values\.amount: \{key_name\} cannot always be written/),
      expect.stringMatching(/states\[3\]\.handler: unknown role nobody/),
      expect.stringMatching(/write_back\[booked\]\.values\.cause: .*may be empty/),
    ]);
    expect(lab.warned.every((line) => line.includes(`record ${id}`))).toBe(true);
    const taking = wanting({ asked: true, freed: true, more: [field('ledger', { data_type: 'text', notnull: 1 })] });
    const error = (await lab.start(taking).catch((reason) => reason)) as DefinitionError;
    expect(error).toBeInstanceOf(DefinitionError);
    expect(error.problems).toMatchObject([{ path: 'write_back[booked].values.ledger', reason: expect.stringMatching(/demands ledger/) }]);
  });

  it('a step that is gone and at which records stand is told with them; a flow that is gone refuses, as nobody could go on', async () => {
    const ids = [await submit({ cost: '5000', cause: '雨' }), await submit({ cost: '6000', cause: '雨' }), await submit({ cause: '雨' })];
    const decide = (login: string, id: number, event: number) =>
      lab.decide(login, { id, event, fields: event === 31 ? {} : { judged: '1' } });
    for (const id of ids.slice(0, 2)) await decide('foreman', id, 22);
    const [bar, first, second, , last] = repairStates();
    const judging = step('2', [event(21, { next_state: 90, need_fields: 'judged' })], { handler: second!.handler! });
    const bare = repair().fields.map(({ view_state: _view, edit_state: _edit, ...field }) => field);
    const shorter = trade([repair({ states: [bar!, first!, judging, last!], fields: bare, write_back: [] }), wanting().tables[1]!]);
    const before = await rehearse(lab.base.db, loadCatalogue([sys, shorter]), false);
    await lab.start(shorter);
    expect(lab.warned.filter((line) => line.includes('states[3]'))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^suites/test/tables/repair\\.ts: states\\[3\\]: step 3 \\(名 s3\\) is gone, and 2 running cases of repair \\(flow version 1\\) stand there: records ${ids[0]}, ${ids[1]}\\n {4}they go on by the flow that they began with`,
        ),
      ),
    ]);
    expect(before.warned.map((problem) => said(problem).trim())).toEqual(lab.warned);
    expect((await decide('clerk', ids[0]!, 31)).outcome).toBe('approved');
    await lab.start(shorter);
    expect(lab.warned.find((line) => line.includes('states[3]'))).toContain(
      `1 running case of repair (flow version 1) stands there: record ${ids[1]}`,
    );
    await decide('clerk', ids[1]!, 31);
    await lab.start(shorter);
    expect(lab.warned.join('\n')).not.toContain('states[3]');

    const plain = { ...first!, actions: first!.actions!.map((action) => ({ ...action, events: [] })) };
    const without = trade([repair({ flow: 0, states: [bar!, plain], fields: bare, write_back: [] }), wanting().tables[1]!]);
    expect(((await lab.start(without).catch((reason) => reason)) as DefinitionError).problems).toEqual([
      {
        file: 'suites/test/tables/repair.ts',
        path: 'flow',
        reason: 'the flow is gone, and nobody could go on with 1 running case of repair (flow version 1)',
        mend: 'keep flow: 1 until these cases have ended',
      },
    ]);
  });

  it('a rehearsal that would be refused says beside it what the start would warn of', async () => {
    await submit();
    const taking = wanting({ more: [field('ledger', { data_type: 'text', notnull: 1 })] });
    const { refused, warned } = await rehearse(lab.base.db, loadCatalogue([sys, { ...taking, tables: taking.tables.map(freed) }]), false);
    expect(refused.map(({ message }) => message).join()).toMatch(/demands ledger/);
    expect(warned.map(({ path }) => path)).toEqual(['write_back[booked].values.cause']);
  });

  it('what was so under other names was so', async () => {
    await submit({ cause: '雨' });
    await stored('{write_back,0,values,amount}', '{key_name}');
    const renamed = wanting(ASKED);
    const fields = booking().fields.map((of) => (of.field_name === 'amount' ? { ...of, field_name: 'total', key_name: '总额' } : of));
    const [back] = repair().write_back!;
    const { amount, ...values } = { ...back!.values, cause: '{cause}' } as Record<string, string>;
    const tables = [
      repair({ write_back: [{ ...back!, values: { ...values, total: amount! } }] }),
      booking({ fields: [...fields, field('cause', { data_type: 'text', notnull: 1 })] }),
    ];
    await lab.start({ ...renamed, tables });
    expect(lab.warned.join('\n')).toMatch(/values\.total: \{key_name\} cannot always be written into booking\.total/);
  });
});
