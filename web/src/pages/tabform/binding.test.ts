import { afterEach, describe, expect, it, vi } from 'vitest';
import type { FieldDef } from '#protocol/meta/field.ts';
import type { Form } from '#protocol/rules/form/form.ts';
import type { LoadedSubtable, LoadedTable } from '#protocol/rules/form/locked.ts';
import type { WireRow } from '#protocol/wire/envelope.ts';
import { deedsOf, save } from './use-binding.ts';

const ROWS = {
  uid: 'd',
  table_name: 'device',
  key_name: '设备',
  key_name_en: 'Devices',
  fields: [] as FieldDef[],
  states: [],
} as unknown as LoadedTable;
const def = (rest: Partial<LoadedSubtable> = {}) =>
  ({
    uid: 's',
    key_name: '设备',
    key_name_en: 'Devices',
    table_name: 'device',
    parent_field: 'site_entity',
    inherit: 0,
    ...rest,
  }) as LoadedSubtable;
const FORM = { table: { flow: 0 }, op: 'Modify', review_state: 1, holds: () => true } as unknown as Form;
const row = (...ops: string[]) => ({ id: 1, _actions: ops.map((op) => ({ uid: op, op })) }) as unknown as WireRow;
const offered = (of: LoadedSubtable, form: Form | null = FORM, rows = ROWS) => {
  const deeds = deedsOf(of, rows, form);
  return deeds && [deeds.toolbar.map(({ op }) => op), deeds.of(row('Show', 'Modify')).map(({ op }) => op), deeds.of(row('Show')).length];
};

describe('SUB-02 what is bound and let go in a tab', () => {
  it('rows that live on their own are bound over the list, and let go where the reader may change them', () => {
    expect(offered(def())).toEqual([['Bind'], ['Unbind'], 0]);
  });
  it('not rows that are the record’s own, nor where the record’s form does not let one, nor one of the two where only the other is offered', () => {
    expect(offered(def({ inherit: 1 }))).toBeNull();
    expect(offered(def(), null)).toBeNull();
    expect(offered(def({ offers: [{ op: 'Bind' }] }))).toEqual([['Bind'], [], 0]);
    expect(offered(def({ offers: [{ op: 'Unbind' }] }))).toEqual([[], ['Unbind'], 0]);
  });
  it('a row that must name a record is taken to another, never from all of them', () => {
    const stays = { ...ROWS, fields: [{ uid: 'f', field_name: 'site_entity', data_type: 'entity', notnull: 1 }] } as unknown as LoadedTable;
    expect(offered(def(), FORM, stays)).toEqual([['Bind'], [], 0]);
  });
});

describe('R4 SUB-02 a row that is bound or let go in a tab', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([true, false])('is sent with the version that it has where its table asks for one: %s', async (isStrict) => {
    const sent: Record<string, string>[] = [];
    vi.stubGlobal('fetch', async (url: string, { body }: { body: URLSearchParams }) => {
      const op = new URL(url, 'http://localhost').searchParams.get('op');
      sent.push({ op: op!, ...Object.fromEntries(body) });
      return new Response(JSON.stringify({ code: 200, remark: '', data: op === 'Get' ? { id: 7, version: 4 } : {}, rows: [] }));
    });
    expect(await save({ def: def(), cloud: 'site', isStrict }, [{ id: 7, key_name: '泵' }], '3', 'tabs.bound')).toBe(true);
    expect(sent.map(({ op, id, site_entity, version }) => [op, id, site_entity, version])).toEqual([
      ...(isStrict ? [['Get', '7', undefined, undefined]] : []),
      ['Modify', '7', '3', isStrict ? '4' : undefined],
    ]);
  });
});
