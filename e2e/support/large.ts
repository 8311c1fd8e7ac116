import type { Page } from '@playwright/test';
import type { FieldDef } from '#protocol/meta/field.ts';

/** A table that no suite has: as large as the goals of quality say. Answered here, in front of the server, so that only the client works. */
const CLOUD = 'large';

const field = (at: number, more: Partial<FieldDef> = {}): FieldDef => ({
  ...{ uid: `large.f${at}`, field_name: `f${at}`, key_name: `字段 ${at}`, key_name_en: `Field ${at}`, data_type: 'text', length: 40 },
  ...more,
});
const amount = (at: number, more: Partial<FieldDef> = {}): FieldDef => field(at, { data_type: 'numeric', length: '18,2', ...more });
const items = ['甲', '乙', '丙'].map((key_name, at) => ({ id: at + 1, key_name, key_name_en: `Choice ${at + 1}` }));

/** 80 fields, 5 of them calculated: c1 of f1 and f2, c2 of c1, c3 of f3 and f4, c4 and c5 of f1. */
const FORM_FIELDS: readonly FieldDef[] = [
  ...Array.from({ length: 10 }, (_, at) => amount(at + 1)),
  ...['f1+f2', 'c1*2', 'f3*f4', 'f1*3', 'round(f1/7,2)'].map((calc, at) => amount(at, { ...named(`c${at + 1}`), calc })),
  ...Array.from({ length: 40 }, (_, at) => field(at + 11)),
  ...Array.from({ length: 11 }, (_, at) => field(at + 51, { data_type: 'date', length: undefined })),
  field(62, { data_type: 'datetime', length: undefined }),
  ...Array.from({ length: 9 }, (_, at) => field(at + 63, { data_type: 'select', length: undefined, items })),
  ...Array.from({ length: 2 }, (_, at) => field(at + 72, { data_type: 'textarea', length: 500 })),
  ...[field(74, { need_where: 'f1>5' }), field(75, { edit_where: 'f2>5' })],
].map(defined);

/** 40 columns of texts, amounts, dates and choices. */
/** What can be done with several rows: they have boxes for it. */
const REMOVE = { uid: 'large.delete', op: 'Delete', key_name: '删除', key_name_en: 'Delete', param: 'multiple' } as const;
const LIST_FIELDS: readonly FieldDef[] = [
  { ...field(0), uid: 'large.name', field_name: 'key_name', key_name: '名称', key_name_en: 'Name' },
  ...Array.from(
    { length: 39 },
    (_, at) =>
      [field(at + 1), amount(at + 1), field(at + 1, { data_type: 'date' }), field(at + 1, { data_type: 'select', items })].map(defined)[
        at % 4
      ]!,
  ),
];

function named(name: string): Partial<FieldDef> {
  return { uid: `large.${name}`, field_name: name, key_name: name, key_name_en: name };
}

/** Without what is undefined: a definition of the wire has no such members. */
function defined(def: FieldDef): FieldDef {
  return JSON.parse(JSON.stringify(def)) as FieldDef;
}

/** Whoever opens its form may add one. */
const ADD = { uid: 'large.add', op: 'Add', key_name: '新建', key_name_en: 'New' } as const;
const BAR = { uid: 'large.bar', value: '*', key_name: '列表', key_name_en: 'List', actions: [ADD] };
const VALID = { uid: 'large.1', value: '1', key_name: '有效', key_name_en: 'Valid', actions: [REMOVE] };
const table = (fields: readonly FieldDef[]) => ({
  ...{ uid: 'large', table_name: CLOUD, key_name: '大表', key_name_en: 'Large table', tenancy: 'company', form_column: 3 },
  ...{ fields, states: fields === FORM_FIELDS ? [BAR, VALID] : [VALID] },
});

const value = ({ data_type }: FieldDef, row: number, at: number): unknown => {
  if (data_type === 'numeric') return `${row * 37 + at}.50`;
  if (data_type === 'date') return `2026-${String(1 + (row % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`;
  return data_type === 'select' ? { id: 1 + (row % 3) } : `第 ${row} 行 第 ${at} 列`;
};

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, row) => ({
    id: row + 1,
    ...Object.fromEntries(LIST_FIELDS.map((each, at) => [each.field_name, value(each, row + 1, at)])),
    _actions: [
      { uid: 'show', op: 'Show' },
      { uid: REMOVE.uid, op: REMOVE.op },
    ],
  }));

/** Opens the large form for a new record, or the large list with so many rows. */
export async function openLarge(page: Page, what: 'form' | { rows: number }): Promise<void> {
  const isForm = what === 'form';
  const answer = (data: object) => ({ json: { code: 200, remark: '', duration: 1, ...data } });
  await page.route(
    (url) => ['LoadTable', 'Page'].includes(url.searchParams.get('op') ?? ''),
    (route) => {
      const asked = new URLSearchParams(route.request().postData() ?? '');
      if (asked.get('key_name') === CLOUD) return route.fulfill(answer({ data: table(isForm ? FORM_FIELDS : LIST_FIELDS) }));
      if (asked.get('cloud') !== CLOUD || isForm) return route.fallback();
      const definition = asked.get('definition') === '1' ? { data: { definition: table(LIST_FIELDS) } } : {};
      return route.fulfill(answer({ rows: rowsOf(what.rows), total: what.rows, total_kind: 'exact', ...definition }));
    },
  );
  await page.goto(isForm ? `/main/form/${CLOUD}/Add` : `/main/list/${CLOUD}`);
  await page
    .locator(isForm ? '[data-place="f1"] input' : '[role=row][id]')
    .first()
    .waitFor();
}
