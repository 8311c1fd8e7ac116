import type { FieldDef } from '#protocol/meta/field.ts';
import type { StateDef } from '#protocol/meta/flow.ts';
import { defineSuite } from '#protocol/meta/suite.ts';
import { defineTable, type RuleDef } from '#protocol/meta/table.ts';

const field = (table: string, field_name: string, data_type: FieldDef['data_type'], rest: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `desk.${table}.${field_name}`, field_name, key_name: `${field_name}名`, key_name_en: field_name, data_type },
  ...rest,
});
const state = (table: string, value: string, ops: readonly string[], rest: Partial<StateDef> = {}): StateDef => {
  const uid = `desk.${table}.${value.replace('*', 'toolbar')}`;
  const actions = ops.map((op) => ({ uid: `${uid}.${op}`, op, key_name: op, key_name_en: op }));
  return { uid, value, key_name: `状态${value}`, key_name_en: `State ${value}`, actions, ...rest };
};
const table = (table_name: string) => ({ uid: `desk.${table_name}`, table_name, key_name: `${table_name}表`, key_name_en: table_name });
const sub = (of: string, table_name: string, parent_field: string) => ({
  ...{
    uid: `desk.${of}.${table_name}`,
    key_name: `${table_name}行`,
    key_name_en: table_name,
    table_name,
    parent_field,
    inline: 1 as const,
  },
});
const items = [1, 2, 3].map((id) => ({ id, key_name: `类${id}`, key_name_en: `Kind ${id}` }));

const onlyWhere = (of: StateDef, op: string, where: string): StateDef => ({
  ...of,
  actions: of.actions!.map((action) => (action.op === op ? { ...action, where } : action)),
});

