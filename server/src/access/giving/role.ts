import { Refusal } from '#protocol/codes.ts';
import type { Guard, Writing } from './guard.ts';
import { demandGivable, readRolesGiven } from './roles.ts';
import { codeSigns } from './signing.ts';

/**
 * Saves of roles. What a suite brings goes by its code, which stays; who is no administrator makes no role that signs in a flow, and
 * changes none that gives more than he has.
 */
export const guardRole: Guard = async (writing) => {
  const { tx, access, act, id, changes } = writing;
  const { session, catalogue } = access;
  const [stands] = id === null || act === 'Restore' ? [] : await readRolesGiven(tx, session.company.id, [id]);
  if (stands && (act === 'Delete' || 'code' in changes)) demandOwn(writing, stands);
  if (session.root) return;
  if (Number(changes.root ?? 0) === 1) throw new Refusal(312);
  // what a role demands of its people is not for them to lift
  if ('factor' in changes && session.roles.some((own) => own.id === id)) throw new Refusal(312, '$roleOwn');
  if (typeof changes.code === 'string' && (await codeSigns(tx, session.company.id, catalogue, 'role', changes.code)))
    throw new Refusal(312, '$roleCodeSigns', { code: changes.code });
  // nobody has a role that lies in the bin: what it gave is of no use before it is given again
  if (stands) demandGivable(access, [stands], false);
};

function demandOwn({ access }: Writing, { code, root, names }: { code: string; root: boolean; names: object }): void {
  if (root) throw new Refusal(312, '$roleRootStays', { role: names });
  if (access.catalogue.roles().some((def) => def.code === code)) throw new Refusal(312, '$roleOfSuite', { role: names });
}
