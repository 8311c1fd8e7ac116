import { expect, it } from 'vitest';
import { testField, testSuite, testTable } from '#protocol/meta/testing-suite.ts';
import { loadCatalogue } from './load.ts';

it('META-01 what is wrong with the definitions is listed whole: file, path, reason and how to mend it', () => {
  const table = testTable('t', { client_states: '1-3', fields: [testField('a', { data_type: 'entity', source: 'ghost' })] });
  expect(() => loadCatalogue([testSuite([table])])).toThrow(
    [
      '2 errors in the definitions',
      '  suites/test/tables/t.ts: client_states: not supported yet: client_states',
      '    take client_states out: nothing would do what it says',
      '  suites/test/tables/t.ts: fields[a].source: unknown table ghost',
      '    tables of this suite and of those that it requires: t',
    ].join('\n'),
  );
});

it('META-01 sound definitions become the catalogue', () => {
  const catalogue = loadCatalogue([testSuite([testTable('t', { fields: [testField('a', { data_type: 'numeric' })] })])]);
  expect(catalogue.table('t')?.fields.get('a')?.storage).toBe('numeric');
  expect(catalogue.table('pg_shadow')).toBeUndefined();
});
