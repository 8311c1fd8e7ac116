import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locale } from '#protocol/codes.ts';
import { amountOf } from '#protocol/fields/decimal.ts';
import { fieldKind, WORKING, type WorkingType } from '#protocol/fields/fields.ts';
import { isOf } from '#protocol/meta/data-types.ts';
import type { FieldDef } from '#protocol/meta/field.ts';
import { addTexts } from '#web/i18n/catalogue.ts';
import { LATER_EN, LATER_ZH } from '#web/i18n/later.ts';
import { chooseLocale } from '#web/i18n/locale.ts';
import { widgetOf } from './registry.ts';

const ITEMS = [
  { id: 1, key_name: '新建', key_name_en: 'New build' },
  { id: 2, key_name: '扩建', key_name_en: 'Extension' },
];
const ZHOU = { id: 7, key_name: '周敏', key_name_en: 'Zhou Min' };
const XU = { id: 8, key_name: '许静', key_name_en: 'Xu Jing' };
const PICTURE = { id: 2, key_name: 'p', file_name: '厂区.png', size: 10, preview_url: '/app?op=Preview&key_name=p' };
const CLIP = { id: 3, key_name: 'v', file_name: '巡检.mp4', size: 10 };
const FILE = { id: 1, key_name: 'k', file_name: '建议书.pdf', size: 10 };

/** A value of the wire, and how it is written for a reader of each language. */
const CASES: Readonly<Record<WorkingType, readonly [wire: unknown, zh: string, en: string, rest?: Partial<FieldDef>][]>> = {
  text: [['滨江三号库', '滨江三号库', '滨江三号库']],
  telephone: [['025-8880001', '025-8880001', '025-8880001']],
  mobile: [['13800002617', '138 0000 2617', '138 0000 2617']],
  email: [['a@b.cn', 'a@b.cn', 'a@b.cn']],
  address: [['港区一号', '港区一号', '港区一号']],
  textarea: [['一\n二', '一\n二', '一\n二']],
  int: [[1234567, '1,234,567', '1,234,567']],
  numeric: [
    ['4999.996', '4,999.996', '4,999.996', { length: '18,6', format: '2' }],
    ['-0.5', '−0.50', '−0.50', { length: '18,2' }],
  ],
  date: [['2026-11-20', '2026-11-20', '2026-11-20']],
  datetime: [
    ['2026-11-20 09:30:15', '2026-11-20 09:30', '2026-11-20 09:30'],
    ['2026-11-20 09:30:15', '2026-11-20 09:30:15', '2026-11-20 09:30:15', { format: 'yyyy-MM-dd HH:mm:ss' }],
  ],
  time: [['09:30:00', '09:30', '09:30']],
  year: [['2026', '2026', '2026']],
  month: [['2026-11', '2026-11', '2026-11']],
  select: [
    [{ id: 2, key_name: '扩建' }, '扩建', 'Extension'],
    [{ id: 9, key_name: '迁建', key_name_en: 'Move' }, '迁建', 'Move'],
  ],
  radio: [[{ id: 1, key_name: '新建' }, '新建', 'New build']],
  checkbox: [[[{ id: 1 }, { id: 2 }], '新建、扩建', 'New build, Extension']],
  entity: [
    [ZHOU, '周敏', 'Zhou Min'],
    [{ id: 0, unauthorized: 1 }, '无权查看数据', 'Data not authorized for viewing'],
  ],
  entities: [[[ZHOU, XU], '周敏、许静', 'Zhou Min, Xu Jing']],
  html: [['<p>一</p><ul><li><p>二<strong>三</strong></p></li></ul>', '一\n二三', '一\n二三']],
  markdown: [['## 一\n- 二', '## 一\n- 二', '## 一\n- 二']],
  file: [[[FILE], '建议书.pdf', '建议书.pdf']],
  icon: [['money', '资金', 'Money']],
  location: [
    [
      '120.15507,30.274085,江干区钱江路 1 号, 东门',
      '江干区钱江路 1 号, 东门 (120.15507, 30.274085)',
      '江干区钱江路 1 号, 东门 (120.15507, 30.274085)',
    ],
  ],
  image: [[[PICTURE], '厂区.png', '厂区.png']],
  media: [[[PICTURE], '厂区.png', '厂区.png']],
  video: [[[CLIP], '巡检.mp4', '巡检.mp4']],
  password: [['x', '********', '********']],
  title: [],
};

