import { type Guard, onField } from './guard.ts';

/** What decides whose rows are whose department's, and who is asked to sign as its head. */
const DECIDING = ['parent_entity', 'manager_entity', 'leader_entity'] as const;

/** Saves of departments: a branch that moves, and a head, give people rows and signatures that no single role says; that is the administrators'. */
export const guardDepartment: Guard = async (writing) => {
  const { access, act, changes } = writing;
  if (access.session.root || act === 'Delete' || act === 'Restore') return;
  const named = DECIDING.find((field) => (changes[field] ?? null) !== null || (act === 'Modify' && field in changes));
  // a new department is empty: where it hangs gives nobody anything
  if (named && !(act === 'Add' && named === 'parent_entity')) throw onField(writing, 312, 'branchBeyond', named);
};
