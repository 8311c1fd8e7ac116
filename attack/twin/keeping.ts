import fc from 'fast-check';
import { idOf, type Knowledge } from './guesses.ts';
import { TABLES } from './oracle.ts';
import type { Request } from './world.ts';

const ROLES = '/cloud/app/sys/user/api/RoleApi';
const USER = '/cloud/app/sys/user/api/UserApi';

type Call = Omit<Request, 'domain'>;
type Weighted = fc.WeightedArbitrary<Call>;

const tableOf = (name: string) => TABLES.find(({ table_name }) => table_name === name)!;

/** What is asked of roles, of the accounts of people and of what they hold. */
export function keeping(know: Knowledge): Weighted {
  const of = (name: string) => idOf(know, tableOf(name)).map(String);
  const [role, user] = [of('role'), of('user')];
  const call = (path: string, op: string, form: fc.Arbitrary<Record<string, string>>): fc.Arbitrary<Call> =>
    form.map((fields) => ({ path, op, form: fields }));
  const people = fc.uniqueArray(user, { minLength: 1, maxLength: 3 }).map((ids) => `,${ids.join()},`);
  const asked = fc
    .constantFrom('initiation', 'project')
    .chain((cloud) =>
      fc.record({ user, cloud: fc.constant(cloud), id: of(cloud), act: fc.constantFrom('Show', 'Modify', 'Delete', 'Review') }),
    );
  const all = [
    call(ROLES, 'List', fc.constant({})),
    call(ROLES, 'Load', fc.record({ id: role })),
    call(ROLES, 'Changes', fc.record({ id: role, page: fc.constantFrom('1', '2'), rows: fc.constantFrom('1', '100') })),
    call(ROLES, 'Effect', fc.record({ id: role, rows: rights })),
    call(ROLES, 'Why', asked),
    call(ROLES, 'Members', fc.oneof(fc.record({ id: role, add: people }), fc.record({ id: role, remove: people }))),
    call(USER, 'Account', fc.record({ id: user })),
    call('/flow', 'Held', fc.record({ user, page: fc.constantFrom('1', '2') })),
  ];
  return { weight: know.sight.may(tableOf('role'), 'Auth') ? 60 : 4, arbitrary: fc.oneof(...all) };
}

/** What a role is to give on some tables, mostly no more than whoever asks has himself. */
const rights: fc.Arbitrary<string> = fc
  .uniqueArray(
    fc.record({
      code: fc.constantFrom('power_unit', 'power_unit', 'initiation', 'project', 'user', 'nothing'),
      items: fc.constantFrom(',List,', ',List,', ',List,', ',List,Modify,', ''),
      range: fc.constantFrom(0, 0, 1, 2),
    }),
    { selector: ({ code }) => code, minLength: 1, maxLength: 2 },
  )
  .map((rows) => JSON.stringify(rows));