/** Every kind of field that a form saves. */
const order = defineTable({
  ...table('order'),
  attach: 1,
  fields: [
    field('order', 'key_name', 'text', { length: 20, notnull: 1 }),
    field('order', 'code', 'text', { number: 'O-{yyyy}-{000}', unique: 1 }),
    field('order', 'amount', 'numeric', { batch: 1, length: '12,2', min: 0, max: '1000000' }),
    field('order', 'pieces', 'int'),
    field('order', 'total', 'numeric', { length: '18,2', calc: 'amount*pieces' }),
    field('order', 'lines', 'numeric', { length: '18,2', calc: 'sum(order_line.price)' }),
    field('order', 'day', 'date', { defvalue: '{today}' }),
    field('order', 'moment', 'datetime'),
    field('order', 'clock', 'time'),
    field('order', 'year', 'year'),
    field('order', 'month', 'month'),
    field('order', 'kind', 'select', { batch: 1, items, defvalue: 1 }),
    field('order', 'level', 'radio', { items }),
    field('order', 'tags', 'checkbox', { items }),
    field('order', 'owner_entity', 'entity', { source: 'user', defvalue: '{user.id}' }),
    field('order', 'customer_entity', 'entity', {
      source: 'customer',
      query: 'kind={kind}',
      fetch: 'customer_code=code&note=remark&price_role=price',
    }),
    field('order', 'customer_code', 'text', { readonly: 1 }),
    field('order', 'team', 'entities', { source: 'user' }),
    field('order', 'phone', 'mobile'),
    field('order', 'mail', 'email'),
    field('order', 'tel', 'telephone'),
    field('order', 'place', 'address'),
    field('order', 'tax_no', 'text', { format: '[A-Z]{2}\\d{3}', unique: 1 }),
    field('order', 'note', 'textarea', { batch: 1, length: 200 }),
    field('order', 'body', 'html', { length: 600, search: 1 }),
    field('order', 'manual', 'markdown', { length: 200 }),
    field('order', 'spot', 'location', { length: 60, search: 1 }),
    field('order', 'sign', 'icon', { search: 1, batch: 1 }),
    field('order', 'fixed', 'text', { readonly: 1 }),
    field('order', 'filled', 'text', { auto_fill: 1 }),
    field('order', 'later', 'text', { batch: 1, edit_where: 'kind=2' }),
    field('order', 'secret', 'text', { batch: 1 }),
    field('order', 'price_role', 'numeric', { batch: 1 }),
    field('order', 'quote', 'numeric', { length: '12,2', readonly: 1, edit_state: '1' }),
    field('order', 'reason', 'text', { need_where: 'kind=3', view_where: 'kind=3' }),
    field('order', 'docs', 'file', { max: 2 }),
    field('order', 'pictures', 'file', { format: 'png,jpg' }),
    field('order', 'pass', 'password'),
    field('order', 'clips', 'video', { max: 2 }),
    field('order', 'media', 'media'),
  ],
  states: [state('order', '*', ['List', 'Add', 'Batch']), state('order', '1', ['Show', 'Modify', 'Delete'])],
  subtables: [
    { ...sub('order', 'order_line', 'order_entity'), max: 3 },
    { ...sub('order', 'parcel', 'order_entity'), inherit: 0 },
    { ...sub('order', 'shelf', 'order_entity'), inherit: 0 },
  ],
});
const orderLine = defineTable({
  ...table('order_line'),
  permission: 'order',
  fields: [
    field('order_line', 'order_entity', 'entity', { source: 'order', notnull: 1, hidden: 1 }),
    field('order_line', 'key_name', 'text', { length: 20, notnull: 1 }),
    field('order_line', 'price', 'numeric', { length: '12,2', max: 100 }),
    field('order_line', 'twice', 'numeric', { length: '12,2', calc: 'price*2' }),
    field('order_line', 'marks', 'int', { calc: 'sum(line_mark.weight)' }),
    field('order_line', 'customer_entity', 'entity', { source: 'customer', fetch: 'customer_code=code&rate=price' }),
    field('order_line', 'customer_code', 'text', { readonly: 1 }),
    field('order_line', 'rate', 'numeric'),
    field('order_line', 'paper', 'file', {}),
    field('order_line', 'bill_entity', 'entity', { source: 'bill' }),
  ],
  states: [state('order_line', '*', ['List', 'Add']), state('order_line', '1', ['Show', 'Modify', 'Delete'])],
  subtables: [sub('order_line', 'line_mark', 'line_entity')],
});
/** A row of a row. */
const lineMark = defineTable({
  ...table('line_mark'),
  permission: 'order',
  fields: [field('line_mark', 'line_entity', 'entity', { source: 'order_line', notnull: 1 }), field('line_mark', 'weight', 'int')],
  states: [state('line_mark', '*', ['List', 'Add']), state('line_mark', '1', ['Show', 'Modify', 'Delete'])],
});
/** Lives on its own; an order binds it. */
const parcel = defineTable({
  ...table('parcel'),
  fields: [
    field('parcel', 'order_entity', 'entity', { source: 'order' }),
    field('parcel', 'bill_entity', 'entity', { source: 'bill' }),
    field('parcel', 'line_entity', 'entity', { source: 'order_line' }),
    field('parcel', 'weight', 'int'),
    field('parcel', 'sealed', 'int'),
    field('parcel', 'department_entity', 'entity', { source: 'department' }),
  ],
  states: [state('parcel', '*', ['List', 'Add']), onlyWhere(state('parcel', '1', ['Show', 'Modify', 'Delete']), 'Modify', 'sealed!=1')],
});
const customer = defineTable({
  ...table('customer'),
  strict_version: 1,
  fields: [
    field('customer', 'kind', 'select', { items }),
    field('customer', 'code', 'text', { unique: 1 }),
    field('customer', 'remark', 'textarea', { batch: 1, length: 200 }),
    field('customer', 'price', 'numeric'),
    field('customer', 'due', 'date', { min: 0 }),
  ],
  states: [state('customer', '*', ['List', 'Add', 'Batch']), state('customer', '1', ['Show', 'Modify', 'Delete'])],
  subtables: [sub('customer', 'customer_fee', 'customer_entity')],
});
/** A customer's own, with rights of their own. */
const customerFee = defineTable({
  ...table('customer_fee'),
  fields: [
    field('customer_fee', 'customer_entity', 'entity', { source: 'customer', hidden: 1 }),
    field('customer_fee', 'price', 'numeric', { max: 100 }),
    field('customer_fee', 'note', 'text', { length: 20 }),
    field('customer_fee', 'due', 'date', { min: 0 }),
  ],
  states: [state('customer_fee', '*', ['List', 'Add']), state('customer_fee', '1', ['Show', 'Modify', 'Delete'])],
});
const shelf = defineTable({
  ...table('shelf'),
  type: 'TREE',
  parent_field: 'parent_entity',
  fields: [field('shelf', 'parent_entity', 'entity', { source: 'shelf' }), field('shelf', 'order_entity', 'entity', { source: 'order' })],
  states: [state('shelf', '*', ['List', 'Add']), state('shelf', '1', ['Show', 'Modify', 'Delete'])],
  subtables: [{ ...sub('shelf', 'shelf', 'parent_entity'), inherit: 0 }],
});
const event = (id: number, next_state: number) => ({ uid: `desk.bill.e${id}`, id, key_name: `e${id}`, key_name_en: `e${id}`, next_state });
const withEvents = (of: StateDef, op: string, events: ReturnType<typeof event>[]): StateDef => ({
  ...of,
  actions: of.actions!.map((action) => (action.op === op ? { ...action, events } : action)),
});
/** A record under approval, whose rows must add up. */
const bill = defineTable({
  ...table('bill'),
  flow: 1,
  fields: [
    field('bill', 'key_name', 'text', { notnull: 1, length: 50 }),
    field('bill', 'amount', 'numeric', { notnull: 1 }),
    field('bill', 'verdict', 'text', { edit_state: '2', view_state: '2,90' }),
  ],
  states: [
    state('bill', '*', ['List', 'Add']),
    state('bill', '0', ['Show', 'Modify', 'Delete']),
    withEvents(state('bill', '1', ['Show', 'Modify', 'Delete']), 'Modify', [event(11, 2)]),
    withEvents(state('bill', '2', ['Show', 'Review'], { handler: { type: 'role', code: 'boss' } }), 'Review', [event(21, 90)]),
    state('bill', '90', ['Show'], { end: 'pass' }),
  ],
  subtables: [
    {
      ...sub('bill', 'bill_fund', 'bill_entity'),
      min: 1,
      check: [{ sum: 'price', equals: 'amount', remark: '资金合计须等于金额', remark_en: 'Funding must add up' }],
    },
    sub('bill', 'bill_note', 'bill_entity'),
    { ...sub('bill', 'parcel', 'bill_entity'), inherit: 0 },
    { ...sub('bill', 'order_line', 'bill_entity'), inherit: 0 },
  ],
});
const billFund = defineTable({
  ...table('bill_fund'),
  permission: 'bill',
  fields: [
    field('bill_fund', 'bill_entity', 'entity', { source: 'bill', hidden: 1 }),
    field('bill_fund', 'price', 'numeric', { notnull: 1 }),
  ],
  states: [state('bill_fund', '*', ['List', 'Add']), state('bill_fund', '1', ['Show', 'Modify', 'Delete'])],
});
const billNote = defineTable({
  ...table('bill_note'),
  permission: 'bill',
  fields: [field('bill_note', 'bill_entity', 'entity', { source: 'bill', hidden: 1 })],
  states: [state('bill_note', '*', ['List', 'Add']), state('bill_note', '1', ['Show', 'Modify', 'Delete'])],
});

