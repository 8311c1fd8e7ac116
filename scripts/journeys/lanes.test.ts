import { expect, it } from 'vitest';
import { failedFiles } from './lanes.ts';

it('E4 files in which a journey failed at each try are told once, however deep it stands; one that passed at its second try is none', () => {
  const spec = (file: string, ok: boolean) => ({ ok, file });
  const report = {
    suites: [
      { specs: [spec('a.spec.ts', true), spec('a.spec.ts', true)] },
      { specs: [spec('flow/b.spec.ts', false)], suites: [{ specs: [spec('flow/b.spec.ts', false)] }] },
      { suites: [{ suites: [{ specs: [spec('c.spec.ts', true), spec('c.spec.ts', false)] }] }] },
    ],
  };
  expect(failedFiles(report)).toEqual(['flow/b.spec.ts', 'c.spec.ts']);
  expect(failedFiles({})).toEqual([]);
});
