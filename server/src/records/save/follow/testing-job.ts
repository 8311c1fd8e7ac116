import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite } from '#protocol/meta/suite.ts';
import { defineTable } from '#protocol/meta/table.ts';

const named = (name: string) => ({ key_name: `${name}名`, key_name_en: name });
const field = (table: string, field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `job.${table}.${field_name}`, field_name, ...named(field_name), data_type },
  ...rest,
});
const states = (table: string, bar: readonly string[] = ['List', 'Add']): StateDef[] =>
  [
    { value: '*', ops: bar },
    { value: '1', ops: ['Show', 'Modify', 'Delete'] },
    { value: '2', ops: ['Show'] },
  ].map(({ value, ops }) => ({
    ...{ uid: `job.${table}.s${value.replace('*', 'bar')}`, value, ...named(value) },
    actions: ops.map((op) => ({ uid: `job.${table}.${value.replace('*', 'bar')}.${op}`, op, ...named(op) })),
  }));
const items = [1, 2, 3].map((id) => ({ id, ...named(`kind${id}`) }));

/** A record of which one thing follows from another, in fields that are open, closed, locked and hidden. */
const job = defineTable({
  ...{ uid: 'job.job', table_name: 'job', ...named('job') },
  onload: 'begun={today};rate=10;note=code',
  fields: [
    field('job', 'key_name', 'text', { length: 20, notnull: 1 }),
    field('job', 'code', 'text', { length: 20 }),
    field('job', 'kind', 'select', {
      batch: 1,
      items,
      onchange: 'days=if(kind=1,3,30);due=adddays(begun,days);hush=kind*2;shut=kind+secret',
      edit_state: '1,2',
    }),
    field('job', 'begun', 'date', { defvalue: '' }),
    field('job', 'days', 'int', { onchange: 'pay=days*rate', edit_state: '1,2' }),
    field('job', 'due', 'date', { readonly: 1, max: 365 }),
    field('job', 'rate', 'numeric', { length: '12,2' }),
    field('job', 'pay', 'numeric', { length: '12,2', max: 1000 }),
    field('job', 'secret', 'int'),
    field('job', 'hush', 'int'),
    field('job', 'shut', 'int'),
    field('job', 'note', 'text', { length: 20, need_where: 'pay>500' }),
    field('job', 'total', 'numeric', { length: '12,2' }),
    field('job', 'lines', 'int', { onchange: 'note=if(lines>2,code,note)' }),
    field('job', 'half', 'numeric', { length: '12,2', calc: 'total/2' }),
    field('job', 'owner_entity', 'entity', { source: 'user', fetch: 'phone=mobile', onchange: 'code=phone' }),
    field('job', 'phone', 'text', { readonly: 1, onchange: 'contact=phone' }),
    field('job', 'contact', 'text', { length: 20 }),
    field('job', 'load', 'int', { onchange: 'cap=load*2;told=veil;also=seen' }),
    field('job', 'cap', 'int', { max: 100 }),
    field('job', 'gauge', 'numeric', { length: '12,2', calc: 'load*3', max: 90 }),
    field('job', 'veil', 'int', { calc: 'secret+1' }),
    field('job', 'told', 'int'),
    field('job', 'also', 'int'),
    field('job', 'seen', 'int', { view_where: 'days>20' }),
    field('job', 'memo', 'text', { length: 20, edit_where: 'days>20' }),
    field('job', 'aside', 'text', { length: 20, edit_where: 'half>10' }),
    field('job', 'why', 'text', { length: 20, need_where: 'total>100' }),
  ],
  states: states('job', ['List', 'Add', 'Batch']),
  subtables: [
    {
      ...{ uid: 'job.job.row', ...named('row'), table_name: 'job_row', parent_field: 'job_entity', inline: 1 },
      onchange: 'total=sum(job_row.sum);lines=count(job_row)',
    },
    {
      ...{ uid: 'job.job.box', ...named('box'), table_name: 'job_box', parent_field: 'job_entity', inline: 1, inherit: 0 },
      onchange: 'secret=count(job_box)',
    },
  ],
});
const jobRow = defineTable({
  ...{ uid: 'job.row', table_name: 'job_row', ...named('row'), permission: 'job', onload: 'qty=1' },
  ...{ min: 0, max: 3 },
  fields: [
    field('row', 'job_entity', 'entity', { source: 'job', notnull: 1, hidden: 1 }),
    field('row', 'key_name', 'text', { length: 20 }),
    field('row', 'sort', 'select', { items, onchange: 'price=if(sort=1,5,9)' }),
    field('row', 'price', 'numeric', { length: '12,2' }),
    field('row', 'qty', 'int'),
    field('row', 'sum', 'numeric', { length: '12,2', calc: 'qty*price' }),
    field('row', 'bulk', 'int', { calc: 'qty*2', max: 800 }),
  ],
  states: states('row'),
});
const jobBox = defineTable({
  ...{ uid: 'job.box', table_name: 'job_box', ...named('box') },
  fields: [field('box', 'job_entity', 'entity', { source: 'job' }), field('box', 'key_name', 'text', { length: 20 })],
  states: states('box'),
});

const ALL = ['List', 'Add', 'Modify', 'Delete', 'Review'];
/** For tests of what follows from a change. */
export const jobs = defineSuite({
  ...{ uid: 'job', code: 'job', version: '0.1.0', ...named('job'), requires: ['sys', 'lab'], modules: [], dicts: [], seed: [] },
  roles: [
    {
      ...{ uid: 'job.role.clerk', code: 'clerk', ...named('clerk') },
      grants: [
        { group: 'job', scope: 2, items: ALL, hide: ['secret', 'hush', 'cap', 'gauge', 'job_row.bulk'], readonly: ['shut'] },
        { group: 'job_box', scope: 2, items: ALL },
      ],
    },
  ],
  tables: [job, jobRow, jobBox],
});
