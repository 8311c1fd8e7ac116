import type { RoleDef } from '#protocol/meta/suite.ts';
import { testField } from '#protocol/meta/testing-suite.ts';

/** Both names of a part of a definition. */
export const named = (uid: string) => ({ uid, key_name: '名', key_name_en: 'Name' });
const action = (op: string, rest: object = {}) => ({ ...named(`a.${op}`), op, ...rest });

/** A table without a flow whose rows are added, read, changed (`modify`: by an action that says more) and deleted. */
export const plainStates = (uid: string, modify: object = {}) => [
  { ...named(`${uid}.bar`), value: '*', actions: [action('List'), action('Add')] },
  { ...named(`${uid}.1`), value: '1', actions: [action('Show'), action('Modify', modify), action('Delete')] },
];

export const int = (name: string, rest: object = {}) => testField(name, { data_type: 'int', ...rest });

/** A suite of this code with one role, clerk, that has all of these groups on all rows. */
export const ofClerks = (code: string, groups: readonly string[]) => ({
  ...{ code, uid: code },
  roles: [
    {
      ...{ ...named(`${code}.clerk`), code: 'clerk' },
      grants: groups.map((group) => ({ group, scope: 2 as const, items: ['List', 'Add', 'Modify', 'Delete'] })),
    } satisfies RoleDef,
  ],
});
