import { expect, it } from 'vitest';
import { kindOf } from './kinds.ts';

it.each([
  [{ cloud: 'project', op: 'List' }, 'list'],
  [{ cloud: 'project' }, 'list'],
  [{ cloud: 'project', mode: 'TABLE', op: 'Show' }, 'list'],
  [{ url: '/auth' }, 'roles'],
  [{ url: '/nowhere', cloud: 'project', op: 'List' }, 'missing'],
  [{ url: 'constructor' }, 'missing'],
  [{ op: 'List' }, 'missing'],
  [{ cloud: 'project', mode: 'TREE' }, 'missing'],
] as const)('FRAME-09 %o is a page of kind %s', (page, kind) => {
  expect(kindOf(page)).toBe(kind);
});