const rule = (of: string, name: string, rest: Partial<RuleDef>): RuleDef => ({
  ...{ uid: `desk.${of}.${name}`, key_name: `${name}不成立`, key_name_en: `${name} does not hold` },
  ...rest,
});
/** What stands between fields, and between records. Clerks do not see the most that may be paid. */
const lease = defineTable({
  ...table('lease'),
  fields: [
    field('lease', 'key_name', 'text', { notnull: 1, length: 50 }),
    field('lease', 'begin', 'date'),
    field('lease', 'finish', 'date'),
    field('lease', 'rent', 'numeric', { length: '12,2' }),
    field('lease', 'most', 'numeric', { length: '12,2' }),
    field('lease', 'fixed', 'int', { readonly: 1 }),
    field('lease', 'kind', 'select', { items }),
    field('lease', 'shelf_entity', 'entity', { source: 'shelf' }),
  ],
  rules: [
    rule('lease', 'dates', { where: 'finish>={begin}' }),
    rule('lease', 'rent', { where: 'rent<={most}' }),
    rule('lease', 'either', { where: 'kind!=3|rent is not empty' }),
    // every comparison that an index may have, as PostgreSQL prints it; of no record here
    rule('lease', 'spelt', {
      unique: 'fixed,finish',
      where: 'kind!=2&shelf_entity is not empty&rent is empty&fixed>3&fixed<=9&review_state in (0,1)&review_state!=1',
    }),
    rule('lease', 'open', { unique: 'shelf_entity', where: 'kind in (1,2)&review_state<90' }),
  ],
  states: [state('lease', '*', ['List', 'Add']), state('lease', '1', ['Show', 'Modify', 'Delete'])],
  subtables: [sub('lease', 'lease_part', 'lease_entity')],
});
const leasePart = defineTable({
  ...table('lease_part'),
  permission: 'lease',
  fields: [
    field('lease_part', 'lease_entity', 'entity', { source: 'lease', hidden: 1 }),
    field('lease_part', 'begin', 'date'),
    field('lease_part', 'finish', 'date', { need_where: 'begin is not empty' }),
  ],
  rules: [rule('lease_part', 'parts', { where: 'finish>={begin}' })],
  states: [state('lease_part', '*', ['List', 'Add']), state('lease_part', '1', ['Show', 'Modify', 'Delete'])],
});
/** Its rows have rights of their own, and must add up. */
const box = defineTable({
  ...table('box'),
  fields: [field('box', 'key_name', 'text', { length: 50 }), field('box', 'amount', 'numeric')],
  states: [state('box', '*', ['List', 'Add']), state('box', '1', ['Show', 'Modify', 'Delete'])],
  subtables: [
    {
      ...sub('box', 'box_item', 'box_entity'),
      check: [{ sum: 'price', equals: 'amount', remark: '合计须等于金额', remark_en: 'Prices must add up to the amount' }],
    },
  ],
});
const boxItem = defineTable({
  ...table('box_item'),
  fields: [
    field('box_item', 'box_entity', 'entity', { source: 'box', hidden: 1 }),
    field('box_item', 'price', 'numeric', { notnull: 1, max: 100 }),
  ],
  states: [state('box_item', '*', ['List', 'Add']), state('box_item', '1', ['Show', 'Modify', 'Delete'])],
});

