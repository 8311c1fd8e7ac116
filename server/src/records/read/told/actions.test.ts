import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActionDef } from '#protocol/meta/flow.ts';
import { testField as field, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { openAccess } from '#server/access/access.ts';
import { type Desk, openDesk } from '../../save/testing-save.ts';
import { readDefinition } from '../effective.ts';

const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const act = (uid: string, op: string, rest: Partial<ActionDef> = {}): ActionDef => ({ ...named(uid), op, ...rest });
const open = (uid: string, url: string, action_param?: string): ActionDef =>
  act(uid, 'Open', { type: 'AURL', url, ...(action_param ? { action_param } : {}) });
const event = (id: number, next_state: number, need_fields: string) => ({ ...named(`e${id}`), id, next_state, need_fields });

/** What can be done to a pact: by `fee`, which clerks are not shown, and by `note`, which they are. */
const suite = testSuite(
  [
    testTable('pact', {
      flow: 1,
      fields: [
        field('fee', { data_type: 'text', edit_state: '1,2' }),
        field('note', { data_type: 'text', edit_state: '1,2' }),
        field('zone', { data_type: 'entity', source: 'pact' }),
      ],
      states: [
        { ...named('bar'), value: '*', actions: [act('list', 'List'), act('add', 'Add')] },
        {
          ...{ ...named('s1'), value: '1' },
          actions: [
            act('show', 'Show'),
            act('edit', 'Modify', { events: [event(11, 2, 'note')] }),
            open('beside', '/main/list/pact?zone={zone}&note={fee}', 'x={fee}&y={ note }&z=a'),
            act('call', 'Call', { code: 'errand', action_param: 'key=a%20secret' }),
            open('gone', '/main/form/pact/{fee}'),
            open('there', '/main/form/pact/{zone}?n={zone.key_name}&me={id}'),
          ],
        },
        {
          ...{ ...named('s2'), value: '2', handler: { type: 'roles', codes: ['chief'] } },
          actions: [act('sign', 'Review', { events: [event(21, 90, 'note,fee'), event(22, 90, 'fee')] })],
        },
        { ...named('s90'), value: '90', end: 'pass' },
      ],
    }),
  ],
  {
    ...{ code: 'pacts', uid: 'pacts' },
    roles: [
      { ...named('r1'), code: 'chief', grants: [{ group: 'pact', scope: 2, items: ['List', 'Review', 'Call'] }] },
      {
        ...named('r2'),
        code: 'clerk',
        grants: [{ group: 'pact', scope: 2, items: ['List', 'Add', 'Modify', 'Review', 'Call'], hide: ['fee'] }],
      },
    ],
  },
);

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(suite, 'told-actions');
});
afterAll(() => desk?.close());

async function actionsFor(login: 'own' | 'admin'): Promise<Record<string, ActionDef>> {
  const access = await openAccess(desk.house, await desk.as(login));
  const { states } = await readDefinition(desk.house, access, access.table('pact'));
  return Object.fromEntries(states.flatMap(({ actions = [] }) => actions.map((one) => [one.uid, one])));
}

describe('B23 actions name nothing that their reader does not see', () => {
  test('an address is told as it is for him: what is hidden is empty in it, and what leads nowhere without it is not offered', async () => {
    const [mine, whole] = [await actionsFor('own'), await actionsFor('admin')];
    expect(JSON.stringify(mine)).not.toContain('fee');
    expect(mine.beside).toMatchObject({ url: '/main/list/pact?zone={zone}&note=', action_param: 'x=&y={ note }&z=a' });
    expect(mine).not.toHaveProperty('gone');
    expect(mine.there).toEqual(whole.there);
    expect(whole.gone).toMatchObject({ url: '/main/form/pact/{fee}' });
    expect(whole.beside).toMatchObject({ action_param: 'x={fee}&y={ note }&z=a' });
  });
  test('what a handler is called with is told to nobody', async () => {
    for (const login of ['own', 'admin'] as const) {
      const { call } = await actionsFor(login);
      expect(call).toMatchObject({ op: 'Call', code: 'errand' });
      expect(JSON.stringify(call)).not.toContain('secret');
    }
  });
  test('what a decision demands is told as far as he sees it', async () => {
    const [mine, whole] = [await actionsFor('own'), await actionsFor('admin')];
    const needed = (of: Record<string, ActionDef>) => of.sign!.events!.map(({ need_fields }) => need_fields);
    expect(needed(mine)).toEqual(['note', undefined]);
    expect(needed(whole)).toEqual(['note,fee', 'fee']);
    expect(mine.edit).toEqual(whole.edit);
  });
});