/** What is read; of a picture what it is called. */
const wordsOf = (markup: string): string =>
  markup
    .replace(/<img[^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&#x27;', "'")
    .trim();

beforeAll(() => addTexts(LATER_ZH, LATER_EN));
afterAll(() => chooseLocale('zh_CN'));

const ALL_PLACES = ['form', 'list', 'fact'] as const;
/** Files stand in a list as their number, pictures in a form as buttons, places in a list as their address. */
const PLACES: Readonly<Partial<Record<WorkingType, readonly (typeof ALL_PLACES)[number][]>>> = {
  file: ['form'],
  image: ['list'],
  media: ['list'],
  video: ['list'],
  location: ['form', 'fact'],
};

interface Case {
  type: WorkingType;
  wire: unknown;
  written: Readonly<Record<Locale, string>>;
  rest: Partial<FieldDef>;
}
const ALL: Case[] = WORKING.flatMap((type) =>
  CASES[type as WorkingType].map(([wire, zh_CN, en_US, rest = {}]) => ({
    type: type as WorkingType,
    wire,
    written: { zh_CN, en_US },
    rest,
  })),
);

describe.each(['zh_CN', 'en_US'] as const)('FIELD-01 a value is written alike wherever it is read, %s', (locale) => {
  it.each(ALL)('$type $wire', ({ type, wire, written, rest }) => {
    chooseLocale(locale);
    const field = { uid: 'f', field_name: 'f', key_name: '字段', key_name_en: 'Field', items: ITEMS, ...rest, data_type: type } as FieldDef;
    expect(fieldKind(type).show(wire, { def: field, items: ITEMS }, locale)).toBe(written[locale]);
    const { Read } = widgetOf(field);
    for (const place of PLACES[type] ?? ALL_PLACES) {
      const drawn = wordsOf(renderToStaticMarkup(<Read field={field} value={wire} locale={locale} place={place} />));
      // a file has its size behind its name, videos of a list their number before it
      const said = type === 'file' ? drawn.slice(0, written[locale].length) : type === 'video' ? drawn.replace(/^1/, '') : drawn;
      expect(said, place).toBe(written[locale]);
    }
  });

  it('FIELD-01 what a box is to hold stands in it while it is empty, in the language of its reader', () => {
    chooseLocale(locale);
    const nothing = () => undefined;
    const rest = { onBlur: nothing, required: false, invalid: false, values: () => ({}), cloud: 't', rowid: 0 };
    for (const data_type of ['text', 'textarea'] as const) {
      const field = {
        uid: 'f',
        field_name: 'f',
        key_name: '字段',
        key_name_en: 'Field',
        placeholder: '如 甲一',
        placeholder_en: 'as in A1',
        data_type,
      };
      const Edit = widgetOf(field).Edit!;
      const drawn = renderToStaticMarkup(<Edit {...rest} id="f" field={field} value={null} onChange={nothing} locale={locale} />);
      expect(drawn).toContain(`placeholder="${locale === 'zh_CN' ? '如 甲一' : 'as in A1'}"`);
    }
  });

  it('FORM-10 a reference to what its reader may not see says that, and not what it is', () => {
    chooseLocale(locale);
    const field = { uid: 'f', field_name: 'f', key_name: '字段', key_name_en: 'Field', data_type: 'entity', source: 'user' } as FieldDef;
    const { Read } = widgetOf(field);
    const said = locale === 'zh_CN' ? '无权查看数据' : 'Data not authorized for viewing';
    for (const place of ALL_PLACES) {
      const hidden = { id: 0, unauthorized: 1, key_name: '周敏' };
      expect(wordsOf(renderToStaticMarkup(<Read field={field} value={hidden} locale={locale} place={place} />))).toBe(said);
    }
  });

  it.each(ALL.filter(({ type, wire }) => isOf(type, 'number') && wire !== null))(
    'a message says $type $wire as the screen does',
    ({ type, wire, written, rest }) => {
      const field = {
        uid: 'f',
        field_name: 'f',
        key_name: '字段',
        key_name_en: 'Field',
        ...rest,
        data_type: type,
        unit: undefined,
      } as FieldDef;
      expect(amountOf(String(wire), { def: field })[locale]).toBe(written[locale]);
    },
  );
});
