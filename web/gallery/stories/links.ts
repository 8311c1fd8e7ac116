import type { FieldFilter } from '#protocol/wire/filters.ts';
import { both, like, NOTHING, oneOf, type Stories, same } from './story.ts';

/** Whom the lookups of the gallery find. */
export const PEOPLE = [
  { id: 7, key_name: '周敏', key_name_en: 'Zhou Min' },
  { id: 8, key_name: '许静', key_name_en: 'Xu Jing' },
  { id: 9, key_name: '阿卜杜热合曼·麦麦提明', key_name_en: 'Abdurahman Memetimin of the Dispatching Centre' },
  { id: 10, key_name: '孙浩', key_name_en: 'Sun Hao' },
];
const [ZHOU, XU, ABDURAHMAN, SUN] = PEOPLE;

/** Whom the filters below hold, by id. */
const [ONE, OTHER, TWO, EVERYBODY] = [[7], [8], [9, 10], [7, 8, 9, 10]];
export const FILTERED: readonly number[][] = [ONE, OTHER, TWO, EVERYBODY];

/** A plan of a plot in one colour; what the widget adds to the address stands behind its #. */
const drawn = (colour: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><rect width="240" height="180" fill="${colour}"/><path d="M20 150V70h60v80zm80 0V40h50v110zm70 0V90h50v60z" fill="#fff" opacity=".8"/></svg>`,
  )}#`;
const picture = (id: number, name: string, colour: string) => ({
  ...{ id, key_name: `picture-${id}`, file_name: name, length: 182_400, url: drawn(colour), preview_url: drawn(colour) },
});
const file = (id: number, name: string, length: number) => ({
  ...{ id, key_name: `file-${id}`, file_name: name, length, url: 'data:,', preview_url: 'data:,' },
});
/** The server has it no more, or gives it to nobody. */
const lost = (id: number, name: string) => ({ ...picture(id, name, '#000'), preview_url: 'data:,#' });

const FACADE = both(picture(1, '主控楼.jpg', '#4a7ebb'), picture(1, 'Control building.jpg', '#4a7ebb'));
const YARD = both(picture(2, '配电装置区.jpg', '#8a9a5b'), picture(2, 'Switchyard.jpg', '#8a9a5b'));
const HALL = both(
  picture(3, '220 kV 组合电器室东侧全景.jpg', '#b5651d'),
  picture(3, '220 kV switchgear hall seen from its eastern end.jpg', '#b5651d'),
);
const CONTRACT = both(file(1, '采购合同.pdf', 1_482_000), file(1, 'Contract.pdf', 1_482_000));
const MINUTES = both(
  file(2, '2026 年 11 月 20 日江北 110 kV 输变电工程启动验收委员会会议纪要（签字版，含附件一至附件六）.docx', 12_482_000),
  file(2, 'Minutes of the acceptance committee of the Jiangbei 110 kV works, 20 November 2026 (signed, annexes 1 to 6).docx', 12_482_000),
);

const WALK = both(file(5, '巡视路线.mp4', 38_400_000), file(5, 'Round.mp4', 38_400_000));
const CLOSING = both(
  file(6, '2026 年 11 月 20 日 110 kV 母线送电操作全过程（含监护人复诵）.mp4', 412_000_000),
  file(6, 'Closing of the 110 kV bus on 20 November 2026, whole, with what the second man repeats.mp4', 412_000_000),
);

/** What refers to records, people and places, and what is attached. */
export const LINKS: Stories<'entity' | 'entities' | 'location' | 'file' | 'image' | 'video' | 'media'> = {
  entity: [
    {
      field: { key_name: '项目负责人', key_name_en: 'In charge', source: 'user' },
      sample: same(ZHOU),
      long: same(ABDURAHMAN),
      wrong: both({ sought: '周' }, { sought: 'Zh' }),
      filter: { sample: oneOf(...ONE), long: oneOf(...EVERYBODY), wrong: same({ op: 'in', value: ONE, sought: 'Xu' } as FieldFilter) },
    },
    {
      field: { key_name: '审计人', key_name_en: 'Auditor', source: 'user' },
      sample: same({ id: 0, unauthorized: 1 }),
      long: same({ id: 0, unauthorized: 1 }),
      wrong: NOTHING,
      filter: { sample: oneOf(...OTHER), long: oneOf(...TWO) },
    },
  ],
  entities: [
    {
      field: { key_name: '会签人', key_name_en: 'Countersigners', source: 'user' },
      sample: same([ZHOU, XU]),
      long: same([ZHOU, XU, ABDURAHMAN, SUN]),
      wrong: both([ZHOU, { sought: '许' }], [ZHOU, { sought: 'Xu' }]),
      filter: { sample: oneOf(...OTHER), long: oneOf(...EVERYBODY), wrong: same({ op: 'in', value: OTHER, sought: 'Zh' } as FieldFilter) },
    },
  ],
  location: [
    {
      field: { key_name: '站址', key_name_en: 'Site' },
      sample: both('118.734100,32.128900,南京市江北新区浦滨路 88 号', '118.734100,32.128900,88 Pubin Road, Nanjing'),
      long: both(
        '118.734100,32.128900,南京市江北新区浦滨路 88 号（原浦口区泰山街道花旗社区三组，现物资仓库三号门内侧）',
        '118.734100,32.128900,Inside gate 3 of the store at 88 Pubin Road, formerly group 3 of Huaqi, Taishan, Pukou, Nanjing',
      ),
      wrong: both('218.7,32.1,南京市', '218.7,32.1,Nanjing'),
      filter: {
        sample: like('浦滨路', 'Pubin'),
        long: like('南京市江北新区浦滨路 88 号物资仓库三号门', 'Inside gate 3 of the store at 88 Pubin Road'),
      },
    },
  ],
  file: [
    {
      field: { key_name: '合同文本', key_name_en: 'Contract documents', max: 3, format: 'pdf,docx' },
      sample: (locale) => [CONTRACT(locale)],
      long: (locale) => [CONTRACT(locale), MINUTES(locale)],
      wrong: NOTHING,
    },
  ],
  image: [
    {
      field: { key_name: '现场照片', key_name_en: 'Photographs', max: 6 },
      sample: (locale) => [FACADE(locale)],
      long: (locale) => [
        FACADE(locale),
        YARD(locale),
        HALL(locale),
        lost(4, locale === 'zh_CN' ? '已删除的照片 4.jpg' : 'Photograph 4.jpg'),
      ],
      wrong: NOTHING,
    },
  ],
  video: [
    {
      field: { key_name: '操作录像', key_name_en: 'Recordings', max: 3 },
      sample: (locale) => [WALK(locale)],
      long: (locale) => [WALK(locale), CLOSING(locale)],
      wrong: NOTHING,
    },
  ],
  media: [
    {
      field: { key_name: '缺陷影像', key_name_en: 'Pictures and recordings of the defect', max: 6 },
      sample: (locale) => [FACADE(locale), WALK(locale)],
      long: (locale) => [FACADE(locale), YARD(locale), HALL(locale), WALK(locale), CLOSING(locale)],
      wrong: NOTHING,
    },
  ],
};
