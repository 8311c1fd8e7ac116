import { expect, it } from 'vitest';
import { keptWords } from './use-guard.ts';

it('FRAME-09 what was typed into a copy comes back where the same record is copied again, and that is what is said', () => {
  const copy = { page: { cloud: 'plan', op: 'Add', query: { copy_of: '7' } } };
  const fresh = { page: { cloud: 'plan', op: 'Add' } };
  expect(keptWords([copy])).toBe('shell.keptCopy');
  expect([keptWords([fresh]), keptWords([copy, fresh])]).toEqual(['shell.kept', 'shell.kept']);
});