/** A tree without rows of its own: several of it are written together, unless it is its place, or what is unique, that changes. */
const tool = defineTable({
  ...table('tool'),
  type: 'TREE',
  parent_field: 'parent_entity',
  fields: [
    field('tool', 'parent_entity', 'entity', { source: 'tool', batch: 1 }),
    field('tool', 'place', 'text'),
    field('tool', 'note', 'text', { batch: 1, length: 20 }),
    field('tool', 'later', 'text', { batch: 1, edit_where: 'kind=2' }),
    field('tool', 'kind', 'select', { batch: 1, items, defvalue: 1 }),
    field('tool', 'amount', 'int', { batch: 1 }),
    field('tool', 'weight', 'int'),
    field('tool', 'total', 'int', { calc: 'amount*weight' }),
    field('tool', 'customer_entity', 'entity', { source: 'customer', batch: 1 }),
    field('tool', 'price', 'numeric', { batch: 1, length: '12,2', max: '1000' }),
    field('tool', 'worth', 'numeric', { length: '18,2', calc: 'price*weight' }),
    field('tool', 'due', 'date', { batch: 1 }),
    field('tool', 'moment', 'datetime', { batch: 1 }),
    field('tool', 'team', 'entities', { source: 'user', batch: 1 }),
    field('tool', 'serial', 'text'),
  ],
  rules: [rule('tool', 'one', { unique: 'serial', where: 'kind=3' })],
  states: [
    state('tool', '*', ['List', 'Add', 'Batch']),
    onlyWhere(state('tool', '1', ['Show', 'Modify', 'Delete']), 'Modify', 'weight!=7'),
  ],
});

const ALL = ['List', 'Add', 'Modify', 'Delete'];
/** Definitions for tests of saving: users own and dept are clerks, each with his own rows. */
export const desk = defineSuite({
  uid: 'desk',
  code: 'desk',
  version: '0.1.0',
  key_name: '桌面',
  key_name_en: 'Desk',
  requires: ['sys', 'lab'],
  modules: [],
  dicts: [],
  roles: [
    {
      uid: 'desk.role.clerk',
      code: 'clerk',
      key_name: '文员',
      key_name_en: 'Clerk',
      grants: [
        { group: 'order', scope: 0, items: ALL, hide: ['secret'], readonly: ['price_role', 'quote', 'order_line.rate'] },
        { group: 'parcel', scope: 0, items: ALL },
        { group: 'customer', scope: 0, items: ALL },
        { group: 'customer_fee', scope: 2, items: ALL },
        { group: 'shelf', scope: 2, items: ALL },
        { group: 'bill', scope: 0, items: ALL },
        { group: 'lease', scope: 0, items: ALL, hide: ['most'] },
        { group: 'box', scope: 2, items: ALL },
        { group: 'tool', scope: 2, items: ALL },
        { group: 'box_item', scope: 0, items: ALL },
      ],
    },
    {
      uid: 'desk.role.reader',
      code: 'reader',
      key_name: '阅览',
      key_name_en: 'Reader',
      grants: [
        { group: 'order', scope: 2, items: ['List'] },
        { group: 'parcel', scope: 2, items: ['List'] },
        { group: 'bill', scope: 2, items: ['List', 'Delete'] },
        { group: 'lease', scope: 2, items: ALL },
      ],
    },
  ],
  tables: [
    order,
    orderLine,
    lineMark,
    parcel,
    customer,
    customerFee,
    shelf,
    bill,
    billFund,
    billNote,
    lease,
    leasePart,
    box,
    boxItem,
    tool,
  ],
  seed: [],
});
