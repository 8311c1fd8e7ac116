import { afterEach, beforeEach, expect, it } from 'vitest';
import { ops } from '#web/api/ops.ts';
import { opKey, queryClient } from '#web/api/use-op.ts';
import { adoptChoices, choose, setTeller } from '#web/choices/choices.ts';
import { readAnew } from './read-anew.ts';

const KEYS = {
  group: opKey(ops.group, { cloud: 'project', field: 'department_entity' }),
  page: opKey(ops.page, { cloud: 'project' }),
  report: opKey(ops.reportIndex, { cloud: 'units' }),
  record: opKey(ops.show, { cloud: 'project', id: 1 }),
};
const old = () => Object.entries(KEYS).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []));
let told: ((value: unknown) => void)[];
let stop: () => void;
beforeEach(() => {
  told = [];
  adoptChoices('demo/1', { locale: 'zh_CN' });
  setTeller(() => new Promise((resolve) => told.push(resolve)));
  stop = readAnew();
  for (const key of Object.values(KEYS)) queryClient.setQueryData(key, {});
});
afterEach(() => {
  stop();
  setTeller(null);
  queryClient.clear();
});

it('FRAME-11 what stands in order is asked again once the server knows the language, and a record is not', async () => {
  choose('locale', 'en_US');
  expect(old()).toEqual([]);
  told[0]!(undefined);
  await Promise.resolve();
  await Promise.resolve();
  expect(old()).toEqual(['group', 'page', 'report']);
});

it('FRAME-11 another choice, or the language that was told already, asks for nothing', async () => {
  choose('theme', 'dark');
  told[0]!(undefined);
  await Promise.resolve();
  await Promise.resolve();
  choose('locale', 'zh_CN');
  told[1]!(undefined);
  await Promise.resolve();
  await Promise.resolve();
  expect(old()).toEqual([]);
});
