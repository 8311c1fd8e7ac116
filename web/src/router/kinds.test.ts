import { expect, it } from 'vitest';
import { kindOf } from './kinds.ts';

it.each([
  [{ cloud: 'project', op: 'List' }, 'list'],
  [{ cloud: 'project' }, 'list'],
  [{ cloud: 'project', mode: 'TABLE', op: 'Show' }, 'list'],
  [{ cloud: 'project', op: 'Group' }, 'group'],
  [{ cloud: 'project', mode: 'GROUP', op: 'Show' }, 'group'],
  [{ cloud: 'project', op: 'Recycle' }, 'bin'],
  [{ url: '/auth' }, 'roles'],
  [{ url: '/message' }, 'messages'],
  [{ url: '/nowhere', cloud: 'project', op: 'List' }, 'missing'],
  [{ url: 'constructor' }, 'missing'],
  [{ op: 'List' }, 'missing'],
  [{ cloud: 'project', mode: 'TREE' }, 'tree'],
  [{ cloud: 'project', op: 'Tree' }, 'tree'],
  [{ cloud: 'project_by_class', mode: 'REPORT' }, 'report'],
  [{ cloud: 'project', mode: 'FORM', id: 3 }, 'form'],
  [{ cloud: 'project', mode: 'TAB', op: 'Show', id: 3 }, 'form'],
] as const)('FRAME-09 %o is a page of kind %s', (page, kind) => {
  expect(kindOf(page)).toBe(kind);
});
